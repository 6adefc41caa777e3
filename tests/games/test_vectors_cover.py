"""The vectors reach every option value, every scoring anchor, every message and every kind of end.

Options are read from the games, anchors from their rules pages, so that a new option, paragraph
or game fails here until a vector shows it.
"""

import ast
import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NamedTuple

import pytest

from scorekeeper.engine.fields import Number, Question, Value
from scorekeeper.engine.ledger import Game, Pad
from scorekeeper.engine.series import Series
from scorekeeper.games import games
from scorekeeper.sheet import Document, Head, SheetRefused, read_head, replay, score
from tests import vectors
from tests.games.files import modules_of
from tests.games.rulepages import anchors, paragraph

every_game = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.slug)


class Shown(NamedTuple):
    """A vector as scored: `head` unless it is refused, `pads` as far as its entries stand."""

    sheet: Document
    head: Head | None
    pads: list[Pad]


@cache
def shown(slug: str) -> tuple[Shown, ...]:
    """Every vector of the game."""
    return tuple(
        _scored(vector["sheet"]) for vector in vectors.load() if vector["sheet"]["game"] == slug
    )


def _scored(sheet: Document) -> Shown:
    try:
        head = read_head(sheet)
    except SheetRefused:
        return Shown(sheet, None, [])
    return Shown(sheet, head, _longest(head, sheet["entries"]))


def _longest(head: Head, entries: list[Any]) -> list[Pad]:
    """The pads of the longest part from the start that stands."""
    for length in range(len(entries), 0, -1):
        try:
            return replay(head, entries[:length])
        except SheetRefused:
            continue
    return [head.blank()]


def standing(slug: str) -> Iterable[Shown]:
    """The vectors all of whose entries stand."""
    return (
        one for one in shown(slug) if one.pads and len(one.pads) == len(one.sheet["entries"]) + 1
    )


# --- options ------------------------------------------------------------------------------------

OPTIONS = [(game, option) for game in games().values() for option in game.options]
every_option = pytest.mark.parametrize(
    ("game", "option"),
    OPTIONS,
    ids=[f"{game.slug}-{option.path[0]}" for game, option in OPTIONS],
)


@every_option
def test_every_value_of_an_option_is_played(game: Game, option: Question) -> None:
    name = str(option.path[0])
    played = [
        one.head.options[name] for one in standing(game.slug) if one.head and one.sheet["entries"]
    ]

    missing = [value for value in _to_play(option) if not _among(value, played)]

    assert not missing, f"no vector plays {name} as {missing}"


@every_option
def test_a_value_beyond_an_option_is_refused(game: Game, option: Question) -> None:
    name = str(option.path[0])
    refused = [
        one.sheet["options"][name]
        for one in shown(game.slug)
        if one.head is None and name in one.sheet.get("options", {})
        if any(error["at"] == f"options.{name}" for error in score(one.sheet)["errors"])
    ]

    missing = [value for value in _beyond(option) if not _among(value, refused)]
    assert not missing, f"no vector shows that {name} cannot be {missing}"
    assert refused, f"no vector shows a value that {name} cannot have"


def _to_play(option: Question) -> list[Value]:
    null = [] if option.none is None else [None]
    if isinstance(option, Number):
        return [option.low, option.high, *null]
    if isinstance(option, Series):
        return [*([value] for value in _to_play(option.item)), *null]
    values = [key.value for key in option.keys_shown()]
    assert values, f"say here which values of {option.path[0]} are worth a vector"
    return [*values, *null]


def _beyond(option: Question) -> list[Value]:
    """Just too little and just too much."""
    if isinstance(option, Series):
        return [[value] for value in _beyond(option.item)]
    return [option.low - 1, option.high + 1] if isinstance(option, Number) else []


def _among(value: Value, values: list[Value]) -> bool:
    """Whether the value is there, `true` not taken for 1."""
    return any(other == value and type(other) is type(value) for other in values)


# --- anchors ------------------------------------------------------------------------------------


@cache
def cited(slug: str) -> frozenset[str]:
    """The rules that lines and outcomes of the game's vectors cite, and the kinds of entry."""
    pads = [one.pads[-1] for one in shown(slug) if one.pads]
    rows = [row for pad in pads for row in pad.rows]
    return frozenset(
        [pad.outcome.rule for pad in pads if pad.outcome]
        + [line.rule for row in rows for line in row.lines]
        + [row.kind for row in rows]
    )


