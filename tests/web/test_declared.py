"""A blind nil is declared before the cards are seen, and the moment is kept with the deal."""

import re
from collections.abc import Callable

from tests.web.phones import Phone, keys, let_in

NewPhone = Callable[[], Phone]
FIRST = "Blind nil declared at"
LATE = "came after another bid"


def bid(seat: int, said: object) -> dict[str, object]:
    return {f"bids.{seat}": said}


def notes(phone: Phone, table: str) -> list[str]:
    """Return what is said of blind bids, without their times."""
    found = re.findall(r'<p class="note">([^<]*<time[^<]*</time>[^<]*)</p>', phone.get(table).html)
    return [re.sub(r"<time.*?</time>", "TIME", one) for one in found]


def test_a_blind_nil_is_told_to_all_with_its_time(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("spades")
    ben, cat, watcher = (
        let_in(phone, new_phone(), table, role) for role in ("seat.1", "seat.2", "watch")
    )

    assert ben.do(table, bid(1, "double_nil"), "keep").message == "Bid sent."
    cat.do(table, bid(2, 4), "keep")

    told = ["Ben: Blind nil declared at TIME, before the cards."]
    assert [notes(one, table) for one in (phone, ben, cat, watcher)] == [told] * 4


def test_one_that_comes_after_another_bid_is_too_late(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("spades")
    ben = let_in(phone, new_phone(), table, "seat.1")
    phone.do(table, bid(2, 4), "keep")

    page = ben.do(table, bid(1, "double_nil"), "keep")

    assert page.message == "Saved, but too late for a blind bid: another bid came first."
    late = "Ben: Blind nil at TIME came after another bid, too late to be before the cards."
    assert notes(phone, table) == [late]


def test_two_blind_nils_are_both_in_time(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("spades")
    let_in(phone, new_phone(), table, "seat.1").do(table, bid(1, "double_nil"), "keep")
    phone.do(table, bid(3, "double_nil"), "keep")

    assert [note.split(":")[0] for note in notes(phone, table) if FIRST in note] == ["Ben", "Dan"]


def test_a_cleared_blind_nil_is_not_shown(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("spades")
    ben = let_in(phone, new_phone(), table, "seat.1")
    ben.do(table, bid(1, "double_nil"), "keep")
    ben.do(table, bid(1, 3), "keep")
    assert notes(phone, table) == []

    phone.do(table, bid(2, 4), "keep")
    ben.do(table, bid(1, "double_nil"), "keep")
    assert len(notes(phone, table)) == 1
    assert LATE in notes(phone, table)[0]


def test_bids_entered_together_have_no_order(phone: Phone) -> None:
    table = phone.starts("spades")
    phone.do(table, {**bid(1, "double_nil"), **bid(2, 4)}, "keep")

    assert notes(phone, table) == []


def played(phone: Phone, new_phone: NewPhone) -> str:
    """A game whose first deal had a blind nil of Ben's."""
    table = phone.starts("spades")
    let_in(phone, new_phone(), table, "seat.1").do(table, bid(1, "double_nil"), "keep")
    phone.do(table, {**bid(0, 4), **bid(2, 4), **bid(3, 4)}, "keep")
    taken: dict[str, object] = {"side_tricks.0": 8, "side_tricks.1": 5, "nil_tricks.1": 0}
    assert phone.do(table, taken).message == "Deal 1 saved."
    return table


def test_the_moment_stays_with_the_deal(phone: Phone, new_phone: NewPhone) -> None:
    table = played(phone, new_phone)
    kept = ["Ben: Blind nil declared at TIME, before the cards."]
    assert notes(phone, table) == kept
    assert "declared" not in phone.get(f"{table}/sheet.json").html
    assert phone.get(f"{table}/history").status == 200

    phone.do(table, do="undo")
    assert notes(phone, table) == kept
    phone.do(table)
    assert notes(phone, table) == kept


def test_a_deal_that_is_corrected_tells_it_only_if_it_is_still_so(
    phone: Phone, new_phone: NewPhone
) -> None:
    table = played(phone, new_phone)
    (entry,) = {link for link in phone.get(table).links("/e/") if "#" not in link}
    assert "save" in keys(phone.get(entry))
    phone.do(entry, bid(1, "nil"))

    assert notes(phone, table) == []
