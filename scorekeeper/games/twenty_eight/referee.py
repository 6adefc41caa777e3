"""Twenty-Eight, the referee: trumps are hidden until they are called for; rules.md#must-trump."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from scorekeeper.engine import Message, Pad, Suit, next_seat, phrase, say, seat_step
from scorekeeper.games.twenty_eight.scoring import IN_PACK, LEAST, RANKED, House, TwentyEightDeal
from scorekeeper.referee import (
    HIGHEST,
    PASS,
    Allowed,
    Bidding,
    Context,
    HighestBid,
    Ladder,
    Ranking,
    Ruling,
    ToCall,
    ToPlay,
    after_dealer,
    card,
    number,
    outbidding,
    pack,
    ranked,
    without_barred,
)

CARDS: Final = pack(RANKED["below_queen"])
FACE_DOWN: Final = card("face_down", CARDS, "The card face down")
CALLED: Final = number(
    "called",
    0,
    4,
    "The trump was called in this trick",
    word=lambda count: say("after {n} {n:card|cards}", n=count),
    for_one_trick=True,
    # nobody can fail to follow before a card is led or after the last
    offered=(1, 2, 3),
)
HIDDEN: Final = (
    phrase("The {card} is the highest card of the suit led; a hidden trump takes nothing."),
    "hidden-trump",
)


def ranking(context: Context, plays: Sequence[str]) -> Ranking:
    """Trumps count once shown; in the trick in which they were called, those that came after."""
    order, trump = RANKED[context["ten_rank"]], context["trump"]
    called = cards_before_call(context, plays)
    if context["revealed"]:
        return ranked(CARDS, order, trump)
    # not in the source: a trump that was thrown before the call does not count as one
    early = plays[:called] if plays and plays[0][1] != trump else ()
    highest = HIDDEN if trump in [card[1] for card in early] else HIGHEST
    if called is None:
        return ranked(CARDS, order, highest=highest)
    return ranked(CARDS, order, trump, highest=highest, counts_from=called)


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
    """The declarer and the trump; the player beside the dealer leads."""
    yield "leader", next_seat(pad, pad.upcoming["dealer"], seat_step(pad.options))
    if deal.trump is not None:
        yield "trump", deal.trump
    yield "declarer", deal.declarer


# --- the bidding --------------------------------------------------------------------------------

LADDER: Final = Ladder(
    heights={str(bid): bid for bid in range(LEAST, IN_PACK + 1)},
    names={str(bid): bid for bid in range(LEAST, IN_PACK + 1)},
    rule="bidding",
)


def auction(context: Context, dealer: int) -> Bidding:
    """Ask for bids from the player beside the dealer on, who must bid."""
    seats = after_dealer(dealer, step=seat_step(context))

    def turn(stand: HighestBid) -> ToCall:
        over_partner = stand.bidder is not None and (stand.seat - stand.bidder) % 4 == 2
        least = context["partner_overcall_min"] if over_partner else None
        return to_bid(stand.seat, stand.bid, least or LEAST)

    final = context["pass_is_final"]
    declarer, bid = yield from outbidding(seats, str(IN_PACK), turn, final)
    return {"declarer": declarer, "bid": int(bid)}


@cache
def to_bid(seat: int, standing: str | None, least: int) -> ToCall:
    """Ask a seat for a call over the highest bid; `least` is the lowest that outbids it."""
    bids = tuple(bid for bid in LADDER.above(standing) if int(bid) >= least)
    # the source: the first player has no right to pass
    must = say("The first player must bid at least {least}.", least=LEAST)
    too_low = Ruling(
        say("Over the partner's bid, at least {least} is needed.", least=least), "bidding"
    )

    def judge(call: str) -> Ruling | None:
        if call == PASS:
            return None if standing else Ruling(must, "bidding")
        ruling = LADDER.judge(call, standing)
        return too_low if ruling and int(call) < least else ruling

    return ToCall(seat, (PASS, *bids) if standing else bids, judge)
