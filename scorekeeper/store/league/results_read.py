"""Reading the results of a league's games: a few rows by an index, or sums of rows.

What ``results.py`` keeps is looked at here; nothing is written.
"""

from collections.abc import Collection, Iterator, Sequence
from heapq import merge
from itertools import islice
from operator import itemgetter
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Integer, bindparam, func, literal_column, or_, select

from scorekeeper.days import DAY, day_offset
from scorekeeper.store.league.results import DELETED, UNFINISHED, UNPLAYED, PlayerTotals, Result
from scorekeeper.store.schema.league import LeagueGame, PlayerSum, ResultRow
from scorekeeper.store.schema.table import GameTable, Json

NEVER: Final = 2**62
"""A moment after all others."""

_GAME = LeagueGame.metadata.tables["league_game"]
_TABLE = GameTable.metadata.tables["game_table"]
_RESULT = ResultRow.metadata.tables["result"]
_SUM = PlayerSum.metadata.tables["player_sum"]


class Scope(NamedTuple):
    """The seasons and the game (a slug; None: all games) whose results are read."""

    league_id: int
    seasons: Sequence[int]
    game: str | None = None


class LeagueGameRow(NamedTuple):
    """A game of a league; columns as in ``LeagueGame``, ``table`` is its table's public id."""

    id: int
    table: str | None
    imported: int | None
    season: int
    game: str
    evening: int | None
    day: str | None
    ended: int | None
    played: Json | None
    counts: str


_ANY = select(
    *(
        _TABLE.c.public_id.label("table") if name == "table" else _GAME.c[name]
        for name in LeagueGameRow._fields
    )
).select_from(_GAME.outerjoin(_TABLE, _TABLE.c.id == _GAME.c.table_id))
_ANY = _ANY.where(_GAME.c.counts != DELETED)
_SEEN = _ANY.where(_GAME.c.league_id == bindparam("league"))
_OVER = _SEEN.where(_GAME.c.ended.is_not(None), _GAME.c.counts != UNFINISHED)
RESULTS = select(*(_RESULT.c[name] for name in Result._fields))
_COUNTED = PlayerTotals._fields[1:]


# --- games --------------------------------------------------------------------------------------


def newest_games(
    connection: Connection,
    league_id: int,
    most: int,
    before: int | None = None,
    season: int | None = None,
    game: str | None = None,
    moved_in: Collection[int] = (),
    moved_out: Collection[int] = (),
) -> list[LeagueGameRow]:
    """Return the games that ended last, before the moment ``before``, the newest first.

    Of a season those that were played for it but ``moved_out``, and those ``moved_in`` (ids).
    """
    alike = [] if game is None else [_GAME.c.game == game]
    earlier = [] if before is None else [_GAME.c.ended < before]
    query = _OVER.where(*alike, *earlier).order_by(_GAME.c.ended.desc()).limit(most)
    if season is None:
        return _listed(connection, league_id, query)
    own = query.where(_GAME.c.season == season, _GAME.c.id.not_in(moved_out))
    moved = [
        one
        for one in listed_games(connection, league_id, moved_in)
        if one.ended and one.ended < (before or NEVER) and one.counts != UNFINISHED
        if game in (None, one.game)
    ]
    found = {one.id: one for one in (*_listed(connection, league_id, own), *moved)}
    return sorted(found.values(), key=_newest)[:most]


def games_in_progress(connection: Connection, league_id: int) -> list[LeagueGameRow]:
    """Return the games that have not ended, or whose end was undone."""
    going_on = or_(_GAME.c.ended.is_(None), _GAME.c.counts == UNFINISHED)
    query = _SEEN.where(going_on).order_by(_GAME.c.id)
    return _listed(connection, league_id, query)


def listed_games(
    connection: Connection, league_id: int, ids: Collection[int]
) -> list[LeagueGameRow]:
    """Return the league's games of these ids, the newest first."""
    # the league is checked here, or its index would be preferred to the ids
    rows = connection.execute(_ANY.add_columns(_GAME.c.league_id).where(_GAME.c.id.in_(ids)))
    own = [LeagueGameRow._make(row[:-1]) for row in rows if row.league_id == league_id]
    return sorted(own, key=_newest)


