"""A ladder: an order of players, in which beating a player above you takes their place."""

from collections.abc import Sequence
from typing import NamedTuple


class Contest(NamedTuple):
    """A challenge that was played: the challenger, the challenged, whether the challenger won."""

    challenger: int
    challenged: int
    won: bool


def after_contest(order: Sequence[int], contest: Contest) -> tuple[int, ...]:
    """Return the order after a contest: a challenger who wins takes the place of the challenged,
    and all from there to the challenger's old place go down one. Else everybody stays, as where the
    challenger is above by then."""
    old, new = order.index(contest.challenger), order.index(contest.challenged)
    if not contest.won or old < new:
        return tuple(order)
    return (*order[:new], contest.challenger, *order[new:old], *order[old + 1 :])
