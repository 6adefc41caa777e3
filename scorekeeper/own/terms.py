"""What formulas are made of: kinds and levels of values, names, and what is known of a deal."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final, NamedTuple

from scorekeeper.engine import Fault
from scorekeeper.engine.deals import Missing
from scorekeeper.engine.replay import Refused
from scorekeeper.sentences import Message, Phrase, Seat, Sentence, Side, one_of, phrase, say

LIMIT: Final = 1_000_000_000
"""No value is greater in size, nor the denominator of a fraction."""
LONGEST_NAME: Final = 24
NOBODY: Final = -1
"""Stands for nobody among seats and sides while a formula is worked out."""

DEAL: Final = 0
SIDE: Final = 1
PLAYER: Final = 2
"""The levels of a name: one value, one for each side, one for each player."""

NUMBER: Final = phrase("a whole number")
FRACTION: Final = phrase("a fraction")
TRUTH: Final = phrase("a yes or no")
WORD: Final = phrase("a word")
SEAT_KIND: Final = phrase("a player")
SIDE_KIND: Final = phrase("a side")
NO_ONE: Final = phrase("nobody")
LIST: Final = phrase("a list")
LISTS: Final = {
    NUMBER: phrase("a list of whole numbers"),
    FRACTION: phrase("a list of fractions"),
    TRUTH: phrase("a list of yes or no"),
}
"""Lists of what a function takes; of other kinds of values it is just `LIST`."""
ALL_LISTS: Final = {LIST, *LISTS.values()}
COUNTED: Final = (NUMBER, FRACTION)
_YES_AND_NO: Final = {True: phrase("yes"), False: phrase("no")}

FUNCTIONS: Final = (
    *("all", "ours", "others", "sum", "min", "max", "count", "rank"),
    *("abs", "up", "down", "round", "rest", "at", "side"),
)
KEYWORDS: Final = frozenset(("if", "then", "else", "or", "and", "not", "in", "yes", "no", "nobody"))
_GIVEN: Final = ("players", "sides", "deal", "dealer", "me", "us", "total", "points", "stopped")
_ENTRIES: Final = ("adjust", "seat", "finish", "draw", "passed_out")
RESERVED: Final = KEYWORDS.union(_GIVEN, FUNCTIONS, _ENTRIES)
"""Words that no field, option, value or carried value can be called."""


class Known(dict[Any, Any]):
    """What is known of a deal by its names: a value, or one by side or seat; with who sits there.

    A name that has no value yet raises `Missing`, as a draft of a deal does. `filled` are the seats
    that are not empty, `present` the sides where somebody sits, `side_of` the side of each seat.
    """

    __slots__ = ("filled", "present", "side_of")

    filled: Sequence[int]
    present: Sequence[int]
    side_of: Sequence[int]

    def __missing__(self, name: Any) -> Any:
        raise Missing(name)

    def everybody(self, level: int) -> Sequence[tuple[int, int]]:
        """Return side and seat of everybody at a level."""
        if level == PLAYER:
            return [(self.side_of[seat], seat) for seat in self.filled]
        return [(side, side) for side in self.present] if level else [(0, 0)]


Run = Callable[[Known, int, int], Any]
"""Works a formula out for a side and a seat, where it is of one."""


class FormulaFault(ValueError):
    """A formula that cannot be read; `sentence` quotes what is wrong and says what is allowed."""

    def __init__(self, template: Message, **values: Any) -> None:
        super().__init__(template)
        self.sentence: Sentence = say(template, **values)


class Name(NamedTuple):
    """What formulas and texts may name: a `divisor` is from 1, `labels` and `nobody` are how its
    values read."""

    kind: str
    level: int
    divisor: bool = False
    labels: Mapping[Any, str] = {}
    nobody: str = NO_ONE

    @property
    def words(self) -> frozenset[str] | None:
        """The words that it may be, where they are known."""
        return frozenset(self.labels) if self.kind == WORD and self.labels else None

    def said(self, value: Any) -> Any:
        """Return a value as a sentence takes it."""
        if self.labels or self.kind == TRUTH:
            return Phrase((self.labels or _YES_AND_NO)[value])
        if self.kind not in (SEAT_KIND, SIDE_KIND):
            return value
        if value == NOBODY:
            return Phrase(self.nobody)
        return Seat(value) if self.kind == SEAT_KIND else Side(value)


def run_of(name: str, level: int) -> Run:
    """Return what reads a name's value."""
    if name in ("me", "us"):
        return (lambda k, s, p: p) if name == "me" else (lambda k, s, p: s)
    if level == DEAL:
        return lambda k, s, p: k[name]
    return (lambda k, s, p: k[name][s]) if level == SIDE else (lambda k, s, p: k[name][p])


class Term(NamedTuple):
    """A part of a formula: what kind of value it is, what works it out, and the finest level of its
    names with one of them.

    `weight` is the work it makes, `literal` its value where it is a constant, `words` those that it
    may be where they are known; a `divisor` is from 1.
    """

    kind: str
    run: Run
    level: tuple[int, str] = (DEAL, "")
    weight: int = 1
    literal: Any = None
    words: frozenset[str] | None = None
    divisor: bool = False


def constant(value: Any, kind: str) -> Term:
    """Return the term of a value that is always the same."""
    words = frozenset((value,)) if kind == WORD else None
    return Term(kind, lambda known, side, seat: value, literal=value, words=words)


def limited(value: Any, limit: int = LIMIT) -> Any:
    """Return a number; raises `Refused` beyond the limit."""
    if -limit <= value <= limit and (type(value) is int or value.denominator <= limit):
        return value
    raise Refused([Fault((), say("This comes to a number that is too great to count."))])


def unknown(name: str, names: Iterable[str]) -> FormulaFault:
    """Return the fault of a name that is not known, with one that it may be meant to be."""
    near = get_close_matches(name, [*names, *FUNCTIONS], 1) if len(name) <= LONGEST_NAME else []
    if near:
        template: Message = "“{name}” is not known here. Did you mean {near}?"
        return FormulaFault(template, name=name, near=near[0])
    return FormulaFault("“{name}” is not known here.", name=name)


def cannot_be(word: Any, words: Iterable[str]) -> FormulaFault:
    """Return the fault of a word that is none of a choice's."""
    template: Message = "“{word}” is none of the choices: {choices}."
    return FormulaFault(template, word=word, choices=one_of(*sorted(words)))


def need(term: Term, *kinds: str) -> Term:
    """Return a term of one of these kinds; raises `FormulaFault`."""
    if term.kind in kinds:
        return term
    wanted, given = one_of(*map(Phrase, kinds)), Phrase(term.kind)
    raise FormulaFault("Here {wanted} is needed; this is {given}.", wanted=wanted, given=given)


def alike(left: Term, right: Term) -> str:
    """Return the kind of two values that may be compared or stand for each other."""
    kinds = {left.kind, right.kind}
    if kinds == {*COUNTED}:
        return FRACTION
    if NO_ONE in kinds and kinds & {SEAT_KIND, SIDE_KIND}:
        kinds.remove(NO_ONE)
    if len(kinds) > 1 or kinds & ALL_LISTS:
        one, other = Phrase(left.kind), Phrase(right.kind)
        template: Message = "{one} and {other} are not of one kind, as they must be here."
        raise FormulaFault(template, one=one, other=other)
    for word, words in ((left.literal, right.words), (right.literal, left.words)):
        if kinds == {WORD} and word is not None and words is not None and word not in words:
            raise cannot_be(word, words)
    return kinds.pop()
