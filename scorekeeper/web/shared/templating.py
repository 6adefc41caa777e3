"""Functions and filters for all templates: static files, suit signs, keys, signed numbers,
times."""

from collections.abc import Callable, Hashable
from datetime import UTC, date, datetime
from fractions import Fraction
from pathlib import Path
from threading import Lock
from time import time
from typing import Any, Final

from cachetools import LRUCache
from flask import Flask, current_app, request
from flask_wtf.csrf import generate_csrf
from jinja2 import ChoiceLoader, FunctionLoader
from markupsafe import Markup

from scorekeeper import places, rulebook
from scorekeeper.days import day_of, written_day
from scorekeeper.games import folder, games
from scorekeeper.leagues.game_rulings import today
from scorekeeper.leagues.results.columns import ON_PAGES
from scorekeeper.sentences import full_stop, minus, phrase, tell, with_sign
from scorekeeper.standings.numbers import number_text
from scorekeeper.tables.own_games import game_named
from scorekeeper.web.interview import keys, steps
from scorekeeper.web.interview.coins import PageTemplate, coins_html
from scorekeeper.web.interview.steps import answer_text
from scorekeeper.web.interview.values import encode
from scorekeeper.web.shared import assets
from scorekeeper.web.shared.icons import ICONS, OUTLINES
from scorekeeper.web.shared.page_texts import PageTexts

HTMX: Final = {
    "url": "https://cdn.jsdelivr.net/npm/htmx.org@4.0.1/dist/htmx.min.js",
    "integrity": "sha384-Qp9rdC8H7EqOoX+nR0P3RPG2Noji+qdwJlGpfzwQJsfOpp3sGwIdSP9xO3+UlEhn",
}


def asset(name: str) -> str:
    """Return the address of a static file, which changes with its content."""
    address = assets.address(Path(str(current_app.static_folder)), name)
    # the pocket edition has the app under a path
    return f"{request.script_root}/static/{address}"


def own_path() -> str:
    """Return the address of the page that is asked for, without its query."""
    return request.script_root + request.path


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
        answer_text=answer_text,
        signed=with_sign,
        macro=macro,
        minus=minus,
        today=today,
        value_words=rulebook.value_words,
        moment=moment,
        clock_time=clock_time,
        encode=encode,
        columns=keys.columns,
        standings_columns=ON_PAGES,
        is_captures=steps.is_captures,
        is_ranking=steps.is_ranking,
        is_tick=steps.is_tick,
        is_typed=steps.is_typed,
    )
    app.jinja_env.filters.update(
        minus=minus,
        full_stop=full_stop,
        fraction=Fraction,
        number=number_text,
        game_name=lambda slug: game_named(slug).name,
        day_of=day_of,
        day=date.fromisoformat,
        written_day=written_day,
    )
    assert places.static_folder().is_dir()


def _of_a_game(name: str) -> str | None:
    """Return a template in a game's folder: `slug/pad.html`."""
    slug, _, file = name.partition("/")
    page = folder(games()[slug]) / file if slug in games() and file else None
    return page.read_text(encoding="utf-8") if page and page.is_file() else None


def macro(template: str, name: str) -> Callable[..., Markup]:
    """A macro that draws from its arguments alone, past what a whole page is given."""
    # a template that imports a macro has it made anew with every page: 320 of the 8,000 calls
    # that a saved deal takes
    module: Any = current_app.jinja_env.get_template(template).module
    found: Callable[..., Markup] = getattr(module, name)
    return found


# --- pages as they were drawn ---------------------------------------------------------------------
# a pad is a pure function of what is stored, and its cache key says which state of that it shows:
# any number of phones that look at a table have it drawn once, 0.4 ms in process instead of 1.7

_TOKEN: Final = b"\0token\0"
_KEY: Final = b"\0key\0"
pages: LRUCache[Hashable, bytes] = LRUCache(32 * 2**20, len)
_lock: Final = Lock()


def cached_page(cache_key: Hashable, key: str, draw: Callable[[], str]) -> bytes:
    """Return the page cached under `cache_key`, else draw it. What is a phone's own on it, the
    token and the `key` of its next write, is put in anew."""
    token, own_key = generate_csrf().encode(), key.encode()
    with _lock:
        marked = pages.get(cache_key)
    if marked is not None:
        return marked.replace(_TOKEN, token).replace(_KEY, own_key)
    html = draw().encode()
    marked = html.replace(token, _TOKEN).replace(own_key, _KEY)
    with _lock:
        # cachetools refuses a value larger than the whole cache with a ValueError
        if len(marked) <= pages.maxsize:
            pages[cache_key] = marked
    return html
