"""Whist: every trick above six is a point, the dealer's last card is trumps; rules.md#odd-tricks.

Ann and Cat take 9 tricks, Ben and Dan 4: 9 − 6 = 3 points to Ann and Cat. Where honours are played
and Ben and Dan held all four between them, these bring them 4.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from math import inf
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from scorekeeper.engine import (
    Deal,
    Fault,
    Grid,
    Interview,
    InWords,
    Line,
    Many,
    Option,
    Options,
    Outcome,
    Pad,
    Sentence,
    Side,
    SideOf,
    Standing,
    Suit,
    Table,
    Value,
    ask,
    cached_lines,
    dealt_by,
    first_to_target,
    leaders,
    next_dealer,
    next_seat,
    options,
    say,
    tricks_by_side,
    won,
)

TRICKS: Final = 13
BOOK: Final = 6
IN_TURN: Final = ("H", "C", "D", "S")
"""The trumps of whist drives, deal by deal."""
GAMES_OF_A_RUBBER: Final = 2
FOR_THE_RUBBER: Final = 2

ODD_TRICKS: Final = Grid(
    ("Tricks", "Points"),
    {tricks: (tricks, tricks - BOOK) for tricks in range(BOOK + 1, TRICKS + 1)},
)
HONOURS: Final = Grid(
    ("Honours of one side", "Points"),
    {count: (say("{n}", n=InWords(count)), points) for count, points in ((3, 2), (4, 4))},
)
GAME: Final = ((1, say("a single")), (2, say("a double")), (3, say("a treble")))
"""What a game of a rubber is worth, and what it is called: by how far the others have come."""


class House(Options):
    """The house rules."""

    # the source leaves it to the players, "such as 25"
    target = options.number_or_none(
        "Target",
        "Points to win. 5, 7, 9 and 10 are common too.",
        1,
        100,
        none="none",
        default=25,
        said_as="played to {value}",
        said_off="no target",
    )
    # not in the source
    honours = options.switch(
        "Honours",
        "Three or four of the ace, king, queen and jack of trumps score.",
        "with honours",
        "without honours",
    )
    # not in the source: whist drives count every trick; books on whist have the rubber
    scoring: Option[Literal["odd_tricks", "all_tricks", "rubber"]] = options.choice(
        "Scoring",
        "What is counted, and how a game ends.",
        {
            "odd_tricks": ("tricks above six", "each trick above six scores"),
            "all_tricks": ("every trick", "every trick scores"),
            "rubber": ("a rubber of games", "the best of three games is a rubber"),
        },
    )
    # not in the source: whist drives
    trumps: Option[Literal["turned", "fixed"]] = options.choice(
        "Trumps",
        "What makes trumps.",
        {
            "turned": ("the last card dealt", "the last card dealt makes trumps"),
            "fixed": (
                "hearts, clubs, diamonds, spades in turn",
                "hearts, clubs, diamonds and spades are trumps in turn",
            ),
        },
    )


def check(variant: str | None, house: House, players: int) -> Iterator[Fault]:
    """Yield a fault where the games of a rubber would have no end."""
    if house.scoring == "rubber" and house.target is None:
        yield Fault(("options", "target"), say("A rubber needs a target."))


class HonoursHeld(msgspec.Struct, frozen=True):
    """The side that held honours, and how many of the four."""

    side: int
    count: int


class Whist(Deal, frozen=True):
    """The tricks of both sides (13 together), and which side held how many honours."""

    side_tricks: tuple[int, int]
    honours: HonoursHeld | None = None


# --- what is asked ------------------------------------------------------------------------------


def form(pad: Pad[House]) -> Interview:
    """Ask for the tricks of both sides, and for honours where they count."""
    yield side_tricks_of(pad.upcoming.get("trump"))
    if pad.options.honours:
        yield HONOURS_SIDE
        yield HONOURS_COUNT
    else:
        yield NO_HONOURS


@cache
def side_tricks_of(trump: str | None) -> Many:
    """Ask for the tricks of both sides, naming the trumps where they were fixed before the deal."""
    tricks = tricks_by_side(TRICKS)
    return tricks.changed(hint=say("{suit} are trumps", suit=Suit(trump))) if trump else tricks


HONOURS_SIDE: Final = SideOf(
    path=("honours", "side"),
    label=say("Honours held by"),
    group=True,
    sides=2,
    missing=say("Say which side held the honours."),
)
HONOURS_COUNT: Final = ask.one_of(
    "honours.count",
    "Honours",
    [ask.key(count, HONOURS.label(count), HONOURS[count][0]) for count in HONOURS],
    when="after",
    wrong="Only three honours or all four score.",
    missing="Say how many honours they held.",
)
NO_HONOURS: Final = ask.barred(
    "honours", "Honours", "Honours are not scored at this table.", kind=dict
)


# --- what it brings -----------------------------------------------------------------------------


class GameScore(msgspec.Struct, frozen=True):
    """The points of both sides in this game, and in a rubber the games that they have won."""

    points: tuple[int, ...]
    games: tuple[int, ...] | None = None


def game_score(pad: Pad[House]) -> GameScore:
    """Return where both sides stand, on which it depends whether honours still count."""
    if pad.options.scoring == "rubber":
        return GameScore(pad.sums["points"], pad.sums["games"])
    return GameScore(pad.totals)


def result_state(at: GameScore) -> Mapping[str, Value]:
    """Return what a rubber carries: the points of this game, and the games won."""
    return {} if at.games is None else {"points": list(at.points), "games": list(at.games)}


def upcoming(pad: Pad[House]) -> Mapping[str, Value]:
    """The dealer of the next deal, and its trumps where they are fixed."""
    dealer = next_dealer(pad)
    if pad.options.trumps == "fixed":
        return with_trump(dealer, IN_TURN[pad.deals % len(IN_TURN)])
    return dealt_by(dealer)


@cache
def with_trump(dealer: int, trump: str) -> Mapping[str, Value]:
    """Return what is fixed before a deal: one mapping for all that are alike."""
    return {"dealer": dealer, "trump": trump}


def opening(pad: Pad[House], deal: Whist) -> Iterator[tuple[str, Any]]:
    """The dealer's left leads; the trumps, where they are fixed."""
    yield "leader", next_seat(pad, pad.upcoming["dealer"])
    if "trump" in pad.upcoming:
        yield "trump", pad.upcoming["trump"]


