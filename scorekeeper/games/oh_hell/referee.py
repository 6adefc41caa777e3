"""Oh Hell!, the referee: everybody declares once, the dealer what the hook leaves; rules.md#hook.

What its relatives share stands here too: the bids, and cards that belong to no suit.
"""

from collections.abc import Callable, Collection, Sequence
from functools import cache, lru_cache
from typing import Final

import msgspec

from scorekeeper.engine import Number, ask, call_names, declaring, say
from scorekeeper.games.oh_hell.bids import bid_of, last_bid
from scorekeeper.games.oh_hell.hands import CARDS, FEWEST, MOST, hook_in_force
from scorekeeper.referee import (
    Allowed,
    Bidding,
    Calls,
    Context,
    ContextKey,
    QuestionRefused,
    Ranking,
    Ruling,
    ToCall,
    ToPlay,
    after_dealer,
    by_seat,
    one_round,
)


@cache
def cards_each(most: int) -> Number:
    """Ask how many cards a hand has."""
    keys = tuple(ask.key(n, n) for n in range(1, most + 1))
    return Number(
        path=("context", "hand_size"), label=say("Cards each"), low=1, high=most, keys=keys
    )


HAND_SIZE: Final = ContextKey(
    "hand_size",
    lambda players: cards_each(2 * CARDS // players),
    "`hand_size` is 1 or more, and the pack must be enough for the players.",
    missing=say("Enter how many cards are dealt."),
    left_out=lambda house, players: range(house["packs"] * CARDS // players + 1, 2 * CARDS),
)


def size_of(context: Context) -> int:
    """Return how many cards each player has; raises `QuestionRefused` where the packs are not
    enough."""
    size: int = context.need("hand_size")
    if size * context["players"] > context["packs"] * CARDS:
        raise QuestionRefused([(("context", "hand_size"), HAND_SIZE.requirement(FEWEST, MOST))])
    return size


def auction(context: Context, dealer: int) -> Bidding:
    """Ask each player for a bid, from the dealer's left on."""
    rules = hook_in_force(context.facts), context["simultaneous_bids"]
    return (yield from bids(context, dealer, size_of(context), *rules, "bids"))


def bids(context: Context, dealer: int, size: int, hook: str, sealed: bool, field: str) -> Bidding:
    """Ask each player for a bid of the tricks of so many cards, as `bids_of` does."""
    players = context["players"]
    seats = after_dealer(dealer, players, out=context["seats_out"])

    def turn(seat: int, calls: Sequence[str]) -> ToCall:
        others = sum(map(int, calls)) if seat == seats[-1] else None
        return declaration_turn(hook, sealed, size, seat, others)

    calls = yield from one_round(seats, turn)
    return {field: by_seat(seats, map(int, calls), players)}


def calls(context: Context) -> Sequence[Calls]:
    """Return all bids: as many tricks as there are cards, or fewer."""
    return calls_up_to(size_of(context))


def dealt_calls(context: Context) -> Sequence[Calls]:
    """Return all bids where the number of cards is known to be dealt from one pack."""
    return calls_up_to(context.need("hand_size"))


def calls_up_to(size: int) -> Sequence[Calls]:
    """Return the bids of 0 to so many tricks."""
    return (call_names(bid_of(size, 0, range(size + 1))),)


@lru_cache(maxsize=4096)
def declaration_turn(hook: str, sealed: bool, size: int, seat: int, others: int | None) -> ToCall:
    """The turn of a player, the dealer's where the `others` have declared so much."""
    if others is None or sealed:
        why = say("Everybody may bid from 0 to the number of cards.")
        return declaring(seat, bid_of(size, seat, range(size + 1), sealed=sealed), "bidding", why)
    question = last_bid(hook, size, seat, others)
    if question.hint is None:
        return declaring(seat, question, "hook", say("The dealer may bid any number."))
    why = say("The dealer may bid {what} here.", what=question.hint)
    return declaring(seat, question, "hook", why)


# --- cards of no suit ---------------------------------------------------------------------------


def with_free(suits: Ranking, free: Collection[str]) -> Ranking:
    """Return the ranking with cards that belong to no suit and may always be played."""
    return msgspec.structs.replace(
        suits,
        suits={**suits.suits, **{card: card for card in free}},
        heights={**suits.heights, **dict.fromkeys(free, 0)},
        free=frozenset(free),
    )


def suit_led(plays: Sequence[str], low: Collection[str], free: Collection[str]) -> str | None:
    """Return the suit to follow: that of the first card after the `low` ones, unless it is one of
    the `free`; the low cards are free ones that leave the suit to whoever plays next."""
    first = next((card for card in plays if card not in low), None)
    return None if first is None or first in free else first[1]


def follow_or_free(
    turn: ToPlay, free: Collection[str], none_led: Ruling, must: Callable[[str], Ruling]
) -> Allowed | None:
    """Return what may be played: a card of the suit led, or a free one, as `must` says of the suit;
    where none was led any card, as `none_led` says."""
    players = turn.context["players"] - len(turn.context["seats_out"])
    if not turn.plays or len(turn.plays) == players:
        return None
    if turn.led is None:
        return Allowed(turn.hand, none_led)
    follows = turn.of(turn.led)
    cards = [card for card in turn.hand if card in follows or card in free]
    if not follows or len(cards) == len(follows):
        return None
    return Allowed(cards, must(turn.led))
