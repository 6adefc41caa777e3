"""Bids that all make at once, each on their own phone (Oh Hell!): sealed until all are in."""

import re
from collections.abc import Sequence

import pytest

from tests.web.phones import HTMX, NewPhone, Phone, guests, keys, let_in
from tests.web.test_seats import LOOKS, alike

SIX = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"]
RULES = {"simultaneous_bids": True, "hand_sizes": [8, 7, 8]}
MORE_LOOKS = (*LOOKS, "/trick", "/what-if", "/auction", "/wall", "/phones", "/records", "/rules")


def starts(phone: Phone) -> str:
    return phone.starts("oh-hell", players=SIX, dealer=5, options=RULES)


def bid(seat: int, number: int) -> dict[str, object]:
    return {f"bids.{seat}": number}


def seated(phone: Phone, new_phone: NewPhone, table: str) -> list[Phone]:
    """A phone for each of the six."""
    return [let_in(phone, new_phone(), table, f"seat.{seat}") for seat in range(6)]


def seen_by(phone: Phone, table: str) -> list[str]:
    """All that a phone is shown, asked or not, without what differs between any two games."""
    pages = [phone.get(table + look) for look in MORE_LOOKS]
    form = next(iter(pages[0].forms), None)
    for do in ("keep", "save", "undo", "redo", "rest") if form else ():
        sent = {**form.fields, "do": do} if form else {}
        pages += [phone.post(table, sent, headers) for headers in (HTMX, {})]
    return [re.sub(r'value="\w+\.\d+"', "", alike(page.html, table)) for page in pages]


def bids_in(phone: Phone, table: str) -> dict[str, str]:
    """The bids that stand in the form."""
    fields = phone.get(table).form().fields
    return {name: values[-1] for name, values in fields.items() if name.startswith("bids.")}


# --- nobody sees a bid before all are in --------------------------------------------------------


@pytest.mark.long
def test_no_page_tells_a_bid_before_all_are_in(phone: Phone, new_phone: NewPhone) -> None:
    shown: list[list[str]] = []
    for numbers in ((1, 2, 3, 4, 0), (7, 0, 5, 2, 8)):
        table = starts(phone)
        players = seated(phone, new_phone, table)
        others = guests(phone, new_phone, table, "watch", "scorer")
        for seat, number in enumerate(numbers):
            players[seat].do(table, bid(seat, number), "keep")
        shown.append([page for one in (phone, *others, *players) for page in seen_by(one, table)])

    assert shown[0] == shown[1]
    assert any("hidden until" in page for page in shown[0])


def test_scorer_sees_who_bid_and_enters_others(phone: Phone, new_phone: NewPhone) -> None:
    shown = []
    for number in (3, 8):
        table = starts(phone)
        players = seated(phone, new_phone, table)
        players[1].do(table, bid(1, number), "keep")
        for seat in (0, 2, 3, 5):
            phone.do(table, bid(seat, 1), "keep")
        shown.append(alike(phone.get(table).html, table))
        assert bids_in(phone, table) == {}

        phone.do(table, bid(4, 1), "keep")
        everybody = {f"bids.{seat}": "1" for seat in range(6)} | {"bids.1": str(number)}
        assert bids_in(phone, table) == everybody
        assert f"8 cards, {5 + number} bid" in players[0].get(table).text

    assert shown[0] == shown[1]


@pytest.mark.parametrize("do", ["keep", "save"])
def test_last_bid_is_saved_before_its_results(phone: Phone, new_phone: NewPhone, do: str) -> None:
    shown = []
    for number in (2, 7):
        table = starts(phone)
        let_in(phone, new_phone(), table, "seat.0").do(table, bid(0, number), "keep")
        form = phone.get(table).form("keep").fields
        typed = {**form, **{f"bids.{seat}": "1" for seat in range(1, 6)}, "do": do}
        typed["version"] = ["7"]  # too old to be saved
        shown.append([alike(phone.post(table, typed, sent).html, table) for sent in (HTMX, {})])

    assert shown[0] == shown[1]


def test_revealed_bids_stay_as_they_are(phone: Phone, new_phone: NewPhone) -> None:
    table = starts(phone)
    players = seated(phone, new_phone, table)
    for seat, player in enumerate(players):
        form = player.get(table).form("keep").fields
        player.do(table, bid(seat, 1), "keep")

    late = {**form, "bids.5": "8", "do": "keep"}
    players[5].post(table, late, HTMX)
    assert bids_in(phone, table)["bids.5"] == "1"


# --- revealed early -----------------------------------------------------------------------------


def bid_of_some(phone: Phone, new_phone: NewPhone, seats: Sequence[int]) -> tuple[str, list[Phone]]:
    table = starts(phone)
    players = seated(phone, new_phone, table)
    for seat in seats:
        players[seat].do(table, bid(seat, seat), "keep")
    return table, players


def test_the_scorer_may_reveal_the_bids_early(phone: Phone, new_phone: NewPhone) -> None:
    table, players = bid_of_some(phone, new_phone, (1, 2, 3))

    phone.do(table, do="revealed")

    assert bids_in(phone, table) == {"bids.1": "1", "bids.2": "2", "bids.3": "3"}
    players[0].do(table, bid(0, 4), "keep")
    assert bids_in(phone, table)["bids.0"] == "4"
    assert keys(players[0].get(table)) == []


def test_nobody_else_reveals_them(phone: Phone, new_phone: NewPhone) -> None:
    table, players = bid_of_some(phone, new_phone, (1, 2))
    sent = {**players[0].get(table).form("keep").fields, "do": "revealed", "revealed": "yes"}
    watcher = let_in(phone, new_phone(), table, "watch")

    players[0].post(table, sent, HTMX)
    watcher.post(table, sent, HTMX)

    assert bids_in(phone, table) == {}


def test_nothing_to_reveal_without_sealed_bids(phone: Phone) -> None:
    assert "revealed" not in keys(phone.get(starts(phone)))
    spades = phone.starts("spades")
    phone.do(spades, bid(1, 3), "keep")
    assert "revealed" not in keys(phone.get(spades))


def test_the_next_deal_is_sealed_again(phone: Phone, new_phone: NewPhone) -> None:
    table, _ = bid_of_some(phone, new_phone, (1, 2, 3))
    phone.do(table, do="revealed")
    rest: dict[str, object] = {**bid(0, 2), **bid(4, 0), **bid(5, 0)}
    phone.do(table, rest, "keep")
    taken: dict[str, object] = {f"tricks.{seat}": n for seat, n in enumerate((2, 1, 2, 3, 0, 0))}
    assert phone.do(table, taken).message == "Deal 1 saved."

    phone.do(table, bid(2, 5), "keep")

    assert bids_in(phone, table) == {}


def test_bidding_phone_is_not_sent_page_again(phone: Phone, new_phone: NewPhone) -> None:
    table = starts(phone)
    players = seated(phone, new_phone, table)
    form = {seat: one.get(table).form("keep").fields for seat, one in enumerate(players)}

    first = players[1].post(table, {**form[1], **bid(1, 3), "do": "keep"}, HTMX)
    late = players[2].post(table, {**form[2], **bid(2, 3), "do": "keep"}, HTMX)

    assert players[1].get(late.news).is_nothing_new
    assert players[2].get(first.news).status == 200
