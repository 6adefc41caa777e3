"""On which day a game was played: said when it is opened, or by an organiser afterwards."""

from datetime import date, timedelta
from typing import Final

from sqlalchemy import Connection

from scorekeeper.days import day_of
from scorekeeper.leagues.decision_text import dated
from scorekeeper.leagues.decisions import Decided, DecisionRefused, Order, decide
from scorekeeper.leagues.visit import Found
from scorekeeper.results_file.values import FIRST
from scorekeeper.store.league import results
from scorekeeper.store.league.results import GameRow
from scorekeeper.store.league.state import League
from scorekeeper.store.table.write import Change, now
from scorekeeper.tables.game_day import day_set

YEARS_AHEAD: Final = 10
"""A later evening is a slip of the pen."""


def today() -> date:
    """The day of play, by the server's clock: it lasts until six in the morning."""
    return day_of(now())


def read_day(text: str) -> str | None:
    """The day that was typed, as "2026-03-31"; None where nothing was. Refused where it is none, or
    nothing can have been played then."""
    if not (day := _day(text, "day")):
        return None
    if day > today():
        raise DecisionRefused({"day": f"{dated(day)} is still to come{_night(day)}."})
    return day.isoformat()


def _night(day: date) -> str:
    """Why the day of the clock is still to come, where that may be what was meant."""
    said = f"; until six in the morning it is {dated(today())}"
    return said if day == today() + timedelta(days=1) else ""


def read_evening(text: str) -> str:
    """The day of an evening, which may be to come; empty where nothing was typed."""
    day = _day(text, "date")
    if day and day.year > today().year + YEARS_AHEAD:
        raise DecisionRefused({"date": f"{dated(day)} is too far off."})
    return day.isoformat() if day else ""


def _day(text: str, field: str) -> date | None:
    if not text.strip():
        return None
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        raise DecisionRefused({field: "Write the day as 2026-03-31."}) from None
    if day.year < FIRST:
        raise DecisionRefused({field: f"{dated(day)} is too long ago."})
    return day


def day_of_evening(league: League, evening: int | None) -> str | None:
    """The day of the tables that are opened for an evening: its own, unless that is still to come,
    or it has none."""
    given = str(league.evenings.get(evening or 0, {}).get("date") or "")
    return given if given and date.fromisoformat(given) <= today() else None


def set_day(found: Found, order: Order, game: int, text: str) -> Decided:
    """Have a game (by its id) count on that day."""
    day = read_day(text)
    if day is None:
        raise DecisionRefused({"day": "Choose the day."})

    def changes(connection: Connection, league: League) -> list[Change]:
        there = results.games_by_id(connection, league.id, [game])
        if not there:
            raise DecisionRefused({"game": "There is no such game."})
        return [Change("game", {"game": game, "day": day, "was": _was(league, there[0])})]

    return decide(found, order, changes)


def _was(league: League, game: GameRow) -> str | None:
    """The day on which the game counts so far."""
    if game.ended is None:
        return day_set(league, game)
    return day_of(game.ended).isoformat()
