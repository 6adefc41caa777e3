"""Games between the pocket edition and a server, here both on the usual Python."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
import pytest
from flask import Flask

from scorekeeper.leagues.results.games import games_in_progress
from scorekeeper.leagues.visit import visit_league
from scorekeeper.pocket import exchange, phone_data
from scorekeeper.pocket.gateway import Pocket
from scorekeeper.store.sql.database import db, writing
from scorekeeper.store.table.persons import rename_persons
from scorekeeper.store.table.rows import WriteRequest
from scorekeeper.tables.changes import add_entry
from scorekeeper.tables.loading import load_table
from scorekeeper.tables.rulings import Ruling, add_ruling
from scorekeeper.tables.sharing import links_of_table, replace_links
from scorekeeper.tables.summaries import rebuild_summaries
from scorekeeper.tables.sync.documents import OfflineCopy
from scorekeeper.tables.sync.receiving import records_of
from tests.leagues.clubs import create_club
from tests.tables.conftest import new_key
from tests.web.chains import club_link, link
from tests.web.conftest import app, app_beside, apps_beside
from tests.web.phones import Phone, points

pytestmark = pytest.mark.long

__all__ = ["app", "app_beside", "apps_beside"]

SERVER = "https://club.example"


class Wire:
    """The network between a phone and the server; it can be cut, and lose an answer."""

    def __init__(self, server: Flask) -> None:
        self.client = server.test_client(use_cookies=False)
        self.cut = False
        self.loses: list[bool] = []

    def ask(self, method: str, address: str, secret: str, body: bytes) -> tuple[int, bytes]:
        """Ask the server."""
        if self.cut or not address.startswith(SERVER):
            return 0, b""
        headers = {"Authorization": f"Bearer {secret}"}
        path = urlsplit(address).path
        answer = self.client.open(path, method=method, data=body, headers=headers)
        return (0, b"") if self.loses and self.loses.pop() else (answer.status_code, answer.data)


@pytest.fixture
def wire(app: Flask) -> Wire:
    """The network of the phone."""
    return Wire(app)


@pytest.fixture
def pocket(
    tmp_path: Path, migrated: Path, monkeypatch: pytest.MonkeyPatch, wire: Wire
) -> Iterator[Pocket]:
    """A phone with the pocket edition."""
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    shutil.copy(migrated, tmp_path / "scorekeeper.db")
    pocket = Pocket(tmp_path, wire.ask)
    yield pocket
    with pocket.app.app_context():
        db.engine.dispose()


@pytest.fixture
def phone(pocket: Pocket) -> Phone:
    """The phone's pages."""
    return Phone(pocket.app)


@pytest.fixture
def club(app: Flask) -> str:
    """A league on the server."""
    with app.app_context():
        return create_club(["Ann", "Ben"])


@pytest.fixture
def invite(app: Flask, club: str) -> str:
    """The address of its members' link."""
    return f"{SERVER}/s/{club_link(app, club, 'member')}"


def on_server(app: Flask, table: str) -> list[int]:
    """The totals of the game there."""
    with app.app_context():
        return list(load_table(table.removeprefix("/t/")).pad.totals)


def share(table: str) -> str:
    """The page that sends the game."""
    return table.replace("/t/", "/pocket/send/")


def write(app: Flask, table: str, *scores: int) -> None:
    """Another phone enters a deal on the server."""
    with app.app_context():
        there = load_table(table.removeprefix("/t/"))
        request = WriteRequest(f"other-{there.row.version}", there.row.version, "other")
        add_entry(there, {"points": [*scores]}, request)


def test_game_sent_to_a_league_goes_on_in_both(
    app: Flask, phone: Phone, club: str, invite: str
) -> None:
    table = phone.starts("tally", {"points": [1, 2, 3, 4]})

    sent = phone.do(share(table), {"link": f"Join us: {invite} on Tuesdays"}, "send")
    phone.play(table, points(1, 1, 1, 1))
    later = phone.get(share(table))
    again = phone.do(share(table), do="sync")

    assert "This game is also at club.example . Everything has been sent." in sent.text
    assert "1 change not sent yet." in later.text
    assert "Everything has been sent." in again.text
    assert on_server(app, table) == [2, 3, 4, 5]
    with app.app_context():
        assert len(games_in_progress(visit_league(club, ""))) == 1
        assert list(rebuild_summaries(repair=False)) == []


