"""Spades: what its vectors do not show: words, warnings, keys, what is still needed."""

from typing import Any

import pytest

from scorekeeper.engine.game import Pad
from scorekeeper.engine.replay import after
from scorekeeper.games.spades import GAME
from scorekeeper.interview.lists import Many
from scorekeeper.interview.steps import Choice, Number
from tests.games import pads
from tests.games.rulepages import printed


def played(*entries: dict[str, Any], variant: str = "nil", **options: Any) -> Pad:
    return pads.played("spades", *entries, variant=variant, **options)


def deal(bids: list[Any], *tricks: int) -> dict[str, Any]:
    """A deal with the tricks of both sides, or of all four players."""
    return {"bids": bids, "side_tricks" if len(tricks) == 2 else "tricks": list(tricks)}


# --- the words on the pad -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "options", "lines"),
    [
        (
            deal([4, 3, "nil", 4], 5, 4, 0, 4),
            {},
            [
                (0, 100, "Cat bid nil and took no trick", "nil"),
                (0, 40, "Ann bid 4 and took 5", "made-contract"),
                (0, 1, "1 bag", "bags"),
                (1, 70, "bid 7, took 8", "made-contract"),
                (1, 1, "1 bag", "bags"),
            ],
        ),
        (
            deal([5, 3, 0, 4], 4, 4, 1, 4),
            {},
            [
                (0, -100, "Cat bid nil and took 1 trick", "nil"),
                (0, -50, "Ann bid 5 and took 4", "set-contract"),
                (0, 1, "1 trick of a failed nil: a bag", "nil-bags"),
                (1, 70, "bid 7, took 8", "made-contract"),
                (1, 1, "1 bag", "bags"),
            ],
        ),
        (
            deal(["double_nil", 6, "nil", 5], 0, 6, 3, 4),
            {},
            [
                (0, 200, "Ann bid double nil and took no trick", "double-nil"),
                (0, -100, "Cat bid nil and took 3 tricks", "nil"),
                (0, 3, "3 tricks of a failed nil: bags", "nil-bags"),
                (1, -110, "bid 11, took 10", "set-contract"),
            ],
        ),
        (
            deal(["nil", 6, "nil", 5], 1, 6, 2, 4),
            {"bag_penalty_every": 1},
            [
                (0, -100, "Ann bid nil and took 1 trick", "nil"),
                (0, -100, "Cat bid nil and took 2 tricks", "nil"),
                (0, 3, "3 tricks of failed nils: bags", "nil-bags"),
                (0, -300, "3 bags: 3 penalties of 100", "bag-penalty"),
                (1, -110, "bid 11, took 10", "set-contract"),
            ],
        ),
        (
            deal([5, 3, "nil", 4], 4, 4, 1, 4),
            {"failed_nil_tricks_help_partner": True},
            [
                (0, -100, "Cat bid nil and took 1 trick", "nil"),
                (0, 50, "Ann bid 5: 5 tricks, 1 of the failed nil", "made-contract"),
                (1, 70, "bid 7, took 8", "made-contract"),
                (1, 1, "1 bag", "bags"),
            ],
        ),
        (
            deal([2, 5, 2, 5], 9, 4),
            {"variant": "bags", "trick_points": "collected", "bag_penalty_every": 5},
            [
                (0, 90, "bid 4, took 9", "made-contract"),
                (0, 5, "5 bags", "bags"),
                (0, -100, "5 bags: 1 penalty of 100", "bag-penalty"),
                (1, 0, "bid 10, took 4", "set-contract"),
            ],
        ),
        (
            deal([2, 2, 2, 2], 9, 4),
            {"variant": "bags", "bag_penalty_every": 2, "bag_penalty": 30},
            [
                (0, 40, "bid 4, took 9", "made-contract"),
                (0, 5, "5 bags", "bags"),
                (0, -60, "5 bags: 2 penalties of 30", "bag-penalty"),
                (1, 40, "bid 4, took 4", "made-contract"),
            ],
        ),
    ],
)
def test_the_lines_say_who_bid_and_took_what(
    entry: dict[str, Any], options: dict[str, Any], lines: list[tuple[int, int, str, str]]
) -> None:
    assert pads.lines(played(entry, **options)) == lines


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        ({}, None),
        ({"side_tricks": [8, 5]}, None),
        ({"bids": None}, None),
        ({"bids": [4, 3, None, 2]}, None),
        ({"bids": [4, 3, 2, 2]}, "6 and 5 bid"),
        ({"bids": [4, 3, 2, 2], "side_tricks": None}, "6 and 5 bid"),
        ({"bids": [4, 3, 2, 2], "side_tricks": [8, None]}, "6 and 5 bid"),
        ({"bids": [4, 3, 2, 2], "tricks": [5, None, 3, 2]}, "6 and 5 bid"),
        ({"bids": [4, 3, 2, 2], "side_tricks": [8, 5]}, "6 and 5 bid, 8 and 5 taken"),
        ({"bids": [4, 3, 2, 2], "tricks": [5, 3, 3, 2]}, "6 and 5 bid, 8 and 5 taken"),
        ({"bids": ["nil", 3, 4, 2]}, "4 + nil and 5 bid"),
        ({"bids": [4, "double_nil", 2, 7]}, "6 and 7 + double nil bid"),
        (
            {"bids": [0, 3, "double_nil", 2], "side_tricks": [8, 5]},
            "nil + double nil and 5 bid, 8 and 5 taken",
        ),
    ],
)
def test_the_headline_says_what_is_known(entry: dict[str, Any], text: str | None) -> None:
    assert pads.headline(played(), entry) == text


