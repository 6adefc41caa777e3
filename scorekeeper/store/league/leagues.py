"""Writing and reading leagues: their records, as tables have them."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from threading import Lock
from typing import Final, NamedTuple

import msgspec
from cachetools import LRUCache
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from scorekeeper.store.league.state import League, access_of
from scorekeeper.store.schema.league import LeaguePerson, LeagueRecordRow, LeagueRow
from scorekeeper.store.table.records import Record, fold
from scorekeeper.store.table.rows import (
    Appended,
    Change,
    Conflict,
    checked_key,
    may_be_id,
    new_public_id,
    now,
    record_rows,
)


class LeagueInfo(NamedTuple):
    """A league's row; the columns of ``LeagueRow`` that are read."""

    id: int
    public_id: str
    version: int
    open_watch: bool
    passphrase: str | None


_LEAGUE = LeagueRow.metadata.tables["league"]
_RECORD = LeagueRecordRow.metadata.tables["league_record"]
_PERSON = LeaguePerson.metadata.tables["league_person"]
_COLUMNS = select(*(_LEAGUE.c[name] for name in LeagueInfo._fields))
# row and records are two reads; skip records that came in between
_RECORDS = (
    select(*(_RECORD.c[name] for name in Record._fields if name in _RECORD.c))
    .where(_RECORD.c.league_id == bindparam("id"), _RECORD.c.seq <= bindparam("version"))
    .order_by(_RECORD.c.seq)
)
_CHANGED = update(_LEAGUE).where(_LEAGUE.c.id == bindparam("b_id"))


def find(connection: Connection, public_id: str) -> LeagueInfo | None:
    """Return the league with this public id."""
    if not may_be_id(public_id):
        return None
    there = _COLUMNS.where(_LEAGUE.c.public_id == public_id, _LEAGUE.c.deleted.is_(None))
    row = connection.execute(there).first()
    return None if row is None else LeagueInfo(*row)


def by_id(connection: Connection, league_id: int) -> LeagueInfo:
    """Return the league with this id, which must be there."""
    return LeagueInfo(*connection.execute(_COLUMNS.where(_LEAGUE.c.id == league_id)).one())


def all_leagues(connection: Connection) -> list[LeagueInfo]:
    """Return every league that is not deleted, the oldest first."""
    query = _COLUMNS.where(_LEAGUE.c.deleted.is_(None)).order_by(_LEAGUE.c.id)
    return [LeagueInfo(*row) for row in connection.execute(query)]


def lock(connection: Connection, league_id: int) -> LeagueInfo:
    """Lock the league against other writers until the end of the transaction."""
    query = _COLUMNS.where(_LEAGUE.c.id == league_id).with_for_update()
    return LeagueInfo(*connection.execute(query).one())


def records(connection: Connection, league: LeagueInfo) -> list[Record]:
    """Return the records up to the row's version, in order."""
    rows = connection.execute(_RECORDS, {"id": league.id, "version": league.version})
    return [
        Record(row.seq, row.kind, row.about, None, row.payload, row.at, row.device) for row in rows
    ]


def size_of(league: League) -> int:
    """About how many bytes the league takes up here: ten times what it has as JSON, as measured."""
    written = league.state.written
    payloads = sum(len(msgspec.json.encode(one.payload)) for one in written)
    return 3000 + 500 * len(written) + 10 * payloads


_cache: LRUCache[str, League] = LRUCache(32 * 2**20, size_of)
_lock: Final = Lock()


def read(connection: Connection, info: LeagueInfo) -> League:
    """Return the league as its records stand; cached under its version, on which alone it depends:
    a page asks for it several times, and each 100 records take a millisecond to fold."""
    with _lock:
        known = _cache.get(info.public_id)
    if known is None or known.version != info.version:
        known = read_uncached(connection, info)
        with _lock, suppress(ValueError):  # larger than all that the cache may hold
            _cache[info.public_id] = known
    return known


