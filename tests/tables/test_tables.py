"""Starting, opening, sharing and taking home a table."""

import csv
import io
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.games import games
from scorekeeper.sheet.documents import SheetRefused
from scorekeeper.store.access.table_access import Role
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table.persons import rename_persons
from scorekeeper.store.table.rows import Conflict, mark_changed
from scorekeeper.store.table.version_cache import latest_versions
from scorekeeper.tables.changes import (
    add_entry,
    delete_entry,
    edit_entry,
    insert_entry,
    restore_entry,
    undo,
)
from scorekeeper.tables.downloads import exported_history, sheet_json, spreadsheet
from scorekeeper.tables.loading import LoadedTable, NotFound, load_table, visit_table
from scorekeeper.tables.sharing import (
    save_draft,
    set_public,
)
from scorekeeper.tables.starting import rematch_sheet, start_table
from scorekeeper.tables.summaries import my_tables
from tests.requirements import few, rounds
from tests.tables.conftest import NAMES, bids, new_key, record, saved, sent, sheet, started
from tests.vectors import load

FIRST, SECOND = bids(3, 3, 3, 3), bids(4, 3, 2, 3)
KEY = b"signing key" * 3


def test_a_table_starts_with_its_rules_in_full(spades: LoadedTable) -> None:
    assert spades.pad.seats == tuple(NAMES)
    assert spades.row.variant == "nil"
    assert spades.row.options == dict(spades.head.options)
    assert len(spades.row.options) > 1
    assert spades.row.summary["deals"] == 0


def test_name_erased_during_a_write_stays_erased(spades: LoadedTable) -> None:
    with writing() as connection:
        rename_persons(connection, {spades.persons[NAMES[0]]: "Forgotten"})
        mark_changed(connection)

    after = record(spades, FIRST)

    assert after.pad.seats == ("Forgotten", *NAMES[1:])
    found = visit_table(spades.row.public_id, "phone").table
    assert found.pad.seats == after.pad.seats
    assert found.pad.deals == 1


def test_simultaneous_starts_make_one_table(store: Flask) -> None:
    key = new_key()

    def start(_: int) -> str:
        with store.app_context():
            return start_table(sheet("spades"), key=key, device="phone")

    with ThreadPoolExecutor(6) as phones:
        made = set(phones.map(start, range(24)))

    assert len(made) == 1


def test_starting_twice_by_one_key_is_one_table(store: Flask) -> None:
    key = new_key()
    first = start_table(sheet("spades"), key=key, device="phone")

    assert start_table(sheet("spades"), key=key, device="phone") == first
    assert start_table(sheet("tally"), key=key, device="thief") == first
    assert visit_table(first, "phone").role == Role(True, frozenset())
    assert visit_table(first, "thief").role is None


def test_a_rematch_has_the_same_four_players(store: Flask) -> None:
    substitute = {"seat": {"number": 1, "name": "Eve"}}
    table = started("spades", FIRST, substitute, variant="bags", options={"target": 200})

    document = rematch_sheet(table)
    public_id = start_table(document, key=new_key(), device="phone", previous=table)

    again = load_table(public_id)
    assert again.head.options == table.head.options
    assert again.head.variant == "bags"
    assert again.pad.seats == ("Ann", "Eve", "Cat", "Dan")
    assert again.pad.first_dealer == 1
    assert again.persons["Eve"] == table.persons["Eve"]


def test_a_rematch_leaves_out_empty_seats(store: Flask) -> None:
    leaving = {"seat": {"number": 1, "name": None}}
    table = started("tally", {"points": [1, 2, 3, 4]}, leaving)

    document = rematch_sheet(table)

    assert document["players"] == ["Ann", "Cat", "Dan"]
    assert document["dealer"] == 1  # the deal passes to Cat


VALID = [
    vector for vector in load() if vector["expect"]["valid"] and vector["sheet"]["game"] in games()
]


