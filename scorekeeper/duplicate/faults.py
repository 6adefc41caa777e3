"""Reading documents: whatever is wrong is told at its path, all of it at once."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from math import isfinite
from typing import Any, Final

from scorekeeper.duplicate.session import Number
from scorekeeper.sentences import Message, one_of, tell
from scorekeeper.sheet.documents import Document, error

LONGEST: Final = 200
"""Characters of a text."""


class Faults:
    """Collects what is wrong, and reads values that have a simple form."""

    def __init__(self) -> None:
        self.errors: list[Document] = []

    def add(self, at: str, message: str) -> None:
        """Note that something is wrong there."""
        self.errors.append(error(at, message))

    def unknown(self, at: str, given: Mapping[str, Any], known: Collection[str]) -> None:
        """Refuse keys that mean nothing here."""
        for key in given:
            if key not in known:
                place = f"{at}.{key}" if at else key
                self.add(place, tell("`{key}` means nothing here.", key=key))

    def object(self, at: str, given: Any, known: Collection[str] | None = None) -> Document | None:
        """Return an object, None where it is none."""
        if type(given) is not dict:
            self.add(at, tell("This must be an object."))
            return None
        if known is not None:
            self.unknown(at, given, known)
        return given

    def items(self, at: str, given: Any) -> Iterator[tuple[str, Any]]:
        """Yield the items of a list with their paths."""
        if type(given) is not list:
            self.add(at, tell("This must be a list."))
            return
        for place, item in enumerate(given):
            yield f"{at}[{place}]", item

    def text(self, at: str, given: Any, empty: bool = True) -> str:
        """Return a text; an empty one where it is none."""
        if type(given) is str and len(given) <= LONGEST and (empty or given.strip()):
            return given
        if type(given) is str and given.strip():
            self.add(at, tell("A text has at most {n} characters.", n=LONGEST))
        else:
            self.add(at, tell("This must be a text."))
        return ""

    def whole(self, at: str, given: Any, low: int, high: int) -> int | None:
        """Return a whole number from `low` to `high`; None where it is none."""
        if type(given) is int and low <= given <= high:
            return given
        self.add(at, tell("This is a whole number from {low} to {high}.", low=low, high=high))
        return None

    def number(self, at: str, given: Any, low: int, high: int) -> Number | None:
        """Return an exact number from `low` to `high`; None where it is none."""
        found = exact(given)
        if found is not None and low <= found <= high:
            return found
        self.add(at, tell("This is a number from {low} to {high}.", low=low, high=high))
        return None

    def one_of(self, at: str, given: Any, known: Collection[Any]) -> bool:
        """Return whether it is one of these."""
        # `true` is no 1
        if any(given == one and type(given) is type(one) for one in known):
            return True
        names = one_of(*map(str, known))
        self.add(at, tell("This must be {known}.", known=names))
        return False

    def switch(self, at: str, given: Any) -> bool:
        """Return true or false."""
        if type(given) is not bool:
            self.add(at, tell("This is true or false."))
        return given is True

    def missing(self, at: str, given: Mapping[str, Any], keys: Iterable[str]) -> bool:
        """Return whether one of these keys is not there, and say so at the key."""
        lacking = [key for key in keys if key not in given]
        for key in lacking:
            place = f"{at}.{key}" if at else key
            self.add(place, tell(MISSING, key=key))
        return bool(lacking)


MISSING: Final[Message] = "`{key}` is missing."


def exact(given: Any) -> Number | None:
    """Return a number of a document as it is written there: 0.1 is a tenth."""
    if type(given) is int:
        return given
    if type(given) is float and isfinite(given):
        return Fraction(repr(given))
    return None
