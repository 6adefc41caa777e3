"""Sharing: links, and the draft that several phones fill."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.store import phones
from scorekeeper.store.access import devices, table_access
from scorekeeper.store.access import links as access
from scorekeeper.store.access.devices import SignedOut
from scorekeeper.store.access.links import TABLE, SharedLink
from scorekeeper.store.sql.database import reading, saving, writing
from scorekeeper.store.table.drafts import UNANSWERED, Answer, save_answers
from scorekeeper.store.table.rows import Conflict, find_by_id, lock, set_open_watch
from scorekeeper.tables.loading import LoadedTable, load_row
from scorekeeper.tables.phones import NameOffered, claim_name, offer_names
from scorekeeper.tables.write import refuse_unprintable


def links_of_table(table: LoadedTable, key: bytes) -> list[SharedLink]:
    """Return the table's links; ``key`` is the app's signing key."""
    with reading() as connection:
        return access.links(connection, TABLE, table.row.id, key)


def make_link(table: LoadedTable, role: str, seat: int | None, key: bytes) -> SharedLink:
    """Return the link for a role (watch, scorer, or seat with its number), made if there is
    none."""
    with writing() as connection:
        return table_access.make_link(connection, table.row.id, role, seat, key=key)


def replace_links(table: LoadedTable, link_ids: Collection[int], key: bytes, device: str) -> None:
    """Replace these links; the phones that came by them are signed out at once, except ``device``,
    which does it.

    A link that is gone already (the request was repeated) is not replaced.
    """
    with writing() as connection:
        for link_id in link_ids:
            table_access.turn_off_link(connection, table.row.id, link_id, device=device, key=key)


def turn_off_link(table: LoadedTable, link_id: int, device: str) -> None:
    """Turn a link off; the phones that came by it are signed out, except ``device``, which does
    it."""
    with writing() as connection:
        table_access.turn_off_link(connection, table.row.id, link_id, device=device)


def signed_out_by_replacing(table: LoadedTable, device: str) -> dict[int, SignedOut | None]:
    """Return the phones that ``device`` signs out if it replaces a link, by link id and ``ALL``."""
    with reading() as connection:
        return devices.signed_out_by_replacing(connection, TABLE, table.row.id, device)


class TableInvitation(NamedTuple):
    """An offer to a device: a table, for a role and, with the role seat, that seat. ``accepted``:
    it is in already; ``people`` are the names that it may say are its player's, ``name`` the one
    that its owner goes by, ``by`` whose phone started the game (empty: nobody knows)."""

    table: LoadedTable
    role: str
    seat: int | None
    accepted: bool
    people: Sequence[NameOffered]
    name: str
    by: str


def invitation(secret_hash: str, device: str) -> TableInvitation | None:
    """Return what the link whose secret has this hash offers; ``None`` if it opens nothing.
    Writes nothing."""
    with reading() as connection:
        # nothing is written: a messenger that draws a preview of the link comes here too
        link = access.find_link(connection, TABLE, secret_hash)
        if link is None:
            return None
        table = load_row(connection, find_by_id(connection, link.owner))
        accepted = devices.is_in(connection, TABLE, link, device)
        people = offer_names(connection, table, device)
        known = phones.find(connection, device)
        names = table_access.names_at(connection, table.row)
        name = names.get(device, known.name if known else "")
        maker = devices.maker_of(devices.devices_of(connection, TABLE, link.owner))
        by = names.get(maker or "", "")
        return TableInvitation(table, link.role, link.seat, accepted, people, name, by)


def accept_invitation(secret_hash: str, device: str, name: str = "") -> str | None:
    """Sign a device in by the link whose secret has this hash; return the table's public id,
    ``None`` if the link opens nothing.

    It is called ``name`` if one is given, at a seat's link else the name of the player who sits
    there.
    """
    with writing() as connection:
        link = access.find_link(connection, TABLE, secret_hash)
        opened = devices.open_link(connection, TABLE, secret_hash, device)
        if link is None or opened is None:
            return None
        table = load_row(connection, find_by_id(connection, link.owner))
        seated = "" if link.seat is None else table.pad.seats[link.seat] or ""
        if name or seated:
            claim_name(connection, table, device, name or seated)
        return opened


def set_public(table: LoadedTable, allowed: bool) -> None:
    """Allow anyone with the table's address to watch, or stop that."""
    with writing() as connection:
        set_open_watch(connection, table.row.id, allowed)


def save_draft(
    table: LoadedTable,
    deal: int,
    answers: Mapping[str, Any],
    *,
    seen: Mapping[str, int],
    device: str,
    seat: int | None = None,
    sealed: Collection[str] = (),
) -> dict[str, Answer]:
    """Save answers about the deal of that number; return all that is answered about it afterwards.

    Answers are JSON values by the field's name, ``UNANSWERED`` to withdraw one; ``seen`` has
    the versions of those that were seen when typing, ``sealed`` names those that nobody may see
    yet. Raises ``AnswerConflict`` where somebody else has given another answer, ``Conflict`` where
    this is not the next deal, ``SheetRefused`` for text that cannot be stored.
    """
    refuse_unprintable([one for one in answers.values() if one is not UNANSWERED])
    with saving() as connection:
        # else an answer could be kept for a deal that is just being saved
        lock(connection, table.row.id)
        now = load_row(connection, find_by_id(connection, table.row.id))
        if now.pad.outcome or now.pad.deals + 1 != deal:
            raise Conflict(now.row.version)
        return save_answers(
            connection,
            table.row.id,
            deal,
            answers,
            expected=seen,
            device=device,
            seat=seat,
            sealed=sealed,
        )
