"""What the games of a league come to: a row a player a game, and sums of these rows.

Everything here can be made again from ``LeagueGame.played`` and the league's records. A sum is
changed by what a game's rows were and are, so that it costs the same after a million deals.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from scorekeeper.store.league_models import LeagueGame, PairSum, PlayerSum, ResultRow
from scorekeeper.store.models import GameTable, Json
from scorekeeper.store.rated import OVER_ALL, stale


class GameRow(NamedTuple):
    """A game of a league; columns as in ``LeagueGame``, the rules of its table (None: imported)."""

    id: int
    table_id: int | None
    imported: int | None
    season: int
    game: str
    ended: int | None
    played: Json | None
    counts: str
    variant: str | None
    options: Json | None


class Result(NamedTuple):
    """What a game is to one player; columns as in ``ResultRow``."""

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
    )
    .select_from(_GAME.outerjoin(_TABLE, _TABLE.c.id == _GAME.c.table_id))
    .where(_GAME.c.league_id == bindparam("league"))
    .order_by(_GAME.c.id)
)
_OF_GAME = select(*(_RESULT.c[name] for name in Result._fields)).where(
    _RESULT.c.game_id == bindparam("game")
)
_COUNTED = ("games", "won", "deals", "points", "worth", "kept", "lost", "tallied")
_MET = ("games", "won", "lost", "points")


def add_game(connection: Connection, **columns: Any) -> int:
    """A new game of a league, of a table or an import; its id."""
    fresh = {"counts": "open", "ended": None, "played": None, **columns}
    query = insert(_GAME).values(fresh).returning(_GAME.c.id)
    game: int = connection.execute(query).scalar_one()
    return game


def game_of_table(connection: Connection, league_id: int, table_id: int) -> GameRow | None:
    """The league's game that is played at the table."""
    return next(iter(games_of(connection, league_id, _GAME.c.table_id == table_id)), None)


def games_of(connection: Connection, league_id: int, *where: Any) -> list[GameRow]:
    """The games of a league for which these conditions on ``LeagueGame`` hold."""
    rows = connection.execute(_GAMES.where(*where), {"league": league_id})
    return [GameRow._make(row) for row in rows]


def games_of_season(connection: Connection, league_id: int, season: int) -> list[GameRow]:
    """The games that were played for a season, wherever they count now."""
    return games_of(connection, league_id, _GAME.c.season == season)


def games_of_import(connection: Connection, league_id: int, imported: int) -> list[GameRow]:
    """The games of one import."""
    return games_of(connection, league_id, _GAME.c.imported == imported)


def games_by_id(connection: Connection, league_id: int, ids: Iterable[int]) -> list[GameRow]:
    """The league's games of these ids."""
    return games_of(connection, league_id, _GAME.c.id.in_([*ids]))


def games_of_players(
    connection: Connection, league_id: int, players: Iterable[int]
) -> list[GameRow]:
    """The games in which one of these players, by number, has a result as results are now."""
    played = select(_RESULT.c.game_id).where(
        _RESULT.c.league_id == league_id, _RESULT.c.player.in_([*players])
    )
    return games_of(connection, league_id, _GAME.c.id.in_(played))


def ended_now(connection: Connection, league_id: int, at: int) -> int:
    """When a game that ends now ended: after all that ended before, whatever the clock says."""
    last = select(func.max(_GAME.c.ended)).where(_GAME.c.league_id == league_id)
    return max(at, (connection.scalar(last) or 0) + 1)


def played_since(connection: Connection, league_id: int, at: int) -> bool:
    """Whether a game of the league is going on, or has ended since that moment."""
    late = _GAME.c.ended.is_(None) | (_GAME.c.ended >= at)
    query = select(_GAME.c.id).where(_GAME.c.league_id == league_id, late).limit(1)
    return connection.scalar(query) is not None


def count_ended(connection: Connection, league_id: int, season: int) -> int:
    """How many games of a season have ended."""
    of = (_GAME.c.league_id == league_id) & (_GAME.c.season == season)
    query = select(func.count()).select_from(_GAME).where(of, _GAME.c.ended.is_not(None))
    return connection.scalar(query) or 0


def store(connection: Connection, game: GameRow, **columns: Any) -> None:
    """Set ``ended``, ``played``, ``season`` or ``counts`` of a game."""
    connection.execute(update(_GAME).where(_GAME.c.id == game.id).values(columns))


def replace(
    connection: Connection, league_id: int, game: GameRow, results: Sequence[Result]
) -> None:
    """Have these be the results of a game in place of those it had; sums and ratings follow."""
    old = [Result(*row) for row in connection.execute(_OF_GAME, {"game": game.id})]
    if old == sorted(results, key=lambda one: one.player):
        return
    connection.execute(delete(_RESULT).where(_RESULT.c.game_id == game.id))
    if results:
        connection.execute(insert(_RESULT), [one._asdict() for one in results])
    _add(connection, _PLAYER, _COUNTED, _player_sums(old, results))
    _add(connection, _PAIR, _MET, _pair_sums(old, results))
    if _rated(old) != _rated(results):
        ended = min(one.ended for one in (*old, *results))
        stale(connection, league_id, ended - 1, (OVER_ALL, game.game))


