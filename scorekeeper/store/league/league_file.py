"""A whole league as one document, to move it to another server: its rows and those of its games.

On an empty server ids stay as they are; beside others all move up by the same number, those within
records and results too. Devices and links are in it as they are stored, hashed: with the same
signing key they go on there.
"""

import re
from collections.abc import Callable, Collection, Mapping
from hashlib import blake2b
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Table, bindparam, func, insert, select

from scorekeeper.sentences import tell
from scorekeeper.store.league.state import MEMBER, ORGANISER
from scorekeeper.store.schema.league import LeagueAccess, LeagueGame, LeaguePerson, LeagueRow
from scorekeeper.store.schema.table import Access, GameTable
from scorekeeper.store.sql.copying import CopyDiffers, lasting_tables, number_above
from scorekeeper.store.sql.database import newest
from scorekeeper.store.table.records import persons_in, replace_persons

FORMAT: Final = "scorekeeper-league/1"
_OF_NO_LEAGUE: Final = {
    *("rule_set", "same_player", "guess", "phone_code", "passkey", "push_phone"),
}
"""What phones and persons keep for themselves, and wrong guesses."""


class StoredRows(msgspec.Struct):
    """Rows of one table of the database, in the order of their keys."""

    columns: list[str]
    rows: list[list[Any]]


class LeagueFile(msgspec.Struct, omit_defaults=True):
    """The document; `tables` are in the order in which they can be filled. `key` tells the signing
    key of the server from others."""

    format: str
    schema: str
    league: str
    tables: dict[str, StoredRows]
    key: str = ""


class LeagueFileInvalid(ValueError):
    """The document is none, or another version's; says which."""


class AlreadyHere(ValueError):
    """This server has the league."""


def league_document(connection: Connection, public_id: str, key: str = "") -> bytes | None:
    """Return the document of a league; ``None`` if there is no such league. ``key`` is the
    fingerprint of the signing key."""
    league = connection.scalar(select(LeagueRow.id).where(LeagueRow.public_id == public_id))
    if league is None:
        return None
    tables = {
        table.name: _rows(connection, table, league)
        for table in lasting_tables()
        if table.name not in _OF_NO_LEAGUE
    }
    return _encoded(LeagueFile(FORMAT, newest(), public_id, tables, key))


def _encoded(document: LeagueFile) -> bytes:
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def fingerprint(key: bytes) -> str:
    """Return what tells a signing key from others, and not what it is."""
    # by it export and import can say whether the phones go on
    return blake2b(key, digest_size=8, person=b"league file").hexdigest()


_NOT_THE_LEAGUES: Final = {"phone": "device", "own_game": "slug"}
"""Whose rows stay as they are where a server has them: a phone that is known there has its own name
and owner, and a game's document is the same everywhere. By which column they are known."""


def _new_rows(name: str, found: StoredRows, there: Mapping[str, Collection[Any]]) -> list[Any]:
    """Return the rows that the server does not have yet."""
    if name not in there:
        return found.rows
    place = found.columns.index(_NOT_THE_LEAGUES[name])
    return [row for row in found.rows if row[place] not in there[name]]


def import_league(connection: Connection, content: bytes) -> LeagueFile:
    """Store the league of a document beside those that are there. It is written again and compared.
    Raises ``LeagueFileInvalid``, ``AlreadyHere``, ``CopyDiffers``."""
    document = _read(content)
    if connection.scalar(select(LeagueRow.id).where(LeagueRow.public_id == document.league)):
        raise AlreadyHere(document.league)
    move_up(document, _highest_id(connection))
    there = {
        table.name: {*connection.scalars(select(table.c[_NOT_THE_LEAGUES[table.name]]))}
        for table in lasting_tables()
        if table.name in _NOT_THE_LEAGUES
    }
    for table in lasting_tables():
        if found := document.tables.get(table.name):
            rows = [
                dict(zip(found.columns, row, strict=True))
                for row in _new_rows(table.name, found, there)
            ]
            if rows:
                connection.execute(insert(table), rows)
            number_above(connection, table)
    arrived = _read(league_document(connection, document.league, document.key) or b"")
    for name in there:
        for one in (document.tables[name], arrived.tables[name]):
            one.rows = _new_rows(name, one, there)
    if _encoded(arrived) != _encoded(document):
        raise CopyDiffers(document.league)
    return document


