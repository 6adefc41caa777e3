"""Letting others in: links, and the draft that several phones fill."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from scorekeeper.store import access
from scorekeeper.store.access import LinkRow
from scorekeeper.store.database import reading, writing
from scorekeeper.store.drafts import UNANSWERED, Answer, save_answers
from scorekeeper.store.read import find_by_id
from scorekeeper.store.write import Conflict, lock, set_open_watch
from scorekeeper.tables.opened import Opened, opened
from scorekeeper.tables.texts import refuse_unreadable


class Shared(NamedTuple):
    """A link in force. ``secret`` goes into its address; ``None``: it opens, but was made with
    another signing key and has to be renewed to be shown again."""

    id: int
    role: str
    seat: int | None
    secret: str | None


def _shared(link: LinkRow, key: bytes) -> Shared:
    return Shared(link.id, link.role, link.seat, access.secret_of(link, key))


def links(table: Opened, key: bytes) -> list[Shared]:
    """The table's links; ``key`` is the app's signing key."""
    with reading() as connection:
        return [_shared(link, key) for link in access.links(connection, table.row.id)]


def make_link(table: Opened, role: str, seat: int | None, key: bytes) -> Shared:
    """The link for a role (watch, scorer, or seat with its number), made if there is none."""
    with writing() as connection:
        return _shared(access.make_link(connection, table.row.id, role, seat, key=key), key)


def renew_link(table: Opened, link_id: int, key: bytes) -> None:
    """Put another link in the place of this one; the phones that came by it are out at once.

    Of a link that is gone already (the request was repeated) nothing is renewed.
    """
    with writing() as connection:
        access.renew_link(connection, table.row.id, link_id, key=key)


def remove_link(table: Opened, link_id: int) -> None:
    """Throw a link out, and the phones that came by it."""
    with writing() as connection:
        access.remove_link(connection, table.row.id, link_id)


def enter(secret: str, device: str) -> str | None:
    """Let a device in by a link's secret; the table's public id, ``None`` if it opens nothing."""
    with writing() as connection:
        return access.open_link(connection, secret, device)


def let_anyone_watch(table: Opened, allowed: bool) -> None:
    """Whether anyone with the table's address may watch."""
    with writing() as connection:
        set_open_watch(connection, table.row.id, allowed)


def save_draft(
    table: Opened,
    deal: int,
    answers: Mapping[str, Any],
    *,
    seen: Mapping[str, int],
    device: str,
    seat: int | None = None,
    shut: Collection[str] = (),
) -> dict[str, Answer]:
    """Keep answers about the deal of that number; all that is answered about it afterwards.

    Answers are JSON values by the field's name, ``UNANSWERED`` to take one back; ``seen`` has
    the versions of those that were seen when typing, ``shut`` names those that are sealed. Raises
    ``AnswerConflict`` where somebody else has answered one of them otherwise, ``Conflict`` where
    this is not the next deal, ``SheetRefused`` for text that cannot be kept.
    """
    refuse_unreadable([one for one in answers.values() if one is not UNANSWERED])
    with writing() as connection:
        lock(connection, table.row.id)
        now = opened(connection, find_by_id(connection, table.row.id))
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
            shut=shut,
        )
