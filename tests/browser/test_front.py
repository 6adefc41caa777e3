"""From the front page to the first key of deal 1: a game begins in a few taps."""

import pytest
from playwright.sync_api import expect

from tests.browser.evenings import enter
from tests.browser.phone import NAMES, Phone

pytestmark = pytest.mark.browser

SPADES = {"bids": [4, 3, 3, 2], "side_tricks": [8, 5]}


def finish(phone: Phone) -> None:
    """Stop the game at the table."""
    phone.menu("End game")
    phone.save()


def enter_key(phone: Phone) -> None:
    """Press the phone's own key for “go on”: a tap as any other."""
    phone.taps += 1
    phone.page.keyboard.press("Enter")


def test_empty_phone_plays_after_seven_taps(phone: Phone) -> None:
    phone.go("/")

    def begin() -> None:
        phone.follow(phone.page.get_by_role("link", name="Spades 2–4 players"))
        expect(phone.page.locator("#name-0")).to_be_focused()
        phone.touch(phone.page.locator("#name-0"))  # phones open no keyboard by themselves
        for name in NAMES[:3]:
            phone.page.keyboard.type(name)
            enter_key(phone)
        phone.page.keyboard.type(NAMES[3])
        with phone.page.expect_navigation():
            enter_key(phone)
        phone.tap("bids.1-3")

    assert phone.counting(begin) <= 7
    assert phone.scrolls == 0
    assert phone.sheet()["players"] == list(NAMES)


def test_known_names_play_after_three_taps(phone: Phone) -> None:
    phone.start("spades", "bags")
    phone.go("/")

    def begin() -> None:
        phone.follow(phone.page.get_by_role("link", name="New game"))
        phone.follow(phone.page.locator("#games a").first)
        phone.press("start")

    assert phone.counting(begin) == 3
    expect(phone.key("bids.1-3")).to_be_in_viewport()
    assert phone.sheet()["players"] == list(NAMES)
    assert phone.sheet()["game"] == "spades"


def test_rematch_takes_two_taps_and_deal_moves(phone: Phone) -> None:
    table = phone.start("spades", "bags")
    enter(phone, "spades", SPADES, 0)
    phone.save()
    finish(phone)
    phone.go("/")

    def begin() -> None:
        with phone.page.expect_navigation():
            phone.touch(phone.page.get_by_role("button", name="Rematch"))
        phone.tap("bids.2-3")

    assert phone.counting(begin) == 2
    assert phone.table != table
    sheet = phone.sheet()
    assert (sheet["players"], sheet["variant"], sheet["dealer"]) == (list(NAMES), "bags", 1)


def test_a_first_game_takes_two_taps(phone: Phone) -> None:
    phone.go("/")

    def begin() -> None:
        phone.follow(phone.page.get_by_role("link", name="Spades 2–4 players"))
        phone.press("start")

    assert phone.counting(begin) == 2
    assert phone.sheet()["game"] == "spades"


@pytest.mark.parametrize("sought", ["rubber", "CONTRACT BRIDGE", "contract"])
def test_a_game_is_found_by_any_of_its_names(phone: Phone, sought: str) -> None:
    phone.go("/new")

    phone.page.fill("input[name=q]", sought)

    games = phone.page.locator("#games a")
    expect(games).to_have_count(1)
    expect(games).to_contain_text("Bridge")


def test_seats_are_ordered_by_button_or_dragging(phone: Phone) -> None:
    phone.go("/new/spades")
    phone.name_seats(NAMES)
    phone.touch(phone.page.get_by_text("as a list"))

    phone.button("down.0").tap()
    assert names_typed(phone) == ["Ben", "Ann", "Cat", "Dan"]
    grips = phone.page.locator("[data-seats] .grip")
    grips.nth(3).scroll_into_view_if_needed()
    phone.drag(grips.nth(3), to=grips.nth(0))

    assert names_typed(phone) == ["Dan", "Ben", "Ann", "Cat"]
    phone.press("start")
    assert phone.sheet()["players"] == ["Dan", "Ben", "Ann", "Cat"]


def test_people_are_tapped_into_seats(phone: Phone) -> None:
    phone.start("tally", names=[*NAMES, "Eve"])
    phone.go("/new/spades")
    people = phone.page.get_by_role("group", name="Recent players")

    for name in ("Ann", "Ben", "Cat", "Eve"):
        phone.touch(people.get_by_role("button", name=name))
    expect(phone.page.locator("#message")).to_have_text("Partners: Ann & Cat, Ben & Eve.")
    phone.touch(people.get_by_role("button", name="Ben"))
    expect(phone.page.locator("#message")).to_have_text("1 free seat plays as Seat 2.")
    phone.touch(people.get_by_role("button", name="Dan"))
    expect(people.get_by_role("button", name="Ben")).to_be_disabled()
    phone.page.get_by_label("Deals first").select_option("Eve")
    expect(phone.page.locator(".act button.main")).to_contain_text("Eve deals first")
    phone.press("start")

    sheet = phone.sheet()
    assert (sheet["players"], sheet["dealer"]) == (["Ann", "Dan", "Cat", "Eve"], 3)


