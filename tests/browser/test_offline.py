"""A network that goes while a deal is entered: what was tapped is kept and sent, and the page says
what becomes of it. The line between phone and app is really cut."""

import random
import re
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.evenings import EVENINGS, keys
from tests.browser.line import Line, State
from tests.browser.looks import unreadable
from tests.browser.phone import PATIENCE_MS, NewPhone, Phone
from tests.requirements import hard, rounds
from tests.web.phones import NEWS

pytestmark = pytest.mark.browser

SPADES = {"bids": [4, 3, 3, 2], "side_tricks": [8, 5]}
BIDS = ("bids.1-3", "bids.2-3", "bids.3-2", "bids.0-4")
BRIDGE = {"contract": "4S", "declarer": 0, "doubled": 0, "tricks": 10}
NO_NETWORK = re.compile(
    "(Offline|The server isn't answering|No answer yet)[.].*[Ss]aved on this phone"
)


def tap(phone: Phone, *names: str) -> None:
    """Tap keys, whether an answer comes or not."""
    for name in names:
        if not phone.key(name).is_visible():
            phone.folded(phone.key(name)).tap()
        phone.key(name).tap()


def press(phone: Phone) -> None:
    """Press the wide key, whether an answer comes or not."""
    phone.page.locator(".act button.main").tap()


def says(phone: Phone, what: re.Pattern[str] | str) -> None:
    """Wait until the page says this beside the wide key."""
    expect(phone.page.locator("#message")).to_have_text(what)


def answered(phone: Phone, *keys: str) -> list[bool]:
    """Return whether each of these keys is pressed."""
    return [phone.page.locator(f'[id="{key}"]').is_checked() for key in keys]


def stored(phone: Phone, kind: str = "") -> list[str]:
    """Return what the phone keeps, by name."""
    state = phone.context.storage_state()
    origin = next((one for one in state["origins"] if one["origin"] == phone.base), None)
    names = (item["name"] for item in origin["localStorage"]) if origin else ()
    return [name for name in names if name.startswith(kind)]


def all_sent(phone: Phone) -> None:
    """Wait until nothing is kept on the phone any more."""
    until = time.monotonic() + PATIENCE_MS / 1000
    while kept := stored(phone, "tap ") + stored(phone, "deal "):
        assert time.monotonic() < until, kept
        phone.page.wait_for_timeout(50)
    expect(phone.page.locator(".unsent")).to_have_count(0)


def other_scorer(phone: Phone, new_phone: NewPhone) -> Phone:
    """A phone at the same table, on a line of its own."""
    other = new_phone()
    other.enter(phone.link("Scorer").replace(phone.base, other.base))
    return other


# --- in the middle of a deal ---------------------------------------------------------------------


@pytest.mark.hard
@pytest.mark.parametrize("state", ["cut", "silent"])
def test_bids_tapped_offline_reach_the_table(
    cut_off: Callable[..., Phone], line: Line, state: Any
) -> None:
    phone = cut_off()
    phone.start("spades")
    phone.tap(*BIDS[:2])

    line.become(state)
    tap(phone, *BIDS[2:])
    says(phone, NO_NETWORK)
    assert all(answered(phone, *BIDS))
    line.become("open")

    expect(phone.page.locator(".act .main")).to_contain_text("7 and 5 bid")
    all_sent(phone)
    phone.tap("side_tricks.0-8")
    phone.save()
    assert phone.sheet()["entries"] == [SPADES]


@pytest.mark.parametrize("state", ["cut", "silent", "offline"])
def test_page_tells_lost_network_in_a_second(
    cut_off: Callable[..., Phone], line: Line, state: Any
) -> None:
    phone = cut_off()
    phone.page.clock.install()
    phone.start("spades")

    if state == "offline":
        phone.context.set_offline(True)
    else:
        line.become(state)
        tap(phone, BIDS[0])
        phone.page.clock.run_for(1000)

    says(phone, NO_NETWORK)
    expect(phone.page.locator(".unsent")).to_have_text(re.compile("^(offline|no answer)"))


