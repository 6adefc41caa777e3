"""Formulas of own games: a text, read by a small grammar of its own into a checked function.

A formula is read once, with its types and levels, before the first deal. It becomes plain closures
over the deal; nothing of the host language is ever called by a name that stands in a text.
"""

import math
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple, TypeVar, cast

from scorekeeper.own.terms import (
    ALL_LISTS,
    COUNTED,
    DEAL,
    FRACTION,
    FUNCTIONS,
    KEYWORDS,
    LIMIT,
    LIST,
    LISTS,
    NO_ONE,
    NOBODY,
    NUMBER,
    PLAYER,
    SEAT_KIND,
    SIDE,
    SIDE_KIND,
    TRUTH,
    WORD,
    FormulaFault,
    Known,
    Name,
    Run,
    Term,
    alike,
    constant,
    limited,
    need,
    run_of,
    unknown,
)
from scorekeeper.sentences import Message

LONGEST: Final = 400
MOST_NODES: Final = 150
DEEPEST: Final = 20

# --- tokens ---------------------------------------------------------------------------------------

_BLANK: Final = " \N{NO-BREAK SPACE}"
_TOKEN: Final = re.compile(
    rf"[{_BLANK}]*(?:(?P<number>[0-9]+)(?![A-Za-z_])|(?P<name>[a-z][a-z0-9_]*)"
    r"|\"(?P<word>[^\"]*)\"|'(?P<quoted>[^']*)'|(?P<sign>!=|<=|>=|[=≠<≤>≥+−\-×*÷/(),])|(?P<end>\Z))"
)
_SPELLED: Final = {"!=": "≠", "<=": "≤", ">=": "≥", "-": "−", "*": "×", "/": "÷"}


def tokens_of(text: str) -> list[tuple[str, str]]:
    """Return the tokens of a formula: number, name, word or sign, in one spelling each, and an end.

    Raises `FormulaFault`.
    """
    if len(text) > LONGEST:
        raise FormulaFault("A formula has {n} characters at most.", n=LONGEST)
    found, at, kind = list[tuple[str, str]](), 0, ""
    while kind != "end":
        token = _TOKEN.match(text, at)
        if token is None:
            given = text[at:].lstrip(_BLANK)[:12]
            raise FormulaFault("“{given}” cannot be read here.", given=given)
        kind, at = cast(str, token.lastgroup), token.end()
        value = token[kind]
        if kind == "sign":
            value = _SPELLED.get(value, value)
        found.append(("word" if kind == "quoted" else kind, value))
    return found


# --- what operators and functions do --------------------------------------------------------------


def _nearest(x: Any) -> int:
    """Return the nearest whole number; halves go away from 0."""
    half = Fraction(1, 2)
    return int(math.floor(x + half) if x >= 0 else -math.floor(half - x))


def _to_multiple(to_whole: Callable[[Any], int]) -> Callable[..., int]:
    return lambda x, n=1: int(limited(n * to_whole(Fraction(x, n))))


