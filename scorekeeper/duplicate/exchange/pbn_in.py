"""Reading sessions from PBN: a table of scores for each board, or a game for each result."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from scorekeeper.duplicate.contracts import dealer_of, vulnerable_of
from scorekeeper.duplicate.exchange import extras
from scorekeeper.duplicate.exchange.elements import FileRefused
from scorekeeper.duplicate.exchange.imported import Imported, PublishedLine, PublishedTotal
from scorekeeper.duplicate.exchange.written import (
    award_code,
    contract_of,
    is_not_played,
    lead_of,
    number_of,
    outcome,
    percent_code,
    seat_of,
    tricks_of,
    whole_of,
)
from scorekeeper.duplicate.reading import FORMAT
from scorekeeper.pbn.tags import HAND, SEATS, UNKNOWN, BoardTags, of_side, read_tags
from scorekeeper.pbn.text import Board, EscapedLine, Tag, decoded, read
from scorekeeper.sentences import tell
from scorekeeper.sheet.documents import Document

_NOTHING: Final = {*UNKNOWN, "-", "*", "#", "--"}
_METHODS: Final = (
    ("BUTLER", "butler"),
    ("CROSS", "cross-imps"),
    ("BAM", "board-a-match"),
    ("TOTAL", "total-points"),
    ("MATCH", "matchpoints"),
    ("MP", "matchpoints"),
    ("IMP", "imps"),
)


def read_pbn(data: bytes) -> Imported:
    """Return the session of a file; raises `FileRefused`."""
    return _Reader(decoded(data)).read()


def _value(board: Board, name: str) -> str:
    """Return what a tag says; nothing where it is not known."""
    tag = board.tags.get(name)
    text = tag.value.strip() if tag else ""
    return "" if text in UNKNOWN else text


def rows(tag: Tag | None) -> Iterator[Mapping[str, str]]:
    """Yield the rows of a table, each with its values by the names of their columns."""
    if tag is None:
        return
    columns = [
        name.partition("\\")[0].strip(" +-").lower() for name in tag.value.split(";") if name
    ]
    words = ["" if one.text in _NOTHING else _unquoted(one.text) for one in tag.section]
    for start in range(0, len(words) - len(columns) + 1, max(1, len(columns))):
        yield dict(zip(columns, words[start:], strict=False))


def _unquoted(text: str) -> str:
    if len(text) > 1 and text[0] == text[-1] == '"':
        return text[1:-1].replace('\\"', '"').replace("\\\\", "\\").strip()
    return text


class _Reader:
    """Reads one file."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._found = Imported({}, [], [])
        self._boards: dict[int, Document] = {}
        self._ids: dict[str, Document] = {}
        self._open: list[tuple[Document, Mapping[str, str]]] = []
        self._teams = self._individual = False
        self._method = ""
        self._event: Document = {}

    def read(self) -> Imported:
        """Return the session and what was published."""
        own: Document | None = None
        for board in read(self._text):
            if isinstance(board, EscapedLine):
                told = board.text.strip()
                if told.startswith(f"{extras.NAME} "):
                    own = extras.load(told.removeprefix(extras.NAME))
                    self._individual = (own or {}).get("kind") == "individual"
            elif not board.is_text:
                self._board(board)
        if not self._boards:
            raise FileRefused(tell("This file has no boards."))
        method = self._found_method()
        self._settle_open(method)
        session: Document = {
            "format": FORMAT,
            "event": self._event,
            "kind": "teams" if self._teams else "pairs",
            "scoring": {"method": method},
            "contestants": [*self._ids.values()],
            "boards": [self._boards[number] for number in sorted(self._boards)],
        }
        if own is not None:
            extras.restore(session, own)
        self._found.session = session
        return self._found

    def _found_method(self) -> str:
        """Return the method: that of the tag, as far as such contestants have it."""
        if self._teams:
            return "board-a-match" if self._method == "board-a-match" else "imps"
        return "cross-imps" if self._method == "imps" else self._method or "matchpoints"

    def _board(self, board: Board) -> None:
        tags, faults = read_tags(board)
        if faults:
            first = faults[0]
            raise FileRefused(tell("Line {n}: {message}", n=first.line, message=first.message))
        self._about(board)
        self._totals(board)
        number = tags.number
        if not isinstance(number, int) or number < 1:
            return
        own = self._boards.setdefault(number, self._head(board, tags, number))
        table = board.tags.get("scoretable")
        if table is not None:
            for row in rows(table):
                self._row(own, row)
        else:
            self._game(own, board, tags)

    def _about(self, board: Board) -> None:
        """Read what the tags say of the whole session."""
        for name, key in (("event", "name"), ("site", "club"), ("date", "date")):
            value = _value(board, name)
            if value and key not in self._event:
                # an unknown day stands with question marks
                self._event[key] = value.replace(".", "-")[:200] if key == "date" else value[:200]
        scoring = _value(board, "scoring").upper()
        for sign, method in _METHODS:
            if sign in scoring and not self._method:
                self._method = method

    def _head(self, board: Board, tags: BoardTags, number: int) -> Document:
        found: Document = {"number": number, "results": []}
        dealer = None if tags.dealer is None else SEATS[tags.dealer]
        if dealer not in (None, dealer_of(number)):
            found["dealer"] = dealer
        if tags.vulnerable not in (None, vulnerable_of(number)):
            found["vulnerable"] = tags.vulnerable
        if any(tags.hands):
            found["deal"] = _value(board, "deal")
        return found

    def _contestant(self, key: str, names: str = "") -> str:
        one = self._ids.setdefault(key, {"id": key})
        # a file repeats the names with each table
        if names and "names" not in one:
            found = [name.strip()[:200] for name in re.split(r"\s[&+–-]\s", names)]
            one["names"] = [name for name in dict.fromkeys(found) if name]
        return key

    # --- a table of scores ----------------------------------------------------------------------

    def _row(self, board: Document, row: Mapping[str, str]) -> None:
        ns, ew = row.get("pairid_ns", ""), row.get("pairid_ew", "")
        # of single players our own remark tells the lines
        if not ns or not ew or self._individual:
            return
        found: Document = {"ns": ns, "ew": ew}
        for key, side in ((ns, "ns"), (ew, "ew")):
            self._contestant(key, row.get(f"names_{side}", ""))
        found |= {
            key: number for key in ("round", "table") if (number := whole_of(row.get(key, "")))
        }
        what = _outcome(board, row)
        found |= what
        if is_not_played(row.get("contract", "")):
            found["not_played"] = True
        elif not what:
            self._open.append((found, row))
        board["results"].append(found)
        texts = [row.get(f"mp_{side}") or row.get(f"imp_{side}", "") for side in ("ns", "ew")]
        self._found.lines.append(PublishedLine(board["number"], ns, ew, texts[0], texts[1]))

    def _settle_open(self, method: str) -> None:
        """Say what lines are that have no score: artificial if they have points, else the board was
        not played."""
        most = max(len(board["results"]) for board in self._boards.values())
        top = 2 * (most - 1)
        for line, row in self._open:
            found: Document = {}
            for side in ("ns", "ew"):
                percent = number_of(row.get(f"percentage_{side}", ""))
                points = number_of(row.get(f"mp_{side}", "") or row.get(f"imp_{side}", ""))
                if method != "matchpoints":
                    if points is not None:
                        found[side] = float(points)
                elif percent is not None:
                    found[side] = percent_code(percent)
                elif points is not None:
                    found[side] = award_code(points, top)
            if len(found) == 2:
                line["artificial"] = found
            else:
                line["not_played"] = True

    def _totals(self, board: Board) -> None:
        """Read the ranking."""
        for row in rows(board.tags.get("totalscoretable")):
            key = row.get("pairid") or row.get("playerid") or row.get("teamid") or ""
            if key:
                self._contestant(key, row.get("names", ""))
                total = row.get("totalscoremp") or row.get("totalscoreimp") or ""
                percent, rank = row.get("totalpercentage", ""), row.get("rank", "").strip("=")
                self._found.totals.append(PublishedTotal(key, total, percent, rank))

    # --- a game for each result -----------------------------------------------------------------

    def _game(self, own: Document, board: Board, tags: BoardTags) -> None:
        """Read the result of one game; there is none in a set of deals."""
        sides = self._sides(board)
        what = _played(own, tags)
        points = _by_side(_value(board, "scoreimp") or _value(board, "scoremp"))
        if sides is None or not (what or any(points)):
            return
        ns, ew = (self._contestant(one) for one in sides)
        found: Document = {"ns": ns, "ew": ew, **_seat(board), **what}
        own["results"].append(found)
        if not what:
            units = ("imp", "mp")
            both = zip(("ns", "ew"), points, strict=True)
            row = {f"{unit}_{side}": one for side, one in both for unit in units}
            self._open.append((found, row))
        self._found.lines.append(PublishedLine(own["number"], ns, ew, *points))

    def _sides(self, board: Board) -> tuple[str, str] | None:
        """Return who sat North-South and East-West: teams, or pairs by their ids or names."""
        home, visitors = _value(board, "hometeam"), _value(board, "visitteam")
        if home and visitors:
            self._teams = True
            closed = _value(board, "room").lower() == "closed"
            return (visitors, home) if closed else (home, visitors)
        pairs = _value(board, "pairns"), _value(board, "pairew")
        names = [_value(board, seat) for seat in ("north", "south", "east", "west")]
        if not all(names):
            return pairs if all(pairs) else None
        ns, ew = " & ".join(names[:2]), " & ".join(names[2:])
        if not all(pairs):
            pairs = ns, ew
        self._contestant(pairs[0], ns)
        self._contestant(pairs[1], ew)
        return pairs


