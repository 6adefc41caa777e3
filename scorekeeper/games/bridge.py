"""Rubber bridge: two games below the line decide a rubber; games.md, bridge.

Ann plays 4 spades doubled, not vulnerable, and takes eleven tricks: 4 × 60 = 240 below the line,
which is a game; above it 100 for the overtrick and 50 because the doubled contract was made.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial, reduce
from itertools import groupby
from typing import Final, NamedTuple

from scorekeeper.cards import STRAINS
from scorekeeper.engine import old_options as option
from scorekeeper.engine.common.each import one_of_four
from scorekeeper.engine.common.legacy import Game, Options, Table
from scorekeeper.engine.common.odd import far_short
from scorekeeper.engine.common.tables import printed
from scorekeeper.engine.fields import (
    Barred,
    Choice,
    Flag,
    Interview,
    Key,
    Number,
    Pair,
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
    beside,
    lasting,
    leaders,
    two_partnerships,
)
from scorekeeper.referee.auction import PASS, PASSED_OUT, PASSING, SKIPPED, Auction, Bidding, ToCall
from scorekeeper.referee.context import TRUMP, Context, Ruling
from scorekeeper.referee.ladder import MAY_PASS, Ladder
from scorekeeper.referee.ranking import ace_high
from scorekeeper.referee.tricks import Play
from scorekeeper.sentences import Bid, InWords, Seat, Sentence, Side, Suit, say, worded

BOOK: Final = 6
TRICKS: Final = 13
LEVELS: Final = range(1, 8)
GAME_SCORE: Final = 100
GAMES_OF_A_RUBBER: Final = 2

# The tables as printed. Pairs: not vulnerable, vulnerable; triples: undoubled, doubled, redoubled.
TIMES: Final = (1, 2, 4)
TRICK: Final = {  # the first odd trick, each further one
    "C": (20, 20),
    "D": (20, 20),
    "H": (30, 30),
    "S": (30, 30),
    "NT": (40, 30),
}
OVERTRICK: Final = {1: (100, 200), 2: (200, 400)}  # undoubled: what the trick is worth
INSULT: Final = (0, 50, 100)
SLAM: Final = {6: (500, 750), 7: (1000, 1500)}
UNDERTRICK: Final = (  # the first, the second, the third, each further one
    ((50, 50, 50, 50), (100, 200, 200, 300), (200, 400, 400, 600)),
    ((100, 100, 100, 100), (200, 300, 300, 300), (400, 600, 600, 600)),
)
HONOURS: Final = {100: say("four trump honours"), 150: say("all five trump honours")}
ACES: Final = {150: say("the four aces")}
RUBBER: Final = (700, 500)  # by the games of the losing side
UNFINISHED_GAME: Final = 300
UNFINISHED_PART_SCORE: Final = 100

SLAM_NAMES: Final = {6: say("small slam"), 7: say("grand slam")}

OPTIONS: Final = (
    option.choice(
        "slam_premium",
        "Slam premium",
        "What earns the premium for twelve or thirteen tricks.",
        {
            "bid": "a slam that was bid and made",
            "collected": "a contract made with so many tricks",
        },
    ),
    option.choice(
        "unfinished_bonus",
        "Unfinished rubber",
        "What is given when the rubber is stopped early.",
        {
            "laws": f"{UNFINISHED_GAME} for the only game,"
            f" {UNFINISHED_PART_SCORE} for the only part score",
            "none": "nothing",
        },
    ),
    option.switch("honours", "Honours", "Honours in one hand are scored."),
    option.choice(
        "declarer_is",
        "Declarer",
        "Which partner plays the contract; no score depends on it.",
        {
            "first_to_name": "the first of the two to name its strain",
            "last_bidder": "whoever made the last bid",
        },
    ),
)

DEFAULTS: Final[Mapping[str, Value]] = {
    "slam_premium": "bid",
    "unfinished_bonus": "laws",
    "honours": True,
    "declarer_is": "first_to_name",
}


# --- what is asked ------------------------------------------------------------------------------

_PASSED_OUT: Final = Flag(path=("passed_out",), label=say("Passed out"), when="before")
_LEVEL_KEYS: Final = tuple(Key(str(level), say("{n}", n=level)) for level in LEVELS)
_STRAIN_KEYS: Final = tuple(Key(strain, say("{suit}", suit=Suit(strain))) for strain in STRAINS)
_CONTRACT: Final = Pair(
    path=("contract",),
    label=say("Contract"),
    when="before",
    first=_LEVEL_KEYS,
    second=_STRAIN_KEYS,
    keys=tuple(
        Key(f"{level}{strain}", say("{bid}", bid=Bid(level, strain)))
        for level in LEVELS
        for strain in STRAINS
    ),
    wrong="Contracts run from 1 club to 7 no trump.",
    missing=say("Enter the contract, or that the deal was passed out."),
)
_DECLARER: Final = one_of_four("declarer", "Declarer")
_DOUBLED: Final = Choice(
    path=("doubled",),
    label=say("Doubled"),
    when="before",
    optional=True,
    suggest=0,
    keys=(Key(0, say("no")), Key(1, say("X")), Key(2, say("XX"))),
    wrong="Doubled is 0 for undoubled, 1 for doubled, 2 for redoubled.",
)
_NO_HONOURS: Final = Barred(
    path=("honours",),
    kind=dict,
    label=say("Honours"),
    missing=say("Honours are not scored at this table."),
)
_HONOURS_SEAT: Final = SeatOf(
    path=("honours", "seat"),
    label=say("Honours held by"),
    group=True,
    seats=(0, 1, 2, 3),
    players=4,
    missing=say("Say which hand held the honours."),
)


def form(pad: Pad) -> Interview:
    """The contract, its declarer, whether it was doubled; then the tricks, and honours if any."""
    if (yield _PASSED_OUT):
        return
    contract = yield _CONTRACT
    yield _DECLARER
    yield _DOUBLED
    level, strain = _parts(contract) if contract else (0, "")
    yield _tricks(level)
    if pad.options["honours"]:
        yield _HONOURS_SEAT
        yield _honours_points(strain)
    else:
        yield _NO_HONOURS


def odd(pad: Pad, entry: Entry) -> Iterable[Warn]:
    """A contract that went far down."""
    if "passed_out" in entry:
        return ()
    level, _ = _parts(entry["contract"])
    return far_short(("tricks",), pad.side_of(entry["declarer"]), BOOK + level, entry["tricks"])


def _parts(contract: str) -> tuple[int, str]:
    """Level and strain of a contract."""
    return int(contract[0]), contract[1:]


@cache
def _tricks(level: int) -> Number:
    """The result, its keys relative to the contract; `level` 0: not known yet, plain numbers."""
    return Number(
        path=("tricks",),
        label=say("Tricks"),
        hint=say("Of the declarer's side."),
        low=0,
        high=TRICKS,
        keys=tuple(_result_key(n, n - BOOK - level) for n in range(TRICKS + 1)) if level else (),
        missing=say("Enter the tricks of the declarer's side."),
    )


def _result_key(tricks: int, over: int) -> Key:
    template = "−{n}" if over < 0 else "+{n}" if over else "="
    label = say(template, n=abs(over))
    return Key(tricks, label, say("{n}", n=tricks), row=0 if over < 0 else 1)


@cache
def _honours_points(strain: str) -> Choice:
    """100 or 150; without trumps only the aces."""
    aces = strain == "NT"
    return Choice(
        path=("honours", "points"),
        label=say("Honours"),
        group=True,
        keys=tuple(
            Key(points, text, say("{n}", n=points))
            for points, text in (ACES if aces else HONOURS).items()
        ),
        wrong="At no trump only four aces in one hand count: 150."
        if aces
        else "Honours in one hand are worth 100 or 150.",
        missing=say("Say what the honours are worth."),
    )


# --- what a contract is worth -------------------------------------------------------------------


class Points(NamedTuple):
    """What a contract brings: `undertricks` to the defenders, the others to the declarer's side;
    `below` stands below the line."""

    below: int = 0
    overtricks: int = 0
    insult: int = 0
    slam: int = 0
    undertricks: int = 0


def trick_values(level: int, strain: str, doubled: int) -> list[int]:
    """What each odd trick of a contract is worth below the line."""
    first, further = (points * TIMES[doubled] for points in TRICK[strain])
    return [first] + [further] * (level - 1)


def overtrick_value(strain: str, doubled: int, vulnerable: bool) -> int:
    """What one overtrick is worth."""
    return OVERTRICK[doubled][vulnerable] if doubled else TRICK[strain][1]


def undertrick_values(doubled: int, vulnerable: bool, down: int) -> list[int]:
    """What each of the `down` tricks that were missing costs."""
    values = UNDERTRICK[vulnerable][doubled]
    return [values[min(n, len(values) - 1)] for n in range(down)]


@cache
def contract_points(level: int, strain: str, doubled: int, vulnerable: bool, tricks: int) -> Points:
    """What a contract brings (games.md, bridge 3); the slam premium for one bid and made.

    `level` 1 to 7, `doubled` 0 to 2, whether the declarer's side is vulnerable, and its tricks, 0
    to 13. There are 2940 results: each is worked out once.
    """
    over = tricks - BOOK - level
    if over < 0:
        return Points(undertricks=sum(undertrick_values(doubled, vulnerable, -over)))
    return Points(
        below=sum(trick_values(level, strain, doubled)),
        overtricks=over * overtrick_value(strain, doubled, vulnerable),
        insult=INSULT[doubled],
        slam=SLAM[level][vulnerable] if level in SLAM else 0,
    )


# The premiums of duplicate, where a board stands by itself: not vulnerable, vulnerable.
GAME_ON_A_BOARD: Final = (300, 500)
PART_SCORE_ON_A_BOARD: Final = 50


def board(entry: Entry, vulnerable: bool, rubber: bool) -> int:
    """What a deal brings the declarer's side without honours, below zero what it costs: as a deal
    of a `rubber`, or as a board of its own, where game and part score earn a premium at once."""
    level, strain = _parts(entry["contract"])
    points = contract_points(level, strain, entry["doubled"], vulnerable, entry["tricks"])
    if points.undertricks:
        return -points.undertricks
    if rubber:
        return sum(points)
    game = points.below >= GAME_SCORE
    return sum(points) + (GAME_ON_A_BOARD[vulnerable] if game else PART_SCORE_ON_A_BOARD)


# --- why each point -----------------------------------------------------------------------------


class Contract(NamedTuple):
    """What was bid; `doubled` 0 to 2."""

    level: int
    strain: str
    doubled: int


def score(pad: Pad, entry: Entry) -> Iterable[Line]:
    """games.md, bridge 3 and 4: the contract, honours, and what they make of game and rubber."""
    if "passed_out" in entry:
        return _PASSED
    side, games = pad.side_of(entry["declarer"]), pad.sums["games"]
    contract = Contract(*_parts(entry["contract"]), entry.get("doubled", 0))
    vulnerable, over = games[side] > 0, entry["tricks"] - BOOK - contract.level
    points = contract_points(*contract, vulnerable, entry["tricks"])
    if over < 0:
        text = _undertricks_told(contract.doubled, vulnerable, -over)
        lines = [Line(1 - side, points.undertricks, text, "undertricks", "above")]
    else:
        lines = _made(side, contract, points, vulnerable, over, pad.options["slam_premium"])
    if "honours" in entry:
        lines.append(_honours_line(**entry["honours"], strain=contract.strain))
    empty_handed = side if over < 0 else 1 - side
    # only honours may have gone to that side
    if lines[-1].side != empty_handed:
        lines.append(_empty_handed(empty_handed, contract, over >= 0))
    if over >= 0:
        lines += _game_lines(side, points.below, pad.sums["part"], games)
    return lines


_PASSED: Final = lasting(Line(side, 0, say("passed out"), "passed-out", "above") for side in (0, 1))


def _made(
    side: int, contract: Contract, points: Points, vulnerable: bool, over: int, slam_premium: str
) -> list[Line]:
    lines = [Line(side, points.below, _tricks_told(contract), "trick-score", "below")]
    if over:
        text = _overtricks_told(contract.strain, contract.doubled, vulnerable, over)
        lines.append(Line(side, points.overtricks, text, "overtricks", "above"))
    if contract.doubled:
        lines.append(Line(side, points.insult, _INSULTS[contract.doubled], "insult", "above"))
    if contract.level + over in SLAM:
        lines += _slam_lines(side, contract.level, vulnerable, over, slam_premium)
    return lines


@cache
def _empty_handed(side: int, contract: Contract, made: bool) -> Line:
    """What is said of the side to which the contract brought nothing."""
    template = "defended: {contract} was made" if made else "{contract} lost"
    text = worded(say(template, contract=_called(*contract)))
    rule, column = ("trick-score", "below") if made else ("undertricks", "above")
    return Line(side, 0, text, rule, column)


@cache
def _slam_lines(
    side: int, level: int, vulnerable: bool, over: int, slam_premium: str
) -> tuple[Line, ...]:
    """The premium, or a line of 0 where more tricks were taken than the slam that counts."""
    lines, taken, bid = [], level + over, slam_premium == "bid"
    counts = level if bid else taken
    if counts in SLAM:
        template = "{slam} bid and made" if bid else "{slam}: {n} tricks taken"
        text = _at_risk(say(template, slam=SLAM_NAMES[counts], n=BOOK + taken), vulnerable)
        lines.append(Line(side, SLAM[counts][vulnerable], text, "slam", "above"))
    if counts < taken:
        template = "{n} tricks taken; only a {slam} that is bid and made earns its premium"
        text = say(template, n=BOOK + taken, slam=SLAM_NAMES[taken])
        lines.append(Line(side, 0, text, "slam", "above"))
    return lasting(lines)


@cache
def _honours_line(seat: int, points: int, strain: str) -> Line:
    held = (ACES if strain == "NT" else HONOURS)[points]
    text = say("{seat} held {honours}", seat=Seat(seat), honours=held)
    return Line(seat % 2, points, worded(text), "honours", "above")


def _game_lines(side: int, below: int, part: Sequence[int], games: Sequence[int]) -> list[Line]:
    """The part score grows; at 100 it is a game, both sides start again, and it may be the rubber.

    `part` and `games` are what both sides had before. They are tallies: what they stand at is the
    sum of these lines.
    """
    lines = [Line(side, below, _PART_SCORE, "trick-score", "part")]
    if part[side] + below >= GAME_SCORE:
        text = say("{n} below the line: a game", n=part[side] + below)
        lines.append(Line(side, 0, text, "game", "below"))
        lines.append(Line(side, 1, _A_GAME, "game", "games"))
        grown = [points + below * (one == side) for one, points in enumerate(part)]
        lines += [Line(one, -n, _ANEW, "game", "part") for one, n in enumerate(grown) if n]
        theirs = games[1 - side]
        if games[side] + 1 == GAMES_OF_A_RUBBER:
            text = say("rubber won in {n} games", n=GAMES_OF_A_RUBBER + theirs)
            lines.append(Line(side, RUBBER[theirs], text, "rubber", "above"))
    return lines


_PART_SCORE: Final = say("part score")
_A_GAME: Final = say("a game")
_ANEW: Final = say("a new game begins at 0")


def closing(pad: Pad) -> Iterator[Line]:
    """games.md, bridge 4: what a side gets for what it alone has in an unfinished rubber."""
    if pad.options["unfinished_bonus"] == "none":
        return
    for tally, points, text in (
        ("games", UNFINISHED_GAME, say("the only game of an unfinished rubber")),
        ("part", UNFINISHED_PART_SCORE, say("the only part score of an unfinished game")),
    ):
        holders = [side for side, sum_ in enumerate(pad.sums[tally]) if sum_]
        if len(holders) == 1:
            yield Line(holders[0], points, text, "unfinished", "above")


# --- in words -----------------------------------------------------------------------------------


def _called(level: int, strain: str, doubled: int) -> Sentence:
    """ "4 spades doubled"."""
    return say(("{bid}", "{bid} doubled", "{bid} redoubled")[doubled], bid=Bid(level, strain))


@cache
def _tricks_told(contract: Contract) -> Sentence:
    """ "4 spades doubled made: 4 × 60"."""
    text = say("{contract} made", contract=_called(*contract))
    return worded(_sum(text, trick_values(*contract)))


@cache
def _overtricks_told(strain: str, doubled: int, vulnerable: bool, over: int) -> Sentence:
    """ "2 overtricks, doubled, vulnerable: 2 × 200"."""
    text = say("{n} {n:overtrick|overtricks}", n=over)
    if doubled:
        text = _circumstances(text, doubled, vulnerable)
    return worded(_sum(text, [overtrick_value(strain, doubled, vulnerable)] * over))


@cache
def _undertricks_told(doubled: int, vulnerable: bool, down: int) -> Sentence:
    """ "2 undertricks, doubled, vulnerable: 200 + 300"."""
    text = say("{n} {n:undertrick|undertricks}", n=down)
    text = _circumstances(text, doubled, vulnerable)
    return worded(_sum(text, undertrick_values(doubled, vulnerable, down)))


_INSULTS: Final = {
    1: worded(say("doubled contract made")),
    2: worded(say("redoubled contract made")),
}


def _circumstances(what: Sentence, doubled: int, vulnerable: bool) -> Sentence:
    if doubled:
        what = say("{what}, doubled" if doubled == 1 else "{what}, redoubled", what=what)
    return _at_risk(what, vulnerable)


def _at_risk(what: Sentence, vulnerable: bool) -> Sentence:
    return say("{what}, vulnerable", what=what) if vulnerable else what


def _sum(what: Sentence, values: list[int]) -> Sentence:
    """ "4 undertricks: 100 + 2 × 200 + 300"; of a single trick just what it was."""
    if len(values) == 1:
        return what
    counted = ((len(list(group)), points) for points, group in groupby(values))
    terms = (say("{n} × {points}" if n > 1 else "{points}", n=n, points=p) for n, p in counted)
    return say("{what}: {sum}", what=what, sum=reduce(_plus, terms))


def _plus(one: Sentence, other: Sentence) -> Sentence:
    return say("{one} + {other}", one=one, other=other)


# --- the rubber ---------------------------------------------------------------------------------


def state(pad: Pad) -> Mapping[str, Value]:
    """Part scores of the current game, games won, who is vulnerable."""
    games = pad.sums["games"]
    return {"below": pad.sums["part"], "games": games, "vulnerable": [n > 0 for n in games]}


def result(pad: Pad) -> Outcome | None:
    """games.md, bridge 4: after the second game of a side, or a finish, the totals decide."""
    stopped = pad.last is not None and pad.last.kind == "finish"
    rubber = GAMES_OF_A_RUBBER in pad.sums["games"]
    if not (stopped or rubber):
        return None
    rule = "total" if rubber else "finish"
    ahead = leaders(pad)
    if len(ahead) > 1:
        return Outcome((), say("drawn at {n} all", n=pad.totals[0]), rule, drawn=True)
    points, others = max(pad.totals), min(pad.totals)
    text = say(
        "{side} won by {n}, {points} to {others}",
        side=Side(ahead[0]),
        n=points - others,
        points=points,
        others=others,
    )
    return Outcome(ahead, text, rule)


def headline(pad: Pad, entry: Entry) -> Sentence | None:
    """ "4 spades doubled by Ann, 2 down"."""
    if "passed_out" in entry:
        return say("passed out")
    if "contract" not in entry:
        return None
    level, strain = _parts(entry["contract"])
    text = _called(level, strain, entry.get("doubled", 0))
    if "declarer" in entry:
        text = say("{contract} by {seat}", contract=text, seat=Seat(entry["declarer"]))
    if "tricks" not in entry:
        return text
    over = entry["tricks"] - BOOK - level
    template = "{deal}, {n} down" if over < 0 else "{deal}, {n} over" if over else "{deal}, made"
    return say(template, deal=text, n=abs(over))


def carried(pad: Pad) -> Iterable[tuple[int, Sentence]]:
    """Games, vulnerability and the part score of each side."""
    for side, (games, part) in enumerate(zip(pad.sums["games"], pad.sums["part"], strict=True)):
        if games:
            yield side, say("vulnerable") if games == 1 else say("two games")
        if part:
            yield side, say("{n} below", n=part)


def needs(pad: Pad) -> Iterator[tuple[int, Sentence]]:
    """Points below the line to a game, and what the game would be to a vulnerable side."""
    if pad.outcome is not None:
        return
    games = pad.sums["games"]
    for side, part in enumerate(pad.sums["part"]):
        yield side, say("{n} below the line to a game", n=GAME_SCORE - part)
        if games[side]:
            template = "vulnerable: the next game is the rubber and earns {points}"
            yield side, say(template, points=RUBBER[games[1 - side]])


def facts(pad: Pad, entry: Entry) -> Iterator[tuple[int, Fact, int]]:
    """The contract is the declarer's: kept or lost, by how many tricks."""
    if "passed_out" in entry:
        return
    declarer = entry["declarer"]
    over = entry["tricks"] - BOOK - _parts(entry["contract"])[0]
    yield declarer, "bid lost" if over < 0 else "bid kept", 1
    if over:
        yield declarer, "short" if over < 0 else "over", abs(over)


