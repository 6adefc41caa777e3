"""Organising a league: its name, who is in by which link, its passphrase and who guesses at it."""

import re
from collections.abc import Callable

import pytest

from scorekeeper.store import league_access
from tests.web.phones import Page, Phone, founded

NewPhone = Callable[[], Phone]

PASSPHRASE = "the green door"


@pytest.fixture
def league(phone: Phone) -> str:
    """The address of a league of the phone's."""
    return founded(phone)


def link_of(phone: Phone, league: str, title: str) -> str:
    """The address of a link, made where there is none yet."""
    do = {"For members": "make.member", "For organisers": "make.organiser"}[title]
    page = phone.get(f"{league}/organise")
    if any(do in form.buttons for form in page.forms):
        page = phone.do(f"{league}/organise", do=do)
    found = re.search(rf'value="([^"]*)" aria-label="{title}"', page.html)
    assert found
    return found[1]


def let_in(phone: Phone, other: Phone, league: str, title: str) -> Page:
    """Another phone opens the link; the page that it comes to."""
    return other.follow(other.get(link_of(phone, league, title)))


def guess(phone: Phone, league: str, passphrase: str) -> Page:
    """Say a passphrase at the door."""
    return phone.fill(f"{league}/enter", {"passphrase": passphrase})


def test_a_league_gets_another_name_and_keeps_what_was_typed(phone: Phone, league: str) -> None:
    assert "Friday club" in phone.do(f"{league}/organise", {"name": "Friday club"}, "rename").text

    page = phone.fill(f"{league}/organise", {"name": "x" * 41}, "rename")

    assert page.status == 422
    assert page.form("rename")["name"] == "x" * 41
    assert 'id="name-fault">A name has at most 40 characters.' in page.html
    assert "Friday club" in phone.get(league).text


def test_what_another_organiser_changed_meanwhile_is_shown_before_it_is_overwritten(
    phone: Phone, new_phone: NewPhone, league: str
) -> None:
    other = new_phone()
    let_in(phone, other, league, "For organisers")
    form = phone.get(f"{league}/organise").form("rename")
    other.do(f"{league}/organise", {"name": "Friday club"}, "rename")

    page = phone.send(f"{league}/organise", form, {"name": "Monday club"}, "rename")

    assert page.status == 409
    assert page.form("rename")["name"] == "Monday club"
    assert "Friday club" in phone.get(league).text
    phone.follow(phone.send(f"{league}/organise", page.form("rename"), {}, "rename"))
    assert "Monday club" in phone.get(league).text


def test_a_form_that_is_sent_twice_is_written_once(phone: Phone, league: str) -> None:
    form = phone.get(f"{league}/organise").form("rename")
    for _ in range(2):
        phone.follow(phone.send(f"{league}/organise", form, {"name": "Friday club"}, "rename"))

    assert (
        phone.get(f"{league}/history").text.count("renamed the league") == 2
    )  # and how to undo it


def test_members_come_in_by_their_link_and_are_out_when_it_is_renewed(
    phone: Phone, new_phone: NewPhone, league: str
) -> None:
    member = new_phone()
    let_in(phone, member, league, "For members")
    old = link_of(phone, league, "For members")
    assert member.get(league).status == 200

    phone.do(f"{league}/organise", do="renew.member")

    assert member.get(league).status == 403
    assert member.get(old).status == 403
    let_in(phone, member, league, "For members")
    assert member.get(league).status == 200
    phone.do(f"{league}/organise", do="remove.member")
    assert member.get(league).status == 403


@pytest.mark.parametrize("act", ["renew", "remove"])
def test_who_renews_the_organisers_link_stays_in_and_the_others_are_out(
    phone: Phone, new_phone: NewPhone, league: str, act: str
) -> None:
    one, other = new_phone(), new_phone()
    for organiser in (one, other):
        let_in(phone, organiser, league, "For organisers")

    one.do(f"{league}/organise", do=f"{act}.organiser")

    assert [who.get(f"{league}/organise").status for who in (phone, one, other)] == [200, 200, 403]


@pytest.mark.parametrize("do", ["make.reader", "renew.x", "nothing", ""])
def test_a_key_that_there_is_not_does_nothing(phone: Phone, league: str, do: str) -> None:
    form = phone.get(f"{league}/organise").form("rename")

    assert phone.post(f"{league}/organise", {**form.fields, "do": do}).status == 400