def test_bid_of_0_is_a_number_if_nil_is_unplayed() -> None:
    pad = played(variant="bags", min_bid=0)

    assert pads.headline(pad, {"bids": [0, 3, 4, 2]}) == "4 and 5 bid"


@pytest.mark.parametrize(
    ("entries", "variant", "carried"),
    [
        ((), "bags", [(0, "0 bags"), (1, "0 bags")]),
        ((deal([4, 3, 2, 2], 7, 6),), "bags", [(0, "1 bag"), (1, "1 bag")]),
        ((deal([4, 3, 2, 2], 9, 4),), "nil", [(0, "3 bags"), (1, "0 bags")]),
        (
            (deal([2, 2, 2, 2], 13, 0), deal([2, 2, 2, 2], 8, 5)),
            "bags",
            [(0, "3 bags"), (1, "1 bag")],
        ),
    ],
)
def test_bags_are_carried(
    entries: tuple[dict[str, Any], ...], variant: str, carried: list[tuple[int, str]]
) -> None:
    assert pads.carried(played(*entries, variant=variant)) == carried


# --- what is odd --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "warnings"),
    [
        (deal([4, 3, 4, 2], 8, 5), []),
        (deal([4, 3, 4, 3], 8, 5), ["Bids add up to 14 of 13 tricks."]),
        (
            deal([13, 0, 13, "double_nil"], 13, 0, 0, 0),
            [
                "Bids add up to 26 of 13 tricks.",
                "Ann & Cat took 13 fewer than was bid.",
            ],
        ),
        (deal([4, 2, 4, 2], 0, 7, 0, 6), ["Ann & Cat took 8 fewer than was bid."]),
        (deal([4, 2, 3, 2], 0, 13), ["Not one trick went towards the bid of Ann & Cat."]),
        (deal([4, 2, 3, 2], 1, 12), []),
        (deal([1, 2, 2, 2], 11, 2), []),
        # what a failed nil took is of no use to the partner
        (deal([10, 1, "nil", 2], 2, 3, 5, 3), ["Ann & Cat took 8 fewer than was bid."]),
        (deal([4, 2, "nil", 2], 0, 7, 1, 5), ["Not one trick went towards the bid of Ann & Cat."]),
        (deal(["nil", 2, "nil", 2], 4, 3, 3, 3), []),
        (deal(["nil", 2, "nil", 2], 4, 3, 4, 2), ["Ann & Cat took 8 more than was bid."]),
    ],
)
def test_an_odd_deal_is_warned_of(entry: dict[str, Any], warnings: list[str]) -> None:
    assert pads.warnings(played(), entry) == [("bids", text) for text in warnings]


def test_deal_thrice_any_former_is_warned_of() -> None:
    pad = played(*[deal([3, 3, 3, 3], 6, 7)] * 5)

    assert pads.warnings(pad, deal(["nil", 3, 5, 4], 0, 4, 6, 3)) == []
    assert pads.warnings(pad, deal(["double_nil", 6, 3, 4], 0, 7, 3, 3)) == [
        ("", "230 points is far more than any deal so far. Check it.")
    ]


