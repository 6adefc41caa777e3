"""The app and a browser, started for tests and for pictures."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

from playwright.sync_api import Browser, sync_playwright
from waitress import create_server

from scorekeeper import create_app
from scorekeeper.store import upkeep
from scorekeeper.store.sql.database import db

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--renderer-process-limit=1",  # another one for each page costs as much as the page
)


@contextmanager
def serving(folder: Path, **config: str) -> Iterator[str]:
    """The app with an empty database in `folder` and this in its configuration; its address
    without a slash at the end."""
    app = create_app(
        {
            "SQLALCHEMY_DATABASE_URI": f"sqlite:///{folder / 'score.db'}",
            "SECRET_KEY": os.urandom(32),
            **config,
        }
    )
    with app.app_context():
        upkeep.upgrade()
    # select() would fail while another test has more than a thousand connections open
    server = create_server(app, host="127.0.0.1", port=0, asyncore_use_poll=True, ident="")

    def run() -> None:
        with suppress(OSError):  # it may be waiting at a socket that is closed below
            server.run()

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.effective_port}"
    finally:
        server.close()
        thread.join()
        with app.app_context():
            db.engine.dispose()


@contextmanager
def browsing(program: Path) -> Iterator[Browser]:
    """A Chromium without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()
