"""A table whose game's rules were put right since: shown as scored, asked before it changes."""

from collections.abc import Callable

import pytest

from scorekeeper.games import games
from tests.tables.test_editions import new_rules, nothing_below_two, twice
from tests.web.phones import Phone, points

__all__ = ["new_rules"]


@pytest.fixture
def table(phone: Phone) -> str:
    """Two deals under the first edition."""
    return phone.starts("tally", {"points": [1, 2, 3, 4]}, {"points": [2, 2, 2, 2]}, edition=1)


@pytest.fixture
def doubled(table: str, new_rules: Callable[..., None]) -> str:
    """The same table, while today's rules double from 3 points on."""
    new_rules(score=twice)
    return table


def test_it_is_shown_as_it_was_scored(phone: Phone, doubled: str) -> None:
    page = phone.get(doubled)

    assert page.totals == [3, 4, 5, 6]
    assert "+4" in page.text
    assert "+8" not in page.text
    assert page.links("/edition") == [f"{doubled}/edition"]
    assert phone.get(f"{doubled}/paper").totals == [3, 4, 5, 6]


def test_write_waits_until_differences_are_seen(phone: Phone, doubled: str) -> None:
    form = phone.get(doubled).form("save")

    page = phone.send(doubled, form, points(1, 1, 1, 1), "save")

    assert page.status == 409
    assert page.form("save")["points.0"] == "1"
    assert phone.get(doubled).totals == [3, 4, 5, 6]


def test_differences_are_shown_and_accepted(phone: Phone, doubled: str) -> None:
    page = phone.get(f"{doubled}/edition")
    assert page.status == 200
    assert "1 : 2 : 3 : 4" in page.text
    assert "1 : 2 : 6 : 8" in page.text

    page = phone.follow(phone.send(f"{doubled}/edition", page.forms[-1]))

    assert page.totals == [3, 4, 8, 10]
    assert phone.play(doubled, points(1, 1, 1, 3)).totals == [4, 5, 9, 16]


def test_impossible_entry_is_named(
    phone: Phone, table: str, new_rules: Callable[..., None]
) -> None:
    new_rules(form=nothing_below_two)

    assert "not allowed" in phone.get(f"{table}/edition").text
    assert phone.get(table).status == 200
    assert phone.get(f"{table}/history").status == 200
    assert phone.get(f"{table}/e/2").status == 200


def test_rules_without_difference_ask_nothing(
    phone: Phone, table: str, new_rules: Callable[..., None]
) -> None:
    new_rules()

    page = phone.play(table, points(1, 1, 1, 1))

    assert page.totals == [4, 5, 6, 7]
    assert games()["tally"].edition == 1
    assert page.links("/edition") == []
