"""The games of a league and their results: a row per player and game, and sums of these rows.

Everything here can be made again from ``LeagueGame.played`` and the league's records; it is written
in ``running_sums.py``.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Table, bindparam, func, insert, select, update

from scorekeeper.store.schema.league import RULED_ON, LeagueGame, PairSum, PlayerSum, ResultRow
from scorekeeper.store.schema.table import GameTable, Json


class GameRow(NamedTuple):
    """A game of a league; columns as in ``LeagueGame``, the rules of its table (None: imported)."""

    id: int
    table_id: int | None
    imported: int | None
    season: int
    game: str
    day: str | None
    first_ended: int | None
    ended: int | None
    played: Json | None
    counts: str
    variant: str | None
    options: Json | None
    deleted: int | None = None


class GameAt(NamedTuple):
    """The game at a league's table: in which season it was begun, why it does not count; the
    evening or team league for which it was opened, by the number of its record, and its round or
    match there."""

    id: int
    season: int
    counts: str
    evening: int | None
    round: int | None


class Result(NamedTuple):
    """A game's result for one player; columns as in ``ResultRow``."""

    game_id: int
    player: int
    league_id: int
    season: int
    game: str
    ended: int
    side: int
    place: int
    won: int
    letter: str
    deals: int
    points: int
    worth: int
    kept: int
    lost: int
    tallied: int
    top: int | None
    top_deal: int | None
    rated: int
    byes: int = 0
    walkovers: int = 0
    given: int = 0
    averaged: int = 0


_GAME = LeagueGame.metadata.tables["league_game"]
_TABLE = GameTable.metadata.tables["game_table"]
_RESULT = ResultRow.metadata.tables["result"]
_PLAYER = PlayerSum.metadata.tables["player_sum"]
_PAIR = PairSum.metadata.tables["pair_sum"]
_GAMES = (
    select(
        *(_GAME.c[name] for name in GameRow._fields if name in _GAME.c),
        _TABLE.c.variant,
        _TABLE.c.options,
        _TABLE.c.deleted,
    )
    .select_from(_GAME.outerjoin(_TABLE, _TABLE.c.id == _GAME.c.table_id))
    .where(_GAME.c.league_id == bindparam("league"))
    .order_by(_GAME.c.id)
)
COUNTS: Final = ""
UNFINISHED: Final = "open"
"""Why a game does not count that is in progress, or again so after its end was undone."""
DELETED: Final = "deleted"
"""Why a game does not count whose table is deleted; nobody is shown it."""
UNPLAYED: Final = ("byes", "walkovers", "given", "averaged")
"""What results and sums have of games that nobody played."""
_COUNTED = ("games", "won", "deals", "points", "worth", "kept", "lost", "tallied", *UNPLAYED)
_MET = ("games", "won", "lost", "points")


def add_games(connection: Connection, games: Sequence[Mapping[str, Any]]) -> None:
    """New games of a league, of tables or an import, all with the same columns."""
    usual = {"counts": UNFINISHED, "rulings": 0}
    rows = [{**usual, "first_ended": one.get("ended"), **one} for one in games]
    connection.execute(insert(_GAME), rows)


def mark_has_ruling(connection: Connection, table_id: int) -> None:
    """Mark a table's game as one with a ruling."""
    here = update(_GAME).where(_GAME.c.table_id == table_id)
    connection.execute(here.values(rulings=_GAME.c.rulings + 1))


def tables_with_rulings(connection: Connection, league_id: int, game: str, most: int) -> list[int]:
    """Return the tables of a league where something was noted in a game (its slug), by id, the
    newest first."""
    query = select(_GAME.c.table_id).where(
        _GAME.c.league_id == league_id, _GAME.c.game == game, RULED_ON, _GAME.c.counts != DELETED
    )
    return list(connection.scalars(query.order_by(_GAME.c.id.desc()).limit(most)))


def game_of_table(connection: Connection, league_id: int, table_id: int) -> GameRow | None:
    """Return the league's game that is played at the table."""
    return next(iter(games_of(connection, league_id, _GAME.c.table_id == table_id)), None)


def game_at(connection: Connection, table_id: int) -> GameAt:
    """Return the game that is played at a league's table."""
    query = select(*(_GAME.c[name] for name in GameAt._fields))
    return GameAt(*connection.execute(query.where(_GAME.c.table_id == table_id)).one())


class PlannedFor(NamedTuple):
    """The evening for which a table was opened, by the number of its record, and its day."""

    evening: int | None
    day: str | None


def planned_for(connection: Connection, league_id: int, table_id: int) -> PlannedFor:
    """Return the evening and the day that the league's table was opened for."""
    query = select(_GAME.c.evening, _GAME.c.day).where(_GAME.c.table_id == table_id)
    row = connection.execute(query.where(_GAME.c.league_id == league_id)).first()
    return PlannedFor(None, None) if row is None else PlannedFor(*row)


def games_of(connection: Connection, league_id: int, *where: Any) -> list[GameRow]:
    """Return the games of a league for which these conditions on ``LeagueGame`` hold."""
    rows = connection.execute(_GAMES.where(*where), {"league": league_id})
    return [GameRow._make(row) for row in rows]


def games_by_id(connection: Connection, league_id: int, ids: Iterable[int]) -> list[GameRow]:
    """Return the league's games of these ids."""
    return games_of(connection, league_id, _GAME.c.id.in_([*ids]))


