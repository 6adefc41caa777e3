"""The engine's contract: kinds of question, the interview, rows, and their description."""

from typing import Any

import pytest

from scorekeeper.engine import ask, contract, options
from scorekeeper.engine.deals import Line, Row, Rows
from scorekeeper.engine.describe import json_types, survey
from scorekeeper.engine.grid import printed, signed
from scorekeeper.engine.pad import turns_from
from scorekeeper.interview.lists import Many, Series
from scorekeeper.interview.reading import read
from scorekeeper.interview.steps import (
    NULL,
    Barred,
    Branch,
    Choice,
    Fault,
    Flag,
    Interview,
    Key,
    Number,
    OneOf,
    Question,
    SeatOf,
    SideOf,
    Text,
    Value,
    Warn,
    Word,
    YesNo,
)
from scorekeeper.sentences import Card, Seat, Sentence, Side, Voice, all_of, opening, say
from scorekeeper.sheet.documents import where
from tests.games import pads

VOICE = Voice(pads.NAMES, ((0, 2), (1, 3)))


def number(name: str = "tricks", **more: Any) -> Number:
    return Number(path=(name,), label=say("Tricks"), low=0, high=13, **more)


BID = Choice(
    path=("bid",),
    label=say("Bid"),
    keys=tuple(Key(n, say("{n}", n=n)) for n in (1, 2)),
    means={0: "nil"},
    refusals={3: say("Three is not played in this variant.")},
    numbers=(1, 2),
    wrong="Bids run from {low} to {high}; {given} is none of {choices}.",
)
DECLARER = SeatOf(path=("declarer",), label=say("Declarer"), seats=(1, 2), players=4)
MADE = YesNo(path=("made",), label=say("Contract"))
PASSED_OUT = Flag(path=("passed_out",), label=say("Passed out"))
SIDE = SideOf(path=("side",), label=say("Side"), sides=2)
NAME = Text(path=("name",), label=say("Name"), longest=3)
RULE = Word(path=("rule",), label=say("Rule"))
BARRED = Barred(
    path=("side_tricks",),
    kind=list,
    label=say("Tricks"),
    harmless=([0, 0],),
    missing=say("There are no tricks."),
)
LIST = Many(
    path=("tricks",),
    label=say("Tricks"),
    noun="numbers",
    items=(number(), None, number()),
    total=13,
)


# --- kinds of question --------------------------------------------------------------------------


def answered(question: Question, value: Value) -> tuple[Value, list[tuple[str, str]]]:
    """Return what the question makes of the value, and what it refuses."""
    refused: list[tuple[str, str]] = []
    answer = question.accept(
        value, lambda path, sentence: refused.append((where(path), VOICE.text(sentence)))
    )
    return answer, refused


@pytest.mark.parametrize(
    ("question", "value", "answer"),
    [
        (number(), 0, 0),
        (number(), 13, 13),
        (number(none=say("none")), None, NULL),
        (BID, 2, 2),
        (BID, 0, "nil"),
        (MADE, False, False),
        (PASSED_OUT, True, True),
        (DECLARER, 2, 2),
        (SIDE, 1, 1),
        (NAME, "Eve", "Eve"),
        (NAME, "  Eve  ", "  Eve  "),
        (RULE, "made-contract", "made-contract"),
        (LIST, [6, None, 7], [6, NULL, 7]),
        (BARRED, [0, 0], NULL),
    ],
)
def test_a_question_takes_what_it_asks_for(question: Question, value: Value, answer: Value) -> None:
    assert answered(question, value) == (answer, [])


@pytest.mark.parametrize(
    ("question", "value", "path", "message"),
    [
        (number(), 14, "tricks", "Tricks run from 0 to 13; 14 was entered."),
        (number(), -1, "tricks", "Tricks run from 0 to 13; −1 was entered."),
        (number(too_high="At most {high}."), 14, "tricks", "At most 13."),
        (number(), True, "tricks", "Tricks: a whole number is needed."),
        (number(), None, "tricks", "Tricks: a whole number is needed."),
        (BID, 3, "bid", "Three is not played in this variant."),
        (BID, 4, "bid", "Bids run from 1 to 2; 4 is none of 1 or 2."),
        (BID, True, "bid", "Bids run from 1 to 2; true is none of 1 or 2."),
        (BID, [1], "bid", "Bids run from 1 to 2; a list is none of 1 or 2."),
        (MADE, 1, "made", "Contract: either true or false."),
        (DECLARER, "2", "declarer", "Declarer: say which seat."),
        (DECLARER, 4, "declarer", "There is no seat 4 at this table; seats are 0 to 3."),
        (DECLARER, 0, "declarer", "Only Ben or Cat can be meant here."),
        (SIDE, 2, "side", "There is no side 2 at this table; sides are 0 to 1."),
        (SIDE, None, "side", "Side: say which side."),
        (NAME, "   ", "name", "Name: 1 to 3 characters."),
        (RULE, "no such rule", "rule", "Rule: the short name of a paragraph of the rules."),
        (LIST, 13, "tricks", "Tricks: a list is needed, one a player."),
        (LIST, [13], "tricks", "Three numbers are needed, one a player; 1 was entered."),
        (LIST, [6, None, 6], "tricks", "The tricks add up to 12; this deal has 13."),
        (LIST, [6, 0, 7], "tricks[1]", "Nobody sits in seat 1."),
    ],
)
def test_a_question_says_what_is_wrong(
    question: Question, value: Value, path: str, message: str
) -> None:
    assert answered(question, value) == (None, [(path, message)])


