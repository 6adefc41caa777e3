"""A ruling at one table of a league is a precedent at the others, and may be pinned for all."""

import pytest

from scorekeeper import leagues, tables
from scorekeeper.leagues import DecisionRefused, RulingAtTable
from tests.leagues.clubs import PHONE, order, plays, sent

REVOKE = tables.TableRuling("Ben revoked", "points", "nothing", ("Ann",))


def rules(table_id: str, ruling: tables.TableRuling = REVOKE) -> int:
    """Write a ruling about the first deal of a table; its record."""
    table = tables.load_table(table_id)
    return tables.add_ruling(table, ruling, sent(table), about=1).seq


def precedents(club: str, table_id: str, rule: str | None = "points") -> list[RulingAtTable]:
    """Return what the table finds to go by."""
    visit = leagues.visit(club, PHONE)
    return leagues.precedents_of(visit, tables.load_table(table_id), rule)


def test_a_ruling_at_another_table_is_a_precedent(club: str) -> None:
    first, second = plays(club, ["Ann", "Ben"], [1, 2]), plays(club, ["Cat", "Dan"], [1, 2])
    rules(first)

    (found,) = precedents(club, second)

    assert found.table.row.public_id == first
    assert found.ruling.ruling == REVOKE
    assert precedents(club, first) == []
    assert precedents(club, second, "finish") == []
    assert precedents(club, second, None) == []


def test_a_withdrawn_ruling_is_no_precedent(club: str) -> None:
    first, second = plays(club, ["Ann", "Ben"], [1, 2]), plays(club, ["Cat", "Dan"], [1, 2])
    seq = rules(first)
    table = tables.load_table(first)
    tables.withdraw_ruling(table, seq, sent(table))

    assert precedents(club, second) == []


def test_a_table_that_is_added_brings_its_rulings(club: str) -> None:
    sheet = {"format": "scorekeeper/1", "game": "tally", "players": ["Ann", "Zoe"]}
    brought = tables.start_table(
        {**sheet, "entries": [{"points": [1, 7]}]}, key="brought", device=PHONE
    )
    rules(brought)
    here = plays(club, ["Ann", "Ben"], [1, 2])
    assert precedents(club, here) == []

    leagues.add_table(leagues.visit(club, PHONE), tables.load_table(brought))

    assert [one.ruling.ruling.happened for one in precedents(club, here)] == ["Ben revoked"]


def test_a_ruling_applies_to_all_tables_until_that_is_undone(club: str) -> None:
    table = tables.load_table(plays(club, ["Ann", "Ben"], [1, 2]))
    seq = rules(table.row.public_id)
    table = tables.load_table(table.row.public_id)
    visit = leagues.visit(club, PHONE)

    leagues.pin_for_league(visit, order(visit), table, seq)
    visit = leagues.visit(club, PHONE)
    assert [one.ruling.seq for one in leagues.pinned_rulings(visit, "tally")] == [seq]
    assert leagues.pinned_rulings(visit, "whist") == []
    with pytest.raises(DecisionRefused):
        leagues.pin_for_league(visit, order(visit), table, seq)

    leagues.unpin_for_league(visit, order(visit), table, seq)
    visit = leagues.visit(club, PHONE)
    assert leagues.pinned_rulings(visit, "tally") == []
    with pytest.raises(DecisionRefused):
        leagues.unpin_for_league(visit, order(visit), table, seq)

    leagues.undo_decision(visit, order(visit))
    assert len(leagues.pinned_rulings(leagues.visit(club, PHONE), "tally")) == 1


def test_only_a_table_of_the_league_rules_for_it(club: str) -> None:
    sheet = {"format": "scorekeeper/1", "game": "tally", "players": ["Ann", "Zoe"]}
    elsewhere = tables.start_table(
        {**sheet, "entries": [{"points": [1, 7]}]}, key="else", device=PHONE
    )
    seq = rules(elsewhere)
    visit = leagues.visit(club, PHONE)

    with pytest.raises(DecisionRefused):
        leagues.pin_for_league(visit, order(visit), tables.load_table(elsewhere), seq)
