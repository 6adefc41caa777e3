"""Formulas of own games: a text, read by a small grammar of its own into a checked function.

A formula is read once, with its types and levels, before the first deal. It becomes plain closures
over the deal; nothing of the host language is ever called by a name that stands in a text.
"""

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from scorekeeper.own.terms import (
    DEAL,
    END,
    FRACTION,
    FUNCTIONS,
    KEYWORDS,
    LIMIT,
    LIST,
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
    Run,
    Scope,
    Term,
    cannot_be,
    constant,
    limited,
    same_kind,
    tokens_of,
    unknown,
)
from scorekeeper.sentences import Message, Phrase, one_of

MOST_NODES: Final = 150
DEEPEST: Final = 20

_COMPARE: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "=": operator.eq, "≠": operator.ne, "<": operator.lt,
    "≤": operator.le, ">": operator.gt, "≥": operator.ge,
}  # fmt: skip
_COUNT: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "+": lambda x, y: limited(x + y),
    "−": lambda x, y: limited(x - y),
    "×": lambda x, y: limited(x * y),
    "÷": lambda x, y: limited(Fraction(x, y)),
}
_LITERALS: Final = {"yes": (True, TRUTH), "no": (False, TRUTH), "nobody": (NOBODY, NO_ONE)}


def _nearest(x: Any) -> int:
    """Return the nearest whole number; halves go away from 0."""
    half = Fraction(1, 2)
    return int(math.floor(x + half) if x >= 0 else -math.floor(half - x))


def _to_multiple(to_whole: Callable[[Any], int]) -> Callable[..., int]:
    def rounded(x: Any, n: int = 1) -> int:
        return int(limited(n * to_whole(Fraction(x, n))))

    return rounded


