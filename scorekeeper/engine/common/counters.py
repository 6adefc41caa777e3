"""For games scored in counters, which the players pay one another."""

from collections.abc import Iterator, Sequence

from scorekeeper.engine.pad import Line
from scorekeeper.sentences import Message, Seat, Sentence, all_of, say


def paid(
    amount: int,
    declarers: Sequence[int],
    defenders: Sequence[int],
    reason: Sentence,
    rule: str,
) -> Iterator[Line]:
    """Yield the lines by which each defender pays each declarer `amount` counters; less than 0 goes
    the other way.

    Sides are seats; `reason` is what the declarers did: "made nap".
    """
    won = amount > 0
    template = "{told}: {n} from {others}" if won else "{told}: {n} to {others}"
    for seat in declarers:
        yield _payment(seat, amount, defenders, template, reason, rule)
    template = "paid {n} to {others}, who {told}" if won else "got {n} from {others}, who {told}"
    for seat in defenders:
        yield _payment(seat, -amount, declarers, template, reason, rule)


def _payment(
    seat: int, amount: int, others: Sequence[int], template: Message, reason: Sentence, rule: str
) -> Line:
    """Return what the seat gets from each of the others, or pays to each."""
    n = say("{n} each" if len(others) > 1 else "{n}", n=abs(amount))
    text = say(template, told=reason, n=n, others=all_of(*map(Seat, others)))
    return Line(seat, amount * len(others), text, rule)
