"""A new table: from a head, from a finished table, from an imported sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from msgspec.structs import replace as replace_struct
from sqlalchemy import Connection

from scorekeeper.engine.game import next_dealer
from scorekeeper.games import games
from scorekeeper.sheet import dump, options_kept, read_head
from scorekeeper.sheet.documents import Document, Head
from scorekeeper.sheet.entries import replay, with_visible_name
from scorekeeper.store import phones as known_phones
from scorekeeper.store.access.budgets import GAMES, spend, units
from scorekeeper.store.access.devices import give_access
from scorekeeper.store.access.links import SCORER, TABLE, WATCH, new_link
from scorekeeper.store.schema.table import Json
from scorekeeper.store.sql.database import retried, writing
from scorekeeper.store.table.persons import NONE_CHOSEN, Coins, add_persons
from scorekeeper.store.table.records import Record, fold, names_in, with_persons
from scorekeeper.store.table.rows import TableRow, create, find_by_id, public_id_of_request
from scorekeeper.tables import league_results
from scorekeeper.tables.changes import head_payload
from scorekeeper.tables.loading import LoadedTable, load_row, replay_table
from scorekeeper.tables.own_games import keep_document
from scorekeeper.tables.phones import claim_name
from scorekeeper.tables.write import refuse_too_long, refuse_unprintable

NOBODY: Final[Mapping[str, int]] = {}


class InLeague(NamedTuple):
    """The place of a table in a league: its season and, where it was planned, its evening (both by
    the number of their records), round and place; and on which day, as "2026-03-31" (None: on the
    day when it ends)."""

    league_id: int
    season: int
    evening: int | None = None
    round: int | None = None
    place: int | None = None
    day: str | None = None


def start_table(
    document: Any,
    *,
    key: str,
    device: str,
    address: str = "",
    previous: LoadedTable | None = None,
    known: Mapping[str, int] = NOBODY,
    league: InLeague | None = None,
    link_key: bytes | None = None,
    coins: Coins = NONE_CHOSEN,
) -> str:
    """Start a table from a sheet, with the entries it has; return its public id.

    ``device`` may score at it, which asks from ``address``. With a ``link_key`` (the app's) there
    is a link to watch at once. Players of the ``previous`` table, and those ``known`` by name, stay
    the same persons; new ones get the ``coins`` of their names. The same key again answers the same
    table.
    Raises ``SheetRefused`` with every fault, ``BudgetSpent`` where that many have been made lately,
    ``Unavailable``.
    """
    refuse_too_long(document)
    refuse_unprintable(document)
    head = read_head(document)
    entries = [with_visible_name(entry) for entry in document["entries"] if isinstance(entry, dict)]
    # refuses the sheet with all its faults; the replay within the write would leave entries out
    replay(head, document["entries"])
    there = {**(previous.persons if previous else NOBODY), **known}

    def make() -> str:
        with writing() as connection:
            if (made := public_id_of_request(connection, key)) is not None:
                return made
            spend(connection, GAMES, device, address, units(len(entries)))
            table_id, public_id = make_table(
                connection,
                head,
                entries,
                key=key,
                device=device,
                known=there,
                league=league,
                coins=coins,
            )
            give_access(connection, TABLE, table_id, device, SCORER)
            if link_key:
                new_link(connection, TABLE, table_id, WATCH, None, key=link_key)
            owner = known_phones.find(connection, device)
            if owner and owner.name:
                table = load_row(connection, find_by_id(connection, table_id))
                claim_name(connection, table, device, owner.name)
        return public_id

    return retried(make)


def make_table(
    connection: Connection,
    head: Head,
    entries: Sequence[Json],
    *,
    key: str,
    device: str,
    known: Mapping[str, int],
    league: InLeague | None,
    wanted_id: str = "",
    coins: Coins = NONE_CHOSEN,
) -> tuple[int, str]:
    """Make a table with these entries, which have been replayed; return its id, and its public id,
    which is the wanted one where that is free. Nobody may score at it yet."""
    payload = head_payload(head)
    keep_document(connection, head.game)
    names = dict.fromkeys(name for one in (payload, *entries) for name in names_in(one))
    persons = {name: known[name] for name in names if name in known}
    persons |= add_persons(connection, [name for name in names if name not in persons], coins)
    table = _first(head, payload, entries, persons)
    table_id, public_id = create(
        connection,
        with_persons(payload, persons),
        [with_persons(entry, persons) for entry in entries],
        summary=table.summary(),
        request_key=key,
        device=device,
        league_id=league.league_id if league else None,
        wanted_id=wanted_id,
    )
    if league:
        row = table.row._replace(id=table_id, league_id=league.league_id)
        league_results.add_game(connection, replace(table, row=row), **league._asdict())
    return table_id, public_id


def _first(
    head: Head, payload: Json, entries: Sequence[Json], persons: dict[str, int]
) -> LoadedTable:
    row = TableRow(
        id=0,
        public_id="",
        game=head.game.slug,
        variant=head.variant,
        options=dict(head.options),
        edition=head.edition,
        version=len(entries),
        drafted=0,
        status="open",
        open_watch=False,
        summary={},
        created=0,
        updated=0,
    )
    records = [
        Record(seq, "entry" if seq else "head", None, None, one, 0, "")
        for seq, one in enumerate((payload, *entries))
    ]
    return replay_table(row, fold(records), persons)


def rematch_sheet(table: LoadedTable) -> Document:
    """Return the sheet of a rematch: the current players, the same rules, the next dealer.

    A house rule that does not allow so many players is reset to the variant's.
    """
    pad, head = table.pad, table.head
    if head.game.slug in games():  # by the app's rules of today, though the table keeps older ones
        game = games()[head.game.slug]
        options = options_kept(game, head.variant, head.options)
        head = replace_struct(head, game=game, options=options)
    document = dump(head, [])
    document["players"] = [pad.seats[seat] for seat in pad.filled]
    document["dealer"] = pad.filled.index(next_dealer(pad))
    del document["edition"]
    check = table.head.game.check
    if check:
        for fault in check(table.head.variant, table.head.options, len(pad.filled)):
            document.get("options", {}).pop(str(fault.path[-1]), None)
    return document