@pytest.mark.hard
def test_wide_key_tells_what_it_does_offline(cut_off: Callable[..., Phone], line: Line) -> None:
    phone = cut_off()
    phone.start("spades")
    line.become("cut")

    tap(phone, BIDS[0])
    says(phone, NO_NETWORK)
    later = "saved on this phone, sent when back online"
    assert phone.main_key() == f"Next: Cat bids {later}"
    press(phone)
    assert phone.page.evaluate("document.activeElement.name") == "bids.2"
    tap(phone, *BIDS[1:])
    key = phone.page.locator(".act .main")
    expect(key).to_have_text(
        re.compile("^Saved on this phone.*the next question needs the network$")
    )
    line.become("open")

    expect(phone.page.locator(".act .main")).to_contain_text("then: tricks of Ann & Cat")
    says(phone, "Back online. Deal 1 isn’t saved yet.")


@pytest.mark.hard
def test_old_sums_are_hidden_offline(cut_off: Callable[..., Phone], line: Line) -> None:
    phone = cut_off()
    phone.start("spades")
    phone.tap(*BIDS, "side_tricks.0-8")
    reckoned = phone.page.locator(".cap small, .strip, .preview, .then")
    assert reckoned.count() > 3
    line.become("cut")

    tap(phone, "bids.2-5", "bids.2-1")
    says(phone, NO_NETWORK)
    assert not any(one.is_visible() for one in reckoned.all())
    line.become("open")
    all_sent(phone)

    expect(phone.page.locator(".preview")).to_be_visible()
    expect(phone.page.locator(".preview")).to_contain_text("bid 5, took 8")
    assert all(one.is_visible() for one in reckoned.all())


@pytest.mark.hard
def test_back_online_outlasts_a_new_page(cut_off: Callable[..., Phone], line: Line) -> None:
    phone = cut_off()
    phone.start("spades")
    line.become("cut")
    tap(phone, BIDS[0])
    says(phone, NO_NETWORK)
    line.become("open")
    says(phone, "Back online. Deal 1 isn’t saved yet.")

    phone.page.evaluate(
        """() => new Promise((done) => {
            addEventListener("htmx:after:swap", () => setTimeout(done), { once: true });
            const news = document.getElementById("news");
            news.setAttribute("hx-get", news.getAttribute("hx-get").split("?")[0]);
            htmx.trigger(news, "news");
        })"""
    )

    says(phone, "Back online. Deal 1 isn’t saved yet.")


@pytest.mark.hard
def test_back_online_ends_with_its_deal(
    cut_off: Callable[..., Phone], new_phone: NewPhone, line: Line
) -> None:
    phone = cut_off()
    phone.start("spades")
    phone.tap(*BIDS, "side_tricks.0-8")
    phone.save()
    other = other_scorer(phone, new_phone)
    line.become("cut")
    tap(phone, "bids.2-3")
    says(phone, NO_NETWORK)
    line.become("open")
    says(phone, "Back online. Deal 2 isn’t saved yet.")

    other.edit(1)
    other.follow(other.button("strike"))

    expect(phone.page.locator("#pad")).to_have_attribute("data-deal", "1")
    expect(phone.page.locator("#message")).not_to_contain_text("Back online")


@pytest.mark.hard
def test_an_answer_is_changed_without_a_network(cut_off: Callable[..., Phone], line: Line) -> None:
    phone = cut_off()
    phone.start("spades")
    phone.tap(*BIDS)
    line.become("cut")

    tap(phone, "bids.2-5", "side_tricks.0-7", "bids.2-1")
    says(phone, NO_NETWORK)
    line.become("open")
    all_sent(phone)
    phone.save()

    assert phone.sheet()["entries"] == [{"bids": [4, 3, 1, 2], "side_tricks": [7, 6]}]


