"""Noms, beyond its vectors: what is asked of whom, words, warnings, what is still needed."""

from typing import Any

import pytest

from scorekeeper.engine.game import Pad, printed_tables
from scorekeeper.interview.lists import Many
from scorekeeper.interview.steps import Barred, Choice, Pair, SeatOf
from tests.games import pads

FIVE = ("Ann", "Ben", "Cat", "Dan", "Eve")
TEN = {"declarer": 1, "bid": 9, "partner": 3, "tricks": [2, 6, 1, 4]}
"""Ben bids nine, Dan holds the card, and they take ten."""


def played(*entries: dict[str, Any], **options: Any) -> Pad:
    return pads.played("noms", *entries, **options)


def deal(declarer: int, bid: Any, partner: int | None, *tricks: int) -> dict[str, Any]:
    return {"declarer": declarer, "bid": bid, "partner": partner, "tricks": [*tricks]}


# --- questions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "bids"),
    [
        (3, [7, 8, 9, 10, "misere", 11, 12, 13]),
        (4, [7, 8, 9, 10, "misere", 11, 12, 13]),
        (5, [7, 8, 9, 10, "misere"]),
        (6, [7, 8, "misere"]),
    ],
)
def test_bids_stand_in_order_up_to_the_cards(players: int, bids: list[Any]) -> None:
    question = pads.questions_of(played(names=[*"ABCDEF"][:players]), {})["bid"]

    assert isinstance(question, Choice)
    assert [key.value for key in question.keys] == bids


def test_cards_and_bids_follow_from_who_is_left() -> None:
    asked = pads.questions_of(played({"seat": {"number": 4, "name": None}}, names=FIVE), {})

    assert isinstance(asked["tricks"], Many)
    assert asked["tricks"].total == 13
    assert len(asked["bid"].keys_shown()) == 8
    assert isinstance(asked["declarer"], SeatOf)
    assert asked["declarer"].seats == (0, 1, 2, 3)


def test_the_partner_is_anybody_but_the_declarer() -> None:
    pad = played()
    partner = pads.questions_of(pad, {"declarer": 1})["partner"]

    assert isinstance(partner, SeatOf)
    assert partner.seats == (0, 2, 3)
    assert pads.text_of(pad, partner.none) == "nobody else"


def test_only_the_holder_can_reveal_themselves() -> None:
    pad = played()
    holder = pads.questions_of(pad, {"declarer": 1, "partner": 3})["exposed_by"]
    unknown = pads.questions_of(pad, {"declarer": 1})["exposed_by"]

    assert isinstance(holder, SeatOf)
    assert holder.seats == (3,)
    assert isinstance(unknown, SeatOf)
    assert unknown.seats == (0, 2, 3)
    assert isinstance(
        pads.questions_of(pad, {"declarer": 1, "partner": None})["exposed_by"], Barred
    )
    assert pads.faults(pad, {**deal(1, 9, None, 2, 6, 1, 4), "exposed_by": 3}) == [
        ("exposed_by", "The declarer played alone, so nobody can have given the card away.")
    ]


def test_any_card_may_be_named_by_rank_and_suit() -> None:
    pad = played()
    card = pads.questions_of(pad, {})["nominated"]

    assert isinstance(card, Pair)
    assert [key.value for key in card.first] == [*"AKQJT98765432"]
    assert len({key.value for key in card.keys}) == 52
    assert pads.text_of(pad, card.keys[0].label) == "ace of clubs"
    assert pads.faults(pad, {**TEN, "nominated": "H"}) == [
        ("nominated", "The named card is rank and suit, AH or TD say; H was entered.")
    ]


def test_an_invalid_bid_lists_the_valid_ones() -> None:
    entry = {**TEN, "bid": "slam", "tricks": [2, 4, 1, 3, 0]}

    assert pads.faults(played(names=FIVE), entry) == [
        ("bid", "Bids are 7, 8, 9, 10 or misère; slam was entered.")
    ]


# --- lines --------------------------------------------------------------------------------------


def test_partner_reads_bid_and_others_own_tricks() -> None:
    assert pads.lines(played(TEN)) == [
        (0, 2, "took 2 tricks", "own-tricks"),
        (1, 9, "Ben bid 9 with Dan and took 10", "bid-made"),
        (2, 1, "took 1 trick", "own-tricks"),
        (3, 9, "partnered Ben, who bid 9; together they took 10", "bid-made"),
    ]


def test_playing_alone_is_in_the_line() -> None:
    pad = played(deal(3, "misere", None, 5, 4, 3, 1))

    assert pads.lines(pad)[3] == (3, -11, "Dan bid misère alone and took 1", "misere-lost")


@pytest.mark.parametrize(
    ("entry", "line"),
    [
        (deal(0, 8, 2, 5, 2, 4, 2), (2, -16, "revealed themselves: twice 8", "exposed")),
        (deal(0, "misere", 2, 0, 8, 0, 5), (2, -20, "revealed themselves", "exposed")),
    ],
)
def test_revealing_oneself_has_its_own_line(entry: dict[str, Any], line: Any) -> None:
    assert pads.lines(played({**entry, "exposed_by": 2}))[3] == line