def all_games(connection: Connection, league_id: int) -> Iterator[LeagueGameRow]:
    """Yield all games that have ended, the oldest first."""
    query = _OVER.order_by(_GAME.c.ended)
    for row in connection.execute(query, {"league": league_id}):
        yield LeagueGameRow(*row)


def _listed(connection: Connection, league_id: int, query: Any) -> list[LeagueGameRow]:
    return [LeagueGameRow(*row) for row in connection.execute(query, {"league": league_id})]


def games_played(connection: Connection, league_id: int, seasons: Sequence[int]) -> list[str]:
    """Return the games (slugs) that count in these seasons, each once."""
    query = select(_SUM.c.game).where(_SUM.c.league_id == league_id, _SUM.c.season.in_(seasons))
    return sorted(connection.scalars(query.distinct()))


# --- results ------------------------------------------------------------------------------------


def results_of_games(connection: Connection, ids: Collection[int]) -> dict[int, list[Result]]:
    """Return the results of these games, by game and in the order of players."""
    found: dict[int, list[Result]] = {one: [] for one in ids}
    query = RESULTS.where(_RESULT.c.game_id.in_(ids)).order_by(_RESULT.c.game_id, _RESULT.c.player)
    for row in connection.execute(query):
        found[row.game_id].append(Result(*row))
    return found


class Meeting(NamedTuple):
    """A game of two opponents: when it first ended, and the place of each."""

    game_id: int
    ended: int
    player: int
    other: int
    place: int
    other_place: int


def meetings(
    connection: Connection,
    scope: Scope,
    players: Collection[int],
    others: Collection[int],
    after: int,
) -> list[Meeting]:
    """Return the games in which one of these players met one of the others as an opponent and that
    first ended after that moment, in the order in which they did."""
    one, two = _RESULT.alias("one"), _RESULT.alias("two")
    query = (
        select(
            *(_GAME.c.id, _GAME.c.first_ended),
            *(one.c.player, two.c.player, one.c.place, two.c.place),
        )
        .join_from(one, two, one.c.game_id == two.c.game_id)
        .join(_GAME, _GAME.c.id == one.c.game_id)
        .where(
            *(one.c.league_id == scope.league_id, one.c.season.in_(scope.seasons)),
            *(one.c.player.in_(players), two.c.player.in_(others), one.c.game == scope.game),
            *(one.c.side != two.c.side, _GAME.c.first_ended > after),
        )
        .order_by(_GAME.c.first_ended)
    )
    return [Meeting(*row) for row in connection.execute(query)]


_OF_PLAYER = tuple(_RESULT.c[name] == bindparam(name) for name in ("league_id", "season", "player"))
_OF_GAME = _RESULT.c.game == bindparam("game")
_LAST = (
    RESULTS.where(*_OF_PLAYER, _RESULT.c.ended < bindparam("before"))
    .order_by(_RESULT.c.ended.desc())
    .limit(bindparam("most"))
)


def last_results(
    connection: Connection, scope: Scope, player: int, most: int, before: int = NEVER
) -> list[Result]:
    """Return the player's last results before that moment, the newest first."""
    asked = {"player": player, "most": most, "before": before}
    query = _LAST if scope.game is None else _LAST.where(_OF_GAME)
    found = (connection.execute(query, one | asked).all() for one in _season_by_season(scope))
    return [Result._make(row) for row in islice(merge(*found, key=_newest), most)]


def _newest(row: Any) -> int:
    return -int(row.ended or 0)


def _season_by_season(scope: Scope) -> Iterator[dict[str, Any]]:
    """Yield what is asked season by season, because an index has the rows of each in their
    order."""
    for season in scope.seasons:
        game = {} if scope.game is None else {"game": scope.game}
        yield {"league_id": scope.league_id, "season": season, **game}


