"""Days of play: by the server's clock, until the morning, wherever the server is."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import days
from tests.clocks import CLOCKS, clock

HOUR = 60 * 60 * 1000


def at(moment: str) -> int:
    """That moment, UTC, as it is stored."""
    return round(datetime.fromisoformat(moment).replace(tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("place", "moment", "day"),
    [
        ("UTC", "2026-11-20T23:30", "2026-11-20"),
        ("UTC", "2026-11-21T05:59:59.999", "2026-11-20"),
        ("UTC", "2026-11-21T06:00", "2026-11-21"),
        ("Berlin", "2026-11-21T00:30", "2026-11-20"),  # half past one
        ("Berlin", "2026-11-21T04:59:59", "2026-11-20"),
        ("Berlin", "2026-11-21T05:00", "2026-11-21"),
        ("Berlin", "2026-07-04T04:59:59", "2026-07-03"),  # in summer until seven
        ("New York", "2026-11-21T03:30", "2026-11-20"),  # half past ten in the evening
        ("New York", "2026-11-21T10:59:59", "2026-11-20"),
        ("New York", "2026-11-21T11:00", "2026-11-21"),
        ("Los Angeles", "2026-11-21T07:30", "2026-11-20"),
        ("Los Angeles", "2026-11-21T11:59:59", "2026-11-20"),  # there until four
        ("Los Angeles", "2026-11-21T12:00", "2026-11-21"),
        ("Delhi", "2026-11-20T18:00", "2026-11-20"),
        ("Auckland", "2026-11-20T17:59:59", "2026-11-20"),  # the morning of the 21st
        ("Auckland", "2026-11-20T18:00", "2026-11-21"),
    ],
)
def test_a_day_lasts_until_the_morning(place: str, moment: str, day: str) -> None:
    with clock(CLOCKS[place]):
        assert days.day_of(at(moment)) == date.fromisoformat(day)


@pytest.mark.parametrize(
    ("place", "moment", "ends"),
    [
        ("Berlin", "2026-11-20T20:00", "06:00"),
        ("Berlin", "2026-07-03T20:00", "07:00"),  # in summer
        ("Berlin", "2026-10-24T20:00", "06:00"),  # the clocks go back in the night
        ("New York", "2026-11-21T03:30", "06:00"),
        ("Los Angeles", "2026-11-21T07:30", "04:00"),
        ("Auckland", "2026-11-20T17:59:59", "07:00"),
    ],
)
def test_day_ends_by_the_clock_of_that_day(place: str, moment: str, ends: str) -> None:
    with clock(CLOCKS[place]):
        assert days.end_of_day(at(moment)) == ends


@pytest.mark.parametrize("place", CLOCKS)
@given(day=st.dates(date(1900, 1, 1), date(2200, 1, 1)))
def test_import_keeps_its_day_everywhere(place: str, day: date) -> None:
    with clock(CLOCKS[place]):
        assert days.day_of(days.noon(day)) == day
        assert days.day_of(days.noon(day) + HOUR) == day  # where the last of thousands may stand


@pytest.mark.parametrize("place", CLOCKS)
@given(moment=st.integers(0, 2**42))
def test_day_begins_where_the_one_before_ends(place: str, moment: int) -> None:
    with clock(CLOCKS[place]):
        began = days.start_of_day(moment)

        assert began <= moment < began + days.DAY
        assert (
            days.day_of(began) == days.day_of(moment) == days.day_numbered(days.number_of(moment))
        )
        assert days.day_of(began - 1) == days.day_of(began) - timedelta(days=1)
