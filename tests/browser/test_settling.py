"""Playing for counters that are worth something: from the set-up page to the printed sheet."""

import pytest

from tests.browser.looks import faults
from tests.browser.phone import NAMES, Phone

pytestmark = [pytest.mark.browser, pytest.mark.hard]

SEVEN = (*NAMES, "Eve", "Fay", "Gus")
DEALS = (
    {"declarer": 6, "bid": "blucher", "made": True},
    {"declarer": 0, "bid": "wellington", "made": False},
)


def owed(phone: Phone) -> list[str]:
    """Return who pays whom, as it stands on the page."""
    rows = phone.page.locator(".settled tbody tr").all_inner_texts()
    return [" ".join(row.split()) for row in rows]


def balance(phone: Phone) -> list[str]:
    """Return what stands below the totals."""
    told = phone.page.locator(".carried").all_inner_texts()
    return [" ".join(one.split()) for one in told]


def test_an_evening_for_money(phone: Phone) -> None:
    phone.go("/new/nap")
    phone.write("stake", "0,10 €")
    assert faults(phone.page) == []
    phone.press("start")
    assert balance(phone) == ["0,00 €"] * 4

    phone.tap("declarer-0", "bid-four", "made-yes")
    phone.save()
    assert balance(phone) == ["1,20 €", *["−0,40 €"] * 3]
    phone.menu("End game")
    phone.save()

    assert owed(phone) == [f"Seat {seat} to Seat 1 4 0,40 €" for seat in (2, 3, 4)]
    assert faults(phone.page) == []


def test_seven_players_and_money_are_in_sight(phone: Phone) -> None:
    phone.bring("nap", *DEALS, players=SEVEN, stake="0.10 €")
    phone.tap("declarer-3", "bid-wellington")

    assert len(balance(phone)) == 7
    assert faults(phone.page) == []
    phone.tap("made-no")
    assert faults(phone.page) == []
