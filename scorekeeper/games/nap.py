"""Nap: five cards each, and the bidder says how many tricks he will take; games.md, nap.

Four players. Ann bids three and takes four: each of the others pays her 3, and the fourth trick is
worth nothing, +9 −3 −3 −3. With two tricks she would pay 3 to each of them, −9 +3 +3 +3.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from scorekeeper.cards import JOKER, SUITS
from scorekeeper.engine import old_options as option
from scorekeeper.engine.common.counters import paid
from scorekeeper.engine.common.each import declarer_among, stands_still
from scorekeeper.engine.common.legacy import Game, Options, Table
from scorekeeper.engine.common.made import ask_result, ended_so, head_of, is_made, told
from scorekeeper.engine.common.odd import far_over, far_short
from scorekeeper.engine.common.tables import printed
from scorekeeper.engine.fields import Choice, Fault, Flag, Interview, Key, Value, Warn
from scorekeeper.engine.guide import Guide
from scorekeeper.engine.ledger import (
    Entry,
    Fact,
    Line,
    Outcome,
    Pad,
    each_player,
    lasting,
)
from scorekeeper.engine.series import Ticked
from scorekeeper.referee.auction import (
    PASS,
    PASSED_OUT,
    PASSING,
    Auction,
    Bidding,
    Calls,
    ToCall,
    after_dealer,
)
from scorekeeper.referee.context import FIRST_TRICK, NAMED_SUIT, TRUMP, Context, Ruling, flag
from scorekeeper.referee.ladder import MAY_PASS, Ladder
from scorekeeper.referee.ranking import ACE_HIGH, NO_TRUMP, Ranking, pack, ranked
from scorekeeper.referee.tricks import Play
from scorekeeper.sentences import Seat, Sentence, say

TRICKS: Final = 5
PACKS: Final = {3: ("9", 24), 4: ("8", 28), 5: ("7", 32), 6: ("6", 36), 7: ("5", 40)}
"""By the number of players: the lowest card of each suit, and how many cards there are."""


class Worth(NamedTuple):
    """What each other player pays, and the tricks that are needed (0: none may be taken)."""

    credits: int
    needed: int
    name: str


BIDS: Final = {  # from the lowest up
    "two": Worth(2, 2, "two"),
    "three": Worth(3, 3, "three"),
    "mis": Worth(3, 0, "mis"),
    "four": Worth(4, 4, "four"),
    "nap": Worth(10, TRICKS, "nap"),
    "wellington": Worth(20, TRICKS, "Wellington"),
    "blucher": Worth(40, TRICKS, "Blücher"),
}
RANK: Final = {bid: place for place, bid in enumerate(BIDS)}
ONLY_OVER: Final = {"wellington": "nap", "blucher": "wellington"}
HALF_NAP: Final = 5

OPTIONS: Final = (
    option.choice(
        "nap_fail",
        "A nap lost",
        "What the bidder pays to each of the others.",
        {"full": "10, as for one made", "half": "5, half of it"},
    ),
    option.switch("joker", "Joker", "One more card, higher than all the trumps."),
    option.switch("mis_allowed", "Mis", "The bid to take no trick."),
    option.switch("wellington_allowed", "Wellington", "The bid of all tricks over a nap, for 20."),
    option.switch("blucher_allowed", "Blücher", "The bid of all tricks over a Wellington, for 40."),
)

_PASSED_OUT: Final = Flag(path=("passed_out",), label=say("Everybody passed"), when="before")


def bids(options: Options) -> tuple[str, ...]:
    """The bids that the table knows, from the lowest up; no Blücher without Wellington."""
    known = [bid for bid in BIDS if options.get(f"{bid}_allowed", True)]
    return tuple(bid for bid in known if ONLY_OVER.get(bid, bid) in known)


def name_of(bid: str) -> Sentence:
    """The bid in words."""
    return say(BIDS[bid].name)


def _at_the_head(bid: str) -> Sentence:
    """The bid in words, where a sentence begins with it."""
    return say(BIDS[bid].name.capitalize())


def form(pad: Pad) -> Interview:
    """Who bid what, over which bids if the table wants that looked at; then how it ended."""
    if (yield _PASSED_OUT):
        return
    known = bids(pad.options)
    yield declarer_among(pad.filled, len(pad.seats))
    bid = yield _bid(known)
    previous = yield _previous(known)
    if previous is not None:
        yield from _misbid(previous, bid)
    yield from ask_result(BIDS[bid].needed if bid else None, TRICKS)


def odd(pad: Pad, entry: Entry) -> Iterable[Warn]:
    """A bid that was missed by far."""
    if "tricks" not in entry:
        return ()
    declarer, needed, tricks = entry["declarer"], BIDS[entry["bid"]].needed, entry["tricks"]
    if needed:
        return far_short(("tricks",), declarer, needed, tricks)
    return far_over(("tricks",), declarer, 0, tricks, TRICKS)


@cache
def _bid(known: tuple[str, ...], field: str = "bid") -> Choice:
    unknown = [bid for bid in BIDS if bid not in known]
    return Choice(
        path=(field,),
        label=say("Bid"),
        when="before",
        keys=tuple(Key(bid, name_of(bid), say("{n}", n=BIDS[bid].credits)) for bid in known),
        wrong="Bids are {choices}; {given} was entered.",
        refusals={
            bid: say("{bid} is not played at this table.", bid=_at_the_head(bid)) for bid in unknown
        },
    )


@cache
def _previous(known: tuple[str, ...]) -> Ticked:
    return Ticked(
        path=("previous_bids",),
        label=say("Bids before it"),
        when="before",
        optional=True,
        item=_bid(known, "previous_bids"),
        shortest=0,
        longest=len(known),
    )


def _misbid(previous: Sequence[str], bid: str | None) -> Iterable[Fault]:
    """What was called that could not be: bids rise, and the highest need the one below."""
    calls = [*previous, bid] if bid else [*previous]
    for place, call in enumerate(calls):
        sentence = _why_not(calls[:place], call)
        if sentence:
            yield Fault(("bid",) if place == len(previous) else ("previous_bids",), sentence)


def _why_not(before: Sequence[str], call: str) -> Sentence | None:
    below = ONLY_OVER.get(call)
    if below and below not in before:
        template, other = "{bid} can only be bid over {other}.", below
    elif before and RANK[call] <= RANK[before[-1]]:
        template, other = "{bid} does not beat {other}.", before[-1]
    else:
        return None
    return say(template, bid=_at_the_head(call), other=name_of(other))


def score(pad: Pad, entry: Entry) -> Iterable[Line]:
    """games.md, nap 3: each of the others pays the declarer, or is paid by him."""
    filled, count = pad.filled, len(pad.seats)
    if entry.get("passed_out"):
        return _passed(filled, count)
    bid = entry["bid"]
    ended = entry.get("made"), entry.get("tricks")
    return _bid_lines(filled, count, entry["declarer"], bid, ended, lost(bid, pad.options))


@cache
def _passed(filled: tuple[int, ...], count: int) -> tuple[Line, ...]:
    passed = [Line(seat, 0, say("everybody passed"), "passed-out") for seat in filled]
    return lasting([*passed, *_empty(filled, count)])


@lru_cache(maxsize=4096)
def _bid_lines(
    filled: tuple[int, ...],
    count: int,
    declarer: int,
    bid: str,
    ended: tuple[bool | None, int | None],
    price: int,
) -> tuple[Line, ...]:
    """The lines of a bid that `ended` (made, tricks) so; lost it costs `price` to each."""
    others = [seat for seat in filled if seat != declarer]
    credits, needed, _ = BIDS[bid]
    entry = ended_so(*ended)
    made = is_made(entry, needed)
    what, rule = told(name_of(bid), entry, needed), "bid-made" if made else "bid-lost"
    lines = paid(credits if made else -price, (declarer,), others, what, rule)
    return lasting([*lines, *_empty(filled, count)])


def _empty(filled: tuple[int, ...], count: int) -> Iterable[Line]:
    return (stands_still(seat) for seat in range(count) if seat not in filled)


def lost(bid: str, options: Options) -> int:
    """What the declarer pays to each of the others for a bid that he lost."""
    return HALF_NAP if bid == "nap" and options["nap_fail"] == "half" else BIDS[bid].credits


def counters(options: Options) -> bool:
    """Whatever the options, the players pay one another."""
    return True


def result(pad: Pad) -> Outcome | None:
    """games.md, nap 4: it goes on until the players stop."""
    return None


def headline(pad: Pad, entry: Entry) -> Sentence | None:
    """ "nap by Ann", then "nap by Ann, made"."""
    if entry.get("passed_out"):
        return say("everybody passed")
    bid, declarer = entry.get("bid"), entry.get("declarer")
    if bid is None or declarer is None:
        return None
    name = say("{bid} by {seat}", bid=name_of(bid), seat=Seat(declarer))
    return head_of(name, entry, BIDS[bid].needed)


def facts(pad: Pad, entry: Entry) -> Iterable[tuple[int, Fact, int]]:
    """A bid is kept or lost by its declarer."""
    if "passed_out" not in entry:
        kept = is_made(entry, BIDS[entry["bid"]].needed)
        yield entry["declarer"], "bid kept" if kept else "bid lost", 1


def tables(options: Options) -> Mapping[str, Table]:
    """The pack by the number of players, and what bids need and pay."""
    return {
        "pack": printed(
            ("Players", "Lowest card of each suit", "Cards"),
            ((n, lowest, cards) for n, (lowest, cards) in PACKS.items()),
        ),
        "bids": printed(
            ("Bid", "Tricks needed", "From each, made", "To each, lost"),
            (
                (name_of(bid), BIDS[bid].needed or "none", BIDS[bid].credits, lost(bid, options))
                for bid in bids(options)
            ),
        ),
    }


# --- the referee --------------------------------------------------------------------------------

_JOKER: Final = (JOKER, ("The {card} beats every other card.", "joker"))
LADDER: Final = Ladder(RANK, {bid: name_of(bid) for bid in BIDS}, "bidding")


@cache
def cards(players: int, joker: bool) -> tuple[str, ...]:
    """The pack that so many play with."""
    lowest, _ = PACKS[players]
    ranks = ACE_HIGH[: ACE_HIGH.index(lowest) + 1]
    return (*pack(ranks), JOKER) if joker else pack(ranks)


def ranking(context: Context, plays: Sequence[str]) -> Ranking:
    """games.md, nap 6: the joker is the highest trump, without trumps the best card by itself."""
    joker = context["joker"]
    trump = _trump(context, plays)
    in_pack = cards(context["players"], joker)
    if not joker:
        return ranked(in_pack, trump=trump)
    if trump is None and plays:
        context.need("trump")
    return ranked(in_pack, trump=JOKER if trump in (None, NO_TRUMP) else trump, top=(_JOKER,))


def _trump(context: Context, plays: Sequence[str]) -> str | None:
    """The trump suit, which the first card led settles; None where nobody has said it."""
    trump: str | None = context["trump"]
    if context["mis"]:
        trump = NO_TRUMP
    elif context["first_trick"] and plays:
        trump = (context["named_suit"] or NO_TRUMP) if plays[0] == JOKER else plays[0][1]
    return trump


def after_trick(context: Context, plays: Sequence[str]) -> Mapping[str, Value]:
    """The suit that the first trick made trumps."""
    trump = _trump(context, plays) if context["first_trick"] else None
    return {"trump": trump} if trump in SUITS else {}


def opening(pad: Pad, entry: Entry) -> Mapping[str, Value]:
    """The declarer leads to the first trick; a mis has no trumps."""
    known = {"leader": entry.get("declarer"), "mis": entry.get("bid") == "mis" or None}
    said = {name: value for name, value in known.items() if value is not None}
    return {"first_trick": True, **said}


def auction(context: Context, dealer: int) -> Bidding:
    """games.md, nap 6: one call each from the dealer's left, each bid higher than the last, until
    no higher one is left."""
    known = bids(context.said)
    made: tuple[str, ...] = ()
    declarer = dealer
    for seat in after_dealer(dealer, context["players"], out=context["seats_out"]):
        if not _higher(known, made):
            break
        call = yield _to_bid(known, seat, made)
        if call != PASS:
            declarer, made = seat, (*made, call)
    if not made:
        return PASSED_OUT
    return {"declarer": declarer, "bid": made[-1], "previous_bids": [*made[:-1]]}


def calls(context: Context) -> Sequence[Calls]:
    """The bids that this table knows, and a pass."""
    return {bid: name_of(bid) for bid in bids(context.said)}, PASSING


@cache
def _higher(known: tuple[str, ...], before: tuple[str, ...]) -> tuple[str, ...]:
    """The bids that can be made after these."""
    return tuple(bid for bid in known if _why_not(before, bid) is None)


@cache
def _to_bid(known: tuple[str, ...], seat: int, before: tuple[str, ...]) -> ToCall:
    """The turn of the seat after these bids."""
    allowed = _higher(known, before)

    def judge(call: str) -> Ruling | None:
        if call == PASS:
            return Ruling(MAY_PASS, "bidding")
        if call in BIDS and call not in known:
            return Ruling(_bid(known).refusals[call], "bidding")
        if call in ONLY_OVER and ONLY_OVER[call] not in before:
            return Ruling(_why_not(before, call) or MAY_PASS, "wellington")
        return LADDER.judge(call, before[-1] if before else None, allowed)

    return ToCall(seat, (PASS, *allowed), judge)


GAME: Final = Game(
    slug="nap",
    name="Nap",
    aliases=("Napoleon",),
    players=range(3, 8),
    about=say("Five cards each; bid how many tricks you will take, and be paid by all or pay all."),
    guide=Guide((20, 45), "easy", "52"),
    variants={
        None: {
            "nap_fail": "full",
            "joker": False,
            "mis_allowed": True,
            "wellington_allowed": True,
            "blucher_allowed": True,
        }
    },
    options=OPTIONS,
    sides=each_player,
    form=form,
    score=score,
    result=result,
    headline=headline,
    facts=facts,
    tables=tables,
    odd=odd,
    counters=counters,
    play=Play(
        ranking,
        pack=lambda context: frozenset(cards(context["players"], context["joker"])),
        keys=(TRUMP, FIRST_TRICK, NAMED_SUIT, flag("mis", "A mis")),
        after_trick=after_trick,
    ),
    auction=Auction(auction, "bidding", calls),
    opening=opening,
)