def score(table: Table[GameScore, House], deal: Whist) -> Iterable[Line]:
    """Yield the points for tricks, then for honours, and in a rubber for a game that they win."""
    house, at = table.house, table.state
    all_count = house.scoring == "all_tricks"
    lines = (every_trick if all_count else odd_tricks)(deal.side_tricks)
    if deal.honours is not None:
        lines = with_honours(lines, deal.honours, at.points, house.target)
    if at.games is None or house.target is None:
        return lines
    return in_rubber(lines, at.points, at.games, house.target)


def with_honours(
    by_tricks: tuple[Line, ...], held: HonoursHeld, before: tuple[int, ...], target: int | None
) -> tuple[Line, ...]:
    """Return the lines for tricks and those for honours, each side's together; rules.md#honours."""
    short = [inf if target is None else target - points for points in before]
    decided = any(line.points >= short[line.side] for line in by_tricks)
    honours = by_honours(held, decided, short[held.side])
    # the line of honours stands for that of no points for tricks
    lines = [line for line in by_tricks if line.points or line.side != held.side]
    at = 1 if lines[0].side == held.side else len(lines)
    return (*lines[:at], *honours, *lines[at:])


@cached_lines
def every_trick(side_tricks: tuple[int, int]) -> Iterator[Line]:
    """Return a point for each trick of each side; rules.md#tricks."""
    for side, n in enumerate(side_tricks):
        yield Line(side, n, say("took {n} {n:trick|tricks}", n=n), "tricks")


