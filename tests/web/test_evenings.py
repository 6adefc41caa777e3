"""An evening of a league through its pages: planned, looked at, opened, planned anew, printed."""

import json
import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from html import unescape
from typing import Self

import pytest
from flask import Flask

from scorekeeper.leagues.visit import visit_league
from scorekeeper.web.league import parts
from tests.clocks import clock
from tests.leagues.clubs import link_to
from tests.web.phones import HTMX, NewPhone, Page, Phone, create_league, keys, points

pytestmark = pytest.mark.long

FOUR = "Ann, Ben, Cat, Dan"
EIGHT = "Ann, Ben, Cat, Dan, Eve, Fay, Gus, Hal"
NINE = f"{EIGHT}, Ivy"


def looked_at(phone: Phone, league: str, **typed: object) -> Page:
    """The page with the plan for this."""
    address = f"{league}/evening/new"
    typed = {"game": "whist", **typed}
    if "kind" not in typed:
        return phone.fill(address, typed, "look")
    page = phone.fill(address, {name: typed[name] for name in ("game", "kind", "names")}, "set")
    if "draw" in keys(page):
        page = phone.send(address, page.form("draw"), {}, "draw")
    return phone.send(address, page.form("look"), typed, "look")


def planned(phone: Phone, league: str, **typed: object) -> str:
    """The address of an evening planned and kept."""
    page = looked_at(phone, league, **typed)
    kept = phone.send(f"{league}/evening/new", page.form("keep"), {}, "keep")
    assert kept.status == 303, kept.text
    return kept.location


def opened(phone: Phone, evening: str) -> list[str]:
    """Open the next round; its tables."""
    page = phone.do(evening, do="open.")
    return list(dict.fromkeys(page.tables))


def kept_unseen(phone: Phone, address: str, page: Page, **typed: object) -> Page:
    """What a plan comes to that is sent to be saved without a preview."""
    form = page.form("look")
    form.buttons.append("keep")
    return phone.send(address, form, typed, "keep")


def test_evening_is_previewed_before_saving(phone: Phone, league: str) -> None:
    page = looked_at(phone, league, names=NINE)

    assert page.status == 200
    assert page.html.count("<h3>Round ") == 9
    assert not phone.get(f"{league}/evenings").links("/evening/1")


def test_saved_evening_is_listed_and_in_the_menu(phone: Phone, league: str) -> None:
    evening = planned(phone, league, names=NINE, name="Club cup")

    page = phone.get(f"{league}/evenings")
    assert page.links(evening)
    assert "Whist · 9 players · 9 rounds" in page.text
    shown = phone.get(evening).text
    assert "Club cup" in shown


def test_todays_evening_is_on_league_front_page(phone: Phone, league: str) -> None:
    planned(phone, league, names=EIGHT, date="2020-02-29")
    assert "Go to the tables" not in phone.get(league).text

    evening = planned(phone, league, names="Max, Zoe, Pia, Leo", name="Club cup")

    page = phone.get(league)
    assert "Tonight Club cup" in page.text
    assert page.links(evening)


def test_evening_is_on_by_the_servers_clock(phone: Phone, league: str) -> None:
    over_in_utc = datetime.now(UTC) - timedelta(days=1, hours=6)
    planned(phone, league, names=EIGHT, name="Club cup", date=over_in_utc.date().isoformat())
    for zone, shown in (("UTC", False), ("WEST+24", True)):
        with clock(zone):
            assert ("Tonight Club cup" in phone.get(league).text) is shown


def finished(phone: Phone, table: str, *scored: int) -> None:
    """Enter the result of a table that was kept on paper."""
    own = {f"finish.points.{side}": one for side, one in enumerate(scored)}
    assert phone.do(f"{table}/write/result", own, "save").status == 200


