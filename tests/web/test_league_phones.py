"""A phone of a league belongs to a player: said once, agreed to where the name has a phone, taken
back in one tap, told in the history; and phones are signed out."""

import re

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.store.schema.table import PhoneRow
from scorekeeper.store.sql.database import writing
from scorekeeper.web.shared.security import kind_of
from scorekeeper.web.table import table_request
from tests.web.phones import NewPhone, Phone, create_league, keys, link
from tests.web.test_organise import link_of

pytestmark = pytest.mark.long

AGENTS = {
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15": "iPhone",
    "Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X)": "iPad",
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/131.0 Mobile Safari/537.36": "Android phone",
    "Mozilla/5.0 (Linux; Android 15; SM-X200) Chrome/131.0 Safari/537.36": "Android tablet",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64)": "Windows computer",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)": "Mac",
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0)": "Chromebook",
    "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101": "Linux computer",
    "curl/8.5.0": "",
}


@pytest.fixture
def league(phone: Phone) -> str:
    """A league of Ann, Ben and Cat."""
    return create_league(phone, players="Ann\nBen\nCat")


def joins(phone: Phone, other: Phone, league: str, name: str, role: str = "For members") -> Phone:
    """Another phone comes in by the link and says that it is that player's."""
    opened = other.get(link_of(phone, league, role))
    form = other.follow(opened).form()
    other.follow(other.send(opened.location, form, {"who": name}))
    return other


def history(phone: Phone, league: str) -> str:
    """The league history, as that phone reads it."""
    return phone.get(f"{league}/history").text


def test_an_invitation_asks_whose_the_phone_is(
    phone: Phone, new_phone: NewPhone, league: str
) -> None:
    ben = new_phone()
    page = ben.follow(ben.get(link_of(phone, league, "For members")))
    assert re.findall('name="who" value="(.*?)"', page.html) == ["Ann", "Ben", "Cat", ""]

    joins(phone, ben, league, "Ben")

    assert "Ben member" in phone.get(f"{league}/phones").text
    assert "Ben took the name Ben" in history(phone, league)
    other = new_phone()
    page = other.follow(other.get(link_of(phone, league, "For members")))
    assert re.findall("<span>(.*?)<small>has a phone", page.html) == ["Ben"]


def test_an_invitation_says_who_invites(phone: Phone, new_phone: NewPhone, league: str) -> None:
    ben, other = new_phone(), new_phone()
    address = link_of(phone, league, "For members")
    assert "invites you" not in ben.follow(ben.get(address)).text
    phone.do(f"{league}/phones", {"who": "Ann"}, "call")

    assert "Ann has invited you." in other.follow(other.get(address)).text
    table = phone.starts("tally", players=["Ann", "Zoe"])
    assert "Ann has invited you." in other.follow(other.get(link(phone, table, "watch"))).text


def test_waiting_claim_is_not_said_to_be_done(
    phone: Phone, new_phone: NewPhone, league: str
) -> None:
    joins(phone, new_phone(), league, "Ben")
    second = joins(phone, new_phone(), league, "")

    page = second.do(f"{league}/phones", {"who": "Ben"}, "call")

    assert "Waiting until Ben’s other phone" in page.text


@pytest.mark.parametrize("by", ["the phone", "an organiser"])
def test_name_with_phone_waits_for_agreement(
    phone: Phone, new_phone: NewPhone, league: str, by: str
) -> None:
    first = joins(phone, new_phone(), league, "Ben")
    second = joins(phone, new_phone(), league, "Ben", "For organisers")
    assert "Waiting until Ben’s other phone" in second.get(f"{league}/phones").text
    second.do(f"{league}/players/add", {"names": "Eve"}, "")
    assert "An organiser added Eve" in history(phone, league)

    agrees = first if by == "the phone" else phone
    page = agrees.get(f"{league}/phones")
    assert "Is this Ben’s phone too?" in page.text
    agrees.do(f"{league}/phones", do=page.key("agree."))

    assert "This is Ben ’s phone." in second.get(f"{league}/phones").text
    told = history(phone, league)
    assert "Ben added Eve" in told
    assert "agreed that another phone is Ben's" in told


def test_sole_organiser_agrees_to_their_claim(
    phone: Phone, new_phone: NewPhone, league: str
) -> None:
    phone.do(f"{league}/phones", {"who": "Ann"}, "call")
    new = joins(phone, new_phone(), league, "Ann", "For organisers")  # Ann's; the first one is lost
    page = new.get(f"{league}/phones")

    new.do(f"{league}/phones", do=page.key("agree."))

    assert "asks to be" not in new.get(league).text
    assert "agreed that another phone is Ann" in history(new, league)


def test_second_claim_of_a_name_waits(phone: Phone, new_phone: NewPhone, league: str) -> None:
    address = link_of(phone, league, "For members")
    both = new_phone(), new_phone()
    pages = [(one, (opened := one.get(address)).location, one.follow(opened)) for one in both]

    for one, at, page in pages:  # neither page says that Ben has a phone
        assert "has a phone" not in page.text
        one.follow(one.send(at, page.form(), {"who": "Ben"}))

    first, second = both
    for one in (first, phone):
        assert "Another phone asks to be Ben’s. Agree or refuse" in one.get(league).text
    assert "This phone asks to be Ben’s." in second.get(league).text
    assert "asks to be" not in new_phone().get(league).text
    assert "This is Ben ’s phone." in first.get(f"{league}/phones").text
    assert "Waiting until Ben’s other phone" in second.get(f"{league}/phones").text
    asked = first.get(f"{league}/phones")
    assert "Is this Ben’s phone too?" in asked.text