def in_rubber(
    counted: tuple[Line, ...], before: tuple[int, ...], games: tuple[int, ...], target: int
) -> Iterator[Line]:
    """Add what was counted to the points of this game, which are a tally; a game won brings points
    of the rubber, and both sides start from 0; rules.md#game."""
    points = [*before]
    for line in counted:
        yield replace(line, points=0)
        if line.points:
            yield Line(line.side, line.points, line.text, line.rule, "points")
            points[line.side] += line.points
    most, fewer = max(points), min(points)
    if most < target:
        return
    winner = points.index(most)
    worth = GAME[2 if not fewer else 1 if 2 * fewer < target else 0]
    text = say("won the game by {n} to {fewer}: {name}", n=most, fewer=fewer, name=worth[1])
    yield Line(winner, worth[0], text, "game")
    yield Line(winner, 1, text, "game", "games")
    for side, left in enumerate(points):
        yield Line(side, -left, ANEW, "game", "points")
    if games[winner] + 1 == GAMES_OF_A_RUBBER:
        text = say("won the rubber in {n} games", n=sum(games) + 1)
        yield Line(winner, FOR_THE_RUBBER, text, "rubber")


ANEW: Final = say("a new game begins at 0")


@cached_lines
def odd_tricks(side_tricks: tuple[int, int]) -> Iterator[Line]:
    """Return the points of the side with more tricks, and a line of 0 for the other."""
    most, fewer = max(side_tricks), min(side_tricks)
    winners, points = side_tricks.index(most), ODD_TRICKS[most][0]
    text = say("took {n} tricks, {points} above six", n=most, points=points)
    yield Line(winners, points, text, "odd-tricks")
    yield Line(1 - winners, 0, say("took {n} {n:trick|tricks}", n=fewer), "odd-tricks")


@cached_lines
def by_honours(honours: HonoursHeld, decided: bool, short: float) -> Iterator[Line]:
    """Yield the points for honours to a side that is `short` so many points of the target; none
    where tricks have `decided` the game first."""
    points = 0
    if decided:
        template = "held {n} honours, not scored: tricks count first"
    elif short <= 1:
        template = "held {n} honours, not scored: one point short, only tricks count"
    else:
        template, points = "held {n} honours", HONOURS[honours.count][0]
    yield Line(honours.side, points, say(template, n=honours.count), "honours")


# --- in words -----------------------------------------------------------------------------------


def headline(pad: Pad[House], deal: Whist) -> Iterator[Sentence]:
    """ "9 tricks to Ann & Cat", with honours "..., Ben & Dan held 4 honours"."""
    held = None
    if deal.honours:
        count = deal.honours.count
        held = say("{side} held {n} honours", side=Side(deal.honours.side), n=count)
        yield held
    most = max(deal.side_tricks)
    winners = Side(deal.side_tricks.index(most))
    tricks = say("{n} {n:trick|tricks} to {side}", n=most, side=winners)
    yield say("{tricks}, {honours}", tricks=tricks, honours=held) if held else tricks


def result(pad: Pad[House]) -> Outcome | None:
    """End at the target, or with the second game of a side in a rubber: the higher total wins."""
    games = game_score(pad).games
    if games is None:
        return None if pad.options.target is None else first_to_target(pad)
    if GAMES_OF_A_RUBBER not in games:
        return None
    ahead = leaders(pad)
    if len(ahead) > 1:
        return Outcome((), say("drawn at {n} all", n=pad.totals[0]), "total", drawn=True)
    return won(pad, ahead, "total")


def carried(pad: Pad[House]) -> Iterator[Standing]:
    """Yield the games of a rubber that each side has won, and its points in this one."""
    at = game_score(pad)
    for side, games in enumerate(at.games or ()):
        template = "{games} {games:game|games}, {n} {n:point|points} in this one"
        yield side, say(template, games=games, n=at.points[side]), "game", "rubber"


def played_to(house: House) -> int | None:
    """Return the total that ends the game; a rubber ends with a game, whatever the totals."""
    return None if house.scoring == "rubber" else house.target


def needs(pad: Pad[House]) -> Iterator[Standing]:
    """Yield the points to the target, and say where only tricks can bring the last of them."""
    target = pad.options.target
    for side, points in enumerate(game_score(pad).points):
        if target is None or pad.outcome is not None:
            return
        if points < target:
            yield side, say("{n} to go", n=target - points), "target"
        if pad.options.honours and points == target - 1:
            yield side, say("tricks only: honours no longer count"), "target", "honours"
