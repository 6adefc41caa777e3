"""Trex, beyond its vectors: what is asked, words, what is left to the owner, tables."""

from typing import Any

import pytest

from scorekeeper.engine.cards_taken import Captures, DerivedSeat, FinishOrder
from scorekeeper.engine.game import Pad, printed_tables
from scorekeeper.interview.lists import Many
from scorekeeper.interview.steps import Choice
from tests.games import pads

DIAMONDS = {"contract": "diamonds", "counts": [4, 2, 7, 0]}
ELTOOSH = {"contract": "eltoosh", "counts": [5, 1, 3, 4]}
GIRLS = {
    "contract": "girls",
    "cards": [{"card": card, "taken_by": 1} for card in ("QC", "QD", "QH")]
    + [{"card": "QS", "taken_by": 3, "doubled_by": 2}],
}
KING = {"contract": "king", "cards": [{"card": "KH", "taken_by": 2}]}
TREX = {"contract": "trex", "order": [1, 3, 0, 2]}
KINGDOM = (DIAMONDS, ELTOOSH, GIRLS, KING, TREX)


def played(*entries: dict[str, Any], **options: Any) -> Pad:
    return pads.played("trex", *entries, **options)


def own(taker: int, leader: int) -> dict[str, Any]:
    card = {"card": "KH", "taken_by": taker, "doubled_by": taker, "led_by": leader}
    return {"contract": "king", "cards": [card]}


# --- what is asked ------------------------------------------------------------------------------


def game(pad: Pad) -> Choice:
    question = pads.questions_of(pad, {})["contract"]
    assert isinstance(question, Choice)
    return question


def test_owner_sees_five_games_with_their_worth() -> None:
    pad = played()
    keys = game(pad).keys_shown()

    assert [(key.value, pads.text_of(pad, key.badge), key.used_up) for key in keys] == [
        ("diamonds", "+10 each", False),
        ("eltoosh", "−15 each", False),
        ("girls", "−25 each", False),
        ("king", "−75", False),
        ("trex", "+200 to 50", False),
    ]
    assert pads.text_of(pad, game(played(variant="classic")).keys[0].badge) == "−10 each"


def test_picked_game_stays_in_place_crossed_out() -> None:
    pad = played(KING, DIAMONDS)

    assert [key.value for key in game(pad).keys_shown() if key.used_up] == ["diamonds", "king"]
    assert game(pad).answer("king") is None
    assert pads.text_of(pad, game(pad).hint) == "Ann owns the kingdom; 3 games left"
    assert pads.text_of(played(*KINGDOM[:4]), game(played(*KINGDOM[:4])).hint) == (
        "Ann owns the kingdom; 1 game left"
    )


@pytest.mark.parametrize(
    ("deals", "dealer", "owner", "left"),
    [
        (0, 0, 0, 5),
        (4, 0, 0, 1),
        (5, 0, 3, 5),
        (9, 0, 3, 1),
        (10, 0, 2, 5),
        (15, 0, 1, 5),
        (5, 3, 2, 5),
        (15, 2, 3, 5),
    ],
)
def test_the_kingdom_passes_to_the_right(deals: int, dealer: int, owner: int, left: int) -> None:
    pad = played(*(KINGDOM * 4)[:deals], dealer=dealer)
    upcoming = pad.game.upcoming(pad)

    assert (upcoming["owner"], upcoming["dealer"]) == (owner, owner)
    assert len(upcoming["contracts_left"]) == left
    question = pads.questions_of(pad, {})["owner"]
    assert isinstance(question, DerivedSeat)
    assert question.derived == owner


def test_agreed_points_leave_the_rest_as_it_is() -> None:
    adjusted = {"adjust": {"side": 0, "points": 5, "reason": "agreed"}}
    pad = played(KING, adjusted, TREX, adjusted)

    assert pad.game.upcoming(pad)["contracts_left"] == ("diamonds", "eltoosh", "girls")


@pytest.mark.parametrize("entry", [DIAMONDS, ELTOOSH])
def test_counts_add_up_to_thirteen(entry: dict[str, Any]) -> None:
    counts = pads.questions_of(played(), entry)["counts"]

    assert isinstance(counts, Many)
    assert (len(counts.items), counts.total, counts.when) == (4, 13, "after")
    assert counts.progress
    assert pads.text_of(played(), counts.progress([3, None, 5, "x"])) == "8 of 13 so far"


def test_only_the_games_own_cards_are_asked_for() -> None:
    girls, king = (pads.questions_of(played(), entry)["cards"] for entry in (GIRLS, KING))

    assert isinstance(girls, Captures)
    assert isinstance(king, Captures)
    assert (girls.cards, king.cards) == (("QC", "QD", "QH", "QS"), ("KH",))
    assert (king.doubling, king.leads) == (True, True)


def test_house_rules_change_what_a_card_is_asked() -> None:
    king = pads.questions_of(played(doubling=False, self_capture="single"), KING)["cards"]

    assert isinstance(king, Captures)
    assert (king.doubling, king.leads) == (False, False)


