"""Questions as form fields: an interview filled in on a page, step by step.

The interview is walked with what was typed (or, for an edited deal and a draft, with what is
stored); the questions that come up are the page's fields, each with its answer and its faults.
Nothing here knows a game.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.cards_taken import DerivedSeat, FinishOrder, InParts
from scorekeeper.interview.lists import Many
from scorekeeper.interview.reading import walk
from scorekeeper.interview.steps import (
    Barred,
    Fault,
    Interview,
    OneOf,
    Pair,
    Path,
    Question,
    Step,
    Value,
    Warn,
    name_of,
)
from scorekeeper.interview.tables import ChosenTable
from scorekeeper.sentences import Sentence, Voice
from scorekeeper.web.interview.steps import (
    ABSENT,
    AnswerField,
    BranchStep,
    FormStep,
    in_page_order,
    is_typed,
    remove_at,
    set_at,
    value_at,
)

Typed = MultiDict[str, str]

REST: Final = "rest"
"""What the key sends that answers for all who have no answer yet."""
REVEALED: Final = "revealed"
"""What the key sends that reveals sealed answers before all are in; the draft has it under this."""


class InterviewForm:
    """An interview as a form.

    `typed` is what was sent (None: nothing yet), `stored` an entry or draft to begin with, `usual`
    entries, newest first, whose branches are offered first, `entry_mode` a branch offered before
    those, `written` the names of the answers that are in the draft. Afterwards `steps` are the
    steps to show, `entry` what was answered, `complete` whether it can be tried, `held` whether
    sealed answers were typed beside others that are written: nothing follows from them until they
    are written too.
    """

    def __init__(
        self,
        interview: Interview,
        voice: Voice,
        typed: Typed | None = None,
        stored: Mapping[str, Value] | None = None,
        usual: Iterable[Mapping[str, Value]] = (),
        entry_mode: str = "",
        written: Container[str] = (),
    ) -> None:
        self._fields: dict[str, AnswerField] = {}
        self.voice = voice
        self.typed = typed
        self.stored = stored or {}
        self.usual = usual
        self.entry_mode = entry_mode
        self.written = written
        self.held = False
        self.steps: list[FormStep | BranchStep] = []
        self.entry: dict[str, Any] = {}
        self.general: list[str] = []
        self.warnings: list[str] = []
        self.missing: list[Question] = []
        walk(interview, self._reply)

    def __iter__(self) -> Iterator[AnswerField]:
        """Return the fields in the order of asking."""
        return iter(self._fields.values())

    def __getitem__(self, name: str) -> AnswerField:
        """Return the field of that name."""
        return self._fields[name]

    @property
    def questions(self) -> list[FormStep]:
        """The steps that are no choice between ways of entering."""
        return [step for step in self.steps if isinstance(step, FormStep)]

    @property
    def refused(self) -> bool:
        """Return whether anything cannot be, whatever is still to be answered."""
        return bool(self.general) or any(step.bad for step in self.questions)

    @property
    def amiss(self) -> str:
        """Return the first thing that is wrong with the answers so far, refused or not: a trick is
        missing, say. Empty where nothing is."""
        for step in self.questions:
            at_fields = [error for field in step.fields for error in field.errors]
            if not at_fields and step.imbalance:
                return self.voice.text(step.imbalance)
            for error in (*at_fields, *step.faults):
                return error
        return ""

    @property
    def open_questions(self) -> list[Question]:
        """Return the questions about the time before the play whose answers were refused, and all
        that are missing."""
        # a bid that was refused keeps the tricks away
        bad = (step.question for step in self.questions if step.bad)
        return [*(question for question in bad if question.when == "before"), *self.missing]

    @property
    def complete(self) -> bool:
        """Return whether all that must be answered is, and nothing was refused."""
        return not self.missing and not self.refused

    def require_missing(self) -> None:
        """Add an error to each field that still needs an answer."""
        for question in self.missing:
            step = self.step_of(question)
            if step is None or not isinstance(question, Many):
                self._note(question.path, question.absent())
            elif step.waiting is None:
                question.accept(_in_place(question, step.fields), self._note)
            else:
                self._note(step.waiting.question.path, step.absent)

    def step_of(self, question: Question) -> FormStep | None:
        """Return the step that asks this question."""
        return next((step for step in self.questions if step.question is question), None)

    def seal(self, written: Container[str]) -> None:
        """Hide sealed answers that are `written`, until all of them are."""
        for name in self.still_sealed(written):
            if name in written:
                self[name].seal()
                remove_at(self.entry, self[name].question.path)

    @property
    def sealed(self) -> set[str]:
        """The answers, by field name, that nobody may see before all of them are saved."""
        return {field.name for field in self if field.question.sealed}

    def still_sealed(self, written: Container[str]) -> set[str]:
        """Return the sealed answers, as long as one of them is not written down, unless they were
        revealed early."""
        open_now = REVEALED in written or all(name in written for name in self.sealed)
        return set() if open_now else self.sealed

    def revealed(self, written: Container[str]) -> set[str]:
        """Return the sealed answers that are written down and seen by all."""
        return {name for name in self.sealed - self.still_sealed(written) if name in written}

    def other_modes(self) -> list[str]:
        """Return the branches that were not taken."""
        choices = [step for step in self.steps if isinstance(step, BranchStep)]
        return [b.name for step in choices for b in step.choice.branches if b.name != step.chosen]

    def shown_now(self) -> list[FormStep | BranchStep]:
        """Return the steps to show, in the page's order: those after the play only once all before
        it are answered."""
        if all(question.when != "before" for question in self.open_questions):
            return in_page_order(self.steps)
        return in_page_order([step for step in self.steps if self._is_before(step)])

    def _is_before(self, step: FormStep | BranchStep) -> bool:
        """Return whether it is answered before the play, as the question behind a choice of ways
        is."""
        behind = self.steps[self.steps.index(step) :]
        question = next((one.question for one in behind if isinstance(one, FormStep)), None)
        return question is not None and question.when == "before"

    def unused_branches(self) -> set[str]:
        """Return the fields of the branches that were not taken, where the one that was is
        begun."""
        choices = (step for step in self.steps if isinstance(step, BranchStep))
        begun = (step for step in choices if self._begun(step.choice, self.entry) == step.chosen)
        return {
            key for step in begun for key, mode in step.choice.branch_of_key if mode != step.chosen
        }

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
        if isinstance(step, DerivedSeat):
            return step.derived
        return None if isinstance(step, Barred) else self._ask(step)

    def _note(self, path: Path, sentence: Sentence) -> None:
        """Add a fault to its field, its list, or the whole form."""
        text = self.voice.text(sentence)
        name = name_of(path)
        lists = (step for step in self.questions if step.many)
        whole = next((step for step in lists if step.question.path == path), None)
        if whole is not None:
            whole.faults.append(text)
            return
        field = next((f for f in self if f.name == name or f.name.startswith(f"{name}.")), None)
        tables = (f for f in self if isinstance(f.question, ChosenTable))
        field = field or next((f for f in tables if name.startswith(f"{f.name}.")), None)
        if path and field is not None:
            field.errors = [*field.errors, text]
        else:
            self.general.append(text)

    def _branch(self, step: OneOf) -> str:
        name = f"by.{step.branches[0].name}"
        known = [branch.name for branch in step.branches]
        chosen = next((mode for mode in self._modes(step, name) if mode in known), known[0])
        self.steps.append(BranchStep(step, name, chosen))
        return chosen

    def _modes(self, step: OneOf, name: str) -> Iterator[Value]:
        """Branches to take, the best first: the one whose key is pressed or that the form is in,
        then one that was chosen or begun before, at last one that another deal was entered in."""
        typed = Typed() if self.typed is None else self.typed
        yield typed.get("do", "").removeprefix(f"{name}.")
        yield typed.get(name)
        yield value_at(self.stored, tuple(name.split(".")))
        yield self._begun(step, self.stored)
        yield self.entry_mode
        yield from (self._begun(step, entry) for entry in self.usual)

    def mode_pressed(self) -> dict[str, Value]:
        """The way of entering whose key was pressed, under the name by which the draft has it."""
        pressed = "" if self.typed is None else self.typed.get("do", "")
        choices = (step for step in self.steps if isinstance(step, BranchStep))
        return {step.name: step.chosen for step in choices if pressed.startswith(f"{step.name}.")}

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
        self.steps.append(FormStep(question, [field]))
        if not field.given:
            if not question.optional and not question.group:
                self.missing.append(question)
            return None
        answer = question.accept(field.data, self._note)
        if question.sealed and self._holds():
            self.missing.append(question)
            return None
        if answer is not None:
            set_at(self.entry, question.path, field.data)
        return answer

    def _holds(self) -> bool:
        """Return whether some of the sealed answers so far are written down and some only typed."""
        # whoever typed the missing bids on an old page, by another key or into What if? was told
        # the others' before anything was saved
        known = {f.name in self.written for f in self if f.question.sealed and f.given}
        self.held = len(known) == 2 and REVEALED not in self.written
        return self.held

    def _ask_many(self, question: Many) -> Value:
        fields = self._fields_of(question)
        self.steps.append(FormStep(question, fields))
        self._answer_rest(question, fields)
        self._derive(question, fields)
        left_out = question.optional and not question.needed
        if left_out and not any(field.given for field in fields):
            return None
        suggested = any(field.derived for field in fields)
        numbers = [field.data for field in fields if type(field.data) is int]
        # numbers that were only suggested and don't add up are asked for, not refused: nobody typed
        # them
        short = question.total is not None and suggested and sum(numbers) != question.total
        if short or not all(field.given for field in fields):
            self.missing.append(question)
            for field in fields:
                # what can't be read is refused even while the rest is only suggested
                if field.given:
                    field.question.accept(field.data, self._note)
            return None
        if any(field.question.sealed for field in fields) and self._holds():
            self.missing.append(question)
            return None
        value = _in_place(question, fields)
        answer = question.accept(value, self._note)
        if answer is not None:
            set_at(self.entry, question.path, value)
        return answer

    def _ask_parts(self, question: InParts) -> Value:
        """Ask for the parts as if each stood alone, and show them as one step."""
        if isinstance(question, FinishOrder):
            self._close_gaps(question)
        stored = value_at(self.stored, question.path)
        if isinstance(stored, list):
            self.stored = {**self.stored, str(question.path[0]): question.split(stored)}
        shown, missing = len(self.steps), len(self.missing)
        walk(question.parts(), self._reply)
        parts = [step for step in self.steps[shown:] if isinstance(step, FormStep)]
        self.steps[shown:] = [
            FormStep(question, [field for step in parts for field in step.fields])
        ]
        given = value_at(self.entry, question.path)
        value = question.join({} if given is ABSENT else given)
        set_at(self.entry, question.path, value)
        return None if len(self.missing) > missing else question.accept(value, self._note)

    def _close_gaps(self, question: FinishOrder) -> None:
        """Move up the seats behind an emptied place."""
        names = [name_of(item.path) for item in question.items]
        if self.typed is None or names[0] not in self.typed:
            return
        sent = [raw for name in names for raw in self.typed.getlist(name)[-1:] if raw]
        self.typed = MultiDict(self.typed)
        for name, raw in zip_longest(names, sent, fillvalue=""):
            self.typed[name] = raw

    def _fields_of(self, question: Many) -> list[AnswerField]:
        """Return a list's fields; what one accepts may depend on the others."""
        fields = {
            place: self._field(item)
            for place, item in enumerate(question.items)
            if item is not None
        }
        given: list[Value] = [None] * len(question.items)
        for place, field in fields.items():
            given[place] = field.data if field.given else None
        for place, item in enumerate(question.items_given(given)):
            if item is not None:
                fields[place].question = item
        return [*fields.values()]

    def _answer_rest(self, question: Many, fields: list[AnswerField]) -> None:
        """Answer for all who have no answer, where the key was pressed that does so."""
        pressed = self.typed is not None and self.typed.get("do") == REST
        if pressed and question.rest_key and any(field.given for field in fields):
            for field in fields:
                if not field.given:
                    field.take(question.rest_key.value)

    def _derive(self, question: Many, fields: list[AnswerField]) -> None:
        """Fill in suggested answers, the last number of a known sum, and 0 once the sum is
        reached."""
        for field, answer in zip(fields, _suggested(question, fields), strict=True):
            if not field.given and answer is not None:
                field.take(answer, derived=True)
        if question.total is None:
            return
        open_fields = [field for field in fields if not field.given]
        if not open_fields and len(fields) == 2:
            # one of two was changed: the other follows, as it did when first entered
            open_fields = [f for f in fields if self._may_follow(f)]
        rest: list[Any] = [field.data for field in fields if field not in open_fields]
        if all(type(value) is int for value in rest):
            left = question.total - sum(rest)
            if left == 0 or (left > 0 and len(open_fields) == 1):
                for field in open_fields:
                    field.take(left, derived=True)

    def _may_follow(self, field: AnswerField) -> bool:
        """Return whether an answer stood there before, and nobody has typed it in this deal."""
        # 90 typed for one side was gone once 70 was typed for the other: which is wrong nobody
        # knows but who typed it; a key that is pressed still shows what it changes
        by_hand = field.name in self.written and is_typed(field.question)
        return not by_hand and field.data == value_at(self.stored, field.question.path)

    def _field(self, question: Question) -> AnswerField:
        field = AnswerField(question)
        name, typed = field.name, self.typed
        self._fields[name] = field
        if typed is not None and self.was_sent(name):
            sent = typed.getlist(name)
            if isinstance(question, Pair):
                field.read_halves(typed.get(f"{name}.0"), typed.get(f"{name}.1"))
            # not what we had filled in ourselves; get() is slow where there is none
            elif not sent or typed.getlist(f"derived.{name}")[:1] != sent[-1:]:
                field.read(sent)
            return field
        stored = value_at(self.stored, question.path)
        if stored is not ABSENT:
            field.take(stored)
        return field

    def was_sent(self, name: str) -> bool:
        """Return whether anything was typed into the field of that name, or left empty there."""
        typed = self.typed or ()
        return name in typed or f"{name}.0" in typed or f"{name}.1" in typed

    def answers(self) -> dict[str, Value]:
        """Return what was answered by a person, by field name; for the draft."""
        known = (f for f in self if f.given and not f.sealed)
        return {f.name: f.data for f in known if not f.derived and _can_stand(f)}


def _can_stand(field: AnswerField) -> bool:
    """Return whether the draft keeps the answer: a number, or what only the deal refuses."""
    # one left out for its message was gone when a phone woke up, and what it had replaced was back
    faults = list[str]()
    if field.errors and not isinstance(field.data, int):
        field.question.accept(field.data, lambda path, sentence: faults.append(name_of(path)))
    return not faults


def _suggested(question: Many, fields: list[AnswerField]) -> list[Value]:
    """Return an answer for each field, or None: the question's own suggestion, or the number that a
    blank means beside one that was typed."""
    if question.suggest:
        return [question.suggest[field.question.path[-1]] for field in fields]
    begun = any(field.given for field in fields)
    return [getattr(field.question, "blank", None) if begun else None for field in fields]


def _in_place(question: Many, fields: list[AnswerField]) -> list[Value]:
    """Return the answers as the list has them, null for an emptied seat."""
    values = iter(field.data for field in fields)
    return [None if item is None else next(values) for item in question.items]
