"""The pages of a league that people look at: standings, players, games, records, and paper."""

import itertools
import json
import re
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

import pytest
from flask import Flask

from scorekeeper.days import noon
from scorekeeper.games import games
from scorekeeper.leagues.decisions import DecisionRequest
from scorekeeper.leagues.evening.evenings import save_evening
from scorekeeper.leagues.evening.plan import Evening
from scorekeeper.leagues.game_rulings import set_game_counting
from scorekeeper.leagues.links import set_public
from scorekeeper.leagues.membership import add_members, erase_player_name, merge_players
from scorekeeper.leagues.results.games import GamesFilter, games_of
from scorekeeper.leagues.seasons import create_season, edit_season, give_bonus, season_payload
from scorekeeper.leagues.tables import open_table
from scorekeeper.leagues.visit import visit_league
from scorekeeper.tables import league_results
from tests.leagues.clubs import order
from tests.web.crawl import walk
from tests.web.phones import NewPhone, Page, Phone, create_league

EVERYBODY = ["Ann", "Ben", "Cat", "Dan"]
PAGES = (
    "",
    "/games",
    "/players",
    "/player/2",
    "/records",
    "/ratings",
    "/seasons",
    "/season/1/chart",
)


_keys = itertools.count()


class Club(NamedTuple):
    """A league, the phone of its organiser, and the app."""

    app: Flask
    phone: Phone
    address: str

    @property
    def id(self) -> str:
        return self.address.rpartition("/")[2]

    def get(self, page: str = "") -> Page:
        """A page of the league, as its organiser sees it."""
        return self.phone.get(f"{self.address}{page}")

    def plays(self, players: Sequence[str], points: Sequence[int]) -> str:
        """A score pad of one deal, which is over; the table's id."""
        return self.brings("tally", players, {"points": [*points]})

    def brings(self, game: str, players: Sequence[str], deal: Any) -> str:
        """A game with this deal, which is over; the table's id."""
        return self.opens(game, players, deal, {"finish": {}})

    def opens(self, game: str, players: Sequence[str], *entries: Any, **options: Any) -> str:
        """A game with these entries; the table's id."""
        head = {"format": "scorekeeper/1", "game": game, "players": [*players]}
        document = {**head, "options": options, "entries": [*entries]}
        with self.app.app_context():
            visit = visit_league(self.id, "")
            return open_table(visit, document, key=f"pages-{next(_keys)}", device="host")

    def decides(self, decide: Callable[..., Any], *what: Any, **more: Any) -> None:
        """A decision of the organiser's."""
        with self.app.app_context():
            visit = visit_league(self.id, "")
            decide(visit, DecisionRequest(f"d-{visit.info.version}", None, ""), *what, **more)


