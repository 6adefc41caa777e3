"""Oh Hell!, beyond its vectors: the dealer's keys, words, warnings, the ladder of hands."""

from typing import Any

import pytest

from scorekeeper.engine.game import Pad, printed_tables
from scorekeeper.engine.replay import after
from scorekeeper.interview.lists import Many
from scorekeeper.interview.steps import Choice
from tests.games import pads

THREE = ("Ann", "Ben", "Cat")
FIRST = {"bids": [3, 3, 1, 4], "tricks": [3, 2, 1, 4]}
"""Ann deals, ten cards: eleven are bid, and Ben is one short."""


def played(*entries: dict[str, Any], **options: Any) -> Pad:
    return pads.played("oh-hell", *entries, **options)


def dealers(pad: Pad, bids: list[int | None], dealer: int = 0) -> Choice:
    """The dealer's question once the others have bid."""
    question = pads.questions_of(pad, {})["bids"]
    assert isinstance(question, Many)
    last = question.items_given(bids)[dealer]
    assert isinstance(last, Choice)
    return last


# --- questions ----------------------------------------------------------------------------------


def test_bids_are_asked_with_the_dealer_last() -> None:
    bids = pads.questions_of(played(dealer=1), {})["bids"]

    assert isinstance(bids, Many)
    assert bids.turns == (2, 3, 0, 1)
    assert [item.seat for item in bids.items if item] == [0, 1, 2, 3]
    assert bids.when == "before"


def test_an_empty_seat_is_asked_nothing() -> None:
    pad = played({"seat": {"number": 2, "name": None}})

    for name in ("bids", "tricks"):
        question = pads.questions_of(pad, {})[name]
        assert isinstance(question, Many)
        assert question.turns == (1, 3, 0)
        assert [item is None for item in question.items] == [False, False, True, False]


@pytest.mark.parametrize(
    ("hook", "bids", "keys", "hint"),
    [
        ("exceed", [None, 3, 2, 2], range(4, 11), "at least 4"),
        ("exceed", [None, 4, 4, 3], range(0, 11), None),
        ("exceed", [None, 0, 0, 0], range(11, 12), "at least 11"),
        ("exceed", [None, 0, None, 0], range(0, 12), None),
        ("not_equal", [None, 3, 2, 2], (0, 1, 2, 4, 5, 6, 7, 8, 9, 10), "anything but 3"),
        ("not_equal", [None, 4, 4, 3], range(0, 11), None),
        ("none", [None, 3, 2, 2], range(0, 11), None),
    ],
)
def test_the_dealer_sees_the_bids_left(
    hook: str, bids: list[int | None], keys: range | tuple[int, ...], hint: str | None
) -> None:
    pad = played(hook=hook)
    question = dealers(pad, bids)

    assert [key.value for key in question.keys] == [*keys]
    assert pads.text_of(pad, question.hint) == hint


def test_the_dealer_may_have_only_one_bid_left() -> None:
    pad = played(hand_sizes=[1])

    assert pads.faults(pad, {"bids": [3, 0, 0, 0], "tricks": [1, 0, 0, 0]}) == [
        ("bids[0]", "The dealer can only bid 2; 3 was entered.")
    ]


def test_wrong_bid_leaves_the_dealers_unjudged() -> None:
    entry = {"bids": [0, "x", 3, 3], "tricks": [4, 0, 3, 3]}

    assert [at for at, _ in pads.faults(played(), entry)] == ["bids[1]"]


def test_tricks_are_as_bid_unless_said_otherwise() -> None:
    question = pads.questions_of(played(), {"bids": [11, 0, 0, 0]})["tricks"]

    assert isinstance(question, Many)
    assert question.total == 10
    assert question.suggest == [None, 0, 0, 0]
    assert pads.questions_of(played(), {})["tricks"].suggest is None


# --- who may come -------------------------------------------------------------------------------


def test_a_refused_newcomer_learns_the_reason() -> None:
    pad = played(names=("Ann", "Ben", "Cat", "Dan", "Eve"))
    pad = after(pad, {"bids": [3, 2, 2, 2, 2], "tricks": [2, 2, 2, 2, 2]})

    assert pads.faults(pad, {"seat": {"number": 5, "name": "Fay"}}) == [
        (
            "seat.number",
            "A hand of 10 cards is still to come; the pack is enough for 5 players.",
        )
    ]


def test_hand_beyond_the_pack_is_refused() -> None:
    game = played().game
    assert game.check
    (fault,) = game.check(None, game.house_rules({"hand_sizes": [5, 13]}), 4)

    assert fault.path == ("options", "hand_sizes")
    assert (
        pads.text_of(played(), fault.sentence)
        == "With 4 players a hand has 1 to 12 cards; 13 was entered."
    )


# --- lines --------------------------------------------------------------------------------------


def test_each_bid_is_told_with_what_was_taken() -> None:
    pad = played({"bids": [3, 3, 1, 4], "tricks": [5, 1, 0, 4]})

    assert pads.lines(pad) == [
        (0, -20, "bid 3 and took 5: 2 over", "missed-bid"),
        (1, -20, "bid 3 and took 1: 2 short", "missed-bid"),
        (2, -10, "bid 1 and took 0: 1 short", "missed-bid"),
        (3, 40, "bid 4 and took 4", "exact-bid"),
    ]


def test_an_empty_seat_cannot_be_chosen() -> None:
    pad = played(
        {"seat": {"number": 2, "name": None}},
        {"bids": [3, 4, None, 4], "tricks": [2, 4, None, 4]},
    )

    assert pads.lines(pad)[2] == (2, 0, "nobody sits here", "seat")


# --- warnings -----------------------------------------------------------------------------------


