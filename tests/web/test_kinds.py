"""Kinds of question that few games ask: lists of any length, typed or ticked, lists whose last item
depends on the others, lists of parts."""

import pytest

from tests.web.phones import HTMX, Page, Phone, Typed, each

HANDS = "/new/oh-hell"
NAP = {"declarer": 1, "bid": "nap"}


def offered(page: Page, name: str) -> list[str]:
    """Return what may be tapped in answer to this question."""
    return [part.partition('"')[0] for part in page.html.split(f'name="{name}" value="')[1:]]


def dealers_keys(page: Page) -> list[str]:
    """Return what the first player, who deals, may tap."""
    return offered(page, "bids.0")


def after_save(phone: Phone, table: str, typed: Typed) -> Page:
    """The pad after this was typed and kept."""
    return phone.do(table, typed, "keep")


@pytest.mark.parametrize("typed", ["3, 2,1", "3 2 1", "3;2;1"])
def test_a_list_is_typed_as_people_write_it(phone: Phone, typed: str) -> None:
    page = phone.send(HANDS, phone.get(HANDS).form("start"), {"hand_sizes": typed}, "up.1")
    assert page.form("start")["hand_sizes"] == typed

    table = phone.follow(phone.send(HANDS, page.form("start"), do="start"))

    assert phone.sheet(table.links("/paper")[0].removesuffix("/paper"))["options"] == {
        "hand_sizes": [3, 2, 1]
    }


@pytest.mark.parametrize("typed", ["3, many", "0", "18", "14"])
def test_impossible_list_is_refused_as_typed(phone: Phone, typed: str) -> None:
    page = phone.fill(HANDS, {"hand_sizes": typed}, "start")

    assert page.status == 422
    assert page.form("start")["hand_sizes"] == typed


def test_last_in_list_gets_what_others_leave(phone: Phone) -> None:
    table = phone.starts("oh-hell")
    page = phone.get(table)
    assert dealers_keys(page)[-12:] == [str(n) for n in range(12)]

    typed = {"bids.1": 3, "bids.2": 3, "bids.3": 2}
    page = phone.follow(phone.send(table, page.form("keep"), typed, "keep"))

    assert dealers_keys(page)[-8:] == [str(n) for n in range(3, 11)]


# --- parts --------------------------------------------------------------------------------------


def test_second_player_is_offered_without_first(phone: Phone) -> None:
    table = phone.starts("solo-whist")
    after_save(phone, table, {"contract": "prop_cop"})

    assert offered(after_save(phone, table, {"declarers.0": 2}), "declarers.1") == ["0", "1", "3"]


def test_the_same_player_twice_is_said_at_once(phone: Phone) -> None:
    table = phone.starts("solo-whist")
    after_save(phone, table, {"contract": "prop_cop"})
    after_save(phone, table, each("declarers", [2, 0]))

    form = phone.get(table).form("save").fields
    page = phone.post(table, {**form, "declarers.0": "0"}, HTMX)

    assert "The two players must be different." in page.text


def test_two_players_are_written_in_their_order(phone: Phone) -> None:
    table = phone.starts("solo-whist")
    after_save(phone, table, {"contract": "prop_cop"})
    after_save(phone, table, each("declarers", [3, 1]))

    page = phone.do(table, {"made": "yes"})

    assert page.totals == [-2, 2, -2, 2]
    assert phone.sheet(table)["entries"][0]["declarers"] == [3, 1]


# --- ticks --------------------------------------------------------------------------------------


def test_ticks_are_listed_as_the_keys_stand(phone: Phone) -> None:
    table = phone.starts("nap")
    after_save(phone, table, {**NAP, "previous_bids": ["", "three", "four"]})

    page = phone.do(table, {"made": "yes"})

    assert page.totals == [-10, 30, -10, -10]
    assert phone.sheet(table)["entries"][0] == {
        **NAP,
        "previous_bids": ["three", "four"],
        "made": True,
    }
    assert phone.get(f"{table}/e/1").form("save").fields["previous_bids"] == ["", "three", "four"]


def test_ticks_are_saved_with_draft_and_cleared(phone: Phone) -> None:
    table = phone.starts("nap")
    page = after_save(phone, table, {**NAP, "previous_bids": ["", "two", "three"]})
    assert page.form("save").fields["previous_bids"] == ["", "two", "three"]

    page = kept_again(phone, table, {"previous_bids": ["", "three"]})
    assert page.form("save").fields["previous_bids"] == ["", "three"]

    page = kept_again(phone, table, {"previous_bids": [""]})
    assert page.form("save").fields["previous_bids"] == [""]
    phone.do(table, {"made": "yes"})
    assert "previous_bids" not in phone.sheet(table)["entries"][0]


def kept_again(phone: Phone, table: str, typed: Typed) -> Page:
    """The pad after this was changed in what is kept already."""
    form = phone.get(table).form("save")
    phone.post(table, form.filled(typed, None), HTMX)
    return phone.get(table)


def test_ticks_that_cannot_be_are_said_at_once(phone: Phone) -> None:
    table = phone.starts("nap")

    typed = {"declarer": 1, "bid": "two", "previous_bids": ["", "nap"]}
    page = phone.fill(table, typed, "keep", HTMX)

    assert "Two does not beat nap." in page.text


def test_a_tick_stays_while_the_rest_is_entered(phone: Phone) -> None:
    table = phone.starts("five-hundred", variant="45-card")
    after_save(phone, table, {"passed_out": ["", "yes"]})

    page = kept_again(phone, table, {"side_tricks.0": 6})

    assert page.form("save").fields["passed_out"] == ["", "yes"]
    assert phone.do(table).totals == [60, 40]


# --- answers in parts ---------------------------------------------------------------------------


def picked(phone: Phone, game: str) -> tuple[str, Page]:
    """A table on which this game is picked, and its page then."""
    table = phone.starts("trex")
    return table, phone.do(table, {"contract": game}, "keep")


def test_an_order_may_be_sent_in_any_state(phone: Phone) -> None:
    table, _ = picked(phone, "trex")
    for order in (["2"], ["", "2"], ["2", "2", "2"], ["x", "9", "-1"], ["2", "", "1"], ["None"]):
        hidden = phone.get(table).form("save").fields
        typed = {f"order.{place}": seat for place, seat in enumerate(order)}
        assert phone.post(table, {**hidden, **typed, "do": "keep"}).status in (200, 303)
        sent = {name: value for name, value in hidden.items() if not name.startswith("order")}
        assert phone.post(table, {**sent, **typed, "do": "save"}).status == 422


def test_players_move_up_behind_an_emptied_place(phone: Phone) -> None:
    table, page = picked(phone, "trex")

    phone.send(table, page.form("save"), {"order.0": "", "order.1": "2", "order.2": "0"})
    form = phone.get(table).form("save")

    assert [form[f"order.{place}"] for place in range(3)] == ["2", "0", ""]
    assert form.fields["order.0"] == ["", "2"]


def test_card_taken_by_nobody_is_refused_there(phone: Phone) -> None:
    table, page = picked(phone, "king")

    page = phone.send(table, page.form("save"), {"cards.KH.taken_by": "7"}, "save")

    assert page.status == 422
    assert page.html.count('class="fault"') >= 1