@pytest.mark.parametrize("state", ["cut", "silent"])
def test_deal_saved_offline_is_written_once(
    cut_off: Callable[..., Phone], line: Line, state: Any
) -> None:
    phone = cut_off()
    phone.start("bridge")
    phone.tap("contract.0-4", "contract.1-S", "declarer-0")
    line.become(state)
    tap(phone, "tricks-10")
    press(phone)

    says(phone, re.compile("Saved on this phone, sent when back online."))
    expect(phone.page.locator(".act .main")).to_be_disabled()  # a second tap finds no key
    line.become("open")

    expect(phone.page.locator(".totals output").first).to_have_text("120")
    all_sent(phone)
    assert phone.sheet()["entries"] == [BRIDGE]


def test_a_lost_response_saves_no_second_deal(cut_off: Callable[..., Phone], line: Line) -> None:
    phone = cut_off()
    table = phone.start("bridge")
    phone.tap("contract.0-4", "contract.1-S", "declarer-0", "tricks-10")
    lost = []

    def lose(route: Any) -> None:
        lost.append(route.fetch().status)
        route.abort()

    phone.page.route(f"**{table}", lose)
    press(phone)
    expect(phone.page.locator("#message")).to_contain_text("Saved on this phone")
    phone.page.unroute_all()

    expect(phone.page.locator(".totals output").first).to_have_text("120")
    all_sent(phone)
    assert 200 in lost
    assert phone.sheet()["entries"] == [BRIDGE]


# --- loading again, closing, two tabs ------------------------------------------------------------


def test_unsent_taps_survive_a_reload(cut_off: Callable[..., Phone], line: Line) -> None:
    phone = cut_off()
    table = phone.start("spades")
    phone.tap(*BIDS[:2])
    line.become("cut")
    tap(phone, *BIDS[2:])
    says(phone, NO_NETWORK)

    phone.page.goto("about:blank")
    line.become("open")
    phone.go(table)

    expect(phone.page.locator(".act .main")).to_contain_text("7 and 5 bid")
    all_sent(phone)


def test_page_closed_right_after_a_tap_keeps_it(cut_off: Callable[..., Phone], line: Line) -> None:
    phone = cut_off()
    table = phone.start("spades")
    line.become("silent")
    tap(phone, BIDS[0])
    phone.page.close()
    line.become("open")

    phone.new_tab()
    phone.go("/")
    expect(phone.page.locator(".unsent")).to_have_text("1 unsent")
    phone.go(table)

    expect(phone.page.locator("button.said", has_text="Ben")).to_be_visible()
    all_sent(phone)


def test_half_a_contract_survives_a_reload(phone: Phone) -> None:
    table = phone.start("bridge")
    phone.tap("contract.0-4")

    phone.go(table)

    expect(phone.page.locator('[id="contract.0-4"]')).to_be_checked()
    phone.tap("contract.1-S")
    all_sent(phone)


@pytest.mark.hard
def test_two_tabs_keep_what_was_tapped_in_both(cut_off: Callable[..., Phone], line: Line) -> None:
    phone = cut_off()
    table = phone.start("spades")
    phone.tap(*BIDS)
    other = phone.context.new_page()
    other.goto(table)
    line.become("cut")
    phone.page.locator("button.said", has_text="Ben").first.click()
    tap(phone, "bids.1-5")
    other.locator('label:has([id="side_tricks.0-8"])').click()
    expect(phone.page.locator(".unsent")).to_have_text("offline, 1 unsent")
    line.become("open")

    all_sent(phone)
    phone.go(table)
    phone.save()
    other.close()
    assert phone.sheet()["entries"] == [{"bids": [4, 5, 3, 2], "side_tricks": [8, 5]}]