def test_known_league_takes_next_game_by_one_key(app: Flask, phone: Phone, invite: str) -> None:
    phone.do(share(phone.starts("tally")), {"link": invite}, "send")
    table = phone.starts("tally", {"points": [1, 2, 3, 4]})

    page = phone.follow(phone.get(f"{table}/share"))
    phone.do(share(table), do="club.0")

    assert "Send to Tuesday club" in page.text
    assert on_server(app, table) == [1, 2, 3, 4]


def test_sending_starts_on_the_storage_page(phone: Phone) -> None:
    assert "/pocket/take" in phone.get("/pocket/kept").links("/pocket/take")


@pytest.fixture
def taken(app: Flask, phone: Phone) -> str:
    """A game of the server's that was taken along; its address in both."""
    table = Phone(app).starts("tally", {"points": [1, 2, 3, 4]})
    address = f"{SERVER}/s/{link(app, table.removeprefix('/t/'))}"
    page = phone.fill("/pocket/take", {"link": address})
    assert page.location == table
    return table


def test_game_taken_along_needs_no_network(
    app: Flask, phone: Phone, wire: Wire, taken: str
) -> None:
    wire.cut = True
    assert phone.play(taken, points(1, 1, 1, 1)).totals == [2, 3, 4, 5]
    refused = phone.fill(share(taken), do="sync")
    wire.cut = False
    phone.do(share(taken), do="sync")

    assert (refused.status, "Can't reach the server" in refused.text) == (422, True)
    assert on_server(app, taken) == [2, 3, 4, 5]


def test_others_entries_are_fetched(app: Flask, phone: Phone, taken: str) -> None:
    write(app, taken, 5, 5, 5, 5)

    phone.do(share(taken), do="sync")

    assert phone.get(taken).totals == [6, 7, 8, 9]


@pytest.mark.parametrize(("key", "totals"), [("add", [7, 8, 9, 10]), ("leave", [6, 7, 8, 9])])
def test_person_decides_a_conflict_of_phones(
    app: Flask, phone: Phone, taken: str, key: str, totals: list[int]
) -> None:
    phone.play(taken, points(1, 1, 1, 1))
    write(app, taken, 5, 5, 5, 5)

    page = phone.do(share(taken), do="sync")
    assert "Another phone saved entries first" in page.text
    assert phone.get(taken).totals == [6, 7, 8, 9]
    (chosen,) = [one for form in page.forms for one in form.buttons if one.startswith(f"{key}.")]
    after = phone.do(share(taken), do=chosen)

    assert "Another phone saved entries first" not in after.text
    assert phone.get(taken).totals == on_server(app, taken) == totals


def test_corrections_and_undos_are_not_repeated(app: Flask, phone: Phone, taken: str) -> None:
    phone.play(taken, points(1, 1, 1, 1))
    phone.do(taken, do="undo")
    write(app, taken, 5, 5, 5, 5)

    page = phone.do(share(taken), do="sync")

    assert page.text.count("Leave it out") == 1
    assert on_server(app, taken) == [6, 7, 8, 9]


def test_a_lost_answer_sends_nothing_twice(
    app: Flask, phone: Phone, wire: Wire, invite: str
) -> None:
    table = phone.starts("tally", {"points": [1, 2, 3, 4]})
    wire.loses = [True, False]  # the last first
    assert phone.fill(share(table), {"link": invite}, "send").status == 422
    phone.do(share(table), {"link": invite}, "send")
    phone.play(table, points(1, 1, 1, 1))
    wire.loses = [True]
    assert phone.fill(share(table), do="sync").status == 422

    phone.do(share(table), do="sync")

    assert on_server(app, table) == [2, 3, 4, 5]


def test_a_long_game_is_sent_in_pieces(
    app: Flask, phone: Phone, pocket: Pocket, invite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exchange, "MOST_BYTES", 1000)
    table = phone.starts("tally", *[{"points": [1, 0, 0, 0]}] * 40)
    with pocket.app.app_context():
        here = load_table(table.removeprefix("/t/"))
        for about in range(2, 20):
            request = WriteRequest(f"ruling-{about}", here.row.version, "phone")
            ruling = Ruling("played twice", None, "strike")
            here = add_ruling(here, ruling, request, about=about).table

    phone.do(share(table), {"link": invite}, "send")

    assert on_server(app, table) == [22, 0, 0, 0]


