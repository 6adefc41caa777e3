"""Five Hundred, the referee: a joker and bowers, who leads, and which bids outbid which.

rules.md#bowers, rules.md#bidding.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any, Final, NamedTuple

from scorekeeper.cards import JOKER, SUIT_SIGNS
from scorekeeper.engine import Bid, Pad, Printed, Seat, Suit, known, next_seat, phrase, printed, say
from scorekeeper.games.five_hundred.bids import (
    BIDS,
    LEVELS,
    PLAYED_ALONE,
    STRAINS,
    VALUES,
    ZERO_BIDS,
    ZERO_NAMES,
    bid_name,
    zero_bids,
)
from scorekeeper.games.five_hundred.form import NO_PARTNER, NOT_OPEN, FiveHundred
from scorekeeper.games.five_hundred.house import House
from scorekeeper.referee import (
    NO_TRUMP,
    PASS,
    PASSED_OUT,
    PASSING,
    Bidding,
    Calls,
    Cancelled,
    Cancelling,
    Context,
    Ladder,
    QuestionRefused,
    Ranking,
    Restriction,
    Ruling,
    ToCall,
    pack,
    ranked,
    with_bowers,
)

ORDER: Final = "AKQJT987654"
FOURS: Final = {"red": ("4D", "4H"), "black": ("4C", "4S"), "all": pack("4")}
PACKS: Final = {fours: (*pack(ORDER[:-1]), *cards, JOKER) for fours, cards in FOURS.items()}
# with three players, whatever the variant
PACK_OF_THREE: Final = (*pack(ORDER[: ORDER.index("6")]), JOKER)
BEST_BOWER: Final = (JOKER, (phrase("The {card} is the best bower."), "bowers"))
ALONE: Final = (JOKER, (phrase("The {card} beats every other card."), "joker"))


def ranking(context: Context, plays: Sequence[str]) -> Ranking:
    """Rank the joker and the bowers on top; in no trump the joker beats everything by itself;
    rules.md#joker."""
    cards = cards_of(context)
    trump = context.need("trump") if plays else NO_TRUMP
    if trump != NO_TRUMP:
        return with_bowers(cards, ORDER, trump, BEST_BOWER)
    if plays and plays[0] == JOKER:
        check_named(context)
    return ranked(cards, ORDER, JOKER, (ALONE,))


def cards_of(context: Context) -> tuple[str, ...]:
    """Return the cards that are played with."""
    return PACK_OF_THREE if context["players"] == 3 else PACKS[context["fours"]]


def pack_of(context: Context) -> frozenset[str]:
    """Return the same cards as a pack."""
    return frozenset(cards_of(context))


def check_named(context: Context) -> None:
    """Bar the leader of a joker from naming a suit they failed to follow, where the table does."""
    named = context["named_suit"]
    if context["joker_names"] == "not_shown_void" and named in context["shown_void"]:
        template = "{seat} is out of {suit} and cannot name them."
        text = say(template, seat=Seat(context["leader"]), suit=Suit(named))
        raise QuestionRefused([(("context", "named_suit"), text)])


def opening(pad: Pad[House], deal: FiveHundred) -> Iterator[tuple[str, Any]]:
    """Yield who leads and what is trumps: the declarer leads (in two of the zero bids without a
    partner); where nobody bid, the dealer's left leads and nothing is trumps."""
    if deal.passed_out:
        yield "leader", next_seat(pad, pad.upcoming["dealer"])
        yield "trump", NO_TRUMP
        return
    if deal.bid:
        yield "trump", BIDS[deal.bid].strain if deal.bid in BIDS else NO_TRUMP
    declarer = known(deal.declarer)
    yield "leader", declarer
    sits_out = deal.bid in PLAYED_ALONE and len(pad.seats) == 4
    yield "seats_out", [(declarer + 2) % 4] if sits_out else []


# --- the order of the bids ----------------------------------------------------------------------


def ladder(nullo_rank: str, zeros: tuple[str, ...]) -> list[list[str]]:
    """Return all bids from the lowest to the highest; those of equal rank stand in one list."""
    steps = [[bid] for bid in BIDS]
    below = "8C" if nullo_rank == "by_value" else "8S"
    if "nullo" in zeros:
        steps.insert(steps.index([below]), ["nullo"])
    if "open_misere" in zeros:
        steps.insert(steps.index(["10H"]), ["open_misere"])
    # all worth 500, and a bid needs a higher value: none of them overcalls another
    steps[steps.index(["10H"])] += [bid for bid in ("double_nullo", "bar_nullo") if bid in zeros]
    if "grand_nullo" in zeros:
        # the source: it cannot be outbid, though 10 no trump is worth more
        steps.append(["grand_nullo"])
    return steps


