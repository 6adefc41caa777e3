"""A session document in, the result document out."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, cast

from scorekeeper.duplicate.points import LinePoints, PairPoints, award_percentages
from scorekeeper.duplicate.reading import read_session
from scorekeeper.duplicate.session import (
    NS,
    BoardPlayed,
    Line,
    Number,
    Planned,
    Session,
    shown,
)
from scorekeeper.duplicate.teams import Match, matches_of, team_board
from scorekeeper.duplicate.totals import fields_of, has_vps, natural, sums_of
from scorekeeper.sheet.documents import Document, SheetRefused

FORMAT: Final = "scorekeeper-duplicate-result/1"


def score(document: Any) -> Document:
    """Return the `DuplicateResult` of a `DuplicateSession`, or `Errors`."""
    try:
        return result(read_session(document))
    except SheetRefused as refused:
        return {"errors": refused.errors}


def result(session: Session) -> Document:
    """Return the result document."""
    between_rooms = session.scoring.method in ("imps", "board-a-match")
    if between_rooms:
        scored = [team_board(session, board) for board in session.boards]
    else:
        pairs = PairPoints(session)
        scored = [pairs.board(board) for board in session.boards]
    if session.scoring.by_percent:
        award_percentages(session, scored)
    matches = matches_of(session, scored) if between_rooms else None
    sums = sums_of(session, scored, matches)
    found: Document = {
        "format": FORMAT,
        "kind": session.kind,
        "method": session.scoring.method,
        "boards": [*map(_board, [session] * len(scored), session.boards, scored)],
        "fields": [*fields_of(session, sums)],
    }
    if session.scoring.method == "imps":
        found["matches"] = [_match(session, match) for match in matches or ()]
    if session.planned is not None:
        found["missing"] = [*_missing(session)]
    found["warnings"] = session.warnings
    return found


def _board(session: Session, board: BoardPlayed, points: Sequence[LinePoints]) -> Document:
    head: Document = {
        "number": board.number,
        "dealer": board.dealer,
        "vulnerable": board.vulnerable,
    }
    if session.scoring.by_percent:
        head["top"] = session.top
    head["results"] = [*map(_line, board.lines, points)]
    return head


def _line(line: Line, points: LinePoints) -> Document:
    single = len(line.ns) == 1
    found: Document = {
        "ns": line.ns[0] if single else list(line.ns),
        "ew": line.ew[0] if single else list(line.ew),
        "score": line.score,
        "ns_points": _shown(points.values[NS]),
        "ew_points": _shown(points.values[1 - NS]),
    }
    if points.datum is not None:
        found["datum"] = shown(points.datum)
    found["why"] = {"text": points.text, "rule": points.rule}
    return found


def _shown(value: Number | None) -> int | float | None:
    return None if value is None else shown(value)


def _match(session: Session, match: Match) -> Document:
    order = (0, 1) if natural(match.teams[0]) < natural(match.teams[1]) else (1, 0)
    found: Document = {
        "round": match.round,
        "teams": [match.teams[side] for side in order],
        "boards": len(match.values),
        "imps": [shown(match.won(side)) for side in order],
    }
    if has_vps(session) and match.values:
        boards = session.scoring.vp_boards
        found["vps"] = [shown(match.vps(side, boards)) for side in order]
    return found


def _missing(session: Session) -> Iterator[Document]:
    """Yield the lines that the movement plans and that are not there: neither a line of that round
    and table, nor one of those contestants."""
    teams = session.kind == "teams"
    there: set[object] = set()
    for board in session.boards:
        for line in board.lines:
            there.add((board.number, line.round, line.table))
            there.add((board.number, _meeting(line.ns, line.ew, teams)))
    for one in cast(list[Planned], session.planned):
        if (one.board, one.round, one.table) in there:
            continue
        if (one.board, _meeting(one.ns, one.ew, teams)) not in there:
            yield {"round": one.round, "table": one.table, "board": one.board}


def _meeting(ns: tuple[str, ...], ew: tuple[str, ...], ordered: bool) -> object:
    """Return who met; of teams also in which room."""
    return (ns, ew) if ordered else frozenset((frozenset(ns), frozenset(ew)))
