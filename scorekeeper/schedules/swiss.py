"""Swiss pairing: the next round by the standings, the best against the next best."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, islice
from typing import Final

from scorekeeper.schedules.individual import FOUR
from scorekeeper.schedules.rounds import Round, balance, table_sizes
from scorekeeper.schedules.search import Price, rematch_price, seat_players
from scorekeeper.schedules.units import Preference, Unit, as_players, as_units, next_pairing, pair

FAR: Final = 1_000
"""How much more a rematch costs than standing far apart."""
MOST_OUTS: Final = 60
"""Where several sit out, the most choices of them tried for a round without a rematch."""


def swiss_round(
    standing: Sequence[int] | Sequence[Unit],
    played: Sequence[Round] = (),
    size: range = FOUR,
    partners: bool = True,
    usual: int | None = None,
) -> Round:
    """Return the next round after those `played`, by the `standing`, the best first.

    Pairs and teams, and single players at tables of two: the best against the next best whom they
    have not met, as long as that comes out for all. Single players in partnerships: 1st and 4th
    against 2nd and 3rd, no two partners again as long as that comes out. All alone: tables
    from the top, the fewest meeting again. Who sits out is the lowest who has done so least often.
    """
    units = [one if isinstance(one, tuple) else (one,) for one in standing]
    if any(len(unit) > 1 for unit in units) or size == range(2, 3):
        before = as_units(units, played)
        outs = _bye_candidates(range(len(units)), len(units) % 2, balance(before).byes)
        return as_players(units, next_pairing(range(len(units)), outs, before))
    players = [player for (player,) in units]
    return _individual_round(players, played, table_sizes(len(players), size, usual), partners)


def _individual_round(
    standing: Sequence[int], played: Sequence[Round], sizes: Sequence[int], partners: bool
) -> Round:
    """Return the next round of single players at tables of these sizes."""
    count = balance(played, partners)
    outs = _bye_candidates(standing, len(standing) - sum(sizes), count.byes)
    if partners and {*sizes} == {4}:
        twos, out = pair(standing, outs, count.partners, _fold_pairing(sum(sizes)))
        sides = zip(twos[::2], twos[1::2], strict=True)
        return Round(tuple((a, c, b, d) for (a, b), (c, d) in sides), out)
    playing = tuple(player for player in standing if player not in outs[0])
    return Round(
        seat_players(playing, sizes, partners, _price_by_standing(playing, rematch_price(count))),
        outs[0],
    )


def _bye_candidates(standing: Sequence[int], byes: int, had: Counter[int]) -> list[tuple[int, ...]]:
    """Return who may sit out: of those who did least often the lowest, then the next choices."""
    queue = sorted(reversed(standing), key=lambda one: had[one])
    most = max((had[one] for one in queue[:byes]), default=0)
    fixed = [one for one in queue[:byes] if had[one] < most]
    others = [one for one in queue if had[one] == most]
    choices = islice(combinations(others, byes - len(fixed)), MOST_OUTS)
    return [tuple(one for one in standing if one in fixed + [*some]) for some in choices]


def _fold_pairing(players: int) -> Preference:
    """Return the order of each player's partners by standing: of four the 1st with the 4th and the
    2nd with the 3rd, else the next best."""
    return lambda place: sorted(
        range(players), key=lambda other: abs(place // 4 * 4 + 3 - place % 4 - other)
    )


def _price_by_standing(standing: Sequence[int], price: Price) -> Price:
    """Return the price of meeting again, and where that is the same that of standing far apart."""
    places = {player: place for place, player in enumerate(standing)}
    return lambda one, other, together: (
        FAR * price(one, other, together) + (places[one] - places[other]) ** 2
    )
