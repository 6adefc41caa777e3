"""The log as JSON lines on standard error: each request, and whatever else is logged, with the id
of the request that it belongs to. No line bears a secret (`shared/log_filter.py`)."""

import logging
import re
import secrets
from datetime import UTC, datetime
from time import perf_counter
from typing import Any, Final

import msgspec
from flask import Flask, Response, current_app, g, has_request_context, request

from scorekeeper.web.shared.log_filter import without_secrets

_ACCESS: Final = logging.getLogger("scorekeeper.access")
_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_ID_BYTES: Final = 8


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Write the line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {
            "time": at,
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if has_request_context() and "request_id" in g:
            line["request_id"] = g.request_id
        line |= getattr(record, "access", {})
        if record.exc_text:
            line["traceback"] = record.exc_text
        return msgspec.json.encode(line).decode()


def init_app(app: Flask) -> None:
    """Log in this format, with a line per request."""
    lines = logging.StreamHandler()
    lines.setFormatter(JsonLines())
    logging.getLogger().handlers[:] = [lines]
    _ACCESS.setLevel(logging.INFO)
    app.before_request(_began)
    app.after_request(_log_response)


def _began() -> None:
    g.began = perf_counter()
    given = request.headers.get("X-Request-Id", "") if current_app.config["PROXIES"] else ""
    ours = secrets.token_hex(_ID_BYTES)
    g.request_id = without_secrets(given) if _ID.fullmatch(given) else ours


def _log_response(response: Response) -> Response:
    response.headers["X-Request-Id"] = g.request_id
    line = {
        "method": request.method,
        "route": str(request.url_rule) if request.url_rule else None,
        "status": response.status_code,
        "bytes": response.content_length,
        "ms": round((perf_counter() - g.began) * 1000, 2),
        "address": request.remote_addr,
    }
    parts = (request.method, request.path, response.status_code)
    _ACCESS.info("%s %s %s", *parts, extra={"access": line})
    return response
