"""Reading an entry: an interview answered from it, with all faults and warnings."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from scorekeeper.interview.steps import Fault, Interview, OneOf, Path, Question, Step, Value, Warn
from scorekeeper.sentences import Sentence, say

_MISSING: Final = object()
_DEEPEST: Final = 8


class Reading(msgspec.Struct, eq=False, gc=False):
    """Answers an interview from an entry; `warnings` are what is odd.

    `unread` is what nothing has asked for yet, at first a copy of the entry: by its field, and by
    its path what was inside an object that was taken apart. `refused` are the faults by their
    places, one that shares its place with another by its number. Most entries have none of either.
    """

    entry: Mapping[str, Value]
    unread: dict[Any, Value]
    warnings: tuple[Warn, ...] = ()
    # by place, so that a field is refused once without looking through all faults
    refused: dict[Path | int, Fault] = {}
    _missed: tuple[Path, ...] = ()

    @property
    def faults(self) -> list[Fault]:
        """Return the faults of the entry, in the order in which they were found."""
        return list(self.refused.values())

    def answer_all(self, interview: Interview) -> None:
        """Answer every step from the entry. Unused fields are refused after the last, if nothing
        else was."""
        answer, put, unread = None, interview.send, self.unread
        while True:
            try:
                step = put(answer)
            except StopIteration:
                break
            value = unread.pop(step.at, None)
            answer = None if value is None else step.answer(value)  # type: ignore[union-attr]
            # what may be left out mostly is
            if answer is None and not (step.optional and step.path[0] not in self.entry):  # type: ignore[union-attr,operator]
                answer = self.reply(step)
        if unread and not self.refused:
            self._refuse_unused()

    def reply(self, step: Step) -> Value:
        """Return the entry's answer to one step of an interview, which may be put again."""
        if type(step) is OneOf:
            return self._branch(step)
        if isinstance(step, Question):
            return self._read(step)
        if isinstance(step, Fault):
            self._note(step)
        else:
            self.warnings += (step,)
        return None

    def _read(self, question: Question) -> Value:
        """Return the answer to a question; refused if it is wrong, or missing but required."""
        field, *inner = question.path
        if field not in self.entry:
            if not (question.optional or question.group):
                self.refuse(question.path, question.absent())
            return None
        if inner and type(self.unread.get(field)) is dict:
            _gather(self.unread, self.unread.pop(field), (field,))
        value = self.unread.pop(question.at, _MISSING)
        return (
            self._read_or_refuse(question)
            if value is _MISSING
            else question.accept(value, self.refuse)
        )

    def _read_or_refuse(self, question: Question) -> Value:
        """Return the answer where the entry has the field, but no unread value at the path: it
        is missing there, or was read before."""
        place: Any = self.entry
        for depth, key in enumerate(question.path):
            if depth and type(place) is not dict:
                sentence = say("{field}: an object is needed.", field=str(question.path[depth - 1]))
                self.refuse(question.path[:depth], sentence)
                return None
            if key not in place:
                self._missed += (question.path,)
                if not question.optional:
                    self.refuse(question.path, question.absent())
                return None
            place = place[key]
        return question.accept(place, self.refuse)

    def _branch(self, step: OneOf) -> str | None:
        taken = None
        for key, branch in step.branch_of_key:
            if key in self.entry and branch != taken:
                if taken is not None:
                    taken = None
                    break
                taken = branch
        if taken is None:
            self.refuse((), step.fault)
        return taken

    def refuse(self, path: Path, sentence: Sentence) -> None:
        """Note that the value at `path` cannot be; once for each field."""
        if not path or path not in self.refused:
            self._note(Fault(path, sentence))

    def _note(self, fault: Fault) -> None:
        taken = fault.path in self.refused
        self.refused[len(self.refused) if taken else fault.path] = fault

    def unused(self) -> set[Path]:
        """Return the values that no question has asked for, by path."""
        apart = {at: value for at, value in self.unread.items() if type(at) is tuple}
        return {*apart, *_leaves({at: self.unread[at] for at in self.unread.keys() - apart})}

    def has_unused(self, field: str) -> bool:
        """Return whether anything in the field has not been asked for."""
        return any(path[0] == field for path in self.unused())

    def _refuse_unused(self) -> None:
        """Refuse what nothing has asked for; an object as a whole if nothing in it was."""
        asked = _leaves(self.entry).keys() - self.unused()
        for path in _unknown_fields(self.entry, (), asked.union(self._missed)):
            self.refuse(path, say("Unexpected field: {field}.", field=str(path[-1])))


def _leaves(entry: Mapping[Any, Value]) -> dict[Path, Value]:
    """Return the entry's values by path; an empty object, or one too deep, as such."""
    leaves: dict[Path, Value] = {}
    _gather(leaves, entry, ())
    return leaves


def _gather(leaves: dict[Any, Value], place: Mapping[Any, Value], path: Path) -> None:
    if not place and path:
        leaves[path] = place
    for key, value in place.items():
        here = path + (key,)
        if type(value) is dict and value and len(here) < _DEEPEST:
            _gather(leaves, value, here)
        else:
            leaves[here] = value


def _unknown_fields(place: Mapping[str, Value], path: Path, asked: set[Path]) -> list[Path]:
    unknown = []
    for key, value in place.items():
        here = (*path, key)
        if here in asked:
            continue
        if type(value) is dict and any(known[: len(here)] == here for known in asked):
            unknown += _unknown_fields(value, here, asked)
        else:
            unknown.append(here)
    return unknown


def walk(interview: Interview, reply: Callable[[Step], Value]) -> None:
    """Pass every step of the interview to `reply`, and its answer to the interview."""
    answer, put = None, interview.send
    while True:
        try:
            step = put(answer)
        except StopIteration:
            return
        answer = reply(step)


def read(interview: Interview, entry: Mapping[str, Value]) -> Reading:
    """Read the entry with the interview: all its faults, and its warnings."""
    reading = Reading(entry, {**entry})
    reading.answer_all(interview)
    return reading
