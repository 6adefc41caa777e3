"""Lists that are shown as suggested: what stands there unasked is no answer before it adds up, and
no fault either; what somebody typed is told at once not to add up."""

import re

import pytest

from tests.web.phones import HTMX, Page, Phone, Typed, each

BID_11_OF_10 = each("bids", [4, 3, 4])
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


@pytest.mark.parametrize("half", [{}, {"tricks.1": 1}])
def test_suggested_wrong_sum_is_no_fault_yet(phone: Phone, table: str, half: Typed) -> None:
    page = phone.get(table)
    assert [page.form("save")[f"tricks.{seat}"] for seat in range(3)] == ["4", "3", "4"]
    page = typed(phone, table, half) if half else page

    assert faults(page) == []
    assert key(page).startswith("Next: ")


def test_partly_suggested_right_sum_can_be_saved(phone: Phone, table: str) -> None:
    page = typed(phone, table, {"tricks.1": 2})

    assert faults(page) == []
    assert key(page) == "Save deal 1 Ann +40 Ben −10 Cat +40"
    assert phone.follow(phone.send(table, page.form("save"), do="save")).totals == [40, -10, 40]


def test_typed_wrong_sum_is_a_fault_at_once(phone: Phone, table: str) -> None:
    page = typed(phone, table, each("tricks", [1, 2, 1]))

    assert faults(page) == [WRONG]


def test_key_tells_of_a_suggested_wrong_sum(phone: Phone, table: str) -> None:
    page = phone.fill(table, do="save")

    assert page.status == 422
    assert "The tricks add up to 11; this deal has 10." in faults(page)


@pytest.mark.parametrize(
    ("tricks", "told"),
    [
        ([], "One trick too many."),
        ([3, 3, 2], "One trick is missing: who took it?"),
        ([4, 3, 0], "Two tricks are missing: who took them?"),
        ([4, 9], "Seven tricks too many."),
        (["x", 3, 3], "Tricks: a whole number is needed."),
        ([2, 4, 3], "Ben would lead by 40."),
    ],
)
def test_fault_is_said_instead_of_who_leads(
    phone: Phone, table: str, tricks: list[object], told: str
) -> None:
    phone.do(table, {"tricks.0": 4, "tricks.1": 3, "tricks.2": 3})
    phone.do(table, each("bids", [3, 4, 3]), "keep")

    assert typed(phone, table, each("tricks", tricks)).note == told


@pytest.mark.parametrize(
    ("game", "answers", "told"),
    [
        (
            "trex",
            {"contract": "diamonds", **each("counts", [5, 5, 1, 1])},
            "One diamond is missing.",
        ),
        (
            "spades",
            {**each("bids", [4, 2, 3, 2]), **each("side_tricks", [9, 5])},
            "One trick too many.",
        ),
        (
            "spades",
            {**each("bids", ["nil", 2, 3, 2]), **each("side_tricks", [3, 10]), "nil_tricks.0": 4},
            "The nil bidders' tricks add up to 4; the side took 3.",
        ),
    ],
)
def test_what_is_wrong_now_is_said_in_every_game(
    phone: Phone, game: str, answers: Typed, told: str
) -> None:
    table = phone.starts(game)
    form = phone.get(table).form("save" if game == "whist" else "keep")
    assert phone.post(table, {**form.fields, **answers}, HTMX).note == told


def test_list_without_a_sum_takes_blanks(phone: Phone) -> None:
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
