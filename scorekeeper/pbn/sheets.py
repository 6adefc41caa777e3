"""A score sheet written as boards, and boards read back as a score sheet.

A board tells a deal's contract, declarer, tricks and score. What the notation has no tag for stands
in lines that begin with `% scorekeeper`, which other programs pass over: the sheet's head, entries
that are no deals, and what a deal has besides (honours). Boards of another program are read too.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from scorekeeper import sheet
from scorekeeper.engine.deals import Row
from scorekeeper.engine.game import Pad, carried_state
from scorekeeper.engine.other_entries import LONGEST_NAME
from scorekeeper.pbn.boards import document, pieces
from scorekeeper.pbn.sections import rules
from scorekeeper.pbn.tags import (
    PASSED_OUT,
    RUBBER,
    SEAT_NAMES,
    SEATS,
    SIDES,
    UNKNOWN,
    VOICE,
    VULNERABLE,
    read_tags,
)
from scorekeeper.pbn.text import Board
from scorekeeper.sentences import Seat, say, tell
from scorekeeper.sheet.documents import FORMAT, Document, Head, NotJSON, SheetRefused, decoded
from scorekeeper.sheet.entries import replay
from scorekeeper.sheet.results import entry_result

_OURS: Final = " scorekeeper "

# --- writing ------------------------------------------------------------------------------------

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
    return f"%{_OURS}{kind} {json.dumps(payload)}"


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


# --- reading ------------------------------------------------------------------------------------

_OUR_LINE: Final = re.compile(rf"{_OURS}(sheet|entry|deal) (.*)")
_LONGEST: Final = LONGEST_NAME - len(" (N)")
"""Leaves room for the letter of a seat, where two players have the same name."""


class _Entry(NamedTuple):
    """An entry as the file has it: its line, what it says, and its board (None: a line of ours)."""

    line: int
    entry: Any
    board: Board | None = None


class _FileFound(NamedTuple):
    """The contents of a file: heads with their lines, the entries, and what cannot be read."""

    heads: list[tuple[int, Document]]
    entries: list[_Entry]
    errors: list[Document]


def sheet_of(text: str) -> Document:
    """Return the sheet that the boards of a file make up, or `{"errors": [...]}` with their
    lines."""
    found = _read_file(text)
    boards = [one.board for one in found.entries if one.board is not None]
    found.heads.extend((board.line, _head(board)) for board in boards[:1])
    if not (found.errors or found.heads):
        found.errors.append(_error(1, "", tell("The file has no boards.")))
    if found.errors:
        return {"errors": found.errors}
    line, start = found.heads[0]
    entries = [one.entry for one in found.entries]
    try:
        head = sheet.read_head({**start, "game": rules().game.slug, "entries": entries})
        pads = replay(head, entries)
    except SheetRefused as refused:
        return {"errors": [_placed(error, line, found.entries) for error in refused.errors]}
    errors = [
        error
        for one, pad in zip(found.entries, pads, strict=False)
        if one.board is not None
        for error in _against(one.board, pad)
    ]
    return {"errors": errors} if errors else sheet.dump(head, entries)


def _read_file(text: str) -> _FileFound:
    found = _FileFound([], [], [])
    besides: Document = {}
    for piece in pieces(text):
        if isinstance(piece, Board):
            _add_board(found, piece, besides)
            besides = {}
        elif remark := _OUR_LINE.fullmatch(piece.text):
            payload = _decoded(remark[2])
            if remark[1] == "entry":
                found.entries.append(_Entry(piece.line, payload))
            elif type(payload) is not dict:
                found.errors.append(_error(piece.line, "", tell("Not a JSON object.")))
            elif remark[1] == "sheet":
                found.heads.append((piece.line, payload))
            else:
                besides = payload
    return found


def _decoded(text: str) -> Any:
    try:
        return decoded(text)
    except NotJSON:
        return None


def _add_board(found: _FileFound, board: Board, besides: Document) -> None:
    """Add a board's deal to the entries, or its faults to the errors."""
    if board.is_text:
        return
    judged = document(board)
    if deal := _deal(judged):
        found.entries.append(_Entry(board.line, {**besides, **deal}, board))
    else:
        is_empty = [_error(board.line, "result", tell("This board has no result."))]
        found.errors.extend(judged.get("errors", is_empty))


def _deal(judged: Document) -> Document | None:
    """Return a deal's entry; None where the board does not tell the whole of it."""
    if judged.get("contract") == PASSED_OUT.bid:
        return {"passed_out": True}
    if "errors" in judged or None in (judged["contract"], judged["declarer"], judged["tricks"]):
        return None
    deal = {key: judged[key] for key in ("contract", "declarer", "doubled", "tricks")}
    return {**deal, "declarer": SEATS.index(judged["declarer"])}


def _head(board: Board) -> Document:
    """Return the head of a sheet that begins with this board of another program: names and
    dealer."""
    names = [_name(board, seat) for seat in SEAT_NAMES]
    if len({name.casefold() for name in names}) < len(names):
        names = [f"{name} ({seat})" for name, seat in zip(names, SEATS, strict=True)]
    return {"format": FORMAT, "players": names, "dealer": read_tags(board)[0].dealer or 0}


def _name(board: Board, seat: str) -> str:
    tag = board.tags.get(seat.lower())
    name = tag.value.strip()[:_LONGEST] if tag else ""
    return seat if name in UNKNOWN else name


def _against(board: Board, before: Pad) -> Iterator[Document]:
    """Yield where a board tells a dealer or a vulnerability that the boards before it do not
    give."""
    tags = read_tags(board)[0]
    dealer = before.upcoming["dealer"]
    if tags.dealer not in (None, dealer):
        message = VOICE.text(say("From the boards before, {seat} deals.", seat=Seat(dealer)))
        yield _error(board.tags["dealer"].line, "dealer", message)
    if tags.vulnerable not in (None, vulnerable(before)):
        message = tell("From the boards before, vulnerable: {sides}.", sides=vulnerable(before))
        yield _error(board.tags["vulnerable"].line, "vulnerable", message)


def _placed(error: Document, head: int, entries: Sequence[_Entry]) -> Document:
    """Return an error of the sheet with the line of the entry that it speaks of; `head` is the
    head's."""
    entry = re.match(r"entries\[(\d+)\]", error["at"])
    return {"line": entries[int(entry[1])].line if entry else head, **error}


def _error(line: int, at: str, message: str) -> Document:
    return {"line": line, "at": at, "message": message}
