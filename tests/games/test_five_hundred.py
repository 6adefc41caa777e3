"""Five Hundred: what its vectors do not show: words, warnings, keys, what is still needed."""

from itertools import groupby
from typing import Any

import msgspec
import pytest

from scorekeeper.engine.game import Pad
from scorekeeper.engine.replay import after
from scorekeeper.games.five_hundred import GAME
from scorekeeper.games.five_hundred.scoring import VALUES
from scorekeeper.interview.steps import Barred, Choice, Number
from tests.games import pads
from tests.games.rulepages import printed

PRINTED = """
     S    C    D    H   NT
6   40   60   80  100  120
7  140  160  180  200  220
8  240  260  280  300  320
9  340  360  380  400  420
10 440  460  480  500  520
"""
ZERO_BIDS = {"nullo": 250, "double_nullo": 500, "bar_nullo": 500, "grand_nullo": 510}
THROWN_IN = {"passed_out": True}


def played(*entries: dict[str, Any], variant: str = "43-card", **options: Any) -> Pad:
    return pads.played("five-hundred", *entries, variant=variant, **options)


def deal(bid: str, declarer: int, tricks: int) -> dict[str, Any]:
    return {"bid": bid, "declarer": declarer, "tricks": tricks}


def by_hand() -> dict[str, int]:
    """The printed values, by bid."""
    strains, *levels = (row.split() for row in PRINTED.strip().splitlines())
    return {
        f"{level}{strain}": int(value)
        for level, *values in levels
        for strain, value in zip(strains, values, strict=True)
    }


# --- what a deal is worth -----------------------------------------------------------------------


def test_every_bid_is_worth_what_is_printed() -> None:
    assert by_hand() | ZERO_BIDS == VALUES
    assert list(VALUES) == [*by_hand(), *ZERO_BIDS]


@pytest.mark.parametrize("slam_bonus", [True, False])
@pytest.mark.parametrize("declarer", [0, 3])
def test_every_bid_is_scored_for_every_result(slam_bonus: bool, declarer: int) -> None:
    pad = played(slam_bonus=slam_bonus, target=2000, lose_at=None)
    side = declarer % 2
    wrong = []
    for bid, value in by_hand().items():
        needed = int(bid.rstrip("SCDHNT"))
        for tricks in range(11):
            won = max(value, 250) if slam_bonus and tricks == 10 else value
            points = won if tricks >= needed else -value
            others = 100 - 10 * tricks
            scores = (points, others) if side == 0 else (others, points)
            got = after(pad, deal(bid, declarer, tricks)).rows[-1].scores
            if got != scores:
                wrong.append((bid, tricks, got, scores))

    assert wrong == []


@pytest.mark.parametrize(
    ("nullo_defenders", "scores"),
    [
        ("bidder_tricks", {0: (250, 0), 1: (-250, 10), 4: (-250, 40), 10: (-250, 100)}),
        ("own_tricks", {0: (250, 100), 1: (-250, 90), 4: (-250, 60), 10: (-250, 0)}),
    ],
)
def test_zero_bid_pays_defenders_as_played(
    nullo_defenders: str, scores: dict[int, tuple[int, int]]
) -> None:
    pad = played(nullo_defenders=nullo_defenders)

    assert {
        tricks: after(pad, deal("nullo", 2, tricks)).rows[-1].scores for tricks in scores
    } == scores


