"""Two phones at one table, impatient thumbs, a network that fails: nothing twice, nothing lost."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.evenings import enter
from tests.browser.phone import NewPhone, Phone, let_in
from tests.web.phones import NEWS

pytestmark = pytest.mark.browser

SPADES = {"bids": [4, 3, 3, 2], "side_tricks": [8, 5]}
BRIDGE = {"contract": "4S", "declarer": 0, "doubled": 0, "tricks": 10}


# --- two phones ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind",
    [{}, {"cdn": "blocked"}, {"script": False}],
    ids=["htmx", "cdn blocked", "without JavaScript"],
)
def test_second_of_two_sees_both_and_decides(
    phone: Phone, new_phone: NewPhone, kind: dict[str, Any]
) -> None:
    phone.start("tally")
    other = let_in(phone, new_phone(**kind), "Scorer")
    other.hear_nothing()
    for one, last in ((other, -50), (phone, -5)):
        for seat, points in enumerate((10, 0, 5, last)):
            one.write(f"points.{seat}", str(points))
    if other.live:  # it has sent what was typed, before the other saved
        other.page.locator("h1").click()
        other.settle()
    phone.save()

    other.save()
    assert other.totals() == [10, 0, 5, -5]
    assert re.match(r"Phone 1 saved at \d\d:\d\d", other.deals()[0])
    assert other.deals()[1].startswith("You entered, not saved")
    other.page.wait_for_timeout(2500)  # what others write is not asked for meanwhile

    other.press("replace")
    assert other.totals() == [10, 0, 5, -50]
    assert [deal["points"] for deal in phone.sheet()["entries"]] == [[10, 0, 5, -50]]
    expect(other.page.locator(".unsent")).to_have_count(0)  # sent again in case it was lost


@pytest.mark.hard
def test_overtaken_phones_next_deal_is_saved(phone: Phone, new_phone: NewPhone) -> None:
    phone.start("spades")
    enter(phone, "spades", SPADES, 0)
    other = let_in(phone, new_phone(), "Scorer")
    other.hear_nothing()
    other.tap("side_tricks.0-6")
    phone.save()

    other.save()
    assert other.totals() == [71, 50]

    other.press("save")
    assert other.totals() == [1, 102]
    assert [deal["side_tricks"] for deal in phone.sheet()["entries"]] == [[8, 5], [6, 7]]


@pytest.mark.hard
def test_saving_at_the_same_moment_writes_one(phone: Phone, new_phone: NewPhone) -> None:
    phone.start("spades")
    phone.hear_nothing()
    enter(phone, "spades", SPADES, 0)
    other = let_in(phone, new_phone(), "Scorer")
    other.hear_nothing()
    key = ".act button.main"

    for one in (phone, other):
        one.page.evaluate(f"setTimeout(() => document.querySelector('{key}').click(), 100)")
    for one in (phone, other):
        expect(one.page.locator("#message")).to_contain_text("Deal 1")

    said = {phone.message(), other.message()}
    assert said == {"Deal 1 saved.", "Deal 1 was already saved on another phone."}
    assert phone.sheet()["entries"] == [SPADES]


@pytest.mark.hard
def test_open_answer_stays_open_as_others_write(phone: Phone, new_phone: NewPhone) -> None:
    phone.start("spades")
    other = let_in(phone, new_phone(), "Scorer")
    phone.tap("bids.1-3", "bids.2-3")

    phone.touch(phone.page.locator("button.said", has_text="Ben"))
    other.go(other.table)
    other.tap("bids.3-2")
    expect(phone.page.locator("button.said", has_text="Dan")).to_be_visible()

    assert phone.key("bids.1-4").is_visible()
    phone.tap("bids.1-4")
    expect(phone.page.locator("button.said", has_text="Ben")).to_have_text(re.compile("4"))


# --- one thumb, more than once -------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind",
    [{}, {"cdn": "blocked"}, {"script": False}],
    ids=["htmx", "cdn blocked", "without JavaScript"],
)
def test_a_double_tap_on_save_writes_once(new_phone: NewPhone, kind: dict[str, Any]) -> None:
    phone = new_phone(**kind)
    table = phone.start("bridge")
    enter(phone, "bridge", BRIDGE, 0)

    phone.page.locator(".act button.main").dblclick()
    expect(phone.page.locator("#message")).to_contain_text("Deal 1 saved.")

    assert phone.totals() == [120, 0]
    assert phone.sheet(table)["entries"] == [BRIDGE]


def test_double_tap_on_last_save_begins_no_game(phone: Phone) -> None:
    table = phone.bring("euchre", {"maker": 0, "alone": True, "tricks": 5})
    phone.tap("maker-0", "tricks-5")
    key = phone.page.locator(".act button.main").bounding_box()
    assert key

    phone.save()
    phone.page.touchscreen.tap(key["x"] + key["width"] / 2, key["y"] + key["height"] / 2)
    phone.page.wait_for_timeout(300)

    assert phone.address == table
    assert phone.end()
    phone.page.wait_for_timeout(700)
    phone.press("again")
    assert phone.address != table


def test_taps_quicker_than_the_network_all_count(phone: Phone) -> None:
    phone.start("spades")
    phone.slow(400)

    for key in ("bids.1-3", "bids.2-3", "bids.3-2", "bids.0-4"):
        phone.key(key).tap()
    phone.key("side_tricks.0-8").tap()
    phone.save()

    assert phone.sheet()["entries"] == [SPADES]


def test_quick_second_answer_is_no_conflict(phone: Phone) -> None:
    phone.start("spades")
    phone.slow(400)

    for bid in (3, 5, 4):
        phone.key(f"bids.0-{bid}").evaluate("key => key.click()")
        phone.page.wait_for_timeout(100)
    phone.settle()

    assert phone.message() == ""
    assert phone.page.locator('input[name="bids.0"]:checked').input_value() == "4"


@pytest.mark.parametrize("done", ["save", "undo"])
def test_tap_behind_a_key_is_not_for_next_deal(phone: Phone, done: str) -> None:
    phone.start("bridge")
    phone.hear_nothing()
    enter(phone, "bridge", BRIDGE, 0)
    if done == "undo":
        phone.save()
    phone.slow(500)

    phone.button(done).evaluate("key => key.click()")
    phone.page.wait_for_timeout(100)
    phone.key("contract.0-5" if done == "undo" else "tricks-11").evaluate("key => key.click()")
    expect(phone.page.locator("#message")).to_contain_text("taps after it were ignored")

    assert phone.totals() == ([0, 0] if done == "undo" else [120, 0])
    assert phone.sheet()["entries"] == ([] if done == "undo" else [BRIDGE])


# --- no server, no network -----------------------------------------------------------------------


BUSY = {
    "status": 503,
    "headers": {"HX-Retarget": "#message", "HX-Reswap": "textContent"},
    "body": "Nothing was saved. Try again in a moment.",
}
"""What the app answers htmx while its database cannot be reached."""


def test_typed_text_survives_a_failed_write(phone: Phone) -> None:
    table = phone.start("tally")
    phone.page.route(f"**{table}", lambda route: route.fulfill(**BUSY))
    phone.deal(1, 2, 3, 4)
    phone.page.unroute(f"**{table}")

    phone.save()

    assert phone.totals() == [1, 2, 3, 4]
    phone.forgive("503")


def test_tapped_answers_survive_a_failed_write(phone: Phone) -> None:
    table = phone.start("bridge")
    phone.page.route(f"**{table}", lambda route: route.fulfill(**BUSY))
    phone.tap("contract.0-4", "contract.1-S")
    phone.page.unroute(f"**{table}")

    phone.tap("declarer-0", "tricks-10")
    phone.save()

    assert phone.sheet()["entries"] == [BRIDGE]
    phone.forgive("503")


@pytest.mark.hard
def test_page_keeps_its_place_after_failed_save(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.start("tally")
    other = let_in(phone, new_phone(), "Scorer")
    phone.page.route(f"**{table}", lambda route: route.fulfill(**BUSY))
    phone.save()
    phone.page.unroute(f"**{table}")
    phone.page.set_viewport_size({"width": 360, "height": 400})
    phone.page.evaluate("scrollTo(0, 200)")
    read = phone.page.evaluate("scrollY")

    enter(other, "tally", {"points": [1, 2, 3, 4]}, 0)
    other.save()
    expect(phone.page.locator(".totals output").first).to_have_text("1")

    assert phone.page.evaluate("scrollY") == read > 0
    phone.forgive("503")


@pytest.mark.parametrize(("key", "tricks"), [("theirs", [9]), ("replace", [10]), ("save", [9, 10])])
def test_late_kept_deal_is_shown_beside_other(
    phone: Phone, new_phone: NewPhone, key: str, tricks: list[int]
) -> None:
    phone.start("bridge")
    phone.hear_nothing()
    other = let_in(phone, new_phone(), "Scorer")
    enter(phone, "bridge", BRIDGE, 0)

    phone.context.set_offline(True)
    phone.page.locator(".act button.main").tap()
    expect(phone.page.locator("#message")).to_contain_text("Saved on this phone")
    enter(other, "bridge", {**BRIDGE, "tricks": 9}, 0)
    other.save()
    phone.context.set_offline(False)

    expect(phone.page.locator("#message")).to_contain_text("already saved with other figures")
    expect(phone.page.locator(".unsent")).to_have_text("1 unsent")
    phone.press(key)
    assert phone.page.locator(".unsent").count() == 0
    assert [deal["tricks"] for deal in phone.sheet()["entries"]] == tricks
    phone.forgive("Failed to fetch")
    phone.forgive("409")


def away(phone: Phone, *patterns: str) -> None:
    """Have somebody else answer for these addresses, as a proxy does while the server starts."""
    page = {"status": 502, "content_type": "text/html", "body": "<h1>502 Bad Gateway</h1>"}
    for pattern in patterns:
        phone.page.route(pattern, lambda route: route.fulfill(**page))


def back(phone: Phone) -> None:
    """The server answers again."""
    phone.page.unroute_all()
    phone.forgive("502")


@pytest.mark.hard
def test_absent_server_loses_no_pad_and_no_deal(phone: Phone) -> None:
    table = phone.start("bridge")
    enter(phone, "bridge", BRIDGE, 0)
    message = phone.page.locator("#message")

    with phone.page.expect_response(f"**{NEWS}*"):
        away(phone, f"**{NEWS}*", f"**{table}")
    phone.save()
    expect(message).to_contain_text("Saved on this phone")
    back(phone)
    phone.page.evaluate("dispatchEvent(new Event('online'))")

    expect(phone.page.locator(".totals output").first).to_have_text("120")
    assert phone.sheet(table)["entries"] == [BRIDGE]


@pytest.mark.hard
def test_deal_corrected_unsent_is_written_once(phone: Phone) -> None:
    table = phone.start("bridge")
    enter(phone, "bridge", {**BRIDGE, "tricks": 9}, 0)
    away(phone, f"**{table}")
    phone.save()
    phone.page.locator(".act .undo").click()
    back(phone)

    phone.tap("tricks-10")
    phone.save()
    phone.page.evaluate("dispatchEvent(new Event('online'))")

    assert phone.message() == "Deal 1 saved."
    assert phone.page.locator(".unsent").count() == 0
    assert phone.sheet(table)["entries"] == [BRIDGE]


def test_unstorable_taps_are_reported_as_unsent(phone: Phone) -> None:
    table = phone.bring("bridge", BRIDGE)
    away(phone, f"**{table}")

    phone.undo()

    assert phone.message() == ("The server isn't answering. Try again when connected.")
    back(phone)
    assert phone.sheet(table)["entries"] == [BRIDGE]


@pytest.mark.hard
def test_kept_deal_of_one_table_blocks_no_other(phone: Phone, new_phone: NewPhone) -> None:
    gone = phone.start("bridge")
    other = let_in(phone, new_phone(), "Scorer")
    enter(phone, "bridge", BRIDGE, 0)
    away(phone, f"**{gone}")
    phone.save()
    other.go(gone)
    other.tap("tricks-9")
    other.save()

    table = phone.start("bridge")
    enter(phone, "bridge", BRIDGE, 0)
    away(phone, f"**{table}")
    phone.save()
    expect(phone.page.locator(".unsent")).to_have_text("2 unsent")
    back(phone)
    phone.page.evaluate("dispatchEvent(new Event('online'))")

    expect(phone.page.locator(".totals output").first).to_have_text("120")
    expect(phone.page.locator(".unsent")).to_have_text("1 unsent")
    phone.touch(phone.page.locator(".unsent"))
    phone.page.get_by_role("button", name="Open in the game").tap()
    expect(phone.page.locator("#message")).to_contain_text("already saved with other figures")
    assert phone.table == gone
    phone.forgive("409")


@pytest.mark.hard
def test_deal_failing_during_a_sending_is_kept(phone: Phone) -> None:
    phone.start("bridge")
    enter(phone, "bridge", BRIDGE, 0)
    phone.context.set_offline(True)
    phone.page.locator(".act button.main").tap()
    expect(phone.page.locator("#message")).to_contain_text("Saved on this phone")

    phone.page.evaluate(
        """() => {
          const fetched = window.fetch;
          window.fetch = async (...what) => {
            const name = Object.keys(localStorage).find(name => name.startsWith("deal "));
            const deal = JSON.parse(localStorage[name]);
            const second = {...deal, name: "deal second", url: "/nowhere"};
            localStorage["deal second"] = JSON.stringify(second);
            window.fetch = fetched;
            return fetched(...what);
          };
        }"""
    )
    phone.context.set_offline(False)

    expect(phone.page.locator(".totals output").first).to_have_text("120")
    kept = "Object.keys(localStorage).filter(name => name.startsWith('deal '))"
    assert phone.page.evaluate(kept) == ["deal second"]
    phone.page.evaluate("localStorage.clear()")
    phone.forgive("Failed to fetch")
