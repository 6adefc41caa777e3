"""The pages that only the pocket edition has: readable, in the frame, keys for thumbs. Here the
usual Python serves them; the browser is the same."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from flask import Flask
from playwright.sync_api import Browser
from waitress import create_server

from scorekeeper import create_app
from scorekeeper.pocket.gateway import Pocket
from scorekeeper.store.sql.database import db
from tests.browser.looks import faults
from tests.browser.phone import Phone
from tests.test_pocket_servers import SERVER, Wire, write
from tests.web import phones
from tests.web.chains import link

pytestmark = pytest.mark.browser


@pytest.fixture
def server(tmp_path: Path, migrated: Path) -> Iterator[Flask]:
    """A server to send games to."""
    file = tmp_path / "server.db"
    shutil.copy(migrated, file)
    app = create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}", "SECRET_KEY": os.urandom(32)})
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def phone(
    browser: Browser,
    tmp_path: Path,
    migrated: Path,
    monkeypatch: pytest.MonkeyPatch,
    server: Flask,
) -> Iterator[Phone]:
    """A phone that shows the pages."""
    folder = tmp_path / "pocket"
    folder.mkdir()
    monkeypatch.setenv("SCOREKEEPER_DATA", str(folder))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    shutil.copy(migrated, folder / "scorekeeper.db")
    pocket = Pocket(folder, Wire(server).ask)
    listening = create_server(pocket.app, host="127.0.0.1", port=0)
    thread = Thread(target=listening.run, daemon=True)
    thread.start()
    phone = Phone(browser, f"http://127.0.0.1:{listening.effective_port}")
    yield phone
    phone.context.close()
    listening.close()
    thread.join()
    with pocket.app.app_context():
        db.engine.dispose()


@pytest.mark.parametrize("address", ["/pocket/kept", "/pocket/take"])
def test_what_is_kept_and_taking_along(phone: Phone, address: str) -> None:
    phone.go(address)

    assert faults(phone.page) == []


def test_a_game_that_is_on_this_phone_alone(phone: Phone) -> None:
    phone.start("tally")
    phone.go(f"{phone.table}/share")

    assert faults(phone.page) == []
    phone.page.get_by_role("button", name="Send this game").click()
    phone.page.locator(".fault").wait_for()
    assert faults(phone.page) == []


@pytest.mark.hard
def test_another_phone_was_quicker_on_the_server(phone: Phone, server: Flask) -> None:
    table = phones.Phone(server).starts("tally", {"points": [1, 2, 3, 4]})
    phone.go("/pocket/take")
    address = f"{SERVER}/s/{link(server, table.removeprefix('/t/'))}"
    phone.page.get_by_label("Scorer link").fill(address)
    phone.page.get_by_role("button", name="Copy game").click()
    phone.deal(1, 1, 1, 1)
    write(server, table, 5, 5, 5, 5)
    phone.go(f"{table}/share")
    assert faults(phone.page) == []

    phone.page.get_by_role("button", name="Send and fetch changes").click()
    phone.page.get_by_text("Another phone saved entries first").wait_for()

    assert faults(phone.page) == []
