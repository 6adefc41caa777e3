"""A ruling at one table of a league is a precedent at the others, and may be pinned for all."""

import pytest

from scorekeeper.leagues.decisions import DecisionRefused, undo_decision
from scorekeeper.leagues.precedents import (
    Precedent,
    pin_for_league,
    pinned_rulings,
    precedents_of,
    unpin_for_league,
)
from scorekeeper.leagues.tables import add_table
from scorekeeper.leagues.visit import visit_league
from scorekeeper.tables.loading import load_table
from scorekeeper.tables.rulings import Ruling, add_ruling, withdraw_ruling
from scorekeeper.tables.starting import start_table
from tests.leagues.clubs import PHONE, order, plays, sent

REVOKE = Ruling("Ben revoked", "points", "nothing", ("Ann",))


def rules(table_id: str, ruling: Ruling = REVOKE) -> int:
    """Write a ruling about the first deal of a table; its record."""
    table = load_table(table_id)
    return add_ruling(table, ruling, sent(table), about=1).seq


def precedents(club: str, table_id: str, rule: str | None = "points") -> list[Precedent]:
    """Return what the table finds to go by."""
    visit = visit_league(club, PHONE)
    return precedents_of(visit, load_table(table_id), rule)


def test_ruling_at_another_table_is_a_precedent(club: str) -> None:
    first, second = plays(club, ["Ann", "Ben"], [1, 2]), plays(club, ["Cat", "Dan"], [1, 2])
    rules(first)

    (found,) = precedents(club, second)

    assert found.table.row.public_id == first
    assert (found.ruling.happened, found.ruling.agreed) == (REVOKE.happened, REVOKE.agreed)
    assert precedents(club, first) == []
    assert precedents(club, second, "finish") == []
    assert precedents(club, second, None) == []


def test_a_withdrawn_ruling_is_no_precedent(club: str) -> None:
    first, second = plays(club, ["Ann", "Ben"], [1, 2]), plays(club, ["Cat", "Dan"], [1, 2])
    seq = rules(first)
    table = load_table(first)
    withdraw_ruling(table, seq, sent(table))

    assert precedents(club, second) == []


def test_added_table_brings_its_rulings(club: str) -> None:
    sheet = {"format": "scorekeeper/1", "game": "tally", "players": ["Ann", "Zoe"]}
    brought = start_table({**sheet, "entries": [{"points": [1, 7]}]}, key="brought", device=PHONE)
    rules(brought)
    here = plays(club, ["Ann", "Ben"], [1, 2])
    assert precedents(club, here) == []

    add_table(visit_league(club, PHONE), load_table(brought))

    assert [one.ruling.happened for one in precedents(club, here)] == ["Ben revoked"]


def test_ruling_applies_to_all_till_undone(club: str) -> None:
    table = load_table(plays(club, ["Ann", "Ben"], [1, 2]))
    seq = rules(table.row.public_id)
    table = load_table(table.row.public_id)
    visit = visit_league(club, PHONE)

    pin_for_league(visit, order(visit), table, seq)
    visit = visit_league(club, PHONE)
    assert [one.ruling.seq for one in pinned_rulings(visit, "tally")] == [seq]
    assert pinned_rulings(visit, "whist") == []
    with pytest.raises(DecisionRefused):
        pin_for_league(visit, order(visit), table, seq)

    unpin_for_league(visit, order(visit), table, seq)
    visit = visit_league(club, PHONE)
    assert pinned_rulings(visit, "tally") == []
    with pytest.raises(DecisionRefused):
        unpin_for_league(visit, order(visit), table, seq)

    undo_decision(visit, order(visit))
    assert len(pinned_rulings(visit_league(club, PHONE), "tally")) == 1


def test_only_a_table_of_the_league_rules_for_it(club: str) -> None:
    sheet = {"format": "scorekeeper/1", "game": "tally", "players": ["Ann", "Zoe"]}
    elsewhere = start_table({**sheet, "entries": [{"points": [1, 7]}]}, key="else", device=PHONE)
    seq = rules(elsewhere)
    visit = visit_league(club, PHONE)

    with pytest.raises(DecisionRefused):
        pin_for_league(visit, order(visit), load_table(elsewhere), seq)
