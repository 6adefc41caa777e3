"""Lists that are shown as suggested: what stands there unasked is no answer before it adds up, and
no fault either; what somebody typed is told at once not to add up."""

import re

import pytest

from tests.web.phones import HTMX, Page, Phone, Typed, each

BID_11_OF_10 = each("bids", [4, 3, 4])
BID_10_OF_10 = each("bids", [4, 3, 3])
WRONG = "The tricks add up to 4; this deal has 10."


@pytest.fixture
def table(phone: Phone) -> str:
    """A table of three with ten cards each, whose bids are kept."""
    table = phone.starts("oh-hell", players=["Ann", "Ben", "Cat"])
    phone.do(table, BID_11_OF_10, "keep")
    return table


def typed(phone: Phone, table: str, tricks: Typed) -> Page:
    """The pad while these are tapped."""
    return phone.send(table, phone.get(table).form("save"), tricks, headers=HTMX)


def faults(page: Page) -> list[str]:
    """Return what is said to be wrong, at fields and beside the key."""
    return [*re.findall(r'class="fault">([^<]*)<', page.html), *filter(None, [page.message])]


def key(page: Page) -> str:
    """Return what the wide key says."""
    (told,) = re.findall(r'<button class="main"[^>]*>(.*?)</button>', page.html)
    return " ".join(re.sub(r"<[^>]*>", " ", told).split())


def test_what_is_only_suggested_and_does_not_add_up_is_asked_and_is_no_fault(
    phone: Phone, table: str
) -> None:
    page = phone.get(table)

    assert [page.form("save")[f"tricks.{seat}"] for seat in range(3)] == ["4", "3", "4"]
    assert faults(page) == []
    assert key(page) == "Next: tricks 10 cards, 11 bid"


def test_what_is_partly_typed_and_does_not_add_up_yet_is_asked_and_is_no_fault(
    phone: Phone, table: str
) -> None:
    page = typed(phone, table, {"tricks.1": 1})

    assert faults(page) == []
    assert key(page) == "Next: tricks 10 cards, 11 bid"


def test_what_is_partly_suggested_and_adds_up_can_be_saved(phone: Phone, table: str) -> None:
    page = typed(phone, table, {"tricks.1": 2})

    assert faults(page) == []
    assert key(page) == "Save deal 1 Ann +40 Ben −10 Cat +40"
    assert phone.follow(phone.send(table, page.form("save"), do="save")).totals == [40, -10, 40]


def test_what_is_only_suggested_and_adds_up_can_be_saved(phone: Phone) -> None:
    table = phone.starts("oh-hell", players=["Ann", "Ben", "Cat"], options={"hook": "none"})
    page = phone.do(table, BID_10_OF_10, "keep")

    assert key(page) == "Save deal 1 Ann +40 Ben +30 Cat +30"
    assert phone.do(table).totals == [40, 30, 30]


def test_what_is_all_typed_and_does_not_add_up_is_a_fault_at_once(phone: Phone, table: str) -> None:
    page = typed(phone, table, each("tricks", [1, 2, 1]))

    assert faults(page) == [WRONG]


def test_what_was_suggested_and_does_not_add_up_is_told_by_the_key(
    phone: Phone, table: str
) -> None:
    page = phone.fill(table, do="save")

    assert page.status == 422
    assert "The tricks add up to 11; this deal has 10." in faults(page)


def test_a_list_without_a_sum_takes_what_was_left_blank(phone: Phone) -> None:
    table = phone.starts("tally", {"points": [1, 2, 3, 4]})
    ruling = {
        "about": "1",
        "what": "other",
        "happened": "A card fell",
        "decided": "points",
        "points.0": "5",
    }
    form = phone.get(f"{table}/write/ruling").form("save").fields

    page = phone.post(f"{table}/write/ruling", {**form, **ruling, "do": "save"})

    assert phone.follow(page).totals == [6, 2, 3, 4]
