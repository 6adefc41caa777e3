"""Organising a league: its name, who is in by which link, its passphrase and who guesses at it."""

import logging
import re
from typing import Any

import pytest
from flask import Flask

from scorekeeper.store.access import league_access
from tests.leagues.clubs import rows_of
from tests.web.phones import NewPhone, Page, Phone, keys

pytestmark = pytest.mark.long

PASSPHRASE = "the green door"
LINKS = {"For members": "make.member", "For organisers": "make.organiser"}
"""The links of a league, and the keys that make them."""


def link_of(phone: Phone, league: str, title: str) -> str:
    """The address of a link, made where there is none yet."""
    do = LINKS[title]
    page = phone.get(f"{league}/organise")
    if do in keys(page):
        page = phone.follow(phone.send(f"{league}/organise", page.form(do), do=do))
    found = re.search(rf'value="([^"]*)" aria-label="{title}"', page.html)
    assert found
    return found[1]


def let_in(phone: Phone, other: Phone, league: str, title: str) -> Phone:
    """Another phone, come in by the link."""
    other.enter(link_of(phone, league, title))
    return other


def guess(phone: Phone, league: str, passphrase: str) -> Page:
    """Enter a passphrase on the page that asks for it."""
    return phone.fill(f"{league}/enter", {"passphrase": passphrase})


def test_renamed_league_keeps_what_was_typed(phone: Phone, league: str) -> None:
    assert "Friday club" in phone.do(f"{league}/organise", {"name": "Friday club"}, "rename").text

    page = phone.fill(f"{league}/organise", {"name": "x" * 41}, "rename")

    assert page.status == 422
    assert page.form("rename")["name"] == "x" * 41
    assert 'id="name-fault">' in page.html
    assert "Friday club" in phone.get(league).text


def test_other_organisers_change_is_shown_first(
    phone: Phone, new_phone: NewPhone, league: str
) -> None:
    other = let_in(phone, new_phone(), league, "For organisers")
    form = phone.get(f"{league}/organise").form("rename")
    other.do(f"{league}/organise", {"name": "Friday club"}, "rename")

    page = phone.send(f"{league}/organise", form, {"name": "Monday club"}, "rename")

    assert page.status == 409
    assert page.form("rename")["name"] == "Monday club"
    assert "Friday club" in phone.get(league).text
    phone.follow(phone.send(f"{league}/organise", page.form("rename"), {}, "rename"))
    assert "Monday club" in phone.get(league).text


def test_form_sent_twice_is_written_once(phone: Phone, league: str) -> None:
    form = phone.get(f"{league}/organise").form("rename")
    for _ in range(2):
        phone.follow(phone.send(f"{league}/organise", form, {"name": "Friday club"}, "rename"))

    assert (
        phone.get(f"{league}/history").text.count("renamed the league") == 2
    )  # and how to undo it


def test_replaced_link_puts_members_out(phone: Phone, new_phone: NewPhone, league: str) -> None:
    member = let_in(phone, new_phone(), league, "For members")
    old = link_of(phone, league, "For members")
    assert member.get(league).status == 200

    phone.do(f"{league}/organise", do="renew.member")

    assert member.get(league).status == 403
    assert member.get(old).status == 403
    let_in(phone, member, league, "For members")
    assert member.get(league).status == 200
    phone.do(f"{league}/organise", do="remove.member")
    assert member.get(league).status == 403


@pytest.mark.parametrize(
    ("typed", "do", "words"),
    [
        ({}, "make.member", "created a link for members"),
        ({}, "make.organiser", "created a link for organisers"),
        ({"passphrase": PASSPHRASE}, "passphrase", "set a passphrase for organisers"),
        ({}, "open", "let anyone with the address view the league"),
    ],
)
def test_history_tells_of_access_and_undoes_it(
    phone: Phone, league: str, typed: dict[str, str], do: str, words: str
) -> None:
    organise, history = f"{league}/organise", f"{league}/history"
    before = [form.buttons for form in phone.get(organise).forms]
    phone.do(organise, typed, do)
    page = phone.do(history, do="undo.")

    assert f"You undid: {words}" in page.text
    assert [form.buttons for form in phone.get(organise).forms] == before
    phone.do(history, do="redo.")
    assert do not in buttons(phone, organise) or do == "passphrase"


def buttons(phone: Phone, address: str) -> list[str]:
    """The keys of a page."""
    return [one for form in phone.get(address).forms for one in form.buttons]


