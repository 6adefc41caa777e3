"""The referee against open_spiel, which plays bridge, euchre, spades and oh hell by itself.

Deals and choices are drawn at random among what open_spiel finds legal, and at every step the
referee is asked: whose turn, what may be called or played, who has taken the trick, what the
auction has settled. Where the two games have different rules, each test says which.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from scorekeeper import questions
from scorekeeper.cards import RANKS, STRAINS
from tests.requirements import need_open_spiel, rounds

DEALS = rounds(120, quick=20, hard=20_000)
Spelling = Sequence[str]
"""What each action of open_spiel's is called here, by its number."""


@pytest.fixture(scope="module")
def load() -> Callable[..., Any]:
    """Loads a game of open_spiel's."""
    spiel = need_open_spiel()
    return lambda name, **parameters: spiel.load_game(name, parameters)


def trick(game: str, plays: list[str], hand: list[str] | None = None, **context: Any) -> Any:
    """The referee's answer about a trick."""
    answer = questions.trick({"game": game, "context": context, "plays": plays, "hand": hand})
    assert "errors" not in answer, answer
    return answer


def call(game: str, dealer: int, calls: list[str], **context: Any) -> Any:
    """The referee's answer about an auction."""
    answer = questions.call({"game": game, "dealer": dealer, "calls": calls, "context": context})
    assert "errors" not in answer, answer
    return answer


def spelt(state: Any, spelling: Spelling) -> dict[str, int]:
    """Return what open_spiel finds legal: its action by what it is called here."""
    return {spelling[action]: action for action in state.legal_actions()}


def dealt(state: Any, deck: list[int], spelling: Spelling, seats: Sequence[int]) -> list[list[str]]:
    """Deal the deck one card at a time to `seats` in turn; the hands."""
    hands: list[list[str]] = [[] for _ in seats]
    for place, card in enumerate(deck):
        state.apply_action(card)
        hands[seats[place % len(seats)]].append(spelling[card])
    return hands


def play_out(
    random: Random,
    state: Any,
    spelling: Spelling,
    hands: list[list[str]],
    leader: int,
    question: dict[str, Any],
    dummy: int | None = None,
) -> None:
    """Play every trick of the deal; the cards of the `dummy` are played by the partner."""
    out = question.get("seats_out", [])
    played_by = {seat: seat if seat != dummy else (seat + 2) % 4 for seat in range(len(hands))}
    playing = [seat for seat in range(len(hands)) if seat not in out]
    while not state.is_terminal():
        turns = [
            seat for seat in range(leader, leader + len(hands)) if seat % len(hands) in playing
        ]
        plays: list[str] = []
        for seat in (turn % len(hands) for turn in turns):
            answer = trick(plays=plays, hand=hands[seat], leader=leader, **question)
            legal = spelt(state, spelling)
            assert state.current_player() == played_by[seat]
            assert answer["winner"] is None
            assert set(answer["legal"]) == set(legal)
            card = random.choice(answer["legal"])
            hands[seat].remove(card)
            plays.append(card)
            state.apply_action(legal[card])
        winner = trick(plays=plays, leader=leader, **question)["winner"]
        assert state.is_terminal() or state.current_player() == played_by[winner]
        leader = winner
    assert not any(hands[seat] for seat in playing)


# --- bridge -------------------------------------------------------------------------------------

BRIDGE_BIDS = [f"{level}{strain}" for level in range(1, 8) for strain in STRAINS]
BRIDGE = [rank + suit for rank in RANKS for suit in "CDHS"] + ["pass", "X", "XX", *BRIDGE_BIDS]


def test_bridge(load: Callable[..., Any]) -> None:
    tables = [load("bridge", use_double_dummy_result=False, dealer=dealer) for dealer in range(4)]
    random = Random(1)
    for deal in range(DEALS):
        dealer = deal % 4
        state = tables[dealer].new_initial_state()
        hands = dealt(state, random.sample(range(52), 52), BRIDGE, range(4))
        contract = bridge_auction(random, state, dealer)
        if "passed_out" in contract:
            assert state.is_terminal()
            continue
        declarer = contract["declarer"]
        bid = BRIDGE_BIDS.index(contract["contract"])
        assert state.contract_index() == 1 + 12 * bid + 3 * declarer + contract["doubled"]
        question = {"game": "bridge", "trump": contract["contract"][1:]}
        play_out(random, state, BRIDGE, hands, (declarer + 1) % 4, question, (declarer + 2) % 4)


def bridge_auction(random: Random, state: Any, dealer: int) -> Any:
    """Hold an auction; what it settles."""
    calls: list[str] = []
    while True:
        answer = call("bridge", dealer, calls)
        if answer["closed"]:
            return answer["contract"]
        legal = spelt(state, BRIDGE)
        assert state.current_player() == answer["to_act"]
        assert set(answer["legal_calls"]) == set(legal)
        # drawn evenly, the bids would be at the top after two or three calls
        calls.append(random.choice(answer["legal_calls"][: random.choice([1, 3, 9, 99])]))
        state.apply_action(legal[calls[-1]])


# --- euchre -------------------------------------------------------------------------------------

EUCHRE = [
    *(rank + suit for rank in "9TJQKA" for suit in "CDHS"),
    *("pass", "C", "D", "H", "S", "alone", "with_partner"),
]


