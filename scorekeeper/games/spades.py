"""Spades: two partnerships declare tricks, spades are always trumps; games.md, spades.

Ann bids 4 and Cat nil against 3 and 4; Ann takes 5, Cat none: nil 100, contract 40, a bag 1.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from scorekeeper.engine import old_options as option
from scorekeeper.engine.common.declared import called, declaring, meant
from scorekeeper.engine.common.each import tricks_by_side, tricks_each
from scorekeeper.engine.common.legacy import Game, Options, Table
from scorekeeper.engine.common.odd import far_over, far_short, too_many_bid
from scorekeeper.engine.common.tables import printed, signed
from scorekeeper.engine.fields import (
    Branch,
    Choice,
    Fault,
    Interview,
    Key,
    Many,
    Number,
    OneOf,
    Value,
    Warn,
    in_any_case,
)
from scorekeeper.engine.guide import Guide
from scorekeeper.engine.ledger import (
    Entry,
    Fact,
    Line,
    Outcome,
    Pad,
    deal_passes,
    lasting,
    leaders,
    turns_from,
    two_partnerships,
    won,
)
from scorekeeper.referee.auction import (
    Auction,
    Bidding,
    Calls,
    ToCall,
    after_dealer,
    by_seat,
    one_round,
)
from scorekeeper.referee.context import Context, Ruling, flag
from scorekeeper.referee.ranking import STANDARD, Ranking, ranked
from scorekeeper.referee.tricks import Allowed, Play, ToPlay, unless_nothing_else
from scorekeeper.sentences import Seat, Sentence, say, worded

TRICKS: Final = 13
EACH_TRICK: Final = 10
NIL: Final = {"nil": 100, "double_nil": 200}
NIL_NAMES: Final = {"nil": "nil", "double_nil": "double nil"}

OPTIONS: Final = (
    option.number("target", 50, 2000, "Target", "Points that end the game; 200 for a quick one."),
    option.number(
        "lose_at", -2000, -50, "Losing score", "A side this low ends the game.", none="none"
    ),
    option.choice(
        "set_score",
        "A broken contract",
        "What a side loses that took fewer tricks than it bid.",
        {"minus_contract": "ten points a trick bid", "zero": "nothing"},
    ),
    option.choice(
        "trick_points",
        "A made contract",
        "Which tricks bring ten points each.",
        {"contract": "those bid", "collected": "those taken"},
    ),
    option.number("bag_penalty_every", 0, 13, "Bags to a penalty", "0: bags cost nothing."),
    option.number("bag_penalty", 0, 500, "Bag penalty", "Points taken off for them."),
    option.choice(
        "bag_remainder",
        "Bags after a penalty",
        "Whether bags beyond the penalty are carried on.",
        {"carry": "the rest stays", "reset": "the count starts at 0"},
    ),
    option.choice(
        "failed_nil_bags",
        "Tricks of a lost nil",
        "Whether they are bags.",
        {
            "always": "are bags",
            "only_if_partner_makes": "are bags if the partner makes it",
            "never": "are nothing",
        },
    ),
    option.switch(
        "failed_nil_tricks_help_partner",
        "A lost nil helps",
        "Tricks of a lost nil count towards the partner's number.",
    ),
    option.number("min_bid", 0, 4, "Lowest bid", "The least number a player may declare."),
    option.switch("nil", "Nil", "A player may declare that he takes no trick."),
    option.switch(
        "double_nil", "Double nil", "Nil before looking at the cards, for twice as much."
    ),
    option.switch("break_spades", "Breaking spades", "Spades may be led only once broken."),
    option.choice(
        "tie",
        "A tie at the end",
        "What happens when both stand level at the end.",
        {"play_on": "another deal", "shared": "both win"},
    ),
)

_DEFAULTS: Final[Mapping[str, tuple[Value, Value]]] = {  # nil, bags
    "target": (500, 500),
    "lose_at": (None, None),
    "set_score": ("minus_contract", "zero"),
    "trick_points": ("contract", "contract"),
    "bag_penalty_every": (0, 10),
    "bag_penalty": (100, 100),
    "bag_remainder": ("carry", "carry"),
    "failed_nil_bags": ("always", "always"),
    "failed_nil_tricks_help_partner": (False, False),
    "min_bid": (1, 2),
    "nil": (True, False),
    "double_nil": (True, False),
    "break_spades": (True, False),
    "tie": ("play_on", "play_on"),
}
VARIANTS: Final = option.by_variant(("nil", "bags"), _DEFAULTS)

_COUNT: Final = OneOf(
    branches=(
        Branch("sides", ("side_tricks",), say("by side")),
        Branch("players", ("tricks",), say("by player")),
    ),
    fault=say("Enter the tricks of each player, or those of both sides – one of them."),
)


def form(pad: Pad) -> Interview:
    """Four bids from the dealer's left, then the tricks by side (and nil) or by player."""
    options = pad.options
    turns = turns_from(pad, deal_passes(pad) + 1)
    bids = yield _bids(options["nil"], options["double_nil"], options["min_bid"], turns)
    count = yield _COUNT
    if count == "players":
        yield _EACH_TAKEN
    elif count == "sides":
        taken = yield _SIDES_TAKEN
        nil_tricks = {}
        for seat, bid in enumerate(bids or ()):
            if bid in NIL:
                nil_tricks[seat] = yield _NIL_TRICKS[seat]
        if taken and nil_tricks and None not in nil_tricks.values():
            yield from _nil_faults(pad, taken, nil_tricks)
    else:
        yield from in_any_case(_EACH_TAKEN, _SIDES_TAKEN)