# --- the words on the pad -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "options", "lines"),
    [
        (
            deal("7H", 2, 8),
            {},
            [
                (0, 200, "made 7 hearts with 8 tricks", "bid-made"),
                (1, 20, "took 2 tricks in defence", "defenders-tricks"),
            ],
        ),
        (
            deal("6S", 1, 9),
            {},
            [
                (0, 10, "took 1 trick in defence", "defenders-tricks"),
                (1, 40, "made 6 spades with 9 tricks", "bid-made"),
            ],
        ),
        (
            deal("6NT", 3, 1),
            {},
            [
                (0, 90, "took 9 tricks in defence", "defenders-tricks"),
                (1, -120, "lost 6 no trump with 1 trick", "bid-lost"),
            ],
        ),
        (
            deal("8S", 0, 10),
            {},
            [
                (
                    *(0, 250),
                    "made 8 spades with all ten tricks: 250 in place of 240",
                    "slam",
                ),
                (1, 0, "took 0 tricks in defence", "defenders-tricks"),
            ],
        ),
        (
            deal("8C", 0, 10),
            {},
            [
                (0, 260, "made 8 clubs with all ten tricks", "slam"),
                (1, 0, "took 0 tricks in defence", "defenders-tricks"),
            ],
        ),
        (
            deal("8S", 0, 10),
            {"slam_bonus": False},
            [
                (0, 240, "made 8 spades with 10 tricks", "bid-made"),
                (1, 0, "took 0 tricks in defence", "defenders-tricks"),
            ],
        ),
        (
            deal("nullo", 1, 0),
            {},
            [
                (0, 0, "defended: Ben took 0 tricks", "nullo-defenders"),
                (1, 250, "made nullo", "nullo-made"),
            ],
        ),
        (
            deal("bar_nullo", 1, 1),
            {"lose_at": None},
            [
                (0, 10, "defended: Ben took 1 trick", "nullo-defenders"),
                (1, -500, "lost bar nullo with 1 trick", "nullo-lost"),
            ],
        ),
        (
            deal("double_nullo", 1, 3),
            {"lose_at": None},
            [
                (0, 30, "defended: Ben & Dan took 3 tricks", "nullo-defenders"),
                (1, -500, "lost double nullo with 3 tricks", "nullo-lost"),
            ],
        ),
        (
            deal("grand_nullo", 0, 0),
            {"nullos": "grand", "nullo_defenders": "own_tricks"},
            [
                (0, 510, "made grand nullo", "nullo-made"),
                (1, 100, "took 10 tricks in defence", "nullo-defenders"),
            ],
        ),
        (
            THROWN_IN,
            {},
            [
                (0, 0, "scored nothing: nobody bid", "passed-out"),
                (1, 0, "scored nothing: nobody bid", "passed-out"),
            ],
        ),
        (
            {"passed_out": True, "side_tricks": [1, 9]},
            {"all_pass": "no_contract"},
            [
                (0, 10, "took 1 trick without a contract", "no-contract"),
                (1, 90, "took 9 tricks without a contract", "no-contract"),
            ],
        ),
    ],
)
def test_the_lines_say_what_was_bid_and_taken(
    entry: dict[str, Any], options: dict[str, Any], lines: list[tuple[int, int, str, str]]
) -> None:
    assert pads.lines(played(entry, **options)) == lines


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        ({}, None),
        ({"declarer": 2}, None),
        ({"declarer": 2, "bid": None, "tricks": 8}, None),
        ({"bid": "7H"}, "7 hearts, worth 200"),
        ({"bid": "7H", "tricks": 8}, "7 hearts, worth 200"),
        ({"bid": "7H", "declarer": 2}, "7 hearts by Cat, worth 200"),
        ({"bid": "10NT", "declarer": 0}, "10 no trump by Ann, worth 520"),
        (deal("7H", 2, 7), "7 hearts by Cat, 7 tricks: made"),
        (deal("7H", 2, 6), "7 hearts by Cat, 6 tricks: lost"),
        (deal("6C", 1, 1), "6 clubs by Ben, 1 trick: lost"),
        ({"bid": "nullo", "declarer": 0}, "nullo by Ann, worth 250"),
        (deal("nullo", 0, 0), "nullo by Ann, 0 tricks: made"),
        (deal("double_nullo", 3, 1), "double nullo by Dan, 1 trick: lost"),
        (THROWN_IN, "nobody bid"),
        ({"passed_out": None, "bid": "6S"}, "6 spades, worth 40"),
    ],
)
def test_the_headline_says_what_is_known(entry: dict[str, Any], text: str | None) -> None:
    assert pads.headline(played(), entry) == text


