"""The results of a league's games, a row per player and game, and sums of these rows.

They are read here and written in ``running_sums.py``; all of it can be made again from
``LeagueGame.played`` and the league's records.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from heapq import merge
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import Connection, Integer, String, cast, func, literal_column, select

from scorekeeper.days import DAY, day_offset
from scorekeeper.standings.finished import HeadToHead, Sums
from scorekeeper.standings.numbers import from_units
from scorekeeper.store.league.league_games import NEVER, newest_first
from scorekeeper.store.schema.league import LeagueGame, PairSum, PlayerSum, Result, ResultRow


class Scope(NamedTuple):
    """The seasons and the game (a slug; None: all games) whose results are read: those of all
    players, or of the ``units`` that are ranked instead."""

    league_id: int
    seasons: Sequence[int]
    game: str | None = None
    units: bool = False


_GAME = LeagueGame.metadata.tables["league_game"]
_RESULT = ResultRow.metadata.tables["result"]
_PLAYER = PlayerSum.metadata.tables["player_sum"]
_PAIR = PairSum.metadata.tables["pair_sum"]
RESULTS = select(*(_RESULT.c[name] for name in Result._fields))
# apart from played games, because an average can only be added once the standings are made
UNPLAYED = ("byes", "walkovers", "given", "averaged")
"""What results and sums have of games that nobody played."""
SUMMED = tuple(one.name for one in _PLAYER.c if not one.primary_key and one.name != "games")
"""The columns of a result that ``player_sum`` adds up, beside the number of games."""
_IN_UNITS = ("worth", "given")


def _within(table: Any, scope: Scope) -> list[Any]:
    """Return the conditions by which a row of a table is of the scope."""
    of_season: Any = table.c.season.in_(scope.seasons)
    if len(scope.seasons) == 1:
        of_season = table.c.season == scope.seasons[0]  # an index gives its rows in their order
    alike = [] if scope.game is None else [table.c.game == scope.game]
    return [table.c.league_id == scope.league_id, of_season, *alike]


def _of_all(table: Any, scope: Scope) -> list[Any]:
    """Return the conditions by which a row is of anybody in the scope."""
    return [*_within(table, scope), table.c.player < 0 if scope.units else table.c.player > 0]


def _read(connection: Connection, query: Any) -> list[Result]:
    return [Result._make(row) for row in connection.execute(query)]


# --- results ------------------------------------------------------------------------------------


def results_of_games(
    connection: Connection, ids: Collection[int], *, units: bool = False
) -> dict[int, list[Result]]:
    """Return the results of these games, by game and in the order of players; with ``units`` those
    of pairs or teams too."""
    found: dict[int, list[Result]] = {one: [] for one in ids}
    in_order = (_RESULT.c.game_id, _RESULT.c.player)
    query = RESULTS.where(_RESULT.c.game_id.in_(ids))
    for one in _read(
        connection, (query if units else query.where(_RESULT.c.player > 0)).order_by(*in_order)
    ):
        found[one.game_id].append(one)
    return found


def results_of_evening(connection: Connection, league_id: int, evening: int) -> list[Result]:
    """Return the players' results of the games of an evening that count, game by game."""
    of = (_GAME.c.league_id == league_id, _GAME.c.evening == evening, _RESULT.c.player > 0)
    query = RESULTS.join(_GAME, _GAME.c.id == _RESULT.c.game_id).where(*of)
    return _read(connection, query.order_by(_RESULT.c.game_id, _RESULT.c.player))


def ids_of_players(connection: Connection, league_id: int, players: Iterable[int]) -> list[int]:
    """Return the games in which one of these players, by number, has a result as results are
    now."""
    query = select(_RESULT.c.game_id).where(
        _RESULT.c.league_id == league_id, _RESULT.c.player.in_([*players])
    )
    return list(connection.scalars(query.distinct()))


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
            *(*_within(one, scope), one.c.player.in_(players), two.c.player.in_(others)),
            *(one.c.side != two.c.side, _GAME.c.first_ended > after),
        )
        .order_by(_GAME.c.first_ended)
    )
    return [Meeting._make(row) for row in connection.execute(query)]


def last_results(
    connection: Connection, scope: Scope, player: int, most: int, before: int = NEVER
) -> list[Result]:
    """Return the player's last results before that moment, the newest first."""
    found = [
        _read(
            connection,
            RESULTS.where(*within, _RESULT.c.ended < before)
            .order_by(_RESULT.c.ended.desc())
            .limit(most),
        )
        for within in _season_by_season(scope, player)
    ]
    return [*islice(merge(*found, key=newest_first), most)]


