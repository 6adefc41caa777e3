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
    met_once: dict[tuple[object, ...], tuple[Line, ...]] = {}
    in_words: dict[tuple[object, ...], tuple[Line, ...]] = {}

    @wraps(make)
    def lines(*args: P.args, **kwargs: P.kwargs) -> tuple[Line, ...]:
        found = in_words.get(args)
        if found is None:
            found = met_once.pop(args, None)
            if found is None:
                found = _put(met_once, args, tuple(make(*args, **kwargs)))
            else:
                found = _put(in_words, args, lasting(found))
        return found

    return lines


def _put(
    kept: dict[tuple[object, ...], tuple[Line, ...]],
    args: tuple[object, ...],
    lines: tuple[Line, ...],
) -> tuple[Line, ...]:
    if len(kept) >= _MOST:
        kept.clear()
    kept[args] = lines
    return lines
