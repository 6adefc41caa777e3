"""Rubber bridge: two games below the line decide a rubber.

Ann plays 4 spades doubled, not vulnerable, and takes eleven tricks: 4 × 60 = 240 below the line,
which is a game; above it 100 for the overtrick and 50 because the doubled contract was made.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

from scorekeeper.cards import STRAINS
from scorekeeper.engine import (
    Bid,
    Choice,
    Fact,
    Grid,
    Interview,
    Key,
    Line,
    Message,
    Number,
    Outcome,
    Pad,
    Pair,
    Phrase,
    Seat,
    Sentence,
    Side,
    Standing,
    Suit,
    Table,
    Warn,
    ask,
    cached_lines,
    far_short,
    leaders,
    say,
)
from scorekeeper.games.bridge.deal import BOOK, BridgeDeal, Contract, House, Rubber
from scorekeeper.games.bridge.tables import (
    ACES_HELD,
    HONOURS,
    INSULT,
    ON_A_BOARD,
    OVERTRICK,
    RUBBER,
    SLAM,
    TRICK,
    TRUMPS_HELD,
    UNDERTRICK,
    UNFINISHED,
)
from scorekeeper.games.bridge.words import at_risk, circumstances, in_words, with_sum

TRICKS: Final = 13
MINORS: Final = ("C", "D")
LEVELS: Final = range(1, 8)
GAME_SCORE: Final = 100
GAMES_OF_A_RUBBER: Final = 2


# --- what is asked ------------------------------------------------------------------------------


def form(pad: Pad) -> Interview:
    """Ask for the contract, its declarer, whether it was doubled, the tricks, and any honours."""
    contract = yield CONTRACT
    yield DECLARER
    yield DOUBLED
    yield RESULT[int(contract[0]) if contract else 0]
    if pad.options.honours:
        yield HONOURS_SEAT
        yield ACES if contract and contract[1:] == "NT" else TRUMP_HONOURS
    else:
        yield NO_HONOURS


def result_key(tricks: int, over: int) -> Key:
    """Return a key that counts from the contract: −1, =, +1."""
    label = say("−{n}" if over < 0 else "+{n}" if over else "=", n=abs(over))
    return ask.key(tricks, label, tricks, row=int(over >= 0))


def result_of(level: int) -> Number:
    """Ask for the tricks: keys count from a contract of that level; plain numbers if it is 0."""
    keys = [result_key(n, n - BOOK - level) for n in range(TRICKS + 1)] if level else ()
    return ask.tricks(
        "tricks",
        TRICKS,
        "Of the declarer's side.",
        keys,
        missing="Enter the tricks of the declarer's side.",
    )


def honours_of(wrong: Message, *held: Message) -> Choice:
    """Ask what the honours are worth, 100 or 150 points."""
    keys = [ask.key(HONOURS[one][0], one, HONOURS[one][0]) for one in held]
    return ask.one_of(
        "honours.points",
        "Honours",
        keys,
        "after",
        wrong=wrong,
        missing="Say what the honours are worth.",
    )


NAMES: Final = {
    f"{level}{strain}": say("{bid}", bid=Bid(level, strain))
    for level in LEVELS
    for strain in STRAINS
}
CONTRACT: Final = Pair(
    path=("contract",),
    label=say("Contract"),
    when="before",
    first=tuple(ask.key(str(level), level) for level in LEVELS),
    second=tuple(ask.key(strain, say("{suit}", suit=Suit(strain))) for strain in STRAINS),
    keys=tuple(ask.key(contract, name) for contract, name in NAMES.items()),
    wrong="Contracts run from 1 club to 7 no trump.",
    missing=say("Enter the contract, or that the deal was passed out."),
)
DECLARER: Final = ask.seat("declarer", "Declarer", turn="who declares")
DOUBLED: Final = ask.one_of(
    "doubled",
    "Doubled",
    {0: "no", 1: "X", 2: "XX"},
    default=0,
    wrong="Doubled is 0 for undoubled, 1 for doubled, 2 for redoubled.",
)
RESULT: Final = tuple(result_of(level) for level in (0, *LEVELS))
HONOURS_SEAT: Final = ask.seat(
    "honours.seat", "Honours held by", "after", missing="Say which hand held the honours."
)
TRUMP_HONOURS: Final = honours_of(
    "Honours in one hand are worth 100 or 150.", "four trump honours", "all five trump honours"
)
ACES: Final = honours_of("At no trump only four aces in one hand count: 150.", "the four aces")
NO_HONOURS: Final = ask.barred(
    "honours", "Honours", "Honours are not scored at this table.", kind=dict
)


# --- what a contract is worth -------------------------------------------------------------------


def trick_values(called: Contract) -> list[int]:
    """Return the points of each odd trick that was bid, the first one first."""
    if called.strain == "NT":
        rows = ["first"] + ["further"] * (called.level - 1)
    else:
        rows = ["minor" if called.strain in MINORS else "major"] * called.level
    return [TRICK[row][called.doubled] for row in rows]


def overtrick_value(minor: bool, doubled: int, vulnerable: bool) -> int:
    """Return the points of each overtrick."""
    undoubled = "minor" if minor else "major"
    return OVERTRICK[(undoubled, "doubled", "redoubled")[doubled]][vulnerable]


def undertrick_values(doubled: int, vulnerable: bool, down: int) -> list[int]:
    """Return the points that each undertrick costs, the first one first."""
    return [UNDERTRICK[(min(nth, 4), vulnerable)][doubled] for nth in range(1, 1 + down)]


class Points(NamedTuple):
    """The points of a contract: `undertricks` are the defenders'; `below` is below the line."""

    below: int = 0
    overtricks: int = 0
    insult: int = 0
    slam: int = 0
    undertricks: int = 0


