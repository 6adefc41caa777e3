"""The score pad: a plain pad for any other game; games.md, tally."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from scorekeeper.engine.common.legacy import Game, Options
from scorekeeper.engine.fields import Interview, Key, Many, Number
from scorekeeper.engine.guide import Guide
from scorekeeper.engine.ledger import (
    Entry,
    Line,
    Outcome,
    Pad,
    each_player,
    leaders,
    present,
    won,
)
from scorekeeper.engine.old_options import number, switch
from scorekeeper.sentences import Seat, Sentence, say

MOST: Final = 100_000

OPTIONS: Final = (
    number(
        "target",
        -MOST,
        MOST,
        "Target",
        "The game ends once anybody has this many points or more.",
        none="none",
    ),
    switch("lowest_wins", "Lowest wins", "The lowest total wins in place of the highest."),
    number(
        "max_deals",
        1,
        1000,
        "Deals",
        "The game ends after this many deals.",
        none="as many as you like",
    ),
)


_POINTS: Final = say("Points")
_SUMS: Final = say("A sum will do: 12+11+7.")
_NOTHING_MORE: Final = Key(0, say("Save with 0 for the others"))
_ENTERED: Final = say("as entered")
_NOBODY: Final = say("nobody sits here")


def form(pad: Pad) -> Interview:
    """One number a player."""
    yield _points(pad.filled, len(pad.seats))


@cache
def _points(filled: tuple[int, ...], seats: int) -> Many:
    return Many(
        path=("points",),
        label=_POINTS,
        hint=_SUMS,
        noun="score" if seats == 1 else "scores",
        items=tuple(_number(seat) if seat in filled else None for seat in range(seats)),
        rest=_NOTHING_MORE if len(filled) > 1 else None,
    )


def _number(seat: int) -> Number:
    return Number(
        path=("points", seat),
        label=_POINTS,
        low=-MOST,
        high=MOST,
        asks=say("{seat}’s points?", seat=Seat(seat)),
    )


def score(pad: Pad, entry: Entry) -> Iterable[Line]:
    """As entered."""
    return [
        Line(seat, points or 0, _NOBODY if points is None else _ENTERED, "points")
        for seat, points in enumerate(entry["points"])
    ]


def result(pad: Pad) -> Outcome | None:
    """A finish, the target, the number of deals; ties are shared."""
    target, most = pad.options["target"], pad.options["max_deals"]
    last = pad.last
    if last and last.kind == "finish":
        return won(pad, leaders(pad), "finish")
    if target is not None and any(pad.totals[side] >= target for side in present(pad)):
        return won(pad, leaders(pad), "target")
    if most is not None and last and last.kind == "deal" and pad.deals >= most:
        return won(pad, leaders(pad), "last-deal")
    return None


def needs(pad: Pad) -> Iterable[tuple[int, Sentence]]:
    """What each player lacks to the target."""
    target = pad.options["target"]
    if target is not None:
        for side in present(pad):
            yield side, say("{n} to the target", n=target - pad.totals[side])


def low_wins(options: Options) -> bool:
    """Whether the lowest total wins (games.md, tally 4)."""
    return bool(options["lowest_wins"])


GAME: Final = Game(
    slug="tally",
    name="Score pad",
    aliases=("Tally", "Plain pad", "Any game"),
    players=range(1, 13),
    about=say("A plain pad for any other game: one number a player and deal."),
    guide=Guide(None, "easy", "any"),
    variants={None: {"target": None, "lowest_wins": False, "max_deals": None}},
    options=OPTIONS,
    sides=each_player,
    low_wins=low_wins,
    form=form,
    score=score,
    result=result,
    needs=needs,
)
