"""Random deals for the referee: contexts, cards on the table, auctions, drawn by Hypothesis."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

from scorekeeper import questions
from scorekeeper.cards import RANKS, SUITS, WITHOUT_SUIT
from scorekeeper.engine.game import Game
from scorekeeper.referee.context import ContextKey
from tests.games import strategies

Draw = Callable[[st.SearchStrategy[Any]], Any]
Question = dict[str, Any]

SEEDS = st.integers(0, 2**32)
SEATS_SAID = ("leader", "declarer", "seats_out")
"""The keys of a context that speak of seats."""


def pack_of(game: Game, context: Mapping[str, Any], variant: str | None) -> list[str]:
    """The cards that are played with: those that a hand may hold."""
    suits = [rank + suit for suit in SUITS for rank in reversed(RANKS)]
    # all at once would be more than a pack has, which is refused as a whole
    return [
        card
        for cards in (suits, [*WITHOUT_SUIT])
        for card in _known(cards, {"game": game.slug, "variant": variant, "context": context})
    ]


def _known(cards: Sequence[str], question: Mapping[str, Any]) -> list[str]:
    errors = questions.trick({**question, "hand": cards}).get("errors", ())
    barred = {error["at"] for error in errors}
    return [card for place, card in enumerate(cards) if f"hand[{place}]" not in barred]


SPECIAL: Mapping[str, Callable[[int], st.SearchStrategy[Any]]] = {
    "shown_void": lambda players: st.just([]),
    "called": lambda players: st.none() | st.integers(0, players),
    "contract": lambda players: st.sampled_from(["diamonds", "eltoosh", "girls", "king"]),
    "built": lambda players: st.none(),
    "ace_no_face": lambda players: st.sampled_from([[], [0], [1]]),
    # often the first hand of games in which it grows from one card
    "hand_size": lambda players: st.just(1) | st.integers(1, min(10, 52 // players)),
    "contracts_left": lambda players: st.sampled_from([["king"], ["trex", "girls"]]),
}
"""Keys of a context whose facts have to fit other facts, or one another."""


def facts(key: ContextKey, players: int, pack: Sequence[str] = ()) -> st.SearchStrategy[Any]:
    """What a key of a context may be: a choice that its question offers, or a card."""
    if key.name in SPECIAL:
        return SPECIAL[key.name](players)
    one = st.sampled_from([*(key.choices(players) or pack)])
    if key.several:
        return st.lists(one, unique=True)
    return one if key.is_flag or key.missing else st.none() | one


@st.composite
def settings(draw: Draw, game: Game) -> tuple[str | None, Question]:
    """A variant, and a context with players and options."""
    variant = draw(st.sampled_from([*game.variants]))
    players = draw(st.sampled_from([*game.players]))
    chosen = draw(strategies.options(game, variant, players))
    return variant, {"players": players, **chosen}


@st.composite
def tricks(draw: Draw, game: Game) -> Question:
    """A trick as far as it was played, anybody having played anything, and the next hand."""
    assert game.play is not None
    variant, context = draw(settings(game))
    players = context["players"]
    pack = pack_of(game, context, variant)
    for key in game.play.keys:
        context[key.name] = draw(facts(key, players, pack))
    context["leader"] = draw(st.integers(0, players - 1))
    others = [seat for seat in range(players) if seat != context["leader"]]
    context["seats_out"] = draw(st.lists(st.sampled_from(others), unique=True, max_size=1))
    cards = Random(draw(SEEDS)).sample(pack, len(pack))
    played = draw(st.integers(0, players - len(context["seats_out"])))
    held = draw(st.integers(1, 6))
    return {
        "game": game.slug,
        "variant": variant,
        "context": context,
        "plays": cards[:played],
        "hand": cards[played : played + held],
    }


@st.composite
def auctions(draw: Draw, game: Game, most: int = 400) -> list[tuple[Question, Question]]:
    """An auction to its end, every call one of those that are legal: each question with its
    answer, from no call at all to the closed auction."""
    assert game.auction is not None
    variant, context = draw(settings(game))
    players = context["players"]
    for key in game.auction.keys:
        context[key.name] = draw(facts(key, players))
    dealer = draw(st.integers(0, players - 1))
    question = {"game": game.slug, "variant": variant, "context": context, "dealer": dealer}
    calls: list[str] = []
    held = []
    random = Random(draw(SEEDS))
    for _ in range(most):
        asked = {**question, "calls": list(calls)}
        answer = questions.call(asked)
        held.append((asked, answer))
        if "errors" in answer or answer["closed"]:
            return held
        calls.append(random.choice(answer["legal_calls"][: random.choice([2, 5, 99])]))
    raise AssertionError(f"no end: {calls}")


def turned(question: Question, seats: int) -> Question:
    """The question with everybody so many seats further round the table."""
    context = dict(question["context"])
    players = context["players"]

    def further(seat: Any) -> Any:
        return (
            [further(one) for one in seat] if isinstance(seat, list) else (seat + seats) % players
        )

    for name in SEATS_SAID:
        if context.get(name) is not None:
            context[name] = further(context[name])
    if "ace_no_face" in context:
        context["ace_no_face"] = [(side + seats) % 2 for side in context["ace_no_face"]]
    whole = {**question, "context": context}
    return {**whole, "dealer": further(question["dealer"])} if "dealer" in question else whole
