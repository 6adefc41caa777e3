"""Evenings announced: series, changes and cancellations; replies with partners, and who waits."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.leagues.decisions import DecisionRefused
from scorekeeper.leagues.evening.announcing import (
    FORTNIGHTLY,
    MONTHLY,
    MOST_EVENINGS,
    ONCE,
    WEEKLY,
    Particulars,
    announce,
    cancel_evening,
    edit_evening,
    read_time,
    reinstate_evening,
    series_days,
)
from scorekeeper.leagues.evening.coming import LOOKING, Replies, replies_of
from scorekeeper.leagues.evening.plan import INDIVIDUAL, PAIRS, Evening
from scorekeeper.leagues.evening.replies import reply
from scorekeeper.leagues.evening.tonight import evening_of
from scorekeeper.leagues.visit import visit_league
from tests.leagues.clubs import PHONE, numbers, order

NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve"]
ANN, BEN, CAT, DAN, EVE = range(2, 7)
DAYS = ["2031-01-07", "2031-01-14", "2031-01-21"]

# --- series and times ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("repeat", "until", "days"),
    [
        (ONCE, "2031-12-31", ["2031-01-07"]),
        (WEEKLY, "2031-01-21", DAYS),
        (WEEKLY, "2031-01-20", DAYS[:2]),
        (WEEKLY, "2031-01-06", []),
        (FORTNIGHTLY, "2031-02-04", ["2031-01-07", "2031-01-21", "2031-02-04"]),
        (MONTHLY, "2031-04-01", ["2031-01-07", "2031-02-04", "2031-03-04", "2031-04-01"]),
    ],
)
def test_days_of_a_series(repeat: str, until: str, days: list[str]) -> None:
    found = series_days(date(2031, 1, 7), repeat, date.fromisoformat(until))

    assert [one.isoformat() for one in found] == days


@given(
    st.dates(date(2020, 1, 1), date(2035, 1, 1)),
    st.sampled_from([WEEKLY, FORTNIGHTLY, MONTHLY]),
    st.integers(0, 3000),
)
def test_series_keeps_its_weekday_and_ends(first: date, repeat: str, length: int) -> None:
    until = first + timedelta(length)
    days = series_days(first, repeat, until)

    assert days[0] == first
    assert {one.weekday() for one in days} == {first.weekday()}
    assert days == sorted({*days})
    assert days[-1] <= until
    assert len(days) <= MOST_EVENINGS + 1
    if repeat == MONTHLY:
        assert {(one.day - 1) // 7 for one in days} == {(first.day - 1) // 7}


@pytest.mark.parametrize(
    ("typed", "read"), [("19:30", "19:30"), (" 9.05 ", "09:05"), ("19", "19:00"), ("", "")]
)
def test_times_as_people_write_them(typed: str, read: str) -> None:
    assert read_time(typed) == read


@pytest.mark.parametrize("typed", ["25:00", "half past", "19:60", "-1:00"])
def test_what_is_no_time_is_refused(typed: str) -> None:
    with pytest.raises(DecisionRefused, match=r"19:30"):
        read_time(typed)


@pytest.mark.parametrize(
    ("start", "end", "hours"), [("19:30", "22:30", 3), ("21:00", "01:00", 4), ("19:00", "", 0)]
)
def test_an_evening_may_last_past_midnight(start: str, end: str, hours: int) -> None:
    times = blank(date="2031-01-07", start=start, end=end).times

    assert times
    assert times[1] - times[0] == timedelta(hours=hours)
    assert blank(date="2031-01-07").times is None
    assert blank(start="19:30").times is None


# --- changed and cancelled ----------------------------------------------------------------------


def blank(**more: object) -> Evening:
    """An evening of Whist without players."""
    about = {"name": "", "date": "", "season": 1, "game": "whist", "variant": None, "kind": PAIRS}
    return Evening.read(0, {**about, "present": [], **more})


def announced(club: str, days: list[str], **more: object) -> list[int]:
    """Announce evenings on these days; their numbers."""
    before = visit_league(club, PHONE)
    announce(before, order(), blank(**more), days)
    return sorted(visit_league(club, PHONE).league.evenings.keys() - before.league.evenings.keys())


def evening(club: str, number: int) -> Evening:
    return evening_of(visit_league(club, PHONE).league, number)


def wanted(club: str, number: int, **changed: object) -> Particulars:
    """What is said of an evening now, with some of it changed."""
    now = evening(club, number)
    told = {name: getattr(now, name) for name in Particulars._fields}
    return Particulars(**{**told, **changed})


def test_a_series_is_known_by_its_first(club: str) -> None:
    first, second, third = announced(club, DAYS, start="19:30", venue="Library")

    assert [evening(club, one).date for one in (first, second, third)] == DAYS
    assert {evening(club, one).series for one in (first, second, third)} == {first}
    (alone,) = announced(club, ["2031-02-01"])
    assert evening(club, alone).series == 0


def test_days_of_a_series_differ(club: str) -> None:
    with pytest.raises(DecisionRefused, match=r"7 Jan 2031 is in the list twice"):
        announced(club, [DAYS[0], DAYS[0]])
    with pytest.raises(DecisionRefused, match=r"at most 60 evenings"):
        announced(club, [str(date(2031, 1, 1) + timedelta(n)) for n in range(61)])


def test_a_change_moves_the_later_evenings_too(club: str) -> None:
    first, second, third = announced(club, DAYS, venue="Library", note="Bring a cake")
    visit = visit_league(club, PHONE)
    changed = wanted(club, second, date="2031-01-15", venue="School", note="")
    with pytest.raises(DecisionRefused, match=r"Give a reason"):
        edit_evening(visit, order(), second, changed, "  ")
    edit_evening(visit, order(), second, changed, "The library is closed.", later=True)

    assert [evening(club, one).date for one in (first, second, third)] == [
        "2031-01-07",
        "2031-01-15",
        "2031-01-22",
    ]
    assert [evening(club, one).venue for one in (first, second, third)] == [
        "Library",
        "School",
        "School",
    ]
    assert evening(club, third).note == ""
    assert evening(club, third).reason == "The library is closed."
    assert evening(club, first).reason == ""


def test_small_changes_need_no_reason(club: str) -> None:
    (number,) = announced(club, DAYS[:1])
    visit = visit_league(club, PHONE)
    edit_evening(visit, order(), number, wanted(club, number, note="Bring a cake", places=8), "")

    assert (evening(club, number).note, evening(club, number).places) == ("Bring a cake", 8)
    with pytest.raises(DecisionRefused, match=r"Nothing has changed"):
        edit_evening(visit, order(), number, wanted(club, number), "because")


def test_cancelled_with_those_that_follow(club: str) -> None:
    first, second, third = announced(club, DAYS)
    visit = visit_league(club, PHONE)
    cancel_evening(visit, order(), second, "Snow", later=True)

    assert [evening(club, one).cancelled for one in (first, second, third)] == [False, True, True]
    assert evening(club, third).reason == "Snow"
    with pytest.raises(DecisionRefused, match=r"This evening is cancelled"):
        cancel_evening(visit_league(club, PHONE), order(), second, "again")
    with pytest.raises(DecisionRefused, match=r"This evening is cancelled"):
        edit_evening(visit_league(club, PHONE), order(), second, wanted(club, second), "again")
    with pytest.raises(DecisionRefused, match=r"This evening is cancelled"):
        reply(visit_league(club, PHONE), order(), second, True, ANN)
    reinstate_evening(visit_league(club, PHONE), order(), second)
    assert (evening(club, second).cancelled, evening(club, second).reason) == (False, "")
    with pytest.raises(DecisionRefused, match=r"isn't cancelled"):
        reinstate_evening(visit_league(club, PHONE), order(), second)


# --- replies ------------------------------------------------------------------------------------


def replies(club: str, number: int) -> Replies:
    return replies_of(visit_league(club, PHONE).league, number)


def says(
    club: str, number: int, player: int, partner: int | None = None, coming: bool = True
) -> None:
    """An organiser replies for a player."""
    reply(visit_league(club, PHONE), order(), number, coming, player, partner)


def test_a_pair_comes_together(club: str) -> None:
    (number,) = announced(club, DAYS[:1])
    says(club, number, CAT, LOOKING)
    says(club, number, ANN, BEN)
    now = replies(club, number)

    assert now.coming == [CAT, ANN, BEN]
    assert now.pairs == [(ANN, BEN)]
    assert now.looking == [CAT]

    says(club, number, BEN, coming=False)
    now = replies(club, number)
    assert (now.coming, now.away, now.looking) == ([CAT, ANN], [BEN], [CAT, ANN])
    says(club, number, CAT, ANN)
    assert replies(club, number).pairs == [(CAT, ANN)]
    assert replies(club, number).coming == [CAT, ANN]


def test_partners_who_cannot_be_are_refused(club: str) -> None:
    (number,) = announced(club, DAYS[:1])
    says(club, number, ANN, BEN)
    says(club, number, EVE, coming=False)
    for partner, why in (
        (DAN, "Choose another player"),
        (BEN, "Ben is coming with Ann"),
        (EVE, "Eve has replied “not coming”"),
        (99, "no such player"),
    ):
        with pytest.raises(DecisionRefused, match=why):
            says(club, number, DAN, partner)
    assert replies(club, number).coming == [ANN, BEN]


def test_those_who_wait_move_up_in_order(club: str) -> None:
    (number,) = announced(club, DAYS[:1], places=3)
    says(club, number, ANN, BEN)
    says(club, number, CAT, DAN)
    says(club, number, EVE)
    assert (replies(club, number).coming, replies(club, number).waiting) == (
        [ANN, BEN, CAT],
        [DAN, EVE],
    )
    says(club, number, ANN, coming=False)
    assert (replies(club, number).coming, replies(club, number).waiting) == (
        [BEN, CAT, DAN],
        [EVE],
    )
    says(club, number, ANN)  # and Ann is last
    assert replies(club, number).waiting == [EVE, ANN]


def test_nobody_names_partners_where_they_change(club: str) -> None:
    (number,) = announced(club, DAYS[:1], kind=INDIVIDUAL)
    says(club, number, ANN, BEN)

    assert replies(club, number).coming == [ANN]
    assert not replies(club, number).partners


def test_usual_partners_are_those_of_last_time(club: str) -> None:
    assert not visit_league(club, PHONE).league.usual_partners
    announced(club, DAYS[:1], units=[[ANN, BEN], [CAT, DAN]])
    announced(club, DAYS[1:2], units=[[ANN, CAT]])

    usual = visit_league(club, PHONE).league.usual_partners
    assert usual == {ANN: CAT, CAT: ANN}
    assert numbers(club)["Ann"] == ANN