def ladder_table(house: House) -> Printed:
    """Return the ranking of all bids, with nullo at its place."""
    bids = ladder(house.nullo_rank, zero_bids(house.nullos, house.open_misere))
    return printed(("From the lowest to the highest",), [(", ".join(map(level_bids, bids)),)])


def level_bids(bids: Iterable[str]) -> str:
    """Bids that rank the same: "10♥ = double nullo = bar nullo"."""
    return " = ".join(ZERO_NAMES.get(bid) or in_signs(BIDS[bid]) for bid in bids)


def in_signs(bid: Bid) -> str:
    """ "10♥"."""
    return f"{bid.level}{SUIT_SIGNS[bid.strain]}"


HINTS: Final = {f"inkle_{strain}": f"6{strain}" for strain in STRAINS if strain != NO_TRUMP}


@cache
def rungs_of(nullo_rank: str, zeros: tuple[str, ...], hints: bool) -> Ladder:
    """Return which bid outbids which; with `hints`, each of these ranks with the bid of six that it
    stands for."""
    steps = ladder(nullo_rank, zeros)
    heights = {bid: height for height, bids in enumerate(steps) for bid in bids}
    names: dict[str, Any] = {bid: bid_name(bid) for bid in heights}
    for hint, bid in HINTS.items() if hints else ():
        heights[hint] = heights[bid]
        names[hint] = say("an inkle in {suit}", suit=Suit(bid[1:]))
    return Ladder(dict(sorted(heights.items(), key=itemgetter(1))), names, "bidding")


def rungs_at(context: Context) -> Ladder:
    """Return which bid outbids which at this table."""
    partners = context["players"] == 4
    zeros = zero_bids(context["nullos"], context["open_misere"], partners)
    return rungs_of(context["nullo_rank"], zeros, context["inkle"] == "signal")


def calls(context: Context) -> Sequence[Calls]:
    """Return every bid, zero bid and hint of the table's rules, and a pass."""
    rungs = rungs_at(context)
    kinds: list[Calls] = [
        {bid: name for bid, name in rungs.calls.items() if bid in kind}
        for kind in (BIDS, ZERO_BIDS, HINTS)
    ]
    return [*filter(None, kinds), PASSING]


# --- turn by turn -------------------------------------------------------------------------------


class Stand(NamedTuple):
    """The facts that decide what a player may bid: the highest call so far, the kind of inkling,
    whether bids of six are open and hints are, whether the partner has bid nullo, whether nullo
    waits for a seven, whether there is a partner, and whether the side has declared ace, no
    face."""

    highest: str | None
    inkle: str
    sixes: bool
    hints: bool
    after_nullo: bool
    too_early: bool
    partners: bool
    no_face: bool


def auction(context: Context, dealer: int) -> Bidding:
    """Ask for calls from the dealer's left on, for as many rounds as the house rules allow."""
    rungs, players = rungs_at(context), context["players"]
    first = dealer + 1
    calls: list[str] = []
    while not is_over(context, rungs, first, calls):
        turn = len(calls)
        if has_passed(context, calls, turn):
            calls.append(PASS)
            continue
        stand = stand_of(context, first, calls, turn)
        calls.append((yield to_bid(rungs, (first + turn) % players, stand)))
    bids = [(turn, call) for turn, call in enumerate(calls) if call in VALUES]
    if not bids:
        return PASSED_OUT
    turn, bid = bids[-1]
    return {"declarer": (first + turn) % players, "bid": bid}


def stand_of(context: Context, first: int, calls: Sequence[str], turn: int) -> Stand:
    """Return what the player whose `turn` it is may go by after these calls."""
    inkle, partners = context["inkle"], context["players"] == 4
    bids = [call for call in calls if call in VALUES]
    return Stand(
        highest=next((call for call in reversed(calls) if call != PASS), None),
        inkle=inkle,
        sixes=context["min_bid"] == "6S"
        or (inkle == "first_two_players" and turn < 2)
        or (inkle == "first_two_bids" and len(bids) < 2),
        hints=not bids,
        after_nullo=partners and "nullo" in calls[(turn + 2) % 4 :: 4],
        too_early=context["nullo_after_seven"]
        and not any(bid in BIDS and BIDS[bid].level == SEVEN for bid in bids),
        partners=partners,
        no_face=partners and (first + turn) % 2 in context["ace_no_face"],
    )


