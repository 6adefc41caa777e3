"""What each result of a deal would have scored: the variations, and the state they start from."""

from collections.abc import Mapping
from functools import reduce
from typing import Any

import pytest

from scorekeeper import what_if
from scorekeeper.engine.game import Game, Pad
from scorekeeper.engine.pad import voice_of
from scorekeeper.engine.replay import after
from scorekeeper.games import games
from scorekeeper.interview.lists import Many
from scorekeeper.interview.steps import Number
from scorekeeper.sentences import say
from scorekeeper.sheet import read_head
from scorekeeper.what_if import Axis, Plan, ResultRange, axes_of
from tests.games import pads
from tests.games.drawn import of_length

Entry = Mapping[str, Any]

GAME = {"contract": "4S", "declarer": 0, "tricks": 10}
"""A game to Ann and Cat: 120 below the line."""


def axis_of(plan: Plan, name: str = "") -> Axis:
    """The axis of that name; the first where none is said."""
    return next(axis for axis in plan.axes if not name or axis.name == name)


def results(pad: Pad, entry: Entry, name: str = "") -> list[ResultRange]:
    """Return what the results of that axis would have scored."""
    plan = what_if.plan(pad, entry)
    return what_if.results(pad, plan, axis_of(plan, name))


def scores_by_label(pad: Pad, entry: Entry, name: str = "") -> dict[str, tuple[int, ...] | str]:
    """The scores, or why there are none, by the label of the result."""
    found: dict[str, tuple[int, ...] | str] = {}
    for one in results(pad, entry, name):
        first, last = (str(pads.text_of(pad, key.label)) for key in (one.first, one.last))
        label = first if first == last else f"{first} to {last}"
        found[label] = one.pad.rows[-1].scores if one.pad else str(pads.text_of(pad, one.why))
    return found


# --- the results, against the state -------------------------------------------------------------


def test_a_bridge_contract_not_vulnerable() -> None:
    scores = scores_by_label(pads.played("bridge"), {"contract": "4S", "declarer": 1, "doubled": 1})

    assert len(scores) == 14
    assert scores["−1"] == (100, 0)  # 100
    assert scores["−3"] == (500, 0)  # 100 + 200 + 200
    assert scores["="] == (0, 290)  # 4 × 60, and 50
    assert scores["+1"] == (0, 390)  # and 100


def test_same_deal_vulnerable_ends_the_rubber() -> None:
    scores = scores_by_label(
        pads.played("bridge", GAME), {"contract": "4S", "declarer": 0, "doubled": 1}
    )

    assert scores["−1"] == (0, 200)
    assert scores["="] == (990, 0)  # 4 × 60, 50, and 700 for the rubber in two games
    assert scores["+1"] == (1190, 0)  # and 200


def test_how_the_game_would_stand() -> None:
    pad = pads.played("bridge", GAME)
    by_tricks = {
        one.first.value: one.pad for one in results(pad, {"contract": "3C", "declarer": 2})
    }

    lost, made = by_tricks[8], by_tricks[9]
    assert lost
    assert lost.totals == (120, 100)
    assert made
    assert (made.totals, made.sums["part"], made.outcome) == ((180, 0), (60, 0), None)
    won = results(pad, {"contract": "4H", "declarer": 2})[-1].pad
    assert won
    assert won.outcome
    assert pads.text_of(won, won.outcome.text) == "Ann & Cat won the rubber by 1030"


def test_carried_bags_cost_their_penalty() -> None:
    seven_bags = {"bids": [3, 3, 3, 3], "side_tricks": [13, 0]}
    pad = pads.played("spades", seven_bags, variant="bags", bag_penalty=100)

    scores = scores_by_label(pad, {"bids": [3, 3, 3, 3]})

    assert scores["8"] == (62, 0)  # 60, and the eighth and ninth bag
    assert scores["9"] == (-37, 0)  # 60 and three bags, the tenth of which costs 100


