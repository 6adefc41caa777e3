"""Seasons of a league as an organiser begins, scores and ends them."""

import re
from typing import Any

import pytest

from tests.web.phones import Page, Phone, create_league, keys

pytestmark = pytest.mark.long


@pytest.fixture
def league(phone: Phone) -> str:
    """The address of a league with Ann (2) and Ben (3)."""
    return create_league(phone, players="Ann\nBen")


@pytest.fixture
def rules(league: str) -> str:
    """The address of the rules of the first season."""
    return f"{league}/season/1/rules"


def test_a_season_is_scored_otherwise(phone: Phone, league: str, rules: str) -> None:
    look = phone.fill(rules, {"scheme": "wins"}, "look")
    assert look.status == 200
    assert "set.table" not in look.form("save").names

    phone.follow(phone.send(rules, look.form("save"), {"set.best": 3, "name": "Spring"}, "save"))

    page = phone.get(league)
    assert "Spring" in page.text


def test_table_of_place_points_grows_and_shrinks(phone: Phone, rules: str) -> None:
    longer = phone.fill(rules, {"set.table": [7, 5, 3, 1]}, "more.set.table")
    assert longer.form("save").fields["set.table"] == ["7", "5", "3", "1", ""]
    shorter = phone.send(rules, longer.form("save"), {}, "fewer.set.table")
    assert shorter.form("save").fields["set.table"] == ["7", "5", "3", "1"]

    phone.follow(phone.send(rules, longer.form("save"), {}, "save"))

    assert phone.get(rules).form("save").fields["set.table"] == ["7", "5", "3", "1"]


@pytest.mark.parametrize(
    "typed",
    [
        {"set.best": "many"},
        {"set.least": ""},
        {"set.table": ["first", "2"]},
        {"set.table": ["", ""]},
        {"name": " "},
        {"name": "x" * 41, "set.best": "0"},
    ],
)
def test_errors_stand_at_their_fields_with_text(
    phone: Phone, rules: str, typed: dict[str, Any]
) -> None:
    page = phone.fill(rules, typed, "save")

    assert page.status == 422
    assert page.html.count('class="fault"') == len(typed)
    form = page.form("save")
    for name, value in typed.items():
        assert form.fields[name] == (value if isinstance(value, list) else [value])
    assert "Place points" in phone.get(rules).text


def opened(page: Page) -> list[str]:
    """The parts of the page that are unfolded."""
    return re.findall(r'class="more part" id="(\w+)" open', page.html)


def test_settings_are_folded_and_say_what_counts(phone: Phone, rules: str) -> None:
    page = phone.get(rules)
    assert opened(page) == []
    assert "Games that count all games" in page.text
    assert "all games · walkover: a win · bye: a win" in page.text

    typed = {"set.ties": ["points"], "set.walkover": "nothing", "game": ["spades", "whist"]}
    page = phone.fill(rules, {**typed, "set.best": "0"}, "save")
    assert opened(page) == ["counted"]  # where the fault is

    page = phone.send(rules, page.form("save"), {"set.best": "6"}, "more.set.ties")
    assert opened(page) == ["ties"]
    phone.follow(phone.send(rules, page.form("save"), {"set.ties": ["points"]}, "save"))
    text = phone.get(rules).text
    assert "the best 6 games · walkover: nothing · bye: a win" in text
    assert "Games that count Spades, Whist" in text
    assert "Tie-breaks Points scored" in text


def test_ranking_of_teams_asks_for_teams(phone: Phone, league: str, rules: str) -> None:
    phone.follow(phone.fill(rules, {"set.ranked": "teams"}, "save"))
    assert phone.get(rules).links(f"{league}/teams")


def games_of(page: Page) -> set[str]:
    """The games that are ticked."""
    return set(page.form("save").fields.get("game", []))


def test_only_chosen_games_count_then_all_again(phone: Phone, rules: str) -> None:
    every = games_of(phone.get(rules))
    assert len(every) > 10

    phone.do(rules, {"game": ["spades", "tally"]}, "save")
    assert games_of(phone.get(rules)) == {"spades", "tally"}
    none = phone.post(rules, {**phone.get(rules).form("save").fields, "game": [], "do": "save"})
    assert none.status == 422
    assert 'id="games-fault">' in none.html
    phone.do(rules, {"game": sorted(every)}, "save")

    assert games_of(phone.get(rules)) == every


def test_house_rules_are_pinned_and_let_go(phone: Phone, league: str, rules: str) -> None:
    address = f"{league}/season/1/game/spades"
    bags = phone.fill(address, {"variant": "bags"}, "look")
    assert bags.status == 200
    phone.follow(phone.send(address, bags.form("pin"), {"target": 300}, "pin"))

    assert len(games_of(phone.get(rules))) > 10  # the others count as before
    page = phone.get(address)
    assert (page.form("pin")["variant"], page.form("pin")["target"]) == ("bags", "300")

    phone.do(address, do="unpin")
    assert "unpin" not in phone.get(address).form("pin").buttons


