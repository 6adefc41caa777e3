"""The standings of a season, from the sums of its players."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from heapq import nlargest
from itertools import groupby

from scorekeeper.standings.finished import Sums
from scorekeeper.standings.scoring import Scoring, scheme_of
from scorekeeper.standings.tie_breaks import Met, TieContext, break_ties


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A line of the standings.

    `place` is None where a player has too few games, and `missing` says how many they still need.
    `total` is with the `bonus`. `by` says what parts them from the next of those with the same
    total: "more wins (7 to 5)".
    """

    player: int
    place: int | None
    total: Fraction
    bonus: Fraction
    sums: Sums
    by: str = ""
    missing: int = 0


def standings(
    scoring: Scoring,
    sums: Iterable[Sums],
    met: Met,
    bonuses: Mapping[int, Fraction],
    lots: Sequence[Sequence[int]] = (),
) -> list[RankedPlayer]:
    """Return the players in order, those without a place last. A player with a bonus but no game is
    listed too. `lots` are the lots drawn, as in `TieContext`."""
    played = {one.player: one for one in sums}
    everybody = [*played.values(), *(Sums(player) for player in bonuses.keys() - played.keys())]
    rated = [_with_totals(scoring, one, bonuses.get(one.player, Fraction())) for one in everybody]
    rated.sort(key=_order)
    enough = [one for one in rated if not one.missing]
    context = TieContext(met, {one.player: one.total for one in rated}, lots)
    return [*_ranked(enough, scoring.ties, context), *rated[len(enough) :]]


def _with_totals(scoring: Scoring, sums: Sums, bonus: Fraction) -> RankedPlayer:
    missing = max(scoring.least, 1) - sums.games
    total = _total(scoring, sums) + bonus
    return RankedPlayer(sums.player, None, total, bonus, sums, missing=max(missing, 0))


def _total(scoring: Scoring, sums: Sums) -> Fraction:
    # averages are added here, as they are known only once all games of the season are summed
    a_deal = scheme_of(scoring).per == "deal"
    played = sums.games - sums.byes - sums.walkovers
    usual = (sums.worth - sums.given) / max(played, 1)
    if scoring.best is not None:
        best = nlargest(scoring.best, (*sums.best, *[usual] * sums.averaged))
        return sum(best, Fraction()) / (max(len(best), 1) if a_deal else 1)
    if a_deal:
        return sums.worth / max(sums.deals, 1)  # what has no deals leaves the average as it is
    return sums.worth + usual * sums.averaged


def _order(one: RankedPlayer) -> tuple[int, Fraction, int]:
    return one.missing, -one.total, one.player


def _ranked(
    rated: Sequence[RankedPlayer], ties: Sequence[str], context: TieContext
) -> Iterator[RankedPlayer]:
    """Return the players with enough games, in the order of their totals."""
    place = 1
    for _, level in groupby(rated, key=lambda one: one.total):
        known = {one.player: one for one in level}
        for part, by in break_ties([one.sums for one in known.values()], ties, context):
            for sums in part:
                yield replace(known[sums.player], place=place, by=by)
            place += len(part)


def movement(
    before: Sequence[RankedPlayer], after: Sequence[RankedPlayer]
) -> Mapping[int, int | None]:
    """Return by how many places each player has moved up (less than 0: down); None for a player who
    had no place before."""
    was = {one.player: one.place for one in before}
    return {
        one.player: None if (old := was.get(one.player)) is None else old - one.place
        for one in after
        if one.place is not None
    }
