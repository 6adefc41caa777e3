"""An evening of a league in the hand and on the club's wall: planned, opened, watched."""

from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.looks import faults, unreadable
from tests.browser.phone import NewPhone, Phone
from tests.browser.test_duplicate import Sender

pytestmark = [pytest.mark.browser, pytest.mark.hard]

NINE = "Ann, Ben, Cat, Dan, Eve, Fay, Gus, Hal, Ivy"
WALL: ViewportSize = {"width": 1280, "height": 800}
SCREEN: ViewportSize = {"width": 1920, "height": 1080}
LETTERS = """[...document.querySelectorAll("main *")]
  .filter(one => [...one.childNodes].some(part => part.nodeType === 3 && part.data.trim()))
  .filter(one => !one.closest(".visually-hidden"))
  .map(one => parseFloat(getComputedStyle(one).fontSize))"""
"""The heights of the letters of a page, but for those in coins."""
A4: ViewportSize = {"width": 700, "height": 1000}
"""A sheet without its margins, in pixels of CSS."""


def planned(phone: Phone, league: str, names: str = NINE, game: str = "tally") -> None:
    """Look at the plan of an evening."""
    phone.go(f"{league}/evening/new")
    phone.page.fill("input[name=names]", names)
    phone.page.select_option("select[name=game]", game)
    phone.settle()
    press(phone)


def press(phone: Phone) -> None:
    """Press the wide key, and go where it leads."""
    phone.follow(phone.page.locator(".act .main"))


def evening(phone: Phone, game: str = "tally") -> str:
    """An evening whose first round is open; its address."""
    planned(phone, phone.found(), game=game)
    press(phone)
    address = phone.address
    press(phone)
    return address


def plan(phone: Phone) -> None:
    planned(phone, phone.found(), game="bridge")


def pairs(phone: Phone) -> None:
    league = phone.found()
    planned(phone, league, NINE.removesuffix(", Ivy"), "bridge")
    phone.touch(phone.page.locator("label.card", has_text="Fixed pairs"))
    phone.settle()
    phone.follow(phone.button("draw"))


def page_of(name: str, game: str = "bridge") -> Callable[[Phone], None]:
    """Open this page of an evening that goes on."""

    def visit(phone: Phone) -> None:
        phone.go(f"{evening(phone, game)}{name}")

    return visit


def codes(phone: Phone) -> None:
    page_of("/paper")(phone)
    phone.follow(phone.page.locator("#codes button"))


def all_evenings(phone: Phone) -> None:
    address = evening(phone)
    phone.go(f"{address.rpartition('/evening/')[0]}/evenings")


def bracket(phone: Phone, kind: str = "Double knock-out") -> None:
    planned(phone, phone.found())
    phone.touch(phone.page.locator("label.card", has_text=kind).last)
    phone.settle()
    press(phone)
    press(phone)  # save the plan
    address = phone.address
    press(phone)  # start round 1
    phone.go(f"{address}/bracket")


def public(phone: Phone) -> None:
    """The public page of a league, as its organiser switches it on."""
    league = evening(phone).rpartition("/evening/")[0]
    phone.go(f"{league}/organise")
    phone.follow(phone.button("publish"))
    phone.follow(phone.page.get_by_role("link", name="Look at it"))
    assert "/club/" in phone.address


def settings(phone: Phone) -> None:
    """What a league shows to everybody, as its organiser sees it."""
    phone.go(f"{phone.found()}/organise")
    for key in ("publish", "wall"):
        phone.follow(phone.button(key))


def wall(phone: Phone) -> None:
    """The club's wall, on a phone."""
    phone.go(f"{evening(phone).rpartition('/evening/')[0]}/wall")


def tonight(phone: Phone) -> None:
    """The home of a league with an evening that was planned."""
    league = phone.found()
    planned(phone, league)
    press(phone)  # save the plan
    phone.go(league)


def wall_of_bracket(phone: Phone) -> None:
    """The same of a knock-out."""
    bracket(phone, "Knock-out")
    phone.go(f"{phone.address.rpartition('/evening/')[0]}/wall")


def groups(phone: Phone) -> None:
    bracket(phone, "Groups, then knock-out")


