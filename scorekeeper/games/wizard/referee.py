"""Wizard, the referee: wizards and jesters, which follow no suit; the bids; rules.md#wizards."""

from collections.abc import Sequence
from functools import cache
from typing import Final

import msgspec

from scorekeeper.engine import Suit, phrase, say
from scorekeeper.games.oh_hell import referee as exact_bids
from scorekeeper.games.wizard.scoring import CARDS, hook_in_force
from scorekeeper.referee import (
    ACE_HIGH,
    STANDARD,
    Allowed,
    Bidding,
    Context,
    ContextKey,
    Ranking,
    Ruling,
    ToPlay,
    ranked,
)

WIZARD: Final = "WZ"
JESTER: Final = "JE"
ACE_LOW: Final = "KQJT98765432A"
FREE: Final = frozenset((WIZARD, JESTER))
PACK: Final = frozenset((*STANDARD, *FREE))
OF_EACH: Final = 4
"""So many wizards there are, and so many jesters."""


def copies(context: Context, card: str) -> int:
    """Return how many of the card there are."""
    return OF_EACH if card in FREE else 1


# --- the trick ----------------------------------------------------------------------------------


def ranking(context: Context, plays: Sequence[str]) -> Ranking:
    """Rank the cards of each suit; the first wizard takes the trick, a jester only among
    jesters."""
    takes = plays.index(WIZARD) if WIZARD in plays else None
    if takes is None and {*plays} == {JESTER}:
        takes = 0
    order = ACE_HIGH if context["ace"] == "high" else ACE_LOW
    suits = whole_pack(order, context["trump"])
    return msgspec.structs.replace(
        suits, suit_led=exact_bids.suit_led(plays, {JESTER}, FREE), takes=takes
    )


@cache
def whole_pack(order: str, trump: str | None) -> Ranking:
    """Return the ranking of the four suits in this order, and of the cards that have none."""
    suits = exact_bids.with_free(ranked(STANDARD, order, trump), FREE)
    return msgspec.structs.replace(suits, notes={WIZARD: FIRST_WIZARD, JESTER: ONLY_JESTERS})


FIRST_WIZARD: Final = (phrase("The {card} that was played first takes the trick."), "wizards")
ONLY_JESTERS: Final = (phrase("Nothing but jesters: the {card} led takes the trick."), "jesters")


def may_play(turn: ToPlay) -> Allowed | None:
    """Return what may be played beside the suit led, or where none was."""
    none_led = NO_SUIT_LED if WIZARD in turn.plays else NO_SUIT_YET
    return exact_bids.follow_or_free(turn, FREE, none_led, must_follow)


@cache
def must_follow(led: str) -> Ruling:
    """Return why a hand with that suit may play no other."""
    template = "Must follow suit, {suit}, or play a wizard or a jester."
    return Ruling(say(template, suit=Suit(led)), "follow-suit")


NO_SUIT_LED: Final = Ruling(say("A wizard was led: any card may be played."), "wizards")
NO_SUIT_YET: Final = Ruling(say("Only jesters were played: any card may be played."), "jesters")


# --- the bidding --------------------------------------------------------------------------------

HAND_SIZE: Final = ContextKey(
    "hand_size",
    lambda players: exact_bids.cards_each(CARDS // players),
    "`hand_size` is 1 or more, and the pack must be enough for the players.",
    missing=say("Enter how many cards are dealt."),
    left_out=lambda house, players: range(CARDS // players + 1, 2 * CARDS),
)


def auction(context: Context, dealer: int) -> Bidding:
    """Ask each player for a bid, from the dealer's left on."""
    rules = hook_in_force(context.facts), context["simultaneous_bids"]
    return (yield from exact_bids.bids(context, dealer, context.need("hand_size"), *rules, "bid"))
