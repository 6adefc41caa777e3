"""A player of a league: results by game, with partners, against opponents."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.leagues.results.games import scope_of
from scorekeeper.leagues.results.standings import ending_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.standings.counted import BYE_LETTER
from scorekeeper.standings.streaks import LAST, Ending, Streaks, streaks_in
from scorekeeper.store.league import results, results_read
from scorekeeper.store.league.results import PairTotals, PlayerTotals
from scorekeeper.store.league.state import Player, Season
from scorekeeper.store.sql.database import reading


class PlayerStatistics(NamedTuple):
    """A player's figures: their sums by game, those with each partner and against each opponent
    (the one met most first), their winning streaks, and how their last games ended, the newest
    last."""

    by_game: Mapping[str, PlayerTotals]
    partners: Sequence[PairTotals]
    opponents: Sequence[PairTotals]
    streaks: Streaks
    form: Sequence[Ending]


class ListedPlayer(NamedTuple):
    """A player of the league, and how many games they have played in all seasons."""

    player: Player
    name: str
    games: int
    won: int


def player_of(
    visit: LeagueVisit, player: int, season: Season | None = None, game: str | None = None
) -> PlayerStatistics:
    """Return the statistics of a player, of a season and a game or of all."""
    scope = scope_of(visit, season, game)
    number = season.number if season else None
    with reading() as connection:
        by_game = results_read.totals_by_game(connection, scope, player)
        pairs = results.pair_totals(connection, visit.info.id, number, game, player)
        rows = results_read.endings(connection, scope, player)
    streaks = streaks_in("".join(one.letter for one in rows if one.letter != BYE_LETTER))
    met = sorted(pairs, key=lambda one: (-one.games, visit.names[one.other]))
    return PlayerStatistics(
        {slug: one for slug, one in by_game.items() if game in (None, slug)},
        [one for one in met if one.together and one.games],
        [one for one in met if not one.together and one.games],
        streaks,
        [ending_of(one) for one in rows[-LAST:]],
    )


def all_players(visit: LeagueVisit) -> Sequence[ListedPlayer]:
    """Return all present and former players, by name, without merged ones."""
    with reading() as connection:
        totals = results.player_totals(connection, visit.info.id)
    played = {one.player: one for one in totals}
    rows = []
    for one in visit.league.players.values():
        own = played.get(one.number)
        if one.into is None:
            games, won = (own.games, own.won) if own else (0, 0)
            rows.append(ListedPlayer(one, visit.names[one.number], games, won))
    return sorted(rows, key=lambda one: one.name.casefold())