def test_bids_above_cards_are_odd_if_avoidable() -> None:
    above = {"bids": [3, 3, 2, 4], "tricks": [3, 3, 2, 2]}
    odd = [("bids", "Bids add up to 12 of 10 tricks.")]

    assert pads.warnings(played(), above) == []
    assert pads.warnings(played(hook="not_equal"), above) == odd
    assert pads.warnings(played(hook="none"), above) == odd


@pytest.mark.parametrize(
    ("bids", "tricks", "told"),
    [
        ([8, 1, 1, 1], [0, 4, 3, 3], "Ann bid 8 and took 0."),
        ([9, 1, 1, 0], [0, 1, 1, 8], "Dan bid 0 and took 8.; Ann bid 9 and took 0."),
        ([7, 2, 1, 1], [0, 4, 3, 3], None),
        ([5, 1, 1, 4], [10, 0, 0, 0], "Ann took every trick. Is that right?"),
        ([10, 1, 0, 0], [10, 0, 0, 0], None),
    ],
)
def test_a_bid_missed_by_far_is_warned_of(
    bids: list[int], tricks: list[int], told: str | None
) -> None:
    warned = pads.warnings(played(), {"bids": bids, "tricks": tricks})

    assert "; ".join(text or "" for _, text in warned) == (told or "")
    assert {at for at, _ in warned} <= {"tricks"}


def test_one_card_always_goes_to_one_player() -> None:
    pad = played(hand_sizes=[1, 1])

    assert pads.warnings(pad, {"bids": [0, 1, 1, 0], "tricks": [1, 0, 0, 0]}) == []


# --- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({}, None),
        ({"bids": [3, None, 1, 4]}, None),
        ({"bids": [3, 3, 1, 4]}, "10 cards, 11 bid"),
        ({**FIRST, "tricks": [3, None, 1, 4]}, "10 cards, 11 bid"),
        (FIRST, "10 cards, 11 bid: missed by Ben"),
        ({"bids": [3, 3, 1, 4], "tricks": [5, 0, 1, 4]}, "10 cards, 11 bid: missed by Ann and Ben"),
    ],
)
def test_a_hand_in_a_few_words(entry: dict[str, Any], told: str | None) -> None:
    assert pads.headline(played(), entry) == told


def test_a_hand_that_everybody_kept() -> None:
    pad = played(hook="none", hand_sizes=[1])

    assert pads.headline(pad, {"bids": [0, 1, 0, 0], "tricks": [0, 1, 0, 0]}) == (
        "1 card, 1 bid: all made"
    )


def test_a_player_who_left_is_not_waited_for() -> None:
    pad = played({"seat": {"number": 1, "name": None}})

    assert pads.headline(pad, {"bids": [3, None, 4, 4]}) == "10 cards, 11 bid"


def test_players_behind_the_leader_show_the_gap() -> None:
    pad = played(FIRST)

    assert pads.needs(pad) == [(0, "10 behind"), (1, "50 behind"), (2, "30 behind")]


def test_leaver_is_neither_first_nor_behind() -> None:
    pad = played(FIRST, {"seat": {"number": 3, "name": None}})

    assert pads.needs(pad) == [(1, "40 behind"), (2, "20 behind")]


def test_facts_are_each_players_bid_and_error() -> None:
    assert pads.facts(played(), {"bids": [3, 3, 1, 4], "tricks": [4, 2, 0, 4]}) == [
        (0, "bid", 3),
        (0, "bid lost", 1),
        (0, "over", 1),
        (1, "bid", 3),
        (1, "bid lost", 1),
        (1, "short", 1),
        (2, "bid", 1),
        (2, "bid lost", 1),
        (2, "short", 1),
        (3, "bid", 4),
        (3, "bid kept", 1),
    ]


# --- the ladder of hands ------------------------------------------------------------------------


def rungs(pad: Pad) -> str:
    assert pad.game.ladder
    return " ".join(pads.text_of(pad, rung) or "" for rung in pad.game.ladder(pad))


def test_ladder_goes_down_to_one_card_and_up() -> None:
    assert rungs(played()) == "10 9 8 7 6 5 4 3 2 1 2 3 4 5 6 7 8 9 10"
    assert rungs(played(names=[*"ABCDEFG"])) == "7 6 5 4 3 2 1 2 3 4 5 6 7"
    assert rungs(played(hand_sizes=[5, 2])) == "5 2"


def test_tie_breaking_hands_extend_the_ladder() -> None:
    tied = played({"bids": [1, 2, 1], "tricks": [1, 1, 1]}, names=THREE, hand_sizes=[3])
    won = after(tied, {"bids": [0, 1, 1], "tricks": [0, 1, 0]})

    assert rungs(tied) == "3 1"
    assert won.outcome
    assert rungs(won) == "3 1"
    assert rungs(after(tied, {"finish": {}})) == "3"


def test_rules_page_prints_hands_and_worths() -> None:
    def cells(name: str, **options: Any) -> list[list[str | None]]:
        pad = played(**options)
        table = printed_tables(pad.game, pad.options)[name]
        return [[pads.text_of(pad, cell) for cell in row] for row in table.rows]

    assert cells("hands") == [
        ["3", "10", "19"],
        ["4", "10", "19"],
        ["5", "10", "19"],
        ["6", "8", "15"],
        ["7", "7", "13"],
    ]
    for exact, worths in {
        "ten_per_trick": ["10", "10", "20", "30", "40", "50", "100"],
        "ten_plus_bid": ["10", "11", "12", "13", "14", "15", "20"],
        "ten_plus_square": ["10", "11", "14", "19", "26", "35", "110"],
    }.items():
        assert cells("exact", exact=exact) == [["Worth", *worths]]