# --- what is odd --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "warning"),
    [
        (deal("8H", 0, 0), "Ann & Cat took 8 fewer than was bid."),
        (deal("9S", 3, 1), "Ben & Dan took 8 fewer than was bid."),
        (deal("7NT", 1, 0), "Not one trick went towards the bid of Ben & Dan."),
        (deal("nullo", 1, 8), "Ben & Dan took 8 more than was bid."),
        (deal("bar_nullo", 2, 10), "Ann & Cat took 10 more than was bid."),
    ],
)
def test_a_result_far_from_the_bid_is_warned_of(entry: dict[str, Any], warning: str) -> None:
    assert pads.warnings(played(), entry) == [("tricks", warning)]


@pytest.mark.parametrize(
    "entry",
    [
        deal("8H", 0, 1),
        deal("6S", 0, 10),
        deal("nullo", 1, 0),
        deal("nullo", 1, 7),
        THROWN_IN,
        {"passed_out": True, "side_tricks": [0, 0]},
    ],
)
def test_a_common_deal_is_not_warned_of(entry: dict[str, Any]) -> None:
    assert pads.warnings(played(), entry) == []


def test_deal_thrice_any_former_is_warned_of() -> None:
    pad = played(*[deal("6S", 0, 6), deal("6S", 1, 6)] * 3, THROWN_IN)

    assert pads.warnings(pad, deal("6H", 1, 7)) == []
    assert pads.warnings(pad, deal("6NT", 1, 7)) == [
        ("", "120 points is far more than any deal so far. Check it.")
    ]


# --- what is still needed -----------------------------------------------------------------------

TEN_SPADES_LOST = deal("10S", 1, 0)  # 100 on defence


@pytest.mark.parametrize(
    ("entries", "options", "wanted"),
    [
        ((), {}, [(0, "500 to go"), (1, "500 to go")]),
        ((), {"variant": "45-card"}, [(0, "501 to go"), (1, "501 to go")]),
        (
            (deal("7H", 0, 6),),
            {},
            [
                (0, "700 to go"),
                (0, "losing 300 more loses the game"),
                (1, "460 to go"),
            ],
        ),
        (
            (deal("7H", 0, 6),),
            {"lose_at": None},
            [(0, "700 to go"), (1, "460 to go")],
        ),
        (
            (TEN_SPADES_LOST,),
            {"target": 100, "win_by": "contract"},
            [
                (0, "any contract made wins"),
                (1, "540 to go"),
                (1, "losing 60 more loses the game"),
            ],
        ),
        (
            (TEN_SPADES_LOST,),
            {"target": 100, "win_by": "contract", "win_test": "exceed", "lose_at": None},
            [(0, "1 to go"), (1, "541 to go")],
        ),
        (
            ({"passed_out": True, "side_tricks": [5, 5]},) * 2,
            {"target": 100, "all_pass": "no_contract"},
            [],
        ),
    ],
)
def test_sides_need_what_lacks_to_the_target(
    entries: tuple[dict[str, Any], ...],
    options: dict[str, Any],
    wanted: list[tuple[int, str]],
) -> None:
    pad = played(*entries, **options)

    assert pad.outcome is None
    assert pads.needs(pad) == wanted


# --- what is counted ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "entry", "counted"),
    [
        ({}, deal("7H", 3, 7), [(3, "bid kept", 1)]),
        ({}, deal("7H", 0, 6), [(0, "bid lost", 1)]),
        ({}, deal("nullo", 2, 0), [(2, "bid kept", 1)]),
        ({}, deal("nullo", 2, 1), [(2, "bid lost", 1)]),
        ({}, deal("bar_nullo", 1, 0), [(1, "bid kept", 1)]),
        ({}, deal("double_nullo", 2, 0), [(2, "bid kept", 1)]),
        ({"nullos": "grand"}, deal("grand_nullo", 1, 2), [(1, "bid lost", 1)]),
        ({}, THROWN_IN, []),
        ({"all_pass": "no_contract"}, {"passed_out": True, "side_tricks": [6, 4]}, []),
    ],
)
def test_statistics_count_bidder_not_partner(
    options: dict[str, Any], entry: dict[str, Any], counted: list[tuple[int, str, int]]
) -> None:
    assert pads.facts(played(**options), entry) == counted