def test_results_that_come_to_the_same_are_one() -> None:
    assert scores_by_label(pads.played("euchre"), {"maker": 1}) == {
        "0 to 2": (2, 0),
        "3 to 4": (0, 1),
        "5": (0, 2),
    }
    assert scores_by_label(
        pads.played("twenty-eight"), {"declarer": 2, "bid": 18, "points": 20}
    ) == {
        "0 to 17": (-2, 0),
        "18 to 28": (1, 0),
    }
    assert scores_by_label(pads.played("sharp-nullo"), {"declarer": 1, "bid": 4}) == {
        "0 to 4": (0, 1),
        "5 to 13": (1, 0),
    }


def test_how_it_ended_is_marked() -> None:
    (lost, made) = results(pads.played("twenty-eight"), {"declarer": 2, "bid": 18, "points": 20})
    assert (lost.here, made.here) == (False, True)

    open_deal = results(pads.played("twenty-eight"), {"declarer": 2, "bid": 18})
    assert [one.here for one in open_deal] == [False, False]


# --- what is varied -----------------------------------------------------------------------------

TELLING: list[tuple[str, dict[str, Any], str, list[str]]] = [
    ("bridge", {"contract": "4S", "declarer": 1}, "tricks", ["tricks"]),
    ("five-hundred", {"bid": "7H", "declarer": 0}, "tricks", ["tricks"]),
    ("five-hundred", {"passed_out": True}, "side_tricks", ["side_tricks.0"]),
    ("spades", {"bids": [4, 3, 2, 4]}, "side_tricks", ["side_tricks.0"]),
    (
        "spades",
        {"bids": [4, 3, "nil", 4], "nil_tricks": {"2": 0}},
        "side_tricks",
        ["side_tricks.0", "nil_tricks.2"],
    ),
    (
        "spades",
        {"bids": [4, 3, 2, 4], "tricks": [4, 3, 2, 4]},
        "tricks",
        ["tricks.0", "tricks.1", "tricks.2", "tricks.3"],
    ),
    (
        "noms",
        {"declarer": 2, "bid": 8, "partner": None},
        "tricks",
        ["tricks.2", "tricks.0", "tricks.1", "tricks.3", "partner"],
    ),
    ("twenty-eight", {"declarer": 2, "bid": 18}, "made", ["made"]),
    ("trex", {"contract": "eltoosh"}, "counts", [f"counts.{seat}" for seat in range(4)]),
    ("trex", {"contract": "girls"}, "cards", [f"cards.Q{suit}.taken_by" for suit in "CDHS"]),
    ("trex", {"contract": "king"}, "cards", ["cards.KH.taken_by"]),
    ("trex", {"contract": "trex"}, "order", [f"order.{seat}" for seat in range(4)]),
    ("solo-whist", {"contract": "solo", "declarers": [1]}, "made", ["made"]),
    ("oh-hell", {"bids": [3, 3, 3, 3]}, "tricks", [f"tricks.{seat}" for seat in range(4)]),
    ("nap", {"declarer": 1, "bid": "four"}, "made", ["made"]),
    ("nap", {"declarer": 1, "bid": "four", "tricks": 3}, "tricks", ["tricks"]),
    ("whist", {}, "side_tricks", ["side_tricks.0"]),
    ("euchre", {"maker": 1}, "tricks", ["tricks"]),
    ("sharp-nullo", {"declarer": 1, "bid": 4}, "tricks", ["tricks", "declarer", "bid"]),
]


def _pad(game: str, entry: dict[str, Any]) -> Pad:
    """An empty pad, of the variant in which a deal passed out is played."""
    return pads.played(game, variant="45-card" if "passed_out" in entry else None)


@pytest.mark.parametrize(("game", "entry", "telling", "axes"), TELLING)
def test_deciding_questions_come_first(
    game: str, entry: dict[str, Any], telling: str, axes: list[str]
) -> None:
    plan = what_if.plan(_pad(game, entry), entry)

    assert plan.missing == ()
    assert plan.result_question
    assert plan.result_question.path == (telling,)
    assert [axis.name for axis in plan.axes] == axes