def odd(pad: Pad, entry: Entry) -> Iterable[Warn]:
    """More bid than there is; a side far from its contract, or from no trick where both bid nil."""
    results = _results(pad.options, entry)
    yield from too_many_bid(("bids",), sum(result.contract for result in results), TRICKS)
    for result in results:
        if result.numbers:
            yield from far_short(("bids",), result.side, result.contract, result.counting)
        else:
            yield from far_over(("bids",), result.side, 0, result.tricks, TRICKS)


@cache
def _bids(nil: bool, double_nil: bool, lowest: int, turns: tuple[int, ...]) -> Many:
    return Many(
        path=("bids",),
        label=say("Bids"),
        when="before",
        noun="bids",
        turns=turns,
        items=tuple(_bid(nil, double_nil, lowest, seat) for seat in range(4)),
    )


def _bid(nil: bool, double_nil: bool, lowest: int, seat: int) -> Choice:
    nils = {"nil": nil, "double_nil": nil and double_nil}
    numbers = range(max(lowest, 1) if nil else lowest, TRICKS + 1)
    too_low = say("The lowest bid is {n}.", n=numbers[0])
    barred = {
        bid: say("{name} is not played in this variant.", name=NIL_NAMES[bid].capitalize())
        for bid, played in nils.items()
        if not played
    }
    return Choice(
        path=("bids", seat),
        label=say("Bids"),
        when="before",
        seat=seat,
        keys=(
            *(Key(bid, say(NIL_NAMES[bid])) for bid, played in nils.items() if played),
            *(Key(n, say("{n}", n=n)) for n in numbers),
        ),
        means={0: "nil"} if nil else {},
        refusals={**barred, **{n: too_low for n in range(numbers[0]) if n or not nil}},
        numbers=(numbers[0], TRICKS),
        wrong="Bids run from {low} to {high}; {given} was entered.",
    )


_EACH_TAKEN: Final = tricks_each(TRICKS, 4, (0, 1, 2, 3))
_SIDES_TAKEN: Final = tricks_by_side(TRICKS)


def _nil_tricks(seat: int) -> Number:
    return Number(
        path=("nil_tricks", str(seat)),
        label=say("Tricks of {seat}, who bid nil", seat=Seat(seat)),
        low=0,
        high=TRICKS,
        keys=(Key(0, say("kept")), *(Key(n, say("{n}", n=n)) for n in range(1, TRICKS + 1))),
        wrong="Tricks run from {low} to {high}; {given} was entered.",
        missing=say(
            "{seat} bid nil: enter {seat}'s tricks, or those of each player.", seat=Seat(seat)
        ),
    )


_NIL_TRICKS: Final = tuple(map(_nil_tricks, range(4)))


def _nil_faults(pad: Pad, taken: list[int], nil_tricks: Mapping[int, int]) -> Interview:
    """What nil bidders took is part of their side's tricks; two nils took all of them."""
    for side, tricks in enumerate(taken):
        nils = [seat for seat in pad.sides[side] if seat in nil_tricks]
        theirs = sum(nil_tricks[seat] for seat in nils)
        if theirs > tricks or (len(nils) == 2 and theirs < tricks):
            template = "The nil bidders' tricks add up to {given}; the side took {total}."
            path = ("nil_tricks", str(nils[-1]))
            yield Fault(path, say(template, given=theirs, total=tricks))


