"""Tables of a league: opened in it, played again, taken in later."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from scorekeeper.games import games
from scorekeeper.leagues.decisions import DecisionRequest
from scorekeeper.leagues.game_rulings import today
from scorekeeper.leagues.membership import add_members
from scorekeeper.leagues.seasons import edit_season, season_payload
from scorekeeper.leagues.visit import LeagueVisit, visit_league
from tests.leagues.clubs import link_to
from tests.web.phones import NewPhone, Page, Phone, create_league, league_table, let_in, points

pytestmark = pytest.mark.long

_keys = itertools.count()
MEMBERS = ["Ann", "Ben", "Cat", "Dan", "Eve"]


class Club:
    """A league, and the phone that organises it."""

    def __init__(self, app: Flask, phone: Phone, name: str = "Tuesday club") -> None:
        self.app = app
        self.phone = phone
        self.address = create_league(phone, name)
        self.public_id = self.address.rpartition("/")[2]
        self.decide(lambda visit, order: add_members(visit, order, MEMBERS))

    def decide(self, decision: Callable[[LeagueVisit, DecisionRequest], object]) -> None:
        """Have the league decide something."""
        with self.app.app_context():
            visit = visit_league(self.public_id, "")
            decision(visit, DecisionRequest(f"club-{next(_keys)}", visit.info.version, "organiser"))

    def plays(self, **pinned: dict[str, Any] | None) -> None:
        """Have these be the games of the season, with their pinned rules."""

        def amended(visit: LeagueVisit, order: DecisionRequest) -> None:
            season = visit.league.season
            assert season
            payload = season_payload(season.name, season.scoring, pinned)
            edit_season(visit, order, season.number, payload)

        self.decide(amended)

    def plays_no_more(self) -> None:
        """Have its season be over."""

        def archived(visit: LeagueVisit, order: DecisionRequest) -> None:
            season = visit.league.season
            assert season
            payload = season_payload(season.name, season.scoring, archived=True)
            edit_season(visit, order, season.number, payload)

        self.decide(archived)

    def admit(self, phone: Phone) -> Phone:
        """Let another phone in as a member."""
        with self.app.app_context():
            visit = visit_league(self.public_id, "")
            secret = link_to(visit, "member", bytes(self.app.config["SECRET_KEY"]))
        phone.enter(f"/s/{secret}")
        return phone

    def opens(self, *names: str, game: str = "tally") -> str:
        """Start a table from the set-up page; its address."""
        return league_table(self.phone, self.address, *names, game=game)

    def ends(self, table: str, *scores: int) -> Page:
        """Write a deal and stop there; the pad."""
        self.phone.do(table, points(*scores))
        return self.phone.do(f"{table}/write/finish")

    @property
    def standings(self) -> list[tuple[str, str, str, str]]:
        """Place, name, games and total of everybody in the standings."""
        rows = self.phone.get(f"{self.address}/standings.csv").rows
        return [(one["place"], one["player"], one["games"], one["total"]) for one in rows]


@pytest.fixture
def club(app: Flask, phone: Phone) -> Club:
    """A league of five players."""
    return Club(app, phone)


def pinned(game: str, **changed: object) -> dict[str, Any]:
    """The rules of a game with these options changed, as a season pins them."""
    variant = next(iter(games()[game].variants))
    return {"variant": variant, "options": {**games()[game].defaults(variant), **changed}}


# --- opened in it -------------------------------------------------------------------------------


def test_scorer_says_on_which_day_a_game_was(club: Club) -> None:
    address = f"/new/tally?league={club.public_id}"
    form = club.phone.get(address).form("start")
    refused = club.phone.send(address, form, {"day": "2099-01-01"}, "start")
    assert refused.status == 422
    assert 'id="day-fault">' in refused.html
    assert refused.form("start")["day"] == "2099-01-01"

    sent = club.phone.send(address, refused.form("start"), {"day": "2026-03-03"}, "start")
    club.ends(str(sent.location), 10, 7, 3, 1)

    assert "3 Mar 2026" in club.phone.get(f"{club.address}/games").text


def test_added_table_may_be_of_another_day(club: Club) -> None:
    table = club.phone.starts("tally", {"points": [10, 7]}, {"finish": {}}, players=["Ann", "Ben"])
    form = club.phone.get(f"{table}/league").form()
    assert form["day"] == str(today())

    club.phone.do(f"{table}/league", {"day": "2026-03-03"}, "")

    assert "3 Mar 2026" in club.phone.get(f"{club.address}/games").text


def test_season_games_are_offered_with_setup(club: Club) -> None:
    club.plays(tally=None, whist=None)

    page = club.phone.get(f"{club.address}/new")

    assert page.links("/new/") == [
        f"/new/{slug}?league={club.public_id}" for slug in ("tally", "whist")
    ]
    assert f"{club.address}/new" in club.phone.get(club.address).links("/new")


def test_table_counts_in_league_it_was_opened_in(club: Club) -> None:
    table = club.opens("Ann", "Ben")

    end = club.ends(table, 7, 3)

    assert club.address in end.links("/l/")
    assert club.standings == [("1", "Ann", "1", "5"), ("2", "Ben", "1", "3")]


def test_members_sit_down_and_get_up_by_a_tap(club: Club) -> None:
    address = f"/new/tally?league={club.public_id}"
    page = club.phone.get(address)
    for name in ("Eve", "Ben", "Eve", "Cat"):
        page = club.phone.send(address, page.form(f"sit.{name}"), {}, f"sit.{name}")

    names = [name for name in page.form("start").fields["name"] if name]
    assert names == ["Cat", "Ben"]
    assert page.html.count('aria-pressed="true"') == 2


def test_pinned_rules_withstand_what_is_sent(club: Club) -> None:
    club.plays(spades=pinned("spades", target=300))

    page = club.phone.get(f"/new/spades?league={club.public_id}")
    form = page.form("start")
    assert "target" not in form.names
    typed = form.filled({"name": MEMBERS[:4]}, "start")
    table = club.phone.post("/new/spades", {**typed, "target": "500"}).location

    assert club.phone.sheet(table)["options"] == {"target": 300}


def test_game_that_does_not_count_is_not_opened(club: Club) -> None:
    club.plays(whist=None)

    page = club.phone.fill(f"/new/tally?league={club.public_id}", do="start")

    assert page.status == 422


def test_nothing_is_opened_without_a_season(club: Club) -> None:
    club.plays_no_more()

    assert club.phone.fill(f"/new/tally?league={club.public_id}", do="start").status == 422


def test_members_open_tables_but_no_stranger(club: Club, new_phone: NewPhone) -> None:
    address = f"/new/tally?league={club.public_id}"
    member, stranger = club.admit(new_phone()), new_phone()

    assert member.get(address).status == 200
    assert stranger.get(address).status == 403
    assert stranger.get(f"{club.address}/new").status == 403


# --- again --------------------------------------------------------------------------------------


def test_a_rematch_stays_in_the_league(club: Club) -> None:
    table = club.opens("Ann", "Ben")
    club.ends(table, 7, 3)

    again = club.phone.fill(table, do="again").location

    assert again != table
    club.ends(again, 5, 1)
    assert club.standings[0] == ("1", "Ann", "2", "10")


def test_front_page_rematch_stays_in_the_league(club: Club) -> None:
    table = club.opens("Ann", "Ben")
    club.ends(table, 7, 3)

    page = club.phone.get("/")
    again = club.phone.send("/", page.form()).location

    assert "League: Tuesday club" in club.phone.get(again).text


def test_rematch_by_changed_rules_leads_to_setup(club: Club) -> None:
    table = club.opens("Ann", "Ben")
    club.ends(table, 7, 3)
    club.plays(tally=pinned("tally", target=100))

    page = club.phone.follow(club.phone.fill(table, do="again"))

    assert page.form("start").fields["name"][:3] == ["Ann", "Ben", ""]


def test_signed_out_phone_plays_outside_league(club: Club, new_phone: NewPhone) -> None:
    member, host = club.admit(new_phone()), club.phone
    club.phone = member
    table = club.opens("Ann", "Ben")
    club.ends(table, 7, 3)
    host.do(f"{club.address}/organise", do="renew.member")

    page = member.follow(member.fill(table, do="again"))

    assert page.form("start").fields["name"][:3] == ["Ann", "Ben", ""]
    new = member.send("/new/tally", page.form("start"), {}, "start").location
    assert "League: Tuesday club" not in host.get(new).text


# --- taken in -----------------------------------------------------------------------------------


def test_a_finished_table_is_added_by_its_scorer(club: Club) -> None:
    table = club.phone.starts("tally", {"points": [3, 9]}, {"finish": {}}, players=["ann", "Zoe"])
    assert f"{table}/league" in club.phone.get(table).links("/league")

    page = club.phone.get(f"{table}/league")
    assert "ann Ann Zoe a new guest" in page.text
    club.phone.follow(club.phone.send(f"{table}/league", page.form()))

    assert club.standings == [("1", "Zoe", "1", "5"), ("2", "Ann", "1", "3")]
    assert not club.phone.get(f"{table}/league").forms


def test_table_is_added_once_however_often_sent(club: Club) -> None:
    table = club.phone.starts("tally", {"points": [3, 9]}, {"finish": {}}, players=["Ann", "Ben"])
    form = club.phone.get(f"{table}/league").form()

    for _ in range(2):
        assert club.phone.send(f"{table}/league", form).status == 303

    assert club.standings == [("1", "Ben", "1", "5"), ("2", "Ann", "1", "3")]


def test_another_leagues_table_is_refused(club: Club, app: Flask) -> None:
    table = club.phone.starts("tally", players=["Ann", "Ben"])
    other = Club(app, club.phone, "Friday club")
    form = club.phone.get(f"{table}/league?league={other.public_id}").form()
    club.phone.send(f"{table}/league", form)

    taken = {**form.fields, "league": [club.public_id]}
    page = club.phone.post(f"{table}/league", taken)

    assert page.status == 422


def test_table_by_other_rules_is_not_added(club: Club) -> None:
    table = club.phone.starts("tally", players=["Ann", "Ben"])
    form = club.phone.get(f"{table}/league").form()
    club.plays(tally=pinned("tally", target=100))

    page = club.phone.send(f"{table}/league", form)

    assert page.status == 422
    assert "Tuesday club" not in club.phone.get("/tables").text


def test_only_a_scorer_adds_a_table_to_a_league(club: Club, new_phone: NewPhone) -> None:
    other = new_phone()
    table = other.starts("tally", players=["Ann", "Ben"])
    assert not other.get(table).links("/league")
    assert club.phone.get(f"{table}/league").status == 403

    form = club.phone.get(f"{club.phone.starts('tally')}/league").form()
    typed = {**form.fields, "csrf_token": other.get("/settings").form()["csrf_token"]}

    assert other.post(f"{table}/league", typed).status == 403


# --- rulings ------------------------------------------------------------------------------------

MISDEAL = {"about": 1, "what": "misdeal", "happened": "Ben dealt twice", "decided": "nothing"}


@pytest.fixture
def tables_of_two(club: Club) -> tuple[str, str]:
    """Two tables of the league with a deal each, the first with a ruling."""
    first, second = club.opens("Ann", "Ben"), club.opens("Cat", "Dan")
    for table in (first, second):
        club.phone.do(table, points(7, 3))
    club.phone.do(f"{first}/write/ruling", MISDEAL)
    return first, second


def test_ruling_of_a_table_is_shown_at_the_other(
    club: Club, tables_of_two: tuple[str, str]
) -> None:
    first, second = tables_of_two

    page = club.phone.get(f"{second}/write/ruling?rule=misdeal")

    assert "Earlier rulings At another table , deal 1: Ben dealt twice" in page.text
    assert f"{first}/ruling/2" in page.links("/ruling/")
    (alike,) = page.links("like=")
    form = club.phone.get(alike).form("save")
    assert (form["happened"], form["decided"]) == ("Ben dealt twice", "nothing")


def test_organiser_pins_a_ruling_for_all_tables(club: Club, tables_of_two: tuple[str, str]) -> None:
    first, second = tables_of_two
    rules = f"/rules/tally?table={second.rpartition('/')[2]}"
    assert "Ben dealt twice" not in club.phone.get(rules).text

    club.phone.do(f"{first}/ruling/2", {}, "all")
    told = "In Tuesday club: Ben dealt twice: no change"
    assert told in club.phone.get(rules).text
    assert told in club.phone.get(f"{second}/rules").text
    assert club.phone.get(f"/rules/tally?table={first[3:]}").text.count("Ben dealt twice") == 1

    club.phone.do(f"{first}/ruling/2", {}, "own")
    assert "Ben dealt twice" not in club.phone.get(rules).text


def test_only_an_organiser_pins_rulings(
    club: Club, tables_of_two: tuple[str, str], new_phone: NewPhone
) -> None:
    first, second = tables_of_two
    scorer = let_in(club.phone, new_phone(), first, "scorer")
    page = scorer.get(f"{first}/ruling/2")
    assert "all" not in page.form("pin").buttons

    typed = {**page.form("pin").fields, "do": "all"}

    assert scorer.post(f"{first}/ruling/2", typed).status == 403
    assert "Ben dealt twice" not in club.phone.get(f"/rules/tally?table={second[3:]}").text


def test_watcher_sees_no_names_of_another_table(
    club: Club, tables_of_two: tuple[str, str], new_phone: NewPhone
) -> None:
    first, second = tables_of_two
    agreed = {**MISDEAL, "happened": "dealt twice", "agreed": 0}
    club.phone.do(f"{first}/write/ruling", agreed)
    club.phone.do(f"{first}/ruling/3", {}, "all")
    watcher = let_in(club.phone, new_phone(), second, "watch")

    page = watcher.get(f"/rules/tally?table={second[3:]}")

    assert "In Tuesday club: dealt twice: no change." in page.text
    assert "agreed by" not in page.text
    assert not page.links("/ruling/")


def test_table_is_told_all_of_its_league_ruling(club: Club, new_phone: NewPhone) -> None:
    table = club.opens("Ann", "Ben")
    club.phone.do(table, points(7, 3))
    moved = {**MISDEAL, "decided": "points", "points.0": 5, "points.1": -5, "agreed": [0, 1]}
    page = club.phone.fill(f"{table}/write/ruling", {**MISDEAL, "decided": "points"}, "save")
    club.phone.follow(club.phone.send(f"{table}/write/ruling", page.form("save"), moved, "save"))
    scorer = let_in(club.phone, new_phone(), table, "scorer")
    rules = f"/rules/tally?table={table[3:]}"
    told = "Ben dealt twice: +5 for Ann and −5 for Ben; agreed by Ann and Ben. Ruled (deal 1)."
    club.phone.do(f"{table}/ruling/2", {}, "pin")
    assert f"At this table: {told}" in scorer.get(rules).text

    club.phone.do(f"{table}/ruling/2", {}, "all")

    page = scorer.get(rules)
    assert f"In Tuesday club: {told}" in page.text
    assert f"{table}/ruling/2" in page.links("/ruling/")
