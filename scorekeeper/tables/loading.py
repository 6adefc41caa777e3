"""Loading a table: its records are folded into entries and replayed into pads."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import itemgetter
from threading import Lock
from typing import Final, Generic, NamedTuple, TypeVar

import msgspec
from cachetools import LRUCache
from sqlalchemy import Connection

from scorekeeper.engine.deals import Entry
from scorekeeper.engine.game import Pad
from scorekeeper.engine.replay import Refused, after, kind_of
from scorekeeper.games import games
from scorekeeper.interview.steps import Fault
from scorekeeper.own import OWN
from scorekeeper.sheet.documents import Head
from scorekeeper.sheet.results import nameless_entry, nameless_summary
from scorekeeper.store.access import table_access
from scorekeeper.store.access.table_access import Role
from scorekeeper.store.schema.table import Json
from scorekeeper.store.sql.database import reading
from scorekeeper.store.table.drafts import Answer, read_answers
from scorekeeper.store.table.persons import ChosenCoin, chosen_coins, names_of
from scorekeeper.store.table.records import (
    Record,
    SheetItem,
    TableState,
    fold,
    persons_in,
    with_names,
)
from scorekeeper.store.table.rows import Summary, TableRow, find, read_records, read_scored
from scorekeeper.tables.own_games import pinned_game

WATCHER = Role(may_score=False, seats=frozenset())


class NotFound(LookupError):
    """The table, or the entry, does not exist."""


@dataclass(frozen=True)
class Refusal:
    """An invalid entry: its faults, on the pad before it. ``number`` is the deal's number,
    ``None`` for other entries."""

    seq: int
    entry: Entry
    number: int | None
    pad: Pad
    faults: tuple[Fault, ...]


@dataclass(frozen=True)
class LoadedTable:
    """A table at one version.

    ``state`` is folded from its records, with names as in a sheet; ``pads`` are the empty pad
    and the one after each entry that counts; ``seqs`` the records of those entries, in order.
    ``persons`` are the ids of all who ever sat here, by name. ``refused`` holds entries that
    the rules of today do not take (none, unless the rules have changed). ``last_scored`` has
    the result's entries by seq as scored under an older edition, else it is ``None``; ``coins``
    has those that players have chosen, by name.
    """

    row: TableRow
    state: TableState
    head: Head
    pads: tuple[Pad, ...]
    seqs: tuple[int, ...]
    persons: Mapping[str, int]
    refused: tuple[Refusal, ...] = ()
    last_scored: Mapping[int, Json] | None = None
    coins: Mapping[str, ChosenCoin] = field(default_factory=dict)

    @property
    def pad(self) -> Pad:
        """The pad as it is now."""
        return self.pads[-1]

    @property
    def outdated(self) -> bool:
        """Return whether it was scored under an older edition of its game's rules."""
        return self.state.edition < self.head.game.edition

    @cached_property
    def sheet_items(self) -> tuple[SheetItem, ...]:
        """Everything on the sheet in its place; what does not count is marked as deleted."""
        out = {one.seq for one in self.refused}
        if not out:
            return self.state.written
        return tuple(
            replace(one, deleted=True) if one.seq in out else one for one in self.state.written
        )

    def summary(self, since: int = 0) -> Summary:
        """Return the copies to store beside the records: the totals and outcome, and the scored
        entries from the place ``since`` in the sheet's order."""
        scored = {
            self.seqs[place]: nameless_entry(pad, pad.rows[place], self.persons)
            for place, pad in enumerate(self.pads[since + 1 :], since)
        }
        status = "finished" if self.pad.outcome else "open"
        return Summary(status, nameless_summary(self.pad, self.persons), scored)

    def find(self, seq: int) -> SheetItem:
        """Return the entry or note of that record; raises ``NotFound``."""
        found = next((one for one in self.state.written if one.seq == seq), None)
        if found is None:
            raise NotFound(f"nothing stands under {seq}")
        return found

    def pad_before(self, seq: int) -> Pad:
        """Return the pad on which that entry was saved, deleted or not; raises ``NotFound``."""
        self.find(seq)
        return self.pads_before()[seq]

    def pads_before(self) -> dict[int, Pad]:
        """Return the pad on which each entry or note was saved, deleted or not, by its record."""
        found, counted = {}, 0
        for one in self.sheet_items:
            found[one.seq] = self.pads[counted]
            counted += one.kind == "entry" and not one.deleted
        return found


