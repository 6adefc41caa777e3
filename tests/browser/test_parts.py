"""Cards with their takers and the order of going out, tapped, typed on a keyboard, put right."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.evenings import EVENINGS, keys
from tests.browser.phone import NewPhone, Phone
from tests.browser.test_keyboard import focused, give, press_main

pytestmark = pytest.mark.browser

ENTRIES: list[dict[str, Any]] = EVENINGS["trex"]["sheet"]["entries"]
TREX, GIRLS, OWN_QUEEN = ENTRIES[2], ENTRIES[3], ENTRIES[8]


def picked(phone: Phone, game: str, *answers: str) -> Phone:
    """A new table on which this game is picked and these keys are tapped."""
    phone.start("trex")
    phone.tap(f"contract-{game}", *answers)
    return phone


def places(phone: Phone) -> dict[str, str]:
    """Return who stands where in the order, by name."""
    placed = phone.page.locator(".order > .key[data-place]")
    return dict(placed.evaluate_all("all => all.map(one => [one.innerText, one.dataset.place])"))


# --- cards --------------------------------------------------------------------------------------


def test_leader_is_asked_if_holder_took_the_card(phone: Phone) -> None:
    picked(phone, "king", "cards.KH.taken_by-2", "cards.KH.doubled_by-1")

    phone.tap("cards.KH.doubled_by-2")
    phone.save()
    assert phone.faults() == ["Say who led the trick with the king of hearts."]
    phone.tap("cards.KH.led_by-1")
    phone.save()

    assert phone.totals() == [0, 75, -150, 0]


@pytest.mark.hard
def test_missing_answer_scrolls_to_its_question(phone: Phone) -> None:
    takers = [f"cards.{queen}.taken_by-0" for queen in ("QC", "QD", "QH", "QS")]
    picked(phone, "girls", *takers, "cards.QS.doubled_by-0")

    phone.save()

    assert phone.faults() == ["Say who led the trick with the queen of spades."]
    assert phone.page.locator(":focus").get_attribute("name") == "cards.QS.led_by"
    expect(phone.key("cards.QS.led_by-3")).to_be_in_viewport()


@pytest.mark.hard
def test_next_game_forgets_the_first_ones_takers(phone: Phone) -> None:
    picked(phone, "girls", "cards.QC.taken_by-1", "cards.QC.doubled_by-1")

    phone.tap("contract-king")

    assert phone.page.locator('.catch :checked:not([value=""])').count() == 0


# --- the order of going out ---------------------------------------------------------------------


def test_names_are_tapped_in_order(phone: Phone) -> None:
    picked(phone, "trex", "order-2", "order-0")
    assert places(phone) == {"Cat": "1", "Ann": "2"}

    phone.tap("order-3")

    assert places(phone) == {"Cat": "1", "Ann": "2", "Dan": "3", "Ben": "4"}
    phone.save()
    assert phone.totals() == [150, 50, 200, 100]


@pytest.mark.hard
def test_second_tap_removes_a_name_from_order(phone: Phone) -> None:
    picked(phone, "trex", "order-2", "order-0", "order-3")

    phone.tap("order-2")
    assert places(phone) == {"Ann": "1", "Dan": "2"}
    phone.tap("order-1")
    assert places(phone) == {"Ann": "1", "Dan": "2", "Ben": "3", "Cat": "4"}

    phone.save()
    assert phone.sheet()["entries"] == [{"contract": "trex", "order": [0, 3, 1, 2]}]


def test_taps_faster_than_network_lose_nothing(phone: Phone) -> None:
    picked(phone, "trex")
    phone.slow(500)

    for seat in (2, 0, 0, 3, 0):
        phone.touch(phone.key(f"order-{seat}"))
    assert places(phone) == {"Cat": "1", "Dan": "2", "Ann": "3"}
    phone.settle()

    assert places(phone) == {"Cat": "1", "Dan": "2", "Ann": "3", "Ben": "4"}


@pytest.mark.hard
def test_replaced_name_is_no_conflict_on_a_phone(phone: Phone) -> None:
    picked(phone, "trex", "order-2", "order-0")
    phone.slow(400)

    for seat in (0, 3):
        phone.touch(phone.key(f"order-{seat}"))
        phone.page.wait_for_timeout(100)
    phone.settle()

    assert phone.message() == ""
    assert places(phone) == {"Cat": "1", "Dan": "2"}


@pytest.mark.parametrize("entry", [TREX, GIRLS, OWN_QUEEN], ids=["trex", "girls", "own-queen"])
def test_parts_are_given_by_keyboard(phone: Phone, entry: dict[str, Any]) -> None:
    phone.start("trex")
    give(phone, f"contract-{entry['contract']}")

    for answer in KEYBOARD[entry["contract"]](phone, entry):
        give(phone, answer)
        assert focused(phone) != ""
    press_main(phone)

    assert phone.sheet()["entries"] == [entry]
    assert phone.message() == "Deal 1 saved."


def _cards(phone: Phone, entry: dict[str, Any]) -> list[str]:
    return keys("trex", entry, 0)[1:]


def _order(phone: Phone, entry: dict[str, Any]) -> list[str]:
    return [f"order-{seat}" for seat in entry["order"][:-1]]


KEYBOARD: dict[str, Callable[[Phone, dict[str, Any]], list[str]]] = {
    "girls": _cards,
    "trex": _order,
}


@pytest.mark.hard
def test_an_order_is_changed_without_javascript(new_phone: NewPhone) -> None:
    phone = new_phone(script=False)
    phone.bring("trex", TREX)

    phone.edit(1)
    phone.tap("order-2")
    phone.save()
    assert phone.faults() == ["Say who went out third."]
    assert places(phone) == {"Ann": "1", "Dan": "2"}
    phone.tap("order-1")
    phone.save()

    assert phone.totals() == [200, 100, 50, 150]