def clock(phone: Phone) -> None:
    """The clock of a round, with less than two minutes left."""
    page_of("", "tally")(phone)
    phone.page.locator("summary", has_text="Clock and director").tap()
    phone.page.fill("input[name=minutes]", "1")
    phone.follow(phone.button("start"))
    expect(phone.page.locator(".clock")).to_contain_text("0:5")
    expect(phone.page.get_by_text("Two minutes left")).to_be_visible()


def ladder(phone: Phone) -> None:
    """A ladder with a challenge, for a phone that may challenge somebody else."""
    league = phone.found(NINE.split(", "))
    phone.go(f"{league}/phones")
    phone.touch(phone.page.locator("label:has(input[value=Ivy])"))
    phone.follow(phone.button("call"))
    phone.go(f"{league}/ladder")
    phone.follow(phone.button("start"))
    phone.page.locator("summary", has_text="Record a challenge").tap()
    phone.page.select_option("select[name=one]", index=3)
    phone.page.select_option("select[name=other]", index=1)
    phone.follow(phone.button("record"))
    expect(phone.page.get_by_text("Dan challenges Ben")).to_be_visible()


def teams(phone: Phone) -> None:
    """A league of two teams, one match of which has started."""
    league = phone.found(NINE.split(", "))
    phone.go(f"{league}/teams")
    phone.page.fill("textarea", "Aces of the Club: Ann, Ben, Cat, Dan\nKings: Eve, Fay, Gus, Hal")
    phone.page.select_option("select[name=game]", "spades")
    phone.follow(phone.button("start"))


def match(phone: Phone) -> None:
    """A match before its line-ups are set."""
    teams(phone)
    phone.follow(phone.page.locator("ul.tables a").first)


def started_match(phone: Phone) -> None:
    """A match at its tables."""
    match(phone)
    for side in (0, 1):
        phone.follow(phone.button(f"lineup.{side}"))
    phone.follow(phone.button("start"))
    expect(phone.page.locator("ul.tables li")).to_have_count(2)


def webhook(phone: Phone) -> None:
    """A webhook's secret, as it is shown once."""
    phone.go(f"{phone.found()}/feeds")
    phone.touch(phone.page.locator("#webhook > summary"))
    phone.page.fill("input[name=address]", "https://club.example/results")
    phone.follow(phone.button("webhook"))
    expect(phone.page.locator(".secret")).to_be_visible()


def token(phone: Phone) -> None:
    """A token, as it is shown once."""
    phone.go(f"{phone.found()}/feeds")
    phone.page.fill("input[name=name]", "Calendar")
    phone.follow(phone.button("make"))
    expect(phone.page.locator(".secret")).to_be_visible()


@pytest.mark.parametrize(
    "visit",
    [
        *(plan, pairs, page_of(""), page_of("", "nap"), page_of("/plan"), codes, all_evenings),
        *(bracket, groups, clock, token),
        *(ladder, teams, match, started_match, webhook, public, settings, wall, wall_of_bracket),
        tonight,
    ],
    ids=[
        *("plan", "pairs", "evening", "each alone", "replan", "paper", "all"),
        *("bracket", "groups", "clock", "token"),
        *("ladder", "teams", "match", "started match", "webhook"),
        *("public", "settings", "wall", "wall of bracket", "tonight"),
    ],
)
def test_evening_pages_fit_a_phone(phone: Phone, visit: Callable[[Phone], None]) -> None:
    visit(phone)

    assert faults(phone.page) == []


def test_two_taps_make_a_pair(phone: Phone) -> None:
    planned(phone, phone.found(), NINE.removesuffix(", Ivy"), "bridge")
    phone.touch(phone.page.locator("label.card", has_text="Fixed pairs"))
    phone.settle()

    for name in ("Dan", "Ann", "Ben", "Cat", "Eve", "Hal", "Gus", "Fay"):
        phone.touch(phone.page.locator("[data-tapped] button", has_text=name))
    assert faults(phone.page) == []
    press(phone)

    pairs = phone.page.locator("[data-tapped] button").all_inner_texts()
    assert pairs == ["Ann & Dan", "Ben & Cat", "Eve & Hal", "Fay & Gus"]
    expect(phone.page.locator("#plan")).to_contain_text("Ann & Dan")


