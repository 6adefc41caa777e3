"""The director of an evening, and the clock of its rounds."""

from typing import NamedTuple

from sqlalchemy import Connection

from scorekeeper.leagues.decisions import DecisionMade, DecisionRefused, DecisionRequest, decide
from scorekeeper.leagues.evening.tonight import evening_of
from scorekeeper.leagues.membership import find_player
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.store.league import leagues, results
from scorekeeper.store.league.state import League
from scorekeeper.store.sql.database import reading
from scorekeeper.store.table.write import Change, now
from scorekeeper.tables import LoadedTable

MINUTE_MS = 60_000
MOST_MINUTES = 600


class RoundClock(NamedTuple):
    """A clock that counts down: the milliseconds ``left``, less than 0 after the end; whether it
    runs."""

    left: int
    running: bool

    @property
    def text(self) -> str:
        """The minutes and seconds that are left."""
        seconds = max(self.left, 0) // 1000
        return f"{seconds // 60}:{seconds % 60:02}"


def directs(found: LeagueVisit, evening: int, device: str) -> bool:
    """Return whether a phone may plan this evening and start its rounds: an organiser's, or its
    director's."""
    role = found.role
    if role is None or not role.member:
        return False
    return role.organiser or evening in found.league.directed_by(device)


def name_director(
    found: LeagueVisit, order: DecisionRequest, evening: int, player: int | None
) -> DecisionMade:
    """Name the director of an evening; None: it has none. Raises ``DecisionRefused``,
    ``Conflict``, ``NotFound``, ``Unavailable``."""
    evening_of(found.league, evening)

    def changes(connection: Connection, league: League) -> list[Change]:
        payload = {**league.evenings[evening]}
        payload.pop("director", None)
        if player is not None:
            payload["director"] = find_player(league, player)
        return [Change("amend", payload, about=evening)]

    return decide(found, order, changes)


def clock_of(league: League, evening: int) -> RoundClock | None:
    """Return the clock of the round that is on; None where there is none."""
    set_last = [one for one in league.of_kinds("clock") if one.payload["evening"] == evening]
    said = set_last[-1].payload if set_last else {"left": 0, "ends": None}
    if said["ends"] is not None:
        return RoundClock(said["ends"] - now(), running=True)
    return RoundClock(said["left"], running=False) if said["left"] else None


def evening_of_table(table: LoadedTable) -> int | None:
    """Return the evening for which a table was started; None where it was for none."""
    if table.row.league_id is None:
        return None
    with reading() as connection:
        return results.planned_for(connection, table.row.league_id, table.row.id).evening


def clock_at(table: LoadedTable) -> RoundClock | None:
    """Return the clock of the round in which a table is played; None where there is none."""
    evening = evening_of_table(table)
    if evening is None or table.row.league_id is None:
        return None
    with reading() as connection:
        league = leagues.read(connection, leagues.by_id(connection, table.row.league_id))
    return clock_of(league, evening)


def set_clock(
    found: LeagueVisit, order: DecisionRequest, evening: int, act: str, minutes: int | None = None
) -> DecisionMade:
    """Have the clock ``start`` with so many minutes, ``pause``, ``go`` on, or ``stop``. Raises
    ``DecisionRefused``, ``NotFound``, ``Unavailable``."""
    evening_of(found.league, evening)
    if act == "start" and not 1 <= (minutes or 0) <= MOST_MINUTES:
        raise DecisionRefused({"minutes": f"Minutes: a number from 1 to {MOST_MINUTES}."})

    def changes(connection: Connection, league: League) -> list[Change]:
        clock, at = clock_of(league, evening), now()
        left = max(clock.left, 0) if clock else 0
        if act == "start":
            left, ends = 0, at + (minutes or 0) * MINUTE_MS
        elif act == "go":
            left, ends = 0, at + left
        else:
            left, ends = (left if act == "pause" else 0), None
        return [Change("clock", {"evening": evening, "left": left, "ends": ends, "act": act})]

    # whatever else was decided meanwhile, this holds
    return decide(found, order._replace(version=None), changes)
