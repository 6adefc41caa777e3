"""The end of a game: it stands on the felt, and its picture is sent or saved."""

import re
import struct
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import looks
from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

DEALS: Any = ({"points": [10, 0]}, {"points": [0, 30]}, {"points": [25, 0]}, {"finish": {}})
PLAYERS = ["Ann", "Ben"]


def test_end_shows_winner_chart_and_what_comes_next(phone: Phone) -> None:
    phone.bring("tally", *DEALS, players=PLAYERS)
    page = phone.page

    assert phone.end() == "Ann won with 35"
    assert phone.totals() == [35, 30]
    assert page.locator(".outcome .laurel").is_visible()
    assert page.locator(".pad .ring").count() == 1
    assert page.locator(".highlights li").count() == 3
    assert page.locator(".act .main").count() == 1
    assert looks.faults(page) == []


def test_laurel_rests_for_those_who_wish_it(phone: Phone) -> None:
    phone.page.emulate_media(reduced_motion="reduce")
    phone.bring("tally", *DEALS, players=PLAYERS)

    expect(phone.page.locator(".laurel > svg")).to_have_css("animation-name", "none")


def test_picture_is_saved_as_png_by_game_and_day(phone: Phone) -> None:
    phone.bring("tally", *DEALS, players=PLAYERS)
    phone.page.wait_for_load_state("networkidle")  # what answers the key comes behind the page

    with phone.page.expect_download() as saved:
        phone.touch(phone.page.locator("[data-picture]"))

    assert re.fullmatch(r"tally-\d{4}-\d\d-\d\d\.png", saved.value.suggested_filename)
    png = Path(saved.value.path()).read_bytes()
    assert struct.unpack(">II", png[16:24]) == (1080, 1350)
