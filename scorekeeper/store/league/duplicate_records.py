"""The records of a league's duplicate evenings: read, and appended to inside ``writing()``."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, bindparam, func, insert, select

from scorekeeper.store.schema.league import DuplicateRecordRow
from scorekeeper.store.schema.table import Json
from scorekeeper.store.table.rows import checked_key, now


class DuplicateRecord(NamedTuple):
    """A record; ``at`` in milliseconds since 1970, ``device`` hashed."""

    seq: int
    kind: str
    payload: Json
    at: int
    device: str


_RECORD = DuplicateRecordRow.metadata.tables["duplicate_record"]
_MINE = (_RECORD.c.league_id == bindparam("league")) & (_RECORD.c.evening == bindparam("evening"))
_RECORDS = (
    select(*(_RECORD.c[name] for name in DuplicateRecord._fields))
    .where(_MINE, _RECORD.c.seq > bindparam("after"))
    .order_by(_RECORD.c.seq)
)
ERASED: Final = "erased"
"""The kind of a record after which all earlier ones are to be read again."""
_NEWEST = select(func.max(_RECORD.c.seq)).where(_MINE)


def records(
    connection: Connection, league_id: int, evening: int, after: int = 0
) -> list[DuplicateRecord]:
    """Return the records of an evening, in order; those with a higher seq than ``after``."""
    asked = {"league": league_id, "evening": evening, "after": after}
    rows = connection.execute(_RECORDS, asked)
    return [DuplicateRecord(*row) for row in rows]


def newest(connection: Connection, league_id: int, evening: int) -> int:
    """Return the seq of an evening's newest record; 0 where it has none."""
    asked = {"league": league_id, "evening": evening}
    return connection.scalar(_NEWEST, asked) or 0


def seq_of_request(connection: Connection, league_id: int, request_key: str) -> int | None:
    """Return the seq of the first record that the request of this key wrote; None for none."""
    key = checked_key(request_key)
    query = select(_RECORD.c.seq).where(
        _RECORD.c.league_id == league_id, _RECORD.c.request_key == key
    )
    return connection.scalar(query)


def append(
    connection: Connection,
    league_id: int,
    evening: int,
    written: Sequence[tuple[str, Json]],
    *,
    request_key: str,
    device: str,
) -> int:
    """Append records, each its kind and payload; return the seq of the first. The league must be
    locked, and ``seq_of_request`` be asked first."""
    seq, at = _last(connection, league_id) + 1, now()
    key = checked_key(request_key)
    rows = [
        {
            "league_id": league_id,
            "evening": evening,
            "seq": seq + place,
            "kind": kind,
            "payload": payload,
            "request_key": f"{key}+{place}" if place else key,
            "at": at,
            "device": device,
        }
        for place, (kind, payload) in enumerate(written)
    ]
    connection.execute(insert(_RECORD), rows)
    return seq


def mark_erased(connection: Connection, league_id: int) -> None:
    """Say that a name was erased from records of the league's evenings, so that no process shows
    them as it knew them."""
    evenings = select(_RECORD.c.evening).where(_RECORD.c.league_id == league_id).distinct()
    for evening in [*connection.scalars(evenings)]:
        key = f"~erased.{_last(connection, league_id)}"
        append(connection, league_id, evening, [(ERASED, {})], request_key=key, device="")


def _last(connection: Connection, league_id: int) -> int:
    """Return the highest seq of a league's evenings."""
    last = select(func.max(_RECORD.c.seq)).where(_RECORD.c.league_id == league_id)
    return connection.scalar(last) or 0
