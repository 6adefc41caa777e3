"""The score pad: a plain pad for any other game; rules.md#points.

Ann, Ben and Cat play a game that is not in the list. Ann enters 12, 0 and −5, and that is what each
of them gets.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from scorekeeper.engine import (
    Deal,
    Interview,
    Line,
    Listing,
    Many,
    Number,
    Options,
    Outcome,
    Pad,
    Seat,
    Side,
    Standing,
    Table,
    ask,
    leaders,
    options,
    present,
    say,
    where_filled,
    won,
)

MOST: Final = 100_000


class House(Options):
    """The house rules."""

    target = options.number_or_none(
        "Target",
        "The game ends when a player reaches this.",
        -MOST,
        MOST,
        none="none",
        said_as="played to {value}",
        said_off="no target",
    )
    lowest_wins = options.switch(
        "Lowest wins",
        "The lowest total wins, not the highest.",
        "the lowest total wins",
        "the highest total wins",
    )
    max_deals = options.number_or_none(
        "Deals",
        "The game ends after this many deals.",
        1,
        1000,
        none="as many as you like",
        said_as="at most {n} {n:deal|deals}",
        said_off="as many deals as you like",
    )


class Scores(Deal, frozen=True):
    """Each seat's points; None where nobody sits."""

    points: tuple[int | None, ...]


# --- what is asked ------------------------------------------------------------------------------


def form(pad: Pad[House]) -> Interview:
    """Ask for the points of each player."""
    yield points_of(pad.filled, len(pad.seats))


@ask.question
def points_of(filled: tuple[int, ...], seats: int) -> Many:
    """The points of each of the `filled` seats."""
    return Many(
        path=("points",),
        label=say("Points"),
        hint=say("A sum will do: 12+11+7."),
        noun="score" if seats == 1 else "scores",
        items=where_filled(seats, filled, number),
        rest_key=ask.key(0, "Save with 0 for the others") if len(filled) > 1 else None,
    )


def number(seat: int) -> Number:
    """Ask for one player's points."""
    return Number(
        path=("points", seat),
        label=say("Points"),
        low=-MOST,
        high=MOST,
        prompt=say("{seat}’s points?", seat=Seat(seat)),
    )


# --- what it brings -----------------------------------------------------------------------------

ENTERED: Final = say("as entered")
EMPTY: Final = say("nobody sits here")


def score(table: Table[None, House], deal: Scores) -> Iterable[Line]:
    """Yield the points of each player as entered."""
    return [
        Line(seat, points or 0, EMPTY if points is None else ENTERED, "points")
        for seat, points in enumerate(deal.points)
    ]


def result(pad: Pad[House]) -> Outcome | None:
    """End the game at the target, after the last deal, or when it is finished; ties share the
    win."""
    target, most = pad.options.target, pad.options.max_deals
    last = pad.last
    # first: a seat can have had the target while it was empty, and that did not end the game
    if last and last.kind == "finish":
        return won(pad, leaders(pad), "finish")
    if target is not None and any(pad.totals[side] >= target for side in present(pad)):
        return reached(pad, leaders(pad), target)
    if most is not None and last and last.kind == "deal" and pad.deals >= most:
        return won(pad, leaders(pad), "last-deal", short=target is not None)
    return None


def reached(pad: Pad[House], winners: tuple[int, ...], target: int) -> Outcome:
    """Return the outcome at the target, which where the lowest total wins others have reached."""
    if pad.totals[winners[0]] >= target:
        return won(pad, winners, "target")
    loser = max(present(pad), key=pad.totals.__getitem__)
    template = (
        "{loser} reached {high}: {names} won with {points}"
        if len(winners) == 1
        else "{loser} reached {high}: {names} shared the win with {points}"
    )
    text = say(
        template,
        loser=Side(loser),
        high=pad.totals[loser],
        names=Listing(tuple(map(Side, winners)), " and "),
        points=pad.totals[winners[0]],
    )
    return Outcome(winners, text, "target")


def needs(pad: Pad[House]) -> Iterator[Standing]:
    """Yield the points that each player lacks to the target."""
    target = pad.options.target
    if target is not None:
        for side in present(pad):
            yield side, say("{n} to go", n=target - pad.totals[side]), "target"