@pytest.mark.parametrize("value", [[0, 1], [False, False], [0.0, 0.0], [0], None, 0])
def test_barred_field_accepts_only_empty_values(value: Value) -> None:
    # asked for all the same: what it leaves out is not missing
    assert answered(BARRED, value) == (NULL, [("side_tricks", "There are no tricks.")])


def test_a_refused_flag_counts_as_answered() -> None:
    assert answered(PASSED_OUT, 1) == (True, [("passed_out", "Passed out: true, or left out.")])


def test_a_question_of_no_kind_takes_nothing() -> None:
    question = Question(path=("bid",), label=say("Bid"))

    assert question.keys_shown() == ()
    with pytest.raises(NotImplementedError):
        question.answer(1)
    with pytest.raises(NotImplementedError):
        question.judge(1)


def test_error_messages_are_sentences() -> None:
    assert repr(NULL) == "NULL"


def test_a_long_range_is_typed_not_tapped() -> None:
    points = Number(path=("points",), label=say("Points"), low=0, high=31)

    assert points.keys_shown() == ()
    assert [key.value for key in number().keys_shown()] == list(range(14))


# --- the interview ------------------------------------------------------------------------------

COUNT = OneOf(
    branches=(
        Branch("tricks", ("tricks",), say("tricks")),
        Branch("made", ("made",), say("made or lost")),
    ),
    fault=say("Enter the tricks, or whether the contract was made – one of them."),
)


def honours(part: str) -> Number:
    return Number(path=("honours", part), label=say(part.capitalize()), group=True, low=0, high=150)


def asks() -> Interview:
    branch = yield COUNT
    if branch == "tricks":
        tricks = yield number()
        if tricks == 13:
            yield Warn(("tricks",), say("All of them."))
        if tricks == 0:
            yield Fault(("tricks",), say("Not one?"))
    elif branch == "made":
        yield MADE
    yield honours("seat")
    yield honours("points")


@pytest.mark.parametrize(
    ("entry", "faults"),
    [
        ({"tricks": 7}, []),
        ({"made": True, "honours": {"seat": 0, "points": 100}}, []),
        ({}, [("", "Enter the tricks, or whether the contract was made – one of them.")]),
        (
            {"tricks": 7, "made": True},
            [("", "Enter the tricks, or whether the contract was made – one of them.")],
        ),
        ({"tricks": 0}, [("tricks", "Not one?")]),
        (
            {"made": True, "honours": {"seat": 0}},
            [("honours.points", "Missing: Points.")],
        ),
        ({"made": True, "honours": 100}, [("honours", "honours: an object is needed.")]),
        ({"made": True, "trump": "S"}, [("trump", "Unexpected field: trump.")]),
        (
            {"made": True, "honours": {"seat": 0, "points": 100, "suit": "S"}},
            [("honours.suit", "Unexpected field: suit.")],
        ),
        ({"made": 1, "trump": "S"}, [("made", "Contract: either true or false.")]),
    ],
)
def test_an_entry_is_read_with_all_its_faults(
    entry: dict[str, Any], faults: list[tuple[str, str]]
) -> None:
    assert [(where(f.path), VOICE.text(f.sentence)) for f in read(asks(), entry).faults] == faults


def test_an_odd_answer_is_warned_of_and_stands() -> None:
    reading = read(asks(), {"tricks": 13})

    assert [VOICE.text(warn.sentence) for warn in reading.warnings] == ["All of them."]
    assert reading.faults == []


# --- what an entry may hold ---------------------------------------------------------------------


