"""What a league shows to everybody: its public page, and the link for a screen on the wall."""

import re
from datetime import date

import pytest
from flask import Flask

from scorekeeper.leagues.evening.direction import RoundClock
from scorekeeper.web.league.evening import wall
from scorekeeper.web.league.evening.page import EveningPage
from scorekeeper.web.league.evening.wall import TURN_MS
from scorekeeper.web.league.evening.wall_parts import TABLES, part_shown
from tests.web.phones import Phone, create_league
from tests.web.test_announced import announced
from tests.web.test_feeds import bearer, made, posted, sheet

NAMES = [f"{first}{last}" for first in "ABCDEFG" for last in "lmno"]


@pytest.fixture
def league(phone: Phone) -> str:
    """The address of a league with Ann (2) and Ben (3), who have played a game."""
    address = create_league(phone, players="Ann\nBen")
    posted(phone, address, made(phone, address, "write"), sheet(9, 4))
    return address


def public(league: str) -> str:
    return league.replace("/l/", "/club/")


def published(phone: Phone, league: str) -> str:
    """The address of the league's public page."""
    phone.do(f"{league}/organise", do="publish")
    return public(league)


# --- the public page ----------------------------------------------------------------------------


def test_no_league_is_public_until_wanted(app: Flask, phone: Phone, league: str) -> None:
    stranger = Phone(app)
    assert {stranger.get(public(one)).status for one in (league, "/l/nowhere")} == {403}
    assert phone.get(public(league)).status == 403

    page = stranger.get(published(phone, league))
    assert page.status == 200
    assert "gave the league a public page" in phone.get(f"{league}/history").text

    phone.do(f"{league}/organise", do="unpublish")
    assert stranger.get(public(league)).status == 403
    phone.do(f"{league}/history", do="undo.")
    assert stranger.get(public(league)).status == 200


def test_anybody_reads_evenings_and_results(app: Flask, phone: Phone, league: str) -> None:
    announced(phone, league, start="19:30", end="22:30", venue="Library", note="Call 555 0199")
    announced(phone, league, date="2031-02-04", name="Carnival")
    phone.do(f"{league}/season/1/rules", do="end")
    text = Phone(app).get(published(phone, league)).text

    assert "Tuesday, 7 January 2031" in text
    assert "19:30 to 22:30 · Library" in text
    assert "Carnival" in text
    assert re.search(r"Score pad .*Won: Ann 9 Ben 4", text)
    assert re.search(r"Final table .*1 Ann W .*2 Ben L", text)
    assert re.search(r"Champions Ann First season", text)
    assert "555" not in text  # what is noted for the members


def test_champion_is_told_in_the_next_season(phone: Phone, league: str) -> None:
    told = "Champion of First season: Ann"
    phone.do(f"{league}/season/1/rules", do="end")
    assert told not in phone.get(published(phone, league)).text  # it is the season that is shown
    phone.do(f"{league}/season/new", {"name": "Spring"}, "")

    assert told in phone.get(public(league)).text
    page = phone.get(f"{league}/season")
    assert "Champions Ann First season" in page.text
    assert page.links("/season/1/review")


def test_a_public_page_leads_nowhere(app: Flask, phone: Phone, league: str) -> None:
    stranger = Phone(app)
    page = stranger.get(published(phone, league))

    assert page.links("/l/") == page.links("/t/") == page.links("/leagues") == []
    assert "<form" not in page.html
    assert "<script" not in page.html
    assert stranger.get(league).status == 403
    assert stranger.get(f"{league}/games").status == 403


def test_only_counted_games_are_public(phone: Phone, league: str) -> None:
    game = phone.get(f"{league}/games").links("/game/")[0]
    phone.do(game, {"reason": "a mistake"}, "strike")

    text = phone.get(published(phone, league)).text
    assert "No games yet." in text
    assert "mistake" not in text


def test_erased_names_are_not_public(phone: Phone, league: str) -> None:
    address = published(phone, league)
    assert "Ben" in phone.get(address).text
    at = f"{league}/player/3/forget"
    phone.follow(phone.send(at, phone.get(at).form("erase"), {"sure": "yes"}, "erase"))

    assert "Ben" not in phone.get(address).html


