"""Nap for the referee: the suit led first is trumps, one call each; games.md, nap 6."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from scorekeeper.cards import JOKER
from scorekeeper.referee.auction import PASS, PASSED_OUT, Auction, Bidding, ToCall, one_round
from scorekeeper.referee.context import FIRST_TRICK, NAMED_SUIT, TRUMP, Context, Ruling, flag
from scorekeeper.referee.ladder import MAY_PASS, Ladder
from scorekeeper.referee.ranking import ACE_HIGH, NO_TRUMP, Highest, Ranking, pack, ranked
from scorekeeper.referee.tricks import Play
from scorekeeper.sentences import say

LOWEST: Final = {3: "9", 4: "8", 5: "7", 6: "6", 7: "5"}
NAMES: Final = {
    "two": "two",
    "three": "three",
    "mis": "mis",
    "four": "four",
    "nap": "nap",
    "wellington": "Wellington",
    "blucher": "Blücher",
}
ONLY_OVER: Final[Mapping[str, str]] = {"wellington": "nap", "blucher": "wellington"}
_JOKER: Final[tuple[tuple[str, Highest], ...]] = (
    (JOKER, ("The {card} beats every card.", "joker")),
)


@cache
def _cards(players: int, joker: bool) -> tuple[str, ...]:
    ranks = ACE_HIGH[: ACE_HIGH.index(LOWEST[players]) + 1]
    return (*pack(ranks), JOKER) if joker else pack(ranks)


def ranking(context: Context, plays: Sequence[str]) -> Ranking:
    """games.md, nap 6: the joker is the highest trump, without trumps the best card by itself."""
    joker = context["joker"]
    cards = _cards(context["players"], joker)
    trump = _trump(context, plays)
    if not joker:
        return ranked(cards, trump=trump)
    if trump is None and plays:
        context.need("trump")
    return ranked(cards, trump=JOKER if trump in (None, NO_TRUMP) else trump, top=_JOKER)


def _trump(context: Context, plays: Sequence[str]) -> str | None:
    """The trump suit, which the first card led settles; None where nobody has said it."""
    if context["mis"] or (context["first_trick"] and not plays):
        return NO_TRUMP
    if not context["first_trick"]:
        return context["trump"]  # type: ignore[no-any-return]
    return context["named_suit"] or NO_TRUMP if plays[0] == JOKER else plays[0][1]


@cache
def _rungs(options: tuple[bool, bool, bool]) -> Ladder:
    """The bids that the table knows; there is no Blücher without Wellington."""
    allowed = dict(zip(("mis", "wellington", "blucher"), options, strict=True))
    known = [bid for bid in NAMES if allowed.get(bid, True)]
    known = [bid for bid in known if ONLY_OVER.get(bid, bid) in known]
    return Ladder(
        {bid: height for height, bid in enumerate(known)},
        {bid: say(NAMES[bid]) for bid in known},
        "bidding",
    )


def auction(context: Context, dealer: int) -> Bidding:
    """games.md, nap 6: one call each from the dealer's left, each bid higher than the last."""
    options = context["mis_allowed"], context["wellington_allowed"], context["blucher_allowed"]
    players = context["players"]
    seats = [(dealer + n) % players for n in range(1, players + 1)]
    calls = yield from one_round(
        seats, lambda seat, calls: _to_bid(_rungs(options), seat, _highest(calls))
    )
    bids = [(seat, call) for seat, call in zip(seats, calls, strict=True) if call != PASS]
    if not bids:
        return PASSED_OUT
    declarer, bid = bids[-1]
    return {"declarer": declarer, "bid": bid, "previous_bids": [call for _, call in bids[:-1]]}


def _highest(calls: Sequence[str]) -> str | None:
    return next((call for call in reversed(calls) if call != PASS), None)


@cache
def _to_bid(rungs: Ladder, seat: int, standing: str | None) -> ToCall:
    bids = tuple(b for b in rungs.above(standing) if ONLY_OVER.get(b, standing) == standing)

    def judge(call: str) -> Ruling | None:
        if call == PASS:
            return Ruling(MAY_PASS, "bidding")
        if call in rungs.heights and call in ONLY_OVER and ONLY_OVER[call] != standing:
            bid, over = rungs.names[call], rungs.names[ONLY_OVER[call]]
            return Ruling(
                say("{bid} can only be bid over {over}.", bid=bid, over=over), "wellington"
            )
        return rungs.judge(call, standing)

    return ToCall(seat, (PASS, *bids), judge)


PLAY: Final = Play(
    ranking,
    pack=lambda context: frozenset(_cards(context["players"], context["joker"])),
    keys=(TRUMP, FIRST_TRICK, NAMED_SUIT, flag("mis")),
)
AUCTION: Final = Auction(auction, "bidding")
