"""Whist: every trick above six is a point, the dealer's last card is trumps; rules.md#odd-tricks.

Ann and Cat take 9 tricks, Ben and Dan 4: 9 − 6 = 3 points to Ann and Cat. Where honours are played
and Ben and Dan held all four between them, these bring them 4.
"""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from scorekeeper.engine import (
    Deal,
    Grid,
    Interview,
    InWords,
    Line,
    Options,
    Pad,
    Sentence,
    Side,
    SideOf,
    Standing,
    Table,
    ask,
    cached_lines,
    options,
    points_to_target,
    say,
    tricks_by_side,
)

TRICKS: Final = 13
BOOK: Final = 6

ODD_TRICKS: Final = Grid(
    ("Tricks", "Points"),
    {tricks: (tricks, tricks - BOOK) for tricks in range(BOOK + 1, TRICKS + 1)},
)
HONOURS: Final = Grid(
    ("Honours of one side", "Points"),
    {count: (say("{n}", n=InWords(count)), points) for count, points in ((3, 2), (4, 4))},
)


class House(Options):
    """The house rules."""

    # the source leaves it to the players, "such as 25"
    target = options.target("Points to win. 5, 7, 9 and 10 are common too.", 1, 100, default=25)
    # not in the source
    honours = options.switch(
        "Honours",
        "Three or four of the ace, king, queen and jack of trumps score.",
        "with honours",
        "without honours",
    )


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
    yield SIDE_TRICKS
    if pad.options.honours:
        yield HONOURS_SIDE
        yield HONOURS_COUNT
    else:
        yield NO_HONOURS


SIDE_TRICKS: Final = tricks_by_side(TRICKS)
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


def totals(pad: Pad[House]) -> tuple[int, ...]:
    """Return the points of both sides, on which it depends whether honours still count."""
    return pad.totals


def score(table: Table[tuple[int, ...], House], deal: Whist) -> Iterable[Line]:
    """Yield the points for tricks, then for honours; rules.md#honours."""
    by_tricks = odd_tricks(deal.side_tricks)
    if deal.honours is None:
        return by_tricks
    won, lost = by_tricks
    short = [table.house.target - total for total in table.state]
    decided = won.points >= short[won.side]
    honours = by_honours(deal.honours, decided, short[deal.honours.side])
    return (won, *honours) if deal.honours.side != won.side else (won, *honours, lost)


@cached_lines
def odd_tricks(side_tricks: tuple[int, int]) -> Iterator[Line]:
    """Return the points of the side with more tricks, and a line of 0 for the other."""
    most, fewer = max(side_tricks), min(side_tricks)
    winners, points = side_tricks.index(most), ODD_TRICKS[most][0]
    text = say("took {n} tricks, {points} above six", n=most, points=points)
    yield Line(winners, points, text, "odd-tricks")
    yield Line(1 - winners, 0, say("took {n} {n:trick|tricks}", n=fewer), "odd-tricks")


@cached_lines
def by_honours(honours: HonoursHeld, decided: bool, short: int) -> Iterator[Line]:
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


def needs(pad: Pad[House]) -> Iterator[Standing]:
    """Yield the points to the target, and say where only tricks can bring the last of them."""
    for side, sentence, *anchors in points_to_target(pad):
        yield (side, sentence, *anchors)
        if pad.options.honours and pad.totals[side] >= pad.options.target - 1:
            yield side, say("tricks only: honours no longer count"), "target", "honours"
