"""Evenings announced: one, or a series of them, with time and place; changed and cancelled openly,
so that members see why."""

from collections.abc import Iterator, Sequence
from datetime import date, time, timedelta
from typing import Final, NamedTuple

from scorekeeper.days import written_day
from scorekeeper.leagues.decisions import Deciding, decision, read_reason, refusal
from scorekeeper.leagues.evening.plan import ANNOUNCED, Evening
from scorekeeper.leagues.evening.tonight import evening_of, last_started_round, planned_tables
from scorekeeper.spelling import visible
from scorekeeper.store.league.state import League
from scorekeeper.store.schema.table import Json
from scorekeeper.store.table.rows import Change

# --- a series -----------------------------------------------------------------------------------

ONCE, WEEKLY, FORTNIGHTLY, MONTHLY = "once", "weekly", "fortnightly", "monthly"
MOST_EVENINGS: Final = 60
"""In a series."""


def series_days(first: date, repeat: str, until: date) -> list[date]:
    """Return the days of a series up to ``until`` or the first beyond ``MOST_EVENINGS``:
    ``MONTHLY`` is the second Tuesday of each month, if the first day is a second Tuesday."""
    if repeat == ONCE:
        return [first]
    step = 2 if repeat == FORTNIGHTLY else 1
    found: list[date] = []
    day = first
    while day <= until and len(found) <= MOST_EVENINGS:
        if repeat != MONTHLY or (day.day - 1) // 7 == (first.day - 1) // 7:
            found.append(day)
        day += timedelta(weeks=step)
    return found


# --- announced ----------------------------------------------------------------------------------


@decision
def announce(at: Deciding, evening: Evening, days: Sequence[str]) -> list[Change]:
    """Announce an evening on each of these days, as "2026-03-31"; several are a series. The
    answer's seq is the number of the first."""
    if len(days) > MOST_EVENINGS:
        raise refusal("until", "A series has at most {n} evenings.", n=MOST_EVENINGS)
    if twice := next((one for one in days if days.count(one) > 1), ""):
        day = written_day(date.fromisoformat(twice))
        raise refusal("day", "{day} is in the list twice.", day=day)
    series = {"series": at.league.version + 1} if len(days) > 1 else {}
    payload = evening.payload()
    return [Change("evening", {**payload, "date": day, **series}) for day in sorted(days)]


class Particulars(NamedTuple):
    """What an organiser says of an evening beside its game: see ``Evening``."""

    name: str
    date: str
    start: str
    end: str
    venue: str
    note: str
    places: int


_NEED_A_REASON: Final = {"date", "start", "end", "venue"}


@decision
def edit_evening(
    at: Deciding, evening: int, wanted: Particulars, reason: str, later: bool = False
) -> list[Change]:
    """Change what was announced; ``later``: in the later evenings of its series too, by as many
    days. Without a reason only what nobody needs to be told."""
    was = _announced(at.league, evening)
    before = Particulars(was.name, was.date, was.start, was.end, was.venue, was.note, was.places)
    changed = {
        key: value for key, value in wanted._asdict().items() if value != getattr(before, key)
    }
    if not changed:
        raise refusal("", "Nothing has changed.")
    reason = read_reason(reason) if reason.strip() or _NEED_A_REASON & {*changed} else ""
    days = _days_between(was.date, wanted.date)
    return [
        _amended(
            at.league,
            number,
            {**changed, "date": _moved(payload["date"], days, wanted.date)},
            reason,
        )
        for number, payload in _with_later(at.league, was, later)
    ]


def _days_between(one: str, other: str) -> int:
    """Return by how many days an evening moves; 0 where it had no day, or has none any more."""
    if not (one and other):
        return 0
    return (date.fromisoformat(other) - date.fromisoformat(one)).days


def _moved(day: str, days: int, wanted: str) -> str:
    return (date.fromisoformat(day) + timedelta(days)).isoformat() if day and wanted else wanted


@decision
def cancel_evening(at: Deciding, evening: int, reason: str, later: bool = False) -> list[Change]:
    """Cancel an evening, and with ``later`` those that follow in its series; no round may have
    started."""
    was, reason = _announced(at.league, evening), read_reason(reason)
    tables = planned_tables(at.connection, at.league, evening)
    if last_started_round(tables, evening_of(at.league, evening)):
        raise refusal("", "A round has started, so this evening can't be cancelled.")
    return [
        _amended(at.league, number, {"cancelled": True}, reason)
        for number, _ in _with_later(at.league, was, later)
    ]


@decision
def reinstate_evening(at: Deciding, evening: int) -> list[Change]:
    """Let a cancelled evening take place after all."""
    if not evening_of(at.league, evening).cancelled:
        raise refusal("", "This evening isn't cancelled.")
    return [_amended(at.league, evening, {"cancelled": False}, "")]


def _announced(league: League, evening: int) -> Evening:
    found = evening_of(league, evening)
    if found.cancelled:
        raise refusal("", "This evening is cancelled.")
    return found


def _with_later(league: League, evening: Evening, later: bool) -> Iterator[tuple[int, Json]]:
    """Yield an evening, and those of its series after it that take place and are not planned."""
    yield evening.number, league.evenings[evening.number]
    for number, one in league.evenings.items():
        follows = one.get("series") and one["series"] == evening.series
        takes_place = not (one["present"] or one.get("cancelled"))
        if later and follows and one["date"] > evening.date and takes_place:
            yield number, one


def _amended(league: League, evening: int, changed: Json, reason: str) -> Change:
    payload = {**league.evenings[evening], **changed}
    if reason or "cancelled" in changed:
        payload["reason"] = reason
    for key in (*ANNOUNCED, "places"):
        if not payload.get(key):
            payload.pop(key, None)
    return Change("amend", payload, about=evening)


# --- what is typed ------------------------------------------------------------------------------

LONGEST_VENUE: Final = 100
LONGEST_NOTE: Final = 400


def read_time(text: str) -> str:
    """Return the time that was typed, as "19:30"; empty where nothing was."""
    typed = text.strip().replace(".", ":")
    if not typed:
        return ""
    try:
        hour, _, minute = typed.partition(":")
        return time(int(hour), int(minute or 0)).strftime("%H:%M")
    except ValueError:
        raise refusal("", "Enter a time such as 19:30.") from None


def read_until(text: str) -> date:
    """Return the last possible day of a series."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise refusal("until", "Write the day as 2026-03-31.") from None


def read_venue(text: str) -> str:
    """Return the place that was typed."""
    return _read_line(text, LONGEST_VENUE)


def read_note(text: str) -> str:
    """Return the note that was typed."""
    return _read_line(text, LONGEST_NOTE)


def _read_line(text: str, longest: int) -> str:
    """Return a text as it is saved, without its outer and its double blanks."""
    read = " ".join(visible(text).split())
    if len(read) > longest:
        raise refusal("", "Use up to {n} characters.", n=longest)
    return read