def test_survey_finds_questions_of_every_branch() -> None:
    assert [where(path) for path in survey(asks)] == [
        "tricks",
        "honours.seat",
        "honours.points",
        "made",
    ]


def test_question_of_some_deals_is_optional() -> None:
    def asks_more() -> Interview:
        if not (yield PASSED_OUT):
            bid = yield number("bid")
            if bid == 2:
                yield number("after-two")
            yield number("tricks")

    found = survey(asks_more)

    assert {where(path): question.optional for path, question in found.items()} == {
        "passed_out": True,
        "bid": False,
        "tricks": False,
        "after-two": True,
    }


@pytest.mark.parametrize("first", [True, False])
def test_field_barred_in_some_deals_is_optional(first: bool) -> None:
    barred = ask.barred("hand", "Hand", "Not now.", bool)
    asked = ask.yes_no("hand", "Hand", "yes", "no", default=False).changed(optional=False)

    def asks_for_hand() -> Interview:
        made = yield MADE
        yield barred if bool(made) == first else asked

    found = survey(asks_for_hand)[("hand",)]

    assert (type(found), found.optional) == (type(asked), True)


def test_a_survey_joins_the_keys_of_all_deals() -> None:
    def asks_for_result() -> Interview:
        made = yield MADE
        results = {"won": "won", "schwarz": "schwarz"} if made else {"won": "won", "lost": "lost"}
        yield ask.one_of("result", "Result", results)

    found = survey(asks_for_result)[("result",)]

    assert sorted(key.value for key in found.keys_shown()) == ["lost", "schwarz", "won"]


def test_survey_tries_each_answer_of_any_list() -> None:
    def asks_of_bids() -> Interview:
        bids = yield Series(path=("bids",), label=say("Bids"), item=BID, longest=3)
        for bid in bids or ():
            yield number(f"after-{bid}")

    assert [where(path) for path in survey(asks_of_bids)] == ["bids", "after-1", "after-2"]


def test_endless_survey_ends_with_its_findings() -> None:
    runs = []

    def many() -> Interview:
        runs.append(1)
        for n in range(200):
            yield number(f"number-{n}")

    assert len(survey(many)) == 200
    assert len(runs) == 1


@pytest.mark.parametrize(
    ("question", "types"),
    [
        (LIST, {list}),
        (MADE, {bool}),
        (PASSED_OUT, {bool}),
        (number(), {int}),
        (number(none=say("none")), {int, type(None)}),
        (DECLARER, {int}),
        (SIDE, {int}),
        (BID, {int}),
        (Barred(path=("honours",), kind=dict, label=say("Honours")), {dict}),
        (Text(path=("name",), label=say("Name"), longest=3, none=say("nobody")), {str, type(None)}),
        (RULE, {str}),
    ],
)
def test_question_has_json_types_of_answers(question: Question, types: set[type]) -> None:
    assert set(json_types(question)) == types


# --- house rules --------------------------------------------------------------------------------


class House(options.Options):
    target = options.number("Target", "", 50, 2000, default=500)
    lose_at = options.number_or_none("Losing score", "", -500, -50, none="none")
    rounds: options.Option[int | None] = options.choice(
        "Rounds", "", {1: "one", 3: "three", None: "any"}
    )
    tie = options.choice("A tie", "", {"shared": "both win", "none": "no"})
    nil = options.switch("Nil", "")


RULES = {option.name: option.question() for option in House.declared}


@pytest.mark.parametrize(
    ("rule", "value", "message"),
    [
        ("target", 49, "`target` runs from 50 to 2000."),
        ("target", "500", "`target` runs from 50 to 2000."),
        ("target", None, "`target` runs from 50 to 2000."),
        ("rounds", 2, "`rounds` is 1, 3 or null."),
        ("tie", None, "`tie` is shared or none."),
        ("nil", "yes", "`nil` is true or false."),
    ],
)
def test_a_house_rule_says_what_it_may_be(rule: str, value: Value, message: str) -> None:
    assert answered(RULES[rule], value) == (None, [(rule, message)])


@pytest.mark.parametrize(
    ("rule", "value", "answer"),
    [
        ("lose_at", None, NULL),
        ("rounds", None, NULL),
        ("rounds", 1, 1),
        ("nil", False, False),
    ],
)
def test_a_house_rule_takes_what_it_may_be(rule: str, value: Value, answer: Value) -> None:
    assert answered(RULES[rule], value) == (answer, [])


