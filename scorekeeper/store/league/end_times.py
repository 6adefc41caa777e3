"""When the games of a league ended: no two of them at one moment."""

from sqlalchemy import Connection, func, or_, select, update

from scorekeeper.store.schema.league import LeagueGame

_GAME = LeagueGame.metadata.tables["league_game"]
_ENDS = (_GAME.c.ended, _GAME.c.first_ended)
_AT_ONCE = 1000


def next_end_time(connection: Connection, league_id: int, at: int) -> int:
    """Return the end time of a game that ends now: after all that ended before, whatever the clock
    says."""
    of_league = _GAME.c.league_id == league_id
    last = (connection.scalar(select(func.max(one)).where(of_league)) for one in _ENDS)
    return max(at, *((one or 0) + 1 for one in last))


def end_times_between(connection: Connection, league_id: int, first: int, last: int) -> set[int]:
    """Return the moments within which games of the league ended, or first ended."""
    within = or_(*(one.between(first, last) for one in _ENDS))
    rows = connection.execute(select(*_ENDS).where(_GAME.c.league_id == league_id, within))
    return {moment for row in rows for moment in row if moment is not None}


def first_free_time(connection: Connection, league_id: int, moment: int) -> int:
    """Return the first moment from that one on at which no game of the league ended."""
    while True:
        taken = end_times_between(connection, league_id, moment, moment + _AT_ONCE)
        free = (one for one in range(moment, moment + _AT_ONCE) if one not in taken)
        if (found := next(free, None)) is not None:
            return found
        moment += _AT_ONCE


def set_end_time(connection: Connection, game: int, ended: int | None) -> None:
    """Set the moment at which a game counts as ended."""
    connection.execute(update(_GAME).where(_GAME.c.id == game).values(ended=ended))
