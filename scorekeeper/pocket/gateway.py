"""The app behind one function: a request in, a response out. Runs in the browser's Python.

The database, the signing key and the phone's cookies lie in the data folder, in memory;
`static/pocket/store.mjs` puts them on the disk before an answer goes out.
"""

import json
import os
import sqlite3
import sys
from collections.abc import Iterable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from http.cookies import SimpleCookie
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from flask import Flask
from flask.typing import ResponseReturnValue
from jinja2 import FileSystemBytecodeCache

from scorekeeper import create_app, places
from scorekeeper.pocket import pages, servers, upgrade
from scorekeeper.sentences import tell
from scorekeeper.store.sql import backups
from scorekeeper.store.sql.database import db
from scorekeeper.store.sql.trouble import Unavailable

Headers = Sequence[tuple[str, str]]

JAR: Final = "jar.json"
"""The file of the phone's cookies. A service worker may set none, so they are kept here."""
TEMPLATES: Final = places.PACKAGE.parent.parent / "templates-compiled"
"""The folder of the templates' bytecode, in the engine."""
EXPORTED: Final = "exported"
"""The file that says when everything was last saved to a file, in ISO 8601."""
_NOT_PASSED: Final = {"COOKIE", "ACCEPT_ENCODING", "CONTENT_LENGTH", "CONTENT_TYPE", "HOST"}


class AppAnswer(NamedTuple):
    """The answer to the page: the status, headers without cookies, the body."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class Pocket:
    """The app with its data in a folder that holds a database, and the way to servers."""

    def __init__(self, folder: Path, network: servers.Network = servers.unreachable) -> None:
        self.folder = folder
        self.network = network
        os.environ["SCOREKEEPER_DATA"] = str(folder)
        upgrade.bring_up_to_date(folder / "scorekeeper.db")
        self.app = _app()
        pages.init_app(self.app, self)
        self._jar: dict[str, str] = {}
        self._read_jar()

    def answer(
        self, method: str, address: str, path: str, query: str, headers: Headers, body: bytes
    ) -> AppAnswer:
        """Return the app's answer to a request.

        `address` is where the app lies: "https://example.org", or "https://example.org/pocket";
        `path` begins after it.
        """
        environment = self._environment(method, address, path, query, headers, bytes(body))
        told: list[Any] = []

        def start_response(status: str, headers: Headers, _: object = None) -> None:
            told[:] = [status, headers]

        chunks: Any = self.app(environment, start_response)  # type: ignore[arg-type]
        with closing(chunks):
            data = b"".join(chunks)
        status, answered = told
        cookies = [value for name, value in answered if name.lower() == "set-cookie"]
        self._keep_cookies(cookies)
        others = [(name, value) for name, value in answered if name.lower() != "set-cookie"]
        return AppAnswer(int(status.split()[0]), others, data)

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
            with closing(sqlite3.connect(self.folder / "scorekeeper.db")) as connection:
                found = connection.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.DatabaseError:
            return False
        return bool(found == ("ok",))

    def export(self) -> bytes:
        """A backup, as `scorekeeper backup` makes them, with this phone's cookies in it."""
        copy = self.folder / "export.db"
        copy.unlink(missing_ok=True)
        with self.app.app_context():
            backups.backup(copy, places.signing_key())
        backups.carry(copy, JAR, json.dumps(self._jar).encode())
        backups.carry(copy, servers.FILE, msgspec.json.encode(servers.read(self.folder)))
        data = copy.read_bytes()
        copy.unlink()
        now = datetime.now(UTC).isoformat(timespec="minutes")
        (self.folder / EXPORTED).write_text(now, encoding="ascii")
        return data

    def exported(self) -> str | None:
        """Return when everything was last saved to a file, in ISO 8601."""
        told = self.folder / EXPORTED
        return told.read_text(encoding="ascii") if told.exists() else None

    def bring_back(self, data: bytes) -> None:
        """Replace the data with a backup. The engine has to be restarted afterwards.

        Raises `ValueError`, in words, for an invalid backup, or a newer Scorekeeper's.
        """
        copy, database = self.folder / "import.db", self.folder / "scorekeeper.db"
        copy.write_bytes(data)
        try:
            key = backups.key_in(copy)
            jar = backups.carried(copy, JAR)
            known = backups.carried(copy, servers.FILE)
            ready = backups.prepare(copy, database)
        except ValueError as error:
            raise ValueError(str(error).replace(str(copy), tell("This file"))) from None
        finally:
            copy.unlink()
        with self.app.app_context():
            db.engine.dispose()
        ready.replace(database)
        if key is not None:
            places.key_file().write_bytes(key)
        if jar is not None:
            (self.folder / JAR).write_bytes(jar)
        servers.save(self.folder, servers.decoded(known))

    def _environment(
        self, method: str, address: str, path: str, query: str, headers: Headers, body: bytes
    ) -> dict[str, Any]:
        scheme, _, place = address.partition("://")
        host, slash, mount = place.partition("/")
        name, _, port = host.partition(":")
        environment = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": slash + mount,
            "PATH_INFO": path.encode().decode("latin-1"),
            "QUERY_STRING": query,
            "SERVER_NAME": name,
            "SERVER_PORT": port or ("443" if scheme == "https" else "80"),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": host,
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": scheme,
            "wsgi.input": BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        for header, value in headers:
            called = header.upper().replace("-", "_")
            if called == "CONTENT_TYPE":
                environment[called] = value
            elif called not in _NOT_PASSED:
                environment[f"HTTP_{called}"] = value
        if self._jar:
            environment["HTTP_COOKIE"] = "; ".join(f"{k}={v}" for k, v in self._jar.items())
        return environment

    def _read_jar(self) -> None:
        jar = self.folder / JAR
        self._jar = json.loads(jar.read_bytes()) if jar.exists() else {}

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
    app = create_app({"SQLITE_JOURNAL": "MEMORY", "CREATION_BUDGET": 0, "KEEP_SEARCH": False})
    if TEMPLATES.is_dir():
        app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(TEMPLATES))
    return app