def test_the_order_is_asked_for_but_for_the_last() -> None:
    order = pads.questions_of(played(), TREX)["order"]

    assert isinstance(order, FinishOrder)
    assert [pads.text_of(played(), item.label) for item in order.items] == [
        "out first",
        "out second",
        "out third",
    ]


def test_nothing_is_asked_before_game_is_known() -> None:
    assert set(pads.questions_of(played(), {})) == {"owner", "contract"}


# --- lines --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "lines"),
    [
        (
            {"contract": "diamonds", "counts": [1, 0, 2, 10]},
            [
                (0, 10, "took 1 diamond", "diamonds"),
                (2, 20, "took 2 diamonds", "diamonds"),
                (3, 100, "took 10 diamonds", "diamonds"),
                (1, 0, "took no diamond", "diamonds"),
            ],
        ),
        (
            {"contract": "eltoosh", "counts": [0, 12, 1, 0]},
            [
                (1, -180, "took 12 tricks", "eltoosh"),
                (2, -15, "took 1 trick", "eltoosh"),
                (0, 0, "took no trick", "eltoosh"),
                (3, 0, "took no trick", "eltoosh"),
            ],
        ),
        (
            GIRLS,
            [
                (1, -75, "took the queen of clubs, queen of diamonds and queen of hearts", "girls"),
                (3, -50, "took the queen of spades, doubled by Cat", "doubled"),
                (2, 25, "doubled the queen of spades, which Dan took", "doubled"),
                (0, 0, "took no queen", "girls"),
            ],
        ),
        (
            KING,
            [
                (2, -75, "took the king of hearts", "king"),
                (0, 0, "did not take the king", "king"),
                (1, 0, "did not take the king", "king"),
                (3, 0, "did not take the king", "king"),
            ],
        ),
        (
            own(1, 2),
            [
                (1, -150, "doubled and took the king of hearts", "own-double"),
                (
                    2,
                    75,
                    "led the trick in which Ben took the doubled king of hearts",
                    "own-double",
                ),
                (0, 0, "did not take the king", "king"),
                (3, 0, "did not take the king", "king"),
            ],
        ),
        (
            own(0, 0),
            [
                (0, -150, "doubled and took the king of hearts", "own-double"),
                (0, 75, "led that trick too", "own-double"),
                (1, 0, "did not take the king", "king"),
                (2, 0, "did not take the king", "king"),
                (3, 0, "did not take the king", "king"),
            ],
        ),
        (
            TREX,
            [
                (1, 200, "went out first", "trex"),
                (3, 150, "went out second", "trex"),
                (0, 100, "went out third", "trex"),
                (2, 50, "went out last", "trex"),
            ],
        ),
    ],
)
def test_every_point_has_lines(
    entry: dict[str, Any], lines: list[tuple[int, int, str, str]]
) -> None:
    assert pads.lines(played(entry)) == lines


def test_an_undoubled_card_says_so() -> None:
    assert pads.lines(played(own(0, 3), self_capture="single"))[0] == (
        0,
        -75,
        "doubled and took the king of hearts: counts single",
        "own-double",
    )


def test_partners_lines_name_the_player() -> None:
    assert pads.lines(played(TREX, partnership=True)) == [
        (1, 200, "Ben went out first", "trex"),
        (1, 150, "Dan went out second", "trex"),
        (0, 100, "Ann went out third", "trex"),
        (0, 50, "Cat went out last", "trex"),
    ]
    assert pads.lines(played(KING, partnership=True))[-1] == (1, 0, "did not take the king", "king")


# --- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({}, None),
        ({"contract": "diamonds"}, "Dan's diamonds"),
        (DIAMONDS, "Dan's diamonds"),
        (GIRLS, "Dan's girls"),
        ({"contract": "king"}, "Dan's king"),
        ({"contract": "king", "cards": [None]}, "Dan's king"),
        ({"contract": "king", "cards": [{"card": "KH"}]}, "Dan's king"),
        (KING, "Dan's king to Cat"),
        ({"contract": "trex", "order": []}, "Dan's trex"),
        ({"contract": "trex", "order": [2]}, "Dan's trex, Cat first"),
        (TREX, "Dan's trex, Ben first"),
    ],
)
def test_a_deal_in_a_few_words(entry: dict[str, Any], told: str | None) -> None:
    assert pads.headline(played(*KINGDOM), entry) == told


def test_players_behind_the_leader_show_the_gap() -> None:
    assert pads.needs(played(DIAMONDS)) == [(0, "30 behind"), (1, "50 behind"), (3, "70 behind")]


def test_rules_page_prints_what_module_counts() -> None:
    pad = played(variant="classic")
    cells = {
        name: [[pads.text_of(pad, cell) for cell in row] for row in table.rows]
        for name, table in printed_tables(pad.game, pad.options).items()
    }

    assert cells == {
        "games": [
            ["diamonds", "−10 a diamond"],
            ["eltoosh", "−15 a trick"],
            ["girls", "−25 a queen"],
            ["king", "−75 for the king of hearts"],
            ["trex", "+200, +150, +100, +50"],
        ],
        "doubled": [["girls", "−50", "+25"], ["king", "−150", "+75"]],
        "order": [["first", "+200"], ["second", "+150"], ["third", "+100"], ["last", "+50"]],
    }
