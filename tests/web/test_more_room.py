"""One player more than the hands to come leave room for: the refusal offers shorter hands."""

from itertools import product

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from scorekeeper.sheet import read_head
from scorekeeper.store.access.table_access import Role
from scorekeeper.tables.changes import head_payload
from scorekeeper.tables.loading import LoadedTable, TableVisit
from scorekeeper.tables.starting import NOBODY, _first
from scorekeeper.web.table.pad_page import PadPage
from tests.requirements import rounds
from tests.web.phones import Phone, keys

FIVE = ["Ann", "Ben", "Cat", "Dan", "Eve"]
FAY = {"seat.number": 5, "seat.name": "Fay"}
TEN = {"bids": [2] * 5, "tricks": [2] * 5}


@pytest.fixture
def five(phone: Phone) -> str:
    """Five at a table, at which the first hand, of ten cards, is dealt."""
    return phone.starts("oh-hell", TEN, players=FIVE, options={"hook": "none"})


def sizes(phone: Phone, table: str) -> list[int]:
    """The hands of the game as its pad lists them."""
    page = phone.get(table).html
    told = page.split("The hands of the game: ")[1].split(".")[0]
    return [int(cards) for cards in told.split(", ")]


def test_sixth_is_refused_with_shorter_hands(phone: Phone, five: str) -> None:
    page = phone.fill(f"{five}/write/seat", FAY, "save")

    assert page.status == 422
    assert page.form("room")["seat.name"] == "Fay"


def test_offer_seats_sixth_and_shortens_hands(phone: Phone, five: str) -> None:
    page = phone.fill(f"{five}/write/seat", FAY, "save")

    page = phone.follow(phone.send(f"{five}/write/seat", page.form("room"), do="room"))

    assert page.totals == [20, 20, 20, 20, 20, 0]
    assert sizes(phone, five) == [10, 8, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8]
    assert "Fay" in page.text


def test_one_undo_takes_both_back(phone: Phone, five: str) -> None:
    before = sizes(phone, five)
    page = phone.fill(f"{five}/write/seat", FAY, "save")
    phone.follow(phone.send(f"{five}/write/seat", page.form("room"), do="room"))
    after = sizes(phone, five)

    page = phone.do(five, do="undo")
    assert page.totals == [20] * 5
    assert sizes(phone, five) == before
    assert "undo" in keys(page)

    page = phone.do(five, do="redo")
    assert page.totals == [20] * 5 + [0]
    assert sizes(phone, five) == after


def test_the_offer_sent_twice_is_taken_once(phone: Phone, five: str) -> None:
    form = phone.fill(f"{five}/write/seat", FAY, "save").form("room")

    first, again = (phone.send(f"{five}/write/seat", form, do="room") for _ in range(2))

    assert (first.status, again.status) == (303, 303)
    assert phone.get(five).totals == [20] * 5 + [0]


def test_the_offer_refuses_what_else_is_wrong(phone: Phone, five: str) -> None:
    page = phone.fill(f"{five}/write/seat", {**FAY, "seat.name": "Ann"}, "save")

    page = phone.send(f"{five}/write/seat", page.form("room"), do="room")

    assert page.status == 422
    assert phone.get(five).totals == [20] * 5


def test_no_shorter_hands_where_there_is_room(phone: Phone) -> None:
    table = phone.starts("oh-hell", players=FIVE)
    assert "room" not in keys(phone.fill(f"{table}/write/seat", {**FAY, "seat.name": ""}, "save"))
    assert phone.do(f"{table}/write/seat", FAY).totals == [0] * 6


def test_next_game_of_six_is_dealt_for_six(phone: Phone) -> None:
    options = {"hook": "none", "hand_sizes": [10, 1]}
    one = {"bids": [1, 1, 0, 0, 0, 0], "tricks": [1, 0, 0, 0, 0, 0]}
    table = phone.starts("oh-hell", TEN, {"seat": {"number": 5, "name": "Fay"}}, one,
                         players=FIVE, options=options)  # fmt: skip
    phone.do(f"{table}/write/finish")

    new = phone.fill(table, do="again")

    assert new.status == 303
    assert sizes(phone, new.location)[0] == 8


# --- what the wide key promises ------------------------------------------------------------------


def table_of(hook: str, size: int) -> LoadedTable:
    """A table of three who are dealt one hand of that size."""
    options = {"hook": hook, "hand_sizes": [size]}
    sheet = {"format": "scorekeeper/1", "game": "oh-hell", "options": options}
    head = read_head({**sheet, "players": ["Ann", "Ben", "Cat"], "entries": []})
    return _first(head, head_payload(head), [], dict(NOBODY))


@pytest.mark.hard
@pytest.mark.parametrize("size", [1, 2][: rounds(2, quick=1, hard=2)])
@pytest.mark.parametrize("hook", ["exceed", "not_equal", "none"])
def test_wide_key_never_lets_refused_deal_go_on(app: Flask, hook: str, size: int) -> None:
    with app.test_request_context():
        check_what_the_wide_key_says(hook, size)


def check_what_the_wide_key_says(hook: str, size: int) -> None:
    """Try all bids and tricks of a hand of three."""
    visit = TableVisit(table_of(hook, size), Role(True, frozenset()), {})
    numbers = [*map(str, range(size + 2)), ""]

    for bids, tricks in product(product(numbers, repeat=3), product(numbers[:-2], repeat=3)):
        typed = {f"bids.{seat}": bid for seat, bid in enumerate(bids)}
        typed |= {f"tricks.{seat}": trick for seat, trick in enumerate(tricks)}
        playing = PadPage(visit, MultiDict({"version": "0", **typed}))
        says = playing.wide_key.label
        refused = playing.interview_form.refused
        stands = playing.preview is not None or not filled_in(tricks, bids)
        assert says.startswith(("Next:", "Check:")) or (stands and not refused)
        assert not (says.startswith("Save") and playing.preview is None)
        if forbidden(hook, size, bids):
            assert says.startswith("Next: ")
            assert says.endswith(" bids")


def filled_in(*lists: tuple[str, ...]) -> bool:
    """Return whether nothing was left empty."""
    return all("" not in numbers for numbers in lists)


def forbidden(hook: str, size: int, bids: tuple[str, ...]) -> bool:
    """Return whether all have bid, and the hook says no to it."""
    if "" in bids:
        return False
    total = sum(map(int, bids))
    return total <= size if hook == "exceed" else hook == "not_equal" and total == size
