"""A walk over all pages: what a phone sees that has played every game and runs a league."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from flask import Flask

from tests import vectors
from tests.web.phones import Page, Phone, create_league, keys

EVENINGS: Final = [one for one in vectors.load() if one["id"].startswith("evening-")]
PAST: Final = """date,game,players,scores
2025-12-02,Spades,Ann & Cat / Ben & Dan,520 / 340
2025-12-09,Spades,Ann & Eve / Cat & Dan,210 / 505
2025-12-16,Whist,Ann & Ben / Cat & Dan,7 / 4
"""
EIGHT: Final = "Ann, Ben, Cat, Dan, Eve, Fay, Gus, Hal"
OWN_GAME: Final = {
    "format": "scorekeeper-game/1",
    "name": "Fridays",
    "players": [2, 4],
    "sides": "each",
    "wins": "most",
    "fields": [{"name": "n", "label": "time", "of": "player", "kind": "number"}],
    "lines": [{"text": "time", "points": "10 * n", "if": "n > 0"}],
    "end": [],
    "examples": [{"players": ["Ann", "Ben"], "entries": [{"n": [1, 0]}], "totals": [10, 0]}],
}
OFTEN: Final = 3
"""How many pages of one kind are looked at."""

READ: Final = ("alt", "aria-label", "placeholder", "title")
UNREAD: Final = ("code", "option", "pre", "script", "style", "textarea", "time")
"""Elements whose text is no text of ours; what stands in `option` is the name of a game."""
NO_END: Final = ("br", "hr", "img", "input", "link", "meta", "col", "wbr")


class _Texts(HTMLParser):
    """Collects what people read or hear of a page, but for the rules of a game."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        rules = "prose" in (given.get("class") or "").split() or given.get("lang") == "en"
        unread = tag in UNREAD or rules
        if not any(self._open):
            self.found += [given[name] or "" for name in READ if name in given]
        if tag not in NO_END:
            self._open.append(unread)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take an empty element of a drawing, which is never closed."""

    def handle_endtag(self, tag: str) -> None:
        if self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if not any(self._open) and data.strip():
            self.found.append(" ".join(data.split()))


def texts(page: Page) -> list[str]:
    """Return what people read or hear of a page; what a search has found is headed by a game's
    rules."""
    reader = _Texts()
    reader.feed(re.sub(r"<ol class=\"hits\">.*?</ol>", _without_titles, page.html, flags=re.DOTALL))
    return reader.found


def _without_titles(hits: re.Match[str]) -> str:
    return re.sub(r"<a href.*?</a>", "", hits[0], flags=re.DOTALL)


def grow(phone: Phone) -> list[str]:
    """Play every game, found a league, plan and start an evening; addresses to begin with."""
    tables = []
    for vector in EVENINGS:
        sheet = vector["sheet"]
        head = {name: sheet[name] for name in ("variant", "players") if name in sheet}
        tables += [
            phone.starts(sheet["game"], *sheet["entries"][:deals], **head) for deals in (3, None)
        ]
    league = create_league(phone, "Tuesday club", players="Ann\nBen\nCat\nDan\nIda\nJim")
    preview = phone.fill(f"{league}/import", {"text": PAST})
    phone.follow(phone.send(f"{league}/import", preview.form("keep"), {}, "keep"))
    counted = phone.starts("spades", {"bids": [4, 3, 2, 2], "tricks": [5, 3, 1, 4]}, {"finish": {}})
    phone.do(f"{counted}/league", {}, "")
    looked = phone.fill(f"{league}/evening/new", {"game": "whist", "names": EIGHT}, "look")
    evening = phone.send(f"{league}/evening/new", looked.form("keep"), {}, "keep").location
    phone.do(evening, {}, next(key for key in keys(phone.get(evening)) if key.startswith("open")))
    phone.fill("/new/spades", {"rules_name": "Fridays", "target": "250"}, "keep")
    compared = "/new/spades/compare?right=american"
    brought = phone.fill("/import", {"text": json.dumps(OWN_GAME)})
    own_game = phone.send("/import", brought.form("keep"), do="keep").location
    return ["/", *tables, league, evening, "/new/spades", compared, "/figures", own_game]


def walk(
    phone: Phone, app: Flask, start: list[str], mount: str = ""
) -> Iterator[tuple[str, str, Page]]:
    """Each page that links lead to: its rule, its address and itself; few of one kind. `mount`: the
    path under which the app lies."""
    adapter = app.url_map.bind("localhost")
    seen, often, left = set[str](), Counter[object](), [*start]
    while left:
        address = left.pop(0)
        parts = urlsplit(address)
        if address in seen or parts.netloc or not parts.path.startswith("/"):
            continue
        seen.add(address)
        rule, _ = adapter.match(parts.path.removeprefix(mount), return_rule=True)
        kind = (rule.rule, *sorted(name for name, _ in parse_qsl(parts.query)))
        often[kind] += 1
        if rule.endpoint == "static" or (often[kind] > OFTEN and address not in start):
            continue
        page = phone.get(parts._replace(fragment="").geturl())
        if page.status in (302, 303):
            left.append(page.location)
        elif "text/html" in page.headers["Content-Type"]:
            yield rule.rule, address, page
            left += page.links("/")
