"""The host names that this server answers to. An invalid `Host` gets into no link and no answer."""

import re
from collections.abc import Iterable, Sequence
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import TYPE_CHECKING, Final, NamedTuple

from flask import Flask, request
from werkzeug.exceptions import BadRequest

from scorekeeper.sentences import phrase, tell

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_SPLIT: Final = re.compile(r"(\[[^\[\]]*\]|[^:\[\]]*)(?::([0-9]{1,5}))?")
_LABEL: Final = r"(?!-)[a-z0-9-]{1,63}(?<!-)"
_NAME: Final = re.compile(rf"{_LABEL}(\.{_LABEL})*", re.ASCII)
_LONGEST: Final = 253
STRANGE: Final = "scorekeeper.strange_host"
_THIS_MACHINE: Final = {"localhost", "127.0.0.1", "[::1]"}


class StrangeHost(BadRequest):
    """The request names a host that is none, or none of ours."""

    title = phrase("Unknown host name")
    description = phrase("This server doesn't have that name. Check the address.")


class Host(NamedTuple):
    """A name or an address, in small letters, and the port that was said."""

    name: str
    port: int | None


def host_of(text: str) -> Host | None:
    """Return the host name of a `Host` header; `None` if it is invalid."""
    split = _SPLIT.fullmatch(text.lower())
    if split is None:
        return None
    name, port = split[1].removesuffix("."), int(split[2]) if split[2] else None
    return Host(name, port) if _is_name(name) and port != 0 and (port or 1) < 65536 else None


def _is_name(name: str) -> bool:
    try:
        if name.startswith("["):
            return bool(IPv6Address(name[1:-1]))
        if name.rpartition(".")[2].isdecimal():
            return bool(IPv4Address(name).packed)
    except AddressValueError:
        return False
    return len(name) <= _LONGEST and _NAME.fullmatch(name) is not None


class AcceptedHost(NamedTuple):
    """One of the names in SCOREKEEPER_HOSTS. One with a port goes for that port alone; a star
    stands for whatever is before the rest of the name."""

    host: Host
    below: bool

    def fits(self, host: Host) -> bool:
        """Return whether this is the name asked for."""
        same = host.name == self.host.name
        named = host.name.endswith(f".{self.host.name}") if self.below else same
        return named and self.host.port in (None, host.port)


def accepted_hosts(given: str) -> list[AcceptedHost]:
    """Return what SCOREKEEPER_HOSTS lists, split by commas or spaces. Raises ValueError for no
    name."""
    return [_accepted_host(part) for part in given.replace(",", " ").split()]


def _accepted_host(part: str) -> AcceptedHost:
    try:
        name = part.removeprefix("*.")
        host = host_of(name if name.isascii() else name.encode("idna").decode())
    except UnicodeError:
        host = None
    if host is None:
        raise ValueError(tell("SCOREKEEPER_HOSTS: “{name}” is not a host name.", name=part))
    return AcceptedHost(host, part.startswith("*."))


class HostCheck:
    """Looks at the host before Flask does, which takes every host for a name: one that is strange
    is noted, and hidden from all that would make an address of it."""

    def __init__(self, app: "WSGIApplication", listed: Sequence[AcceptedHost]) -> None:
        self._app = app
        self._listed = listed

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer the request."""
        if self._is_strange(environ.get("HTTP_HOST")):
            environ |= {STRANGE: True, "HTTP_HOST": "localhost"}
        return self._app(environ, start_response)

    def _is_strange(self, header: str | None) -> bool:
        """Return whether it is no name, or is not listed; this machine may always be asked."""
        if header is None and not self._listed:  # HTTP/1.0 has no Host header
            return False
        host = host_of(header or "")
        if host is None:
            return True
        known = host.name in _THIS_MACHINE or any(one.fits(host) for one in self._listed)
        return bool(self._listed) and not known


def init_app(app: Flask, listed: Sequence[AcceptedHost]) -> None:
    """Check every request, before anything else is done with it but the proxy's word taken."""
    app.wsgi_app = HostCheck(app.wsgi_app, listed)  # type: ignore[method-assign]
    app.before_request(_check)


def _check() -> None:
    if STRANGE in request.environ:
        raise StrangeHost
