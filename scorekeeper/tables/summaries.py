"""Reads the copies that are stored beside the records of tables: for lists of tables, and to say
what another edition of the rules would score."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from sqlalchemy import Connection

from scorekeeper.sheet.results import with_current_names
from scorekeeper.store import upkeep
from scorekeeper.store.schema.table import Json
from scorekeeper.store.sql.database import reading
from scorekeeper.store.table import rows as table_rows
from scorekeeper.store.table.persons import names_of
from scorekeeper.store.table.records import fold
from scorekeeper.store.table.rows import Summary, TableRow
from scorekeeper.store.upkeep import Rebuild, TableDifference
from scorekeeper.tables.loading import LoadedTable, named_records, replay_table


class ListedTable(NamedTuple):
    """A table in a list, read off its summary: who sits there, totals by side, how it ended.

    ``outcome`` has winners, drawn, text and rule; ``None`` while the game goes on.
    """

    row: TableRow
    names: list[str | None]
    sides: list[list[int]]
    deals: int
    totals: list[int]
    outcome: Json | None

    @property
    def scored(self) -> list[tuple[str, int]]:
        """The names of those who score together, with their total; sides of empty seats left
        out."""
        seated = ([name for seat in side if (name := self.names[seat])] for side in self.sides)
        totals = zip(seated, self.totals, strict=True)
        return [(" & ".join(names), total) for names, total in totals if names]


def my_tables(device: str, limit: int = 100) -> list[ListedTable]:
    """Return the tables this device may see, open ones first, then the newest."""
    with reading() as connection:
        return list_tables(connection, table_rows.tables_of(connection, device, limit))


def list_tables(connection: Connection, rows: Sequence[TableRow]) -> list[ListedTable]:
    """Return the tables of these rows, with the names of today."""
    seated = {one for row in rows for one in row.summary["seats"] if one is not None}
    names = names_of(connection, seated) if seated else {}
    return [_listed(row, names) for row in rows]


_LONGEST = 20
"""How many games of a table's players are looked through for a series of wins."""


def wins_in_a_row(row: TableRow) -> int:
    """Return how many games in a row the winners of this one have won, with it, since its players
    first sat down: of rematches, as only these keep the persons. In a league, where phones besides
    the one that began it may have scored games of theirs, none are counted."""
    if row.league_id is not None or not _won(row.summary):
        return 0
    with reading() as connection:
        before = table_rows.games_before(connection, row, _LONGEST)
    players, won = _seated(row.summary), _won(row.summary)
    theirs = (_won(one) for one in before if _seated(one) == players)
    return 1 + sum(1 for _ in takewhile(won.__eq__, theirs))


def _seated(summary: Json) -> set[int]:
    return {person for person in summary["seats"] if person is not None}


def _won(summary: Json) -> set[int]:
    """Return the persons who have won a game; nobody has won one that goes on."""
    seats, sides, outcome = summary["seats"], summary["sides"], summary["outcome"] or {}
    won = (seats[seat] for side in outcome.get("winners", ()) for seat in sides[side])
    return {person for person in won if person is not None}


def _listed(row: TableRow, names: Mapping[int, str]) -> ListedTable:
    summary = row.summary
    seats = [person and names[person] for person in summary["seats"]]
    outcome = with_current_names(summary["outcome"], names)
    return ListedTable(row, seats, summary["sides"], summary["deals"], summary["totals"], outcome)


def rebuild_summaries(
    *, repair: bool = True, run: Rebuild | None = None
) -> Iterator[TableDifference]:
    """Recompute every stored summary; yield what differed. Differences are repaired unless
    ``repair`` is off.

    A table under an older edition is left as it was last scored.
    """
    return upkeep.rebuild(_computed, repair=repair, run=run)


class ReplayedTable(NamedTuple):
    """A table's records, replayed."""

    public_id: str
    summary: Summary


def all_ids() -> list[int]:
    """Return the ids of all tables that are not deleted."""
    with reading() as connection:
        return table_rows.table_ids(connection)


def replayed(table_id: int) -> ReplayedTable:
    """Replay a table from its records; one under an older edition is as it was last scored."""
    with reading() as connection:
        row = table_rows.find_by_id(connection, table_id)
        stored = Summary(row.status, row.summary, table_rows.read_scored(connection, table_id))
        return ReplayedTable(row.public_id, _computed(connection, row) or stored)


def _computed(connection: Connection, row: TableRow) -> Summary | None:
    records, persons = named_records(connection, row)
    table = replay_table(row, fold(records), persons)
    return None if table.outdated or table.refused else table.summary()


class RescoredEntry(NamedTuple):
    """An entry that today's rules score differently: points by side, as stored and as they would be
    now."""

    seq: int
    number: int | None
    stored: list[int]
    now: list[int]


def rescored_entries(table: LoadedTable) -> list[RescoredEntry]:
    """Return what would change if an outdated table went over to its game's newest edition.

    An entry that today's rules refuse is among them, with an empty ``now``.
    """
    return _differences(table, table.last_scored or {}, table.summary().scored)


def rescored_by(table: LoadedTable, after: LoadedTable) -> list[RescoredEntry]:
    """Return what would change if a table became what it would be by another document."""
    return _differences(table, table.summary().scored, after.summary().scored)


def _differences(
    table: LoadedTable, stored: Mapping[int, Json], now: Mapping[int, Json]
) -> list[RescoredEntry]:
    return [
        RescoredEntry(seq, one.get("deal"), one["scores"], now.get(seq, {}).get("scores", []))
        for seq in (written.seq for written in table.state.entries)
        if (one := stored.get(seq)) and _own_points(one) != _own_points(now.get(seq, {}))
    ]


def _own_points(entry: Json) -> Json:
    """Return an entry's own points, whatever was before it."""
    return {key: value for key, value in entry.items() if key not in ("totals", "state")}


def edition_changes_scores(table: LoadedTable) -> bool:
    """Return whether an outdated table would show anything else under its game's newest edition."""
    if table.refused or rescored_entries(table):
        return True
    return table.summary(since=len(table.seqs)).document != table.row.summary


def last_scored(table: LoadedTable, seq: int) -> Json | None:
    """Return the entry of the result document as last scored under the table's own edition."""
    names = {person: name for name, person in table.persons.items()}
    entry = (table.last_scored or {}).get(seq)
    return None if entry is None else with_current_names(entry, names)
