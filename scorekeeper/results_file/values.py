"""Days and scores as people write them. What cannot be, or can be read in two ways, comes back as a
sentence that says so."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Final, Literal

from scorekeeper.engine.other_entries import MOST_POINTS
from scorekeeper.sentences import tell
from scorekeeper.spelling import MINUSES, plain_number

Order = Literal["", "day", "month", "mixed", "either"]
"""What comes first in dates like 31/12/2025, by the whole file: nothing is written so, or now this
and now that, or all of them could be either."""

FIRST_YEAR: Final = 1900
"""Results of an earlier year are a slip of the pen."""


def quoted(text: str) -> str:
    """Return what was written, cut short, for a sentence about it."""
    return f"“{text if len(text) <= 40 else text[:39] + '…'}”"


# --- days ---------------------------------------------------------------------------------------

_MONTHS: Final[Mapping[str, int]] = {
    begins: number
    for number, names in enumerate(
        ("jan jän", "feb", "mar mär mrz", "apr", "may mai", "jun", "jul", "aug", "sep", "oct okt",
         "nov", "dec dez"),
        1,
    )
    for begins in names.split()
}  # fmt: skip

_YEAR: Final = "(?P<y>[0-9]{4}|[0-9]{2})"
_WORD: Final = r"(?P<word>[a-zä]{3,9})\.?"
_DAY: Final = "(?P<d>[0-9]{1,2})"
_MONTH: Final = "(?P<m>[0-9]{1,2})"
_STYLES: Final[Mapping[str, re.Pattern[str]]] = {
    style: re.compile(pattern)
    for style, pattern in {
        "2025-12-31": rf"(?P<y>[0-9]{{4}})(?P<s>[-/.]){_MONTH}(?P=s){_DAY}",
        "20251231": r"(?P<y>[0-9]{4})(?P<m>[0-9]{2})(?P<d>[0-9]{2})",
        "31.12.2025": rf"{_DAY}\. ?{_MONTH}\. ?{_YEAR}",
        "31/12/2025": rf"{_DAY}(?P<s>[-/]){_MONTH}(?P=s){_YEAR}",
        "31 Dec 2025": rf"{_DAY}(?:\.|st|nd|rd|th)?(?: of)?[ -]?{_WORD},?[ -]?{_YEAR}",
        "2025 Dec 31": rf"(?P<y>[0-9]{{4}})[ -]{_WORD}[ -]{_DAY}",
        "Dec 31, 2025": rf"{_WORD} {_DAY}(?:st|nd|rd|th)?,? {_YEAR}",
    }.items()
}
_EITHER: Final = "31/12/2025"
_MONTH_FIRST: Final = "12/31/2025"

_TIME: Final = re.compile(r"(?<=[0-9])(?: +|t)[0-9]{1,2}:[0-9]{2}.*")
_WEEKDAY: Final = re.compile(r"^(?:mo|tu|we|th|fr|sa|su|di|mi|do|so)[a-z]*[.,]{0,2} +")
_SERIAL: Final = re.compile(r"[1-9][0-9]{4}(?:[.,][0-9]+)?")


def _parts(text: str) -> tuple[str, Mapping[str, str]] | None:
    """Return how a day is written, and what of it is day, month and year."""
    plain = _WEEKDAY.sub("", _TIME.sub("", plain_number(text).casefold()))
    for style, pattern in _STYLES.items():
        if found := pattern.fullmatch(plain):
            return style, found.groupdict()
    return None


def is_day(text: str) -> bool:
    """Return whether it is written as a day."""
    return _parts(text) is not None


def first_day(text: str) -> tuple[str, str]:
    """Return the day at the beginning of a line, as it is written, and what comes after it; an
    empty day where there is none."""
    words = text.split()
    for end in range(min(len(words), _WORDS_OF_DAY), 0, -1):
        day = " ".join(words[:end]).rstrip(_AFTER_DAY)
        if is_day(day):
            return day, " ".join(words[end:]).lstrip(_AFTER_DAY)
    return "", " ".join(words)


_AFTER_DAY: Final = " :,;|–—-"
_WORDS_OF_DAY: Final = 5
"""As in "Sunday, 5th of January 2025"."""


def order_of(texts: Iterable[str]) -> Order:
    """Return what comes first in dates like 31/12/2025, by all of them together."""
    parts = [found for found in map(_parts, texts) if found and found[0] == _EITHER]
    pairs = [(int(part["d"]), int(part["m"])) for _, part in parts]
    day = any(first > 12 for first, _ in pairs)
    month = any(second > 12 for _, second in pairs)
    if day or month:
        return "mixed" if day and month else "day" if day else "month"
    return "either" if any(first != second for first, second in pairs) else ""


def style_of(text: str, order: Order) -> str:
    """Return how the day is written, shown by the last day of 2025; nothing where it is none."""
    style = (_parts(text) or ("",))[0]
    return _MONTH_FIRST if style == _EITHER and order == "month" else style


def day_of(text: str, order: Order, latest: date | None) -> date | str:
    """Return the day."""
    found = _parts(text)
    if found is None:
        return _no_day(text)
    style, part = found
    if style == _EITHER and order == "mixed" and part["d"] != part["m"]:
        reason = tell("some dates in this file have the day first, some the month")
        return tell(
            "{text} can be read in two ways: {said}. Write it as 2025-12-31.",
            text=quoted(text),
            said=reason,
        )
    year, month, number = _year(part["y"]), _month(part), int(part["d"])
    if style == _EITHER and order == "month":
        month, number = number, month
    try:
        day = date(year, month, number)
    except ValueError:
        return tell("{text} isn't a real date.", text=quoted(text))
    if day.year < FIRST_YEAR:
        return tell("{text} is too long ago.", text=quoted(text))
    if latest is not None and day > latest:
        return tell("{text} is still to come.", text=quoted(text))
    return day


def _no_day(text: str) -> str:
    if not text:
        return tell("The date is missing.")
    if _SERIAL.fullmatch(text):
        return tell(
            "{text} is a spreadsheet day number. Format the column as dates and save again.",
            text=quoted(text),
        )
    return tell("{text} isn't a date. Use 2025-12-31 or 31.12.2025.", text=quoted(text))


def _year(text: str) -> int:
    """Two digits are of this century up to 69, as POSIX has it."""
    year = int(text)
    return year if len(text) == 4 else year + (2000 if year < 70 else 1900)


def _month(part: Mapping[str, str]) -> int:
    """Return the month's number; 0 for a word that is none."""
    return int(part["m"]) if "m" in part else _MONTHS.get(part["word"][:3], 0)


