"""Texts of the pages that no walk by links comes to are looked up too."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import languages
from scorekeeper.pocket.gateway import Pocket
from scorekeeper.store.sql.database import db
from tests.tables.test_editions import new_rules, nothing_below_two, twice
from tests.web.crawl import texts
from tests.web.phones import Page, Phone, create_league, let_in, points
from tests.web.test_every_text import in_english, pseudo
from tests.web.test_replies import announced, member

__all__ = ["new_rules", "pseudo"]

pytestmark = pytest.mark.long

DEAL = {"points": [1, 2, 3, 4]}
NAMES = "Ann\nBen\nCat\nDan\nEve\nFay\nGus\nHal"
TEAMS = "Aces: Ann, Ben, Cat, Dan\nKings: Eve, Fay, Gus, Hal"
TYPED = re.compile(r"Aces|Kings|quidditch|\([a-z0-9]{10}\)|^[a-z0-9]{10}$")
"""What was typed, and the addresses of games and leagues, which may be letters alone."""


def left(*pages: Page) -> list[str]:
    """The texts of these pages that are in English."""
    assert [page.status for page in pages if page.status not in (200, 409, 422)] == []
    return sorted({one for page in pages for one in texts(page) if in_english(TYPED.sub("", one))})


def press(phone: Phone, address: str, act: str, **typed: object) -> Page:
    """Press the first key of a page that does this; the page that follows, or that says why not."""
    page = phone.fill(address, typed, act)
    return phone.follow(page) if page.status == 303 else page


def test_rules_that_were_corrected(
    pseudo: Flask, new_rules: Callable[..., None], drawn_anew: None
) -> None:
    phone = Phone(pseudo)
    table, other = (phone.starts("tally", DEAL, DEAL, edition=1) for _ in range(2))

    new_rules(score=twice)
    asked = phone.send(table, phone.get(table).form("save"), points(1, 1, 1, 1), "save")
    pages = [phone.get(table), asked, phone.get(f"{table}/edition"), phone.get(f"{table}/paper")]
    done = phone.follow(phone.send(f"{table}/edition", pages[2].forms[-1]))
    pages += [done, phone.get(f"{table}/history")]
    new_rules(form=nothing_below_two)

    assert left(*pages, phone.get(f"{other}/edition")) == []


def test_ladders_and_teams(pseudo: Flask) -> None:
    phone = Phone(pseudo)
    league = create_league(phone, players=NAMES)
    pages = [phone.get(f"{league}/ladder"), phone.get(f"{league}/teams")]

    pages += [press(phone, f"{league}/ladder", "start", game="tally", reach=2)]
    eve = member(pseudo, league, "Eve")
    pages += [eve.get(f"{league}/ladder"), press(eve, f"{league}/ladder", "challenge.")]
    pages += [phone.get(f"{league}/ladder")]
    for teams in ("Aces: Ann, Zoe", TEAMS):
        typed = {"teams": teams, "game": "whist", "boards": 2, "rounds": "2"}
        pages += [press(phone, f"{league}/teams", "start", **typed)]
    match = phone.get(f"{league}/teams").links("/teams/")[0]
    pages += [phone.get(match)]
    aces, kings = [2, 3, 4, 5], [6, 7, 8, 9]
    for side, players in ((0, aces), (0, kings), (1, aces), (1, kings)):  # one fits each
        pages += [press(phone, match, f"lineup.{side}", player=players)]
    pages += [press(phone, match, "start"), phone.get(f"{league}/history")]

    assert left(*pages) == []


def test_the_clock_and_who_is_coming(pseudo: Flask) -> None:
    phone = Phone(pseudo)
    league = create_league(phone, players=NAMES)
    pages = [phone.get(f"{league}/evening/announce")]
    pages += [press(phone, f"{league}/evening/announce", "announce", date="2031-01-07")]
    evening = announced(phone, league, places=4)
    ann = member(pseudo, league, "Ann")
    pages += [phone.get(evening), ann.get(evening), ann.get(league)]
    pages += [press(ann, evening, act) for act in ("coming", "away")]
    pages += [phone.do(evening, {"minutes": 30}, "start")]
    pages += [phone.do(evening, {}, act) for act in ("pause", "go", "stop")]
    pages += [phone.get(f"{league}/evenings"), phone.get(f"{league}/history")]

    assert left(*pages) == []


def test_phones_and_the_pencil(pseudo: Flask) -> None:
    phone = Phone(pseudo)
    table = phone.starts("tally", DEAL)
    pages = [press(phone, f"{table}/phones", "call", who="Ann")]
    ben, cat = (let_in(phone, Phone(pseudo), table, f"seat.{seat}") for seat in (1, 2))
    watcher = let_in(phone, Phone(pseudo), table, "watch")
    pages += [phone.get(f"{table}/phones"), ben.get(f"{table}/phones"), watcher.get(table)]
    pages += [press(phone, f"{table}/phones", "lend.")]
    pages += [cat.get(table), cat.get(f"{table}/phones")]
    pages += [press(phone, f"{table}/phones", "take."), phone.get(f"{table}/history")]
    pages += [phone.get(f"/me/{page}") for page in ("phones", "add", "passkeys")]

    assert left(*pages) == []


@pytest.mark.hard
def test_what_a_search_finds(pseudo: Flask) -> None:
    phone = Phone(pseudo)
    table = phone.starts("spades", {"bids": [4, 3, 2, 2], "tricks": [5, 3, 1, 4]})
    shown = [
        phone.get(f"{address}?q={words}")
        for address in ("/rules/search", f"{table}/rules")
        for words in ("revoke", "quidditch", "")
    ]

    assert left(*shown) == []


@pytest.fixture
def operator(
    app_beside: Callable[..., Flask], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Phone]:
    """Whoever runs the server; its audit log is in a folder of its own."""
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path))
    app = app_beside(LANGUAGE=languages.PSEUDO, OPERATOR_PASSPHRASE="sesame")
    yield Phone(app)
    languages.activate(languages.ENGLISH)


def test_the_operators_page(operator: Phone, drawn_anew: None) -> None:
    league = create_league(operator, players=NAMES).rpartition("/")[2]
    table = operator.starts("tally", DEAL).rpartition("/")[2]
    pages = [operator.get("/operator"), operator.fill("/operator", {"passphrase": "no"}, "enter")]
    operator.fill("/operator", {"passphrase": "sesame"}, "enter")
    pages += [operator.get("/operator"), operator.get(f"/operator?find={table}")]
    # the page itself lists the largest only
    for act, about in (("link", league), ("suspend", table), ("resume", table)):
        pages += [press(operator, f"/operator?find={about}", f"{act}.{about}")]
    pages += [press(operator, "/operator", "purge")]

    assert left(*pages) == []


@pytest.fixture
def pocket(tmp_path: Path, migrated: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pocket]:
    """A phone with the pocket edition."""
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path))
    monkeypatch.setenv("SCOREKEEPER_LANGUAGE", languages.PSEUDO)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    shutil.copy(migrated, tmp_path / "scorekeeper.db")
    pocket = Pocket(tmp_path)
    yield pocket
    with pocket.app.app_context():
        db.engine.dispose()
    languages.activate(languages.ENGLISH)


def test_pages_of_the_pocket_edition(pocket: Pocket, drawn_anew: None) -> None:
    phone = Phone(pocket.app)
    table = phone.starts("tally", DEAL)
    at = table.rpartition("/")[2]
    pages = [phone.get("/"), phone.get(table), phone.get("/pocket/kept"), phone.get("/pocket/take")]
    pages += [phone.get(f"/pocket/send/{at}")]
    pages += [phone.fill("/pocket/take", {"link": "https://club.example/s/abc"}, "")]

    assert left(*pages) == []
