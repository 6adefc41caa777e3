"""An evening of teams of four, from the plan to the standings of the season."""

import re

import pytest

from tests.web.phones import Phone, create_league
from tests.web.test_teams import ends, start

pytestmark = pytest.mark.long

NAMES = [*("Ann", "Ben", "Cat", "Dan"), *("Eve", "Fay", "Gus", "Hal")]
TEAMS = "Red lions: Ann, Ben, Cat, Dan\nKings: Eve, Fay, Gus, Hal"


@pytest.fixture
def league(phone: Phone) -> str:
    """The address of a league of two teams of four, whose season ranks teams."""
    league = create_league(phone, players="\n".join(NAMES))
    start(phone, league, teams=TEAMS, rounds="1")
    phone.follow(phone.fill(f"{league}/season/1/rules", {"set.ranked": "teams"}, "save"))
    return league


def planned(phone: Phone, league: str, *teams: str) -> str:
    """The address of an evening of whist for these teams, one round; each ticked with one tap."""
    plan = f"{league}/evening/new"
    typed = {"game": "whist", "kind": "teams", "rounds": "1"}
    page = phone.fill(plan, typed, "set")
    page = phone.send(plan, page.form("look"), {**typed, "pair": [*teams]}, "look")
    return phone.send(plan, page.form("keep"), {}, "keep").location


def test_a_night_of_fours_counts_as_a_match(phone: Phone, league: str) -> None:
    evening = planned(phone, league, "2.3.4.5", "6.7.8.9")
    assert "Kings – Red lions: Eve & Fay – Ann & Ben" in phone.get(evening).text
    phone.do(evening, {}, "open.1")
    first, second = phone.get(evening).tables

    ends(phone, first, 9)
    page = phone.get(evening)
    assert "Kings 3 – Red lions 0 in progress" in page.text
    assert "They appear after the first match." in page.text
    assert "Standings appear" in phone.get(f"{league}/season/1").text

    ends(phone, second, 12)  # the Red lions sit North-South at the second table
    page = phone.get(evening)
    assert "Kings 3 – Red lions 6 Table 1" in page.text
    season = phone.get(f"{league}/season/1").html.partition("<tbody>")[2]
    assert season.index("Red lions") < season.index("Kings")
    night = page.html.partition('id="standing"')[2]
    assert night.index("Red lions") < night.index("Kings")


def test_teams_that_nobody_named_are_told_apart(phone: Phone, league: str) -> None:
    plan = f"{league}/evening/new"
    typed = {"game": "whist", "kind": "teams", "rounds": "1", "player": [*range(2, 10)]}
    page = phone.fill(plan, typed, "set")
    mixed = {f"unit.{player}": player % 2 + 1 for player in range(2, 10)}
    page = phone.send(plan, page.form("look"), {**typed, **mixed, "pair": []}, "look")
    evening = phone.send(plan, page.form("keep"), {}, "keep").location

    page = phone.get(evening)
    assert "Not among the league’s teams" in page.text
    assert "Ann, Cat, Eve, Gus" in page.text


def test_pairs_stand_as_pairs_tonight(phone: Phone) -> None:
    league = create_league(phone, players="\n".join(NAMES[:4]))
    phone.follow(phone.fill(f"{league}/season/1/rules", {"set.ranked": "pairs"}, "save"))
    plan, typed = f"{league}/evening/new", {"game": "whist", "kind": "pairs", "rounds": "1"}
    page = phone.fill(plan, {**typed, "player": [2, 3, 4, 5]}, "set")
    units = {f"unit.{player}": player % 2 + 1 for player in range(2, 6)}
    page = phone.send(plan, page.form("look"), {**typed, **units}, "look")
    evening = phone.send(plan, page.form("keep"), {}, "keep").location
    phone.do(evening, {}, "open.1")

    (table,) = phone.get(evening).tables
    ends(phone, table, 9)

    night = phone.get(evening).html.partition('id="standing"')[2]
    first, second = re.findall(r"\w+ &amp; \w+", night)[:2]
    assert {first, second} == {"Ann &amp; Cat", "Ben &amp; Dan"}
    phone.follow(phone.fill(f"{league}/season/1/rules", {}, "end"))
    assert re.search(r"\w+ & \w+ are champions", phone.get(f"{league}/season/1/review").text)
