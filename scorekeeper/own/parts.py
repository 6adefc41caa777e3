"""The parts of a game document: the keys of each with what reads them, and how they go together
(`own.md`, 2 to 11)."""

import re
from collections.abc import Mapping, Sequence, Set
from itertools import chain
from typing import Annotated, Any, Final

from scorekeeper.own import keys
from scorekeeper.own.formulas import tokens_of
from scorekeeper.own.keys import (
    FARTHEST,
    anything,
    condition,
    list_of,
    one_among,
    text,
    truth,
    whole,
    worth,
)
from scorekeeper.own.reader import LONGEST_LABEL, MOST_PLAYERS, Part, Reader, Text
from scorekeeper.own.terms import (
    DEAL,
    LIMIT,
    NO_ONE,
    NUMBER,
    PLAYER,
    SEAT_KIND,
    SIDE,
    SIDE_KIND,
    TRUTH,
    WORD,
    Name,
    Term,
)
from scorekeeper.sentences import Message, Seat, Sentence, phrase, say

HEAVIEST: Final = 20_000
_GOAL: Final = re.compile(r"max\(all\(total\)\)[≥]([a-z][a-z0-9_]*|[0-9]+)")
_KINDS: Final = {"number": NUMBER, "yesno": TRUTH, "seat": SEAT_KIND, "side": SIDE_KIND}
_KEYS_OF: Final[Mapping[str, Sequence[str]]] = {
    "number": ("least", "most", "step", "total", "different"),
    "yesno": ("total", "yes", "no"),
    "choice": ("different", "values", "once"),
    "seat": ("none",),
    "side": ("none",),
}
"""What each kind of answer has beside what all have."""

_Label = Annotated[str, text(LONGEST_LABEL)]
_Name = Annotated[str, Reader.name]
_whole: Final = whole(-LIMIT, LIMIT)
_Of = Annotated[str, one_among("deal", "player", "side")]


class Answer(Part):
    """What a house rule and a field have in common."""

    kind: Annotated[str, one_among("number", "yesno", "choice", "seat", "side")]
    name: _Name
    label: _Label
    hint: Annotated[str, text()] = ""
    least: Annotated[Any, keys.limit] = 0
    most: Annotated[Any, keys.limit] = 10_000
    step: Annotated[int, whole(1, 10_000)] = 1
    values: Annotated[Mapping[Any, str], keys.labels] = {}
    usually: Any
    yes: str = phrase("yes")
    no: str = phrase("no")
    none: str | None = None

    @property
    def has_usual(self) -> bool:
        """Whether it may be left out; `usually` is what holds then."""
        return "usually" in self.given

    @property
    def words(self) -> bool:
        """Whether it is a choice of words."""
        return any(type(value) is str for value in self.values)

    def check(self, reader: Reader) -> None:
        known = _KEYS_OF.get(self.kind, ())
        for key in self.given.keys() & {*chain(*_KEYS_OF.values())} - {*known}:
            reader.fault((*self.path, key), "“{key}” is not known here.", key=key)
        if self.kind == "choice" and "values" not in self.given:
            reader.fault((*self.path, "values"), "“{key}” is missing.", key="values")
        if type(self.least) is type(self.most) is int and self.least > self.most:
            reader.fault((*self.path, "most"), "The most is below the least.")
        count = reader.most_sides if self.kind == "side" else max(reader.players)
        if self.kind and self.has_usual and not self._fits(self.usually, count):
            reader.fault((*self.path, "usually"), "This cannot be the answer.")
        kind = WORD if self.words else _KINDS.get(self.kind, NUMBER)
        labels = {True: self.yes, False: self.no} if self.kind == "yesno" else self.values
        # a house rule can be divided by, where it is never 0
        divisor = self.path[0] == "options" and self.kind == "number" and self.least >= 1
        what = Name(kind, self.level, divisor, labels, self.none or NO_ONE)
        reader.declare(self.name, self.path, what)

    def _fits(self, value: Any, count: int) -> bool:
        """Return whether a value can be what is usual, of so many seats or sides."""
        if self.kind == "number":
            low, high = (one if type(one) is int else None for one in (self.least, self.most))
            return (
                type(value) is int
                and (-FARTHEST if low is None else low) <= value
                and value <= (FARTHEST if high is None else high)
                and (value - (low or 0)) % self.step == 0
            )
        if self.kind == "yesno":
            return type(value) is bool
        if self.kind == "choice":
            return type(value) in (int, str) and value in self.values
        if value is None:
            return self.none is not None
        return type(value) is int and 0 <= value < count


class HouseRule(Answer):
    """A house rule."""

    kind: Annotated[str, one_among("number", "yesno", "choice")]
    usually: Annotated[Any, anything]


