"""Functions and filters for all templates: static files, suit signs, keys, signed numbers,
times; and what is done to every page once it is drawn.

A name written from right to left would pull the number, the comma or the name after it to its other
side, so wherever a page has one it is set apart by two invisible characters.
"""

import re
from datetime import UTC, datetime
from pathlib import Path
from time import time
from typing import Any, Final

from flask import Flask, current_app, request
from jinja2 import ChoiceLoader, FunctionLoader, Template
from markupsafe import Markup

from scorekeeper import places
from scorekeeper.days import written_day
from scorekeeper.games import folder, games
from scorekeeper.leagues import today
from scorekeeper.sentences import Voice, full_stop, minus, phrase, tell, with_sign
from scorekeeper.web.interview import keys, steps
from scorekeeper.web.interview.coins import coins_html, isolated
from scorekeeper.web.shared import assets
from scorekeeper.web.shared.icons import ICONS
from scorekeeper.web.shared.marks import OUTLINES
from scorekeeper.web.shared.page_texts import PageTexts

HTMX: Final = {
    "url": "https://cdn.jsdelivr.net/npm/htmx.org@4.0.1/dist/htmx.min.js",
    "integrity": "sha384-Qp9rdC8H7EqOoX+nR0P3RPG2Noji+qdwJlGpfzwQJsfOpp3sGwIdSP9xO3+UlEhn",
}


def asset(name: str) -> str:
    """Return the address of a static file, which changes with its content."""
    address = assets.address(Path(str(current_app.static_folder)), name)
    return f"{request.script_root}/static/{address}"


def own_path() -> str:
    """Return the address of the page that is asked for, without its query."""
    return request.script_root + request.path


def answer_text(field: steps.AnswerField, voice: Voice) -> str:
    """Return an answer as one reads it."""
    if field.sealed or not field.given:
        return steps.CLOSED if field.sealed else ""
    return voice.text(steps.key_label(field.question, field.data))


def moment(at: int) -> Markup:
    """Return a moment (milliseconds since 1970) as HTML, in UTC until `pages.js` shows it in
    local time."""
    when = datetime.fromtimestamp(at / 1000, UTC)
    text = tell("{day}, {time} UTC", day=written_day(when), time=f"{when:%H:%M}")
    return Markup('<time datetime="{}">{}</time>').format(when.isoformat(), text)


def clock_time(at: int) -> Markup:
    """Return the time of day of a moment, in milliseconds; the same way as `moment` does."""
    when = datetime.fromtimestamp(at / 1000, UTC)
    text = tell("{time} UTC", time=f"{when:%H:%M}")
    return Markup('<time datetime="{}" data-clock>{}</time>').format(when.isoformat(), text)


_UNITS: Final = (
    (86_400, phrase("{n} {n:day|days} ago")),
    (3_600, phrase("{n} {n:hour|hours} ago")),
    (60, phrase("{n} {n:minute|minutes} ago")),
)
_LONG_AGO: Final = 7 * 86_400


def ago(at: int) -> str:
    """Return how long ago a moment was (milliseconds since 1970): "12 minutes ago"; after a week
    its date."""
    passed = time() - at / 1000
    if passed >= _LONG_AGO:
        return written_day(datetime.fromtimestamp(at / 1000, UTC))
    for seconds, template in _UNITS:
        if passed >= seconds:
            return tell(template, n=int(passed // seconds))
    return tell("just now")


# --- names from right to left -------------------------------------------------------------------

_LETTER: Final = (
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_FIRST_BYTES: Final = [bytes([one]) for one in (*range(0xD6, 0xE1), 0xEF, 0xF0)]
"""With one of these each such letter begins in UTF-8. To look for them takes 12 µs a page, for the
letters themselves 90."""
_BETWEEN: Final = "(?:[ \xa0.'’\u05f3\u05f4\u200c\u200d-]|&#3[49];)"
"""What may stand once between the words of a name, as HTML has it."""
_NAME: Final = re.compile(f"\u2068[^\u2069]*\u2069|{_LETTER}+(?:{_BETWEEN}{_LETTER}+)*")
_TEXT: Final = re.compile(
    r"""(?:<(script|style|textarea|code)\b.*?</\1>|<!--.*?-->|<(?:"[^"]*"|'[^']*'|[^"'>])*>)+"""
    r"|(?P<text>[^<]+)",
    re.DOTALL,
)


class PageTemplate(Template):
    """A template whose pages have names from right to left set apart, wherever they stand between
    tags."""

    def render(self, *given: Any, **values: Any) -> str:
        """Return the page."""
        page = super().render(*given, **values)
        data = page.encode()
        found = any(one in data for one in _FIRST_BYTES) and _NAME.search(page)
        return set_apart(page) if found else page


def set_apart(page: str) -> str:
    """Return the page with each name from right to left set apart."""
    return _TEXT.sub(lambda part: _set_apart(part["text"]) if part["text"] else part[0], page)


def _set_apart(text: str) -> str:
    return _NAME.sub(lambda name: isolated(name[0]), text)


def init_app(app: Flask) -> None:
    """Register the templates' functions and filters."""
    app.jinja_env.template_class = PageTemplate
    app.jinja_loader = ChoiceLoader([*filter(None, [app.jinja_loader]), FunctionLoader(_of_a_game)])
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.add_extension(PageTexts)
    app.jinja_env.globals.update(
        _=tell,
        asset=asset,
        more_pages=[],
        pocket="",
        own_path=own_path,
        htmx=HTMX,
        icon=ICONS.__getitem__,
        outlines=OUTLINES,
        coins=coins_html,
        keys_html=keys.keys_html,
        step_html=steps.step_html,
        answer_text=answer_text,
        signed=with_sign,
        macro=steps.macro,
        minus=minus,
        today=today,
        moment=moment,
        clock_time=clock_time,
        encode=steps.encode,
        columns=keys.columns,
        is_captures=steps.is_captures,
        is_ranking=steps.is_ranking,
        is_tick=steps.is_tick,
        is_typed=steps.is_typed,
    )
    app.jinja_env.filters["minus"] = minus
    app.jinja_env.filters["full_stop"] = full_stop
    assert places.static_folder().is_dir()


def _of_a_game(name: str) -> str | None:
    """Return a template in a game's folder: `slug/pad.html`."""
    slug, _, file = name.partition("/")
    page = folder(games()[slug]) / file if slug in games() and file else None
    return page.read_text(encoding="utf-8") if page and page.is_file() else None
