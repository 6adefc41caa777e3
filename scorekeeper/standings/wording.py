"""Exact numbers as a page shows them."""

from typing import Final

from scorekeeper.standings.finished import Points

_DIGITS: Final = 2
_MOST_DIGITS: Final = 9


def figure(value: Points, digits: int = _DIGITS) -> str:
    """The number, rounded to so many digits, with a real minus: "7", "2.5", "−0.33"."""
    scale = 10**digits
    scaled = round(value * scale)
    whole, rest = divmod(abs(scaled), scale)
    decimals = f".{rest:0{digits}}".rstrip("0").rstrip(".")
    return f"{'−' if scaled < 0 else ''}{whole}{decimals}"


def told_apart(one: Points, other: Points) -> tuple[str, str]:
    """Two different numbers with as many digits as it takes to see the difference."""
    enough = (n for n in range(_DIGITS, _MOST_DIGITS) if figure(one, n) != figure(other, n))
    digits = next(enough, _MOST_DIGITS)
    return figure(one, digits), figure(other, digits)
