"""Tables of games that are documents: pinned with the head, and scored as any other."""

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from scorekeeper.own import game_of
from scorekeeper.sheet import dump, score
from scorekeeper.sheet.documents import carried_document
from scorekeeper.store import own_games
from scorekeeper.store.erasing import OF_TABLES, replace_texts
from scorekeeper.store.schema.table import OwnGameRow
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.tables.changes import edit_entry, edit_setup, undo
from scorekeeper.tables.house_rules import keep_game, kept_games, remove_rules, saved_rules
from scorekeeper.tables.own_games import find_game, game_named
from scorekeeper.tables.starting import rematch_sheet
from scorekeeper.tables.summaries import my_tables, rebuild_summaries
from scorekeeper.tables.sync.checking import head_fault
from tests.tables.conftest import record, saved, sent, started

TRICKS: dict[str, Any] = {
    "format": "scorekeeper-game/1",
    "name": "Ten a trick",
    "players": [2, 4],
    "sides": "each",
    "wins": "most",
    "options": [
        {
            "name": "worth",
            "label": "A trick is worth",
            "kind": "number",
            "least": 1,
            "most": 20,
            "usually": 10,
        }
    ],
    "fields": [{"name": "tricks", "label": "Tricks", "of": "player", "kind": "number"}],
    "lines": [{"text": "{tricks} {tricks:trick|tricks}", "points": "worth * tricks"}],
    "end": [{"when": "max(all(total)) >= 100"}],
}
SLUG = game_of(TRICKS).slug


def begun(*entries: Any, name: str = "Ten a trick", **head: Any) -> Any:
    head = {"players": ["Ann", "Ben", "Cat"], "own": {**TRICKS, "name": name}, **head}
    return started("own", *entries, **head)


def deal(*tricks: int) -> dict[str, Any]:
    return {"tricks": list(tricks)}


def test_a_table_pins_its_document(store: Flask) -> None:
    table = record(begun(), deal(1, 2, 0), deal(0, 0, 3))

    assert table.row.game == table.head.game.slug == SLUG
    assert table.state.head["own"] == TRICKS
    assert table.pad.totals == (10, 20, 30)


def test_its_sheet_scores_alike_elsewhere(store: Flask) -> None:
    table = record(begun(), deal(1, 2, 0))

    sheet = dump(table.head, [row.entry for row in table.pad.rows])
    assert (sheet["game"], sheet["own"]) == ("own", TRICKS)
    result = score(sheet)
    assert result["totals"] == [10, 20, 0]
    assert result["game"] == "own"
    assert result["own"]["sha256"][:32] == SLUG.removeprefix("own-")


def test_its_deals_are_edited_and_undone(store: Flask) -> None:
    table = record(begun(), deal(1, 2, 0), deal(3, 0, 0))

    table = saved(edit_entry(table, 1, deal(2, 2, 0), sent(table)))
    assert table.pad.totals == (50, 20, 0)
    table = saved(undo(table, sent(table)))
    assert table.pad.totals == (40, 20, 0)


def test_its_set_up_keeps_the_document(store: Flask) -> None:
    table = record(begun(), deal(1, 2, 0))
    head = {"options": {"worth": 5}, "players": ["Ann", "Ben", "Zoe"], "dealer": 1}

    table = saved(edit_setup(table, head, sent(table)))

    assert table.pad.totals == (5, 10, 0)
    assert table.state.head["own"] == TRICKS
    assert rematch_sheet(table)["own"] == TRICKS


def test_its_summary_is_rebuilt(store: Flask) -> None:
    record(begun(), deal(1, 2, 0), deal(10, 0, 0))

    assert [*rebuild_summaries(repair=False)] == []
    [listed] = [one for one in my_tables("phone") if one.row.game == SLUG][:1]
    assert listed.outcome is not None


def test_its_head_is_taken_from_a_phone(store: Flask) -> None:
    payload = begun().state.head

    assert head_fault(payload) is None
    assert head_fault({**payload, "game": "own-0"}) is not None
    assert head_fault({**payload, "own": {**TRICKS, "name": "Other"}}) is not None


def test_to_erase_a_name_leaves_the_game(store: Flask) -> None:
    entry = {"adjust": {"seat": 0, "points": 5, "reason": "Ann was late"}}
    payload = begun(
        own={**TRICKS, "examples": [{"players": ["Ann"], "entries": [entry], "totals": [5]}]}
    ).state.head

    assert replace_texts(payload, OF_TABLES, lambda text: "x") == payload


def test_a_game_is_found_by_its_slug(store: Flask) -> None:
    begun()

    assert game_named(SLUG).name == "Ten a trick"
    assert game_named("spades").name == "Spades"
    for other in ("own-0", "own-\0", "own-é", "own-" + "0" * 60, "nothing"):
        assert find_game(other) is None
    with pytest.raises(LookupError):
        game_named("own-0")


def test_a_phone_keeps_a_game_once(store: Flask) -> None:
    game = game_of({**TRICKS, "name": "Kept"})
    keep_game("keeper", game)
    keep_game("keeper", game)

    assert [one.name for one in kept_games("keeper")] == ["Kept"]
    assert kept_games("phone") == []
    [one] = saved_rules("keeper")
    remove_rules("keeper", one.id)
    assert kept_games("keeper") == []


def test_unused_documents_are_removed(store: Flask) -> None:
    begun()
    keep_game("keeper", game_of({**TRICKS, "name": "Kept"}))
    unused = {**TRICKS, "name": "Unused"}
    with writing() as connection:
        own_games.add_document(connection, game_of(unused).slug, unused)
        own_games.remove_unused(connection)
        assert own_games.read_document(connection, game_of(unused).slug) == unused  # of today
        connection.execute(update(OwnGameRow).values(made=0))
        own_games.remove_unused(connection)

    with reading() as connection:
        assert own_games.read_document(connection, game_of(unused).slug) is None
        assert connection.scalar(select(func.count()).select_from(OwnGameRow)) == 2
    assert carried_document(game_named(SLUG)) == TRICKS