class Field(Answer):
    """A question about a deal. `if`, `total` and limits are formulas of the deal."""

    of: _Of
    usually: Annotated[Any, anything] = None
    if_: Annotated[Term | None, condition(DEAL)] = None
    total: Annotated[Term | None, worth(NUMBER, table=False, level=DEAL)] = None
    yes: _Label = phrase("yes")
    no: _Label = phrase("no")
    none: Annotated[str | None, text(LONGEST_LABEL)] = None
    when: Annotated[Any, one_among("before", "after")] = "after"
    different: Annotated[bool, truth] = False
    once: Annotated[str, one_among("game", "dealer", "player")] = ""

    def check(self, reader: Reader) -> None:
        listed = self.of in ("player", "side")
        if listed and self.kind in ("seat", "side"):
            reader.fault((*self.path, "of"), "A player or a side is asked for once in a deal.")
            reader.fault((*self.path, "kind"), "A player or a side is asked for once in a deal.")
        for key in ("total", "different"):
            if key in self.given and not listed:
                reader.fault((*self.path, key), "Only what everybody answers has this.")
        if self.once == ("dealer" if listed else "player"):
            one_among("game", "player" if listed else "dealer")(
                reader, self.once, (*self.path, "once")
            )
        if "if" in self.given and not self.has_usual:
            reader.fault((*self.path, "usually"), "Say what holds where it is not asked.")
        super().check(reader)


class Value(Part):
    """A result on the way, of the deal, each side or each player."""

    name: _Name
    label: _Label
    of: _Of
    is_: Annotated[Term, worth()]

    def check(self, reader: Reader) -> None:
        kind = self.is_.kind if self.is_ else NUMBER
        if kind == NO_ONE:
            reader.fault((*self.path, "is"), "Nobody alone is no value.")
        reader.declare(self.name, self.path, Name(kind, self.level))


class Carry(Part):
    """A value taken from deal to deal; `show` it on the pages. What is `next` names all that the
    deal has, so it is read last."""

    name: _Name
    label: _Label
    of: _Of
    start: Annotated[Term, worth(NUMBER, TRUTH, table=False, level=DEAL)]
    next: Annotated[Any, anything]
    show: Annotated[bool, truth] = True

    def check(self, reader: Reader) -> None:
        kind = self.start.kind if self.start else NUMBER
        reader.declare(self.name, self.path, Name(kind, self.level))

    def read_next(self, reader: Reader) -> None:
        """Read what is next once everything has its name."""
        if "next" in self.given:
            kinds = [self.start.kind] if self.start else [NUMBER, TRUTH]
            self.next = reader.worth(self.next, (*self.path, "next"), self.level, *kinds)

    def said(self, value: Any, seat: int = 0) -> Sentence | None:
        """Return what is said of a value, of whose it is where it is a partner's; nothing of what
        is not so."""
        label = say(self.label)
        if self.level == PLAYER:
            label = say("{label} ({player})", label=label, player=Seat(seat))
        if type(value) is int:
            return say("{label}: {n}", label=label, n=value)
        return say("{label}", label=label) if value else None


class Check(Part):
    """What must hold, for whom, and the sentence and the field of the fault; `by_item`: it stands
    at the item of whom it does not hold for."""

    for_: _Of = "deal"
    must: Annotated[Term, condition()]
    say: Annotated[Text, Reader.said]
    at: Annotated[str, anything] = ""
    by_item: bool = False

    def check(self, reader: Reader) -> None:
        if "at" in self.given:
            section, field = reader.names.get(str(self.at), ("", None))
            if section != "fields":
                reader.fault((*self.path, "at"), "Nothing of that name is written down.")
            self.by_item = field is not None and field.level == self.level != DEAL


class Ruled(Part):
    """A part that stands in the rules under the anchor of its `rule`."""

    rule: Annotated[str, anything] = ""

    def anchor(self, reader: Reader, anchors: Sequence[str]) -> None:
        """Give it the anchor of its place where it names none."""
        if "rule" not in self.given:
            name = "line" if self.path[0] == "lines" else self.path[0]
            self.rule = f"{name}-{int(self.path[1]) + 1}"
        elif self.rule not in anchors:
            reader.fault((*self.path, "rule"), "The rules have no paragraph of that name.")


class LinePart(Ruled):
    """A reason for points."""

    for_: Annotated[str, one_among("side", "player")] = "side"
    text: Annotated[Text, Reader.said]
    points: Annotated[Term, worth(NUMBER)]
    if_: Annotated[Term | None, condition()] = None
    otherwise: Annotated[bool, truth] = False

    def below(self, above: "LinePart | None", reader: Reader) -> None:
        """Note what is wrong with the place of an `otherwise`."""
        if self.given.get("otherwise") is False:
            reader.fault((*self.path, "otherwise"), "true, or left out.")
        if self.otherwise and (not above or "if" not in above.given or above.for_ != self.for_):
            template: Message = "The line above has a condition and the same “for”."
            reader.fault((*self.path, "otherwise"), template)


