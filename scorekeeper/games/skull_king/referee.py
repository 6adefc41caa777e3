"""Skull King, the referee: pirates, mermaids, the king and the escapes; rules.md#special."""

from collections.abc import Sequence
from functools import cache
from typing import Final

import msgspec

from scorekeeper.engine import Suit, phrase, say
from scorekeeper.games.oh_hell import referee as exact_bids
from scorekeeper.games.skull_king.scoring import CARDS, MOST_DEALS
from scorekeeper.referee import (
    Allowed,
    Bidding,
    Context,
    ContextKey,
    Highest,
    Ranking,
    Ruling,
    ToPlay,
    flag,
    ranked,
)

RANKS: Final = "AKQJT987654321"
"""From 14 down to 1."""
NUMBERS: Final = tuple(rank + suit for suit in "CDHS" for rank in RANKS)
BLACK: Final = "S"
KING, MERMAID, PIRATE, TIGRESS, ESCAPE = "SK", "ME", "PI", "TI", "EX"
OF_EACH: Final = {KING: 1, MERMAID: 2, PIRATE: 5, TIGRESS: 1, ESCAPE: 5}
PACK: Final = frozenset((*NUMBERS, *OF_EACH))
ESCAPED: Final = flag("tigress_escapes", "The tigress was played as an escape", for_one_trick=True)


def copies(context: Context, card: str) -> int:
    """Return how many of the card there are."""
    return OF_EACH.get(card, 1)


# --- the trick ----------------------------------------------------------------------------------


def ranking(context: Context, plays: Sequence[str]) -> Ranking:
    """Rank the numbers of each suit, black being trumps, and find the special card that takes the
    trick."""
    escapes = {ESCAPE, TIGRESS} if context["tigress_escapes"] else {ESCAPE}
    takes, why = special(plays, escapes)
    return msgspec.structs.replace(
        whole_pack(),
        suit_led=exact_bids.suit_led(plays, escapes, OF_EACH),
        takes=takes,
        notes={plays[takes]: why} if takes is not None else {},
    )


@cache
def whole_pack() -> Ranking:
    """Return the ranking of the four suits, and of the cards that have none."""
    return exact_bids.with_free(ranked(NUMBERS, RANKS, BLACK), OF_EACH)


def special(plays: Sequence[str], escapes: set[str]) -> tuple[int | None, Highest]:
    """Return the position of the special card that takes the trick, None if a number does, and
    why."""
    pirates = {PIRATE, TIGRESS} - escapes
    for wanted, why in (
        ({MERMAID} if KING in plays else set(), CATCHES_KING),
        ({KING}, BEATS_PIRATES),
        (pirates, FIRST_PIRATE),
        ({MERMAID}, BEATS_NUMBERS),
        (escapes if {*plays} <= escapes else set(), ONLY_ESCAPES),
    ):
        found = next((place for place, card in enumerate(plays) if card in wanted), None)
        if found is not None:
            return found, why
    return None, ONLY_ESCAPES


CATCHES_KING: Final = (phrase("The {card} catches the Skull King."), "king")
BEATS_PIRATES: Final = (phrase("The {card} beats pirates and numbers."), "king")
FIRST_PIRATE: Final = (phrase("The {card} is the first pirate, and no king is there."), "pirates")
BEATS_NUMBERS: Final = (phrase("The {card} beats all numbers, and no pirate is there."), "mermaids")
ONLY_ESCAPES: Final = (phrase("Nothing but escapes: the {card} led takes the trick."), "escapes")


def may_play(turn: ToPlay) -> Allowed | None:
    """Return what may be played beside the suit led, or where none was."""
    return exact_bids.follow_or_free(turn, OF_EACH, NO_SUIT_LED, must_follow)


@cache
def must_follow(led: str) -> Ruling:
    """Return why a hand with that suit may play no other."""
    template = "Must follow suit, {suit}, or play a special card."
    return Ruling(say(template, suit=Suit(led)), "follow-suit")


NO_SUIT_LED: Final = Ruling(say("No suit was led: any card may be played."), "special")


# --- the bidding --------------------------------------------------------------------------------

HAND_SIZE: Final = ContextKey(
    "hand_size",
    lambda players: exact_bids.cards_each(min(MOST_DEALS, CARDS // players)),
    "`hand_size` is 1 to 10, and the pack must be enough for the players.",
    missing=say("Enter how many cards are dealt."),
    left_out=lambda house, players: range(CARDS // players + 1, CARDS),
)


def auction(context: Context, dealer: int) -> Bidding:
    """Ask each player for a bid, all at once."""
    return (
        yield from exact_bids.bids(context, dealer, context.need("hand_size"), "none", True, "bid")
    )