PARTS = 4
SOME = VALID[:: max(1, len(VALID) // rounds(200, quick=60, hard=len(VALID)))]


@pytest.mark.long
@pytest.mark.parametrize("part", few(range(PARTS), {0}))
def test_export_import_export_is_identical(store: Flask, part: int) -> None:
    for vector in SOME[part::PARTS]:
        public_id = start_table(vector["sheet"], key=new_key(), device="phone")
        exported = sheet_json(load_table(public_id))
        again = start_table(json.loads(exported), key=new_key(), device="phone")
        assert sheet_json(load_table(again)) == exported, vector["id"]


def test_spreadsheet_has_players_who_come_and_go(store: Flask) -> None:
    joining = {"seat": {"number": 4, "name": "Eve", "points": -5}}
    table = started("tally", {"points": [1, -2, 3, 4]}, joining)

    lines = list(csv.reader(io.StringIO(spreadsheet(table).decode("utf-8-sig"))))

    assert {len(line) for line in lines} == {14}
    assert lines[1][3:8] == ["1", "-2", "3", "4", ""]


def test_player_who_left_keeps_the_column_name(store: Flask) -> None:
    leaving = {"seat": {"number": 1, "name": None}}
    table = started("tally", {"points": [1, -2, 3, 4]}, leaving)

    head, _, left = csv.reader(io.StringIO(spreadsheet(table).decode("utf-8-sig")))

    assert [name.partition(":")[0] for name in head[3:7]] == NAMES
    assert left[-1] == f"{NAMES[1]} left"


def test_the_history_shows_who_changed_what(spades: LoadedTable) -> None:
    table = record(spades, FIRST)
    table = edit_entry(table, 1, SECOND, sent(table)._replace(device="other")).table

    told = exported_history(table, "other")

    assert [(one.step.kind, one.device, one.mine) for one in told] == [
        ("head", 1, False),
        ("entry", 1, False),
        ("amend", 2, True),
    ]
    assert told[2].step.before == FIRST
    assert told[2].step.after == SECOND
    assert told[0].step.after is not None
    assert told[0].step.after["players"] == NAMES


def test_my_tables_show_names_totals_and_outcome(store: Flask) -> None:
    table = started("spades", bids(5, 2, 5, 1), options={"target": 100})

    (mine,) = my_tables("phone")

    assert mine.row.public_id == table.row.public_id
    assert mine.names == NAMES
    assert (mine.sides, mine.deals, mine.totals) == ([[0, 2], [1, 3]], 1, list(table.pad.totals))
    assert mine.outcome is not None
    assert mine.outcome["winners"] == [0]
    assert "Ann & Cat" in mine.outcome["text"]
    assert my_tables("stranger") == []


def test_names_are_stored_among_the_persons_only(store: Flask) -> None:
    table = started("spades", players=["Anneliese", "Benedikt", "Caterina", "Dominic"])
    table = record(table, bids(5, 2, 5, 1), {"seat": {"number": 0, "name": "Evangeline"}})
    add_entry(table, {"finish": {}}, sent(table))

    with writing() as connection:
        for name in ("game_table", "record", "scored", "access"):
            for row in connection.execute(text(f"SELECT * FROM {name}")):
                assert not any(person in str(row) for person in table.persons), name
        connection.execute(text("UPDATE person SET name = 'Gone ' || id"))
    (mine,) = my_tables("phone")
    assert mine.outcome is not None
    assert "Gone" in mine.outcome["text"]


# --- who may do what ----------------------------------------------------------------------------


def test_stranger_may_only_watch_if_anyone_may(spades: LoadedTable) -> None:
    public_id = spades.row.public_id
    assert visit_table(public_id, "stranger").role is None

    set_public(spades, True)

    assert visit_table(public_id, "stranger").role == Role(False, frozenset())
    for junk in ("nowhere", "", "\0", "\ud800", "é" * 99):
        with pytest.raises(NotFound):
            visit_table(junk, "phone")
        with pytest.raises(NotFound):
            load_table(junk)
        assert latest_versions(junk, "phone") is None


# --- drafts -------------------------------------------------------------------------------------


def draft(table: LoadedTable, deal: int, **answers: Any) -> None:
    seen = {path: one.version for path, one in drafted(table, deal=False).items()}
    save_draft(table, deal, answers, seen=seen, device="phone")


def drafted(table: LoadedTable, deal: bool = True) -> Any:
    answers = visit_table(table.row.public_id, "phone").answers
    return {path: one.answer for path, one in answers.items()} if deal else answers


def test_a_draft_goes_with_its_deal(spades: LoadedTable) -> None:
    draft(spades, 1, a=3)
    draft(spades, 1, a=4, b=None)
    assert drafted(spades) == {"a": 4, "b": None}

    table = saved(add_entry(spades, FIRST, sent(spades)))

    assert drafted(table) == {}
    with reading() as connection:
        assert connection.scalar(text("SELECT count(*) FROM draft")) == 0


def test_a_draft_of_another_deal_is_a_conflict(spades: LoadedTable) -> None:
    table = record(spades, FIRST)

    for deal in (1, 3):
        with pytest.raises(Conflict):
            save_draft(spades, deal, {"a": 1}, seen={}, device="phone")
    table = record(table, {"finish": {}})
    with pytest.raises(Conflict):
        save_draft(table, 2, {"a": 1}, seen={}, device="phone")


def test_a_draft_holds_only_what_can_be_shown(spades: LoadedTable) -> None:
    with pytest.raises(SheetRefused):
        draft(spades, 1, a="\0")


def test_a_draft_outlives_other_entries(spades: LoadedTable) -> None:
    draft(spades, 1, a=3)

    record(spades, {"adjust": {"side": 0, "points": 5, "reason": "agreed"}})

    assert drafted(spades) == {"a": 3}


def test_draft_outlives_correction_of_last_deal(spades: LoadedTable) -> None:
    table = record(spades, FIRST, SECOND)
    draft(table, 3, a=3)

    table = saved(undo(table, sent(table)))
    assert drafted(table) == {}
    table = record(table, FIRST)

    assert drafted(table) == {"a": 3}


def test_draft_follows_deal_past_inserted_ones(spades: LoadedTable) -> None:
    table = record(spades, FIRST, SECOND)
    draft(table, 3, a=3)

    table = saved(insert_entry(table, FIRST, 1, sent(table)))
    assert (table.pad.deals, drafted(table)) == (3, {"a": 3})
    table = saved(delete_entry(table, 2, sent(table)))
    assert (table.pad.deals, drafted(table)) == (2, {"a": 3})
    table = saved(restore_entry(table, 2, sent(table)))
    assert (table.pad.deals, drafted(table)) == (3, {"a": 3})
    row = load_table(table.row.public_id).row
    assert latest_versions(row.public_id, "phone") == (row.version, row.drafted) == (5, 1)
