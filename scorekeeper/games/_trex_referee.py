"""Trex for the referee: tricks without trumps, and the stops game; games.md, trex 6."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from scorekeeper.cards import RANKS, SUITS
from scorekeeper.referee.auction import Auction, Bidding, ToCall
from scorekeeper.referee.context import Context, Key, Refused, Ruling, choice, several
from scorekeeper.referee.ranking import STANDARD, Ranking, ranked
from scorekeeper.referee.tricks import Allowed, Play, ToPlay, Verdict, unless_nothing_else
from scorekeeper.sentences import Card, say

GAMES: Final = ("diamonds", "eltoosh", "girls", "king", "trex")


def ranking(context: Context, plays: Sequence[str]) -> Ranking:
    """Never trumps."""
    return ranked(STANDARD)


def step(context: Context) -> int:
    """From a seat to the next in play."""
    return -1 if context["play_direction"] == "right" else 1


def may_play(turn: ToPlay) -> Allowed | None:
    """games.md, trex 6: in the king no heart is led from a hand that holds anything else."""
    context = turn.context
    if turn.led is not None or context["contract"] != "king" or not context["heart_lead_ban"]:
        return None
    return unless_nothing_else(turn, turn.of("H"), _NO_HEART, _ONLY_HEARTS)


_NO_HEART: Final = Ruling(say("No heart may be led."), "heart-lead")
_ONLY_HEARTS: Final = Ruling(say("The hand is nothing but hearts: one may be led."), "heart-lead")

START: Final = "J"
Built = Mapping[str, tuple[str, str]]
"""The lowest and the highest card that lie there, by suit."""


def building(context: Context, plays: Sequence[str], hand: Sequence[str] | None) -> Verdict | None:
    """games.md, trex 6: in the game of trex cards are built on the jacks, not played to tricks."""
    if context["contract"] != "trex":
        return None
    built: Built = context["built"] or {}
    for number, card in enumerate(plays):
        if card not in _fitting(built):
            text = say("The {card} does not fit on the table.", card=Card(card))
            raise Refused([(("plays", number), text)])
        built = _laid(built, card)
    fitting = _fitting(built)
    legal = None if hand is None else [card for card in hand if card in fitting]
    return Verdict(None, _NOTHING_FITS if legal == [] else _FITS, legal)


def _fitting(built: Built) -> set[str]:
    """The cards that can be laid next."""
    return {card for suit in SUITS for card in _next(suit, built.get(suit))}


def _next(suit: str, span: tuple[str, str] | None) -> Iterable[str]:
    if span is None:
        return [START + suit]
    low, high = map(RANKS.index, span)
    beside = (low - 1, high + 1)
    return [RANKS[place] + suit for place in beside if 0 <= place < len(RANKS)]


def _laid(built: Built, card: str) -> Built:
    """What lies there with one card more, which fits."""
    rank, suit = card[0], card[1]
    low, high = built.get(suit, (rank, rank))
    return {**built, suit: (min(rank, low, key=RANKS.index), max(rank, high, key=RANKS.index))}


def _is_built(value: Any, players: int) -> bool:
    return type(value) is dict and all(
        suit in SUITS and _is_span(span) for suit, span in value.items()
    )


def _is_span(span: Any) -> bool:
    """Two ranks on either side of the jack, or the jack itself."""
    if type(span) is not list or len(span) != 2:
        return False
    if not all(type(rank) is str and len(rank) == 1 and rank in RANKS for rank in span):
        return False
    low, high = map(RANKS.index, span)
    return low <= RANKS.index(START) <= high


_FITS: Final = Ruling(
    say("A jack opens its suit; another card goes next to those of its suit on the table."),
    "building",
)
_NOTHING_FITS: Final = Ruling(say("No card of the hand fits: the player passes."), "building")


def auction(context: Context, dealer: int) -> Bidding:
    """games.md, trex 6: the owner, who deals, picks one of the games that are left."""
    left = [game for game in GAMES if game in context["contracts_left"]]
    picked = yield ToCall(dealer, left, lambda call: _on_pick(call, left))
    return {"contract": picked, "owner": dealer}


def _on_pick(call: str, left: Sequence[str]) -> Ruling | None:
    if call not in GAMES:
        return None
    template = "{game} is left to pick." if call in left else "{game} has been picked already."
    return Ruling(say(template, game=call), "choosing")


PLAY: Final = Play(
    ranking,
    keys=(
        choice("contract", GAMES),
        Key(
            "built",
            _is_built,
            "`built` gives for a suit the lowest and the highest rank on the table, from the jack.",
        ),
    ),
    step=step,
    exception=may_play,
    apart=building,
)
AUCTION: Final = Auction(auction, "choosing", keys=(several("contracts_left", GAMES, True),))
