"""Rulings of an organiser on a game: whether it counts, in which season, on which day, with which
result. The day may also be given when the game is started."""

import re
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

from scorekeeper.days import day_of, end_of_day, written_day
from scorekeeper.engine.other_entries import MOST_POINTS
from scorekeeper.leagues.decisions import Deciding, DecisionRefused, decision, read_reason, refusal
from scorekeeper.results_file.values import FIRST_YEAR
from scorekeeper.sentences import Message, tell
from scorekeeper.store.league import league_games
from scorekeeper.store.league.league_games import GameRow
from scorekeeper.store.league.state import League
from scorekeeper.store.table.rows import Change, now
from scorekeeper.tables.game_day import day_set
from scorekeeper.tables.league_results import played_as_corrected, unplayed

YEARS_AHEAD: Final = 10
"""A later evening is a slip of the pen."""


def today() -> date:
    """Return the day of play, by the server's clock: it lasts until the morning."""
    return day_of(now())


def read_day(text: str) -> str | None:
    """Return the day that was typed, as "2026-03-31"; None where nothing was. Refused where it is
    none, or nothing can have been played then."""
    if not (day := _day(text, "day")):
        return None
    if day > today():
        raise DecisionRefused({"day": _still_to_come(day)})
    return day.isoformat()


def _still_to_come(day: date) -> str:
    """Return why the day is refused, and when the day of play ends where the day of the clock may
    have been meant."""
    if day != today() + timedelta(days=1):
        return tell("{day} is still to come.", day=written_day(day))
    return tell(
        "{day} is still to come. Until {time} in the morning it is {today}.",
        day=written_day(day),
        time=end_of_day(now()),
        today=written_day(today()),
    )


def read_evening(text: str) -> str:
    """Return the day of an evening, which may be to come; empty where nothing was typed."""
    day = _day(text, "date")
    if day and day.year > today().year + YEARS_AHEAD:
        raise refusal("date", "{day} is too far ahead.", day=written_day(day))
    return day.isoformat() if day else ""


def _day(text: str, field: str) -> date | None:
    if not text.strip():
        return None
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        raise refusal(field, "Write the day as 2026-03-31.") from None
    if day.year < FIRST_YEAR:
        raise refusal(field, "{day} is too long ago.", day=written_day(day))
    return day


def day_of_evening(league: League, evening: int | None) -> str | None:
    """Return the day of the tables that are opened for an evening: its own, unless that is still to
    come, or it has none."""
    given = str(league.evenings.get(evening or 0, {}).get("date") or "")
    # a day ahead is none to come: after midnight the day of play is still the day before, and a
    # club may live east of the server's clock
    near = today() + timedelta(days=1)
    return given if given and date.fromisoformat(given) <= near else None


_NO_GAME: Final[Message] = "There is no such game."


def _find_game(at: Deciding, game: int) -> GameRow:
    """Return the league's game of this id; refused where there is none."""
    for row in league_games.games_by_id(at.connection, at.league.id, [game]):
        return row
    raise refusal("game", _NO_GAME)


@decision
def set_day(at: Deciding, game: int, text: str) -> list[Change]:
    """Set the day on which a game (by its id) counts."""
    day = read_day(text)
    if day is None:
        raise refusal("day", "Choose the day.")
    row = _find_game(at, game)
    was = day_set(at.league, row) if row.ended is None else day_of(row.ended).isoformat()
    return [Change("game", {"game": game, "day": day, "was": was})]


@decision
def set_game_counting(
    at: Deciding, game: int, *, reason: str, struck: bool | None = None, season: int | None = None
) -> list[Change]:
    """Set whether a game (by its id) counts, or in which season."""
    values = {"struck": struck, "season": season}
    payload = {
        "game": game,
        **{name: value for name, value in values.items() if value is not None},
        "reason": read_reason(reason),
    }
    _find_game(at, game)
    if season is not None and season not in at.league.seasons:
        raise refusal("season", "There is no such season.")
    return [Change("game", payload)]


BY_POINTS: Final = ""
DRAWN: Final = "draw"
_WHOLE: Final = re.compile(r"[+-]?\d{1,9}")


@decision
def correct_result(at: Deciding, game: int, points: Mapping[str, str], winner: str) -> list[Change]:
    """Correct an imported result: the points of each side, by its number; ``winner`` is a side's
    number, ``DRAWN`` or ``BY_POINTS``. A game that has a table is corrected there."""
    row = _find_game(at, game)
    document = played_as_corrected(at.league, game, row.played)
    if document is None or row.table_id is not None or unplayed(document):
        raise refusal("game", _NO_GAME)
    sides = range(len(document["points"]))
    typed = [read_final_points(points.get(str(side), "")) for side in sides]
    if winner == DRAWN:
        winners = [*sides]
    elif winner == BY_POINTS:
        best = min(typed) if document["low"] else max(typed)
        winners = [side for side in sides if typed[side] == best]
    else:
        winners = [side for side in sides if str(side) == winner]
    was = {"points": document["points"], "winners": document["winners"]}
    return [Change("game", {"game": game, "points": typed, "winners": winners, "was": was})]


def read_final_points(text: str) -> int:
    """Return a side's final points as they were typed, with any minus; refused where they are no
    whole number of the size that a game can have."""
    plain = "".join(text.split()).replace("−", "-")
    if not _WHOLE.fullmatch(plain) or abs(int(plain)) > MOST_POINTS:
        raise refusal(
            "points", "Enter whole points from {low} to {high}.", low=-MOST_POINTS, high=MOST_POINTS
        )
    return int(plain)
