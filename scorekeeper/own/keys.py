"""What reads the keys of a game document: texts, numbers, lists; who plays and who scores
together."""

import re
from typing import Any, Final

from scorekeeper.interview.steps import Path
from scorekeeper.own.reader import LONGEST, LONGEST_LABEL, MOST_PLAYERS, Part, Reader, Reads
from scorekeeper.own.terms import DEAL, LIMIT, NUMBER, TRUTH
from scorekeeper.sentences import Message, one_of

FORMAT: Final = "scorekeeper-game/1"
FARTHEST: Final = 1_000_000
"""Limits of a number that is entered, and of the points of a line, are within this."""

_WORD: Final = re.compile(r"[A-Za-z0-9_-]{1,24}")
_ANCHOR: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")
_SIDES: Final = ("each", "partners", "pairs")


def text(longest: int = LONGEST, breaks: bool = False) -> Reads:
    """Read a text; with line ``breaks`` where they may stand."""
    return lambda reader, given, path: reader.text(given, path, longest, breaks)


def one_among(*values: str) -> Reads:
    """Read one of these words."""

    def read(reader: Reader, given: Any, path: Path) -> Any:
        if type(given) is str and given in values:
            return given
        return reader.fault(path, "One of these: {choices}.", choices=one_of(*values))

    return read


def whole(low: int, high: int) -> Reads:
    """Read a whole number."""

    def read(reader: Reader, given: Any, path: Path) -> Any:
        if type(given) is int and low <= given <= high:
            return given
        return reader.fault(path, "A whole number from {low} to {high}.", low=low, high=high)

    return read


def truth(reader: Reader, given: Any, path: Path) -> Any:
    return given if type(given) is bool else reader.fault(path, "true or false.")


def anything(reader: Reader, given: Any, path: Path) -> Any:
    """Read what is checked later, with other keys."""
    return given


def an_object(reader: Reader, given: Any, path: Path) -> Any:
    """Read an object that is scored later; no number in a document has a fraction."""
    if type(given) is not dict:
        return reader.fault(path, "An object is needed here.")
    # 1.0 and 1 are one number in JavaScript, and would be two documents
    inside: list[tuple[Path, Any]] = [(path, given)]
    for here, one in inside:
        if type(one) is float:
            reader.fault(here, "A whole number is needed here.")
        items = one.items() if type(one) is dict else enumerate(one) if type(one) is list else ()
        inside += [((*here, key), item) for key, item in items]
    return given


def worth(*kinds: str, table: bool = True, level: int | None = None) -> Reads:
    """Read a worth of one of these kinds, at the level of its part or another one."""
    return lambda reader, given, path: reader.worth(
        given, path, reader.level if level is None else level, *kinds, table=table
    )


def condition(level: int | None = None) -> Reads:
    """Read a formula that is a yes or no, at the level of its part or another one."""
    return lambda reader, given, path: reader.formula(
        given, path, reader.level if level is None else level, TRUTH
    )


def limit(reader: Reader, given: Any, path: Path) -> Any:
    """Read a limit: a number, or in a field a formula of the deal."""
    if type(given) is str and path[0] == "fields":
        return reader.formula(given, path, DEAL, NUMBER)
    return whole(-FARTHEST, FARTHEST)(reader, given, path)


def part(of: type[Part]) -> Reads:
    """Read an object that is such a part."""
    return lambda reader, given, path: reader.part(of, given, path)


def list_of(read: Reads, most: int = 10_000, least: int = 0) -> Reads:
    """Read a list; an item at fault is left out."""

    def read_all(reader: Reader, given: Any, path: Path) -> Any:
        if type(given) is not list:
            return reader.fault(path, "A list is needed here.")
        if not least <= len(given) <= most:
            return reader.fault(path, "{low} to {high} of these.", low=least, high=most)
        found = (read(reader, one, (*path, number)) for number, one in enumerate(given))
        return [one for one in found if one is not None]

    return read_all


def labels(reader: Reader, given: Any, path: Path) -> Any:
    """Read the values of a choice, with their labels."""
    if type(given) is not list or not 2 <= len(given) <= 40:
        return reader.fault(path, "A choice has 2 to {n} values.", n=40)
    found = dict[Any, Any]()
    for number, pair in enumerate(given):
        at = (*path, number)
        if type(pair) is not list or len(pair) != 2:
            reader.fault(at, "A value and its label.")
            continue
        value, is_word = pair[0], type(pair[0]) is str
        fits = _WORD.fullmatch(value) if is_word else type(value) is int and abs(value) <= LIMIT
        if not fits or {type(value)} != {*map(type, found or (value,))}:
            reader.fault((*at, 0), "Values are all whole numbers, or all words.")
            continue
        for twice in (path, (*at, 0)) if value in found else ():
            reader.fault(twice, "“{value}” is there twice.", value=str(value))
        found[value] = reader.text(pair[1], (*at, 1), LONGEST_LABEL)
    return found


def anchor(reader: Reader, given: Any, path: Path) -> Any:
    if type(given) is str and _ANCHOR.fullmatch(given):
        return given
    return reader.fault(path, "An anchor has small letters, digits and hyphens.")


def document_format(reader: Reader, given: Any, path: Path) -> Any:
    if given == FORMAT:
        return FORMAT
    template: Message = "The format is {format}. A newer app may know another one."
    return reader.fault(path, template, format=FORMAT)


def players(reader: Reader, given: Any, path: Path) -> Any:
    """Read the fewest and the most players."""
    two = type(given) is list and len(given) == 2 and all(type(one) is int for one in given)
    if two and 1 <= given[0] <= given[1] <= MOST_PLAYERS:
        reader.players = range(given[0], given[1] + 1)
        return reader.players
    template: Message = "The fewest and the most players, from 1 to {n}."
    return reader.fault(path, template, n=MOST_PLAYERS)


def sides(reader: Reader, given: Any, path: Path) -> Any:
    """Read who scores together, by the number of players of those that may play."""
    allowed = reader.players
    found = dict[int, str]()
    if type(given) is str and given in _SIDES:
        found = {n: given for n in allowed if given == "each" or (n >= 4 and n % 2 == 0)}
    for key, side in given.items() if type(given) is dict else ():
        n = int(key) if key.isdecimal() and key.isascii() and len(key) < 3 else 0
        if str(n) != key or (allowed and n not in allowed):
            reader.fault((*path, key), "This game is not for {n} players.", n=key)
        elif side not in _SIDES:
            reader.fault((*path, key), "Sides are each, partners or pairs.")
        elif side != "each" and (n < 4 or n % 2):
            reader.fault((*path, key), "Partners need an even number of players from 4 on.")
        else:
            found[n] = side
    if not found and allowed:
        reader.fault(path, "Sides are each, partners or pairs, for a number of players.")
    reader.each = {*found.values()} <= {"each"}
    counts = ({"each": n, "partners": 2, "pairs": n // 2}[how] for n, how in found.items())
    reader.most_sides = max(counts, default=0)
    return found
