"""Protection of every request and response: the host names that this server answers to, cookies,
CSRF, numbers too large for a database, headers. An invalid `Host` gets into no link and no
answer."""

import gzip
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, current_app, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from flask_wtf.csrf import CSRFProtect
from itsdangerous import BadSignature, URLSafeTimedSerializer
from werkzeug.exceptions import BadRequest
from werkzeug.routing import IntegerConverter, Map

from scorekeeper.sentences import phrase, tell
from scorekeeper.spelling import plain_number
from scorekeeper.store.access.links import hash_secret as device_of
from scorekeeper.web.shared import logs
from scorekeeper.web.shared.assets import KINDS, minified
from scorekeeper.web.shared.templating import HTMX

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


# --- hosts ----------------------------------------------------------------------------------------

_SPLIT: Final = re.compile(r"(\[[^\[\]]*\]|[^:\[\]]*)(?::([0-9]{1,5}))?")
_LABEL: Final = r"(?!-)[a-z0-9-]{1,63}(?<!-)"
_NAME: Final = re.compile(rf"{_LABEL}(\.{_LABEL})*", re.ASCII)
_LONGEST: Final = 253
UNTRUSTED: Final = "scorekeeper.untrusted_host"
_THIS_MACHINE: Final = {"localhost", "127.0.0.1", "[::1]"}


class UntrustedHost(BadRequest):
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
        # a browser sends such a name in ASCII, as IDNA has it
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
        if self._is_untrusted(environ.get("HTTP_HOST")):
            environ |= {UNTRUSTED: True, "HTTP_HOST": "localhost"}
        return self._app(environ, start_response)

    def _is_untrusted(self, header: str | None) -> bool:
        """Return whether it is no name, or is not listed; this machine may always be asked."""
        if header is None and not self._listed:  # HTTP/1.0 has no Host header
            return False
        host = host_of(header or "")
        if host is None:
            return True
        known = host.name in _THIS_MACHINE or any(one.fits(host) for one in self._listed)
        return bool(self._listed) and not known


def check_hosts(app: Flask, listed: Sequence[AcceptedHost]) -> None:
    """Check every request, before anything else is done with it but the proxy's word taken."""
    app.wsgi_app = HostCheck(app.wsgi_app, listed)  # type: ignore[method-assign]
    app.before_request(_refuse_untrusted_host)


def _refuse_untrusted_host() -> None:
    if UNTRUSTED in request.environ:
        raise UntrustedHost


# --- the phone that asks -------------------------------------------------------------------------


class PhoneSession(SecureCookieSession):
    """What a phone's cookie holds; `device` is the phone, as the store knows it by the secret
    there, empty where it has none yet."""

    def __init__(self, held: Any = None, device: str = "") -> None:
        super().__init__(held)
        self._device = device

    @property
    def device(self) -> str:
        self.accessed = True  # so that Flask says Vary: Cookie
        return self._device

    def give(self, secret: str) -> None:
        """Let this secret stand for the phone from now on."""
        self["device"], self._device = secret, device_of(secret)


class Cookies(SecureCookieSessionInterface):
    """One signed cookie; on HTTPS it is `Secure` and bound to this host."""

    def get_cookie_name(self, app: Flask) -> str:
        # browsers take `__Host-` on HTTPS alone, and phones in a club's network come by plain HTTP
        return "__Host-scorekeeper" if request.is_secure else "scorekeeper"

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure

    def open_session(self, app: Flask, request: Request) -> PhoneSession | None:
        """Return the phone's cookie, whatever its age: a clock that is put back must put nobody
        out."""
        if "signer" not in app.extensions:
            app.extensions["signer"] = self.get_signing_serializer(app)
        try:
            cookie = request.cookies[self.get_cookie_name(app)]
            return PhoneSession(*_read_cookie(app.extensions["signer"], cookie))
        except (KeyError, BadSignature):
            return PhoneSession()


# a phone sends the same with every tap and every poll: 0.05 of 0.25 ms that a poll takes
@lru_cache(4096)
def _read_cookie(signer: URLSafeTimedSerializer, cookie: str) -> tuple[dict[str, Any], str]:
    held = signer.loads(cookie)
    return held, device_of(held["device"]) if "device" in held else ""


def keep_cookie() -> None:
    """Set this phone's cookie for as long as browsers keep one."""
    session.permanent = True


# in this order: Android says Linux too, and ChromeOS says X11
_KINDS: Final[tuple[tuple[str, str], ...]] = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android.*Mobile", phrase("Android phone")),
    ("Android", phrase("Android tablet")),
    ("CrOS", "Chromebook"),
    ("Windows", phrase("Windows computer")),
    ("Macintosh", "Mac"),
    ("Linux|X11", phrase("Linux computer")),
)
"""What stands in a User-Agent, and what people call that."""


def kind_of(agent: str) -> str:
    """Return the system that the browser runs on, from its User-Agent; empty where that is not
    known."""
    return next((kind for sign, kind in _KINDS if re.search(sign, agent)), "")


# --- numbers --------------------------------------------------------------------------------------