# --- the end ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entries", "options", "winner", "rule", "text"),
    [
        (
            (deal("10H", 0, 10),),
            {},
            *(0, "target", "Ann & Cat won with 500"),
        ),
        (
            (deal("10S", 0, 10), deal("10D", 1, 10), deal("6C", 2, 6)),
            {},
            *(0, "bidders-first", "Ann & Cat, the bidders, won with 500 to 520"),
        ),
        (
            (deal("10H", 1, 9),),
            {},
            *(0, "lose-at", "Ben & Dan fell to −500: Ann & Cat won with 10"),
        ),
        (
            (deal("6C", 1, 6),),
            {"max_deals": 1},
            *(1, "last-deal", "Ben & Dan won with 60 after 1 deal"),
        ),
        (
            (deal("10NT", 1, 10),),
            {"variant": "45-card"},
            *(1, "target", "Ben & Dan won with 520"),
        ),
        (
            (deal("6S", 1, 5), {"finish": {}}),
            {},
            *(0, "finish", "Ann & Cat won with 50"),
        ),
    ],
)
def test_the_end_says_who_won_and_why(
    entries: tuple[dict[str, Any], ...],
    options: dict[str, Any],
    winner: int,
    rule: str,
    text: str,
) -> None:
    pad = played(*entries, **options)

    assert pads.end_of(pad) == ((winner,), rule, text)


# The first side to fall so low ends the game, so no sheet brings both there; the rule has a say.
@pytest.mark.parametrize(
    ("totals", "winners"), [((-600, -700), (0,)), ((-700, -600), (1,)), ((-600, -600), None)]
)
def test_higher_wins_of_two_at_losing_score(
    totals: tuple[int, int], winners: tuple[int, ...] | None
) -> None:
    outcome = GAME.result(msgspec.structs.replace(played(THROWN_IN), totals=totals))

    assert (outcome.winners if outcome else None) == winners
    assert outcome is None or outcome.rule == "lose-at"


# --- what the form asks -------------------------------------------------------------------------


def rows_of(question: Choice) -> list[list[str]]:
    """The keys' values, row by row, as a page draws them."""
    keys = sorted(question.keys, key=lambda key: key.row)
    return [[key.value for key in row] for _, row in groupby(keys, key=lambda key: key.row)]


def bids_asked(pad: Pad) -> Choice:
    question = pads.questions_of(pad, {})["bid"]
    assert isinstance(question, Choice)
    return question


def levels(low: int, high: int) -> list[list[str]]:
    return [[f"{n}{strain}" for strain in ("S", "C", "D", "H", "NT")] for n in range(low, high + 1)]


@pytest.mark.parametrize(
    ("options", "rows"),
    [
        (
            {},
            [*levels(6, 7), ["nullo"], *levels(8, 10), ["double_nullo", "bar_nullo"]],
        ),
        (
            {"variant": "45-card"},
            [*levels(6, 7), ["nullo"], *levels(8, 10), ["grand_nullo"]],
        ),
        ({"nullos": "nullo"}, [*levels(6, 7), ["nullo"], *levels(8, 10)]),
        ({"nullos": "none"}, levels(6, 10)),
        ({"nullos": "none", "min_bid": "7S"}, levels(7, 10)),
        ({"nullos": "none", "min_bid": "7S", "inkle": "signal"}, levels(7, 10)),
        ({"nullos": "none", "min_bid": "7S", "inkle": "first_two_bids"}, levels(6, 10)),
        ({"nullos": "none", "inkle": "signal"}, levels(6, 10)),
    ],
)
def test_bids_stand_in_a_grid_where_they_rank(
    options: dict[str, Any], rows: list[list[str]]
) -> None:
    assert rows_of(bids_asked(played(**options))) == rows