# --- ids ----------------------------------------------------------------------------------------

_IDS: Final = {"id", "league_id", "table_id", "link_id", "person_id", "game_id", "person"}
"""Columns with ids. The league's players, seasons and evenings have the numbers of its records."""
_PERSON: Final = re.compile("\ue000(\\d+)\ue001")
"""A person's place in a text (``sheet/results.py``)."""


def _highest_id(connection: Connection) -> int:
    columns = [table.c.id for table in lasting_tables() if "id" in table.c]
    return max(connection.scalar(select(func.max(column))) or 0 for column in columns)


def move_up(document: LeagueFile, by: int) -> None:
    """Add a number to every id in the document."""
    for name, table in document.tables.items() if by else ():
        for row in table.rows:
            cells = dict(zip(table.columns, row, strict=True))
            for column, value in cells.items():
                if column in _IDS and isinstance(value, int):
                    cells[column] = value + by
                elif value is not None and (column, name) in _WITH_IDS:
                    cells[column] = _WITH_IDS[column, name](value, by)
            row[:] = cells.values()


def _moved_record(payload: Any, by: int) -> Any:
    persons = {person: person + by for person in persons_in(payload)}
    return replace_persons(payload, persons)


def _moved_decision(payload: Any, by: int) -> Any:
    moved = dict(payload)
    for key in {"person", "game", "table"} & moved.keys():
        if isinstance(moved[key], int):  # else a kind of game, or points by place
            moved[key] += by
    if "door" in moved:
        for key in {"now", "was"} & moved.keys():
            moved[key] = _moved_access(moved["door"], moved[key], by)
    if isinstance(moved.get("walkover"), dict):
        moved["walkover"] = _moved_decision(moved["walkover"], by)
    for key in {"settled", "basis"} & moved.keys():  # of an evening: matches, results by game
        place = 1 if key == "settled" else 0
        moved[key] = [[*one[:place], one[place] + by, *one[place + 1 :]] for one in moved[key]]
    if isinstance(moved.get("games"), list):  # of an import; a season's are kinds of game
        moved["games"] = [
            {**game, "sides": [[person + by for person in side] for side in game["sides"]]}
            for game in moved["games"]
        ]
    return moved


def _moved_access(setting: str, value: Any, by: int) -> Any:
    """A link, the accesses of which a phone is signed out, or no ids."""
    if isinstance(value, list):
        return [one + by for one in value]
    return value + by if setting in (MEMBER, ORGANISER) and value is not None else value


def _moved_game(played: Any, by: int) -> Any:
    players = [{**one, "person": one["person"] + by} for one in played["players"]]
    return {**played, "players": players}


def _moved_summary(summary: Any, by: int) -> Any:
    seats = [None if one is None else one + by for one in summary["seats"]]
    return {**_moved_marks(summary, by), "seats": seats}


def _moved_marks(document: Any, by: int) -> Any:
    if isinstance(document, str):
        return _PERSON.sub(lambda mark: f"\ue000{int(mark[1]) + by}\ue001", document)
    if isinstance(document, list):
        return [_moved_marks(one, by) for one in document]
    if isinstance(document, dict):
        return {key: _moved_marks(value, by) for key, value in document.items()}
    return document


_WITH_IDS: Final[Mapping[tuple[str, str], Callable[[Any, int], Any]]] = {
    ("payload", "record"): _moved_record,
    ("payload", "league_record"): _moved_decision,
    ("played", "league_game"): _moved_game,
    ("summary", "game_table"): _moved_summary,
    ("entry", "scored"): _moved_marks,
}
"""Columns of JSON with ids within."""


# --- reading and writing ------------------------------------------------------------------------


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
    if table.name == "own_game":
        return table.c.slug.in_(select(GameTable.game).where(GameTable.league_id == league))
    if table.name == "webhook_post":  # not what waits for phones: another server can't tell them
        return (table.c.league_id == league) & table.c.device.is_(None)
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
