"""Writing to a table: once, in order, against the version that was seen."""

import threading
import time
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy.exc import StatementError

from scorekeeper.store.access.devices import give_access
from scorekeeper.store.access.links import TABLE
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table.persons import names_of
from scorekeeper.store.table.records import Record, fold
from scorekeeper.store.table.rows import (
    Appended,
    Change,
    Conflict,
    Summary,
    WriteRequest,
    append,
    find,
    find_by_id,
    public_id_of_request,
    read_records,
    read_scored,
    save_summary,
    set_open_watch,
    tables_of,
)
from scorekeeper.store.table.version_cache import versions_of
from tests.store.conftest import NAMES, new_table


def write(table: int, *changes: Change, key: str, version: int, **more: Any) -> Appended:
    """Append in a transaction of its own; the answer, without its time."""
    more.setdefault("summary", Summary("open", {"totals": [len(key), 0]}))
    with writing() as connection:
        answer = append(
            connection,
            table,
            WriteRequest(key, version, "phone"),
            changes,
            **more,
        )
    return replace(answer, at=0)


def deal(n: int) -> Change:
    return Change("entry", {"tricks": n})


def stored(table: int) -> list[Record]:
    with reading() as connection:
        return read_records(connection, find_by_id(connection, table))


def test_a_new_table_is_there_to_be_found(table: int) -> None:
    with reading() as connection:
        row = find_by_id(connection, table)
        again = find(connection, row.public_id)
        key_made = public_id_of_request(connection, "start")
        persons = read_records(connection, row)[0].payload["players"]  # type: ignore[index]
        names = names_of(connection, persons)

    assert row == again
    assert row.public_id == key_made
    assert (row.game, row.variant, row.options, row.edition) == (
        "spades",
        "nil",
        {"target": 300},
        1,
    )
    assert (row.version, row.status, row.open_watch, row.summary) == (
        0,
        "open",
        False,
        {"totals": [0, 0]},
    )
    assert [names[person] for person in persons] == NAMES


def test_a_missing_table_is_not_found(store: object) -> None:
    with reading() as connection:
        assert find(connection, "nowhere") is None
        assert public_id_of_request(connection, "never") is None


def test_an_imported_sheet_brings_its_entries(store: object) -> None:
    table = new_table(entries=[{"tricks": 1}, {"tricks": 2}])

    records = stored(table)
    assert [(one.seq, one.kind) for one in records] == [(0, "head"), (1, "entry"), (2, "entry")]
    assert write(table, deal(3), key="a", version=2).version == 3


def test_a_deal_is_recorded_with_its_summary(table: int) -> None:
    summary = Summary("finished", {"totals": [5, 0]}, {1: {"kind": "deal"}})

    assert write(table, deal(5), key="a", version=0, summary=summary) == Appended(1, 1, False)

    with reading() as connection:
        row = find_by_id(connection, table)
        assert (row.version, row.status, row.summary) == (1, "finished", {"totals": [5, 0]})
        assert read_scored(connection, table) == {1: {"kind": "deal"}}
    record = stored(table)[1]
    assert (record.kind, record.payload, record.device) == ("entry", {"tricks": 5}, "phone")


def test_same_key_again_gets_the_first_answer(table: int) -> None:
    write(table, deal(1), key="a", version=0)
    write(table, deal(2), key="b", version=1)

    assert write(table, deal(1), key="a", version=0) == Appended(1, 2, repeated=True)
    assert write(table, deal(9), key="a", version=2) == Appended(1, 2, repeated=True)
    assert len(stored(table)) == 3


def test_a_moved_version_is_a_conflict(table: int) -> None:
    write(table, deal(1), key="a", version=0)

    with pytest.raises(Conflict) as conflict:
        write(table, deal(2), key="b", version=0)

    assert conflict.value.version == 1
    assert len(stored(table)) == 2


@pytest.mark.parametrize("key", ["", "x" * 78, "a+1", "a b", "é"])
def test_invalid_request_keys_are_refused(table: int, key: str) -> None:
    with pytest.raises(ValueError, match="request key"):
        write(table, deal(1), key=key, version=0)


def test_records_written_together_share_a_key(table: int) -> None:
    write(table, deal(1), key="a", version=0)
    write(table, deal(2), key="b", version=1)
    amend = Change("amend", {"tricks": 7}, about=1)
    strike = Change("strike", {"with": 3}, about=2)

    assert write(table, amend, strike, key="c", version=2) == Appended(3, 4, False)
    assert write(table, amend, strike, key="c", version=2) == Appended(3, 4, True)
    assert [one.payload for one in fold(stored(table)).entries] == [{"tricks": 7}]


def test_scored_entries_are_added_or_rewritten(table: int) -> None:
    write(table, deal(1), key="a", version=0, summary=Summary("open", {}, {1: {"n": 1}}))
    added = Summary("open", {}, {2: {"n": 2}})
    write(table, deal(2), key="b", version=1, summary=added, rescored=False)
    with reading() as connection:
        assert read_scored(connection, table) == {1: {"n": 1}, 2: {"n": 2}}

    anew = Summary("open", {}, {2: {"n": 5}})
    write(table, Change("strike", about=1), key="c", version=2, summary=anew)
    with reading() as connection:
        assert read_scored(connection, table) == {2: {"n": 5}}


