"""A question about a table of numbers: the name of a known one, or an object with some of its
rows."""

from collections.abc import Mapping
from typing import Final

from scorekeeper.interview.steps import Key, Question, Refuse, Value
from scorekeeper.sentences import Message, Sentence, one_of, say


class Row(Question, frozen=True, kw_only=True):
    """A row: a whole number, or a list of as many as there are `spans`, each the lowest and the
    highest of its number. With one span there is no list."""

    spans: tuple[tuple[int, int], ...]

    def answer(self, value: Value) -> Value:
        given = value if type(value) is list and len(self.spans) > 1 else [value]
        if len(given) not in (1, len(self.spans)) or (given is value and len(given) == 1):
            return None
        pairs = zip(given, self.spans, strict=False)
        right = all(type(n) is int and low <= n <= high for n, (low, high) in pairs)
        return value if right else None

    def judge(self, value: Value) -> Sentence:
        low, high = self.spans[0]
        template: Message = "`{name}` is a number from {low} to {high}."
        if len(self.spans) > 1:
            template = "`{name}` is a number from {low} to {high}, or a list of {n} numbers."
        return say(template, name=self.name, low=low, high=high, n=len(self.spans))


class ChosenTable(Question, frozen=True, kw_only=True):
    """The name of one of the `tables`, which `keys` call in words, or an object with some of the
    `rows`, each a question by its name."""

    keys: tuple[Key, ...]
    rows: tuple[Question, ...]
    tables: Mapping[str, Mapping[str, Value]]
    wrong: Message = "`{name}` is {choices}, or an object."

    def accept(self, value: Value, refuse: Refuse) -> Value:
        if type(value) is not dict:
            return super().accept(value, refuse)
        rows = {row.name: row for row in self.rows}
        faults = 0

        def note(path: tuple[str | int, ...], sentence: Sentence) -> None:
            nonlocal faults
            faults += 1
            refuse(path, sentence)

        for name, given in value.items():
            if name in rows:
                rows[name].accept(given, note)
            else:
                note((*self.path, name), say(_NO_ROW, name=name, rows=one_of(*rows)))
        return None if faults else value

    def answer(self, value: Value) -> Value:
        if type(value) is dict:
            rows = {row.name: row for row in self.rows}
            right = (n in rows and rows[n].answer(v) is not None for n, v in value.items())
            return value if all(right) else None
        return value if type(value) is str and value in {key.value for key in self.keys} else None

    def judge(self, value: Value) -> Sentence:
        return say(self.wrong, name=self.name, choices=one_of(*(key.value for key in self.keys)))

    def keys_shown(self) -> tuple[Key, ...]:
        return self.keys


_NO_ROW: Final[Message] = "There is no row `{name}`; the rows are {rows}."
