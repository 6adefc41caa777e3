"""Questions as form fields: an interview filled in on a page, step by step.

The interview is walked with what was typed (or, for an edited deal and a draft, with what is
stored); the questions that come up are the page's fields, each with its answer and its faults.
Nothing here knows a game.
"""

import re
from collections.abc import Container, Iterable, Mapping
from itertools import zip_longest
from typing import Any, Final

from werkzeug.datastructures import MultiDict
from wtforms import Field
from wtforms.form import BaseForm

from scorekeeper.games._fields import (
    Barred,
    Fault,
    Flag,
    Interview,
    Key,
    Many,
    Number,
    OneOf,
    Pair,
    Path,
    Question,
    Step,
    Value,
    Warn,
    walk,
)
from scorekeeper.games._kinds_a import Series, Ticked
from scorekeeper.games._kinds_b import Captures, InParts, Ranking, Settled
from scorekeeper.sentences import Listing, Sentence, Voice, say

CLOSED: Final = "✓"
"""What stands for a sealed answer until all of them are in."""

NONE: Final = "none"
"""What a form sends for the answer `null`."""

_APART: Final = re.compile(r"[\s,;]+")

Typed = MultiDict[str, str]


def name_of(path: Path) -> str:
    """The field's name: `bids.2`."""
    return ".".join(map(str, path))


def encode(value: Value) -> str:
    """A value as a form sends it."""
    if value is None:
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(encode, value))
    return str(value)


def decode(question: Question, raw: str) -> Value:
    """The value that was sent; text that is no number stays text, to be refused in words."""
    raw = raw.strip()
    if question.none is not None and raw == NONE:
        return None
    if isinstance(question, Series):
        return [decode(question.item, part) for part in _APART.split(raw) if part]
    for key in question.keys_shown():
        if encode(key.value) == raw:
            return key.value
    if isinstance(question, Number):
        digits = raw.replace("−", "-").removeprefix("+")
        return int(digits) if digits.removeprefix("-").isdecimal() and len(raw) < 12 else raw
    return raw


