"""Random play at a stored table, compared after every step with a plain list.

The list is changed in place and undo puts back the copy from before; the store only ever adds.
"""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table.records import Record, fold
from scorekeeper.store.table.rows import (
    Appended,
    Change,
    Conflict,
    Summary,
    WriteRequest,
    append,
    find_by_id,
    read_records,
)
from tests.requirements import rounds
from tests.store.conftest import new_table


@dataclass
class Item:
    """An entry as the plain list has it."""

    seq: int
    reads: int
    struck: bool = False


class StoredTable(RuleBasedStateMachine):
    """The table under test beside the list."""

    app: Flask
    tables = 0

    def __init__(self) -> None:
        super().__init__()
        self.context = self.app.app_context()
        self.context.push()
        self.items: list[Item] = []
        self.target = 300
        self.done: list[Any] = []  # what stood before each step that undo can take back
        self.undone: list[Any] = []
        self.sent: list[tuple[list[Change], str, int, int]] = []
        self.seen: list[Record] = []

    @initialize()
    def sit_down(self) -> None:
        StoredTable.tables += 1
        self.table = new_table(f"start{StoredTable.tables}")
        self.version = 0

    def teardown(self) -> None:
        self.context.pop()

    def send(self, changes: list[Change], key: str, version: int) -> Appended:
        with writing() as connection:
            return append(
                connection,
                self.table,
                WriteRequest(key, version, "phone"),
                changes,
                summary=Summary("open", {"items": len(self.items)}),
            )

    def write(self, *changes: Change) -> int:
        """Send with a new key against the newest version; the first record's seq."""
        key, version = f"key{len(self.sent)}", self.version
        answer = self.send(list(changes), key, version)
        assert replace(answer, at=0) == Appended(version + 1, version + len(changes), False)
        self.sent.append((list(changes), key, version, answer.seq))
        self.version = answer.version
        return answer.seq

    def step(self, change: Callable[[], None]) -> None:
        """Change the plain list in a way that can be taken back."""
        self.done.append(deepcopy((self.items, self.target)))
        self.undone.clear()
        change()

    def pick(self, place: int) -> Item:
        return self.items[place % len(self.items)]

    @rule(reads=st.integers(0, 99))
    def record(self, reads: int) -> None:
        seq = self.write(Change("entry", {"reads": reads}))
        self.step(lambda: self.items.append(Item(seq, reads)))

    @precondition(lambda self: self.items)
    @rule(reads=st.integers(0, 99), place=st.integers(0, 99))
    def insert(self, reads: int, place: int) -> None:
        at = place % len(self.items)
        seq = self.write(Change("entry", {"reads": reads}, before=self.items[at].seq))
        self.step(lambda: self.items.insert(at, Item(seq, reads)))

    @precondition(lambda self: self.items)
    @rule(reads=st.integers(0, 99), place=st.integers(0, 99))
    def amend(self, reads: int, place: int) -> None:
        seq = self.pick(place).seq
        self.write(Change("amend", {"reads": reads}, about=seq))
        self.step(lambda: setattr(self.pick(place), "reads", reads))

    @precondition(lambda self: self.items)
    @rule(reads=st.integers(0, 99), place=st.integers(0, 99), other=st.integers(0, 99))
    def amend_and_strike(self, reads: int, place: int, other: int) -> None:
        amended, struck = self.pick(place), self.pick(other)
        amend = Change("amend", {"reads": reads}, about=amended.seq)
        self.write(amend, Change("strike", {"with": self.version + 1}, about=struck.seq))

        def change() -> None:
            amended.reads = reads
            struck.struck = True

        self.step(change)

    @precondition(lambda self: self.items)
    @rule(place=st.integers(0, 99), kind=st.sampled_from(["strike", "restore"]))
    def strike_or_restore(self, place: int, kind: str) -> None:
        self.write(Change(kind, about=self.pick(place).seq))
        self.step(lambda: setattr(self.pick(place), "struck", kind == "strike"))

    @rule(points=st.integers(100, 500))
    def amend_the_head(self, points: int) -> None:
        head = {**self.state().head, "options": {"target": points}}
        self.write(Change("amend", head, about=0))
        self.step(lambda: setattr(self, "target", points))

    @precondition(lambda self: self.done)
    @rule()
    def undo(self) -> None:
        self.write(Change("undo", about=self.state().undoable))
        self.undone.append((self.items, self.target))
        self.items, self.target = self.done.pop()

    @precondition(lambda self: self.undone)
    @rule()
    def redo(self) -> None:
        self.write(Change("restore", about=self.state().redoable))
        self.done.append((self.items, self.target))
        self.items, self.target = self.undone.pop()

    @precondition(lambda self: self.sent)
    @rule(which=st.integers(0, 99))
    def send_again(self, which: int) -> None:
        changes, key, version, seq = self.sent[which % len(self.sent)]
        assert self.send(changes, key, version) == Appended(seq, self.version, repeated=True)

    @precondition(lambda self: self.version)
    @rule(back=st.integers(1, 3))
    def write_against_an_old_version(self, back: int) -> None:
        with pytest.raises(Conflict) as conflict:
            self.send([Change("entry", {"reads": 0})], "stale", max(0, self.version - back))
        assert conflict.value.version == self.version

    def state(self) -> Any:
        return fold(self.records())

    def records(self) -> list[Record]:
        with reading() as connection:
            return read_records(connection, find_by_id(connection, self.table))

    @invariant()
    def the_same_stands(self) -> None:
        if not hasattr(self, "table"):
            return
        records = self.records()
        state = fold(records)
        assert records[: len(self.seen)] == self.seen, "a record was changed"
        self.seen = records
        assert state.head["options"] == {"target": self.target}
        assert [(one.seq, one.payload["reads"], one.deleted) for one in state.written] == [
            (item.seq, item.reads, item.struck) for item in self.items
        ]
        assert (state.undoable is None) == (not self.done)
        assert (state.redoable is None) == (not self.undone)


@pytest.mark.hard
def test_stored_table_matches_a_plain_list(store: Flask) -> None:
    StoredTable.app = store
    run_state_machine_as_test(
        StoredTable,
        settings=settings(
            max_examples=rounds(30, quick=5, hard=1000),
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
