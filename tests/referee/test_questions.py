"""Questions as documents: what they may hold, and what is said of one that cannot be answered."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import questions
from scorekeeper.games import games
from tests.referee.asking import call, calls, errors, settled, trick

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


@pytest.mark.parametrize(
    ("game", "facts", "wrong"),
    [
        ("whist", {"leader": 4}, "`leader` is a seat, 0 to 3."),
        ("whist", {"leader": -1}, "`leader` is a seat, 0 to 3."),
        ("whist", {"leader": None}, "`leader` is a seat, 0 to 3."),
        ("noms", {"leader": 3, "players": 3}, "`leader` is a seat, 0 to 2."),
        ("whist", {"seats_out": 1}, "`seats_out` is a list of seats, 0 to 3, each at most once."),
        ("whist", {"seats_out": [4]}, "`seats_out` is a list of seats, 0 to 3, each at most once."),
        (
            "whist",
            {"seats_out": [1, 1]},
            "`seats_out` is a list of seats, 0 to 3, each at most once.",
        ),
        (
            "whist",
            {"seats_out": [[]]},
            "`seats_out` is a list of seats, 0 to 3, each at most once.",
        ),
        ("whist", {"players": 3}, "Whist is for 4 players."),
        ("noms", {"players": 7}, "Noms is for 3 to 6 players."),
        ("noms", {"players": "4"}, "Noms is for 3 to 6 players."),
        ("whist", {"trump": "X"}, "`trump` is one of C D H S NT."),
        ("whist", {"trump": ["S"]}, "`trump` is one of C D H S NT."),
        ("spades", {"trump": "S"}, "Unexpected field `trump`."),
        ("spades", {"broken": 1}, "`broken` is true or false."),
        ("spades", {"broken": None}, "`broken` is true or false."),
        ("twenty-eight", {"called": 5}, "`called` runs from 0 to 4."),
        ("twenty-eight", {"called": True}, "`called` runs from 0 to 4."),
        (
            "twenty-eight",
            {"face_down": "2S"},
            "`face_down` is a card of the pack, written AS or TD.",
        ),
        ("noms", {"nominated": "10H"}, "`nominated` is a card of the pack, written AS or TD."),
        ("sharp-nullo", {"direction": "up"}, "`direction` is one of uptown downtown."),
        (
            "five-hundred",
            {"shown_void": ["NT"]},
            "`shown_void` is a list of C D H S, each at most once.",
        ),
        (
            "five-hundred",
            {"ace_no_face": [True]},
            "`ace_no_face` is a list of 0 1, each at most once.",
        ),
        (
            "five-hundred",
            {"ace_no_face": [1, 1]},
            "`ace_no_face` is a list of 0 1, each at most once.",
        ),
        ("five-hundred", {"named_suit": "NT"}, "`named_suit` is one of C D H S."),
        ("five-hundred", {"rounds": 2}, "`rounds` is 1, 3 or null."),
        ("euchre", {"turned": "NT"}, "`turned` is one of C D H S."),
        ("euchre", {"deck": "24"}, "`deck` is 32 or 24."),
        (
            "oh-hell",
            {"hand_size": 0},
            "`hand_size` is 1 or more, and the pack must be enough for the players.",
        ),
        (
            "oh-hell",
            {"hand_size": 13},
            "`hand_size` is 1 or more, and the pack must be enough for the players.",
        ),
    ],
)
def test_what_a_context_cannot_hold(game: str, facts: dict[str, Any], wrong: str) -> None:
    (at,) = {f"context.{name}" for name in facts} - {"context.players"} or {"context.players"}

    assert errors(trick(game, **facts)) == [(at, wrong)]
    assert game == "whist" or errors(call(game, **facts)) == [(at, wrong)]


def test_all_faults_of_a_context_are_told() -> None:
    answer = trick("spades", broken=1, tartan=1, min_bid=9, leader="Ann")

    assert [at for at, _ in errors(answer)] == [
        "context.broken",
        "context.tartan",
        "context.leader",
        "context.min_bid",
    ]


def test_options_are_looked_at_together() -> None:
    wrong = "All four fours belong to the pack of 45 cards."
    hands = "With 5 players a hand has 1 to 10 cards; 12 was entered."

    assert errors(trick("five-hundred", fours="all")) == [("context.fours", wrong)]
    assert "errors" not in trick("five-hundred", fours="all", variant="45-card")
    assert errors(trick("oh-hell", hand_sizes=[12], players=5)) == [("context.hand_sizes", hands)]


@pytest.mark.parametrize("game", [game for game in games().values() if game.play])
def test_any_option_may_stand_in_a_context(game: Any) -> None:
    for variant, options in game.variants.items():
        assert "errors" not in trick(game.slug, variant=variant, **options)


def test_null_is_an_option_where_it_has_meaning() -> None:
    assert "errors" not in call("five-hundred", rounds=None)
    assert "errors" in call("spades", nil=None)


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


# --- what an auction needs ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "made", "at", "message"),
    [
        ("oh-hell", "", "context.hand_size", "Enter how many cards are dealt."),
        ("euchre", "pass pass pass pass", "context.turned", "Say which suit was turned up."),
        ("euchre", "order", "context.turned", "Say which suit was turned up."),
    ],
)
def test_what_an_auction_needs_must_be_said(game: str, made: str, at: str, message: str) -> None:
    assert errors(call(game, made)) == [(at, message)]


@pytest.mark.parametrize(
    ("game", "made", "asked", "reason"),
    [
        ("five-hundred", "", "open misère", "Instead of open misère, call nullo or bar_nullo."),
        ("five-hundred", "", "inkle", "Instead of inkle, call 6S, 6C, 6D or 6H."),
        ("five-hundred", "8H", "misere", "Nullo is too low over 8 hearts"),
        ("solo-whist", "", "Royal abundance", "Instead of Royal abundance, call abundance_trump."),
        ("spades", "", "blind nil", "Instead of blind nil, call double_nil."),
        ("nap", "", "misery", "Instead of misery, call mis."),
        ("noms", "", "nil", "Instead of nil, call misere."),
        ("trex", "", "slaps", "Instead of slaps, call eltoosh."),
        ("euchre", "", "pick it up", "Instead of pick it up, call order."),
    ],
)
def test_misnamed_call_gets_the_known_names(game: str, made: str, asked: str, reason: str) -> None:
    facts = {"turned": "H"} if game == "euchre" else {}
    answer = call(game, made, asked, **facts)

    assert answer["legal"] is False
    assert answer["reason"].startswith(reason)


def test_turned_suit_does_not_affect_first_round() -> None:
    assert calls("euchre", "pass") == "pass order"


def test_a_player_who_sits_out_does_not_call() -> None:
    assert call("noms", players=5, seats_out=[1])["to_act"] == 2
    assert call("noms", players=5, seats_out=[1])["legal_calls"][-1] == "13"
    assert call("noms", "pass pass pass", "pass", players=5, seats_out=[1])["legal"] is False
    assert settled("nap", "two pass pass", seats_out=[1])["declarer"] == 2
    declared = settled("oh-hell", "1 0 1", hand_size=1, seats_out=[2])
    assert declared == {"bids": [1, 1, None, 0]}
    assert errors(call("nap", players=3, seats_out=[1, 2])) == [
        ("context.seats_out", "At least two players are needed to call.")
    ]


def test_a_game_without_bidding_says_so() -> None:
    assert errors(call("whist")) == [("game", "Whist has no bidding.")]
    assert errors(call("tally")) == [("game", "The score pad has no referee.")]


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
