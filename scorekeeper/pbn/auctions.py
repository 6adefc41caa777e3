"""An auction as a record has it, judged call by call.

What could not be called is an error, marked as irregular or not. The auction goes on after it as it
would at a table where nobody objects: a bid that was too low stands, a seat that was passed over
has had its turn; a double that could not be is void and counts as a pass.
"""

import re
from collections.abc import Generator, Iterable, Iterator, Mapping
from itertools import chain, repeat
from typing import Any, Final, NamedTuple

from scorekeeper.pbn.rules import bidding, rules
from scorekeeper.pbn.sections import END, GOES_ON, SKIP, Item, collect, items, wrong
from scorekeeper.pbn.text import Tag
from scorekeeper.pbn.values import SEATS, known_seat, strain
from scorekeeper.referee.auction import PASS, SKIPPED, ToCall, ruling_on
from scorekeeper.sentences import Seat, say
from scorekeeper.sheet.documents import Document

Settled = Mapping[str, Any]
"""A contract in the fields of a deal's entry."""

_ALL_PASS: Final = "AP"
_SPELT: Final = {"PASS": PASS, "P": PASS, "X": "X", "XX": "XX", SKIP: SKIPPED}
_BID: Final = re.compile(r"([1-7])(C|D|H|S|NT?)")


class JudgedAuction(NamedTuple):
    """The faults of an auction, and its contract; None if it is not recorded to the end."""

    errors: list[Document]
    contract: Settled | None = None


def judge_auction(tag: Tag, dealer: int | None) -> JudgedAuction:
    """Return the judged auction of a board; `dealer` None: whoever calls first."""
    return JudgedAuction(*collect(_judge(tag, dealer)))


def _judge(tag: Tag, dealer: int | None) -> Generator[Document, None, Settled | None]:
    first, calls = _first_caller(tag, dealer)
    if dealer not in (None, first):
        why = say("The dealer calls first; this begins with {seat}.", seat=Seat(first))
        yield wrong(Item("", tag.line), first, why, call=None)
    hearing = rules().auction.bidding(bidding(), first)
    turn, item = next(hearing), Item("", tag.line)
    try:
        for item in calls:
            if item.text in (END, GOES_ON):
                return None
            for call in _calls_of(item):
                yield from _errors(turn, item, call)
                if call is None:
                    return None
                turn = hearing.send(_counts_as(turn, call))
    except StopIteration as closed:
        yield from _nothing_follows(calls)
        contract: Settled = closed.value
        return contract
    yield wrong(Item("", item.line), turn.seat, say("The bidding is not finished."), call=None)
    return None


def _first_caller(tag: Tag, dealer: int | None) -> tuple[int, Iterator[Item]]:
    """Return who calls first, and the calls from there; dashes fill the columns before."""
    first = known_seat(tag.value, dealer or 0)
    calls = items(tag.section)
    for item in calls:
        if item.text.strip("-"):
            return first, chain((item,), calls)
        first = (first + 1) % len(SEATS)
    return first, calls


def _calls_of(item: Item) -> Iterable[str | None]:
    """Return the calls that an item stands for, as the referee has them; None for what is none."""
    if item.text == _ALL_PASS:
        return repeat(PASS)
    if item.is_empty:
        return (SKIPPED,)
    bid = _BID.fullmatch(item.text)
    return (bid[1] + strain(bid[2]) if bid else _SPELT.get(item.text),)


def _counts_as(turn: ToCall, call: str) -> str:
    stands = call in turn.calls or call == SKIPPED or _BID.fullmatch(call)
    return call if stands else PASS


def _errors(turn: ToCall, item: Item, call: str | None) -> Iterator[Document]:
    if call == SKIPPED:
        why = say("{seat} was passed over.", seat=Seat(turn.seat))
        yield wrong(item, turn.seat, why, call=None)
    elif call not in turn.calls:
        given = call or item.text
        yield wrong(item, turn.seat, ruling_on(rules().auction, turn, given), call=given)
    elif item.marks:
        why = say("This is marked irregular, but it is legal.")
        yield wrong(item, turn.seat, why, call=call)


def _nothing_follows(calls: Iterable[Item]) -> Iterator[Document]:
    for item in calls:
        if not item.is_empty and item.text not in (_ALL_PASS, END):
            yield wrong(item, None, say("The bidding is over."), call=item.text)
            return
