"""When the games of a league ended: no two of them at one moment."""

from sqlalchemy import Connection, func, or_, select, update

from scorekeeper.store.schema.league import LeagueGame

_GAME = LeagueGame.metadata.tables["league_game"]
_ENDS = (_GAME.c.ended, _GAME.c.first_ended)
_AT_ONCE = 1000


def ended_now(connection: Connection, league_id: int, at: int) -> int:
    """When a game that ends now ended: after all that ended before, whatever the clock says."""
    of_league = _GAME.c.league_id == league_id
    last = (connection.scalar(select(func.max(one)).where(of_league)) for one in _ENDS)
    return max(at, *((one or 0) + 1 for one in last))


def taken_between(connection: Connection, league_id: int, first: int, last: int) -> set[int]:
    """The moments within which games of the league ended, or first ended."""
    within = or_(*(one.between(first, last) for one in _ENDS))
    rows = connection.execute(select(*_ENDS).where(_GAME.c.league_id == league_id, within))
    return {moment for row in rows for moment in row if moment is not None}


def free_from(connection: Connection, league_id: int, moment: int) -> int:
    """The first moment from that one on at which no game of the league ended."""
    while True:
        taken = taken_between(connection, league_id, moment, moment + _AT_ONCE)
        free = (one for one in range(moment, moment + _AT_ONCE) if one not in taken)
        if (found := next(free, None)) is not None:
            return found
        moment += _AT_ONCE


def move(connection: Connection, game: int, ended: int | None) -> None:
    """Have the game of this id count as ended then."""
    connection.execute(update(_GAME).where(_GAME.c.id == game).values(ended=ended))
