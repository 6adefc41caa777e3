"""A league of teams: fixtures at home and away, line-ups with substitutes, matches, standings."""

import json
import re
from collections import Counter

import pytest
from flask import Flask

from scorekeeper.leagues.team_league import fixtures
from tests.web.phones import Page, Phone, create_league, keys
from tests.web.test_replies import member

pytestmark = pytest.mark.long

NAMES = [*("Ann", "Ben", "Cat", "Dan"), *("Eve", "Fay", "Gus", "Hal"), "Ivy"]
TEAMS = "Aces: Ann, Ben, Cat, Dan\nKings: Eve, Fay, Gus, Hal"


@pytest.fixture
def league(phone: Phone) -> str:
    """The address of a league of nine (2 to 10), of whom two teams of four play whist."""
    address = create_league(phone, players="\n".join(NAMES))
    start(phone, address)
    return address


def start(phone: Phone, league: str, **typed: object) -> Page:
    usual = {"teams": TEAMS, "game": "whist", "boards": 2, "rounds": "2"}
    return phone.fill(f"{league}/teams", {**usual, **typed}, "start")


def lineup(phone: Phone, match: str, side: int, *players: int) -> Page:
    page = phone.get(match)
    form = next(one for one in page.forms if f"lineup.{side}" in one.buttons)
    return phone.post(match, form.filled({"player": [*players]}, f"lineup.{side}"))


def ends(phone: Phone, table: str, tricks: int) -> None:
    """One deal, in which the first side wins so many tricks, and the end of the game."""
    phone.follow(phone.fill(table, {"side_tricks.0": tricks}, "save"))
    phone.do(f"{table}/write/finish")


def standings(page: Page) -> list[str]:
    text = page.html.partition("<h2>Standings</h2>")[2].partition("</table>")[0]
    rows = re.findall(r"<tr><td.*?</tr>", text, re.DOTALL)
    return [" ".join(re.sub("<[^>]*>", " ", row).split()) for row in rows]


@pytest.mark.parametrize("teams", range(2, 21))
@pytest.mark.parametrize("rounds", [1, 2])
def test_teams_meet_home_and_away_once_a_day(teams: int, rounds: int) -> None:
    found = fixtures(teams, rounds)
    met = Counter(frozenset(one.teams) for one in found)
    home = Counter(one.teams for one in found)

    assert {*met.values()} == {rounds}
    assert len(met) == teams * (teams - 1) // 2
    assert {*home.values()} == {1}
    assert [one.number for one in found] == [*range(1, len(found) + 1)]
    by_day = Counter((one.day, team) for one in found for team in one.teams)
    assert {*by_day.values()} == {1}
    assert max(one.day for one in found) == rounds * (teams - 1 + teams % 2)


def test_a_match_is_played_and_corrected(phone: Phone, league: str) -> None:
    page = phone.get(f"{league}/teams")
    first, second = page.links("/teams/")
    assert standings(page) == ["1 Aces 0 0–0–0 0–0 0", "1 Kings 0 0–0–0 0–0 0"]
    assert "Start match" not in phone.get(first).text
    aces = 0 if "Aces at home" in phone.get(first).text else 1
    phone.follow(lineup(phone, first, aces, 2, 3, 4, 5))
    page = phone.follow(lineup(phone, first, 1 - aces, 6, 7, 8, 10))
    assert "Ivy substitute" not in page.text  # it can still be changed
    page = phone.do(first, do="start")
    tables = page.links("/t/")
    assert len(tables) == 2

    for table in tables:
        ends(phone, table, 9)
    assert "Ann & Ben" in phone.get(first).text
    assert phone.get(first).text.count("3 – 0 · finished") == 2
    page = phone.get(f"{league}/teams")
    assert "2–0" in page.text
    best = ["Aces", "Kings"] if aces == 0 else ["Kings", "Aces"]
    assert standings(page) == [f"1 {best[0]} 1 1–0–0 2–0 2", f"2 {best[1]} 1 0–0–1 0–2 0"]

    assert phone.get(tables[0]).links("/teams/") == [first]
    phone.do(f"{tables[0]}/e/1", {"side_tricks.0": 2})
    assert [row[-1] for row in standings(phone.get(f"{league}/teams"))] == ["1", "1"]
    document = json.loads(phone.get(f"{league}/league.json").html)["teams"]
    assert [one["name"] for one in document["teams"]] == ["Aces", "Kings"]
    assert [one["over"] for one in document["matches"]] == [True, False]
    assert [one["total"] for one in document["table"]] == [1, 1]
    assert phone.get(second).status == 200


