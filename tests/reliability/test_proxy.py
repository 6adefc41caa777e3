"""Behind nginx, at a port or through a socket, pages know that they came by HTTPS, and by which
name."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.reliability.proxies import NAME, OverTLS, nginx
from tests.reliability.servers import WAIT_SECONDS, Gunicorn, Server
from tests.requirements import few
from tests.web.phones import link, points

pytestmark = pytest.mark.long

KINDS: dict[str, type[Server]] = {"waitress": Server, "gunicorn": Gunicorn}


class AtSocket(Server):
    """`scorekeeper` at a socket in the file system."""

    path = ""

    def command(self) -> list[str]:
        """The command that serves."""
        return [*super().command()[:-2], "--host", f"unix:{self.path}"]

    def _wait(self) -> None:
        wait_for(self)


class GunicornAtSocket(Gunicorn):
    """gunicorn at a socket in the file system."""

    path = ""

    def command(self) -> list[str]:
        """The command that serves."""
        command = super().command()
        command[command.index("-b") + 1] = f"unix:{self.path}"
        return command

    def _wait(self) -> None:
        wait_for(self)


def wait_for(server: AtSocket | GunicornAtSocket) -> None:
    """Wait until somebody answers at the server's socket."""
    until = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < until:
        with socket.socket(socket.AF_UNIX) as probe:
            try:
                probe.connect(server.path)
                return
            except OSError:
                time.sleep(0.05)
    raise AssertionError(server.log.read_text(encoding="utf-8"))


@contextmanager
def proxied(kind: str, how: str, data: Path, **settings: str) -> Iterator[tuple[OverTLS, Server]]:
    """A phone that goes by nginx to a server of this kind."""
    with TemporaryDirectory(prefix="scorekeeper-") as short:  # the names of sockets have to be
        server: Server | AtSocket | GunicornAtSocket
        if how == "port":
            server = KINDS[kind](data, SCOREKEEPER_PROXIES="1", **settings)
            upstream = f"127.0.0.1:{server.port}"
        else:
            at_socket = AtSocket if kind == "waitress" else GunicornAtSocket
            server = at_socket(data, SCOREKEEPER_PROXIES="1", **settings)
            server.path = f"{short}/socket"
            upstream = f"unix:{server.path}"
        with server.running(), nginx(upstream) as proxy:
            yield OverTLS(proxy), server


@pytest.mark.parametrize("how", few(["port", "socket"], {"socket"}))
@pytest.mark.parametrize("kind", few(KINDS, {"waitress"}))
def test_secure_cookies_and_links_behind_nginx(tmp_path: Path, kind: str, how: str) -> None:
    with proxied(kind, how, tmp_path / "data") as (phone, _):
        page = phone.get("/new/tally")
        assert page.headers["Set-Cookie"].startswith("__Host-scorekeeper=")
        assert "; Secure" in page.headers["Set-Cookie"]
        assert page.headers["Strict-Transport-Security"] == "max-age=31536000"
        table = phone.starts("tally", {"points": [1, 2]}, players=["Ann", "Ben"])
        form = phone.get(table).form("save")
        ours = {"Origin": f"https://{NAME}:{phone.port}"}
        assert phone.send(table, form, points(3, 4), "save", ours).status == 303
        assert phone.get(table).totals == [4, 6]
        assert link(phone, table, "watch").startswith(f"https://{NAME}:{phone.port}/s/")


@pytest.mark.hard
def test_visitors_forwarded_headers_are_ignored(tmp_path: Path) -> None:
    lies = {"X-Forwarded-Proto": "http", "X-Forwarded-Host": "evil.example"}
    with proxied("waitress", "port", tmp_path / "data") as (phone, server):
        page = phone.get("/new/tally", **lies)
        assert page.headers["Set-Cookie"].startswith("__Host-scorekeeper=")
        table = phone.starts("tally", players=["Ann", "Ben"])
        assert "evil.example" not in phone.get(f"{table}/share", **lies).html
        assert server.process is not None
    with Server(tmp_path / "alone").running() as alone:
        page = alone.get("/new/tally", **{**lies, "X-Forwarded-Proto": "https"})
        assert page.headers["Set-Cookie"].startswith("scorekeeper=")
        assert "Strict-Transport-Security" not in page.headers


