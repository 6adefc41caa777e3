"""Folding: a question stays open while it is being answered, and becomes one line afterwards."""

import pytest

from tests.browser.evenings import bring
from tests.browser.phone import Phone

pytestmark = pytest.mark.browser


def folds(phone: Phone) -> dict[str, bool]:
    """Return what may be left out, and whether it is open."""
    asides = phone.page.locator("#pad > .more")
    return {
        aside.locator("summary").inner_text(): aside.get_attribute("open") is not None
        for aside in asides.all()
    }


def unfold(phone: Phone, name: str) -> None:
    """Open what is folded away under this name, or fold it."""
    phone.touch(phone.page.locator("#pad > .more > summary", has_text=name))


def test_card_is_named_in_three_taps(phone: Phone) -> None:
    phone.start("noms")
    phone.tap("declarer-0", "bid-8")

    assert phone.counting(lambda: phone.tap("nominated.0-T", "nominated.1-H")) == 3

    assert folds(phone) == {"Trumps": False, "Named card: 10♥": False, "Gave the card away": False}


@pytest.mark.hard
def test_open_question_survives_another_answer(phone: Phone) -> None:
    phone.start("noms")
    phone.tap("declarer-0", "bid-8")
    phone.slow(300)

    phone.key("partner-2").tap()
    unfold(phone, "Gave the card away")
    phone.settle()

    assert folds(phone)["Gave the card away"]
    unfold(phone, "Gave the card away")
    phone.tap("tricks.0-5")
    assert not folds(phone)["Gave the card away"]


@pytest.mark.parametrize("before", ["0", "scrollY", "document.body.scrollHeight"])
def test_the_wide_key_leads_to_what_it_names(phone: Phone, before: str) -> None:
    phone.start("sharp-nullo")
    phone.tap("by.short-numbers")
    phone.tap(*(f"bids.left.{name}-3" for name in ("UR", "DR", "UL", "DL")))
    phone.tap(*(f"bids.partner.{name}-3" for name in ("UR", "DR", "UL")))
    phone.page.evaluate(f"scrollTo(0, {before})")

    phone.save()

    reached = phone.scrolls
    phone.tap("bids.partner.DL-12")
    assert phone.scrolls == reached


@pytest.mark.hard
def test_opened_line_of_refused_list_stays_open(phone: Phone) -> None:
    bring(phone, "oh-hell-7", 3)
    for seat, bid in zip((4, 5, 6, 0, 1, 2, 3), (1, 0, 1, 1, 1, 0, 1), strict=True):
        phone.tap(f"bids.{seat}-{bid}")
    phone.save()

    phone.touch(phone.folded(phone.key("tricks.2-1")))

    assert phone.key("tricks.2-1").is_visible()


def test_explanation_stays_open_in_the_next_deal(phone: Phone) -> None:
    phone.bring("spades", *[{"bids": [4, 3, 3, 2], "side_tricks": [8, 5]}] * 3)
    explained = phone.page.locator(".deals details[open] .no")
    phone.touch(phone.page.locator(".deals summary").nth(1))
    phone.touch(phone.page.locator(".record > .more > summary", has_text="needs"))

    phone.tap("bids.0-4", "bids.1-3", "bids.2-3", "bids.3-2")
    assert explained.all_inner_texts() == ["2"]
    phone.tap("side_tricks.0-8")
    phone.save()

    assert explained.all_inner_texts() == ["2"]
    assert phone.page.locator(".record > .more[open]").count() == 1
