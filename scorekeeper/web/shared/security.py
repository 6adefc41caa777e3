"""Protection of every request and response: the host names that this server answers to, cookies,
CSRF, numbers too large for a database, headers, error pages. An invalid `Host` gets into no link
and no answer."""

import gzip
import re
from collections.abc import Iterable, Sequence
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol
from urllib.parse import urlsplit

from flask import (
    Flask,
    Request,
    Response,
    abort,
    current_app,
    g,
    render_template,
    request,
    session,
)
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError, CSRFProtect
from itsdangerous import BadSignature
from werkzeug.exceptions import BadRequest, HTTPException, MethodNotAllowed
from werkzeug.routing import IntegerConverter, Map

from scorekeeper.sentences import Message, phrase, tell
from scorekeeper.spelling import plain_number
from scorekeeper.store.access.budgets import BudgetSpent
from scorekeeper.store.access.links import hash_secret as device_of
from scorekeeper.store.sql.trouble import Unavailable
from scorekeeper.tables.loading import NotFound
from scorekeeper.web.shared import log_filter
from scorekeeper.web.shared.assets import KINDS, minified
from scorekeeper.web.shared.errors import NotAllowed, too_many_response
from scorekeeper.web.shared.outage import LASTING, LastingOutage
from scorekeeper.web.shared.templating import HTMX

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


# --- hosts ----------------------------------------------------------------------------------------

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


def check_hosts(app: Flask, listed: Sequence[AcceptedHost]) -> None:
    """Check every request, before anything else is done with it but the proxy's word taken."""
    app.wsgi_app = HostCheck(app.wsgi_app, listed)  # type: ignore[method-assign]
    app.before_request(_refuse_strange_host)


def _refuse_strange_host() -> None:
    if STRANGE in request.environ:
        raise StrangeHost


# --- every request and response -------------------------------------------------------------------

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        f"script-src 'self' {HTMX['url']}",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
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


class PhoneSession(SecureCookieSession):
    """What a phone's cookie holds; `device` is the phone, as the store knows it by the secret
    there, empty where it has none yet."""

    def __init__(self, held: Any = None, device: str = "") -> None:
        super().__init__(held)
        self._device = device

    @property
    def device(self) -> str:
        self.accessed = True
        return self._device

    def give(self, secret: str) -> None:
        """Let this secret stand for the phone from now on."""
        self["device"], self._device = secret, device_of(secret)


class Cookies(SecureCookieSessionInterface):
    """One signed cookie; on HTTPS it is `Secure` and bound to this host."""

    def get_cookie_name(self, app: Flask) -> str:
        return "__Host-scorekeeper" if request.is_secure else "scorekeeper"

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure

    def open_session(self, app: Flask, request: Request) -> PhoneSession | None:
        """Return the phone's cookie, whatever its age: a clock that is put back must put nobody
        out."""
        signer = self.get_signing_serializer(app)
        if signer is None:
            return None
        try:
            held = signer.loads(request.cookies[self.get_cookie_name(app)])
        except (KeyError, BadSignature):
            return PhoneSession()
        return PhoneSession(held, device_of(held["device"]) if "device" in held else "")


csrf: Final = CSRFProtect()


# --- numbers --------------------------------------------------------------------------------------


def read_number(text: str) -> int | None:
    """Return the whole number that a form or an address sends, of nine digits at most: so that
    every database can hold it. None where it is none."""
    digits = text if text.isascii() else plain_number(text)
    return int(digits) if digits.isdecimal() and len(digits) <= 9 else None


class Stored(IntegerConverter):
    """A number in an address, no larger than every database can hold."""

    def __init__(self, routes: Map) -> None:
        super().__init__(routes, max=2**31 - 1)


# --- the guards -----------------------------------------------------------------------------------


def init_app(app: Flask) -> None:
    """Install the guards on the app."""
    app.config.setdefault("WTF_CSRF_SSL_STRICT", False)  # our own pages send no Referer
    app.session_interface = Cookies()
    csrf.init_app(app)
    app.before_request(_refuse_other_sites)
    app.after_request(_with_headers)
    app.register_error_handler(HTTPException, _error_page)
    app.register_error_handler(Unavailable, _unavailable)
    app.register_error_handler(NotFound, _undone_page)
    app.register_error_handler(BudgetSpent, _too_many)
    log_filter.install()


def _refuse_other_sites() -> None:
    """Refuse what another site has a browser send; no cookie lets anybody write by the API."""
    if request.method in ("GET", "HEAD", "OPTIONS") or request.path.startswith("/api/"):
        return
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
    there = {name.lower() for name, _ in response.headers}
    for name, value in HEADERS.items():
        if name.lower() not in there:
            response.headers.add(name, value)
    if request.is_secure:
        response.headers.set(*STRICT)
    if "retry_after" in g:
        response.headers["Retry-After"] = str(g.retry_after)
    if request.endpoint == "static" and "v" in request.args and response.status_code < 400:
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return _minified(response)
    response.headers.setdefault("Cache-Control", "no-store")
    return _compressed(response)


