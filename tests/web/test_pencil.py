"""The pencil is passed to a player's phone, shared, and taken back; all see who has it."""

import re

import pytest

from tests.web.phones import NEWS, NewPhone, Page, Phone, guests, keys, let_in, points


@pytest.fixture
def table(phone: Phone) -> str:
    """A table of the plain pad, started by Ann's phone."""
    table = phone.starts("tally", {"points": [1, 2, 3, 4]})
    phone.do(f"{table}/phones", {"who": "Ann"}, "call")
    return table


def key(who: Phone, table: str, act: str, name: str) -> str:
    """The key on the page about phones that does this with that player's phone."""
    html = who.get(f"{table}/phones").html
    found = re.search(rf'value="({act}\.\d+)">[^<]*{name}', html)
    assert found, f"there is no key to {act} {name}"
    return found[1]


def passes(who: Phone, table: str, act: str, name: str) -> Page:
    """Pass the pencil, or take it back."""
    return who.do(f"{table}/phones", do=key(who, table, act, name))


def scores(who: Phone, table: str) -> bool:
    """Return whether that phone may save a deal."""
    return "save" in keys(who.get(table))


def test_scorer_hands_pencil_over_and_back(phone: Phone, new_phone: NewPhone, table: str) -> None:
    ben, watcher = guests(phone, new_phone, table, "seat.1", "watch")

    before = phone.get(table).form("save").fields

    passes(phone, table, "hand", "Ben")

    assert (scores(phone, table), scores(ben, table)) == (False, True)
    assert "Ben scores." in watcher.get(table).text
    assert "Ben scores." in watcher.get(f"{table}{NEWS}").text
    ben.do(table, points(1, 1, 1, 1))
    refused = phone.post(table, {**before, **points(2, 2, 2, 2), "do": "save"})
    assert refused.status == 409
    assert refused.form("save").fields["points.3"] == ["2"]

    passes(phone, table, "take", "Ben")

    assert (scores(phone, table), scores(ben, table)) == (True, False)
    history = phone.get(f"{table}/history").text
    assert "This phone handed the pencil to Ben" in history
    phone.do(table, points(1, 1, 1, 1))


def test_passing_the_pencil_keeps_saved_answers(
    phone: Phone, new_phone: NewPhone, table: str
) -> None:
    ben = let_in(phone, new_phone(), table, "seat.1")
    passes(phone, table, "hand", "Ben")
    sent = {**ben.get(table).form("save").fields, **points(5, 6, 7, 8), "do": "save"}
    assert ben.post(table, sent).status == 303
    passes(ben, table, "hand", "Ann")
    assert not scores(ben, table)

    again = ben.post(table, sent)

    assert again.status == 303
    phone.do(table, points(1, 1, 1, 1))
    assert ben.post(table, sent).status == 303
    assert phone.get(f"{table}/sheet.json").html.count('"points"') == 3
    other = ben.post(table, {**sent, **points(9, 9, 9, 9)})
    assert other.status == 409


def test_nobody_elses_request_is_answered_again(
    phone: Phone, new_phone: NewPhone, table: str
) -> None:
    sent = {**phone.get(table).form("save").fields, **points(5, 6, 7, 8), "do": "save"}
    phone.post(table, sent)
    watcher = let_in(phone, new_phone(), table, "watch")
    token = watcher.get("/settings").forms[0].fields["csrf_token"]

    assert watcher.post(table, {**sent, "csrf_token": token}).status == 403


def test_two_may_hold_it(phone: Phone, new_phone: NewPhone, table: str) -> None:
    ben, cat = guests(phone, new_phone, table, "seat.1", "seat.2")
    lent = key(phone, table, "lend", "Cat")

    passes(phone, table, "lend", "Ben")

    assert scores(phone, table)
    assert scores(ben, table)
    assert "Ann and Ben score." in cat.get(table).text
    page = phone.get(f"{table}/phones")
    assert not page.key("lend.")
    phone.follow(phone.post(f"{table}/phones", {**page.forms[0].fields, "do": lent}))
    assert not scores(cat, table)
    passes(ben, table, "hand", "Cat")
    assert [scores(one, table) for one in (phone, ben, cat)] == [True, False, True]


def test_sent_twice_it_is_done_once(phone: Phone, new_phone: NewPhone, table: str) -> None:
    ben = let_in(phone, new_phone(), table, "seat.1")
    form = phone.get(f"{table}/phones").forms[0].fields
    hand = {**form, "do": key(phone, table, "hand", "Ben")}

    for _ in range(2):
        assert phone.post(f"{table}/phones", hand).status == 303

    take = {**form, "do": key(phone, table, "take", "Ben")}
    for _ in range(2):
        assert phone.post(f"{table}/phones", take).status == 303
    history = phone.get(f"{table}/history").text
    assert history.count("handed the pencil") == history.count("took the pencil back") == 1
    assert [scores(one, table) for one in (phone, ben)] == [True, False]


@pytest.mark.long
def test_nobody_else_takes_or_gives_it(phone: Phone, new_phone: NewPhone, table: str) -> None:
    ben, cat, watcher = guests(phone, new_phone, table, "seat.1", "seat.2", "watch")
    hand = key(phone, table, "hand", "Ben")
    passes(phone, table, "hand", "Cat")

    for other in (ben, watcher):
        form = other.get(f"{table}/phones").forms[0].fields
        for do in (hand, hand.replace("hand", "lend"), hand.replace("hand", "take")):
            assert other.post(f"{table}/phones", {**form, "do": do}).status == 403
    form = phone.get(f"{table}/phones").forms[0].fields
    phone.follow(phone.post(f"{table}/phones", {**form, "do": hand}))
    assert [scores(one, table) for one in (phone, ben, cat)] == [False, False, True]


def test_a_phone_that_plays_nowhere_gets_none(
    phone: Phone, new_phone: NewPhone, table: str
) -> None:
    let_in(phone, new_phone(), table, "watch")

    assert not phone.get(f"{table}/phones").key("hand.")
