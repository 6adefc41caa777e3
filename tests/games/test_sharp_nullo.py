"""Sharp Nullo: what its vectors do not show: words, warnings, keys, what is still needed."""

from typing import Any

import pytest

from scorekeeper.engine.game import Pad, carried_state
from scorekeeper.engine.replay import after
from scorekeeper.games import games
from scorekeeper.interview.steps import Choice, Number
from tests.games import pads
from tests.games.rulepages import printed

GAME = games()["sharp-nullo"]
BIDS = {
    "left": {"UR": 4, "DR": 3, "UL": 6, "DL": 5},
    "partner": {"UR": 5, "DR": 4, "UL": 4, "DL": 6},
}
LEVEL = {bidder: {"UR": 4, "DR": 4, "UL": 4, "DL": 4} for bidder in ("left", "partner")}
BY_BEN = {"declarer": 1, "bid": 4, "tricks": 4}
BY_CAT = {"declarer": 2, "bid": 4, "tricks": 4}
BY_DAN = {"declarer": 3, "bid": 4, "tricks": 4}
BY_ANN = {"declarer": 0, "bid": 4, "tricks": 4}


def played(*entries: dict[str, Any], **options: Any) -> Pad:
    return pads.played("sharp-nullo", *entries, **options)


@pytest.mark.parametrize(
    ("entry", "bidding", "text", "won_by"),
    [
        (
            {"bids": BIDS, "contract": "DR", "tricks": 3},
            "Ben won the bidding, 18 against 19",
            "Ben made 3 with 3 tricks",
            1,
        ),
        (
            {"bids": {"left": BIDS["partner"], "partner": BIDS["left"]}, "contract": "UL"}
            | {"tricks": 1},
            "Cat won the bidding, 18 against 19",
            "Cat made 6 with 1 trick",
            0,
        ),
        (
            {"bids": LEVEL, "contract": "UL", "made": False},
            "Ben won the bidding at the dealer's left, 16 each",
            "Ben missed 4",
            0,
        ),
    ],
)
def test_lines_of_eight_numbers_tell_the_deal(
    entry: dict[str, Any], bidding: str, text: str, won_by: int
) -> None:
    bidder = 1 if bidding.startswith("Ben") else 0

    assert pads.lines(played(entry)) == [
        (bidder, 0, bidding, "bidding"),
        *deal_lines(bidder, text, won_by),
    ]


def deal_lines(bidder: int, text: str, won_by: int) -> list[tuple[int, int, str, str]]:
    """What both sides read of a deal, the winners first; `text` is what the bidders' side reads."""
    told = {bidder: text, 1 - bidder: f"defended: {text}"}
    lost_by = 1 - won_by
    return [(won_by, 1, told[won_by], "deal-won"), (lost_by, 0, told[lost_by], "deal-lost")]


@pytest.mark.parametrize(
    ("entry", "text", "won_by"),
    [
        ({"declarer": 2, "bid": 5, "tricks": 0}, "Cat made 5 with 0 tricks", 0),
        ({"declarer": 2, "bid": 5, "tricks": 6}, "Cat missed 5 with 6 tricks", 1),
        ({"declarer": 2, "bid": 5, "made": True, "contract": "UR"}, "Cat made 5", 0),
    ],
)
def test_lines_of_the_short_form_tell_the_deal(
    entry: dict[str, Any], text: str, won_by: int
) -> None:
    assert pads.lines(played(entry)) == deal_lines(0, text, won_by)


def test_the_streak_is_the_last_deals_run() -> None:
    pad = played(win_consecutive=3)
    lengths = []
    for entry in (BY_BEN, BY_DAN, {**BY_DAN, "tricks": 5}, BY_BEN):
        pad = after(pad, entry)
        lengths.append((carried_state(pad)["streak"], pads.carried(pad)))

    assert lengths == [
        ({"side": 1, "length": 1}, [(1, "1 deal running")]),
        ({"side": 1, "length": 2}, [(1, "2 deals running")]),
        ({"side": 0, "length": 1}, [(0, "1 deal running")]),
        ({"side": 1, "length": 1}, [(1, "1 deal running")]),
    ]


