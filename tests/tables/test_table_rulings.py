"""Rulings: written in one go with what they move or strike, taken back so, found again."""

import json
from dataclasses import astuple
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.store.sql.database import reading
from scorekeeper.store.table.drafts import read_answers
from scorekeeper.store.table.rows import read_records
from scorekeeper.tables import changes
from scorekeeper.tables.changes import edit_entry, redo, restore_entry
from scorekeeper.tables.downloads import exported_history, sheet_json
from scorekeeper.tables.loading import LoadedTable, NotFound, deal_numbers, load_table
from scorekeeper.tables.rulings import (
    Decision,
    Ruling,
    add_ruling,
    pin_ruling,
    precedents,
    rulings_of,
)
from scorekeeper.tables.sharing import save_draft
from scorekeeper.tables.starting import start_table
from scorekeeper.tables.write import EntryInvalid, LaterEntryInvalid
from tests.tables.conftest import bids, new_key, record, saved, sent, started

REVOKE = "Ben revoked in the third trick"


def ruling(decided: Decision = "points", **more: Any) -> Ruling:
    fields = {"happened": REVOKE, "rule": "revoke", "agreed": ("Ann", "Ben"), **more}
    return Ruling(decided=decided, **fields)


@pytest.fixture
def played(spades: LoadedTable) -> LoadedTable:
    """Two deals of Spades."""
    return record(spades, bids(4, 3, 2, 3), bids(3, 4, 3, 2))


def deals(table: LoadedTable) -> list[int]:
    return list(deal_numbers(table).values())


def kinds(table: LoadedTable) -> list[str]:
    return [one.step.kind for one in exported_history(table, "phone")]


def test_ruling_moves_points_in_one_write(played: LoadedTable) -> None:
    table = saved(add_ruling(played, ruling(), sent(played), about=1, points={1: -30}))

    assert table.row.version == played.row.version + 2
    assert [now - then for then, now in zip(played.pad.totals, table.pad.totals, strict=True)] == [
        0,
        -30,
    ]
    entry = {"side": 1, "points": -30, "reason": REVOKE, "deal": 1, "rule": "revoke"}
    assert table.pad.rows[-1].entry == {"adjust": entry}
    (ruled,) = rulings_of(table)
    assert (ruled.happened, ruled.rule, ruled.decided, ruled.agreed) == astuple(ruling())[:4]
    assert (ruled.about, ruled.number, ruled.points) == (1, 1, ((1, -30),))
    assert not ruled.deleted
    assert not ruled.pinned


def test_points_of_several_sides_move_together(played: LoadedTable) -> None:
    table = saved(add_ruling(played, ruling(), sent(played), points={0: 30, 1: -30}))
    assert table.pad.totals == (played.pad.totals[0] + 30, played.pad.totals[1] - 30)

    table = saved(changes.undo(table, sent(table)))
    assert table.pad.totals == played.pad.totals
    assert rulings_of(table) == []
    assert table.state.entries == played.state.entries

    table = saved(redo(table, sent(table)))
    assert table.pad.totals == (played.pad.totals[0] + 30, played.pad.totals[1] - 30)
    assert len(rulings_of(table)) == 1


def test_ruling_and_deleted_deal_go_together(played: LoadedTable) -> None:
    table = saved(add_ruling(played, ruling("strike"), sent(played), about=1))

    assert deals(table) == [1]
    assert [one.deleted for one in table.sheet_items if one.kind == "entry"] == [True, False]
    (ruled,) = rulings_of(table)
    assert (ruled.about, ruled.number, ruled.points) == (1, None, ())
    assert kinds(table)[-2:] == ["note", "strike"]

    table = saved(changes.undo(table, sent(table)))
    assert deals(table) == [1, 2]
    assert rulings_of(table) == []


@pytest.mark.parametrize("decided", ["nothing", "replay"])
def test_ruling_on_deal_in_play_is_a_note_alone(played: LoadedTable, decided: Decision) -> None:
    table = saved(add_ruling(played, ruling(decided, rule=None), sent(played)))

    assert table.row.version == played.row.version + 1
    assert table.pad.totals == played.pad.totals
    (ruled,) = rulings_of(table)
    assert (ruled.about, ruled.rule) == (None, None)


def test_note_about_a_deal_is_no_sheet_entry(played: LoadedTable) -> None:
    table = saved(add_ruling(played, ruling("nothing"), sent(played), about=2))

    assert json.loads(sheet_json(table)) == json.loads(sheet_json(played))


def test_points_of_a_ruling_are_sheet_entries(played: LoadedTable) -> None:
    table = saved(add_ruling(played, ruling(), sent(played), about=2, points={0: 20}))
    document = json.loads(sheet_json(table))

    public_id = start_table(document, key=new_key(), device="phone")

    assert load_table(public_id).pad.totals == table.pad.totals


@pytest.mark.parametrize(
    ("decided", "about", "left"),
    [("replay", None, {}), ("replay", 2, {}), ("replay", 1, {"a": 3}), ("nothing", None, {"a": 3})],
)
def test_replayed_deal_begins_afresh(
    played: LoadedTable, decided: Decision, about: int | None, left: dict[str, int]
) -> None:
    save_draft(played, 3, {"a": 3}, seen={}, device="phone")

    table = add_ruling(played, ruling(decided), sent(played), about=about).table

    with reading() as connection:
        answers = read_answers(connection, table.row.id, table.pad.deals + 1)
        drafts = connection.scalar(text("SELECT count(*) FROM draft"))
    assert {path: one.answer for path, one in answers.items()} == left
    assert drafts == len(left)