def test_played_evening_is_not_to_come(phone: Phone, league: str) -> None:
    tomorrow = (date.today() + timedelta(days=1)).isoformat()
    evening = planned(phone, league, names=FOUR, rounds=1, name="Club cup", date=tomorrow)
    phone.do(f"{league}/organise", do="publish")
    public = league.replace("/l/", "/club/")
    lists = (league, f"{league}/fixtures", f"{league}/season/1/poster", public)
    (table,) = opened(phone, evening)
    told = [phone.get(one).text for one in lists]
    assert all("Club cup" in one for one in told)

    finished(phone, table, 7, 3)

    for one in lists:
        assert "Club cup" not in phone.get(one).text, one
    assert "Earlier" not in phone.get(f"{league}/evenings").text
    assert phone.get(f"{league}/evenings").links(evening)


class AtOne(datetime):
    """The clock at one in the morning, when the day of play before has not ended."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return cls.combine(date.today(), time(1), tz)


def test_new_evening_replaces_the_played_one(
    phone: Phone, league: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "datetime", AtOne)
    yesterday = date.today() - timedelta(days=1)
    old = planned(phone, league, names=FOUR, rounds=1, name="Old cup", date=str(yesterday))
    finished(phone, opened(phone, old)[0], 7, 3)
    assert "Tonight Old cup" in phone.get(league).text

    planned(phone, league, names="Max, Zoe, Pia, Leo", name="New cup", date=str(date.today()))

    page = phone.get(league)
    assert "Tonight New cup" in page.text
    assert "Old cup" not in page.text


@pytest.mark.parametrize(
    "typed",
    [
        {"names": "Ann, Ben"},
        {"names": EIGHT, "rounds": "many"},
        {"names": EIGHT, "date": "31.12."},
        {"names": "x" * 41},
        {"names": "Ann, Ben, Cat", "kind": "pairs"},
        {"names": NINE, "kind": "pairs"},
    ],
)
def test_errors_are_shown_and_input_stays(phone: Phone, league: str, typed: dict[str, str]) -> None:
    page = looked_at(phone, league, **typed)

    assert page.form("look")["names"] == typed["names"]
    assert page.message or 'class="fault"' in page.html
    assert "keep" not in keys(page)


@pytest.mark.parametrize(
    ("over", "told"),
    [
        ("the league", "The league is archived. An organiser can reopen it."),
        ("its season", "The league has no open season."),
    ],
)
def test_no_evening_without_a_current_season(
    phone: Phone, league: str, over: str, told: str
) -> None:
    plan = looked_at(phone, league, names=EIGHT).form("keep")
    if over == "the league":
        phone.do(f"{league}/organise", do="archive")
    else:
        phone.do(f"{league}/season/1/rules", do="end")

    page = phone.get(f"{league}/evening/new")
    assert page.message == told
    page = looked_at(phone, league, names=EIGHT)
    assert page.message == told
    assert "keep" not in keys(page)
    assert phone.send(f"{league}/evening/new", plan, {}, "keep").status == 422
    assert "No evenings yet." in phone.get(f"{league}/evenings").text


def test_rest_of_evening_keeps_its_season(phone: Phone, league: str) -> None:
    evening = planned(phone, league, names=EIGHT)
    phone.do(f"{league}/season/1/rules", do="end")

    page = phone.get(f"{evening}/plan")

    assert page.message == ""
    assert page.form("look")


def test_plan_unlike_preview_is_shown_first(phone: Phone, league: str) -> None:
    page = looked_at(phone, league, names=EIGHT)

    answer = phone.send(f"{league}/evening/new", page.form("keep"), {"names": NINE}, "keep")

    assert answer.status == 409
    kept = phone.send(f"{league}/evening/new", answer.form("keep"), {}, "keep")
    assert kept.status == 303


def test_a_plan_saved_twice_is_one(phone: Phone, league: str) -> None:
    form = looked_at(phone, league, names=EIGHT).form("keep")

    first, second = (
        phone.send(f"{league}/evening/new", form, {}, "keep").location for _ in range(2)
    )

    assert first == second
    addresses = {*phone.get(f"{league}/evenings").links(f"{league}/evening/")}
    assert addresses == {first, f"{league}/evening/new", f"{league}/evening/announce"}
    (told,) = json.loads(phone.get(f"{league}/league.json").html)["evenings"]
    assert told["number"] == int(first.rpartition("/")[2])
    assert all(len(one["tables"]) == 2 for one in told["rounds"])
    for page in ("", "/news", "/plan", "/paper"):
        assert phone.get(f"{league}/evening/99{page}").status == 404


def test_pairs_are_drawn_or_chosen(phone: Phone, league: str) -> None:
    page = looked_at(phone, league, names=EIGHT, kind="pairs")

    units = {name: page.form("keep")[name] for name in page.form("keep").names if "unit" in name}
    assert sorted(units.values()) == sorted("11223344")


def test_drawn_pairs_are_saved_at_once(phone: Phone, league: str) -> None:
    address = f"{league}/evening/new"
    for _ in range(4):
        page = phone.fill(address, {"game": "whist", "kind": "pairs", "names": EIGHT}, "set")

        page = phone.send(address, page.form("draw"), {}, "draw")

        assert phone.send(address, page.form("keep"), {}, "keep").status == 303


def test_teams_and_swiss_pairs_are_planned(phone: Phone, league: str) -> None:
    assert "keep" in keys(looked_at(phone, league, names=EIGHT, kind="teams"))
    swiss = planned(phone, league, names=EIGHT, kind="swiss-pairs")
    assert len(opened(phone, swiss)) == 2


@pytest.mark.parametrize("kind", ["pairs", "teams", "swiss-pairs", "knockout", "groups"])
def test_blank_pairs_never_become_single_players(phone: Phone, league: str, kind: str) -> None:
    address = f"{league}/evening/new"
    page = phone.fill(address, {"game": "euchre", "kind": kind, "names": EIGHT}, "set")

    look = phone.send(address, page.form("look"), {}, "look")
    kept = kept_unseen(phone, address, page)

    assert "keep" not in keys(look)
    assert kept.status == 422
    assert "No evenings yet." in phone.get(f"{league}/evenings").text


def test_blank_swiss_pairs_stay_pairs(phone: Phone, league: str) -> None:
    evening = planned(phone, league, names=EIGHT, game="euchre", kind="swiss-pairs")
    address = f"{evening}/plan"
    page = phone.get(address)
    assert len(page.form("look").fields["pair"]) == 4

    kept = kept_unseen(phone, address, page, pair=[])

    assert kept.status == 422


def test_format_the_game_lacks_is_refused(phone: Phone, league: str) -> None:
    address = f"{league}/evening/new"
    page = phone.fill(address, {"game": "euchre", "kind": "pairs", "names": EIGHT}, "set")

    kept = kept_unseen(phone, address, page, game="tally")

    assert kept.status == 422


def test_an_evening_is_played(phone: Phone, league: str) -> None:
    evening = planned(phone, league, names=EIGHT, game="tally", rounds=2)

    tables = opened(phone, evening)

    assert len(tables) == 2
    page = phone.get(evening)
    assert page.form("open.2")
    phone.play(tables[0], points(3, 9, 6, 0))
    assert "deal 2" in phone.get(evening).text
    phone.do(f"{tables[0]}/write/finish")
    shown = phone.get(evening).text
    assert re.search(r"Tonight's standings .* 1 \w+ 1 1 5 ", shown)


def test_absent_side_loses_by_walkover(phone: Phone, league: str) -> None:
    evening = planned(phone, league, names=EIGHT)
    tables = opened(phone, evening)
    home = re.search(r'value="(\d+\.0)"', phone.get(evening).html)
    assert home

    page = phone.do(evening, {"winner": home[1]}, "walkover")

    assert re.findall(r'<dd class="num">(\d+)</dd>', page.html)[:2] == ["1", "0"]
    given = re.search(r"Walkover for (\w+) and (\w+)", page.text)
    assert given
    assert re.search(rf"Tonight's standings .* 1 {given[1]} includes 1 walkover 1 1 5 ", page.text)
    assert f"{given[1]}" in phone.get(league).text
    phone.play(tables[1], {"side_tricks.0": 9})
    assert "walkover" not in keys(phone.get(evening))


def test_the_deal_in_progress_is_shown(phone: Phone, league: str) -> None:
    evening = planned(phone, league, names="Ann, Ben, Cat, Dan", game="nap")
    (table,) = opened(phone, evening)
    bidder = phone.sheet(table)["players"][1]

    phone.fill(table, {"declarer": 1, "bid": "nap"}, "keep", HTMX)

    assert f"nap by {bidder}" in phone.get(evening).text


def test_view_gets_no_news_while_none_is_new(phone: Phone, league: str) -> None:
    evening = planned(phone, league, names="Ann, Ben, Cat, Dan", game="tally")
    (table,) = opened(phone, evening)
    news = phone.get(evening).news
    assert phone.get(news).is_nothing_new

    phone.play(table, points(1, 2, 3, 4))

    part = phone.get(news)
    assert part.status == 200
    assert "<html" not in part.html
    assert "deal 2" in part.text
    assert phone.get(part.news).is_nothing_new


def test_a_latecomer_is_added_to_the_plan(phone: Phone, league: str) -> None:
    evening = planned(phone, league, names=EIGHT)
    opened(phone, evening)

    page = phone.fill(f"{evening}/plan", {"names": "Ivy", "rounds": 8}, "look")
    kept = phone.send(f"{evening}/plan", page.form("keep"), {}, "keep")

    assert kept.location == evening
    assert "Tuesday club · round 1 of 9" in phone.get(evening).text


def test_one_more_round_and_next_by_standing(phone: Phone, league: str) -> None:
    evening = planned(phone, league, names="Ann, Ben, Cat, Dan", game="tally", rounds=1)
    opened(phone, evening)
    assert "round 1 of 2" in phone.do(evening, {}, "more").text

    swiss = planned(phone, league, names="Max, Zoe, Pia, Leo", game="tally", kind="swiss")
    opened(phone, swiss)
    page = phone.do(swiss, {}, "more")
    assert "round 1 of 2" in page.text
    assert page.form("open.2")


def swiss_of_five_pairs(phone: Phone, league: str) -> tuple[str, list[str]]:
    """Swiss in pairs at whist for five pairs, and the tables of its first round, which are won."""
    evening = planned(phone, league, names=f"{NINE}, Jan", game="whist", kind="swiss-pairs")
    tables = opened(phone, evening)
    for table in tables:
        wins(phone, table, 0)
    return evening, tables


def wins(phone: Phone, table: str, side: int) -> None:
    """That side wins the table's game of whist: 7 points for 13 tricks, and then they stop."""
    phone.play(table, {f"side_tricks.{side}": 13})
    phone.do(f"{table}/write/finish")


