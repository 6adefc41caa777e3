"""Twenty-Eight: what its vectors do not show: words, warnings, keys, what is still needed."""

from typing import Any

import msgspec
import pytest

from scorekeeper.engine.game import Pad
from scorekeeper.engine.replay import after
from scorekeeper.games.twenty_eight import GAME
from scorekeeper.interview.steps import Choice, Number
from tests.games import pads
from tests.games.rulepages import printed

PRINTED = """
14-19  1 -2
20-24  2 -3
25-28  3 -4
"""


def played(*entries: dict[str, Any], **options: Any) -> Pad:
    return pads.played("twenty-eight", *entries, **options)


def deal(declarer: int, bid: int, points: int) -> dict[str, Any]:
    return {"declarer": declarer, "bid": bid, "points": points}


# --- what a deal is worth -----------------------------------------------------------------------


@pytest.mark.parametrize("declarer", range(4))
def test_every_bid_is_scored_for_every_count(declarer: int) -> None:
    tiered, flat = played(target=50), played(target=50, scoring="flat")
    side = declarer % 2
    wrong = []
    for row in PRINTED.strip().splitlines():
        span, gain, loss = row.split()
        low, high = map(int, span.split("-"))
        for bid in range(low, high + 1):
            for points in range(29):
                made = points >= bid
                expected = {0: int(gain if made else loss), 1: 1 if made else -1}
                for n, pad in enumerate((tiered, flat)):
                    scores = [0, 0]
                    scores[side] = expected[n]
                    got = after(pad, deal(declarer, bid, points)).rows[-1].scores
                    if list(got) != scores:
                        wrong.append((n, bid, points, got))

    assert wrong == []


# --- the words on the pad -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "lines"),
    [
        (
            deal(2, 20, 21),
            [
                (0, 2, "Cat bid 20: made, 21 card points", "bid-made"),
                (1, 0, "defended: only the bidders score", "bid-made"),
            ],
        ),
        (
            deal(1, 16, 1),
            [
                (0, 0, "defended: only the bidders score", "bid-lost"),
                (1, -2, "Ben bid 16: lost, 1 card point", "bid-lost"),
            ],
        ),
        (
            {"declarer": 0, "bid": 25, "made": True, "trump": "H"},
            [
                (0, 3, "Ann bid 25: made", "bid-made"),
                (1, 0, "defended: only the bidders score", "bid-made"),
            ],
        ),
        (
            {"declarer": 3, "bid": 25, "made": False},
            [
                (0, 0, "defended: only the bidders score", "bid-lost"),
                (1, -4, "Dan bid 25: lost", "bid-lost"),
            ],
        ),
    ],
)
def test_the_lines_say_what_was_bid_and_taken(
    entry: dict[str, Any], lines: list[tuple[int, int, str, str]]
) -> None:
    assert pads.lines(played(entry)) == lines


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        ({}, None),
        ({"declarer": 2}, None),
        ({"bid": None, "declarer": 2, "points": 14}, None),
        ({"bid": 20}, "20, worth 2"),
        ({"bid": 28, "declarer": 0}, "28 by Ann, worth 3"),
        ({"bid": 14, "declarer": 0, "made": None, "points": None}, "14 by Ann, worth 1"),
        ({"bid": 14, "declarer": 0, "trump": "S"}, "14 in spades by Ann, worth 1"),
        ({"bid": 14, "trump": None, "points": 14}, "14, 14 card points: made"),
        (deal(2, 20, 21), "20 by Cat, 21 card points: made"),
        (deal(2, 20, 20), "20 by Cat, 20 card points: made"),
        (deal(3, 15, 1), "15 by Dan, 1 card point: lost"),
        ({"declarer": 1, "bid": 22, "made": True, "trump": "H"}, "22 in hearts by Ben: made"),
        ({"declarer": 1, "bid": 22, "made": False}, "22 by Ben: lost"),
    ],
)
def test_the_headline_says_what_is_known(entry: dict[str, Any], text: str | None) -> None:
    assert pads.headline(played(), entry) == text


def test_a_flat_bid_is_worth_one() -> None:
    assert pads.headline(played(scoring="flat"), {"bid": 28}) == "28, worth 1"


# --- what is odd --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "warning"),
    [
        (deal(0, 20, 12), "Ann & Cat took 8 fewer than was bid."),
        (deal(3, 14, 0), "Ben & Dan took 14 fewer than was bid."),
    ],
)
def test_a_result_far_from_the_bid_is_warned_of(entry: dict[str, Any], warning: str) -> None:
    assert pads.warnings(played(), entry) == [("points", warning)]


@pytest.mark.parametrize(
    "entry", [deal(0, 20, 13), deal(1, 14, 28), {"declarer": 0, "bid": 28, "made": False}]
)
def test_a_common_deal_is_not_warned_of(entry: dict[str, Any]) -> None:
    assert pads.warnings(played(), entry) == []


def test_deal_thrice_any_former_is_warned_of() -> None:
    pad = played(*[deal(0, 14, 14), deal(1, 14, 14)] * 3)

    assert pads.warnings(pad, deal(1, 24, 24)) == []
    assert pads.warnings(pad, deal(1, 25, 25)) == [
        ("", "3 points is far more than any deal so far. Check it.")
    ]


# --- what is still needed, and the end ----------------------------------------------------------


