"""The app behind one function: a request in, a response out. Runs in the browser's Python.

The database, the signing key and the phone's cookies lie in the data folder, in memory;
`static/pocket/store.mjs` puts them on the disk before an answer goes out.
"""

import json
import os
import shutil
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, Final, NamedTuple

from flask import Flask
from flask.typing import ResponseReturnValue
from jinja2 import FileSystemBytecodeCache
from werkzeug.test import create_environ, run_wsgi_app

from scorekeeper import create_app, places
from scorekeeper.pocket import pages, phone_data
from scorekeeper.pocket.exchange import Network
from scorekeeper.pocket.fetched_index import open_in
from scorekeeper.pocket.phone_data import DATABASE, JAR
from scorekeeper.search.tables import open_by
from scorekeeper.store.sql.database import db
from scorekeeper.store.sql.trouble import Unavailable

Headers = Sequence[tuple[str, str]]

TEMPLATES: Final = places.PACKAGE.parent.parent / "templates-compiled"
"""The folder of the templates' bytecode, in the engine."""
_NOT_PASSED: Final = {"cookie", "accept-encoding", "content-length", "host"}


class AppAnswer(NamedTuple):
    """The answer to the page: the status, headers without cookies, the body."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class Pocket:
    """The app with its data in a folder that holds a database, the way to servers, and the folder
    into which the engine puts the search's index; without one it is built."""

    def __init__(
        self,
        folder: Path,
        network: Network = lambda *_: (0, b""),
        index: Path | None = None,
    ) -> None:
        self.folder = folder
        os.environ["SCOREKEEPER_DATA"] = str(folder)
        phone_data.bring_up_to_date(folder)
        self.app = _app()
        pages.init_app(self.app, folder, network)
        if index:
            open_by(open_in(index))
        jar = folder / JAR
        self._jar: dict[str, str] = json.loads(jar.read_bytes()) if jar.exists() else {}

    def answer(
        self, method: str, address: str, path: str, query: str, headers: Headers, body: bytes
    ) -> AppAnswer:
        """Return the app's answer to a request.

        `address` is where the app lies: "https://example.org", or "https://example.org/pocket";
        `path` begins after it.
        """
        environment = self._environment(method, address, path, query, headers, bytes(body))
        # werkzeug's tools for tests do what 60 lines of ours did
        chunks, status, answered = run_wsgi_app(self.app, environment, buffered=True)
        self._keep_cookies(answered.getlist("Set-Cookie"))
        answered.remove("Set-Cookie")
        return AppAnswer(int(status.split()[0]), answered.to_wsgi_list(), b"".join(chunks))

    def refuse(
        self, method: str, address: str, path: str, headers: Headers, full: bool
    ) -> AppAnswer:
        """Return the answer to a request whose writes the browser could not store."""
        environment = self._environment(method, address, path, "", headers, b"")
        with self.app.request_context(environment):
            told: ResponseReturnValue = self.app.handle_user_exception(Unavailable(full))
            response = self.app.finalize_request(told, from_error_handler=True)
            data = response.get_data()
        return AppAnswer(response.status_code, list(response.headers.items()), data)

    def is_well(self) -> bool:
        """Return whether the database is undamaged, by SQLite's quick check."""
        try:
            with closing(sqlite3.connect(self.folder / DATABASE)) as connection:
                found = connection.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.DatabaseError:
            return False
        return bool(found == ("ok",))

    def export(self) -> bytes:
        """Return all that is kept, as a backup."""
        with self.app.app_context():
            return phone_data.export(self.folder)

    def _environment(
        self, method: str, address: str, path: str, query: str, headers: Headers, body: bytes
    ) -> dict[str, Any]:
        passed = [one for one in headers if one[0].lower() not in _NOT_PASSED]
        if self._jar:
            passed.append(("Cookie", "; ".join(f"{k}={v}" for k, v in self._jar.items())))
        return create_environ(
            path,
            f"{address}/",
            query_string=query,
            method=method,
            headers=passed,
            data=body,
            environ_base={"REMOTE_ADDR": "127.0.0.1"},
        )

    def _keep_cookies(self, headers: Iterable[str]) -> None:
        before = dict(self._jar)
        for header in headers:
            for name, morsel in SimpleCookie(header).items():
                if morsel["max-age"] == "0" or not morsel.value:
                    self._jar.pop(name, None)
                else:
                    self._jar[name] = morsel.value
        if self._jar != before:
            (self.folder / JAR).write_text(json.dumps(self._jar), encoding="utf-8")


def _app() -> Flask:
    # no budgets on one's own phone; and no files outlive the process
    app = create_app({"SQLITE_JOURNAL": "MEMORY", "BUDGET": 0})
    if TEMPLATES.is_dir():
        app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(TEMPLATES))
    return app


# --- a snapshot of the engine ---------------------------------------------------------------------

_WARM: Final = ("/", "/new", "/new/tally", "/mine", "/pocket/kept")


def warm_up(folder: Path) -> None:
    """Draw pages from a folder with an empty database, so that whatever they import and compile is
    loaded. Nothing of the folder remains, neither key nor cookie."""
    pocket = Pocket(folder)
    for page in _WARM:
        pocket.answer("GET", "https://warm.invalid", page, "", [], b"")
    with pocket.app.app_context():
        db.engine.dispose()
    shutil.rmtree(folder)