def test_a_run_is_won_with_its_last_deal_only() -> None:
    won = played(BY_BEN, BY_DAN)
    helped = played(BY_BEN, {"adjust": {"side": 1, "points": 50, "reason": "agreed"}})

    assert won.outcome
    assert pads.text_of(won, won.outcome.text) == "Ben & Dan won 2 deals running"
    assert (won.outcome.winners, won.outcome.rule) == ((1,), "two-in-a-row")
    assert helped.outcome is None


def test_a_declared_draw_names_who_declared_it() -> None:
    pad = played(BY_BEN, BY_CAT, BY_DAN, BY_ANN, {"draw": {"by": 2}})

    assert pad.outcome
    assert pad.outcome.drawn
    assert pads.text_of(pad, pad.outcome.text) == "Cat declared a draw"
    assert pads.faults(pad, BY_BEN) == [("", "The game is over; it was drawn after deal 4.")]


def test_early_stop_has_no_winner_and_no_draw() -> None:
    pad = played(BY_BEN, {"finish": {}})

    assert pad.outcome
    assert (pad.outcome.winners, pad.outcome.drawn) == ((), False)
    assert pads.text_of(pad, pad.outcome.text) == "Stopped early; there is no winner."


def test_wrong_players_early_draw_has_two_errors() -> None:
    assert pads.faults(played(BY_BEN), {"draw": {"by": 0}}) == [
        ("draw", "A draw needs 4 deals without a result; 1 has been played."),
        ("draw.by", "Only Cat or Dan, who bid next, may declare the draw."),
    ]


def test_a_table_without_draws_says_so() -> None:
    assert pads.faults(played(BY_BEN, draw_after=None), {"draw": {"by": 2}}) == [
        ("draw", "No draw can be declared at this table.")
    ]


@pytest.mark.parametrize(
    ("entry", "warning"),
    [
        ({"declarer": 1, "bid": 4, "tricks": 12}, "Ben & Dan took 8 more than was bid."),
        ({"declarer": 1, "bid": 4, "tricks": 13}, "Ben & Dan took 9 more than was bid."),
        (
            {"declarer": 1, "bid": 12, "tricks": 13},
            "Ben & Dan took every trick. Is that right?",
        ),
    ],
)
def test_far_too_many_tricks_are_warned_of(entry: dict[str, Any], warning: str) -> None:
    assert pads.warnings(played(), entry) == [("tricks", warning)]


@pytest.mark.parametrize(
    "entry",
    [
        {"declarer": 1, "bid": 4, "tricks": 11},
        {"declarer": 1, "bid": 4, "tricks": 0},
        {"declarer": 1, "bid": 0, "made": False},
    ],
)
def test_a_common_deal_is_not_warned_of(entry: dict[str, Any]) -> None:
    assert pads.warnings(played(), entry) == []


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        ({}, None),
        ({"declarer": 1}, None),
        ({"bid": 3, "declarer": None}, None),
        ({"bids": {"left": BIDS["left"]}}, None),
        ({"bids": {"left": None, "partner": BIDS["partner"]}}, None),
        ({"bids": {**BIDS, "left": {**BIDS["left"], "DL": None}}}, None),
        ({"bids": BIDS}, "Ben won the bidding, 18 against 19"),
        ({"bids": BIDS, "contract": None}, "Ben won the bidding, 18 against 19"),
        ({"bids": BIDS, "contract": "DR"}, "3 downtown right by Ben"),
        ({"bids": BIDS, "contract": "DR", "tricks": 0}, "3 downtown right by Ben, 0 taken"),
        ({"declarer": 2, "bid": 4}, "4 by Cat"),
        ({"declarer": 2, "bid": 4, "contract": "UL"}, "4 uptown left by Cat"),
        ({"declarer": 2, "bid": 4, "tricks": 5}, "4 by Cat, 5 taken"),
        ({"declarer": 2, "bid": 0, "made": True}, "0 by Cat, made"),
        ({"declarer": 2, "bid": 0, "made": False}, "0 by Cat, missed"),
    ],
)
def test_the_headline_says_what_is_known(entry: dict[str, Any], text: str | None) -> None:
    assert pads.headline(played(), entry) == text