def test_names_erased_on_server_are_erased_here(
    app: Flask, phone: Phone, taken: str, pocket: Pocket
) -> None:
    with app.app_context():
        there = load_table(taken.removeprefix("/t/"))
        with writing() as connection:
            rename_persons(connection, {there.persons["Ann"]: "Forgotten player 1"})
    write(app, taken, 5, 5, 5, 5)

    phone.do(share(taken), do="sync")

    with pocket.app.app_context():
        assert load_table(taken.removeprefix("/t/")).pad.seats[0] == "Forgotten player 1"


@pytest.mark.parametrize(
    ("pasted", "told"),
    [
        ("", "Paste the whole link."),
        ("https://club.example", "Paste the whole link."),
        (f"{SERVER}/s/{'x' * 27}", "That is neither"),
        (f"https://elsewhere.example/s/{'x' * 27}", "Can't reach the server"),
    ],
)
def test_link_to_nowhere_is_refused_at_its_field(phone: Phone, pasted: str, told: str) -> None:
    table = phone.starts("tally")
    for page in (
        phone.fill("/pocket/take", {"link": pasted}),
        phone.fill(share(table), {"link": pasted}, "send"),
    ):
        assert page.status == 422
        assert told in page.text


def test_another_games_scorer_link_sends_nothing(app: Flask, phone: Phone) -> None:
    other = Phone(app).starts("tally", {"points": [9, 9, 9, 9]})
    address = f"{SERVER}/s/{link(app, other.removeprefix('/t/'))}"

    page = phone.fill(share(phone.starts("tally")), {"link": address}, "send")

    assert "That link opens another game." in page.text
    assert on_server(app, other) == [9, 9, 9, 9]


def test_replaced_link_is_replaced_here_too(app: Flask, phone: Phone, taken: str) -> None:
    table = taken.removeprefix("/t/")
    with app.app_context():
        there, key = load_table(table), app.config["SECRET_KEY"]
        replace_links(there, [one.id for one in links_of_table(there, key)], key, "other")
    phone.play(taken, points(1, 1, 1, 1))

    refused = phone.fill(share(taken), do="sync")
    new = {"link": f"{SERVER}/s/{link(app, table)}"}
    page = phone.follow(phone.send(share(taken), refused.form("send"), new, "send"))

    assert (refused.status, "Ask for a new one." in refused.text) == (422, True)
    assert "Everything has been sent." in page.text
    assert on_server(app, taken) == [2, 3, 4, 5]


def test_a_league_is_no_game_to_take_along(phone: Phone, invite: str) -> None:
    assert "That is a league's link." in phone.fill("/pocket/take", {"link": invite}).text


def test_a_backup_has_the_servers_in_it(pocket: Pocket, taken: str, tmp_path: Path) -> None:
    saved = pocket.export()
    (tmp_path / "servers.json").unlink()
    with pocket.app.app_context():
        phone_data.restore(tmp_path, saved)

    assert "club.example" in (tmp_path / "servers.json").read_text()


def test_game_taken_along_outlives_a_lost_server(app: Flask, pocket: Pocket, wire: Wire) -> None:
    public_id = Phone(app).starts("tally", {"points": [1, 2, 3, 4]}).removeprefix("/t/")
    with app.app_context():
        copy = OfflineCopy(link(app, public_id), records_of(public_id))

    def ask(method: str, address: str, secret: str, body: bytes) -> tuple[int, bytes]:
        if address == f"{SERVER}/pocket/along/{public_id}":
            return 200, msgspec.json.encode(copy)
        return wire.ask(method, address, secret, body)

    wire.cut = True
    with pocket.app.app_context():
        away = exchange.Exchange(pocket.folder, ask)
        for number in (1, 2):
            here = away.go_on(SERVER, f"{SERVER}/pocket", public_id, "phone")
            add(here, number)
        with pytest.raises(exchange.NotSent):
            away.sync(here)
        wire.cut = False
        away.sync(here)

    assert on_server(app, public_id) == [4, 2, 3, 4]


def test_a_game_without_a_copy_does_not_go_on(phone: Phone) -> None:
    page = phone.get("/pocket/go-on/nowhere")

    assert page.status == 404
    assert "This phone has no copy of that game." in page.text


def add(public_id: str, number: int) -> None:
    """Enter a deal of a tally."""
    table = load_table(public_id)
    request = WriteRequest(new_key(), table.row.version, "phone")
    add_entry(table, {"points": [number, 0, 0, 0]}, request)