def test_the_bids_show_what_they_are_worth() -> None:
    pad = played()
    question = bids_asked(pad)
    badges = {key.value: pads.text_of(pad, key.badge) for key in question.keys}
    names = {key.value: pads.text_of(pad, key.label) for key in question.keys}

    assert question.columns == 5
    assert badges == {bid: str(VALUES[bid]) for bid in badges}
    assert (names["7H"], names["6NT"]) == ("7 hearts", "6 no trump")
    assert names["bar_nullo"] == "bar nullo"


@pytest.mark.parametrize(
    ("bid", "options", "message"),
    [
        (
            "grand_nullo",
            {},
            "Grand nullo is not played in this variant;"
            " zero bids here: nullo, double nullo, bar nullo.",
        ),
        (
            "bar_nullo",
            {"variant": "45-card"},
            "Bar nullo is not played in this variant; zero bids here: nullo, grand nullo.",
        ),
        (
            "nullo",
            {"nullos": "none"},
            "Nullo is not played in this variant; zero bids here: none.",
        ),
        ("6NT", {"min_bid": "7S"}, "The lowest bid is 7 spades."),
        ("5S", {}, "Bids run from 6 spades to 10 no trump; 5S was entered."),
        ("5S", {"min_bid": "7S"}, "Bids run from 7 spades to 10 no trump; 5S was entered."),
        (7, {}, "Bids run from 6 spades to 10 no trump; 7 was entered."),
        ("open_misere", {}, "Instead of open_misere, enter nullo or bar nullo."),
        ("Open misère", {"variant": "45-card"}, "Instead of Open misère, enter nullo."),
        ("granola", {"variant": "45-card"}, "Instead of granola, enter grand nullo."),
        (
            "granola",
            {},
            "Grand nullo is not played in this variant; zero bids here: nullo, double nullo, "
            "bar nullo.",
        ),
        (
            "misere",
            {"nullos": "none"},
            "Nullo is not played in this variant; zero bids here: none.",
        ),
        (
            "inkle",
            {"variant": "45-card"},
            "Instead of inkle, enter 6 spades, 6 clubs, 6 diamonds or 6 hearts.",
        ),
        ("inkle", {"min_bid": "7S"}, "The lowest bid is 7 spades."),
        ("bar nullo", {}, "Instead of bar nullo, enter bar_nullo."),
        (
            "seven spades",
            {},
            "Bids run from 6 spades to 10 no trump, or are nullo, double nullo or bar nullo; "
            "seven spades was entered.",
        ),
    ],
)
def test_a_bid_that_is_not_played_says_what_is(
    bid: Any, options: dict[str, Any], message: str
) -> None:
    assert pads.faults(played(**options), {"bid": bid, "declarer": 0, "tricks": 7}) == [
        ("bid", message)
    ]


def test_bid_precedes_play_and_tricks_follow() -> None:
    asked = pads.questions_of(played(), {})

    assert {path: question.when for path, question in asked.items()} == {
        "passed_out": "before",
        "bid": "before",
        "declarer": "before",
        "tricks": "after",
    }


def test_nothing_entered_says_what_is_needed() -> None:
    assert pads.faults(played(), {}) == [
        ("bid", "Enter the bid, or that nobody bid."),
        ("declarer", "Missing: Declarer."),
        ("tricks", "Enter the tricks of the declaring side."),
    ]


@pytest.mark.parametrize(
    ("bid", "made", "hint"),
    [
        ("7H", ["7"], "Of the declaring side."),
        ("10NT", ["10"], "Of the declaring side."),
        ("nullo", ["0"], "Of the declarer."),
        ("bar_nullo", ["0"], "Of the declarer."),
        ("double_nullo", ["0"], "Of the declaring side."),
        (None, [], "Of the declaring side."),
    ],
)
def test_the_key_that_makes_the_bid_says_so(bid: str | None, made: list[str], hint: str) -> None:
    pad = played()
    tricks = pads.questions_of(pad, {"bid": bid} if bid else {})["tricks"]
    assert isinstance(tricks, Number)

    assert [key.value for key in tricks.keys] == list(range(11))
    assert [pads.text_of(pad, key.label) for key in tricks.keys if key.badge] == made
    assert {pads.text_of(pad, key.badge) for key in tricks.keys} <= {None, "made"}
    assert pads.text_of(pad, tricks.hint) == hint


