"""What formulas are made of: kinds and levels of values, what is known of a deal, tokens."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final, NamedTuple, cast

from scorekeeper.engine.deals import Missing
from scorekeeper.sentences import Message, Sentence, one_of, phrase, say

LIMIT: Final = 1_000_000_000
"""No value is greater in size, nor the denominator of a fraction."""
LONGEST: Final = 400
_LONGEST_NAME: Final = 24
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


Run = Callable[[Known, int, int], Any]
"""Works a formula out for a side and a seat, where it is of one."""


class TooGreat(ArithmeticError):
    """A value beyond the limit."""


class FormulaFault(ValueError):
    """A formula that cannot be read; `sentence` quotes what is wrong and says what is allowed."""

    def __init__(self, template: Message, **values: Any) -> None:
        super().__init__(template)
        self.sentence: Sentence = say(template, **values)


class Name(NamedTuple):
    """What a formula may name: a word of a choice is one of `words`, a `divisor` is from 1."""

    kind: str
    level: int
    words: frozenset[str] | None = None
    divisor: bool = False


Scope = Mapping[str, Name]


class Term(NamedTuple):
    """A part of a formula: what kind of value it is, what works it out, and the finest level of its
    names with one of them.

    `weight` is the work it makes, `literal` its value where it is a constant, `words` those that it
    may be where they are known, `items` what a list has.
    """

    kind: str
    run: Run
    level: tuple[int, str] = (DEAL, "")
    weight: int = 1
    literal: Any = None
    words: frozenset[str] | None = None
    divisor: bool = False
    items: str = ""


def constant(value: Any, kind: str) -> Term:
    """Return the term of a value that is always the same."""
    words = frozenset((value,)) if kind == WORD else None
    return Term(kind, lambda known, side, seat: value, literal=value, words=words)


NOTHING: Final = constant(0, NUMBER).run
"""Stands for a formula at fault, which is never worked out."""


def limited(value: Any) -> Any:
    """Return a number; raises `TooGreat` beyond the limit."""
    if -LIMIT <= value <= LIMIT and (type(value) is int or value.denominator <= LIMIT):
        return value
    raise TooGreat


def same_kind(one: str, other: str) -> str:
    """Return the kind of two values that may stand for each other; nothing if they may not."""
    pair = {one, other}
    if len(pair) == 1 and one != LIST:
        return one
    if pair == {NUMBER, FRACTION}:
        return FRACTION
    if NO_ONE in pair and pair & {SEAT_KIND, SIDE_KIND}:
        return one if other == NO_ONE else other
    return ""


def unknown(name: str, names: Iterable[str]) -> FormulaFault:
    """Return the fault of a name that is not known, with one that it may be meant to be."""
    near = get_close_matches(name, [*names, *FUNCTIONS], 1) if len(name) <= _LONGEST_NAME else []
    if near:
        template: Message = "“{name}” is not known here. Did you mean {near}?"
        return FormulaFault(template, name=name, near=near[0])
    return FormulaFault("“{name}” is not known here.", name=name)


def cannot_be(word: Any, words: Iterable[str]) -> FormulaFault:
    """Return the fault of a word that is none of a choice's."""
    template: Message = "“{word}” is none of the choices: {choices}."
    return FormulaFault(template, word=word, choices=one_of(*sorted(words)))


# --- tokens ---------------------------------------------------------------------------------------

_TOKEN: Final = re.compile(
    r"(?P<number>[0-9]+)(?![A-Za-z_])|(?P<name>[a-z][a-z0-9_]*)"
    r"|\"(?P<word>[^\"]*)\"|'(?P<quoted>[^']*)'|(?P<sign>!=|<=|>=|[=≠<≤>≥+−\-×*÷/(),])"
)
_BLANK: Final = " \N{NO-BREAK SPACE}"
_SPELLED: Final = {"!=": "≠", "<=": "≤", ">=": "≥", "-": "−", "*": "×", "/": "÷"}
END: Final = ("end", "")

Token = tuple[str, str]


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of a formula: number, name, word or sign, in one spelling each, and `END`.

    Raises `FormulaFault`.
    """
    if len(text) > LONGEST:
        raise FormulaFault("A formula has {n} characters at most.", n=LONGEST)
    found, at = list[Token](), 0
    while at < len(text):
        if text[at] in _BLANK:
            at += 1
            continue
        token = _TOKEN.match(text, at)
        if token is None:
            raise FormulaFault("“{given}” cannot be read here.", given=text[at : at + 12])
        kind = cast(str, token.lastgroup)
        value = token[kind]
        found.append(
            ("word", value)
            if kind == "quoted"
            else (kind, _SPELLED.get(value, value) if kind == "sign" else value)
        )
        at = token.end()
    return [*found, END]
