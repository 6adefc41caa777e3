"""Properties of every trick and every auction, in every game."""

import json
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper import questions, rulebook, sheet
from scorekeeper.engine.game import Game
from scorekeeper.engine.replay import interview
from scorekeeper.game_checks.check import NAMES
from scorekeeper.games import games
from scorekeeper.interview.reading import read, walk
from scorekeeper.interview.steps import Flag, OneOf, Question, Step, Value
from scorekeeper.sentences import Voice
from scorekeeper.sheet import read_head
from scorekeeper.sheet.documents import FORMAT
from scorekeeper.web.referee.facts import _of_trick
from tests.games.strategies import Answers, deals, sheets
from tests.referee import dealing
from tests.referee.asking import errors
from tests.requirements import fewer

WITH_TRICKS = [game for game in games().values() if game.play is not None]
WITH_BIDDING = [game for game in games().values() if game.auction is not None]
VOICE = Voice([f"seat {seat}" for seat in range(7)])


def every_game(test: Callable[..., None]) -> Callable[..., None]:
    """A test of the tricks of every game; of each it draws a quarter of what others do."""
    each: Callable[..., Callable[..., None]] = pytest.mark.parametrize(
        "game", WITH_TRICKS, ids=lambda game: game.slug
    )
    return each(fewer(4)(test))


def every_auction(test: Callable[..., None]) -> Callable[..., None]:
    """A test of whole auctions of every game; of each it draws an eighth."""
    each: Callable[..., Callable[..., None]] = pytest.mark.parametrize(
        "game", WITH_BIDDING, ids=lambda game: game.slug
    )
    return each(fewer(8)(test))


def judge(question: dict[str, Any]) -> dict[str, Any]:
    """The answer to a trick question that has one."""
    answer = questions.trick(question)
    assert "errors" not in answer, (question, answer)
    return answer


def test_there_are_games_to_judge() -> None:
    assert len(WITH_TRICKS) >= len(WITH_BIDDING) >= 10


# --- tricks -------------------------------------------------------------------------------------


@every_game
@given(data=st.data())
def test_trick_has_one_winner_once_all_played(game: Game, data: st.DataObject) -> None:
    question = data.draw(dealing.tricks(game))
    context = question["context"]
    answer = judge(question)

    playing = set(range(context["players"])) - set(context["seats_out"])
    complete = len(question["plays"]) == len(playing)
    assert (answer["winner"] in playing) == complete
    assert set(answer["void"]) <= playing - {context["leader"]}
    assert answer["rule"] in rulebook.anchors(game)


@every_game
@given(data=st.data())
def test_a_legal_card_always_exists(game: Game, data: st.DataObject) -> None:
    question = data.draw(dealing.tricks(game))

    legal = judge(question)["legal"]

    assert legal
    assert legal == [card for card in question["hand"] if card in legal]


@every_game
@given(data=st.data())
def test_legal_plays_do_not_depend_on_hand_order(game: Game, data: st.DataObject) -> None:
    question = data.draw(dealing.tricks(game))

    other = {**question, "hand": question["hand"][::-1]}

    assert judge(question)["legal"] == judge(other)["legal"][::-1]


@every_game
@given(data=st.data(), seats=st.integers(1, 6))
def test_a_table_turned_gives_the_answer_turned(
    game: Game, data: st.DataObject, seats: int
) -> None:
    question = data.draw(dealing.tricks(game))
    players = question["context"]["players"]
    answer = judge(question)

    other = judge(dealing.turned(question, seats))

    winner = answer["winner"]
    assert other["winner"] == (None if winner is None else (winner + seats) % players)
    assert other["void"] == [(seat + seats) % players for seat in answer["void"]]
    assert (other["legal"], other["rule"]) == (answer["legal"], answer["rule"])


