"""How many games and leagues are begun by one phone and from one address: a club's evening always,
and no more than that."""

import json
from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.store.access import budgets
from scorekeeper.store.sql.database import reading
from scorekeeper.store.table import rows
from tests.web.phones import HTMX, NAMES, Page, Phone, create_league

pytestmark = pytest.mark.long

SHEET = {"format": "scorekeeper/1", "game": "tally", "players": NAMES, "entries": []}
HOUR = 60 * 60 * 1000


@pytest.fixture
def counting(app_beside: Callable[..., Flask]) -> Flask:
    """The app, with the usual budget."""
    return app_beside(BUDGET=1)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone begins three games and one league an hour, all at an address five and two."""
    monkeypatch.setattr(budgets, "_MOST", {"games": (3, 5), "leagues": (1, 2)})


_addresses = iter(range(1, 250))


@pytest.fixture
def address() -> str:
    """An address where nothing was begun yet."""
    return f"192.0.2.{next(_addresses)}"


@pytest.fixture
def phone_at(counting: Flask) -> Callable[[str], Phone]:
    """Makes phones at an address."""

    def make(address: str) -> Phone:
        phone = Phone(counting)
        phone.client.environ_base["REMOTE_ADDR"] = address
        return phone

    return make


def begun(phone: Phone) -> Page:
    """The answer to a new game."""
    return phone.fill("/new/tally", {"name": NAMES}, "start")


@pytest.mark.hard
def test_forty_tables_from_one_address_pass(phone_at: Callable[[str], Phone], address: str) -> None:
    """Forty phones begin a game each, and one phone begins the other 320 of an hour."""
    host = phone_at(address)
    form = host.get("/import").form()

    assert {begun(phone_at(address)).status for _ in range(40)} == {303}
    for number in range(320):
        sent = {**form.fields, "key": f"game-{number}", "text": json.dumps(SHEET)}
        assert host.post("/import", sent).status == 303


@pytest.mark.usefixtures("few")
def test_too_many_games_tell_when_to_return(phone_at: Callable[[str], Phone], address: str) -> None:
    phone = phone_at(address)
    form = phone.get("/new/tally").form("start")
    assert [begun(phone).status for _ in range(3)] == [303] * 3

    page = phone.send("/new/tally", form, {"name": ["Eve", "Fay", "Gus", "Hal"]}, "start")

    assert page.status == 429
    assert 3590 < int(page.headers["Retry-After"]) <= 3601
    assert page.form("start").fields["name"] == ["Eve", "Fay", "Gus", "Hal"]
    assert begun(phone_at(address)).status == 303


@pytest.mark.usefixtures("few")
def test_address_limit_holds_for_any_phone(phone_at: Callable[[str], Phone], address: str) -> None:
    assert [begun(phone_at(address)).status for _ in range(6)] == [*[303] * 5, 429]
    assert begun(phone_at("198.51.100.7")).status == 303


@pytest.mark.usefixtures("few")
def test_ipv6_addresses_of_one_phone_are_one(phone_at: Callable[[str], Phone]) -> None:
    phones = [phone_at(f"2001:db8:1:2::{n}") for n in range(6)]

    assert [begun(phone).status for phone in phones] == [*[303] * 5, 429]
    assert begun(phone_at("2001:db8:1:3::1")).status == 303
    mapped = [phone_at("203.0.113.9"), *(phone_at("::ffff:203.0.113.9") for _ in range(5))]
    assert [begun(phone).status for phone in mapped] == [*[303] * 5, 429]


@pytest.mark.usefixtures("few")
def test_repeated_request_counts_once(phone_at: Callable[[str], Phone], address: str) -> None:
    phone = phone_at(address)
    form = phone.get("/new/tally").form("start")

    answers = [phone.send("/new/tally", form, do="start") for _ in range(9)]

    assert {(answer.status, answer.location) for answer in answers} == {(303, answers[0].location)}
    assert [begun(phone).status for _ in range(3)] == [303, 303, 429]
    assert phone.send("/new/tally", form, do="start").location == answers[0].location


@pytest.mark.usefixtures("few")
def test_refused_requests_do_not_count(phone_at: Callable[[str], Phone], address: str) -> None:
    phone = phone_at(address)

    refused = [phone.fill("/new/tally", {"name": ["A", "A", "", ""]}, "start") for _ in range(9)]

    assert {page.status for page in refused} == {422}
    assert [begun(phone).status for _ in range(4)] == [303, 303, 303, 429]


@pytest.mark.usefixtures("few")
def test_hour_makes_room_and_day_forgets_all(
    phone_at: Callable[[str], Phone], address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, now = phone_at(address), rows.now()
    assert [begun(phone).status for _ in range(4)] == [303, 303, 303, 429]

    monkeypatch.setattr(budgets, "now", lambda: now + HOUR - 61_000)
    assert "Try again in 2 minutes." in begun(phone).message
    monkeypatch.setattr(budgets, "now", lambda: now + HOUR + 10_000)
    assert begun(phone).status == 303

    monkeypatch.setattr(budgets, "now", lambda: now + 26 * HOUR)
    assert begun(phone_at("198.51.100.8")).status == 303
    assert counted(phone.client.application) == 2


@pytest.mark.usefixtures("few")
def test_limit_from_a_fast_clock_has_expired(
    phone_at: Callable[[str], Phone], address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, now = phone_at(address), rows.now()
    with monkeypatch.context() as ahead:
        ahead.setattr(budgets, "now", lambda: now + 3 * 365 * 24 * HOUR)
        assert [begun(phone).status for _ in range(4)] == [303, 303, 303, 429]

    assert [begun(phone).status for _ in range(4)] == [303, 303, 303, 429]
    assert begun(phone_at("198.51.100.9")).status == 303
    assert counted(phone.client.application) == 4


def counted(app: Flask) -> int:
    """Return how many are counted for now."""
    with app.app_context(), reading() as connection:
        return len(connection.execute(budgets._GUESS.select()).all())


@pytest.mark.usefixtures("few")
def test_games_count_however_they_are_begun(phone_at: Callable[[str], Phone], address: str) -> None:
    phone = phone_at(address)
    text = json.dumps({**SHEET, "entries": [{"finish": {}}]})
    table = phone.fill("/import", {"text": text}).location
    again = phone.get(table).form("again")
    assert [begun(phone).status for _ in range(2)] == [303] * 2

    page = phone.fill("/import", {"text": text})
    assert (page.status, page.form()["text"]) == (429, text)
    for headers in ({}, HTMX):
        page = phone.send(table, again, do="again", headers=headers)
        assert page.status == 429
        assert page.headers["Retry-After"]


@pytest.mark.usefixtures("few")
def test_long_sheet_counts_by_its_size(phone_at: Callable[[str], Phone], address: str) -> None:
    phone = phone_at(address)
    long = json.dumps({**SHEET, "entries": [{"points": [1, 2, 3, 4]}] * 200})

    assert phone.fill("/import", {"text": long}).status == 303
    assert begun(phone).status == 429


@pytest.mark.usefixtures("few")
def test_too_many_leagues_tell_when_to_return(
    phone_at: Callable[[str], Phone], address: str
) -> None:
    phone = phone_at(address)
    assert phone.fill("/leagues", {"name": "Tuesday club"}).status == 303

    page = phone.fill("/leagues", {"name": "Wednesday club"})

    assert page.status == 429
    assert page.form()["name"] == "Wednesday club"
    assert page.headers["Retry-After"]


@pytest.mark.usefixtures("few")
def test_past_results_count_as_games(phone_at: Callable[[str], Phone], address: str) -> None:
    phone = phone_at(address)
    league = create_league(phone)
    assert [begun(phone).status for _ in range(3)] == [303] * 3
    results = "date,game,players,scores\n2024-05-01,Score pad,Ann / Ben,10 / 7\n"

    page = phone.fill(f"{league}/import", {"text": results}, "")
    page = phone.send(f"{league}/import", page.form("keep"), do="keep")

    assert page.status == 429
    assert page.headers["Retry-After"]


@pytest.mark.usefixtures("few")
def test_two_servers_count_together(
    app_beside: Callable[..., Flask], phone_at: Callable[[str], Phone], address: str
) -> None:
    phone = phone_at(address)
    form = phone.get("/new/tally").form("start")
    assert [begun(phone).status for _ in range(3)] == [303] * 3
    there = Phone(app_beside(BUDGET=1))
    there.client = phone.client.__class__(there.client.application)
    cookie = phone.client.get_cookie("scorekeeper")
    assert cookie is not None
    there.client.set_cookie("scorekeeper", cookie.value)

    assert there.send("/new/tally", form, do="start").status == 429


@pytest.mark.usefixtures("few")
def test_operator_raises_or_lifts_the_limits(
    app_beside: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_BUDGET", "2")
    phone = Phone(app_beside())
    phone.client.environ_base["REMOTE_ADDR"] = "203.0.113.20"
    assert [begun(phone).status for _ in range(7)] == [*[303] * 6, 429]

    monkeypatch.setenv("SCOREKEEPER_BUDGET", "0")
    phone = Phone(app_beside())
    assert {begun(phone).status for _ in range(12)} == {303}

    monkeypatch.setenv("SCOREKEEPER_BUDGET", "many")
    with pytest.raises(ValueError, match="SCOREKEEPER_BUDGET is “many”"):
        app_beside()


def test_server_takes_no_more_games_than_allowed(app_beside: Callable[..., Flask]) -> None:
    phone = Phone(app_beside(MOST_GAMES=1))
    Phone(app_beside()).starts("tally")

    assert begun(phone).status == 507
