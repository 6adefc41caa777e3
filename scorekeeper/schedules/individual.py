"""Individual play: everybody sits with ever other partners against ever other opponents."""

from collections.abc import Sequence
from itertools import islice
from math import ceil, comb, gcd

from scorekeeper.schedules.rounds import (
    Plan,
    Round,
    balance,
    next_rounds_of,
    sitting_out,
    table_sizes,
)
from scorekeeper.schedules.search import spread_rounds
from scorekeeper.schedules.starters import complete_tournament
from scorekeeper.schedules.units import team_rounds

FOUR = range(4, 5)
"""The size of a table that takes exactly four."""


def individual_rounds(
    players: Sequence[int],
    rounds: int,
    size: range = FOUR,
    partners: bool = True,
    played: Sequence[Round] = (),
    usual: int | None = None,
) -> Plan:
    """Return the next `rounds` rounds of the `players` who are there, after those `played` tonight.

    `size` is how many players a table of the game takes; `usual` is the size to prefer (None:
    four). With `partners` seats 0 and 2 play against 1 and 3, else all play alone. Too few
    players for one table: no rounds.

    A complete tournament is played as it is printed, and goes on so as long as nobody comes or
    leaves; an evening that is too short for it may find a more even plan. Nobody sits out twice
    before everybody did once, and of those who play the fewest meet again, partners before
    opponents. Players who have left count no more; one who comes late has sat out least, but plays
    first where possible.
    """
    sizes = table_sizes(len(players), size, usual)
    if {*sizes} <= {2}:
        return team_rounds([(player,) for player in players], rounds, played) if sizes else ()
    whole = complete_tournament(players) if {*sizes} == {4} else ()
    # else some never partner each other: after the last round others are seated together
    perfect = len(players) % 4 < 2
    printed = tuple(islice(next_rounds_of(whole, played, over_and_over=perfect), rounds))

    def filled_up(known: Plan) -> Plan:
        """Add rounds without a construction: first who sits out when, then who plays with whom."""
        settled: list[Round] = []
        for _ in range(rounds - len(known)):
            out = sitting_out(players, len(players) - sum(sizes), (*played, *known, *settled))
            settled.append(Round((tuple(one for one in players if one not in out),), out))
        return known + spread_rounds(settled, sizes, partners, (*played, *known))

    if not printed or len(played) + rounds >= len(whole) or (partners and played):
        return filled_up(printed)
    return min(printed, filled_up(()), key=lambda plan: _repeats(plan, partners))


def full_tournament_rounds(
    players: int, size: range = FOUR, partners: bool = True, usual: int | None = None
) -> int:
    """After how many rounds nobody has sat out more often than another and, if the tables come
    out so, everybody has met everybody: in partnerships 11 for 12 players, 13 for 13."""
    sizes = table_sizes(players, size, usual)
    if not sizes:
        return 0
    if partners and {*sizes} == {4}:
        return players - (players % 4 == 0)
    turns = players // gcd(players, players - sum(sizes))
    meetings = ceil(comb(players, 2) / sum(comb(seats, 2) for seats in sizes))
    return ceil(meetings / turns) * turns


def _repeats(plan: Plan, partners: bool) -> tuple[int, ...]:
    """Return how uneven a plan is: the worst repeat of partners, then of opponents, then how many
    meet again as opponents, then as either."""
    count = balance(plan, partners)
    again = (count.opponents, count.partners + count.opponents)
    squares = (sum(times * times for times in met.values()) for met in again)
    return count.partnered.most, count.opposed.most, *squares
