"""A league for other programs: feeds, tokens and what each may, standings in a frame."""

import json
from typing import Any
from xml.etree import ElementTree

import pytest
from flask import Flask

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

    atom = ElementTree.fromstring(phone.get(api(league, "results.atom")).html)
    titles = [one.text for one in atom.iter("{http://www.w3.org/2005/Atom}title")]
    assert titles == ["Tuesday club", "Score pad: Ann 9 – Ben 4"]
    assert len([*atom.iter("{http://www.w3.org/2005/Atom}id")]) == 2


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
    text = phone.get(api(league, "evenings.ics")).html
    lines = text.replace("\r\n ", "").split("\r\n")

    assert "DTSTART;VALUE=DATE:20260331" in lines
    assert "DTEND;VALUE=DATE:20260401" in lines
    assert f"SUMMARY:Cup\\; final\\, {'ü' * 28}: Score pad" in lines
    assert max(len(line.encode()) for line in text.split("\r\n")) <= 75
    assert text.endswith("END:VCALENDAR\r\n")
    assert phone.get(f"{league}/evenings").links("evenings.ics")


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
