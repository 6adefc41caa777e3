"""A phone with the app open: it fetches pages, fills in their forms and sends them, and keeps its
cookies, as a browser without JavaScript does (or, where a test says so, as htmx does)."""

import csv
import html
import json
import re
from collections.abc import Callable, Mapping
from functools import cached_property
from html.parser import HTMLParser
from typing import Any
from unittest.mock import patch

from flask import Flask
from werkzeug.datastructures import Headers

from scorekeeper.leagues import lifecycle
from scorekeeper.sentences import tell

NAMES = ["Ann", "Ben", "Cat", "Dan"]
HTMX = {"HX-Request": "true"}
Typed = Mapping[str, object]


class Form:
    """A form as it stands on a page: what it would send, the names it asks for, its buttons."""

    def __init__(self, attributes: Mapping[str, str]) -> None:
        self.attributes = attributes
        self.fields: dict[str, list[str]] = {}
        self.names: set[str] = set()
        self.buttons: list[str] = []

    def __getitem__(self, name: str) -> str:
        """Return what stands in the field of that name."""
        return self.fields[name][-1]

    def filled(self, typed: Typed, do: str | None) -> dict[str, Any]:
        """Return what is sent after typing this; a list is sent as several values of one name."""
        asked = {name for name in typed if name in self.names}
        assert asked == set(typed), f"the page does not ask for {set(typed) - asked}"
        sent: dict[str, Any] = {**self.fields, **{name: _texts(typed[name]) for name in typed}}
        if do:
            sent["do"] = self.key(do)
            assert sent["do"], f"there is no key {do} among {self.buttons}"
        return sent

    def key(self, do: str) -> str:
        """The key of that name, or the first that begins so where the name ends in a dot."""
        fits = (one for one in self.buttons if one == do or do[-1:] == "." and one.startswith(do))
        return next(fits, "")


def _texts(value: object) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else [str(value)]


