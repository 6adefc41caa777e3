"""A league's ladder: challenges, the games that decide them, and what a correction changes."""

import json

import pytest
from flask import Flask

from tests.web.phones import Page, Phone, create_league, keys, league_table
from tests.web.test_replies import member

pytestmark = pytest.mark.long

NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve"]


@pytest.fixture
def league(phone: Phone) -> str:
    """The address of a league of five (2 to 6), whose ladder begins in that order."""
    address = create_league(phone, players="\n".join(NAMES))
    phone.do(f"{address}/ladder", {"game": "tally", "reach": 2}, "start")
    return address


def places(page: Page) -> list[str]:
    """The names on the ladder, from the top."""
    rows = page.html.partition("<h2>Places</h2>")[2].partition("</table>")[0].split("</a>")[:-1]
    return [row.rpartition(">")[2] for row in rows]


def ladder_keys(page: Page) -> list[str]:
    """Return what the keys of the ladder do."""
    return [key for key in keys(page) if "." in key]


def plays(phone: Phone, league: str, points: dict[str, int]) -> str:
    """A game of these players in the league, to its end; its table's address."""
    table = league_table(phone, league, *points)
    phone.do(table, {f"points.{seat}": own for seat, own in enumerate(points.values())})
    phone.do(f"{table}/write/finish")
    return table


def test_challenge_winner_takes_the_place(app: Flask, phone: Phone, league: str) -> None:
    eve = member(app, league, "Eve")
    page = eve.get(f"{league}/ladder")
    assert places(page) == NAMES
    assert ladder_keys(page) == ["challenge.4", "challenge.5"]  # Cat and Dan

    page = eve.do(f"{league}/ladder", do="challenge.4")
    assert [one.partition(".")[0] for one in ladder_keys(page)] == ["withdraw"]
    plays(phone, league, {"Eve": 1, "Dan": 9})  # not these two
    assert places(phone.get(f"{league}/ladder")) == NAMES
    plays(phone, league, {"Cat": 3, "Eve": 5})

    page = phone.get(f"{league}/ladder")
    assert places(page) == ["Ann", "Ben", "Eve", "Cat", "Dan"]
    document = json.loads(phone.get(f"{league}/league.json").html)["ladder"]
    assert document["players"] == [2, 3, 6, 4, 5]
    assert [(one["before"], one["after"]) for one in document["played"]] == [(5, 3)]


def test_both_are_told_of_challenge_and_start_it(app: Flask, phone: Phone, league: str) -> None:
    eve, cat, dan = (member(app, league, name) for name in ("Eve", "Cat", "Dan"))
    eve.do(f"{league}/ladder", do="challenge.4")
    assert "You challenge Cat." in eve.get(league).text
    assert "Eve challenges you." in cat.get(league).text
    assert "challenge" not in dan.get(league).text

    (start,) = cat.get(f"{league}/ladder").links("/new/tally?")
    page = cat.fill(start, {}, "start")
    assert cat.sheet(page.location)["players"] == ["Eve", "Cat"]
    cat.do(page.location, {"points.0": 7, "points.1": 3})
    cat.do(f"{page.location}/write/finish")
    assert places(cat.get(f"{league}/ladder")) == ["Ann", "Ben", "Eve", "Cat", "Dan"]
    assert "challenge" not in eve.get(league).text


@pytest.mark.parametrize("points", [{"Ben": 5, "Cat": 3}, {"Ben": 4, "Cat": 4}])
def test_a_losing_challenger_stays(phone: Phone, league: str, points: dict[str, int]) -> None:
    phone.do(f"{league}/ladder", {"one": 4, "other": 3}, "record")
    plays(phone, league, points)

    page = phone.get(f"{league}/ladder")
    assert places(page) == NAMES


def test_correction_moves_the_ladder_with_notice(phone: Phone, league: str) -> None:
    phone.do(f"{league}/ladder", {"one": 6, "other": 4}, "record")
    first = plays(phone, league, {"Cat": 3, "Eve": 5})
    phone.do(f"{league}/ladder", {"one": 6, "other": 2}, "record")
    plays(phone, league, {"Ann": 1, "Eve": 2})
    assert places(phone.get(f"{league}/ladder")) == ["Eve", "Ann", "Ben", "Cat", "Dan"]

    assert "The ladder follows your correction." in phone.get(f"{first}/e/1").text
    phone.do(f"{first}/e/1", {"points.0": 9})
    page = phone.get(f"{league}/ladder")
    assert places(page) == ["Eve", "Ann", "Ben", "Cat", "Dan"]  # won from the foot, all the same


def test_forbidden_challenge_is_refused(app: Flask, phone: Phone, league: str) -> None:
    page = phone.fill(f"{league}/ladder", {"one": 6, "other": 2}, "record")
    assert page.status == 422
    phone.do(f"{league}/ladder", {"one": 4, "other": 2}, "record")
    for one, other in ((3, 2), (4, 3), (6, 4)):
        page = phone.fill(f"{league}/ladder", {"one": one, "other": other}, "record")
        assert page.status == 422
    ben, stranger = member(app, league, "Ben"), member(app, league, "")
    assert "challenge.2" not in ladder_keys(ben.get(f"{league}/ladder"))
    assert ladder_keys(stranger.get(f"{league}/ladder")) == []


def test_challenger_or_organiser_withdraws(app: Flask, phone: Phone, league: str) -> None:
    ben, cat = member(app, league, "Ben"), member(app, league, "Cat")
    cat.do(f"{league}/ladder", do="challenge.3")
    assert ladder_keys(ben.get(f"{league}/ladder")) == []
    page = cat.get(f"{league}/ladder")
    (key,) = ladder_keys(page)
    refused = ben.post(f"{league}/ladder", {**page.form(key).filled({}, key), **own(ben, league)})
    assert refused.status == 422

    phone.do(f"{league}/ladder", do=key)
    assert ladder_keys(cat.get(f"{league}/ladder")) == ["challenge.2", "challenge.3"]


def own(phone: Phone, league: str) -> dict[str, str]:
    """The token of a phone's own form."""
    return {"csrf_token": phone.get(f"{league}/phones").form()["csrf_token"]}


def test_newcomers_join_at_the_foot(phone: Phone, league: str) -> None:
    phone.follow(phone.fill(f"{league}/players/add", {"names": "Fay"}))
    phone.do(f"{league}/player/3/edit", {}, "left")

    assert places(phone.get(f"{league}/ladder")) == ["Ann", "Cat", "Dan", "Eve", "Fay"]


def test_ladder_needs_organiser_and_valid_reach(app: Flask, phone: Phone) -> None:
    league = create_league(phone, players="Ann\nBen")
    ann = member(app, league, "Ann")
    assert "Ladder" not in ann.get(f"{league}/season").text
    for reach in (0, 21):
        page = phone.fill(f"{league}/ladder", {"game": "tally", "reach": reach}, "start")
        assert page.status == 422
    phone.do(f"{league}/ladder", {"game": "tally", "reach": 1, "by": "lot"}, "start")
    assert "Ladder" in ann.get(f"{league}/season").text