def _best(choose: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *given: choose(given) if len(given) > 1 else choose(given[0], default=0)


class _Work(NamedTuple):
    """What an operator or a function does, the kinds of each value that it takes (none: two that
    are alike), the kind it gives (none: that of the numbers that it takes), and the fewest values
    that it takes, where it may be fewer."""

    do: Callable[..., Any]
    takes: tuple[Sequence[str], ...]
    gives: str = TRUTH
    fewest: int = 12


_TWO: Final = (COUNTED, COUNTED)
_LISTED: Final = (LISTS[NUMBER], LISTS[FRACTION])
_DIVIDED: Final = (COUNTED, (NUMBER,))
_OPERATORS: Final[Mapping[str, tuple[int, _Work]]] = {
    "or": (0, _Work(operator.or_, ((TRUTH,), (TRUTH,)))),
    "and": (1, _Work(operator.and_, ((TRUTH,), (TRUTH,)))),
    "=": (2, _Work(operator.eq, ())),
    "≠": (2, _Work(operator.ne, ())),
    "<": (2, _Work(operator.lt, _TWO)),
    "≤": (2, _Work(operator.le, _TWO)),
    ">": (2, _Work(operator.gt, _TWO)),
    "≥": (2, _Work(operator.ge, _TWO)),
    "in": (2, _Work(operator.contains, ())),
    "+": (3, _Work(lambda x, y: limited(x + y), _TWO, "")),
    "−": (3, _Work(lambda x, y: limited(x - y), _TWO, "")),
    "×": (4, _Work(lambda x, y: limited(x * y), _TWO, "")),
    "÷": (4, _Work(lambda x, y: limited(Fraction(x, y)), _DIVIDED, FRACTION)),
}
"""Each with how tight it is, from 0."""
_COMPARED: Final = 2
_NO_OPERATOR: Final = (-1, _Work(operator.not_, ()))
_NOT: Final = _Work(operator.not_, ((TRUTH,),))
_MINUS: Final = _Work(operator.neg, (COUNTED,), "")
_FUNCTIONS: Final[Mapping[str, _Work]] = {
    "sum": _Work(lambda items: limited(sum(items)), (_LISTED,), ""),
    "min": _Work(_best(min), (_LISTED,), ""),
    "max": _Work(_best(max), (_LISTED,), ""),
    "count": _Work(sum, ((LISTS[TRUTH],),), NUMBER),
    "rank": _Work(lambda x, items: 1 + sum(i > x for i in items), (COUNTED, _LISTED), NUMBER),
    "abs": _Work(abs, (COUNTED,), ""),
    "up": _Work(_to_multiple(math.ceil), _DIVIDED, NUMBER, fewest=1),
    "down": _Work(_to_multiple(math.floor), _DIVIDED, NUMBER, fewest=1),
    "round": _Work(_to_multiple(_nearest), _DIVIDED, NUMBER, fewest=1),
    "rest": _Work(operator.mod, _DIVIDED, ""),
}
_PICKS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "all": lambda side, mine: True,
    "ours": operator.eq,
    "others": operator.ne,
}
_LITERALS: Final = {"yes": (True, TRUTH), "no": (False, TRUTH), "nobody": (NOBODY, NO_ONE)}


def _worked(word: str, do: Callable[..., Any], runs: Sequence[Run]) -> Run:
    """Return what does something with the values of others: of one and of two without a list, as
    most are; `and` and `or` stop as soon as the answer is certain."""
    one, other = runs[0], runs[-1]
    if word == "and":
        return lambda k, s, p: one(k, s, p) and other(k, s, p)
    if word == "or":
        return lambda k, s, p: one(k, s, p) or other(k, s, p)
    if len(runs) == 1:
        return lambda k, s, p: do(one(k, s, p))
    if len(runs) == 2:
        return lambda k, s, p: do(one(k, s, p), other(k, s, p))
    return lambda k, s, p: do(*[run(k, s, p) for run in runs])


T = TypeVar("T")

# --- reading --------------------------------------------------------------------------------------


