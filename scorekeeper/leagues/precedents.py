"""What was ruled at a league's tables: precedents for the others, and rulings that go for all."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection

from scorekeeper import tables
from scorekeeper.leagues.decisions import Decided, DecisionRefused, Order, decide, strike
from scorekeeper.leagues.visit import Found
from scorekeeper.store.league import results
from scorekeeper.store.league.state import League
from scorekeeper.store.sql.database import reading
from scorekeeper.store.table.read import find_by_id
from scorekeeper.store.table.write import Change
from scorekeeper.tables import Opened, Ruled
from scorekeeper.tables.loading import opened

MOST_TABLES: Final = 12
"""Precedents are looked for at the newest tables that have ruled on anything in the game."""


class RuledAt(NamedTuple):
    """A ruling, and the table where it was made."""

    table: Opened
    ruled: Ruled


def precedents_of(found: Found, table: Opened, rule: str | None) -> list[RuledAt]:
    """What other tables of the league have decided by that rule and still holds, the newest
    first."""
    if not rule:
        return []
    with reading() as connection:
        ids = results.tables_with_rulings(
            connection, found.info.id, table.row.game, MOST_TABLES + 1
        )
        others = [one for one in ids if one != table.row.id]
        return [
            RuledAt(there, one)
            for there in _opened(connection, others[:MOST_TABLES])
            for one in tables.precedents(there, rule)
        ]


def pinned_rulings(found: Found, game: str) -> list[RuledAt]:
    """The rulings that go for all tables of that game (its slug) and still hold."""
    pins = [key for key, one in found.league.pinned_rulings.items() if one["game"] == game]
    with reading() as connection:
        there = {one.row.id: one for one in _opened(connection, dict.fromkeys(t for t, _ in pins))}
    return [
        RuledAt(there[table], one)
        for table, seq in pins
        for one in tables.rulings(there[table])
        if one.seq == seq and not one.struck
    ]


def pin_ruling(found: Found, order: Order, table: Opened, seq: int) -> Decided:
    """Have a ruling of one of the league's tables go for all tables of its game.

    Raises ``NotFound``, and ``DecisionRefused`` for a table that is not the league's.
    """
    ruling = tables.find_ruling(table, seq)
    if table.row.league_id != found.info.id or ruling.struck:
        raise DecisionRefused({"": "That is no ruling of this league."})
    payload = {"table": table.row.id, "ruling": seq, "game": table.row.game}

    def changes(connection: Connection, league: League) -> Sequence[Change]:
        if (table.row.id, seq) in league.pinned_rulings:
            raise DecisionRefused({"": "It goes for all tables already."})
        return [Change("pin", payload)]

    return decide(found, order, changes)


def unpin_ruling(found: Found, order: Order, table: Opened, seq: int) -> Decided:
    """Have it go for its own table only. Raises ``DecisionRefused`` where it does."""
    pin = found.league.pinned_rulings.get((table.row.id, seq))
    if pin is None:
        raise DecisionRefused({"": "It goes for its own table only."})
    return strike(found, order, pin["seq"])


def _opened(connection: Connection, table_ids: Iterable[int]) -> list[Opened]:
    return [opened(connection, find_by_id(connection, one)) for one in table_ids]
