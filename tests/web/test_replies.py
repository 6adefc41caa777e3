"""Replies: an evening announced, places, the waiting list, and a member's way to the table."""

import re
from datetime import date

import pytest
from flask import Flask

from scorekeeper.games import games
from scorekeeper.leagues.decisions import DecisionRefused, DecisionRequest
from scorekeeper.leagues.evening import direction
from scorekeeper.leagues.evening.replies import reply
from scorekeeper.leagues.links import links_of_league
from scorekeeper.leagues.visit import visit_league
from scorekeeper.store.table.rows import now
from tests.leagues.clubs import link_to
from tests.web.phones import Page, Phone, Typed, create_league, keys

pytestmark = pytest.mark.long

NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve"]
ALL = [2, 3, 4, 5, 6]
"""Their numbers in the league."""


@pytest.fixture
def league(phone: Phone) -> str:
    """The address of a league of five players (2 to 6)."""
    return create_league(phone, players="\n".join(NAMES))


def member(app: Flask, league: str, name: str) -> Phone:
    """A member's phone that says whose it is."""
    key = bytes(app.config["SECRET_KEY"])
    with app.app_context():
        visit = visit_league(league.rpartition("/")[2], "")
        known = [one.secret for one in links_of_league(visit, key) if one.role == "member"]
        secret = known[0] if known else link_to(visit, "member", key)
    phone = Phone(app)
    phone.enter(f"/s/{secret}", name)
    return phone


def announced(phone: Phone, league: str, **typed: object) -> str:
    """The address of an evening that is announced."""
    phone.do(
        f"{league}/evening/announce", {"date": "2031-01-07", "game": "tally", **typed}, "announce"
    )
    return phone.get(f"{league}/evenings").links("/evening/")[0]


def plans(phone: Phone, address: str, typed: Typed) -> str:
    """Type a plan, look at it and keep it; the evening's address."""
    look = phone.fill(address, typed, "look")
    return phone.send(address, look.form("keep"), {}, "keep").location


def says(phone: Phone, league: str, what: str) -> Page:
    """Press a key of the next evening on the league's first page."""
    page = phone.get(league)
    form = next(one for one in page.forms if what in one.buttons)
    action = form.attributes["action"]
    return phone.follow(phone.post(action, form.filled({}, what)))


def test_the_game_of_the_last_evening_is_offered_first(phone: Phone, league: str) -> None:
    def offered() -> list[str]:
        chooser = phone.get(f"{league}/evening/announce").html.partition('name="game"')[2]
        return re.findall(r'<option value="([^"]+)"', chooser.partition("</select>")[0])

    slugs = [*games()]
    coded = [slug for slug in slugs if not games()[slug].own]
    assert offered()[: len(coded)] == coded

    announced(phone, league, game="whist")

    assert offered()[0] == "whist"
    assert sorted(offered()) == sorted(slugs)


def test_members_reply_and_late_ones_wait(app: Flask, phone: Phone, league: str) -> None:
    evening = announced(phone, league, places=2)
    ann, ben, cat = (member(app, league, name) for name in NAMES[:3])
    for one in (ann, ben):
        assert "You are coming." in says(one, league, "coming").text
    says(cat, league, "coming")
    assert "2 of 2 places taken. Coming: Ann, Ben. Waiting: Cat." in phone.get(evening).text

    says(ann, league, "away")
    says(ann, league, "coming")  # and Ann is last
    assert "Coming: Ben, Cat. Waiting: Ann." in phone.get(evening).text


def test_the_plan_begins_with_those_who_come(app: Flask, phone: Phone, league: str) -> None:
    evening = announced(phone, league)
    for name in NAMES[:4]:
        says(member(app, league, name), league, "coming")

    plan = phone.get(f"{evening}/plan")
    assert plan.form("look").fields["player"] == ["2", "3", "4", "5"]
    plans(phone, f"{evening}/plan", {})
    assert "open.1" in keys(phone.get(evening))