def test_any_site_frames_only_the_public_page(phone: Phone, league: str) -> None:
    phone.do(f"{league}/organise", {"name": 'The "Aces" & co'}, "rename")
    policy = phone.get(published(phone, league)).headers["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "frame-ancestors 'none'" in phone.get(league).headers["Content-Security-Policy"]

    page = phone.get(f"{league}/organise")
    (snippet,) = re.findall(r"<textarea[^>]*>([^<]*)</textarea>", page.html)
    assert "&lt;iframe src=&#34;http://localhost/club/" in snippet
    assert "title=&#34;The &amp;#34;Aces&amp;#34; &amp;amp; co&#34;" in snippet


# --- the link for a screen ----------------------------------------------------------------------


def screen(phone: Phone, league: str) -> str:
    """The address that a screen on the wall opens."""
    phone.do(f"{league}/organise", do="wall")
    page = phone.get(f"{league}/organise")
    found = re.search(r'value="http://localhost([^"]*/wall\?token=[^"]+)"', page.html)
    assert found
    return found[1]


def planned(phone: Phone, league: str, names: list[str], game: str = "whist") -> str:
    """Tonight's evening, as it was planned; its address."""
    address = f"{league}/evening/new"
    typed = {"game": game, "names": ", ".join(names), "date": date.today().isoformat()}
    looked = phone.fill(address, typed, "look")
    return phone.send(address, looked.form("keep"), {}, "keep").location


def test_a_wall_link_opens_the_wall_alone(app: Flask, phone: Phone, league: str) -> None:
    television = Phone(app)
    assert television.get(f"{league}/wall").status == 403
    address = screen(phone, league)
    secret = address.partition("=")[2]

    assert "Ann" in television.get(address).text
    assert television.get(f"{league}/wall", **bearer(secret)).status == 200
    assert television.get(f"{league}/wall").status == 403  # it is not signed in
    for page in ("", "/games", "/embed", "/evenings", "/organise"):
        assert television.get(f"{league}{page}?token={secret}").status == 403, page
    assert television.get(f"/api{league.replace('/l/', '/leagues/')}/games.json").status == 403
    other = create_league(phone, "Friday club")
    assert television.get(f"{other}/wall?token={secret}").status == 403


def test_no_other_token_opens_the_wall(app: Flask, phone: Phone, league: str) -> None:
    for may in ("read", "evenings", "write"):
        token = made(phone, league, may)
        assert Phone(app).get(f"{league}/wall?token={token}").status == 403


def test_a_replaced_wall_link_opens_nothing(app: Flask, phone: Phone, league: str) -> None:
    television = Phone(app)
    old = screen(phone, league)
    new = screen(phone, league)
    assert [television.get(one).status for one in (old, new)] == [403, 200]

    phone.do(f"{league}/organise", do="nowall")
    assert television.get(new).status == 403
    assert "made the link for a screen on the wall" in phone.get(f"{league}/history").text
    refused = phone.fill(f"{league}/organise", {}, "wall")
    assert refused.status == 303


def test_wall_shows_what_a_guest_may_see(app: Flask, phone: Phone, league: str) -> None:
    names = NAMES[:8]
    evening = planned(phone, league, names)
    television, address = Phone(app), screen(phone, league)
    before = television.get(address).text
    assert "Table 1 round 1" in before
    assert all(name in before for name in names)

    phone.do(evening, {}, "open.1")
    page = television.get(address)
    assert "Table 2 deal 1" in page.text
    assert len(re.findall(r"\bplaying\b", page.text)) == 8
    assert page.links("/t/") == page.links("/l/") == []
    assert "<form" not in page.html

    table = phone.get(evening).tables[0]
    phone.play(table, {"side_tricks.0": 9})
    assert "Table 1 deal 2" in television.get(address).text
    phone.do(f"{table}/write/finish")
    ended = television.get(address).text
    assert re.findall(r"(won|lost) (\d : \d)", ended) == [
        *[("won", "3 : 0")] * 2,
        *[("lost", "0 : 3")] * 2,
    ]


def test_wall_asks_only_for_what_is_new(app: Flask, phone: Phone, league: str) -> None:
    evening = planned(phone, league, NAMES[:8])
    television = Phone(app)
    page = television.get(screen(phone, league))
    news = re.findall(r'hx-get="([^"]+)"', page.html)[0].replace("&amp;", "&")

    assert television.get(news).status == 204
    phone.do(evening, {}, "open.1")
    assert "deal 1" in television.get(news).text


def test_wall_turns_its_pages(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    league = create_league(phone)
    evening = planned(phone, league, NAMES)
    phone.do(evening, {}, "open.1")
    shown: list[set[str]] = []
    for turn in range(3):
        monkeypatch.setattr(wall, "now", lambda turn=turn: turn * TURN_MS)
        page = phone.get(f"{league}/wall")
        shown.append({*re.findall(r"Table \d", page.text)})
        assert '<noscript><meta http-equiv="refresh" content="12">' in page.html

    assert len(shown[0]) == 4
    assert shown[0] | shown[1] == {f"Table {n}" for n in range(1, 8)}
    assert shown[2] == shown[0]


@pytest.mark.parametrize(
    ("many", "parts"), [(0, [0]), (1, [1]), (6, [6]), (7, [4, 3]), (13, [5, 5, 3]), (12, [6, 6])]
)
def test_parts_of_a_wall_are_even(many: int, parts: list[int]) -> None:
    things = [*range(many)]
    shown = [part_shown(things, TABLES, turn) for turn in range(len(parts))]

    assert [len(part) for part, _ in shown] == parts
    assert [one for part, _ in shown for one in part] == things
    assert {count for _, count in shown} == {len(parts)}
    assert part_shown(things, TABLES, len(parts)) == shown[0]


def test_a_table_behind_the_clock_is_marked(
    phone: Phone, league: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = planned(phone, league, NAMES[:8])
    phone.do(evening, {}, "open.1")
    started = phone.get(evening).form("start")
    phone.follow(phone.send(f"{evening}/clock", started, {"minutes": 1}, "start"))
    assert "behind" not in phone.get(f"{league}/wall").text

    monkeypatch.setattr(EveningPage, "clock", RoundClock(-9 * 60_000, running=True))
    page = phone.get(f"{league}/wall")
    assert page.text.count("9 minutes behind") == 2


def test_between_evenings_the_wall_has_the_season(phone: Phone, league: str) -> None:
    announced(phone, league, venue="Library")

    text = phone.get(f"{league}/wall").text
    assert re.search(r"Next evenings Tuesday, 7 January 2031 Library", text)
    assert re.search(r"1 Ann 1 game 5 2 Ben 1 game 3", text)
