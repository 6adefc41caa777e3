"""Rulings at a league's tables: precedents for the others, and rulings for all tables."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from sqlalchemy import Connection

from scorekeeper.leagues.decisions import (
    Deciding,
    DecisionRequest,
    decision,
    delete_decision,
    refusal,
)
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.store.league import league_games
from scorekeeper.store.sql.database import reading
from scorekeeper.store.table.rows import Appended, Change, find_by_id
from scorekeeper.tables.loading import LoadedTable, load_row
from scorekeeper.tables.rulings import Ruling, find_ruling, precedents, rulings_of

MOST_TABLES: Final = 12
"""Precedents are looked for at the newest tables that have ruled on anything in the game."""


class Precedent(NamedTuple):
    """A ruling, and the table where it was made."""

    table: LoadedTable
    ruling: Ruling


def precedents_of(visit: LeagueVisit, table: LoadedTable, rule: str | None) -> list[Precedent]:
    """Return the rulings by that rule at other tables of the league that still hold, the newest
    first."""
    if not rule:
        return []
    with reading() as connection:
        # a game counts the rulings of its table, so that these tables are found by an index
        ids = league_games.tables_with_rulings(
            connection, visit.info.id, table.row.game, MOST_TABLES + 1
        )
        others = [one for one in ids if one != table.row.id]
        return [
            Precedent(there, one)
            for there in _loaded_tables(connection, others[:MOST_TABLES])
            for one in precedents(there, rule)
        ]


def pinned_rulings(visit: LeagueVisit, game: str) -> list[Precedent]:
    """Return the rulings that go for all tables of that game (its slug) and still hold."""
    pins = [key for key, one in visit.league.pinned_rulings.items() if one["game"] == game]
    with reading() as connection:
        there = {
            one.row.id: one for one in _loaded_tables(connection, dict.fromkeys(t for t, _ in pins))
        }
    return [
        Precedent(there[table], one)
        for table, seq in pins
        for one in rulings_of(there[table])
        if one.seq == seq and not one.deleted
    ]


@decision
def pin_for_league(at: Deciding, table: LoadedTable, seq: int) -> list[Change]:
    """Pin a ruling of one table for all the league's tables of its game.

    Raises ``NotFound``, and ``DecisionRefused`` for a table that is not the league's.
    """
    ruling = find_ruling(table, seq)
    if table.row.league_id != at.visit.info.id or ruling.deleted:
        raise refusal("", "This league has no such ruling.")
    payload = {"table": table.row.id, "ruling": seq, "game": table.row.game}
    if (table.row.id, seq) in at.league.pinned_rulings:
        raise refusal("", "It already applies at all tables.")
    return [Change("pin", payload)]


def unpin_for_league(
    visit: LeagueVisit, order: DecisionRequest, table: LoadedTable, seq: int
) -> Appended:
    """Unpin a ruling, so that it holds at its own table only. Raises ``DecisionRefused`` where it
    does."""
    pin = visit.league.pinned_rulings.get((table.row.id, seq))
    if pin is None:
        raise refusal("", "It applies at its own table only.")
    return delete_decision(visit, order, pin["seq"])


def _loaded_tables(connection: Connection, table_ids: Iterable[int]) -> list[LoadedTable]:
    return [load_row(connection, find_by_id(connection, one)) for one in table_ids]
