"""Erasing a name: its places are listed first, then overwritten.

A name stands in the table of persons, once for each table, and in what people wrote: reasons of
adjustments and early ends, what happened in a ruling, the words of a stake, names of house rules.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import chain
from typing import Any, NamedTuple

from sqlalchemy import Connection

from scorekeeper.redaction import NamesToErase
from scorekeeper.spelling import folded
from scorekeeper.store import erasing as store
from scorekeeper.store.access.links import TABLE
from scorekeeper.store.sql.database import reading
from scorekeeper.store.table.persons import rename_persons
from scorekeeper.store.table.rows import TableRow, find_by_id, lock, mark_changed, save_summary
from scorekeeper.tables.loading import named_records, replay_row

SEAT_PLACE, TEXT, RULES_PLACE, LEFT_PLACE = "seat", "text", "rules", "left"


class NamePlace(NamedTuple):
    """A place where a name stands: as who sat at a ``table``, in a ``text`` that was written there
    (in a league's own records, if there is no table), or as the name of house rules. What is
    ``left`` is a seat of somebody whom a league knows: an organiser erases that name.

    ``pieces`` is what it reads, each piece with whether it is the name; ``sure`` if the whole name
    stands there, ``id`` is what it is ticked by.
    """

    id: str
    kind: str
    pieces: Sequence[tuple[str, bool]]
    sure: bool
    table: TableRow | None = None


def place_id(*of: object) -> str:
    """Return the id of a place, which stays the same as long as its text does."""
    return blake2b(repr(of).encode(), digest_size=9).hexdigest()


def place_of(
    text: str, names: NamesToErase, kind: str, of: object, table: TableRow | None
) -> NamePlace:
    """Return a text in which the name stands."""
    spans, pieces, end = names.spans(text), [], 0
    for one in spans:
        pieces += [(text[end : one.start], False), (text[one.start : one.end], True)]
        end = one.end
    pieces = [piece for piece in (*pieces, (text[end:], False)) if piece[0]]
    sure = any(one.sure for one in spans)
    return NamePlace(place_id(kind, of, text), kind, pieces, sure, table)


def texts_at(
    connection: Connection, table_ids: Sequence[int], names: NamesToErase
) -> Iterator[NamePlace]:
    """Yield the texts written at these tables that contain the names, each once per table."""
    found: dict[tuple[int, str], None] = {}
    for one in store.text_records_of_tables(connection, table_ids):
        for text in store.free_texts(one.payload, store.OF_TABLES):
            if names.spans(text):
                found[one.of, text] = None
    rows = {table: find_by_id(connection, table) for table, _ in found}
    for table, text in found:
        yield place_of(text, names, TEXT, table, rows[table])


def names_written(device: str) -> list[str]:
    """Return the names of all who ever sat at the tables outside leagues that this device may
    score at, in their latest spelling, sorted."""
    known: dict[str, str] = {}
    with reading() as connection:
        for table_id in store.tables_written_by(connection, device):
            _, persons = named_records(connection, find_by_id(connection, table_id))
            for name in persons:
                known.setdefault(folded(name), name)
    return [known[name] for name in sorted(known)]


def places_of(device: str, name: str, also: Iterable[str] = ()) -> list[NamePlace]:
    """Return the places of the name at this phone's own tables, and in the names of its house
    rules."""
    names = NamesToErase([name, *also])
    with reading() as connection:
        found = [*_seats(connection, device, name)]
        found += texts_at(connection, store.tables_written_by(connection, device), names)
        for rules, text in store.rules_named_by(connection, device).items():
            if names.spans(text):
                found.append(place_of(text, names, RULES_PLACE, rules, None))
    return found


def _seats(connection: Connection, device: str, name: str) -> Iterator[NamePlace]:
    """Yield the seats of the name at this phone's own tables, also those of players who have
    left."""
    there = _persons_by_table(connection, device, name)
    known = store.known_to_leagues(connection, {*chain(*there.values())})
    for table_id, persons in there.items():
        row = find_by_id(connection, table_id)
        for kind, some in ((SEAT_PLACE, persons - known), (LEFT_PLACE, persons & known)):
            if some:
                place = place_id(kind, table_id, sorted(some))
                yield NamePlace(place, kind, [(name, True)], sure=True, table=row)


def erase(device: str, name: str, also: Iterable[str], ticked: Collection[str]) -> None:
    """Erase the name in the ticked places. Each table is a transaction, so that nobody waits
    long; if interrupted, repeat it."""
    names = NamesToErase([name, *also])
    with reading() as connection:
        tables = store.tables_written_by(connection, device)
    redact_tables(tables, names, ticked)
    _erase_seats(device, name, ticked)
    with store.erasing() as connection:
        store.forget_names_of_phones(connection, TABLE, tables, names.spans)
        for rules, text in store.rules_named_by(connection, device).items():
            if place_id(RULES_PLACE, rules, text) in ticked:
                store.rename_rules(connection, rules, names.without_names(text))
    # last: until then the log has pages with the name in them
    store.empty_log()


def _erase_seats(device: str, name: str, ticked: Collection[str]) -> None:
    """Replace the persons in the ticked seats by nobody, at all their tables; except those known
    to a league."""
    with reading() as connection:
        there = _persons_by_table(connection, device, name)
        known = store.known_to_leagues(connection, {*chain(*there.values())})
        mine = ((table_id, persons - known) for table_id, persons in there.items())
        gone = {
            one
            for table_id, persons in mine
            if place_id(SEAT_PLACE, table_id, sorted(persons)) in ticked
            for one in persons
        }
        tables = store.tables_naming(connection, gone) if gone else []
    if gone:
        with store.erasing() as connection:
            rename_persons(connection, dict.fromkeys(gone, f"Forgotten player {min(gone)}"))
            mark_changed(connection, tables)


def _persons_by_table(connection: Connection, device: str, name: str) -> dict[int, set[int]]:
    """Return the persons of that name at this phone's own tables, by table; tables without one left
    out."""
    found = dict[int, set[int]]()
    for table_id in store.tables_written_by(connection, device):
        _, persons = named_records(connection, find_by_id(connection, table_id))
        if same := {one for called, one in persons.items() if folded(called) == folded(name)}:
            found[table_id] = same
    return found


def redact_tables(table_ids: Sequence[int], names: NamesToErase, ticked: Collection[str]) -> None:
    """Black out the name in the ticked texts of these tables."""
    with reading() as connection:
        noted = {one.of for one in store.text_records_of_tables(connection, table_ids)}
    for table_id in table_ids:
        if table_id in noted:
            with store.erasing() as connection:
                lock(connection, table_id)
                if _redact(connection, table_id, names, ticked):
                    mark_changed(connection, [table_id])


def _redact(
    connection: Connection, table_id: int, names: NamesToErase, ticked: Collection[str]
) -> bool:
    """Replace texts in a table's records and in what is stored beside them; return whether any
    were."""

    def put(text: str) -> str:
        return names.without_names(text) if place_id(TEXT, table_id, text) in ticked else text

    gone: dict[str, str] = {}
    for one in [*store.text_records_of_tables(connection, [table_id])]:
        payload = store.replace_texts(one.payload, store.OF_TABLES, put)
        if payload != one.payload:
            texts = store.free_texts(one.payload, store.OF_TABLES)
            gone |= {text: put(text) for text in texts if put(text) != text}
            store.overwrite(connection, one, payload)
    if gone:
        table = replay_row(connection, find_by_id(connection, table_id))
        # what was scored by rules that are gone can't be computed again
        if table.outdated or table.refused:
            store.overwrite_scored(connection, table_id, lambda stored: _without(stored, gone))
        else:
            save_summary(connection, table_id, table.summary())
    return bool(gone)


def _without(stored: Any, gone: dict[str, str]) -> Any:
    if isinstance(stored, dict):
        return {key: _without(value, gone) for key, value in stored.items()}
    if isinstance(stored, list):
        return [_without(one, gone) for one in stored]
    if isinstance(stored, str):
        for old, new in gone.items():
            stored = stored.replace(old, new)
    return stored