# --- what is still needed -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entries", "options", "wanted"),
    [
        ((), {"lose_at": -50}, [(0, "500 to go"), (1, "500 to go")]),
        (
            (deal([4, 3, 2, 3], 7, 6),),
            {"variant": "bags"},
            [
                (0, "439 to go"),
                (0, "9 bags to a penalty"),
                (1, "440 to go"),
                (1, "10 bags to a penalty"),
            ],
        ),
        (
            (deal([4, 3, 3, 2], 5, 8),),
            {"lose_at": -200, "bag_penalty_every": 4},
            [
                (0, "570 to go"),
                (0, "losing 130 more ends the game"),
                (0, "4 bags to a penalty"),
                (1, "447 to go"),
                (1, "1 bag to a penalty"),
            ],
        ),
        (
            (deal([3, 4, 3, 3], 6, 7), deal([4, 3, 3, 3], 7, 6)),
            {"target": 130, "lose_at": -200},
            [],
        ),
    ],
)
def test_sides_need_what_lacks_to_the_target(
    entries: tuple[dict[str, Any], ...],
    options: dict[str, Any],
    wanted: list[tuple[int, str]],
) -> None:
    assert pads.needs(played(*entries, **options)) == wanted


# --- what is counted ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "options", "counted"),
    [
        (
            deal([4, 3, 2, 3], 7, 6),
            {},
            [(seat, "side kept", 1) for seat in (0, 2, 1, 3)],
        ),
        (
            deal([4, 3, 2, 3], 5, 8),
            {},
            [
                (0, "side lost", 1),
                (2, "side lost", 1),
                (1, "side kept", 1),
                (3, "side kept", 1),
            ],
        ),
        (
            deal([5, 3, "nil", 4], 4, 4, 1, 4),
            {},
            [(2, "bid lost", 1), (0, "side lost", 1), (1, "side kept", 1), (3, "side kept", 1)],
        ),
        (
            deal([5, 3, "nil", 4], 4, 4, 1, 4),
            {"failed_nil_tricks_help_partner": True},
            [(2, "bid lost", 1), (0, "side kept", 1), (1, "side kept", 1), (3, "side kept", 1)],
        ),
        (
            {"bids": ["double_nil", 6, 0, 8], "side_tricks": [1, 12]}
            | {"nil_tricks": {"0": 0, "2": 1}},
            {},
            [(0, "bid kept", 1), (2, "bid lost", 1), (1, "side lost", 1), (3, "side lost", 1)],
        ),
    ],
)
def test_nil_counts_alone_and_number_with_side(
    entry: dict[str, Any], options: dict[str, Any], counted: list[tuple[int, str, int]]
) -> None:
    assert pads.facts(played(**options), entry) == counted


# --- the end ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entries", "options", "winners", "rule", "text"),
    [
        (
            (deal([4, 3, 2, 3], 7, 6),),
            {"target": 61},
            (0,),
            "target",
            "Ann & Cat won with 61",
        ),
        (
            (deal([4, 3, 3, 2], 5, 8),),
            {"lose_at": -70},
            (1,),
            "lose-at",
            "Ann & Cat fell to −70: Ben & Dan won with 53",
        ),
        (
            (deal([3, 4, 3, 3], 6, 7), deal([4, 3, 3, 3], 7, 6)),
            {"target": 130, "tie": "shared"},
            (0, 1),
            "tie",
            "Ann & Cat and Ben & Dan shared the win with 130",
        ),
        (
            (deal([3, 4, 3, 3], 6, 7), {"finish": {}}),
            {},
            (1,),
            "finish",
            "Ben & Dan won with 70",
        ),
    ],
)
def test_the_end_says_who_won_and_why(
    entries: tuple[dict[str, Any], ...],
    options: dict[str, Any],
    winners: tuple[int, ...],
    rule: str,
    text: str,
) -> None:
    pad = played(*entries, **options)

    assert pads.end_of(pad) == (winners, rule, text)


# --- what the form asks -------------------------------------------------------------------------


def bids_asked(pad: Pad) -> list[Choice]:
    bids = pads.questions_of(pad, {})["bids"]
    assert isinstance(bids, Many)
    return [item for item in bids.items if isinstance(item, Choice)]


@pytest.mark.parametrize(
    ("options", "keys"),
    [
        ({}, [*range(1, 14), "nil", "double_nil"]),
        ({"double_nil": False}, [*range(1, 14), "nil"]),
        ({"nil": False}, list(range(1, 14))),
        ({"nil": False, "min_bid": 0}, list(range(14))),
        ({"min_bid": 0}, [*range(1, 14), "nil", "double_nil"]),
        ({"variant": "bags"}, list(range(2, 14))),
    ],
)
def test_each_player_is_asked_for_a_played_bid(options: dict[str, Any], keys: list[Any]) -> None:
    for seat, question in enumerate(bids_asked(played(**options))):
        assert question.seat == seat
        assert question.when == "before"
        assert [key.value for key in question.keys] == keys


