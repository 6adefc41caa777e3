"""What the games of a league come to: a row a player a game, and sums of these rows.

Everything here can be made again from ``LeagueGame.played`` and the league's records. A sum is
changed by what a game's rows were and are, so that it costs the same after a million deals.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Table, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from scorekeeper.store.league_models import RULED_ON, LeagueGame, PairSum, PlayerSum, ResultRow
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
_OF_GAMES = (
    select(*(_RESULT.c[name] for name in Result._fields))
    .where(_RESULT.c.game_id.in_(bindparam("games", expanding=True)))
    .order_by(_RESULT.c.game_id, _RESULT.c.player)
)
_COUNTED = ("games", "won", "deals", "points", "worth", "kept", "lost", "tallied")
_MET = ("games", "won", "lost", "points")


def add_game(connection: Connection, **columns: Any) -> int:
    """A new game of a league, of a table or an import; its id."""
    fresh = {"counts": "open", "ended": None, "played": None, "rulings": 0, **columns}
    query = insert(_GAME).values(fresh).returning(_GAME.c.id)
    game: int = connection.execute(query).scalar_one()
    return game


def add_games(connection: Connection, games: Sequence[Mapping[str, Any]]) -> None:
    """New games of a league at once, all with the same columns."""
    connection.execute(insert(_GAME), [{"counts": "open", "rulings": 0, **one} for one in games])


def ended_between(connection: Connection, league_id: int, first: int, last: int) -> set[int]:
    """The moments within which games of the league ended."""
    query = select(_GAME.c.ended).where(_GAME.c.league_id == league_id)
    return {*connection.scalars(query.where(_GAME.c.ended.between(first, last)))}


def mark_ruled(connection: Connection, table_id: int) -> None:
    """Say of a table's game that something was noted there."""
    here = update(_GAME).where(_GAME.c.table_id == table_id)
    connection.execute(here.values(rulings=_GAME.c.rulings + 1))


def ruled_tables(connection: Connection, league_id: int, game: str, most: int) -> list[int]:
    """The tables of a league where something was noted in a game (its slug), by id, the newest
    first."""
    query = select(_GAME.c.table_id).where(
        _GAME.c.league_id == league_id, _GAME.c.game == game, RULED_ON
    )
    return list(connection.scalars(query.order_by(_GAME.c.id.desc()).limit(most)))


def game_of_table(connection: Connection, league_id: int, table_id: int) -> GameRow | None:
    """The league's game that is played at the table."""
    return next(iter(games_of(connection, league_id, _GAME.c.table_id == table_id)), None)


def evening_of_table(connection: Connection, league_id: int, table_id: int) -> int | None:
    """The evening on which the league's table was opened, by the number of its record."""
    query = select(_GAME.c.evening).where(_GAME.c.table_id == table_id)
    return connection.scalar(query.where(_GAME.c.league_id == league_id))


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


def store(connection: Connection, game: GameRow, **columns: Any) -> None:
    """Set ``ended``, ``played``, ``season`` or ``counts`` of a game."""
    connection.execute(update(_GAME).where(_GAME.c.id == game.id).values(columns))


def mark(connection: Connection, counts: str, games: Sequence[int]) -> None:
    """Say of these games, by id, why they do not count; or, empty, that they do."""
    for some in _in_parts(games):
        said = update(_GAME).where(_GAME.c.id.in_(some))
        connection.execute(said.values(counts=counts))


class Redone(NamedTuple):
    """The results that a game had, and those that it has."""

    game: str
    old: Sequence[Result]
    new: Sequence[Result]


def replace(
    connection: Connection, league_id: int, found: Mapping[int, tuple[str, Sequence[Result]]]
) -> None:
    """Have these be the results of games, by id, in place of those they had; each with the game's
    slug. Sums and ratings follow."""
    had = _results_by_game(connection, [*found])
    redone = {
        game: Redone(slug, had.get(game, ()), new)
        for game, (slug, new) in found.items()
        if [*had.get(game, ())] != sorted(new, key=_player)
    }
    if not redone:
        return
    for some in _in_parts([*redone]):
        connection.execute(delete(_RESULT).where(_RESULT.c.game_id.in_(some)))
    if rows := [one._asdict() for game in redone.values() for one in game.new]:
        connection.execute(insert(_RESULT), rows)
    _add(connection, _PLAYER, _COUNTED, _player_sums(redone.values()))
    _add(connection, _PAIR, _MET, _pair_sums(redone.values()))
    _make_stale(connection, league_id, redone.values())


_AT_ONCE: Final = 500


def _in_parts(games: Sequence[int]) -> Iterator[Sequence[int]]:
    """As many ids as one statement may well have."""
    return (games[at : at + _AT_ONCE] for at in range(0, len(games), _AT_ONCE))


def _results_by_game(connection: Connection, games: Sequence[int]) -> dict[int, list[Result]]:
    """The results of the games, those of each by player."""
    found: dict[int, list[Result]] = {}
    for some in _in_parts(games):
        for row in connection.execute(_OF_GAMES, {"games": some}):
            found.setdefault(row.game_id, []).append(Result(*row))
    return found


def _player(one: Result) -> int:
    return one.player


def _make_stale(connection: Connection, league_id: int, redone: Iterable[Redone]) -> None:
    """Have ratings be true only as far as to the first game that is another for them now."""
    first: dict[str, int] = {}
    for slug, old, new in redone:
        if _rated(old) != _rated(new):
            ended = min(one.ended for one in (*old, *new))
            for scope in (OVER_ALL, slug):
                first[scope] = min(first.get(scope, ended), ended)
    for scope, ended in first.items():
        stale(connection, league_id, ended - 1, (scope,))


def _rated(results: Sequence[Result]) -> list[tuple[int, ...]]:
    """What ratings see of them."""
    return sorted((one.ended, one.player, one.side, one.place) for one in results)


Sums = dict[tuple[Any, ...], list[int]]


def _signed(redone: Iterable[Redone]) -> Iterator[tuple[int, Sequence[Result]]]:
    """What a game had, to be taken off, and what it has, to be added."""
    for one in redone:
        yield from ((-1, one.old), (1, one.new))


def _player_sums(redone: Iterable[Redone]) -> Sums:
    """By league, season, player and game: what changes of the sums."""
    sums: Sums = {}
    for sign, results in _signed(redone):
        for one in results:
            counted = (1, *(getattr(one, name) for name in _COUNTED[1:]))
            key = (one.league_id, one.season, one.player, one.game)
            _plus(sums, key, sign, counted)
    return sums


def _pair_sums(redone: Iterable[Redone]) -> Sums:
    """By league, season, player, other, whether together, and game: what changes."""
    sums: Sums = {}
    for sign, results in _signed(redone):
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
