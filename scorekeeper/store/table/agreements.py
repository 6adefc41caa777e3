"""The answers of a table's sides to what another one saved: agreed, or contested."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, insert, select

from scorekeeper.store.schema.table import AgreementRow, RecordRow
from scorekeeper.store.table.drafts import count_change
from scorekeeper.store.table.rows import now

AGREED, CONTESTED = "agreed", "contested"


class Agreement(NamedTuple):
    """A device agreed for its ``side`` to the deal of record ``seq`` (0: to the game), or
    contested it: what it read then (``contents``, a hash), at which version of the table, when."""

    seq: int
    side: int
    kind: str
    contents: str
    version: int
    device: str
    at: int


def agreements(connection: Connection, table_id: int) -> list[Agreement]:
    """Return all that was said of a table's deals, the first first."""
    columns = [getattr(AgreementRow, name) for name in Agreement._fields]
    query = select(*columns).where(AgreementRow.table_id == table_id)
    return [Agreement(*row) for row in connection.execute(query.order_by(AgreementRow.id))]


def add_agreement(connection: Connection, table_id: int, agreement: Agreement) -> None:
    """Write down what a side says, and have all phones at the table hear of it."""
    row = {**agreement._asdict(), "table_id": table_id, "at": now()}
    connection.execute(insert(AgreementRow).values(row))
    count_change(connection, table_id)


def devices_of_records(
    connection: Connection, table_id: int, seqs: Collection[int]
) -> dict[int, str]:
    """Return which device wrote each of these records."""
    query = select(RecordRow.seq, RecordRow.device).where(
        RecordRow.table_id == table_id, RecordRow.seq.in_(seqs)
    )
    return {seq: device for seq, device in connection.execute(query)}
