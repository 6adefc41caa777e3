"""Questions as documents: what they may hold, and what is said of one that cannot be answered."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import questions
from scorekeeper.games import games
from tests.referee.asking import errors, trick

GAMES = "Unknown game. Games: " + ", ".join(games()) + "."

# --- the question itself ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "wrong"),
    [
        (None, [("", "A question is a JSON object.")]),
        ([], [("", "A question is a JSON object.")]),
        ("whist", [("", "A question is a JSON object.")]),
        ({}, [("game", GAMES)]),
        ({"game": "poker"}, [("game", GAMES)]),
        ({"game": ["whist"]}, [("game", GAMES)]),
        ({"game": "whist", "trump": "S"}, [("trump", "A question has no `trump`.")]),
        (
            {"game": "whist", "variant": "nil"},
            [("variant", "Unknown variant; Whist has no variants.")],
        ),
        (
            {"game": "spades", "variant": 1},
            [("variant", "Unknown variant; the variants of Spades are nil, bags and nil-bags.")],
        ),
        ({"game": "whist", "context": []}, [("context", "The context is an object.")]),
        ({"game": "tally"}, [("game", "The score pad has no referee.")]),
        (
            {"game": "tally", "context": {"trump": "S"}},
            [("game", "The score pad has no referee.")],
        ),
    ],
)
@pytest.mark.parametrize("ask", [questions.trick, questions.call])
def test_a_question_that_is_none_is_refused(
    ask: Any, question: Any, wrong: list[tuple[str, str]]
) -> None:
    assert errors(ask(question)) == wrong


@pytest.mark.parametrize(
    ("question", "wrong"),
    [
        ({"plays": "AS"}, [("plays", "`plays` is a list.")]),
        ({"hand": {}}, [("hand", "`hand` is a list.")]),
        ({"plays": ["AS", 7]}, [("plays[1]", "`plays` is a list of words in quotes.")]),
        ({"hand": [None]}, [("hand[0]", "`hand` is a list of words in quotes.")]),
        ({"calls": []}, [("calls", "A question has no `calls`.")]),
        ({"dealer": 0}, [("dealer", "A question has no `dealer`.")]),
    ],
)
def test_cards_are_lists_of_words(question: dict[str, Any], wrong: list[tuple[str, str]]) -> None:
    assert errors(questions.trick({"game": "whist", **question})) == wrong


@pytest.mark.parametrize(
    ("question", "wrong"),
    [
        ({"calls": "pass"}, [("calls", "`calls` is a list.")]),
        ({"calls": [7]}, [("calls[0]", "`calls` is a list of words in quotes.")]),
        ({"call": 7}, [("call", "A call is written in quotes, a number of tricks too.")]),
        ({"dealer": 4}, [("dealer", "`dealer` is a seat, 0 to 3.")]),
        ({"dealer": True}, [("dealer", "`dealer` is a seat, 0 to 3.")]),
        ({"dealer": 3, "context": {"players": 3}}, [("dealer", "`dealer` is a seat, 0 to 2.")]),
        ({"plays": []}, [("plays", "A question has no `plays`.")]),
    ],
)
def test_calls_are_lists_of_words(question: dict[str, Any], wrong: list[tuple[str, str]]) -> None:
    assert errors(questions.call({"game": "noms", **question})) == wrong


def test_what_is_left_out_is_as_good_as_null() -> None:
    bare = questions.trick({"game": "whist"})

    assert bare == questions.trick(
        {"game": "whist", "variant": None, "context": None, "plays": None, "hand": None}
    )
    assert questions.call({"game": "bridge"}) == questions.call(
        {"game": "bridge", "context": {}, "calls": [], "call": None, "dealer": 0}
    )


def test_an_answer_is_json() -> None:
    answer = questions.call({"game": "bridge", "calls": ["1C"]})

    assert json.loads(msgspec.json.encode(answer)) == answer


# --- the context --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [game for game in games().values() if game.play])
def test_any_option_may_stand_in_a_context(game: Any) -> None:
    for variant, options in game.variants.items():
        assert "errors" not in trick(game.slug, variant=variant, **options)


def test_long_context_is_answered_as_a_short_one() -> None:
    tartan = "x" * 5000

    assert errors(trick("whist", tartan=tartan)) == errors(trick("whist", tartan=""))


def test_depth_of_context_makes_no_difference() -> None:
    for depth in (*range(900, 1010), *range(2_000, 20_000, 1_000)):
        text = '{"game": "whist", "context": {"trump": ' + "[" * depth + "]" * depth + "}}"
        try:
            question = msgspec.json.decode(text)
        except RecursionError:  # how much is too deep depends on the Python
            break
        assert errors(questions.trick(question))[0][0].startswith("context")
    else:
        pytest.fail("nothing was too deep to be read")


# --- junk ---------------------------------------------------------------------------------------

WORDS = st.sampled_from(
    [*("AS", "2C", "JK", "TD", "7H", "pass", "1C", "7", "X", "order", "UR", "C", "prop", "nap")]
)
JUNK: Any = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 60)
    | st.floats(allow_nan=False)
    | st.text()
    | WORDS,
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text() | WORDS, inner, max_size=4)
    ),
    max_leaves=12,
)
SLUGS = st.sampled_from([*games(), "poker"])
KEYS = sorted(
    {"leader", "players", "seats_out", "foo"}
    | {key.name for game in games().values() for part in (game.play, game.auction) if part
       for key in part.keys}
    | {name for game in games().values() for name in game.defaults(None)}
)  # fmt: skip
CONTEXTS = st.dictionaries(st.sampled_from(KEYS), JUNK, max_size=4) | JUNK
LISTS = st.lists(WORDS, max_size=9) | JUNK


def answers(ask: Any, question: Any) -> None:
    """The question gets an answer or errors that can be read."""
    answer = json.loads(msgspec.json.encode(ask(question)))

    for error in answer.get("errors", ()):
        assert set(error) == {"at", "message"}
        assert error["message"]
        assert error["message"][-1] in ".…"
    assert answer.get("errors") or answer["rule"]


@given(JUNK, SLUGS, CONTEXTS, LISTS, LISTS, JUNK)
def test_random_input_is_answered_in_words(
    junk: Any, slug: str, context: Any, some: Any, others: Any, more: Any
) -> None:
    head = {"game": slug, "context": context}

    for ask in (questions.trick, questions.call):
        answers(ask, junk)
    answers(questions.trick, {**head, "plays": some, "hand": others})
    answers(questions.call, {**head, "calls": some, "call": more, "dealer": others})
    answers(questions.call, {**head, "calls": some, "call": "pass", "variant": more})
