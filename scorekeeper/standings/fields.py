"""The settings of a scoring scheme, described so that one page can ask for all of them."""

from dataclasses import dataclass
from typing import Any, Final, Literal

from scorekeeper.sentences import Sentence, phrase, say, tell

Kind = Literal["number", "numbers", "switch", "choices"]
"""A whole number, a list of whole numbers, true and false, or a list of different choices."""


@dataclass(frozen=True)
class ScoringField:
    """One thing that can be set: a number from `low` to `high`, a list of 1 to `most` of them, a
    switch, or up to `most` of the `choices` in order, each with its words. `none` is what null is
    called, where that may be chosen. `default` is the value where nothing is said; a list is a
    tuple here."""

    name: str
    label: str
    hint: str
    kind: Kind
    default: Any
    low: int = 0
    high: int = 0
    most: int = 1
    none: str | None = None
    choices: tuple[tuple[str, str], ...] = ()

    def fault(self, value: Any) -> Sentence | None:
        """Return the fault of a value; None where it will do."""
        if (value is None and self.none is not None) or _FITS[self.kind](self, value):
            return None
        label = tell(self.label)
        fault = say(_WRONG[self.kind], label=label, low=self.low, high=self.high, most=self.most)
        if self.none is None:
            return fault
        return say("{fault} Leave it blank if {none}.", fault=fault, none=tell(self.none))


def _is_number(field: ScoringField, value: Any) -> bool:
    return type(value) is int and field.low <= value <= field.high


def _are_numbers(field: ScoringField, value: Any) -> bool:
    listed = type(value) is tuple and 0 < len(value) <= field.most
    return listed and all(_is_number(field, one) for one in value)


def _is_switch(field: ScoringField, value: Any) -> bool:
    return type(value) is bool


def _are_choices(field: ScoringField, value: Any) -> bool:
    known = [name for name, _ in field.choices]
    listed = type(value) is tuple and all(one in known for one in value)
    return listed and len({*value}) == len(value)


_FITS: Final = {
    "number": _is_number,
    "numbers": _are_numbers,
    "switch": _is_switch,
    "choices": _are_choices,
}
_WRONG: Final[dict[Kind, str]] = {
    "number": phrase("{label}: a whole number from {low} to {high}."),
    "numbers": phrase("{label}: 1 to {most} whole numbers, each from {low} to {high}."),
    "switch": phrase("{label}: on or off."),
    "choices": phrase("{label}: choose each only once."),
}