def test_house_rules_are_attributes_and_mapping() -> None:
    usual, changed = House(), House(target=250, nil=True)

    assert (usual.target, usual.lose_at, usual.rounds, usual.tie, usual.nil) == (
        *(500, None, 1, "shared", False),
    )
    assert (changed.target, changed["target"], changed.nil) == (250, 250, True)
    assert hash(changed) == hash(House(nil=True, target=250))
    assert hash(changed) != hash(usual)
    assert (House.target.name, House.target.default) == ("target", 500)


# --- what is odd --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("warns", "texts"),
    [
        (contract.far_short(("tricks",), 0, 8, 0), ["Ann & Cat took 8 fewer than was bid."]),
        (contract.far_short(("tricks",), 0, 8, 1), []),
        (
            contract.far_short(("tricks",), 1, 3, 0),
            ["Not one trick went towards the bid of Ben & Dan."],
        ),
        (contract.far_short(("tricks",), 1, 0, 0), []),
        (contract.far_over(("tricks",), 1, 2, 10, 13), ["Ben & Dan took 8 more than was bid."]),
        (contract.far_over(("tricks",), 1, 2, 9, 13), []),
        (
            contract.far_over(("tricks",), 0, 9, 10, 10),
            ["Ann & Cat took every trick. Is that right?"],
        ),
        (contract.far_over(("tricks",), 0, 10, 10, 10), []),
        (contract.too_many_bid(("bids",), 14, 13), ["Bids add up to 14 of 13 tricks."]),
        (contract.too_many_bid(("bids",), 13, 13), []),
    ],
)
def test_warnings_start_at_their_thresholds(warns: list[Warn], texts: list[str]) -> None:
    assert [VOICE.text(warn.sentence) for warn in warns] == texts


# --- rows and seats -----------------------------------------------------------------------------


def row(number: int) -> Row:
    return Row({}, "deal", number, (), (0,), (0,), ("Ann",), {"dealer": 0})


def test_pads_from_the_same_row_stay_apart() -> None:
    first = Rows([], 0).plus(row(1))
    one, other = first.plus(row(2)), first.plus(row(3))

    assert [r.number for r in one] == [1, 2]
    assert [r.number for r in reversed(other)] == [3, 1]
    assert [r.number for r in one[1:]] == [2]
    assert (len(first), first[-1].number) == (1, 1)
    with pytest.raises(IndexError):
        first[1]


def test_row_of_another_thread_is_not_ours() -> None:
    class Shared(list[Row]):
        def append(self, ours: Row) -> None:
            super().append(row(7))
            super().append(ours)

    assert [r.number for r in Rows(Shared(), 0).plus(row(1))] == [1]


def test_missing_seat_plays_for_nobody() -> None:
    pad = pads.played("spades")

    assert [pad.side_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    with pytest.raises(IndexError):
        pad.side_of(4)


def test_turns_go_round_from_a_seat() -> None:
    assert turns_from(pads.played("spades"), 3) == (3, 0, 1, 2)
    assert turns_from(pads.played("tally", names=("Ann", "Ben")), 2) == (0, 1)


# --- tables -------------------------------------------------------------------------------------


def test_table_prints_words_and_sentences() -> None:
    table = printed(("Bid", 2), [("nil", -100), (say("{n} bags", n=10), 0)])
    assert all(isinstance(cell, Sentence) for line in (table.head, *table.rows) for cell in line)

    assert [[VOICE.text(cell) for cell in line] for line in (table.head, *table.rows)] == [
        ["Bid", "2"],
        ["nil", "−100"],
        ["10 bags", "0"],
    ]
    assert [VOICE.text(signed(n)) for n in (100, 0, -10)] == ["+100", "0", "−10"]


# --- lines --------------------------------------------------------------------------------------

BEN = say("{seat} bid {n}", seat=Seat(1), n=4)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (say("made 4 spades"), None),
        (say("made it with {seat}", seat=Seat(1)), None),
        (BEN, Seat(1)),
        (say("{what}: made", what=BEN), Seat(1)),
        (say("{n} {n:bag|bags}", n=2), 2),
        (say("{who} won", who=all_of(Side(0), Side(1))), Side(0)),
        (say("{cards}", cards=all_of(Card("KH"))), Card("KH")),
        (say("{who} won", who=all_of()), all_of()),
    ],
)
def test_the_value_that_opens_a_sentence(text: Sentence, value: object) -> None:
    found = opening(text)

    assert (type(found), found) == (type(value), value)


@pytest.mark.parametrize(("side", "named"), [(0, False), (1, True)])
def test_line_beginning_with_player_has_no_name(side: int, named: bool) -> None:
    line = Line(side, 1, say("{what}: made", what=BEN), "bid-made")

    assert line.names_player(((0, 2), (1, 3))) is named
