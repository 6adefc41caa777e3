"""Days of play, by the server's clock: like an evening, a day lasts until six in the morning; seven
in summer, and four in Los Angeles (`day_offset`). And days in words, in the language spoken."""

import time
from datetime import UTC, date, datetime, timedelta
from typing import Final

from scorekeeper.languages import Message, translated
from scorekeeper.sentences import tell

_MONTHS: Final[tuple[Message, ...]] = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_MONTHS_IN_SHORT: Final[tuple[Message, ...]] = (
    *("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
)
_WEEKDAYS: Final[tuple[Message, ...]] = (
    *("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
)

DAY: Final = 24 * 60 * 60 * 1000
"""The milliseconds of a day."""

MORNING: Final = timedelta(days=1, hours=6)
"""How long after the midnight before it a day of play ends."""

_NOON: Final = DAY // 2
_NIGHT: Final = MORNING // timedelta(milliseconds=1) - DAY
_FIRST: Final = date(1970, 1, 1).toordinal()


# by UTC an evening in New York stood under the next day's date, or under two
def day_offset() -> int:
    """Return how many milliseconds after midnight UTC a day of play begins; negative if before.

    It is the same in summer, so that a database can count by it, and never after noon UTC, the time
    of imported games: they keep their day wherever the server is.
    """
    return min(time.timezone * 1000 + _NIGHT, _NOON)


def number_of(at: int) -> int:
    """Return the day of a moment (milliseconds since 1970, UTC), counted from the beginning of
    1970."""
    # by UTC an evening in New York stood under the next day's date, or under two
    return (at - day_offset()) // DAY


def start_of_day(at: int) -> int:
    """Return the moment at which the day of a moment began."""
    return number_of(at) * DAY + day_offset()


def end_of_day(at: int) -> str:
    """Return when the day of a moment ends, by the server's clock on that day: "07:00"."""
    return time.strftime("%H:%M", time.localtime((start_of_day(at) + DAY) / 1000))


def day_numbered(number: int) -> date:
    """Return the day of that number."""
    return date.fromordinal(_FIRST + number)


def day_of(at: int) -> date:
    """Return the day of a moment."""
    return day_numbered(number_of(at))


def moment(at: int) -> datetime:
    """Return a moment (milliseconds since 1970) in UTC, to the second."""
    return datetime.fromtimestamp(at // 1000, UTC)


def noon(day: date) -> int:
    """Noon of a day, UTC: a moment that belongs to it by any server's clock."""
    return (day.toordinal() - _FIRST) * DAY + _NOON


def written_day(day: date) -> str:
    """Return a day as people write it: "3 Nov 2026"."""
    return _day_text("{day} {month} {year}", day, _MONTHS_IN_SHORT)


def in_full(day: date) -> str:
    """Return a day with the whole name of its month: "3 November 2026"."""
    return _day_text("{day} {month} {year}", day, _MONTHS)


def with_weekday(day: date) -> str:
    """Return a day with its weekday: "Tuesday, 3 November 2026"."""
    return _day_text("{weekday}, {day} {month} {year}", day, _MONTHS)


def written_month(day: date) -> str:
    """Return a day's month: "November 2026"."""
    return _day_text("{month} {year}", day, _MONTHS)


def _day_text(template: Message, day: date, months: tuple[Message, ...]) -> str:
    weekday, month = translated(_WEEKDAYS[day.weekday()]), translated(months[day.month - 1])
    return tell(template, weekday=weekday, day=day.day, month=month, year=day.year)
