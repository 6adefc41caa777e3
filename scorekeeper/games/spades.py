"""Spades: two partnerships declare tricks, spades are always trumps; games.md, spades.

Ann bids 4 and Cat nil against 3 and 4; Ann takes 5, Cat none: nil 100, contract 40, a bag 1.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any, Final, NamedTuple

from scorekeeper.games import _options as option
from scorekeeper.games._declared import called, declaring, meant
from scorekeeper.games._fields import (
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
)
from scorekeeper.games._guide import Guide
from scorekeeper.games._ledger import (
    Entry,
    Fact,
    Game,
    Line,
    Options,
    Outcome,
    Pad,
    Table,
    deal_passes,
    lasting,
    leaders,
    turns_from,
    two_partnerships,
    won,
)
from scorekeeper.games._odd import far_over, far_short, too_many_bid
from scorekeeper.games._tables import printed, signed
from scorekeeper.referee.auction import Auction, Bidding, Calls, ToCall, by_seat, one_round
from scorekeeper.referee.context import Context, Ruling, flag
from scorekeeper.referee.ranking import STANDARD, Ranking, ranked
from scorekeeper.referee.tricks import Allowed, Play, ToPlay, unless_nothing_else
from scorekeeper.sentences import Seat, Sentence, say

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
VARIANTS: Final[Mapping[str | None, Mapping[str, Value]]] = {
    variant: {name: values[column] for name, values in _DEFAULTS.items()}
    for column, variant in enumerate(("nil", "bags"))
}

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
    numbers = [_numbers(bids[side::2]) for side in (0, 1)] if bids else []
    yield from too_many_bid(("bids",), sum(map(sum, numbers)), TRICKS)
    count = yield _COUNT
    if count == "players":
        taken = yield _tricks("tricks", range(4), "player")
    elif count == "sides":
        taken = yield _tricks("side_tricks", range(2), "side")
        nil_tricks = {}
        for seat, bid in enumerate(bids or ()):
            if bid in NIL:
                nil_tricks[seat] = yield _nil_tricks(seat)
        if taken and None not in nil_tricks.values():
            yield from _nil_faults(pad, bids, taken, nil_tricks)
    else:
        taken = None
    if taken:
        for side, contract in enumerate(numbers):
            got = taken[side] if count == "sides" else taken[side] + taken[side + 2]
            yield from _odd_result(side, contract, got)


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


@cache
def _tricks(name: str, seats: range, each: str) -> Many:
    return Many(
        path=(name,),
        label=say("Tricks"),
        noun="numbers",
        each=each,
        items=tuple(Number(path=(name, n), label=say("Tricks"), low=0, high=TRICKS) for n in seats),
        total=TRICKS,
    )


@cache
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


def _nil_faults(
    pad: Pad, bids: list[Any], taken: list[int], nil_tricks: Mapping[int, int]
) -> Interview:
    """What nil bidders took is part of their side's tricks; two nils took all of them."""
    for side, tricks in enumerate(taken):
        nils = [seat for seat in pad.sides[side] if seat in nil_tricks]
        theirs = sum(nil_tricks[seat] for seat in nils)
        if theirs > tricks or (len(nils) == 2 and theirs < tricks):
            template = "The nil bidders' tricks add up to {given}; the side took {total}."
            path = ("nil_tricks", str(nils[-1]))
            yield Fault(path, say(template, given=theirs, total=tricks))


def _odd_result(side: int, numbers: list[int], tricks: int) -> Iterable[Warn]:
    """A side far from its contract, or from no trick at all where both partners bid nil."""
    if numbers:
        return far_short(("bids",), side, sum(numbers), tricks)
    return far_over(("bids",), side, 0, tricks, TRICKS)


class Rules(NamedTuple):
    """The options that decide what a side scores in a deal, each under its name."""

    nil: bool
    set_score: str
    trick_points: str
    failed_nil_bags: str
    failed_nil_tricks_help_partner: bool


_RULES: Final = itemgetter(*Rules._fields)

