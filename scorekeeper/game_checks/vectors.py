"""Score sheets worked out by hand: reading them, comparing their scores, and what they must show:
every house rule, paragraph, message and kind of end."""

import ast
import json
import re
from collections.abc import Callable, Iterable, Iterator
from importlib.resources.abc import Traversable
from typing import Any, Final

import msgspec

from scorekeeper import rulebook
from scorekeeper.engine.deals import Row
from scorekeeper.engine.game import Game, Pad
from scorekeeper.engine.other_entries import varies
from scorekeeper.game_checks.check import Candidate, Check, Shown, choices
from scorekeeper.game_checks.declared import fields_of
from scorekeeper.games import folder
from scorekeeper.interview.steps import Value
from scorekeeper.sentences import Seat, Sentence, Side, Voice, opening
from scorekeeper.sheet import score
from scorekeeper.sheet.documents import OWN, Document, at_entry

_SCORED: Final = ("Scoring", "End")
"""The chapters whose paragraphs a score can cite."""
_SAID_AS: Final = ("missing", "wrong")
"""The names under which a question is handed what it says when it is refused."""
_NEVER_ENDS: Final = re.compile(r"(cannot|never) end the (game|rubber)")
_NO_OUTCOME: Final = {"winners": [], "drawn": False, "rule": None}


# --- reading and comparing ----------------------------------------------------------------------


def candidate(game: Game, more: Iterable[Document] = ()) -> Candidate:
    """The game with the score sheets of its folder, and those among `more` that are of it.

    Raises `ValueError` where those of its folder cannot be read.
    """
    file = folder(game) / "vectors.json"
    own = read(file) if file.is_file() else [*_examples(game)]
    others = (one for one in more if one["sheet"].get("game") == game.slug and one not in own)
    return Candidate(game, (*own, *others))


def _examples(game: Game) -> Iterator[Document]:
    """Yield the worked deals of a document as score sheets with their totals."""
    examples = game.own.document.get("examples", ()) if game.own else ()
    for number, example in enumerate(examples, 1):
        deals: list[Document] = [{} for _ in example["entries"]]
        if deals:
            deals[-1] = {"totals": example["totals"]}
            deals[-1] |= {"scores": example["scores"]} if "scores" in example else {}
        yield {
            "id": f"{game.slug}-{number}",
            "sheet": rulebook.example_sheet(game, example),
            "expect": {"valid": True, "entries": deals},
        }


def read(file: Traversable) -> list[Document]:
    """The vectors of a file: objects with an `id`, a `sheet`, and what to `expect` of it.

    Raises `OSError` and, with a sentence, `ValueError`.
    """
    try:
        found: list[Document] = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{file.name} is no JSON: {error}") from None
    return found


def vector_results(checked: Candidate) -> Iterator[str]:
    """Yield the differences between the vectors' results and their scores."""
    if not checked.vectors:
        yield "There are no score sheets: vectors.json is missing or empty."
    for vector in checked.vectors:
        for difference in differences(vector):
            yield f"{vector['id']}: {difference}"


def differences(vector: Document) -> list[str]:
    """Return the differences between the result that a vector expects and the sheet's score."""
    sheet, expect = vector["sheet"], vector["expect"]
    document = whole = scored(sheet)
    if "errors" in document:  # the entries before the error are scored by themselves
        kept = len(expect.get("entries", ()))
        whole = scored({**sheet, "entries": sheet["entries"][:kept]}) if kept else {"entries": []}
    if expect["valid"] == ("errors" in document):
        return [f"valid is {expect['valid']}, but the errors are {document.get('errors', 'none')}"]
    found = _errors(expect, document) if "errors" in document else _end(expect, document)
    return [*found, *_scores(expect.get("entries", ()), whole.get("entries", ()))]


def scored(sheet: Document) -> Document:
    """The result as another program would read it."""
    document: Document = json.loads(msgspec.json.encode(score(sheet)))
    return document


def _errors(expect: Document, document: Document) -> Iterator[str]:
    errors = [(error["at"], error["message"]) for error in document["errors"]]
    place = str(expect.get("error_in", ""))
    # of a document's faults, which are all told, any may be meant
    told = errors if place.startswith(OWN) else errors[:1]
    if not any(at.startswith(place) for at, _ in told):
        yield f"the error stands at {errors[0][0]}, not at {place}"
    if "errors" not in expect:
        return
    wanted = [(str(error["at"]), error.get("message")) for error in expect["errors"]]
    if {at for at, _ in wanted} != {at for at, _ in errors}:
        yield f"the errors are {errors}"
    for at, message in wanted:
        if message is not None and (at, message) not in errors:
            yield f"at {at}: {message!r} is not said, but {errors}"


def _end(expect: Document, document: Document) -> Iterator[str]:
    outcome = document["outcome"] or _NO_OUTCOME
    found = {
        **{name: document[name] for name in ("finished", "sides", "next")},
        **{name: outcome[name] for name in ("winners", "drawn")},
        "outcome_rule": outcome["rule"],
    }
    for name in found.keys() & expect.keys():
        yield from _compared(expect[name], found[name], name)


def _scores(expected: Iterable[Document], entries: Iterable[Document]) -> Iterator[str]:
    wanted, found = [*expected], [*entries]
    for number, (want, got) in enumerate(zip(wanted, found, strict=False)):
        for key, value in want.items():
            at = f"{at_entry(number)}.{key}"
            if key == "lines":
                yield from _lines(value, got["lines"], at)
            else:
                yield from _compared(value, got.get(key), at)
    if wanted and len(wanted) != len(found):
        yield f"{len(found)} entries were scored, not {len(wanted)}"


