"""Random play with real games, compared after every step with a plain list that is replayed."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
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

from scorekeeper.sheet import read_head
from scorekeeper.sheet.documents import SheetRefused
from scorekeeper.sheet.entries import replay
from scorekeeper.sheet.results import result
from scorekeeper.store.sql.database import reading
from scorekeeper.store.table.records import Record
from scorekeeper.store.table.rows import Conflict, WriteRequest, read_records
from scorekeeper.tables import changes, loading
from scorekeeper.tables.changes import (
    add_entry,
    delete_entry,
    edit_entry,
    edit_setup,
    insert_entry,
    redo,
    restore_entry,
)
from scorekeeper.tables.loading import LoadedTable, load_table
from scorekeeper.tables.starting import start_table
from scorekeeper.tables.summaries import rebuild_summaries
from scorekeeper.tables.write import EntryInvalid, LaterEntryInvalid, WriteResult
from tests.requirements import rounds
from tests.tables.conftest import NAMES, bids, new_key, sheet

TARGETS = {"spades": (60, 500), "tally": (10, 100), "sharp-nullo": None}
small = st.integers(0, 4)
adjustments = st.builds(
    lambda side, points: {"adjust": {"side": side, "points": points, "reason": "agreed"}},
    st.integers(0, 2),
    st.integers(-90, 90),
)
substitutes = st.builds(
    lambda number, name: {"seat": {"number": number, "name": name}},
    st.integers(0, 4),
    st.sampled_from([*NAMES, "Eve", " Eve ", "ann", None]),
)
deals = {
    "spades": st.builds(bids, small, small, small, small),
    "tally": st.builds(
        lambda points: {"points": points}, st.lists(st.integers(-5, 30), min_size=4, max_size=5)
    ),
    "sharp-nullo": st.builds(
        lambda declarer, bid, tricks: {"declarer": declarer, "bid": bid, "tricks": tricks},
        st.integers(0, 3),
        st.integers(0, 12),
        st.integers(0, 13),
    ),
}
others = st.one_of(adjustments, substitutes, st.just({"finish": {}}), st.just({"draw": {"by": 1}}))


@dataclass
class Item:
    """An entry as the plain list has it."""

    seq: int
    entry: Any
    struck: bool = False


class PlayedTable(RuleBasedStateMachine):
    """The table under test beside the list."""

    app: Flask

    def __init__(self) -> None:
        super().__init__()
        self.context = self.app.app_context()
        self.context.push()
        self.items: list[Item] = []
        self.options: dict[str, Any] = {}
        self.done: list[Any] = []  # what stood before each step that undo can take back
        self.undone: list[Any] = []
        self.seen: list[Record] = []
        self.sent: list[
            tuple[Callable[[LoadedTable, WriteRequest], WriteResult], WriteRequest, int]
        ] = []

    def teardown(self) -> None:
        self.context.pop()

    @initialize(game=st.sampled_from(sorted(TARGETS)))
    def sit_down(self, game: str) -> None:
        self.game = game
        self.public_id = start_table(sheet(game), key=new_key(), device="phone")
        self.table = load_table(self.public_id)

    # --- the plain list -------------------------------------------------------------------------

    def score(self) -> Any:
        """The result of the plain list as it stands; raises ``SheetRefused``."""
        entries = [item.entry for item in self.items if not item.struck]
        head = read_head(sheet(self.game, *entries, options=self.options))
        return result(head, replay(head, entries))

    def attempt(
        self,
        write: Callable[[LoadedTable, WriteRequest], WriteResult],
        change: Callable[[], None],
        strike: Callable[[LoadedTable, WriteRequest, list[int]], WriteResult] | None = None,
    ) -> None:
        """Write, and change the list likewise, if what comes of it can be scored."""
        before = deepcopy((self.items, self.options))
        change()
        request = WriteRequest(new_key(), self.table.row.version, "phone")
        try:
            self.score()
        except SheetRefused:
            self.items, self.options = before
            self.refused(write, request, change, strike)
            return
        self.keep(write(self.table, request), write, request, before)

    def refused(
        self,
        write: Callable[[LoadedTable, WriteRequest], WriteResult],
        request: WriteRequest,
        change: Callable[[], None],
        strike: Callable[[LoadedTable, WriteRequest, list[int]], WriteResult] | None,
    ) -> None:
        """What the list refuses the table refuses; with what it names struck it goes through."""
        with pytest.raises((EntryInvalid, LaterEntryInvalid)) as refused:
            write(self.table, request)
        if not isinstance(refused.value, LaterEntryInvalid) or strike is None:
            return
        seqs = [one.seq for one in refused.value.refused]
        before = deepcopy((self.items, self.options))
        change()
        for item in self.items:
            item.struck = item.struck or item.seq in seqs
        answer = strike(self.table, request, seqs)
        self.keep(answer, lambda t, s: strike(t, s, seqs), request, before)

    def keep(
        self,
        answer: WriteResult,
        write: Callable[[LoadedTable, WriteRequest], WriteResult],
        request: WriteRequest,
        before: Any,
    ) -> None:
        assert not answer.repeated
        assert answer.seq == request.version + 1
        self.table = answer.table
        self.sent.append((write, request, answer.seq))
        self.done.append(before)
        self.undone.clear()

    def entry(self, data: Any) -> Any:
        return data.draw(st.one_of(deals[self.game], deals[self.game], others))

    def pick(self, place: int) -> Item:
        return self.items[place % len(self.items)]

    # --- what people do -------------------------------------------------------------------------

    @rule(data=st.data())
    def record(self, data: Any) -> None:
        entry, seq = self.entry(data), self.table.row.version + 1
        self.attempt(
            lambda table, sent: add_entry(table, entry, sent),
            lambda: self.items.append(Item(seq, entry)),
        )

    @precondition(lambda self: self.items)
    @rule(data=st.data(), place=st.integers(0, 99))
    def insert(self, data: Any, place: int) -> None:
        entry, seq = self.entry(data), self.table.row.version + 1
        at, before = place % len(self.items), self.pick(place).seq
        self.attempt(
            lambda table, sent: insert_entry(table, entry, before, sent),
            lambda: self.items.insert(at, Item(seq, entry)),
            lambda table, sent, seqs: insert_entry(table, entry, before, sent, seqs),
        )

    @precondition(lambda self: self.items)
    @rule(data=st.data(), place=st.integers(0, 99))
    def amend(self, data: Any, place: int) -> None:
        entry, seq = self.entry(data), self.pick(place).seq
        self.attempt(
            lambda table, sent: edit_entry(table, seq, entry, sent),
            lambda: setattr(self.pick(place), "entry", entry),
            lambda table, sent, seqs: edit_entry(table, seq, entry, sent, seqs),
        )

    @precondition(lambda self: self.items)
    @rule(place=st.integers(0, 99), struck=st.booleans())
    def strike_or_restore(self, place: int, struck: bool) -> None:
        seq, change = self.pick(place).seq, delete_entry if struck else restore_entry
        self.attempt(
            lambda table, sent: change(table, seq, sent),
            lambda: setattr(self.pick(place), "struck", struck),
            lambda table, sent, seqs: change(table, seq, sent, seqs),
        )

    @precondition(lambda self: TARGETS[self.game] is not None)
    @rule(data=st.data())
    def amend_the_head(self, data: Any) -> None:
        options = {"target": data.draw(st.integers(*(TARGETS[self.game] or ())))}
        head = {"options": options, "players": NAMES, "dealer": 0}
        self.attempt(
            lambda table, sent: edit_setup(table, head, sent),
            lambda: setattr(self, "options", options),
            lambda table, sent, seqs: edit_setup(table, head, sent, seqs),
        )

    @precondition(lambda self: self.done)
    @rule()
    def undo(self) -> None:
        self.table = changes.undo(self.table, self.now()).table
        self.undone.append((self.items, self.options))
        self.items, self.options = self.done.pop()

    @precondition(lambda self: self.undone)
    @rule()
    def redo(self) -> None:
        self.table = redo(self.table, self.now()).table
        self.done.append((self.items, self.options))
        self.items, self.options = self.undone.pop()

    def now(self) -> WriteRequest:
        return WriteRequest(new_key(), self.table.row.version, "phone")

    @precondition(lambda self: self.sent)
    @rule(which=st.integers(0, 99))
    def send_again(self, which: int) -> None:
        write, request, seq = self.sent[which % len(self.sent)]
        answer = write(self.table, request)
        assert (answer.seq, answer.repeated) == (seq, True)

    @precondition(lambda self: self.table.row.version)
    @rule(back=st.integers(1, 3))
    def write_against_an_old_version(self, back: int) -> None:
        stale = WriteRequest(new_key(), max(0, self.table.row.version - back), "phone")
        with pytest.raises(Conflict) as conflict:
            add_entry(self.table, {"finish": {}}, stale)
        assert conflict.value.version == self.table.row.version

    @rule()
    def start_a_cold_process(self) -> None:
        loading._cache.clear()
        self.table = load_table(self.public_id)

    @invariant()
    def the_same_stands(self) -> None:
        if not hasattr(self, "table"):
            return
        with reading() as connection:
            records = read_records(connection, self.table.row)
        assert records[: len(self.seen)] == self.seen, "a record was changed"
        self.seen = records
        document, pad = self.score(), self.table.pad
        assert [(one.seq, one.deleted) for one in self.table.sheet_items] == [
            (item.seq, item.struck) for item in self.items
        ]
        assert document == result(self.table.head, self.table.pads)
        assert list(pad.totals) == document["totals"] == self.table.row.summary["totals"]
        assert self.table.row.status == ("finished" if document["finished"] else "open")
        assert (self.table.state.undoable is None) == (not self.done)
        assert (self.table.state.redoable is None) == (not self.undone)


@pytest.mark.hard
def test_a_table_matches_a_plain_list_of_entries(store: Flask) -> None:
    PlayedTable.app = store
    run_state_machine_as_test(
        PlayedTable,
        settings=settings(
            max_examples=rounds(30, quick=5, hard=1000),
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert list(rebuild_summaries(repair=False)) == []
