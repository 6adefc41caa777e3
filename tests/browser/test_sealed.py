"""Whole deals with sealed bids on six phones: nothing that any other phone is sent tells a number
before all are in, and once the deal is saved all six show the same totals."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.browser.phone import NAMES, PATIENCE_MS, NewPhone, Phone
from tests.web.phones import NEWS

pytestmark = pytest.mark.browser

HEAR: Final = """window.heard = [];
const ask = window.fetch;
window.fetch = async (...request) => {
  const answer = await ask(...request);
  window.heard.push(await answer.clone().text());
  return answer;
};"""
"""Keeps every answer that a page's scripts are sent."""

SOURCE: Final = """() => {
  const page = document.documentElement.cloneNode(true);
  for (const told of page.querySelectorAll("#news, .act, .unsent")) told.remove();
  for (const busy of page.querySelectorAll(".htmx-request")) busy.classList.remove("htmx-request");
  for (const plain of page.querySelectorAll('[class=""]')) plain.removeAttribute("class");
  return page.outerHTML;
}"""
"""The page as it stands, without what it tells of its own requests."""

LOOKS: Final = ("", NEWS, "/history", "/wall", "/sheet.json", "/paper")
Answers = Mapping[str, int]


class SixPhones:
    """A scorer, four players who have said who they are, and a watcher at one table."""

    def __init__(self, new_phone: NewPhone) -> None:
        self.scorer, self.watcher, *self.players = (new_phone() for _ in range(6))
        self.all = (self.scorer, self.watcher, *self.players)
        self.sent = 0
        for phone in self.all:
            phone.context.add_init_script(HEAR)

    def sit_down(self, game: str, *entries: Any, **head: Any) -> str:
        """Begin a game and let everybody in; its address."""
        table = self.scorer.bring(game, *entries, **head)
        for phone, title in zip(self.all[1:], ("Watch", *NAMES), strict=True):
            phone.enter(self.scorer.link(title))
        self.scorer.go(table)
        self.sent = 0
        return table

    def bid(self, seat: int, answers: Answers) -> set[str]:
        """Enter a player's bid on the player's own phone, and wait until all have heard of it;
        everything that the five others know then."""
        bidder = self.players[seat]
        bidder.page.get_by_role("heading", name=re.compile("^Your ")).wait_for()
        bidder.tap(*(f"{name}-{number}" for name, number in answers.items()))
        bidder.press("keep")
        self.sent += 1
        now = re.compile(rf"\.{self.sent}$")
        for phone in self.all:
            phone.page.evaluate("htmx.trigger('#news', 'news')")  # sooner than the next poll
            expect(phone.page.locator("#news")).to_have_attribute(
                "hx-get", now, timeout=PATIENCE_MS
            )
        return {page for phone in self.all if phone is not bidder for page in known(phone)}


def known(phone: Phone) -> list[str]:
    """The phone's page as it is now, all that it was sent for it, and what it finds if it looks
    elsewhere; without what differs between any two games or moments."""
    table = phone.table
    heard: list[str] = phone.page.evaluate("heard")
    asked = [phone.context.request.get(table + look).text() for look in LOOKS]
    return [plain(text, table) for text in (phone.page.evaluate(SOURCE), *heard, *asked)]


def plain(html: str, table: str) -> str:
    """A page without keys, times, and who is just entering something."""
    html = html.replace(table.removeprefix("/t/"), "GAME")
    html = re.sub(r'(name="(?:csrf_token|key|version)") value="[^"]*"', r"\1", html)
    html = re.sub(r'value="\w+\.\d+"', "", html)
    html = re.sub(r"<time.*?</time>", "", html, flags=re.DOTALL)
    return re.sub(r"\w+ is entering deal \d+\.", "", html)


def bid_all(phones: SixPhones, bids: Sequence[tuple[int, Answers]]) -> set[str]:
    """Let players bid in this order; all that other phones could know before the last bid."""
    before = {page for seat, answers in bids[:-1] for page in phones.bid(seat, answers)}
    phones.bid(*bids[-1])
    return before


def finish(phones: SixPhones, totals: Sequence[str], *keys: str) -> None:
    """Enter the tricks on the scorer's phone and save; all six show these totals, and none has
    anything left to send."""
    phones.scorer.tap(*keys)
    phones.scorer.save()
    for phone in phones.all:
        for side, total in enumerate(totals):
            shown = phone.page.locator(f'.totals output a[href$="/why/{side}"]')
            expect(shown).to_have_text(total, timeout=PATIENCE_MS)
        assert phone.page.evaluate("localStorage.length") == 0
        assert phone.page.locator(".unsent").count() == 0


@pytest.mark.hard
def test_a_deal_of_sharp_nullo_on_six_phones(new_phone: NewPhone) -> None:
    phones = SixPhones(new_phone)
    level = dict.fromkeys(("UR", "DR", "UL", "DL"), 5)
    first = {"bids": {"left": level, "partner": level}, "contract": "DR", "tricks": 3}
    dans = dict.fromkeys((f"bids.partner.{name}" for name in level), 4)
    known_before = []
    for numbers in ((1, 2, 3, 4), (12, 0, 7, 9)):
        phones.sit_down("sharp-nullo", first)
        cats = {f"bids.left.{name}": n for name, n in zip(level, numbers, strict=True)}
        known_before.append(bid_all(phones, [(2, cats), (3, dans)]))

    assert known_before[0] == known_before[1]
    assert "Dan won the bidding, 16 against 28" in phones.watcher.page.locator(".seen").inner_text()
    finish(phones, ["0", "2"], "contract-UR", "tricks-4")


@pytest.mark.hard
def test_six_phones_bid_at_once_in_oh_hell(new_phone: NewPhone) -> None:
    phones = SixPhones(new_phone)
    rules = {"simultaneous_bids": True, "hand_sizes": [8, 7, 8]}
    known_before = []
    for ben, cat, dan in ((7, 3, 8), (2, 5, 1)):
        phones.sit_down("oh-hell", options=rules, dealer=3)
        bids = {1: ben, 2: cat, 3: dan, 0: 4}
        in_turn = [(seat, {f"bids.{seat}": bid}) for seat, bid in bids.items()]
        known_before.append(bid_all(phones, in_turn))

    assert known_before[0] == known_before[1]
    for phone in phones.all[1:]:
        # who has nothing to answer sees the scorer's table
        assert phone.page.locator(".players b.bid").all_inner_texts() == [*"4251"]
    tricks = ("tricks.0-1", "tricks.1-2", "tricks.2-5", "tricks.3-0")
    finish(phones, ["−30", "20", "50", "−10"], *tricks)