def test_a_member_is_led_to_the_table(app: Flask, phone: Phone, league: str) -> None:
    today = date.today().isoformat()
    announced(phone, league, date=today)  # another one, without tables
    evening = announced(phone, league, date=today)
    ann, eve = member(app, league, "Ann"), member(app, league, "Eve")
    plans(phone, f"{evening}/plan", {"player": [2, 3, 4, 5]})
    phone.do(evening, {}, "open.1")

    page = ann.get(league)
    assert "Round 1, table 1, seat" in page.text
    assert "Ben" in page.text.partition("Against ")[2]
    assert ann.get(page.tables[0]).status == 200
    assert "My table" not in eve.get(league).text


def test_a_phone_that_nobody_knows_has_no_keys(app: Flask, phone: Phone, league: str) -> None:
    evening = announced(phone, league)
    stranger = member(app, league, "")

    assert "My evening" not in stranger.get(league).text
    assert "coming" not in keys(stranger.get(evening))
    with app.app_context():
        visit = visit_league(league.rpartition("/")[2], "")
        number = int(evening.rpartition("/")[2])
        with pytest.raises(DecisionRefused):
            reply(visit, DecisionRequest("k", None, "nobody"), number, True)


def test_member_scores_own_table_unless_barred(app: Flask, phone: Phone, league: str) -> None:
    evening = announced(phone, league)
    ann, eve = member(app, league, "Ann"), member(app, league, "Eve")
    plans(phone, f"{evening}/plan", {"player": [2, 3, 4, 5]})
    phone.do(evening, {}, "open.1")
    table = ann.get(league).tables[0]

    ann.do(table, {f"points.{seat}": seat for seat in range(4)})
    assert eve.get(f"{table}/e/1").status == 403
    assert ann.get(f"{table}/e/1").status == 200
    assert ann.get(f"{table}/delete").status == 403
    phone.do(f"{league}/organise", do="scorers")
    assert ann.get(f"{table}/e/1").status == 403
    phone.do(f"{league}/organise", do="players")
    assert ann.get(f"{table}/e/1").status == 200


def test_groups_are_announced_then_planned(app: Flask, phone: Phone, league: str) -> None:
    evening = announced(phone, league, kind="groups")
    for name in NAMES[:4]:
        says(member(app, league, name), league, "coming")
    plans(phone, f"{evening}/plan", {"groups": 2})
    phone.do(evening, {}, "open.1")

    assert len(phone.get(evening).tables) == 2


def test_director_runs_this_evening_only(app: Flask, phone: Phone, league: str) -> None:
    evening, other = announced(phone, league), announced(phone, league, name="Another")
    ann, ben = member(app, league, "Ann"), member(app, league, "Ben")
    assert ann.get(f"{evening}/plan").status == 403

    phone.do(evening, {"player": 2}, "direct")
    plans(ann, f"{evening}/plan", {"player": [2, 3, 4, 5]})
    ann.do(evening, {}, "open.1")
    ann.do(evening, {"minutes": 5}, "start")
    for one, address in ((ben, evening), (ann, other if other != evening else league)):
        assert one.get(f"{address}/plan").status in (403, 404)
    assert ann.get(f"{league}/organise").status == 403

    phone.do(evening, {"player": ""}, "direct")
    assert ann.get(f"{evening}/plan").status == 403


