"""Reading a table's rows."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, select

from scorekeeper.store.schema.league import IS_IN, PENDING, STILL_HOLDS, LeagueAccess
from scorekeeper.store.schema.table import Access, GameTable, Json, RecordRow, Scored
from scorekeeper.store.sql.database import Direct
from scorekeeper.store.table.records import Record


class TableRow(NamedTuple):
    """A game at one table; the columns of ``models.GameTable`` that are read."""

    id: int
    public_id: str
    game: str
    variant: str | None
    options: Json
    edition: int
    version: int
    drafted: int
    status: str
    open_watch: bool
    summary: Json
    created: int
    updated: int
    league_id: int | None = None
    deal_minutes: int = 0


class News(NamedTuple):
    """Two numbers, one of which has grown when anything about a table is new."""

    version: int
    drafted: int


_TABLE = select(*(getattr(GameTable, name) for name in TableRow._fields))
_THERE = GameTable.deleted.is_(None)
_BY_PUBLIC_ID = _TABLE.where(GameTable.public_id == bindparam("public_id"), _THERE)
_BY_ID = _TABLE.where(GameTable.id == bindparam("id"))
_SEEN = select(Access.id).where(
    Access.table_id == GameTable.id, Access.device == bindparam("device"), STILL_HOLDS
)
_IN_LEAGUE = select(LeagueAccess.id).where(
    LeagueAccess.league_id == GameTable.league_id,
    LeagueAccess.device == bindparam("device"),
    LeagueAccess.role != PENDING,
    IS_IN,
)
_NEWS = Direct(
    select(GameTable.version, GameTable.drafted).where(
        GameTable.public_id == bindparam("public_id"),
        _THERE,
        GameTable.open_watch | _SEEN.exists() | _IN_LEAGUE.exists(),
    )
)
_RECORD_COLUMNS = [getattr(RecordRow, name) for name in Record._fields]
# row and records are two reads; skip records that came in between
_RECORDS = Direct(
    select(*_RECORD_COLUMNS)
    .where(RecordRow.table_id == bindparam("id"), RecordRow.seq <= bindparam("version"))
    .order_by(RecordRow.seq)
)
_SCORED = select(Scored.seq, Scored.entry).where(Scored.table_id == bindparam("id"))
_OPEN_TO_ME = select(Access.table_id).join(GameTable).where(Access.device == bindparam("d"))
_MINE = (
    _TABLE.where(GameTable.id.in_(_OPEN_TO_ME.where(STILL_HOLDS)), _THERE)
    .order_by(GameTable.status == "finished", GameTable.updated.desc(), GameTable.id.desc())
    .limit(bindparam("limit"))
)


def may_be_id(public_id: str) -> bool:
    """Return whether this can be a public id at all; text that no database takes cannot."""
    return public_id.isascii() and public_id.isalnum()


def find(connection: Connection, public_id: str) -> TableRow | None:
    """Return the table with this public id."""
    if not may_be_id(public_id):
        return None
    row = connection.execute(_BY_PUBLIC_ID, {"public_id": public_id}).first()
    return None if row is None else TableRow(*row)


def find_all(connection: Connection, public_ids: Collection[str]) -> list[TableRow]:
    """Return the tables with these public ids."""
    rows = connection.execute(_TABLE.where(GameTable.public_id.in_(public_ids)))
    return [TableRow(*row) for row in rows]


def find_by_id(connection: Connection, table_id: int) -> TableRow:
    """Return the table with this id, which must be there."""
    return TableRow(*connection.execute(_BY_ID, {"id": table_id}).one())


def news(connection: Connection, public_id: str, device: str) -> News | None:
    """Return how far a table has come, if ``device`` may see it; ``None`` tells strangers
    nothing."""
    if not may_be_id(public_id):
        return None
    rows = _NEWS.rows(connection, public_id=public_id, device=device)
    return News(*rows[0]) if rows else None


def read_records(connection: Connection, table: TableRow) -> list[Record]:
    """Return the records up to the row's version, in order."""
    rows = _RECORDS.rows(connection, id=table.id, version=table.version)
    return [Record(*row) for row in rows]


def read_keys(connection: Connection, table_id: int) -> list[str]:
    """Return the key of each record's request, in the order of the records."""
    query = select(RecordRow.request_key).where(RecordRow.table_id == table_id)
    return list(connection.scalars(query.order_by(RecordRow.seq)))


def read_scored(connection: Connection, table_id: int) -> dict[int, Json]:
    """Return the entries of the result document as last scored, by the seq of their record."""
    return {seq: entry for seq, entry in connection.execute(_SCORED, {"id": table_id})}


def tables_of(connection: Connection, device: str, limit: int = 100) -> list[TableRow]:
    """Return the tables this device may see, open ones first, then the newest."""
    return [TableRow(*row) for row in connection.execute(_MINE, {"d": device, "limit": limit})]


def table_ids(connection: Connection) -> list[int]:
    """Return the id of every table that is not deleted."""
    return list(connection.scalars(select(GameTable.id).where(_THERE).order_by(GameTable.id)))
