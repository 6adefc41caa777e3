"""Formulas of own games: a text, read by a small grammar of its own into a checked function.

A formula is read once, with its types and levels, before the first deal. What it becomes are plain
closures over the deal; nothing of the host language is ever called by a name that stands in a text.
"""

import math
import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from typing import Any, Final, NamedTuple, cast

from scorekeeper.engine import Missing
from scorekeeper.sentences import Phrase, Sentence, one_of, phrase, say

LIMIT: Final = 1_000_000_000
"""No value is greater in size, nor the denominator of a fraction."""
LONGEST: Final = 400
MOST_NODES: Final = 150
DEEPEST: Final = 20
NOBODY: Final = -1
"""Stands for nobody among seats and sides while a formula is worked out."""

DEAL, SIDE, PLAYER = 0, 1, 2
"""The levels of a name: one value, one for each side, one for each player."""

NUMBER: Final = phrase("a whole number")
FRACTION: Final = phrase("a fraction")
TRUTH: Final = phrase("a yes or no")
WORD: Final = phrase("a word")
SEAT_KIND: Final = phrase("a player")
SIDE_KIND: Final = phrase("a side")
NO_ONE: Final = phrase("nobody")
LIST: Final = phrase("a list")


class Known(dict[str, Any]):
    """What is known of a deal by its names: a value, or one by side or seat; with who sits there.

    A name that has no value yet raises `Missing`, as a draft of a deal does.
    """

    __slots__ = ("filled", "present", "side_of")

    filled: Sequence[int]
    """The seats that are not empty."""
    present: Sequence[int]
    """The sides where somebody sits."""
    side_of: Sequence[int]
    """The side of each seat."""

    def __missing__(self, name: str) -> Any:
        raise Missing(name)


Run = Callable[[Known, int, int], Any]
"""Works a formula out for a side and a seat, where it is of one."""


class TooGreat(ArithmeticError):
    """A value beyond the limit."""


class FormulaFault(ValueError):
    """A formula that cannot be read; `sentence` quotes what is wrong and says what is allowed."""

    def __init__(self, template: str, **values: Any) -> None:
        super().__init__(template)
        self.sentence: Sentence = say(template, **values)


class Term(NamedTuple):
    """A part of a formula: what kind of value it is, the finest level of its names with the first
    of them, and what works it out.

    `weight` is the work it makes; `literal` its value where it is a constant; `words` those it may
    be where they are known; a `divisor` is never less than 1; a list has `items` of one kind.
    """

    kind: str
    run: Run
    level: tuple[int, str] = (DEAL, "")
    weight: int = 1
    literal: Any = None
    words: frozenset[str] | None = None
    divisor: bool = False
    items: str = ""


class Name(NamedTuple):
    """What a formula may name."""

    kind: str
    level: int
    words: frozenset[str] | None = None
    divisor: bool = False


Scope = Mapping[str, Name]

FUNCTIONS: Final = (
    *("all", "ours", "others", "sum", "min", "max", "count", "rank"),
    *("abs", "up", "down", "round", "rest", "at", "side"),
)
_KEYWORDS: Final = frozenset(
    ("if", "then", "else", "or", "and", "not", "in", "yes", "no", "nobody")
)
_GIVEN: Final = ("players", "sides", "deal", "dealer", "me", "us", "total", "points", "stopped")
RESERVED: Final = _KEYWORDS.union(
    _GIVEN, FUNCTIONS, ("adjust", "seat", "finish", "draw", "passed_out")
)
"""Words that no field, option, value or carried value can be called."""

_TOKEN: Final = re.compile(
    r"(?P<number>[0-9]+)(?![A-Za-z_])|(?P<name>[a-z][a-z0-9_]*)"
    r"|\"(?P<word>[^\"]*)\"|'(?P<quoted>[^']*)'|(?P<sign>!=|<=|>=|[=≠<≤>≥+−\-×*÷/(),])"
)
_BLANK: Final = " \N{NO-BREAK SPACE}"
_SPELLED: Final = {"!=": "≠", "<=": "≤", ">=": "≥", "-": "−", "*": "×", "/": "÷"}
_END: Final = ("end", "")

_COMPARE: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "=": operator.eq, "≠": operator.ne, "<": operator.lt,
    "≤": operator.le, ">": operator.gt, "≥": operator.ge,
}  # fmt: skip
_COUNT: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add, "−": operator.sub, "×": operator.mul,
}  # fmt: skip