def test_nobody_else_is_asked_or_may_agree(phone: Phone, new_phone: NewPhone, league: str) -> None:
    cat = joins(phone, new_phone(), league, "Cat")
    first = joins(phone, new_phone(), league, "Ben")
    second = joins(phone, new_phone(), league, "Ben")
    key = first.get(f"{league}/phones").key("agree.")

    for other in (cat, second):
        page = other.get(f"{league}/phones")
        assert "phone too?" not in page.text
        refused = other.post(f"{league}/phones", {**page.forms[0].fields, "do": key})
        assert refused.status == 422


def test_a_wrong_claim_is_taken_back_in_one_tap(
    phone: Phone, new_phone: NewPhone, league: str
) -> None:
    wrong = joins(phone, new_phone(), league, "Ben")
    slip = joins(phone, new_phone(), league, "Cat")

    phone.do(f"{league}/phones", do="back.")
    page = slip.do(f"{league}/phones", do="back.")

    told = history(phone, league)
    assert "You took the name Ben from a phone" in told
    assert "Undo last change created a link for members" in told  # a name is no change to undo
    assert "call" in keys(wrong.get(f"{league}/phones"))
    assert "isn’t" not in page.text
    assert "Ben :" not in phone.get(f"{league}/phones").text


def test_a_refused_phone_is_told_so(phone: Phone, new_phone: NewPhone, league: str) -> None:
    first = joins(phone, new_phone(), league, "Ben")
    second = joins(phone, new_phone(), league, "Ben")

    first.do(f"{league}/phones", do="back.")

    assert "Ben refused another phone the name Ben" in history(phone, league)
    told = "Ben’s other phone or an organiser says this isn’t Ben’s phone."
    assert told in second.get(f"{league}/phones").text
    second.do(f"{league}/phones", {"who": "Cat"}, "call")
    assert "isn’t" not in second.get(f"{league}/phones").text


def test_refused_phone_hears_nothing_of_player(
    phone: Phone, new_phone: NewPhone, league: str
) -> None:
    link_of(phone, league, "For members")
    phone.fill(f"{league}/players/add", {"names": "Eve"})
    eve = joins(phone, new_phone(), league, "Eve")
    phone.do(f"{league}/phones", do="back.")

    assert "Undo last change added Eve" in history(phone, league)
    phone.do(f"{league}/history", do="undo.")

    page = eve.get(f"{league}/phones")
    assert page.status == 200
    assert "isn’t" not in page.text


def test_phone_gets_its_name_after_passphrase(
    phone: Phone, new_phone: NewPhone, league: str
) -> None:
    phone.do(f"{league}/organise", {"passphrase": "the green door"}, "passphrase")
    ben = joins(phone, new_phone(), league, "Ben", "For organisers")
    assert "took the name" not in history(phone, league)

    ben.fill(f"{league}/enter", {"passphrase": "the green door"})

    assert "Ben took the name Ben" in history(phone, league)


@pytest.mark.long
def test_phones_are_signed_out_by_person_and_all(
    phone: Phone, new_phone: NewPhone, league: str
) -> None:
    two, one, nobody = (new_phone(), new_phone()), new_phone(), new_phone()
    for other in two:
        joins(phone, other, league, "Ben")
    page = phone.get(f"{league}/phones")
    phone.do(f"{league}/phones", do=page.key("agree."))
    joins(phone, one, league, "Cat")
    nobody.enter(link_of(phone, league, "For members"))

    phone.do(f"{league}/phones", do="person.")
    assert [other.get(league).status for other in (*two, one, nobody)] == [403, 403, 200, 200]

    phone.do(f"{league}/phones", do="all")
    assert [other.get(league).status for other in (*two, one, nobody, phone)] == [403] * 4 + [200]
    phone.do(f"{league}/history", do="undo.")
    assert [other.get(league).status for other in (*two, one, nobody)] == [403, 403, 200, 200]


def test_a_member_signs_nobody_out(phone: Phone, new_phone: NewPhone, league: str) -> None:
    ben = joins(phone, new_phone(), league, "Ben")
    page = ben.get(f"{league}/phones")
    assert "phones in this league" not in page.text

    for key in ("out.1", "person.1", "all"):
        refused = ben.post(f"{league}/phones", {**page.forms[0].fields, "do": key})
        assert refused.status == 403


@pytest.mark.parametrize("agent", AGENTS)
def test_the_kind_of_a_phone_is_told_plainly(agent: str) -> None:
    assert kind_of(agent) == AGENTS[agent]


def test_list_tells_each_phone_and_when_seen(
    app: Flask,
    phone: Phone,
    new_phone: NewPhone,
    league: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ben = joins(phone, new_phone(), league, "Ben")
    agent = next(iter(AGENTS))
    with app.app_context(), writing() as connection:
        connection.execute(update(PhoneRow).values(seen=0))  # before it joined
    told = phone.get(f"{league}/phones").text
    times = re.findall(r"joined (.*? UTC) ?, last seen (.*? UTC)", told)
    assert len(times) == 2
    assert all(joined == seen for joined, seen in times)

    monkeypatch.setattr(table_request, "_noted", {})  # an hour has gone by
    ben.ask("GET", league, None, {"User-Agent": agent})

    assert "Ben member, iPhone joined" in phone.get(f"{league}/phones").text
