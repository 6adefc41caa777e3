"""Checks that the score sheets cover each house rule, paragraph, message and kind of end."""

import ast
import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from scorekeeper import rulebook
from scorekeeper.engine.game import Game
from scorekeeper.game_checks.check import Candidate, Check, Shown
from scorekeeper.games import folder
from scorekeeper.interview.lists import Series
from scorekeeper.interview.steps import Number, Question, Value
from scorekeeper.sheet import score

_SCORED: Final = ("Scoring", "End")
"""The chapters whose paragraphs a score can cite."""
_SAID_AS: Final = ("missing", "wrong")
"""The names under which a question is handed what it says when it is refused."""
_NEVER_ENDS: Final = re.compile(r"(cannot|never) end the (game|rubber)")


# --- house rules --------------------------------------------------------------------------------


def every_value(checked: Candidate) -> Iterator[str]:
    """Values of house rules by which no score sheet is played."""
    for option in checked.game.options:
        name = str(option.path[0])
        played = [
            one.head.options[name] for one in checked.standing if one.head and one.sheet["entries"]
        ]
        missing = [value for value in _to_play(option) if not _among(value, played)]
        yield from (
            f"No valid one is played with {name} as {json.dumps(value)}." for value in missing
        )


def beyond(checked: Candidate) -> Iterator[str]:
    """House rules of which no score sheet shows what they cannot be."""
    for option in checked.game.options:
        name = str(option.path[0])
        refused = [
            one.sheet["options"][name]
            for one in checked.shown
            if one.head is None and name in one.sheet.get("options", {})
            if any(error["at"] == f"options.{name}" for error in score(one.sheet)["errors"])
        ]
        missing = [value for value in _too_far(option) if not _among(value, refused)]
        yield from (f"None shows that {name} cannot be {json.dumps(value)}." for value in missing)
        if not refused and not missing:
            yield f"None shows a value that {name} cannot have."


def _to_play(option: Question) -> list[Value]:
    null = [] if option.none is None else [None]
    if isinstance(option, Number):
        return [option.low, option.high, *null]
    if isinstance(option, Series):
        return [*([value] for value in _to_play(option.item)), *null]
    return [*(key.value for key in option.keys_shown()), *null]


def _too_far(option: Question) -> list[Value]:
    """Just too little and just too much."""
    if isinstance(option, Series):
        return [[value] for value in _too_far(option.item)]
    return [option.low - 1, option.high + 1] if isinstance(option, Number) else []


def _among(value: Value, values: list[Value]) -> bool:
    """Return whether the value is in the list; `true` is not 1."""
    return any(other == value and type(other) is type(value) for other in values)


# --- paragraphs ---------------------------------------------------------------------------------


def cited(checked: Candidate) -> Iterator[str]:
    """Paragraphs on scoring and the end by which nothing in a score sheet is scored."""
    wanted = [one.anchor for one in rulebook.passages(checked.game) if one.chapter in _SCORED]
    rows = [row for one in checked.shown for pad in one.pads[-1:] for row in pad.rows]
    found = {line.rule for row in rows for line in row.lines} | {row.kind for row in rows}
    ends = (one.pads[-1].outcome for one in checked.shown if one.pads)
    found |= {end.rule for end in ends if end is not None}
    for anchor in wanted:
        if anchor in rulebook.anchors(checked.game) and anchor not in found:
            yield f"Nothing in them is scored by {{#{anchor}}}."


def passed_out(checked: Candidate) -> Iterator[str]:
    """Yield a complaint if no score sheet says whether a deal can be passed out."""
    if not any("passed_out" in entry for entry in _entries(checked)):
        yield "None has a deal that is passed out, or refused for it."


# --- ends ---------------------------------------------------------------------------------------


