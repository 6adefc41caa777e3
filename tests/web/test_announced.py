"""Evenings announced with time and place, in series, changed and cancelled; partners; each member's
calendar."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from flask import Flask
from icalendar import STATUS, Calendar, Event

from scorekeeper.leagues.evening import direction
from tests.web.phones import Page, Phone, create_league, keys
from tests.web.test_feeds import api, bearer, made, read_calendar
from tests.web.test_replies import member, plans, says

pytestmark = pytest.mark.long

NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve"]
TUESDAY = "2031-01-07"


@pytest.fixture
def league(phone: Phone) -> str:
    """The address of a league of five players (2 to 6)."""
    return create_league(phone, players="\n".join(NAMES))


def announced(phone: Phone, league: str, **typed: object) -> str:
    """The address of the newest evening, which is announced."""
    told = {"date": TUESDAY, "game": "tally", **typed}
    phone.do(f"{league}/evening/announce", told, "announce")
    addresses = phone.get(f"{league}/evenings").links("/evening/")
    return max(addresses, key=lambda one: int(re.sub(r"\D", "", one.rpartition("/")[2]) or 0))


def series(phone: Phone, league: str, **typed: object) -> Page:
    """The page that lists the days of a series."""
    told = {"date": TUESDAY, "game": "tally", "repeat": "weekly", **typed}
    return phone.fill(f"{league}/evening/announce", told, "announce")


# --- announced ----------------------------------------------------------------------------------


def test_an_evening_has_a_time_and_a_place(phone: Phone, league: str) -> None:
    evening = announced(
        phone, league, start="19:30", end="22:30", venue="Library", note="Bring a cake."
    )

    for address in (evening, f"{league}/evenings"):
        page = phone.get(address).text
        assert "19:30 to 22:30" in page
        assert "Library" in page
        assert "Bring a cake." in page
    assert "19:30 to 22:30 · Library" in phone.get(league).text


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ({"start": "late"}, "Enter a time such as 19:30."),
        ({"end": "22:00"}, "Say when it starts, too."),
        ({"venue": "x" * 101}, "Use up to 100 characters."),
        ({"repeat": "weekly"}, "Write the day as"),
        ({"repeat": "weekly", "until": "2031-01-01"}, "The last day comes before the first."),
        ({"repeat": "weekly", "until": "2039-01-01"}, "A series has at most 60 evenings."),
    ],
)
def test_what_cannot_be_announced_is_kept(
    phone: Phone, league: str, typed: dict[str, str], why: str
) -> None:
    typed = {"note": "x", **typed}
    page = phone.fill(f"{league}/evening/announce", {"date": TUESDAY, **typed}, "announce")

    assert page.status == 422
    assert why in page.text
    assert all(page.form("announce")[name] == text for name, text in typed.items())
    assert not phone.get(f"{league}/evenings").links("/evening/1")


@pytest.mark.parametrize(
    ("typed", "opened"),
    [
        ({}, []),
        ({"repeat": "weekly"}, ["A series of evenings"]),
        ({"until": "2031-01-14", "start": "late"}, ["A series of evenings"]),
        ({"venue": "Library", "start": "late"}, ["Where, note, name, places"]),
        ({"places": "many"}, ["Where, note, name, places"]),
    ],
)
def test_what_is_optional_is_folded_until_it_is_typed(
    phone: Phone, league: str, typed: dict[str, str], opened: list[str]
) -> None:
    address = f"{league}/evening/announce"
    page = phone.fill(address, typed, "announce") if typed else phone.get(address)

    assert re.findall(r"<details[^>]* open><summary>([^<]+)", page.html) == opened
    assert page.html.count("more part") == 2


def test_days_of_a_series_are_moved_or_left_out(phone: Phone, league: str) -> None:
    page = series(phone, league, until="2031-01-28", start="19:30")
    form = page.form("announce")
    days = [form[f"day.{n}"] for n in range(1, 5)]
    assert days == [TUESDAY, "2031-01-14", "2031-01-21", "2031-01-28"]

    address = f"{league}/evening/announce"
    del form.fields["on.2"]
    nothing = phone.send(address, form, {"day.3": "soon"}, "announce")
    assert nothing.status == 422
    assert "Write the day as 2026-03-31." in nothing.text
    assert nothing.form("announce")["day.3"] == "soon"
    phone.follow(phone.send(address, form, {"day.3": "2031-01-22"}, "announce"))

    page = phone.get(f"{league}/evenings")
    shown = [day for day in (7, 14, 21, 22, 28) if f", {day} January" in page.text]
    assert shown == [7, 22, 28]
    assert page.text.count("19:30") == 3


def test_a_series_with_no_day_left_is_refused(phone: Phone, league: str) -> None:
    form = series(phone, league, until=TUESDAY).form("announce")
    del form.fields["on.1"]
    page = phone.send(f"{league}/evening/announce", form, {}, "announce")

    assert (page.status, "Tick at least one day." in page.text) == (422, True)


def test_a_change_is_seen_with_its_reason(app: Flask, phone: Phone, league: str) -> None:
    evening = announced(phone, league, start="19:30", venue="Library")
    refused = phone.fill(f"{evening}/edit", {"venue": "School"}, "save")
    assert refused.status == 422
    assert "Give a reason." in refused.text
    assert refused.form("save")["venue"] == "School"
    phone.do(f"{evening}/edit", {"venue": "School", "reason": "The library is closed."})

    ann = member(app, league, "Ann")
    assert "Changed: The library is closed." in ann.get(evening).text
    assert "School" in ann.get(f"{league}/evenings").text
    assert "“The library is closed.”" in phone.get(f"{league}/history").text
    assert ann.get(f"{evening}/edit").status == 403


def test_cancelled_openly_and_reinstated(app: Flask, phone: Phone, league: str) -> None:
    evening = announced(phone, league, name="Cup")
    ann = member(app, league, "Ann")
    assert phone.fill(f"{evening}/cancel", {}, "cancel").status == 422
    phone.do(f"{evening}/cancel", {"reason": "Snow"}, "cancel")

    assert "Cancelled: Snow" in ann.get(evening).text
    assert "cancelled: Snow" in ann.get(f"{league}/evenings").text
    assert "coming" not in keys(ann.get(evening)) + keys(ann.get(f"{league}/evenings"))
    assert phone.get(f"{evening}/plan").links("/plan") == []
    (event,) = read_calendar(phone, league).events
    assert (event.status, event.description) == (STATUS.CANCELLED, "Cancelled: Snow")

    phone.do(f"{evening}/cancel", {}, "reinstate")
    assert "coming" in keys(ann.get(evening))
    (again,) = read_calendar(phone, league).events
    assert again.status == STATUS.CONFIRMED
    assert again.sequence > event.sequence
    assert again.stamp >= event.stamp


def test_started_evening_cannot_be_cancelled(phone: Phone, league: str) -> None:
    evening = plans(phone, f"{league}/evening/new", {"game": "tally", "player": [2, 3, 4]})
    phone.do(evening, {}, "open.1")
    page = phone.fill(f"{evening}/cancel", {"reason": "Snow"}, "cancel")

    assert (page.status, "A round has started" in page.text) == (422, True)


# --- replies ------------------------------------------------------------------------------------


def test_every_coming_evening_is_replied_to(app: Flask, phone: Phone, league: str) -> None:
    first = announced(phone, league)
    later = announced(phone, league, date="2031-01-14")
    ann = member(app, league, "Ann")
    page = ann.get(f"{league}/evenings")
    forms = [one for one in page.forms if "coming" in one.buttons]
    assert len(forms) == 2
    said = ann.post(forms[1].attributes["action"], forms[1].filled({}, "coming"))
    assert "You are coming." in ann.follow(said).text

    assert "Coming: Ann." in phone.get(later).text
    assert "Coming" not in phone.get(first).text


def test_members_find_partners_in_the_list(app: Flask, phone: Phone, league: str) -> None:
    evening = announced(phone, league, game="whist", kind="pairs")
    ann, ben, cat = (member(app, league, name) for name in NAMES[:3])
    assert "Looking for a partner: Ann." in says(ann, league, "coming").text
    says(ben, league, "coming")
    page = ben.get(evening)
    assert keys(page).count("with.2") == 1
    form = next(one for one in page.forms if "with.2" in one.buttons)
    ben.follow(ben.post(form.attributes["action"], form.filled({}, "with.2")))

    assert "You are coming with Ben." in ann.get(evening).text
    assert "Coming: Ann & Ben." in phone.get(evening).text
    form = next(one for one in cat.get(evening).forms if "coming" in one.buttons)
    assert form["partner"] == "0"
    offered = cat.get(evening).html.partition('name="partner"')[2].partition("</select>")[0]
    assert re.findall(r">(\w+)</option>", offered) == ["Dan", "Eve"]
    plan = phone.get(f"{evening}/plan")
    assert plan.form("look").fields["pair"] == ["2.3"]


def test_organiser_replies_for_others(app: Flask, phone: Phone, league: str) -> None:
    evening = announced(phone, league, game="whist", kind="pairs", places=2)
    page = phone.get(evening)
    form = next(one for one in page.forms if "player" in one.names and "coming" in one.buttons)
    told = form.filled({"player": 5, "partner": 6}, "coming")
    assert "Dan is coming." in phone.follow(phone.post(form.attributes["action"], told)).text
    assert "2 of 2 places taken. Coming: Dan & Eve." in phone.get(evening).text
    assert "replied “coming” to" in phone.get(f"{league}/history").text
    assert "for Dan" in phone.get(f"{league}/history").text

    ann = member(app, league, "Ann")
    again = {**told, "csrf_token": ann.get(evening).form("coming")["csrf_token"]}
    assert ann.post(form.attributes["action"], {**again, "key": "k"}).status == 403


# --- clocks -------------------------------------------------------------------------------------


def test_each_round_has_a_clock_of_its_own(
    phone: Phone, league: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = 1_800_000_000_000
    monkeypatch.setattr(direction, "now", lambda: at)
    typed = {"game": "tally", "player": [2, 3, 4, 5], "rounds": 2}
    evening = plans(phone, f"{league}/evening/new", typed)
    phone.do(evening, {}, "open.1")
    phone.do(evening, {"minutes": 30}, "start")
    at += 20 * 60_000
    assert "10:00" in phone.get(evening).text

    for table in phone.get(evening).tables:
        phone.do(table, {f"points.{seat}": seat for seat in range(4)})
        phone.do(f"{table}/write/finish", {})
    assert 'role="timer"' not in phone.get(evening).html
    phone.do(evening, {}, "open.2")
    assert "30:00" in phone.get(evening).text
    phone.do(evening, {}, "stop")
    assert 'role="timer"' not in phone.get(evening).html


# --- calendars ----------------------------------------------------------------------------------


def own_address(phone: Phone, league: str) -> str:
    """The address of the calendar of a phone's player."""
    page = phone.do(f"{league}/calendar", {}, "make")
    return page.html.partition('<input readonly value="http://localhost')[2].partition('"')[0]


