"""The facts that a deal in progress, even half-filled, gives about its first trick."""

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper import questions
from scorekeeper.engine.game import Game, first_trick
from scorekeeper.games import games
from tests.games import pads
from tests.games.strategies import deals, sheets
from tests.requirements import fewer

FIVE = ("Ann", "Ben", "Cat", "Dan", "Eve")

OPENINGS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    # the dealer's left leads, whatever was bid
    ("whist", {}, {"leader": 1}),
    ("spades", {"bids": [1, 2, 3, 4]}, {"leader": 1}),
    ("oh-hell", {"bids": [1, 2, 3, 9]}, {"leader": 1}),
    # bridge: the declarer's left
    ("bridge", {}, {}),
    ("bridge", {"contract": "4S"}, {"trump": "S"}),
    ("bridge", {"contract": "3NT", "declarer": 3}, {"trump": "NT", "leader": 0}),
    # five hundred: the declarer, alone in nullo and bar nullo
    ("five-hundred", {}, {}),
    ("five-hundred", {"bid": "7H"}, {"trump": "H"}),
    ("five-hundred", {"bid": "7H", "declarer": 2}, {"trump": "H", "leader": 2, "seats_out": []}),
    (
        "five-hundred",
        {"bid": "nullo", "declarer": 3},
        {"trump": "NT", "leader": 3, "seats_out": [1]},
    ),
    (
        "five-hundred",
        {"bid": "double_nullo", "declarer": 3},
        {"trump": "NT", "leader": 3, "seats_out": []},
    ),
    ("five-hundred", {"passed_out": True}, {"trump": "NT", "leader": 1}),
    # sharp nullo: who plays the contract names the first leader
    ("sharp-nullo", {"declarer": 1, "bid": 4}, {}),
    ("sharp-nullo", {"contract": "DR"}, {"direction": "downtown"}),
    ("sharp-nullo", {"contract": "UL"}, {"direction": "uptown"}),
    # twenty-eight: the dealer's right
    ("twenty-eight", {}, {"leader": 3}),
    (
        "twenty-eight",
        {"declarer": 2, "bid": 16, "trump": "C"},
        {"declarer": 2, "trump": "C", "leader": 3},
    ),
    # noms: the dealer's left, whoever declared
    (
        "noms",
        {"declarer": 2, "trump": "H", "nominated": "AS"},
        {"declarer": 2, "trump": "H", "nominated": "AS", "leader": 1, "first_trick": True},
    ),
    # nap: the declarer
    ("nap", {}, {"first_trick": True}),
    ("nap", {"declarer": 3, "bid": "four"}, {"leader": 3, "first_trick": True}),
    ("nap", {"declarer": 3, "bid": "mis"}, {"leader": 3, "mis": True, "first_trick": True}),
    # solo whist: the dealer's left, but for the slam
    ("solo-whist", {"contract": "solo", "declarers": [2]}, {"leader": 1}),
    ("solo-whist", {"contract": "misere", "declarers": [2]}, {"leader": 1, "trump": "NT"}),
    ("solo-whist", {"contract": "slam"}, {"leader": 1, "trump": "NT"}),
    ("solo-whist", {"contract": "slam", "declarers": [2]}, {"leader": 2, "trump": "NT"}),
    # euchre: the dealer's left, or the dealer's partner if he sits out
    ("euchre", {}, {"leader": 1}),
    ("euchre", {"maker": 2, "trump": "D"}, {"leader": 1, "trump": "D"}),
    ("euchre", {"maker": 2, "alone": True}, {"leader": 1, "seats_out": [0]}),
    ("euchre", {"maker": 3, "alone": True}, {"leader": 2, "seats_out": [1]}),
    # trex: the owner of the kingdom
    ("trex", {}, {"leader": 0}),
    ("trex", {"contract": "king"}, {"leader": 0, "contract": "king"}),
]


@pytest.mark.parametrize(("game", "entry", "facts"), OPENINGS)
def test_what_the_deal_says(game: str, entry: dict[str, Any], facts: dict[str, Any]) -> None:
    pad = pads.played(game)

    assert first_trick(pad, entry) == facts


@pytest.mark.parametrize(("game", "entry", "facts"), OPENINGS)
def test_what_it_says_is_part_of_a_question(
    game: str, entry: dict[str, Any], facts: dict[str, Any]
) -> None:
    context = questions.read_context(games()[game], None, facts)

    assert {name: context[name] for name in facts} == {
        name: tuple(value) if isinstance(value, list) else value for name, value in facts.items()
    }


@pytest.mark.parametrize(
    "game", [game for game in games().values() if game.play], ids=lambda game: game.slug
)
@fewer(4)
@given(data=st.data())
def test_facts_of_half_filled_deals_are_valid(game: Game, data: st.DataObject) -> None:
    played = data.draw(sheets(game, most=3))
    pad = played.pads[-1]
    assume(pad.outcome is None)
    entry = data.draw(deals(pad))
    known = data.draw(st.sets(st.sampled_from(sorted(entry))))

    facts = first_trick(pad, {name: entry[name] for name in known})

    given_too = {"players": len(pad.seats), **played.document["options"], **facts}
    assert questions.read_context(game, played.head.variant, given_too)


def test_an_empty_seat_does_not_lead() -> None:
    leaves = {"seat": {"number": 1, "name": None}}
    pad = pads.played("oh-hell", leaves, names=FIVE)

    assert first_trick(pad, {}) == {"leader": 2}


def test_play_to_the_left_begins_there() -> None:
    pad = pads.played("twenty-eight", play_direction="left")

    assert first_trick(pad, {}) == {"leader": 1}
