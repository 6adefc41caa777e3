"""Sums of a recipe as formulas: how many times what, one after the other."""

import re
from collections.abc import Collection, Iterable
from typing import Any, Final

from scorekeeper.own.editor.worths import read_number

_TERM: Final = re.compile(r"(?:(-?[0-9]+|-?[a-z][a-z0-9_]*) \* )?(-?)(.+)")


def signed(text: str) -> str:
    """Return a number as a formula has it; anything else as it was typed."""
    number = read_number(text)
    return text.strip().replace("−", "-") if number is None else str(number)


def amount(text: str) -> Any:
    """Return a number, or else the formula that it is."""
    number = read_number(text)
    return text if number is None else number


def times(worth: str, what: str) -> str:
    """Return so many times something; in the shortest way to say it."""
    return what if worth == "1" else f"-{what}" if worth == "-1" else f"{worth} * {what}"


def coefficient(formula: str, names: Collection[str]) -> tuple[str, str] | None:
    """Return how many times which of some names a formula is; None where it is something else."""
    found = _TERM.fullmatch(formula)
    if found is None or found[3] not in names or (found[1] and found[2]):
        return None
    return found[1] or ("-1" if found[2] else "1"), found[3]


def summed(terms: Iterable[tuple[str, str]]) -> Any:
    """Return the sum of so many times something (of nothing: so many), without what is 0."""
    found = ""
    for worth, what in terms:
        if worth == "0":
            continue
        less = found and worth.startswith("-")
        term = str(times(worth.removeprefix("-") if less else worth, what) if what else worth)
        if not what and less:
            term = worth.removeprefix("-")
        found += f"{' - ' if less else ' + ' if found else ''}{term}"
    return amount(found or "0")


def parts_of(formula: Any, whats: Collection[str]) -> list[str] | None:
    """Return how many times each of these a sum has, in their order; None where it is another."""
    rest, worths = str(formula), dict.fromkeys(whats, "0")
    if rest == "0":
        return [*worths.values()]
    rest = f"+ {rest}" if not rest.startswith("-") else f"- {rest[1:]}"
    while rest:
        sign, _, rest = rest.partition(" ")
        # a plain number last: "10 + bid" was read as two of them, and its second was lost
        for what in sorted(whats, key=bool, reverse=True):
            form = rf"(?:([0-9]+|[a-z][a-z0-9_]*) \* )?{re.escape(what)}" if what else r"([0-9]+|[a-z][a-z0-9_]*)"  # noqa: E501  # fmt: skip
            found = re.match(rf"{form}(?= [+-] |$)", rest)
            if found:
                worths[what] = ("-" if sign == "-" else "") + (found[1] or "1")
                rest = rest[found.end() :].lstrip()
                break
        else:
            return None
    return [*worths.values()]