def test_sides_need_what_lacks_to_the_target() -> None:
    pad = played(deal(0, 25, 25), deal(1, 14, 13))

    assert pads.needs(pad) == [(0, "7 to go"), (1, "12 to go")]
    assert pads.needs(after(pad, {"adjust": {"side": 0, "points": 7, "reason": "agreed"}})) == [
        (1, "12 to go")
    ]


def test_the_end_says_who_won() -> None:
    pad = played(deal(1, 25, 25), target=3)

    assert pads.end_of(pad) == ((1,), "target", "Ben & Dan won with 3")


# The first side there ends the game, so no sheet brings both there; the rule has a say.
@pytest.mark.parametrize(
    ("totals", "winners"),
    [((12, 11), (0,)), ((10, 13), (1,)), ((11, 11), None), ((9, 9), None)],
)
def test_of_two_at_the_target_the_higher_wins(
    totals: tuple[int, int], winners: tuple[int, ...] | None
) -> None:
    outcome = GAME.result(msgspec.structs.replace(played(deal(0, 14, 14)), totals=totals))

    assert (outcome.winners if outcome else None) == winners


# --- what is counted ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "counted"),
    [
        (deal(3, 16, 18), [(3, "bid kept", 1), (3, "over", 2)]),
        (deal(0, 16, 16), [(0, "bid kept", 1)]),
        (deal(2, 16, 11), [(2, "bid lost", 1), (2, "short", 5)]),
        ({"declarer": 0, "bid": 16, "made": True}, [(0, "bid kept", 1)]),
        ({"declarer": 1, "bid": 16, "made": False}, [(1, "bid lost", 1)]),
    ],
)
def test_statistics_count_declarer_not_partner(
    entry: dict[str, Any], counted: list[tuple[int, str, int]]
) -> None:
    assert pads.facts(played(), entry) == counted


# --- what the form asks -------------------------------------------------------------------------


def test_bid_precedes_play_and_trump_follows_it() -> None:
    asked = pads.questions_of(played(), deal(0, 20, 20))

    assert {path: question.when for path, question in asked.items()} == {
        "declarer": "before",
        "bid": "before",
        "points": "after",
        "trump": "after",
    }
    assert list(pads.questions_of(played(), {"made": True})) == ["declarer", "bid", "made", "trump"]
    assert isinstance(asked["trump"], Choice)
    assert [key.value for key in asked["trump"].keys] == ["C", "D", "H", "S"]


@pytest.mark.parametrize(
    ("scoring", "badges"),
    [
        ("tiered", {0: ("+1", range(14, 20)), 1: ("+2", range(20, 25)), 2: ("+3", range(25, 29))}),
        ("flat", {0: ("+1", range(14, 29))}),
    ],
)
def test_the_bids_stand_in_their_tiers(scoring: str, badges: dict[int, tuple[str, range]]) -> None:
    pad = played(scoring=scoring)
    bid = pads.questions_of(pad, {})["bid"]
    assert isinstance(bid, Number)

    assert [(key.value, key.row, pads.text_of(pad, key.badge)) for key in bid.keys] == [
        (n, row, badge) for row, (badge, bids) in badges.items() for n in bids
    ]


def test_the_key_that_just_makes_the_bid_says_so() -> None:
    pad = played()
    points = pads.questions_of(pad, deal(0, 20, 21))["points"]
    unbid = pads.questions_of(pad, {"points": 21})["points"]
    assert isinstance(points, Number)
    assert isinstance(unbid, Number)

    assert [key.value for key in points.keys] == list(range(29))
    assert [key.value for key in points.keys if key.badge] == [20]
    assert not any(key.badge for key in unbid.keys)


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ({}, "Enter the card points, or whether the contract was made – one of them."),
        (
            {"points": 14, "made": True},
            "Enter the card points, or whether the contract was made – one of them.",
        ),
    ],
)
def test_exactly_one_result_is_needed(entry: dict[str, Any], fault: str) -> None:
    assert pads.faults(played(), {"declarer": 0, "bid": 14, **entry}) == [("", fault)]


def test_negative_card_points_say_their_range() -> None:
    assert pads.faults(played(), deal(0, 14, -1)) == [
        ("points", "Card points run from 0 to 28; −1 was entered.")
    ]


# --- the rules page -----------------------------------------------------------------------------


def test_the_tiers_are_printed_as_played() -> None:
    head = ["Bid", "Made", "Lost"]
    assert printed(GAME, "bids") == [
        head,
        ["14 to 19", "+1", "−2"],
        ["20 to 24", "+2", "−3"],
        ["25 to 28", "+3", "−4"],
    ]
    assert printed(GAME, "bids", scoring="flat") == [head, ["14 to 28", "+1", "−1"]]


def test_the_cards_are_printed_as_they_rank() -> None:
    head = ["From the highest", "Card points"]
    jack, nine, ace, ten = ["jack", "3"], ["9", "2"], ["ace", "1"], ["ten", "1"]
    king, queen, low = ["king", "0"], ["queen", "0"], [["8", "0"], ["7", "0"]]
    assert printed(GAME, "cards") == [head, jack, nine, ace, king, queen, ten, *low]
    assert printed(GAME, "cards", ten_rank="above_king") == [
        *(head, jack, nine, ace, ten, king, queen),
        *low,
    ]
