"""A table's rows in the database: read, made, and appended to; all writing inside
``database.writing()``."""

import re
import secrets
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, bindparam, delete, insert, select, update

from scorekeeper.store.schema.league import STILL_HOLDS
from scorekeeper.store.schema.table import Access, GameTable, Json, RecordRow, Scored
from scorekeeper.store.sql.database import Prepared
from scorekeeper.store.table.records import Record


class TableRow(NamedTuple):
    """A game at one table; the columns of ``GameTable`` that are read."""

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


_ROW = select(*(getattr(GameTable, name) for name in TableRow._fields))
_THERE = GameTable.deleted.is_(None)
_BY_PUBLIC_ID = _ROW.where(GameTable.public_id == bindparam("public_id"), _THERE)
_BY_ID = _ROW.where(GameTable.id == bindparam("id"))
# row and records are two reads; skip records that came in between
_RECORDS = (
    select(*(getattr(RecordRow, name) for name in Record._fields))
    .where(RecordRow.table_id == bindparam("id"), RecordRow.seq <= bindparam("version"))
    .order_by(RecordRow.seq)
)


def may_be_id(public_id: str) -> bool:
    """Return whether this can be a public id at all: a text that no database accepts can't."""
    return public_id.isascii() and public_id.isalnum()


def find(connection: Connection, public_id: str) -> TableRow | None:
    """Return the table with this public id."""
    if not may_be_id(public_id):
        return None
    row = connection.execute(_BY_PUBLIC_ID, {"public_id": public_id}).first()
    return None if row is None else TableRow(*row)


def find_all(connection: Connection, public_ids: Collection[str]) -> list[TableRow]:
    """Return the tables with these public ids."""
    rows = connection.execute(_ROW.where(GameTable.public_id.in_(public_ids)))
    return [TableRow(*row) for row in rows]


def find_by_id(connection: Connection, table_id: int) -> TableRow:
    """Return the table with this id, which must be there."""
    return TableRow(*connection.execute(_BY_ID, {"id": table_id}).one())


def read_records(connection: Connection, table: TableRow) -> list[Record]:
    """Return the records up to the row's version, in order."""
    rows = connection.execute(_RECORDS, {"id": table.id, "version": table.version})
    return [Record(*row) for row in rows]


def read_keys(connection: Connection, table_id: int) -> list[str]:
    """Return the key of each record's request, in the order of the records."""
    query = select(RecordRow.request_key).where(RecordRow.table_id == table_id)
    return list(connection.scalars(query.order_by(RecordRow.seq)))


def read_scored(connection: Connection, table_id: int) -> dict[int, Json]:
    """Return the entries of the result document as last scored, by the seq of their record."""
    query = select(Scored.seq, Scored.entry).where(Scored.table_id == table_id)
    return {seq: entry for seq, entry in connection.execute(query)}


def tables_of(connection: Connection, device: str, limit: int = 100) -> list[TableRow]:
    """Return the tables this device may see, open ones first, then the newest."""
    mine = select(Access.table_id).join(GameTable).where(Access.device == device, STILL_HOLDS)
    newest = (GameTable.status == "finished", GameTable.updated.desc(), GameTable.id.desc())
    query = _ROW.where(GameTable.id.in_(mine), _THERE).order_by(*newest).limit(limit)
    return [TableRow(*row) for row in connection.execute(query)]


def games_before(connection: Connection, table: TableRow, limit: int) -> list[Json]:
    """Return the summaries of earlier finished games of the phone that began this, newest first."""
    began = select(RecordRow.device).where(RecordRow.table_id == table.id, RecordRow.seq == 0)
    ids = select(Access.table_id).where(Access.device.in_(began))
    same = (GameTable.game == table.game, GameTable.status == "finished", _THERE)
    query = select(GameTable.summary).where(GameTable.id.in_(ids), GameTable.id < table.id, *same)
    return list(connection.scalars(query.order_by(GameTable.id.desc()).limit(limit)))


def table_ids(connection: Connection) -> list[int]:
    """Return the id of every table that is not deleted."""
    return list(connection.scalars(select(GameTable.id).where(_THERE).order_by(GameTable.id)))