@cache
def points_of(called: Contract, vulnerable: bool, over: int) -> Points:
    """Return the points of a contract made, or down if `over` is less than 0; rules.md#trick-score.

    A slam premium is for a slam that was bid. There are 2940 results; each is worked out once.
    """
    if over < 0:
        return Points(undertricks=sum(undertrick_values(called.doubled, vulnerable, -over)))
    each = overtrick_value(called.strain in MINORS, called.doubled, vulnerable)
    return Points(
        below=sum(trick_values(called)),
        overtricks=over * each,
        insult=INSULT[called.doubled][0] if called.doubled else 0,
        slam=SLAM[called.level][vulnerable] if called.level in SLAM else 0,
    )


def board(deal: BridgeDeal, vulnerable: bool, rubber: bool) -> int:
    """Return the declarer's points for a deal without honours, less than 0 if it went down.

    A single board has a premium for game or part score at once, a deal of a `rubber` has none.
    """
    points = points_of(deal.bid, vulnerable, deal.over)
    if points.undertricks:
        return -points.undertricks
    if rubber:
        return sum(points)
    return sum(points) + ON_A_BOARD["game" if points.below >= GAME_SCORE else "part"][vulnerable]


# --- why each point -----------------------------------------------------------------------------


def score(table: Table[Rubber, House], deal: BridgeDeal) -> list[Line]:
    """Return the lines of the contract, honours, game and rubber; rules.md#honours."""
    side = deal.side
    lines = contract_lines(deal, table.state.vulnerable[side], table.house.slam_premium)
    if deal.over >= 0:
        lines += below_the_line(table.state, side, lines[0].points)
    return lines


def contract_lines(deal: BridgeDeal, vulnerable: bool, slam_premium: str) -> list[Line]:
    """Return the lines of the contract, its trick score first, and of honours; `vulnerable` is the
    declarer's side."""
    called, side, over = deal.bid, deal.side, deal.over
    lines: list[Line] = []
    if over < 0:
        lines += undertricks(1 - side, called.doubled, vulnerable, -over)
    else:
        lines += made(side, called, vulnerable, over, slam_premium)
    if deal.honours:
        lines += held(deal.honours.seat, deal.honours.points, called.strain == "NT")
    empty_handed = side if over < 0 else 1 - side
    if lines[-1].side != empty_handed:  # only honours may have gone to that side
        lines += nothing(empty_handed, called, over >= 0)
    return lines


def board_lines(deal: BridgeDeal, vulnerable: bool) -> Iterator[Line]:
    """Yield the lines of the contract, and of honours, and what a single deal is worth at once for
    being a game, or none."""
    lines = contract_lines(deal, vulnerable, "bid")
    # in a rubber they stand in two columns
    yield from (Line(line.side, line.points, line.text, line.rule) for line in lines)
    if deal.over >= 0:
        yield from premium(deal.side, lines[0].points >= GAME_SCORE, vulnerable)


@cached_lines
def premium(side: int, game: bool, vulnerable: bool) -> Iterator[Line]:
    """Yield what a contract made brings for being a game, or none."""
    if not game:
        yield Line(side, ON_A_BOARD["part"][vulnerable], say("made a part score"), "part-score")
        return
    text = say("made a game, vulnerable" if vulnerable else "made a game")
    yield Line(side, ON_A_BOARD["game"][vulnerable], text, "game")


