"""The club's paper on a phone and on paper: attendance, fees, contacts, fixtures, the poster."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.looks import faults
from tests.browser.phone import NewPhone, Phone

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Ben", "Cat", "Dan", "Bartholomew Featherstonehaugh")
PAGES = ("attendance", "fees", "contacts", "fixtures", "season/1/poster?code=yes", "season")


def announced(phone: Phone, league: str, date: str, name: str) -> None:
    phone.go(f"{league}/evening/announce")
    phone.page.fill("input[name=date]", date)
    phone.page.fill("input[name=start]", "19:30")
    phone.touch(phone.page.get_by_text("Where, note, name, places"))
    phone.page.fill("input[name=name]", name)
    phone.page.fill("input[name=venue]", "Library")
    phone.page.select_option("select[name=game]", "bridge")
    phone.follow(phone.button("announce"))
    if phone.button("announce").count():
        phone.follow(phone.button("announce"))


def pairs(names: Sequence[str]) -> list[tuple[str, str]]:
    return [*zip(names[::2], names[1::2], strict=True)]


def planned(phone: Phone, league: str) -> None:
    phone.go(f"{league}/evening/new")
    for name in NAMES[:4]:
        phone.touch(phone.page.locator("label:has(input[name=player])", has_text=name))
    phone.follow(phone.button("look").last)
    phone.follow(phone.button("keep"))


def test_club_papers_fit_a_phone(new_phone: NewPhone) -> None:
    phone = new_phone()
    league = phone.found(NAMES)
    announced(phone, league, "2031-01-07", "")
    announced(phone, league, "2031-02-04", "Candlelight")
    planned(phone, league)
    phone.go(f"{league}/player/2/edit")
    phone.page.fill("input[name=phone]", "+44 20 7946 0018")
    phone.page.fill("input[name=email]", "ann@club.example")
    phone.follow(phone.button("contact"))
    phone.go(f"{league}/fees")
    phone.page.fill("input[name=everybody]", "2.50")
    phone.follow(phone.page.locator("form.pick button").last)
    expect(phone.page.locator("input.number").first).to_have_value("2.50")
    phone.touch(phone.page.locator(".fees .paid").first)
    phone.follow(phone.button("save"))
    expect(phone.page.locator("#message")).to_contain_text("Fees saved.")

    for scheme in ("light", "dark"):
        phone.page.emulate_media(color_scheme=scheme)
        for page in PAGES:
            phone.go(f"{league}/{page}")
            assert "\n".join(faults(phone.page)) == "", page
            phone.page.emulate_media(color_scheme=scheme)
            if folder := os.environ.get("PICTURES"):
                name = page.partition("?")[0].replace("/", "-")
                phone.page.screenshot(path=Path(folder, f"{name}-{scheme}.png"), full_page=True)


def test_the_poster_is_one_sheet(new_phone: NewPhone) -> None:
    phone = new_phone()
    names = [f"Player {one}" for one in range(24)]
    league = phone.found(names)
    games = [
        f"2026-01-06;Score pad;{a} / {b};{10 + at} / 9" for at, (a, b) in enumerate(pairs(names))
    ]
    phone.go(f"{league}/import")
    lines = ["date;game;players;scores", *games]
    phone.page.locator("textarea[name=text]").fill("\n".join(lines))
    phone.follow(phone.page.locator("button.main"))
    phone.follow(phone.button("keep"))
    for day in range(10, 19):
        announced(phone, league, f"2031-01-{day}", f"Evening {day}")
    phone.go(f"{league}/season/1/poster?code=yes")
    expect(phone.page.locator(".poster tbody tr")).to_have_count(12)
    for paper in ("A4", "Letter"):
        sheets = phone.page.pdf(format=paper).count(b"/Type /Page\n")
        assert sheets == 1, paper
    if folder := os.environ.get("PICTURES"):
        phone.page.pdf(format="A4", path=Path(folder, "poster.pdf"))


def test_fees_are_kept_without_scripts(new_phone: NewPhone) -> None:
    phone = new_phone(script=False)
    league = phone.found(NAMES[:2])
    phone.go(f"{league}/fees")
    phone.page.locator("input.number").first.fill("five")
    phone.follow(phone.button("save"))
    expect(phone.page.locator(".fault")).to_contain_text("Enter an amount")
    phone.page.locator("input.number").first.fill("5")
    phone.follow(phone.button("save"))
    expect(phone.page.locator("#message")).to_contain_text("Fees saved.")
