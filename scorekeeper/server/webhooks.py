"""Sending what webhooks are to be told: by a thread of the server, or by the command `deliver`."""

import logging
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final
from urllib.parse import SplitResult, urlsplit

from flask import Flask

from scorekeeper import leagues
from scorekeeper.store.sql.trouble import Unavailable
from scorekeeper.web.shared.links import signing_key

SECONDS: Final = 10
"""For one request, from the connection to the status; far less than a claim holds."""
LOOK_EVERY: Final = 5.0
"""Seconds between two looks into the queue."""
_LONGEST_STATUS: Final = 1000
_log = logging.getLogger(__name__)


def deliver_due(app: Flask, *, stop: threading.Event | None = None) -> tuple[int, int]:
    """Send all that is due now; how much arrived, and how much did not. Raises ``Unavailable``."""
    arrived = failed = 0
    with app.app_context():
        while not (stop and stop.is_set()) and (post := leagues.claim_post(signing_key())):
            private = app.config["PRIVATE_WEBHOOKS"]
            fault = send(post.address, post.body, post.headers, private=private)
            leagues.settle_post(post, fault)
            arrived, failed = arrived + (not fault), failed + bool(fault)
    return arrived, failed


class Deliverer(threading.Thread):
    """Sends what is due, until it is stopped. Where the database is away it looks again later."""

    def __init__(self, app: Flask) -> None:
        super().__init__(name="delivers webhooks", daemon=True)
        self._app, self._ended = app, threading.Event()

    def run(self) -> None:
        """Look into the queue now and then."""
        while not self._ended.wait(LOOK_EVERY):
            try:
                deliver_due(self._app, stop=self._ended)
            except Unavailable:
                continue
            except Exception:
                _log.exception("Webhooks could not be sent")

    def stop(self) -> None:
        """Send nothing more; what is being sent has a moment to arrive."""
        self._ended.set()
        self.join(1)


@contextmanager
def delivering(app: Flask) -> Iterator[None]:
    """Send what is due meanwhile; of several processes each sends what it has claimed."""
    deliverer = Deliverer(app)
    deliverer.start()
    try:
        yield
    finally:
        deliverer.stop()


def send(address: str, body: bytes, headers: Mapping[str, str], *, private: bool) -> str:
    """Post the body; empty where the answer is 2xx, else a key of ``leagues.FAULTS``.

    A redirect is an answer like others, and is not followed. The address that was looked at is the
    one that is connected to, so no name leads into a private network unless ``private`` allows it.
    """
    parts, until = urlsplit(address), time.monotonic() + SECONDS
    try:
        status = _status(parts, _request(parts, body, headers), until, private)
    except _PrivateHost:
        return leagues.PRIVATE
    except socket.gaierror:
        return leagues.NO_HOST
    except TimeoutError:
        return leagues.NO_ANSWER
    except ssl.SSLCertVerificationError:
        return leagues.NO_CERTIFICATE
    except (OSError, ValueError):
        return leagues.NO_CONNECTION
    return "" if 200 <= status < 300 else f"{leagues.ANSWERED} {status}"


class _PrivateHost(Exception):
    """A name that leads into a private network."""


def _request(parts: SplitResult, body: bytes, headers: Mapping[str, str]) -> bytes:
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    fields = {"Host": parts.netloc, **headers, "Content-Length": len(body), "Connection": "close"}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"POST {target} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body


def _status(parts: SplitResult, request: bytes, until: float, private: bool) -> int:
    """Send the request and return the status of the answer, whose rest is not read."""
    secure = parts.scheme == "https"
    host = parts.hostname or ""
    line = _connected(host, parts.port or (443 if secure else 80), until, private)
    with _encrypted(line, host) if secure else line as line:
        line.sendall(request)
        read = b""
        while b"\n" not in read and len(read) < _LONGEST_STATUS:
            line.settimeout(_left(until))
            if not (more := line.recv(_LONGEST_STATUS)):
                raise ConnectionError
            read += more
    protocol, status = read.split(None, 2)[:2]
    if not protocol.startswith(b"HTTP/"):
        raise ConnectionError
    return int(status)


def _encrypted(plain: socket.socket, host: str) -> socket.socket:
    """Return the connection with TLS, by the certificates that this machine trusts."""
    with plain:  # closed unless TLS takes it over
        return ssl.create_default_context().wrap_socket(plain, server_hostname=host)


def _connected(host: str, port: int, until: float, private: bool) -> socket.socket:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    if not private and any(leagues.is_private(str(there[0])) for *_, there in found):
        raise _PrivateHost
    for place, (family, kind, protocol, _, there) in enumerate(found, 1):
        line = socket.socket(family, kind, protocol)
        try:
            line.settimeout(_left(until))
            line.connect(there)
        except OSError:
            line.close()
            if place == len(found):
                raise
        else:
            return line
    raise ConnectionError


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