def events(phone: Phone, address: str) -> dict[str, Event]:
    """The events of a calendar by the day in their summary's place."""
    calendar = Calendar.from_ical(phone.get(address).html)
    return {str(one["SUMMARY"]).partition(":")[0]: one for one in calendar.events}


def test_times_stand_in_the_calendar(phone: Phone, league: str) -> None:
    announced(phone, league, start="19:30", end="01:00", venue="Library", note="Bring a cake.")
    (event,) = read_calendar(phone, league).events

    assert event.start == datetime(2031, 1, 7, 19, 30).astimezone(UTC)
    assert event.end - event.start == timedelta(hours=5.5)
    assert (event.location, event.description) == ("Library", "Bring a cake.")


def test_own_calendar_has_own_evenings(app: Flask, phone: Phone, league: str) -> None:
    for name in ("One", "Two", "Three", "Four"):
        announced(phone, league, name=name, game="whist", kind="pairs", places=1)
    ann, ben = member(app, league, "Ann"), member(app, league, "Ben")
    forms = [one for one in ann.get(f"{league}/evenings").forms if "coming" in one.buttons]
    for form, what in zip(forms, ("coming", "away", "coming"), strict=False):
        typed = {"partner": 3} if what == "coming" else {}
        ann.post(form.attributes["action"], form.filled(typed, what))
    calendar = own_address(ann, league)

    found = events(Phone(app), calendar)
    assert {name: (one.status, one.description) for name, one in found.items()} == {
        "One": (STATUS.CONFIRMED, "You are coming with Ben."),
        "Three": (STATUS.CONFIRMED, "You are coming with Ben."),
        "Four": (STATUS.TENTATIVE, "Say whether you are coming."),
    }
    assert {*events(Phone(app), own_address(ben, league))} == {"One", "Two", "Three", "Four"}