@pytest.fixture
def club(app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> Club:
    """Ann, Ben, Cat and Dan (players 2 to 5) on two evenings: Ann 5 + 3 + 1, Ben 3 + 5,
    Cat 1 + 5, Dan 3."""
    club = Club(app, phone, create_league(phone))
    club.decides(add_members, EVERYBODY)
    monkeypatch.setattr(league_results, "now", lambda: noon(date(2024, 10, 4)))
    club.plays(["Ann", "Ben", "Cat"], [10, 7, 3])
    club.plays(["Ben", "Ann"], [9, 2])
    monkeypatch.setattr(league_results, "now", lambda: noon(date(2024, 10, 11)))
    club.plays(["Cat", "Dan", "Ann"], [20, 4, 1])
    return club


def test_standings_show_movement_form_and_total(club: Club) -> None:
    page = club.get()

    assert "1 ▲1 up 1 since last time Ann W L L 3 1 9" in page.text
    assert "2 ▼1 down 1 since last time Ben L W 2 1 8" in page.text
    assert "3 Cat L W 2 1 6" in page.text
    assert "4 new Dan L 1 0 3" in page.text
    assert page.links("/player/2")


def test_the_organiser_orders_the_tie_breaks(club: Club) -> None:
    club.plays(["Dan", "Ben", "Cat"], [5, 1, 3])  # Cat 9 with a win, as Ann and Ben
    rules = f"{club.address}/season/1/rules"

    twice = club.phone.fill(rules, {"set.ties": ["buchholz", "buchholz", "", ""]}, "save")
    shorter = club.phone.send(rules, twice.form("save"), {}, "fewer.set.ties")
    typed = {"set.ties": ["buchholz", "sonneborn-berger", "points"]}
    club.phone.follow(club.phone.send(rules, shorter.form("save"), typed, "save"))

    page = club.get("/season/1")
    # Ann met Ben, Cat, Ben, Cat and Dan; Cat met Ann, Ben, Dan, Ann, Dan and Ben
    assert "higher Buchholz score" in page.text
    assert "Ties are broken in this order: higher Buchholz score" in page.text


def test_a_record_that_many_share_stands_once(club: Club) -> None:
    for winner, loser in (("Eve", "Ann"), ("Fay", "Ben"), ("Gus", "Cat"), ("Hal", "Dan")):
        for _ in range(3):
            club.plays([winner, loser], [2, 1])

    page = club.get("/records")

    assert page.text.count("Longest winning streak") == 1
    assert "Longest winning streak shared by 4 Eve , Fay , Gus , Hal 3" in page.text
    assert "3 Longest winning streak: shared by 4" in club.get("/season/1/review").text


def test_lots_are_drawn_for_a_shared_place(club: Club) -> None:
    scoring = {"scheme": "wins", "ties": ["lots"]}
    club.decides(edit_season, 1, season_payload("First season", scoring))
    lots = f"{club.address}/season/1/lots"

    assert club.get("/season/1").links("/season/1/lots")
    club.phone.do(lots, do="draw")  # Ann, Ben and Cat have a win each

    assert "lower lot (1 to 2)" in club.get("/season/1").text

    club.phone.do(lots, do="strike.")
    assert "ahead by lower lot" not in club.get("/season/1").text


def test_no_lots_without_a_tie_or_season_rule(club: Club) -> None:
    lots = f"{club.address}/season/1/lots"

    sent = {**club.phone.get(f"{club.address}/bonus").form("give").fields, "do": "draw"}
    refused = club.phone.post(lots, {**sent, "player": [2, 3]})

    assert refused.status == 422


def test_standings_show_bonuses_and_games_needed(club: Club) -> None:
    club.decides(give_bonus, 1, 5, "2", "made the coffee")
    scoring = {"scheme": "place-points", "least": 2}
    club.decides(edit_season, 1, season_payload("First season", scoring))

    page = club.get()

    assert "– Dan L needs 1 more game for a place includes 2 from the organiser 1 0 5" in page.text


def test_bonus_is_in_no_standings_of_one_game(club: Club) -> None:
    words = "Bonuses and penalties count only in the standings of all games."
    assert words not in club.get("/season/1?game=tally").text
    club.decides(give_bonus, 1, 5, "2", "made the coffee")

    assert words in club.get("/season/1?game=tally").text
    assert words not in club.get("/season/1").text


def test_player_page_lists_bonuses_with_reasons(club: Club) -> None:
    club.decides(give_bonus, 1, 5, "2", "made the coffee")
    club.decides(give_bonus, 1, 5, "-1.5", "came late")
    club.decides(give_bonus, 1, 4, "1", "biscuits")

    page = club.get("/player/5?season=1")

    told = "−1.5 came late First season +2 made the coffee First season"
    assert f"Bonuses, penalties {told}" in page.text
    assert "biscuits" not in page.text
    assert "came late" not in club.get("/player/5?game=tally").text
    club.decides(erase_player_name, 5)
    assert "coffee" not in club.get("/player/5").text


def test_standings_of_one_game_are_a_tap_away(club: Club) -> None:
    club.brings("spades", EVERYBODY, {"bids": [4, 3, 2, 2], "tricks": [5, 3, 1, 4]})

    (address,) = [link for link in club.get("/season/1").links("/season/1?game=spades")]

    assert "1 Ann W 1 1 5" in club.phone.get(address).text
    assert club.get("/season/1?game=chess").status == 404


def test_standings_lead_to_current_evening(club: Club) -> None:
    today = datetime.now(UTC).date()
    for name, days in (("Over", -3), ("Tonight", 0), ("To come", 7)):
        date = str(today + timedelta(days=days))
        evening = Evening(0, name, date, 1, "whist", None, "individual", (2, 3, 4, 5))
        club.decides(save_evening, evening)

    page = club.get()

    assert "Tonight Tonight Whist" in page.text
    assert "Next evenings To come" in page.text
    assert page.links("/evening/") == [f"{club.address}/evening/{one}" for one in (7, 8)]


def test_player_page_lists_partners_and_rivals(club: Club) -> None:
    page = club.get("/player/2")

    assert "Games 3 Won 1 (33 %) Winning streak 0 (longest 1)" in page.text
    assert "Ben 2 1 1 −4" in page.text
    assert "Dan 1 0 1 −3" in page.text


def test_merged_player_is_found_under_new_name(club: Club) -> None:
    club.plays(["Annie", "Ben"], [1, 2])
    club.decides(merge_players, 6, 2)

    page = club.get("/player/6?season=1")

    assert (page.status, page.location) == (303, f"{club.address}/player/2?season=1")
    assert club.get("/player/1").status == 404


def test_games_go_on_from_page_to_page(club: Club) -> None:
    for number in range(19):
        club.plays(["Dan", "Ben"], [number + 100, 1])

    first = club.get("/games")
    (older,) = first.links("before=")
    rest = club.phone.get(older)

    assert [page.html.count('class="head"') for page in (first, rest)] == [20, 2]
    assert "118" in first.text
    assert "118" not in rest.text
    assert not rest.links("before=")


def test_games_are_picked_by_season_and_player(club: Club) -> None:
    form = club.get("/games").form()
    assert form.names == {"season", "game", "player"}

    page = club.get("/games?season=1&game=tally&player=5")

    assert page.html.count("<time") == 1
    for query in ("season=9", "season=x", "game=chess", "player=99"):
        assert club.get(f"/games?{query}").status == 404


def test_a_removed_game_says_why(club: Club) -> None:
    with club.app.app_context():
        page = games_of(visit_league(club.id, ""), GamesFilter())
    club.decides(set_game_counting, page.games[0].id, struck=True, reason="a card was missing")

    told = "Does not count. Removed by an organiser. “a card was missing”"
    assert told in club.get("/games").text


def test_handicap_pages_tell_winner_and_addition(club: Club) -> None:
    rules = f"{club.address}/season/1/rules"
    club.phone.do(rules, {"handicap.3": "10"}, "save")
    club.phone.do(rules, {"set.handicaps": "yes"}, "save")

    games = club.get("/games")
    assert "Won: Ben 7 +10 handicap counts 5 Ann 10 counts 3" in games.text
    page = club.phone.get(games.links(f"{club.address}/game/")[-1])
    assert "Ben 7 +10 handicap, won, counts 5 Ann 10 counts 3" in page.text
    records = club.get("/records?game=tally").text
    assert "Highest score in a game Cat the game, 11 Oct 2024 20" in records
    assert "Widest winning margin Ben the game, 4 Oct 2024 with the handicaps 17" in records

    club.plays(["Dan", "Ben"], [16, 14])
    records = club.get("/records?game=tally").text
    assert "Highest score in a game Ben the game, 11 Oct 2024 14 + 10 handicap 24" in records


def test_table_tells_result_with_handicaps(club: Club) -> None:
    table = f"/t/{club.plays(['Dan', 'Ben'], [16, 14])}"
    assert "handicaps" not in club.phone.get(table).text

    rules = f"{club.address}/season/1/rules"
    club.phone.do(rules, {"handicap.3": "10"}, "save")
    club.phone.do(rules, {"set.handicaps": "yes"}, "save")
    assert "With the handicaps: Ben 24 (won), Dan 16." in club.phone.get(table).text

    club.phone.do(rules, {"handicap.3": "0"}, "save")
    assert "With the handicaps" not in club.phone.get(table).text


def test_table_tells_what_sides_will_be_given(club: Club) -> None:
    table = f"/t/{club.opens('tally', ['Dan', 'Ben'])}"
    fewest = f"/t/{club.opens('tally', ['Dan', 'Ben'], lowest_wins=True)}"
    rules = f"{club.address}/season/1/rules"
    assert "Handicaps" not in club.phone.get(table).text

    club.phone.do(rules, {"handicap.3": "10"}, "save")
    club.phone.do(rules, {"set.handicaps": "yes"}, "save")

    assert "Handicaps at the end: Ben +10." in club.phone.get(table).text
    assert "Handicaps at the end: Ben −10." in club.phone.get(fewest).text


def test_a_season_with_two_days_has_a_chart(club: Club) -> None:
    page = club.get("/season/1/chart")

    assert "<polyline" in page.html
    assert "4 Oct 2024 8 8 1 – 11 Oct 2024 9 8 6 3" in page.text


def test_seasons_stand_side_by_side(club: Club) -> None:
    club.decides(create_season, season_payload("Second", {"scheme": "wins"}))
    club.plays(["Dan", "Ben"], [2, 1])

    page = club.get("/seasons")

    assert "Second 2 players Leader: Dan" in page.text
    assert "Dan 1. 1 4. 3" in page.text
    assert "Ann 1. 9" in page.text


def test_league_is_downloaded_as_csv_and_json(club: Club) -> None:
    csv = club.get("/standings.csv")
    assert csv.headers["Content-Type"].startswith("text/csv")
    assert csv.rows[0].items() >= {"place": "1", "player": "Ann", "points": "13"}.items()
    assert "2024-10-04,tally,1,1,1,Ann,10" in club.get("/games.csv").html
    assert "Dan,yes,yes,1,0" in club.get("/players.csv").html
    assert json.loads(club.get("/league.json").html)["name"] == "Tuesday club"


def test_a_viewer_gets_no_links_to_tables(app: Flask, club: Club, new_phone: NewPhone) -> None:
    with app.app_context():
        set_public(visit_league(club.id, ""), order(), True)

    for page in PAGES:
        read = new_phone().get(f"{club.address}{page}")
        assert read.status == 200
        assert not read.links("/t/")


def test_league_without_a_game_has_all_its_pages(phone: Phone) -> None:
    address = create_league(phone)
    papers = ("/standings.csv", "/games.csv", "/players.csv", "/league.json")

    for page in (*PAGES, *papers):
        assert phone.get(f"{address}{page}").status == (404 if page == "/player/2" else 200)


def test_stranger_learns_nothing_about_a_league(phone: Phone, new_phone: NewPhone) -> None:
    page = new_phone().get(create_league(phone))

    assert page.status == 403
    assert "Tuesday" not in page.html


@pytest.mark.parametrize("name", ["  ", "Tues\0day"])
def test_league_needs_a_name_and_keeps_the_text(phone: Phone, name: str) -> None:
    answer = phone.fill("/leagues", {"name": name})

    assert (answer.status, answer.form()["name"]) == (422, name)


def test_games_of_a_new_league_stand_as_where_one_is_chosen(phone: Phone) -> None:
    phone.starts("skyjo")
    chooser = re.findall(r'<optgroup label="([^"]+)">(.*?)</optgroup>', phone.get("/leagues").html)
    offered = {heading: re.findall('value="([^"]+)"', among) for heading, among in chooser}

    assert [*offered][0] == "Your games"
    assert [*offered][-1] == "More games"
    assert offered["Your games"] == ["skyjo"]
    assert {"chicago", "bridge", "whist"} <= {*offered["Whist family"]}
    assert sorted(sum(offered.values(), [])) == sorted(games())


def test_season_is_shown_beside_the_one_before(club: Club) -> None:
    scoring = {"scheme": "wins"}
    club.decides(create_season, season_payload("Spring", scoring), ends=1)
    season = max(number for number in _seasons(club))
    club.plays(["Dan", "Ann"], [9, 2])
    club.plays(["Dan", "Eve"], [9, 2])

    first = club.get("/season/1/review").text
    assert "Ann is champion" in first
    page = club.get(f"/season/{season}/review")
    assert "Dan leads" in page.text
    assert "▲3 up 3 Dan before: place 4, total 3 2 2 2" in page.text
    assert "new Eve" in page.text
    gone = page.text.partition("Not back this season:")[2].partition("Scoring:")[0]
    assert {*gone.replace(",", " ").split()} == {"Ben", "Cat"}
    assert club.get("/seasons").links(f"/season/{season}/review")
    assert club.get("/season/99/review").status == 404


def _seasons(club: Club) -> list[int]:
    with club.app.app_context():
        return [*visit_league(club.id, "").league.seasons]


def test_name_with_full_stop_gets_no_second_one(app: Flask, phone: Phone) -> None:
    names = ["Why?", "Ben!", "Cat!", "Dan?"]
    league = create_league(phone, "Yahoo!", players="\n".join(names))
    phone.do(f"{league}/ladder", {"game": "oh-hell", "reach": 2}, "start")
    number = league.rpartition("/")[2]
    table = phone.fill(f"/new/oh-hell?league={number}", {"name": names}, "start").location
    agreed = {"adjust.side": 0, "adjust.points": 9, "adjust.reason": "Enough!"}
    phone.do(f"{table}/write/adjust", agreed)
    phone.do(f"{table}/write/seat", {"seat.number": 1, "seat.name": "Eve!"})
    plan = {"game": "oh-hell", "names": "\n".join(names)}
    looked = phone.fill(f"{league}/evening/new", plan, "look")
    evening = phone.send(f"{league}/evening/new", looked.form("keep"), {}, "keep").location

    wrong = {
        (rule, found)
        for rule, _, page in walk(phone, app, ["/", league, table, evening, f"{league}/ladder"])
        for found in re.findall(r"\S*[!?…] ?\.(?= |$)", page.text)
    }

    assert wrong == set()
