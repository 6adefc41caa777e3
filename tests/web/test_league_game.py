"""A game of a league as an organiser rules on it."""

import re

import pytest
from flask import Flask

from scorekeeper.leagues.tables import add_table
from scorekeeper.leagues.visit import visit_league
from scorekeeper.tables.loading import load_table
from tests.web.phones import NewPhone, Page, Phone, create_league

pytestmark = pytest.mark.long

SHEET: tuple[dict[str, object], ...] = ({"points": [10, 7]}, {"finish": {}})


@pytest.fixture
def league(app: Flask, phone: Phone) -> str:
    """The address of a league that has taken in a game, which Ann has won."""
    league = create_league(phone)
    table = phone.starts("tally", *SHEET, players=["Ann", "Ben"]).rpartition("/")[2]
    with app.app_context():
        add_table(visit_league(league.rpartition("/")[2], ""), load_table(table))
    return league


@pytest.fixture
def game(phone: Phone, league: str) -> str:
    """The address of the page for organisers of its game."""
    (address,) = phone.get(f"{league}/games").links(f"{league}/game/")
    return address


def standings(phone: Phone, league: str) -> list[str]:
    """The players with a place, in order."""
    return re.findall(r'<th scope="row"><a[^>]*>([^<]*)', phone.get(league).html)


def rule(phone: Phone, game: str, do: str, reason: str, **typed: object) -> Page:
    """Send the form with this key."""
    return phone.fill(game, {"reason": reason, **typed}, do)


def test_a_game_is_removed_and_counted_again(phone: Phone, league: str, game: str) -> None:
    assert standings(phone, league) == ["Ann", "Ben"]

    page = phone.follow(rule(phone, game, "strike", "played twice"))
    assert "Does not count. Removed by an organiser: “played twice”" in page.text
    assert standings(phone, league) == []

    page = phone.follow(rule(phone, game, "count", "it was another evening"))
    assert "does not count" not in page.text
    assert standings(phone, league) == ["Ann", "Ben"]


def imported(phone: Phone, league: str, scores: str) -> str:
    """The page for organisers of an imported game of Ann's and Ben's."""
    text = f"date;game;players;scores\n31.12.2025;Score pad;Ann / Ben;{scores}\n"
    page = phone.fill(f"{league}/import", {"text": text})
    phone.follow(phone.send(f"{league}/import", page.form("keep"), do="keep"))
    return phone.get(f"{league}/games").links(f"{league}/game/")[-1]


def test_imported_result_is_corrected_and_undone(phone: Phone, league: str) -> None:
    game = imported(phone, league, "10 / 7")
    phone.do(phone.get(f"{league}/games").links(f"{league}/game/")[0], {"reason": "x"}, "strike")
    assert standings(phone, league) == ["Ann", "Ben"]

    page = phone.do(game, {"points.0": "10", "points.1": "−12"}, "result")
    assert "Ben −12" in page.text
    page = phone.do(game, {"points.1": "12"}, "result")
    assert standings(phone, league) == ["Ben", "Ann"]
    assert "from 10 : −12 to 10 : 12" in phone.get(f"{league}/history").text

    page = phone.do(game, {"winner": "0"}, "result")
    assert standings(phone, league) == ["Ann", "Ben"]
    for _ in range(3):
        phone.do(f"{league}/history", do="undo.")
    assert standings(phone, league) == ["Ann", "Ben"]
    assert phone.get(game).form("result")["points.1"] == "7"


@pytest.mark.parametrize("typed", ["", "seven", "100001", "1.5"])
def test_correction_without_number_is_refused(phone: Phone, league: str, typed: str) -> None:
    game = imported(phone, league, "9 / 7")

    page = phone.fill(game, {"points.1": typed}, "result")

    assert page.status == 422
    assert page.form("result")["points.1"] == typed
    assert phone.get(game).form("result")["points.1"] == "7"