@pytest.mark.parametrize(("game", "entry", "telling", "axes"), TELLING)
def test_every_result_that_can_be_is_scored(
    game: str, entry: dict[str, Any], telling: str, axes: list[str]
) -> None:
    pad = _pad(game, entry)
    plan = what_if.plan(pad, entry)

    for axis in plan.axes:
        found = what_if.results(pad, plan, axis)
        assert any(one.pad for one in found)
        assert found[0].first is axis.keys[0]
        assert found[-1].last is axis.keys[-1]
        for key in axis.keys:
            put = axis.put(plan.entry, key.value)
            assert axis.of(put) == key.value
            assert set(put) == set(plan.entry)


@pytest.mark.parametrize(
    "game", [game for game in games().values() if game.play], ids=lambda game: game.slug
)
def test_any_deal_is_varied_and_ended_as_it_did(game: Game) -> None:
    varied = 0
    for document in of_length(game, deals=2, seed=1, count=8):
        head, (*before, entry) = read_head(document), document["entries"]
        pad = reduce(after, before, head.blank())
        plan = what_if.plan(pad, entry)
        assert plan.missing == ()
        for axis in plan.axes:
            varied += 1
            (here,) = (one for one in what_if.results(pad, plan, axis) if one.here)
            assert here.pad
            assert here.pad.rows[-1].scores == after(pad, entry).rows[-1].scores
    assert varied


@pytest.mark.parametrize(
    ("game", "entry", "missing"),
    [
        ("bridge", {}, [("contract",), ("declarer",)]),
        ("bridge", {"declarer": 5, "contract": "8S"}, [("contract",), ("declarer",)]),
        ("noms", {"declarer": 1, "bid": 8}, [("partner",)]),
        ("spades", {"bids": [4, 3, "nil", 4]}, [("nil_tricks", "2")]),
        ("trex", {}, [("contract",)]),
    ],
)
def test_missing_facts_must_be_given_first(
    game: str, entry: dict[str, Any], missing: list[tuple[str, ...]]
) -> None:
    plan = what_if.plan(pads.played(game), entry)

    assert [question.path for question in plan.missing] == missing
    assert plan.axes == ()


def test_points_written_plainly_are_not_varied() -> None:
    assert what_if.plan(pads.played("tally"), {"points": [1, 2, 3, 4]}).axes == ()


def test_a_deal_passed_out_has_no_other_end() -> None:
    plan = what_if.plan(pads.played("bridge"), {"passed_out": True})

    assert (plan.axes, plan.missing, plan.result_question) == ((), (), None)


# --- one player at a time -----------------------------------------------------------------------


def test_the_others_tricks_are_made_to_fit() -> None:
    pad = pads.played("oh-hell")
    plan = what_if.plan(pad, {"bids": [5, 3, 2, 1]})
    ann = axis_of(plan)
    listed = [ann.put(plan.entry, tricks)["tricks"] for tricks in range(11)]

    assert all(sum(tricks) == 10 for tricks in listed)
    assert [tricks[0] for tricks in listed] == [*range(11)]
    assert listed[4] == [4, 3, 2, 1]
    assert pads.text_of(pad, ann.others) == "The others' numbers are adjusted."


def test_numbers_without_a_sum_are_varied_alone() -> None:
    items = tuple(Number(path=("out", n), label=say("Out"), low=0, high=3) for n in range(3))
    question = Many(path=("out",), label=say("Out"), noun="numbers", items=items)
    axes = axes_of(question, (1,))

    assert [axis.name for axis in axes] == ["out.1", "out.0", "out.2"]
    assert axes[0].others is None
    put = axes[0].put({"out": [3, 3, 3]}, 1)
    assert put == {"out": [3, 1, 3]}
    assert axes[0].of(put) == 1


def test_others_stay_near_what_they_had() -> None:
    entry = {"bids": [2, 2, 2, 5], "tricks": [2, 0, 1, 7]}
    plan = what_if.plan(pads.played("oh-hell"), entry)

    assert axis_of(plan, "tricks.0").put(entry, 3)["tricks"] == [3, 0, 1, 6]
    assert axis_of(plan, "tricks.0").put(entry, 1)["tricks"] == [1, 1, 1, 7]