def test_second_of_two_renewals_looks_again(phone: Phone, new_phone: NewPhone, league: str) -> None:
    other = let_in(phone, new_phone(), league, "For organisers")
    link_of(phone, league, "For members")
    form = phone.get(f"{league}/organise").form("renew.member")
    other.do(f"{league}/organise", do="renew.member")
    address = link_of(phone, league, "For members")

    page = phone.send(f"{league}/organise", form, {}, "renew.member")

    assert page.status == 409
    assert link_of(phone, league, "For members") == address
    phone.follow(phone.send(f"{league}/organise", page.form("renew.member"), {}, "renew.member"))
    assert link_of(phone, league, "For members") != address


@pytest.mark.parametrize("do", ["make.reader", "renew.x", "nothing", ""])
def test_an_unknown_key_does_nothing(phone: Phone, league: str, do: str) -> None:
    form = phone.get(f"{league}/organise").form("rename")

    assert phone.post(f"{league}/organise", {**form.fields, "do": do}).status == 400


def test_open_league_is_read_and_not_written(
    phone: Phone, new_phone: NewPhone, league: str
) -> None:
    stranger = new_phone()
    phone.do(f"{league}/organise", do="open")
    assert stranger.get(league).status == 200
    assert stranger.get(f"{league}/organise").status == 403

    phone.do(f"{league}/organise", do="shut")
    assert stranger.get(league).status == 403


def test_archived_league_is_read_and_reopened(phone: Phone, league: str) -> None:
    phone.do(f"{league}/organise", do="archive")
    assert phone.get(league).status == 200
    assert not phone.get(league).links("/new")
    assert not phone.get(f"{league}/new").links("/new/")

    phone.do(f"{league}/organise", do="reopen")
    assert phone.get(league).links("/new")


# --- the passphrase -----------------------------------------------------------------------------


def test_passphrase_is_asked_of_later_comers(
    phone: Phone, new_phone: NewPhone, league: str
) -> None:
    before, after = new_phone(), new_phone()
    let_in(phone, before, league, "For organisers")
    phone.do(f"{league}/organise", {"passphrase": PASSPHRASE}, "passphrase")

    let_in(phone, after, league, "For organisers")

    assert after.get(league).status == 403
    assert before.get(f"{league}/organise").status == 200
    for passphrase in ("the red door", *[" "] * 12):  # nothing was guessed
        assert guess(after, league, passphrase).status == 422
    assert guess(after, league, PASSPHRASE).status == 303
    assert after.get(f"{league}/organise").status == 200


def test_member_owing_passphrase_is_still_led_in(
    phone: Phone, new_phone: NewPhone, league: str
) -> None:
    member = let_in(phone, new_phone(), league, "For members")
    table = member.fill(f"/new/tally?league={league[3:]}", do="start").location
    phone.do(f"{league}/organise", {"passphrase": PASSPHRASE}, "passphrase")

    let_in(phone, member, league, "For organisers")
    page = member.get(f"{league}/enter")

    assert page.form().names >= {"passphrase"}
    mine = member.get("/leagues")
    assert mine.links(league) == [league]
    assert "passphrase needed" not in mine.text
    assert league in member.get(table).links(league)


def test_passphrase_is_long_and_never_shown(phone: Phone, league: str) -> None:
    page = phone.fill(f"{league}/organise", {"passphrase": "short"}, "passphrase")

    assert page.status == 422
    assert 'id="passphrase-fault">' in page.html
    assert "short" not in page.html
    page = phone.do(f"{league}/organise", {"passphrase": PASSPHRASE}, "passphrase")
    assert PASSPHRASE not in page.html


def test_a_passphrase_is_changed_and_taken_away(
    phone: Phone, new_phone: NewPhone, league: str
) -> None:
    for words in (PASSPHRASE, "the blue door"):
        phone.do(f"{league}/organise", {"passphrase": words}, "passphrase")
    late = let_in(phone, new_phone(), league, "For organisers")
    assert guess(late, league, PASSPHRASE).status == 422
    assert guess(late, league, "the blue door").status == 303

    phone.do(f"{league}/organise", do="nopassphrase")
    last = let_in(phone, new_phone(), league, "For organisers")
    assert last.get(f"{league}/organise").status == 200


def test_only_the_phone_that_guesses_has_to_wait(
    phone: Phone, new_phone: NewPhone, league: str
) -> None:
    guesser, other = new_phone(), new_phone()
    phone.do(f"{league}/organise", {"passphrase": PASSPHRASE}, "passphrase")
    for who in (guesser, other):
        let_in(phone, who, league, "For organisers")
    assert [guess(guesser, league, f"guess {n}").status for n in range(5)] == [422] * 5

    refused = [guess(guesser, league, words) for words in ("guess 6", PASSPHRASE)]

    assert [page.status for page in refused] == [429, 429]
    assert all(0 < int(page.headers["Retry-After"]) <= 901 for page in refused)
    assert guess(other, league, PASSPHRASE).status == 303
    assert phone.get(f"{league}/organise").status == 200
    assert guesser.get(f"{league}/organise").status == 403


