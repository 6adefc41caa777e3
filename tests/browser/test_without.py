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


def test_a_deal_is_corrected_without_javascript(new_phone: NewPhone) -> None:
    phone = new_phone(script=False)
    phone.bring("spades", {"bids": [4, 3, 3, 2], "side_tricks": [9, 4]})

    phone.edit(1)
    phone.tap("side_tricks.0-8")
    phone.save()

    assert phone.totals() == [71, 50]
    assert "rescored" in phone.message()


@pytest.mark.hard
def test_incomplete_deal_is_refused_scriptless(new_phone: NewPhone) -> None:
    phone = new_phone(script=False)
    phone.start("bridge")
    phone.tap("contract.0-4", "contract.1-S")

    phone.save()
    phone.tap("declarer-0")
    phone.save()
    phone.save()

    assert phone.message() == "Missing: tricks."
    assert phone.faults() == ["Enter the tricks of the declarer's side."]
    assert phone.main_key().startswith("4 ♠ by Ann")


@pytest.mark.parametrize(("script", "how"), [(True, "Drag, or use"), (False, "Use the arrows")])
def test_names_are_moved_as_the_phone_can(new_phone: NewPhone, script: bool, how: str) -> None:
    phone = new_phone(script=script)

    phone.go("/new/spades")

    (told,) = phone.page.locator(".hint", has_text="Leave blank").all_inner_texts()
    assert told.startswith(how)
    assert ("Drag" in told) is script