def read_uncached(connection: Connection, info: LeagueInfo) -> League:
    """Return the league as its records stand, not cached: inside a write, whose records may be
    rolled back."""
    written = records(connection, info)
    state = fold(written)
    return League(
        id=info.id,
        public_id=info.public_id,
        version=info.version,
        state=state,
        access=access_of(written, state),
    )


def players_by_person(
    connection: Connection, league_id: int, persons: Iterable[int] | None = None
) -> dict[int, int]:
    """Return the number of the player that each person (of the league, or of these) is before
    merges."""
    query = select(_PERSON.c.person_id, _PERSON.c.player).where(_PERSON.c.league_id == league_id)
    if persons is not None:
        query = query.where(_PERSON.c.person_id.in_([*persons]))
    return {person: player for person, player in connection.execute(query)}


def add_person(connection: Connection, league_id: int, person: int, player: int) -> None:
    """Assign a person to a player, whoever they were before."""
    row = {"league_id": league_id, "person_id": person, "player": player}
    mine = (_PERSON.c.league_id == league_id, _PERSON.c.person_id == person)
    connection.execute(delete(_PERSON).where(*mine))
    connection.execute(insert(_PERSON), row)


def public_id_of_request(connection: Connection, request_key: str) -> str | None:
    """Return the public id of the league that was made by the request of this key."""
    query = select(_LEAGUE.c.public_id).where(_LEAGUE.c.request_key == checked_key(request_key))
    return connection.scalar(query)


def create(
    connection: Connection, changes: Sequence[Change], *, request_key: str, device: str
) -> LeagueInfo:
    """Make a league; the first of its records is the head. Ask ``public_id_of_request`` first."""
    at, public_id = now(), new_public_id(connection, _LEAGUE.c.public_id)
    columns = {
        "public_id": public_id,
        "request_key": checked_key(request_key),
        "version": len(changes) - 1,
        "open_watch": False,
        "passphrase": None,
        "made": at,
    }
    league_id = connection.execute(insert(_LEAGUE).returning(_LEAGUE.c.id), columns).scalar_one()
    _write(connection, league_id, 0, changes, request_key, device, at)
    return by_id(connection, league_id)


def seq_of_request(connection: Connection, league_id: int, request_key: str) -> int | None:
    """Return the seq of the record that the request of this key wrote."""
    query = select(_RECORD.c.seq).where(
        _RECORD.c.league_id == league_id, _RECORD.c.request_key == checked_key(request_key)
    )
    return connection.scalar(query)


def append(
    connection: Connection,
    league_id: int,
    changes: Sequence[Change],
    *,
    request_key: str,
    expected_version: int | None = None,
    device: str = "",
) -> Appended:
    """Write these records together. Ask ``seq_of_request`` first.

    Raises ``Conflict`` when what the first of them is about was changed after ``expected_version``
    (None: whatever was written).
    """
    version = lock(connection, league_id).version
    about = changes[0].about
    if expected_version is not None and about is not None:
        newer = select(_RECORD.c.seq).where(
            *(_RECORD.c.league_id == league_id, _RECORD.c.about == about),
            _RECORD.c.seq > expected_version,
        )
        if connection.execute(newer.limit(1)).first() is not None:
            raise Conflict(version)
    at = now()
    _write(connection, league_id, version + 1, changes, request_key, device, at)
    moved_on = {"b_id": league_id, "version": version + len(changes)}
    connection.execute(_CHANGED.values(version=bindparam("version")), moved_on)
    return Appended(version + 1, version + len(changes), repeated=False, at=at)


def set_columns(connection: Connection, league_id: int, **columns: object) -> None:
    """Set ``open_watch`` or ``passphrase``, as the records say: see ``league_access.py``."""
    connection.execute(_CHANGED.values(columns), {"b_id": league_id})


def _write(
    connection: Connection,
    league_id: int,
    seq: int,
    changes: Sequence[Change],
    request_key: str,
    device: str,
    at: int,
) -> None:
    rows = record_rows(changes, seq, request_key, device, at)
    connection.execute(insert(_RECORD), [row | {"league_id": league_id} for row in rows])
