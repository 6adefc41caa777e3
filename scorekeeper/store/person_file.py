"""Everything stored about one person, by name."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Connection, func, select

from scorekeeper.redaction import NamesToErase
from scorekeeper.spelling import folded
from scorekeeper.store import erasing
from scorekeeper.store.schema.league import (
    Contact,
    DuplicateRecordRow,
    LeagueAccess,
    LeaguePerson,
    LeagueRecordRow,
    LeagueRow,
    PushPhone,
)
from scorekeeper.store.schema.table import Access, GameTable, Person, PhoneRow, RecordRow

FORMAT: Final = "scorekeeper-person/1"


def about_person(connection: Connection, name: str) -> dict[str, Any]:
    """Return what is kept of all who go by this name, capitals aside: their games, leagues and
    phones, and the texts in which the name stands. Times are ISO 8601, UTC."""
    called = [
        (one, text)
        for one, text in connection.execute(select(Person.id, Person.name))
        if folded(text) == folded(name)
    ]
    persons = [one for one, _ in called]
    names = NamesToErase([name])
    return {
        "format": FORMAT,
        "name": name,
        "spelled": sorted({text for _, text in called}),
        "games": [*_games(connection, erasing.tables_naming(connection, persons))],
        "leagues": [*_leagues(connection, persons)],
        "texts": [*_texts(connection, names)],
        "phones": [*_phones(connection, name)],
    }


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")


def _games(connection: Connection, tables: Iterable[int]) -> Iterator[dict[str, Any]]:
    for table_id in tables:
        query = select(
            *(GameTable.public_id, GameTable.game, GameTable.status),
            *(GameTable.created, GameTable.updated, LeagueRow.public_id.label("league")),
        ).join(LeagueRow, LeagueRow.id == GameTable.league_id, isouter=True)
        row = connection.execute(query.where(GameTable.id == table_id)).one()
        yield {
            "id": row.public_id,
            "game": row.game,
            "status": row.status,
            "league": row.league,
            "started": _moment(row.created),
            "changed": _moment(row.updated),
        }


_OF_PLAYER: Final = (Contact.league_id == LeaguePerson.league_id) & (
    Contact.player == LeaguePerson.player
)


def _leagues(connection: Connection, persons: list[int]) -> Iterator[dict[str, Any]]:
    query = (
        select(
            *(LeagueRow.public_id, LeaguePerson.player, Person.name),
            *(Contact.phone, Contact.email),
        )
        .join(LeaguePerson, LeaguePerson.league_id == LeagueRow.id)
        .join(Person, Person.id == LeaguePerson.person_id)
        .outerjoin(Contact, _OF_PLAYER)
        .where(LeaguePerson.person_id.in_(persons))
        .order_by(LeagueRow.id, LeaguePerson.player, Person.id)
    )
    seen = set[tuple[str, int]]()
    for league, player, name, phone, email in connection.execute(query):
        if (league, player) not in seen:
            seen.add((league, player))
            kept = {"phone": phone, "email": email} if phone or email else {}
            yield {"league": league, "player": player, "name": name, **kept}


def _texts(connection: Connection, names: NamesToErase) -> Iterator[dict[str, Any]]:
    at_tables = select(GameTable.public_id, RecordRow.payload, RecordRow.at).join(
        RecordRow, RecordRow.table_id == GameTable.id
    )
    in_leagues = select(LeagueRow.public_id, LeagueRecordRow.payload, LeagueRecordRow.at).join(
        LeagueRecordRow, LeagueRecordRow.league_id == LeagueRow.id
    )
    at_evenings = select(
        LeagueRow.public_id, DuplicateRecordRow.payload, DuplicateRecordRow.at
    ).join(DuplicateRecordRow, DuplicateRecordRow.league_id == LeagueRow.id)
    for kind, query, keys in (
        ("game", at_tables, erasing.OF_TABLES),
        ("league", in_leagues, erasing.OF_LEAGUES),
        ("league", at_evenings, erasing.OF_LEAGUES),
    ):
        for public_id, payload, at in connection.execute(query):
            for text in erasing.free_texts(payload, keys):
                if names.spans(text):
                    yield {kind: public_id, "text": text, "written": _moment(at)}


def _phones(connection: Connection, name: str) -> Iterator[dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for row in connection.execute(
        select(PhoneRow.device, PhoneRow.name, PhoneRow.kind, PhoneRow.seen)
    ):
        if folded(row.name) == folded(name):
            found[row.device] = {"kind": row.kind, "seen": _moment(row.seen), "lets_in": []}
    told = select(PushPhone.device, PushPhone.address, PushPhone.off, PushPhone.made)
    for device, address, off, made in connection.execute(told.where(PushPhone.device.in_(found))):
        found[device]["notifications"] = {"address": address, "off": off, "since": _moment(made)}
    at_tables = (
        select(
            *(Access.device, func.coalesce(Person.name, ""), Access.role, Access.made),
            GameTable.public_id,
        )
        .join(GameTable)
        .outerjoin(Person, Person.id == Access.person)
    )
    in_leagues = select(
        *(LeagueAccess.device, LeagueAccess.name, LeagueAccess.role, LeagueAccess.made),
        LeagueRow.public_id,
    ).join(LeagueRow, LeagueRow.id == LeagueAccess.league_id)
    for kind, query in (("game", at_tables), ("league", in_leagues)):
        for device, typed, role, made, public_id in connection.execute(query):
            if folded(typed) == folded(name) or device in found:
                phone = found.setdefault(device, {"lets_in": []})
                phone["lets_in"].append({kind: public_id, "role": role, "since": _moment(made)})
    yield from found.values()