def adjusted(checked: Candidate) -> Iterator[str]:
    """Adjustments that do not show whether they end the game."""
    rules = [one for one in rulebook.passages(checked.game) if one.anchor == "adjust"]
    never = any(_NEVER_ENDS.search(text) for one in rules for _, text in one.paragraphs)
    if never == any(_ended_by(one, "adjust") for one in checked.standing):
        yield (
            "In one of them an adjustment ends the game, and {#adjust} says that it cannot."
            if never
            else "In one of them an adjustment must end the game, or {#adjust} says: It cannot end "
            "the game."
        )
    if not any(
        row.kind == "adjust" and pad.outcome is None
        for one in checked.standing
        for pad in one.pads[1:]
        for row in pad.rows[-1:]
    ):
        yield "In none of them the game goes on after an adjustment."


def stopped(checked: Candidate) -> Iterator[str]:
    """Kinds of stopping early that no score sheet shows."""
    deals = [one.pads[-1].deals for one in checked.standing if _ended_by(one, "finish")]
    if 0 not in deals:
        yield "In none of them the players stop before the first deal."
    if not any(deals):
        yield "In none of them the players stop after a deal."


def after_the_end(checked: Candidate) -> Iterator[str]:
    """Yield a complaint if no score sheet goes on after the end."""
    if not any(one.is_over and len(one.pads) <= len(one.sheet["entries"]) for one in checked.shown):
        yield "In none of them an entry after the end is refused."


def _ended_by(one: Shown, kind: str) -> bool:
    return one.is_over and one.pads[-1].rows[-1].kind == kind


def seated(checked: Candidate) -> Iterator[str]:
    """Yield a complaint if nobody sits down in any score sheet, or nobody leaves."""
    seats = [entry["seat"] for entry in _entries(checked) if isinstance(entry.get("seat"), dict)]
    named = [seat.get("name", "") for seat in seats]
    if not any(isinstance(name, str) and name for name in named):
        yield "In none of them a player sits down, or is refused."
    if None not in named:
        yield "In none of them a player leaves, or is refused."


def _entries(checked: Candidate) -> list[dict[str, Any]]:
    """The entries of all score sheets, but what is no object."""
    found = (entry for sheet in checked.sheets for entry in sheet["entries"])
    return [entry for entry in found if isinstance(entry, dict)]


# --- messages -----------------------------------------------------------------------------------


def messages(checked: Candidate) -> Iterator[str]:
    """Yield each message about invalid entries that no score sheet provokes."""
    provoked = [
        error.get("message", "")
        for vector in checked.vectors
        for error in vector["expect"].get("errors", ())
    ]
    for words in sorted(_messages(checked.game)):
        if not any(map(_matcher(words), provoked)):
            yield f"None is refused with: {words}"


def _messages(game: Game) -> set[str]:
    """Return the messages about invalid entries in the game's modules."""
    modules = (one for one in folder(game).iterdir() if one.name.endswith(".py"))
    calls = [
        one
        for module in modules
        for one in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(one, ast.Call) and _named(one) != "ContextKey"  # the referee's
    ]
    texts: list[ast.expr] = [one for one in calls if _named(one) == "Fault"]
    texts += [one.value for call in calls for one in call.keywords if one.arg in _SAID_AS]
    return {words for one in texts for words in _templates(one)}


def _named(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _templates(node: ast.expr) -> Iterable[str]:
    """The templates in there: the text itself, or what is handed to `say`."""
    texts = [
        one.args[0] for one in ast.walk(node) if isinstance(one, ast.Call) and _named(one) == "say"
    ]
    for one in texts or [node]:
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield one.value


def _matcher(template: str) -> Callable[[str], object]:
    """Return a test whether a text is that template, filled in."""
    parts = re.split(r"{[^}]*}", template)
    return re.compile(".*".join(map(re.escape, parts))).fullmatch


CHECKS: Final = (
    Check("They play every house rule at each of its values, or at both ends", every_value),
    Check("They show what no house rule can be", beyond),
    Check("They cite every paragraph on scoring and on the end", cited),
    Check("They say whether a deal can be passed out", passed_out),
    Check("They show whether an adjustment ends the game", adjusted),
    Check("They show the players stopping, before the first deal and later", stopped),
    Check("They show that nothing is entered after the end", after_the_end),
    Check("They show players who sit down and who leave, or why they cannot", seated),
    Check("They are refused with each of the game's own messages", messages),
)