# --- writing --------------------------------------------------------------------------------------

# A page's key has up to 64 characters. A mark of what was typed takes 13 more: whoever corrects a
# slip after a lost answer sends something else from the same page. Records that are written
# together add "+12", which the column has room for.
_KEY = re.compile(r"~?[\w.:-]{1,77}", re.ASCII)  # with a ~: the app's own, which no client can send
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # no characters that look alike
_LENGTH = 10  # of a public id


class Conflict(Exception):
    """The table has moved on since this was typed; ``version`` is where it is now."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the table is at version {version}")
        self.version = version


class WriteRequest(NamedTuple):
    """The request that every write comes with: a key made once for it, the version it was typed
    against, and the device it comes from, hashed."""

    key: str
    version: int
    device: str


class Change(NamedTuple):
    """One record to be written; kinds and payloads as in records.py."""

    kind: str
    payload: Json | None = None
    about: int | None = None
    before: int | None = None


@dataclass(frozen=True)
class Summary:
    """A copy of what follows from the records, so that lists and old editions need no replay.

    ``scored`` holds entries of the result document by the seq of their record.
    """

    status: str  # open, finished
    document: Json
    scored: Mapping[int, Json] = field(default_factory=dict)


@dataclass(frozen=True)
class Appended:
    """The answer to a write: the seq of its first record, the table's version, and when.

    ``repeated``: this request had been answered before and nothing was written now (``at`` 0).
    ``league_id`` is the league that the table belongs to at this moment, ``before`` when it had
    last been changed; ``drafted``: there may be a draft.
    """

    seq: int
    version: int
    repeated: bool
    at: int = 0
    league_id: int | None = None
    before: int = field(default=0, compare=False)
    drafted: bool = False


_TABLE = GameTable.metadata.tables["game_table"]
_RECORD = RecordRow.metadata.tables["record"]
_SCORED = Scored.metadata.tables["scored"]
_NEW_TABLE = insert(_TABLE).returning(_TABLE.c.id)
_NEW_RECORD = Prepared(insert(_RECORD).inline())
_NEW_SCORED = Prepared(insert(_SCORED).inline())
_CHANGED = update(_TABLE).where(_TABLE.c.id == bindparam("b_id"))
_MOVED_ON = Prepared(
    _CHANGED.values({name: bindparam(name) for name in ("version", "updated", "status", "summary")})
)
HEAD_COLUMNS = ("game", "variant", "options", "edition")
"""The columns of a table that repeat its current head."""


def public_id_of_request(connection: Connection, request_key: str) -> str | None:
    """Return the public id of the table that was made by the request of this key."""
    query = select(GameTable.public_id).where(GameTable.request_key == checked_key(request_key))
    return connection.scalar(query)


def create(
    connection: Connection,
    head: Json,
    entries: Sequence[Json] = (),
    *,
    summary: Summary,
    request_key: str,
    device: str,
    league_id: int | None = None,
    wanted_id: str = "",
) -> tuple[int, str]:
    """Make a table, with the entries of an imported sheet; return its id and its public id, which
    is the wanted one unless another table has it.

    ``head`` holds game, variant, options, players (person ids), dealer, edition. The head's record
    has seq 0, the entries' follow. Ask ``public_id_of_request`` first whether the key was used.
    """
    at, public_id = now(), new_public_id(connection, _TABLE.c.public_id, wanted_id)
    columns = {
        **{name: head[name] for name in HEAD_COLUMNS},
        "public_id": public_id,
        "request_key": checked_key(request_key),
        "version": len(entries),
        "drafted": 0,
        "status": summary.status,
        "open_watch": False,
        "summary": summary.document,
        "created": at,
        "updated": at,
        "league_id": league_id,
    }
    table_id = connection.execute(_NEW_TABLE, columns).scalar_one()
    changes = [Change("head", head), *(Change("entry", entry) for entry in entries)]
    _write_records(connection, table_id, 0, changes, request_key, device, at)
    _write_scored(connection, table_id, summary.scored, rescored=False)
    return table_id, public_id


_VERSION = select(_TABLE.c.version).where(_TABLE.c.id == bindparam("id")).with_for_update()
_ANSWERED = select(_RECORD.c.seq).where(
    _RECORD.c.table_id == bindparam("id"), _RECORD.c.request_key == bindparam("key")
)
_STATE = Prepared(
    select(
        *(_TABLE.c.version, _TABLE.c.updated, _TABLE.c.league_id, _TABLE.c.drafted),
        _ANSWERED.scalar_subquery(),
    )
    .where(_TABLE.c.id == bindparam("id"))
    .with_for_update(of=_TABLE)
)


def lock(connection: Connection, table_id: int) -> int:
    """Lock the table against other writers until the end of the transaction; return its version."""
    version: int = connection.execute(_VERSION, {"id": table_id}).scalar_one()
    return version


def seq_of_request(
    connection: Connection, table_id: int, request_key: str, device: str | None = None
) -> int | None:
    """Return the seq of the record that the request of this key wrote, from this device if one is
    named."""
    query = _ANSWERED if device is None else _ANSWERED.where(_RECORD.c.device == device)
    return connection.scalar(query, {"id": table_id, "key": checked_key(request_key)})


def any_request_with_prefix(connection: Connection, table_id: int, start: str) -> bool:
    """Return whether a request was written whose key starts like this, as all from one page do."""
    of_page = _RECORD.c.request_key.startswith(start, autoescape=True)
    query = select(_RECORD.c.seq).where(_RECORD.c.table_id == table_id, of_page)
    return connection.scalar(query.limit(1)) is not None


def append(
    connection: Connection,
    table_id: int,
    sent: WriteRequest,
    changes: Sequence[Change],
    *,
    summary: Summary,
    rescored: bool = True,
    head: Json | None = None,
) -> Appended:
    """Write these records together, and what is stored beside them.

    The same key again writes nothing and gets the first answer. Raises ``Conflict`` when the
    table is not at the version of the request. ``summary`` describes the table afterwards;
    ``rescored`` false says that its ``scored`` are the new entries only and the others still hold;
    ``head`` are the columns that repeat the head, where it changed. Further records than the first
    are taken back together with it: strikes, with ``{"with": seq}``.
    """
    asked = {"id": table_id, "key": checked_key(sent.key)}
    ((version, before, league_id, drafted, seq),) = _STATE.run(connection, asked)
    if seq is None and version != sent.version:
        # PostgreSQL, having waited for the lock, shows the row anew but not what goes with it
        seq = seq_of_request(connection, table_id, sent.key)
    if seq is not None:
        return Appended(seq, version, repeated=True)
    if version != sent.version:
        raise Conflict(version)
    at, seq = now(), version + 1
    version += len(changes)
    _write_records(connection, table_id, seq, changes, sent.key, sent.device, at)
    _move_on(connection, table_id, version, at, summary, rescored=rescored, head=head)
    return Appended(seq, version, False, at, league_id, before, bool(drafted))


def append_received(
    connection: Connection,
    table_id: int,
    rows: Sequence[Json],
    *,
    summary: Summary,
    rescored: bool,
    head: Json,
) -> int:
    """Write records that were made elsewhere, as rows without their table, and what is stored
    beside them; the table is locked. Return when, in milliseconds."""
    at = now()
    _NEW_RECORD.run(connection, *({"table_id": table_id, **row} for row in rows))
    _move_on(connection, table_id, rows[-1]["seq"], at, summary, rescored=rescored, head=head)
    return at


def cut(connection: Connection, table_id: int, seq: int, *, summary: Summary, head: Json) -> None:
    """Remove the records from that number on, which another copy of the table does not have;
    ``summary`` describes what is left. Only a phone's copy may be cut; a server's records are
    permanent."""
    _move_on(connection, table_id, seq - 1, now(), summary, rescored=True, head=head)
    later = (_RECORD.c.table_id == table_id) & (_RECORD.c.seq >= seq)
    connection.execute(delete(_RECORD).where(later))


def _move_on(
    connection: Connection,
    table_id: int,
    version: int,
    at: int,
    summary: Summary,
    *,
    rescored: bool,
    head: Json | None,
) -> None:
    """Write what is stored of a table beside its records."""
    stored = {"status": summary.status, "summary": summary.document}
    _MOVED_ON.run(connection, {"b_id": table_id, "version": version, "updated": at, **stored})
    if head:
        _update(connection, table_id, head)
    _write_scored(connection, table_id, summary.scored, rescored=rescored)


def save_summary(connection: Connection, table_id: int, summary: Summary) -> None:
    """Correct the summary stored beside the records; these stay as they are."""
    _update(connection, table_id, {"status": summary.status, "summary": summary.document})
    _write_scored(connection, table_id, summary.scored, rescored=True)


def set_open_watch(connection: Connection, table_id: int, allowed: bool) -> None:
    """Set whether anyone with the address may watch."""
    _update(connection, table_id, {"open_watch": allowed})


def set_deal_minutes(connection: Connection, table_id: int, minutes: int) -> None:
    """Set how long a deal lasts (0: there is no timer), the one in progress from now on."""
    _update(connection, table_id, {"deal_minutes": minutes, "updated": now()})


def mark_changed(
    connection: Connection, table_ids: Sequence[int] | None = None, *, league_id: int | None = None
) -> None:
    """Make every process reload these tables, or all of a league, though no record is new; without
    either, all there are, with their names. That needs a transaction of its own, because a holder
    of a league's lock may not wait for tables."""
    changed = update(_TABLE).values(updated=_TABLE.c.updated + 1)
    if league_id is not None:
        changed = changed.where(_TABLE.c.league_id == league_id)
    if table_ids is None:
        connection.execute(changed)
        return
    # SQLite takes only so many parameters in one statement
    for start in range(0, len(table_ids), 500):
        connection.execute(changed.where(_TABLE.c.id.in_(table_ids[start : start + 500])))


