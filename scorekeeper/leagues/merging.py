"""The preview of merging two players."""

from typing import Final, NamedTuple

from sqlalchemy import Connection

from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import phrase, tell
from scorekeeper.store.league import results
from scorekeeper.store.sql.database import reading

PLAYED_TOGETHER: Final = phrase("These players met at a table, so they can't be merged.")


class MergePreview(NamedTuple):
    """A merge as it would be: the ``games`` and ``bonuses`` that become the player ``into``'s;
    ``into_games``: the games that this one has; ``played_together``: they have played at one table,
    so they are not one person."""

    into: int
    games: int
    bonuses: int
    into_games: int
    played_together: bool

    @property
    def reason_refused(self) -> str:
        """The reason why they cannot be merged; empty if they can."""
        return tell(PLAYED_TOGETHER) if self.played_together else ""


def preview_merge(visit: LeagueVisit, player: int, into: int) -> MergePreview:
    """Return what merging a player into another would move."""
    with reading() as connection:
        totals = results.player_totals(connection, visit.info.id)
        met = have_played_together(connection, visit.info.id, player, into)
    games = {one.player: one.games for one in totals}
    bonuses = sum(one.player == player for one in visit.league.bonuses)
    return MergePreview(into, games.get(player, 0), bonuses, games.get(into, 0), met)


def have_played_together(connection: Connection, league_id: int, one: int, other: int) -> bool:
    """Return whether two players of the league have ever played at one table."""
    met = results.pair_totals(connection, league_id, player=one)
    return any(pair.other == other for pair in met)
