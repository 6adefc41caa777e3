"""Nap, the referee: one bid each, and the first card led is trumps; rules.md#lead."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from scorekeeper.cards import JOKER
from scorekeeper.engine import SUITS, Pad, known_prefix, phrase, say
from scorekeeper.games.nap.scoring import (
    BIDS,
    ONLY_OVER,
    PACKS,
    RANK,
    House,
    NapDeal,
    bid_of,
    bids,
    name_of,
    why_not,
)
from scorekeeper.referee import (
    ACE_HIGH,
    MAY_PASS,
    NO_TRUMP,
    PASS,
    PASSED_OUT,
    PASSING,
    Bidding,
    Calls,
    Context,
    Ladder,
    Ranking,
    Ruling,
    ToCall,
    after_dealer,
    pack,
    ranked,
)

JOKER_ON_TOP: Final = (JOKER, (phrase("The {card} beats every other card."), "joker"))


@cache
def cards(players: int, joker: bool, full: bool) -> tuple[str, ...]:
    """Return the pack that so many players use."""
    lowest = ACE_HIGH[-1] if full else PACKS[players][0]
    ranks = ACE_HIGH[: ACE_HIGH.index(lowest) + 1]
    return (*pack(ranks), JOKER) if joker else pack(ranks)


def cards_of(context: Context) -> tuple[str, ...]:
    """Return the pack of this table."""
    return cards(context["players"], context["joker"], context["full_pack"])


def ranking(context: Context, plays: Sequence[str]) -> Ranking:
    """Rank the joker as the highest trump; without trumps it beats everything by itself."""
    joker = context["joker"]
    trump = trump_of(context, plays)
    in_pack = cards_of(context)
    if not joker:
        return ranked(in_pack, trump=trump)
    if trump is None and plays:
        context.need("trump")
    # the source: the joker stays the highest trump in hands that have no other
    return ranked(in_pack, trump=JOKER if trump in (None, NO_TRUMP) else trump, top=(JOKER_ON_TOP,))


def trump_of(context: Context, plays: Sequence[str]) -> str | None:
    """The trump suit, which the first card led settles; None where nobody has said it."""
    trump: str | None = context["trump"]
    if context["mis"]:
        trump = NO_TRUMP
    elif context["first_trick"] and plays:
        # not in the source: whoever leads the joker names the suit
        trump = (context["named_suit"] or NO_TRUMP) if plays[0] == JOKER else plays[0][1]
    return trump


def after_trick(context: Context, plays: Sequence[str]) -> Mapping[str, Any]:
    """Return the suit that the first trick made trumps."""
    trump = trump_of(context, plays) if context["first_trick"] else None
    return {"trump": trump} if trump in SUITS else {}


def opening(pad: Pad[House], deal: NapDeal) -> Iterator[tuple[str, Any]]:
    """The declarer leads to the first trick; a mis has no trumps."""
    yield "first_trick", True
    yield from known_prefix(bid_to_lead(deal))
    yield "leader", deal.declarer


def bid_to_lead(deal: NapDeal) -> Iterator[tuple[str, Any]]:
    """Return what the bid says of the first trick."""
    if deal.bid == "mis":
        yield "mis", True


# --- the bidding --------------------------------------------------------------------------------


LADDER: Final = Ladder(RANK, {bid: name_of(bid) for bid in BIDS}, "bidding")


def auction(context: Context, dealer: int) -> Bidding:
    """Ask each seat for one call from the dealer's left on, every bid higher than the last."""
    known, forced = bids(context.facts), context["dealer_must_bid"]
    made: tuple[str, ...] = ()
    declarer = dealer
    # "a round of bidding" in the source is read as one call each, as everywhere else
    for seat in after_dealer(dealer, context["players"], out=context["seats_out"]):
        # the source doesn't end it there, but nobody could do anything but pass
        if not higher(known, made):
            break
        call = yield to_bid(known, seat, made, forced and seat == dealer and not made)
        if call != PASS:
            declarer, made = seat, (*made, call)
    if not made:
        return PASSED_OUT
    return {"declarer": declarer, "bid": made[-1], "previous_bids": [*made[:-1]]}


def calls(context: Context) -> Sequence[Calls]:
    """The bids that this table knows, and a pass."""
    return {bid: name_of(bid) for bid in bids(context.facts)}, PASSING


@cache
def higher(known: tuple[str, ...], before: tuple[str, ...]) -> tuple[str, ...]:
    """The bids that can be made after these."""
    return tuple(bid for bid in known if why_not(before, bid) is None)


@cache
def to_bid(
    known: tuple[str, ...], seat: int, before: tuple[str, ...], forced: bool = False
) -> ToCall:
    """Ask a seat for its call over these bids; only a dealer who is `forced` to bid may say
    one."""
    allowed = tuple(bid for bid in higher(known, before) if forced or bid != "one")

    def judge(call: str) -> Ruling | None:
        if call in BIDS and call not in known:
            return Ruling(bid_of(known).refusals[call], "bidding")
        if call in ONLY_OVER and ONLY_OVER[call] not in before:
            return Ruling(why_not(before, call) or MAY_PASS, "wellington")
        if call == "one" or (forced and call == PASS):
            return Ruling(ON_FORCED[forced], "dealer-must-bid")
        return LADDER.judge(call, before[-1] if before else None, allowed)

    return ToCall(seat, allowed if forced else (PASS, *allowed), judge)


ON_FORCED: Final = {
    True: say("All others have passed, so the dealer must bid one or more."),
    False: say("Only the dealer may bid one, and only when all others have passed."),
}
