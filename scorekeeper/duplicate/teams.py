"""Teams of four: boards compared between two rooms, matches, and their victory points."""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from scorekeeper.duplicate.imps import against, victory_points
from scorekeeper.duplicate.points import NOT_PLAYED, SPLIT, LinePoints, weighted_text, words
from scorekeeper.duplicate.session import (
    EW,
    IMP_SIGNS,
    NS,
    Award,
    BoardPlayed,
    Half,
    Line,
    Number,
    Outcomes,
    Session,
)
from scorekeeper.sentences import tell


class Match(msgspec.Struct):
    """A match: its round, both teams, what each has board by board."""

    round: int | None
    teams: tuple[str, str]
    values: list[tuple[Number, Number]] = []

    def net(self, side: int) -> Number:
        """Return the net IMPs of the first or the second team."""
        return sum(two[side] for two in self.values)

    def won(self, side: int) -> Number:
        """Return the IMPs that the first or the second team won."""
        return sum(max(two[side], 0) for two in self.values)

    def vps(self, side: int, boards: int | None) -> Fraction:
        """Return the victory points of the first or the second team."""
        return victory_points(self.net(side), boards or len(self.values))


def team_board(session: Session, board: BoardPlayed) -> list[LinePoints]:
    """Return what each line of a board brings the teams that sat there, compared with the other
    room of the match."""
    rooms = {(line.round, line.ns[0], line.ew[0]): line for line in board.lines}
    found = []
    for line in board.lines:
        other = rooms.get((line.round, line.ew[0], line.ns[0]))
        mine, theirs = line.halves, other.halves[::-1] if other else (None, None)
        values = [
            _value(session, mine[side], theirs[side], other is None, 1 - 2 * side)
            for side in (NS, EW)
        ]
        text, rule = _why(session, line, other, values)
        found.append(LinePoints(values, text, rule))
    return found


def _value(session: Session, ours: Half, theirs: Half, alone: bool, sign: int) -> Number | None:
    """Return what a team has of a board, given its halves in both rooms; `sign` −1: it sits
    East-West in this one."""
    award = next((half for half in (ours, theirs) if isinstance(half, Award)), None)
    if award is not None:
        return None if session.scoring.by_percent else _award(session, award)
    if alone or ours is None or theirs is None:
        return None
    assert not isinstance(ours, Award)
    assert not isinstance(theirs, Award)
    if session.scoring.by_percent:
        return _compared(ours, theirs, sign) * session.scoring.per_win / 2
    return against(ours, theirs) * sign


def _award(session: Session, award: Award) -> Number:
    if not isinstance(award.code, str):
        return award.code
    return IMP_SIGNS[award.code] * session.scoring.average_imps


def _compared(ours: Outcomes, theirs: Outcomes, sign: int) -> Fraction:
    """Return 2 for a better score in our room than in theirs, 1 for an equal one."""
    return Fraction(
        sum(
            weight * other * (1 + _order((score - score2) * sign))
            for weight, score in ours
            for other, score2 in theirs
        )
    )


def _order(difference: int) -> int:
    return (difference > 0) - (difference < 0)


def _why(
    session: Session, line: Line, other: Line | None, values: Sequence[Number | None]
) -> tuple[str, str]:
    """Return why a line has its points, and by which rule."""
    both = (*line.halves, *(other.halves if other else ()))
    rule = session.scoring.method
    if any(isinstance(half, Award) for half in both):
        return tell("ruled by the director"), "average"
    if None in line.halves or (other and None in other.halves):
        return tell(NOT_PLAYED), "not-played"
    if other is None:
        return tell("the result of the other room is missing"), rule
    if line.is_split or other.is_split:
        return tell(SPLIT), "split"
    for half in (line.halves[NS], other.halves[NS]):
        if half is not None and not isinstance(half, Award) and len(half) > 1:
            return weighted_text(half), "weighted"
    return (
        tell(
            "{ours} here and {theirs} in the other room: a difference of {n}",
            ours=line.score or 0,
            theirs=other.score or 0,
            n=words((line.score or 0) - (other.score or 0)),
        ),
        rule,
    )


def matches_of(session: Session, scored: Sequence[Sequence[LinePoints]]) -> list[Match]:
    """Return the matches in order of their rounds; a board counts once, by either of its lines."""
    found: dict[tuple[int | None, frozenset[str]], Match] = {}
    for board, points in zip(session.boards, scored, strict=True):
        counted: set[tuple[int | None, frozenset[str]]] = set()
        for line, one in zip(board.lines, points, strict=True):
            key = line.round, frozenset((line.ns[0], line.ew[0]))
            match = found.get(key)
            if match is None:
                match = found[key] = Match(line.round, (line.ns[0], line.ew[0]), [])
            ns, ew = one.values
            if key in counted or ns is None or ew is None:
                continue
            counted.add(key)
            match.values.append((ns, ew) if line.ns[0] == match.teams[0] else (ew, ns))
    return sorted(found.values(), key=lambda match: match.round or 0)
