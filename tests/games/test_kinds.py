"""Kinds of question that few games ask: who took which cards, an order, a seat that is settled."""

from typing import Any

import pytest
from msgspec.structs import replace

from scorekeeper.engine.cards_taken import Captures, DerivedSeat, FinishOrder, InParts
from scorekeeper.engine.describe import item_types, json_types, survey
from scorekeeper.interview.lists import Series
from scorekeeper.interview.reading import walk
from scorekeeper.interview.steps import Choice, Interview, Key, Question, SeatOf
from scorekeeper.sentences import Seat, Voice, say
from scorekeeper.sheet.documents import where
from tests.games.pads import NAMES
from tests.games.test_contract import answered

ACES = Captures(
    path=("aces",),
    label=say("Aces"),
    cards=("AS", "AH"),
    seats=(0, 1, 2),
    doubling=True,
    leads=True,
)
ORDER = FinishOrder(
    path=("order",),
    label=say("Order"),
    items=tuple(
        SeatOf(path=("order", place), label=say("{n}", n=place + 1), seats=(0, 1, 2), players=3)
        for place in range(2)
    ),
    lacking="{missing} {n:is|are} still in.",
)
HOST = DerivedSeat(
    path=("host",),
    label=say("Host"),
    seats=(0, 1, 2),
    players=3,
    derived=1,
    refusals={seat: say("Not {given}.", given=Seat(seat)) for seat in (0, 2)},
)
OWN = {"card": "AH", "taken_by": 2, "doubled_by": 2}


def asked_paths(question: InParts, parts: dict[Any, Any]) -> list[str]:
    """Return what a page asks for, where it has these answers of the list already."""
    paths: list[str] = []

    def reply(step: Any) -> Any:
        paths.append(where(step.path))
        value = parts.get(step.path[1])
        return step.answer(value.get(step.path[-1]) if isinstance(value, dict) else value)

    walk(question.parts(), reply)
    return paths


# --- who took which cards -----------------------------------------------------------------------


def test_each_card_is_asked_who_took_and_doubled() -> None:
    assert asked_paths(ACES, {}) == [
        "aces.AS.taken_by",
        "aces.AS.doubled_by",
        "aces.AH.taken_by",
        "aces.AH.doubled_by",
    ]


@pytest.mark.parametrize(
    ("leads", "doubled_by", "asks"), [(True, 2, True), (True, 1, False), (False, 2, False)]
)
def test_who_led_is_asked_where_it_matters(leads: bool, doubled_by: int, asks: bool) -> None:
    aces = replace(ACES, leads=leads)

    found = asked_paths(aces, {"AH": {"taken_by": 2, "doubled_by": doubled_by}})

    assert ("aces.AH.led_by" in found) == asks


def test_parts_join_to_a_list_and_split_again() -> None:
    spade, heart = {"card": "AS", "taken_by": 0}, {"card": "AH", "taken_by": 1, "doubled_by": 2}

    assert ACES.join({}) == [{"card": "AS"}, {"card": "AH"}]
    assert ACES.join({"AH": {"taken_by": 1, "doubled_by": 2}}) == [{"card": "AS"}, heart]
    assert ACES.split([heart, spade]) == {"AS": spade, "AH": heart}


@pytest.mark.parametrize(
    ("value", "refused"),
    [
        ([{"card": "AS", "taken_by": 0}, {**OWN, "led_by": 0}], []),
        (
            [{"card": "AS", "taken_by": 0}, OWN],
            [
                (
                    "aces[1].led_by",
                    "Cat took the ace of hearts she had doubled: say who led that trick.",
                )
            ],
        ),
        ("AS", [("aces", "Aces: a list is needed.")]),
        (
            [1, {"card": "AS"}],
            [
                ("aces[0]", "Aces: an object is needed."),
                ("aces[1].taken_by", "Say who took the ace of spades."),
            ],
        ),
        ([OWN | {"led_by": 1}], [("aces", "The ace of spades is missing.")]),
    ],
)
def test_list_of_cards_is_read_with_all_faults(value: Any, refused: list[tuple[str, str]]) -> None:
    assert answered(ACES, value) == (None if refused else value, refused)