def test_no_bid_asks_for_tricks_only_if_played() -> None:
    thrown_in = pads.questions_of(played(), THROWN_IN)
    played_out = pads.questions_of(played(variant="45-card"), THROWN_IN)

    assert list(thrown_in) == list(played_out) == ["passed_out", "side_tricks"]
    assert isinstance(thrown_in["side_tricks"], Barred)
    assert pads.faults(played(), {**THROWN_IN, "side_tricks": [6, 4]}) == [
        ("side_tricks", "Nobody bid, so the hand was thrown in: there are no tricks to enter.")
    ]
    assert pads.faults(played(variant="45-card"), THROWN_IN) == [
        ("side_tricks", "Nobody bid: enter the tricks of both sides.")
    ]
    assert pads.faults(played(variant="45-card"), {**THROWN_IN, "side_tricks": [5, 4]}) == [
        ("side_tricks", "The tricks add up to 9; this deal has 10.")
    ]


# --- the rules page -----------------------------------------------------------------------------


def test_the_values_are_laid_out_as_printed() -> None:
    assert printed(GAME, "bids") == [
        ["Tricks", "♠", "♣", "♦", "♥", "No trump"],
        *(row.split() for row in PRINTED.strip().splitlines()[1:]),
    ]
    assert printed(GAME, "zero_bids") == [
        ["Bid", "Worth", "Who plays"],
        ["nullo", "250", "declarer"],
        ["double nullo", "500", "both partners"],
        ["bar nullo", "500", "declarer"],
    ]
    assert printed(GAME, "zero_bids", nullos="grand")[1:] == [
        ["nullo", "250", "declarer"],
        ["grand nullo", "510", "both partners"],
    ]
    with pytest.raises(KeyError):
        printed(GAME, "zero_bids", nullos="none")


SIXES = "6♠, 6♣, 6♦, 6♥, 6NT"
SEVENS = "7♠, 7♣, 7♦, 7♥, 7NT"
NINES = "9♠, 9♣, 9♦, 9♥, 9NT"


@pytest.mark.parametrize(
    ("options", "by_value", "below_8"),
    [
        (
            {},
            f"{SIXES}, {SEVENS}, 8♠, nullo, 8♣, 8♦, 8♥, 8NT, {NINES},"
            " 10♠, 10♣, 10♦, 10♥ = double nullo = bar nullo, 10NT",
            f"{SIXES}, {SEVENS}, nullo, 8♠, 8♣, 8♦, 8♥, 8NT, {NINES},"
            " 10♠, 10♣, 10♦, 10♥ = double nullo = bar nullo, 10NT",
        ),
        (
            {"variant": "45-card"},
            f"{SIXES}, {SEVENS}, 8♠, nullo, 8♣, 8♦, 8♥, 8NT, {NINES},"
            " 10♠, 10♣, 10♦, 10♥, 10NT, grand nullo",
            f"{SIXES}, {SEVENS}, nullo, 8♠, 8♣, 8♦, 8♥, 8NT, {NINES},"
            " 10♠, 10♣, 10♦, 10♥, 10NT, grand nullo",
        ),
        (
            {"nullos": "none"},
            f"{SIXES}, {SEVENS}, 8♠, 8♣, 8♦, 8♥, 8NT, {NINES}, 10♠, 10♣, 10♦, 10♥, 10NT",
            f"{SIXES}, {SEVENS}, 8♠, 8♣, 8♦, 8♥, 8NT, {NINES}, 10♠, 10♣, 10♦, 10♥, 10NT",
        ),
    ],
)
def test_ladder_shows_nullo_where_it_ranks(
    options: dict[str, Any], by_value: str, below_8: str
) -> None:
    for place, bids in {"by_value": by_value, "below_8": below_8}.items():
        shown = printed(GAME, "ladder", **{**options, "nullo_rank": place})
        assert shown == [["From the lowest to the highest"], [bids]]