def _best(choose: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *given: choose(given) if len(given) > 1 else choose(given[0], default=0)


_FUNCTIONS: Final[Mapping[str, tuple[tuple[str, ...], str, Callable[..., Any]]]] = {
    "sum": (("list",), "", lambda items: limited(sum(items))),
    "min": (("list",), "", _best(min)),
    "max": (("list",), "", _best(max)),
    "count": (("truths",), NUMBER, sum),
    "rank": (("number", "list"), NUMBER, lambda x, items: 1 + sum(one > x for one in items)),
    "abs": (("number",), "", abs),
    "up": (("number", "divisor?"), NUMBER, _to_multiple(math.ceil)),
    "down": (("number", "divisor?"), NUMBER, _to_multiple(math.floor)),
    "round": (("number", "divisor?"), NUMBER, _to_multiple(_nearest)),
    "rest": (("number", "divisor"), "", operator.mod),
}
"""What each takes, what kind it is (nothing: that of what it takes), and what it does."""


class _Parser:
    """Reads one formula, from the loosest operator to the tightest."""

    def __init__(self, text: str, scope: Scope, most_players: int) -> None:
        self.tokens, self.at = tokens_of(text), 0
        self.scope, self.most = scope, most_players
        self.nodes = self.depth = 0

    def whole(self) -> Term:
        term = self.formula()
        if self.tokens[self.at] is not END:
            raise self.unexpected()
        return term

    # --- tokens ---

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
        if given in _COMPARE:
            return FormulaFault("Only one comparison at a time; join two by “and”.")
        return FormulaFault("“{given}” cannot stand here.", given=given)

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise FormulaFault("Brackets and ifs are nested {n} deep at most.", n=DEEPEST)

    # --- terms ---

    def node(self, term: Term) -> Term:
        """Count a node."""
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise FormulaFault("This formula is too long: {n} parts at most.", n=MOST_NODES)
        return term

    def join(self, kind: str, do: Callable[..., Any], *terms: Term) -> Term:
        """Return a term that does something with the values of others."""
        if len(terms) == 1:
            one = terms[0].run
            return self.joined(kind, lambda k, s, p: do(one(k, s, p)), *terms)
        if len(terms) == 2:
            one, other = terms[0].run, terms[1].run
            return self.joined(kind, lambda k, s, p: do(one(k, s, p), other(k, s, p)), *terms)
        runs = [term.run for term in terms]
        return self.joined(kind, lambda k, s, p: do(*[run(k, s, p) for run in runs]), *terms)

    def joined(self, kind: str, run: Run, *terms: Term) -> Term:
        """Return a term made of others, of the finest of their levels."""
        level = max(term.level for term in terms)
        return self.node(Term(kind, run, level, 1 + sum(term.weight for term in terms)))

    @staticmethod
    def need(term: Term, *kinds: str) -> Term:
        if term.kind not in kinds:
            wanted, given = one_of(*map(Phrase, kinds)), Phrase(term.kind)
            template: Message = "Here {wanted} is needed; this is {given}."
            raise FormulaFault(template, wanted=wanted, given=given)
        return term

    def taken(self, term: Term, wanted: str) -> Term:
        """Return what a function takes, if it is that."""
        if wanted in ("list", "truths"):
            kinds = (TRUTH,) if wanted == "truths" else (NUMBER, FRACTION)
            self.need(self.need(term, LIST)._replace(kind=term.items), *kinds)
        elif wanted == "number":
            self.need(term, NUMBER, FRACTION)
        elif not (self.need(term, NUMBER).divisor or (term.literal or 0) >= 1):
            raise FormulaFault(
                "Only a number from 1, “players”, “sides” or a house rule that is at least 1 "
                "can be divided by."
            )
        return term

    def comparable(self, left: Term, right: Term) -> str:
        """Return the kind of two values that may be compared."""
        kind = same_kind(left.kind, right.kind)
        if not kind:
            one, other = Phrase(left.kind), Phrase(right.kind)
            template: Message = "{one} and {other} are not of one kind, as they must be here."
            raise FormulaFault(template, one=one, other=other)
        for word, words in ((left.literal, right.words), (right.literal, left.words)):
            if kind == WORD and word is not None and words is not None and word not in words:
                raise cannot_be(word, words)
        return kind

    # --- from loose to tight ---

    def formula(self) -> Term:
        if not self.take("if"):
            return self.chain("or", lambda: self.chain("and", self.negation))
        self.deeper()
        condition = self.need(self.formula(), TRUTH)
        self.expect("then")
        one = self.formula()
        self.expect("else")
        other = self.formula()
        self.depth -= 1
        words = one.words | other.words if one.words and other.words else None
        kind = self.comparable(one._replace(words=None), other._replace(words=None))
        test, yes, no = condition.run, one.run, other.run
        run: Run = lambda k, s, p: yes(k, s, p) if test(k, s, p) else no(k, s, p)  # noqa: E731
        return self.joined(kind, run, condition, one, other)._replace(words=words)

    def chain(self, word: str, tighter: Callable[[], Term]) -> Term:
        left = tighter()
        while self.take(word):
            left = self.either(word == "and", self.need(left, TRUTH), self.need(tighter(), TRUTH))
        return left

    def either(self, both: bool, left: Term, right: Term) -> Term:
        one, other = left.run, right.run
        if both:
            return self.joined(TRUTH, lambda k, s, p: one(k, s, p) and other(k, s, p), left, right)
        return self.joined(TRUTH, lambda k, s, p: one(k, s, p) or other(k, s, p), left, right)

    def negation(self) -> Term:
        if self.take("not"):
            return self.join(TRUTH, operator.not_, self.need(self.negation(), TRUTH))
        left = self.sum()
        if sign := self.take(*_COMPARE):
            right = self.sum()
            for term in (left, right) if sign in "<≤>≥" else ():
                self.taken(term, "number")
            self.comparable(left, right)
            return self.join(TRUTH, _COMPARE[sign], left, right)
        return self.among(left) if self.take("in") else left

    def among(self, left: Term) -> Term:
        self.expect("(")
        constants = [self.sum()]
        while self.take(","):
            constants.append(self.sum())
        self.expect(")")
        for term in constants:
            if term.literal is None:
                raise FormulaFault("After “in” stand numbers or words in brackets: in (1, 2).")
            self.comparable(left, term)
        values = frozenset(term.literal for term in constants)
        term = self.join(TRUTH, lambda value: value in values, left)
        return term._replace(weight=term.weight + len(constants))

    def sum(self) -> Term:
        left = self.product()
        while sign := self.take("+", "−"):
            left = self.counted(sign, left, self.product())
        return left

    def product(self) -> Term:
        left = self.signed()
        while sign := self.take("×", "÷"):
            left = self.counted(sign, left, self.signed())
        return left

    def counted(self, sign: str, left: Term, right: Term) -> Term:
        self.taken(left, "number")
        self.taken(right, "divisor" if sign == "÷" else "number")
        kind = FRACTION if sign == "÷" else same_kind(left.kind, right.kind)
        return self.join(kind, _COUNT[sign], left, right)

    def signed(self) -> Term:
        if not self.take("−"):
            return self.atom()
        term = self.taken(self.signed(), "number")
        negative = None if term.literal is None else -term.literal
        return self.join(term.kind, operator.neg, term)._replace(literal=negative)

    def atom(self) -> Term:
        if self.take("("):
            self.deeper()
            term = self.formula()
            self.expect(")")
            self.depth -= 1
            return term
        kind, value = self.tokens[self.at]
        if kind in ("end", "sign") or (kind == "name" and value in KEYWORDS - _LITERALS.keys()):
            raise self.unexpected()
        self.at += 1
        if kind == "number":
            if len(value) > 10 or int(value) > LIMIT:
                raise FormulaFault("Numbers go up to {n}.", n=LIMIT)
            return self.node(constant(int(value), NUMBER))
        if kind == "word":
            return self.node(constant(value, WORD))
        if value in _LITERALS:
            return self.node(constant(*_LITERALS[value]))
        return self.call(value) if value in FUNCTIONS and self.take("(") else self.named(value)

    def named(self, name: str) -> Term:
        found = self.scope.get(name)
        if found is None:
            raise unknown(name, self.scope)
        run: Run
        if name in ("me", "us"):
            run = (lambda k, s, p: p) if name == "me" else (lambda k, s, p: s)
        elif found.level == DEAL:
            run = lambda k, s, p: k[name]  # noqa: E731
        elif found.level == SIDE:
            run = lambda k, s, p: k[name][s]  # noqa: E731
        else:
            run = lambda k, s, p: k[name][p]  # noqa: E731
        term = Term(found.kind, run, (found.level, name), words=found.words)
        return self.node(term._replace(divisor=found.divisor))

    # --- functions ---

    def call(self, name: str) -> Term:
        self.deeper()
        given = [self.formula()]
        while self.take(","):
            given.append(self.formula())
        self.expect(")")
        self.depth -= 1
        if name in ("all", "ours", "others"):
            return self.list_of(name, *self.exactly(name, given, 1))
        if name == "at":
            return self.value_at(*self.exactly(name, given, 2))
        if name == "side":
            (who,) = self.exactly(name, given, 1)
            run = self.need(who, SEAT_KIND, NO_ONE).run
            return self.joined(SIDE_KIND, lambda k, s, p: _side_of(k, run(k, s, p)), who)
        wanted, kind, do = _FUNCTIONS[name]
        if name in ("min", "max") and len(given) > 1:
            wanted = ("number",) * len(given)
        least = sum(not one.endswith("?") for one in wanted)
        self.exactly(name, given, min(max(len(given), least), len(wanted)))
        terms = [
            self.taken(term, one.rstrip("?")) for term, one in zip(given, wanted, strict=False)
        ]
        kinds = {term.items or term.kind for term in terms}
        return self.join(kind or (FRACTION if FRACTION in kinds else NUMBER), do, *terms)

    @staticmethod
    def exactly(name: str, given: Sequence[Term], count: int) -> Sequence[Term]:
        if len(given) != count:
            template: Message = "“{name}” takes {n} {n:value|values} in its brackets."
            raise FormulaFault(template, name=name, n=count)
        return given

    def list_of(self, name: str, term: Term) -> Term:
        if term.kind == LIST:
            raise FormulaFault("A list cannot stand in a list.")
        run, of_players = term.run, term.level[0] == PLAYER

        def everybody(k: Known) -> list[tuple[int, int]]:
            if of_players:
                return [(k.side_of[seat], seat) for seat in k.filled]
            return [(side, side) for side in k.present]

        values: Run
        if name == "all":
            values = lambda k, s, p: [run(k, t, q) for t, q in everybody(k)]  # noqa: E731
        elif name == "ours":
            values = lambda k, s, p: [run(k, t, q) for t, q in everybody(k) if t == s]  # noqa: E731
        else:
            values = lambda k, s, p: [run(k, t, q) for t, q in everybody(k) if t != s]  # noqa: E731
        level = (DEAL, "") if name == "all" else (SIDE, name)
        weight = 1 + term.weight * self.most
        return self.node(Term(LIST, values, level, weight, items=term.kind))

    def value_at(self, term: Term, who: Term) -> Term:
        self.need(term, NUMBER, FRACTION, TRUTH)
        self.need(who, SEAT_KIND, SIDE_KIND, NO_ONE)
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

        return self.node(Term(term.kind, there, who.level, 1 + term.weight + who.weight))


def _side_of(known: Known, seat: int) -> int:
    return NOBODY if seat == NOBODY else known.side_of[seat]


def read_formula(
    text: str, scope: Scope, level: int, kinds: Sequence[str], most_players: int
) -> Term:
    """Return a formula that stands at this level, of one of these kinds (none: of any).

    Raises `FormulaFault`. Its weight is that of working it out for everybody at that level.
    """
    term = _Parser(text, scope, most_players).whole()
    if term.kind == FRACTION and kinds and FRACTION not in kinds:
        template: Message = (
            "This may be a fraction; put it in “round( … )”, “up( … )” or “down( … )”."
        )
        raise FormulaFault(template)
    if term.kind == LIST:
        raise FormulaFault("A list needs “sum”, “count”, “min”, “max” or “rank” around it.")
    _Parser.need(term, *(kinds or (term.kind,)))
    of, name = term.level
    if of > level:
        message: Message = (
            "“{name}” is of each player; here it needs “sum(all( … ))” or “at( … )”."
            if of == PLAYER
            else "“{name}” is of each side; here it needs “sum(all( … ))” or “at( … )”."
        )
        raise FormulaFault(message, name=name)
    return term._replace(weight=term.weight * (most_players if level else 1))
