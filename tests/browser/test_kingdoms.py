"""Trex on the phone: each form, whose kingdom it is and the sheet by kingdom, counts that fill
themselves, a whole game without JavaScript."""

from typing import Any

import pytest

from tests.browser.evenings import EVENINGS, enter
from tests.browser.looks import faults
from tests.browser.phone import NewPhone, Phone
from tests.browser.test_without import play

pytestmark = [pytest.mark.browser, pytest.mark.hard]

ENTRIES: list[dict[str, Any]] = EVENINGS["trex"]["sheet"]["entries"]
KING, DIAMONDS, TREX, GIRLS = ENTRIES[:4]


# --- every form, for every eye and every thumb --------------------------------------------------

FORMS = {
    "choose": (),
    "diamonds": ("contract-diamonds", "counts.0-3"),
    "eltoosh": ("contract-eltoosh", "counts.0-4", "counts.1-3", "counts.2-6"),
    "girls": ("contract-girls", "cards.QC.taken_by-0"),
    "girls doubled": ("contract-girls", "cards.QS.doubled_by-3", "cards.QS.taken_by-3"),
    "king": ("contract-king",),
    "king doubled": ("contract-king", "cards.KH.taken_by-2", "cards.KH.doubled_by-2"),
    "trex": ("contract-trex",),
    "trex half": ("contract-trex", "order-2", "order-0"),
    "trex entered": ("contract-trex", "order-2", "order-0", "order-3"),
}


@pytest.mark.parametrize("form", FORMS)
def test_each_form_is_accessible(phone: Phone, form: str) -> None:
    phone.start("trex")

    phone.tap(*FORMS[form])

    assert faults(phone.page) == []


# --- whose kingdom it is ------------------------------------------------------------------------


def test_picked_games_are_crossed_out(phone: Phone) -> None:
    phone.bring("trex", KING, DIAMONDS)

    crossed = phone.page.locator('input[name="contract"]:disabled')
    assert [key.get_attribute("value") for key in crossed.all()] == ["diamonds", "king"]


def test_the_sheet_is_kept_by_kingdom(phone: Phone) -> None:
    phone.bring("trex", *ENTRIES[:7])

    rows = [" ".join(row.split()) for row in phone.page.locator(".kingdoms tr").all_inner_texts()]

    assert rows == [
        "Ann Ben Cat Dan",
        "Ann's kingdom",
        "king 0 75 −150 0",
        "diamonds 30 50 0 50",
        "trex 150 50 200 100",
        "girls −25 −50 0 −25",
        "eltoosh −60 −45 −90 0",
        "total 95 80 −40 125",
        "Dan's kingdom",
        "trex 200 150 100 50",
        "diamonds 130 0 0 0",
        "eltoosh",
        "girls",
        "king",
        "total 425 230 60 175",
    ]


# --- without comfort ----------------------------------------------------------------------------


def test_a_kingdom_without_javascript(new_phone: NewPhone) -> None:
    phone = new_phone(script=False)

    play(phone, "trex", deals=5)


def test_entered_deal_shows_why_before_saving(phone: Phone) -> None:
    phone.start("trex")

    enter(phone, "trex", KING, 0)

    why = phone.page.locator(".preview").inner_text()
    assert "led and took the king of hearts" in why
    assert "led the trick in which Cat took the doubled king of hearts" in why
