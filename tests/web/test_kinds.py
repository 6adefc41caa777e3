"""Kinds of question that few games ask: lists of any length, lists whose last item depends on the
others."""

import json

import pytest

from tests.web.phones import HTMX, Page, Phone

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


# --- answers in parts ---------------------------------------------------------------------------


def picked(phone: Phone, game: str) -> tuple[str, Page]:
    """A table on which this game is picked, and its page then."""
    table = phone.starts("trex")
    return table, phone.do(table, {"contract": game}, "keep")


def test_an_order_may_be_sent_in_any_state(phone: Phone) -> None:
    table, page = picked(phone, "trex")
    hidden = page.form("save").fields
    for order in (["2"], ["", "2"], ["2", "2", "2"], ["x", "9", "-1"], ["2", "", "1"], ["None"]):
        typed = {f"order.{place}": seat for place, seat in enumerate(order)}
        assert phone.post(table, {**hidden, **typed, "do": "keep"}).status in (200, 303)
        sent = {name: value for name, value in hidden.items() if not name.startswith("order")}
        assert phone.post(table, {**sent, **typed, "do": "save"}).status == 422


def test_whoever_stands_behind_an_emptied_place_moves_up(phone: Phone) -> None:
    table, page = picked(phone, "trex")

    phone.send(table, page.form("save"), {"order.0": "", "order.1": "2", "order.2": "0"})
    form = phone.get(table).form("save")

    assert [form[f"order.{place}"] for place in range(3)] == ["2", "0", ""]
    assert form.fields["order.0"] == ["", "2"]


def test_a_card_taken_by_nobody_known_is_refused_at_its_place(phone: Phone) -> None:
    table, page = picked(phone, "king")

    page = phone.send(table, page.form("save"), {"cards.KH.taken_by": "7"}, "save")

    assert page.status == 422
    assert "who took the king of hearts: say which seat." in page.text


def test_a_game_that_is_used_up_cannot_be_sent(phone: Phone) -> None:
    table = phone.starts("trex", {"contract": "trex", "order": [2, 0, 3, 1]})

    page = phone.fill(table, {"contract": "trex"}, headers=HTMX)

    assert "Ann has already chosen trex in this kingdom" in page.text


def test_a_tick_stays_when_something_else_is_answered(phone: Phone) -> None:
    table = phone.starts("five-hundred", variant="45-card")
    page = phone.do(table, {"passed_out": ["", "yes"]}, "keep")

    phone.send(table, page.form("save"), {"side_tricks.0": "6"})

    assert phone.get(table).form("save")["passed_out"] == "yes"