@every_game
@given(data=st.data())
def test_winner_beats_each_other_card_alone(game: Game, data: st.DataObject) -> None:
    """Among those who follow or trump; the card led stays, as it says what is to be followed. Not
    where one of the cards opened the trump."""
    question = data.draw(dealing.tricks(game))
    context, plays = question["context"], question["plays"]
    answer = judge(question)
    opened = context.get("called") is not None or context.get("face_down") in plays
    if answer["winner"] is None or opened:
        return
    step = -1 if context.get("play_direction", _defaults(game)) == "right" else 1
    seats = [(context["leader"] + step * n) % context["players"] for n in range(context["players"])]
    seats = [seat for seat in seats if seat not in context["seats_out"]]
    for loser, card in zip(seats, plays, strict=True):
        if loser in (answer["winner"], seats[0]):
            continue
        out = [
            seat
            for seat in range(context["players"])
            if seat not in (seats[0], answer["winner"], loser)
        ]
        kept = [c for seat, c in zip(seats, plays, strict=True) if seat not in out]
        again = judge({**question, "plays": kept, "context": {**context, "seats_out": out}})
        assert again["winner"] == answer["winner"], (card, plays)


def _defaults(game: Game) -> Any:
    return game.defaults(None).get("play_direction", "left")


# --- auctions -----------------------------------------------------------------------------------


@every_auction
@given(data=st.data())
def test_an_auction_ends_with_a_contract(game: Game, data: st.DataObject) -> None:
    *before, (_, last) = data.draw(dealing.auctions(game))

    assert all(answer["contract"] is None for _, answer in before)
    assert (last["closed"], last["to_act"], last["legal_calls"]) == (True, None, [])
    assert last["contract"]


@every_auction
@given(data=st.data())
def test_judged_call_agrees_with_legal_calls(game: Game, data: st.DataObject) -> None:
    held = data.draw(dealing.auctions(game))
    known = {call for _, answer in held for call in answer["legal_calls"]}
    for question, answer in held:
        assert len(set(answer["legal_calls"])) == len(answer["legal_calls"])
        for call in (*known, "pass", "PASS", "", "1c"):
            judged = questions.call({**question, "call": call})
            assert judged["legal"] == (call in answer["legal_calls"]), (question, call)
            assert judged["rule"] in rulebook.anchors(game)
            assert judged["reason"][-1] in ".…"
            assert {**judged, "legal": None, "reason": "", "rule": ""} == {
                **answer,
                "legal": None,
                "reason": "",
                "rule": "",
            }


@every_auction
@given(data=st.data())
def test_illegal_call_is_the_error_once_made(game: Game, data: st.DataObject) -> None:
    held = data.draw(dealing.auctions(game))
    known = {call for _, answer in held for call in answer["legal_calls"]}
    for question, answer in held:
        for call in {*known, "1c"} - set(answer["legal_calls"]):
            made = questions.call({**question, "calls": [*question["calls"], call, "pass"]})
            judged = questions.call({**question, "call": call})
            assert errors(made) == [(f"calls[{len(question['calls'])}]", judged["reason"])]


@every_auction
@given(data=st.data())
def test_every_call_is_one_the_game_lists(game: Game, data: st.DataObject) -> None:
    assert game.auction is not None
    held = data.draw(dealing.auctions(game))
    facts = held[0][0]
    listed = game.auction.calls(questions.read_context(game, facts["variant"], facts["context"]))
    names = {call: VOICE.text(name) for group in listed for call, name in group.items()}

    assert all(listed)
    assert len(names) == sum(map(len, listed))
    assert all(names.values())
    for _, answer in held:
        # save a number that a rule leaves as the only one, higher than anybody would say
        unlisted = set(answer["legal_calls"]) - names.keys()
        assert not unlisted or unlisted == set(answer["legal_calls"])


