"""A link opens a page that says what it opens; only its key lets a phone in, and once."""

import pytest
from flask import Flask
from sqlalchemy import func, select

from scorekeeper.store.schema.table import Base
from scorekeeper.store.sql.database import reading
from tests.web.phones import NewPhone, Page, Phone, create_league, link
from tests.web.test_my_phones import code_of
from tests.web.test_organise import LINKS, link_of

AT_A_TABLE = {
    "watch": "Watch a game",
    "scorer": "Keep score",
    "seat.1": "Join as Ben",
}
PREVIEWS = ("WhatsApp/2.23.20.0", "facebookexternalhit/1.1", "TelegramBot (like TwitterBot)")


def join_page(phone: Phone, address: str) -> tuple[str, Page]:
    """The page that a link leads to, and its address."""
    opened = phone.get(address)
    return opened.location, phone.follow(opened)


def written(app: Flask) -> dict[str, int]:
    """Return how many rows each table of the database has."""
    with app.app_context(), reading() as connection:
        return {
            name: connection.scalar(select(func.count()).select_from(table)) or 0
            for name, table in Base.metadata.tables.items()
        }


@pytest.mark.parametrize("role", AT_A_TABLE)
def test_a_link_of_a_table_says_what_it_opens(
    phone: Phone, new_phone: NewPhone, table: str, role: str
) -> None:
    _, page = join_page(new_phone(), link(phone, table, role))

    assert f"<h1>{AT_A_TABLE[role]}</h1>" in page.html
    assert "Ann, Ben, Cat, Dan" in page.text


def test_link_preview_lets_nobody_in(
    app: Flask, phone: Phone, new_phone: NewPhone, table: str
) -> None:
    league = create_league(phone)
    addresses = [*(link(phone, table, role) for role in AT_A_TABLE)]
    addresses += [link_of(phone, league, title) for title in LINKS]
    before = written(app)

    bot = new_phone()
    for address in addresses:
        join_page(bot, address)
        bot.ask("HEAD", address, None, {})

    assert written(app) == before
    assert bot.get(table).status == 403
    assert bot.get(league).status == 403


@pytest.mark.parametrize("agent", PREVIEWS)
def test_preview_without_cookies_uses_nothing_up(
    app: Flask, phone: Phone, new_phone: NewPhone, table: str, agent: str
) -> None:
    league = create_league(phone)
    addresses = [link(phone, table, role) for role in AT_A_TABLE]
    addresses += [link_of(phone, league, title) for title in LINKS]
    addresses.append(f"/me/add?code={code_of(phone)}")
    before = written(app)

    for address in addresses:
        for method in ("GET", "HEAD"):
            asked = address
            while asked:  # each time as a phone that was never here
                answer = new_phone().ask(method, asked, None, {"User-Agent": agent})
                asked = answer.location
            assert answer.status == 200
            if method == "GET" and "/s/" in address:
                assert 'property="og:title"' in answer.html
            assert not any(name in answer.text for name in ("Tuesday club", "Ann"))

    assert written(app) == before
    for address in addresses[:-1]:
        guest = new_phone()
        opened, page = join_page(guest, address)
        assert guest.send(opened, page.form()).status == 303
    other = new_phone()
    assert "This phone is now one of yours." in other.do(addresses[-1], {}, "").text


@pytest.mark.parametrize("role", AT_A_TABLE)
def test_pressing_the_key_often_lets_in_once(
    app: Flask, phone: Phone, new_phone: NewPhone, table: str, role: str
) -> None:
    guest = new_phone()
    address, page = join_page(guest, link(phone, table, role))
    before = written(app)["access"]

    answers = [guest.send(address, page.form()) for _ in range(3)]

    assert [(one.status, one.location) for one in answers] == [(303, table)] * 3
    assert written(app)["access"] == before + 1
    assert guest.get(table).status == 200


def test_a_phone_that_is_in_goes_straight_on(phone: Phone, new_phone: NewPhone, table: str) -> None:
    address = link(phone, table, "scorer")
    guest = new_phone()
    guest.enter(address)
    join, _ = join_page(new_phone(), address)

    assert guest.get(address).location == table
    assert guest.get(join).location == table
    assert guest.get(link(phone, table, "watch")).location == table
    assert phone.get(address).location == table  # whoever opened the table is in


def test_a_watcher_is_asked_again_before_writing(
    phone: Phone, new_phone: NewPhone, table: str
) -> None:
    guest = new_phone()
    guest.enter(link(phone, table, "watch"))

    _, page = join_page(guest, link(phone, table, "scorer"))

    assert guest.get(f"{table}/share").status == 403


OPENED = {"Sec-Fetch-Dest": "document"}


def opened_by_browser(phone: Phone, address: str, **headers: str) -> Page:
    """The answer to somebody who opens a link in a browser."""
    opened = phone.ask("GET", address, None, {**OPENED, **headers})
    return phone.ask("GET", opened.location, None, {**OPENED, **headers})


def test_watch_link_opens_the_game_at_once(phone: Phone, new_phone: NewPhone, table: str) -> None:
    guest = new_phone()

    assert opened_by_browser(guest, link(phone, table, "watch")).location == table

    page = guest.get(table)
    assert page.status == 200
    assert 'http-equiv="refresh" content="20"' in page.html
    assert guest.get(f"{table}/share").status == 403