def _tokens(text: str) -> list[tuple[str, str]]:
    if len(text) > LONGEST:
        raise FormulaFault("A formula has {n} characters at most.", n=LONGEST)
    found, at = list[tuple[str, str]](), 0
    while at < len(text):
        if text[at] in _BLANK:
            at += 1
            continue
        token = _TOKEN.match(text, at)
        if token is None:
            raise FormulaFault("“{given}” cannot be read here.", given=text[at : at + 12])
        kind = cast(str, token.lastgroup)
        value = _SPELLED.get(token[kind], token[kind])
        found.append(("word" if kind == "quoted" else kind, value))
        at = token.end()
    return [*found, _END]


def nothing(known: Known, side: int, seat: int) -> Any:
    """Stand in for a formula at fault, which is never worked out."""
    raise AssertionError("a document at fault is never played")


def words_in(text: Any) -> list[str]:
    """Return the words and signs of a formula, in one spelling each."""
    try:
        return [value for _, value in _tokens(text)] if type(text) is str else []
    except FormulaFault:
        return []


def limited(value: Any) -> Any:
    """Return a number; raises `TooGreat` beyond the limit."""
    if -LIMIT <= value <= LIMIT and (type(value) is int or value.denominator <= LIMIT):
        return value
    raise TooGreat


def _rounded(x: Any) -> int:
    """Return the nearest whole number; halves go away from 0."""
    return int(math.floor(x + Fraction(1, 2)) if x >= 0 else -math.floor(-x + Fraction(1, 2)))


_ROUNDING: Final[Mapping[str, Callable[[Any], int]]] = {
    "up": math.ceil,
    "down": math.floor,
    "round": _rounded,
}


def _literal(value: Any) -> Run:
    return lambda known, side, seat: value


def _same_kind(one: str, other: str) -> str | None:
    """Return the kind of two values that may stand for each other; None if they may not."""
    pair = {one, other}
    if len(pair) == 1:
        return one
    if pair == {NUMBER, FRACTION}:
        return FRACTION
    if NO_ONE in pair and pair & {SEAT_KIND, SIDE_KIND}:
        return one if other == NO_ONE else other
    return None


def _cannot_be(word: str, words: Iterable[str]) -> FormulaFault:
    return FormulaFault(
        "“{word}” is none of the choices: {choices}.", word=word, choices=one_of(*sorted(words))
    )