def standing(page: Page) -> dict[str, str]:
    """What tonight's standings have of everybody: games, wins and the total."""
    rows = re.findall(
        r'<th scope="row"><span[^>]*>([^<]+)</span>(?:<small>.*?</small>)?</th>'
        r'<td class="num">(\d+)</td><td class="num">(\d+)</td><td class="num total">(\S+)</td>',
        page.html,
    )
    return {unescape(name): " ".join(figures) for name, *figures in rows}


def test_pair_with_bye_is_in_swiss_table(phone: Phone, league: str) -> None:
    evening, _ = swiss_of_five_pairs(phone, league)

    found = standing(phone.get(evening))
    assert sorted(found.values()) == ["1 0 3"] * 2 + ["1 1 5"] * 3  # of pairs
    assert phone.get(evening).text.count("includes 1 bye") == 1
    assert phone.get(f"{league}/season/1").text.count("includes 1 bye") == 2
    listed = phone.get(f"{league}/games")
    assert listed.text.count("· bye") == 1
    assert "counts 5" in listed.text
    assert "Imports" not in phone.get(f"{league}/import").text
    feed = phone.get(f"/api{league.replace('/l/', '/leagues/')}/games.json").html
    assert sorted(one["kind"] for one in json.loads(feed)["games"]) == ["bye", "played", "played"]
    assert ": bye for " in phone.get(f"/api{league.replace('/l/', '/leagues/')}/results.atom").html
    export = json.loads(phone.get(f"{league}/league.json").html)
    assert sorted(one["kind"] for one in export["games"]) == ["bye", "played", "played"]
    assert sorted(one["byes"] for one in export["seasons"][0]["standings"])[-3:] == [0, 1, 1]
    assert "1" in [one["byes"] for one in phone.get(f"{league}/standings.csv").rows]
    lines = phone.get(f"{league}/games.csv").html
    assert (lines.count("whist,"), lines.count(",0,bye,")) == (10, 2)  # two games of four, a pair


