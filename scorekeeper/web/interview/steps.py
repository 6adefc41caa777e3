"""The steps of an interview on a page: a question, a list of them, a choice of ways; in which
order, for whom, and as HTML. Each question is a field (`AnswerField`): its answer, as an entry has
it and as a form sends it.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, Final

from scorekeeper.engine.cards_taken import Captures, FinishOrder, InParts
from scorekeeper.interview.lists import Many, Series, Ticked
from scorekeeper.interview.steps import (
    Flag,
    Key,
    OneOf,
    Pair,
    Path,
    Question,
    SeatOf,
    Value,
    name_of,
)
from scorekeeper.interview.tables import ChosenTable
from scorekeeper.sentences import (
    Listing,
    Sentence,
    Voice,
    say,
    tell,
)
from scorekeeper.web.interview.values import decode, encode

CLOSED: Final = "✓"
"""What stands for a sealed answer until all of them are in."""

ABSENT: Final = object()
"""What an entry has where no value is."""


class AnswerField:
    """A question on the page, under the `name` that the form sends. `data` is the value for the
    entry, `given` whether there is one, `derived` whether it follows from others, `errors` why
    it was refused."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.name = name_of(question.path)
        self.errors: list[str] = []
        self.data: Value = None
        self.given = False
        self.derived = False
        self.raw = ""
        self.halves = ("", "")
        self.sealed = False

    def read(self, sent: list[str]) -> None:
        """Read the sent values; an empty one is no answer."""
        ticked = isinstance(self.question, Ticked)
        self.raw = encode([*filter(None, sent if ticked else sent[-1:])]).strip()
        self.given = self.raw != ""
        self.data = decode(self.question, self.raw) if self.given else None

    def read_halves(self, first: str | None, second: str | None) -> None:
        """Read both halves of a pair; one alone (the other None) is no answer yet, and an empty
        one clears the other."""
        self.halves = ("", "") if "" in (first, second) else (first or "", second or "")
        self.read(["".join(self.halves)] if all(self.halves) else [])

    def take(self, value: Value, *, derived: bool = False) -> None:
        """Answer with a stored or derived value."""
        self.data, self.raw, self.given, self.derived = value, encode(value), True, derived
        if isinstance(self.question, Pair):
            self.halves = _halves(self.question, self.raw)

    @property
    def summed(self) -> str:
        """Return what a sum that was typed comes to; empty for a number alone."""
        typed = isinstance(self.data, int) and any(sign in self.raw[1:] for sign in "+-−")
        return f"= {self.data}".replace("-", "−") if typed else ""

    def seal(self) -> None:
        """Keep only that there is an answer, not which."""
        self.sealed, self.data, self.raw, self.halves = True, None, CLOSED, ("", "")


def key_label(question: Question, value: Value) -> Sentence:
    """Return what the key that enters `value` says."""
    if value is None and question.none is not None:
        return question.none
    if isinstance(question, Series):
        items = (key_label(question.item, one) for one in value)
        return say("{items}", items=Listing(tuple(items)))
    if isinstance(question, ChosenTable) and isinstance(value, dict):
        return question.words(value)
    found = next((key.label for key in question.keys_shown() if key.value == value), None)
    return found or say("{value}", value=value if isinstance(value, int | str) else str(value))


def clear_label(question: Question) -> str:
    """Return what the key says that takes an answer back."""
    return tell("nobody") if isinstance(question, SeatOf) else tell("none")


def _halves(question: Pair, raw: str) -> tuple[str, str]:
    """Return the two halves of a pair's value: `("4", "S")`."""
    pairs = ((str(one.value), str(two.value)) for one in question.first for two in question.second)
    return next((pair for pair in pairs if "".join(pair) == raw), ("", ""))


def rows_of(keys: Iterable[Key]) -> list[list[Key]]:
    """Return the keys by row."""
    rows: dict[int, list[Key]] = {}
    for key in keys:
        rows.setdefault(key.row, []).append(key)
    return [rows[row] for row in sorted(rows)]


def is_tick(question: Question) -> bool:
    """Return whether the answer is a tick or nothing."""
    return isinstance(question, Flag)


def is_captures(question: Question) -> bool:
    """Return whether the answer says who took which cards."""
    return isinstance(question, Captures)


def is_ranking(question: Question) -> bool:
    """Return whether the answer is an order of seats."""
    return isinstance(question, FinishOrder)


def is_typed(question: Question) -> bool:
    """Return whether the answer is typed, having no keys."""
    return not question.keys_shown() and not isinstance(question, Flag)