def test_removed_or_deleted_table_is_restarted(phone: Phone, league: str) -> None:
    first = phone.get(f"{league}/teams").links("/teams/")[0]
    aces = 0 if "Aces at home" in phone.get(first).text else 1
    phone.follow(lineup(phone, first, aces, 2, 3, 4, 5))
    phone.follow(lineup(phone, first, 1 - aces, 6, 7, 8, 9))
    tables = phone.do(first, do="start").links("/t/")
    for table in tables:
        ends(phone, table, 9)
    assert "2–0" in phone.get(first).text

    phone.do(f"{tables[0]}/delete", do="delete")
    page = phone.get(first)
    assert page.links("/t/") == tables[1:]
    assert [row[-1] for row in standings(phone.get(f"{league}/teams"))] == ["0", "0"]
    again = phone.do(first, do="start").links("/t/")
    assert again[1:] == tables[1:]
    assert again[0] != tables[0]
    games = phone.get(f"{league}/games").html
    number = max(map(int, re.findall(r"/game/(\d+)", games)))
    phone.do(f"{league}/game/{number}", {"reason": "wrong pairs"}, "strike")
    assert len({*phone.do(first, do="start").links("/t/"), *again}) == 3


def test_team_sets_line_up_and_scores_its_match(app: Flask, phone: Phone, league: str) -> None:
    first = phone.get(f"{league}/teams").links("/teams/")[0]
    ann, eve, ivy = (member(app, league, name) for name in ("Ann", "Eve", "Ivy"))
    aces = 0 if "Aces at home" in phone.get(first).text else 1
    ann.follow(lineup(ann, first, aces, 2, 3, 4, 5))
    assert f"lineup.{1 - aces}" not in str([one.buttons for one in ann.get(first).forms])
    assert [one for one in ivy.get(first).forms if one.buttons] == []
    eve.follow(lineup(eve, first, 1 - aces, 6, 7, 8, 9))
    tables = eve.do(first, do="start").links("/t/")

    assert ann.get(f"{tables[0]}/write/finish").status == 200
    assert ivy.get(f"{tables[0]}/write/finish").status == 403
    assert "lineup" not in str([one.buttons for one in phone.get(first).forms])


@pytest.mark.parametrize("players", [(2, 3, 4, 4), (2, 3, 4), (2, 3, 4, 6), (2, 3, 4, 99)])
def test_a_line_up_that_cannot_be_is_refused(
    phone: Phone, league: str, players: tuple[int, ...]
) -> None:
    first = phone.get(f"{league}/teams").links("/teams/")[0]
    aces = 0 if "Aces at home" in phone.get(first).text else 1

    assert lineup(phone, first, aces, *players).status == 422


@pytest.mark.parametrize(
    "typed",
    [
        {"teams": "Aces: Ann, Ben"},
        {"teams": "Aces: Ann\nKings: Zoe"},
        {"teams": "Aces: Ann\nKings: Ann"},
        {"teams": "Aces\nKings: Ann"},
        {"boards": 5},
        {"game": "oh-hell"},
    ],
)
def test_teams_that_cannot_be_are_refused(
    phone: Phone, league: str, typed: dict[str, object]
) -> None:
    assert start(phone, league, **typed).status == 422


# --- sealed line-ups, walkovers -----------------------------------------------------------------