class _Parser:
    """Reads one formula, from the loosest operator to the tightest."""

    def __init__(self, text: str, scope: Scope, most_players: int) -> None:
        self.tokens, self.at = _tokens(text), 0
        self.scope, self.most = scope, most_players
        self.nodes = self.depth = 0

    def whole(self) -> Term:
        term = self.formula()
        if self.tokens[self.at] is not _END:
            raise self.unexpected()
        return term

    # --- tokens ---

    def take(self, *values: str) -> str:
        """Return the next sign or word of the grammar if it is one of these; else nothing."""
        kind, value = self.tokens[self.at]
        if value in values and kind in ("sign", "name"):
            self.at += 1
            return value
        return ""

    def expect(self, value: str) -> None:
        if not self.take(value):
            raise self.unexpected(value)

    def unexpected(self, wanted: str = "") -> FormulaFault:
        kind, value = self.tokens[self.at]
        if kind == "end":
            return FormulaFault(
                "The formula ends where “{wanted}” is needed." if wanted
                else "The formula ends too early.", wanted=wanted,
            )  # fmt: skip
        if wanted:
            return FormulaFault(
                "“{given}” stands where “{wanted}” is needed.", given=value, wanted=wanted
            )
        if value == "if":
            return FormulaFault("“if” needs brackets here: ( if … then … else … ).")
        if value in _COMPARE:
            return FormulaFault("Only one comparison at a time: put “and” between “{given}” and the one before.", given=value)  # noqa: E501  # fmt: skip
        return FormulaFault("“{given}” cannot stand here.", given=value)

    def node(self, weight: int = 1) -> int:
        """Count a node; return its weight."""
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise FormulaFault("This formula is too long: {n} parts at most.", n=MOST_NODES)
        return weight

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise FormulaFault("Brackets and ifs are nested {n} deep at most.", n=DEEPEST)

    # --- kinds ---

    def need(self, term: Term, *kinds: str) -> Term:
        if term.kind not in kinds:
            wanted = one_of(*map(Phrase, kinds))
            raise FormulaFault(
                "Here {wanted} is needed; this is {given}.", wanted=wanted, given=Phrase(term.kind)
            )
        return term

    def number(self, term: Term) -> Term:
        return self.need(term, NUMBER, FRACTION)

    def join(self, kind: str, run: Run, *terms: Term, **more: Any) -> Term:
        """Return a term made of others, of the finest of their levels."""
        level = max(term.level for term in terms)
        return Term(kind, run, level, self.node() + sum(term.weight for term in terms), **more)

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
        kind = _same_kind(one.kind, other.kind)
        if kind is None or kind == LIST:
            raise FormulaFault(
                "After “then” stands {one}, after “else” {other}; they must be of one kind.",
                one=Phrase(one.kind), other=Phrase(other.kind),
            )  # fmt: skip
        test, yes, no = condition.run, one.run, other.run
        words = one.words | other.words if one.words and other.words else None
        return self.join(
            kind,
            lambda k, s, p: yes(k, s, p) if test(k, s, p) else no(k, s, p),
            *(condition, one, other),
            words=words,
        )

    def chain(self, word: str, tighter: Callable[[], Term]) -> Term:
        left = tighter()
        while self.take(word):
            right = self.need(tighter(), TRUTH)
            one, other = self.need(left, TRUTH).run, right.run
            run: Run = (
                (lambda k, s, p, f=one, g=other: f(k, s, p) and g(k, s, p))
                if word == "and"
                else (lambda k, s, p, f=one, g=other: f(k, s, p) or g(k, s, p))
            )
            left = self.join(TRUTH, run, left, right)
        return left

    def negation(self) -> Term:
        if not self.take("not"):
            return self.comparison()
        term = self.need(self.negation(), TRUTH)
        run = term.run
        return self.join(TRUTH, lambda k, s, p: not run(k, s, p), term)

    def comparison(self) -> Term:
        left = self.sum()
        if sign := self.take(*_COMPARE):
            right = self.sum()
            if sign in "<≤>≥":
                self.number(left)
                self.number(right)
            self.comparable(left, right)
            compare, one, other = _COMPARE[sign], left.run, right.run
            return self.join(
                TRUTH, lambda k, s, p: compare(one(k, s, p), other(k, s, p)), left, right
            )
        if self.take("in"):
            self.expect("(")
            constants = [self.constant(left)]
            while self.take(","):
                constants.append(self.constant(left))
            self.expect(")")
            run, values = left.run, frozenset(constants)
            term = self.join(TRUTH, lambda k, s, p: run(k, s, p) in values, left)
            return term._replace(weight=term.weight + len(constants))
        return left

    def constant(self, left: Term) -> Any:
        term = self.product()
        if term.literal is None:
            raise FormulaFault("After “in” stand numbers or words in brackets: in (1, 2).")
        self.comparable(left, term)
        return term.literal

    def comparable(self, left: Term, right: Term) -> None:
        kind = _same_kind(left.kind, right.kind)
        if kind is None or kind == LIST:
            raise FormulaFault(
                "{one} is compared with {other}; only values of one kind can be compared.",
                one=Phrase(left.kind), other=Phrase(right.kind),
            )  # fmt: skip
        for word, words in ((left.literal, right.words), (right.literal, left.words)):
            if kind == WORD and word is not None and words is not None and word not in words:
                raise _cannot_be(word, words)

    def sum(self) -> Term:
        left = self.product()
        while sign := self.take("+", "−"):
            left = self.counted(sign, left, self.product())
        return left

    def product(self) -> Term:
        left = self.signed()
        while sign := self.take("×", "÷"):
            right = self.signed()
            left = self.counted(sign, left, right) if sign == "×" else self.quotient(left, right)
        return left

    def counted(self, sign: str, left: Term, right: Term) -> Term:
        one, other, count = self.number(left).run, self.number(right).run, _COUNT[sign]
        kind = cast(str, _same_kind(left.kind, right.kind))
        run: Run = lambda k, s, p: limited(count(one(k, s, p), other(k, s, p)))  # noqa: E731
        return self.join(kind, run, left, right)

    def quotient(self, left: Term, right: Term) -> Term:
        one, other = self.number(left).run, self.divisor(right).run
        run: Run = lambda k, s, p: limited(Fraction(one(k, s, p), other(k, s, p)))  # noqa: E731
        return self.join(FRACTION, run, left, right)

    def divisor(self, term: Term) -> Term:
        self.need(term, NUMBER)
        if not (term.divisor or (term.literal is not None and term.literal >= 1)):
            raise FormulaFault(
                "Only a number from 1, “players”, “sides” or a house rule that is at least 1 "
                "can be divided by."
            )
        return term

    def signed(self) -> Term:
        if not self.take("−"):
            return self.atom()
        term = self.number(self.signed())
        run = term.run
        negative = None if term.literal is None else -term.literal
        return self.join(term.kind, lambda k, s, p: -run(k, s, p), term, literal=negative)

    def atom(self) -> Term:
        kind, value = self.tokens[self.at]
        if kind == "sign" and self.take("("):
            self.deeper()
            term = self.formula()
            self.expect(")")
            self.depth -= 1
            return term
        self.at += 1
        if kind == "number":
            if len(value) > 10 or int(value) > LIMIT:
                raise FormulaFault("Numbers go up to {n}.", n=LIMIT)
            return Term(NUMBER, _literal(int(value)), weight=self.node(), literal=int(value))
        if kind == "word":
            words = frozenset((value,))
            return Term(WORD, _literal(value), weight=self.node(), literal=value, words=words)
        if kind == "name" and value in ("yes", "no"):
            truth = value == "yes"
            return Term(TRUTH, _literal(truth), weight=self.node(), literal=truth)
        if value == "nobody":
            return Term(NO_ONE, _literal(NOBODY), weight=self.node(), literal=NOBODY)
        if kind == "name" and value in FUNCTIONS and self.take("("):
            return self.call(value)
        self.at -= 1
        if kind != "name" or value in _KEYWORDS:
            raise self.unexpected()
        self.at += 1
        return self.named(value)

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
        level = (found.level, name if found.level else "")
        return Term(
            *(found.kind, run, level, self.node()), words=found.words, divisor=found.divisor
        )

    # --- functions ---

    def call(self, name: str) -> Term:
        self.deeper()
        arguments = [self.formula()]
        while self.take(","):
            arguments.append(self.formula())
        self.expect(")")
        self.depth -= 1
        if name in ("all", "ours", "others"):
            return self.list_of(name, *self.exactly(name, 1, arguments))
        if name in ("min", "max") and len(arguments) > 1:
            return self.of_several(name, arguments)
        if name in ("sum", "min", "max", "count"):
            return self.of_list(name, *self.exactly(name, 1, arguments))
        if name in ("up", "down", "round"):
            if len(arguments) == 1:
                arguments.append(Term(NUMBER, _literal(1), weight=0, literal=1))
            return self.rounded(name, *self.exactly(name, 2, arguments))
        if name == "abs":
            (term,) = self.exactly(name, 1, arguments)
            run = self.number(term).run
            return self.join(term.kind, lambda k, s, p: abs(run(k, s, p)), term)
        if name == "side":
            (term,) = self.exactly(name, 1, arguments)
            run = self.need(term, SEAT_KIND, NO_ONE).run
            return self.join(SIDE_KIND, lambda k, s, p: _side_of(k, run(k, s, p)), term)
        one, other = self.exactly(name, 2, arguments)
        return {"rank": self.rank, "rest": self.rest, "at": self.at_whom}[name](one, other)

    def exactly(self, name: str, count: int, arguments: Sequence[Term]) -> Sequence[Term]:
        if len(arguments) != count:
            raise FormulaFault(
                "“{name}” takes {n} {n:value|values} in its brackets.", name=name, n=count
            )
        return arguments

    def list_of(self, name: str, term: Term) -> Term:
        if term.kind == LIST:
            raise FormulaFault("A list cannot stand in a list.")
        run = term.run
        of_players = term.level[0] == PLAYER
        level = (DEAL, "") if name == "all" else (SIDE, name)
        values: Run
        if of_players:
            values = {
                "all": lambda k, s, p: [run(k, k.side_of[q], q) for q in k.filled],
                "ours": lambda k, s, p: [run(k, s, q) for q in k.filled if k.side_of[q] == s],
                "others": lambda k, s, p: [
                    run(k, k.side_of[q], q) for q in k.filled if k.side_of[q] != s
                ],
            }[name]
        else:
            values = {
                "all": lambda k, s, p: [run(k, t, t) for t in k.present],
                "ours": lambda k, s, p: [run(k, s, s)],
                "others": lambda k, s, p: [run(k, t, t) for t in k.present if t != s],
            }[name]
        return Term(LIST, values, level, self.node() + term.weight * self.most, items=term.kind)

    def items(self, term: Term, *kinds: str) -> Term:
        self.need(term, LIST)
        self.need(term._replace(kind=term.items), *kinds)
        return term

    def of_list(self, name: str, term: Term) -> Term:
        if name == "count":
            run = self.items(term, TRUTH).run
            return self.join(NUMBER, lambda k, s, p: sum(run(k, s, p)), term)
        run = self.items(term, NUMBER, FRACTION).run
        if name == "sum":
            return self.join(term.items, lambda k, s, p: limited(sum(run(k, s, p))), term)
        best: Callable[..., Any] = min if name == "min" else max
        return self.join(term.items, lambda k, s, p: best(run(k, s, p), default=0), term)

    def of_several(self, name: str, terms: Sequence[Term]) -> Term:
        kinds = {self.number(term).kind for term in terms}
        best: Callable[..., Any] = min if name == "min" else max
        runs = [term.run for term in terms]
        return self.join(
            FRACTION if FRACTION in kinds else NUMBER,
            lambda k, s, p: best([run(k, s, p) for run in runs]),
            *terms,
        )

    def rounded(self, name: str, term: Term, multiple: Term) -> Term:
        run, size, nearest = self.number(term).run, self.divisor(multiple).run, _ROUNDING[name]
        if multiple.literal == 1:
            return self.join(NUMBER, lambda k, s, p: nearest(run(k, s, p)), term, multiple)

        def to_multiple(k: Known, s: int, p: int) -> int:
            n = size(k, s, p)
            return cast(int, limited(n * nearest(Fraction(run(k, s, p), n))))

        return self.join(NUMBER, to_multiple, term, multiple)

    def rest(self, term: Term, divisor: Term) -> Term:
        run, size = self.number(term).run, self.divisor(divisor).run
        return self.join(term.kind, lambda k, s, p: run(k, s, p) % size(k, s, p), term, divisor)

    def rank(self, term: Term, among: Term) -> Term:
        run, values = self.number(term).run, self.items(among, NUMBER, FRACTION).run

        def place(k: Known, s: int, p: int) -> int:
            own = run(k, s, p)
            return 1 + sum(other > own for other in values(k, s, p))

        return self.join(NUMBER, place, term, among)

    def at_whom(self, term: Term, who: Term) -> Term:
        self.need(term, NUMBER, FRACTION, TRUTH)
        self.need(who, SEAT_KIND, SIDE_KIND, NO_ONE)
        if term.level[0] == DEAL:
            raise FormulaFault("“at” takes something of each player or each side.")
        if term.level[0] == PLAYER and who.kind == SIDE_KIND:
            raise FormulaFault(
                "“{name}” is of each player; a side has several.", name=term.level[1]
            )
        run, whom, none = term.run, who.run, term.kind == TRUTH
        of_seat = who.kind == SEAT_KIND

        def there(k: Known, s: int, p: int) -> Any:
            one = whom(k, s, p)
            if one == NOBODY:
                return False if none else 0
            return run(k, k.side_of[one] if of_seat else one, one)

        weight = self.node() + term.weight + who.weight
        return Term(term.kind, there, who.level, weight)