@pytest.mark.parametrize("name", ["", "/paper"])
def test_evening_pages_fit_a_wall_screen(phone: Phone, name: str) -> None:
    page_of(name)(phone)
    phone.page.set_viewport_size(WALL)

    assert not phone.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert [*unreadable(phone.page)] == []
    if not name:
        tonight, standing = (
            phone.page.locator(part).bounding_box() for part in (".tonight", ".standing")
        )
        assert tonight
        assert standing
        assert standing["x"] > tonight["x"] + tonight["width"]


@pytest.mark.parametrize("names", [NINE, ", ".join(f"{a}{b}" for a in "ABCDEF" for b in "lmno")])
@pytest.mark.parametrize("kind", ["Rotating partners", "Knock-out"])
def test_club_wall_is_read_without_scrolling(phone: Phone, names: str, kind: str) -> None:
    league = phone.found()
    planned(phone, league, names, "spades" if kind != "Knock-out" else "tally")
    phone.touch(phone.page.locator("label.card", has_text=kind).first)
    phone.settle()
    for _ in range(3):  # look, save the plan, start round 1
        press(phone)
    phone.page.set_viewport_size(SCREEN)
    phone.go(f"{league}/wall")

    sizes = phone.page.evaluate(LETTERS)
    assert min(sizes) >= 20
    assert phone.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert [*unreadable(phone.page)] == []
    if kind != "Knock-out":
        assert max(sizes) == 81  # the totals


def test_club_wall_renews_itself(new_phone: NewPhone) -> None:
    phone = new_phone()
    league = evening(phone).rpartition("/evening/")[0]
    table = phone.page.locator("a[href^='/t/']").first.get_attribute("href") or ""
    phone.go(f"{league}/organise")
    phone.follow(phone.button("wall"))
    link = phone.page.get_by_label("Link for a screen on the wall").input_value()
    television = new_phone()
    television.go(link)
    first = television.page.locator(".hall-tables > li").first
    expect(first).to_contain_text("deal 1")

    phone.go(table)
    phone.deal(3, 9, 6, 0, 5)
    expect(first).to_contain_text("deal 2")

    phone.go(f"{league}/organise")
    phone.follow(phone.button("nowall"))
    expect(television.page.locator(".hall-tables")).to_have_count(0)
    television.forgive("403")


@pytest.mark.parametrize("size", [WALL, SCREEN])
def test_no_name_of_a_bracket_is_cut(phone: Phone, size: ViewportSize) -> None:
    long = [f"{first} & {last} von Hohenzollern" for first in "ABCD" for last in "EFGH"]
    planned(phone, phone.found(), ", ".join(long))
    phone.touch(phone.page.locator("label.card", has_text="Knock-out").first)
    phone.settle()
    for _ in range(3):
        press(phone)
    phone.page.set_viewport_size(size)
    phone.go(f"{phone.address}/bracket")

    names = phone.page.locator(".tree p > span:first-child")
    assert names.count() == 2 * 15
    whole = "all => all.every(one => one.scrollWidth <= one.clientWidth + 1)"
    assert names.evaluate_all(whole)
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = [one.bounding_box() for one in phone.page.locator(".tree .duel").all()]
    apart = [(a, b) for a in boxes for b in boxes if a and b and a is not b]
    assert not any(
        a["x"] < b["x"] + b["width"]
        and b["x"] < a["x"] + a["width"]
        and a["y"] < b["y"] + b["height"]
        and b["y"] < a["y"] + a["height"]
        for a, b in apart
    )


def test_view_follows_the_tables_by_itself(new_phone: NewPhone) -> None:
    phone = new_phone()
    address = evening(phone)
    wall = phone.page
    first = wall.locator(".attable").first
    table = first.locator("> a").get_attribute("href")
    assert table
    expect(first.locator(".now")).to_have_text("deal 1")

    phone.new_tab()
    phone.go(table)
    phone.deal(3, 9, 6, 0, 5)
    expect(first.locator(".now")).to_have_text("deal 2")
    expect(first.locator("dd").nth(1)).to_have_text("9")

    phone.go(f"{table}/write/finish")
    phone.save()
    expect(wall.locator(".standing tbody tr")).to_have_count(5)
    expect(first).to_have_class("attable over")
    assert wall.url.endswith(address)