@pytest.mark.parametrize(
    ("entries", "options", "wanted"),
    [
        ((), {}, [(0, "2 deals running"), (1, "2 deals running")]),
        ((BY_BEN,), {}, [(0, "2 deals running"), (1, "one more deal")]),
        ((BY_BEN,), {"win_consecutive": 4}, [(0, "4 deals running"), (1, "3 more deals")]),
        ((BY_BEN, BY_DAN), {}, []),
    ],
)
def test_each_side_needs_so_many_deals(
    entries: tuple[dict[str, Any], ...],
    options: dict[str, Any],
    wanted: list[tuple[int, str]],
) -> None:
    assert pads.needs(played(*entries, **options)) == wanted


@pytest.mark.parametrize(
    ("entry", "fact"),
    [
        ({"bids": BIDS, "contract": "DR", "tricks": 3}, (1, "bid kept", 1)),
        ({"declarer": 2, "bid": 3, "made": False}, (2, "bid lost", 1)),
    ],
)
def test_statistics_count_winner_of_bidding(
    entry: dict[str, Any], fact: tuple[int, str, int]
) -> None:
    assert pads.facts(played(), entry) == [fact]


def test_bidders_enter_numbers_on_own_phones() -> None:
    pad = played(dealer=2)
    asked = pads.questions_of(pad, {"bids": {}})
    numbers = {path: asked[path] for path in asked if path.startswith("bids.")}

    assert list(numbers) == [
        f"bids.{bidder}.{number}"
        for bidder in ("left", "partner")
        for number in ("UR", "DR", "UL", "DL")
    ]
    assert [question.seat for question in numbers.values()] == [3] * 4 + [0] * 4
    assert all(question.sealed and question.when == "before" for question in numbers.values())
    assert pads.text_of(pad, numbers["bids.left.DR"].label) == "Dan, downtown right"
    assert [key.value for key in numbers["bids.left.DR"].keys_shown()] == list(range(13))


def test_pick_shows_winners_numbers_once_all_in() -> None:
    pad = played()

    def badges(entry: dict[str, Any]) -> list[tuple[Any, str | None]]:
        pick = pads.questions_of(pad, entry)["contract"]
        assert isinstance(pick, Choice)
        return [(key.value, pads.text_of(pad, key.badge)) for key in pick.keys_shown()]

    assert badges({"bids": BIDS}) == [("UR", "4"), ("DR", "3"), ("UL", "6"), ("DL", "5")]
    assert badges({"bids": {"left": BIDS["left"]}}) == [
        (number, None) for number in ("UR", "DR", "UL", "DL")
    ]
    assert badges({"declarer": 1}) == [(number, None) for number in ("UR", "DR", "UL", "DL")]


def test_tricks_are_asked_of_the_bidding_winner() -> None:
    pad = played()
    named = pads.questions_of(pad, {"declarer": 2, "tricks": 3})["tricks"]
    open_yet = pads.questions_of(pad, {"tricks": 3})["tricks"]

    assert pads.text_of(pad, named.label) == "Tricks of Ann & Cat"
    assert isinstance(open_yet, Number)
    assert pads.text_of(pad, open_yet.label) == "Tricks"


def test_the_rules_page_gets_the_four_numbers() -> None:
    assert printed(GAME, "numbers") == [
        ["Number", "Heap", "Ranking, from the highest"],
        ["uptown right", "right", "K Q J 10 9 8 7 6 5 4 3 2 A"],
        ["downtown right", "right", "A 2 3 4 5 6 7 8 9 10 J Q K"],
        ["uptown left", "left", "K Q J 10 9 8 7 6 5 4 3 2 A"],
        ["downtown left", "left", "A 2 3 4 5 6 7 8 9 10 J Q K"],
    ]