@pytest.mark.hard
def test_a_browser_without_storage_says_so(cut_off: Callable[..., Phone], line: Line) -> None:
    phone = cut_off()
    phone.context.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full'); }"
    )
    phone.start("bridge")
    line.become("cut")

    tap(phone, "contract.0-4")
    says(phone, re.compile("This browser can't save offline: keep this page open"))
    tap(phone, "contract.1-S", "declarer-0")
    line.become("open")

    expect(phone.page.locator("legend", has_text="Tricks")).to_be_visible()
    phone.tap("tricks-10")
    phone.save()
    assert phone.sheet()["entries"] == [BRIDGE]


@pytest.mark.hard
@pytest.mark.parametrize("way", ["cut", "offline"])
def test_pad_loaded_offline_has_the_last_taps(
    cut_off: Callable[..., Phone], line: Line, way: str
) -> None:
    phone = cut_off(workers=True)
    table = phone.start("bridge")
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.tap("contract.0-4", "contract.1-S", "declarer-0", "tricks-10")
    phone.save()
    phone.tap("contract.0-3")
    copied(phone, table, "contract.0-3")
    gone(phone, line, way)
    tap(phone, "contract.1-H", "declarer-2")
    says(phone, NO_NETWORK)

    phone.page.reload()
    expect(phone.page.locator(".totals output").first).to_have_text("120")
    says(phone, NO_NETWORK)
    assert answered(phone, "contract.0-3", "contract.1-H", "declarer-2") == [True, True, True]
    line.become("open")
    phone.context.set_offline(False)

    expect(phone.page.locator(".act .main")).to_contain_text("3 ♥ by Cat")
    all_sent(phone)
    phone.tap("tricks-9")
    phone.save()
    assert len(phone.sheet(table)["entries"]) == 2


def gone(phone: Phone, line: Line, way: str) -> None:
    """Take the network away, with a word to the phone or without."""
    if way == "offline":
        phone.context.set_offline(True)
    else:
        line.become("cut")


def copied(phone: Phone, table: str, key: str) -> None:
    """Wait until the phone has a copy of the pad that the server drew with this key pressed."""
    until = time.monotonic() + PATIENCE_MS / 1000
    script = """async ([table, key]) => {
      const copy = await caches.match(table);
      const page = new DOMParser().parseFromString(copy ? await copy.text() : "", "text/html");
      return Boolean(page.getElementById(key)?.hasAttribute("checked"));
    }"""
    while not phone.page.evaluate(script, [table, key]):
        assert time.monotonic() < until
        phone.page.wait_for_timeout(50)


# --- another phone meanwhile ---------------------------------------------------------------------


@pytest.mark.hard
@pytest.mark.parametrize("mine", [True, False])
def test_conflicting_answers_wait_for_a_decision(
    cut_off: Callable[..., Phone], new_phone: NewPhone, line: Line, mine: bool
) -> None:
    phone = cut_off()
    phone.start("spades")
    other = other_scorer(phone, new_phone)
    line.become("cut")
    tap(phone, "bids.1-3", "bids.2-6")
    says(phone, NO_NETWORK)
    other.tap("bids.1-5")
    line.become("open")

    row = phone.page.locator(".row", has_text="Another phone entered 5; you entered 3.")
    expect(row).to_be_visible()
    expect(phone.page.locator(".unsent")).to_have_text("1 unsent")
    assert [*unreadable(phone.page)] == []
    other.go(other.table)
    assert answered(other, "bids.1-5", "bids.2-6") == [True, True]
    for _ in range(2):  # asked for news in vain, it is not told twice
        phone.page.wait_for_event("requestfinished", lambda sent: NEWS in sent.url)
    expect(row.locator(".fault")).to_have_count(1)
    row.get_by_role("button", name="Use 3" if mine else "Use 5").tap()
    all_sent(phone)

    other.go(other.table)
    assert answered(other, "bids.1-3", "bids.1-5") == [mine, not mine]