def test_an_evening_goes_without_scripts(new_phone: NewPhone) -> None:
    phone = new_phone(script=False)
    league = phone.found()
    phone.go(f"{league}/evening/new")
    phone.page.fill("input[name=names]", NINE)
    phone.page.select_option("select[name=game]", "whist")
    press(phone)
    expect(phone.page.locator("#plan h3")).not_to_have_count(0)
    press(phone)
    press(phone)

    expect(phone.page.locator(".attable")).to_have_count(2)
    phone.follow(phone.page.get_by_role("link", name="Refresh"))
    expect(phone.page.locator(".waiting")).to_contain_text("Waiting")


def test_started_clock_counts_down_on_a_pad(new_phone: NewPhone) -> None:
    phone = new_phone()
    evening(phone)
    table = phone.page.locator("a[href^='/t/']").first.get_attribute("href") or ""
    phone.page.locator("summary", has_text="Clock and director").tap()
    phone.page.fill("input[name=minutes]", "1")
    phone.follow(phone.button("start"))
    phone.go(table)

    expect(phone.page.locator(".clock")).to_contain_text("0:57")
    expect(phone.page.locator(".clock")).to_contain_text("Two minutes left")
    assert faults(phone.page) == []


def test_a_knockout_of_64_fits_its_sheets(phone: Phone) -> None:
    names = [f"{first} {last}" for last in NINE.split(", ") for first in NINE.split(", ")]
    planned(phone, phone.found(), ", ".join(names[:64]))
    phone.touch(phone.page.locator("label.card", has_text="Knock-out").first)
    phone.settle()
    press(phone)
    press(phone)  # save the plan
    evening = phone.address
    phone.page.set_viewport_size(A4)

    phone.go(f"{evening}/bracket")
    phone.page.emulate_media(media="print")
    trees = phone.page.locator(".tree").all()
    assert len(trees) == 5  # four quarters, and what follows them
    for tree in trees:
        drawn = tree.bounding_box()
        assert drawn
        assert drawn["width"] <= A4["width"]
        assert drawn["height"] <= A4["height"]
    phone.go(f"{evening}/paper")
    phone.page.emulate_media(media="screen")  # the new page is shown as on a screen again
    phone.page.emulate_media(media="print")
    ends = phone.page.locator("td").evaluate_all(
        "cells => cells.map(one => one.getBoundingClientRect().right)"
    )
    assert len(ends) == 6 * 32
    assert max(ends) <= A4["width"]


READ = """all => all.filter((one) => {
  const box = one.getBoundingClientRect();
  const cut = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
  const letters = parseFloat(getComputedStyle(one).fontSize);
  return cut || letters < 20 || box.right > innerWidth || box.bottom > innerHeight || box.top < 0;
}).map((one) => one.innerText)"""
"""What cannot be read from across a room."""
COVERED = """all => all.map((one) => one.getBoundingClientRect()).filter((one, at, boxes) =>
  boxes.some((other, place) => place !== at && one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom)).length"""
"""How many matches lie on each other."""


def test_quarters_are_read_across_a_room(phone: Phone) -> None:
    league, sender = phone.found(["Ann", "Ben"]), Sender(phone)
    names = ", ".join(f"Bartholomew Featherstone {n}" for n in range(64))
    plan, typed = f"{league}/evening/new", {"game": "tally", "kind": "knockout"}
    page = sender.fill(plan, {**typed, "names": names}, "set")
    page = sender.send(plan, page.form("look"), {"seeding": "standings"}, "look")
    sender.do(sender.send(plan, page.form("keep"), {}, "keep").location, do="open.")
    phone.page.set_viewport_size(SCREEN)

    phone.go(f"{league}/wall")

    # the semi-finals have a page too, which turns after twelve seconds
    expect(phone.page.locator(".hall-tree .duel")).to_have_count(15, timeout=20_000)
    assert phone.page.locator(".hall-tree .duel > p").evaluate_all(READ) == []
    assert phone.page.locator(".hall-tree .duel").evaluate_all(COVERED) == 0
