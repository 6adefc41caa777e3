"""Writing to a table with real games."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from scorekeeper.sheet.documents import SheetRefused
from scorekeeper.store.table.rows import Conflict
from scorekeeper.tables.changes import (
    add_entry,
    delete_entry,
    edit_entry,
    edit_setup,
    insert_entry,
    redo,
    restore_entry,
    undo,
)
from scorekeeper.tables.downloads import sheet_json
from scorekeeper.tables.loading import LoadedTable, NotFound, load_table
from scorekeeper.tables.write import EntryInvalid, LaterEntryInvalid
from tests.tables.conftest import bids, record, saved, sent, started

FIRST, SECOND, THIRD = bids(3, 3, 3, 3), bids(4, 3, 2, 3), bids(2, 4, 3, 2)


def entries(table: LoadedTable) -> list[Any]:
    return [one.payload for one in table.state.entries]


def test_impossible_deal_is_refused_unstored(spades: LoadedTable) -> None:
    wrong = {"bids": [3, 3, 3, 3], "tricks": [3, 3, 3, 3]}

    with pytest.raises(EntryInvalid) as refused:
        add_entry(spades, wrong, sent(spades))

    refusal = refused.value.refusal
    assert refusal.number == 1
    assert refusal.pad is spades.pad
    assert [fault.path for fault in refusal.faults] == [("tricks",)]
    assert load_table(spades.row.public_id).row.version == 0


def test_repeated_request_gets_the_same_answer(spades: LoadedTable) -> None:
    request = sent(spades)
    first = add_entry(spades, FIRST, request)
    again = add_entry(spades, FIRST, request)  # both were on their way at once
    later = add_entry(load_table(spades.row.public_id), FIRST, request)

    assert (first.seq, first.repeated) == (1, False)
    for answer in (again, later):
        assert (answer.seq, answer.repeated) == (1, True)
        assert answer.table.state == first.table.state


def test_two_scorers_at_once_lose_nothing(spades: LoadedTable) -> None:
    table = record(spades, FIRST)
    mine, theirs = sent(table), sent(table)
    edit_entry(table, 1, SECOND, theirs)

    for stale in (table, load_table(table.row.public_id)):
        with pytest.raises(Conflict) as conflict:
            edit_entry(stale, 1, THIRD, mine)
        assert conflict.value.version == 2

    assert entries(load_table(table.row.public_id)) == [SECOND]


def test_stale_newcomer_leaves_no_person(store: Flask) -> None:
    table = started("tally")
    newcomer = {"seat": {"number": 4, "name": " Eve "}}
    mine, theirs = sent(table), sent(table)
    add_entry(table, {"points": [1, 2, 3, 4]}, theirs)

    with pytest.raises(Conflict):
        add_entry(table, newcomer, mine)

    table = record(load_table(table.row.public_id), newcomer)
    assert table.pad.seats[4] == "Eve"
    assert sorted(table.persons.values()) == [*range(1, 6)]
    points = {"points": [1, 2, 3, 4]}
    again = add_entry(load_table(table.row.public_id), points, theirs)
    assert again.repeated


def test_editing_an_entry_back_restores_all(spades: LoadedTable) -> None:
    before = record(spades, FIRST, SECOND)
    table = saved(edit_entry(before, 1, THIRD, sent(before)))
    table = saved(edit_entry(table, 1, FIRST, sent(table)))

    assert sheet_json(table) == sheet_json(before)
    assert table.row.summary == before.row.summary


def test_undo_and_redo(spades: LoadedTable) -> None:
    table = record(spades, FIRST, SECOND)

    table = saved(undo(table, sent(table)))
    table = saved(undo(table, sent(table)))
    assert entries(table) == []
    with pytest.raises(NotFound):
        undo(table, sent(table))
    table = saved(redo(table, sent(table)))
    table = saved(redo(table, sent(table)))
    assert entries(table) == [FIRST, SECOND]
    with pytest.raises(NotFound):
        redo(table, sent(table))


def test_changing_a_missing_entry_fails(spades: LoadedTable) -> None:
    table = record(spades, FIRST)
    changes: tuple[Callable[[], object], ...] = (
        lambda: edit_entry(table, 7, SECOND, sent(table)),
        lambda: delete_entry(table, 0, sent(table)),
        lambda: restore_entry(table, 2, sent(table)),
        lambda: insert_entry(table, SECOND, 9, sent(table)),
        lambda: delete_entry(table, 1, sent(table), also_delete=[4]),
    )
    for change in changes:
        with pytest.raises(NotFound):
            change()
    with pytest.raises(NotFound):
        load_table("nowhere")


# --- what a change does to later deals ----------------------------------------------------------


def over(*entries: dict[str, Any], target: int = 100) -> LoadedTable:
    """A game that its last deal ended."""
    table = started("spades", *entries, variant="nil", options={"target": target})
    assert table.pad.outcome
    return table


def test_earlier_end_names_conflicting_entries(store: Flask) -> None:
    low = bids(3, 3, 3, 4)  # 60 and 70
    table = over(low, low, low, low, low, target=350)
    winning = {"adjust": {"side": 0, "points": 350, "reason": "agreed"}}

    with pytest.raises(LaterEntryInvalid) as refused:
        insert_entry(table, winning, 2, sent(table))

    later = refused.value.refused
    assert [(one.seq, one.number) for one in later] == [(2, 2), (3, 3), (4, 4), (5, 5)]
    seqs = [one.seq for one in later]
    table = saved(insert_entry(table, winning, 2, sent(table), also_delete=seqs))
    assert entries(table) == [low, winning]
    assert table.pad.outcome
    table = saved(undo(table, sent(table)))  # and all of it is taken back at once
    assert len(entries(table)) == 5


def test_invalid_edit_is_reported_at_its_fields(spades: LoadedTable) -> None:
    table = record(spades, FIRST, SECOND)

    with pytest.raises(EntryInvalid) as refused:
        edit_entry(table, 1, {"bids": [3, 3, 3, 3], "tricks": [1, 1, 1, 1]}, sent(table))

    assert refused.value.refusal.seq == 1
    assert refused.value.refusal.pad.deals == 0


# --- the head -----------------------------------------------------------------------------------


def head(**changed: Any) -> dict[str, Any]:
    usual = {"variant": "nil", "options": {"target": 300}, "players": ["Ann", "Ben", "Cat", "Dan"]}
    return {**usual, "dealer": 0, **changed}


def test_editing_a_house_rule_rescores_the_table(spades: LoadedTable) -> None:
    table = record(spades, FIRST, SECOND)

    table = saved(edit_setup(table, head(options={"target": 120}), sent(table)))

    assert table.row.options["target"] == 120
    assert table.row.status == "finished"
    table = saved(undo(table, sent(table)))
    assert table.row.options["target"] == 300
    assert table.row.status == "open"


def test_editing_the_seats_rescores_the_table(spades: LoadedTable) -> None:
    table = record(spades, FIRST)
    changed = head(players=["Ben", "Ann", "Cat", "Eve"], dealer=2)

    table = saved(edit_setup(table, changed, sent(table)))

    assert table.pad.seats == ("Ben", "Ann", "Cat", "Eve")
    assert table.pad.rows[0].dealer == 2
    assert table.persons["Ann"] == spades.persons["Ann"]
    assert len(table.persons) == 5


@pytest.mark.parametrize("text", ["\0", "\ud800"])
def test_unprintable_text_is_refused(store: Flask, text: str) -> None:
    table = started("tally")
    reason = {"adjust": {"side": 0, "points": 5, "reason": f"a{text}b"}}

    with pytest.raises(SheetRefused):
        add_entry(table, reason, sent(table))
    with pytest.raises(SheetRefused):
        started("tally", players=["Ann", f"B{text}n"])
