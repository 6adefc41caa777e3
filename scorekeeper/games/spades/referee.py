"""Spades, the referee: everybody declares once, and spades must be broken; rules.md#breaking."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from scorekeeper.cards import JOKERS
from scorekeeper.engine import Message, answer_of, call_names, declaring, phrase, say
from scorekeeper.games.spades.form import bid_of
from scorekeeper.games.spades.house import tricks_in
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
    top = tuple((card, ABOVE_ACE) for card in TOP[context["top_trumps"]])
    return ranked(pack_of(context["top_trumps"], context["players"]), trump=SPADES, top=top)


TOP: Final = {"ace": (), "jokers": ("JK", "JL"), "jokers_deuces": ("JK", "JL", "2D", "2S")}
"""The cards above the ace of spades, from the highest."""
OUT: Final = {"ace": (), "jokers": ("2H", "2D"), "jokers_deuces": ("2H", "2C")}
"""What the jokers replace."""
ABOVE_ACE: Final = (phrase("The {card} stands above the ace of spades."), "top-trumps")


@cache
def pack_of(top_trumps: str, players: int) -> tuple[str, ...]:
    """Return the cards that are played with; three players leave out the two of clubs."""
    out = ("2C",) if players == 3 else OUT[top_trumps]
    cards = (*STANDARD, *JOKERS) if top_trumps != "ace" else STANDARD
    return tuple(card for card in cards if card not in out)


def pack(context: Context) -> frozenset[str]:
    """Return the cards that are played with."""
    return frozenset(pack_of(context["top_trumps"], context["players"]))


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
    players = context["players"]
    seats = after_dealer(dealer, players)
    calls = yield from one_round(seats, lambda seat, said: turn_of(context, seat, said))
    return {"bids": by_seat(seats, map(answer_of, calls), players)}


def turn_of(context: Context, seat: int, said: Sequence[str]) -> ToCall:
    """Return the turn of `seat` after what was `said`: where a side has a lowest bid, the second of
    it must reach that."""
    rules, players = (context["nil"], context["double_nil"], context["min_bid"]), context["players"]
    turn = declaration(*rules, seat, tricks_in(players))
    partners = context["partnership"] and players == 4
    if not context["side_min_bid"] or (partners and len(said) < 2):
        return turn
    # a nil of one who plays alone, and beside a nil, is always enough
    before = said[-2] if partners else "nil"
    return on_board(turn, context["side_min_bid"], before, TOO_LOW if partners else TOO_LOW_ALONE)


TOO_LOW: Final[Message] = "A side bids at least {n} together."
TOO_LOW_ALONE: Final[Message] = "The lowest bid is {n}."


def on_board(turn: ToCall, least: int, before: str, why: Message) -> ToCall:
    """Return the turn with only the calls that make `least` together with the call `before`."""
    has = int(before) if before.isdecimal() else None
    low = Ruling(say(why, n=least), "board")

    def enough(call: str) -> bool:
        if call.isdecimal():
            return int(call) + (has or 0) >= least
        return has is None or has >= least

    def judge(call: str) -> Ruling | None:
        return turn.judge(call) if call not in turn.calls or enough(call) else low

    calls = tuple(filter(enough, turn.calls))
    return msgspec.structs.replace(turn, calls=calls, judge=judge)


def calls(context: Context) -> Sequence[Calls]:
    """Return everything that a player may bid."""
    rules = context["nil"], context["double_nil"], context["min_bid"]
    return (call_names(bid_of(*rules, 0, tricks_in(context["players"]))),)


@cache
def declaration(nil: bool, double_nil: bool, lowest: int, seat: int, most: int) -> ToCall:
    """The turn of `seat` to declare."""
    why = say("No bid needs to be higher than the one before.")
    question = bid_of(nil, double_nil, lowest, seat, most)
    return declaring(seat, question, "declaring", why, NIL_RULES, UNSEEN)


NIL_RULES: Final = {"nil": "bidding-nil", "double_nil": "bidding-double-nil"}
# the source asks only that the bidder has not looked, which nobody but the table can see
UNSEEN: Final = {
    "double_nil": say("It may follow other bids, if the bidder has not looked at their cards yet.")
}