def told_to(phone: Phone, league: str, match: str) -> str:
    """All that a phone is shown of a match."""
    looks = (match, f"{league}/teams", f"{league}/history", f"{league}/league.json", league)
    return " ".join(phone.get(look).html for look in looks)


def test_line_up_is_sealed_until_both_are_in(app: Flask, phone: Phone, league: str) -> None:
    start(phone, league, lineups="sealed")
    first = phone.get(f"{league}/teams").links("/teams/")[0]
    aces = 0 if "Aces at home" in phone.get(first).text else 1
    ann, ben, eve = (member(app, league, name) for name in ("Ann", "Ben", "Eve"))
    ann.follow(lineup(ann, first, aces, 5, 4, 3, 10))

    for other in (phone, eve):
        told = told_to(other, league, first)
        assert "The line-up is in" in told
        assert "Ivy <small>" not in told
        assert "Dan, Cat" not in told
        assert not re.search(r'value="10" selected', told)
        assert '"lineups": [\n     [],\n     []\n    ]' in told
    assert "Replace line-up" in phone.get(first).text
    assert "Replace line-up" not in ann.get(first).text
    for own in (ann, ben):
        assert re.search(r'value="10" selected', own.get(first).html)
    assert "Start match" not in phone.get(first).text

    eve.follow(lineup(eve, first, 1 - aces, 6, 7, 8, 9))

    for one in (phone, ann, eve):
        assert "Ivy" in one.get(first).text
    assert "line-up for Kings – Aces: Dan, Cat, Ben and Ivy" in phone.get(f"{league}/history").text
    assert not any("lineup" in key for form in ann.get(first).forms for key in form.buttons)
    assert len(eve.do(first, do="start").links("/t/")) == 2


def test_organiser_changes_clashing_line_ups(app: Flask, phone: Phone, league: str) -> None:
    start(phone, league, lineups="sealed")
    first = phone.get(f"{league}/teams").links("/teams/")[0]
    aces = 0 if "Aces at home" in phone.get(first).text else 1
    ann, eve = (member(app, league, name) for name in ("Ann", "Eve"))
    late = ann.get(first).form(f"lineup.{aces}")
    ann.follow(lineup(ann, first, aces, 2, 3, 4, 10))
    eve.follow(lineup(eve, first, 1 - aces, 6, 7, 8, 10))

    refused = eve.fill(first, do="start")
    assert refused.status == 422
    sent = {**late.filled({"player": [2, 3, 4, 5]}, f"lineup.{aces}"), "key": "another"}
    assert ann.post(first, sent).status == 422

    phone.follow(lineup(phone, first, aces, 2, 3, 4, 5))
    assert len(eve.do(first, do="start").links("/t/")) == 2


def test_walkover_wins_all_until_withdrawn(app: Flask, phone: Phone, league: str) -> None:
    first = phone.get(f"{league}/teams").links("/teams/")[0]
    aces = 0 if "Aces at home" in phone.get(first).text else 1
    ann = member(app, league, "Ann")
    assert "walkover" not in str([form.buttons for form in ann.get(first).forms])

    page = phone.do(first, do=f"walkover.{aces}")

    assert standings(phone.get(f"{league}/teams"))[0] == "1 Aces 1 1–0–0 2–0 2"
    assert "2–0" in page.text or "0–2" in page.text
    history = phone.get(f"{league}/history").text
    assert history.count("You gave") == 1
    assert "round 1" not in history
    assert not any("lineup" in key or key == "start" for key in keys(page))
    withdraw = page.key("withdraw.")
    assert ann.post(first, {**page.form(withdraw).fields, "do": withdraw}).status in (400, 403)

    phone.do(first, do=withdraw)
    assert standings(phone.get(f"{league}/teams"))[0].endswith(" 0")
    phone.follow(lineup(phone, first, aces, 2, 3, 4, 5))
    phone.follow(lineup(phone, first, 1 - aces, 6, 7, 8, 9))
    late = phone.get(first)
    phone.do(first, do="start")
    sent = {**late.form("walkover.0").fields, "do": "walkover.0"}
    assert phone.post(first, sent).status == 422