TOKEN = "kX3_p9-QmZ7aLw0TbV5cR2yEfHg"


@pytest.mark.parametrize("asked", [f"/l/none/evenings.ics?token={TOKEN}", f"/me/add?code={TOKEN}"])
def test_token_in_address_reaches_no_proxy_log(tmp_path: Path, asked: str) -> None:
    with proxied("waitress", "socket", tmp_path / "data") as (phone, server):
        assert phone.get(asked).status in (200, 404)
        started = phone.fill("/new/tally?code=x", {"name": ["Ann", "Ben"]}, "start")
        assert started.status == 303  # what is posted to such an address goes through
        server.stop()
        assert phone.get(asked).status == 502
        assert phone.get("/without").status == 502
        until = time.monotonic() + 5
        while (log := phone.proxy.log.read_text(encoding="utf-8")).count("GET /without") < 2:
            assert time.monotonic() < until, log  # nginx writes it behind the answer
            time.sleep(0.05)
    assert TOKEN not in log
    assert "failed" in log  # other errors are logged


@pytest.mark.hard
def test_secret_reaches_no_documented_proxy_log(tmp_path: Path) -> None:
    with proxied("waitress", "socket", tmp_path / "data") as (phone, server):
        table = phone.starts("tally", players=["Ann", "Ben"])
        address = link(phone, table, "watch")
        secret = address.rpartition("/")[2]
        for asked in ("/s/{}", "/s/{}?x=1", "/s/{}?token=1"):
            phone.get(asked.format(secret))
        server.stop()
        assert phone.get(f"/s/{secret}").status == 502
        assert secret not in phone.proxy.log.read_text(encoding="utf-8")


@pytest.mark.hard
def test_dead_socket_is_taken_but_no_live_one(tmp_path: Path) -> None:
    with TemporaryDirectory(prefix="scorekeeper-") as short:
        first, second = AtSocket(tmp_path / "data"), AtSocket(tmp_path / "data")
        first.path = second.path = f"{short}/socket"
        first.start()
        refused = second.launch()
        refused.communicate(timeout=WAIT_SECONDS)
        assert refused.returncode == 1
        assert "socket can't be opened: Address already in use." in second.log.read_text()
        first.kill()
        assert Path(first.path).exists()
        second.start()
        assert oct(Path(second.path).stat().st_mode)[-3:] == "660"
        status, _ = second.end()
        assert status == 0
        assert not Path(second.path).exists()


def status_of(port: int, head: str) -> int:
    """The status of what is answered to a request with this head."""
    with socket.create_connection(("127.0.0.1", port), timeout=WAIT_SECONDS) as line:
        line.sendall(f"{head}\r\n\r\n".encode())
        return int(line.recv(1000).split()[1])


@pytest.mark.hard
@pytest.mark.parametrize("kind", KINDS)
def test_unlisted_host_gets_400(tmp_path: Path, kind: str) -> None:
    server = KINDS[kind](tmp_path / "data", SCOREKEEPER_HOSTS="pad.example, *.club.example")
    with server.running():
        for host, status in {
            "pad.example": 200,
            "pad.example:8443": 200,
            "PAD.example.": 200,
            "bridge.club.example": 200,
            "localhost:8000": 200,
            "club.example": 400,
            "evil.example": 400,
            "pad.example.evil.example": 400,
            "192.168.1.20": 400,
            "pad.example/x": 400,
            'a"b': 400,
        }.items():
            assert status_of(server.port, f"GET /new HTTP/1.1\r\nHost: {host}") == status, host
        assert status_of(server.port, "GET /new HTTP/1.1") == 400


@pytest.mark.hard
def test_every_name_of_this_machine_is_answered(
    tmp_path: Path, new_server: Callable[[Path], Server]
) -> None:
    server = new_server(tmp_path / "data")
    for host in ("localhost", "192.168.1.20:8000", "[fd00::5]:8000", "annes-laptop.local", "pad"):
        assert status_of(server.port, f"GET /new HTTP/1.1\r\nHost: {host}") == 200, host
    for host in ("", "a b", "..", "pad..example", "-", "999.1.1.1", "[::1", "x:70000", "x:y"):
        assert status_of(server.port, f"GET /new HTTP/1.1\r\nHost: {host}") == 400, host
    assert status_of(server.port, "GET /new HTTP/1.0") == 200
