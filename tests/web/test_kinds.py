"""Kinds of question that few games ask: lists of any length, lists whose last item depends on the
others."""

import json

import pytest

from tests.web.phones import Page, Phone

HANDS = "/new/oh-hell"


def dealers_keys(page: Page) -> list[str]:
    """What the first player, who deals, may tap."""
    return [part.partition('"')[0] for part in page.html.split('name="bids.0" value="')[1:]]


@pytest.mark.parametrize("typed", ["3, 2,1", "3 2 1", "3;2;1"])
def test_a_list_is_typed_as_people_write_it(phone: Phone, typed: str) -> None:
    page = phone.send(HANDS, phone.get(HANDS).form("start"), {"hand_sizes": typed}, "up.1")
    assert "House rules: 1 changed" in page.text
    assert page.form("start")["hand_sizes"] == typed

    table = phone.follow(phone.send(HANDS, page.form("start"), do="start"))

    sheet = json.loads(phone.get(table.links("sheet.json")[0]).html)
    assert sheet["options"] == {"hand_sizes": [3, 2, 1]}


def test_a_list_left_empty_is_none(phone: Phone) -> None:
    table = phone.fill(HANDS, {"hand_sizes": ""}, "start")

    assert "hand_sizes" not in phone.get(phone.follow(table).links("sheet.json")[0]).html


@pytest.mark.parametrize("typed", ["3, many", "0", "18", "13"])
def test_a_list_that_cannot_be_is_refused_as_typed(phone: Phone, typed: str) -> None:
    page = phone.fill(HANDS, {"hand_sizes": typed}, "start")

    assert page.status == 422
    assert page.form("start")["hand_sizes"] == typed


def test_the_last_of_a_list_sees_what_the_others_leave(phone: Phone) -> None:
    table = phone.starts("oh-hell")
    page = phone.get(table)
    assert dealers_keys(page)[-12:] == [str(n) for n in range(12)]

    typed = {"bids.1": 3, "bids.2": 3, "bids.3": 2}
    page = phone.follow(phone.send(table, page.form("keep"), typed, "keep"))

    assert dealers_keys(page)[-8:] == [str(n) for n in range(3, 11)]
