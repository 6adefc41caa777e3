"""Bridge in words: a contract, its circumstances, and sums as they are worked out."""

from functools import reduce
from itertools import groupby

from scorekeeper.engine import Bid, Seat, Sentence, say
from scorekeeper.games.bridge.deal import Contract


def in_words(called: Contract, declarer: int | None = None) -> Sentence:
    """ "4 spades, doubled", "4 spades by Ann, doubled"."""
    contract = say("{bid}", bid=Bid(called.level, called.strain))
    if declarer is not None:
        contract = say("{contract} by {seat}", contract=contract, seat=Seat(declarer))
    template = ("{contract}", "{contract}, doubled", "{contract}, redoubled")[called.doubled]
    return say(template, contract=contract)


def circumstances(what: Sentence, doubled: int, vulnerable: bool) -> Sentence:
    """ "took 2 overtricks, doubled, vulnerable"."""
    if doubled:
        what = say("{what}, doubled" if doubled == 1 else "{what}, redoubled", what=what)
    return at_risk(what, vulnerable)


def at_risk(what: Sentence, vulnerable: bool) -> Sentence:
    """ "bid and made a small slam, vulnerable"."""
    return say("{what}, vulnerable", what=what) if vulnerable else what


def with_sum(what: Sentence, values: list[int]) -> Sentence:
    """ "beat the contract by 4 tricks: 100 + 2 × 200 + 300"; of a single trick just what it was."""
    if len(values) == 1:
        return what
    counted = ((len(list(group)), points) for points, group in groupby(values))
    terms = (say("{n} × {points}" if n > 1 else "{points}", n=n, points=p) for n, p in counted)
    total = reduce(lambda one, other: say("{one} + {other}", one=one, other=other), terms)
    return say("{what}: {sum}", what=what, sum=total)