def test_an_empty_seat_takes_nothing() -> None:
    leaves = {"seat": {"number": 1, "name": None}}
    pad = pads.played("oh-hell", leaves)
    plan = what_if.plan(pad, {"bids": [3, None, 3, 5]})

    assert [axis.name for axis in plan.axes] == ["tricks.0", "tricks.2", "tricks.3"]
    assert all(one.pad for axis in plan.axes for one in what_if.results(pad, plan, axis))


def test_one_player_goes_out_earlier_or_later() -> None:
    pad = pads.played("trex")
    scores = scores_by_label(pad, {"contract": "trex", "order": [1, 2, 3, 0]}, "order.2")

    assert scores == {
        "out first": (50, 150, 200, 100),
        "out second": (50, 200, 150, 100),
        "out third": (50, 200, 100, 150),
        "last": (100, 200, 50, 150),
    }


def test_another_takes_the_card() -> None:
    king = {"contract": "king", "cards": [{"card": "KH", "taken_by": 1, "doubled_by": 2}]}

    assert scores_by_label(pads.played("trex"), king) == {
        "Ann": (-150, 0, 75, 0),
        "Ben": (0, -150, 75, 0),
        "Cat": "Cat took the king she had doubled: say who led that trick.",
        "Dan": (0, 0, 75, -150),
    }


def test_results_that_cannot_be_say_why_once() -> None:
    entry = {"bids": [4, 3, "nil", 4], "side_tricks": [5, 8], "nil_tricks": {"2": 0}}
    scores = scores_by_label(pads.played("spades"), entry, "nil_tricks.2")

    assert scores["made"] == (141, 71)
    assert scores["6 to 13"] == "The nil bidders' tricks add up to 6; the side took 5."


def test_partner_the_declarer_lacks_is_a_result() -> None:
    entry = {"declarer": 0, "bid": 8, "partner": 1, "tricks": [5, 3, 3, 2]}

    assert scores_by_label(pads.played("noms"), entry, "partner") == {
        "Ben": (8, 8, 3, 2),
        "Cat": (8, 3, 8, 2),
        "Dan": (0, 3, 3, 0),
        "nobody else": (0, 3, 3, 2),
    }


NINE = {"declarer": 1, "bid": 9, "partner": 2}
"""Nine by Ben, whose card Cat holds."""


def test_tricks_of_both_partners_are_varied() -> None:
    pad = pads.played("noms")
    plan = what_if.plan(pad, {**NINE, "tricks": [2, 5, 4, 2]})
    ben_and_cat = axis_of(plan)

    assert [axis.name for axis in plan.axes] == ["tricks.1", "tricks.0", "tricks.3", "partner"]
    assert pads.text_of(pad, ben_and_cat.label) == "Tricks, Ben and Cat"
    assert pads.text_of(pad, ben_and_cat.others) == "Each of their numbers is adjusted."
    assert ben_and_cat.of(plan.entry) == 9
    scores = {
        one.first.value: one.pad.rows[-1].scores
        for one in what_if.results(pad, plan, ben_and_cat)
        if one.pad
    }
    assert scores[8] == (3, 0, 0, 2)
    assert scores[9] == (2, 9, 9, 2)
    assert scores[10] == (1, 9, 9, 2)
    assert [one.first.value for one in what_if.results(pad, plan, ben_and_cat) if one.here] == [9]


def test_other_opponents_tricks_change_first() -> None:
    plan = what_if.plan(pads.played("noms"), {**NINE, "tricks": [2, 5, 4, 2]})
    ann = axis_of(plan, "tricks.0")

    assert ann.put(plan.entry, 4)["tricks"] == [4, 5, 4, 0]
    assert ann.put(plan.entry, 6)["tricks"] == [6, 3, 4, 0]
    assert ann.put(plan.entry, 0)["tricks"] == [0, 5, 4, 4]


def test_one_against_two_leaves_them_the_rest() -> None:
    entry = {"declarer": 0, "bid": 9, "partner": 1, "tricks": [5, 4, 8]}
    plan = what_if.plan(pads.played("noms", names=("Ann", "Ben", "Cat")), entry)

    assert axis_of(plan, "tricks.2").put(entry, 10)["tricks"] == [3, 4, 10]
    assert axis_of(plan, "tricks.0").put(entry, 17)["tricks"] == [9, 8, 0]