def test_own_calendar_has_own_tables(app: Flask, phone: Phone, league: str) -> None:
    typed = {"game": "whist", "kind": "individual", "player": [2, 3, 4, 5, 6], "rounds": 5}
    today = date.today().isoformat()
    evening = plans(phone, f"{league}/evening/new", {**typed, "name": "Cup", "date": today})
    ann = member(app, league, "Ann")
    (event,) = events(Phone(app), own_address(ann, league)).values()

    told = event.description.splitlines()
    assert len(told) == 5
    assert sum("you sit out" in one for one in told) == 1
    assert all(
        re.match(r"Round \d: (table 1, with \w+ against \w+, \w+|you sit out)\.$", one)
        for one in told
    )
    assert phone.get(evening).status == 200


def test_own_calendar_opens_nothing_else(app: Flask, phone: Phone, league: str) -> None:
    ann, stranger = member(app, league, "Ann"), Phone(app)
    address = own_address(ann, league)
    token = address.partition("token=")[2]
    assert stranger.get(address).status == 200
    for feed in ("standings.json", "games.json", "results.atom"):
        assert stranger.get(api(league, feed), **bearer(token)).status == 403
    assert stranger.get(f"{league}/embed?token={token}").status == 403
    assert "Ann’s calendar" in phone.get(f"{league}/feeds").text
    assert token not in phone.get(f"{league}/feeds").html
    assert token in ann.get(f"{league}/calendar").html
    assert token not in member(app, league, "Ben").get(f"{league}/calendar").html

    replaced = own_address(ann, league)
    assert replaced != address
    assert [stranger.get(one).status for one in (address, replaced)] == [403, 200]
    ann.do(f"{league}/calendar", {}, "off")
    assert stranger.get(replaced).status == 403