# --- scores -------------------------------------------------------------------------------------

_SIGN: Final = "(?P<sign>[+-]? ?)"
_WHOLE: Final = re.compile(
    rf"{_SIGN}(?P<number>[0-9]{{1,9}}"
    r"|[0-9]{1,3}(?:[ '’][0-9]{3}){1,3}"
    r"|[0-9]{1,3}(?:,[0-9]{3}){2,3}|[0-9]{1,3}(?:\.[0-9]{3}){2,3})(?:[.,]0{1,2})?"
)
"""A whole number: bare, in threes by blanks or apostrophes, in threes by more than one comma or
point; all of them with ",0" or ",00" behind."""
_BOTH: Final = re.compile(
    rf"{_SIGN}(?P<number>[0-9]{{1,3}}(?:,[0-9]{{3}})+(?=\.)|[0-9]{{1,3}}(?:\.[0-9]{{3}})+(?=,))"
    r"[.,]0{1,2}"
)
"""In threes by the one, and with the other before nought: "1.200,00"."""
_DOUBTFUL: Final = re.compile(rf"{_SIGN}[1-9][0-9]{{0,2}}[.,][0-9]{{3}}")
_FRACTION: Final = re.compile(rf"{_SIGN}[0-9 '’.,]*[0-9][.,][0-9]+")


_WON: Final = ("w", "won", "win", "winner", "yes", "sieg", "gewonnen", "ja")
_LOST: Final = ("l", "lost", "loss", "lose", "loser", "no", "niederlage", "verloren", "nein")
_DRAWN: Final = ("d", "draw", "drawn", "tie", "tied", "unentschieden")
WON_OR_LOST: Final = {**dict.fromkeys(_WON, 1), **dict.fromkeys((*_LOST, *_DRAWN), 0)}
"""What stands for points where only the winner is known."""
WALKOVER: Final = "walkover"
BYE: Final = "bye"
RESULT_ONLY: Final = "result only"
KINDS: Final = {
    **dict.fromkeys(("walkover", "wo", "forfeit", "kampflos"), WALKOVER),
    **dict.fromkeys(("bye", "freilos", "spielfrei"), BYE),
    **dict.fromkeys(("resultonly", "nurergebnis"), RESULT_ONLY),
    **dict.fromkeys(("played", "gespielt"), ""),
}
"""What a result is, other than a game that was played deal by deal, by its plain word."""
_ABSENT: Final = frozenset(("n/a", "na", "dnp", "abs", "absent", "abwesend", "x", "/", "."))


def is_absent(text: str) -> bool:
    """Return whether nothing stands in a cell, or a sign for that."""
    return not text.strip(MINUSES + " ") or text.casefold() in _ABSENT


def decided(texts: Sequence[str]) -> list[str] | None:
    """Return points of 1 and 0 where "won" and "lost" stand instead; None where they do not, or
    nobody has won and it is not drawn."""
    plain = [text.casefold() for text in texts]
    points = [WON_OR_LOST.get(text) for text in plain]
    drawn = bool(plain) and {*plain} <= {*_DRAWN}
    return [*map(str, points)] if None not in points and (drawn or 1 in points) else None


def winners_of(texts: Sequence[str]) -> tuple[int, ...] | None:
    """Return which sides won, by what a column of winners says of each, beside points; None where
    it does not say it of all of them, or of none. All are winners of a drawn game."""
    plain = [text.casefold() for text in texts]
    if not plain or not any(plain) or not all(text in WON_OR_LOST or not text for text in plain):
        return None
    if {*plain} <= {*_DRAWN}:
        return tuple(range(len(plain)))
    return tuple(side for side, text in enumerate(plain) if WON_OR_LOST.get(text))


def points_of(text: str) -> int | str:
    """Return the points."""
    plain = plain_number(text)
    if not plain.strip(" -"):
        return tell("The score is missing.")
    if found := _WHOLE.fullmatch(plain) or _BOTH.fullmatch(plain):
        points = int(re.sub("[^0-9]", "", found["number"])) * (-1 if "-" in found["sign"] else 1)
        if abs(points) <= MOST_POINTS:
            return points
        return tell("{text} is more than {most} points.", text=quoted(text), most=MOST_POINTS)
    if _DOUBTFUL.fullmatch(plain):
        bare = re.sub("[.,]", "", plain)
        return tell(
            "{text} may be {bare} or a fraction. Write {bare} if it is that.",
            text=quoted(text),
            bare=bare,
        )
    if _FRACTION.fullmatch(plain):
        return tell("{text} isn't a whole number.", text=quoted(text))
    return tell("{text} isn't a score.", text=quoted(text))
