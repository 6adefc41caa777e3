"""Overwriting names in records, the only thing that is ever overwritten.

A promise to forget somebody is worth more than the promise never to change a record. So the free
text of a record is overwritten where it stands, and nothing else of it.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Table, Text, cast, exists, or_, select, text, update

from scorekeeper.store.access.links import Resource
from scorekeeper.store.schema.league import (
    STILL_HOLDS,
    DuplicateRecordRow,
    LeagueAccess,
    LeaguePerson,
    LeagueRecordRow,
)
from scorekeeper.store.schema.table import (
    Access,
    GameTable,
    Json,
    PhoneRow,
    RecordRow,
    RuleSetRow,
    Scored,
)
from scorekeeper.store.sql.database import db, is_sqlite, translate_errors, writing
from scorekeeper.store.table.records import persons_in

OF_TABLES: Final = frozenset({"reason", "happened", "stake"})
OF_LEAGUES: Final = frozenset({"name", "reason", "note", "venue"})
"""The keys of payloads under which people write what they like."""

_NO_TEXT: Final = frozenset(
    {"options", "scoring", "games", "handicaps", "handicaps_by_game", "seat", "bids", "own"}
)
"""The keys below which nothing is free text. (Another word in a game's document, and it is another
game.)"""

_TABLE = GameTable.metadata.tables["game_table"]
_RECORD = RecordRow.metadata.tables["record"]
_LEAGUE_RECORD = LeagueRecordRow.metadata.tables["league_record"]
_DUPLICATE = DuplicateRecordRow.metadata.tables["duplicate_record"]
_SCORED = Scored.metadata.tables["scored"]
_RULES = RuleSetRow.metadata.tables["rule_set"]


class TextRecord(NamedTuple):
    """A record that may hold free text; ``of`` is its table or league, by id. ``table``: the table
    of the database in which it stands."""

    of: int
    seq: int
    payload: Json
    table: Table


@contextmanager
def erasing() -> Iterator[Connection]:
    """A write whose old bytes do not stay in the database's file; see ``empty_log``."""
    with writing() as connection:
        overwrite_deleted(connection)
        yield connection


def overwrite_deleted(connection: Connection) -> None:
    """Let SQLite overwrite with zeros what this connection deletes. PostgreSQL removes overwritten
    rows at its next vacuum."""
    if is_sqlite(connection):
        connection.execute(text("PRAGMA secure_delete = ON"))


def empty_log() -> None:
    """Empty SQLite's log, which holds pages as they were; as far as nobody is reading from it."""
    if is_sqlite(db.engine):
        with translate_errors(), db.engine.connect() as connection:
            driver: Any = connection.connection.dbapi_connection
            driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()


def free_texts(payload: object, keys: Collection[str]) -> Iterator[str]:
    """Yield the free texts in a payload."""
    found: list[str] = []

    def note(one: str) -> str:
        found.append(one)
        return one

    replace_texts(payload, keys, note)
    yield from found


def replace_texts(payload: Any, keys: Collection[str], put: Callable[[str], str]) -> Any:
    """Return the payload with another text in the place of each free one."""
    if isinstance(payload, list):
        return [replace_texts(one, keys, put) for one in payload]
    if not isinstance(payload, dict):
        return payload
    return {
        key: value
        if key in _NO_TEXT
        else put(value)
        if key in keys and isinstance(value, str)
        else replace_texts(value, keys, put)
        for key, value in payload.items()
    }


def tables_written_by(connection: Connection, device: str) -> list[int]:
    """Return the tables outside leagues at which this device may write, the newest first."""
    query = select(GameTable.id).where(
        GameTable.league_id.is_(None),
        GameTable.deleted.is_(None),
        GameTable.id.in_(
            select(Access.table_id)
            .join(GameTable)
            .where(Access.device == device, Access.role == "scorer", STILL_HOLDS)
        ),
    )
    return list(connection.scalars(query.order_by(GameTable.updated.desc(), GameTable.id.desc())))


def tables_of_league(connection: Connection, league_id: int) -> list[int]:
    """Return the tables of a league, the newest first."""
    query = select(GameTable.id).where(GameTable.league_id == league_id)
    return list(connection.scalars(query.order_by(GameTable.id.desc())))


def text_records_of_tables(
    connection: Connection, table_ids: Sequence[int]
) -> Iterator[TextRecord]:
    """Yield the records of these tables in which somebody may have written something."""
    # SQLite takes only so many parameters in one statement
    for start in range(0, len(table_ids), 500):
        some = table_ids[start : start + 500]
        yield from _noted(connection, _RECORD, _RECORD.c.table_id, some, OF_TABLES)


def text_records_of_league(connection: Connection, league_id: int) -> Iterator[TextRecord]:
    """Yield a league's own records, and those of its duplicate evenings, in which somebody may have
    written something."""
    for table in (_LEAGUE_RECORD, _DUPLICATE):
        yield from _noted(connection, table, table.c.league_id, [league_id], OF_LEAGUES)


