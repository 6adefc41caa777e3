"""Two players who are one: what merging them would move."""

from typing import Final, NamedTuple

from sqlalchemy import Connection

from scorekeeper.leagues.visit import Found
from scorekeeper.store.league import results
from scorekeeper.store.sql.database import reading

MET: Final = "These players met at a table, so they can't be merged."


class Merging(NamedTuple):
    """What would become the player ``into``'s: ``games`` and ``bonuses``; ``there``: the games that
    he has; ``met`` says that they have played at one table, so that they are not one person."""

    into: int
    games: int
    bonuses: int
    there: int
    met: bool

    @property
    def refusal(self) -> str:
        """Why they cannot be merged; empty if they can."""
        return MET if self.met else ""


def merging(found: Found, player: int, into: int) -> Merging:
    """What merging a player into another would move."""
    with reading() as connection:
        totals = results.player_totals(connection, found.info.id)
        met = have_met(connection, found.info.id, player, into)
    games = {one.player: one.games for one in totals}
    bonuses = sum(one.player == player for one in found.league.bonuses)
    return Merging(into, games.get(player, 0), bonuses, games.get(into, 0), met)


def have_met(connection: Connection, league_id: int, one: int, other: int) -> bool:
    """Whether two players of the league have ever played at one table."""
    met = results.pair_totals(connection, league_id, player=one)
    return any(pair.other == other for pair in met)
