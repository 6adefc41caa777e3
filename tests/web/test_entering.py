"""The pad shows who is entering a deal on another phone, by name if it is known."""

from time import time

import pytest

from tests.web.phones import HTMX, NEWS, NewPhone, Phone, points
from tests.web.test_table_phones import comes

ENTERED = {"points.0": 5, "points.1": "", "points.2": "", "points.3": ""}


def enters(phone: Phone, table: str) -> None:
    """Half of the next deal, which stays a draft."""
    form = phone.get(table).form("save")
    answer = phone.post(table, form.filled(ENTERED, None), HTMX)
    assert answer.status == 200, answer.text


def test_who_is_entering_is_shown_to_the_others(
    phone: Phone, new_phone: NewPhone, table: str
) -> None:
    ben = comes(phone, new_phone(), table, "Ben")
    watcher = comes(phone, new_phone(), table, "Cat", "watch")

    enters(ben, table)

    for other in (phone, watcher):
        assert "Ben is entering deal 2." in other.get(table).text
        assert "Ben is entering deal 2." in other.get(f"{table}{NEWS}").text
    assert "is entering" not in ben.get(table).text


def test_a_phone_without_a_name_is_another_phone(
    phone: Phone, new_phone: NewPhone, table: str
) -> None:
    other = comes(phone, new_phone(), table, "")

    enters(other, table)

    assert "Another phone is entering deal 2." in phone.get(table).text


def test_nobody_enters_after_saving_or_a_while(
    phone: Phone, new_phone: NewPhone, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ben = comes(phone, new_phone(), table, "Ben")
    enters(ben, table)
    later = time() + 121
    monkeypatch.setattr("scorekeeper.web.table.pad_page.time", lambda: later)
    assert "is entering" not in phone.get(table).text
    monkeypatch.undo()
    assert "Ben is entering" in phone.get(table).text

    ben.do(table, points(1, 1, 1, 1))

    assert "is entering" not in phone.get(table).text