def is_over(context: Context, rungs: Ladder, first: int, calls: Sequence[str]) -> bool:
    """Return whether all rounds are over, or nobody can or wants to bid higher."""
    made, rounds, players = len(calls), context["rounds"], context["players"]
    has_bid = any(call in VALUES for call in calls)
    if rounds is None:
        return all_passed(calls, players - 1 if has_bid else players)
    most = players * rounds
    if made == most or (made == players and all_passed(calls, players)):
        return True
    coming = [
        turn
        for turn in range(made, min(most, made + players))
        if not has_passed(context, calls, turn)
    ]
    return has_bid and not any(open_bids(rungs, stand_of(context, first, calls, n)) for n in coming)


def has_passed(context: Context, calls: Sequence[str], turn: int) -> bool:
    """Return whether the player whose `turn` it is has passed for good."""
    players = context["players"]
    return bool(context["pass_is_final"]) and PASS in calls[turn % players :: players]


def all_passed(calls: Sequence[str], times: int) -> bool:
    """Return whether the last so many calls were all passes."""
    return [*calls[-times:]] == [PASS] * times


@lru_cache(maxsize=4096)
def open_bids(rungs: Ladder, stand: Stand) -> tuple[str, ...]:
    """The bids and hints that outbid the highest so far and are not barred."""
    return tuple(bid for bid in rungs.above(stand.highest) if barred(stand, bid) is None)


NO_SIXES: Final = {
    "off": say("The lowest bid is 7 spades."),
    "signal": say("The lowest bid is 7 spades."),
    "first_two_players": say("Only the first two players to speak may bid six."),
    "first_two_bids": say("Only the first two bids may be bids of six."),
}
SEVEN: Final = 7
AFTER_NULLO: Final = ("double_nullo", "grand_nullo")
NEEDS_A_FACE: Final = ("nullo", "grand_nullo")


def barred(stand: Stand, bid: str) -> Ruling | None:
    """Return why a bid that is high enough may still not be made; None if it may."""
    if bid in HINTS and not stand.hints:
        return Ruling(say("A suit can be hinted at only before anyone has bid."), "inkle")
    if bid in BIDS and BIDS[bid].level == LEVELS[0] and not stand.sixes:
        return Ruling(NO_SIXES[stand.inkle], "inkle")
    if bid in AFTER_NULLO and not stand.after_nullo:
        text = say("{bid} is only for the partner of a nullo bidder.", bid=bid_name(bid))
        return Ruling(text, "zero-bids")
    if bid == "nullo" and stand.too_early:
        return Ruling(say("Nullo may be bid only after a bid of seven."), "zero-bids")
    if bid in NEEDS_A_FACE and stand.no_face:
        text = say("A side that declared ace, no face cannot bid {bid}.", bid=bid_name(bid))
        return Ruling(text, "ace-no-face")
    return None


def not_here(stand: Stand, call: str) -> Ruling | None:
    """Return why a zero bid is no bid at this table, where that may not be plain."""
    if call == "open_misere":
        return Ruling(NOT_OPEN, "zero-bids")
    if call in NO_PARTNER and not stand.partners:
        return Ruling(NO_PARTNER[call], "zero-bids")
    return None


@lru_cache(maxsize=4096)
def to_bid(rungs: Ladder, seat: int, stand: Stand) -> ToCall:
    """Ask a seat for a call: a pass, or any bid that is open to it."""
    allowed = open_bids(rungs, stand)

    def judge(call: str) -> Ruling | None:
        why_not = barred(stand, call) if call in rungs.heights else not_here(stand, call)
        return why_not or rungs.judge(call, stand.highest, allowed)

    return ToCall(seat, (PASS, *allowed), judge)


def restricts(cancelled: Cancelled, turn: ToCall) -> Restriction | None:
    """Return what a player may call after a call out of turn: a pass is a pass, and the partner of
    a player who bid passes in this deal; rules.md#call-out-of-turn."""
    if not cancelled.out_of_turn:
        return None
    passed, called = cancelled.call == PASS, {seat for seat, _ in cancelled.since}
    if passed and turn.seat == cancelled.seat and turn.seat not in called:
        text = say("{seat} passed out of turn, and must pass now.", seat=Seat(turn.seat))
    elif not passed and turn.seat == (cancelled.seat + 2) % 4:
        partner = Seat(cancelled.seat)
        text = say(
            "{partner} bid out of turn: {seat} must pass.", seat=Seat(turn.seat), partner=partner
        )
    else:
        return None
    return Restriction((PASS,), Ruling(text, "call-out-of-turn"))


CANCELLING: Final = Cancelling("call-out-of-turn", "call-out-of-turn", restricts)
"""What follows a call out of turn, which nobody can accept, or one that was too low."""
