"""Mishaps at the table: the rules asked while one types, and a ruling written with the thumb."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import NewPhone, Phone

pytestmark = pytest.mark.browser

DEAL = {"bids": [4, 3, 2, 3], "side_tricks": [7, 6]}


def table(phone: Phone) -> str:
    """A table of Spades with two deals."""
    return phone.bring("spades", DEAL, DEAL, variant="bags")


def ask(phone: Phone, question: str) -> None:
    """Type a question, letter by letter."""
    phone.page.locator("#question").press_sequentially(question)
    phone.settle()


def test_rules_search_answers_while_typing(phone: Phone) -> None:
    table(phone)
    phone.menu("Rules")

    ask(phone, "he went out of trun")

    expect(phone.page.locator(".answer .at")).to_have_text("at this table · Lead out of turn")
    phone.follow(phone.page.locator(".answer").get_by_role("link", name="Read it in full"))
    assert phone.address.endswith("#lead-out-of-turn")
    expect(phone.page.locator("#lead-out-of-turn")).to_be_in_viewport()


def test_from_the_question_to_the_ruling(phone: Phone) -> None:
    address = table(phone)
    phone.menu("Rules")
    ask(phone, "reneged")

    phone.follow(phone.page.locator(".answer").get_by_text("Add ruling"))
    expect(phone.field("what-revoke")).to_be_checked()
    phone.tap("about-2", "decided-points")
    phone.write("points.1", "-30")
    phone.tap("agreed-0", "agreed-1")
    phone.save()

    assert phone.address == address
    assert phone.totals() == [122, 90]
    (entry,) = (one["adjust"] for one in phone.sheet()["entries"] if "adjust" in one)
    assert entry == {"side": 1, "points": -30, "reason": "Revoke", "deal": 2, "rule": "revoke"}
    phone.undo()
    assert phone.totals() == [122, 120]


def test_choosing_a_rule_offers_its_precedents(phone: Phone) -> None:
    address = table(phone)
    phone.go(f"{address}/write/ruling?about=1")
    phone.tap("what-exposed-card", "decided-nothing")
    phone.save()

    phone.go(f"{address}/write/ruling?about=2")
    phone.tap("what-exposed-card")

    before = phone.page.locator("section", has_text="Earlier rulings")
    expect(before).to_contain_text("Deal 1: Exposed card: no change.")
    phone.follow(before.get_by_text("rule the same way"))
    expect(phone.field("decided-nothing")).to_be_checked()


@pytest.mark.parametrize("kind", [{"script": False}, {"cdn": "blocked"}])
def test_rulings_work_without_javascript_or_cdn(
    new_phone: NewPhone, kind: dict[str, object]
) -> None:
    phone = new_phone(**kind)
    address = table(phone)
    phone.go(f"/rules/spades?table={address.removeprefix('/t/')}")
    phone.page.fill("#question", "too many cards")
    with phone.page.expect_navigation():
        phone.page.press("#question", "Enter")
    assert "Wrong number of cards" in phone.page.locator(".answer .at").inner_text()

    with phone.page.expect_navigation():
        phone.page.locator(".answer").get_by_text("Add ruling").tap()
    phone.tap("about-1", "decided-points")
    phone.save()
    phone.write("points.0", "-10")
    phone.save()

    assert phone.totals() == [112, 120]