def test_round_clock_runs_pauses_and_goes_on(
    app: Flask, phone: Phone, league: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = 1_800_000_000_000
    monkeypatch.setattr(direction, "now", lambda: at)
    evening = announced(phone, league)
    mark = phone.get(evening).news
    assert "A number from" not in phone.do(evening, {"minutes": 30}, "start").text
    assert "30:00" in phone.get(evening).text
    assert phone.get(evening).news != mark

    at += 28 * 60_000 + 30_000
    page = phone.get(evening)
    assert "1:30" in page.text
    assert 'class="clock late"' in page.html
    phone.do(evening, {}, "pause")
    at += 60_000
    assert "1:30" in phone.get(evening).text
    assert "paused" in phone.get(evening).text
    phone.do(evening, {}, "go")
    at += 120_000
    assert "0:00" in phone.get(evening).text
    phone.do(evening, {}, "stop")
    assert "clock" not in phone.get(evening).html.partition('<div class="evening">')[0]


def test_clock_is_seen_at_tables_of_its_evening(app: Flask, phone: Phone) -> None:
    league = create_league(phone, players="\n".join(NAMES[:4]))
    evening = plans(phone, f"{league}/evening/new", {"game": "tally", "player": ALL})
    phone.do(evening, {}, "open.1")
    table = phone.get(evening).tables[0]
    assert f'hx-get="{table}/clock"' in phone.get(table).html
    assert phone.get(f"{table}/clock").text == ""
    phone.do(evening, {"minutes": 1}, "start")

    assert 'class="clock late"' in phone.get(f"{table}/clock").html
    phone.do(evening, {}, "pause")
    assert "paused" in phone.get(f"{table}/clock").text
    phone.do(evening, {}, "stop")
    assert phone.get(f"{table}/clock").text == ""
    alone = phone.starts("tally", players=NAMES[:2])
    assert "/clock" not in phone.get(alone).html
    assert phone.get(f"{alone}/clock").text == ""


def test_director_corrects_only_at_own_tables(app: Flask, phone: Phone, league: str) -> None:
    evenings = []
    for _ in range(2):
        typed = {"game": "tally", "player": [3, 4, 5]}
        evenings.append(plans(phone, f"{league}/evening/new", typed))
        phone.do(evenings[-1], {}, "open.1")
    ann = member(app, league, "Ann")
    tables = [phone.get(one).tables[0] for one in evenings]
    for one in tables:
        phone.do(one, {f"points.{seat}": seat for seat in range(3)})
        assert ann.get(f"{one}/e/1").status == 403

    phone.do(evenings[0], {"player": 2}, "direct")
    ann.do(f"{tables[0]}/e/1", {"points.0": 7})
    ann.do(f"{tables[0]}/write/ruling", {"about": 1, "what": "misdeal", "decided": "nothing"})
    assert "Ann" in phone.get(f"{tables[0]}/history").text
    assert ann.get(f"{tables[1]}/e/1").status == 403
    assert ann.get(f"{tables[0]}/delete").status == 403

    phone.do(evenings[0], {"player": ""}, "direct")
    assert ann.get(f"{tables[0]}/e/1").status == 403


def test_deal_timer_starts_at_last_saved_deal(
    app: Flask, phone: Phone, league: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = plans(phone, f"{league}/evening/new", {"game": "tally", "player": ALL})
    phone.do(evening, {}, "open.1")
    table = phone.get(evening).tables[0]
    phone.do(evening, {"minutes": 30, "deal": 61}, "start")
    assert "for this deal" not in phone.get(f"{table}/clock").text
    phone.do(evening, {"minutes": 30, "deal": 5}, "start")
    assert re.search(r"4:5\d for this deal", phone.get(f"{table}/clock").text)

    later = now() + 4 * 60_000 + 30_000
    monkeypatch.setattr(direction, "now", lambda: later)
    page = phone.get(f"{table}/clock")
    assert re.search(r"25:[23]\d", page.text)
    assert 'class="clock deal late"' in page.html
    phone.do(evening, {}, "pause")
    assert "for this deal" not in phone.get(f"{table}/clock").text
    phone.do(evening, {}, "go")
    assert "5:00 for this deal" in phone.get(f"{table}/clock").text


def test_deleted_table_is_started_again(phone: Phone, league: str) -> None:
    evening = plans(phone, f"{league}/evening/new", {"game": "tally", "player": ALL})
    tables = phone.do(evening, {}, "open.1").tables
    phone.do(f"{tables[0]}/delete", do="delete")
    again = phone.do(evening, {}, "open.1").tables

    assert len(again) == len(tables)
    assert tables[0] not in again


def test_members_see_an_evening_once(app: Flask, phone: Phone, league: str) -> None:
    ann = member(app, league, "Ann")
    assert ann.get(league).message.startswith("Welcome to Tuesday club. Say here whether")
    announced(phone, league, date="2031-01-07", venue="Library")
    assert ann.get(league).text.count("Library") == 1

    evening = announced(phone, league, date=date.today().isoformat(), venue="Old mill")
    page = ann.get(league)
    assert page.text.count("Old mill") == 1
    assert "See the evening" in page.text
    assert "I'm coming" in page.text

    plans(phone, f"{evening}/plan", {"player": [2, 3, 4, 5]})
    assert "See the evening" in ann.get(league).text
    phone.do(evening, do="open.1")
    assert "Go to the tables" in phone.get(league).text
