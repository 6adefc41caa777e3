"""How the players of a league are reached; kept apart from its records, so that nothing is left of
a contact that is erased."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from sqlalchemy import Connection, delete, select

from scorekeeper.store.schema.league import Contact
from scorekeeper.store.sql.database import insert_or_update

_CONTACT = Contact.metadata.tables["contact"]


class KnownContact(NamedTuple):
    """A player's telephone number and e-mail address, as typed; empty for none."""

    phone: str = ""
    email: str = ""


def contacts_of(connection: Connection, league_id: int) -> Mapping[int, KnownContact]:
    """Return the contacts of a league's players, by number."""
    query = select(_CONTACT.c.player, _CONTACT.c.phone, _CONTACT.c.email)
    own = query.where(_CONTACT.c.league_id == league_id).order_by(_CONTACT.c.player)
    return {row.player: KnownContact(row.phone, row.email) for row in connection.execute(own)}


def save(connection: Connection, league_id: int, player: int, contact: KnownContact) -> None:
    """Save a player's contact, in place of the one before; an empty one is removed."""
    if not any(contact):
        remove(connection, league_id, [player])
        return
    new = insert_or_update(connection, _CONTACT)
    row = {"league_id": league_id, "player": player, **contact._asdict()}
    same = {"index_elements": ["league_id", "player"], "set_": contact._asdict()}
    connection.execute(new.on_conflict_do_update(**same), row)


def remove(connection: Connection, league_id: int, players: Collection[int]) -> None:
    """Remove the contacts of these players."""
    here = (_CONTACT.c.league_id == league_id, _CONTACT.c.player.in_(players))
    connection.execute(delete(_CONTACT).where(*here))