def ids_of_all(connection: Connection, league_id: int) -> list[int]:
    """Return all games of the league whose tables are not deleted, by id."""
    return _ids(connection, league_id, _GAME.c.counts != DELETED)


def ids_of_season(connection: Connection, league_id: int, season: int) -> list[int]:
    """Return the games that were played for a season, wherever they count now."""
    return _ids(connection, league_id, _GAME.c.season == season)


def ids_of_import(connection: Connection, league_id: int, imported: int) -> list[int]:
    """Return the games of one import."""
    return _ids(connection, league_id, _GAME.c.imported == imported)


def ids_of_reason(connection: Connection, league_id: int, counts: str) -> list[int]:
    """Return the games that do not count for this reason."""
    return _ids(connection, league_id, _GAME.c.counts == counts)


def ids_of_players(connection: Connection, league_id: int, players: Iterable[int]) -> list[int]:
    """Return the games in which one of these players, by number, has a result as results are
    now."""
    query = select(_RESULT.c.game_id).where(
        _RESULT.c.league_id == league_id, _RESULT.c.player.in_([*players])
    )
    return list(connection.scalars(query.distinct()))


def _ids(connection: Connection, league_id: int, *where: Any) -> list[int]:
    query = select(_GAME.c.id).where(_GAME.c.league_id == league_id, *where)
    return list(connection.scalars(query))


def played_since(connection: Connection, league_id: int, at: int) -> bool:
    """Return whether a game of the league is going on, or has ended since that moment."""
    late = _GAME.c.first_ended.is_(None) | (_GAME.c.first_ended >= at)
    query = select(_GAME.c.id).where(_GAME.c.league_id == league_id, late).limit(1)
    return connection.scalar(query) is not None


def count_ended(connection: Connection, league_id: int, season: int) -> int:
    """Return how many games of a season have ended."""
    of = (_GAME.c.league_id == league_id) & (_GAME.c.season == season)
    query = select(func.count()).select_from(_GAME).where(of, _GAME.c.ended.is_not(None))
    return connection.scalar(query) or 0


def save_game(connection: Connection, game: GameRow) -> None:
    """Save what was played in a game, and when it ended."""
    ends = {"first_ended": game.first_ended, "ended": game.ended}
    here = update(_GAME).where(_GAME.c.id == game.id)
    connection.execute(here.values(played=game.played, **ends))


def set_reason_not_counted(connection: Connection, counts: str, games: Sequence[int]) -> None:
    """Set the reason why these games, by id, do not count; empty: they do."""
    connection.execute(update(_GAME).where(_GAME.c.id.in_(games)).values(counts=counts))


class PlayerTotals(NamedTuple):
    """The sums over a player's games; ``worth`` in 2520ths, and ``given`` what of it byes and
    walkovers are worth."""

    player: int
    games: int
    won: int
    deals: int
    points: int
    worth: int
    kept: int
    lost: int
    tallied: int
    byes: int = 0
    walkovers: int = 0
    given: int = 0
    averaged: int = 0


class PairTotals(NamedTuple):
    """The sums over the games of two players, as the first sees them."""

    player: int
    other: int
    together: bool
    games: int
    won: int
    lost: int
    points: int


def player_totals(
    connection: Connection, league_id: int, season: int | None = None, game: str | None = None
) -> list[PlayerTotals]:
    """Return the players' sums, of one season or game or of all."""
    query = (
        select(_PLAYER.c.player, *(func.sum(_PLAYER.c[name]) for name in _COUNTED))
        .where(*_of_season_and_game(_PLAYER, league_id, season, game))
        .group_by(_PLAYER.c.player)
    )
    return [PlayerTotals(*map(int, row)) for row in connection.execute(query)]


def pair_totals(
    connection: Connection,
    league_id: int,
    season: int | None = None,
    game: str | None = None,
    player: int | None = None,
) -> list[PairTotals]:
    """Return the sums of pairs, of one player with all others or of all."""
    columns = (_PAIR.c.player, _PAIR.c.other, _PAIR.c.together)
    query = (
        select(*columns, *(func.sum(_PAIR.c[name]) for name in _MET))
        .where(*_of_season_and_game(_PAIR, league_id, season, game))
        .group_by(*columns)
    )
    if player is not None:
        query = query.where(_PAIR.c.player == player)
    return [
        PairTotals(row[0], row[1], bool(row[2]), *map(int, row[3:]))
        for row in connection.execute(query)
    ]


def best_of(
    connection: Connection,
    league_id: int,
    season: int,
    player: int,
    most: int,
    game: str | None,
    before: int | None = None,
) -> list[int]:
    """Return what a player's best games are worth, in 2520ths, the best first, without those that
    count as an average; of those that ended ``before`` that moment."""
    query = select(_RESULT.c.worth).where(
        *_of_season_and_game(_RESULT, league_id, season, game),
        _RESULT.c.player == player,
        _RESULT.c.averaged == 0,
    )
    if before is not None:
        query = query.where(_RESULT.c.ended < before)
    return list(connection.scalars(query.order_by(_RESULT.c.worth.desc()).limit(most)))


def _of_season_and_game(
    table: Table, league_id: int, season: int | None, game: str | None
) -> list[Any]:
    wanted: Mapping[str, Any] = {"league_id": league_id, "season": season, "game": game}
    return [table.c[name] == value for name, value in wanted.items() if value is not None]