@every_auction
@given(data=st.data(), seats=st.integers(1, 6))
def test_turned_table_turns_the_auction(game: Game, data: st.DataObject, seats: int) -> None:
    for question, answer in data.draw(dealing.auctions(game)):
        players = question["context"]["players"]
        other = questions.call(dealing.turned(question, seats))

        assert other["legal_calls"] == answer["legal_calls"]
        assert other["closed"] == answer["closed"]
        if not answer["closed"]:
            assert other["to_act"] == (answer["to_act"] + seats) % players
        else:
            assert other["contract"] == _turned(answer["contract"], seats, players)


def _turned(contract: dict[str, Any], seats: int, players: int) -> dict[str, Any]:
    """The contract with everybody so many seats further on."""
    further = dict(contract)
    for name in ("bidder", "declarer", "maker", "owner"):
        if name in contract:
            further[name] = (contract[name] + seats) % players
    if contract.get("defend_alone") is not None:
        further["defend_alone"] = (contract["defend_alone"] + seats) % players
    if "declarers" in contract:
        further["declarers"] = [(seat + seats) % players for seat in contract["declarers"]]
    for name in ("bid", "bids"):
        if isinstance(contract.get(name), list):
            further[name] = [contract[name][(seat - seats) % players] for seat in range(players)]
    return further


# --- from the deal to the trick ------------------------------------------------------------------


@every_game
@given(data=st.data())
def test_facts_of_half_filled_deals_are_valid(game: Game, data: st.DataObject) -> None:
    played = data.draw(sheets(game, most=3))
    pad = played.pads[-1]
    assume(pad.outcome is None)
    entry = data.draw(deals(pad))
    known = data.draw(st.sets(st.sampled_from(sorted(entry))))

    facts = _of_trick(pad, {name: entry[name] for name in known})

    # as a page asks: one who left at skat for four, and another who came, are a fifth seat
    given_too = {"players": len(pad.filled), **played.document["options"], **facts}
    assert questions.read_context(game, played.head.variant, given_too)


# --- from the auction to the score --------------------------------------------------------------


class Played(Answers):
    """Answers the form of a deal with the contract, and with anything where that says nothing."""

    def __init__(self, draw: Any, contract: dict[str, Any]) -> None:
        super().__init__(draw, "deal")
        self.contract = contract

    def reply(self, step: Step) -> Value:
        if isinstance(step, OneOf):
            taken = [b.name for b in step.branches if self.contract.keys() & set(b.keys)]
            return taken[0] if taken else super().reply(step)
        if isinstance(step, Question) and step.path[0] in self.contract:
            value = _found(self.contract, step.path)
            place: Any = self.entry
            for name in step.path[:-1]:
                place = place.setdefault(name, {})
            place[step.path[-1]] = value
            return step.answer(value)
        return None if isinstance(step, Flag) else super().reply(step)


def _found(place: Any, path: Iterable[Any]) -> Any:
    for name in path:
        place = place[name]
    return place


@every_auction
@given(data=st.data())
def test_contract_goes_into_the_deal_and_scores(game: Game, data: st.DataObject) -> None:
    question, answer = data.draw(dealing.auctions(game))[-1]
    context = question["context"]
    players, size = context["players"], context.get("hand_size")
    options = {name: value for name, value in context.items() if name in game.defaults(None)}
    sizes = {"hand_sizes": [size]} if size and "hand_sizes" in game.defaults(None) else {}
    document: dict[str, Any] = {
        "format": FORMAT,
        "game": game.slug,
        "variant": question["variant"],
        "options": {**options, **sizes},
        "players": [*NAMES[:players]],
        "dealer": question["dealer"],
        "entries": [],
    }
    pad = read_head(document).blank()
    assume(size in (None, pad.upcoming.get("hand_size")))
    played = Played(data.draw, json.loads(msgspec.json.encode(answer["contract"])))
    walk(interview(pad, "deal"), played.reply)
    assert answer["contract"].items() <= played.entry.items()
    # tricks drawn at random may not go together
    assume(not read(interview(pad, "deal"), played.entry).faults)

    result = sheet.score({**document, "entries": [played.entry]})

    assert "errors" not in result
    assert result["entries"][0]["lines"]
