"""Which games suit whom, and by which names a game is found."""

from typing import Any

import pytest

from scorekeeper import game_finder
from scorekeeper.games import games


def fitting(**wish: Any) -> list[str]:
    """The games that are as wished."""
    return [one.game.slug for one in game_finder.suggestions(_texts(wish))[0]]


def nearly(**wish: Any) -> dict[str, str]:
    """The games that are as wished but for one thing, and what that is."""
    found = game_finder.suggestions(_texts(wish))[1]
    return {one.game.slug: one.unmet[0] for one in found}


def _texts(wish: dict[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in wish.items()}


def test_without_wishes_every_game_is_shown() -> None:
    assert fitting() == list(games())
    assert nearly() == {}


def test_an_invalid_answer_is_no_wish() -> None:
    assert fitting(players=99, minutes="soon", level="", pack="tarot") == list(games())


def test_a_game_is_for_so_many_players() -> None:
    three = fitting(players=3)

    assert "oh-hell" in three
    assert "whist" not in three
    assert nearly(players=3)["whist"] == "4 players"
    assert all(3 in games()[slug].players for slug in three)


@pytest.mark.parametrize(
    ("minutes", "slug", "suits"),
    [
        (30, "euchre", True),  # 15 to 30, so 22 as a rule
        (30, "whist", False),  # 30 to 60, so 45 as a rule
        (60, "whist", True),
        (60, "spades", True),  # 45 to 75, so 60 as a rule
        (60, "bridge", False),  # 45 to 90, so 67 as a rule
        (30, "tally", True),  # ends when one likes
    ],
)
def test_a_usual_game_is_over_in_time(minutes: int, slug: str, suits: bool) -> None:
    assert (slug in fitting(minutes=minutes)) == suits


@pytest.mark.parametrize(
    ("pack", "found"),
    [("32", {"euchre", "twenty-eight"}), ("52", {"euchre", "whist"}), ("joker", {"five-hundred"})],
)
def test_a_larger_pack_does_for_a_smaller_one(pack: str, found: set[str]) -> None:
    assert found <= set(fitting(pack=pack))


def test_smaller_pack_does_not_do_for_a_larger() -> None:
    assert not {"whist", "five-hundred"} & set(fitting(pack="32"))
    assert "five-hundred" not in fitting(pack="52")


def test_partners_follow_from_scoring_together() -> None:
    assert game_finder.partnership(games()["whist"]) == ("partners",)
    assert game_finder.partnership(games()["oh-hell"]) == ("alone",)
    assert "whist" in fitting(company="partners")
    assert "whist" not in fitting(company="alone")


def test_one_of_several_wishes_may_be_missed() -> None:
    wish = {"players": 4, "company": "partners", "pack": "32", "level": "practice"}

    assert fitting(**wish) == ["belote", "coinche", "euchre", "twenty-eight"]
    assert nearly(**wish)["spades"] == "52 cards"
    assert "bridge" not in nearly(**wish)  # 52 cards, and demanding


def test_game_lists_its_traits_in_order_asked() -> None:
    (whist,) = (one for one in game_finder.suggestions({})[0] if one.game.slug == "whist")

    assert whist.facts == ("4 players", "30–60 minutes", "easy", "partners", "52 cards")


# --- by name ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sought", "slug"),
    [
        ("Blackout", "oh-hell"),
        ("nomination whist", "oh-hell"),
        ("oh hell", "oh-hell"),
        ("OH-HELL!", "oh-hell"),
        ("up and down the river", "oh-hell"),
        ("Auction 500", "five-hundred"),
        ("500", "five-hundred"),
        ("28", "twenty-eight"),
        ("twenty eight", "twenty-eight"),
        ("Reverse Whist", "sharp-nullo"),
        ("whist nominated", "noms"),
        ("rubber", "bridge"),
        ("any game", "tally"),
    ],
)
def test_a_game_is_found_by_its_other_names(sought: str, slug: str) -> None:
    assert game_finder.has_name(games()[slug], sought)


@pytest.mark.parametrize(
    "sought", ["Bid whist", "Liverpool rummy", "Duplicate bridge", "Call break", "Cutthroat spades"]
)
def test_similar_name_is_not_taken_for_our_game(sought: str) -> None:
    assert not [game.slug for game in games().values() if game_finder.has_name(game, sought)]


def test_there_is_a_pad_for_anything_else() -> None:
    assert [game.slug for game in game_finder.plain_pads()] == ["tally"]