def read_number(text: str) -> int | None:
    """Return the whole number that a form or an address sends, of nine digits at most: so that
    every database can hold it. None where it is none."""
    digits = text if text.isascii() else plain_number(text)
    return int(digits) if digits.isdecimal() and len(digits) <= 9 else None


class DatabaseId(IntegerConverter):
    """A number in an address, no larger than every database can hold."""

    def __init__(self, routes: Map) -> None:
        super().__init__(routes, max=2**31 - 1)


# --- the guards -----------------------------------------------------------------------------------


class Tokens(CSRFProtect):  # type: ignore[misc,unused-ignore]
    """The tokens in our forms. The answer to a form has the token that it came with, which is valid
    as long as its session."""

    def protect(self, apply_exemptions: bool = False) -> None:
        """Refuse what has no token of this phone's session."""
        super().protect(apply_exemptions)
        if "csrf_valid" in g:  # to sign another takes as long as to check the one that came
            g.csrf_token = self._get_csrf_token()


csrf: Final = Tokens()

_EVERYWHERE: Final = (
    "default-src 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
)
_FILE_POLICY: Final = "default-src 'none'"
"""Of a script or a style sheet, which is no document; each byte goes out four times."""
POLICY: Final = "; ".join(
    (
        *_EVERYWHERE,
        f"script-src 'self' {HTMX['url']}",
        "style-src 'self'",
        # the style sheet has its icons in itself
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
    )
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
    "Cross-Origin-Opener-Policy": "same-origin",
}
STRICT: Final = ("Strict-Transport-Security", f"max-age={365 * 24 * 60 * 60}")
"""Goes out by HTTPS: the browser is to come back by it only."""
_WORTH_PACKING: Final = 700
_NEEDLESS: Final = (
    *("Accept-Ranges", "Content-Disposition", "Cross-Origin-Opener-Policy", "ETag", "Expires"),
    *("Last-Modified", "Referrer-Policy", "X-Robots-Tag"),
)
"""Headers of a file whose address changes with its content, and that is no page: nobody asks for it
again. With the long policy they were 0.4 kB of each of the five files of a first load."""


def let_frame(response: Response, sites: str) -> Response:
    """Let these sites (``*``: any) show an answer in a frame: a page that writes nothing."""
    response.headers["Content-Security-Policy"] = POLICY.replace(
        "frame-ancestors 'none'", f"frame-ancestors {sites}"
    )
    return response


def init_app(app: Flask) -> None:
    """Install the guards on the app."""
    app.config.setdefault("WTF_CSRF_SSL_STRICT", False)  # our own pages send no Referer
    app.session_interface = Cookies()
    app.ensure_sync = lambda func: func  # type: ignore[method-assign]  # no view is async
    csrf.init_app(app)
    app.before_request(_refuse_other_sites)
    app.after_request(_with_headers)
    logs.install()


def _refuse_other_sites() -> None:
    """Refuse what another site has a browser send; no cookie lets anybody write by the API."""
    if request.method in ("GET", "HEAD", "OPTIONS") or request.path.startswith("/api/"):
        return
    # a browser that doesn't send it is judged by its Origin and its token
    if request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        abort(403)
    origin = request.headers.get("Origin", "null")
    # a page with our Referrer-Policy sends "null"; its token tells it from a stranger's
    try:
        ours = origin == "null" or urlsplit(origin).netloc == request.host
    except ValueError:  # no address at all
        ours = False
    if not ours:
        abort(403)


def _with_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.is_secure:
        response.headers.set(*STRICT)
    if "retry_after" in g:
        response.headers["Retry-After"] = str(g.retry_after)
    if request.endpoint == "static" and "v" in request.args and response.status_code < 400:
        # the address changes with the content, so a phone asks for it once a year
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        response.headers["Content-Security-Policy"] = _FILE_POLICY
        for name in _NEEDLESS:
            response.headers.pop(name, None)
        path = Path(str(current_app.static_folder)) / str((request.view_args or {})["filename"])
        # WhiteNoise would take 14 µs instead of 400, but needs a build step
        if response.status_code == 200 and path.suffix in KINDS:
            response.direct_passthrough = False
            response.get_data()  # reads to the end, so that the file is closed
            response.set_data(minified(path))
    response.headers.setdefault("Cache-Control", "no-store")
    return _compressed(response)


def _compressed(response: Response) -> Response:
    """Compress text on its way to a phone."""
    kind = response.mimetype or ""
    # Flask-Compress would send the form of a refused deal as it is: 24.6 kB instead of 2.8
    text = kind.startswith("text/") or kind in _PACKED
    if not text or "Content-Encoding" in response.headers:
        return response
    # on plain answers too: a cache must not hand packed ones to who can't unpack them
    response.headers.add("Vary", "Accept-Encoding")
    if not request.accept_encodings.quality("gzip"):  # "gzip;q=0" says that it may not
        return response
    response.direct_passthrough = False
    # each page anew: to keep packed ones spared 0.2 ms of a way to the server that takes ten
    data = response.get_data()
    if len(data) < _WORTH_PACKING:
        return response
    response.set_data(gzip.compress(data, 9, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    return response


_PACKED: Final = {"application/json", "image/svg+xml", "application/manifest+json"}