# What a side enters: its two bids, what each of the two took (None: not counted), and together.
Entered = tuple[tuple[Any, Any], tuple[Any, Any], int]


class Result(NamedTuple):
    """What one side bid and took: `numbers` (seat, bid) of its number bidders, `nils` (seat, bid,
    tricks) of the others, `tricks` of the whole side."""

    side: int
    numbers: tuple[tuple[int, int], ...]
    nils: tuple[tuple[int, str, int], ...]
    tricks: int

    @property
    def contract(self) -> int:
        """The sum of the side's number bids."""
        return sum([bid for _, bid in self.numbers])

    @property
    def lost(self) -> int:
        """Tricks that nil bidders took."""
        return sum([tricks for _, _, tricks in self.nils])

    def counting(self, rules: Rules) -> int:
        """The tricks that count towards the side's number."""
        return self.tricks - (0 if rules.failed_nil_tricks_help_partner else self.lost)


def score(pad: Pad, entry: Entry) -> Iterable[Line]:
    """games.md, spades 3: nils, contract, bags and their penalty, side by side."""
    rules = Rules._make(_RULES(pad.options))
    lines: list[Line] = []
    for side, entered in enumerate(_sides(entry)):
        own, bags = _side_lines(rules, side, entered)
        lines += own
        if bags:
            lines += _score_penalty(pad, side, bags)
    return lines


def _sides(entry: Entry) -> tuple[Entered, Entered]:
    """What was entered of either side."""
    one, two, three, four = entry["bids"]
    if "tricks" in entry:
        a, b, c, d = entry["tricks"]
        return ((one, three), (a, c), a + c), ((two, four), (b, d), b + d)
    taken = entry.get("nil_tricks", {}).get
    ours, theirs = entry["side_tricks"]
    return (
        ((one, three), (taken("0"), taken("2")), ours),
        ((two, four), (taken("1"), taken("3")), theirs),
    )


def _result(rules: Rules, side: int, entered: Entered) -> Result:
    """What the side bid and took; a bid of 0 is a nil where nil is played."""
    bids, taken, tricks = entered
    meant: list[Any] = ["nil" if bid == 0 and rules.nil else bid for bid in bids]
    each = [*zip((side, side + 2), meant, taken, strict=True)]
    numbers = tuple((seat, bid) for seat, bid, _ in each if bid not in NIL)
    return Result(side, numbers, tuple(one for one in each if one[1] in NIL), tricks)


@lru_cache(maxsize=4096)
def _side_lines(rules: Rules, side: int, entered: Entered) -> tuple[tuple[Line, ...], int]:
    """Why a side scores what it scores, penalties apart, and the bags among it."""
    result = _result(rules, side, entered)
    lines = [
        *_score_nils(result),
        *_score_contract(rules, result),
        *_score_nil_bags(rules, result),
    ]
    bags = sum(line.points for line in lines if line.rule in ("bags", "nil-bags"))
    if bags:
        lines.append(Line(side, bags, say("{n} {n:bag|bags}", n=bags), "bags", "bags"))
    return lasting(lines), bags


def _score_nils(result: Result) -> Iterator[Line]:
    for seat, bid, tricks in result.nils:
        worth = NIL[bid] if tricks == 0 else -NIL[bid]
        template = (
            "{seat} bid {bid} and took no trick"
            if tricks == 0
            else "{seat} bid {bid} and took {n} {n:trick|tricks}"
        )
        text = say(template, seat=Seat(seat), bid=NIL_NAMES[bid], n=tricks)
        yield Line(result.side, worth, text, bid.replace("_", "-"))