class Result(msgspec.Struct, frozen=True):
    """What one side bid and took: `numbers` (seat, bid) of its number bidders and `contract` their
    sum, `nils` (seat, bid, tricks) of the others and `lost` their tricks, `tricks` of the whole
    side, `counting` of them towards the contract."""

    side: int
    numbers: Sequence[tuple[int, int]]
    contract: int
    nils: Sequence[tuple[int, str, int]]
    lost: int
    tricks: int
    counting: int

    @property
    def made(self) -> bool:
        """Whether the contract is; always where there is none."""
        return self.counting >= self.contract

    @property
    def helping(self) -> int:
        """How many of the tricks that count towards the contract are the lost nils'."""
        return self.counting + self.lost - self.tricks

    @property
    def nils_lost(self) -> int:
        """How many of the nils took a trick."""
        return sum(tricks > 0 for _, _, tricks in self.nils)


Meant = tuple[tuple[tuple[int, int], ...], int, tuple[tuple[int, str], ...]]
"""Of a side: (seat, bid) of its number bidders, the sum of their bids, (seat, bid) of others."""


@cache
def _meant(side: int, one: Any, two: Any, nil: bool) -> Meant:
    """What the two bids of a side mean; one of 0 is a nil where nil is played."""
    bids: list[tuple[int, Any]] = [(side, one), (side + 2, two)]
    if nil:
        bids = [(seat, "nil" if bid == 0 else bid) for seat, bid in bids]
    numbers = tuple((seat, bid) for seat, bid in bids if bid not in NIL)
    nils = tuple((seat, bid) for seat, bid in bids if bid in NIL)
    return numbers, sum(bid for _, bid in numbers), nils


def _results(options: Options, entry: Entry) -> list[Result]:
    """What either side bid and took."""
    bids, results = entry["bids"], []
    if "tricks" in entry:
        each = entry["tricks"]
        together = (each[0] + each[2], each[1] + each[3])
    else:
        each = [*map(entry.get("nil_tricks", {}).get, "0123")]
        together = entry["side_tricks"]
    for side, tricks in enumerate(together):
        numbers, contract, declared = _meant(side, bids[side], bids[side + 2], options["nil"])
        nils = [(seat, bid, each[seat]) for seat, bid in declared] if declared else ()
        lost = sum([taken for _, _, taken in nils]) if nils else 0
        counting = tricks if options["failed_nil_tricks_help_partner"] else tricks - lost
        results.append(Result(side, numbers, contract, nils, lost, tricks, counting))
    return results


def score(pad: Pad, entry: Entry) -> Iterable[Line]:
    """games.md, spades 3: nils, contract, bags and their penalty, side by side."""
    options, lines = pad.options, list[Line]()
    set_score, trick_points = options["set_score"], options["trick_points"]
    for result in _results(options, entry):
        side, contract, took, bags = result.side, result.contract, result.counting, 0
        for nil in result.nils:
            lines.append(_nil_line(*nil))
        if result.numbers:
            alone = result.numbers[0][0] if result.nils else None
            helping = result.helping
            lines += _contract_lines(side, alone, contract, took, helping, set_score, trick_points)
            bags = max(0, took - contract)
        if result.lost and _are_bags(options, result):
            lines.append(_nil_bags_line(side, result.lost, result.nils_lost))
            bags += result.lost
        if bags:
            lines += [_bags_line(side, bags), *_score_penalty(pad, side, bags)]
    return lines


@cache
def _nil_line(seat: int, bid: str, tricks: int) -> Line:
    said = {"seat": Seat(seat), "bid": NIL_NAMES[bid], "n": tricks}
    if tricks:
        text = say("{seat} bid {bid} and took {n} {n:trick|tricks}", **said)
    else:
        text = say("{seat} bid {bid} and took no trick", **said)
    points = -NIL[bid] if tricks else NIL[bid]
    return Line(seat % 2, points, worded(text), bid.replace("_", "-"))


@cache
def _contract_lines(
    side: int,
    alone: int | None,
    bid: int,
    took: int,
    helping: int,
    set_score: str,
    trick_points: str,
) -> tuple[Line, ...]:
    """What the contract brings; `alone` is the seat of who bid it beside a nil, `helping` how many
    of the tricks are the nil's."""
    if alone is None:
        text = say("bid {bid}, took {took}", bid=bid, took=took)
    elif helping:
        template = "{seat} bid {bid}: {took} {took:trick|tricks}, {helping} of the lost nil"
        text = say(template, bid=bid, took=took, helping=helping, seat=Seat(alone))
    else:
        text = say("{seat} bid {bid} and took {took}", bid=bid, took=took, seat=Seat(alone))
    if took < bid:
        points = -EACH_TRICK * bid if set_score == "minus_contract" else 0
        return lasting([Line(side, points, text, "set-contract")])
    tens = took if trick_points == "collected" else bid
    lines = [Line(side, EACH_TRICK * tens, text, "made-contract")]
    if took > bid:
        lines.append(Line(side, took - bid, say("{n} {n:bag|bags}", n=took - bid), "bags"))
    return lasting(lines)