# --- what cannot be -----------------------------------------------------------------------------


def test_impossible_points_write_nothing(played: LoadedTable) -> None:
    with pytest.raises(EntryInvalid) as refused:
        add_ruling(played, ruling(), sent(played), points={1: 100_001})

    assert [fault.path for fault in refused.value.refusal.faults] == [("adjust", "points")]
    assert load_table(played.row.public_id).row.version == played.row.version


def test_ruling_on_a_missing_deal_is_refused(played: LoadedTable) -> None:
    with pytest.raises(NotFound):
        add_ruling(played, ruling("nothing"), sent(played), about=77)


def test_ruling_names_deal_it_makes_impossible(store: Flask) -> None:
    table = started("tally", *({"points": [4, 0, 0, 0]},) * 2, options={"max_deals": 3})
    table = record(table, {"points": [1, 0, 0, 0]})
    assert table.pad.outcome
    # struck, the first of three deals makes room for another; one more would then be too many
    table = saved(add_ruling(table, ruling("strike"), sent(table), about=1))
    assert table.pad.outcome is None
    table = record(table, {"points": [2, 0, 0, 0]})

    with pytest.raises(LaterEntryInvalid) as later:
        restore_entry(table, 1, sent(table))
    (one,) = later.value.refused
    assert one.number == 3


def test_points_after_the_end_precede_its_cause(store: Flask) -> None:
    table = started("tally", options={"target": 10})
    table = record(table, {"points": [6, 0, 0, 0]}, {"points": [6, 5, 0, 0]})
    assert table.pad.outcome

    table = saved(add_ruling(table, ruling(), sent(table), about=2, points={0: -4}))

    assert [row.kind for row in table.pad.rows] == ["deal", "adjust", "deal"]
    assert "deal" not in table.pad.rows[1].entry["adjust"]
    assert table.pad.totals == (8, 5, 0, 0)
    assert table.pad.outcome is None
    (ruled,) = rulings_of(table)
    assert (ruled.number, ruled.points) == (2, ((0, -4),))


def test_points_after_early_end_name_their_deal(played: LoadedTable) -> None:
    table = record(played, {"finish": {}})

    table = saved(add_ruling(table, ruling(), sent(table), about=2, points={0: 5}))

    assert [row.kind for row in table.pad.rows] == ["deal", "deal", "adjust", "finish"]
    assert table.pad.rows[2].entry["adjust"]["deal"] == 2


# --- precedents, pins ---------------------------------------------------------------------------


def test_precedents_on_a_rule_are_newest_first(played: LoadedTable) -> None:
    table = played
    for number, rule in ((1, "revoke"), (2, "misdeal"), (2, "revoke")):
        made = ruling("nothing", rule=rule, happened=f"{rule} {number}")
        table = saved(add_ruling(table, made, sent(table), about=number))

    told = [(one.happened, one.number) for one in precedents(table, "revoke")]

    assert told == [("revoke 2", 2), ("revoke 1", 1)]
    assert precedents(table, None) == []


def test_pinning_a_ruling_can_be_undone(played: LoadedTable) -> None:
    table = saved(add_ruling(played, ruling(), sent(played), about=1, points={0: -10}))
    (ruled,) = rulings_of(table)

    table = saved(pin_ruling(table, ruled.seq, sent(table)))
    assert [one.pinned for one in rulings_of(table)] == [True]
    assert table.pad.totals[0] == played.pad.totals[0] - 10
    table = saved(pin_ruling(table, ruled.seq, sent(table), pinned=False))
    assert [one.pinned for one in rulings_of(table)] == [False]
    table = saved(changes.undo(table, sent(table)))
    assert [one.pinned for one in rulings_of(table)] == [True]

    with pytest.raises(NotFound):
        pin_ruling(table, 1, sent(table))


def test_edited_points_are_shown_as_edited(played: LoadedTable) -> None:
    table = saved(add_ruling(played, ruling(), sent(played), about=1, points={0: -10}))
    (ruled,) = rulings_of(table)
    entry = table.pad.rows[-1].entry["adjust"]

    right = {"adjust": {**entry, "points": -15}}
    table = saved(edit_entry(table, ruled.seq + 1, right, sent(table)))

    assert [one.points for one in rulings_of(table)] == [((0, -15),)]


# --- names --------------------------------------------------------------------------------------


def test_who_agreed_is_stored_as_persons_only(played: LoadedTable) -> None:
    table = saved(add_ruling(played, ruling(), sent(played), about=1, points={0: -10}))

    with reading() as connection:
        notes = [one for one in read_records(connection, table.row) if one.kind == "note"]
    assert notes[0].payload
    assert notes[0].payload["ruling"]["agreed"] == [table.persons["Ann"], table.persons["Ben"]]
    (ruled,) = rulings_of(load_table(table.row.public_id))
    assert ruled.agreed == ("Ann", "Ben")


def test_history_tells_a_ruling_with_its_points(played: LoadedTable) -> None:
    table = saved(add_ruling(played, ruling(), sent(played), about=1, points={0: -10}))
    table = saved(changes.undo(table, sent(table)))

    note, points, undo = [one.step for one in exported_history(table, "phone")][-3:]

    assert (note.kind, note.subject, note.undone) == ("note", note.seq, True)
    assert (points.kind, points.subject, points.undone) == ("entry", points.seq, True)
    assert (undo.kind, undo.subject, undo.after) == ("undo", note.seq, None)
    assert undo.before
    assert undo.before["ruling"]["happened"] == REVOKE