def test_corrected_result_offers_to_pair_again(phone: Phone, league: str) -> None:
    evening, tables = swiss_of_five_pairs(phone, league)
    phone.do(evening, {}, "more")
    paired = there_in_round(phone.get(evening), 2)
    assert "again" not in keys(phone.get(evening))
    told = "Round 2 was paired with this result. After your correction the evening's page offers"
    assert told in phone.get(f"{tables[0]}/e/1").text

    phone.do(f"{tables[0]}/e/1", {"side_tricks.1": 13})
    page = phone.get(evening)
    page = phone.do(evening, {}, "again")
    assert there_in_round(page, 2) != paired
    assert "again" not in keys(page)

    # open, with nothing written there: the round is cancelled and paired anew
    opened(phone, evening)
    phone.do(f"{tables[0]}/e/1", {"side_tricks.0": 13})
    phone.do(evening, {}, "again")
    page = phone.get(evening)
    assert there_in_round(page, 2) == paired
    second = [table for table in opened(phone, evening) if table not in tables]
    assert len(second) == 2

    # with a deal it stays, and the page says so
    wins(phone, second[0], 0)
    told = "Round 2 was paired with this result and has started, so it stays as it is."
    assert told in phone.get(f"{tables[0]}/e/1").text
    phone.do(f"{tables[0]}/e/1", {"side_tricks.1": 13})
    page = phone.get(evening)
    assert "again" not in keys(page)