def endings(connection: Connection, scope: Scope, player: int) -> list[tuple[str, int]]:
    """Return how all the player's games ended, as a letter each, and the game's id; the oldest
    first."""
    columns = (_RESULT.c.ended, _RESULT.c.letter, _RESULT.c.game_id)
    found: list[Any] = []
    for within in _season_by_season(scope, player):
        found += connection.execute(select(*columns).where(*within)).all()
    return [(letter, game) for _, letter, game in sorted(found)]


def _season_by_season(scope: Scope, player: int) -> Iterator[list[Any]]:
    """Yield the conditions on a player's results season by season, because an index has the rows of
    each in their order."""
    for season in scope.seasons:
        yield [*_within(_RESULT, scope._replace(seasons=[season])), _RESULT.c.player == player]


def last_results_of_all(connection: Connection, scope: Scope, most: int) -> dict[int, list[Result]]:
    """Return the last results of everybody who has played in the season, by player, the newest
    first."""
    of_season = _of_all(_PLAYER, scope._replace(game=None))
    who = select(_PLAYER.c.player).where(*of_season).distinct().subquery().c
    one = _RESULT.alias()
    oldest = (
        select(one.c.ended)
        .where(*_within(one, scope), one.c.player == who.player)
        .order_by(one.c.ended.desc())
        .offset(most - 1)
        .limit(1)
        .scalar_subquery()
    )
    query = RESULTS.where(*_within(_RESULT, scope), _RESULT.c.player == who.player)
    query = query.where(_RESULT.c.ended >= func.coalesce(oldest, 0))
    found: dict[int, list[Result]] = {}
    for result in _read(connection, query.order_by(_RESULT.c.ended.desc())):
        found.setdefault(result.player, []).append(result)
    return found


def results_since(
    connection: Connection, scope: Scope, players: Collection[int], ended: int
) -> list[Result]:
    """Return the results of these players in games that ended then or later."""
    where = (_RESULT.c.player.in_(players), _RESULT.c.ended >= ended, *_within(_RESULT, scope))
    return _read(connection, RESULTS.where(*where))


# --- the best -----------------------------------------------------------------------------------


def best_deal(connection: Connection, scope: Scope) -> Result | None:
    """Return the result with the highest deal. Where the fewest points win, the lowest one, but
    only if there are no others."""
    low = _GAME.c.played["low"].as_boolean()
    for fewest in (False, True):
        order = _RESULT.c.top.asc() if fewest else _RESULT.c.top.desc()
        query = RESULTS.join(_GAME, _GAME.c.id == _RESULT.c.game_id)
        query = query.where(_RESULT.c.top.is_not(None), low.is_(fewest), *_within(_RESULT, scope))
        if found := _read(connection, query.order_by(order, _RESULT.c.ended).limit(1)):
            return found[0]
    return None


def highest(connection: Connection, scope: Scope, column: str) -> Result | None:
    """Return the earliest result with most of ``points`` or ``tallied``; None where none has
    any."""
    most = _RESULT.c[column]
    some = [most > 0] if column == "tallied" else []
    query = RESULTS.where(*_of_all(_RESULT, scope), *some)
    found = _read(connection, query.order_by(most.desc(), _RESULT.c.ended).limit(1))
    return found[0] if found else None


def widest_margin(connection: Connection, scope: Scope) -> tuple[Result, int] | None:
    """Return a result of the side that was furthest ahead of the next one, in the earliest of equal
    games, and by how many points."""
    grouped = (_RESULT.c.game_id, _RESULT.c.ended, _RESULT.c.side)
    sides = select(*grouped, func.max(_RESULT.c.points).label("points"))
    side = sides.where(*_of_all(_RESULT, scope)).group_by(*grouped).subquery().c
    in_order: dict[str, Any] = {"partition_by": side.game_id, "order_by": side.points.desc()}
    ahead = (side.points - func.lead(side.points).over(**in_order)).label("ahead")
    number = func.row_number().over(**in_order).label("number")
    game = select(side.game_id, side.side, side.ended, ahead, number).subquery().c
    query = select(game.game_id, game.side, game.ahead).where(game.number == 1, game.ahead > 0)
    row = connection.execute(query.order_by(game.ahead.desc(), game.ended).limit(1)).first()
    if row is None:
        return None
    first = RESULTS.where(
        _RESULT.c.game_id == row.game_id, _RESULT.c.side == row.side, *_of_all(_RESULT, scope)
    )
    return _read(connection, first.limit(1))[0], row.ahead


