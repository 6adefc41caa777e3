"""Pages of a season that ranks pairs or teams, as members and organisers see them."""

import pytest

from tests.web.phones import Phone, create_league, league_table
from tests.web.test_public import published
from tests.web.test_teams import ends

pytestmark = pytest.mark.long

SEATS = ("Ann", "Ben", "Cat", "Dan")


@pytest.fixture
def league(phone: Phone) -> str:
    """The address of a league in which Ann & Cat have beaten Ben & Dan, and pairs are ranked."""
    league = create_league(phone, players="\n".join(SEATS))
    phone.follow(phone.fill(f"{league}/season/1/rules", {"set.ranked": "pairs"}, "save"))
    ends(phone, league_table(phone, league, *SEATS, game="whist"), 10)
    return league


def test_pairs_stand_on_every_page_of_a_season(phone: Phone, league: str) -> None:
    pages = ("", "/season", "/season/1", "/season/1/review", "/seasons", "/league.json")
    for page in (*pages, "/ratings", "/records", "/season/1/picture.svg", "/standings.csv"):
        found = phone.get(league + page)
        assert found.status == 200, page
        assert "Ann & Cat" in found.text, page


def test_pairs_stand_where_all_can_see(phone: Phone, league: str) -> None:
    for page in (published(phone, league), f"{league}/season/1/poster", f"{league}/wall"):
        found = phone.get(page)
        assert found.status == 200, page
        assert "Ann & Cat" in found.text, page
        assert ">Player<" not in found.html, page


def test_a_pair_has_a_page_with_its_players(phone: Phone, league: str) -> None:
    (address, *_) = phone.get(f"{league}/season/1").links("/unit/")

    page = phone.get(address)

    assert "Ann & Cat" in page.text
    assert len(page.links("/player/")) >= 2
    assert "Ben & Dan" in page.text  # whom they met


def test_players_keep_their_pages_and_ratings(phone: Phone, league: str) -> None:
    assert "Won 1" in " ".join(phone.get(f"{league}/player/2").text.split())
    page = phone.get(f"{league}/ratings?of=players")
    assert "Ann" in page.text
    assert "Ann & Cat" not in page.text
    assert phone.get(f"{league}/ratings?of=teams").status == 404


def test_a_pair_is_given_a_bonus(phone: Phone, league: str) -> None:
    bonus, unit = f"{league}/bonus", phone.get(f"{league}/season/1").links("/unit/")[0]
    number = -int(unit.rpartition("/")[2])
    typed = {"player": 2, "points": "1", "reason": "biscuits", "season": 1}

    page = phone.fill(bonus, typed, "give")
    assert "This season ranks pairs. Choose a pair." in page.text
    assert "biscuits" in page.html

    page = phone.follow(phone.fill(bonus, {**typed, "player": number}, "give"))
    assert "Ann & Cat" in page.text
    assert "Ann & Cat" in phone.get(f"{league}/history").text


def test_a_pair_that_never_was_has_no_page(phone: Phone, league: str) -> None:
    assert phone.get(f"{league}/unit/0").status == 404
    assert phone.get(f"{league}/unit/999").status == 404


def test_the_history_says_what_is_ranked_now(phone: Phone, league: str) -> None:
    assert "Ranked pairs" in phone.get(f"{league}/history").text
