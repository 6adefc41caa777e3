"""Agreed: by a house rule the other side confirms a deal or the game on its own phone."""

from collections.abc import Callable

import pytest

from tests.web.phones import Page, Phone, let_in

NewPhone = Callable[[], Phone]
DEAL = {"contract": "1S", "declarer": 0, "tricks": 7}


def starts(phone: Phone, *entries: object, what: str = "deal") -> str:
    return phone.starts("bridge", *entries, agreement=what)


def say(phone: Phone, table: str, what: str) -> Page:
    """Press the key that begins like this."""
    page = phone.get(table)
    (do,) = [key for form in page.forms for key in form.buttons if key.startswith(what)]
    return phone.follow(phone.send(f"{table}/agreement", page.form(do), {}, do))


def offered(phone: Phone, table: str) -> list[str]:
    """Return what can be said, without of what."""
    keys = [key for form in phone.get(table).forms for key in form.buttons]
    return [key.split(".")[0] for key in keys if key.split(".")[0] in ("agree", "contest")]


@pytest.fixture
def ann(phone: Phone) -> Phone:
    return phone


def named(phone: Phone, table: str, name: str) -> Phone:
    phone.do(f"{table}/phones", {"who": name}, "call")
    return phone


def test_without_the_rule_nobody_is_asked(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("bridge", DEAL)
    ben = let_in(phone, new_phone(), table, "seat.1")

    assert offered(ben, table) == []
    assert "agree" not in phone.get(f"{table}/sheet.json").html


def test_the_other_side_agrees_to_a_deal(phone: Phone, new_phone: NewPhone) -> None:
    table = starts(phone)
    named(phone, table, "Ann")
    ben, cat, watcher = (
        let_in(phone, new_phone(), table, role) for role in ("seat.1", "seat.2", "watch")
    )
    assert offered(ben, table) == []
    phone.do(table, {"contract.0": "1", "contract.1": "S", "declarer": "0"}, "keep")
    phone.do(table, {"tricks": "7"})
    assert offered(ben, table) == ["agree", "contest"]
    assert [offered(one, table) for one in (phone, cat, watcher)] == [[], [], []]

    assert "Agreed." in say(ben, table, "agree").text

    assert offered(ben, table) == []
    assert "Agreed by Ben & Dan." in phone.get(table).text
    assert "Ben agreed to deal 1" in phone.get(f"{table}/history").text


def test_contested_deal_is_marked_until_ruling(phone: Phone, new_phone: NewPhone) -> None:
    table = starts(phone, DEAL)
    named(phone, table, "Ann")
    dan = let_in(phone, new_phone(), table, "seat.3")

    assert "Contested. It stays marked" in say(dan, table, "contest").text
    phone.do(table, {"contract.0": "1", "contract.1": "S", "declarer": "0"}, "keep")
    assert phone.do(table, {"tricks": "7"}).message == "Deal 2 saved."

    page = phone.get(table)
    assert "Ben & Dan contested deal 1." in page.text.partition("Declarer")[0]  # above the keys
    assert "contested" in page.text.split("Deals so far")[1]
    (ruling,) = {link for link in page.links("/write/ruling") if link.endswith("about=1")}
    phone.do(ruling, {"what": "other", "happened": "Counted again.", "decided": "nothing"})

    page = phone.get(table)
    assert "contested deal" not in page.text
    assert "Dan contested deal 1" in phone.get(f"{table}/history").text
    assert offered(dan, table) == ["agree", "contest"]  # of deal 2


def test_a_side_agrees_after_all(phone: Phone, new_phone: NewPhone) -> None:
    table = starts(phone, DEAL)
    dan = let_in(phone, new_phone(), table, "seat.3")
    say(dan, table, "contest")

    assert offered(dan, table) == ["agree"]
    say(dan, table, "agree")

    assert "contested deal" not in phone.get(table).text


def test_a_corrected_deal_is_agreed_to_again(phone: Phone, new_phone: NewPhone) -> None:
    table = starts(phone, DEAL)
    ben = let_in(phone, new_phone(), table, "seat.1")
    before = ben.get(table)
    (do,) = [key for form in before.forms for key in form.buttons if key.startswith("agree")]
    phone.do(f"{table}/e/1", {"tricks": "8"})

    late = ben.follow(ben.send(f"{table}/agreement", before.form(do), {}, do))
    assert "This has changed. Check it again." in late.text
    say(ben, table, "agree")
    phone.do(f"{table}/e/1", {"tricks": "9"})

    assert offered(ben, table) == ["agree", "contest"]
    assert "Agreed by" not in phone.get(table).text


def test_the_whole_game_is_agreed_to(phone: Phone, new_phone: NewPhone) -> None:
    table = starts(phone, DEAL, what="game")
    ben = let_in(phone, new_phone(), table, "seat.1")
    named(phone, table, "Ann")
    assert offered(ben, table) == []

    phone.do(f"{table}/write/finish")
    assert "The game is over. Is the score right?" in ben.get(table).text
    say(ben, table, "contest")
    assert "Ben & Dan contested the score." in phone.get(table).text
    say(ben, table, "agree")

    assert "contested the score" not in phone.get(table).text
    assert "Ben agreed" in phone.get(f"{table}/history").text


def test_new_rule_asks_about_deals_from_then_on(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("bridge", DEAL, DEAL)
    named(phone, table, "Ann")
    ben = let_in(phone, new_phone(), table, "seat.1")

    phone.do(f"{table}/head", {"agreement": "deal"})
    assert offered(ben, table) == []

    phone.do(table, {"contract.0": "1", "contract.1": "S", "declarer": "0"}, "keep")
    assert phone.do(table, {"tricks": "7"}).message == "Deal 3 saved."
    assert "Agreed." in say(ben, table, "agree").text
    assert offered(ben, table) == []

    phone.do(f"{table}/head", {"agreement": ""})
    phone.do(f"{table}/head", {"agreement": "deal"})
    assert offered(ben, table) == []
    phone.do(f"{table}/e/4", {"tricks": "8"})
    assert offered(ben, table) == ["agree", "contest"]


def test_other_phones_cannot_agree(phone: Phone, new_phone: NewPhone) -> None:
    table = starts(phone, DEAL)
    ben, watcher = (let_in(phone, new_phone(), table, role) for role in ("seat.1", "watch"))
    page = ben.get(table)
    (do,) = [key for form in page.forms for key in form.buttons if key.startswith("agree")]
    fields = {**page.form(do).fields, "do": do}

    own = watcher.get(f"{table}/phones").form("call").fields["csrf_token"]
    told = watcher.follow(watcher.post(f"{table}/agreement", {**fields, "csrf_token": own}))
    assert "Only the other side can agree or contest" in told.text
    assert ben.post(f"{table}/agreement", {**fields, "do": "agree.x"}).status == 400
    assert ben.post(f"{table}/agreement", {**fields, "do": "agree"}).status == 400
    assert "Agreed by" not in phone.get(table).text


def test_rule_is_set_and_changed_in_setup(phone: Phone) -> None:
    table = phone.follow(phone.fill("/new/bridge", {"agreement": "deal"}, "start"))
    assert "The other side agrees to each deal" in table.text
    address = table.links("/paper")[0].removesuffix("/paper")

    phone.do(f"{address}/head", {"agreement": "game"})

    history = phone.get(f"{address}/history").text
    assert "the other side agrees to the game" in history
    assert '"agreement": "game"' in phone.get(f"{address}/sheet.json").html
