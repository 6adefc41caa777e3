"""Spades, the referee: everybody declares once, and spades must be broken; rules.md#breaking."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from scorekeeper.engine import answer_of, call_names, declaring, say
from scorekeeper.games.spades.scoring import bid_of
from scorekeeper.referee import (
    STANDARD,
    Allowed,
    Bidding,
    Calls,
    Context,
    Ranking,
    Ruling,
    ToCall,
    ToPlay,
    after_dealer,
    by_seat,
    flag,
    one_round,
    ranked,
    without_barred,
)

SPADES: Final = "S"
BROKEN: Final = flag("broken", "Spades are broken")


def ranking(context: Context, plays: Sequence[str]) -> Ranking:
    """Rank spades as trumps, always."""
    return ranked(STANDARD, trump=SPADES)


def may_play(turn: ToPlay) -> Allowed | None:
    """Bar a spade from being led before one was played on another suit."""
    suits = turn.ranking.suits
    broken = turn.context["broken"] or any(suits[card] == SPADES for card in turn.plays)
    # the source of nil: who has nothing but spades may lead one, which breaks them
    if turn.led is not None or broken or not turn.context["break_spades"]:
        return None
    return without_barred(turn, turn.of(SPADES), UNBROKEN, ONLY_SPADES)


def after_trick(context: Context, plays: Sequence[str]) -> Mapping[str, Any]:
    """A spade that was played has broken them, a spade that was led too."""
    suits = ranking(context, plays).suits
    return {"broken": True} if any(suits[card] == SPADES for card in plays) else {}


UNBROKEN: Final = Ruling(say("Spades are not broken yet and may not be led."), "breaking")
ONLY_SPADES: Final = Ruling(
    say("The hand is nothing but spades: one may be led, and breaks them."), "breaking"
)


# --- the bidding --------------------------------------------------------------------------------


def auction(context: Context, dealer: int) -> Bidding:
    """Ask each player for a bid, from the dealer's left on."""
    rules = context["nil"], context["double_nil"], context["min_bid"]
    seats = after_dealer(dealer)
    calls = yield from one_round(seats, lambda seat, _: declaration(*rules, seat))
    return {"bids": by_seat(seats, map(answer_of, calls))}


def calls(context: Context) -> Sequence[Calls]:
    """Return everything that a player may bid."""
    return (call_names(bid_of(context["nil"], context["double_nil"], context["min_bid"], 0)),)


@cache
def declaration(nil: bool, double_nil: bool, lowest: int, seat: int) -> ToCall:
    """The turn of `seat` to declare."""
    why = say("No bid needs to be higher than the one before.")
    question = bid_of(nil, double_nil, lowest, seat)
    return declaring(seat, question, "declaring", why, NIL_RULES, UNSEEN)


NIL_RULES: Final = {"nil": "bidding-nil", "double_nil": "bidding-double-nil"}
# the source asks only that the bidder has not looked, which nobody but the table can see
UNSEEN: Final = {
    "double_nil": say("It may follow other bids, if the bidder has not looked at their cards yet.")
}