def _outcome(board: Document, row: Mapping[str, str]) -> Document:
    """Return what happened in a row of a table of scores."""
    called, score = contract_of(row.get("contract", "")), whole_of(row.get("score_ns", ""))
    if score is None and (theirs := whole_of(row.get("score_ew", ""))) is not None:
        score = -theirs
    return outcome(
        board["number"],
        called,
        seat_of(row.get("declarer", "")),
        tricks_of(row.get("result", ""), called),
        lead_of(row.get("lead", "")),
        score,
        board.get("vulnerable"),
    )


def _played(board: Document, tags: BoardTags) -> Document:
    """Return what happened in a game of its own."""
    side, score, tricks = (tags.declarer or 0) % 2, None, None
    if tags.score is not None:
        by_declarer = of_side(tags.score, side, 0)
        score = -by_declarer if side else by_declarer
    if tags.result is not None:
        tricks = of_side(tags.result, side, HAND)
    called = contract_of(tags.contract.tag_value) if tags.contract else ""
    by = "" if tags.declarer is None else SEATS[tags.declarer]
    return outcome(board["number"], called, by, tricks, "", score, board.get("vulnerable"))


def _seat(board: Board) -> Document:
    """Return the round, the table and the room of a game."""
    found: Document = {}
    turn, table = whole_of(_value(board, "round")), _value(board, "table")
    if turn is not None and turn > 0:
        found["round"] = turn
    if table:
        found["table"] = whole_of(table) or table[:40]
    room = _value(board, "room").lower()
    if room in ("open", "closed"):
        found["room"] = room
    return found


def _by_side(text: str) -> tuple[str, str]:
    """Return the points of "NS 4 EW -4"."""
    words = text.upper().replace(":", " ").split()
    found = dict(zip(words[::2], words[1::2], strict=False))
    return found.get("NS", ""), found.get("EW", "")
