"""Packs, and how their cards rank in a trick."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

import msgspec

from scorekeeper.cards import SUITS
from scorekeeper.referee.context import Context, Ruling
from scorekeeper.sentences import Card, Message, phrase, say

NO_TRUMP: Final = "NT"
ACE_HIGH: Final = "AKQJT98765432"
SAME_COLOUR: Final = {"C": "S", "S": "C", "D": "H", "H": "D"}

HIGHEST: Final[tuple[Message, str]] = (
    "The {card} is the highest card of the suit led.",
    "trick-winner",
)
HIGHEST_TRUMP: Final[tuple[Message, str]] = ("The {card} is the highest trump.", "trick-winner")

Highest = tuple[Message, str]
"""Why a card takes the trick: a sentence about the `{card}`, and its rule."""


@cache
def pack(ranks: str) -> tuple[str, ...]:
    """Return every one of these ranks in all four suits."""
    return tuple(rank + suit for suit in SUITS for rank in ranks)


STANDARD: Final = pack(ACE_HIGH)
WHOLE_PACK: Final = frozenset(STANDARD)


FIRST_CARDS: Final = "first card's"
"""The suit to follow, where it is that of the first card."""


class Ranking(msgspec.Struct, frozen=True):
    """The suit and rank of each card of the pack in this trick.

    `suits` and `heights` (the higher the better) are by card; a joker that stands by itself is the
    only card of the suit `JOKER`. The suit `trump` beats the others, from the card at position
    `counts_from` of the trick on. `notes` say why certain cards win, `highest` why any other card
    of the suit led does. Without the `needed_key` of the context the winner is
    unknown.

    Where cards of no suit decide: `suit_led` is the suit to follow after the cards played so far
    (None: there is none), `free` are the cards that may be played whatever was led, `takes` is the
    position of the one that takes the trick.
    """

    suits: Mapping[str, str]
    heights: Mapping[str, int]
    trump: str = NO_TRUMP
    counts_from: int = 0
    notes: Mapping[str, Highest] = {}
    highest: Highest = HIGHEST
    needed_key: str | None = None
    suit_led: str | None = FIRST_CARDS
    free: frozenset[str] = frozenset()
    takes: int | None = None

    def best(self, plays: Sequence[str], led: str | None) -> int:
        """Return the position in the trick of the card that takes it; `led` is the suit to
        follow."""
        if self.takes is not None:
            return self.takes
        suits, heights, trump = self.suits, self.heights, self.trump
        counts_from = 0 if led == trump else self.counts_from
        best, most = 0, -1
        for position, card in enumerate(plays):
            suit, height = suits[card], heights[card]
            if suit == trump and position >= counts_from:
                height += _ABOVE
            elif suit != led:
                continue
            if height > most:
                best, most = position, height
        return best

    def why(self, card: str) -> Ruling:
        """Return why that card, which does, takes the trick."""
        plain = HIGHEST_TRUMP if self.suits[card] == self.trump else self.highest
        return because(card, *self.notes.get(card, plain))


# more than any height
_ABOVE: Final = 100


@cache
def because(card: str, template: str, rule: str) -> Ruling:
    """Return the ruling that says of a card what the template says."""
    return Ruling(say(template, card=Card(card)), rule)


@cache
def ranked(
    cards: tuple[str, ...],
    order: str = ACE_HIGH,
    trump: str | None = NO_TRUMP,
    top: tuple[tuple[str, Highest], ...] = (),
    highest: Highest = HIGHEST,
    counts_from: int = 0,
    needed_key: str | None = None,
) -> Ranking:
    """Return the pack of `cards` with each suit in `order` from the highest; trump None: not said
    yet.

    `top` are cards that leave their suit to be the highest trumps, from the highest, each with
    why it wins. Where they are the only trumps, `trump` is `TRUMPS`; a joker that is led for a suit
    of its leader's choice is one of the suit `JOKER`.
    """
    above = [card for card, _ in top]
    suit = trump or NO_TRUMP
    return Ranking(
        suits={card: suit if card in above else card[1] for card in cards},
        heights={
            card: len(order) + len(above) - above.index(card)
            if card in above
            else len(order) - order.index(card[0])
            for card in cards
        },
        trump=suit,
        counts_from=counts_from,
        notes=dict(top),
        highest=highest,
        needed_key="trump" if trump is None else needed_key,
    )


def ace_high(context: Context, plays: Sequence[str]) -> Ranking:
    """Return the whole pack, ace high, with the trumps that the context names."""
    return ranked(STANDARD, trump=context["trump"])


RIGHT_BOWER: Final = (phrase("The {card} is the right bower."), "bowers")
LEFT_BOWER: Final = (phrase("The {card} is the left bower."), "bowers")


@cache
def with_bowers(
    cards: tuple[str, ...], order: str, trump: str, *above: tuple[str, Highest]
) -> Ranking:
    """Return the ranking in which the jack of trumps and the other jack of its colour are the
    highest trumps, save for those `above` them."""
    if trump not in SAME_COLOUR:
        return ranked(cards, order, trump)
    bowers = (("J" + trump, RIGHT_BOWER), ("J" + SAME_COLOUR[trump], LEFT_BOWER))
    return ranked(cards, order, trump, (*above, *bowers))