def _rated(results: Sequence[Result]) -> list[tuple[int, ...]]:
    """What ratings see of them."""
    return sorted((one.ended, one.player, one.side, one.place) for one in results)


Sums = dict[tuple[Any, ...], list[int]]


def _player_sums(old: Sequence[Result], new: Sequence[Result]) -> Sums:
    """By league, season, player and game: what changes of the sums."""
    sums: Sums = {}
    for sign, results in ((-1, old), (1, new)):
        for one in results:
            counted = (1, *(getattr(one, name) for name in _COUNTED[1:]))
            key = (one.league_id, one.season, one.player, one.game)
            _plus(sums, key, sign, counted)
    return sums


def _pair_sums(old: Sequence[Result], new: Sequence[Result]) -> Sums:
    """By league, season, player, other, whether together, and game: what changes."""
    sums: Sums = {}
    for sign, results in ((-1, old), (1, new)):
        for one in results:
            for other in results:
                if other.player != one.player:
                    together = one.side == other.side
                    key = (
                        *(one.league_id, one.season, one.player, other.player),
                        *(together, one.game),
                    )
                    _plus(sums, key, sign, _met(one, other, together))
    return sums


def _met(one: Result, other: Result, together: bool) -> tuple[int, int, int, int]:
    """A game, won, lost and by how many points, as the first of the two sees it."""
    if together:
        return 1, one.won, 1 - one.won, 0
    return 1, int(one.place < other.place), int(one.place > other.place), one.points - other.points


def _plus(sums: Sums, key: tuple[Any, ...], sign: int, counted: Sequence[int]) -> None:
    had = sums.get(key) or [0] * len(counted)
    sums[key] = [was + sign * more for was, more in zip(had, counted, strict=True)]


def _add(connection: Connection, table: Table, names: Sequence[str], sums: Sums) -> None:
    """Add to the sums; rows that come to nothing go."""
    keys = [column.name for column in table.primary_key]
    rows = [
        {**dict(zip(keys, key, strict=True)), **dict(zip(names, added, strict=True))}
        for key, added in sums.items()
        if any(added)
    ]
    if not rows:
        return
    dialect: Any = sqlite if connection.dialect.name == "sqlite" else postgresql
    query = dialect.insert(table)
    added = {name: table.c[name] + query.excluded[name] for name in names}
    connection.execute(query.on_conflict_do_update(index_elements=keys, set_=added), rows)
    gone = [{f"b_{key}": row[key] for key in keys} for row in rows if row["games"] < 0]
    if gone:
        empty = delete(table).where(table.c.games == 0)
        for key in keys:
            empty = empty.where(table.c[key] == bindparam(f"b_{key}"))
        connection.execute(empty, gone)


class PlayerTotals(NamedTuple):
    """What the games of a player add up to; ``worth`` in 2520ths."""

    player: int
    games: int
    won: int
    deals: int
    points: int
    worth: int
    kept: int
    lost: int
    tallied: int


class PairTotals(NamedTuple):
    """What the games of two players add up to, as the first sees them."""

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
    """The players' sums, of one season or game or of all."""
    query = (
        select(_PLAYER.c.player, *(func.sum(_PLAYER.c[name]) for name in _COUNTED))
        .where(*_within(_PLAYER, league_id, season, game))
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
    """The sums of pairs, of one player with all others or of all."""
    columns = (_PAIR.c.player, _PAIR.c.other, _PAIR.c.together)
    query = (
        select(*columns, *(func.sum(_PAIR.c[name]) for name in _MET))
        .where(*_within(_PAIR, league_id, season, game))
        .group_by(*columns)
    )
    if player is not None:
        query = query.where(_PAIR.c.player == player)
    return [
        PairTotals(row[0], row[1], bool(row[2]), *map(int, row[3:]))
        for row in connection.execute(query)
    ]


def best_of(
    connection: Connection, league_id: int, season: int, player: int, most: int, game: str | None
) -> list[int]:
    """What a player's best games are worth, in 2520ths, the best first."""
    query = (
        select(_RESULT.c.worth)
        .where(_RESULT.c.player == player, *_within(_RESULT, league_id, season, game))
        .order_by(_RESULT.c.worth.desc())
        .limit(most)
    )
    return list(connection.scalars(query))


def _within(table: Table, league_id: int, season: int | None, game: str | None) -> list[Any]:
    wanted: Mapping[str, Any] = {"league_id": league_id, "season": season, "game": game}
    return [table.c[name] == value for name, value in wanted.items() if value is not None]