def test_many_guessing_phones_are_kept_waiting(
    phone: Phone, new_phone: NewPhone, league: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(league_access, "MOST_GUESSES_OF_ALL", 6)
    phone.do(f"{league}/organise", {"passphrase": PASSPHRASE}, "passphrase")
    for _ in range(2):
        guesser = let_in(phone, new_phone(), league, "For organisers")
        assert {guess(guesser, league, f"guess {n}").status for n in range(3)} == {422}
    late = let_in(phone, new_phone(), league, "For organisers")

    assert guess(late, league, PASSPHRASE).status == 429


@pytest.mark.long
def test_league_secrets_are_in_no_page_or_log(
    app: Flask, phone: Phone, league: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    opens = {link_of(phone, league, title).rpartition("/")[2] for title in LINKS}
    for act in ("renew", "remove", "make"):
        for role in ("member", "organiser"):
            phone.do(f"{league}/organise", do=f"{act}.{role}")
    for words in (PASSPHRASE, "the blue door"):
        phone.do(f"{league}/organise", {"passphrase": words}, "passphrase")
    phone.do(f"{league}/history", do=buttons(phone, f"{league}/history")[0])
    opens |= {link_of(phone, league, title).rpartition("/")[2] for title in LINKS}
    with app.app_context():
        stored = [*rows_of("league_link", "salt", "secret_hash"), *rows_of("league", "passphrase")]
        records = [
            one["now"] for (one,) in rows_of("league_record", "payload") if about_access(one)
        ]

    hidden = {one for row in stored for one in row if one} | {PASSPHRASE, "the blue door"}
    hidden |= {one for one in records if isinstance(one, str)}
    papers = [f"/{name}" for name in ("history", "league.json", "players.csv", "games.csv")]
    seen = [phone.get(league + paper).html for paper in ("", *papers)]
    assert "passphrase for organisers" in seen[1]
    for text in (*seen, caplog.text):
        assert not [one for one in hidden | opens if one in text]
    assert not [one for one in hidden if one in phone.get(f"{league}/organise").html]


def about_access(payload: dict[str, Any] | None) -> bool:
    """Return whether it is the payload of a decision about who gets in."""
    return payload is not None and "door" in payload


def test_replaced_link_locks_out_pending_phones(
    phone: Phone, new_phone: NewPhone, league: str
) -> None:
    phone.do(f"{league}/organise", {"passphrase": PASSPHRASE}, "passphrase")
    outside, inside = new_phone(), new_phone()
    for who in (outside, inside):
        let_in(phone, who, league, "For organisers")
    form = outside.get(f"{league}/enter").form()
    guess(inside, league, PASSPHRASE)

    phone.do(f"{league}/organise", do="renew.organiser")

    assert outside.send(f"{league}/enter", form, {"passphrase": PASSPHRASE}).status == 403
    assert inside.get(league).status == 403


def test_phones_are_listed_and_one_is_signed_out(
    phone: Phone, new_phone: NewPhone, league: str
) -> None:
    one = let_in(phone, new_phone(), league, "For organisers")
    one.do(f"{league}/organise", do="renew.organiser")
    page = phone.get(f"{league}/phones")
    assert page.text.count("organiser joined ") == 2
    key = page.key("out.")

    phone.do(f"{league}/phones", do=key)

    assert [who.get(f"{league}/organise").status for who in (phone, one)] == [200, 403]
    fields = page.form(key).fields
    page = phone.post(f"{league}/phones", {**fields, "key": "x", "do": key})
    assert page.status == 422
    assert phone.post(f"{league}/phones", {**fields, "do": "out.x"}).status == 400


def test_organiser_does_not_wait_for_guessers(
    phone: Phone, new_phone: NewPhone, league: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(league_access, "MOST_GUESSES_OF_ALL", 3)
    phone.do(f"{league}/organise", {"passphrase": PASSPHRASE}, "passphrase")
    known, guesser = new_phone(), new_phone()
    let_in(phone, known, league, "For organisers")
    assert guess(known, league, PASSPHRASE).status == 303
    phone.do(f"{league}/organise", do="renew.organiser")
    for other in (known, guesser):
        let_in(phone, other, league, "For organisers")
    assert {guess(guesser, league, f"guess {n}").status for n in range(4)} == {422, 429}

    assert guess(known, league, "the blue door").status == 422
    assert guess(known, league, PASSPHRASE).status == 303

    assert known.get(f"{league}/organise").status == 200