def last_results_of_all(
    connection: Connection, league_id: int, season: int, game: str | None, most: int
) -> dict[int, list[Result]]:
    """Return the last results of everybody who has played in the season, by player, the newest
    first."""
    alike = (_RESULT.c.league_id == league_id, _RESULT.c.season == season)
    players = select(_SUM.c.player).where(_SUM.c.league_id == league_id, _SUM.c.season == season)
    who = players.distinct().subquery().c
    kind = [] if game is None else [_RESULT.c.game == game]
    one = _RESULT.alias().c
    oldest = (
        select(one.ended)
        .where(one.league_id == league_id, one.season == season, one.player == who.player)
        .where(*([] if game is None else [one.game == game]))
        .order_by(one.ended.desc())
        .offset(most - 1)
        .limit(1)
        .scalar_subquery()
    )
    query = RESULTS.where(*alike, *kind, _RESULT.c.player == who.player)
    query = query.where(_RESULT.c.ended >= func.coalesce(oldest, 0))
    found: dict[int, list[Result]] = {}
    for row in connection.execute(query.order_by(_RESULT.c.ended.desc())):
        found.setdefault(row.player, []).append(Result(*row))
    return found


def results_since(
    connection: Connection, scope: Scope, players: Collection[int], ended: int
) -> list[Result]:
    """Return the results of these players in games that ended then or later."""
    where = (_RESULT.c.player.in_(players), _RESULT.c.ended >= ended, *within(scope))
    return [Result(*row) for row in connection.execute(RESULTS.where(*where))]


class PlayerEnding(NamedTuple):
    """A game's end for a player; columns as in ``ResultRow``."""

    ended: int
    letter: str
    place: int
    game_id: int


_ENDED = (
    select(*(_RESULT.c[name] for name in PlayerEnding._fields))
    .where(*_OF_PLAYER)
    .order_by(_RESULT.c.ended)
)


def endings(connection: Connection, scope: Scope, player: int) -> Sequence[PlayerEnding]:
    """Return how all the player's games ended, the oldest first."""
    found: list[Any] = []
    query = _ENDED if scope.game is None else _ENDED.where(_OF_GAME)
    for one in _season_by_season(scope):
        found += connection.execute(query, one | {"player": player}).all()
    return sorted(found, key=itemgetter(0))


# --- sums ---------------------------------------------------------------------------------------


class ResultsOnDay(NamedTuple):
    """The number of results of a player on a day (as ``days.number_of`` counts them) that are
    worth the same, in 2520ths, and are byes, walkovers or averages alike."""

    day: int
    player: int
    worth: int
    byes: int
    walkovers: int
    given: int
    averaged: int
    games: int
    deals: int


def results_by_day(connection: Connection, scope: Scope) -> list[ResultsOnDay]:
    """Return all results, put together by day, player and worth; the first day first."""
    beginning, length = (literal_column(str(one), Integer) for one in (day_offset(), DAY))
    day = ((_RESULT.c.ended - beginning) // length).label("day")
    alike = (day, *(_RESULT.c[name] for name in ("player", "worth", *UNPLAYED)))
    query = select(*alike, func.count(), func.sum(_RESULT.c.deals)).where(*within(scope))
    rows = connection.execute(query.group_by(*alike).order_by(day))
    return [ResultsOnDay(*map(int, row)) for row in rows]


def totals_by_game(connection: Connection, scope: Scope, player: int) -> dict[str, PlayerTotals]:
    """Return what a player's games add up to, by game."""
    query = (
        select(_SUM.c.game, *(func.sum(_SUM.c[name]) for name in _COUNTED))
        .where(
            _SUM.c.league_id == scope.league_id,
            _SUM.c.season.in_(scope.seasons),
            _SUM.c.player == player,
        )
        .group_by(_SUM.c.game)
        .order_by(_SUM.c.game)
    )
    return {row[0]: PlayerTotals(player, *map(int, row[1:])) for row in connection.execute(query)}


def within(scope: Scope) -> list[Any]:
    """Return the conditions on ``ResultRow`` by which a result is of the scope."""
    of_season: Any = _RESULT.c.season.in_(scope.seasons)
    if len(scope.seasons) == 1:
        of_season = _RESULT.c.season == scope.seasons[0]  # an index gives its rows in their order
    alike = [] if scope.game is None else [_RESULT.c.game == scope.game]
    return [_RESULT.c.league_id == scope.league_id, of_season, *alike]
