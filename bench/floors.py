"""What a page and a recorded deal cost at the least, measured in the same run: a WSGI app of one
line, a row written to SQLite with one fsync, and the usual small app, Flask with sqlite3, which
lists the rounds of a game with their totals and adds one."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Any, Final, NamedTuple

from flask import Flask, render_template, request
from jinja2 import DictLoader
from waitress import create_server
from werkzeug.test import EnvironBuilder

from bench.clients import Line
from bench.rows import best, median

ROUNDS: Final = 20
_PRAGMAS: Final = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
_ROUNDS: Final = "CREATE TABLE round (number INTEGER PRIMARY KEY, one INTEGER, other INTEGER)"
_PAGE: Final = """<!doctype html><title>Scores</title><table>
{% for number, one, other in rounds %}<tr><td>{{ number }}<td>{{ one }}<td>{{ other }}{% endfor %}
<tr><td>Total<td>{{ totals[0] }}<td>{{ totals[1] }}</table>
<form method="post"><input name="one"><input name="other"><button>Save</button></form>"""
_NEWEST: Final = f"SELECT number, one, other FROM round ORDER BY number DESC LIMIT {ROUNDS}"

_SENT: Final = b"one=1&other=2"
_FORM: Final = "application/x-www-form-urlencoded"


class InProcess(NamedTuple):
    """Seconds: of processor time for what is read, with the disk for what is written."""

    wsgi: float
    sqlite: float
    flask_page: float
    flask_record: float

    @property
    def of_a_page(self) -> str:
        """The comparison for a page."""
        return f"bare WSGI {self.wsgi * 1e6:.1f} µs, Flask + sqlite3 {self.flask_page * 1e6:.0f} µs"

    @property
    def of_a_deal(self) -> str:
        """The comparison for a recorded deal."""
        bare = f"bare SQLite, one fsync {self.sqlite * 1e6:.0f} µs"
        return f"{bare}, Flask + sqlite3 {self.flask_record * 1e6:.0f} µs"


def bare(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
    """A WSGI app that says one word."""
    start("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "3")])
    return [b"pad"]


def writer(folder: Path) -> Callable[[], object]:
    """Writes a row to SQLite with one fsync."""
    connection = sqlite3.connect(folder / "bare.db", isolation_level=None, check_same_thread=False)
    connection.executescript(f"{_PRAGMAS} CREATE TABLE IF NOT EXISTS t (x)")
    return lambda: connection.execute("INSERT INTO t VALUES (1)")


def usual(folder: Path) -> Flask:
    """The usual small app, with some rounds."""
    path, app = folder / "usual.db", Flask("usual")
    app.jinja_loader = DictLoader({"page.html": _PAGE})

    def opened() -> sqlite3.Connection:
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA synchronous=FULL")
        return connection

    # while another connection is open, closing does not merge the log
    app.extensions["open"] = connection = sqlite3.connect(path, check_same_thread=False)
    with connection:
        connection.executescript(f"{_PRAGMAS} {_ROUNDS}")
        for number in range(ROUNDS):
            connection.execute("INSERT INTO round (one, other) VALUES (?, 1)", (number,))

    @app.route("/", methods=["GET", "POST"])
    def page() -> str:
        with closing(opened()) as connection, connection:
            if request.method == "POST":
                sent = [int(request.form[name]) for name in ("one", "other")]
                connection.execute("INSERT INTO round (one, other) VALUES (?, ?)", sent)
            rounds = connection.execute(_NEWEST).fetchall()
            totals = connection.execute("SELECT sum(one), sum(other) FROM round").fetchone()
        return render_template("page.html", rounds=rounds, totals=totals)

    return app


def in_process(folder: Path) -> InProcess:
    """Measure all of them without a socket."""
    app = usual(folder)

    def asked(of: Any, method: str) -> Callable[[], object]:
        made = EnvironBuilder(method=method, data=_SENT, content_type=_FORM).get_environ()

        def ask() -> None:
            b"".join(of({**made, "wsgi.input": BytesIO(_SENT)}, lambda *_: None))

        return ask

    return InProcess(
        best(asked(bare, "GET"), 300),
        median(writer(folder), 180),
        best(asked(app, "GET"), 300),
        median(asked(app, "POST"), 180),
    )


class OverHttp(NamedTuple):
    """Seconds over HTTP for one client, behind waitress."""

    bare: float
    flask_page: float
    flask_record: float


def over_http(folder: Path) -> OverHttp:
    """Measure over HTTP: a row written by a WSGI app of a few lines; the usual app."""
    write = writer(folder)

    def writing(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        write()
        start("200 OK", [("Content-Length", "0")])
        return [b""]

    body = f"Content-Type: {_FORM}\r\nContent-Length: {len(_SENT)}\r\n\r\n".encode() + _SENT
    post = b"POST / HTTP/1.1\r\nHost: localhost\r\n" + body
    get = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
    alone, app = _served(writing), _served(usual(folder))
    return OverHttp(
        *(median(lambda: alone.ask(post), 300), median(lambda: app.ask(get), 300)),
        median(lambda: app.ask(post), 300),
    )


def _served(app: Any) -> Line:
    """A client of the app, which waitress serves until this process ends."""
    server = create_server(app, host="127.0.0.1", port=0)
    Thread(target=server.run, daemon=True).start()
    return Line(server.effective_port)
