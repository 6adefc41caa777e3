"""Texts 40 % longer, as other languages have them, find room on a phone, and scripts have them
too."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from scorekeeper import languages
from scorekeeper.web.shared import assets
from tests.browser.evenings import bring
from tests.browser.looks import LONGER
from tests.browser.phone import SCREEN, Phone
from tests.browser.serving import serving
from tests.browser.test_league import league
from tests.browser.test_offline import BIDS, tap
from tests.web.test_every_text import in_english

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.hard]

OF_A_LEAGUE = (
    *("", "/games", "/players", "/records", "/season/1/rules", "/organise", "/history"),
    *("/ladder", "/teams", "/phones", "/evening/announce", "/evening/new", "/feeds", "/import"),
)
OF_A_TABLE = (
    *("", "/share", "/history", "/rules", "/figures", "/write/ruling", "/e/1"),
    *("/phones", "/delete", "/paper", "/write/adjust", "/write/seat"),
)
BEFORE_A_GAME = (
    *("/", "/new", "/choose", "/new/spades", "/settings", "/leagues", "/import"),
    *(
        "/me/phones",
        "/me/add",
        "/me/passkeys",
        "/me/notifications",
        "/rules/",
        "/rules/search?q=revoke",
        "/erase",
    ),
)


@pytest.fixture
def longer(browser: Browser, tmp_path: Path) -> Iterator[Phone]:
    """A phone in the pseudo-language. Scripts as they are served in English are forgotten."""
    made = (assets.address, assets.minified)
    for one in made:
        one.cache_clear()
    with serving(tmp_path, LANGUAGE=languages.PSEUDO) as base:
        phone = Phone(browser, base)
        yield phone
        phone.context.close()
    languages.activate(languages.ENGLISH)
    for one in made:
        one.cache_clear()


def test_nothing_is_cut_off_or_scrolls_sideways(longer: Phone) -> None:
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


def test_script_texts_are_translated_and_fit(longer: Phone) -> None:
    longer.start("spades")
    said = []

    longer.context.set_offline(offline=True)
    tap(longer, *BIDS)
    expect(longer.page.locator(".unsent")).to_contain_text("1")
    said += longer.page.locator(".unsent, #message, .act .main").all_inner_texts()
    looks = [longer.page.evaluate(LONGER)]
    longer.page.locator(".unsent").tap()
    sheet = longer.page.locator("dialog.kept")
    said.append(sheet.inner_text())
    looks.append(longer.page.evaluate(LONGER))
    sheet.locator("li button").first.tap()
    said.append(sheet.inner_text())
    looks.append(longer.page.evaluate(LONGER))
    longer.context.set_offline(offline=False)
    expect(longer.page.locator(".unsent")).to_have_count(0)

    longer.forgive("Failed to fetch")
    longer.forgive("net::ERR")
    assert longer.complaints == []
    assert all(said)
    assert [text for text in said if in_english(text)] == []
    assert [seen for seen in looks if seen["wide"] or seen["cut"]] == []