class TableVisit(NamedTuple):
    """A device at a table: ``role`` is ``None`` for a stranger, who is shown nothing of it.
    ``may_join_league``: it is no league's, and this device could add it to one."""

    table: LoadedTable
    role: Role | None
    answers: Mapping[str, Answer]
    may_join_league: bool = False

    @property
    def may_score(self) -> bool:
        """Return whether the device may write at the table."""
        return self.role is not None and self.role.may_score


def visit_table(public_id: str, device: str) -> TableVisit:
    """Return the table, the device's rights there, and the answers drafted for the next deal.

    Answers are read whether sealed or not. Raises ``NotFound``, ``Unavailable``.
    """
    with reading() as connection:
        found = table_access.visit(connection, public_id, device)
        if found is None:
            raise NotFound(f"there is no table {public_id}")
        row, role, plays_anywhere = found
        if role is None and row.open_watch:
            role = WATCHER
        table = load_row(connection, row)
        deal = table.pad.deals + 1
        answers = read_answers(connection, row.id, deal) if row.drafted and role else {}
        alone = role is not None and role.may_score and row.league_id is None
        return TableVisit(table, role, answers, alone and plays_anywhere)


def draft_headlines(rows: Iterable[TableRow]) -> dict[str, TableVisit]:
    """Return the headline of the deal being entered, as a watcher sees it, by public id of these
    tables.

    Only these are opened; this process may have them at hand. Raises ``Unavailable``.
    """
    found = {}
    with reading() as connection:
        for row in rows:
            if row.drafted and row.status == "open":
                deal = row.summary["deals"] + 1
                if answers := read_answers(connection, row.id, deal):
                    found[row.public_id] = TableVisit(load_row(connection, row), WATCHER, answers)
    return found


def load_table(public_id: str) -> LoadedTable:
    """Return the table as it is now; raises ``NotFound``, ``Unavailable``."""
    with reading() as connection:
        return load_row(connection, find_row(connection, public_id))


def find_row(connection: Connection, public_id: str) -> TableRow:
    """Return the row of the table; raises ``NotFound``."""
    row = find(connection, public_id)
    if row is None:
        raise NotFound(f"there is no table {public_id}")
    return row


def load_row(connection: Connection, row: TableRow) -> LoadedTable:
    """Return the table of this row: from this process's cache if that has this version, else
    replayed."""
    known = _cache.get(row)
    if known is not None:
        # what else a row tells, such as who may watch, changes no pad
        return known if known.row == row else replace(known, row=row)
    return cache_table(replay_row(connection, row))


def replay_row(connection: Connection, row: TableRow) -> LoadedTable:
    """Return the table of this row, replayed."""
    records, persons = named_records(connection, row)
    table = replay_table(row, fold(records), persons)
    if coins := chosen_coins(connection, persons.values()):
        table = replace(
            table, coins={name: coins[one] for name, one in persons.items() if one in coins}
        )
    if table.outdated:
        table = replace(table, last_scored=read_scored(connection, row.id))
    return table


def named_records(connection: Connection, row: TableRow) -> tuple[list[Record], dict[str, int]]:
    """Return the table's records with names in them as a sheet has, and everybody's id by name."""
    records = read_records(connection, row)
    ids = [person for one in records if one.payload for person in persons_in(one.payload)]
    names = names_of(connection, ids)
    named = [
        one._replace(payload=with_names(one.payload, names)) if one.payload else one
        for one in records
    ]
    return named, {name: person for person, name in names.items()}


def head_of(state: TableState) -> Head:
    """Return the current head. An option newer than the table has its default."""
    head = state.head
    # pinned: what the table was begun with, whatever becomes of it elsewhere
    game = pinned_game(head["game"], head[OWN]) if OWN in head else games()[head["game"]]
    options = game.house_rules({**game.defaults(head["variant"]), **head["options"]})
    players = tuple(head["players"])
    beside = head.get("stake"), head.get("agreement")
    return Head(game, head["variant"], options, players, head["dealer"], state.edition, *beside)


def replay_table(
    row: TableRow,
    state: TableState,
    persons: Mapping[str, int],
    known: LoadedTable | None = None,
) -> LoadedTable:
    """Return the table with these entries; those with which ``known`` begins too are not replayed
    again."""
    head = head_of(state)
    if OWN in state.head and head.game.own:  # once for all tables: it takes three times their room
        state = replace(state, head={**state.head, OWN: head.game.own.document})
    pads = [head.blank()]
    seqs: list[int] = []
    if known is not None and known.head == head:
        shared = _common_beginning(known, state)
        pads, seqs = [*known.pads[: shared + 1]], [*known.seqs[:shared]]
    refused: list[Refusal] = []
    for one in state.entries[len(seqs) :]:
        try:
            pads.append(after(pads[-1], one.payload))
            seqs.append(one.seq)
        except Refused as error:
            refused.append(refusal(pads[-1], one.seq, one.payload, error))
    made = LoadedTable(row, state, head, tuple(pads), tuple(seqs), persons, tuple(refused))
    return replace(made, coins=known.coins) if known else made