def value_at(entry: Mapping[str, Any], path: Path) -> Any:
    """Return the value there, or `ABSENT`."""
    place: Any = entry
    for step in path:
        if isinstance(place, Mapping):
            place = place.get(str(step), ABSENT)
        elif isinstance(place, list) and isinstance(step, int) and step < len(place):
            place = place[step]
        else:
            return ABSENT
        if place is ABSENT:
            return ABSENT
    return place


def set_at(entry: dict[str, Any], path: Path, value: Value) -> None:
    """Set the value at the path."""
    place: Any = entry
    for step in path[:-1]:
        place = place.setdefault(step, {})
    place[path[-1]] = value


def remove_at(entry: dict[str, Any], path: Path) -> None:
    """Remove the value at the path."""
    place: Any = entry
    for step in path[:-1]:
        place = place.get(step, {})
    place.pop(path[-1], None)


def entry_of(answers: Mapping[str, Value]) -> dict[str, Any]:
    """Return a draft's answers by field name, as an entry to begin with; lists become objects."""
    entry: dict[str, Any] = {}
    for name, value in answers.items():
        set_at(entry, tuple(name.split(".")), value)
    return entry


# --- steps ----------------------------------------------------------------------------------------


class FormStep:
    """A step of the page: a question, or a list of questions.

    `faults` are those of the list as a whole, `column` what it is a column of the table of players
    as (empty: of none), `beside` what is folded away with it. A player's own phone has fewer
    `fields` than those of all players, `among`.
    """

    def __init__(
        self,
        question: Question,
        fields: list[AnswerField],
        among: list[AnswerField] | None = None,
    ) -> None:
        self.question = question
        self.fields = fields
        self.among = among or fields
        self.column: str = getattr(question, "column", "")
        self.beside: list[FormStep] = []
        self.faults: list[str] = []

    @property
    def many(self) -> bool:
        """Return whether it is a list, one field a player or a side."""
        return isinstance(self.question, Many)

    @property
    def parts(self) -> bool:
        """Return whether it is a list of parts, each with a label of its own."""
        own = getattr(self.question, "own_labels", False)
        return own or isinstance(self.question, InParts)

    @property
    def done(self) -> bool:
        """Return whether nothing more is to be tapped here."""
        return all(field.given and not field.errors for field in self.fields)

    @property
    def begun(self) -> bool:
        """Return whether anybody has answered anything here."""
        return any(field.given and not field.derived for field in self.fields)

    @property
    def aside(self) -> bool:
        """Return whether it may be left out, and is folded away for those who want it."""
        question = self.question
        needed = self.bad or (isinstance(question, Many) and question.needed)
        may_be_left = question.group or (question.optional and not needed)
        return may_be_left and question.suggest is None

    @property
    def waiting(self) -> AnswerField | None:
        """The field that is answered next, or that was refused; None where all are in order."""
        bad = (field for field in self.turns if field.errors)
        return next((field for field in self.turns if not field.given), next(bad, None))

    @property
    def unsettled(self) -> bool:
        """Return whether all of a missing list is filled in, as it does not add up yet."""
        return self.many and self.waiting is None

    @property
    def absent(self) -> Sentence:
        """Return the message for a missing answer of a list, from the item itself if it has one."""
        prompt = self.waiting.question.prompt if self.waiting else None
        return prompt or self.question.absent()

    @property
    def rest(self) -> Sentence | None:
        """Return the label of the key that answers for everybody without an answer; None once all
        have one."""
        key = self.question.rest_key if isinstance(self.question, Many) else None
        return key.label if key and not all(field.given for field in self.fields) else None

    @property
    def bad(self) -> bool:
        """Return whether anything here was refused."""
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

    @property
    def across(self) -> int:
        """The number of fields side by side: up to five in a row, rows of equal length."""
        rows = -(-len(self.fields) // 5)
        return -(-len(self.fields) // rows)

    def named(self, name: str) -> list[AnswerField]:
        """Return the fields of an answer in parts that are called so."""
        return [field for field in self.fields if field.question.path[-1] == name]

    @property
    def order(self) -> list[int]:
        """The seats of an order as far as it is known, the last one too once it follows."""
        given: dict[Any, Value]
        given = {field.question.path[-1]: field.data for field in self.fields if field.given}
        return self.question.join(given) if isinstance(self.question, FinishOrder) else []

    @property
    def hint(self) -> Sentence | None:
        """Return the hint beside the question; of a list, given the answers so far."""
        if not isinstance(self.question, Many) or self.question.progress is None:
            return self.question.hint
        return self.question.progress(self._answers)

    @property
    def imbalance(self) -> Sentence | None:
        """Return how many tricks or the like are missing from a list, or too many."""
        question = self.question
        return question.imbalance(self._answers) if isinstance(question, Many) else None

    @property
    def _answers(self) -> list[Value]:
        return [field.data if field.given else None for field in self.among]

    def strip(self, voice: Voice) -> list[tuple[int, int, int]]:
        """Return what a strip of a deal's tricks shows: for each number in turn whose colour, the
        tricks before it, and it."""
        drawn, at = [], 0
        for field in self.turns:
            if type(field.data) is int:
                drawn.append((self.colour(field, voice), at, field.data))
                at += field.data
        return drawn

    @property
    def cells(self) -> int | None:
        """The number of tricks that the numbers of this list add up to; None if they are not
        tricks."""
        question = self.question
        return question.tricks or question.total if isinstance(question, Many) else None

    def colour(self, field: AnswerField, voice: Voice) -> int:
        """Return the side whose colour a field has."""
        place = int(field.question.path[-1])
        if getattr(self.question, "each", "player") == "side":
            return place
        return next((side for side, seats in enumerate(voice.sides) if place in seats), place)

    def who(self, field: AnswerField, voice: Voice) -> str:
        """Return whose field it is: a player's or a side's name, or which part it is."""
        if self.parts:
            return voice.text(field.question.label)
        place = int(field.question.path[-1])
        side = getattr(self.question, "each", "player") == "side"
        return voice.side(place) if side else voice.seat(place)

    def part_label(self, field: AnswerField, voice: Voice) -> str:
        """Return what a field of a list asks for, within a sentence: "tricks of Ann & Cat"."""
        if self.parts:
            return voice.within(field.question.label)
        return tell(
            "{question} of {who}",
            question=voice.within(self.question.label),
            who=self.who(field, voice),
        )

    def heading(self, field: AnswerField, voice: Voice) -> str:
        """Return the heading over the keys of the field whose turn it is."""
        turn = field.question.turn
        if turn is None and self.parts:
            return self.who(field, voice)
        text = voice.text(turn) if turn else self.part_label(field, voice)
        return text[:1].upper() + text[1:]


class BranchStep:
    """A choice between ways to enter the same thing; `chosen` is the branch in use."""

    def __init__(self, choice: OneOf, name: str, chosen: str) -> None:
        self.choice, self.name, self.chosen = choice, name, chosen


def in_page_order(steps: Sequence[FormStep | BranchStep]) -> list[FormStep | BranchStep]:
    """Return the steps in the page's order: required ones, optional ones, other ways to enter,
    and last the ticks instead of all that, so that a half-entered deal can still become one. What
    may be left out as a whole is folded into one."""
    shown: list[FormStep | BranchStep] = []
    for step in sorted(steps, key=_rank):
        before = shown[-1] if shown else None
        if isinstance(step, FormStep):
            step.beside = []
            if step.question.group and isinstance(before, FormStep) and before.question.group:
                before.beside.append(step)
                continue
        shown.append(step)
    return shown


def _rank(step: FormStep | BranchStep) -> int:
    if isinstance(step, BranchStep):
        return 2
    if isinstance(step.question, Flag):
        return 3
    return 1 if step.aside else 0


def is_instead(step: FormStep | BranchStep) -> bool:
    """Return whether it is an unmade tick for a deal without any of the questions."""
    return (
        isinstance(step, FormStep) and isinstance(step.question, Flag) and not step.fields[0].given
    )


def of_seats(
    steps: Iterable[FormStep | BranchStep], seats: frozenset[int], but: Container[str] = ()
) -> list[FormStep | BranchStep]:
    """Return the questions that these seats may answer themselves, without the fields named in
    `but`."""
    kept: list[FormStep | BranchStep] = []
    for step in steps:
        if isinstance(step, FormStep):
            own = [field for field in step.fields if field.question.seat in seats]
            fields = [field for field in own if field.name not in but]
            if fields:
                kept.append(FormStep(step.question, fields, among=step.fields))
    return kept


def answer_text(field: AnswerField, voice: Voice) -> str:
    """Return an answer as one reads it."""
    if field.sealed or not field.given:
        return CLOSED if field.sealed else ""
    return voice.text(key_label(field.question, field.data))
