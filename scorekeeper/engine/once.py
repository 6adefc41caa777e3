"""Lines of deals that are met again and again, made once."""

from collections.abc import Callable, Iterable
from functools import lru_cache, wraps
from typing import Final, ParamSpec, cast

from scorekeeper.engine.pad import Line, lasting

P = ParamSpec("P")

_MOST: Final = 4096


def once(make: Callable[P, Iterable[Line]]) -> Callable[P, tuple[Line, ...]]:
    """Return the lines that `make` makes of few hashable arguments, put into words and kept for the
    next deal like it.

    Most deals of some games never come again: give it what the lines depend on, not the deal.
    """

    @wraps(make)
    def lines(*args: P.args, **kwargs: P.kwargs) -> tuple[Line, ...]:
        return lasting(make(*args, **kwargs))

    return cast(Callable[P, tuple[Line, ...]], lru_cache(_MOST)(lines))
