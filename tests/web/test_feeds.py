"""A league for other programs: feeds, tokens and what each may, standings in a frame."""

import json
from datetime import UTC, date, datetime, timedelta
from typing import Any

import feedparser
import pytest
from flask import Flask
from icalendar import Calendar

from scorekeeper.leagues.visit import visit_league
from scorekeeper.web.openapi import described
from tests.web.phones import Page, Phone, create_league

FEEDS = ("standings.json", "games.json", "results.atom", "evenings.ics")
NAMES = ["Ann", "Ben"]


@pytest.fixture
def league(phone: Phone) -> str:
    """The address of a league with Ann (2) and Ben (3), who have played a game."""
    address = create_league(phone, players="\n".join(NAMES))
    posted(phone, address, made(phone, address, "write"), sheet(9, 4))
    return address


def api(league: str, feed: str) -> str:
    return f"/api/leagues/{league.rpartition('/')[2]}/{feed}"


def made(phone: Phone, league: str, may: str = "read") -> str:
    """The secret of a new token."""
    page = phone.fill(f"{league}/feeds", {"name": f"to {may}", "may": may}, "make")
    assert page.status == 200, page.text
    return page.html.partition('class="secret" readonly value="')[2].partition('"')[0]


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def sheet(*points: int, **more: Any) -> dict[str, Any]:
    """A score sheet of Ann and Ben, finished."""
    entries: list[Any] = [{"points": [*points]}, {"finish": {}}]
    head = {"format": "scorekeeper/1", "game": "tally", "players": NAMES}
    return {**head, "entries": entries, **more}


def posted(phone: Phone, league: str, token: str, document: Any) -> Page:
    headers = {**bearer(token), "Content-Type": "application/json"}
    return phone.post(api(league, "sheets"), json.dumps(document), headers)


def test_page_says_which_link_is_for_whom(phone: Phone, league: str) -> None:
    page = phone.get(f"{league}/feeds")

    for anchor in ("organise#links", "organise#wall", "organise#public", "calendar"):
        assert f'href="{league}/{anchor}"' in page.html, anchor
    for anchor in ("evenings", "results"):
        assert f'href="#{anchor}"' in page.html
        assert f'id="{anchor}"' in page.html
    for told in ("for a television in the hall", "each member makes it on their own phone"):
        assert told in page.text


def test_reading_token_opens_feeds_only(app: Flask, phone: Phone, league: str) -> None:
    token, program = made(phone, league), Phone(app)
    for feed in FEEDS:
        assert program.get(api(league, feed)).status == 403
        assert program.get(api(league, feed), **bearer(token)).status == 200
        assert program.get(f"{api(league, feed)}?token={token}").status == 200
        assert program.get(api(league, feed), **bearer("x" * 32)).status == 403
    assert program.get(f"{league}/embed?token={token}").status == 200
    for page in ("", "/games", "/feeds", "/league.json"):
        assert program.get(f"{league}{page}?token={token}", **bearer(token)).status == 403
    assert posted(program, league, token, sheet(1, 2)).status == 403


def test_a_token_that_writes_reads_nothing(app: Flask, phone: Phone, league: str) -> None:
    token, program = made(phone, league, "write"), Phone(app)

    assert {program.get(api(league, feed), **bearer(token)).status for feed in FEEDS} == {403}
    assert program.get(f"{league}/embed?token={token}").status == 403
    assert posted(program, league, token, sheet(1, 2)).status == 201


def test_a_token_of_another_league_opens_nothing(app: Flask, phone: Phone, league: str) -> None:
    other = create_league(phone, "Friday club")
    reads, writes = made(phone, other), made(phone, other, "write")
    program = Phone(app)

    assert program.get(api(league, "games.json"), **bearer(reads)).status == 403
    assert posted(program, league, writes, sheet(1, 2)).status == 403
    assert program.get(api("/l/nobody", "games.json"), **bearer(reads)).status == 403


def test_token_is_shown_once_and_stored_hashed(app: Flask, phone: Phone, league: str) -> None:
    token, program = made(phone, league), Phone(app)
    page = phone.get(f"{league}/feeds")
    assert token not in page.html
    with app.app_context():
        visit = visit_league(league.rpartition("/")[2], "")
        assert token not in repr([one.payload for one in visit.league.state.written])

    phone.do(f"{league}/feeds", do="strike.")
    assert program.get(api(league, "games.json"), **bearer(token)).status == 403
    phone.do(f"{league}/feeds", do="restore.")
    assert program.get(api(league, "games.json"), **bearer(token)).status == 200


def test_a_posted_sheet_counts_once(app: Flask, phone: Phone, league: str) -> None:
    token, program = made(phone, league, "write"), Phone(app)
    first = posted(program, league, token, sheet(3, 8))
    again = posted(program, league, token, sheet(3, 8))

    assert (first.status, again.status) == (201, 201)
    assert first.html == again.html
    games = json.loads(phone.get(api(league, "games.json")).html)["games"]
    assert [[side["points"] for side in one["sides"]] for one in games] == [[8, 3], [9, 4]]


