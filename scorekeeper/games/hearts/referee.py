"""Hearts, the referee: the first trick, and hearts that must be broken; rules.md#first-trick."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from scorekeeper.engine import Card, Message, say
from scorekeeper.games.hearts.scoring import FEWEST, LEFT_OUT
from scorekeeper.referee import (
    STANDARD,
    Allowed,
    Context,
    Ranking,
    Ruling,
    ToPlay,
    flag,
    ranked,
    without_barred,
)

HEART: Final = "H"
QUEEN: Final = "QS"
BROKEN: Final = flag("broken", "Hearts are broken")


@cache
def pack_of(players: int, playing: int) -> tuple[str, ...]:
    """Return the cards that are played with; a seat that is out may be empty, or may have been
    dealt cards."""
    out = {*LEFT_OUT[players]} & {*LEFT_OUT[max(playing, FEWEST)]}
    return tuple(card for card in STANDARD if card not in out)


def cards(context: Context) -> tuple[str, ...]:
    """Return the cards that are played with, in the order of suits."""
    return pack_of(context["players"], context["players"] - len(context["seats_out"]))


def pack(context: Context) -> frozenset[str]:
    """Return the cards that are played with, as a set."""
    return frozenset(cards(context))


def ranking(context: Context, plays: Sequence[str]) -> Ranking:
    """Rank the cards of each suit; nothing is ever trumps."""
    return ranked(cards(context))


# --- what may be played -------------------------------------------------------------------------


def may_play(turn: ToPlay) -> Allowed | None:
    """Return what a lead, or a card to the first trick, may be where not any card will do."""
    if turn.led is None:
        return may_lead(turn)
    if not turn.context["first_trick"] or turn.context["first_points"]:
        return None
    follows = bool(turn.of(turn.led))
    held = turn.of(turn.led) or turn.hand
    free = [card for card in held if not is_penalty(card)]
    if len(free) in (0, len(held)):
        return None
    return Allowed(free, NO_POINTS_IN_SUIT if follows else NO_POINTS)


def may_lead(turn: ToPlay) -> Allowed | None:
    """Return what may be led to the first trick, or while hearts are not broken."""
    rules, first = turn.context, turn.context["first_trick"] and not turn.plays
    if first and rules["first_lead"] == "low_club":
        lowest = min(club for club in cards(rules) if club[1] == "C")
        return Allowed([lowest], low_club(lowest)) if lowest in turn.hand else None
    if first and not rules["first_points"]:
        penalties = [card for card in turn.hand if is_penalty(card)]
        return without_barred(turn, penalties, NO_POINTS_LED, ONLY_POINTS)
    if rules["breaking"] == "none" or rules["broken"] or breaks(rules, turn.plays):
        return None
    return without_barred(turn, turn.of(HEART), UNBROKEN, ONLY_HEARTS)


def is_penalty(card: str) -> bool:
    """Return whether a card costs its taker points."""
    return card == QUEEN or card[1] == HEART


def breaks(rules: Context, plays: Sequence[str]) -> bool:
    """Return whether one of these cards breaks hearts."""
    queen_too = rules["breaking"] == "queen_too"
    return any(card[1] == HEART or (queen_too and card == QUEEN) for card in plays)


def after_trick(context: Context, plays: Sequence[str]) -> Mapping[str, Any]:
    """A heart that was played has broken them, and so has the queen where that is the rule."""
    return {"broken": True} if breaks(context, plays) else {}


@cache
def low_club(card: str) -> Ruling:
    """Return why that card is led to the first trick."""
    template: Message = "The {card} is the lowest club: it is led to the first trick."
    return Ruling(say(template, card=Card(card)), "first-lead")


NO_POINTS: Final = Ruling(
    say("No heart and no queen of spades may be played to the first trick."), "first-trick"
)
NO_POINTS_IN_SUIT: Final = Ruling(
    say("Must follow suit: spades, but not with the queen in the first trick."), "first-trick"
)
NO_POINTS_LED: Final = Ruling(
    say("No heart and no queen of spades may be led to the first trick."), "first-trick"
)
ONLY_POINTS: Final = Ruling(say("The hand holds nothing else: any card may be led."), "first-trick")
UNBROKEN: Final = Ruling(say("Hearts are not broken yet and may not be led."), "breaking")
ONLY_HEARTS: Final = Ruling(
    say("The hand is nothing but hearts: one may be led, and breaks them."), "breaking"
)