@cached_lines
def undertricks(side: int, doubled: int, vulnerable: bool, down: int) -> Iterator[Line]:
    """Yield the points for undertricks, to the defenders."""
    values = undertrick_values(doubled, vulnerable, down)
    beaten = say("beat the contract by {n} {n:trick|tricks}", n=down)
    text = circumstances(beaten, doubled, vulnerable)
    yield Line(side, sum(values), with_sum(text, values), "undertricks", "above")


def made(
    side: int, called: Contract, vulnerable: bool, over: int, slam_premium: str
) -> Iterator[Line]:
    """Score the tricks that were bid below the line, and the rest above it."""
    yield from trick_score(side, called)
    if over:
        minor = called.strain in MINORS
        yield from overtricks(side, minor, called.doubled, vulnerable, over)
    if called.doubled:
        yield from insult(side, called.doubled)
    if called.level + over in SLAM:
        yield from slam(side, called.level, called.level + over, vulnerable, slam_premium)


@cached_lines
def trick_score(side: int, called: Contract) -> Iterator[Line]:
    """Yield the points for the tricks that were bid, below the line."""
    values = trick_values(called)
    text = with_sum(say("made {contract}", contract=in_words(called)), values)
    yield Line(side, sum(values), text, "trick-score", "below")


@cached_lines
def overtricks(side: int, minor: bool, doubled: int, vulnerable: bool, over: int) -> Iterator[Line]:
    """Yield the points for tricks beyond the contract, above the line."""
    values = [overtrick_value(minor, doubled, vulnerable)] * over
    text = say("took {n} {n:overtrick|overtricks}", n=over)
    if doubled:
        text = circumstances(text, doubled, vulnerable)
    yield Line(side, sum(values), with_sum(text, values), "overtricks", "above")


@cached_lines
def insult(side: int, doubled: int) -> Iterator[Line]:
    """Yield the bonus for making a doubled contract: 50 points, 100 redoubled."""
    text = say("made a doubled contract" if doubled == 1 else "made a redoubled contract")
    yield Line(side, INSULT[doubled][0], text, "insult", "above")


@cached_lines
def slam(side: int, level: int, taken: int, vulnerable: bool, slam_premium: str) -> Iterator[Line]:
    """Yield the premium for a slam, or 0 points for a slam that was taken but not bid."""
    bid = slam_premium == "bid"
    counts = level if bid else taken
    if counts in SLAM:
        template = "bid and made a {slam}" if bid else "took {n} tricks: {slam}"
        text = say(template, slam=SLAM.label(counts), n=BOOK + taken)
        points = SLAM[counts][vulnerable]
        yield Line(side, points, at_risk(text, vulnerable), "slam", "above")
    if counts < taken:
        template = "took {n} tricks; only a {slam} that is bid and made earns its premium"
        text = say(template, n=BOOK + taken, slam=SLAM.label(taken))
        yield Line(side, 0, text, "slam", "above")


@cached_lines
def held(seat: int, points: int, no_trump: bool) -> Iterator[Line]:
    """Yield the points for honours, above the line of the side that held them."""
    honours = ACES_HELD if no_trump else TRUMPS_HELD[points]
    text = say("{seat} held {honours}", seat=Seat(seat), honours=Phrase(honours))
    yield Line(seat % 2, points, text, "honours", "above")


@cached_lines
def nothing(side: int, called: Contract, made: bool) -> Iterator[Line]:
    """Yield a line of 0 points for a side to which the contract brought nothing."""
    template = "defended against {contract}" if made else "went down in {contract}"
    rule, column = ("trick-score", "below") if made else ("undertricks", "above")
    yield Line(side, 0, say(template, contract=in_words(called)), rule, column)


def below_the_line(rubber: Rubber, side: int, points: int) -> Iterator[Line]:
    """Add to the part score: 100 is a game, after which both start from 0; it may end the rubber.

    Part scores and games are tallies: where they stand is the sum of these lines.
    """
    yield Line(side, points, PART_SCORE, "trick-score", "part")
    part = [below + points * (one == side) for one, below in enumerate(rubber.below)]
    if part[side] < GAME_SCORE:
        return
    yield Line(side, 0, say("reached {n} below the line: a game", n=part[side]), "game", "below")
    yield Line(side, 1, A_GAME, "game", "games")
    for one, below in enumerate(part):
        if below:
            yield Line(one, -below, ANEW, "game", "part")
    if rubber.games[side] + 1 == GAMES_OF_A_RUBBER:
        theirs = rubber.games[1 - side]
        text = say("won the rubber in {n} games", n=GAMES_OF_A_RUBBER + theirs)
        yield Line(side, RUBBER[theirs][0], text, "rubber", "above")


