"""A game holds so much: more is refused in words, and its end is taken all the same."""

from typing import Any

import pytest

from scorekeeper import sheet
from scorekeeper.sheet.documents import FORMAT, SheetRefused
from scorekeeper.tables import write
from scorekeeper.tables.changes import delete_entry, edit_entry, insert_entry, undo
from scorekeeper.tables.loading import LoadedTable, load_table
from scorekeeper.tables.starting import start_table
from tests.tables.conftest import record, saved, sent, started

DEAL = {"points": [1, 2, 3, 4]}


@pytest.fixture
def full(store: Any, monkeypatch: pytest.MonkeyPatch) -> LoadedTable:
    """A table that holds no more than it has."""
    table = started("tally", *[DEAL] * 3)
    monkeypatch.setattr(write, "MOST_ENTRIES", 3)
    return table


def test_full_game_refuses_a_deal_and_says_why(full: LoadedTable) -> None:
    with pytest.raises(SheetRefused, match="This game is full .3 entries..."):
        record(full, DEAL)

    with pytest.raises(SheetRefused, match="End it and start a rematch"):
        insert_entry(full, DEAL, 1, sent(full))
    assert load_table(full.row.public_id).pad.deals == 3


def test_full_game_can_be_edited_and_ended(full: LoadedTable) -> None:
    table = saved(edit_entry(full, 1, {"points": [9, 9, 9, 9]}, sent(full)))
    table = saved(undo(table, sent(table)))

    table = record(table, {"finish": {}})

    assert table.pad.outcome is not None
    assert table.pad.totals == (3, 6, 9, 12)


def test_a_deleted_entry_takes_up_room_like_any(full: LoadedTable) -> None:
    table = saved(delete_entry(full, 1, sent(full)))

    with pytest.raises(SheetRefused):
        record(table, DEAL)


def test_full_history_takes_only_the_end(
    full: LoadedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write, "MOST_RECORDS", 4)
    table = saved(delete_entry(full, 1, sent(full)))

    with pytest.raises(SheetRefused, match="history is full .4 changes"):
        undo(table, sent(table))

    assert record(table, {"finish": {}}).pad.outcome is not None


def test_overlong_sheet_is_scored_not_imported(store: Any) -> None:
    document = {
        "format": FORMAT,
        "game": "tally",
        "players": ["Ann", "Ben", "Cat", "Dan"],
        "entries": [DEAL] * (write.MOST_ENTRIES + 1),
    }

    with pytest.raises(
        SheetRefused, match="This score sheet has 5001 entries. A game holds up to 5000"
    ):
        start_table(document, key="too-long", device="phone")

    assert sheet.score(document)["totals"] == [5001, 10_002, 15_003, 20_004]


def test_older_overlong_game_opens_and_ends(
    full: LoadedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write, "MOST_ENTRIES", 1)
    monkeypatch.setattr(write, "MOST_RECORDS", 1)

    table = load_table(full.row.public_id)

    assert table.pad.deals == 3
    assert record(table, {"finish": {}}).pad.outcome is not None
