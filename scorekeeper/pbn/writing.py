"""A score sheet written as boards.

A board tells a deal's contract, declarer, tricks and score. What the notation has no tag for stands
in lines that begin with `% scorekeeper`, which other programs pass over: the sheet's head, entries
that are no deals, and what a deal has besides (honours).
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from scorekeeper import sheet
from scorekeeper.engine.deals import Row
from scorekeeper.engine.game import Pad, carried_state
from scorekeeper.pbn.tags import RUBBER
from scorekeeper.pbn.values import PASSED_OUT, SEAT_NAMES, SEATS, SIDES, VULNERABLE
from scorekeeper.sheet.documents import Head
from scorekeeper.sheet.results import entry_result

OURS: Final = " scorekeeper "
_ON_A_BOARD: Final = ("passed_out", "contract", "declarer", "doubled", "tricks")
_CONTROLS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def to_pbn(head: Head, pads: Sequence[Pad]) -> bytes:
    """Return the rubber as PBN; `pads` are the empty one and that after each entry. In the
    standard's character set, ISO 8859-1, where the names allow it, else in UTF-8."""
    start = {key: value for key, value in sheet.dump(head, ()).items() if key != "entries"}
    parts = ["% PBN 2.1", _remark("sheet", start), ""]
    for before, after, row in zip(pads, pads[1:], pads[-1].rows, strict=False):
        parts += [*_entry(before, after, row), ""]
    text = "\n".join(parts)
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode()


def _remark(kind: str, payload: Mapping[str, Any]) -> str:
    # in ASCII, so that it is the same in either character set
    return f"%{OURS}{kind} {json.dumps(payload)}"


def _entry(before: Pad, after: Pad, row: Row) -> Iterator[str]:
    if row.kind != "deal":
        yield _remark("entry", row.entry)
        return
    besides = {key: value for key, value in row.entry.items() if key not in _ON_A_BOARD}
    if besides:
        yield _remark("deal", besides)
    for name, value in _tags(before, after, row):
        yield f'[{name} "{_harmless(value)}"]'


def _harmless(value: str) -> str:
    """Return the value as it stands in quotes."""
    plain = _CONTROLS.sub(" ", value).replace("\\", r"\\").replace('"', r"\"")
    # at the start of a value this sign means "as on the board before"
    return f" {plain}" if plain.startswith("#") else plain


def _tags(before: Pad, after: Pad, row: Row) -> Iterator[tuple[str, str]]:
    """Yield the tags that the standard demands, in its order, and the score by its own."""
    entry = row.entry
    yield from (("Event", "?"), ("Site", "?"), ("Date", "?"), ("Board", str(row.number)))
    for seat in (3, 0, 1, 2):
        yield SEAT_NAMES[seat], row.seats[seat] or ""
    yield "Dealer", SEATS[row.dealer or 0]
    yield "Vulnerable", vulnerable(before)
    yield from (("Deal", ""), ("Scoring", RUBBER))
    passed_out = "passed_out" in entry
    yield "Declarer", "" if passed_out else SEATS[entry["declarer"]]
    doubles = "X" * entry.get("doubled", 0)
    yield "Contract", PASSED_OUT.tag_value if passed_out else entry["contract"] + doubles
    yield "Result", "" if passed_out else str(entry["tricks"])
    yield "ScoreRubber", _score_rubber(after, row)


def vulnerable(pad: Pad) -> str:
    """Return who is vulnerable in the next deal, as a tag has it."""
    risks = tuple(carried_state(pad)["vulnerable"])
    return next(name for name, sides in VULNERABLE.items() if sides == risks)


def _score_rubber(after: Pad, row: Row) -> str:
    """Above the line and below it, by side."""
    scored = entry_result(after, row)
    columns = zip(SIDES, scored["above"], scored["below"], strict=True)
    return " ".join(f"{side} {above}/{below}" for side, above, below in columns)