def test_a_name_typed_at_a_seat_makes_no_dealer(phone: Phone) -> None:
    phone.start("spades")
    phone.go("/new/spades")
    phone.touch(phone.page.get_by_role("button", name="Ben"))

    phone.write("name-1", "Eve")

    assert names_typed(phone) == ["Ann", "Eve", "Cat", "Dan"]
    expect(phone.page.locator(".act button.main")).to_contain_text("Ann deals first")


def test_trex_asks_who_holds_the_7_of_hearts(phone: Phone) -> None:
    phone.go("/new/trex")
    phone.name_seats(NAMES)

    phone.page.get_by_label("Who holds the 7 of hearts?").select_option("Cat")

    expect(phone.page.locator(".act button.main")).to_contain_text("Cat holds the 7 of hearts")
    phone.press("start")
    expect(phone.page.locator("main")).to_contain_text(
        "Cat holds the 7 of hearts and owns the first kingdom"
    )
    assert phone.sheet()["dealer"] == 2


def test_a_free_seat_becomes_no_player(phone: Phone) -> None:
    phone.go("/new/oh-hell")
    phone.page.get_by_label("Deals first").select_option("Seat 2")
    phone.page.fill("#name-0", "Ann")
    phone.page.fill("#name-2", "Cat")
    key = phone.page.locator(".act button.main")
    expect(phone.page.locator("#message")).to_have_text("1 more name is needed.")

    phone.page.fill("#name-3", "Dan")

    expect(key).to_contain_text("Start game: 3 players")
    expect(key).to_contain_text("Cat deals first")
    expect(phone.page.locator("#name-1")).to_have_attribute("placeholder", "free")
    phone.press("start")
    sheet = phone.sheet()
    assert (sheet["players"], sheet["dealer"]) == (["Ann", "Cat", "Dan"], 1)


def names_typed(phone: Phone) -> list[str]:
    """The names on the set-up page, in their order."""
    fields = phone.page.locator("[data-seats] input").all()
    return [field.input_value() for field in fields]


def test_wishes_filter_games_and_survive_back(phone: Phone) -> None:
    phone.go("/choose")

    for name, answer in (("players", "4"), ("company", "partners"), ("pack", "32")):
        phone.touch(phone.page.locator(f'label:has(input[name="{name}"][value="{answer}"])'))
        phone.settle()
    expect(phone.page.locator("#message")).to_have_text("4 games match.")
    phone.follow(phone.page.locator("#games a", has_text="Euchre"))
    assert phone.address == "/new/euchre?players=4"
    phone.page.evaluate("history.back()")

    expect(phone.page.locator("#message")).to_have_text("4 games match.")
    assert phone.page.locator('input[name="players"]:checked').input_value() == "4"


@pytest.mark.hard
def test_fast_taps_on_wishes_all_count(phone: Phone) -> None:
    phone.go("/choose")
    phone.slow(400)

    for name, answer in (("players", "4"), ("company", "partners"), ("pack", "32")):
        phone.touch(phone.page.locator(f'label:has(input[name="{name}"][value="{answer}"])'))

    expect(phone.page.locator("#message")).to_have_text("4 games match.")


@pytest.mark.hard
@pytest.mark.parametrize(
    ("page", "answers", "found", "typed"),
    [("/new", "/new", "#games", "nomad"), ("/rules", "/rules/search", "#found", "trump")],
)
def test_fast_typing_searches_for_the_whole_text(
    phone: Phone, page: str, answers: str, found: str, typed: str
) -> None:
    phone.go(f"{answers}?q={typed}")
    at_leisure = phone.page.locator(found).inner_text()
    phone.go(page)
    phone.slow(1200)

    phone.page.locator("input[name=q]").press_sequentially(typed, delay=200)

    expect(phone.page.locator(found)).to_have_text(at_leisure, use_inner_text=True)


def test_a_variant_chosen_keeps_the_focus(phone: Phone) -> None:
    phone.go("/new/spades")

    phone.touch(phone.page.locator("label:has(input[name=variant])").nth(1))
    phone.settle()

    assert phone.page.evaluate("document.activeElement.name") == "variant"


def test_names_typed_as_variant_loads_are_kept(phone: Phone) -> None:
    phone.go("/new/spades")
    phone.slow(600)

    phone.touch(phone.page.locator("label:has(input[name=variant])").nth(1))
    phone.name_seats(NAMES)
    phone.settle()

    assert names_typed(phone) == list(NAMES)


def test_a_star_in_the_fold_leaves_it_where_it_is(phone: Phone) -> None:
    phone.go("/new")
    phone.touch(phone.page.locator("#more > summary"))
    star = phone.page.locator("#more-phase-10")
    star.scroll_into_view_if_needed()
    above = phone.page.locator("#more-hand-and-foot")
    before = above.evaluate(TOP)

    phone.touch(star)
    phone.page.locator("#star-phase-10").wait_for(state="attached")
    phone.settle()

    assert phone.page.locator("#more").get_attribute("open") is not None
    assert abs(above.evaluate(TOP) - before) < 2


TOP = "one => one.getBoundingClientRect().top"