# --- the rules page -----------------------------------------------------------------------------

_DOUBLES: Final = ("Undoubled", "Doubled", "Redoubled")
_RISKS: Final = ("Not vulnerable", "Vulnerable")
_NTH: Final = (say("First"), say("Second"), say("Third"), say("Each further"))


def tables(options: Options) -> Mapping[str, Table]:
    """The score tables that the rules page prints, by name."""
    bid = options["slam_premium"] == "bid"
    slam = "{odd} odd tricks bid and made: {slam}" if bid else "{n} tricks taken: {slam}"
    undertrick = ("{nth}, not vulnerable", "{nth}, vulnerable")
    trick = [
        ("Clubs or diamonds, each", TRICK["C"][1]),
        ("Hearts or spades, each", TRICK["H"][1]),
        ("No trump, the first", TRICK["NT"][0]),
        ("No trump, each further", TRICK["NT"][1]),
    ]
    return {
        "trick-score": printed(
            ("Odd tricks bid", *_DOUBLES),
            ((name, *(points * times for times in TIMES)) for name, points in trick),
        ),
        "overtricks": printed(
            ("Each overtrick", *_RISKS),
            [
                ("Undoubled, a minor", *[TRICK["C"][1]] * 2),
                ("Undoubled, a major or no trump", *[TRICK["H"][1]] * 2),
                *((_DOUBLES[doubled], *points) for doubled, points in OVERTRICK.items()),
            ],
        ),
        "insult": printed(("Contract made", "Points"), ((_DOUBLES[n], INSULT[n]) for n in (1, 2))),
        "slams": printed(
            ("Slam", *_RISKS),
            (
                (say(slam, odd=odd, n=BOOK + odd, slam=SLAM_NAMES[odd]), *points)
                for odd, points in SLAM.items()
            ),
        ),
        "undertricks": printed(
            ("Undertricks", *_DOUBLES),
            (
                (say(undertrick[risk], nth=nth), *points)
                for risk, triple in enumerate(UNDERTRICK)
                for nth, points in zip(_NTH, zip(*triple, strict=True), strict=True)
            ),
        ),
        "honours": printed(
            ("Honours", "Points"),
            (
                (say("In one hand: {held}", held=held), points)
                for honours in (HONOURS, ACES)
                for points, held in honours.items()
            ),
        ),
        "rubber": printed(
            ("Rubber won", "Points"),
            (
                (say("In {games} games", games=InWords(GAMES_OF_A_RUBBER + theirs)), points)
                for theirs, points in enumerate(RUBBER)
            ),
        ),
        "unfinished": printed(
            ("Held by one side alone", "Points"),
            [
                ("A game", UNFINISHED_GAME),
                ("A part score in the game not finished", UNFINISHED_PART_SCORE),
            ],
        ),
    }


