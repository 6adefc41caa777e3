"""What each phone is, by what its browser says, and when it was last here."""

import re
from contextlib import suppress
from typing import Final

from flask import Flask, Response, request

from scorekeeper import tables
from scorekeeper.sentences import phrase, tell
from scorekeeper.store.sql.trouble import Unavailable
from scorekeeper.web.table import table_request

_KINDS: Final = (
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


def init_app(app: Flask) -> None:
    """Note which phones come."""
    app.after_request(_note)


def kind_of(agent: str) -> str:
    """What the browser runs on, from its User-Agent; empty where that is not known."""
    return next((tell(kind) for sign, kind in _KINDS if re.search(sign, agent)), "")


def _note(answer: Response) -> Response:
    """The answer. Whole pages are noted, not the news that a page asks for every two seconds; a
    database in trouble has told so elsewhere."""
    page = not table_request.is_htmx() and answer.mimetype == "text/html"
    posted = request.method == "POST"
    if (page or posted) and answer.status_code < 400 and (device := table_request.known_device()):
        with suppress(Unavailable):
            tables.note_phone(device, kind_of(request.headers.get("User-Agent", "")))
    return answer