def best_worths(
    connection: Connection, scope: Scope, most: int, before: int | None = None
) -> dict[int, tuple[Fraction, ...]]:
    """Return what each player's best games in a season are worth, in any order, without those
    that count as an average; of those that ended ``before`` that moment."""
    of_season = _of_all(_PLAYER, scope._replace(game=None))
    who = select(_PLAYER.c.player).where(*of_season).distinct().subquery()
    own = [*_within(_RESULT, scope), _RESULT.c.player == who.c.player, _RESULT.c.averaged == 0]
    if before is not None:  # else an index of end times would be preferred to that of worth
        own.append(_RESULT.c.ended < before)
    best = select(_RESULT.c.worth).where(*own).order_by(_RESULT.c.worth.desc()).limit(most)
    worth = cast(best.correlate(who).subquery().c.worth, String)
    # one statement: a statement for each of 40 players took 2 ms of 6
    joined = select(func.aggregate_strings(worth, ",")).correlate(who).scalar_subquery()
    return {
        player: tuple(from_units(int(one)) for one in worths.split(","))
        for player, worths in connection.execute(select(who.c.player, joined))
        if worths
    }


# --- sums ---------------------------------------------------------------------------------------


def _sums(player: int, columns: Iterable[tuple[str, int]]) -> Sums:
    counted: dict[str, Any] = {name: int(n) for name, n in columns}
    return Sums(player, **counted | {one: from_units(counted[one]) for one in _IN_UNITS})


def sums_of(result: Result) -> Sums:
    """Return what one result adds to a player's sums."""
    return _sums(result.player, [("games", 1), *((one, getattr(result, one)) for one in SUMMED)])


def player_totals(connection: Connection, scope: Scope) -> list[Sums]:
    """Return the players' sums."""
    found = _totals(connection, scope, _PLAYER.c.player, *_of_all(_PLAYER, scope))
    return [_sums(player, columns) for player, columns in found]


def totals_by_game(connection: Connection, scope: Scope, player: int) -> dict[str, Sums]:
    """Return what a player's games add up to, by game."""
    found = _totals(connection, scope, _PLAYER.c.game, _PLAYER.c.player == player)
    return {game: _sums(player, columns) for game, columns in found}


def _totals(
    connection: Connection, scope: Scope, by: Any, *where: Any
) -> Iterator[tuple[Any, Iterable[tuple[str, int]]]]:
    names = ("games", *SUMMED)
    query = select(by, *(func.sum(_PLAYER.c[name]) for name in names))
    of_scope = query.where(*_within(_PLAYER, scope), *where)
    for key, *sums in connection.execute(of_scope.group_by(by).order_by(by)):
        yield key, zip(names, sums, strict=True)


def games_played(connection: Connection, scope: Scope) -> list[str]:
    """Return the games (slugs) that count, each once."""
    query = select(_PLAYER.c.game).where(*_within(_PLAYER, scope))
    return sorted(connection.scalars(query.distinct()))


def pair_totals(
    connection: Connection, scope: Scope, player: int
) -> dict[tuple[int, bool], HeadToHead]:
    """Return how a player has done with and against each other one: by that player, and whether
    they were partners."""
    sums = (func.sum(_PAIR.c[name]) for name in ("games", "won", "lost", "points"))
    query = (
        select(_PAIR.c.other, _PAIR.c.together, *sums)
        .where(*_within(_PAIR, scope), _PAIR.c.player == player)
        .group_by(_PAIR.c.other, _PAIR.c.together)
    )
    rows = connection.execute(query)
    return {
        (other, bool(together)): HeadToHead(*map(int, counted))
        for other, together, *counted in rows
    }


def sums_by_day(connection: Connection, scope: Scope) -> list[tuple[int, Sums]]:
    """Return the sums of results that ended on a day (as ``days.number_of`` counts them), of a
    player, and are worth the same: each with its day, the first one first."""
    beginning, length = (literal_column(str(one), Integer) for one in (day_offset(), DAY))
    day = ((_RESULT.c.ended - beginning) // length).label("day")
    names = ("worth", *UNPLAYED)
    alike = (day, _RESULT.c.player, *(_RESULT.c[name] for name in names))
    query = select(*alike, func.count(), func.sum(_RESULT.c.deals)).where(*_of_all(_RESULT, scope))
    found = []
    for number, player, *each, games, deals in connection.execute(
        query.group_by(*alike).order_by(day)
    ):
        columns = [(name, n * games) for name, n in zip(names, each, strict=True)]
        sums = _sums(player, [("games", games), ("deals", deals), *columns])
        worth, *_, averaged = each
        best = () if averaged else (from_units(worth),) * games
        found.append((int(number), replace(sums, best=best)))
    return found
