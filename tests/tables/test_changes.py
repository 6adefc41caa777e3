"""Writing to a table with real games."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from scorekeeper.sheet.documents import SheetRefused
from scorekeeper.store.table.rows import Conflict, WriteRequest
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
from scorekeeper.tables.downloads import exported_history, sheet_json
from scorekeeper.tables.loading import LoadedTable, NotFound, load_table
from scorekeeper.tables.write import EntryInvalid, LaterEntryInvalid
from tests.tables.conftest import bids, new_key, record, saved, sent, sheet, started

FIRST, SECOND, THIRD = bids(3, 3, 3, 3), bids(4, 3, 2, 3), bids(2, 4, 3, 2)


def entries(table: LoadedTable) -> list[Any]:
    return [one.payload for one in table.state.entries]


def test_deals_are_recorded_and_scored(spades: LoadedTable) -> None:
    table = record(spades, FIRST, SECOND)

    assert entries(table) == [FIRST, SECOND]
    assert table.pad.totals == (120, 122)
    assert table.row.version == 2
    assert table.row.summary["totals"] == [120, 122]


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


def test_repeated_undo_takes_nothing_more_back(spades: LoadedTable) -> None:
    table = record(spades, FIRST)
    request = sent(table)
    undo(table, request)

    assert undo(load_table(table.row.public_id), request).repeated


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


def test_a_missed_deal_is_inserted(spades: LoadedTable) -> None:
    table = record(spades, FIRST, THIRD)

    table = saved(insert_entry(table, SECOND, 2, sent(table)))

    assert entries(table) == [FIRST, SECOND, THIRD]
    assert table.seqs == (1, 3, 2)
    assert [row.dealer for row in table.pad.rows] == [0, 1, 2]


def test_a_deal_is_edited_deleted_and_restored(spades: LoadedTable) -> None:
    table = record(spades, FIRST, SECOND)

    table = saved(edit_entry(table, 1, THIRD, sent(table)))
    assert entries(table) == [THIRD, SECOND]
    table = saved(delete_entry(table, 1, sent(table)))
    assert entries(table) == [SECOND]
    assert [(one.seq, one.deleted, one.amended) for one in table.sheet_items] == [
        (1, True, True),
        (2, False, False),
    ]
    table = saved(restore_entry(table, 1, sent(table)))
    assert entries(table) == [THIRD, SECOND]


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


def test_editing_reopens_a_finished_game(store: Flask) -> None:
    table = over(bids(5, 2, 5, 1))
    assert table.row.status == "finished"

    table = saved(edit_entry(table, 1, bids(3, 3, 3, 3), sent(table)))
    assert table.row.status == "open"
    with pytest.raises(EntryInvalid):
        add_entry(over(bids(5, 2, 5, 1)), FIRST, WriteRequest(new_key(), 1, "phone"))


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


def test_stake_is_kept_and_changes_no_score(store: Flask) -> None:
    made = {"declarer": 0, "bid": "three", "made": True}
    table = started("nap", made, stake="0.10 €")
    assert table.head.stake == "0.10 €"

    changed = saved(edit_setup(table, {**sheet("nap"), "stake": "$1"}, sent(table)))

    assert changed.head.stake == "$1"
    assert changed.pad.totals == table.pad.totals == (9, -3, -3, -3)
    first, _, last = (one.step.after or {} for one in exported_history(changed, "phone"))
    assert (first["stake"], last["stake"]) == ("0.10 €", "$1")
    gone = saved(edit_setup(changed, sheet("nap"), sent(changed)))
    assert gone.head.stake is None
    assert "stake" not in gone.state.head


def test_an_invalid_setup_is_refused(spades: LoadedTable) -> None:
    wrong = head(options={"target": 1}, players=["Ann", "ann", "Cat", "Dan"])

    with pytest.raises(SheetRefused) as refused:
        edit_setup(spades, wrong, sent(spades))

    assert {error["at"] for error in refused.value.errors} == {"options.target", "players[1]"}


def test_setup_names_deal_it_makes_impossible(spades: LoadedTable) -> None:
    table = record(spades, FIRST, SECOND)

    with pytest.raises(LaterEntryInvalid) as refused:
        edit_setup(table, head(options={"target": 60}), sent(table))

    assert [one.seq for one in refused.value.refused] == [2]
    table = saved(edit_setup(table, head(options={"target": 60}), sent(table), also_delete=[2]))
    assert table.pad.deals == 1


@pytest.mark.parametrize("text", ["\0", "\ud800"])
def test_unprintable_text_is_refused(store: Flask, text: str) -> None:
    table = started("tally")
    reason = {"adjust": {"side": 0, "points": 5, "reason": f"a{text}b"}}

    with pytest.raises(SheetRefused):
        add_entry(table, reason, sent(table))
    with pytest.raises(SheetRefused):
        started("tally", players=["Ann", f"B{text}n"])
