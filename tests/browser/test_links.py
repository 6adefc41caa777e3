"""Links: who watches sees a new deal soon and writes nothing, who sits there answers for himself,
and a renewed link shuts out at once."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from playwright.sync_api import Response, Route, expect

from tests.browser.evenings import enter
from tests.browser.phone import NewPhone, Phone
from tests.web.phones import NEWS

pytestmark = pytest.mark.browser

BRIDGE = {"contract": "4S", "declarer": 0, "doubled": 0, "tricks": 10}
SOON_MS = 3000
"""Within this time, by the page's own clock, who watches asks for what is new."""


def came_by(link: str, new_phone: NewPhone, *, clock: bool = False) -> Phone:
    """A phone that has opened a link; with `clock` its time passes when the test says so."""
    phone = new_phone()
    if clock:
        phone.page.clock.install()
    phone.enter(link)
    return phone


def test_watcher_sees_new_deal_and_cannot_write(phone: Phone, new_phone: NewPhone) -> None:
    phone.start("bridge")
    watcher = came_by(phone.link("Watch"), new_phone, clock=True)
    assert watcher.page.locator("form").count() == 0

    enter(phone, "bridge", BRIDGE, 0)
    phone.save()
    watcher.page.clock.run_for(SOON_MS)
    expect(watcher.page.locator(".totals output").first).to_have_text("120")

    assert watcher.deals() == phone.deals()
    for page in ("share", "head", "e/1", "write/adjust"):
        assert watcher.go(f"{phone.table}/{page}") == 403


@pytest.mark.hard
def test_the_secret_leaves_the_address(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.start("bridge")
    link = phone.link("Scorer")
    other = new_phone()
    other.go("/")

    other.page.goto(link)
    assert re.fullmatch("/join/[0-9a-f]{12}", other.address)
    expect(other.page.locator("main")).to_contain_text("Ann, Ben, Cat, Dan")
    with other.page.expect_navigation():
        other.touch(other.page.locator("button.main"))
    assert other.address == table
    other.page.go_back()
    assert other.address == table  # it is in: the page of the link leads straight on
    other.page.go_back()

    assert "/s/" in link
    assert other.address == "/"


@pytest.mark.hard
def test_a_locked_out_phone_sees_nothing_new(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.start("bridge")
    watcher = came_by(phone.link("Watch"), new_phone, clock=True)
    section = phone.card("Watch")
    phone.press(section.locator('button[value^="remove"]').get_attribute("value") or "")
    phone.go(table)
    enter(phone, "bridge", BRIDGE, 0)
    phone.save()

    with watcher.page.expect_response(lambda one: NEWS in one.url and one.status == 403):
        watcher.page.clock.run_for(SOON_MS)

    assert "120" not in watcher.page.locator("body").inner_text()


# --- eight numbers that nobody may see -----------------------------------------------------------

NUMBER_KEY = re.compile(r"<input[^>]*\bname=\"bids\.[^>]*\bchecked\b[^>]*>")
NUMBER_SAID = re.compile(r"(uptown|downtown) (left|right)</small> <b>[^<]*\d")
LEFT, PARTNER = (
    [f"bids.{bidder}.{name}" for name in ("UR", "DR", "UL", "DL")] for bidder in ("left", "partner")
)


@pytest.mark.hard
def test_sealed_numbers_are_sent_once_all_are_in(new_phone: NewPhone) -> None:
    phone = new_phone()
    phone.start("sharp-nullo")
    ben, cat = (came_by(phone.link(name), new_phone) for name in ("Ben", "Cat"))
    watcher = came_by(phone.link("Watch"), new_phone)
    everybody = (phone, ben, cat, watcher)

    with listening(everybody) as told:
        ben.tap(*(f"{name}-4" for name in LEFT))
        ben.save()
        cat.tap(*(f"{name}-3" for name in PARTNER[:3]))
        cat.save()
        for one in everybody:
            one.go(phone.table)
            one.go(f"{phone.table}/history")
            one.go(phone.table)
    assert len(told) > 10
    assert not [page for page in told if NUMBER_KEY.search(page) or NUMBER_SAID.search(page)]

    cat.tap(f"{PARTNER[3]}-3")
    cat.save()
    phone.go(phone.table)
    assert "Cat won the bidding, 12 against 16" in phone.main_key()
    with phone.page.expect_response(f"**{phone.table}") as answer:
        phone.go(phone.table)
    open_now = answer.value.text()
    assert NUMBER_KEY.search(open_now)
    assert NUMBER_SAID.search(open_now)
    phone.tap("contract-DL", "tricks-3")
    phone.save()
    assert phone.totals() == [1, 0]


@contextmanager
def listening(phones: Sequence[Phone]) -> Iterator[list[str]]:
    """The text of every answer of a table that these phones get meanwhile."""
    told: list[str] = []

    def heard(answer: Response) -> None:
        if "/t/" in answer.url and answer.status == 200:
            told.append(answer.text())

    for phone in phones:
        phone.page.on("response", heard)
    yield told
    for phone in phones:
        phone.page.remove_listener("response", heard)


@pytest.mark.hard
def test_seat_answer_goes_out_only_when_sent(new_phone: NewPhone) -> None:
    phone = new_phone()
    phone.start("spades")
    ben, cat = (came_by(phone.link(name), new_phone) for name in ("Ben", "Cat"))

    ben.tap("bids.1-4")
    cat.tap("bids.2-2")
    cat.save()
    ben.page.wait_for_timeout(2500)  # long enough to hear of the other bid
    assert ben.page.locator("[id='bids.1-4']").is_checked()
    phone.go(phone.table)
    assert not phone.page.locator("[name='bids.1']:checked").count()
    ben.tap("bids.1-5")
    ben.save()
    assert ben.message() == "Bid sent."

    phone.go(phone.table)
    assert phone.page.locator("[id='bids.1-5']").is_checked()


@pytest.mark.hard
@pytest.mark.parametrize("others", [False, True], ids=["nothing new", "another bid"])
def test_a_seats_tap_survives_incoming_news(new_phone: NewPhone, others: bool) -> None:
    phone = new_phone()
    phone.start("spades")
    ben, cat = (came_by(phone.link(name), new_phone) for name in ("Ben", "Cat"))
    held: list[Route] = []
    ben.page.route(f"**{NEWS}*", lambda route: held.append(route))

    with ben.page.expect_request(f"**{NEWS}*"):
        pass
    cat.tap("bids.2-2")
    if others:
        cat.save()
    ben.touch(ben.key("bids.1-4"))
    with ben.page.expect_response(f"**{NEWS}*") as news:
        held[0].continue_()
    ben.page.unroute(f"**{NEWS}*")
    ben.settle()

    assert news.value.status == (200 if others else 204)
    assert ben.page.locator("[id='bids.1-4']").is_checked()
    ben.save()
    phone.go(phone.table)
    assert phone.page.locator("[id='bids.1-4']").is_checked()