@pytest.mark.hard
def test_answers_to_a_saved_deal_stay_in_list(
    cut_off: Callable[..., Phone], new_phone: NewPhone, line: Line
) -> None:
    phone = cut_off()
    phone.start("bridge")
    phone.tap("contract.0-4", "contract.1-S", "declarer-0")
    other = other_scorer(phone, new_phone)
    line.become("cut")
    tap(phone, "tricks-10")
    says(phone, NO_NETWORK)
    other.tap("tricks-9")
    other.save()
    line.become("open")

    expect(phone.page.locator(".deals .head")).to_have_count(1)
    expect(phone.page.locator(".unsent")).to_have_text("1 unsent")
    phone.page.locator(".unsent").tap()
    entry = phone.page.locator("dialog li")
    expect(entry).to_contain_text("Contract Bridge (rubber), deal 1")
    expect(entry).to_contain_text("10. Deal 1 was saved without it.")
    assert [*unreadable(phone.page)] == []
    entry.get_by_role("button", name="Discard").tap()
    assert [*unreadable(phone.page)] == []
    entry.get_by_role("button", name="Restore").tap()
    assert stored(phone, "tap ")
    entry.get_by_role("button", name="Discard").tap()
    phone.page.get_by_role("button", name="Close").tap()
    all_sent(phone)
    assert phone.sheet()["entries"] == [{**BRIDGE, "tricks": 9}]


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize("status", [400, 403, 404, 409, 422])
def test_refused_kept_deal_waits_for_a_decision(
    cut_off: Callable[..., Phone], line: Line, status: int
) -> None:
    phone = cut_off()
    table = phone.start("bridge")
    phone.tap("contract.0-4", "contract.1-S", "declarer-0", "tricks-10")
    line.become("cut")
    press(phone)
    says(phone, NO_NETWORK)
    phone.page.goto("about:blank")
    line.become("open")
    refusal = {"status": status, "content_type": "text/html", "body": "<h1>No</h1>"}
    phone.page.route(f"**{table}", lambda route: route.fulfill(**refusal))
    phone.go("/")

    phone.page.locator(".unsent").tap()
    entry = phone.page.locator("dialog li")
    expect(entry).to_contain_text("Contract Bridge (rubber), deal 1")
    expect(entry).not_to_contain_text("Waiting")
    assert [*unreadable(phone.page)] == []
    entry.get_by_role("button", name="Send again").tap()
    expect(entry).not_to_contain_text("Waiting")
    assert stored(phone, "deal ")
    phone.go("/rules/bridge")
    expect(phone.page.locator(".unsent")).to_have_text("1 unsent")
    phone.page.unroute_all()
    phone.page.locator(".unsent").tap()
    phone.page.locator("dialog li").get_by_role("button", name="Send again").tap()

    all_sent(phone)
    assert phone.sheet(table)["entries"] == [BRIDGE]
    phone.forgive(str(status))


@pytest.mark.hard
def test_kept_deal_of_an_old_page_is_sent(cut_off: Callable[..., Phone], line: Line) -> None:
    phone = cut_off()
    table = phone.start("bridge")
    phone.tap("contract.0-4", "contract.1-S", "declarer-0", "tricks-10")
    line.become("cut")
    press(phone)
    says(phone, NO_NETWORK)
    phone.page.evaluate(
        """() => {
          const name = Object.keys(localStorage).find(name => name.startsWith("deal "));
          localStorage[name] = localStorage[name].replace(/("csrf_token",")[^"]*/, "$1old");
        }"""
    )
    line.become("open")

    all_sent(phone)
    assert phone.sheet(table)["entries"] == [BRIDGE]
    phone.forgive("400")


@pytest.mark.hard
def test_deals_that_an_older_page_kept_are_sent(phone: Phone) -> None:
    table = phone.start("bridge")
    phone.tap("contract.0-4", "contract.1-S", "declarer-0", "tricks-10")
    phone.page.evaluate(
        """() => {
          const body = [...new FormData(document.querySelector("#pad")).entries(), ["do", "save"]];
          const key = new Map(body).get("key");
          localStorage.clear();
          localStorage.unsent = JSON.stringify([{key, url: location.pathname, body}]);
        }"""
    )

    phone.go("/")

    all_sent(phone)
    assert phone.sheet(table)["entries"] == [BRIDGE]


