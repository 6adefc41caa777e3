"""Exact numbers as a page shows them."""

from typing import Final

from scorekeeper.standings.finished import Points

_DIGITS: Final = 2
_MOST_DIGITS: Final = 9


def number_text(value: Points, digits: int = _DIGITS) -> str:
    """Return the number, rounded to so many digits, with a real minus: "7", "2.5", "−0.33"."""
    scale = 10**digits
    scaled = round(value * scale)
    whole, rest = divmod(abs(scaled), scale)
    decimals = f".{rest:0{digits}}".rstrip("0").rstrip(".")
    return f"{'−' if scaled < 0 else ''}{whole}{decimals}"


def distinct_texts(one: Points, other: Points) -> tuple[str, str]:
    """Return two different numbers with as many digits as it takes to see the difference."""
    enough = (
        n for n in range(_DIGITS, _MOST_DIGITS) if number_text(one, n) != number_text(other, n)
    )
    digits = next(enough, _MOST_DIGITS)
    return number_text(one, digits), number_text(other, digits)