@pytest.mark.parametrize(
    "wrong", [{"entries": [{"points": [1, 2]}]}, {"game": "chess"}, {"players": ["Ann"]}]
)
def test_a_sheet_that_cannot_count_is_refused(phone: Phone, league: str, wrong: Any) -> None:
    token = made(phone, league, "write")

    assert posted(phone, league, token, sheet(1, 2, **wrong)).status == 422
    assert phone.post(api(league, "sheets"), "{", bearer(token)).status == 400


def test_feeds_tell_standings_games_and_results(phone: Phone, league: str) -> None:
    standings = json.loads(phone.get(api(league, "standings.json")).html)
    assert [(one["place"], one["name"], one["total"]) for one in standings["rows"]] == [
        (1, "Ann", "5"),
        (2, "Ben", "3"),
    ]
    assert phone.get(f"{api(league, 'standings.json')}?season=99").status == 404

    atom = read_atom(phone, league)
    assert (atom.feed.title, atom.feed.id) == ("Tuesday club", f"urn:scorekeeper:{league[3:]}")
    (entry,) = atom.entries
    assert (entry.title, entry.author) == ("Score pad: Ann 9 – Ben 4", "Tuesday club")
    assert entry.id.startswith(f"{atom.feed.id}:game:")
    assert entry.updated == atom.feed.updated > "2026"
    assert entry.link == atom.feed.link == f"http://localhost{league}/games"


def read_atom(phone: Phone, league: str) -> Any:
    """The results as a feed reader reads them."""
    read = feedparser.parse(phone.get(api(league, "results.atom")).html)
    assert not read.bozo, read.bozo_exception
    assert read.version == "atom10"
    return read


def test_results_without_games_stay_the_same(phone: Phone) -> None:
    atom = read_atom(phone, create_league(phone, "Friday & Co"))
    assert (atom.feed.title, atom.feed.updated) == ("Friday & Co", "1970-01-01T00:00:00+00:00")
    assert not atom.entries


def read_calendar(phone: Phone, league: str, **more: str) -> Calendar:
    """The evenings as a calendar reads them; every event has what RFC 5545 asks for."""
    text = phone.get(api(league, "evenings.ics"), **more).html
    assert max(len(line.encode()) for line in text.split("\r\n")) <= 75
    calendar = Calendar.from_ical(text)
    assert isinstance(calendar, Calendar)
    assert not [one.errors for one in calendar.walk() if one.errors]
    assert all({"UID", "DTSTAMP", "DTSTART", "SEQUENCE"} <= {*one} for one in calendar.events)
    return calendar


def test_evenings_are_days_of_a_calendar(phone: Phone, league: str) -> None:
    address = f"{league}/evening/new"
    typed = {
        "game": "tally",
        "names": "Cat",
        "date": "2026-03-31",
        "name": "Cup; final, " + "ü" * 28,
    }
    page = phone.fill(address, typed, "all")
    look = phone.send(address, page.form("look"), {}, "look")
    phone.follow(phone.send(address, look.form("keep"), {}, "keep"))
    calendar = read_calendar(phone, league)
    (event,) = calendar.events
    assert calendar.calendar_name == "Tuesday club"
    assert (event.start, event.end) == (date(2026, 3, 31), date(2026, 4, 1))
    assert event["SUMMARY"] == f"Cup; final, {'ü' * 28}: Score pad"
    assert event["URL"] == f"http://localhost{phone.get(f'{league}/evenings').links('evening/')[0]}"
    assert datetime.now(UTC) - event.stamp < timedelta(minutes=5)
    assert phone.get(f"{league}/evenings").links("/calendar")
    assert phone.get(f"{league}/calendar").links("evenings.ics")


@pytest.mark.parametrize("feed", FEEDS)
def test_unchanged_feed_is_not_sent_again(phone: Phone, league: str, feed: str) -> None:
    first = phone.get(api(league, feed))
    tag = {"If-None-Match": first.headers["ETag"]}

    assert first.headers["Cache-Control"] == "private, no-cache"
    assert phone.get(api(league, feed), **tag).status == 304
    posted(phone, league, made(phone, league, "write"), sheet(2, 3))
    assert phone.get(api(league, feed), **tag).status == (304 if feed == "evenings.ics" else 200)


def test_only_listed_sites_embed_standings(phone: Phone, league: str) -> None:
    policy = phone.get(f"{league}/embed").headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in policy

    wrong = phone.fill(f"{league}/feeds", {"sites": "https://club.org\njavascript:1"}, "sites")
    assert "javascript:1 is not an address" in wrong.text
    phone.do(f"{league}/feeds", {"sites": "https://Club.org/\nhttp://localhost:8080"}, "sites")
    page = phone.get(f"{league}/embed")
    policy = page.headers["Content-Security-Policy"]
    assert "frame-ancestors https://club.org http://localhost:8080" in policy
    assert page.headers.get_all("Content-Security-Policy") == [policy]
    assert "<nav" not in page.html
    assert "<header" not in page.html
    assert "Ann" in page.text
    assert "frame-ancestors 'none'" in phone.get(league).headers["Content-Security-Policy"]


def test_every_feed_is_in_the_description(app: Flask) -> None:
    rules = {
        str(rule).replace("<league_id>", "{id}")
        for rule in app.url_map.iter_rules()
        if str(rule).startswith("/api/leagues/")
    }

    assert rules == {path for path in described()["paths"] if path.startswith("/api/leagues/")}
