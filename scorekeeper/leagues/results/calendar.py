"""The evenings of a league as a calendar (RFC 5545)."""

from collections.abc import Callable
from datetime import date, timedelta

from icalendar import Calendar, Event

from scorekeeper.days import moment
from scorekeeper.games import games
from scorekeeper.leagues.evening.plan import Evening
from scorekeeper.leagues.evening.tonight import evening_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.store.league import leagues
from scorekeeper.store.sql.database import reading
from scorekeeper.store.table.records import Record, last_changes


def evenings_calendar(visit: LeagueVisit, address: Callable[[int], str]) -> bytes:
    """Return the evenings that have a day; ``address`` is that of an evening's page."""
    with reading() as connection:
        changes = last_changes(leagues.records(connection, visit.info))
    calendar = Calendar.new(
        prodid="-//Scorekeeper//Evenings//EN",
        uid=f"{visit.info.public_id}@scorekeeper",
        name=visit.league.name,
    )
    for number in visit.league.evenings:
        evening = evening_of(visit.league, number)
        if evening.date:
            calendar.add_component(_event(visit, evening, address(number), changes[number]))
    text: bytes = calendar.to_ical()
    return text


def _event(visit: LeagueVisit, evening: Evening, address: str, changed: Record) -> Event:
    day = date.fromisoformat(evening.date)
    name, game = evening.name or visit.league.name, games()[evening.game].name
    # without a METHOD, DTSTAMP is when the event was last changed; the number of that change grows
    return Event.new(
        uid=f"{visit.info.public_id}-{evening.number}@scorekeeper",
        stamp=moment(changed.at),
        sequence=changed.seq,
        start=day,
        end=day + timedelta(days=1),
        summary=f"{name}: {game}",
        url=address,
    )