class End(Ruled):
    """When the game is over. `by_points`: an adjustment can bring it about. `goal` is the number or
    the house rule that a total has to reach, where that is what ends the game."""

    when: Annotated[Term, condition(DEAL)]
    among: Annotated[Term | None, condition(SIDE)] = None
    tie: Annotated[str, one_among("shared", "play_on")] = "shared"
    text: Annotated[Text | None, Reader.said] = None
    by_points: bool = False
    goal: int | str | None = None

    def check(self, reader: Reader) -> None:
        if self.when:
            tokens = tokens_of(self.given["when"])
            names = {value for kind, value in tokens if kind == "name"}
            self.by_points = "total" in names and "deal" not in names
            if found := _GOAL.fullmatch("".join(value for _, value in tokens)):
                goal = found[1]
                # who reaches a carried value has no goal that stands before the first deal
                if goal.isdecimal() or reader.names[goal][0] == "options":
                    self.goal = int(goal) if goal.isdecimal() else goal


class Paragraph(Part):
    """A paragraph of the rules page."""

    anchor: Annotated[str, keys.anchor]
    title: Annotated[str, text(80)]
    text: Annotated[str, text(2000, breaks=True)]


class PassedOut(Part):
    """A deal that may be passed out."""

    text: Annotated[str, text()]


class Example(Part):
    """A worked deal."""

    players: Annotated[Sequence[str], list_of(text())]
    entries: Annotated[Sequence[Any], list_of(keys.an_object)]
    totals: Annotated[Sequence[int], list_of(_whole)]
    scores: Annotated[Sequence[int], list_of(_whole)] = ()
    title: Annotated[str, text()] = ""
    dealer: Annotated[int, whole(0, MOST_PLAYERS - 1)] = 0
    options: Annotated[Mapping[str, Any], keys.an_object] = {}


class Head(Part):
    """What is read first; if it has a fault, the rest is not read."""

    format: Annotated[str, keys.document_format]
    name: _Label
    players: Annotated[range, keys.players]
    sides: Annotated[Mapping[int, str], keys.sides]
    wins: Annotated[str, one_among("most", "least")]


class Document(Head):
    """A game document; `sides` are who scores together by the number of players."""

    aliases: Annotated[Sequence[str], list_of(text(LONGEST_LABEL), 8)] = ()
    about: Annotated[str, text()] = ""
    by: Annotated[str, text(80)] = ""
    pack: Annotated[str, text(80)] = ""
    nothing: Annotated[str, text()] = phrase("scored nothing")
    passed_out: Annotated[PassedOut | None, keys.part(PassedOut)] = None
    options: Annotated[Sequence[HouseRule], list_of(keys.part(HouseRule), 16)] = ()
    carries: Annotated[Sequence[Carry], list_of(keys.part(Carry), 12)] = ()
    fields: Annotated[Sequence[Field], list_of(keys.part(Field), 24, least=1)]
    values: Annotated[Sequence[Value], list_of(keys.part(Value), 24)] = ()
    checks: Annotated[Sequence[Check], list_of(keys.part(Check), 24)] = ()
    lines: Annotated[Sequence[LinePart], list_of(keys.part(LinePart), 60, least=1)]
    closing: Annotated[Sequence[LinePart], list_of(keys.part(LinePart), 12)] = ()
    end: Annotated[Sequence[End], list_of(keys.part(End), 8)]
    rules: Annotated[Sequence[Paragraph], list_of(keys.part(Paragraph), 40)] = ()
    examples: Annotated[Sequence[Example], list_of(keys.part(Example), 10)] = ()
    weight: int
    each: bool

    def check(self, reader: Reader) -> None:
        for carry in self.carries:
            carry.read_next(reader)
        anchors = [rule.anchor for rule in self.rules]
        for number, anchor in enumerate(anchors):
            if anchor in anchors[:number]:
                path = (*self.rules[number].path, "anchor")
                reader.fault(path, "This anchor is there already.")
        for lines in (self.lines or (), self.closing):
            for above, line in zip((None, *lines), lines, strict=False):
                line.below(above, reader)
        for part in (*(self.lines or ()), *self.closing, *(self.end or ())):
            part.anchor(reader, anchors)
        self.weight, self.each = reader.weight, reader.each
        if self.weight > HEAVIEST:
            reader.fault((), "This game is too much work to score. Make it simpler.")

    @property
    def asks_same(self) -> bool:
        """Return whether each deal asks the same, at once, whatever came before it."""
        fixed = {"players", "sides", *(option.name for option in self.options)}
        return not any(
            field.if_
            or field.once
            or field.when == "before"
            or any(
                not _is_fixed(field.given.get(key, 0), fixed) for key in ("least", "most", "total")
            )
            for field in self.fields
        )


def _is_fixed(formula: int | str, fixed: Set[str]) -> bool:
    """Return whether a limit or a sum is a number, or the house rule of one."""
    return formula in fixed or str(formula).lstrip("-−").isdecimal()
