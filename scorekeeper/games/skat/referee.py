"""Skat, the referee: two players bid at a time, and the four jacks are the highest trumps."""

from collections.abc import Generator, Iterator, Sequence
from typing import Any, Final

from scorekeeper.engine import SUITS, Message, Pad, next_seat, phrase, say
from scorekeeper.games.skat.scoring import BASE, BIDS, House, SkatDeal, name_of, playing
from scorekeeper.referee import (
    PASS,
    PASSED_OUT,
    PASSING,
    TRUMPS,
    Bidding,
    Context,
    Ranking,
    Ruling,
    ToCall,
    after_dealer,
    choice,
    pack,
    ranked,
)

CARDS: Final = pack("AKQJT987")
PACK: Final = frozenset(CARDS)
HIGHEST: Final = (phrase("The {card} is the highest trump."), "trumps")
JACKS: Final = tuple((jack, HIGHEST) for jack in ("JC", "JS", "JH", "JD"))
GAME_PLAYED: Final = choice("game", (*BASE, "null"), "Game", "Say what is played.", name_of)


def ranking(context: Context, plays: Sequence[str]) -> Ranking:
    """In a suit game and at grand the jacks are trumps; at null there are none."""
    game = context.need("game") if plays else "null"
    if game == "null":
        return ranked(CARDS, "AKQJT987")
    return ranked(CARDS, "ATKQJ987", game if game in SUITS else TRUMPS, JACKS)


def opening(pad: Pad[House], deal: SkatDeal) -> Iterator[tuple[str, Any]]:
    """Forehand leads, the player at the dealer's left; of four the dealer sits out."""
    dealer = pad.upcoming["dealer"]
    yield "leader", next_seat(pad, dealer)
    if dealer not in playing(pad):
        yield "seats_out", [dealer]
    yield "game", deal.game


# --- the bidding --------------------------------------------------------------------------------

HOLD: Final = "hold"
CALLS: Final = ({**PASSING, HOLD: say("hold")}, {str(n): say("{n}", n=n) for n in BIDS})


def auction(context: Context, dealer: int) -> Bidding:
    """Middlehand bids to forehand, rearhand to the one left; forehand may play for 18 if nobody
    has bid."""
    forehand, middlehand, rearhand = after_dealer(dealer, context["players"])[:3]
    declarer, bid = yield from duel(forehand, middlehand, 0)
    declarer, bid = yield from duel(declarer, rearhand, bid)
    if not bid:
        bid = int(BIDS[0])
        call = yield to_bid(forehand, 0, (PASS, str(bid)))
        if call == PASS:
            return PASSED_OUT
    return {"declarer": declarer, "bid": bid}


def duel(hearer: int, speaker: int, bid: int) -> Generator[ToCall, str, tuple[int, int]]:
    """The speaker bids until one of the two passes: who is left, and the highest bid (0: none)."""
    while True:
        higher = tuple(str(n) for n in BIDS if n > bid)
        if not higher:
            return hearer, bid
        call = yield to_bid(speaker, bid, (PASS, *higher))
        if call == PASS:
            return hearer, bid
        bid = int(call)
        if (yield to_hold(hearer, bid)) == PASS:
            return speaker, bid


def to_bid(seat: int, bid: int, calls: tuple[str, ...]) -> ToCall:
    """The turn of a speaker, who bids more or passes."""

    def judge(call: str) -> Ruling | None:
        if call == HOLD:
            return Ruling(say("Only a bid to you can be held."), "bidding")
        if not call.isdecimal() or int(call) not in BIDS:
            return None
        high_enough, too_low = (_HIGHER, _TOO_LOW) if bid else (_FIRST, _ENOUGH)
        template = high_enough if call in calls else too_low
        return Ruling(say(template, n=int(call), bid=bid), "bidding")

    return ToCall(seat, calls, judge)


_HIGHER: Final[Message] = "{n} is more than {bid}."
_FIRST: Final[Message] = "{n} may be bid."
_TOO_LOW: Final[Message] = "{n} is not more than {bid}."
_ENOUGH: Final[Message] = "Nobody else bid, so 18 is enough."


def to_hold(seat: int, bid: int) -> ToCall:
    """The turn of a hearer, who holds the bid or passes."""

    def judge(call: str) -> Ruling | None:
        if call == HOLD:
            return Ruling(say("{bid} may be held.", bid=bid), "bidding")
        if not call.isdecimal() or int(call) not in BIDS:
            return None
        return Ruling(say("Answer {bid} with “hold” or a pass.", bid=bid), "bidding")

    return ToCall(seat, (PASS, HOLD), judge)