@pytest.mark.parametrize(("winner", "counts"), [("", ["5", "3"]), ("1", ["3", "5"])])
def test_paper_result_counts_and_is_marked(phone: Phone, winner: str, counts: list[str]) -> None:
    league = create_league(phone)
    phone.fill(f"{league}/players/add", {"names": "Ann\nBen"})
    table = phone.starts("tally", players=["Ann", "Ben"])
    phone.follow(phone.fill(f"{table}/league"))
    typed = {"finish.points.0": "10", "finish.points.1": "7", "finish.won": winner}

    looked = phone.fill(f"{table}/write/result", typed, headers={"HX-Request": "true"})
    assert looked.note == f"Counts in Tuesday club: Ann {counts[0]}, Ben {counts[1]}." or winner

    phone.do(f"{table}/write/result", typed)
    assert standings(phone, league) == (["Ben", "Ann"] if winner else ["Ann", "Ben"])
    assert "result only" in phone.get(f"{league}/games").text
    ended = phone.get(table).text
    assert "Result from paper" in ended
    assert "Stopping early" not in ended
    assert '"result_only": true' in phone.get(f"{league}/league.json").html
    assert ",tally,1,,1," in phone.get(f"{league}/games.csv").html  # its deals are unknown

    phone.do(table, do="undo")
    assert standings(phone, league) == []
    assert "result only" not in phone.get(f"{league}/games").text


def test_game_moves_to_another_season_and_back(phone: Phone, league: str, game: str) -> None:
    phone.do(f"{league}/season/new", {"name": "Spring"}, "")
    assert standings(phone, league) == []
    season = int(phone.get(game).form("move")["season"])

    phone.follow(rule(phone, game, "move", "it was after New Year", season=season))

    assert standings(phone, league) == ["Ann", "Ben"]
    assert "“it was after New Year”" in phone.get(f"{league}/history").text


@pytest.mark.parametrize(("do", "reason"), [("strike", ""), ("strike", "x" * 201)])
def test_ruling_without_a_reason_is_refused(
    phone: Phone, league: str, game: str, do: str, reason: str
) -> None:
    page = rule(phone, game, do, reason)

    assert page.status == 422
    assert page.form(do)["reason"] == reason
    assert 'id="reason-fault"' in page.html
    assert standings(phone, league) == ["Ann", "Ben"]


def test_ruling_sent_twice_is_written_once(phone: Phone, league: str, game: str) -> None:
    form = phone.get(game).form("strike")
    for _ in range(2):
        phone.follow(phone.send(game, form, {"reason": "played twice"}, "strike"))

    assert len(re.findall("</time> You removed the", phone.get(f"{league}/history").html)) == 1


def test_a_game_of_another_league_is_not_here(phone: Phone, new_phone: NewPhone, game: str) -> None:
    other = new_phone()
    elsewhere = create_league(other)

    assert other.get(game).status == 403
    assert other.get(f"{elsewhere}/game/{game.rpartition('/')[2]}").status == 404


def test_a_game_in_progress_shows_who_sits_there(app: Flask, phone: Phone, league: str) -> None:
    names = ["Ann", "Ben", "Cat", "Dan"]
    table = phone.starts("whist", players=names).rpartition("/")[2]
    with app.app_context():
        add_table(visit_league(league.rpartition("/")[2], ""), load_table(table))

    page = phone.get(f"{league}/games")

    assert "In progress Whist in progress Ann & Cat Ben & Dan" in page.text
    address = page.links(f"{league}/game/")[0]
    assert "Ann & Cat, Ben & Dan" in phone.get(address).text


def test_an_organiser_sets_the_day_of_a_game(phone: Phone, league: str, game: str) -> None:
    page = phone.follow(phone.fill(game, {"day": "2026-03-03"}, "day"))

    assert page.form("day")["day"] == "2026-03-03"
    assert "3 Mar 2026" in phone.get(f"{league}/games").text
    assert "2026-03-03" in phone.get(f"{league}/games.csv").body.decode("utf-8-sig")
    assert "to 3 Mar 2026" in phone.get(f"{league}/history").text


def test_future_day_is_refused_at_its_field(phone: Phone, league: str, game: str) -> None:
    page = phone.fill(game, {"day": "2099-01-01"}, "day")

    assert page.status == 422
    assert 'id="day-fault">' in page.html
    assert page.form("day")["day"] == "2099-01-01"
