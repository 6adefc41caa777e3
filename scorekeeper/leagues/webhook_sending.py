"""Posting to a webhook: one request, whose answer is a status."""

import socket
import ssl
import time
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

from scorekeeper.sentences import phrase, tell

SECONDS: Final = 10
"""For one request, from the connection to the status; far less than a claim holds."""
_LONGEST_STATUS: Final = 1000
_NAT64: Final = IPv6Network("64:ff9b::/96")

NO_HOST, PRIVATE, NO_ANSWER, NO_CONNECTION, NO_CERTIFICATE, ANSWERED = (
    *("no host", "private", "no answer", "no connection", "no certificate"),
    "answered",
)
"""Why a post did not arrive; behind "answered" stands a status."""
FAULTS: Final[Mapping[str, str]] = {
    NO_HOST: phrase("its host name is not known"),
    PRIVATE: phrase("it is in a private network"),
    NO_ANSWER: phrase("it did not answer in time"),
    NO_CONNECTION: phrase("no connection"),
    NO_CERTIFICATE: phrase("its certificate is not valid"),
    ANSWERED: phrase("it answered {status}"),
}
"""Why a result could not be delivered, by what is stored; "answered 500" has a status behind."""


class MailServer(NamedTuple):
    """Where e-mail is handed over: an address such as "smtp://NAME:PASSWORD@HOST:587", and who
    sends it."""

    address: str
    sender: str


class PostRequest(NamedTuple):
    """A request to send: its address, body and headers."""

    address: str
    body: bytes
    headers: Mapping[str, str]


class PostAnswer(NamedTuple):
    """The answer to a request: ``fault`` is empty where it was 2xx, else why it did not arrive;
    ``status`` 0 where there was none; ``ms`` how long it took, in milliseconds."""

    fault: str
    status: int
    ms: int


def send_post(request: PostRequest, *, private: bool, seconds: float = 0) -> PostAnswer:
    """Post the body, in so many ``seconds`` (0: as many as a result has).

    A redirect is an answer like others, and is not followed. The address that was looked at is the
    one that is connected to, so no name leads into a private network unless ``private`` allows it.
    """
    began = time.monotonic()
    status, fault = 0, ""
    try:
        status = _status(request, began + (seconds or SECONDS), private)
    except _PrivateHost:
        fault = PRIVATE
    except socket.gaierror:
        fault = NO_HOST
    except TimeoutError:
        fault = NO_ANSWER
    except ssl.SSLCertVerificationError:
        fault = NO_CERTIFICATE
    except (OSError, ValueError):
        fault = NO_CONNECTION
    if status and not 200 <= status < 300:
        fault = f"{ANSWERED} {status}"
    return PostAnswer(fault, status, round(1000 * (time.monotonic() - began)))


def fault_words(fault: str) -> str:
    """Return why something was not delivered, as it is stored, in words."""
    kind, _, status = fault.partition(f"{ANSWERED} ")
    return tell(FAULTS[ANSWERED], status=status) if status else tell(FAULTS[kind])


def is_private(host: str) -> bool:
    """Return whether a host is an IP address that is not of the open internet; IPv4 within IPv6
    counts as IPv4."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host.lower() == "localhost" or host.lower().endswith(".localhost")
    if address.version == 6:
        within = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if address in _NAT64:
            within = IPv4Address(address.packed[-4:])
        if within is not None:
            return is_private(str(within))
    return not address.is_global or address.is_multicast


class _PrivateHost(Exception):
    """A name that leads into a private network."""


def _request_bytes(parts: SplitResult, request: PostRequest) -> bytes:
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    fields = {
        "Host": parts.netloc,
        **request.headers,
        "Content-Length": len(request.body),
        "Connection": "close",
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"POST {target} HTTP/1.1\r\n{head}\r\n".encode("ascii") + request.body


def _status(request: PostRequest, until: float, private: bool) -> int:
    """Send the request and return the status of the answer, whose rest is not read."""
    # by hand, because http.client has a timeout for each read and not for the whole answer
    parts = urlsplit(request.address)
    secure = parts.scheme == "https"
    host = parts.hostname or ""
    line = _connected(host, parts.port or (443 if secure else 80), until, private)
    with _encrypted(line, host) if secure else line as line:
        line.sendall(_request_bytes(parts, request))
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
    if not private and any(is_private(str(there[0])) for *_, there in found):
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
