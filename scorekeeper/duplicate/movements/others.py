"""Movements of single players and of teams."""

from collections.abc import Sequence
from typing import Final

from scorekeeper.duplicate.movements.plans import (
    Movement,
    MovementRefused,
    RoundPlan,
    TablePlan,
    board_set,
    nearest_size,
)
from scorekeeper.schedules.rounds import Round
from scorekeeper.schedules.starters import complete_tournament
from scorekeeper.schedules.swiss import swiss_round
from scorekeeper.schedules.units import team_rounds
from scorekeeper.sentences import tell

SWISS: Final = "swiss"
TWO: Final = range(2, 3)
"""A match is of two teams."""


def individual(players: int, boards: int, rounds: int | None, switched: int) -> Movement:
    """Return an individual: everybody partners everybody once and opposes everybody twice."""
    whole = complete_tournament(range(1, players + 1))
    _as_long_as_it_is(rounds, len(whole), switched)
    size = nearest_size(boards, len(whole))
    plan = []
    for number, one in enumerate(whole):
        held = board_set(number, size)
        tables = [
            TablePlan(place, (n, s), (e, w), held, shared=True)
            for place, (n, e, s, w) in enumerate(one.tables, 1)
        ]
        plan.append(RoundPlan(number + 1, tuple(tables)))
    tables_there = players // 4
    return Movement("individual", players, tables_there, size, size * len(plan), 1, tuple(plan))


def round_robin(teams: int, boards: int, rounds: int | None, switched: int) -> Movement:
    """Return a round robin: every two teams meet once, in two rooms, on the same boards as all
    others in that round."""
    return _matches("round-robin", teams, boards, rounds, switched)


def head_to_head(teams: int, boards: int, rounds: int | None, switched: int) -> Movement:
    """Return one match of two teams."""
    return _matches("head-to-head", teams, boards, rounds, switched)


def _matches(kind: str, teams: int, boards: int, rounds: int | None, switched: int) -> Movement:
    most = teams - 1 + teams % 2
    _as_long_as_it_is(rounds, most, switched)
    size = nearest_size(boards, most)
    robin = team_rounds([(team,) for team in range(1, teams + 1)], most)
    plan = tuple(_round(number, one, size) for number, one in enumerate(robin, 1))
    return Movement(kind, teams, _tables(teams), size, size * most, 1, plan)


def _round(number: int, matches: Round, size: int) -> RoundPlan:
    """Return a round of matches, each in two rooms, on the boards of that round."""
    held = board_set(number - 1, size)
    tables = []
    for match, (home, away) in enumerate(matches.tables):
        tables += [
            TablePlan(2 * match + 1, (home,), (away,), held, True, room="open"),
            TablePlan(2 * match + 2, (away,), (home,), held, True, room="closed"),
        ]
    return RoundPlan(number, tuple(tables), matches.byes)


def _tables(teams: int) -> int:
    return teams // 2 * 2


def swiss(teams: int, rounds: int, size: int) -> Movement:
    """Return Swiss teams: so many rounds of so many boards. The first round is as the teams are
    numbered, the others are drawn with `swiss_draw`."""
    first = swiss_draw(range(1, teams + 1), (), size)
    return Movement(SWISS, teams, _tables(teams), size, size * rounds, 1, (first,), rounds - 1)


def swiss_draw(standing: Sequence[int], played: Sequence[Round], size: int) -> RoundPlan:
    """Return the round after those `played`, of so many boards, by the `standing` of the teams, the
    best first: it meets the next best that it has not met. The lowest without a bye has one."""
    return _round(len(played) + 1, swiss_round(standing, played, TWO), size)


def _as_long_as_it_is(rounds: int | None, known: int, switched: int) -> None:
    if rounds not in (None, known):
        raise MovementRefused(tell("This movement has {n} {n:round|rounds}.", n=known))
    if switched:
        raise MovementRefused(tell("Only a Mitchell has rounds with the directions exchanged."))