def there_in_round(page: Page, round: int) -> list[str]:
    """The seatings of a round to come, as the page lists them."""
    found = re.search(rf"<h3>Round {round}</h3>\s*<ol>(.*?)</ol>", page.html, re.DOTALL)
    return re.findall(r"<li[^>]*>(.*?)</li>", found[1]) if found else []


def test_schedule_is_printed_with_seat_codes(phone: Phone, league: str) -> None:
    evening = planned(phone, league, names="Ann, Ben, Cat, Dan")
    opened(phone, evening)

    phone.fill(f"{evening}/paper")
    page = phone.get(f"{evening}/paper?round=1")

    assert page.html.count('class="qr"') == 5
    assert "Code of table 1: Ann" in page.html


def test_seat_code_leads_to_seat_and_its_pad(
    app: Flask, phone: Phone, league: str, new_phone: NewPhone
) -> None:
    evening = planned(phone, league, names="Ann, Ben, Cat, Dan")
    (table,) = opened(phone, evening)
    phone.fill(f"{evening}/paper")
    shared = phone.get(f"{table}/share").html
    secrets = {*re.findall(r"/s/[\w-]+", shared)}
    assert len(secrets) == 5

    roles = []
    for secret in secrets:
        guest = new_phone()
        assert guest.enter(secret).status == 200
        roles.append("/write/adjust" in guest.get(table).html)
    assert sorted(roles) == [False] * 4 + [True]


