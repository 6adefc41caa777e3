"""Agreed: by a house rule the other side confirms a deal or the game on its own phone."""

from tests.web.phones import NewPhone, Page, Phone, guests, let_in

DEAL = {"contract": "1S", "declarer": 0, "tricks": 7}


def starts(phone: Phone, *entries: object, what: str = "deal") -> str:
    return phone.starts("bridge", *entries, agreement=what)


def say(phone: Phone, table: str, what: str) -> Page:
    """Press the key that begins like this."""
    do = f"{what}."
    return phone.follow(phone.send(f"{table}/agreement", phone.get(table).form(do), {}, do))


def offered(phone: Phone, table: str) -> list[str]:
    """Return what can be said, without of what."""
    keys = [key for form in phone.get(table).forms for key in form.buttons]
    return [key.split(".")[0] for key in keys if key.split(".")[0] in ("agree", "contest")]


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
    ben, cat, watcher = guests(phone, new_phone, table, "seat.1", "seat.2", "watch")
    assert offered(ben, table) == []
    phone.do(table, {"contract.0": "1", "contract.1": "S", "declarer": "0"}, "keep")
    phone.do(table, {"tricks": "7"})
    assert offered(ben, table) == ["agree", "contest"]
    assert [offered(one, table) for one in (phone, cat, watcher)] == [[], [], []]

    say(ben, table, "agree")

    assert offered(ben, table) == []
    assert "Ben agreed to deal 1" in phone.get(f"{table}/history").text


def test_contested_deal_is_marked_until_ruling(phone: Phone, new_phone: NewPhone) -> None:
    table = starts(phone, DEAL)
    named(phone, table, "Ann")
    dan = let_in(phone, new_phone(), table, "seat.3")

    say(dan, table, "contest")
    phone.do(table, {"contract.0": "1", "contract.1": "S", "declarer": "0"}, "keep")
    phone.do(table, {"tricks": "7"})

    page = phone.get(table)
    assert "Ben & Dan contested deal 1." in page.text.partition("Declarer")[0]  # above the keys
    (ruling,) = {link for link in page.links("/write/ruling") if link.endswith("about=1")}
    phone.do(ruling, {"what": "other", "happened": "Counted again.", "decided": "nothing"})

    page = phone.get(table)
    assert "contested deal" not in page.text
    assert offered(dan, table) == ["agree", "contest"]  # of deal 2


def test_a_corrected_deal_is_agreed_to_again(phone: Phone, new_phone: NewPhone) -> None:
    table = starts(phone, DEAL)
    ben = let_in(phone, new_phone(), table, "seat.1")
    before = ben.get(table)
    phone.do(f"{table}/e/1", {"tricks": "8"})

    ben.follow(ben.send(f"{table}/agreement", before.form("agree."), {}, "agree."))
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
    say(ben, table, "contest")
    assert "Ben & Dan contested the score." in phone.get(table).text
    say(ben, table, "agree")

    assert "contested the score" not in phone.get(table).text


def test_new_rule_asks_about_deals_from_then_on(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("bridge", DEAL, DEAL)
    named(phone, table, "Ann")
    ben = let_in(phone, new_phone(), table, "seat.1")

    phone.do(f"{table}/head", {"agreement": "deal"})
    assert offered(ben, table) == []

    phone.do(table, {"contract.0": "1", "contract.1": "S", "declarer": "0"}, "keep")
    phone.do(table, {"tricks": "7"})
    say(ben, table, "agree")
    assert offered(ben, table) == []

    phone.do(f"{table}/head", {"agreement": ""})
    phone.do(f"{table}/head", {"agreement": "deal"})
    assert offered(ben, table) == []
    phone.do(f"{table}/e/4", {"tricks": "8"})
    assert offered(ben, table) == ["agree", "contest"]


def test_other_phones_cannot_agree(phone: Phone, new_phone: NewPhone) -> None:
    table = starts(phone, DEAL)
    ben, watcher = guests(phone, new_phone, table, "seat.1", "watch")
    page = ben.get(table)
    do = page.key("agree.")
    fields = {**page.form(do).fields, "do": do}

    own = watcher.get(f"{table}/phones").form("call").fields["csrf_token"]
    watcher.follow(watcher.post(f"{table}/agreement", {**fields, "csrf_token": own}))
    assert ben.post(f"{table}/agreement", {**fields, "do": "agree.x"}).status == 400
    assert ben.post(f"{table}/agreement", {**fields, "do": "agree"}).status == 400
    assert "Agreed by" not in phone.get(table).text


def test_rule_is_set_and_changed_in_setup(phone: Phone) -> None:
    table = phone.follow(phone.fill("/new/bridge", {"agreement": "deal"}, "start"))
    address = table.links("/paper")[0].removesuffix("/paper")

    phone.do(f"{address}/head", {"agreement": "game"})

    assert '"agreement": "game"' in phone.get(f"{address}/sheet.json").html
