"""Tables of games that are documents: pinned with the head, and scored as any other."""

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from scorekeeper.games import games
from scorekeeper.own import game_of
from scorekeeper.sheet import dump, score
from scorekeeper.sheet.documents import SheetRefused, carried_document
from scorekeeper.store import own_games
from scorekeeper.store.erasing import OF_TABLES, replace_texts
from scorekeeper.store.schema.table import OwnGameRow
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.tables import loading
from scorekeeper.tables.changes import by_edition, change_edition, edit_entry, edit_setup, undo
from scorekeeper.tables.house_rules import keep_game, kept_games, remove_rules, saved_rules
from scorekeeper.tables.loading import load_table
from scorekeeper.tables.own_games import find_game, game_named, newer_edition
from scorekeeper.tables.starting import rematch_sheet
from scorekeeper.tables.summaries import my_tables, rebuild_summaries, rescored_by
from scorekeeper.tables.sync.checking import _head_fault, head_fault
from scorekeeper.tables.write import LaterEntryInvalid
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


DOUBLED: dict[str, Any] = {
    **TRICKS,
    "lines": [{**TRICKS["lines"][0], "points": "2 * worth * tricks"}],
}


def test_a_kept_change_is_a_newer_edition(store: Flask) -> None:
    table = record(begun(), deal(1, 2, 0))
    game = table.head.game
    keep_game("author", game)
    assert newer_edition(game, "author") is None

    keep_game("author", game_of({**TRICKS, "name": "Another"}))
    assert newer_edition(game, "author") is None
    with writing() as connection:  # in the same millisecond nobody changes a game
        connection.execute(update(OwnGameRow).values(made=OwnGameRow.made - 5))
    keep_game("author", game_of(DOUBLED), edits=game.slug)

    assert newer_edition(game, "author") == game_of(DOUBLED)
    assert newer_edition(game_of(DOUBLED), "author") is None
    assert newer_edition(game, "phone") is None
    assert newer_edition(game_named("spades"), "author") is None


def test_a_newer_edition_is_shown_taken_and_undone(store: Flask) -> None:
    table = record(begun(options={"worth": 5}), deal(1, 2, 0), deal(0, 0, 3))
    after = by_edition(table, game_of(DOUBLED))

    assert [(one.seq, one.stored, one.now) for one in rescored_by(table, after)] == [
        (1, [5, 10, 0], [10, 20, 0]),
        (2, [0, 0, 15], [0, 0, 30]),
    ]
    table = saved(change_edition(table, game_of(DOUBLED), sent(table)))
    assert table.pad.totals == (10, 20, 30)
    assert table.row.game == game_of(DOUBLED).slug
    assert game_named(table.row.game).name == "Ten a trick"
    assert [*rebuild_summaries(repair=False)] == []
    table = saved(undo(table, sent(table)))
    assert (table.row.game, table.pad.totals) == (SLUG, (5, 10, 15))


def test_an_edition_that_refuses_a_deal_is_not_taken(store: Flask) -> None:
    table = record(begun(), deal(1, 2, 0))
    fewer = game_of({**TRICKS, "fields": [{**TRICKS["fields"][0], "most": 1}]})
    pairs = game_of({**TRICKS, "players": [2, 2]})

    assert len(by_edition(table, fewer).refused) == 1
    with pytest.raises(LaterEntryInvalid):
        change_edition(table, fewer, sent(table))
    with pytest.raises(SheetRefused):
        by_edition(table, pairs)


def test_an_edition_is_taken_over_from_a_phone(store: Flask) -> None:
    table = record(begun(), deal(1, 2, 0))
    head = saved(change_edition(table, game_of(DOUBLED), sent(table))).state.head

    assert _head_fault(table, head) is None
    assert _head_fault(table, {**head, "game": "spades"}) is not None


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Have the app's document of a game score twice as much."""

    def change(slug: str) -> None:
        found, current = games()._found[slug], games()[slug]
        assert current.own
        document: Any = current.own.document
        lines = [{**one, "points": f"2 * ({one['points']})"} for one in document["lines"]]
        new = game_of({**document, "lines": lines}, slug, current.guide)
        monkeypatch.setitem(games()._found, slug, found._replace(make=lambda: new))
        loading._cache.clear()

    return change


LEFT = {"left": [0, 12, 30]}


def test_a_table_keeps_the_document_of_the_app(store: Flask, changed: Any) -> None:
    table = record(started("rummikub", players=["Ann", "Ben", "Cat"]), LEFT)
    once = table.pad.totals
    changed("rummikub")

    table = load_table(table.row.public_id)

    assert table.pad.totals == once
    assert table.row.game == table.head.game.slug == "rummikub"
    assert [*rebuild_summaries(repair=False)] == []
    assert newer_edition(table.head.game, "") == games()["rummikub"]
    table = record(table, LEFT)
    head = {"options": {}, "players": ["Ann", "Ben", "Zoe"], "dealer": 1}
    table = saved(edit_setup(table, head, sent(table)))
    twice = table.pad.totals
    assert twice == tuple(2 * one for one in once)
    assert head_fault(table.state.head) is None
    sheet = dump(table.head, [row.entry for row in table.pad.rows])
    assert score(sheet)["totals"] == [*twice]
    again = rematch_sheet(table)
    assert (again["game"], "own" in again) == ("rummikub", False)

    table = saved(change_edition(table, games()["rummikub"], sent(table)))
    assert table.pad.totals == tuple(2 * one for one in twice)
    assert newer_edition(table.head.game, "") is None


def test_a_head_without_its_document_is_taken(store: Flask) -> None:
    payload = started("rummikub", players=["Ann", "Ben", "Cat"]).state.head

    assert head_fault({name: payload[name] for name in payload if name != "own"}) is None


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
