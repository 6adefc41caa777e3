"""A blind nil is bid before its bidder looks at the cards: when it was entered is kept with the
deal, and nothing is claimed of what the app cannot see."""

import re

from tests.web.phones import NewPhone, Phone, guests, keys, let_in

FIRST = "Blind nil entered at TIME, before any other bid."


def bid(seat: int, said: object) -> dict[str, object]:
    return {f"bids.{seat}": said}


def notes(phone: Phone, table: str) -> list[str]:
    """Return what is said of blind bids, without their times."""
    found = re.findall(r'<p class="note">([^<]*<time[^<]*</time>[^<]*)</p>', phone.get(table).html)
    return [re.sub(r"<time.*?</time>", "TIME", one) for one in found]


def test_blind_nil_is_told_to_all_with_its_time(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("spades")
    ben, cat, watcher = guests(phone, new_phone, table, "seat.1", "seat.2", "watch")

    assert ben.do(table, bid(1, "double_nil"), "keep").message == "Bid sent."
    cat.do(table, bid(2, 4), "keep")

    assert [notes(one, table) for one in (phone, ben, cat, watcher)] == [[f"Ben: {FIRST}"]] * 4


def test_legal_blind_nil_is_not_called_too_late(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("spades")
    ann = let_in(phone, new_phone(), table, "seat.0")
    for seat, said in ((1, "nil"), (2, 4), (3, 3)):
        phone.do(table, bid(seat, said), "keep")

    assert ann.do(table, bid(0, "double_nil"), "keep").message == "Bid sent."
    assert notes(phone, table) == ["Ann: Blind nil entered at TIME."]


def test_one_phone_in_turn_claims_no_blind_nil(phone: Phone) -> None:
    table = phone.starts("spades")
    bids: dict[str, object] = {}
    for seat, said in ((1, "nil"), (2, 4), (3, 3), (0, "double_nil")):
        bids |= bid(seat, said)
        assert "too late" not in phone.do(table, bids, "keep").html
    assert notes(phone, table) == ["Ann: Blind nil entered at TIME."]


def test_two_blind_nils_are_both_in_time(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("spades")
    let_in(phone, new_phone(), table, "seat.1").do(table, bid(1, "double_nil"), "keep")
    phone.do(table, bid(3, "double_nil"), "keep")

    assert notes(phone, table) == [f"{name}: {FIRST}" for name in ("Ben", "Dan")]


def test_a_cleared_blind_nil_is_not_shown(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("spades")
    ben = let_in(phone, new_phone(), table, "seat.1")
    ben.do(table, bid(1, "double_nil"), "keep")
    ben.do(table, bid(1, 3), "keep")
    assert notes(phone, table) == []

    phone.do(table, bid(2, 4), "keep")
    ben.do(table, bid(1, "double_nil"), "keep")
    assert notes(phone, table) == ["Ben: Blind nil entered at TIME."]


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
    kept = [f"Ben: {FIRST}"]
    assert notes(phone, table) == kept
    assert "declared" not in phone.get(f"{table}/sheet.json").html
    assert phone.get(f"{table}/history").status == 200

    phone.do(table, do="undo")
    assert notes(phone, table) == kept
    phone.do(table)
    assert notes(phone, table) == kept


def test_corrected_deal_tells_it_only_if_so(phone: Phone, new_phone: NewPhone) -> None:
    table = played(phone, new_phone)
    (entry,) = {link for link in phone.get(table).links("/e/") if "#" not in link}
    assert "save" in keys(phone.get(entry))
    phone.do(entry, bid(1, "nil"))

    assert notes(phone, table) == []