def _minified(response: Response) -> Response:
    """Return a style sheet or script without what only its author reads."""
    path = Path(str(current_app.static_folder)) / str((request.view_args or {})["filename"])
    if response.status_code != 200 or path.suffix not in KINDS:
        return _compressed(response)
    plain, packed = minified(path)
    response.direct_passthrough = False
    response.get_data()  # reads to the end, so that the file is closed
    packs = _takes_gzip()
    response.set_data(packed if packs else plain)
    response.headers.add("Vary", "Accept-Encoding")
    if packs:
        response.headers["Content-Encoding"] = "gzip"
    return response


def _compressed(response: Response) -> Response:
    """Compress text on its way to a phone."""
    kind = response.mimetype or ""
    text = kind.startswith("text/") or kind in _PACKED
    if not text or "Content-Encoding" in response.headers:
        return response
    response.headers.add("Vary", "Accept-Encoding")
    if not _takes_gzip():
        return response
    response.direct_passthrough = False
    data = response.get_data()
    if len(data) < _WORTH_PACKING:
        return response
    response.set_data(gzip.compress(data, 6, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    return response


def _takes_gzip() -> bool:
    """Return whether the answer may be compressed; "gzip;q=0" says that it may not."""
    return request.accept_encodings.quality("gzip") > 0


_PACKED: Final = {"application/json", "image/svg+xml", "application/manifest+json"}


def _error_page(error: HTTPException) -> ResponseReturnValue:
    """Return the error page; a response drawn by the view itself stays."""
    if error.response is not None:
        return error
    code = error.code or 500
    expired = isinstance(error, CSRFError)
    words = tell("This page has expired. Reload it.") if expired else None
    own = error if isinstance(error, NotAllowed | StrangeHost) else None
    answer = _error_response(code, words, f"{error.name}.", own)
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        answer.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return answer


class OwnPage(Protocol):
    """An object with a title and text of its own."""

    title: str
    description: str


def _error_response(
    code: int, words: str | None, name: str, own: OwnPage | None = None
) -> Response:
    """Return the error: as JSON, as a part of a page, or as a page of its own."""
    if request.path.startswith("/api/"):
        says_why = isinstance(own, LastingOutage | StrangeHost)
        message = own.description if own and says_why else _API_WORDS.get(code, name)
        document = {"errors": [{"at": "", "message": tell(message)}]}
        return current_app.make_response((document, code))
    if "HX-Request" in request.headers:
        # only the message changes, so that what was typed stays
        looks = request.method == "GET"
        shut_out = looks and code == 403
        swap = "none" if looks and not shut_out else "textContent"
        headers = {"HX-Retarget": "#message", "HX-Reswap": swap}
        short = tell(_SHUT_OUT if shut_out else _SHORT.get(code, _SHORT[500]))
        text = short if shut_out else words or short
        outage = tell(own.description) if isinstance(own, LastingOutage) else ""
        return Response(outage or text, code, headers)
    kept = request.form.items(multi=True) if code in _SEND_AGAIN and not request.files else ()
    page = render_template("shared/error.html", code=code, words=words, own=own, kept=list(kept))
    return current_app.make_response((page, code))


_SEND_AGAIN: Final = (429, 503, 507)
"""Where what was sent may go through later; the page keeps it."""


_SHUT_OUT: Final = phrase("You no longer have access. Ask the scorer for a new link.")
_SHORT: Final = {
    403: phrase("You don't have permission. Nothing was saved."),
    413: phrase("The limit is 1 MB. Nothing was saved."),
    500: phrase("Something went wrong. Nothing was saved."),
    503: phrase("Nothing was saved. Try again in a moment."),
    507: phrase("The disk is full. Nothing was saved."),
}
_API_WORDS: Final[dict[int, Message]] = {
    400: "Not valid JSON.",
    403: "This game is private. Open it with its link.",
    404: "Not found.",
    405: "Method not allowed.",
    413: "The limit is 256 kB.",
    503: "Database unavailable. Try again.",
    507: "The disk is full.",
}


def _undone_page(_: NotFound) -> ResponseReturnValue:
    """Return the page that says that its subject has been undone."""
    if request.method == "POST":
        return _error_response(409, tell("That entry no longer exists."), "")
    return _error_response(404, None, "")


def _too_many(spent: BudgetSpent) -> ResponseReturnValue:
    return _error_response(429, too_many_response(spent), "")


def _unavailable(error: Unavailable) -> ResponseReturnValue:
    lasting = LASTING.get(type(error))
    if lasting:
        current_app.logger.error("%s", error)
    answer = _error_response(507 if error.full else 503, None, "", lasting)
    answer.headers["Retry-After"] = "60" if lasting else "2"
    return answer


def keep_cookie() -> None:
    """Set this phone's cookie for as long as browsers keep one."""
    session.permanent = True
