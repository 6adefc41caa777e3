"""Comfort may be missing, a score may not: without JavaScript, and with htmx's address blocked."""

import pytest

from tests.browser.evenings import EVENINGS, FEW, Entry, enter, start
from tests.browser.phone import NewPhone, Phone
from tests.requirements import few

pytestmark = pytest.mark.browser


def record(phone: Phone, game: str, entry: Entry, number: int) -> None:
    """Enter a deal and save it; the wide key may first have to bring what comes next."""
    enter(phone, game, entry, number)
    phone.save()
    if "saved" not in phone.message():
        phone.save()


def play(phone: Phone, name: str, deals: int | None = None) -> None:
    """Play an evening to its end, or so many deals of it; deal 3 is undone and saved again once."""
    sheet, expect = EVENINGS[name]["sheet"], EVENINGS[name]["expect"]
    entries = sheet["entries"][:deals]
    totals = [entry["totals"] for entry in expect["entries"]]
    start(phone, name)

    for number, entry in enumerate(entries):
        record(phone, sheet["game"], entry, number)
        assert phone.totals() == totals[number]
        if number == 2:
            phone.undo()
            assert phone.totals() == totals[1]
            phone.save()
            assert phone.totals() == totals[number]
    assert phone.sheet()["entries"] == entries
    assert bool(phone.end()) == (entries == sheet["entries"])


@pytest.mark.parametrize("name", few(EVENINGS, FEW))
def test_a_deal_of_each_game_without_javascript(new_phone: NewPhone, name: str) -> None:
    phone = new_phone(script=False)
    sheet, expect = EVENINGS[name]["sheet"], EVENINGS[name]["expect"]
    start(phone, name)

    record(phone, sheet["game"], sheet["entries"][0], 0)

    assert phone.totals() == expect["entries"][0]["totals"]


@pytest.mark.hard
def test_spades_without_javascript(new_phone: NewPhone) -> None:
    phone = new_phone(script=False)

    play(phone, "spades-nil")

    assert phone.page.evaluate("document.documentElement.className") == ""


@pytest.mark.hard
def test_bridge_with_the_cdn_blocked(new_phone: NewPhone) -> None:
    phone = new_phone(cdn="blocked")

    play(phone, "bridge")

    assert phone.page.evaluate("'htmx' in window") is False


def test_an_error_in_the_late_script_is_in_the_console(new_phone: NewPhone) -> None:
    phone = new_phone()
    broken = "throw new Error('the late script is broken')"
    script = {"body": broken, "content_type": "text/javascript"}
    phone.page.route("**/later.js*", lambda route: route.fulfill(**script))

    with phone.page.expect_event("pageerror") as error:
        phone.start("spades")

    assert str(error.value) == "the late script is broken"
    phone.forgive("the late script is broken")
