"""nginx in front of a server, with HTTPS, by the configuration that docs/hosting.md gives."""

import os
import re
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPSConnection
from pathlib import Path

from werkzeug.datastructures import Headers

from tests.reliability.servers import TOP, WAIT_SECONDS, Distant, Unanswered, free_port
from tests.requirements import need_nginx

NAME = "pad.example"
UPSTREAM = re.compile(r"upstream scorekeeper \{.*?\}\n", re.DOTALL)
SERVER = re.compile(r"(?<=server )(unix:\S+|[\d.]+:\d+)(?=[; ])")
"""Where the documentation says that a server is."""


def documented(upstreams: Sequence[str]) -> str:
    """Return what the documentation tells to write into nginx's configuration, for these
    servers."""
    text = (TOP / "docs" / "hosting.md").read_text(encoding="utf-8")
    one, several = re.findall(r"```nginx\n(.*?)```", text, re.DOTALL)
    if len(upstreams) > 1:
        one = UPSTREAM.sub(lambda _: several, one)
    servers = iter(upstreams)
    return SERVER.sub(lambda _: next(servers), one)


@dataclass
class Proxy:
    """nginx as it runs."""

    port: int
    certificate: Path
    log: Path


@contextmanager
def nginx(*upstreams: str) -> Iterator[Proxy]:
    """nginx before servers (an address, or `unix:` and a path), at `https://pad.example`."""
    program = need_nginx()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-nginx-") as name:
        folder, port = Path(name), free_port()
        certificate, key = certificate_in(folder)
        server = (
            documented(upstreams)
            .replace("listen 443", f"listen 127.0.0.1:{port}")
            .replace("/etc/ssl/pad.example.crt", str(certificate))
            .replace("/etc/ssl/pad.example.key", str(key))
        )
        for what in ("body", "proxy", "fastcgi", "uwsgi", "scgi"):
            (folder / what).mkdir()
        paths = " ".join(
            f"{what}_temp_path {folder}/{what.removeprefix('client_')};"
            for what in ("proxy", "fastcgi", "uwsgi", "scgi")
        )
        (folder / "conf").write_text(
            f"daemon off; {'user root;' if os.geteuid() == 0 else ''} pid {folder}/pid;\n"
            f"error_log {folder}/log; events {{}}\n"
            f"http {{ access_log {folder}/log; client_body_temp_path {folder}/body; {paths}\n"
            f"{server} }}\n"
        )
        where = ["-p", folder, "-c", folder / "conf", "-e", folder / "log"]
        process = subprocess.Popen([program, *map(str, where)])
        proxy = Proxy(port, certificate, folder / "log")
        try:
            _wait(proxy)
            yield proxy
        finally:
            process.terminate()
            process.wait(WAIT_SECONDS)


def certificate_in(folder: Path) -> tuple[Path, Path]:
    """A certificate for `NAME` and its key, made in this folder."""
    certificate, key = folder / "crt", folder / "key"
    make = ["openssl", "req", "-x509", "-nodes", "-days", "1", "-newkey", "ec"]
    make += ["-pkeyopt", "ec_paramgen_curve:prime256v1", "-subj", f"/CN={NAME}"]
    make += ["-addext", f"subjectAltName=DNS:{NAME}", "-out", str(certificate), "-keyout", str(key)]
    subprocess.run(make, check=True, capture_output=True)
    return certificate, key


def _wait(proxy: Proxy) -> None:
    until = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < until:
        with suppress(*Unanswered):
            OverTLS(proxy).get("/health")
            return
        time.sleep(0.05)
    raise AssertionError(proxy.log.read_text(encoding="utf-8"))


class _Here(HTTPSConnection):
    """Where the name leads in this test."""

    def connect(self) -> None:
        """To this machine, whatever a name server would say."""
        name, self.host = self.host, "127.0.0.1"
        context = self._context  # type: ignore[attr-defined]
        super(HTTPSConnection, self).connect()
        self.sock = context.wrap_socket(self.sock, server_hostname=name)
        self.host = name


class OverTLS(Distant):
    """A phone that goes by the proxy, at `https://pad.example:PORT`."""

    def __init__(self, proxy: Proxy) -> None:
        super().__init__(proxy.port)
        self.proxy = proxy
        self._trust = ssl.create_default_context(cafile=str(proxy.certificate))

    def _exchange(
        self, method: str, path: str, body: str | None, headers: Mapping[str, str]
    ) -> tuple[int, Headers, bytes]:
        line = _Here(NAME, self.port, timeout=WAIT_SECONDS, context=self._trust)
        try:
            line.request(method, path, body, dict(headers))
            answer = line.getresponse()
            return answer.status, Headers(answer.getheaders()), answer.read()
        finally:
            line.close()