def test_evenings_token_reads_no_games(app: Flask, phone: Phone, league: str) -> None:
    token, program = made(phone, league, "evenings"), Phone(app)
    assert program.get(api(league, "evenings.ics"), **bearer(token)).status == 200
    for feed in ("standings.json", "games.json", "results.atom"):
        assert program.get(api(league, feed), **bearer(token)).status == 403


def test_a_phone_without_a_name_has_no_calendar(app: Flask, phone: Phone, league: str) -> None:
    stranger = member(app, league, "")
    page = stranger.get(f"{league}/calendar")

    assert "make" not in keys(page)
    assert page.links("/phones")
    assert Phone(app).get(f"{league}/calendar").status == 403


# --- usual partners -----------------------------------------------------------------------------


def test_sixteen_players_are_eight_taps(phone: Phone) -> None:
    names = [f"{letter}{n}" for letter in "AB" for n in range(8)]
    league = create_league(phone, players="\n".join(names))
    for n in range(8):
        phone.do(f"{league}/player/{2 + n}/edit", {"partner": 10 + n}, "partner")
    address, typed = f"{league}/evening/new", {"game": "whist", "kind": "pairs"}
    page = phone.fill(address, typed, "set")
    pairs = [f"{2 + n}.{10 + n}" for n in range(8)]
    look = phone.send(address, page.form("look"), {"pair": pairs}, "look")
    kept = phone.send(address, look.form("keep"), {}, "keep")
    assert kept.location, kept.text

    assert "A0 & B0" in phone.get(kept.location).text
    assert phone.get(f"{kept.location}/plan").form("look").fields["pair"] == pairs
    again = phone.fill(address, {**typed, "player": [2, 10, 3]}, "set")
    assert "pair" not in again.form("look").fields
    everybody = phone.send(address, again.form("look"), {}, "last")
    assert everybody.form("look").fields["pair"] == pairs


def test_a_usual_partner_may_be_replaced(phone: Phone, league: str) -> None:
    phone.do(f"{league}/player/2/edit", {"partner": 3}, "partner")
    phone.do(f"{league}/player/4/edit", {"partner": 3}, "partner")
    partners = [
        phone.get(f"{league}/player/{n}/edit").form("partner")["partner"] for n in (2, 3, 4)
    ]
    assert partners == ["", "4", "3"]
    phone.do(f"{league}/player/3/edit", {"partner": ""}, "partner")
    assert phone.get(f"{league}/player/4/edit").form("partner")["partner"] == ""
    assert "made Ben the usual partner of Ann" in phone.get(f"{league}/history").text
