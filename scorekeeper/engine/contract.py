"""Contracts: made or missed, and by how many tricks; and warnings of a result far from the bid.

In some games play may stop once the result is certain: `made` may then stand for the tricks.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final

from scorekeeper.engine.deals import Deal
from scorekeeper.interview.steps import Branch, Number, OneOf, Path, Step, Warn, YesNo, in_any_case
from scorekeeper.sentences import Listing, Sentence, Side, all_of, say

_FAR: Final = 8

Bidders = int | Sequence[int]
"""A side, or several that play one contract together."""

_RESULT: Final = OneOf(
    branches=(
        Branch("made", ("made",), say("made or missed")),
        Branch("tricks", ("tricks",), say("tricks")),
    ),
    fault=say("Enter the tricks, or whether the contract was made – one of them."),
)
_MADE: Final = YesNo(path=("made",), label=say("Result"), yes=say("made"), no=say("missed"))
_NOTHING_TAKEN: Final = _MADE.changed(no=say("failed"))
"""The same of a bid to take no tricks, which fails."""


class MadeOrTaken(Deal, frozen=True, kw_only=True):
    """A deal with whether its contract was made, or the number of tricks taken."""

    made: bool | None = None
    tricks: int | None = None

    def is_made(self, needed: int) -> bool:
        """Return whether the contract was made: `needed` tricks, or with 0 none at all."""
        if self.tricks is None:
            return bool(self.made)
        return self.tricks >= needed if needed else self.tricks == 0

    def in_words(self, name: Sentence, needed: int) -> Iterator[Sentence]:
        """Yield what is played, then how it ended: "solo by Ben", then "solo by Ben, made"."""
        yield name
        if self.made is not None or self.tricks is not None:
            how = _outcome_text(self.is_made(needed), needed, self.tricks)
            yield say("{name}, {how}", name=name, how=how)

    def missed_by_far(self, sides: Bidders, needed: int, of: int) -> Iterable[Warn]:
        """Return a warning if `sides` missed their contract of `needed` of the `of` tricks (0:
        none) by far."""
        if self.tricks is None:
            return ()
        if needed:
            return far_short(("tricks",), sides, needed, self.tricks)
        return far_over(("tricks",), sides, 0, self.tricks, of)


def _outcome_text(made: bool, needed: int, tricks: int | None) -> Sentence:
    """ "made", "missed with 2", "failed with 1"; `tricks` None: nobody has counted them."""
    if tricks is None:
        return say("made" if made else "missed" if needed else "failed")
    template = "made with {n}" if made else "missed with {n}" if needed else "failed with {n}"
    return say(template, n=tricks)


def made_or_missed(name: Sentence, made: bool, needed: int, tricks: int | None) -> Sentence:
    """ "made solo", "missed solo with 4 tricks", "failed misère": what the declarers did; `tricks`
    as above."""
    if tricks is None:
        template = "made {name}" if made else "missed {name}" if needed else "failed {name}"
    elif made:
        template = "made {name} with {n} {n:trick|tricks}"
    elif needed:
        template = "missed {name} with {n} {n:trick|tricks}"
    else:
        template = "failed {name} with {n} {n:trick|tricks}"
    return say(template, name=name, n=tricks)


def ask_result(needed: int | None, of: int) -> Generator[Step, Any, int | None]:
    """Yield whether the contract was made, or with how many tricks; the tricks, where they are
    known.

    `needed` of the `of` tricks make it, 0 that it is made with none; None: that is not known yet.
    """
    way = yield _RESULT
    made = _NOTHING_TAKEN if needed == 0 else _MADE
    if way == "made":
        yield made
    elif way == "tricks":
        return (yield tricks_of(needed, of))  # type: ignore[no-any-return]
    else:
        yield from in_any_case(made, tricks_of(needed, of))
    return None


@cache
def tricks_of(needed: int | None, of: int) -> Number:
    """Return the tricks that were taken, from 0 to `of`."""
    hint = say("{n} needed", n=needed) if needed else say("no tricks allowed")
    return Number(
        path=("tricks",),
        label=say("Tricks"),
        hint=None if needed is None else hint,
        low=0,
        high=of,
    )


# --- warnings of what is unusual but may be right -------------------------------------------------


def _named(sides: Bidders) -> Side | Listing:
    return Side(sides) if isinstance(sides, int) else all_of(*map(Side, sides))


def far_short(path: Path, sides: Bidders, contract: int, tricks: int) -> Iterable[Warn]:
    """Return a warning if the side is eight or more tricks short of its contract, or took none of
    them at all."""
    if contract - tricks >= _FAR:
        text = say("{side} took {n} fewer than was bid.", side=_named(sides), n=contract - tricks)
    elif contract and not tricks:
        text = say("Not one trick went towards the bid of {side}.", side=_named(sides))
    else:
        return ()
    return (Warn(path, text),)


def far_over(path: Path, sides: Bidders, most: int, tricks: int, of: int) -> Iterable[Warn]:
    """Return a warning if the side that was to take no more than `most` took eight more, or every
    trick there is."""
    if tricks - most >= _FAR:
        text = say("{side} took {n} more than was bid.", side=_named(sides), n=tricks - most)
    elif most < tricks == of:
        text = say("{side} took every trick. Is that right?", side=_named(sides))
    else:
        return ()
    return (Warn(path, text),)


def far_from_bid(path: Path, side: int, bid: int, tricks: int, of: int) -> Iterable[Warn]:
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
    text = say("Bids add up to {bids} of {tricks} {tricks:trick|tricks}.", bids=bids, tricks=tricks)
    return (Warn(path, text),)