def _score_contract(rules: Rules, result: Result) -> Iterator[Line]:
    if not result.numbers:
        return
    bid, took, side = result.contract, result.counting(rules), result.side
    alone = len(result.numbers) == 1
    who = {"seat": Seat(result.numbers[0][0])} if alone else {}
    template = "{seat} bid {bid} and took {took}" if alone else "bid {bid}, took {took}"
    text = say(template, bid=bid, took=took, **who)
    if took < bid:
        points = -EACH_TRICK * bid if rules.set_score == "minus_contract" else 0
        yield Line(side, points, text, "set-contract")
        return
    tens = took if rules.trick_points == "collected" else bid
    yield Line(side, EACH_TRICK * tens, text, "made-contract")
    if took > bid:
        yield Line(side, took - bid, say("{n} {n:bag|bags}", n=took - bid), "bags")


def _score_nil_bags(rules: Rules, result: Result) -> Iterator[Line]:
    helped = rules.failed_nil_tricks_help_partner and result.numbers
    if not result.lost or helped or rules.failed_nil_bags == "never":
        return
    made = result.counting(rules) >= result.contract
    if made or rules.failed_nil_bags == "always":
        text = say("{n} {n:trick|tricks} of a lost nil: {n:a bag|bags}", n=result.lost)
        yield Line(result.side, result.lost, text, "nil-bags")


def _score_penalty(pad: Pad, side: int, new: int) -> Iterable[Line]:
    """Take points off for every full set of bags."""
    every, penalty = pad.options["bag_penalty_every"], pad.options["bag_penalty"]
    bags = pad.sums["bags"][side] + new
    if not every or bags < every:
        return ()
    reset = pad.options["bag_remainder"] == "reset"
    times = 1 if reset else bags // every
    template = "{n} bags: {times} {times:penalty|penalties} of {points}"
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


def _numbers(bids: Iterable[Any]) -> list[int]:
    return [bid for bid in bids if bid not in NIL]


def headline(pad: Pad, entry: Entry) -> Sentence | None:
    """ "6 and 5 bid, 8 and 5 taken", "4 + nil and 7 bid" before the play."""
    bids = entry.get("bids")
    if not bids or None in bids:
        return None
    ours, theirs = (_declared(pad.options, bids[side::2]) for side in (0, 1))
    taken = entry.get("side_tricks")
    tricks = entry.get("tricks")
    if tricks and None not in tricks:
        taken = [tricks[0] + tricks[2], tricks[1] + tricks[3]]
    if not taken or None in taken:
        return say("{a} and {b} bid", a=ours, b=theirs)
    return say("{a} and {b} bid, {x} and {y} taken", a=ours, b=theirs, x=taken[0], y=taken[1])


def _declared(options: Options, bids: Iterable[Any]) -> int | Sentence:
    """A side's contract, with the nils beside it."""
    bids = ["nil" if bid == 0 and options["nil"] else bid for bid in bids]
    numbers = _numbers(bids)
    nils = [NIL_NAMES[bid] for bid in bids if bid in NIL]
    if not nils:
        return sum(numbers)
    # the partner's number, or a second nil
    return say("{one} + {other}", one=[*numbers, *nils][0], other=nils[-1])


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
    """Who kept his bid: a nil by himself, a number with his side."""
    rules = Rules._make(_RULES(pad.options))
    for side, entered in enumerate(_sides(entry)):
        result = _result(rules, side, entered)
        for seat, _, tricks in result.nils:
            yield seat, "bid lost" if tricks else "bid kept", 1
        made = result.counting(rules) >= result.contract
        for seat, _ in result.numbers:
            yield seat, "bid kept" if made else "bid lost", 1


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


_UNBROKEN: Final = Ruling(say("Spades are not broken yet and may not be led."), "breaking")
_ONLY_SPADES: Final = Ruling(
    say("The hand is nothing but spades: one may be led, and breaks them."), "breaking"
)


def auction(context: Context, dealer: int) -> Bidding:
    """games.md, spades 6: everybody declares once, from the dealer's left."""
    rules = context["nil"], context["double_nil"], context["min_bid"]
    seats = [(dealer + n) % 4 for n in range(1, 5)]
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
    play=Play(ranking, keys=(flag("broken", "Spades are broken"),), exception=may_play),
    auction=Auction(auction, "declaring", calls),
)
