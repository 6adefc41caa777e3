"""Agreed: by a house rule of the table, the other side confirms each deal, or the game.

Nothing waits for it. What a side contests stays marked until it is ruled on, or until that side
agrees after all; what was corrected since is to be agreed to again.
"""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Connection

from scorekeeper.spelling import folded
from scorekeeper.store.access import table_access
from scorekeeper.store.access.devices import devices_of
from scorekeeper.store.access.links import TABLE
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table.agreements import (
    AGREED,
    CONTESTED,
    Agreement,
    add_agreement,
    agreements,
    devices_of_records,
)
from scorekeeper.store.table.rows import Conflict, find_by_id, lock
from scorekeeper.tables.loading import LoadedTable, deal_numbers, load_row

THE_GAME: Final = 0
"""Stands for the whole game, where a deal has its record."""
_LATEST: Final = 200
"""So many deals back agreement is asked for."""


class ToAgree(NamedTuple):
    """A deal that the sides of a phone are asked to agree to, by its record and number
    (``None``: the game); ``contents`` is a hash by which it is recognised."""

    seq: int
    number: int | None
    contents: str


class Contested(NamedTuple):
    """A deal that a side contests, by its record and number (``None``: the game); it may agree
    to these ``contents`` after all where the phone is ``mine``, of that side."""

    seq: int
    number: int | None
    side: int
    contents: str
    mine: bool


class Agreements(NamedTuple):
    """The agreements of a table's sides, as one phone sees them: what its sides are to agree to
    next, what is contested and not ruled on, and which sides agreed to each deal, by its record."""

    to_agree: ToAgree | None
    contested: Sequence[Contested]
    agreed: Mapping[int, Sequence[int]]


NO_AGREEMENTS: Final = Agreements(None, (), {})
"""Those of a table whose house rules ask for none."""


def agreements_of(table: LoadedTable, device: str) -> Agreements:
    """Return how far the sides agree, where the house rules ask for it."""
    if table.head.agreement is None:
        return NO_AGREEMENTS
    with reading() as connection:
        return _agreements(connection, table, device)


def agree(table: LoadedTable, device: str, seq: int, contents: str, *, contest: bool) -> bool:
    """Record that a device agrees, for its side, to a deal (``THE_GAME``: to the game) with these
    contents, or contests it; repeated, it counts once.

    Return whether it plays on a side that is asked. Raises ``Conflict`` if the deal has changed.
    """
    with writing() as connection:
        version = lock(connection, table.row.id)
        now = load_row(connection, find_by_id(connection, table.row.id))
        items = dict(_to_agree_on(now))
        if items.get(seq) != contents:
            raise Conflict(version)
        given = agreements(connection, table.row.id)
        by_side = _latest(given)
        own_sides = _own_sides(connection, now, device, [seq])[seq]
        kind = CONTESTED if contest else AGREED
        for side in own_sides:
            last = by_side.get((seq, side))
            if last is None or (last.kind, last.contents) != (kind, contents):
                one = Agreement(seq, side, kind, contents, version, device, 0)
                add_agreement(connection, table.row.id, one)
        return bool(own_sides)


def agreement_steps(table: LoadedTable) -> tuple[Sequence[Agreement], Mapping[str, str]]:
    """Return the agreements and contests of the table's deals, the last first; and the names of
    phones, as far as they are known."""
    with reading() as connection:
        given = agreements(connection, table.row.id)
        return given[::-1], table_access.names_at(connection, table.row) if given else {}


def _agreements(connection: Connection, table: LoadedTable, device: str) -> Agreements:
    items, numbers = dict(_to_agree_on(table)), deal_numbers(table)
    given = agreements(connection, table.row.id)
    latest, spoken_of = _latest(given), {one.seq for one in given}
    own_sides = _own_sides(connection, table, device, items)
    contested = [
        Contested(seq, numbers.get(seq), side, items[seq], side in own_sides[seq])
        for (seq, side), one in sorted(latest.items())
        if seq in items and one.kind == CONTESTED and not _has_ruling(table, one)
    ]
    agreed = {
        seq: [
            side
            for (about, side), one in sorted(latest.items())
            if about == seq and one.kind == AGREED and one.contents == contents
        ]
        for seq, contents in items.items()
    }
    waiting = (
        ToAgree(seq, numbers.get(seq), contents)
        for seq, contents in items.items()
        # a deal saved before the rule was set is not asked for
        if seq == THE_GAME or seq > table.state.agreement_since or seq in spoken_of
        for side in own_sides[seq]
        if (said := latest.get((seq, side))) is None or said.contents != contents
    )
    return Agreements(next(waiting, None), contested, agreed)


def _to_agree_on(table: LoadedTable) -> Iterator[tuple[int, str]]:
    """Yield what the house rules ask the sides to agree to, in order: the record of each deal,
    or ``THE_GAME`` once it is over, each with a hash of its contents."""
    if table.head.agreement == "game":
        if table.pad.outcome:
            yield THE_GAME, _contents([one.payload for one in table.state.entries])
        return
    payloads = {one.seq: one.payload for one in table.state.entries}
    for seq in [*deal_numbers(table)][-_LATEST:]:
        yield seq, _contents(payloads[seq])


def _contents(payload: object) -> str:
    return hashlib.sha256(msgspec.json.encode(payload, order="deterministic")).hexdigest()


def _latest(given: Iterable[Agreement]) -> dict[tuple[int, int], Agreement]:
    return {(one.seq, one.side): one for one in given}


def _has_ruling(table: LoadedTable, contested: Agreement) -> bool:
    """Return whether a ruling about the deal has been recorded since it was contested."""
    rulings = (one for one in table.state.notes if not one.deleted and "ruling" in one.payload)
    return any(
        one.seq > contested.version and contested.seq in (one.about, THE_GAME) for one in rulings
    )


def _own_sides(
    connection: Connection, table: LoadedTable, device: str, seqs: Collection[int]
) -> dict[int, list[int]]:
    """Return the sides that a device may answer for, for each of these deals: its player's,
    except the one whose phone saved the deal."""
    sides = _sides_of_devices(connection, table)
    mine = sides.get(device, set())
    last = table.seqs[-1] if table.seqs else 0
    records = {seq: seq or last for seq in seqs}
    wrote = devices_of_records(connection, table.row.id, {*records.values()}) if mine else {}
    return {
        seq: sorted(mine - sides.get(wrote.get(record, ""), set()))
        for seq, record in records.items()
    }


def _sides_of_devices(connection: Connection, table: LoadedTable) -> dict[str, set[int]]:
    """Return the sides that each device at the table plays on: by the seat's link that it came by,
    else by its name."""
    found: dict[str, set[int]] = {}
    for device, came in devices_of(connection, TABLE, table.row.id).items():
        seats = {one.seat for one in came if one.is_in and one.seat is not None}
        if seats:
            found[device] = {table.pad.side_of(seat) for seat in seats}
    by_name = {folded(table.pad.seats[seat] or ""): seat for seat in table.pad.filled}
    for device, name in table_access.names_at(connection, table.row).items():
        seat = by_name.get(folded(name))
        if seat is not None:
            found.setdefault(device, {table.pad.side_of(seat)})
    return found