def _lines(expected: Iterable[Any], lines: Iterable[Document], at: str) -> Iterator[str]:
    """Compare lines in any order; a vector may leave out their column, or their text."""
    keys = ("side", "points", "rule", "column")
    found = sorted(tuple(line.get(key, line["text"]) for key in keys) for line in lines)
    wanted = sorted(map(tuple, expected))
    cut = [one[: len(want)] for one, want in zip(found, wanted, strict=False)]
    if cut != wanted or len(found) != len(wanted):
        yield f"{at}: {[*cut, *(one[:3] for one in found[len(cut) :])]}, not {wanted}"


def _compared(want: Any, got: Any, at: str) -> Iterator[str]:
    if isinstance(want, dict) and isinstance(got, dict):
        for key, value in want.items():
            yield from _compared(value, got.get(key), f"{at}.{key}")
    elif want != got:
        yield f"{at}: {got}, not {want}"


# --- what they show -----------------------------------------------------------------------------


def every_value(checked: Candidate) -> Iterator[str]:
    """Values of house rules by which no score sheet is played."""
    for option in checked.game.options:
        played = [
            one.head.options[option.name]
            for one in checked.standing
            if one.head and one.sheet["entries"]
        ]
        missing = [value for value in choices(option) if not _among(value, played)]
        yield from (
            f"No valid one is played with {option.name} as {json.dumps(value)}."
            for value in missing
        )


def players(checked: Candidate) -> Iterator[str]:
    """Numbers of players, the fewest and the most, by whom no score sheet is played."""
    seated = {len(pad.filled) for one in checked.standing for pad in one.pads[1:]}
    for number in sorted({checked.game.players[0], checked.game.players[-1]} - seated):
        yield f"No valid one is played by {number}."


def _among(value: Value, values: list[Value]) -> bool:
    """Return whether the value is in the list; `true` is not 1."""
    return any(other == value and type(other) is type(value) for other in values)


def cited(checked: Candidate) -> Iterator[str]:
    """Paragraphs on scoring and the end by which nothing in a score sheet is scored."""
    wanted = [one.anchor for one in rulebook.passages(checked.game) if one.chapter in _SCORED]
    rows = [row for _, row in _rows(checked)]
    found = {line.rule for row in rows for line in row.lines} | {row.kind for row in rows}
    ends = (one.pads[-1].outcome for one in checked.shown if one.pads)
    found |= {end.rule for end in ends if end is not None}
    for anchor in wanted:
        if anchor in rulebook.anchors(checked.game) and anchor not in found:
            yield f"Nothing in them is scored by {{#{anchor}}}."


def _rows(checked: Candidate) -> Iterator[tuple[Pad, Row]]:
    """The rows of all score sheets, each with the pad on which it stands."""
    return ((pad, row) for one in checked.shown for pad in one.pads[-1:] for row in pad.rows)


def reads_on(checked: Candidate) -> Iterator[str]:
    """Yield the lines whose sentences cannot be read after the name of their side, one for each
    template."""
    found: dict[str, str] = {}
    for pad, row in _rows(checked):
        voice = Voice(row.seats, pad.sides)
        # the text of an adjustment is the players' own
        for line in row.lines if row.kind != "adjust" else ():
            if not line.names_player(pad.sides) and _breaks_off(line.text, voice):
                joined = f"{voice.side(line.side)} {voice.text(line.text)}"
                found.setdefault(line.text.template, joined)
    for text in found.values():
        yield (
            f"“{text}”: a line is read after its side, or begins with a player of it; it has no "
            "capital and no full stop."
        )


def _breaks_off(text: Sentence, voice: Voice) -> bool:
    """Return whether a sentence cannot stand after a name."""
    words = voice.text(text)
    return type(opening(text)) in (Seat, Side) or words[:1].isupper() or words[-1:] in ("", ".")


def passed_out(checked: Candidate) -> Iterator[str]:
    """Yield a complaint if deals can be passed out and none is in any score sheet."""
    can_be = checked.game.passing or "passed_out" in fields_of(checked.game)
    if can_be and not any("passed_out" in row.entry for _, row in _rows(checked)):
        yield "None has a deal that is passed out."


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
    """Yield a complaint if no score sheet shows the players stopping."""
    if not any(one.pads[-1].deals for one in checked.standing if _ended_by(one, "finish")):
        yield "In none of them the players stop after a deal."


def _ended_by(one: Shown, kind: str) -> bool:
    return one.is_over and one.pads[-1].rows[-1].kind == kind


def seated(checked: Candidate) -> Iterator[str]:
    """Yield a complaint if players may come and go, and nobody does in any score sheet."""
    named = [row.entry["seat"]["name"] for _, row in _rows(checked) if row.kind == "seat"]
    if varies(checked.game) and not any(named):
        yield "In none of them a player sits down."
    if varies(checked.game) and None not in named:
        yield "In none of them a player leaves."


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
    Check("Every score sheet comes out as it was worked out by hand", vector_results),
    Check("Every line can be read after its side", reads_on),
    Check(
        "They play every house rule at each of its values, or at both ends", every_value, coded=True
    ),
    Check("They are played by the fewest and by the most players", players, coded=True),
    Check("They cite every paragraph on scoring and on the end", cited, coded=True),
    Check("They show a deal that is passed out, where one can be", passed_out, coded=True),
    Check("They show whether an adjustment ends the game", adjusted, coded=True),
    Check("They show the players stopping", stopped, coded=True),
    Check("They show players who sit down and who leave, where they can", seated, coded=True),
    Check("They are refused with each of the game's own messages", messages, coded=True),
)
