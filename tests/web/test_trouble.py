"""Failures are reported where they can be read, and keep what was typed."""

import json
from collections.abc import Callable

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.store.sql.database import is_sqlite, writing
from scorekeeper.store.sql.trouble import Unavailable
from tests.web.phones import HTMX, NEWS, Phone, points


@pytest.fixture(params=[(False, 503), (True, 507)], ids=["away", "full"])
def trouble(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[object, int]:
    """Makes a function of the use cases fail; the status that is answered then."""
    full, status = request.param

    def fail(*_: object, **__: object) -> None:
        raise Unavailable(full)

    def make(place: str) -> None:
        monkeypatch.setattr(f"scorekeeper.{place}", fail)

    return make, status


def test_a_page_says_that_nothing_was_written(
    phone: Phone, trouble: tuple[Callable[[str], None], int]
) -> None:
    make, status = trouble
    table = phone.starts("tally")
    form = phone.get(table).form("save")
    make("web.table.deal_in_progress.add_entry")

    page = phone.send(table, form, points(1, 2, 3, 4), "save")

    assert page.status == status
    assert "nothing was saved" in page.text.lower()
    assert page.headers["Retry-After"]
    assert page.headers["Content-Security-Policy"]
    assert phone.get(table).totals == [0, 0, 0, 0]


def test_part_says_so_and_keeps_what_was_typed(
    phone: Phone, trouble: tuple[Callable[[str], None], int]
) -> None:
    make, status = trouble
    table = phone.starts("tally")
    form = phone.get(table).form("save")
    make("web.table.deal_in_progress.add_entry")

    page = phone.send(table, form, points(1, 2, 3, 4), "save", HTMX)

    assert page.status == status
    assert "<" not in page.html
    assert "nothing was saved" in page.html.lower()
    assert page.headers["HX-Retarget"] == "#message"
    make("store.table.version_cache.latest_versions")
    assert phone.get(f"{table}{NEWS}", **HTMX).headers["HX-Reswap"] == "none"


@pytest.mark.parametrize(
    ("column", "damage"),
    [("person.name", "CAST(x'9a41' AS TEXT)"), ("game_table.summary", "'{\"bids'")],
)
def test_damaged_page_inside_the_file_is_told(
    app: Flask, phone: Phone, column: str, damage: str
) -> None:
    phone.starts("tally", {"points": [1, 2, 3, 4]})
    table, _, name = column.partition(".")
    with app.app_context(), writing() as connection:
        if not is_sqlite(connection):
            pytest.skip("PostgreSQL stores no such text")
        connection.execute(text(f"CREATE TABLE kept AS SELECT id, {name} FROM {table}"))
        connection.execute(text(f"UPDATE {table} SET {name} = {damage}"))
    try:
        page = phone.get("/tables")
    finally:
        again = f"(SELECT {name} FROM kept WHERE kept.id = {table}.id)"
        with app.app_context(), writing() as connection:
            connection.execute(text(f"UPDATE {table} SET {name} = {again}"))
            connection.execute(text("DROP TABLE kept"))

    assert page.status == 503
    assert phone.get("/tables").status == 200


def test_a_program_gets_json(phone: Phone, trouble: tuple[Callable[[str], None], int]) -> None:
    make, status = trouble
    table = phone.starts("tally")
    make("web.table.table_request.visit_table")

    page = phone.get(table.replace("/t/", "/api/tables/"))

    assert page.status == status
    assert json.loads(page.html)["errors"]


def test_a_crash_shows_no_traceback(
    app_beside: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_: object) -> None:
        raise RuntimeError("a secret of the program")

    phone = Phone(app_beside())
    table = phone.starts("tally")
    monkeypatch.setattr("scorekeeper.web.table.table_request.visit_table", crash)

    for address in (table, f"{table}/history", table.replace("/t/", "/api/tables/")):
        page = phone.get(address)
        assert page.status == 500
        assert "secret" not in page.html
        assert "Traceback" not in page.html


def test_page_too_old_keeps_what_was_typed(phone: Phone) -> None:
    table = phone.starts("tally")
    form = phone.get(table).form("save").fields

    page = phone.post(table, {**form, "csrf_token": "old", **points(1, 2, 3, 4)}, HTMX)

    assert page.status == 400
    assert page.headers["HX-Retarget"] == "#message"