# --- the referee --------------------------------------------------------------------------------


def opening(pad: Pad, entry: Entry) -> Mapping[str, Value]:
    """The strain of the contract; the declarer's left leads."""
    contract, declarer = entry.get("contract"), entry.get("declarer")
    said: dict[str, Value] = {"trump": _parts(contract)[1]} if contract else {}
    return said if declarer is None else {**said, "leader": beside(pad, declarer)}


LADDER: Final = Ladder(
    heights={contract: height for height, contract in enumerate(_CONTRACT.answers)},
    names={contract: Bid(*_parts(contract)) for contract in _CONTRACT.answers},
    rule="bid-higher",
)
RAISES: Final = {"X": 1, "XX": 2}
CALLS: Final = (LADDER.calls, {**PASSING, **{double: say(double) for double in RAISES}})


class Doubling(NamedTuple):
    """Of the standing bid: how often it is `doubled`, and whether it is the caller's own side's."""

    doubled: int
    ours: bool


_RAISE: Final = {Doubling(0, False): ("X",), Doubling(1, True): ("XX",)}


def auction(context: Context, dealer: int) -> Bidding:
    """games.md, bridge 6: upwards from the dealer, until three pass after a bid or four before."""
    standing, bidder, doubled, passes = None, 0, 0, 0
    first_to_name: dict[tuple[int, str], int] = {}
    seat = dealer
    while passes < (3 if standing else 4):
        doubling = Doubling(doubled, (seat - bidder) % 2 == 0) if standing else None
        call = yield ToCall(seat, _calls(standing, doubling), partial(_judge, standing, doubling))
        if call != SKIPPED:
            passes = passes + 1 if call == PASS else 0
        if call in RAISES:
            doubled = RAISES[call]
        elif call not in (PASS, SKIPPED):
            standing, bidder, doubled = call, seat, 0
            first_to_name.setdefault((seat % 2, call[1:]), seat)
        seat = (seat + 1) % 4
    if standing is None:
        return PASSED_OUT
    if context["declarer_is"] == "first_to_name":
        bidder = first_to_name[bidder % 2, standing[1:]]
    return {"contract": standing, "declarer": bidder, "doubled": doubled}


