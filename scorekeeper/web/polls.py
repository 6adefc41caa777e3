"""“Anything new?”, answered before Flask has begun. Nearly all that phones ask is this, and nearly
always nothing is; what cannot be said so goes the usual way (`table.views.news`)."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from flask import Flask

from scorekeeper import tables
from scorekeeper.store.sql.trouble import Unavailable
from scorekeeper.web.shared import security
from scorekeeper.web.table import table_request

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_PATH: Final = re.compile(r"/t/([a-z0-9]{1,64})/news", re.ASCII)
_MOST_KNOWN: Final = 4096
_LONGEST_COOKIES: Final = 1000
_HEADERS: Final = (
    ("Content-Type", "text/html; charset=utf-8"),
    *security.HEADERS.items(),
    ("Cache-Control", "no-store"),
    ("Vary", "Accept-Encoding"),
    ("Vary", "Cookie"),
)


class Polls:
    """Says that nothing is new to a phone that is known and was noted of late."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._rest: WSGIApplication = app.wsgi_app
        self._devices: dict[tuple[str, str], str] = {}

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer the request."""
        found = _PATH.fullmatch(environ.get("PATH_INFO", ""))
        if found and self._has_nothing_new(found[1], environ):
            secure = environ["wsgi.url_scheme"] == "https"
            start_response("204 NO CONTENT", [*_HEADERS, *([security.STRICT] if secure else [])])
            return ()
        return self._rest(environ, start_response)

    def _has_nothing_new(self, public_id: str, environ: "WSGIEnvironment") -> bool:
        if environ["REQUEST_METHOD"] != "GET" or security.STRANGE in environ:
            return False
        device = self._device(environ)
        if not table_request.was_noted(device):
            return False
        try:
            with self._app.app_context():
                now = tables.news(public_id, device)
        except Unavailable:
            return False
        seen = environ.get("QUERY_STRING", "")
        return now is not None and seen == f"v={table_request.page_version(*now)}"

    def _device(self, environ: "WSGIEnvironment") -> str:
        """Return the phone that asks, empty where none is known. What it sends is the same each
        time, and believed from memory."""
        sent = environ["wsgi.url_scheme"], environ.get("HTTP_COOKIE", "")
        device = self._devices.get(sent)
        if device is None:
            with self._app.request_context(environ):
                device = table_request.known_device()
            if len(self._devices) >= _MOST_KNOWN:
                self._devices.clear()
            if len(sent[1]) <= _LONGEST_COOKIES:
                self._devices[sent] = device
        return device


def init_app(app: Flask) -> None:
    """Answer so, unless each request is logged or counted, as Flask's are."""
    if app.config["LOG"] != "json" and not app.config["METRICS_TOKEN"]:
        app.wsgi_app = Polls(app)  # type: ignore[method-assign]
