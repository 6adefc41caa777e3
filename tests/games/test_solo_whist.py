"""Solo Whist, beyond its vectors: what is asked of whom, words, warnings, its page's table."""

from typing import Any

import pytest

from scorekeeper.engine.game import Pad
from scorekeeper.games.solo_whist import GAME
from scorekeeper.interview.lists import InTurn, Many
from scorekeeper.interview.steps import Barred, Choice, Number, SeatOf
from tests.games import pads
from tests.games.rulepages import printed

PASSED = {"passed_out": True}
PAIR = {"contract": "prop_cop", "declarers": [2, 0]}


def played(*entries: dict[str, Any], **options: Any) -> Pad:
    return pads.played("solo-whist", *entries, **options)


def deal(contract: str, tricks: int, *declarers: int) -> dict[str, Any]:
    return {"contract": contract, "declarers": [*declarers], "tricks": tricks}


# --- questions ----------------------------------------------------------------------------------


def test_each_contract_says_what_it_is_worth() -> None:
    pad = played()
    contract = pads.questions_of(pad, {})["contract"]

    assert isinstance(contract, Choice)
    assert [
        (pads.text_of(pad, key.label), pads.text_of(pad, key.badge)) for key in contract.keys
    ] == [
        ("prop and cop", "1"),
        ("solo", "1"),
        ("misère", "2"),
        ("abundance", "3"),
        ("abundance in trump", "3"),
        ("misère ouverte", "4"),
        ("slam", "6"),
    ]


def test_player_is_asked_once_contract_is_known() -> None:
    assert "declarers" not in pads.questions_of(played(), {})
    assert list(pads.questions_of(played(), PASSED)) == ["passed_out"]


@pytest.mark.parametrize(
    ("contract", "parts"),
    [("prop_cop", ["Prop", "Cop"]), ("solo", ["Declarer"]), ("slam", ["Declarer"])],
)
def test_prop_and_cop_has_two_players_others_one(contract: str, parts: list[str]) -> None:
    pad = played()
    declarers = pads.questions_of(pad, {"contract": contract})["declarers"]

    assert isinstance(declarers, Many)
    assert declarers.own_labels
    assert [pads.text_of(pad, item.label) for item in declarers.items if item] == parts


def test_anybody_but_the_proposer_may_cop() -> None:
    declarers = pads.questions_of(played(), PAIR)["declarers"]

    assert isinstance(declarers, InTurn)
    _, cop = declarers.items_given([2, None])
    assert isinstance(cop, SeatOf)
    assert cop.seats == (0, 1, 3)
    _, cop = declarers.items_given([None, 1])
    assert isinstance(cop, SeatOf)
    assert cop.seats == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("contract", "counts"),
    [("prop_cop", True), ("solo", True), ("abundance", True), ("abundance_trump", True)]
    + [("misere", False), ("misere_ouverte", False), ("slam", False)],
)
def test_tricks_are_asked_where_overtricks_count(contract: str, counts: bool) -> None:
    asked = pads.questions_of(played(overtrick_value=1), {"contract": contract, "tricks": 4})

    assert isinstance(asked.get("made"), Barred) == counts
    assert isinstance(asked["tricks"], Number)
    assert ("made" in pads.questions_of(played(overtrick_value=1), {"made": True})) is True


@pytest.mark.parametrize(
    ("contract", "hint"),
    [("prop_cop", "8 needed"), ("misere", "no tricks allowed"), ("slam", "13 needed")],
)
def test_the_tricks_say_how_many_are_needed(contract: str, hint: str) -> None:
    pad = played()
    tricks = pads.questions_of(pad, {"contract": contract, "tricks": 1})["tricks"]

    assert pads.text_of(pad, tricks.hint) == hint