# --- a seat's own phone --------------------------------------------------------------------------


@pytest.mark.hard
def test_seat_bid_sent_offline_reaches_the_table(
    cut_off: Callable[..., Phone], new_phone: NewPhone, line: Line
) -> None:
    scorer = new_phone()
    scorer.start("spades")
    ben = cut_off()
    ben.enter(scorer.link("Ben").replace(scorer.base, ben.base))
    tap(ben, "bids.1-4")
    ben.go(ben.table)
    expect(ben.page.locator('[id="bids.1-4"]')).to_be_checked()
    assert ben.page.locator(".unsent").count() == 0

    line.become("cut")
    press(ben)
    says(ben, NO_NETWORK)
    scorer.go(scorer.table)
    assert answered(scorer, "bids.1-4") == [False]
    line.become("open")

    all_sent(ben)
    scorer.go(scorer.table)
    assert answered(scorer, "bids.1-4") == [True]


# --- evenings ------------------------------------------------------------------------------------

CUTS = rounds(3, quick=3, hard=10)
CUT_EVENINGS = sorted(EVENINGS) if hard() else ["bridge", "spades-nil", "tally"]


@pytest.mark.hard
@pytest.mark.parametrize("name", CUT_EVENINGS)
def test_frequent_cuts_lose_and_double_nothing(
    cut_off: Callable[..., Phone], line: Line, name: str
) -> None:
    sheet = EVENINGS[name]["sheet"]
    chance = random.Random(name)
    phone = cut_off()
    phone.start(sheet["game"], sheet.get("variant"), sheet["players"])
    entries = [one for one in sheet["entries"][:CUTS] if not one.keys() & EXTRA]
    for deal, entry in enumerate(entries):
        play(phone, line, sheet["game"], entry, deal, chance)

    assert phone.sheet()["entries"] == entries


EXTRA = {"adjust", "seat", "finish"}


def play(phone: Phone, line: Line, game: str, entry: Any, deal: int, chance: random.Random) -> None:
    """Enter a deal and save it; somewhere in it the network goes, and comes back after a while."""
    steps = taps_of(game, entry, deal)
    ways: tuple[State, ...] = ("cut", "silent")
    cut, way = chance.randrange(len(steps) + 1), chance.choice(ways)
    for number in range(len(steps) + 1):
        if number == cut:
            line.become(way)
            step(phone, steps, number)
            says(phone, NO_NETWORK)
            for more in steps[number + 1 : number + 1 + chance.randrange(3)]:
                if more.there(phone):
                    more(phone)
            line.become("open")
            all_sent(phone)
        else:
            step(phone, steps, number)
            phone.settle()
    expect(phone.page.locator("#pad")).to_have_attribute("data-deal", str(deal + 2))


def step(phone: Phone, steps: Sequence["Tap"], number: int) -> None:
    """Do what comes at this place; the wide key is pressed behind the taps."""
    if number < len(steps):
        steps[number](phone)
    else:
        press(phone)


class Tap:
    """A key to tap, or a field to write in."""

    def __init__(self, name: str, text: str = "") -> None:
        self.name, self.text = name, text

    def there(self, phone: Phone) -> bool:
        return phone.field(self.name).count() == 1

    def __call__(self, phone: Phone) -> None:
        if self.text:
            phone.field(self.name).fill(self.text)
            phone.field(self.name).blur()
        elif not phone.field(self.name).is_checked():
            tap(phone, self.name)


def taps_of(game: str, entry: Any, deal: int) -> list[Tap]:
    """The taps that enter this deal."""
    if game == "tally":
        return [Tap(f"points.{seat}", str(number)) for seat, number in enumerate(entry["points"])]
    return [Tap(key) for key in keys(game, entry, deal)]
