"""The plain parts of a document: objects, lists, texts, numbers, names; and what is wrong there."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, Final

from scorekeeper.engine import Fault
from scorekeeper.interview.steps import Path
from scorekeeper.own.terms import RESERVED
from scorekeeper.sentences import Message, one_of, say

LONGEST: Final = 200
LONGEST_LABEL: Final = 40

NAME_TAKEN: Final[Message] = "“{name}” is the name of something else already."
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,23}")
_TURNING: Final = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))


class Shapes:
    """Reads the plain parts of a document; `faults` grow, and what is at fault is replaced by what
    is usual, so that the rest can be read."""

    def __init__(self, document: Any) -> None:
        self.document = document
        self.faults: list[Fault] = []
        self.taken = set[str]()

    def fault(self, path: Path, template: Message, **values: Any) -> None:
        """Note what is wrong at a path."""
        self.faults.append(Fault(path, say(template, **values)))

    def object(
        self, given: Any, path: Path, needed: Iterable[str], further: Iterable[str] = ()
    ) -> dict[str, Any]:
        """Return an object with these keys and no others; what it lacks is a fault."""
        if type(given) is not dict:
            self.fault(path, "An object is needed here.")
            return {}
        known = (*needed, *further)
        for key in given:
            if key not in known:
                self.fault((*path, key), "“{key}” is not known here.", key=key)
        for key in needed:
            if key not in given:
                self.fault((*path, key), "“{key}” is missing.", key=key)
        return given

    def listed(self, key: str, most: int, least: int = 0) -> list[tuple[Path, Any]]:
        """Return the items of a list of the document with their paths."""
        given = self.document.get(key, [])
        if type(given) is not list or not least <= len(given) <= most:
            if not any(fault.path == (key,) for fault in self.faults):
                self.fault((key,), "{low} to {high} of these.", low=least, high=most)
            return []
        return [((key, number), one) for number, one in enumerate(given)]

    def text(
        self, within: Any, path: Path, key: Any, longest: int = LONGEST, breaks: bool = False
    ) -> str:
        """Return a text; nothing where it is at fault."""
        if type(within) is dict and key not in within:
            return ""  # reported as missing
        given, at = within[key], (*path, key)
        if type(given) is not str or not given.strip() or len(given) > longest:
            self.fault(at, "1 to {n} characters.", n=longest)
            return ""
        for letter in given:
            if unicodedata.category(letter) in ("Cc", "Cs") and not (breaks and letter == "\n"):
                self.fault(at, "A line break or a control character cannot stand here.")
                return ""
            if letter in _TURNING:
                self.fault(at, "A character that turns the direction of writing cannot stand here.")
                return ""
        return given

    def choice(self, within: Mapping[str, Any], path: Path, key: str, *values: str) -> Any:
        """Return one of these words, the first where there is none."""
        given = within.get(key, values[0])
        if type(given) is str and given in values:
            return given
        self.fault((*path, key), "One of these: {choices}.", choices=one_of(*values))
        return values[0]

    def whole(
        self, within: Mapping[str, Any], path: Path, key: str, span: tuple[int, int], usual: int
    ) -> int:
        """Return a whole number."""
        given = within.get(key, usual)
        if type(given) is int and span[0] <= given <= span[1]:
            return given
        template: Message = "A whole number from {low} to {high}."
        self.fault((*path, key), template, low=span[0], high=span[1])
        return usual

    def truth(self, within: Mapping[str, Any], path: Path, key: str, usual: bool = False) -> bool:
        given = within.get(key, usual)
        if type(given) is not bool:
            self.fault((*path, key), "true or false.")
        return given is True

    def name(self, one: Mapping[str, Any], path: Path) -> str:
        """Return a name that nothing else has."""
        given, at = one.get("name"), (*path, "name")
        if "name" not in one:
            return ""
        if type(given) is not str or not _NAME.fullmatch(given):
            self.fault(at, "A name has small letters, digits and _, a letter first, up to 24.")
        elif given in RESERVED:
            self.fault(at, "“{name}” has a meaning of its own in formulas.", name=given)
        elif given in self.taken:
            self.fault(at, NAME_TAKEN, name=given)
        else:
            self.taken.add(given)
            return given
        return ""
