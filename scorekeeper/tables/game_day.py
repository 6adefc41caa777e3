"""The day of a league's game: the one on which it ended, unless another is set."""

from datetime import date
from typing import Final

from sqlalchemy import Connection

from scorekeeper.days import day_of, noon
from scorekeeper.store.league.league_games import GameRow, first_free_time
from scorekeeper.store.league.state import League

_APART: Final = 3 * 60 * 60 * 1000
"""The games that are given a day stand within these milliseconds after its noon, which belong to
the day by any server's clock, in the order in which they were opened."""


def day_set(league: League, game: GameRow) -> str | None:
    """Return the day that was set for the game, as "2026-03-31": by an organiser, else when it was
    opened; None where it is the day on which it ended."""
    day: str | None = league.game_decisions.get(game.id, {}).get("day")
    return day or game.day


def ended_at(connection: Connection, league: League, game: GameRow) -> int | None:
    """Return the moment at which the game counts as ended. Worked out again it is the same."""
    day = day_set(league, game)
    if game.first_ended is None or day is None:
        return game.first_ended
    wanted = date.fromisoformat(day)
    for moment in (game.first_ended, game.ended):
        if moment is not None and day_of(moment) == wanted:
            return moment
    return first_free_time(connection, league.id, noon(wanted) + game.id % _APART)
