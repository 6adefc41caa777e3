"""What a bid brings its declarer; rules.md#bid-made."""

from typing import Any, Final

from scorekeeper.engine import Case, Estimate, Reckoning, Worths, remedies, say
from scorekeeper.games.noms.scoring import MISERE, PACK, House, bid_of


def bid(case: Case[House]) -> Estimate:
    """Ask for a bid, and how it was played."""
    called = yield bid_of(PACK // len(case.filled)).changed(label=say("What was bid?"))
    return (yield from played(case, called))


def misere(case: Case[House]) -> Estimate:
    """Ask how a misère was played."""
    return (yield from played(case, MISERE))


def played(case: Case[House], called: Any) -> Estimate:
    """Ask whether the declarer had a partner, and what they took; all of it the declarer did."""
    players = len(case.filled)
    size = PACK // players
    alone = yield remedies.yes_no(
        "alone", "Did the declarer play alone?", "alone", "with a partner"
    )
    took = yield remedies.count("took", "How many tricks were taken?", 0, size)
    return Reckoning(
        "{points} to the declarer for a misère {alone} with {took} {took:trick|tricks}."
        if called == MISERE
        else "{points} to the declarer for {bid} {alone} with {took} {took:trick|tricks}.",
        {
            "declarer": 0,
            "bid": called,
            "partner": None if alone else 1,
            "tricks": [took, 0, size - took, *[0] * (players - 3)],
        },
    )


WORTH: Final[Worths] = {
    **dict.fromkeys(("bid-made", "bid-lost"), bid),
    **dict.fromkeys(("misere-made", "misere-lost"), misere),
}
