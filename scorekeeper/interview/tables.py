"""A question about a table of numbers: the name of a known one, or an object with some of its
rows."""

from collections.abc import Mapping
from typing import Final

from scorekeeper.interview.steps import Key, Path, Question, Refuse, Value
from scorekeeper.sentences import Listing, Message, Sentence, all_of, one_of, say

Table = Mapping[str, Value]
"""What is given of a table: by the name of a row its number, its numbers, or a table in it."""


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


class Rows(Question, frozen=True, kw_only=True):
    """An object with some of the `rows`, each a question by its name. Those that stand `apart` are
    there all together and without any other. `row_as` is how a row and its number are read."""

    rows: tuple[Question, ...]
    apart: tuple[str, ...] = ()
    row_as: Message = "{row} {n}"
    wrong: Message = "`{name}` is an object."

    def accept(self, value: Value, refuse: Refuse) -> Value:
        if type(value) is not dict:
            return super().accept(value, refuse)
        rows = {row.name: row for row in self.rows}
        faults = 0

        def note(path: Path, sentence: Sentence) -> None:
            nonlocal faults
            faults += 1
            refuse(path, sentence)

        for name, given in value.items():
            if name in rows:
                rows[name].accept(given, note)
            else:
                note((*self.path, name), say(_NO_ROW, name=name, rows=one_of(*rows)))
        if self._is_mixed(value):
            note(self.path, say(_TOGETHER, name=self.name, rows=all_of(*self.apart)))
        return None if faults else value

    def answer(self, value: Value) -> Value:
        if type(value) is not dict or self._is_mixed(value):
            return None
        rows = {row.name: row for row in self.rows}
        right = (n in rows and rows[n].answer(v) is not None for n, v in value.items())
        return value if all(right) else None

    def _is_mixed(self, table: Table) -> bool:
        """Return whether rows that stand apart are not all there, or not alone."""
        return not table.keys().isdisjoint(self.apart) and table.keys() != {*self.apart}

    def judge(self, value: Value) -> Sentence:
        return say(self.wrong, name=self.name)

    def leaves(self) -> tuple[Question, ...]:
        """Return the rows that are numbers, those of the tables within it too."""
        return tuple(leaf for row in self.rows for leaf in _leaves(row))

    def words(self, table: Table) -> Sentence:
        """Return what is given of a table, row by row: "mis 6, nap 10/5"."""
        given = [(row, table[row.name]) for row in self.rows if row.name in table]
        if not given:
            return say("nothing")
        return say("{rows}", rows=Listing(tuple(self._row_words(*one) for one in given)))

    def _row_words(self, row: Question, given: Value) -> Sentence:
        if isinstance(row, Rows) and isinstance(given, dict):
            return say("{row}: {rows}", row=row.label, rows=row.words(given))
        numbers = given if isinstance(given, list) else [given]
        text = "/".join(map(str, numbers)).replace("-", "−")
        return say(self.row_as, row=row.label, n=text)


def _leaves(row: Question) -> tuple[Question, ...]:
    if not isinstance(row, Rows):
        return (row,)
    within: Message = "{table}: {row}"
    return tuple(
        leaf.changed(label=say(within, table=row.label, row=leaf.label)) for leaf in row.leaves()
    )


class ChosenTable(Rows, frozen=True, kw_only=True):
    """The name of one of the `tables`, which `keys` call in words, or an object with some of the
    rows; those left out are as in `base`."""

    keys: tuple[Key, ...]
    tables: Mapping[str, Table]
    base: Table
    wrong: Message = "`{name}` is {choices}, or an object."

    def answer(self, value: Value) -> Value:
        if type(value) is dict:
            return super().answer(value)
        return value if type(value) is str and value in self.tables else None

    def judge(self, value: Value) -> Sentence:
        return say(self.wrong, name=self.name, choices=one_of(*(key.value for key in self.keys)))

    def keys_shown(self) -> tuple[Key, ...]:
        return self.keys

    def shown(self, leaf: Question, chosen: Value) -> Value:
        """Return what a page shows of a row in the named table, or in one of its own: None where
        that says nothing."""
        place: Value = self.tables.get(chosen, {}) if isinstance(chosen, str) else chosen
        for name in leaf.path[1:]:
            place = place.get(name) if isinstance(place, Mapping) else None
        return place


_NO_ROW: Final[Message] = "There is no row `{name}`; the rows are {rows}."
_TOGETHER: Final[Message] = "`{name}` has {rows} together and nothing else, or neither of them."
