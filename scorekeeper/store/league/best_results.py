"""The best results of a league's games: the highest deal, the highest game, the widest margin."""

from typing import Any

from sqlalchemy import Connection, func, select

from scorekeeper.store.league.results import Result
from scorekeeper.store.league.results_read import RESULTS, Scope, within
from scorekeeper.store.schema.league import LeagueGame, ResultRow

_GAME = LeagueGame.metadata.tables["league_game"]
_RESULT = ResultRow.metadata.tables["result"]


def best_deal(connection: Connection, scope: Scope) -> Result | None:
    """Return the result with the highest deal. Where the fewest points win, the lowest one, but
    only if there are no others."""
    low = _GAME.c.played["low"].as_boolean()
    for fewest in (False, True):
        order = _RESULT.c.top.asc() if fewest else _RESULT.c.top.desc()
        query = RESULTS.join_from(_RESULT, _GAME, _GAME.c.id == _RESULT.c.game_id)
        query = query.where(_RESULT.c.top.is_not(None), low.is_(fewest), *within(scope))
        found = _first(connection, query.order_by(order, _RESULT.c.ended))
        if found is not None:
            return found
    return None


def highest(connection: Connection, scope: Scope, column: str) -> Result | None:
    """Return the earliest result with most of ``points`` or ``tallied``; None where none has
    any."""
    most = _RESULT.c[column]
    some = [most > 0] if column == "tallied" else []
    query = RESULTS.where(*within(scope), *some).order_by(most.desc(), _RESULT.c.ended)
    return _first(connection, query)


def widest_margin(connection: Connection, scope: Scope) -> tuple[Result, int] | None:
    """Return a result of the side that was furthest ahead of the next one, in the earliest of equal
    games, and by how many points."""
    grouped = (_RESULT.c.game_id, _RESULT.c.ended, _RESULT.c.side)
    sides = select(*grouped, func.max(_RESULT.c.points).label("points"))
    side = sides.where(*within(scope)).group_by(*grouped).subquery().c
    in_order: dict[str, Any] = {"partition_by": side.game_id, "order_by": side.points.desc()}
    ahead = (side.points - func.lead(side.points).over(**in_order)).label("ahead")
    number = func.row_number().over(**in_order).label("number")
    game = select(side.game_id, side.side, side.ended, ahead, number).subquery().c
    query = select(game.game_id, game.side, game.ahead).where(game.number == 1, game.ahead > 0)
    row = connection.execute(query.order_by(game.ahead.desc(), game.ended).limit(1)).first()
    if row is None:
        return None
    first = RESULTS.where(_RESULT.c.game_id == row.game_id, _RESULT.c.side == row.side)
    return Result(*connection.execute(first.limit(1)).one()), row.ahead


def _first(connection: Connection, query: Any) -> Result | None:
    row = connection.execute(query.limit(1)).first()
    return None if row is None else Result(*row)