def test_watcher_sends_a_page_that_opens(phone: Phone, new_phone: NewPhone, table: str) -> None:
    guest = new_phone()
    opened_by_browser(guest, link(phone, table, "watch"))
    assert "data-send" not in guest.get(table).html  # its address opens to nobody else

    phone.do(f"{table}/share", do="open")

    assert f'data-send="http://localhost{table}"' in guest.get(table).html


@pytest.mark.parametrize("role", ["scorer", "seat.1"])
def test_other_links_ask_before_they_open(
    phone: Phone, new_phone: NewPhone, table: str, role: str
) -> None:
    guest = new_phone()

    assert opened_by_browser(guest, link(phone, table, role)).status == 200
    assert guest.get(table).status == 403


def test_page_fetched_beforehand_lets_nobody_in(
    phone: Phone, new_phone: NewPhone, table: str
) -> None:
    guest, purpose = new_phone(), {"Sec-Purpose": "prefetch"}

    assert opened_by_browser(guest, link(phone, table, "watch"), **purpose).status == 200
    assert guest.get(table).status == 403


def test_link_page_opens_nothing_elsewhere(phone: Phone, new_phone: NewPhone, table: str) -> None:
    address, page = join_page(new_phone(), link(phone, table, "scorer"))
    thief = new_phone()
    token = thief.get("/settings").form()["csrf_token"]

    assert thief.get(address).status == 200
    assert thief.post(address, {"csrf_token": token}).status == 403
    assert thief.post(address, page.form().fields).status == 400
    assert thief.get(table).status == 403


def test_two_links_looked_at_are_two_pages(phone: Phone, new_phone: NewPhone, table: str) -> None:
    other = phone.starts("tally", players=["Eve", "Fay"])
    guest = new_phone()
    first, page = join_page(guest, link(phone, table, "watch"))
    join_page(guest, link(phone, other, "watch"))

    joined = guest.send(first, page.form())

    assert joined.location == table
    assert guest.get(other).status == 403


def test_replaced_link_lets_nobody_in(phone: Phone, new_phone: NewPhone, table: str) -> None:
    guest = new_phone()
    address, page = join_page(guest, link(phone, table, "watch"))
    form = phone.get(f"{table}/share").forms[0]
    phone.send(f"{table}/share", form, do=form.buttons[0])

    refused = guest.send(address, page.form())

    assert refused.status == 403


# --- by which name ------------------------------------------------------------------------------


def history(phone: Phone, league: str) -> str:
    """Return what was decided, as that phone reads it."""
    return phone.get(f"{league}/history").text


def test_the_history_says_which_organiser_it_was(phone: Phone, new_phone: NewPhone) -> None:
    league = phone.fill("/leagues", {"name": "Tuesday club", "called": " Ann "}).location
    ben, nobody = new_phone(), new_phone()
    address = link_of(phone, league, "For organisers")
    ben.enter(address, "Ben")
    nobody.enter(address)

    ben.do(f"{league}/players/add", {"names": "Eve"}, "")
    nobody.do(f"{league}/players/add", {"names": "Fay"}, "")

    assert "Ben added Eve" in history(phone, league)
    assert "An organiser added Fay" in history(phone, league)
    assert "Ann created the league" in history(ben, league)


def test_invalid_name_is_reported_at_its_field(phone: Phone, new_phone: NewPhone) -> None:
    guest, league = new_phone(), create_league(phone)
    address, page = join_page(guest, link_of(phone, league, "For members"))

    refused = guest.send(address, page.form(), {"called": "x" * 41})

    assert refused.status == 422
    assert refused.form()["called"] == "x" * 41
    assert 'id="called-fault">' in refused.html
    assert guest.get(league).status == 403
    founding = phone.fill("/leagues", {"name": "Friday club", "called": "x" * 41})
    assert founding.status == 422
    assert (founding.form()["name"], founding.form()["called"]) == ("Friday club", "x" * 41)
    assert 'id="called-fault">' in founding.html


def test_nameless_phone_may_name_itself_once(phone: Phone) -> None:
    league = create_league(phone)
    phones = f"{league}/phones"
    assert phone.fill(phones, {"called": " "}, "call").status == 422

    form = phone.get(phones).form("call")
    page = phone.do(phones, {"called": "Ann"}, "call")

    assert "Ann this phone organiser joined" in page.text
    assert "call" not in [key for one in page.forms for key in one.buttons]
    phone.send(phones, form, {"called": "Zoe"}, "call")
    assert "Zoe" not in phone.get(phones).text


def test_new_name_does_not_rewrite_the_history(phone: Phone, new_phone: NewPhone) -> None:
    league, ben = create_league(phone), new_phone()
    ben.enter(link_of(phone, league, "For organisers"), "Ben")
    ben.do(f"{league}/players/add", {"names": "Eve"}, "")
    phone.do(f"{league}/organise", do="renew.organiser")
    address, page = join_page(ben, link_of(phone, league, "For organisers"))
    assert page.form()["called"] == "Ben"

    ben.follow(ben.send(address, page.form(), {"called": "Ann"}))
    ben.do(f"{league}/players/add", {"names": "Fay"}, "")

    assert "Ben added Eve" in history(phone, league)
    assert "Ann added Fay" in history(phone, league)