def _write_records(
    connection: Connection,
    table_id: int,
    seq: int,
    changes: Sequence[Change],
    request_key: str,
    device: str,
    at: int,
) -> None:
    rows = record_rows(changes, seq, request_key, device, at)
    for row, change in zip(rows, changes, strict=True):
        row |= {"table_id": table_id, "before": change.before}
    _NEW_RECORD.run(connection, *rows)


def record_rows(
    changes: Sequence[Change], seq: int, request_key: str, device: str, at: int
) -> list[Json]:
    """Return the changes as rows of records, the first under ``seq``; whose they are is not
    said."""
    return [
        {
            "seq": seq + place,
            "kind": change.kind,
            "about": change.about,
            "payload": change.payload,
            "request_key": f"{request_key}+{place}" if place else request_key,
            "at": at,
            "device": device,
        }
        for place, change in enumerate(changes)
    ]


def _write_scored(
    connection: Connection, table_id: int, scored: Mapping[int, Json], *, rescored: bool
) -> None:
    if rescored:
        connection.execute(delete(_SCORED).where(_SCORED.c.table_id == table_id))
    rows = ({"table_id": table_id, "seq": seq, "entry": entry} for seq, entry in scored.items())
    _NEW_SCORED.run(connection, *rows)


def _update(connection: Connection, table_id: int, columns: dict[str, Any]) -> None:
    connection.execute(_CHANGED, {"b_id": table_id, **columns})


def checked_key(request_key: str) -> str:
    """Return the key that a client sent; raise ``ValueError`` where it cannot be one."""
    if not _KEY.fullmatch(request_key):
        raise ValueError("not a request key")
    return request_key


def new_public_id(connection: Connection, column: ColumnElement[str], wanted: str = "") -> str:
    """Return an id that this column does not hold yet; the wanted one, if it is one of ours."""
    public_id = wanted if len(wanted) == _LENGTH and {*wanted} <= {*_LETTERS} else ""
    while not public_id or connection.scalar(select(column).where(column == public_id)):
        public_id = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
    return public_id


def now() -> int:
    """Milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000
