"""What each game says and asks, in the files of `words/`: deals, and what comes of them.

A paragraph begins at an empty table: four players, the game's usual rules; or as `table` says.
`deal` writes an entry on its pad. Every other line is asked of the pad as it is then, of that entry
if it has one, and its answer stands behind `=` or below. To add one, write it without its answer,
run `python -m tests.games.test_words`, and read what was written.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from scorekeeper.engine.game import Pad, first_trick, printed_tables
from scorekeeper.engine.replay import after
from scorekeeper.games import games
from scorekeeper.interview.lists import Many
from scorekeeper.interview.steps import Barred, Key, Question, SeatOf
from tests.games import pads

FOLDER: Final = Path(__file__).parent / "words"


def lines(pad: Pad) -> list[str]:
    """The lines of the newest deal."""
    return [f"{side} {points:+} {text} ({rule})" for side, points, text, rule in pads.lines(pad)]


def end(pad: Pad) -> list[str]:
    """Who won, by which rule, and what the table reads; nothing as long as the game goes on."""
    if pad.outcome is None:
        return []
    winners, rule, text = pads.end_of(pad)
    return [" ".join((*map(str, winners), f"{text} ({rule})"))]


def asks(pad: Pad, entry: Mapping[str, Any]) -> list[str]:
    """The fields asked for, whether before the play or after it, and what else a page must know."""
    asked = pads.questions_of(pad, entry)
    return [f"{path} {', '.join(_traits(question))}" for path, question in asked.items()]


def _traits(question: Question) -> Iterator[str]:
    yield "barred" if isinstance(question, Barred) else question.when
    for trait in ("total", "turns", "cards", "doubling", "leads", "derived", "seat", "sealed"):
        value = getattr(question, trait, None)
        if value or (value == 0 and value is not False):
            said = " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
            yield trait if value is True else f"{trait} {said}"
    if isinstance(question, Many):
        yield "of " + " ".join(str(n) for n, item in enumerate(question.items) if item)
    if question.suggest is not None:
        yield f"suggested {json.dumps(question.suggest)}"


def keys(pad: Pad, entry: Mapping[str, Any], field: str) -> list[str]:
    """The keys of a field, a row of them in a line, with what stands below in brackets; of a seat
    those who can be meant."""
    question = pads.questions_of(pad, entry)[field]
    if isinstance(question, SeatOf):
        nobody = pads.text_of(pad, question.none)
        return [" · ".join([*map(str, question.seats), *([nobody] if nobody else [])])]
    if isinstance(question, Many):
        return [_keys_of(pad, item) if item else "–" for item in question.items]
    return [*_rows(pad, question)]


def _rows(pad: Pad, question: Question) -> Iterator[str]:
    shown = question.keys_shown()
    for row in sorted({key.row for key in shown}):
        yield " · ".join(_key(pad, key) for key in shown if key.row == row)


def _keys_of(pad: Pad, question: Question) -> str:
    label = pads.text_of(pad, question.label)
    return f"{label}: {' / '.join(_rows(pad, question))}"


def _key(pad: Pad, key: Key) -> str:
    label = pads.text_of(pad, key.label)
    words = f"{key.value}" if label == str(key.value) else f"{key.value} {label}"
    badge = f" [{pads.text_of(pad, key.badge)}]" if key.badge else ""
    return f"{words}{badge}{' used up' if key.used_up else ''}"


def hint(pad: Pad, entry: Mapping[str, Any], field: str) -> list[str]:
    """What stands beside a field: its label and its hint."""
    question = pads.questions_of(pad, entry)[field]
    said = filter(None, (question.label, question.hint))
    return [": ".join(pads.text_of(pad, one) or "" for one in said)]


def so_far(pad: Pad, entry: Mapping[str, Any], field: str) -> list[str]:
    """What the line below a list says of the answers that the entry has to it."""
    question = pads.questions_of(pad, entry)[field]
    assert isinstance(question, Many)
    given = entry.get(field) or [None] * len(question.items)
    assert question.progress
    return [pads.text_of(pad, question.progress(given)) or ""]


def more(pad: Pad, players: str) -> list[str]:
    """The house rules that make room for so many players, and what their key says."""
    found = pad.game.options_for_more
    assert found
    room = found(pad, int(players))
    return [f"{json.dumps(room.options)} {pads.text_of(pad, room.label)}"]


def goal(pad: Pad) -> list[str]:
    """The total that ends the game, if one does."""
    total = pad.game.played_to(pad.options)
    return [] if total is None else [str(total)]


def table(pad: Pad, name: str) -> list[str]:
    """A table of the rules page, as it is printed for these house rules."""
    found = printed_tables(pad.game, pad.options).get(name)
    rows = (found.head, *found.rows) if found else ()
    return [" | ".join(pads.text_of(pad, cell) or "" for cell in row) for row in rows]


def _told(found: Iterable[tuple[Any, str | None]]) -> list[str]:
    return [f"{at} {text}".strip() for at, text in found]


ASKED: Final[Mapping[str, Callable[..., list[str]]]] = {
    "lines": lines,
    "end": end,
    "needs": lambda pad: _told(pads.needs(pad)),
    "carried": lambda pad: _told(pads.carried(pad)),
    "hands": lambda pad: [" ".join(map(str, pad.game.hands(pad)))],
    "prints": table,
    "more": more,
    "goal": goal,
    "headline": lambda pad, entry: [text] if (text := pads.headline(pad, entry)) else [],
    "facts": lambda pad, entry: [f"{who} {what} {n}" for who, what, n in pads.facts(pad, entry)],
    "opens": lambda pad, entry: [json.dumps(first_trick(pad, entry))],
    "warns": lambda pad, entry: _told(pads.warnings(pad, entry)),
    "refuses": lambda pad, entry: _told(pads.faults(pad, entry)),
    "asks": asks,
    "keys": keys,
    "hint": hint,
    "so-far": so_far,
}
"""What can be asked of a pad; each of the lower ones is asked of an entry."""
OF_AN_ENTRY: Final = (*ASKED,)[8:]
BELOW: Final = ("lines", "asks", "keys", "prints")
"""What is answered in lines of its own."""


def answered(slug: str, text: str) -> str:
    """The text with every answer as it is now."""
    parts = text.strip().split("\n\n")
    return "\n\n".join("\n".join(_paragraph(slug, part)) for part in parts) + "\n"


def _paragraph(slug: str, text: str) -> Iterator[str]:
    usual = next(iter(games()[slug].variants))
    pad = pads.played(slug, variant=usual)
    for line in text.splitlines():
        if line.startswith("  "):
            continue  # an answer
        what, _, rest = line.partition(" = ")[0].removesuffix(" =").partition(" ")
        if what == "table":
            pad = pads.played(slug, **{"variant": usual, **json.loads(rest)})
        elif what == "deal":
            pad = after(pad, json.loads(rest))
        if what in ASKED:
            yield from _answer(pad, what, rest)
        else:
            assert what in ("#", "table", "deal"), line
            yield line


def _answer(pad: Pad, what: str, rest: str) -> Iterator[str]:
    field, _, entry = rest.partition("{")
    of = [json.loads("{" + entry)] if what in OF_AN_ENTRY else []
    found = ASKED[what](pad, *of, *filter(None, [field.strip()]))
    asked = f"{what} {rest}".strip()
    if what in BELOW:
        yield asked
        yield from (f"  {one}" for one in found)
    else:
        yield f"{asked} = {' | '.join(found)}".rstrip()


@pytest.mark.parametrize("slug", sorted(file.stem for file in FOLDER.glob("*.txt")))
def test_a_game_says_and_asks_what_is_written(slug: str) -> None:
    text = (FOLDER / f"{slug}.txt").read_text(encoding="utf-8")

    assert answered(slug, text) == text


if __name__ == "__main__":
    for file in sorted(FOLDER.glob("*.txt")):
        file.write_text(answered(file.stem, file.read_text(encoding="utf-8")), encoding="utf-8")