class _Reader(HTMLParser):
    """Reads forms and text off a page."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.words: list[str] = []
        self._form: Form | None = None
        self._area: str | None = None
        self._select: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = Form(given)
            self.forms.append(self._form)
        if self._form is not None:
            self._field(self._form, tag, given)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "textarea":
            self._area = None

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        if self._form is not None and self._area is not None:
            self._form.fields[self._area][-1] += data

    def _field(self, form: Form, tag: str, given: Mapping[str, str]) -> None:
        name = given.get("name", "")
        if tag == "button":
            if name == "do" and "disabled" not in given:
                form.buttons.append(given["value"])
        elif tag == "option":
            assert self._select is not None
            if "selected" in given or not form.fields[self._select]:
                form.fields[self._select] = [given["value"]]
        elif tag in ("input", "select", "textarea") and name:
            form.names.add(name)
            self._begin(form, tag, name, given)

    def _begin(self, form: Form, tag: str, name: str, given: Mapping[str, str]) -> None:
        if tag == "select":
            self._select = name
            form.fields[name] = []
        elif tag == "textarea":
            self._area = name
            form.fields.setdefault(name, []).append("")
        elif given.get("type") in ("radio", "checkbox"):
            if "checked" in given:
                form.fields.setdefault(name, []).append(given.get("value", "on"))
        elif given.get("type") != "file":
            form.fields.setdefault(name, []).append(given.get("value", ""))


_FIELDS = re.compile(
    r"""<(?P<tag>/?(?:form|input|button|select|option|textarea))\b(?P<attributes>(?:"[^"]*"|[^">])*)>
    (?:(?P<text>[^<]*)(?=</textarea>))?""",
    re.VERBOSE,
)
"""What a form sends stands in these tags; a quoted value may have a `>` in it."""
_ATTRIBUTE = re.compile(r"""([^\s="]+)(?:="([^"]*)")?""")


def _read_field(reader: _Reader, found: re.Match[str]) -> None:
    """Read the tag of a field as the parser would, in a fraction of the time."""
    tag = found["tag"]
    if tag.startswith("/"):
        reader.handle_endtag(tag.removeprefix("/"))
        return
    given = _ATTRIBUTE.findall(found["attributes"])
    reader.handle_starttag(tag, [(name, html.unescape(value)) for name, value in given])
    if found["text"]:
        reader.handle_data(html.unescape(found["text"]))


class Page:
    """What the server answered."""

    def __init__(self, status: int, headers: Headers, body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body
        self.location = headers.get("Location", "")

    @property
    def html(self) -> str:
        """The answer as it was sent."""
        return str(self.body, "utf-8")

    @property
    def rows(self) -> list[dict[str, str]]:
        """The lines of a CSV file, each by the file's headings."""
        return [*csv.DictReader(self.body.decode("utf-8-sig").splitlines())]

    @cached_property
    def _read(self) -> _Reader:
        reader = _Reader()
        reader.feed(self.html)
        return reader

    @cached_property
    def _filled_in(self) -> _Reader:
        reader = _Reader()
        # who asks for forms need not wait for all else that stands in and around them
        for form in re.findall("<form .*?</form>", self.html, re.DOTALL):
            for found in _FIELDS.finditer(form):
                _read_field(reader, found)
        return reader

    @property
    def text(self) -> str:
        """Return what a reader sees, in one line."""
        return " ".join(" ".join(self._read.words).split())

    @property
    def forms(self) -> list[Form]:
        """All forms."""
        return self._filled_in.forms

    def form(self, key: str = "") -> Form:
        """The form with this key, else the one that is the page's purpose."""
        return next(form for form in self.forms if not key or form.key(key))

    def key(self, do: str) -> str:
        """The first key that begins so; empty for none."""
        return next((form.key(do) for form in self.forms if form.key(do)), "")

    @property
    def is_nothing_new(self) -> bool:
        """Whether this is the answer to a phone that asked for news in vain."""
        return self.status == 204

    @property
    def news(self) -> str:
        """The address at which the page asks for news."""
        found = re.search(r'id="news" hx-get="([^"]*)"', self.html)
        assert found
        return html.unescape(found[1])

    @property
    def message(self) -> str:
        """Return what is said beside the main key, but for what saving would mean."""
        found = re.search(r'<p([^>]*) id="message"([^>]*)>(.*?)</p>', self.html, re.DOTALL)
        assert found, "there is no place for a message"
        return "" if 'class="message note"' in found[1] + found[2] else _plain(found[3])

    @property
    def note(self) -> str:
        """Return what is said beside the main key that saving would mean."""
        found = re.search(r'<p class="message note" id="message"[^>]*>(.*?)</p>', self.html)
        return _plain(found[1]) if found else ""

    @property
    def totals(self) -> list[int]:
        """The totals by side."""
        link = r"<output[^>]*><a href=\"[^\"]*?(\d*)\"[^>]*>([^<]*)</a></output>"
        found = re.findall(link, self.html)
        found.sort(key=lambda one: int(one[0] or 0))  # a table of bids is in the order of bidding
        return [int(total.replace("−", "-")) for _, total in found]

    def links(self, part: str) -> list[str]:
        """The addresses on the page with this in them."""
        return [_plain(link) for link in re.findall(r'href="([^"]*)"', self.html) if part in link]

    @property
    def tables(self) -> list[str]:
        """The tables that the page leads to, without their further pages."""
        return [one for one in self.links("/t/") if re.fullmatch(r"/t/\w+", one)]


def _plain(html: str) -> str:
    reader = _Reader()
    reader.feed(html)
    return " ".join("".join(reader.words).split())


class Phone:
    """A phone: its cookies, and what can be done with it."""

    def __init__(self, app: Flask, base_url: str = "http://localhost") -> None:
        self.client = app.test_client()
        self.base_url = base_url

    def get(self, address: str, **headers: str) -> Page:
        """Fetch a page."""
        return self.ask("GET", address, None, headers)

    def post(self, address: str, data: Any, headers: Mapping[str, str] | None = None) -> Page:
        """Send exactly this, fields without a form."""
        return self.ask("POST", address, data, headers or {})

    def ask(self, method: str, address: str, data: Any, headers: Mapping[str, str]) -> Page:
        """Ask the server."""
        with self.client.open(
            address, method=method, data=data, headers=headers, base_url=self.base_url
        ) as answer:
            return Page(answer.status_code, answer.headers, answer.data)

    def fill(
        self,
        address: str,
        typed: Typed | None = None,
        do: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page:
        """Fetch the page, type this into its form, press the key."""
        return self.send(address, self.get(address).form(do or ""), typed, do, headers)

    def send(
        self,
        address: str,
        form: Form,
        typed: Typed | None = None,
        do: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page:
        """Type this into a form that was fetched before, press the key."""
        to = form.attributes.get("action") or address
        return self.post(to, form.filled(typed or {}, do), headers)

    def follow(self, page: Page) -> Page:
        """Go where the answer sends the phone."""
        assert page.status == 303, f"{page.status}: {page.text}"
        return self.get(page.location)

    def enter(self, link: str, name: str = "") -> Page:
        """Open a link and press the key that lets this phone in, under that name where one is
        asked; the page that it leads to."""
        return self.follow(self.come_in(link, name))

    def come_in(self, link: str, name: str = "") -> Page:
        """The same without a look at the page that it leads to; the answer that names it."""
        opened = self.get(link)
        if not opened.location.startswith("/join/"):
            return opened  # it was in
        typed = {"called": name} if name else {}
        return self.send(opened.location, self.follow(opened).form(), typed)

    def do(self, address: str, typed: Typed | None = None, do: str = "save") -> Page:
        """Fill in a form that succeeds; the page that follows."""
        return self.follow(self.fill(address, typed, do))

    def play(self, table: str, *deals: Typed) -> Page:
        """Write these deals on the pad, bids first where the pad asks for them first."""
        page = self.get(table)
        for deal in deals:
            if "keep" in keys(page):
                asked = page.form("keep").names
                self.do(table, {name: deal[name] for name in deal if name in asked}, "keep")
            page = self.do(table, deal)
        return page

    def starts(self, game: str, *entries: Any, **head: Any) -> str:
        """Begin a table with these entries already on it; its address."""
        sheet = {"format": "scorekeeper/1", "game": game, "players": NAMES, **head}
        page = self.fill("/import", {"text": json.dumps({**sheet, "entries": list(entries)})})
        assert page.status == 303, f"{page.status}: {page.text}"
        return page.location

    def sheet(self, table: str) -> dict[str, Any]:
        """The table's score sheet."""
        document: dict[str, Any] = json.loads(self.get(f"{table}/sheet.json").body)
        return document


NEWS = "/news"
"""Where a table tells what is new: everything to a phone that does not say what it has seen."""

NewPhone = Callable[[], Phone]
"""Makes phones that have never been here."""


def keys(page: Page) -> list[str]:
    """Return what can be pressed on a page."""
    return [button for form in page.forms for button in form.buttons]


def each(path: str, values: list[Any]) -> dict[str, Any]:
    """Fields of a list: `bids.0`, `bids.1` …"""
    return {f"{path}.{place}": value for place, value in enumerate(values)}


def points(*scores: int) -> dict[str, Any]:
    """A deal of the score pad, as it is typed."""
    return each("points", [*scores])


def let_in(phone: Phone, other: Phone, table: str, role: str) -> Phone:
    """Another phone, let in by the first one's link to watch, for a scorer or for a seat."""
    assert other.come_in(link(phone, table, role)).status == 303
    return other


def guests(phone: Phone, new_phone: NewPhone, table: str, *roles: str) -> list[Phone]:
    """A phone let in for each of these roles."""
    return [let_in(phone, new_phone(), table, role) for role in roles]


def create_league(phone: Phone, name: str = "Tuesday club", *, players: str = "") -> str:
    """The address of a new league of that phone's with these players, one a line, from number 2
    on; it is scored by places, as the sums of these tests were worked out."""
    with patch.object(lifecycle, "WINS", lifecycle.PLACES):
        league = phone.fill("/leagues", {"name": name}).location
    if players:
        assert phone.fill(f"{league}/players/add", {"names": players}).status == 303
    return league


def league_table(phone: Phone, league: str, *names: str, game: str = "tally") -> str:
    """The address of a new table of the league's at which these sit."""
    address = f"/new/{game}?league={league.rpartition('/')[2]}"
    page = phone.fill(address, {"name": [*names]}, "start")
    assert page.status == 303, page.text
    return page.location


def link(phone: Phone, table: str, role: str) -> str:
    """The address of the link for `watch`, `scorer` or `seat.2`, made where there is none yet."""
    page = phone.get(f"{table}/share")
    if (make := f"make.{role}") in keys(page):
        page = phone.follow(phone.send(f"{table}/share", page.form(make), do=make))
    titles = {"watch": tell("Watch"), "scorer": tell("Scorer")}
    title = titles.get(role) or [*NAMES, "Eve", "Fay"][int(role.removeprefix("seat."))]
    found = re.search(rf'value="([^"]*)" aria-label="{title}"', page.html)
    assert found, f"there is no link {title}"
    return found[1]
