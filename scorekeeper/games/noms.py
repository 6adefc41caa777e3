"""Noms: the highest bidder names trumps and a card, whose holder is his partner; games.md, noms.

Ann bids 8 and names the ace of hearts, which Cat holds. They take 5 and 4: 8 each, the ninth is
worth nothing; Ben has 3 for his three tricks, Dan 1.
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, Final

from scorekeeper.cards import RANK_SIGNS, RANKS, SUITS
from scorekeeper.engine import old_options as option
from scorekeeper.engine.common.declared import meant
from scorekeeper.engine.common.each import declarer_among, stands_still, tricks_each
from scorekeeper.engine.common.legacy import Game, Options, Table, dealers_left
from scorekeeper.engine.common.odd import far_over, far_short
from scorekeeper.engine.common.tables import printed
from scorekeeper.engine.fields import (
    NOBODY,
    SUIT_KEYS,
    Barred,
    Choice,
    Interview,
    Key,
    Pair,
    Question,
    SeatOf,
    Value,
    Warn,
)
from scorekeeper.engine.guide import Guide
from scorekeeper.engine.ledger import (
    Entry,
    Fact,
    Line,
    Outcome,
    Pad,
    each_player,
    leaders,
    present,
    won,
)
from scorekeeper.referee.auction import (
    PASS,
    PASSING,
    Auction,
    AuctionState,
    Bidding,
    ToCall,
    after_dealer,
    outbidding,
)
from scorekeeper.referee.context import DECLARER, FIRST_TRICK, TRUMP, Context, Ruling
from scorekeeper.referee.context import card as named_card
from scorekeeper.referee.ladder import MAY_PASS, Ladder
from scorekeeper.referee.ranking import WHOLE_PACK, ace_high
from scorekeeper.referee.tricks import Allowed, Play, ToPlay, unless_nothing_else
from scorekeeper.sentences import Card, Listing, Seat, Sentence, Suit, say, worded

PACK: Final = 52
MISERE: Final = "misere"
LADDER: Final = (7, 8, 9, 10, MISERE, 11, 12, 13)
MISERE_KEPT: Final = {1: 10, 2: 20}  # alone, with a partner
MISERE_LOST: Final = 10
EXPOSED: Final = 2  # times the bid

OPTIONS: Final = (
    option.choice(
        "end_by",
        "The end",
        "What ends the game.",
        {
            "score": "somebody reaches the target",
            "deals": "a number of deals",
            "time": "nothing but stopping",
        },
    ),
    option.number("target", 5, 1000, "Target", "Points that end the game, if points do."),
    option.number("max_deals", 1, 200, "Deals", "Deals that end the game, if a number does."),
    option.choice(
        "tie",
        "A tie at the end",
        "What happens when several are level at the top.",
        {"play_on": "another deal, until one leads alone", "shared": "all of them win"},
    ),
    option.choice(
        "misere_fail_tricks",
        "A misère lost by two",
        "Whose tricks each of them pays for.",
        {"combined": "those of both", "own": "his own"},
    ),
    option.choice(
        "misere_exposure_debit",
        "Giving oneself away in a misère",
        "What it costs the holder of the card.",
        {0: "nothing", 20: "20", 40: "40"},
    ),
    option.choice(
        "first_lead_ban",
        "The first lead",
        "What the declarer may not lead to the first trick.",
        {"suit": "the suit of the named card", "card": "the named card", "none": "nothing"},
    ),
)


def form(pad: Pad) -> Interview:
    """Who bid what; then whom the card made his partner, and everybody's tricks."""
    seats, count = pad.filled, len(pad.seats)
    size = PACK // len(seats)
    declarer = yield declarer_among(seats, count)
    yield _bid(size)
    yield _TRUMP
    yield _NOMINATED
    partner = yield _partner(seats, count, declarer)
    yield tricks_each(size, count, seats)
    yield _exposed(tuple(seat for seat in seats if seat != declarer), count, partner)


