"""Pairs and teams that stay together all evening: each meets each other one."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, count, islice

from scorekeeper.schedules.rounds import (
    Plan,
    Round,
    Seating,
    Two,
    balance,
    next_rounds_of,
    sitting_out,
)

Unit = tuple[int, ...]
"""Players who stay together: one alone, a pair, a team of four."""


def team_rounds(teams: Sequence[Unit], rounds: int, played: Sequence[Round] = ()) -> Plan:
    """Return the next `rounds` rounds of fixed teams after those `played`: a round robin, over and
    over; of pairs a Howell movement.

    A team is one player, a pair, or several pairs, which sit North-South and East-West by turns: a
    match of fours is two tables. The last of a team of three or five has leave. When somebody comes
    late or leaves, those meet who have met least.
    """
    if len(teams) < 2:
        return ()
    before = as_units(teams, played)
    robin = tuple(_round_robin(len(teams)))
    coming = tuple(islice(next_rounds_of(robin, before), rounds)) or _least_met_rounds(
        len(teams), rounds, before
    )
    return tuple(as_players(teams, one) for one in coming)


def next_pairing(order: Sequence[int], outs: Sequence[Unit], before: Sequence[Round]) -> Round:
    """Return the next round of units: the first in the `order` against the next, the fewest meeting
    again. Of two who meet it is North-South who was it less."""
    tables = [table for one in before for table in one.tables]
    north = Counter(home for home, _ in tables)
    north.subtract(away for _, away in tables)
    met = balance(before, partners=False).opponents
    meetings, out = pair(order, outs, met, lambda place: range(len(order)))
    return Round(tuple((b, a) if north[a] > north[b] else (a, b) for a, b in meetings), out)


def as_units(teams: Sequence[Unit], played: Sequence[Round]) -> Plan:
    """Return what was played, told of teams by their places; who is in none of them is -1."""
    team_of = {player: place for place, team in enumerate(teams) for player in team}
    return tuple(_as_units_round(team_of, one) for one in played)


def as_players(teams: Sequence[Unit], one: Round) -> Round:
    """Return a round of teams with their players at the tables."""
    tables = [table for home, away in one.tables for table in _match(teams[home], teams[away])]
    there = [player for team in (*sum(one.tables, ()), *one.byes) for player in teams[team]]
    playing = {*sum(tables, ())}
    return Round(tuple(tables), tuple(player for player in there if player not in playing))


def _match(home: Unit, away: Unit) -> Iterator[Seating]:
    """Yield the tables of one match."""
    if min(len(home), len(away)) == 1:
        yield home[0], away[0]
    for seat in range(0, min(len(home), len(away)) - 1, 2):
        ours, theirs = home[seat : seat + 2], away[seat : seat + 2]
        north, east = (theirs, ours) if seat % 4 else (ours, theirs)
        yield north[0], east[0], north[1], east[1]


def _as_units_round(team_of: dict[int, int], one: Round) -> Round:
    """Return a round of players told of teams: a match stands once, with its first table."""
    matches: dict[frozenset[int], tuple[int, int]] = {}
    for seating in one.tables:
        home, away = (team_of.get(player, -1) for player in seating[:2])
        if home != away:
            matches.setdefault(frozenset((home, away)), (home, away))
    playing = {-1}.union(*matches)
    sat = dict.fromkeys(team_of.get(player, -1) for player in one.byes)
    return Round(tuple(matches.values()), tuple(team for team in sat if team not in playing))


def _round_robin(units: int) -> Iterator[Round]:
    """Yield everybody against everybody, and again with the sides changed: the circle method. Those
    meet who are equally far from one of them, who meets the last unit, or sits out where there is
    none."""
    circle = units - 1 + units % 2
    for back in (0, 1):
        for turn in range(circle):
            apart = range(1, (circle + 1) // 2)
            meetings = [((turn + i) % circle, (turn - i) % circle, i) for i in apart]
            last = [] if units % 2 else [(turn, units - 1, turn)]
            tables = [(a, b) if (by + back) % 2 else (b, a) for a, b, by in (*last, *meetings)]
            yield Round(tuple(tables), (turn,) if units % 2 else ())


def _least_met_rounds(units: int, rounds: int, before: Plan) -> Plan:
    """Rounds in which those meet who have met least."""
    everybody, known = range(units), before
    for _ in range(rounds):
        out = sitting_out(everybody, units % 2, known)
        known = (*known, next_pairing(everybody, [out], known))
    return known[len(before) :]


Pairs = tuple[tuple[int, int], ...]
Preference = Callable[[int], Sequence[int]]
"""The places that the one at a place would meet, the best first."""


def pair(
    order: Sequence[int],
    outs: Sequence[tuple[int, ...]],
    met: Counter[Two],
    liked: Preference,
) -> tuple[Pairs, tuple[int, ...]]:
    """Return everybody in pairs with as few repeats as can be, and who is left out.

    `outs` says who may be left out, the most deserving first; `met` counts the meetings so far.
    The first in the `order` meets the next one, or whom it likes best, of those with whom the
    rest comes out, and so on downwards.
    """
    least = min((met[frozenset(two)] for two in combinations(order, 2)), default=0)
    for spare in count():
        for out in outs:
            playing = [one for one in order if one not in out]
            again = [
                [met[frozenset((one, other))] - least if one != other else 0 for other in playing]
                for one in playing
            ]
            pairs = _pairs(again, liked, spare)
            if pairs is not None:
                return tuple((playing[one], playing[other]) for one, other in pairs), out
    raise AssertionError("with repeats enough there is always a way")


def _pairs(again: Sequence[Sequence[int]], liked: Preference, spare: int) -> Pairs | None:
    """Pairs of places with no more than `spare` repeats, if there is a way: each is tried unless it
    cannot come out. The places that are left are bits of a number."""
    fresh = [sum(1 << other for other, times in enumerate(row) if not times) for row in again]

    @cache
    def pairs(left: int, spare: int) -> Pairs | None:
        if not left:
            return ()
        if _left_over(left, fresh) > 2 * spare:
            return None
        first = _lowest(left)
        # looks ahead: after 1-2, 3-4 and 5-6 the nearest not yet met, 1-3 and 2-4, leave 5-6 again
        for other in liked(first):
            rest = left & ~(1 << first | 1 << other)
            if other == first or not left >> other & 1 or again[first][other] > spare:
                continue
            if (found := pairs(rest, spare - again[first][other])) is not None:
                return ((first, other), *found)
        return None

    return pairs((1 << len(again)) - 1, spare)


def _left_over(left: int, fresh: Sequence[int]) -> int:
    """Return a lower bound on how many players cannot be paired without a rematch.

    By the Tutte-Berge formula: take a few players away; of each odd component that is left, one
    player needs one of those few. Here the few are those who have met the fewest.
    """
    places = [place for place in range(len(fresh)) if left >> place & 1]
    places.sort(key=lambda place: -(fresh[place] & left).bit_count())
    most = 0
    for few in range(len(places) // 2 + 1):
        most = max(most, _odd_parts(left, fresh) - few)
        left &= ~(1 << places[few])
    return most


def _odd_parts(left: int, fresh: Sequence[int]) -> int:
    """Return the number of components of odd size, where only players who have not met are
    joined."""
    odd = 0
    while left:
        part, edge = 0, left & -left
        while edge:
            place = _lowest(edge)
            part |= 1 << place
            edge = (edge | fresh[place] & left) & ~part
        odd += part.bit_count() % 2
        left &= ~part
    return odd


def _lowest(places: int) -> int:
    return (places & -places).bit_length() - 1
