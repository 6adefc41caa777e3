"""Lines of deals that are met again and again, made once."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Final, ParamSpec

from scorekeeper.engine.pad import Line, lasting

P = ParamSpec("P")

_MOST: Final = 4096


def once(make: Callable[P, Iterable[Line]]) -> Callable[P, tuple[Line, ...]]:
    """The lines that `make` makes of few hashable arguments, kept for the next deal like it.

    Most deals of some games never come again, so the lines are put into words only when they are
    met a second time. What is kept is bounded: when it is full, it begins anew.
    """
    kept: dict[tuple[object, ...], tuple[Line, ...]] = {}
    in_words: set[tuple[object, ...]] = set()

    @wraps(make)
    def lines(*args: P.args, **kwargs: P.kwargs) -> tuple[Line, ...]:
        found = kept.get(args)
        if found is None:
            if len(kept) >= _MOST:
                kept.clear()
                in_words.clear()
            kept[args] = found = tuple(make(*args, **kwargs))
        elif args not in in_words:
            in_words.add(args)
            kept[args] = found = lasting(found)
        return found

    return lines