@pytest.mark.parametrize("dealer", range(4))
def test_bids_are_asked_from_the_dealers_left(dealer: int) -> None:
    pad = pads.played("spades", dealer=dealer)
    first = pads.questions_of(pad, {})["bids"]
    second = pads.questions_of(after(pad, deal([4, 3, 2, 3], 7, 6)), {})["bids"]

    assert isinstance(first, Many)
    assert isinstance(second, Many)
    assert first.turns == tuple((dealer + n) % 4 for n in (1, 2, 3, 4))
    assert second.turns[-1] == (dealer + 1) % 4


@pytest.mark.parametrize(
    ("bid", "options", "message"),
    [
        (1, {"variant": "bags"}, "The lowest bid is 2."),
        (0, {"variant": "bags"}, "The lowest bid is 2."),
        ("nil", {"variant": "bags"}, "Nil is not played in this variant."),
        ("double_nil", {"nil": False}, "Double nil is not played in this variant."),
        ("double_nil", {"double_nil": False}, "Double nil is not played in this variant."),
        (14, {}, "Bids run from 1 to 13; 14 was entered."),
    ],
)
def test_a_bid_that_is_not_played_says_what_is(
    bid: Any, options: dict[str, Any], message: str
) -> None:
    assert pads.faults(played(**options), deal([3, bid, 3, 3], 7, 6)) == [("bids[1]", message)]


def test_nil_bidders_are_asked_for_their_tricks() -> None:
    pad = played()
    asked = pads.questions_of(pad, {"bids": ["nil", 4, 3, 0], "side_tricks": [6, 7]})
    nils = {path: asked[path] for path in asked if path.startswith("nil_tricks")}

    assert list(nils) == ["nil_tricks.0", "nil_tricks.3"]
    question = nils["nil_tricks.3"]
    assert isinstance(question, Number)
    assert pads.text_of(pad, question.label) == "Tricks of Dan, who bid nil"
    assert [pads.text_of(pad, key.label) for key in question.keys][:3] == ["made", "1", "2"]


@pytest.mark.parametrize(
    ("bids", "side_tricks", "nil_tricks", "faults"),
    [
        (
            ["nil", 4, 3, "nil"],
            [6, 7],
            {"0": 7, "3": 8},
            [
                ("nil_tricks.0", "The nil bidders' tricks add up to 7; the side took 6."),
                ("nil_tricks.3", "The nil bidders' tricks add up to 8; the side took 7."),
            ],
        ),
        (
            ["nil", 4, "nil", 3],
            [6, 7],
            {"0": 2, "2": 3},
            [("nil_tricks.2", "The nil bidders' tricks add up to 5; the side took 6.")],
        ),
        (
            ["nil", 4, 3, 3],
            [6, 7],
            {},
            [("nil_tricks.0", "Ann bid nil: enter Ann's tricks, or those of each player.")],
        ),
        (["nil", 4, 3, 3], [6, 7], {"0": 6}, []),
        (["nil", 4, "nil", 3], [6, 7], {"0": 2, "2": 4}, []),
    ],
)
def test_nil_tricks_are_part_of_their_sides(
    bids: list[Any],
    side_tricks: list[int],
    nil_tricks: dict[str, int],
    faults: list[tuple[str, str]],
) -> None:
    entry = {"bids": bids, "side_tricks": side_tricks, "nil_tricks": nil_tricks}

    assert pads.faults(played(), entry) == faults


# --- the rules page -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "rows"),
    [
        (
            {},
            [
                ["Made: each trick bid", "+10"],
                ["Made: each trick above it, a bag", "+1"],
                ["Missed: each trick bid", "−10"],
            ],
        ),
        (
            {"variant": "bags"},
            [
                ["Made: each trick bid", "+10"],
                ["Made: each trick above it, a bag", "+1"],
                ["Missed: each trick bid", "0"],
                ["Every 10 bags", "−100"],
            ],
        ),
        (
            {"trick_points": "collected", "bag_penalty_every": 1, "bag_penalty": 0},
            [
                ["Made: each trick taken", "+10"],
                ["Made: each trick above it, a bag", "+1"],
                ["Missed: each trick bid", "−10"],
                ["Every 1 bag", "0"],
            ],
        ),
    ],
)
def test_contract_points_are_printed_as_played(
    options: dict[str, Any], rows: list[list[str]]
) -> None:
    assert printed(GAME, "tricks", **options) == [["For the contract", "Points"], *rows]


def test_the_points_of_nils_are_printed() -> None:
    assert printed(GAME, "nils") == [
        ["For each", "Made", "Failed"],
        ["nil", "+100", "−100"],
        ["double nil", "+200", "−200"],
    ]
