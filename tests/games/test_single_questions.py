"""What single games ask that a line of `words/` does not show: answers that follow from others."""

from itertools import cycle, islice
from typing import Any

import pytest

from scorekeeper.engine.cards_taken import DerivedSeat
from scorekeeper.engine.game import Pad
from scorekeeper.interview.lists import InTurn, Many
from scorekeeper.interview.steps import Choice, Number, Pair, SeatOf
from tests.games.pads import faults, played, questions_of, text_of

KINGDOM: tuple[dict[str, Any], ...] = (
    {"contract": "diamonds", "counts": [4, 2, 7, 0]},
    {"contract": "eltoosh", "counts": [5, 1, 3, 4]},
    {"contract": "girls", "cards": [{"card": f"Q{suit}", "taken_by": 1} for suit in "CDHS"]},
    {"contract": "king", "cards": [{"card": "KH", "taken_by": 2}]},
    {"contract": "trex", "order": [1, 3, 0, 2]},
)


def many(pad: Pad, name: str, **entry: Any) -> Many:
    question = questions_of(pad, entry)[name]
    assert isinstance(question, Many)
    return question


@pytest.mark.parametrize(
    ("hook", "bids", "keys", "hint", "says"),
    [
        (
            "exceed",
            [None, 3, 2, 2],
            range(4, 11),
            "at least 4",
            "7 of 10 bid: Ann must bid 4 or more.",
        ),
        ("exceed", [None, 4, 4, 3], range(0, 11), None, "11 of 10 bid."),
        (
            "exceed",
            [None, 0, 0, 0],
            range(11, 12),
            "at least 11",
            "0 of 10 bid: Ann must bid 11 or more.",
        ),
        (
            "exceed",
            [None, 0, None, 0],
            range(0, 12),
            None,
            "0 of 10 bid. Ann bids last and must make it 11 or more.",
        ),
        (
            "not_equal",
            [None, 3, 2, 2],
            (0, 1, 2, 4, 5, 6, 7, 8, 9, 10),
            "anything but 3",
            "7 of 10 bid: Ann may not bid 3.",
        ),
        (
            "not_equal",
            [None, 3, None, 2],
            range(0, 11),
            None,
            "5 of 10 bid. Ann bids last and may not make it 10.",
        ),
        ("not_equal", [None, 4, 4, 3], range(0, 11), None, "11 of 10 bid."),
        ("none", [None, 3, 2, 2], range(0, 11), None, "7 of 10 bid."),
    ],
)
def test_oh_hells_dealer_sees_the_bids_left(
    hook: str, bids: list[int | None], keys: range | tuple[int, ...], hint: str | None, says: str
) -> None:
    pad = played("oh-hell", hook=hook)
    asked = many(pad, "bids")
    dealers = asked.items_given(bids)[0]

    assert isinstance(dealers, Choice)
    assert [key.value for key in dealers.keys if not key.used_up] == [*keys]
    assert text_of(pad, dealers.hint) == hint
    assert asked.progress
    assert text_of(pad, asked.progress(bids)) == says


def test_oh_hells_hand_beyond_the_pack_is_refused() -> None:
    game = played("oh-hell").game
    assert game.check
    (fault,) = game.check(None, game.house_rules({"hand_sizes": [5, 14]}), 4)

    assert fault.path == ("options", "hand_sizes")


def test_anybody_but_the_proposer_may_cop() -> None:
    pad = played("solo-whist")
    declarers = many(pad, "declarers", contract="prop_cop", declarers=[2, 0])

    assert isinstance(declarers, InTurn)
    for given, seats in (([2, None], (0, 1, 3)), ([None, 1], (0, 1, 2, 3))):
        _, cop = declarers.items_given(given)
        assert isinstance(cop, SeatOf)
        assert cop.seats == seats


@pytest.mark.parametrize(("payment", "paid"), [("credits", True), ("paper", False)])
def test_on_paper_nobody_pays_at_solo_whist(payment: str, paid: bool) -> None:
    pad = played("solo-whist", payment=payment)

    assert pad.game.has_counters(pad.options) == paid


def test_any_card_of_noms_is_rank_and_suit() -> None:
    pad = played("noms")
    card = questions_of(pad, {})["nominated"]

    assert isinstance(card, Pair)
    assert [key.value for key in card.first] == [*"AKQJT98765432"]
    assert len({key.value for key in card.keys}) == 52
    assert text_of(pad, card.keys[0].label) == "ace of clubs"


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
    pad = played("trex", *islice(cycle(KINGDOM), deals), dealer=dealer)
    upcoming = pad.game.upcoming(pad)

    assert (upcoming["owner"], upcoming["dealer"]) == (owner, owner)
    assert len(upcoming["contracts_left"]) == left
    question = questions_of(pad, {})["owner"]
    assert isinstance(question, DerivedSeat)
    assert question.derived == owner


def test_trex_counts_say_how_far_they_are() -> None:
    pad = played("trex")
    counts = many(pad, "counts", contract="diamonds")

    assert counts.progress
    assert text_of(pad, counts.progress([3, None, 5, "x"])) == "8 of 13 so far"


def test_blank_is_not_zero_until_a_key_fills_it() -> None:
    points = many(played("tally"), "points")

    assert all(isinstance(item, Number) and item.blank is None for item in points.items)
    assert points.rest_key is not None
    assert points.rest_key.value == 0


def test_oh_hells_wrong_bid_leaves_dealers_unjudged() -> None:
    entry = {"bids": [0, "x", 3, 3], "tricks": [4, 0, 3, 3]}

    assert [at for at, _ in faults(played("oh-hell"), entry)] == ["bids[1]"]