@every_game
def test_every_scoring_anchor_is_cited_in_a_vector(game: Game) -> None:
    wanted = anchors(game, "Scoring", "End")

    assert wanted, "the page has no anchors under Scoring and End"
    assert wanted <= cited(game.slug)


@every_game
def test_passing_out_is_shown(game: Game) -> None:
    tried = [
        entry
        for one in shown(game.slug)
        for entry in one.sheet["entries"]
        if type(entry) is dict and "passed_out" in entry
    ]

    assert tried, "no vector says whether a deal can be passed out"


# --- ends ---------------------------------------------------------------------------------------


@every_game
def test_an_adjustment_ends_the_game_where_it_may(game: Game) -> None:
    ended = [one for one in standing(game.slug) if _ended_by(one, "adjust")]
    never = re.search(r"(cannot|never) end the (game|rubber)", paragraph(game, "adjust"))

    assert bool(ended) != bool(never), "a vector shows it, or {#adjust} says: cannot end the game"


@every_game
def test_an_adjustment_may_leave_the_game_open(game: Game) -> None:
    assert any(
        row.kind == "adjust" and pad.outcome is None
        for one in standing(game.slug)
        for pad in one.pads[1:]
        for row in pad.rows[-1:]
    )


@every_game
@pytest.mark.parametrize("before", [True, False], ids=["before-a-deal", "after-a-deal"])
def test_stopping_is_shown(game: Game, before: bool) -> None:
    stopped = [one for one in standing(game.slug) if _ended_by(one, "finish")]

    assert any((one.pads[-1].deals == 0) == before for one in stopped)


@every_game
def test_an_entry_after_the_end_is_refused_in_a_vector(game: Game) -> None:
    assert any(
        one.pads[-1].outcome and len(one.pads) <= len(one.sheet["entries"])
        for one in shown(game.slug)
        if one.pads
    )


def _ended_by(one: Shown, kind: str) -> bool:
    pad = one.pads[-1]
    return pad.outcome is not None and pad.rows[-1].kind == kind


@every_game
@pytest.mark.parametrize("name", [str, type(None)], ids=["a name", "nobody"])
def test_who_sits_down_and_who_leaves_is_shown(game: Game, name: type) -> None:
    entries = [entry for one in shown(game.slug) for entry in one.sheet["entries"]]
    seats = [one["seat"] for one in entries if isinstance(one, dict) and "seat" in one]

    assert [one for one in seats if isinstance(one.get("name"), name)]


# --- messages -----------------------------------------------------------------------------------

_SAID_AS = ("missing", "wrong")
"""The names under which a question is handed what it says when it is refused."""


@every_game
def test_every_message_of_its_own_is_told_in_a_vector(game: Game) -> None:
    told = [
        error.get("message", "")
        for vector in vectors.load()
        if vector["sheet"]["game"] == game.slug
        for error in vector["expect"].get("errors", ())
    ]

    untold = [words for words in _messages(game) if not any(map(_like(words), told))]

    assert not untold


def _messages(game: Game) -> set[str]:
    """What the game's modules say of a sheet that cannot be."""
    calls = [
        one
        for module in modules_of(game)
        for one in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(one, ast.Call) and _named(one) != "ContextKey"  # the referee's
    ]
    said: list[ast.expr] = [one for one in calls if _named(one) == "Fault"]
    said += [one.value for call in calls for one in call.keywords if one.arg in _SAID_AS]
    return {words for one in said for words in _sentences(one)}


def _named(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _sentences(node: ast.expr) -> Iterable[str]:
    """The templates in there: the text itself, or what is handed to `say`."""
    said = [
        one.args[0] for one in ast.walk(node) if isinstance(one, ast.Call) and _named(one) == "say"
    ]
    for one in said or [node]:
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield one.value


def _like(template: str) -> Callable[[str], object]:
    """Whether a text is that template, filled in."""
    parts = re.split(r"{[^}]*}", template)
    return re.compile(".*".join(map(re.escape, parts))).fullmatch