# --- an order -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "order"),
    [
        ({}, []),
        ({0: 2}, [2]),
        ({0: 2, 1: 0}, [2, 0, 1]),
        ({1: 0}, [0]),
        ({0: 1, 1: 1}, [1]),
        ({0: "x", 1: 2}, [2]),
    ],
)
def test_last_follows_and_gaps_close(parts: dict[int, Any], order: list[int]) -> None:
    assert ORDER.join(parts) == order


def test_an_order_is_asked_for_place_by_place() -> None:
    assert asked_paths(ORDER, {}) == asked_paths(ORDER, {0: 2}) == ["order[0]", "order[1]"]
    assert ORDER.split((2, 0, 1)) == {"0": 2, "1": 0, "2": 1}


@pytest.mark.parametrize(
    ("value", "refused"),
    [
        ([2, 0, 1], []),
        (7, [("order", "Order: a list is needed.")]),
        ([], [("order", "Ann, Ben and Cat are still in.")]),
        ([2, 2, 0], [("order", "Ben is still in.")]),
        ([2, 0, 1, 0], [("order", "Order: nobody can stand there twice.")]),
        ([2, None], [("order[1]", "1: say which seat.")]),
        ([3, 0, 1], [("order[0]", "There is no seat 3 at this table; seats are 0 to 2.")]),
    ],
)
def test_an_order_has_everybody_once(value: Any, refused: list[tuple[str, str]]) -> None:
    assert answered(ORDER, value) == (None if refused else value, refused)


# --- a seat that is settled ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "refused"),
    [
        (1, []),
        (0, [("host", "Not Ann.")]),
        (3, [("host", "There is no seat 3 at this table; seats are 0 to 2.")]),
        (True, [("host", "Host: say which seat.")]),
    ],
)
def test_a_sheet_must_agree_with_what_is_settled(
    value: Any, refused: list[tuple[str, str]]
) -> None:
    assert answered(HOST, value) == (None if refused else value, refused)


# --- a choice that is used up -------------------------------------------------------------------


def test_disabled_key_is_shown_and_not_taken() -> None:
    choice = Choice(
        path=("game",),
        label=say("Game"),
        keys=(Key("girls", say("girls"), used_up=True), Key("king", say("king"))),
        wrong="{given} is not left: {choices}.",
    )

    assert [key.value for key in choice.keys_shown()] == ["girls", "king"]
    assert answered(choice, "girls") == (None, [("game", "girls is not left: king.")])


# --- what other programs are told ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "kind"), [(ACES, list), (ORDER, list), (HOST, int)], ids=["aces", "order", "host"]
)
def test_questions_have_json_types_of_answers(question: Question, kind: type) -> None:
    assert json_types(question) == (kind,)


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        (ACES, (dict,)),
        (ORDER, (int, type(None))),
        (Series(path=("declarers",), label=say("Who declares"), item=HOST, longest=2), (int,)),
        (HOST, (object,)),
    ],
    ids=["cards taken", "order", "series", "no list"],
)
def test_list_items_have_json_types_of_answers(question: Question, kinds: tuple[type, ...]) -> None:
    assert item_types(question) == kinds


def test_survey_joins_the_cards_of_all_branches() -> None:
    def asks() -> Interview:
        suit = yield Choice(
            path=("suit",), label=say("Suit"), keys=(Key("S", say("S")), Key("H", say("H")))
        )
        yield Captures(
            path=("aces",),
            label=say("Aces"),
            cards=(f"A{suit}",),
            seats=(0, 1),
            doubling=False,
            leads=False,
        )

    found = survey(asks)[("aces",)]

    assert isinstance(found, Captures)
    assert found.cards[:2] == ("AS", "AH")


def test_a_question_in_parts_of_no_kind_has_none() -> None:
    question = InParts(path=("parts",), label=say("Parts"))

    with pytest.raises(NotImplementedError):
        question.parts()
    with pytest.raises(NotImplementedError):
        question.join({})
    assert Voice(NAMES).text(question.judge(0)) == "Parts: a list is needed."