@cache
def _calls(standing: str | None, doubling: Doubling | None) -> tuple[str, ...]:
    return (PASS, *(_RAISE.get(doubling, ()) if doubling else ()), *LADDER.above(standing))


def _judge(standing: str | None, doubling: Doubling | None, call: str) -> Ruling | None:
    if call == PASS:
        return Ruling(MAY_PASS, "contract")
    if call == "X":
        return Ruling(_on_double(doubling), "double")
    if call == "XX":
        return Ruling(_on_redouble(doubling), "redouble")
    return LADDER.judge(call, standing)


def _on_double(doubling: Doubling | None) -> Sentence:
    if doubling is None:
        return say("There is no bid to double.")
    if doubling.ours:
        return say("Only the opponents' bid can be doubled.")
    if doubling.doubled:
        return say("The bid is doubled already.")
    return say("The opponents' bid may be doubled.")


def _on_redouble(doubling: Doubling | None) -> Sentence:
    if doubling is None or not doubling.doubled:
        return say("Only a doubled bid can be redoubled.")
    if not doubling.ours:
        return say("Only the side that was doubled may redouble.")
    if doubling.doubled == RAISES["XX"]:
        return say("The bid is redoubled already.")
    return say("The side that was doubled may redouble.")


GAME: Final = Game(
    slug="bridge",
    name="Contract Bridge (rubber)",
    aliases=("Rubber bridge", "Contract bridge"),
    players=range(4, 5),
    about=say("Two partnerships bid for the contract; two games below the line end the rubber."),
    guide=Guide((45, 90), "hard", "52"),
    variants={None: DEFAULTS},
    options=OPTIONS,
    sides=two_partnerships,
    form=form,
    score=score,
    result=result,
    columns=("below", "above"),
    tallies=("part", "games"),
    state=state,
    closing=closing,
    over=say("The rubber is over."),
    headline=headline,
    carried=carried,
    needs=needs,
    facts=facts,
    tables=tables,
    play=Play(ace_high, keys=(TRUMP,)),
    auction=Auction(auction, "contract", lambda context: CALLS),
    opening=opening,
    odd=odd,
    board=board,
)