def _common_beginning(known: LoadedTable, state: TableState) -> int:
    """Return how many entries at the beginning are the same, by record and by what they read."""
    count = 0
    for one, seq, row in zip(state.entries, known.seqs, known.pad.rows, strict=False):
        if one.seq != seq or one.payload != row.entry:
            break
        count += 1
    return count


def refusal(pad: Pad, seq: int, entry: Entry, error: Refused) -> Refusal:
    """Return why the entry cannot be added to that pad."""
    number = pad.deals + 1 if kind_of(pad.game, entry) == "deal" else None
    return Refusal(seq, entry, number, pad, error.faults)


_SAMPLE: Final = 8
"""How many entries of a table are measured to estimate its size."""


def size_of(table: LoadedTable) -> int:
    """About how many bytes the table takes up here. Measured: a pad and its row take 900 bytes, a
    line of a row 250, a payload twice what it has as JSON."""
    written, pads = table.state.written, table.pads
    some = [one.payload for one in written[:: len(written) // _SAMPLE + 1]]
    rows = [row for pad in pads[1 :: len(pads) // _SAMPLE + 1] if (row := pad.last)]
    payload = sum(len(msgspec.json.encode(one)) for one in some) / max(len(some), 1)
    lines = sum(len(row.lines) for row in rows) / max(len(rows), 1)
    return int(3000 + len(pads) * (900 + 250 * lines) + len(written) * 2 * payload)


Made = TypeVar("Made")


class ReplayCache(Generic[Made]):
    """Values made of tables, each as it was at its newest version; `most` bytes at the most, as
    `size` estimates them.

    Each is a pure function of stored records, and a write checks the version in its transaction, so
    an old value does no harm.
    """

    def __init__(self, most: int, size: Callable[[Made], int]) -> None:
        self._memory: LRUCache[str, tuple[int, int, Made, int]] = LRUCache(most, itemgetter(3))
        self._size = size
        self._lock = Lock()

    def get(self, row: TableRow) -> Made | None:
        """Return the value made of the table as it is in this row."""
        with self._lock:
            found = self._memory.get(row.public_id)
        if found is None or found[:2] != (row.version, row.updated):
            return None
        return found[2]

    def put(self, row: TableRow, made: Made) -> None:
        """Cache it, unless a newer one is there."""
        # before the lock, for which others wait: it takes samples as JSON
        size = self._size(made)
        with self._lock:
            found = self._memory.get(row.public_id)
            if size <= self._memory.maxsize and (found is None or found[0] <= row.version):
                self._memory[row.public_id] = row.version, row.updated, made, size

    def clear(self) -> None:
        """Remember nothing."""
        with self._lock:
            self._memory.clear()


_cache = ReplayCache[LoadedTable](64 * 2**20, size_of)
"""With it a deal at a table of 200 is saved in a quarter of the processor time: 4.4 of 16.3 ms."""


def cache_table(table: LoadedTable) -> LoadedTable:
    """Cache the table at its version."""
    _cache.put(table.row, table)
    return table


def deal_numbers(table: LoadedTable) -> dict[int, int]:
    """Return the number of each deal by its record, in order."""
    rows = zip(table.seqs, table.pad.rows, strict=True)
    return {seq: row.number for seq, row in rows if row.number}


def last_deal(table: LoadedTable) -> int | None:
    """Return the record of the newest deal; None before the first."""
    rows = zip(reversed(table.seqs), reversed(table.pad.rows), strict=True)
    return next((seq for seq, row in rows if row.kind == "deal"), None)


def minutes_played(table: LoadedTable) -> int:
    """Return the minutes from the set-up of the game to the entry that stands last on its sheet."""
    with reading() as connection:
        at = {one.seq: one.at for one in read_records(connection, table.row)}
    last = at[table.seqs[-1]] if table.seqs else table.row.created
    return (last - table.row.created) // 60_000


def deal_saved_since(table: LoadedTable, version: int) -> int | None:
    """Return the record of the deal that has by now the number which was the next one at that
    version; None where it was saved before, or there is none."""
    with reading() as connection:
        known = [one for one in read_records(connection, table.row) if one.seq <= version]
    kinds = [kind_of(table.head.game, one.payload) for one in fold(known).entries]
    number = kinds.count("deal") + 1
    deals = deal_numbers(table).items()
    return next((seq for seq, n in deals if n == number and seq > version), None)