def test_every_bid_of_two_is_told_by_both_tricks() -> None:
    pad = pads.played("noms")
    rows = what_if.by_bid(pad, what_if.plan(pad, {**NINE, "tricks": [2, 6, 3, 2]}))

    told = {bid.value: [cell[1] for cell in cells if cell] for bid, cells in rows}
    assert told[9] == [0] * 9 + [9] * 5
    assert told["misere"][:2] == [20, -11]


# --- every bid ----------------------------------------------------------------------------------


def test_every_contract_with_every_result() -> None:
    pad = pads.played("bridge")
    rows = what_if.by_bid(pad, what_if.plan(pad, {"contract": "4S", "declarer": 1}))
    scores = {pads.text_of(pad, bid.label): cells for bid, cells in rows}

    assert len(rows) == 35
    assert scores["1 club"][7] == (0, 20)
    assert scores["3 no trump"][9] == (0, 100)
    assert scores["7 no trump"][12] == (50, 0)
    assert scores["7 no trump"][13] == (0, 1220)  # 40 + 6 × 30, and 1000


def test_bids_that_end_otherwise_are_left_out() -> None:
    pad = pads.played("solo-whist", overtrick_value=1)
    entry = {"contract": "solo", "declarers": [3], "tricks": 6}
    rows = what_if.by_bid(pad, what_if.plan(pad, entry))

    told = {bid.value: cells[6] for bid, cells in rows}
    assert "prop_cop" not in told  # which two play
    assert told["solo"] == (-2, -2, -2, 6)
    assert told["misere"] == (2, 2, 2, -6)


@pytest.mark.parametrize(
    ("game", "entry"),
    [
        ("trex", {"contract": "diamonds"}),  # a game is picked, and nobody plays it alone
        ("trex", {"contract": "king"}),
        ("solo-whist", {"contract": "prop_cop", "declarers": [0, 2]}),  # all others have one player
    ],
)
def test_bid_that_cannot_end_so_is_not_offered(game: str, entry: Entry) -> None:
    pad = pads.played(game)
    plan = what_if.plan(pad, entry)

    assert plan.axes
    assert not what_if.has_bids(pad, plan)


@pytest.mark.parametrize(
    ("game", "entry"),
    [("whist", {}), ("euchre", {"maker": 1}), ("spades", {"bids": [1, 2, 3, 4]}), ("bridge", {})],
)
def test_single_bid_has_no_table_of_bids(game: str, entry: dict[str, Any]) -> None:
    pad = pads.played(game)
    plan = what_if.plan(pad, entry)

    assert not what_if.has_bids(pad, plan)
    assert what_if.by_bid(pad, plan) == []


def test_the_declarer_is_the_first_who_is_named() -> None:
    plans = {
        seat: what_if.plan(pads.played("bridge"), {"contract": "4S", "declarer": seat})
        for seat in range(4)
    }

    assert {seat: plan.declarer for seat, plan in plans.items()} == {0: 0, 1: 1, 2: 2, 3: 3}
    assert what_if.plan(pads.played("whist"), {}).declarer == 0


def test_the_declarer_may_be_named_in_a_list() -> None:
    pad = pads.played("solo-whist")
    alone, with_another = (
        what_if.plan(pad, {"contract": contract, "declarers": declarers})
        for contract, declarers in (("misere", [3]), ("prop_cop", [1, 2]))
    )

    assert (alone.declarer, with_another.declarer) == (3, 1)
    made = {bid.value: cells[0] for bid, cells in what_if.by_bid(pad, alone)}
    assert made["misere"] == (-2, -2, -2, 6)


def test_nothing_is_written_on_the_pad() -> None:
    pad = pads.played("bridge", GAME)
    before = len(pad.rows)

    results(pad, {"contract": "4S", "declarer": 0})
    then = after(pad, {"passed_out": True})

    assert len(pad.rows) == before
    assert then.rows[-1].entry == {"passed_out": True}
    assert voice_of(then).seat(0) == "Ann"
