"""Keeping secrets out of the log: in lines of the server, the app or a library, however an
address is spelled."""

import logging
import re
from typing import Any, Final
from urllib.parse import unquote

_LINK: Final = re.compile(
    r"(?:/|%2f)+(?:s|%[57]3)(?:/|%2f)+[^\s\"'<>?#]+",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"(?:[\w-]|%[0-9a-f]{2}){20,}", re.IGNORECASE | re.ASCII)
_RANDOM: Final = re.compile(r"(?=.*[a-z])(?=.*[A-Z])(?:.*[0-9]|(?:.*[a-z_-][A-Z]){4})", re.DOTALL)


def without_secrets(text: str) -> str:
    """Return the text without secrets: the rest of a link's address, and anything that looks as
    random as a link's secret."""
    return _WORD.sub(_unless_random, _LINK.sub("/s/…", text))


def _unless_random(found: re.Match[str]) -> str:
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
