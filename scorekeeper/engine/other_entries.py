"""Entries that every game has beside its deals: adjustments, changes of players, the end."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from scorekeeper.engine.game import Game, Pad
from scorekeeper.engine.pad import leaders, present
from scorekeeper.interview.lists import Many
from scorekeeper.interview.steps import (
    NO_SUCH_SEAT,
    NULL,
    Fault,
    Interview,
    Key,
    Number,
    SideOf,
    Text,
    Warn,
    Word,
)
from scorekeeper.sentences import Seat, Side, say

MOST_POINTS: Final = 100_000
MOST_DEALS: Final = 1000
LONGEST_REASON: Final = 200
LONGEST_NAME: Final = 40


def _ask_adjust(pad: Pad) -> Interview:
    """Points agreed at the table, for one side, with the reason."""
    yield SideOf(path=("adjust", "side"), label=say("Side"), sides=len(pad.sides))
    yield Number(path=("adjust", "points"), label=say("Points"), low=-MOST_POINTS, high=MOST_POINTS)
    yield Text(path=("adjust", "reason"), label=say("Reason"), longest=LONGEST_REASON)
    yield Number(  # a ruling may come while its deal is still being played
        path=("adjust", "deal"),
        label=say("For deal"),
        low=1,
        high=pad.deals + 1,
        optional=True,
        wrong="Deals run from {low} to {high} (the next deal); {given} was entered.",
    )
    yield Word(path=("adjust", "rule"), label=say("Rule"), optional=True)


def _ask_finish(pad: Pad) -> Interview:
    """Ask why the players stop; and where the score was kept on paper, for the final points by side
    (`points`, null for one that has left), who `won` (null: a draw), or both, and how many `deals`
    that took."""
    # a result from paper is a `finish` too: undo, history, sync and rebuild need nothing for it,
    # and it takes no field's name from a game
    path = ("finish", "reason")
    yield Text(path=path, label=say("Reason"), longest=LONGEST_REASON, optional=True)
    playing = present(pad)
    points = yield Many(
        path=("finish", "points"),
        label=say("Final points"),
        items=tuple(
            _final_points(side) if side in playing else None for side in range(len(pad.sides))
        ),
        noun="final points",
        missing=say("Enter everybody's final points, or only who won."),
        each="side",
        optional=True,
    )
    winner = yield SideOf(
        path=("finish", "won"),
        label=say("Winner"),
        sides=len(pad.sides),
        optional=True,
        none=say("a draw"),
    )
    # as one deal, a whole game would stand far above all others where points per deal count
    deals = yield Number(
        path=("finish", "deals"),
        label=say("Deals played"),
        hint=say("In total. If blank, the game counts as one deal."),
        low=max(1, pad.deals),
        high=MOST_DEALS,
        optional=True,
    )
    if points is None and winner is None and deals is not None:
        yield Fault(("finish", "deals"), say("Enter the result too, not only the deals."))
    if winner is None or winner is NULL:
        return
    if winner not in playing:
        yield Fault(("finish", "won"), say("Nobody sits there."))
    elif points is not None and winner not in leaders(pad, points):
        template = "{side} did not have the best score. Check who won."
        yield Warn(("finish", "won"), say(template, side=Side(winner)))


def _final_points(side: int) -> Number:
    return Number(
        path=("finish", "points", side),
        label=say("Final points"),
        low=-MOST_POINTS,
        high=MOST_POINTS,
    )


def varies(game: Game) -> bool:
    """Return whether players may come and go: nobody has a partner, and their number may vary."""
    return len(game.players) > 1 and not game.partnerships


def _ask_seat(pad: Pad) -> Interview:
    """A substitute, a newcomer or an emptied seat."""
    comes_and_goes = varies(pad.game)
    last = len(pad.seats) if comes_and_goes else len(pad.seats) - 1
    number = yield Number(
        path=("seat", "number"),
        label=say("Seat"),
        keys=tuple(_seat_key(pad, seat) for seat in range(last + 1)),
        low=0,
        high=last,
        wrong=NO_SUCH_SEAT,
    )
    name = yield Text(
        path=("seat", "name"),
        label=say("Name"),
        longest=LONGEST_NAME,
        names=True,
        none=say("no replacement") if comes_and_goes else None,
    )
    if number == len(pad.seats):
        yield Number(
            path=("seat", "points"),
            label=say("Points"),
            low=-MOST_POINTS,
            high=MOST_POINTS,
            optional=True,
        )
    if number is not None and name is not None:
        yield from _seat_faults(pad, number, name)


def _seat_key(pad: Pad, seat: int) -> Key:
    if seat == len(pad.seats):
        return Key(seat, say("a new player"))
    empty = pad.seats[seat] is None
    return Key(
        seat, say("seat {n}, empty", n=seat + 1) if empty else say("{seat}", seat=Seat(seat))
    )


def _seat_faults(pad: Pad, number: int, name: Any) -> Iterable[Fault]:
    others = {seat: pad.seats[seat] for seat in pad.filled if seat != number}
    filled = len(others) + (name is not NULL)
    if filled not in pad.game.players:
        low, high = pad.game.players[0], pad.game.players[-1]
        template = "This game is for {low} to {high} players; there would be {given}."
        yield Fault(("seat", "number"), say(template, low=low, high=high, given=filled))
    elif pad.game.too_many and (cramped := pad.game.too_many(pad, filled)):
        yield Fault(("seat", "number"), cramped)
    if name is NULL and (number >= len(pad.seats) or pad.seats[number] is None):
        yield Fault(("seat", "name"), say("Nobody sits there."))
    if name is not NULL:
        twin = next((s for s, other in others.items() if same_name(other, name)), None)
        if twin is not None:
            yield Fault(("seat", "name"), say("{seat} sits here already.", seat=Seat(twin)))


def same_name(one: str | None, other: str | None) -> bool:
    """Return whether two names are the same once trimmed, in upper or lower case."""
    return (one or "").strip().casefold() == (other or "").strip().casefold()


INTERVIEWS: Final[Mapping[str, Callable[[Pad], Interview]]] = {
    "adjust": _ask_adjust,
    "seat": _ask_seat,
    "finish": _ask_finish,
}