def test_edited_head_changes_table_columns(table: int) -> None:
    head = {**(stored(table)[0].payload or {}), "options": {"target": 500}}
    columns = {"options": head["options"], "edition": 2}

    write(table, Change("amend", head, about=0), key="a", version=0, head=columns)

    with reading() as connection:
        row = find_by_id(connection, table)
    assert (row.options, row.edition) == ({"target": 500}, 2)


def test_nothing_of_a_failed_write_stays(table: int) -> None:
    broken = Summary("open", {"unfit": object()})

    with pytest.raises((StatementError, TypeError)):
        write(table, deal(1), key="a", version=0, summary=broken)

    assert len(stored(table)) == 1
    assert write(table, deal(1), key="a", version=0) == Appended(1, 1, False)


def test_order_is_by_seq_when_clock_goes_back(table: int, monkeypatch: pytest.MonkeyPatch) -> None:
    write(table, deal(1), key="a", version=0)
    hour_ago = time.time_ns() - 3_600_000_000_000
    monkeypatch.setattr(time, "time_ns", lambda: hour_ago)
    write(table, deal(2), key="b", version=1)

    records = stored(table)
    assert [one.payload for one in records[1:]] == [{"tricks": 1}, {"tricks": 2}]
    assert records[2].at < records[1].at


@pytest.mark.threads
def test_writers_in_threads_lose_nothing(store: Any, table: int) -> None:
    each, threads = 25, 4
    written: list[int] = []

    def score(name: int) -> None:
        with store.app_context():
            for n in range(each):
                while not _tried(name, n):
                    pass

    def _tried(name: int, n: int) -> bool:
        with reading() as connection:
            version = find_by_id(connection, table).version
        try:
            answer = write(table, deal(n), key=f"{name}-{n}", version=version)
        except Conflict:
            return False
        written.append(answer.seq)
        return True

    workers = [threading.Thread(target=score, args=(name,)) for name in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert sorted(written) == [*range(1, each * threads + 1)]
    assert [one.seq for one in stored(table)] == [*range(each * threads + 1)]


@pytest.mark.threads
def test_simultaneous_repeats_have_one_effect(store: Any, table: int) -> None:
    answers: list[Appended] = []
    ready = threading.Barrier(6)

    def send(rounds: int) -> None:
        with store.app_context():
            for n in range(rounds):
                ready.wait()
                answers.append(write(table, deal(n), key=f"k{n}", version=n))

    workers = [threading.Thread(target=send, args=(10,)) for _ in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert len(stored(table)) == 11
    assert sorted((one.seq, one.repeated) for one in answers) == sorted(
        (seq, again) for seq in range(1, 11) for again in (False, *[True] * 5)
    )


def test_a_wrong_summary_can_be_replaced(table: int) -> None:
    write(table, deal(1), key="a", version=0, summary=Summary("open", {}, {1: {"n": 1}}))

    with writing() as connection:
        save_summary(connection, table, Summary("finished", {"totals": [1]}, {1: {"n": 3}}))

    with reading() as connection:
        row = find_by_id(connection, table)
        assert (row.version, row.status, row.summary) == (1, "finished", {"totals": [1]})
        assert read_scored(connection, table) == {1: {"n": 3}}


def test_news_are_for_who_may_see_the_table(table: int) -> None:
    with writing() as connection:
        give_access(connection, TABLE, table, "watcher", "watch")
        public_id = find_by_id(connection, table).public_id
    write(table, deal(1), key="a", version=0)

    assert versions_of(public_id, "watcher") == (1, 0)
    assert versions_of(public_id, "stranger") is None
    assert versions_of("nowhere", "watcher") is None
    with writing() as connection:
        set_open_watch(connection, table, True)
    assert versions_of(public_id, "stranger") == (1, 0)


def test_my_tables_are_open_first_then_newest(
    store: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [new_table(f"start{n}") for n in range(4)]
    clock = iter(range(1, 99))
    monkeypatch.setattr(time, "time_ns", lambda: next(clock) * 1_000_000)
    for table, status in zip(tables, ["open", "finished", "open", "open"], strict=True):
        write(table, deal(1), key="a", version=0, summary=Summary(status, {}))
    with writing() as connection:
        for table in tables[:3]:
            give_access(connection, TABLE, table, "mine", "scorer")
        give_access(connection, TABLE, tables[0], "mine", "watch")

    with reading() as connection:
        mine = tables_of(connection, "mine")
        assert [one.id for one in mine] == [tables[2], tables[0], tables[1]]
        assert [one.id for one in tables_of(connection, "mine", limit=1)] == [tables[2]]


def test_a_write_is_one_commit(sqlite: object) -> None:
    table = new_table()
    statements: list[str] = []
    with reading() as connection:
        raw: Any = connection.connection.driver_connection
    raw.set_trace_callback(statements.append)

    write(table, deal(1), key="a", version=0)

    raw.set_trace_callback(None)
    begun, *_ = (one for one in statements if not one.startswith("PRAGMA"))
    assert begun == "BEGIN IMMEDIATE"
    assert [one for one in statements if one in ("COMMIT", "BEGIN")] == ["COMMIT"]