class _Parser:
    """Reads one formula, from the loosest operator to the tightest."""

    def __init__(self, text: str, names: Mapping[str, Name], most_players: int) -> None:
        self.tokens, self.at = tokens_of(text), 0
        self.names, self.most = names, most_players
        self.nodes = self.depth = 0

    def whole(self) -> Term:
        term = self.formula()
        if self.at < len(self.tokens) - 1:
            raise self.unexpected()
        return term

    def take(self, *values: str) -> str:
        """Return the next sign or word of the grammar if it is one of these; else nothing."""
        kind, value = self.tokens[self.at]
        if value not in values or kind not in ("sign", "name"):
            return ""
        self.at += 1
        return value

    def expect(self, value: str) -> None:
        if not self.take(value):
            raise self.unexpected(value)

    def unexpected(self, wanted: str = "") -> FormulaFault:
        kind, given = self.tokens[self.at]
        if wanted and kind == "end":
            return FormulaFault("The formula ends where “{wanted}” is needed.", wanted=wanted)
        if wanted:
            template: Message = "“{given}” stands where “{wanted}” is needed."
            return FormulaFault(template, given=given, wanted=wanted)
        if kind == "end":
            return FormulaFault("The formula ends too early.")
        if given == "if":
            return FormulaFault("“if” needs brackets here: ( if … then … else … ).")
        if _OPERATORS.get(given, _NO_OPERATOR)[0] == _COMPARED:
            return FormulaFault("Only one comparison at a time; join two by “and”.")
        return FormulaFault("“{given}” cannot stand here.", given=given)

    def listed(self, read: Callable[[], Term]) -> list[Term]:
        """Return what stands in brackets, with commas between."""
        terms = [read()]
        while self.take(","):
            terms.append(read())
        self.expect(")")
        return terms

    def node(self, term: Term) -> Term:
        """Count a node."""
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise FormulaFault("This formula is too long: {n} parts at most.", n=MOST_NODES)
        return term

    def made(self, kind: str, run: Run, *terms: Term, **more: Any) -> Term:
        """Return a node made of others, of the finest of their levels."""
        level, weight = (DEAL, ""), 1
        for term in terms:
            level, weight = max(level, term.level), weight + term.weight
        made = Term(kind, run, level, weight)
        return self.node(made._replace(**more) if more else made)

    def join(self, word: str, work: _Work, *terms: Term) -> Term:
        """Return what an operator or a function makes of others."""
        for term, kinds in zip(terms, work.takes, strict=False):
            need(term, *kinds)
        if work.takes is _DIVIDED and len(terms) > 1:
            divisor = terms[1]
            if not (divisor.divisor or (divisor.literal or 0) >= 1):
                raise FormulaFault(
                    "Only a number from 1, “players”, “sides” or a house rule that is at least 1 "
                    "can be divided by."
                )
        if not work.takes or word in "<≤>≥":
            alike(*terms)
        fraction = any(term.kind in (FRACTION, LISTS[FRACTION]) for term in terms)
        run = _worked(word, work.do, [term.run for term in terms])
        return self.made(work.gives or (FRACTION if fraction else NUMBER), run, *terms)

    def nested(self, read: Callable[[], T]) -> T:
        """Return what is read between brackets, or of an `if`."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise FormulaFault("Brackets and ifs are nested {n} deep at most.", n=DEEPEST)
        found = read()
        self.depth -= 1
        return found

    # --- from loose to tight ---

    def formula(self) -> Term:
        return self.nested(self.choice) if self.take("if") else self.operation(0)

    def choice(self) -> Term:
        condition = need(self.formula(), TRUTH)
        self.expect("then")
        one = self.formula()
        self.expect("else")
        other = self.formula()
        words = one.words | other.words if one.words and other.words else None
        kind = alike(one._replace(words=None), other._replace(words=None))
        test, yes, no = condition.run, one.run, other.run
        run: Run = lambda k, s, p: yes(k, s, p) if test(k, s, p) else no(k, s, p)  # noqa: E731
        return self.made(kind, run, condition, one, other, words=words)

    def bracketed(self) -> Term:
        term = self.formula()
        self.expect(")")
        return term

    def operation(self, loosest: int) -> Term:
        """Return what operators make that are not looser than this: each takes on its right what is
        tighter than itself, and nothing is compared twice."""
        tightest = 4
        if loosest <= _COMPARED and self.take("not"):
            left, tightest = self.join("not", _NOT, self.operation(_COMPARED)), _COMPARED - 1
        else:
            left = self.signed()
        while True:
            kind, sign = self.tokens[self.at]
            tight, work = _OPERATORS.get(sign, _NO_OPERATOR)
            if kind not in ("sign", "name") or not loosest <= tight <= tightest:
                return left
            self.at += 1
            if sign == "in":
                left = self.among(left)
            else:
                left = self.join(sign, work, left, self.operation(tight + 1))
            tightest = tight - 1 if tight == _COMPARED else tight

    def among(self, left: Term) -> Term:
        self.expect("(")
        constants = self.listed(lambda: self.operation(_COMPARED + 1))
        for term in constants:
            if term.literal is None:
                raise FormulaFault("After “in” stand numbers or words in brackets: in (1, 2).")
            alike(left, term)
        values, run = frozenset(term.literal for term in constants), left.run
        weight = 1 + left.weight + len(constants)
        return self.made(TRUTH, lambda k, s, p: run(k, s, p) in values, left, weight=weight)

    def signed(self) -> Term:
        if not self.take("−"):
            return self.atom()
        term = self.signed()
        negative = self.join("−", _MINUS, term)
        return negative._replace(literal=None if term.literal is None else -term.literal)

    def atom(self) -> Term:
        if self.take("("):
            return self.nested(self.bracketed)
        kind, value = self.tokens[self.at]
        if kind in ("end", "sign") or (kind == "name" and value in KEYWORDS - _LITERALS.keys()):
            raise self.unexpected()
        self.at += 1
        if kind == "name" and value not in _LITERALS:
            return self.call(value) if value in FUNCTIONS and self.take("(") else self.named(value)
        if kind == "number" and (len(value) > 10 or int(value) > LIMIT):
            raise FormulaFault("Numbers go up to {n}.", n=LIMIT)
        if kind == "name":
            return self.node(constant(*_LITERALS[value]))
        return self.node(constant(value, WORD) if kind == "word" else constant(int(value), NUMBER))

    def named(self, name: str) -> Term:
        if name not in self.names:
            raise unknown(name, self.names)
        kind, level, divisor, *_ = what = self.names[name]
        run = run_of(name, level)
        return self.node(Term(kind, run, (level, name), words=what.words, divisor=divisor))

    # --- functions ---

    def call(self, name: str) -> Term:
        given = self.nested(lambda: self.listed(self.formula))
        work = _FUNCTIONS.get(name)
        if work is not None and name in ("min", "max") and len(given) > 1:
            work = work._replace(takes=(COUNTED,) * len(given))
        most = len(work.takes) if work else 2 if name == "at" else 1
        count = max(len(given), work.fewest) if work else most
        if len(given) != min(count, most):
            template: Message = "“{name}” takes {n} {n:value|values} in its brackets."
            raise FormulaFault(template, name=name, n=min(count, most))
        if work:
            return self.join(name, work, *given)
        if name == "at":
            return self.value_at(*given)
        return self.side_of(*given) if name == "side" else self.list_of(name, *given)

    def side_of(self, who: Term) -> Term:
        seat = need(who, SEAT_KIND, NO_ONE).run

        def side(k: Known, s: int, p: int) -> int:
            one = seat(k, s, p)
            return NOBODY if one == NOBODY else k.side_of[one]

        return self.made(SIDE_KIND, side, who)

    def list_of(self, name: str, term: Term) -> Term:
        if term.kind in ALL_LISTS:
            raise FormulaFault("A list cannot stand in a list.")
        run, picked = term.run, _PICKS[name]
        of = PLAYER if term.level[0] == PLAYER else SIDE
        level = (DEAL, "") if name == "all" else (SIDE, name)
        return self.made(
            LISTS.get(term.kind, LIST),
            lambda k, s, p: [run(k, t, q) for t, q in k.everybody(of) if picked(t, s)],
            level=level,
            weight=1 + term.weight * self.most,
        )

    def value_at(self, term: Term, who: Term) -> Term:
        need(term, *COUNTED, TRUTH)
        need(who, SEAT_KIND, SIDE_KIND, NO_ONE)
        if term.level[0] == DEAL:
            raise FormulaFault("“at” takes something of each player or each side.")
        if term.level[0] == PLAYER and who.kind == SIDE_KIND:
            template: Message = "“{name}” is of each player; a side has several."
            raise FormulaFault(template, name=term.level[1])
        run, whom, of_seat = term.run, who.run, who.kind == SEAT_KIND
        none = False if term.kind == TRUTH else 0

        def there(k: Known, s: int, p: int) -> Any:
            one = whom(k, s, p)
            if one == NOBODY:
                return none
            return run(k, k.side_of[one] if of_seat else one, one)

        return self.made(term.kind, there, term, who, level=who.level)


def read_formula(
    text: str, names: Mapping[str, Name], level: int, kinds: Sequence[str], most_players: int
) -> Term:
    """Return a formula that stands at this level, of one of these kinds (none: of any).

    Raises `FormulaFault`. Its weight is that of working it out for everybody at that level.
    """
    term = _Parser(text, names, most_players).whole()
    if term.kind == FRACTION and kinds and FRACTION not in kinds:
        template: Message = (
            "This may be a fraction; put it in “round( … )”, “up( … )” or “down( … )”."
        )
        raise FormulaFault(template)
    if term.kind in ALL_LISTS:
        raise FormulaFault("A list needs “sum”, “count”, “min”, “max” or “rank” around it.")
    need(term, *(kinds or (term.kind,)))
    of, name = term.level
    if of > level:
        message: Message = (
            "“{name}” is of each player; here it needs “sum(all( … ))” or “at( … )”."
            if of == PLAYER
            else "“{name}” is of each side; here it needs “sum(all( … ))” or “at( … )”."
        )
        raise FormulaFault(message, name=name)
    return term._replace(weight=term.weight * (most_players if level else 1))