def _noted(
    connection: Connection, table: Table, column: Any, ids: Sequence[int], keys: Collection[str]
) -> Iterator[TextRecord]:
    # looked for in the stored text, so that most records need not be read
    stored = cast(table.c.payload, Text)
    query = select(column, table.c.seq, table.c.payload).where(
        column.in_(ids), or_(*(stored.contains(f'"{key}":') for key in sorted(keys)))
    )
    for row in connection.execute(query.order_by(column, table.c.seq)):
        yield TextRecord(row[0], row[1], row[2], table)


def overwrite(connection: Connection, one: TextRecord, payload: Json) -> None:
    """Replace the payload of a record in place, without a trace of the old one."""
    table = one.table
    column = table.c.table_id if table is _RECORD else table.c.league_id
    here = update(table).where(column == one.of, table.c.seq == one.seq)
    connection.execute(here.values(payload=payload))


def overwrite_scored(connection: Connection, table_id: int, put: Callable[[Json], Json]) -> None:
    """The same of what was scored under rules that are gone, and of the table's summary."""
    for seq, entry in connection.execute(
        select(_SCORED.c.seq, _SCORED.c.entry).where(_SCORED.c.table_id == table_id)
    ).all():
        here = update(_SCORED).where(_SCORED.c.table_id == table_id, _SCORED.c.seq == seq)
        connection.execute(here.values(entry=put(entry)))
    here = update(_TABLE).where(_TABLE.c.id == table_id)
    summary = connection.scalar(select(_TABLE.c.summary).where(_TABLE.c.id == table_id))
    connection.execute(here.values(summary=put(summary or {})))


def rules_named_by(connection: Connection, device: str) -> dict[int, str]:
    """Return the names of this device's house rules by id, removed ones too."""
    query = select(_RULES.c.id, _RULES.c.name).where(_RULES.c.device == device)
    return {one: name for one, name in connection.execute(query.order_by(_RULES.c.id))}


def rename_rules(connection: Connection, rules: int, name: str) -> None:
    """Call house rules otherwise; the mark keeps names apart."""
    here = update(_RULES).where(_RULES.c.id == rules)
    connection.execute(here.values(name=name, called=f"{name.casefold()} {rules}"))


def persons_elsewhere(
    connection: Connection, persons: Collection[int], tables: Collection[int]
) -> set[int]:
    """Return those of the persons who sit at other tables than these, or have agreed to a ruling
    there."""
    if not persons:
        return set()
    query = _NAMING.where(_RECORD.c.table_id.not_in(tables))
    return {person for _, person in _tables_naming_each(connection, query, persons)}


def known_to_leagues(connection: Connection, persons: Collection[int]) -> set[int]:
    """Return those of the persons who are players of a league, or are named at a table of one."""
    if not persons:
        return set()
    players = select(LeaguePerson.person_id).where(LeaguePerson.person_id.in_(persons))
    query = _NAMING.join(_TABLE).where(_TABLE.c.league_id.is_not(None))
    at_tables = {person for _, person in _tables_naming_each(connection, query, persons)}
    return at_tables.union(connection.scalars(players))


def tables_naming(connection: Connection, persons: Collection[int]) -> list[int]:
    """Return the tables at which one of these persons is named."""
    return sorted({table for table, _ in _tables_naming_each(connection, _NAMING, persons)})


_NAMING: Final = select(_RECORD.c.table_id, _RECORD.c.payload).where(
    or_(
        *(
            cast(_RECORD.c.payload, Text).contains(f'"{key}":')
            for key in ("players", "person", "agreed")
        )
    )
)


def _tables_naming_each(
    connection: Connection, query: Any, persons: Collection[int]
) -> Iterator[tuple[int, int]]:
    wanted = {*persons}
    for table, payload in connection.execute(query):
        for person in wanted.intersection(persons_in(payload)):
            yield table, person


def names_at_joining(connection: Connection, league_id: int) -> dict[int, str]:
    """Return the names under which devices joined a league, by access."""
    query = select(LeagueAccess.id, LeagueAccess.name).where(LeagueAccess.league_id == league_id)
    return {one: name for one, name in connection.execute(query) if name}


def rename_at_joining(connection: Connection, access: int, name: str) -> None:
    """Replace the name under which a device joined a league."""
    here = update(LeagueAccess).where(LeagueAccess.id == access)
    connection.execute(here.values(name=name))


def forget_names_of_phones(
    connection: Connection,
    resource: Resource,
    owners: Collection[int],
    is_name: Callable[[str], object],
) -> None:
    """Forget by which name the owner of a phone goes, if it is the name to erase, for the phones
    that were ever let in at these tables or leagues."""
    here = exists().where(
        resource.access.c.device == PhoneRow.device, resource.access.c[resource.owner].in_(owners)
    )
    named = select(PhoneRow.device, PhoneRow.name).where(PhoneRow.name != "", here)
    gone = [device for device, name in connection.execute(named) if is_name(name)]
    connection.execute(update(PhoneRow).where(PhoneRow.device.in_(gone)).values(name=""))
