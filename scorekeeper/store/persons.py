"""Persons: their names stand in one place, everything else has their ids.

``players`` of a head and ``person`` of a seat entry are ids where stored, names in a sheet.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select

from scorekeeper.store.models import Json, Person

_NEW_PERSON = insert(Person).returning(Person.id)
_NAMES = select(Person.id, Person.name).where(Person.id.in_(bindparam("ids", expanding=True)))


def add_persons(connection: Connection, names: Iterable[str]) -> dict[str, int]:
    """A new person for each of the names, by name."""
    return {name: connection.execute(_NEW_PERSON, {"name": name}).scalar_one() for name in names}


def names_of(connection: Connection, persons: Collection[int]) -> dict[int, str]:
    """The names of these persons."""
    return {one: name for one, name in connection.execute(_NAMES, {"ids": sorted(set(persons))})}


def with_persons(payload: Json, ids: Mapping[str, int]) -> Json:
    """A head or sheet entry for storing: names replaced by person ids. Keys keep their order."""
    if "players" in payload:
        return {**payload, "players": [ids[name] for name in payload["players"]]}
    return _seated(payload, "name", "person", ids)


def with_names(payload: Json, names: Mapping[int, str]) -> Json:
    """The stored head or entry as a sheet has it; the inverse of ``with_persons``."""
    if "players" in payload:
        return {**payload, "players": [names[person] for person in payload["players"]]}
    return _seated(payload, "person", "name", names)


def names_in(payload: Json) -> list[str]:
    """The names in a head or sheet entry."""
    return _people(payload, "name")


def persons_in(payload: Json) -> list[int]:
    """The person ids in a stored head or entry."""
    return _people(payload, "person")


def _seated(payload: Json, old: str, new: str, found: Mapping[Any, Any]) -> Json:
    """The entry, in a seat entry the key ``old`` replaced by ``new`` and its value looked up."""
    seat = payload.get("seat")
    if not isinstance(seat, dict) or old not in seat:
        return payload
    person = None if seat[old] is None else found[seat[old]]
    renamed = {
        new if key == old else key: person if key == old else value for key, value in seat.items()
    }
    return {**payload, "seat": renamed}


def _people(payload: Json, key: str) -> list[Any]:
    if "players" in payload:
        return list(payload["players"])
    seat = payload.get("seat")
    person = seat.get(key) if isinstance(seat, dict) else None
    return [] if person is None else [person]
