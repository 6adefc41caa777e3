"""The table of teams after their matches: two points for a match won, one for a tie."""

from collections.abc import Iterable
from typing import Final, NamedTuple

WON: Final = 2
TIED: Final = 1


class MatchScore(NamedTuple):
    """A match that is over: its teams, the boards that each won, their points at the tables."""

    teams: tuple[int, int]
    boards: tuple[int, int]
    points: tuple[int, int]


class TeamRow(NamedTuple):
    """A team's line: its place (shared where nothing separates two), matches, what they came to,
    boards and points at the tables, each for and against, and the match points."""

    place: int
    team: int
    played: int
    won: int
    tied: int
    lost: int
    boards: tuple[int, int]
    points: tuple[int, int]
    total: int


def walkover_score(teams: tuple[int, int], side: int, boards: int) -> MatchScore:
    """Return the score of a match that a side (0 or 1) won without play: all boards, no points."""
    won = (boards, 0) if side == 0 else (0, boards)
    return MatchScore(teams, won, (0, 0))


def team_table(teams: int, matches: Iterable[MatchScore]) -> list[TeamRow]:
    """Return the teams, the best first: by match points, then by the difference of boards, then by
    that of the points at the tables."""
    rows = [TeamRow(0, team, 0, 0, 0, 0, (0, 0), (0, 0), 0) for team in range(teams)]
    for match in matches:
        for side, team in enumerate(match.teams):
            rows[team] = _with_match(rows[team], match, side)
    rows.sort(key=lambda row: (*_better(row), row.team))
    places: list[TeamRow] = []
    for number, row in enumerate(rows, 1):
        level = bool(places) and _better(places[-1]) == _better(row)
        places.append(row._replace(place=places[-1].place if level else number))
    return places


def _with_match(row: TeamRow, match: MatchScore, side: int) -> TeamRow:
    ours, theirs = match.boards[side], match.boards[1 - side]
    won, tied = ours > theirs, ours == theirs
    return row._replace(
        played=row.played + 1,
        won=row.won + won,
        tied=row.tied + tied,
        lost=row.lost + (ours < theirs),
        boards=(row.boards[0] + ours, row.boards[1] + theirs),
        points=(row.points[0] + match.points[side], row.points[1] + match.points[1 - side]),
        total=row.total + (WON if won else TIED if tied else 0),
    )


def _better(row: TeamRow) -> tuple[int, int, int]:
    """Less is better."""
    boards, points = row.boards[1] - row.boards[0], row.points[1] - row.points[0]
    return -row.total, boards, points
