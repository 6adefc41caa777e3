"""Texts 40 % longer, as other languages have them, find room on a phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from scorekeeper import languages
from tests.browser.evenings import bring
from tests.browser.looks import LONGER
from tests.browser.phone import SCREEN, Phone
from tests.browser.serving import serving
from tests.browser.test_league import league

pytestmark = [pytest.mark.browser, pytest.mark.long]

OF_A_LEAGUE = ("", "/games", "/players", "/records", "/season/1/rules", "/organise", "/history")
OF_A_TABLE = ("", "/share", "/history", "/rules", "/figures", "/write/ruling", "/e/1")
BEFORE_A_GAME = ("/", "/new", "/choose", "/new/spades", "/settings", "/leagues", "/import")


@pytest.fixture
def longer(browser: Browser, tmp_path: Path) -> Iterator[Phone]:
    """A phone in the pseudo-language."""
    with serving(tmp_path, LANGUAGE=languages.PSEUDO) as base:
        phone = Phone(browser, base)
        yield phone
        phone.context.close()
    languages.use(languages.ENGLISH)


def test_nothing_is_cut_off_and_nothing_scrolls_sideways(longer: Phone) -> None:
    table = bring(longer, "spades-nil", 3)
    club = league(longer)
    pages = [
        *BEFORE_A_GAME,
        *(f"{table}{page}" for page in OF_A_TABLE),
        *(f"{club}{page}" for page in OF_A_LEAGUE),
    ]
    longer.page.set_viewport_size(SCREEN)

    found = {}
    for page in pages:
        assert longer.go(page) == 200
        found[page] = longer.page.evaluate(LONGER)

    assert {page: seen for page, seen in found.items() if seen["wide"] or seen["cut"]} == {}
