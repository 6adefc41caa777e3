"""Stored files are for their owner only, and no log contains a secret."""

import os
import socket
from pathlib import Path

import pytest

from tests.reliability.servers import (
    WAIT_SECONDS,
    Gunicorn,
    Server,
    command,
)
from tests.web.phones import link, points
from tests.web.test_log_filter import SECRET as ANY
from tests.web.test_log_filter import SPELLINGS

pytestmark = pytest.mark.long

AS_USUAL = ("sh", "-c", 'umask 022; exec "$@"', "sh")
KINDS: dict[str, type[Server]] = {"waitress": Server, "gunicorn": Gunicorn}


@pytest.mark.hard
@pytest.mark.parametrize("kind", KINDS)
def test_only_the_owner_reads_stored_files(tmp_path: Path, kind: str) -> None:
    server = KINDS[kind](tmp_path / "data", AS_USUAL)
    before = os.umask(0o022)  # for the commands too
    try:
        with server.running() as phone:
            table = phone.starts("tally", players=["Ann", "Ben"])
            form = phone.get(table).form("save")
            assert phone.send(table, form, points(1, 2), "save").status == 303
            command(server.data, "backup", str(tmp_path / "copies.db"))
            found = [server.data, *server.data.rglob("*"), tmp_path / "copies.db"]
            names = {path.name for path in found}
            assert {"scorekeeper.db", "scorekeeper.db-wal", "scorekeeper.db-turn", "key"} <= names
            assert {path.name: oct(path.stat().st_mode & 0o077) for path in found} == dict.fromkeys(
                names, "0o0"
            )
    finally:
        os.umask(before)


class Talkative(Gunicorn):
    """gunicorn, logging everything."""

    @property
    def options(self) -> tuple[str, ...]:  # type: ignore[override]
        """With which it is started."""
        return "-w", "1", "--access-logfile", str(self.log), "--log-level", "debug"


HEADS = {
    "asked": "GET {0} HTTP/1.1\r\nHost: localhost\r\n",
    "asked for its head": "HEAD {0} HTTP/1.1\r\nHost: localhost\r\n",
    "posted to": "POST {0} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n",
    "asked in small letters": "get {0} HTTP/1.1\r\nHost: localhost\r\n",
    "asked in a version to come": "GET {0} HTTP/9.9\r\nHost: localhost\r\n",
    "asked without a version": "GET {0}\r\n",
    "asked with a space too many": "GET  {0} HTTP/1.1\r\nHost: localhost\r\n",
    "in a bad header": "GET / HTTP/1.1\r\nHost: localhost\r\n{0}\r\n",
    "in a host": "GET / HTTP/1.1\r\nHost: {0}\r\n",
    "as where one comes from": "GET /x HTTP/1.1\r\nHost: localhost\r\nReferer: {0}\r\n",
    "with a bad length": "POST {0} HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n",
    "with a bad encoding": "POST {0} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: {0}\r\n",
    "with too long a header": "GET {0} HTTP/1.1\r\nHost: localhost\r\nX: " + "x" * 40_000 + "\r\n",
}


@pytest.mark.hard
@pytest.mark.parametrize(
    "kind",
    [Server, Talkative],
    ids=["waitress", "gunicorn"],
)
def test_no_secret_reaches_a_log(tmp_path: Path, kind: type[Server]) -> None:
    server = kind(tmp_path / "data")
    with server.running() as phone:
        table = phone.starts("tally", players=["Ann", "Ben"])
        secret = link(phone, table, "watch").rpartition("/")[2]
        for spelling in SPELLINGS.values():
            for head in HEADS.values():
                sent(server.port, head.format(spelling.replace(ANY, secret)))
        cut_off(server.port, f"GET /s/{secret} HTTP/1.1\r\nHost: localhost\r\n\r\n")
        process = server.process
    assert process is not None
    log = server.log.read_text(encoding="utf-8", errors="replace")
    for hidden in (secret, secret[1:], ANY, "%6B%58%33"):
        assert hidden.lower() not in log.lower()
    assert kind is Server or "/s/…" in log


def sent(port: int, head: str) -> None:
    """Send this and read what comes."""
    with socket.create_connection(("127.0.0.1", port), timeout=WAIT_SECONDS) as line:
        try:
            line.sendall(f"{head}Connection: close\r\n\r\n".encode())
            line.shutdown(socket.SHUT_WR)
            while line.recv(65_536):
                pass
        except OSError:  # refused before all of it was read
            return


def cut_off(port: int, head: str) -> None:
    """Send this and do not wait for the answer."""
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", port), timeout=WAIT_SECONDS) as line:
            line.sendall(head.encode())
