"""Totals, percentages and places."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from scorekeeper.duplicate.points import LinePoints
from scorekeeper.duplicate.session import Contestant, Number, Session, rounded, shown
from scorekeeper.duplicate.teams import Match
from scorekeeper.sheet.documents import Document


class Sums(msgspec.Struct):
    """What a contestant has: points, boards that count, and what is added to the total."""

    points: Number = 0
    boards: int = 0
    more: Number = 0
    has_bye: bool = False


def sums_of(
    session: Session, scored: Sequence[Sequence[LinePoints]], matches: Sequence[Match] | None
) -> dict[str, Sums]:
    """Return the sums of every contestant."""
    found = {one: Sums() for one in session.contestants}
    if matches is None:
        _add_lines(session, scored, found)
    for match in matches or ():
        for side, team in enumerate(match.teams):
            found[team].points += match.net(side)
            found[team].boards += len(match.values)
            if has_vps(session) and match.values:
                found[team].more += match.vps(side, session.scoring.vp_boards)
    for adjustment in session.adjustments:
        points = adjustment.points
        if adjustment.of_top:
            points = Fraction(points * session.top) / 100
        found[adjustment.contestant].more += points
    for team, points in session.byes:
        found[team].more += points
        found[team].has_bye = True
    return found


def _add_lines(
    session: Session, scored: Sequence[Sequence[LinePoints]], found: dict[str, Sums]
) -> None:
    """Add the points of every line to whoever sat there."""
    for board, points in zip(session.boards, scored, strict=True):
        for line, one in zip(board.lines, points, strict=True):
            for sitting, value in zip(line.sides, one.values, strict=True):
                for name in sitting if value is not None else ():
                    found[name].points += value or 0
                    found[name].boards += 1


def has_vps(session: Session) -> bool:
    """Return whether matches bring victory points."""
    return session.scoring.method == "imps" and session.scoring.vp != "none"


def fields_of(session: Session, sums: dict[str, Sums]) -> Iterator[Document]:
    """Yield the rankings: of all, or of North-South and East-West apart."""
    most = max((one.boards for one in sums.values()), default=0)
    if session.scoring.winners == 1:
        yield _field(session, "all", [*session.contestants.values()], sums, most)
        return
    for name in ("NS", "EW"):
        there = [one for one in session.contestants.values() if one.direction == name]
        yield _field(session, name, there, sums, most)


def _field(
    session: Session, name: str, there: Sequence[Contestant], sums: dict[str, Sums], most: int
) -> Document:
    ranked = []
    for one in there:
        own = sums[one.id]
        if own.boards or own.has_bye:
            total = rounded(_total(session, own, most), Fraction(1, 100))
            ranked.append((-total, natural(one.id), one.id, own))
    ranked.sort(key=lambda line: line[:2])
    lines: list[Document] = []
    before: Number | None = None
    for place, (total, _, key, own) in enumerate(ranked, 1):
        rank = lines[-1]["rank"] if total == before else place
        before = total
        line = {
            "id": key,
            "boards": own.boards,
            "points": shown(own.points),
            "total": shown(-total),
        }
        if session.scoring.by_percent:
            line["percent"] = shown(_percent(session, own, most))
        lines.append({**line, "rank": rank})
    return {"name": name, "ranking": lines}


def _total(session: Session, sums: Sums, most: int) -> Number:
    """Return a total: at matchpoints as if everybody had played as many boards."""
    if session.scoring.by_percent and sums.boards:
        return Fraction(sums.points * most) / sums.boards + sums.more
    if has_vps(session):
        return sums.more
    return sums.points + sums.more


def _percent(session: Session, sums: Sums, most: int) -> Number:
    # where one result was due there is no top, and each is an average
    if not session.top or not most:
        return 50
    return Fraction(_total(session, sums, most) * 100) / (session.top * most)


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return a key by which people count: 2 before 10, 2EW before 2NS."""
    parts = re.findall(r"[0-9]{1,18}|[^0-9]+|[0-9]", text)
    return tuple((0, int(one), "") if one.isdecimal() else (1, 0, one) for one in parts)