def test_rules_that_cannot_be_pinned_stay_typed(phone: Phone, league: str) -> None:
    address = f"{league}/season/1/game/spades"

    page = phone.fill(address, {"target": "7"}, "pin")

    assert page.status == 422
    assert page.form("pin")["target"] == "7"
    assert 'id="target-fault">' in page.html


def test_handicaps_are_kept_by_player(phone: Phone, league: str, rules: str) -> None:
    phone.do(rules, {"handicap.2": "15", "handicap.3": "-5"}, "save")
    form = phone.get(rules).form("save")
    assert (form["handicap.2"], form["handicap.3"]) == ("15", "-5")
    phone.do(rules, {"handicap.2": ""}, "save")
    assert phone.get(rules).form("save")["handicap.2"] == ""

    page = phone.fill(rules, {"handicap.2": "1.5"}, "save")

    assert page.status == 422
    assert page.form("save")["handicap.2"] == "1.5"
    assert 'id="handicap.2-fault">' in page.html


def test_handicap_of_one_game_may_be_none(phone: Phone, league: str, rules: str) -> None:
    phone.do(rules, {"handicap.2": "20"}, "save")
    at = f"{league}/season/1/handicaps/oh-hell"
    assert at in phone.get(rules).html
    assert 'placeholder="20"' in phone.get(at).html

    phone.do(at, {"handicap.2": "0"}, "save")

    page = phone.get(rules)
    assert page.form("save")["handicap.2"] == "20"
    assert phone.get(at).form("save")["handicap.2"] == "0"

    refused = phone.fill(at, {"handicap.3": "1.5"}, "save")
    assert refused.status == 422
    assert refused.form("save")["handicap.3"] == "1.5"
    assert 'id="handicap.3-fault">' in refused.html

    phone.do(at, {"handicap.2": ""}, "save")
    assert phone.get(at).form("save")["handicap.2"] == ""


def test_whole_page_is_kept_and_told_as_changed(phone: Phone, league: str, rules: str) -> None:
    spades = {"game": ["spades"], "handicap.2": "15", "set.handicaps": "yes", "name": "Autumn"}
    phone.do(rules, spades, "save")
    form = phone.get(rules).form("save")
    assert (form["name"], form["set.handicaps"], form["handicap.2"]) == ("Autumn", "on", "15")
    assert games_of(phone.get(rules)) == {"spades"}

    phone.do(rules, {"handicap.2": "10"}, "save")

    told = phone.get(f"{league}/history").text
    assert "changed the handicap of" in told


def test_a_season_ends_and_goes_on(phone: Phone, league: str, rules: str) -> None:
    assert "First season ended." in phone.do(rules, do="end").text  # where the champion stands
    assert "reopen" in keys(phone.get(rules))
    assert phone.get(league).status == 200

    assert "end" in keys(phone.do(rules, do="reopen"))


def test_next_season_begins_with_the_last_rules(phone: Phone, league: str) -> None:
    phone.do(f"{league}/season/1/rules", {"set.table": [9, 4, 0, 0]}, "save")

    page = phone.do(f"{league}/season/new", {"name": "Spring", "ends": "yes"}, "")

    assert page.form("save").fields["set.table"] == ["9", "4", "0", "0"]
    assert "Spring" in phone.get(league).text
    assert "reopen" in keys(phone.get(f"{league}/season/1/rules"))


def test_a_season_without_a_name_does_not_begin(phone: Phone, league: str) -> None:
    form = phone.get(f"{league}/season/new").form()

    page = phone.send(f"{league}/season/new", form, {"name": "", "ends": "no"})

    assert page.status == 422
    assert 'id="name-fault">' in page.html
    assert page.form()["ends"] == "no"


def test_season_of_past_results_is_not_current(phone: Phone, league: str) -> None:
    page = phone.do(f"{league}/season/new", {"name": "Winter 2024", "ends": "past"}, "")

    assert "reopen" in keys(page)
    assert page.form("save")["name"] == "Winter 2024"
    assert "First season" in phone.get(f"{league}/new").text
    assert "end" in keys(phone.get(f"{league}/season/1/rules"))


def test_a_season_that_there_is_not_has_no_rules(phone: Phone, league: str) -> None:
    assert phone.get(f"{league}/season/2/rules").status == 404
    assert phone.get(f"{league}/season/1/game/patience").status == 404


def test_other_organisers_change_is_a_conflict(phone: Phone, rules: str) -> None:
    form = phone.get(rules).form("save")
    phone.do(rules, {"name": "Spring"}, "save")

    page = phone.send(rules, form, {"name": "Autumn"}, "save")

    assert page.status == 409
    assert page.form("save")["name"] == "Autumn"
    assert "Spring" in phone.get(rules).text
