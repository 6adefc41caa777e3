"""Two players who are one: what merging them would move."""

from typing import NamedTuple

from scorekeeper.leagues.visited import Found
from scorekeeper.store import results
from scorekeeper.store.database import reading


class Merging(NamedTuple):
    """What would become the player ``into``'s: ``games`` and ``bonuses``; ``there``: the games that
    he has."""

    into: int
    games: int
    bonuses: int
    there: int


def merging(found: Found, player: int, into: int) -> Merging:
    """What merging a player into another would move."""
    with reading() as connection:
        totals = results.player_totals(connection, found.info.id)
    games = {one.player: one.games for one in totals}
    bonuses = sum(one.player == player for one in found.league.bonuses)
    return Merging(into, games.get(player, 0), bonuses, games.get(into, 0))
