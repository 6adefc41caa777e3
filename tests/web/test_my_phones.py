"""Another phone of mine is added by a code, once and for five minutes, and may then do what the
first may; a lost one is signed out."""

import html
import re
from urllib.parse import quote

import pytest
from flask import Flask

from scorekeeper.leagues import own_phones
from scorekeeper.leagues.rebuilding import rebuild_results
from scorekeeper.store import phones
from scorekeeper.store.table.rows import now
from tests.web.phones import NewPhone, Page, Phone, create_league
from tests.web.test_house_rules import save_rules
from tests.web.test_league_phones import joins
from tests.web.test_table_phones import comes

pytestmark = pytest.mark.long


@pytest.fixture(autouse=True)
def guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits because other tests guessed."""
    monkeypatch.setattr(own_phones, "MOST_WRONG", {"device": 5, "address": 10**6, "all": 10**6})


def code_of(phone: Phone) -> str:
    """A new code that the phone shows."""
    page = phone.do("/me/phones", do="code")
    found = re.search('<p class="code"[^>]*>([A-Z]{6})</p>', page.html)
    assert found
    return found[1]


def adds(first: Phone, second: Phone) -> Page:
    """The second phone is added to the first."""
    return second.do("/me/add", {"code": code_of(first)}, "")


def test_my_other_phone_sees_all_of_mine(phone: Phone, new_phone: NewPhone, table: str) -> None:
    league, other = create_league(phone, "Friday club", players="Ann\nBen"), new_phone()
    theirs = other.starts("tally")
    assert other.get(table).status == 403

    adds(phone, other)

    assert table in other.get("/tables").html
    assert other.get(f"{table}/share").status == 200
    assert other.get(f"{league}/organise").status == 200
    assert "Dan" in other.get("/figures").text
    assert phone.get(f"{theirs}/share").status == 200


def test_what_either_phone_joins_is_open_to_both(phone: Phone, new_phone: NewPhone) -> None:
    other, host = new_phone(), new_phone()
    adds(phone, other)
    table, theirs = phone.starts("tally"), host.starts("tally")
    league = create_league(other)
    comes(host, other, theirs, "Ben")

    assert other.get(f"{table}/share").status == 200
    assert phone.get(f"{theirs}/share").status == 200
    assert phone.get(f"{league}/organise").status == 200
    assert "This is Ben ’s phone." in phone.get(f"{theirs}/phones").text


def test_saved_house_rules_are_on_all_my_phones(phone: Phone, new_phone: NewPhone) -> None:
    mine, other = new_phone(), new_phone()
    save_rules(phone, "Friday")
    save_rules(mine, "Sunday")
    adds(phone, mine)

    for one in (phone, mine):
        names = re.findall(r'name="name\.\d+" value="(.*?)"', one.get("/house-rules").html)
        assert sorted(names) == ["Friday", "Sunday"]
    assert "Friday" not in other.get("/house-rules").html

    mine.do("/house-rules", do="remove.")
    assert phone.get("/house-rules").key("back.")


def test_my_phones_are_one_player_in_a_league(phone: Phone, new_phone: NewPhone) -> None:
    league = create_league(phone, players="Ann\nBen")
    ben, before, after = new_phone(), new_phone(), new_phone()
    adds(ben, before)
    joins(phone, ben, league, "Ben", "For organisers")
    adds(ben, after)

    for number, one in enumerate((before, after)):
        assert "This is Ben ’s phone." in one.get(f"{league}/phones").text
        one.do(f"{league}/players/add", {"names": f"Eve {number}"}, "")

    told = phone.get(f"{league}/history").text
    assert "Ben added Eve 0" in told
    assert "Ben added Eve 1" in told
    assert "asks to be" not in phone.get(f"{league}/phones").text


def test_a_code_holds_once(phone: Phone, new_phone: NewPhone, table: str) -> None:
    code, second, third = code_of(phone), new_phone(), new_phone()
    second.do("/me/add", {"code": f" {code[:3].lower()} {code[3:].lower()} "}, "")

    refused = third.fill("/me/add", {"code": code}, "")

    assert refused.status == 422
    assert third.get(table).status == 403
    assert "last seen" in phone.get("/me/phones").text


def test_code_lasts_five_minutes_or_to_the_next(
    phone: Phone, new_phone: NewPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = code_of(phone)
    second, other = code_of(phone), new_phone()
    assert other.fill("/me/add", {"code": first}, "").status == 422

    shown = now()
    for other_time in (
        shown + phones.CODE_HOLDS_MS,
        shown - phones.CODE_HOLDS_MS,
    ):  # its clock ran ahead
        monkeypatch.setattr(phones, "now", lambda at=other_time: at)
        assert other.fill("/me/add", {"code": second}, "").status == 422
        monkeypatch.setattr(phones, "now", now)
        second = code_of(phone)


def test_guessing_codes_is_limited(phone: Phone, new_phone: NewPhone) -> None:
    code, guesser = code_of(phone), new_phone()
    guesses = [guesser.fill("/me/add", {"code": "AAAAAA"}, "").status for _ in range(6)]
    assert guesses == [422] * 5 + [429]

    refused = guesser.fill("/me/add", {"code": code}, "")

    assert refused.status == 429
    assert int(refused.headers["Retry-After"]) > 0
    assert "This phone is now one of yours." in new_phone().do("/me/add", {"code": code}, "").text


def test_looking_at_a_codes_page_uses_nothing_up(phone: Phone, new_phone: NewPhone) -> None:
    code = code_of(phone)
    for _ in range(7):
        new_phone().get(f"/me/add?code={code}")

    other = new_phone()
    page = other.get(f"/me/add?code={code}")
    assert page.form()["code"] == code
    assert "one of yours" in other.follow(other.send("/me/add", page.form())).text


def test_lost_phone_is_signed_out_of_everything(
    phone: Phone, new_phone: NewPhone, table: str
) -> None:
    league, lost = create_league(phone), new_phone()
    adds(phone, lost)
    assert lost.get(league).status == 200

    phone.do("/me/phones", do="out.")

    assert [lost.get(one).status for one in (table, league)] == [403, 403]
    assert [phone.get(one).status for one in (table, league)] == [200, 200]
    later = phone.starts("tally")
    assert lost.get(later).status == 403
    lost.starts("tally")
    assert "last seen" not in lost.get("/me/phones").text


@pytest.mark.hard
@pytest.mark.long
def test_signed_out_phone_stays_out_of_league(
    app: Flask, phone: Phone, new_phone: NewPhone
) -> None:
    league, ben, second = create_league(phone, players="Ben"), new_phone(), new_phone()
    joins(phone, ben, league, "Ben")
    adds(ben, second)
    phone.do(f"{league}/phones", do="person.")
    assert [one.get(league).status for one in (ben, second)] == [403, 403]

    third = new_phone()
    adds(ben, third)

    assert third.get(league).status == 403
    with app.app_context():
        assert [*rebuild_results()] == []


def test_nobody_signs_out_phones_of_others(phone: Phone, new_phone: NewPhone) -> None:
    other, mine = new_phone(), new_phone()
    adds(phone, mine)
    key = phone.get("/me/phones").key("out.")

    form = other.get("/me/phones").forms[0]

    assert other.post("/me/phones", {**form.fields, "do": key}).status == 400
    assert mine.get(phone.starts("tally")).status == 200


@pytest.mark.parametrize(
    "sent", ["", "{}", "[]", "null", '{"response": {"clientDataJSON": "e30"}}']
)
@pytest.mark.parametrize("do", ["create", "enter"])
def test_junk_is_no_passkey(phone: Phone, do: str, sent: str) -> None:
    form = phone.get("/me/passkeys").form()

    refused = phone.post("/me/passkeys", {**form.fields, "credential": sent, "do": do})

    assert refused.status == 422


@pytest.mark.parametrize(
    "door", ["/t/nothing", "/l/nothing", "/join/nothing", "/s/nothing", "/leagues"]
)
def test_passkey_is_offered_at_every_closed_door(app: Flask, door: str) -> None:
    phone = Phone(app, "https://localhost")

    page = phone.get(door)

    assert page.status in (200, 403)
    link = re.search(r'href="(/me/passkeys[^"]*)">Sign in with a passkey', page.html)
    assert link
    there = phone.get(html.unescape(link[1]))
    # an error page is the same whether there is such a game or not
    assert there.form()["to"] == ("/" if page.status == 403 else door)
    assert 'data-passkey="enter"' in there.html
    assert 'data-passkey="create"' not in there.html


def test_passkey_is_offered_before_passphrase(app: Flask) -> None:
    ann, newcomer = Phone(app, "https://localhost"), Phone(app, "https://localhost")
    league = create_league(ann)
    ann.do(f"{league}/organise", {"passphrase": "the green door"}, "passphrase")
    ann.do(f"{league}/organise", {}, "make.organiser")
    secret = re.search(r"https://localhost(/s/[^<\"]+)", ann.get(f"{league}/organise").html)
    assert secret
    offered = newcomer.follow(newcomer.get(secret[1]))
    assert "Sign in with a passkey" in offered.text
    newcomer.enter(secret[1])
    assert "Sign in with a passkey" in newcomer.get(f"{league}/enter").text


@pytest.mark.parametrize(
    "to", ["//evil.example", "https://evil.example", "/\\evil", "javascript:x"]
)
def test_a_closed_door_is_a_page_of_ours(app: Flask, to: str) -> None:
    page = Phone(app, "https://localhost").get(f"/me/passkeys?to={quote(to)}")

    assert page.form()["to"] == ""
    assert "evil" not in page.html
    assert "javascript:" not in page.html
