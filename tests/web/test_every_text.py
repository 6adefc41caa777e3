"""Every text of every page is looked up: in the pseudo-language none stands there in English. And
what is looked up is what `make texts` collects for translators."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po
from flask import Flask
from werkzeug.datastructures import Headers

from scorekeeper import languages, places
from scorekeeper.games import games
from scorekeeper.rulebook import COMPASS
from scorekeeper.web.shared.page_texts import put_into
from tests.test_architecture import TOP
from tests.web.crawl import grow, texts, walk
from tests.web.phones import Page, Phone, create_league
from tests.web.test_knockout import opened, planned
from tests.web.test_rulings import DEAL, address, rules

pytestmark = pytest.mark.long

CALLED = {name for game in games().values() for name in (game.name, *game.aliases)}
PEOPLE = "Ann Ben Cat Dan Eve Fay Gus Hal Ida Jim Zoe Max"
TYPED = ("Tuesday club", "First season", "Fridays", "Club cup", "the train is in", "time")
SIGNS = "NT SK AC BD WE THEY CSV JSON PBN UTC SQLite Scorekeeper xlsx csv e.g."
"""Initials of sides, kinds of file, and proper names."""


def words(*data: str) -> set[str]:
    """The words of these, in small letters."""
    return {word.casefold() for one in data for word in re.findall(r"[a-zA-Z]{2,}", one)}


NAMED = ("scored",)
"""Names in the texts of a game that a player makes."""
DATA = words(PEOPLE, SIGNS, *CALLED, *TYPED, *COMPASS, *NAMED)
OF_RULES = {
    text
    for page in (places.PACKAGE / "games").rglob("*.md")
    for heading in re.findall(
        r"^#+ (.*?)(?: \{#([\w-]+)\})?$", page.read_text("utf-8"), re.MULTILINE
    )
    for text in heading
}
"""Headings of the rules pages and what links call them: these pages are translated as a whole."""


def in_english(text: str) -> bool:
    """Return whether a word of the text has no accents and is no name or address."""
    if text.startswith("date,game"):
        return False
    text = ": ".join(part for part in text.removesuffix(" ›").split(": ") if part not in OF_RULES)
    text = re.sub(r"https?://\S+", "", text)
    plain = re.findall(r"(?<!\w)[A-Za-z]{2,}(?!\w)", text)
    return any(word.casefold() not in DATA for word in plain)


@pytest.fixture
def pseudo(app_beside: Callable[..., Flask], drawn_anew: None) -> Iterator[Flask]:
    """The app in the pseudo-language."""
    yield app_beside(LANGUAGE=languages.PSEUDO)
    languages.activate(languages.ENGLISH)


@pytest.fixture
def asked(pseudo: Flask, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The messages that are looked up from now on."""
    spoken, asked = languages.current, set[str]()
    assert spoken
    translate = spoken.gettext

    def gettext(message: str) -> str:
        asked.add(message)
        return translate(message)

    monkeypatch.setattr(spoken, "gettext", gettext)
    return asked


def collected(folder: Path) -> set[str]:
    """The messages that `make texts` collects."""
    recipe = re.search(r"pybabel (-q extract (?:.*\\\n)*.*)", (TOP / "Makefile").read_text("utf-8"))
    assert recipe
    words = recipe[1].replace("\\\n", " ").replace("build/texts.pot", f"{folder}/texts.pot")
    CommandLineInterface().run(["pybabel", *words.split()])  # type: ignore[no-untyped-call]
    with (folder / "texts.pot").open("rb") as file:
        return {str(message.id) for message in read_po(file)}


@pytest.mark.hard
def test_no_text_is_left_out(pseudo: Flask, asked: set[str], tmp_path: Path) -> None:
    phone = Phone(pseudo)

    found = [*walk(phone, pseudo, grow(phone))]

    seen = {(rule, one) for rule, _, page in found for one in texts(page)}
    left = sorted((rule, one) for rule, one in seen if in_english(one))
    shown = {one for _, one in seen}
    # a label that a form makes of a field's name is looked up, and shown nowhere
    read = {one for one in asked if "{" in one or languages.translated(one) in shown}
    rules = {rule for rule, _, _ in found}
    print(f"{len(found)} pages of {len(rules)} kinds")
    assert len(rules) > 60
    assert left == []
    assert sorted(filter(in_english, read - collected(tmp_path))) == []


def behind_the_walk(phone: Phone, other: Phone) -> Iterator[tuple[str, Page]]:
    """The pages that a walk by links from a phone that is everywhere in does not come to."""
    table = phone.starts("spades", DEAL, variant="bags")
    league = create_league(phone, players="Ann\nBen\nCat\nDan")
    evening = planned(phone, league, "Ann, Ben, Cat, Dan")
    opened(phone, evening)
    organise = f"{league}/organise"
    phone.do(organise, {"passphrase": "sesame open"}, "passphrase")
    phone.do(organise, do="make.organiser")
    *_, link = re.findall(r'value="[^"]*(/s/[^"]+)"', phone.get(organise).html)
    phone.do(organise, do="publish")
    phone.do(organise, do="wall")

    ruling = address(rules(phone, table))
    asked = "/rules/search?q=zoe"  # what else is found are the rules' own words
    for one in (ruling, f"{evening}/bracket", f"{league}/embed", asked):
        yield one, phone.get(one)
    for one in (organise, f"{league}/feeds", f"{league}/wall", league.replace("/l/", "/club/")):
        yield f"its {one}", phone.get(one)
    invited = other.get(link)
    yield "join", other.get(invited.location)
    yield "enter", other.enter(link)
    yield "wrong", other.fill(f"{league}/enter", {"passphrase": "open sesame"})
    for one in (organise, f"{table}/write/adjust", "/t/nowhere", "/s/nothing", "/me"):
        yield one, other.get(one)


@pytest.mark.hard
def test_no_text_is_left_out_on_remote_pages(pseudo: Flask) -> None:
    found = [*behind_the_walk(Phone(pseudo), Phone(pseudo))]

    pages = dict(found)
    assert len(pages) == 16
    assert pages["wrong"].status == 422
    left = {(at, one) for at, page in found for one in texts(page) if in_english(one)}
    assert left == set()


@pytest.mark.hard
def test_pocket_edition_files_leave_no_text_out(
    pseudo: Flask, asked: set[str], tmp_path: Path
) -> None:
    files = [*places.static_folder().joinpath("pocket").rglob("*.html")]
    put = [put_into(file.read_text("utf-8"), languages.translated) for file in files]
    shown = [one for html in put for one in texts(Page(200, Headers(), html.encode()))]

    assert len(files) == 2
    assert "Check this browser" in asked
    assert [one for one in shown if in_english(one)] == []
    assert sorted(filter(in_english, asked - collected(tmp_path))) == []
