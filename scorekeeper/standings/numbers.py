"""Exact numbers: as they are stored, and as a page shows them."""

from fractions import Fraction
from typing import Final

UNIT: Final = 2520
"""A whole is stored as so many units: the least number that every share among up to ten divides, so
that a database adds up halves, thirds and sevenths as whole numbers, exactly."""

Points = int | Fraction
"""Points of a side. Only a handicap makes them other than whole."""

_DIGITS: Final = 2
_MOST_DIGITS: Final = 9


def to_units(value: Points) -> int:
    """Return the value in units. A share among more than ten is rounded."""
    return round(value * UNIT)


def from_units(stored: int) -> Fraction:
    """Return the value that is so many units."""
    return Fraction(stored, UNIT)


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