def odd(pad: Pad, entry: Entry) -> Iterable[Warn]:
    """A bid that was missed by far."""
    playing, bid, tricks = team(entry), entry["bid"], took(entry)
    if bid == MISERE:
        return far_over(("tricks",), playing, 0, tricks, PACK // len(pad.filled))
    return far_short(("tricks",), playing, bid, tricks)


def bids(size: int) -> tuple[int | str, ...]:
    """What may be bid with so many cards, from the lowest up."""
    return tuple(bid for bid in LADDER if bid == MISERE or int(bid) <= size)


def bid_name(bid: int | str) -> Sentence:
    """The bid in words."""
    return say("misère") if bid == MISERE else say("{bid}", bid=bid)


@cache
def _bid(size: int) -> Choice:
    return Choice(
        path=("bid",),
        label=say("Bid"),
        when="before",
        keys=tuple(Key(bid, bid_name(bid)) for bid in bids(size)),
        numbers=(7, min(13, size)),
        wrong="Bids are {choices}; {given} was entered.",
        too_low="The lowest bid is {low}.",
        too_high="The highest bid is {high}.",
    )


_TRUMP: Final = Choice(
    path=("trump",),
    label=say("Trumps"),
    when="before",
    optional=True,
    keys=(*SUIT_KEYS, Key("NT", say("{suit}", suit=Suit("NT")))),
)
_NOMINATED: Final = Pair(
    path=("nominated",),
    label=say("Named card"),
    when="before",
    optional=True,
    keys=tuple(
        Key(rank + suit, say("{card}", card=Card(rank + suit)))
        for rank in reversed(RANKS)
        for suit in SUITS
    ),
    first=tuple(Key(rank, say("{rank}", rank=RANK_SIGNS[rank])) for rank in reversed(RANKS)),
    second=SUIT_KEYS,
    wrong="The named card is rank and suit, AH or TD say; {given} was entered.",
)


@cache
def _partner(seats: tuple[int, ...], count: int, declarer: int | None) -> SeatOf:
    himself = say(
        "The partner cannot be the declarer; leave it empty when the declarer held the card."
    )
    return SeatOf(
        path=("partner",),
        label=say("Holder of the named card"),
        none=say("nobody else"),
        seats=tuple(seat for seat in seats if seat != declarer),
        players=count,
        refusals={} if declarer is None else {declarer: himself},
        missing=say("Say who held the named card, or that nobody else did."),
    )


@cache
def _exposed(seats: tuple[int, ...], count: int, partner: Any) -> Question:
    if partner is NOBODY:
        alone = say("The declarer played alone, so nobody can have given the card away.")
        label = say("Gave himself away")
        return Barred(path=("exposed_by",), kind=int, label=label, missing=alone)
    return SeatOf(
        path=("exposed_by",),
        label=say("Gave himself away"),
        optional=True,
        seats=seats if partner is None else (partner,),
        players=count,
        wrong="Only the holder of the named card can give it away: that is {choices}.",
    )


def team(entry: Entry) -> tuple[int, ...]:
    """The declarer, and his partner if he has one."""
    declarer, partner = entry["declarer"], entry["partner"]
    return (declarer,) if partner is None else (declarer, partner)


def took(entry: Entry) -> int:
    """The tricks of the declarer and his partner together."""
    tricks: list[int] = entry["tricks"]
    return sum([tricks[seat] for seat in team(entry)])


def is_made(bid: int | str, tricks: int) -> bool:
    """Whether the declarer kept his bid."""
    return tricks == 0 if bid == MISERE else tricks >= int(bid)


def score(pad: Pad, entry: Entry) -> Iterable[Line]:
    """games.md, noms 3: the two of the bid, and everybody else by himself."""
    bid, playing, together = entry["bid"], team(entry), took(entry)
    told = _told(entry["declarer"], entry["partner"], bid, together)
    made = is_made(bid, together)
    rule = ("misere" if bid == MISERE else "bid") + ("-made" if made else "-lost")
    own, exposed = pad.options["misere_fail_tricks"] == "own", entry.get("exposed_by")
    own = own and rule == "misere-lost" and len(playing) > 1
    for seat, tricks in enumerate(entry["tricks"]):
        if seat in playing:
            points = _worth(bid, made, len(playing), tricks if own else together)
            yield Line(seat, points, _of_these(told, seat, tricks) if own else told, rule)
        else:
            yield _by_himself(seat, tricks)
        if seat == exposed:
            yield _exposing(seat, bid, pad.options["misere_exposure_debit"])


def _worth(bid: int | str, made: bool, players: int, tricks: int) -> int:
    """What the bid brings one of its players; `tricks` are those that he pays for if it is lost."""
    if bid == MISERE:
        return MISERE_KEPT[players] if made else -(MISERE_LOST + tricks)
    return int(bid) if made else 0


@lru_cache(maxsize=4096)
def _told(declarer: int, partner: int | None, bid: int | str, tricks: int) -> Sentence:
    template = "{seat} bid {bid} alone and took {n}"
    said = {"seat": Seat(declarer), "bid": bid_name(bid), "n": tricks}
    if partner is not None:
        template = "{seat} bid {bid} with {partner} and took {n}"
        said["partner"] = Seat(partner)
    return worded(say(template, **said))


def _of_these(told: Sentence, seat: int, tricks: int) -> Sentence:
    """How many of the tricks of the two are his own."""
    return say("{told}, {n} by {seat}", told=told, n=tricks, seat=Seat(seat))


@cache
def _by_himself(seat: int, tricks: int | None) -> Line:
    if tricks is None:
        return stands_still(seat)
    return Line(seat, tricks, worded(say("{n} {n:trick|tricks}", n=tricks)), "own-tricks")


@cache
def _exposing(seat: int, bid: int | str, in_misere: int) -> Line:
    if bid == MISERE:
        return Line(seat, -in_misere, say("gave himself away"), "exposed")
    text = say("gave himself away: twice {bid}", bid=bid)
    return Line(seat, -EXPOSED * int(bid), worded(text), "exposed")


def result(pad: Pad) -> Outcome | None:
    """games.md, noms 4: the target or the number of deals; the highest total wins."""
    rule = _may_end_by(pad)
    if rule is None:
        return None
    ahead = leaders(pad)
    short = rule == "target" and pad.totals[ahead[0]] < pad.options["target"]
    if short or (len(ahead) > 1 and pad.options["tie"] == "play_on"):
        return None
    return won(pad, ahead, rule if len(ahead) == 1 else "tie")


def _may_end_by(pad: Pad) -> str | None:
    """The rule that would end the game now, if who has the target still sits there."""
    end_by, kind = pad.options["end_by"], pad.last.kind if pad.last else None
    if end_by == "score" and kind != "finish" and max(pad.totals) >= pad.options["target"]:
        return "target"
    if end_by == "deals" and kind == "deal" and pad.deals >= pad.options["max_deals"]:
        return "last-deal"
    return None


def headline(pad: Pad, entry: Entry) -> Sentence | None:
    """ "8 by Ann", then "8 by Ann with Cat, 9 taken"."""
    bid, declarer, partner = (entry.get(key) for key in ("bid", "declarer", "partner"))
    if bid is None or declarer is None:
        return None
    said = {"bid": bid_name(bid), "seat": Seat(declarer)}
    template = "{bid} by {seat}"
    if "partner" not in entry:
        return say(template, **said)
    if partner is None:
        template += " alone"
    else:
        template += " with {partner}"
        said["partner"] = Seat(partner)
    tricks = entry.get("tricks")
    if not tricks or any(tricks[seat] is None for seat in team(entry)):
        return say(template, **said)
    return say(template + ", {n} taken", n=took(entry), **said)


def needs(pad: Pad) -> Iterable[tuple[int, Sentence]]:
    """Points to the target, where one is played for."""
    for side in present(pad):
        left = pad.options["target"] - pad.totals[side]
        if pad.options["end_by"] == "score" and left > 0:
            yield side, say("{n} to the target", n=left)


def facts(pad: Pad, entry: Entry) -> Iterable[tuple[int, Fact, int]]:
    """The bid is the declarer's, who does not choose his partner: kept or lost, by how much."""
    declarer, bid, tricks = entry["declarer"], entry["bid"], took(entry)
    yield declarer, "bid kept" if is_made(bid, tricks) else "bid lost", 1
    over = tricks - (0 if bid == MISERE else bid)
    if over:
        yield declarer, "over" if over > 0 else "short", abs(over)


def _ladder(size: int) -> Sentence:
    return say("{bids}", bids=Listing(tuple(map(bid_name, bids(size)))))


def tables(options: Options) -> Mapping[str, Table]:
    """Cards and bids by the number of players."""
    return {
        "hands": printed(
            ("Players", "Cards each", "Left over", "Bids, from the lowest"),
            ((n, PACK // n, PACK % n, _ladder(PACK // n)) for n in GAME.players),
        ),
        "misere": printed(
            ("A misère", "kept", "lost"),
            (
                (how, kept, f"−({MISERE_LOST} + tricks)")
                for how, kept in zip(("alone", "with a partner"), MISERE_KEPT.values(), strict=True)
            ),
        ),
    }


DEFAULTS: Final[Mapping[str, Value]] = {
    "end_by": "score",
    "target": 100,
    "max_deals": 20,
    "tie": "play_on",
    "misere_fail_tricks": "combined",
    "misere_exposure_debit": 20,
    "first_lead_ban": "suit",
}

# --- the referee --------------------------------------------------------------------------------

NOMINATED_CARD: Final = named_card(
    "nominated", WHOLE_PACK, "Named card", "Say which card was named."
)


def may_play(turn: ToPlay) -> Allowed | None:
    """games.md, noms 6: what the declarer may not lead to the first trick."""
    context, ban = turn.context, turn.context["first_lead_ban"]
    if turn.plays or not context["first_trick"] or ban == "none":
        return None
    if context.need("declarer") != turn.seat:
        return None
    named = context.need("nominated")
    if ban == "card":
        barred, what = [card for card in turn.hand if card == named], say("the named card")
    else:
        barred, what = turn.of(named[1]), say("the suit of the named card")
    not_that = say("The declarer may not lead {what} to the first trick.", what=what)
    only_that = say("The declarer holds nothing but {what} and may lead it.", what=what)
    rule = "first-lead"
    return unless_nothing_else(turn, barred, Ruling(not_that, rule), Ruling(only_that, rule))


def opening(pad: Pad, entry: Entry) -> Mapping[str, Value]:
    """The declarer, trumps and the named card; the dealer's left leads to the first trick."""
    said = ("declarer", "trump", "nominated")
    known = {key: entry[key] for key in said if entry.get(key) is not None}
    return {**dealers_left(pad, entry), "first_trick": True, **known}


@cache
def _rungs(size: int) -> Ladder:
    calls = {str(bid): bid_name(bid) for bid in bids(size)}
    return Ladder({call: height for height, call in enumerate(calls)}, calls, "bidding")


def auction(context: Context, dealer: int) -> Bidding:
    """games.md, noms 6: upwards from the dealer's left; the dealer must bid if nobody else does."""
    seats = after_dealer(dealer, context["players"], out=context["seats_out"])
    rungs = _rungs(PACK // len(seats))

    def turn(stand: AuctionState) -> ToCall:
        forced = stand.bid is None and stand.passes == len(seats) - 1
        return _to_bid(rungs, stand.seat, stand.bid, forced)

    declarer, bid = yield from outbidding(seats, [*rungs.heights][-1], turn)
    return {"declarer": declarer, "bid": meant(bid)}


@cache
def _to_bid(rungs: Ladder, seat: int, standing: str | None, forced: bool) -> ToCall:
    template = "Everybody passed, so {seat} as dealer must bid at least {least}."
    must = say(template, seat=Seat(seat), least=LADDER[0])
    on_pass = Ruling(must, "passed-out") if forced else Ruling(MAY_PASS, "bidding")
    calls = rungs.above(standing) if forced else (PASS, *rungs.above(standing))
    return ToCall(
        seat, calls, lambda call: on_pass if call == PASS else rungs.judge(call, standing)
    )


GAME: Final = Game(
    slug="noms",
    name="Noms",
    aliases=("Nominated-card whist",),
    players=range(3, 7),
    about=say("Whist with a secret partner: the bidder names a card, its holder plays with him."),
    guide=Guide((45, 75), "practice", "52"),
    variants={None: DEFAULTS},
    options=OPTIONS,
    sides=each_player,
    form=form,
    score=score,
    result=result,
    headline=headline,
    needs=needs,
    facts=facts,
    tables=tables,
    play=Play(ace_high, keys=(TRUMP, FIRST_TRICK, DECLARER, NOMINATED_CARD), exception=may_play),
    auction=Auction(
        auction, "bidding", lambda context: (_rungs(PACK // context["players"]).calls, PASSING)
    ),
    opening=opening,
    odd=odd,
)