def _side_of(known: Known, seat: int) -> int:
    return NOBODY if seat == NOBODY else known.side_of[seat]


def unknown(name: str, names: Iterable[str]) -> FormulaFault:
    """Return the fault of a name that is not known, with one it may be meant to be."""
    near = get_close_matches(name, [*names, *FUNCTIONS], 1)
    if near:
        return FormulaFault(
            "“{name}” is not known here. Did you mean {near}?", name=name, near=near[0]
        )
    return FormulaFault("“{name}” is not known here.", name=name)


def read_formula(
    text: str, scope: Scope, level: int, kinds: Sequence[str], most_players: int
) -> Term:
    """Return a formula that stands at this level, of one of these kinds.

    Raises `FormulaFault`. Its weight is that of one working out for everybody.
    """
    parser = _Parser(text, scope, most_players)
    term = parser.whole()
    if kinds:
        if term.kind == FRACTION and FRACTION not in kinds:
            raise FormulaFault(
                "This may be a fraction; put it in “round( … )”, “up( … )” or “down( … )”."
            )
        if term.kind not in kinds:
            parser.need(term, *kinds)
    elif term.kind == LIST:
        raise FormulaFault("A list needs “sum”, “count”, “min”, “max” or “rank” around it.")
    of, name = term.level
    if of > level:
        raise FormulaFault(
            "“{name}” is of each player; here it needs “sum(all( … ))” or “at( … )”."
            if of == PLAYER
            else "“{name}” is of each side; here it needs “sum(all( … ))” or “at( … )”.",
            name=name,
        )
    return term._replace(weight=term.weight * (most_players if level else 1))