def _are_bags(options: Options, result: Result) -> bool:
    """Whether the tricks of a lost nil are."""
    if options["failed_nil_tricks_help_partner"] and result.numbers:
        return False
    always = options["failed_nil_bags"] == "always"
    return always or (options["failed_nil_bags"] != "never" and result.made)


@cache
def _nil_bags_line(side: int, lost: int, nils: int) -> Line:
    template = "{n} {n:trick|tricks} of {nils:a lost nil|lost nils}: {n:a bag|bags}"
    text = say(template, n=lost, nils=nils)
    return Line(side, lost, worded(text), "nil-bags")


@cache
def _bags_line(side: int, bags: int) -> Line:
    return Line(side, bags, worded(say("{n} {n:bag|bags}", n=bags)), "bags", "bags")


def _score_penalty(pad: Pad, side: int, new: int) -> Iterable[Line]:
    """Take points off for every full set of bags."""
    every, penalty = pad.options["bag_penalty_every"], pad.options["bag_penalty"]
    bags = pad.sums["bags"][side] + new
    if not every or bags < every:
        return ()
    reset = pad.options["bag_remainder"] == "reset"
    times = 1 if reset else bags // every
    template = "{n} {n:bag|bags}: {times} {times:penalty|penalties} of {points}"
    text = say(template, n=bags, times=times, points=penalty)
    return (
        Line(side, -penalty * times, text, "bag-penalty"),
        Line(side, -bags if reset else -every * times, text, "bag-penalty", "bags"),
    )


def state(pad: Pad) -> Mapping[str, Value]:
    """The bags that no penalty has taken yet."""
    return {"bags": pad.sums["bags"]}


def result(pad: Pad) -> Outcome | None:
    """games.md, spades 4: target or losing score, the higher total wins."""
    lose_at = pad.options["lose_at"]
    if max(pad.totals) >= pad.options["target"]:
        rule = "target"
    elif lose_at is not None and min(pad.totals) <= lose_at:
        rule = "lose-at"
    else:
        return None
    ahead = leaders(pad)
    if len(ahead) == 1:
        return won(pad, ahead, rule)
    return won(pad, ahead, "tie") if pad.options["tie"] == "shared" else None


def headline(pad: Pad, entry: Entry) -> Sentence | None:
    """ "6 and 5 bid, 8 and 5 taken", "4 + nil and 7 bid" before the play."""
    bids = entry.get("bids")
    if not bids or None in bids:
        return None
    nil = pad.options["nil"]
    ours, theirs = (_in_words(_meant(side, bids[side], bids[side + 2], nil)) for side in (0, 1))
    taken = entry.get("side_tricks")
    tricks = entry.get("tricks")
    if tricks and None not in tricks:
        taken = [tricks[0] + tricks[2], tricks[1] + tricks[3]]
    if not taken or None in taken:
        return say("{a} and {b} bid", a=ours, b=theirs)
    return say("{a} and {b} bid, {x} and {y} taken", a=ours, b=theirs, x=taken[0], y=taken[1])


def _in_words(meant: Meant) -> int | Sentence:
    """A side's contract, with the nils beside it."""
    numbers, contract, nils = meant
    if not nils:
        return contract
    # the partner's number, or a second nil
    names = [NIL_NAMES[bid] for _, bid in nils]
    return say("{one} + {other}", one=numbers[0][1] if numbers else names[0], other=names[-1])


def carried(pad: Pad) -> Iterable[tuple[int, Sentence]]:
    """Each side's bags."""
    return ((side, say("{n} {n:bag|bags}", n=bags)) for side, bags in enumerate(pad.sums["bags"]))


def needs(pad: Pad) -> Iterable[tuple[int, Sentence]]:
    """Points to the target and from the losing score, and bags to the next penalty."""
    target, lose_at = pad.options["target"], pad.options["lose_at"]
    every = pad.options["bag_penalty_every"]
    for side, total in enumerate(pad.totals):
        if total < target:
            yield side, say("{n} to the target", n=target - total)
        if lose_at is not None and lose_at < total < 0:
            yield side, say("{n} more lost would end the game", n=total - lose_at)
        if every:
            left = every - pad.sums["bags"][side]
            yield side, say("{n} {n:bag|bags} to a penalty", n=left)


