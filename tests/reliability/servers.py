"""Real servers on a data folder of their own, and phones that reach them over the network."""

import http.client
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from werkzeug.datastructures import Headers

from tests.web.phones import Page, Phone

TOP = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "scorekeeper"]
WAIT_SECONDS = 60

Unanswered = (OSError, http.client.HTTPException)
"""What a phone meets when the server goes away in the middle of a request."""


def environment(data: Path, database: str = "") -> dict[str, str]:
    """Return what a command is told of its data folder, and of a database that is not in it."""
    ours = {name: text for name, text in os.environ.items() if name != "DATABASE_URL"}
    where = {"SCOREKEEPER_DATA": str(data)} | ({"DATABASE_URL": database} if database else {})
    return {**ours, **where, "PYTHONPATH": str(TOP), "HOST": "127.0.0.1"}


def free_port() -> int:
    """A port that nobody uses. It is none that the system gives away by itself: a phone that asks
    for such a port again and again while no server has it may in the end be connected to itself."""
    for port in random.sample(range(20_000, 32_000), 100):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("there is no free port")


def command(data: Path, *arguments: str, database: str = "") -> str:
    """Return what a command on this data folder prints; it has to succeed."""
    answer = subprocess.run(
        [*COMMAND, *arguments],
        env=environment(data, database),
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr + answer.stdout
    return answer.stdout


class Server:
    """`scorekeeper serve` in a process of its own; started again it keeps its port. `under` is a
    command that runs it, `settings` go into its environment."""

    def __init__(self, data: Path, under: Sequence[str] = (), **settings: str) -> None:
        self.data = data
        self.under = under
        self.settings = settings
        self.port = free_port()
        self.log = data.with_name(f"server-{self.port}.log")
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> float:
        """Start it and wait until it answers; the seconds that took."""
        began = time.perf_counter()
        self.launch()
        self._wait()
        return time.perf_counter() - began

    def launch(self) -> "subprocess.Popen[str]":
        """Start it."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self.under, *self.command()],
                cwd=self.data.parent,
                env={**environment(self.data), **self.settings},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        return self.process

    def command(self) -> list[str]:
        """The command that serves."""
        return [*COMMAND, "serve", "--port", str(self.port)]

    def _wait(self) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        said = any("http://" in line for line in self.process.stdout)
        assert said, self.log.read_text(encoding="utf-8")
        assert Distant(self.port).get("/health").status == 200

    @contextmanager
    def running(self) -> Iterator["Distant"]:
        """Start it, and stop it in the end; a phone at it."""
        self.start()
        try:
            yield Distant(self.port)
        finally:
            self.stop()

    def until_answered(self, address: str) -> Page:
        """Wait until something is answered there."""
        until = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < until:
            with suppress(*Unanswered):
                return Distant(self.port).get(address)
            time.sleep(0.05)
        raise AssertionError(self.log.read_text(encoding="utf-8"))

    def kill(self) -> None:
        """Kill it as it stands, with all its processes."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.end(signal.SIGKILL)

    def stop(self) -> None:
        """End it, if it runs."""
        self.end(signal.SIGTERM)

    def end(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """End it in this way, if it runs; its exit code and what it said last."""
        if self.process is None or self.process.stdout is None:
            return 0, ""
        process, self.process = self.process, None
        process.send_signal(how)
        said, _ = process.communicate(timeout=WAIT_SECONDS)
        return process.returncode, said


class Gunicorn(Server):
    """The app under gunicorn, its database upgraded first."""

    options: Sequence[str] = ("-w", "2", "--threads", "8")

    def command(self) -> list[str]:
        """The command that serves."""
        command(self.data, "upgrade")
        address = f"127.0.0.1:{self.port}"
        gunicorn = [sys.executable, "-m", "gunicorn", "-b", address, *self.options]
        return [*gunicorn, "scorekeeper:create_app()"]

    def _wait(self) -> None:
        self.until_answered("/health")


class Distant(Phone):
    """A phone on the network. Its port may change: then it asks another server."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, address: str, data: Any, headers: Mapping[str, str]) -> Page:
        """Ask the server; raises one of `Unanswered` where no answer comes."""
        sent = {"Cookie": "; ".join(f"{name}={text}" for name, text in self.cookies.items())}
        body = None
        if data is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
            body = urlencode(data, doseq=True)
        split = urlsplit(address)
        path = quote(split.path) + (f"?{split.query}" if split.query else "")
        status, found, text = self._exchange(method, path, body, {**sent, **headers})
        for cookie in found.getlist("Set-Cookie"):
            self.cookies |= {name: one.value for name, one in SimpleCookie(cookie).items()}
        return Page(status, found, text)

    def _exchange(
        self, method: str, path: str, body: str | None, headers: Mapping[str, str]
    ) -> tuple[int, Headers, bytes]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT_SECONDS)
        try:
            line.request(method, path, body, dict(headers))
            answer = line.getresponse()
            return answer.status, Headers(answer.getheaders()), answer.read()
        finally:
            line.close()

    def like(self, other: "Distant") -> "Distant":
        """Be the same phone as another, at this server."""
        self.cookies = dict(other.cookies)
        return self

    def version(self, table: str) -> str:
        """The version that the pad's form is typed against."""
        found = re.search(r'name="version" value="(\d+)"', self.get(table).html)
        assert found
        return found[1]
