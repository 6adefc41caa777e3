"""What hearts, the queen of spades and the moon are worth; rules.md#hearts."""

from collections.abc import Mapping
from typing import Any, Final

from scorekeeper.engine import Case, Estimate, Reckoning, Worths, remedies
from scorekeeper.games.hearts.scoring import HEARTS, House


def taken(case: Case[House], hearts: int, queen: int, jack: int) -> Mapping[str, Any]:
    """The deal in which seat 0 takes so many hearts and seat 1 the rest, with the takers of queen
    and jack."""
    counts = [hearts, HEARTS - hearts, *[0] * (len(case.sides) - 2)]
    counted = {"jack_of": jack} if case.house.jack else {}
    return {"hearts": counts, "queen": queen, **counted}


def hearts(case: Case[House]) -> Estimate:
    """Ask how many hearts a player took."""
    n = yield remedies.count("taken", "How many hearts?", 0, HEARTS)
    return Reckoning("{points} for {taken} {taken:heart|hearts}.", taken(case, n, 2, 2))


def queen(case: Case[House]) -> Estimate:
    """The queen alone."""
    yield from ()
    return Reckoning("{points} for the queen of spades.", taken(case, 0, 0, 2))


def moon(case: Case[House]) -> Estimate:
    """All the hearts and the queen: the others' points, or the shooter's."""
    yield from ()
    deal = taken(case, HEARTS, 0, 2)
    if case.house.moon == "own":
        return Reckoning("{points} for shooting the moon.", deal)
    return Reckoning("{points} to each other player when somebody shoots the moon.", deal, side=1)


def jack(case: Case[House]) -> Estimate:
    """The jack of diamonds alone."""
    yield from ()
    return Reckoning("{points} for the jack of diamonds.", taken(case, 0, 2, 0))


WORTH: Final[Worths] = {"hearts": hearts, "queen": queen, "moon": moon, "jack": jack}
