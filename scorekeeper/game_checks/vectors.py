"""Score sheets worked out by hand: reading them, and comparing their scores."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib.resources.abc import Traversable
from typing import Any, Final

import msgspec

from scorekeeper.engine.game import Game
from scorekeeper.game_checks.check import Candidate, Check
from scorekeeper.games import folder
from scorekeeper.sentences import Seat, Sentence, Side, Voice, opening
from scorekeeper.sheet import score
from scorekeeper.sheet.documents import Document, at_entry

_NO_OUTCOME: Final = {"winners": [], "drawn": False, "rule": None}


def candidate(game: Game, more: Iterable[Document] = ()) -> Candidate:
    """The game with the score sheets of its folder, and those among `more` that are of it.

    Raises `ValueError` where those of its folder cannot be read.
    """
    file = folder(game) / "vectors.json"
    own = read(file) if file.is_file() else []
    others = (one for one in more if one["sheet"].get("game") == game.slug and one not in own)
    return Candidate(game, (*own, *others))


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
    return [*found, *_entries(expect.get("entries", ()), whole.get("entries", ()))]


def scored(sheet: Document) -> Document:
    """The result as another program would read it."""
    document: Document = json.loads(msgspec.json.encode(score(sheet)))
    return document


def _errors(expect: Document, document: Document) -> Iterator[str]:
    errors = [(error["at"], error["message"]) for error in document["errors"]]
    if not errors[0][0].startswith(expect.get("error_in", "")):
        yield f"the error stands at {errors[0][0]}, not at {expect['error_in']}"
    if "errors" not in expect:
        return
    wanted = [(error["at"], error.get("message")) for error in expect["errors"]]
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


def _entries(expected: Iterable[Document], entries: Iterable[Document]) -> Iterator[str]:
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
    keys = ("side", "points", "rule", "column")
    found = Counter(tuple(line[key] for key in keys if key in line) for line in lines)
    wanted = Counter(map(tuple, expected))
    if found != wanted:
        yield f"{at}: {sorted(found.elements())}, not {sorted(wanted.elements())}"


def _compared(want: Any, got: Any, at: str) -> Iterator[str]:
    if isinstance(want, dict) and isinstance(got, dict):
        for key, value in want.items():
            yield from _compared(value, got.get(key), f"{at}.{key}")
    elif want != got:
        yield f"{at}: {got}, not {want}"


def reads_on(checked: Candidate) -> Iterator[str]:
    """Yield the lines whose sentences cannot be read after the name of their side, one for each
    template."""
    found: dict[str, str] = {}
    pads = (pad for one in checked.shown for pad in one.pads[-1:])
    for sides, row in ((pad.sides, row) for pad in pads for row in pad.rows):
        voice = Voice(row.seats, sides)
        # the text of an adjustment is the players' own
        for line in row.lines if row.kind != "adjust" else ():
            if not line.names_player(sides) and _breaks_off(line.text, voice):
                told = f"{voice.side(line.side)} {voice.text(line.text)}"
                found.setdefault(line.text.template, told)
    for text in found.values():
        yield (
            f"“{text}”: a line is read after its side, or begins with a player of it; it has no "
            "capital and no full stop."
        )


def _breaks_off(text: Sentence, voice: Voice) -> bool:
    """Return whether a sentence cannot stand after a name."""
    words = voice.text(text)
    return type(opening(text)) in (Seat, Side) or words[:1].isupper() or words[-1:] in ("", ".")


CHECKS: Final = (
    Check("Every score sheet comes out as it was worked out by hand", vector_results),
    Check("Every line can be read after its side", reads_on),
)
