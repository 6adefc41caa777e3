"""Figures of a league's players, and its records with the game that each was set in."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection

from scorekeeper.leagues.results.games import GameOfLeague, games_by_id, scope_of
from scorekeeper.leagues.results.standings import FORM
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.standings.counted import BYE_LETTER, Streaks, longest_streak, streaks_in
from scorekeeper.standings.finished import HeadToHead, Sums
from scorekeeper.store.league import results
from scorekeeper.store.league.results import Scope
from scorekeeper.store.league.state import Player, Season
from scorekeeper.store.schema.league import Result
from scorekeeper.store.sql.database import reading
from scorekeeper.tables.own_games import game_named

# --- players ------------------------------------------------------------------------------------


class PlayerStatistics(NamedTuple):
    """A player's figures: their sums by game, those with each partner and against each opponent,
    by number (the one met most first), their winning streaks, and how their last games ended, as
    letters, the newest last."""

    by_game: Mapping[str, Sums]
    partners: Mapping[int, HeadToHead]
    opponents: Mapping[int, HeadToHead]
    streaks: Streaks
    form: str


class ListedPlayer(NamedTuple):
    """A player of the league, and what their games of all seasons add up to."""

    player: Player
    name: str
    sums: Sums


def player_of(
    visit: LeagueVisit, player: int, season: Season | None = None, game: str | None = None
) -> PlayerStatistics:
    """Return the statistics of a player, of a season and a game or of all."""
    scope = scope_of(visit, season, game)
    with reading() as connection:
        by_game = results.totals_by_game(connection, scope, player)
        pairs = results.pair_totals(connection, scope, player)
        letters = "".join(letter for letter, _ in results.endings(connection, scope, player))
    met = sorted(pairs.items(), key=lambda one: (-one[1].games, visit.names[one[0][0]]))
    return PlayerStatistics(
        by_game,
        {other: record for (other, partners), record in met if partners and record.games},
        {other: record for (other, partners), record in met if not partners and record.games},
        streaks_in(letters.replace(BYE_LETTER, "")),
        letters[-FORM:],
    )


def all_players(visit: LeagueVisit) -> Sequence[ListedPlayer]:
    """Return all present and former players, by name, without merged ones."""
    with reading() as connection:
        totals = results.player_totals(connection, scope_of(visit))
    played = {one.player: one for one in totals}
    rows = [
        ListedPlayer(one, visit.names[one.number], played.get(one.number, Sums(one.number)))
        for one in visit.league.players.values()
        if one.into is None
    ]
    return sorted(rows, key=lambda one: one.name.casefold())


# --- records ------------------------------------------------------------------------------------

DEAL: Final = "deal"
GAME: Final = "game"
MARGIN: Final = "margin"
TALLIED: Final = "tallied in a game"
STREAK: Final = "streak"

MOST: Final = ("won", "games")
"""What is counted over all games: wins, games."""
BIDS: Final = "kept"
"""Bids made, over all games; always of players, even where pairs are ranked."""
NAMED: Final = 3
"""So many who share a record are named beside it."""
IN_ALL: Final = "tallied"
"""What a game counts beside points, over all games of its kind: bags and the like."""


class LeagueRecord(NamedTuple):
    """A record: what it is of, its figure (with the handicap), who holds it, perhaps several. It
    was set in a ``game`` (None: in all of them, or by each in another), by its ``side``, in the
    ``deal`` of that number."""

    kind: str
    figure: int
    players: Sequence[int]
    game: GameOfLeague | None = None
    side: int = 0
    deal: int | None = None

    @property
    def is_shared(self) -> bool:
        """Return whether so many share it that their names need a place of their own."""
        return self.game is None and len(self.players) > NAMED


_Held = tuple[int, LeagueRecord]
"""The id of a game, and the record set in it as far as results say; without players: those of the
side hold it."""


def records_of_game(visit: LeagueVisit, season: Season | None, game: str) -> Sequence[LeagueRecord]:
    """Return those that are counted in points, which only games of one kind (a slug) can be
    compared by, of a season or of all."""
    scope = scope_of(visit, season, game)
    with reading() as connection:
        held = [*_in_points(connection, scope)]
        tallies = len(game_named(game).tallies) == 1
        if tallies and (most := results.highest(connection, scope, "tallied")):
            held.append(_held(TALLIED, most.tallied, most))
        totals = results.player_totals(connection, scope)
    return [*_with_games(visit, held), *(_most(totals, IN_ALL) if tallies else ())]


def records_of(
    visit: LeagueVisit, season: Season | None, game: str | None = None
) -> Sequence[LeagueRecord]:
    """Return those that can be counted over all games: streaks, wins, bids made."""
    scope = scope_of(visit, season, game)
    with reading() as connection:
        totals = results.player_totals(connection, scope)
        streaks = [*_streaks(connection, scope, [one.player for one in totals])]
        bidders = results.player_totals(connection, scope._replace(units=False))
    found = [*_with_games(visit, streaks)]
    if len(found) > 1:  # six times the same words and figure say no more than once
        holders = [player for one in found for player in one.players]
        found = [LeagueRecord(STREAK, found[0].figure, holders)]
    return [*found, *_most(totals, *MOST), *_most(bidders, BIDS)]


def _held(kind: str, figure: int, by: Result) -> _Held:
    unit = (by.player,) if by.player < 0 else ()
    return by.game_id, LeagueRecord(kind, figure, unit, side=by.side)


def _in_points(connection: Connection, scope: Scope) -> Iterator[_Held]:
    if best := results.best_deal(connection, scope):
        game, record = _held(DEAL, best.top or 0, best)
        yield game, record._replace(deal=best.top_deal)
    if most := results.highest(connection, scope, "points"):
        yield _held(GAME, most.points, most)
    if widest := results.widest_margin(connection, scope):
        first, ahead = widest
        yield _held(MARGIN, ahead, first)


def _streaks(connection: Connection, scope: Scope, players: Sequence[int]) -> Iterator[_Held]:
    """Yield the longest winning streak, of two games at least; of equal ones all."""
    found: list[tuple[int, int, int]] = []
    for player in players:
        ended = results.endings(connection, scope, player)
        played = [(letter, game) for letter, game in ended if letter != BYE_LETTER]
        length, last = longest_streak("".join(letter for letter, _ in played))
        if length > 1:
            found.append((length, player, played[last][1]))
    most = max((length for length, _, _ in found), default=0)
    for length, player, game in found:
        if length == most:
            yield game, LeagueRecord(STREAK, length, [player])


def _most(totals: Sequence[Sums], *kinds: str) -> Iterator[LeagueRecord]:
    for kind in kinds:
        if most := max((getattr(one, kind) for one in totals), default=0):
            players = [one.player for one in totals if getattr(one, kind) == most]
            yield LeagueRecord(kind, most, players)


def _with_games(visit: LeagueVisit, held: Sequence[_Held]) -> Iterator[LeagueRecord]:
    played = games_by_id(visit, [game for game, _ in held])
    for number, one in held:
        game = played[number]
        side = next(side for side in game.sides if side.number == one.side)
        low = one.kind == GAME and game.low  # results have such points as minus
        figure = -one.figure if low else one.figure
        yield one._replace(figure=figure, players=one.players or side.players, game=game)