# --- lines --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "entry", "lines"),
    [
        (
            {"overtrick_value": 2},
            deal("prop_cop", 10, 2, 0),
            [
                (
                    2,
                    10,
                    "made prop and cop with 10 tricks, 2 over at 2: 5 each from Ben and Dan",
                    "contract-made",
                ),
                (
                    0,
                    10,
                    "made prop and cop with 10 tricks, 2 over at 2: 5 each from Ben and Dan",
                    "contract-made",
                ),
                (
                    1,
                    -10,
                    "paid 5 each to Cat and Ann, who made prop and cop with 10 tricks, 2 over at 2",
                    "contract-made",
                ),
                (
                    3,
                    -10,
                    "paid 5 each to Cat and Ann, who made prop and cop with 10 tricks, 2 over at 2",
                    "contract-made",
                ),
            ],
        ),
        (
            {},
            {"contract": "slam", "declarers": [1], "made": False},
            [
                (1, -18, "lost slam: 6 each to Ann, Cat and Dan", "contract-lost"),
                (0, 6, "got 6 from Ben, who lost slam", "contract-lost"),
                (2, 6, "got 6 from Ben, who lost slam", "contract-lost"),
                (3, 6, "got 6 from Ben, who lost slam", "contract-lost"),
            ],
        ),
        (
            {"payment": "paper"},
            deal("misere", 3, 0),
            [
                (0, 0, "lost misère with 3 tricks", "contract-lost"),
                (1, 2, "defended: Ann lost misère with 3 tricks", "contract-lost"),
                (2, 2, "defended: Ann lost misère with 3 tricks", "contract-lost"),
                (3, 2, "defended: Ann lost misère with 3 tricks", "contract-lost"),
            ],
        ),
        (
            {},
            PASSED,
            [
                (seat, 0, "scored nothing: the deal was abandoned", "passed-out")
                for seat in range(4)
            ],
        ),
    ],
)
def test_the_lines_say_who_pays_whom(
    options: dict[str, Any], entry: dict[str, Any], lines: list[tuple[int, int, str, str]]
) -> None:
    assert pads.lines(played(entry, **options)) == lines


# --- warnings -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        (deal("prop_cop", 1, 2, 0), None),
        (deal("prop_cop", 0, 2, 0), "Cat and Ann took 8 fewer than was bid."),
        (deal("solo", 1, 1), None),
        (deal("solo", 0, 1), "Not one trick went towards the bid of Ben."),
        (deal("slam", 5, 3), "Dan took 8 fewer than was bid."),
        (deal("misere", 7, 3), None),
        (deal("misere_ouverte", 8, 3), "Dan took 8 more than was bid."),
        ({**PAIR, "made": False}, None),
        (PASSED, None),
    ],
)
def test_a_contract_missed_by_far_is_warned_of(entry: dict[str, Any], told: str | None) -> None:
    assert pads.warnings(played(), entry) == ([("tricks", told)] if told else [])


@pytest.mark.parametrize(("payment", "paid"), [("credits", True), ("paper", False)])
def test_on_paper_nobody_pays(payment: str, paid: bool) -> None:
    pad = played(payment=payment)

    assert pad.game.counters
    assert pad.game.counters(pad.options) == paid


# --- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({}, None),
        ({"contract": "solo"}, None),
        ({"declarers": [1]}, None),
        ({"contract": "prop_cop", "declarers": [1, None]}, None),
        (PASSED, "the deal was abandoned"),
        (PAIR, "prop and cop by Cat and Ann"),
        ({**PAIR, "made": True}, "prop and cop by Cat and Ann, made"),
        (deal("abundance_trump", 8, 3), "abundance in trump by Dan, lost with 8"),
        (deal("misere_ouverte", 0, 3), "misère ouverte by Dan, made with 0"),
    ],
)
def test_a_deal_in_a_few_words(entry: dict[str, Any], told: str | None) -> None:
    assert pads.headline(played(), entry) == told


@pytest.mark.parametrize(
    ("entry", "facts"),
    [
        (deal("prop_cop", 8, 2, 0), [(2, "bid kept", 1), (0, "bid kept", 1)]),
        (deal("misere", 1, 3), [(3, "bid lost", 1)]),
        (PASSED, []),
    ],
)
def test_statistics_count_all_who_played_it(
    entry: dict[str, Any], facts: list[tuple[int, str, int]]
) -> None:
    assert pads.facts(played(), entry) == facts


def test_the_rules_page_gets_the_contracts() -> None:
    assert [", ".join(row) for row in printed(GAME, "contracts")[1:]] == [
        "prop and cop, 1, 8, the turned suit",
        "solo, 1, 5, the turned suit",
        "misère, 2, none, none",
        "abundance, 3, 9, what the declarer names",
        "abundance in trump, 3, 9, the turned suit",
        "misère ouverte, 4, none, none",
        "slam, 6, 13, none",
    ]
