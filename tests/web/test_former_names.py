"""Names that were used on this phone are offered where one is typed."""

import re

import pytest

from tests.web.phones import NewPhone, Page, Phone


def offered(page: Page) -> list[str]:
    """The names that a page offers."""
    found = re.search(r'<datalist id="names">(.*?)</datalist>', page.html)
    return re.findall(r'value="([^"]*)"', found[1]) if found else []


@pytest.fixture
def played(phone: Phone) -> str:
    """A table of a phone that has played before, with others."""
    phone.starts("whist", players=["Eve", "Fay", "Gus", "Ann"])
    return phone.starts("tally", players=["Ann", "Ben", "Player 3"])


@pytest.mark.parametrize("slug", ["tally", "spades", "bridge"])
def test_names_are_offered_at_table_setup(phone: Phone, played: str, slug: str) -> None:
    page = phone.get(f"/new/{slug}")

    assert sorted(offered(page)) == ["Ann", "Ben", "Eve", "Fay", "Gus"]
    assert page.html.count('list="names"') == len(page.form("start").fields["name"])


def test_names_are_offered_when_a_player_changes(phone: Phone, played: str) -> None:
    page = phone.get(f"{played}/write/seat")

    assert sorted(offered(page)) == ["Eve", "Fay", "Gus"]  # not those who sit here
    assert 'list="names"' in page.html
    assert offered(phone.get(f"{played}/write/adjust")) == []


def test_no_other_phone_sees_the_names(phone: Phone, new_phone: NewPhone, played: str) -> None:
    assert offered(new_phone().get("/new/tally")) == []
