"""Twenty-Eight, the referee: trumps are hidden until they are called for; rules.md#must-trump."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from functools import cache
from itertools import cycle
from typing import Any, Final, NamedTuple

import msgspec

from scorekeeper.engine import Message, Number, Pad, Suit, ask, next_seat, phrase, say, seat_step
from scorekeeper.games.twenty_eight.scoring import (
    IN_PACK,
    LEAST,
    RANKED,
    SINGLE,
    House,
    TwentyEightDeal,
)
from scorekeeper.referee import (
    HIGHEST,
    PASS,
    PASSING,
    Allowed,
    Bidding,
    Calls,
    Context,
    ContextKey,
    Ladder,
    Ranking,
    Ruling,
    ToCall,
    ToPlay,
    after_dealer,
    card,
    pack,
    ranked,
    without_barred,
)

SIX: Final = "6"
"""The lowest card of each suit, with six players alone."""
CARDS: Final = {4: pack(RANKED["below_queen"]), 6: pack(RANKED["below_queen"] + SIX)}
_FACE_DOWN: Final = {
    players: card("face_down", cards, "The card face down") for players, cards in CARDS.items()
}
FACE_DOWN: Final = msgspec.structs.replace(
    _FACE_DOWN[4], question=lambda players: _FACE_DOWN[players].question(players)
)


@cache
def called_after(players: int) -> Number:
    """Ask after how many cards of the trick the trump was called for."""
    return Number(
        path=("context", "called"),
        label=say("The trump was called in this trick"),
        low=0,
        high=players,
        # nobody can fail to follow before a card is led or after the last
        keys=tuple(ask.key(n, say("after {n} {n:card|cards}", n=n)) for n in range(1, players)),
    )


CALLED: Final = ContextKey(
    "called", called_after, "`{name}` runs from 0 to {high}.", for_one_trick=True
)
HIDDEN: Final = (
    phrase("The {card} is the highest card of the suit led; a hidden trump takes nothing."),
    "hidden-trump",
)


def ranking(context: Context, plays: Sequence[str]) -> Ranking:
    """Trumps count once shown; in the trick in which they were called, those that came after."""
    order, trump = RANKED[context["ten_rank"]] + SIX, context["trump"]
    cards = CARDS[context["players"]]
    called = cards_before_call(context, plays)
    if context["revealed"]:
        return ranked(cards, order, trump)
    # not in the source: a trump that was thrown before the call does not count as one
    early = plays[:called] if plays and plays[0][1] != trump else ()
    highest = HIDDEN if trump in [card[1] for card in early] else HIGHEST
    if called is None:
        return ranked(cards, order, highest=highest)
    return ranked(cards, order, trump, highest=highest, counts_from=called)


def cards_before_call(context: Context, plays: Sequence[str]) -> int | None:
    """Return how many cards had been played to the trick when the trump was last called for, or
    played."""
    called: int | None = context["called"]
    # in the source the last card is played "as a trump": from there on trumps count
    last = context["face_down"]
    return plays.index(last) if called is None and last in plays else called


def is_shown(context: Context, plays: Sequence[str]) -> bool:
    """Return whether the trump is open, or has been shown in this trick."""
    return context["revealed"] or cards_before_call(context, plays) is not None


def after_trick(context: Context, plays: Sequence[str]) -> Mapping[str, Any]:
    """Once shown the trump stays open."""
    return {"revealed": True} if is_shown(context, plays) else {}


def after_turn(turn: ToPlay) -> Mapping[str, Any]:
    """Return that a player who cannot follow has called for the trump first, where that is a
    duty."""
    context = turn.context
    if turn.led is None or not context["must_call"] or is_shown(context, turn.plays):
        return {}
    following = turn.of(turn.led)
    if context["follow_face_down"]:
        following = [card for card in following if card != context["face_down"]]
    return {} if following else {"called": len(turn.plays)}


def may_play(turn: ToPlay) -> Allowed | None:
    """Return the cards that may be played: without the suit led, trumps, which are called for."""
    context = turn.context
    shown = is_shown(context, turn.plays)
    if turn.led is None:
        # the source has the ban among its sentences on the hidden trump: it ends when that is shown
        free = shown and context["trump_lead_ban"] == "until_shown"
        return None if free else trump_lead(turn, shown)
    if not shown and context["face_down"] in turn.hand:
        return beside_face_down(turn, turn.led)
    return must_trump(turn, turn.led, SHOWN if shown else CALLS)


CALLS: Final[Message] = "A player who cannot follow suit calls for the trump and must play {suit}."
SHOWN: Final[Message] = "A player who cannot follow suit must play {suit}, the trumps."


def must_trump(turn: ToPlay, led: str, template: str) -> Allowed | None:
    """Bind a player who cannot follow to a trump, where that is a duty."""
    if turn.of(led) or not turn.context["must_call"]:
        return None
    trump = turn.context.need("trump")
    trumps = turn.of(trump)
    ruling = Ruling(say(template, suit=Suit(trump)), "must-trump")
    return Allowed(trumps, ruling) if trumps else None


def beside_face_down(turn: ToPlay, led: str) -> Allowed | None:
    """Return what the declarer may play while the trump card lies face down."""
    down = turn.context["face_down"]
    following = [card for card in turn.of(led) if card != down]
    if following:
        return Allowed(following, NOT_FACE_DOWN)
    stays_down = turn.of(led) and not turn.context["follow_face_down"]
    if stays_down or not turn.context["must_call"]:
        return without_barred(turn, [down], NOT_FACE_DOWN, LAST_CARD)
    return Allowed([down], TAKEN_UP) if turn.of(led) else must_trump(turn, led, CALLS)


def trump_lead(turn: ToPlay, shown: bool) -> Allowed | None:
    """Return what the declarer may lead while the trump suit is barred: hidden, or `shown` where it
    is barred for the whole deal."""
    context = turn.context
    down: Any = None if shown else context["face_down"]
    if context["declarer"] not in (None, turn.seat):
        return None
    trumps = turn.of(context.need("trump"))
    if trumps and down not in turn.hand:
        context.need("declarer")
    if len(trumps) < len(turn.hand):
        why = NEVER_LED if shown else KEPT_BACK
        return without_barred(turn, trumps, why, why)
    return None if shown else without_barred(turn, [down], NOTHING_ELSE, LAST_CARD)


KEPT_BACK: Final = Ruling(say("While the trump is hidden, the declarer does not lead it."), "lead")
NEVER_LED: Final = Ruling(say("The declarer leads no trump while holding another suit."), "lead")
NOTHING_ELSE: Final = Ruling(
    say("The declarer holds nothing but trumps and may lead one, except the one face down."), "lead"
)
NOT_FACE_DOWN: Final = Ruling(
    say("The card that lies face down cannot be played before it is taken up."), "face-down"
)
TAKEN_UP: Final = Ruling(
    say("The declarer holds nothing else of the suit led, takes the card up and follows with it."),
    "face-down",
)
LAST_CARD: Final = Ruling(
    say("The card that lies face down is the last one: it is shown and played."), "face-down"
)


def opening(pad: Pad[House], deal: TwentyEightDeal) -> Iterator[tuple[str, Any]]:
    """The declarer and the trump; the player beside the dealer leads, or the
    declarer of a single hand."""
    yield "leader", next_seat(pad, pad.upcoming["dealer"], seat_step(pad.options))
    if deal.trump is not None:
        yield "trump", deal.trump
    yield "declarer", deal.declarer
    if deal.bid == SINGLE:
        yield "leader", deal.declarer


# --- the bidding --------------------------------------------------------------------------------

LADDER: Final = Ladder(
    heights={str(bid): bid for bid in range(LEAST, IN_PACK + 1)},
    names={str(bid): bid for bid in range(LEAST, IN_PACK + 1)},
    rule="bidding",
)


DOUBLE, REDOUBLE = "double", "redouble"
RAISES: Final = (DOUBLE, REDOUBLE)
"""The calls that double a bid which has been doubled so many times."""


def calls(context: Context) -> Sequence[Calls]:
    """Return all that can be called."""
    raises = {call: say(call) for call in RAISES if context["doubling"]}
    return (LADDER.calls, {**PASSING, **raises})


class Stand(NamedTuple):
    """The bid that stands, its bidder, and how often it has been doubled."""

    bid: str | None = None
    bidder: int | None = None
    doubled: int = 0


def auction(context: Context, dealer: int) -> Bidding:
    """Ask for bids from the player beside the dealer on, who must bid; then once more on eight
    cards where that is played."""
    seats = after_dealer(dealer, context["players"], seat_step(context))
    stand = yield from bidding(context, seats, Stand())
    may_go_on = stand.bid != str(IN_PACK) or context["doubling"]
    if context["second_auction_min"] is not None and may_go_on:
        stand = yield from bidding(context, seats, stand)
    assert stand.bid is not None
    doubled = {"doubled": stand.doubled} if context["doubling"] else {}
    return {"declarer": stand.bidder, "bid": int(stand.bid), **doubled}


def bidding(context: Context, seats: Sequence[int], first: Stand) -> Generator[ToCall, str, Stand]:
    """Go round until all others have passed in succession after the last call that is no pass, or
    all have passed over the bid of the `first` auction; return what then stands."""
    stand, passes, out = first, 0, set[int]()
    second = context["second_auction_min"] if first.bid else None
    turns = cycle(seats)
    while True:
        seat = next(turns)
        if seat in out and not context["doubling"]:
            continue
        call = yield to_call(context, seat, stand, second, seat in out)
        if call == PASS:
            passes += 1
            if context["pass_is_final"]:
                out.add(seat)
        else:
            raises = RAISES.index(call) + 1 if call in RAISES else 0
            stand = stand._replace(doubled=raises) if raises else Stand(call, seat)
            passes = 0
        if closed(context, stand, passes, len(seats) - (stand != first), out):
            return stand


def closed(context: Context, stand: Stand, passes: int, all_pass: int, out: set[int]) -> bool:
    """Return whether nobody is left to call."""
    if context["doubling"] or passes == all_pass:
        return passes == all_pass
    return stand.bid == str(IN_PACK) or len(out) == all_pass


def to_call(context: Context, seat: int, stand: Stand, second: int | None, passed: bool) -> ToCall:
    """Return the turn of a seat: a bid that is high enough, unless it has `passed` for good, or a
    double where the bid may be doubled."""
    ours = stand.bidder is not None and (seat - stand.bidder) % 2 == 0
    over_partner = ours and seat != stand.bidder and second is None
    least = second or (context["partner_overcall_min"] if over_partner else None)
    raises: tuple[str, ...] = ()
    if context["doubling"]:
        can_raise = stand.bid is not None and stand.doubled < 2 and ours == bool(stand.doubled)
        raises = RAISES[stand.doubled : stand.doubled + 1] if can_raise else ()
    least = max(least or 0, context["min_bid"])
    return to_bid(seat, stand.bid, least, over_partner, raises, context["min_bid"], passed)


@cache
def to_bid(
    seat: int,
    standing: str | None,
    least: int,
    over_partner: bool,
    raises: tuple[str, ...],
    lowest: int,
    passed: bool,
) -> ToCall:
    """Ask a seat for a call over the highest bid; `least` is the lowest that outbids it."""
    bids = () if passed else tuple(b for b in LADDER.above(standing) if int(b) >= least)
    # the source: the first player has no right to pass
    must = say("The first player must bid at least {least}.", least=lowest)
    template: Message = "At least {least} is needed."
    if over_partner:
        template = "Over the partner's bid, at least {least} is needed."
    too_low = Ruling(say(template, least=least), "bidding")

    def judge(call: str) -> Ruling | None:
        if call in RAISES:
            return MAY_DOUBLE if call in raises else NO_DOUBLE
        if call == PASS:
            return None if standing else Ruling(must, "bidding")
        if passed:
            return PASSED
        ruling = LADDER.judge(call, standing)
        return too_low if ruling and int(call) < least else ruling

    return ToCall(seat, (PASS, *bids, *raises) if standing else bids, judge)


MAY_DOUBLE: Final = Ruling(say("The bid may be doubled."), "doubled")
NO_DOUBLE: Final = Ruling(
    say("The opponents’ bid may be doubled, and one’s own redoubled once it is doubled."), "doubled"
)
PASSED: Final = Ruling(say("A player who has passed cannot bid again."), "bidding")
