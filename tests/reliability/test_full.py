"""The disk is full: what cannot be kept is refused in words, what is there can be read, and with
room again the app goes on by itself."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.store.sql.database import reading
from tests.disks import FILLER, fill, small_disk
from tests.reliability.servers import Distant, Server
from tests.web.conftest import app
from tests.web.phones import HTMX, NEWS, Page, Phone, points

pytestmark = pytest.mark.long

__all__ = ["app"]


@pytest.fixture
def narrow_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder with three megabytes, most of it to be taken by a file."""
    with small_disk(tmp_path / "disk", 3) as folder:
        yield folder


def deals_of(phone: Phone, table: str) -> list[int]:
    """Return what the first player scored, deal by deal."""
    sheet = json.loads(phone.get(f"{table}/sheet.json").html)
    return [entry["points"][0] for entry in sheet["entries"]]


def write(phone: Phone, table: str, number: int, **headers: str) -> Page:
    """Send a deal with this number."""
    form = phone.get(table).form("save")
    return phone.send(table, form, points(number, 0), "save", headers)


def until_refused(phone: Phone, table: str) -> tuple[list[int], Page]:
    """Write until nothing more goes in: what was confirmed, and the refusal."""
    confirmed = [0]
    for number in range(1, 2000):
        page = write(phone, table, number)
        if page.status != 303:
            return confirmed, page
        confirmed.append(number)
    raise AssertionError("the disk is never full")


def check(phone: Phone, table: str, make_room: Callable[[], object]) -> None:
    """Fill the disk by writing; look around; go on when there is room."""
    confirmed, refused = until_refused(phone, table)

    assert refused.status == 507
    assert "The disk is full, so nothing was saved." in refused.text
    assert write(phone, table, 5000, **HTMX).status == 507
    assert deals_of(phone, table) == confirmed
    for look in ("", "/history", "/paper", "/e/1", "/sheet.csv"):
        assert phone.get(table + look).status == 200, look
    assert phone.get(f"{table}{NEWS}").status == 200
    assert phone.get("/tables").links("/t/") == [table]

    make_room()

    assert write(phone, table, 9000).status == 303
    assert deals_of(phone, table) == [*confirmed, 9000]


@pytest.mark.hard
def test_a_small_disk_that_fills_up(
    narrow_disk: Path, new_server: Callable[[Path], Server]
) -> None:
    server = new_server(narrow_disk / "data")
    phone = Distant(server.port)
    table = phone.starts("tally", {"points": [0, 0]}, players=["Ann", "Ben"])
    assert phone.get("/health").status == 200
    fill(narrow_disk)
    health = phone.get("/health")
    assert (health.status, json.loads(health.html)["why"]) == (503, "The disk is full.")

    check(phone, table, (narrow_disk / FILLER).unlink)

    assert phone.get("/health").status == 200
    server.stop()
    server.start()
    assert deals_of(phone, table)[-1] == 9000
    server.stop()


def test_a_database_that_may_not_grow(app: Flask) -> None:
    if not app.config["SQLALCHEMY_DATABASE_URI"].startswith("sqlite"):
        pytest.skip("only SQLite can be kept from growing")
    phone = Phone(app)
    table = phone.starts("tally", {"points": [0, 0]}, players=["Ann", "Ben"])

    def most(pages: str) -> None:
        with app.app_context(), reading() as connection:
            raw: Any = connection.connection.driver_connection
            raw.execute(f"PRAGMA max_page_count = {pages}").close()

    with app.app_context(), reading() as connection:
        raw: Any = connection.connection.driver_connection
        (size,) = raw.execute("PRAGMA page_count").fetchone()
    most(str(size + 2))

    check(phone, table, lambda: most("1000000"))