class AnswerField(Field):  # type: ignore[misc,unused-ignore]
    """One question on the page. `data` is the value as an entry takes it, `given` whether there is
    one, `derived` whether it followed from the rest."""

    def __init__(self, question: Question, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.question = question
        self.given = False
        self.derived = False
        self.raw = ""
        self.halves = ("", "")
        self.sealed = False

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take what was sent; an empty value is no answer."""
        ticked = isinstance(self.question, Ticked)
        self.raw = encode([*filter(None, valuelist if ticked else valuelist[-1:])]).strip()
        self.given = self.raw != ""
        self.data = decode(self.question, self.raw) if self.given else None

    def process_halves(self, first: str, second: str) -> None:
        """Take both halves of a pair; one alone is no answer yet."""
        self.halves = (first, second)
        self.process_formdata([first + second] if first and second else [])

    def take(self, value: Value, *, derived: bool = False) -> None:
        """Answer with a stored or derived value."""
        self.data, self.raw, self.given, self.derived = value, encode(value), True, derived
        if isinstance(self.question, Pair):
            self.halves = _halves(self.question, self.raw)

    @property
    def state(self) -> tuple[object, ...]:
        """All that may differ when the same question is asked."""
        known = (self.given, self.derived, self.sealed)
        return (self.name, *known, self.raw, *self.halves, *self.errors)

    def close(self) -> None:
        """Keep that there is an answer, and forget which."""
        self.sealed, self.data, self.raw, self.halves = True, None, CLOSED, ("", "")


class Ask:
    """What the page shows of one step: a question, or a list of questions; `faults` are those of
    the list as a whole."""

    def __init__(self, question: Question, fields: list[AnswerField]) -> None:
        self.question = question
        self.fields = fields
        self.faults: list[str] = []

    @property
    def state(self) -> tuple[object, ...]:
        """All that may differ when the same question is asked."""
        return (*(field.state for field in self.fields), *self.faults)

    @property
    def many(self) -> bool:
        """Whether it is a list, one field a player or a side."""
        return isinstance(self.question, Many)

    @property
    def parts(self) -> bool:
        """Whether it is a list of parts, each with a label of its own."""
        return getattr(self.question, "parts", False)

    @property
    def done(self) -> bool:
        """Whether nothing more is to be tapped here."""
        return all(field.given and not field.errors for field in self.fields)

    @property
    def aside(self) -> bool:
        """Whether it may be left out, and is folded away for those who want it."""
        question = self.question
        return (question.optional or question.group) and question.suggest is None and not self.bad

    @property
    def waiting(self) -> AnswerField | None:
        """The field that is answered next, or that was refused; None where all are in order."""
        bad = (field for field in self.turns if field.errors)
        return next((field for field in self.turns if not field.given), next(bad, None))

    @property
    def bad(self) -> bool:
        """Whether anything here was refused."""
        return bool(self.faults) or any(field.errors for field in self.fields)

    @property
    def errors(self) -> list[str]:
        """Everything that was refused here."""
        return [*(error for field in self.fields for error in field.errors), *self.faults]

    @property
    def turns(self) -> list[AnswerField]:
        """The fields in the order of asking."""
        order = getattr(self.question, "turns", ())
        by_place = {field.question.path[-1]: field for field in self.fields}
        return [by_place[place] for place in order if place in by_place] or self.fields

    def named(self, name: str) -> list[AnswerField]:
        """The fields of an answer in parts that are called so."""
        return [field for field in self.fields if field.question.path[-1] == name]

    @property
    def order(self) -> list[int]:
        """The seats of an order as far as it is known, the last one too once he follows."""
        given: dict[Any, Value]
        given = {field.question.path[-1]: field.data for field in self.fields if field.given}
        return self.question.joined(given) if isinstance(self.question, Ranking) else []

    @property
    def hint(self) -> Sentence | None:
        """What is said beside the question; of a list, with what is answered so far."""
        if not isinstance(self.question, Many) or self.question.told is None:
            return self.question.hint
        return self.question.told([field.data if field.given else None for field in self.fields])

    def who(self, field: AnswerField, voice: Voice) -> str:
        """Whose field it is: a player's or a side's name, or which part it is."""
        if self.parts:
            return voice.text(field.question.label)
        place = int(field.question.path[-1])
        side = getattr(self.question, "each", "player") == "side"
        return voice.side(place) if side else voice.seat(place)


class BranchAsk:
    """A choice between ways to enter the same thing; `chosen` is the branch in use."""

    def __init__(self, step: OneOf, name: str, chosen: str) -> None:
        self.step, self.name, self.chosen = step, name, chosen


class Filling(BaseForm):  # type: ignore[misc,unused-ignore]
    """An interview as a form.

    `typed` is what was sent (None: nothing yet), `stored` an entry or draft to begin with, `usual`
    an entry whose branches are offered first, `way` a branch offered before those. Afterwards
    `asks` are the steps to show, `entry` what was answered, `complete` whether it can be tried.
    """

    def __init__(
        self,
        interview: Interview,
        voice: Voice,
        typed: Typed | None = None,
        stored: Mapping[str, Value] | None = None,
        usual: Mapping[str, Value] | None = None,
        way: str = "",
    ) -> None:
        super().__init__({})
        self.voice = voice
        self.typed = typed
        self.stored = stored or {}
        self.usual = usual or {}
        self.way = way
        self.asks: list[Ask | BranchAsk] = []
        self.entry: dict[str, Any] = {}
        self.general: list[str] = []
        self.warnings: list[str] = []
        self.missing: list[Question] = []
        walk(interview, self._reply)

    @property
    def questions(self) -> list[Ask]:
        """The steps that are no choice between ways of entering."""
        return [ask for ask in self.asks if isinstance(ask, Ask)]

    @property
    def refused(self) -> bool:
        """Whether anything cannot be, whatever is still to be answered."""
        return bool(self.general) or any(ask.bad for ask in self.questions)

    @property
    def unsettled(self) -> list[Question]:
        """What was refused of that before the play, and all that is missing."""
        bad = (ask.question for ask in self.questions if ask.bad)
        return [*(question for question in bad if question.when == "before"), *self.missing]

    @property
    def complete(self) -> bool:
        """Whether all that must be answered is, and nothing was refused."""
        return not self.missing and not self.refused

    def demand(self) -> None:
        """Say at each field what is still missing there."""
        for question in self.missing:
            ask = self.asked(question)
            if ask is None or not isinstance(question, Many):
                self._note(question.path, question.absent())
            elif ask.waiting is None:
                question.accept(_in_place(question, ask.fields), self._note)
            else:
                self._note(ask.waiting.question.path, question.absent())

    def asked(self, question: Question) -> Ask | None:
        """The step that asks this question."""
        return next((ask for ask in self.questions if ask.question is question), None)

    def close_sealed(self, written: Container[str]) -> None:
        """Keep sealed answers shut that are written down, until all of them are in."""
        sealed = [f for f in self if f.question.sealed]
        if all(field.given for field in sealed):
            return
        for field in sealed:
            if field.name in written:
                field.close()
                _drop(self.entry, field.question.path)

    def other_ways(self) -> list[str]:
        """The branches that were not taken."""
        choices = [ask for ask in self.asks if isinstance(ask, BranchAsk)]
        return [b.name for ask in choices for b in ask.step.branches if b.name != ask.chosen]

    def refuse(self, faults: Iterable[Fault]) -> None:
        """Show faults found elsewhere, each at its field."""
        for fault in faults:
            self._note(fault.path, fault.sentence)

    def _reply(self, step: Step) -> Value:
        if isinstance(step, Warn):
            self.warnings.append(self.voice.text(step.sentence))
            return None
        if isinstance(step, Fault):
            self._note(step.path, step.sentence)
            return None
        if isinstance(step, OneOf):
            return self._branch(step)
        if isinstance(step, Settled):
            return step.settled
        return None if isinstance(step, Barred) else self._ask(step)

    def _note(self, path: Path, sentence: Sentence) -> None:
        """Put a fault at its field, at its list, or over the whole form."""
        text = self.voice.text(sentence)
        name = name_of(path)
        lists = (ask for ask in self.questions if ask.many)
        whole = next((ask for ask in lists if ask.question.path == path), None)
        if whole is not None:
            whole.faults.append(text)
            return
        field = next((f for f in self if f.name == name or f.name.startswith(f"{name}.")), None)
        if path and field is not None:
            field.errors = [*field.errors, text]
        else:
            self.general.append(text)

    def _branch(self, step: OneOf) -> str:
        name = f"by.{step.branches[0].name}"
        known = [branch.name for branch in step.branches]
        sent = self.typed.get(name, "") if self.typed is not None else ""
        begun, usual = self._begun(step, self.stored), self._begun(step, self.usual)
        candidates = (sent, begun, self.way, usual)
        chosen = next((c for c in candidates if c in known), known[0])
        self.asks.append(BranchAsk(step, name, chosen))
        return chosen

    def _begun(self, step: OneOf, entry: Mapping[str, Value]) -> str:
        return next((b.name for b in step.branches if any(k in entry for k in b.keys)), "")

    def _ask(self, question: Question) -> Value:
        if isinstance(question, Many):
            return self._ask_many(question)
        if isinstance(question, InParts):
            return self._ask_parts(question)
        field = self._field(question)
        if not field.given and question.suggest is not None:
            field.take(question.suggest, derived=True)
        self.asks.append(Ask(question, [field]))
        if not field.given:
            if not question.optional and not question.group:
                self.missing.append(question)
            return None
        answer = question.accept(field.data, self._note)
        if answer is not None:
            _put(self.entry, question.path, field.data)
        return answer

    def _ask_many(self, question: Many) -> Value:
        fields = self._fields_of(question)
        self.asks.append(Ask(question, fields))
        self._derive(question, fields)
        if any(not field.given for field in fields):
            self.missing.append(question)
            for field in fields:
                if field.given:
                    field.question.accept(field.data, self._note)
            return None
        if not _settled(question, fields):
            self.missing.append(question)
            return None
        value = _in_place(question, fields)
        answer = question.accept(value, self._note)
        if answer is not None:
            _put(self.entry, question.path, value)
        return answer

    def _ask_parts(self, question: InParts) -> Value:
        """Ask for the parts as if each stood alone, and show them as one step."""
        if isinstance(question, Ranking):
            self._close_gaps(question)
        stored = _get(self.stored, question.path)
        if isinstance(stored, list):
            self.stored = {**self.stored, str(question.path[0]): question.apart(stored)}
        shown, missing = len(self.asks), len(self.missing)
        walk(question.parts(), self._reply)
        parts = [ask for ask in self.asks[shown:] if isinstance(ask, Ask)]
        self.asks[shown:] = [Ask(question, [field for ask in parts for field in ask.fields])]
        given = _get(self.entry, question.path)
        value = question.joined({} if given is _ABSENT else given)
        _put(self.entry, question.path, value)
        return None if len(self.missing) > missing else question.accept(value, self._note)

    def _close_gaps(self, question: Ranking) -> None:
        """Have those behind a place that was emptied move up."""
        names = [name_of(item.path) for item in question.items]
        if self.typed is None or names[0] not in self.typed:
            return
        sent = [raw for name in names for raw in self.typed.getlist(name)[-1:] if raw]
        self.typed = MultiDict(self.typed)
        for name, raw in zip_longest(names, sent, fillvalue=""):
            self.typed[name] = raw

    def _fields_of(self, question: Many) -> list[AnswerField]:
        """A list's fields; what one of them takes may depend on what stands in the others."""
        fields = {
            place: self._field(item)
            for place, item in enumerate(question.items)
            if item is not None
        }
        given: list[Value] = [None] * len(question.items)
        for place, field in fields.items():
            given[place] = field.data if field.given else None
        for place, item in enumerate(question.asked(given)):
            if item is not None:
                fields[place].question = item
        return [*fields.values()]

    def _derive(self, question: Many, fields: list[AnswerField]) -> None:
        """Fill in what follows: what is suggested, the last of a known sum, and noughts once the
        sum is reached."""
        for field, answer in zip(fields, _suggested(question, fields), strict=True):
            if not field.given and answer is not None:
                field.take(answer, derived=True)
        if question.total is None:
            return
        open_fields = [field for field in fields if not field.given]
        if not open_fields and len(fields) == 2:
            # one of two was changed: the other follows, as it did when first entered
            open_fields = [f for f in fields if f.data == _get(self.stored, f.question.path)]
        rest: list[Any] = [field.data for field in fields if field not in open_fields]
        if all(type(value) is int for value in rest):
            left = question.total - sum(rest)
            if left == 0 or (left > 0 and len(open_fields) == 1):
                for field in open_fields:
                    field.take(left, derived=True)

    def _field(self, question: Question) -> AnswerField:
        name = name_of(question.path)
        field: AnswerField = AnswerField(question, label="", name=name, _form=self)
        self._fields[name] = field
        field.errors = []
        typed = self.typed
        if typed is not None and (name in typed or f"{name}.0" in typed or f"{name}.1" in typed):
            if isinstance(question, Pair):
                field.process_halves(typed.get(f"{name}.0", ""), typed.get(f"{name}.1", ""))
            elif not self._was_derived(name):
                field.process_formdata(typed.getlist(name))
            return field
        stored = _get(self.stored, question.path)
        if stored is not _ABSENT:
            field.take(stored)
        return field

    def _was_derived(self, name: str) -> bool:
        """Whether what was sent is only what we had filled in ourselves."""
        filled_in = self.typed.get(f"derived.{name}") if self.typed is not None else None
        return self.typed is not None and self.typed.getlist(name)[-1:] == [filled_in]

    def answers(self) -> dict[str, Value]:
        """What was answered by a person, by field name; for the draft."""
        known = (f for f in self if f.given and not f.sealed)
        return {f.name: f.data for f in known if not f.derived and not f.errors}


def _suggested(question: Many, fields: list[AnswerField]) -> list[Value]:
    """An answer for each field, or None: the question's own suggestion, or the number that a blank
    means beside one that was typed."""
    if question.suggest:
        return [question.suggest[field.question.path[-1]] for field in fields]
    begun = any(field.given for field in fields)
    return [getattr(field.question, "blank", None) if begun else None for field in fields]


def _settled(question: Many, fields: list[AnswerField]) -> bool:
    """Whether what was only suggested can be right: whether all adds up."""
    if question.total is None or not any(field.derived for field in fields):
        return True
    return sum(field.data for field in fields if type(field.data) is int) == question.total


def _in_place(question: Many, fields: list[AnswerField]) -> list[Value]:
    """The answers as the list has them, null for an emptied seat."""
    values = iter(field.data for field in fields)
    return [None if item is None else next(values) for item in question.items]


_ABSENT: Final = object()


def _get(entry: Mapping[str, Any], path: Path) -> Any:
    place: Any = entry
    for step in path:
        if isinstance(place, Mapping):
            place = place.get(str(step), _ABSENT)
        elif isinstance(place, list) and isinstance(step, int) and step < len(place):
            place = place[step]
        else:
            return _ABSENT
        if place is _ABSENT:
            return _ABSENT
    return place


def _put(entry: dict[str, Any], path: Path, value: Value) -> None:
    place: Any = entry
    for step in path[:-1]:
        place = place.setdefault(step, {})
    place[path[-1]] = value


def _drop(entry: dict[str, Any], path: Path) -> None:
    place: Any = entry
    for step in path[:-1]:
        place = place.get(step, {})
    place.pop(path[-1], None)


def entry_of(answers: Mapping[str, Value]) -> dict[str, Any]:
    """A draft's answers by field name, as an entry to begin with; lists stand as objects."""
    entry: dict[str, Any] = {}
    for name, value in answers.items():
        _put(entry, tuple(name.split(".")), value)
    return entry


def key_label(question: Question, value: Value) -> Sentence:
    """What the key that enters `value` says."""
    if value is None and question.none is not None:
        return question.none
    if isinstance(question, Series):
        items = (key_label(question.item, one) for one in value)
        return say("{items}", items=Listing(tuple(items)))
    found = next((key.label for key in question.keys_shown() if key.value == value), None)
    return found or say("{value}", value=value if isinstance(value, int | str) else str(value))


def _halves(question: Pair, raw: str) -> tuple[str, str]:
    """The two halves of a pair's value: `("4", "S")`."""
    pairs = ((str(one.value), str(two.value)) for one in question.first for two in question.second)
    return next((pair for pair in pairs if "".join(pair) == raw), ("", ""))


def rows_of(keys: Iterable[Key]) -> list[list[Key]]:
    """The keys by the row they stand in."""
    rows: dict[int, list[Key]] = {}
    for key in keys:
        rows.setdefault(key.row, []).append(key)
    return [rows[row] for row in sorted(rows)]


def is_tick(question: Question) -> bool:
    """Whether the answer is a tick or nothing."""
    return isinstance(question, Flag)


def is_captures(question: Question) -> bool:
    """Whether the answer says who took which cards."""
    return isinstance(question, Captures)


def is_ranking(question: Question) -> bool:
    """Whether the answer is an order of seats."""
    return isinstance(question, Ranking)


def is_typed(question: Question) -> bool:
    """Whether the answer is typed, having no keys."""
    return not question.keys_shown() and not isinstance(question, Flag)
