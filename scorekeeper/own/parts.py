"""The parts of a game document once it is read: checked, and ready to be worked out."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

from scorekeeper.own.terms import NOBODY, NUMBER, SEAT_KIND, SIDE, SIDE_KIND, TRUTH, Known, Run
from scorekeeper.own.terms import Name as Named
from scorekeeper.sentences import Message, Phrase, Seat, Sentence, Side, phrase, say

LEAST: Final = 0
MOST: Final = 10_000
"""The limits of a number that declares none."""

Of = Literal["player", "side", "deal"]
Kind = Literal["number", "yesno", "choice", "seat", "side"]

KIND_OF_VALUE: Final[Mapping[str, str]] = {
    "number": NUMBER,
    "yesno": TRUTH,
    "seat": SEAT_KIND,
    "side": SIDE_KIND,
}


class Worded(NamedTuple):
    """How a value reads in a text: its name's kind and level, and the labels it goes by."""

    name: Named
    labels: Mapping[Any, str] = {}
    none: str = phrase("nobody")

    def value(self, given: Any) -> Any:
        """Return the value as a sentence takes it."""
        if self.labels:
            return Phrase(self.labels[given])
        if self.name.kind in (SEAT_KIND, SIDE_KIND):
            if given == NOBODY:
                return Phrase(self.none)
            return Seat(given) if self.name.kind == SEAT_KIND else Side(given)
        return given


class Place(NamedTuple):
    """A place of a text: under which key the value of which name stands there, as it reads or,
    where words agree with it, as the number it is."""

    key: str
    name: str
    worded: Worded
    counts: bool


class Text(NamedTuple):
    """A sentence of the document with places for values."""

    template: Message
    places: tuple[Place, ...]

    def said(self, known: Known, side: int, seat: int) -> Sentence:
        """Return the sentence for a side and a seat."""
        values = {}
        for key, name, worded, counts in self.places:
            if name in ("me", "us"):
                value = seat if name == "me" else side
            else:
                value = known[name]
                if worded.name.level:
                    value = value[side if worded.name.level == SIDE else seat]
            values[key] = value if counts else worded.value(value)
        return say(self.template, **values)


@dataclass(frozen=True, eq=False, kw_only=True)
class Answer:
    """What a field or a house rule takes: `usual` is its default (`has_usual`: it has one)."""

    name: str
    label: str
    kind: Kind
    hint: str = ""
    has_usual: bool = False
    usual: Any = None
    least: int = LEAST
    most: int = MOST
    step: int = 1
    labels: Mapping[Any, str] = field(default_factory=dict)
    yes: str = phrase("yes")
    no: str = phrase("no")
    none: str | None = None

    @property
    def named(self) -> Named:
        """What formulas know of it, as a value of the deal."""
        kind = NUMBER if self.kind == "choice" else KIND_OF_VALUE[self.kind]
        words = None
        if self.kind == "choice" and any(type(value) is str for value in self.labels):
            kind, words = phrase("a word"), frozenset(self.labels)
        return Named(kind, 0, words)

    @property
    def worded(self) -> Worded:
        """How its value reads in a text."""
        labels = {True: self.yes, False: self.no} if self.kind == "yesno" else self.labels
        return Worded(self.named, labels, self.none or phrase("nobody"))


@dataclass(frozen=True, eq=False, kw_only=True)
class Field(Answer):
    """A question about a deal. `least_by`, `most_by`, `total` and `asked_if` are formulas."""

    of: Of
    level: int
    when: Literal["before", "after"] = "after"
    asked_if: Run | None = None
    least_by: Run | None = None
    most_by: Run | None = None
    total: Run | None = None
    different: bool = False
    once: Literal["", "game", "dealer", "player"] = ""


class Value(NamedTuple):
    """A result on the way, of the deal, each side or each player."""

    name: str
    level: int
    run: Run


class Check(NamedTuple):
    """What must hold, for whom, and the sentence and the field of the fault."""

    must: Run
    said: Text
    level: int
    at: str
    by_item: bool


class LinePart(NamedTuple):
    """A reason for points."""

    text: Text
    points: Run
    level: int
    rule: str
    condition: Run | None = None
    otherwise: bool = False


class Carry(NamedTuple):
    """A value taken from deal to deal; `shown` on the pages."""

    name: str
    label: str
    level: int
    start: Run
    then: Run
    truth: bool
    shown: bool


class End(NamedTuple):
    """When the game is over. `by_points`: an adjustment can bring it about. `goal` is the number or
    the house rule that a total has to reach, where that is what ends the game."""

    when: Run
    among: Run | None
    plays_on: bool
    text: Text | None
    rule: str
    by_points: bool
    goal: int | str | None


class Paragraph(NamedTuple):
    """A paragraph of the rules page."""

    anchor: str
    title: str
    text: str


@dataclass(frozen=True, eq=False, kw_only=True)
class Parts:
    """A document that was read without a fault; `weight` is the work its formulas make."""

    document: Mapping[str, Any]
    canonical: bytes
    sides: Mapping[int, str]
    each: bool
    options: Sequence[Answer]
    carries: Sequence[Carry]
    fields: Sequence[Field]
    values: Sequence[Value]
    checks: Sequence[Check]
    lines: Sequence[LinePart]
    closing: Sequence[LinePart]
    ends: Sequence[End]
    rules: Sequence[Paragraph]
    weight: int

    @property
    def asks_same(self) -> bool:
        """Return whether each deal asks the same, at once, whatever came before it."""
        fixed = {"players", "sides", *(option.name for option in self.options)}
        return not any(
            one.keys() & {"if", "once"}
            or one.get("when") == "before"
            or any(not _is_fixed(one.get(key, 0), fixed) for key in ("least", "most", "total"))
            for one in self.document["fields"]
        )


def _is_fixed(formula: int | str, fixed: Set[str]) -> bool:
    """Return whether a limit or a sum is a number, or the house rule of one."""
    return formula in fixed or str(formula).lstrip("-−").isdecimal()