def test_an_empty_seat_cannot_be_chosen() -> None:
    pad = played(
        {"seat": {"number": 0, "name": None}},
        {"declarer": 1, "bid": 9, "partner": 3, "tricks": [None, 6, 7, 4]},
    )

    assert pads.lines(pad)[0] == (0, 0, "nobody sits here", "seat")


# --- warnings -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        (TEN, None),
        (deal(0, 13, 1, 2, 3, 4, 4), "Ann and Ben took 8 fewer than was bid."),
        (deal(0, 7, 1, 0, 0, 7, 6), "Not one trick went towards the bid of Ann and Ben."),
        (deal(0, 7, 1, 1, 0, 6, 6), None),
        (deal(0, "misere", None, 8, 2, 2, 1), "Ann took 8 more than was bid."),
        (deal(0, "misere", 1, 4, 3, 3, 3), None),
    ],
)
def test_a_bid_missed_by_far_is_warned_of(entry: dict[str, Any], told: str | None) -> None:
    assert pads.warnings(played(), entry) == ([("tricks", told)] if told else [])


def test_six_player_misere_of_all_is_warned_of() -> None:
    pad = played(names=[*"ABCDEF"])

    assert pads.warnings(pad, deal(0, "misere", 1, 4, 3, 0, 0, 1, 0)) == []
    assert pads.warnings(pad, deal(0, "misere", 1, 4, 4, 0, 0, 0, 0)) == [
        ("tricks", "A and B took 8 more than was bid.")
    ]


def test_own_tricks_are_shown_where_each_pays() -> None:
    lines = pads.lines(played(deal(0, "misere", 1, 0, 4, 5, 4), misere_fail_tricks="own"))

    assert lines[:2] == [
        (0, -10, "Ann bid misère with Ben and took 4, 0 by Ann", "misere-lost"),
        (1, -14, "partnered Ann, who bid misère; together they took 4, 4 by Ben", "misere-lost"),
    ]


# --- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({}, None),
        ({"bid": 9}, None),
        ({"declarer": 1}, None),
        ({"declarer": 1, "bid": 9}, "9 by Ben"),
        ({"declarer": 1, "bid": 9, "partner": 3}, "9 by Ben with Dan"),
        ({"declarer": 1, "bid": "misere", "partner": None}, "misère by Ben alone"),
        ({**TEN, "tricks": [2, None, 1, 4]}, "9 by Ben with Dan"),
        ({**TEN, "tricks": [None, 6, None, 4]}, "9 by Ben with Dan, 10 taken"),
        (TEN, "9 by Ben with Dan, 10 taken"),
        (deal(1, "misere", None, 6, 0, 5, 2), "misère by Ben alone, 0 taken"),
    ],
)
def test_a_deal_in_a_few_words(entry: dict[str, Any], told: str | None) -> None:
    assert pads.headline(played(), entry) == told


def test_each_needs_what_lacks_to_the_target() -> None:
    pad = played(TEN, {"seat": {"number": 0, "name": None}})

    assert pads.needs(pad) == [
        (1, "91 to go"),
        (2, "99 to go"),
        (3, "91 to go"),
    ]


def test_a_tie_at_the_target_needs_nothing_more() -> None:
    pad = played(deal(0, 11, 1, 7, 4, 1, 1), target=11)

    assert pads.needs(pad) == [(2, "10 to go"), (3, "10 to go")]


def test_by_deals_or_time_there_is_no_target() -> None:
    assert pads.needs(played(TEN, end_by="deals")) == []
    assert pads.needs(played(TEN, end_by="time")) == []


def test_facts_are_the_declarers() -> None:
    pad = played()

    assert pads.facts(pad, TEN) == [(1, "bid kept", 1), (1, "over", 1)]
    assert pads.facts(pad, {**TEN, "bid": 11}) == [(1, "bid lost", 1), (1, "short", 1)]
    assert pads.facts(pad, {**TEN, "bid": 10}) == [(1, "bid kept", 1)]
    assert pads.facts(pad, deal(3, "misere", 0, 1, 5, 5, 2)) == [(3, "bid lost", 1), (3, "over", 3)]


def test_an_early_end_is_no_win_by_the_target() -> None:
    pad = played(
        deal(0, 11, 1, 7, 4, 1, 1),
        {"seat": {"number": 0, "name": None}},
        {"finish": {}},
        target=11,
    )

    assert pad.outcome
    assert (pad.outcome.winners, pad.outcome.rule) == ((1,), "finish")


def test_rules_page_prints_cards_and_bids() -> None:
    pad = played()
    tables = printed_tables(pad.game, pad.options)

    assert [[pads.text_of(pad, cell) for cell in row] for row in tables["hands"].rows] == [
        ["3", "17", "1", "7, 8, 9, 10, misère, 11, 12, 13"],
        ["4", "13", "0", "7, 8, 9, 10, misère, 11, 12, 13"],
        ["5", "10", "2", "7, 8, 9, 10, misère"],
        ["6", "8", "4", "7, 8, misère"],
    ]
    assert [[pads.text_of(pad, cell) for cell in row] for row in tables["misere"].rows] == [
        ["alone", "10", "−(10 + tricks)"],
        ["with a partner", "20", "−(10 + tricks)"],
    ]
