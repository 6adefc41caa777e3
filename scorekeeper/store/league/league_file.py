"""A whole league as one document, to move it to another server: its rows and those of its games.

Ids stay as they are, so the other server has to be empty. Devices and links are in it as they are
stored, hashed: with the same signing key they go on there.
"""

from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Table, bindparam, insert, select

from scorekeeper.sentences import tell
from scorekeeper.store.schema.league import LeagueAccess, LeagueGame, LeaguePerson, LeagueRow
from scorekeeper.store.schema.table import Access, GameTable
from scorekeeper.store.sql.copying import (
    CopyDiffers,
    check_empty,
    lasting_tables,
    number_above,
)
from scorekeeper.store.sql.revisions import newest
from scorekeeper.store.table.records import persons_in

FORMAT: Final = "scorekeeper-league/1"
_OF_NO_LEAGUE: Final = {"rule_set", "same_player", "guess", "phone_code", "passkey"}
"""What phones and persons keep for themselves, and wrong guesses."""


class StoredRows(msgspec.Struct):
    """Rows of one table of the database, in the order of their keys."""

    columns: list[str]
    rows: list[list[Any]]


class LeagueFile(msgspec.Struct):
    """The document; `tables` are in the order in which they can be filled."""

    format: str
    schema: str
    league: str
    tables: dict[str, StoredRows]


class LeagueFileInvalid(ValueError):
    """The document is none, or another version's; says which."""


def league_document(connection: Connection, public_id: str) -> bytes | None:
    """Return the document of a league; ``None`` if there is no such league."""
    league = connection.scalar(select(LeagueRow.id).where(LeagueRow.public_id == public_id))
    if league is None:
        return None
    tables = {
        table.name: _rows(connection, table, league)
        for table in lasting_tables()
        if table.name not in _OF_NO_LEAGUE
    }
    document = LeagueFile(FORMAT, newest(), public_id, tables)
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def take_in(connection: Connection, content: bytes) -> str:
    """Store the league of a document in an empty database; its public id. The document is written
    again and compared. Raises ``LeagueFileInvalid``, ``NotEmpty``, ``CopyDiffers``."""
    document = _read(content)
    check_empty(connection)
    for table in lasting_tables():
        if found := document.tables.get(table.name):
            rows = [dict(zip(found.columns, row, strict=True)) for row in found.rows]
            if rows:
                connection.execute(insert(table), rows)
            number_above(connection, table)
    if league_document(connection, document.league) != content:
        raise CopyDiffers(document.league)
    return document.league


def _read(content: bytes) -> LeagueFile:
    try:
        document = msgspec.json.decode(content, type=LeagueFile)
    except msgspec.DecodeError as error:
        raise LeagueFileInvalid(tell("This is not an exported league.")) from error
    if document.format != FORMAT:
        raise LeagueFileInvalid(tell("This is not an exported league."))
    if document.schema != newest():
        raise LeagueFileInvalid(
            tell("A different version exported this league. Upgrade both servers.")
        )
    return document


def _rows(connection: Connection, table: Table, league: int) -> StoredRows:
    keys = [column.name for column in table.primary_key]
    found = connection.execute(select(table).where(_belongs(connection, table, league)))
    # sorted here, because databases sort text each in its own way
    rows = sorted(found, key=lambda row: [row._mapping[key] for key in keys])
    return StoredRows([*table.columns.keys()], [[*row] for row in rows])


def _belongs(connection: Connection, table: Table, league: int) -> Any:
    """Return the condition that a table's rows are the league's."""
    games = select(GameTable.id).where(GameTable.league_id == league)
    if table.name == "league":
        return table.c.id == league
    if table.name == "person":
        persons = _persons(connection, league)
        # written out, because there may be more of them than SQLite takes parameters
        return table.c.id.in_(bindparam("ids", persons, expanding=True, literal_execute=True))
    if table.name == "phone":
        members = select(LeagueAccess.device).where(LeagueAccess.league_id == league)
        players = select(Access.device).where(Access.table_id.in_(games))
        return table.c.device.in_(members.union(players))
    if "league_id" in table.c:
        return table.c.league_id == league
    return table.c.table_id.in_(games)


def _persons(connection: Connection, league: int) -> list[int]:
    """The persons who are named in the league or at its tables."""
    metadata = LeagueGame.metadata.tables
    record, decided = metadata["record"], metadata["league_record"]
    games = select(GameTable.id).where(GameTable.league_id == league)
    found = set(
        connection.scalars(select(LeaguePerson.person_id).where(LeaguePerson.league_id == league))
    )
    for payload in connection.scalars(select(record.c.payload).where(record.c.table_id.in_(games))):
        found.update(persons_in(payload or {}))
    for payload in connection.scalars(
        select(decided.c.payload).where(decided.c.league_id == league)
    ):
        if isinstance(person := (payload or {}).get("person"), int):
            found.add(person)
    return sorted(found)