def test_a_member_can_view_but_not_decide(
    app: Flask, phone: Phone, league: str, new_phone: NewPhone
) -> None:
    evening = planned(phone, league, names=EIGHT)
    tables = opened(phone, evening)
    with app.app_context():
        visit = visit_league(league.rpartition("/")[2], "")
        secret = link_to(visit, "member", app.config["SECRET_KEY"])
    member = new_phone()
    member.enter(f"/s/{secret}")

    page = member.get(evening)
    assert page.links(tables[0])
    assert keys(page) == []
    assert not page.links("/plan")
    assert not page.links("/write/result")
    assert 'class="qr"' not in member.get(f"{evening}/paper?round=1").html


def test_round_with_entries_is_not_cancelled(phone: Phone, league: str) -> None:
    evening = planned(phone, league, names=EIGHT, game="tally", rounds=2)
    opened(phone, evening)
    phone.play(opened(phone, evening)[0], points(3, 9, 6, 0))
    assert not phone.get(evening).key("close.")


def test_a_round_is_cancelled_by_a_tap(phone: Phone, league: str) -> None:
    evening = planned(phone, league, names=EIGHT, game="tally", rounds=2, date="2026-03-09")
    wrong = opened(phone, evening)

    page = phone.do(evening, {}, "close.1")

    assert not page.tables
    right = {*opened(phone, evening)} - {*wrong}
    assert len(right) == 2
    phone.follow(phone.post(evening, {**page.form("open.1").fields, "do": "close.2"}))
    said = "This game does not count in Tuesday club. Removed by an organiser. “Round 1 was"
    assert all(said in phone.get(table).text for table in wrong)
    assert not any(said in phone.get(table).text for table in right)


def test_finishing_older_round_is_not_waiting(phone: Phone, league: str) -> None:
    evening = planned(phone, league, names=NINE)
    opened(phone, evening)
    assert re.search(r"Waiting: \w+", phone.get(evening).text)

    opened(phone, evening)

    assert "Waiting:" not in phone.get(evening).text


def test_swiss_pairing_warns_of_unfinished_table(phone: Phone, league: str) -> None:
    evening = planned(phone, league, names=EIGHT, game="tally", kind="swiss")
    first, second = opened(phone, evening)
    assert "Tables 1 and 2 of round 1 are still playing." in phone.get(evening).text

    for table, words in ((first, "Table 2 of round 1 is still playing."), (second, "")):
        phone.play(table, points(3, 9, 6, 0))
        phone.do(f"{table}/write/finish")
        assert words in phone.get(evening).text
    assert "still playing" not in phone.get(evening).text
    assert "still playing" not in phone.get(f"{evening}/plan").text


def test_no_client_makes_a_key_of_the_apps_own(phone: Phone) -> None:
    form = {**phone.get("/new/tally").form("start").fields, "do": "start"}

    assert phone.post("/new/tally", {**form, "key": "~abc.1.1.1.0"}).status == 400
    assert phone.post("/new/tally", {**form, "key": "abc.1.1.1.0"}).status == 303


def there(page: Page) -> list[str]:
    """Return who is ticked, by number."""
    return page.form("look").fields.get("player", [])


def test_all_and_as_last_time_tick_who_is_there(phone: Phone) -> None:
    league = create_league(phone, players="Ann\nBen\nCat\nDan\nEve")
    address = f"{league}/evening/new"
    assert "last" not in keys(phone.get(address))

    every = phone.fill(address, {"names": "Zoe"}, "all")
    assert every.status == 200
    assert there(every) == ["2", "3", "4", "5", "6"]
    assert every.form("look")["names"] == "Zoe"

    four = phone.fill(address, {"player": [2, 3, 4, 5], "game": "whist"}, "look")
    phone.follow(phone.send(address, four.form("keep"), {}, "keep"))
    phone.do(f"{league}/player/5/edit", {}, "left")

    again = phone.fill(address, {"player": [6]}, "last")
    assert sorted(there(again)) == ["2", "3", "4"]
