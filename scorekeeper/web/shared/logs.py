"""The log: no secret gets into it, whoever writes a line and however an address is spelled; and
its lines as JSON on standard error, with the id of the request that each belongs to."""

import logging
import re
import secrets
from datetime import UTC, datetime
from time import perf_counter
from typing import Any, Final
from urllib.parse import unquote

import msgspec
from flask import Flask, Response, current_app, g, has_request_context, request

# the s and the slashes may be percent-encoded, or doubled
_LINK: Final = re.compile(
    r"(?:/|%2f)+(?:s|%[57]3)(?:/|%2f)+[^\s\"'<>?#]+",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"(?:[\w-]|%[0-9a-f]{2}){20,}", re.IGNORECASE | re.ASCII)
# long names of migrations, tests and browsers must stay readable
_RANDOM: Final = re.compile(r"(?=.*[a-z])(?=.*[A-Z])(?:.*[0-9]|(?:.*[a-z_-][A-Z]){4})", re.DOTALL)


def without_secrets(text: str) -> str:
    """Return the text without secrets: the rest of a link's address, and anything that looks as
    random as a link's secret."""
    return _WORD.sub(_unless_random, _LINK.sub("/s/…", text))


def _unless_random(found: re.Match[str]) -> str:
    # an address that was encoded may have been encoded once more
    plain = unquote(unquote(found[0]))
    return "…" if _RANDOM.match(plain) else found[0]


_usual: Final = logging.getLogRecordFactory()
_formatter: Final = logging.Formatter()


def _record(*args: Any, **more: Any) -> logging.LogRecord:
    record = _usual(*args, **more)
    record.msg, record.args = without_secrets(record.getMessage()), None
    if record.exc_info:
        record.exc_text = without_secrets(_formatter.formatException(record.exc_info))
    return record


def install() -> None:
    """See to all that this process logs from now on. A filter on a logger would not see what is
    logged by those below it, and no list of loggers knows all servers."""
    logging.setLogRecordFactory(_record)


# --- as JSON --------------------------------------------------------------------------------------

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
    # no query: tokens of calendars and feeds stand there, and codes that add a phone
    parts = (request.method, request.path, response.status_code)
    _ACCESS.info("%s %s %s", *parts, extra={"access": line})
    return response
