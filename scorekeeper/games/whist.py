"""Whist: every trick above six is a point, the dealer's last card is trumps; games.md, whist.

Ann and Cat take 9 tricks, Ben and Dan 4: 9 − 6 = 3 points to Ann and Cat. Where honours are played
and Ben and Dan held all four between them, these bring them 4.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from scorekeeper.engine import old_options as option
from scorekeeper.engine.common.each import tricks_by_side
from scorekeeper.engine.common.legacy import Game, Options, Table
from scorekeeper.engine.common.race import first_to_target, target, to_the_target
from scorekeeper.engine.common.tables import printed
from scorekeeper.engine.fields import Barred, Choice, Interview, Key, SideOf
from scorekeeper.engine.guide import Guide
from scorekeeper.engine.ledger import (
    Entry,
    Line,
    Pad,
    lasting,
    two_partnerships,
)
from scorekeeper.referee.context import TRUMP
from scorekeeper.referee.ranking import ace_high
from scorekeeper.referee.tricks import Play
from scorekeeper.sentences import InWords, Sentence, Side, say

TRICKS: Final = 13
BOOK: Final = 6
HONOURS: Final = {3: 2, 4: 4}

OPTIONS: Final = (
    option.number(
        "target", 1, 100, "Target", "Points that win the game; 5, 7, 9 and 10 are usual too."
    ),
    option.switch(
        "honours", "Honours", "Three or four of the ace, king, queen and jack of trumps score."
    ),
)

_SIDE_TRICKS: Final = tricks_by_side(TRICKS)
_HONOURS_SIDE: Final = SideOf(
    path=("honours", "side"),
    label=say("Honours held by"),
    group=True,
    sides=2,
    missing=say("Say which side held the honours."),
)
_HONOURS_COUNT: Final = Choice(
    path=("honours", "count"),
    label=say("Honours"),
    group=True,
    keys=tuple(
        Key(count, say("{n}", n=InWords(count)), say("{n}", n=points))
        for count, points in HONOURS.items()
    ),
    wrong="Only three honours or all four score.",
    missing=say("Say how many honours they held."),
)
_NO_HONOURS: Final = Barred(
    path=("honours",),
    kind=dict,
    label=say("Honours"),
    missing=say("Honours are not scored at this table."),
)


def form(pad: Pad) -> Interview:
    """The tricks of both sides, and honours where they are played."""
    yield _SIDE_TRICKS
    if pad.options["honours"]:
        yield _HONOURS_SIDE
        yield _HONOURS_COUNT
    else:
        yield _NO_HONOURS


def score(pad: Pad, entry: Entry) -> Iterable[Line]:
    """games.md, whist 3: tricks count first, then honours."""
    tricks = entry["side_tricks"]
    side = 0 if tricks[0] > tricks[1] else 1
    won, lost = _by_tricks(side, tricks[side])
    if "honours" not in entry:
        return won, lost
    honours = _honours(pad, entry, side, won.points)
    return (won, honours) if honours.side != side else (won, honours, lost)


@cache
def _by_tricks(side: int, tricks: int) -> tuple[Line, ...]:
    """What the side with so many tricks has of them, and the other."""
    points, fewer = tricks - BOOK, TRICKS - tricks
    text = say("{n} tricks: {points} above six", n=tricks, points=points)
    few = say("{n} {n:trick|tricks}", n=fewer)
    return lasting((Line(side, points, text, "odd-tricks"), Line(1 - side, 0, few, "odd-tricks")))


def _honours(pad: Pad, entry: Entry, winner: int, by_tricks: int) -> Line:
    """What honours bring; a line of 0 where tricks have won first, or the side is too near."""
    side, count = entry["honours"]["side"], entry["honours"]["count"]
    target = pad.options["target"]
    if pad.totals[winner] + by_tricks >= target:
        text = say("{n} honours not scored: tricks count first", n=count)
    elif pad.totals[side] >= target - 1:
        text = say("{n} honours not scored one below the target", n=count)
    else:
        return Line(side, HONOURS[count], say("{n} honours", n=count), "honours")
    return Line(side, 0, text, "honours")


def headline(pad: Pad, entry: Entry) -> Sentence | None:
    """ "9 tricks to Ann & Cat", with honours "..., Ben & Dan held 4 honours"."""
    parts = [*_tricks_told(entry), *_honours_told(entry)]
    if len(parts) == 2:
        return say("{tricks}, {honours}", tricks=parts[0], honours=parts[1])
    return parts[0] if parts else None


def _tricks_told(entry: Entry) -> Iterator[Sentence]:
    tricks = entry.get("side_tricks") or (None,)
    if None not in tricks:
        most = max(tricks)
        yield say("{n} {n:trick|tricks} to {side}", n=most, side=Side(tricks.index(most)))


def _honours_told(entry: Entry) -> Iterator[Sentence]:
    honours = entry.get("honours") or {}
    side, count = honours.get("side"), honours.get("count")
    if side is not None and count is not None:
        yield say("{side} held {n} honours", side=Side(side), n=count)


def needs(pad: Pad) -> Iterable[tuple[int, Sentence]]:
    """Points to the target, and where only tricks can bring the last of them."""
    for side, sentence in to_the_target(pad):
        yield side, sentence
        if pad.options["honours"] and pad.totals[side] >= pad.options["target"] - 1:
            yield side, say("by tricks, honours no longer count")


def tables(options: Options) -> dict[str, Table]:
    """What tricks and honours bring."""
    return {
        "odd-tricks": printed(
            ("Tricks", "Points"), ((n, n - BOOK) for n in range(BOOK + 1, TRICKS + 1))
        ),
        "honours": printed(
            ("Honours of one side", "Points"),
            ((say("{n}", n=InWords(count)), points) for count, points in HONOURS.items()),
        ),
    }


GAME: Final = Game(
    slug="whist",
    name="Whist",
    aliases=("Classic whist", "Partner whist", "Short whist", "Long whist"),
    players=range(4, 5),
    about=say("Two partnerships, no bidding: every trick above six is a point."),
    guide=Guide((30, 60), "easy", "52"),
    variants={None: {"target": 25, "honours": False}},
    options=OPTIONS,
    sides=two_partnerships,
    form=form,
    score=score,
    result=first_to_target,
    headline=headline,
    needs=needs,
    pips=target,
    tables=tables,
    play=Play(ace_high, keys=(TRUMP,)),
)
