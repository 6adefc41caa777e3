"""Warnings that every game gives: odd entries that may well be right."""

from collections.abc import Iterable, Sequence
from typing import Final

from scorekeeper.interview.steps import Path, Warn
from scorekeeper.sentences import Listing, Side, all_of, say

_FAR: Final = 8

Sides = int | Sequence[int]
"""A side, or several that play one contract together."""


def _named(sides: Sides) -> Side | Listing:
    return Side(sides) if isinstance(sides, int) else all_of(*map(Side, sides))


def far_short(path: Path, sides: Sides, contract: int, tricks: int) -> Iterable[Warn]:
    """Return a warning if the side is eight or more tricks short of its contract, or took none of
    them at all."""
    if contract - tricks >= _FAR:
        text = say("{side} took {n} fewer than was bid.", side=_named(sides), n=contract - tricks)
    elif contract and not tricks:
        text = say("Not one trick went towards the bid of {side}.", side=_named(sides))
    else:
        return ()
    return (Warn(path, text),)


def far_over(path: Path, sides: Sides, most: int, tricks: int, of: int) -> Iterable[Warn]:
    """Return a warning if the side that was to take no more than `most` took eight more, or every
    trick there is."""
    if tricks - most >= _FAR:
        text = say("{side} took {n} more than was bid.", side=_named(sides), n=tricks - most)
    elif most < tricks == of:
        text = say("{side} took every trick. Is that right?", side=_named(sides))
    else:
        return ()
    return (Warn(path, text),)


def far_off(path: Path, side: int, bid: int, tricks: int, of: int) -> Iterable[Warn]:
    """Warn of a player eight or more tricks off the exact bid, or one who took every one of
    several tricks against it."""
    if abs(bid - tricks) >= _FAR:
        text = say("{side} bid {bid} and took {n}.", side=Side(side), bid=bid, n=tricks)
        yield Warn(path, text)
    elif bid < tricks == of > 1:
        yield Warn(path, say("{side} took every trick. Is that right?", side=Side(side)))


def too_many_bid(path: Path, bids: int, tricks: int) -> Iterable[Warn]:
    """Return a warning if the bids add up beyond the tricks that there are."""
    if bids <= tricks:
        return ()
    text = say("Bids add up to {bids} of {tricks} tricks.", bids=bids, tricks=tricks)
    return (Warn(path, text),)