def facts(pad: Pad, entry: Entry) -> Iterable[tuple[int, Fact, int]]:
    """A nil is kept or lost by its bidder, a number by the side, whose contract it is part of."""
    for result in _results(pad.options, entry):
        for seat, _, tricks in result.nils:
            yield seat, "bid lost" if tricks else "bid kept", 1
        for seat, _ in result.numbers:
            yield seat, "side kept" if result.made else "side lost", 1


def tables(options: Options) -> Mapping[str, Table]:
    """What a side scores, as this table plays it."""
    counted = "taken" if options["trick_points"] == "collected" else "bid"
    lost = -EACH_TRICK if options["set_score"] == "minus_contract" else 0
    every = options["bag_penalty_every"]
    penalty = [(say("Every {n} {n:bag|bags}", n=every), signed(-options["bag_penalty"]))]
    return {
        "tricks": printed(
            ("For the contract", "Points"),
            [
                (f"Made: each trick {counted}", signed(EACH_TRICK)),
                ("Made: each trick above it, a bag", signed(1)),
                ("Broken: each trick bid", signed(lost)),
                *(penalty if every else ()),
            ],
        ),
        "nils": printed(
            ("For each", "Kept", "Lost"),
            ((NIL_NAMES[bid], signed(worth), signed(-worth)) for bid, worth in NIL.items()),
        ),
    }


# --- the referee --------------------------------------------------------------------------------


SPADES: Final = "S"


def ranking(context: Context, plays: Sequence[str]) -> Ranking:
    """Spades are always trumps."""
    return ranked(STANDARD, trump=SPADES)


def may_play(turn: ToPlay) -> Allowed | None:
    """games.md, spades 6: no spade is led before one was played on another suit."""
    suits = turn.ranking.suits
    broken = turn.context["broken"] or any(suits[card] == SPADES for card in turn.plays)
    if turn.led is not None or broken or not turn.context["break_spades"]:
        return None
    return unless_nothing_else(turn, turn.of(SPADES), _UNBROKEN, _ONLY_SPADES)


def after_trick(context: Context, plays: Sequence[str]) -> Mapping[str, Value]:
    """A spade that was played has broken them, a spade that was led too."""
    suits = ranking(context, plays).suits
    return {"broken": True} if any(suits[card] == SPADES for card in plays) else {}


_UNBROKEN: Final = Ruling(say("Spades are not broken yet and may not be led."), "breaking")
_ONLY_SPADES: Final = Ruling(
    say("The hand is nothing but spades: one may be led, and breaks them."), "breaking"
)


def auction(context: Context, dealer: int) -> Bidding:
    """games.md, spades 6: everybody declares once, from the dealer's left."""
    rules = context["nil"], context["double_nil"], context["min_bid"]
    seats = after_dealer(dealer)
    calls = yield from one_round(seats, lambda seat, _: _declaration(*rules, seat))
    return {"bids": by_seat(seats, map(meant, calls))}


def calls(context: Context) -> Sequence[Calls]:
    """What anybody may declare."""
    return (called(_bid(context["nil"], context["double_nil"], context["min_bid"], 0)),)


@cache
def _declaration(nil: bool, double_nil: bool, lowest: int, seat: int) -> ToCall:
    why = say("No bid needs to be higher than the one before.")
    return declaring(seat, _bid(nil, double_nil, lowest, seat), "declaring", why, _NIL_RULES)


_NIL_RULES: Final = {"nil": "bidding-nil", "double_nil": "bidding-double-nil"}


GAME: Final = Game(
    slug="spades",
    name="Spades",
    aliases=("Partnership spades",),
    players=range(4, 5),
    about=say("Two partnerships declare how many tricks they will take; spades are trumps."),
    guide=Guide((45, 75), "practice", "52"),
    variants=VARIANTS,
    options=OPTIONS,
    sides=two_partnerships,
    form=form,
    score=score,
    result=result,
    tallies=("bags",),
    state=state,
    headline=headline,
    carried=carried,
    needs=needs,
    facts=facts,
    tables=tables,
    play=Play(
        ranking,
        keys=(flag("broken", "Spades are broken"),),
        exception=may_play,
        after_trick=after_trick,
    ),
    auction=Auction(auction, "declaring", calls),
    odd=odd,
)
