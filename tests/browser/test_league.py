"""A league as people look at it: on a phone, a laptop, on paper, without script."""

from typing import Any, Final

import pytest

from tests.browser.looks import NARROW, faults
from tests.browser.phone import NewPhone, Phone

pytestmark = [pytest.mark.browser, pytest.mark.hard]

LONG: Final = "Bartholomäus Maximilian von Hohenzollern"
PAST: Final = f"""date,game,players,scores
2025-12-02,Score pad,Ann / Ben / Cat / {LONG},52 / 40 / −3 / 12
2025-12-02,Spades,Ann & Cat / Ben & Dan,520 / 340
2025-12-09,Score pad,Ben / Cat / Dan / Eve,61 / 61 / 20 / 8
2025-12-09,Spades,Ann & Eve / Cat & {LONG},210 / 505
2025-12-16,Score pad,Ann / Dan / {LONG} / Eve,40 / 71 / 33 / 12
2025-12-16,Whist,Ann & Ben / Cat & Dan,7 / 4
"""
DEALS: Final[tuple[dict[str, Any], ...]] = (
    {"bids": [4, 3, 2, 2], "tricks": [5, 3, 1, 4]},
    {"finish": {}},
)
PAGES: Final = {
    "standings": "",
    "standings of one game": "?game=spades",
    "chart": "/season/1/chart",
    "games": "/games",
    "games of one player": "/games?season=1&game=tally&player={ann}",
    "no such games": "/games?game=bridge",
    "players": "/players",
    "player": "/player/{ann}",
    "player with a long name": "/player/{long}",
    "records": "/records",
    "ratings": "/ratings",
    "seasons": "/seasons",
}


def league(phone: Phone) -> str:
    """A league with three evenings of long ago and a table of today; its address."""
    address = phone.found()
    phone.go(f"{address}/import")
    phone.page.fill("textarea[name=text]", PAST)
    phone.follow(phone.page.locator("button.main"))
    phone.follow(phone.page.locator("button.main[value=keep]"))
    table = phone.bring("spades", *DEALS)
    phone.go(f"{table}/league")
    phone.follow(phone.page.locator("button.main"))
    return address


def player(phone: Phone, address: str, name: str) -> str:
    """The number of a player of the league."""
    phone.go(f"{address}/players")
    link = phone.page.locator(".tables a", has_text=name).get_attribute("href")
    assert link
    return link.rpartition("/")[2]


@pytest.mark.parametrize("widths", [NARROW, (1280,)], ids=["phone", "laptop"])
def test_league_pages_are_accessible(phone: Phone, widths: tuple[int, ...]) -> None:
    address = league(phone)
    ann, long = (player(phone, address, one) for one in ("Ann", LONG))

    found = {}
    for name, page in PAGES.items():
        assert phone.go(f"{address}{page.format(ann=ann, long=long)}") == 200
        found[name] = faults(phone.page, widths)

    assert {name: told for name, told in found.items() if told} == {}


def test_standings_need_no_sideways_scroll(phone: Phone) -> None:
    phone.go(league(phone))

    for width in (320, 360):
        phone.page.set_viewport_size({"width": width, "height": 740})
        table = phone.page.locator(".standings").bounding_box()
        assert table
        assert table["x"] >= 0
        assert table["x"] + table["width"] <= width


def test_points_in_a_game_stand_below_each_other(phone: Phone) -> None:
    phone.go(f"{league(phone)}/games")
    phone.follow(phone.page.locator('.played a[href*="/game/"]').first)

    edges = "all => all.map(one => Math.round(one.getBoundingClientRect().right))"
    assert len(set(phone.page.locator("main .lines .num").evaluate_all(edges))) == 1


def test_paper_standings_show_how_they_count(phone: Phone) -> None:
    phone.go(f"{league(phone)}/season/1")
    phone.page.emulate_media(media="print")

    assert phone.page.locator(".standings").is_visible()
    assert phone.page.get_by_text("Each win scores 1.").is_visible()
    for gone in (".tabs", ".back", "footer", ".screen-only >> nth=0"):
        assert not phone.page.locator(gone).first.is_visible()


def test_a_league_is_read_without_script(new_phone: NewPhone) -> None:
    phone = new_phone(script=False)
    address = league(phone)

    phone.go(f"{address}/season/1")
    phone.follow(phone.page.locator('a[href*="/games?"]'))
    phone.page.locator("select[name=player]").select_option(label="Ann")
    phone.follow(phone.page.get_by_role("button", name="Show"))

    assert "Games of Ann" in phone.page.inner_text("main")
    phone.follow(phone.page.locator(".played a").first)
    assert phone.address.startswith("/t/")