def test_anyone_reads_a_league_that_is_let_and_nobody_writes_there(
    phone: Phone, new_phone: NewPhone, league: str
) -> None:
    stranger = new_phone()
    phone.do(f"{league}/organise", do="open")
    assert stranger.get(league).status == 200
    assert stranger.get(f"{league}/organise").status == 403

    phone.do(f"{league}/organise", do="shut")
    assert stranger.get(league).status == 403


def test_an_archived_league_is_read_and_opened_again(phone: Phone, league: str) -> None:
    page = phone.do(f"{league}/organise", do="archive")
    assert "no table is opened in it" in page.text
    assert phone.get(league).status == 200

    assert "When it is over" in phone.do(f"{league}/organise", do="reopen").text


# --- the passphrase -----------------------------------------------------------------------------


def test_a_passphrase_is_asked_of_who_comes_after_it_was_set(
    phone: Phone, new_phone: NewPhone, league: str
) -> None:
    before, after = new_phone(), new_phone()
    let_in(phone, before, league, "For organisers")
    phone.do(f"{league}/organise", {"passphrase": PASSPHRASE}, "passphrase")

    door = let_in(phone, after, league, "For organisers")

    assert "The organisers’ passphrase" in door.text
    assert after.get(league).status == 403
    assert before.get(f"{league}/organise").status == 200
    wrong = guess(after, league, "the red door")
    assert (wrong.status, "That is not it." in wrong.text) == (422, True)
    assert guess(after, league, PASSPHRASE).status == 303
    assert after.get(f"{league}/organise").status == 200


def test_a_passphrase_is_long_enough_and_never_shown(phone: Phone, league: str) -> None:
    page = phone.fill(f"{league}/organise", {"passphrase": "short"}, "passphrase")

    assert page.status == 422
    assert 'id="passphrase-fault">A passphrase has 8 to 100 characters.' in page.html
    assert "short" not in page.html
    page = phone.do(f"{league}/organise", {"passphrase": PASSPHRASE}, "passphrase")
    assert PASSPHRASE not in page.html


def test_a_passphrase_is_changed_and_taken_away(
    phone: Phone, new_phone: NewPhone, league: str
) -> None:
    for words in (PASSPHRASE, "the blue door"):
        phone.do(f"{league}/organise", {"passphrase": words}, "passphrase")
    late = new_phone()
    let_in(phone, late, league, "For organisers")
    assert guess(late, league, PASSPHRASE).status == 422
    assert guess(late, league, "the blue door").status == 303

    phone.do(f"{league}/organise", do="nopassphrase")
    last = new_phone()
    let_in(phone, last, league, "For organisers")
    assert last.get(f"{league}/organise").status == 200


def test_who_guesses_too_often_waits_and_nobody_else_does(
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
    assert "Too often wrong. Try again in 15 minutes." in refused[0].text.replace("16", "15")
    assert guess(other, league, PASSPHRASE).status == 303
    assert phone.get(f"{league}/organise").status == 200
    assert guesser.get(f"{league}/organise").status == 403


def test_many_phones_that_guess_are_all_kept_waiting(
    phone: Phone, new_phone: NewPhone, league: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(league_access, "MOST_OF_ALL", 6)
    phone.do(f"{league}/organise", {"passphrase": PASSPHRASE}, "passphrase")
    for _ in range(2):
        guesser = new_phone()
        let_in(phone, guesser, league, "For organisers")
        assert {guess(guesser, league, f"guess {n}").status for n in range(3)} == {422}
    late = new_phone()
    let_in(phone, late, league, "For organisers")

    assert guess(late, league, PASSPHRASE).status == 429


def test_a_renewed_link_shuts_out_at_once_who_was_still_at_the_door(
    phone: Phone, new_phone: NewPhone, league: str
) -> None:
    phone.do(f"{league}/organise", {"passphrase": PASSPHRASE}, "passphrase")
    at_the_door, inside = new_phone(), new_phone()
    for who in (at_the_door, inside):
        let_in(phone, who, league, "For organisers")
    form = at_the_door.get(f"{league}/enter").form()
    guess(inside, league, PASSPHRASE)

    phone.do(f"{league}/organise", do="renew.organiser")

    assert at_the_door.send(f"{league}/enter", form, {"passphrase": PASSPHRASE}).status == 403
    assert inside.get(league).status == 403
