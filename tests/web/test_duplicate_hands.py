"""Boards dealt by the app: sealed from all but the phone that makes them up, until the end."""

import json
from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.duplicate.hands import dealt, hands_of
from scorekeeper.leagues.decisions import DecisionRefused
from scorekeeper.leagues.duplicate import changes, preparing
from scorekeeper.leagues.duplicate.writing import Sent
from scorekeeper.leagues.visit import LeagueVisit, visit_league
from tests.leagues.clubs import link_to, new_key
from tests.web.duplicates import end, first_board, pairs_of, play, set_up
from tests.web.phones import NewPhone, Phone
from tests.web.test_duplicate_session import Session

pytestmark = pytest.mark.long


def members(app: Flask, new_phone: NewPhone, league: str, *names: str) -> Iterator[Phone]:
    """New phones, which have joined the league under these names."""
    with app.app_context():
        visit = visit_league(league.rpartition("/")[2], "")
        secret = link_to(visit, "member", app.config["SECRET_KEY"])
    for name in names:
        one = new_phone()
        one.enter(f"/s/{secret}", name)
        yield one


def test_hands_are_sealed_until_the_end(
    app: Flask, phone: Phone, new_phone: NewPhone, league: str
) -> None:
    duplicate = set_up(phone, league, 8, "howell", 14)
    making = f"{duplicate}/making"
    assert phone.get(making).status == 404
    phone.do(f"{duplicate}/hands", do="deal")
    with app.app_context():
        state = Session(duplicate).state
    held = hands_of(state.deals[1]).__next__().suits["S"]
    ann = pairs_of(1).partition(",")[0]
    maker, other, player = members(app, new_phone, league, "Zara", "Zeno", ann)

    assert "Board 1" not in maker.get(making).text
    page = player.get(making)
    assert "can't play them" in player.send(making, page.form("make"), {}, "make").text
    maker.do(making, do="make")
    assert held in maker.get(making).text
    page = other.get(making)
    assert "Another phone makes the boards." in page.text
    paths = ("making", "hands", "director", "board/1", "paper", "", "table/1", "paper/guides")
    for sealed in (phone, other, player):
        for path in paths:
            page = sealed.get(f"{duplicate}/{path}")
            assert state.seed not in page.html
            assert "dealt" not in page.html.replace("boards dealt", "").replace("are dealt", "")
    sheet = phone.get(
        duplicate.replace("/l/", "/e/")
        .replace("/evening/", ".")
        .replace("/duplicate", "/session.json")
    )
    assert "deal" not in json.loads(sheet.body)["boards"][0]
    assert phone.get(f"{duplicate}/paper/hands").status == 403

    play(phone, duplicate, (1, 1, first_board(phone, duplicate, 1)), "4S N")
    end(phone, duplicate)
    assert held in other.get(f"{duplicate}/board/1").text
    assert held in phone.get(f"{duplicate}/paper/hands").text


def test_one_phone_makes_the_boards(app: Flask, phone: Phone, league: str) -> None:
    duplicate = set_up(phone, league, 8, "howell", 14)
    with app.app_context():
        session = Session(duplicate)

        def by(device: str) -> tuple[LeagueVisit, Sent, int]:
            return session.visit, Sent(new_key(), device), session.evening

        preparing.deal_boards(*by("organiser"))
        preparing.make_boards(*by("one"))
        preparing.make_boards(*by("one"))
        with pytest.raises(DecisionRefused):
            preparing.make_boards(*by("two"))
        assert session.state.maker == "one"

        claimed = session.state.records[-1].seq
        changes.take_back(*by("organiser"), claimed, again=False)
        preparing.make_boards(*by("two"))
        assert session.state.maker == "two"
        assert session.state.deals[14] == dealt(session.state.seed, 14)

        session.play_round(1)
        with pytest.raises(DecisionRefused):
            preparing.deal_boards(*by("organiser"))


def cards_in(hands: str) -> list[list[str]]:
    """The cards of four hands as they are tapped."""
    return [
        [rank + suit for suit, ranks in zip("SHDC", one.split("."), strict=True) for rank in ranks]
        for one in hands.split()
    ]


def test_hands_are_tapped_card_by_card(app: Flask, phone: Phone, league: str) -> None:
    duplicate = set_up(phone, league, 8, "howell", 14)
    address, deal = f"{duplicate}/hands", dealt("0", 3)
    north, east, south, _ = cards_in(deal.removeprefix("N:"))

    page = phone.fill(address, {"board": 3, "cards": north[:12]}, "hand")
    assert "North has 12 cards. A hand has 13." in page.text
    page = phone.send(address, page.form("hand"), {"cards": north}, "hand")
    assert page.form("hand")["seat"] == "E"
    page = phone.send(address, page.form("hand"), {"cards": [*east[1:], north[0]]}, "hand")
    assert page.form("hand")["seat"] == "E"
    assert "North has the " in page.text
    assert page.html.count('class="fault"') == 1

    form = phone.send(address, page.form("turn."), {"cards": east}, "turn.0").form("hand")
    assert (form["seat"], sorted(form.fields["cards"])) == ("N", sorted(north))
    page = phone.send(address, form, {}, "hand")
    assert page.form("hand")["seat"] == "S"
    saved = phone.follow(phone.send(address, page.form("hand"), {"cards": south}, "hand"))
    assert "Hands saved." in saved.text
    assert saved.form("hand")["board"] == "1"
    with app.app_context():
        found = Session(duplicate).state.deals[3]
    assert [*hands_of(found)] == [*hands_of(deal)]