def test_euchre(load: Callable[..., Any]) -> None:
    """open_spiel plays with 24 cards and makes the dealer take the turned card up."""
    tables = [load("euchre", stick_the_dealer=stuck) for stuck in (False, True)]
    random = Random(2)
    for deal in range(DEALS):
        stuck, dealer = deal % 2 == 1, random.randrange(4)
        state = tables[stuck].new_initial_state()
        state.apply_action(dealer)
        deck = random.sample(range(24), 21)
        hands = dealt(state, deck[:20], EUCHRE, [(dealer + n) % 4 for n in range(4)])
        state.apply_action(deck[20])
        contract = euchre_auction(random, state, dealer, hands, EUCHRE[deck[20]], stuck)
        if "passed_out" in contract:
            assert state.is_terminal()
            continue
        out = [(contract["maker"] + 2) % 4] if contract["alone"] else []
        leader = (dealer + 2) % 4 if (dealer + 1) % 4 in out else (dealer + 1) % 4
        question = {"game": "euchre", "trump": contract["trump"], "seats_out": out, "deck": 24}
        play_out(random, state, EUCHRE, hands, leader, question)


def euchre_auction(
    random: Random, state: Any, dealer: int, hands: list[list[str]], turned: str, stuck: bool
) -> Any:
    """Make trumps; the dealer changes a card as soon as the turned suit was accepted."""
    calls: list[str] = []
    while True:
        answer = call("euchre", dealer, calls, turned=turned[1], stick_the_dealer=stuck)
        if answer["closed"]:
            return answer["contract"]
        legal = spelt(state, EUCHRE)
        if "order" in answer["legal_calls"]:
            legal = {"order" if name == turned[1] else name: n for name, n in legal.items()}
        assert state.current_player() == answer["to_act"]
        assert set(answer["legal_calls"]) == set(legal)
        calls.append(random.choice([*answer["legal_calls"], *answer["legal_calls"][:1] * 3]))
        state.apply_action(legal[calls[-1]])
        if calls[-1] == "order":
            hands[dealer].append(turned)
            legal = spelt(state, EUCHRE)
            card = random.choice(sorted(legal))
            hands[dealer].remove(card)
            state.apply_action(legal[card])


# --- spades -------------------------------------------------------------------------------------

SPADES = [
    *(rank + suit for suit in "CDHS" for rank in RANKS),
    *("nil", *map(str, range(1, 14))),
]


def test_spades(load: Callable[..., Any]) -> None:
    """open_spiel lets nobody bid beyond thirteen with the partner, and never takes spades for
    broken: a spade is led only from a hand of spades."""
    table, random = load("spades"), Random(3)
    for _ in range(DEALS):
        state = table.new_initial_state()
        hands = dealt(state, random.sample(range(52), 52), SPADES, range(4))
        calls: list[str] = []
        for seat in range(4):
            answer = call("spades", 3, calls, double_nil=False)
            partner = calls[seat - 2] if seat >= 2 else "0"
            room = 13 - (0 if partner == "nil" else int(partner))
            legal = spelt(state, SPADES)
            assert state.current_player() == answer["to_act"] == seat
            assert set(legal) == {c for c in answer["legal_calls"] if c == "nil" or int(c) <= room}
            calls.append(random.choice(sorted(legal)))
            state.apply_action(legal[calls[-1]])
        contract = call("spades", 3, calls, double_nil=False)["contract"]
        assert contract == {"bids": [bid if bid == "nil" else int(bid) for bid in calls]}
        play_out(random, state, SPADES, hands, 0, {"game": "spades", "broken": False})


# --- oh hell ------------------------------------------------------------------------------------

OH_HELL = [
    *(rank + suit for rank in RANKS for suit in "CDSH"),
    *map(str, range(18)),
]


def test_oh_hell(load: Callable[..., Any]) -> None:
    """open_spiel's dealer must not make the bids come to the number of cards."""
    tables = {players: load("oh_hell", players=players) for players in range(3, 8)}
    random = Random(4)
    for deal in range(DEALS):
        players = 3 + deal % 5
        state = tables[players].new_initial_state()
        size = random.choice([n for n, _ in state.chance_outcomes()])
        state.apply_action(size)
        dealer = random.randrange(players)
        state.apply_action(dealer)
        deck = random.sample(range(52), players * size + 1)
        hands = dealt(state, deck[:-1], OH_HELL, range(players))
        state.apply_action(deck[-1])
        facts = {"players": players, "hand_size": size, "hook": "not_equal"}
        calls: list[str] = []
        for _ in range(players):
            answer = call("oh-hell", dealer, calls, **facts)
            legal = spelt(state, OH_HELL)
            assert state.current_player() == answer["to_act"]
            assert set(answer["legal_calls"]) == set(legal)
            calls.append(random.choice(answer["legal_calls"]))
            state.apply_action(legal[calls[-1]])
        bids = call("oh-hell", dealer, calls, **facts)["contract"]["bids"]
        assert [bids[(dealer + 1 + n) % players] for n in range(players)] == [*map(int, calls)]
        question = {"game": "oh-hell", "trump": OH_HELL[deck[-1]][1], "players": players}
        play_out(random, state, OH_HELL, hands, (dealer + 1) % players, question)
