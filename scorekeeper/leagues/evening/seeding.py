"""The seeds of a knock-out: by the season's standings, by ratings, or by lot."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Final

from scorekeeper.leagues.results.ratings import ratings_of
from scorekeeper.leagues.results.standings import standings_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.schedules.units import Unit
from scorekeeper.store.league.state import Season

BY_STANDINGS, BY_RATING, BY_LOT = "standings", "ratings", "lot"
SEEDINGS: Final = (BY_STANDINGS, BY_RATING, BY_LOT)


def seeded(
    visit: LeagueVisit, season: Season | None, units: Sequence[Unit], by: str, lot: str = ""
) -> tuple[Unit, ...]:
    """Return the entrants, the best first. Pairs go by the places of both; players without a place
    come last, as listed. The ``lot`` is any text: the same text draws the same order."""
    place = _places(visit, season, by)
    if place is None:
        return tuple(sorted(units, key=lambda unit: _draw_key(unit, lot)))
    return tuple(sorted(units, key=lambda unit: sum(map(place, unit))))


def _places(visit: LeagueVisit, season: Season | None, by: str) -> Callable[[int], int] | None:
    if by == BY_LOT:
        return None
    if by == BY_RATING:
        order = [one.player for one in ratings_of(visit, "").rows]
        known = {player: place for place, player in enumerate(order, 1)}
    else:
        ranked = standings_of(visit, season) if season else ()
        known = {one.player: one.place for one in ranked if one.place}
    return lambda player: known.get(player, len(known) + 1)


def _draw_key(unit: Unit, lot: str) -> str:
    return hashlib.sha256(f"{lot} {unit}".encode()).hexdigest()