PART_SCORE: Final = say("part score")
A_GAME: Final = say("a game")
ANEW: Final = say("a new game begins at 0")


def closing(pad: Pad[House]) -> Iterator[Line]:
    """Yield a bonus for what only one side has in an unfinished rubber; rules.md#unfinished."""
    if pad.options.unfinished_bonus == "none":
        return
    for tally, text in (
        ("games", say("had the only game of an unfinished rubber")),
        ("part", say("had the only part score of an unfinished game")),
    ):
        holders = [side for side, sum_ in enumerate(pad.sums[tally]) if sum_]
        if len(holders) == 1:
            yield Line(holders[0], UNFINISHED[tally][0], text, "unfinished", "above")


# --- in words -----------------------------------------------------------------------------------


def headline(pad: Pad, deal: BridgeDeal) -> Iterator[Sentence]:
    """ "4 spades, doubled", "4 spades by Ann, doubled", "4 spades by Ann, doubled, 2 down"."""
    yield in_words(deal.bid)
    by = in_words(deal.bid, deal.declarer)
    yield by
    over = deal.over
    template = "{deal}, {n} down" if over < 0 else "{deal}, {n} over" if over else "{deal}, made"
    yield say(template, deal=by, n=abs(over))


# --- the rubber ---------------------------------------------------------------------------------


def result(pad: Pad[House]) -> Outcome | None:
    """End after a side's second game, or early: the higher total wins; rules.md#rubber."""
    stopped = pad.last is not None and pad.last.kind == "finish"
    rubber = GAMES_OF_A_RUBBER in pad.sums["games"]
    if not (stopped or rubber):
        return None
    rule = "total" if rubber else "finish"
    ahead = leaders(pad)
    if len(ahead) > 1:
        return Outcome((), say("drawn at {n} all", n=pad.totals[0]), rule, drawn=True)
    template = "{side} won the rubber by {n}" if rubber else "{side} won by {n}"
    n = max(pad.totals) - min(pad.totals)
    return Outcome(ahead, say(template, side=Side(ahead[0]), n=n), rule)


def carried(pad: Pad[House]) -> Iterator[Standing]:
    """Yield games won, vulnerability and the part score of each side."""
    for side, (games, part) in enumerate(zip(pad.sums["games"], pad.sums["part"], strict=True)):
        if games:
            yield side, say("vulnerable" if games == 1 else "two games"), "undertricks", "slam"
        if part:
            yield side, say("{n} below", n=part), "unfinished"


def needs(pad: Pad[House]) -> Iterator[Standing]:
    """Yield the points that each side needs below the line, and what the rubber would bring it."""
    if pad.outcome is not None:
        return
    games = pad.sums["games"]
    for side, part in enumerate(pad.sums["part"]):
        yield side, say("{n} below the line for game", n=GAME_SCORE - part), "game"
        if games[side]:
            template = "vulnerable: the next game wins the rubber, for {points}"
            yield side, say(template, points=RUBBER[games[1 - side]][0]), "rubber"


def unusual(pad: Pad, deal: BridgeDeal) -> Iterable[Warn]:
    """Warn of a contract missed by eight tricks or more, or with no trick taken."""
    return far_short(("tricks",), deal.side, BOOK + deal.bid.level, deal.tricks)


def facts(pad: Pad, deal: BridgeDeal) -> Iterator[tuple[int, Fact, int]]:
    """Count the contract for its declarer: made or missed, and by how many tricks."""
    over = deal.over
    yield deal.declarer, "bid lost" if over < 0 else "bid kept", 1
    if over:
        yield deal.declarer, "short" if over < 0 else "over", abs(over)


def slams(house: House) -> Grid[int]:
    """Return the slam premiums as the rules page prints them."""
    bid = house.slam_premium == "bid"
    template = "{odd} odd tricks bid and made: {slam}" if bid else "{n} tricks taken: {slam}"
    return SLAM.relabelled(
        {odd: say(template, odd=odd, n=BOOK + odd, slam=SLAM.label(odd)) for odd in (6, 7)}
    )
