"""One deal of each game by keyboard alone: Tab goes on, arrows look for the answer, the space bar
gives it, Enter saves; the focus is never lost and what happened is said."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.evenings import EVENINGS, FEW, keys, start
from tests.browser.phone import Phone
from tests.requirements import few

pytestmark = pytest.mark.browser

FOCUSED = "document.activeElement.id || document.activeElement.className"
MOST_TABS = 40
WITH_KEYS = [name for name in EVENINGS if name != "tally"]


def focused(phone: Phone) -> str:
    """Return what has the focus, by id or class; empty when it is lost."""
    at: str = phone.page.evaluate(FOCUSED)
    return at


def tab_to(phone: Phone, wanted: str) -> None:
    """Press Tab until something is focused whose id or class begins like this."""
    for _ in range(MOST_TABS):
        if focused(phone).startswith(wanted):
            return
        phone.page.keyboard.press("Tab")
    pytest.fail(f"{wanted} is not reached; at {focused(phone)}")


def unfold(phone: Phone, button: Locator) -> None:
    """Press Tab until this is focused, then Enter."""
    for _ in range(MOST_TABS):
        if button.evaluate("one => one === document.activeElement"):
            break
        phone.page.keyboard.press("Tab")
    assert button.evaluate("one => one === document.activeElement"), focused(phone)
    phone.page.keyboard.press("Enter")


def give(phone: Phone, answer: str) -> None:
    """Give an answer: Tab to its group, that is opened if it is folded, arrows to it, the space
    bar. In which way a deal is entered is chosen in the menu."""
    if answer.startswith("by."):
        phone.page.locator(".menu > summary").press("Enter")
        phone.page.locator(f'[id="{answer}"]').press("Enter")
        phone.settle()
        return
    if not phone.key(answer).is_visible():
        unfold(phone, phone.folded(phone.key(answer)))
    tab_to(phone, answer.rpartition("-")[0])
    for _ in range(MOST_TABS):
        if focused(phone) == answer:
            break
        phone.page.keyboard.press("ArrowRight")
    assert focused(phone) == answer
    phone.page.keyboard.press("Space")
    phone.settle()


def press_main(phone: Phone) -> None:
    """Tab to the wide key and press Enter."""
    tab_to(phone, "main")
    phone.page.keyboard.press("Enter")
    phone.settle()


@pytest.mark.parametrize("name", few(WITH_KEYS, FEW))
def test_a_deal_by_keyboard(phone: Phone, name: str) -> None:
    sheet, expect_ = EVENINGS[name]["sheet"], EVENINGS[name]["expect"]
    start(phone, name)

    for answer in keys(sheet["game"], sheet["entries"][0], 0):
        give(phone, answer)
        assert focused(phone) != ""
    press_main(phone)

    assert phone.totals() == expect_["entries"][0]["totals"]
    assert focused(phone) == "message"
    assert phone.message() == "Deal 1 saved."
    expect(phone.page.locator("#message")).to_have_attribute("role", "status")


def test_numbers_by_keyboard(phone: Phone) -> None:
    phone.start("tally")
    keyboard = phone.page.keyboard

    for seat, points in enumerate((12, -5, 7, 0)):
        tab_to(phone, f"points.{seat}")
        keyboard.type(str(points))
    keyboard.press("Enter")
    phone.settle()

    assert phone.totals() == [12, -5, 7, 0]
    assert focused(phone) == "message"


def test_enter_in_a_field_never_undoes(phone: Phone) -> None:
    phone.bring("tally", {"points": [5, 0, 0, 0]})

    tab_to(phone, "points.0")
    phone.page.keyboard.type("30")
    phone.page.keyboard.press("Enter")
    phone.settle()

    assert focused(phone) == "points.1"
    assert phone.totals() == [5, 0, 0, 0]
    assert len(phone.sheet()["entries"]) == 1


def test_the_focus_goes_to_what_was_refused(phone: Phone) -> None:
    phone.start("bridge")
    for answer in ("contract.0-4", "contract.1-S", "declarer-0"):
        give(phone, answer)

    press_main(phone)

    assert focused(phone).startswith("tricks-")
    give(phone, "tricks-10")
    press_main(phone)
    assert phone.totals() == [120, 0]


def test_undo_by_keyboard_is_said(phone: Phone) -> None:
    phone.bring("bridge", EVENINGS["bridge"]["sheet"]["entries"][0])

    tab_to(phone, "quiet undo")
    phone.page.keyboard.press("Enter")
    phone.settle()

    assert phone.totals() == [0, 0]
    assert (focused(phone), phone.message()) == ("message", "Undone: deal 1.")


def test_an_answer_is_changed_by_keyboard(phone: Phone) -> None:
    phone.start("spades")
    give(phone, "bids.1-3")
    give(phone, "bids.2-3")

    phone.page.locator("button.said", has_text="Ben").focus()
    phone.page.keyboard.press("Enter")
    assert focused(phone) == "bids.1-3"
    give(phone, "bids.1-4")

    assert phone.page.locator("button.said", has_text="Ben").inner_text().split() == ["Ben", "4"]
    assert focused(phone).startswith("bids.3-")


@pytest.mark.hard
def test_a_folding_question_passes_the_focus_on(phone: Phone) -> None:
    phone.start("euchre")
    give(phone, "maker-1")

    give(phone, "trump-H")

    assert "Trumps: ♥" in phone.page.locator("#pad").inner_text()
    assert focused(phone) == "alone-no"
    give(phone, "tricks-3")
    press_main(phone)
    assert phone.totals() == [0, 1]


def test_seats_are_put_in_order_by_keyboard(phone: Phone) -> None:
    phone.go("/new/spades")
    for seat, name in enumerate(("Ann", "Ben", "Cat", "Dan")):
        tab_to(phone, f"name-{seat}")
        phone.page.keyboard.type(name)
    phone.page.get_by_label("as a list").focus()
    phone.page.keyboard.press("Space")

    down = phone.button("down.0")
    down.focus()
    phone.page.keyboard.press("Enter")

    names = [field.input_value() for field in phone.page.locator("[data-seats] input").all()]
    assert names == ["Ben", "Ann", "Cat", "Dan"]
    assert phone.address == "/new/spades"


def in_view(phone: Phone) -> bool:
    """Return whether what has the focus is seen, between the bars."""
    seen: bool = phone.page.evaluate(
        """() => {
          const place = document.activeElement.closest("label, input, .row, .said");
          const box = place.getBoundingClientRect();
          const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
          return place.contains(at);
        }"""
    )
    return seen


def leads_on(phone: Phone) -> bool:
    """Return whether the wide key leads to a question; where only the result is missing, it says
    so."""
    return phone.page.locator(".act .main[data-next]").count() == 1


@pytest.mark.hard
@pytest.mark.parametrize("name", WITH_KEYS)
@pytest.mark.parametrize("thumb", [False, True], ids=["by keyboard", "by thumb"])
def test_wide_key_leads_to_the_named_question(phone: Phone, name: str, thumb: bool) -> None:
    sheet = EVENINGS[name]["sheet"]
    start(phone, name)
    answers = keys(sheet["game"], sheet["entries"][0], 0)
    led, leads = 0, leads_on(phone)

    for answer in answers:
        if leads_on(phone):
            phone.page.evaluate("scrollTo(0, document.body.scrollHeight)")
            phone.save() if thumb else press_main(phone)
            assert phone.page.locator(".here").count() == 1
            assert phone.page.locator(".here").evaluate(
                "place => place.contains(document.activeElement)"
            )
            assert in_view(phone)
            led += 1
        give(phone, answer)

    assert bool(led) == leads


@pytest.mark.parametrize("late", [0, 400])
def test_wide_key_leads_on_before_the_answer(phone: Phone, late: int) -> None:
    phone.start("spades")
    phone.slow(late)

    phone.page.locator(".act .main").tap()

    assert focused(phone).startswith("bids.1-")
    phone.settle()
    assert focused(phone).startswith("bids.1-")


def test_focus_moves_past_folded_questions(phone: Phone) -> None:
    phone.start("bridge")

    phone.tap("declarer-2")  # before the contract, which stands above it

    assert focused(phone) == "main"  # all else waits for the contract


def test_escape_closes_menu_and_returns_focus(phone: Phone) -> None:
    phone.start("spades")
    phone.touch(phone.page.locator(".menu > summary"))
    phone.page.locator("#menu a").first.focus()

    phone.page.keyboard.press("Escape")

    assert phone.page.locator(".menu[open]").count() == 0
    assert phone.page.evaluate("document.activeElement.matches('.menu > summary')")


def test_ctrl_z_undoes_a_deal(phone: Phone) -> None:
    phone.bring("tally", {"points": [1, 2, 3, 4]})
    phone.page.locator("[name='points.0']").focus()
    phone.page.keyboard.press("Control+z")  # what was typed, the browser's own
    assert phone.totals() == [1, 2, 3, 4]

    phone.page.locator("[name='points.0']").blur()
    phone.page.keyboard.press("Control+z")

    expect(phone.page.locator("#message")).to_contain_text("Undone: deal 1")
    assert phone.totals() == [0, 0, 0, 0]
