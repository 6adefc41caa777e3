"""What the operator of a server may do with any game or league: suspend and delete them, open them
again, and give a league's organiser a link. Each action is in the audit log before it is done.

The log is a file in the data folder and not in the database, so that a restored backup does not
take it back.
"""

import json
import os
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scorekeeper import places
from scorekeeper.leagues.decisions import OPERATOR, DecisionRequest
from scorekeeper.leagues.links import links_of_league, make_link, replace_links, set_passphrase
from scorekeeper.leagues.visit import LeagueVisit, visit_league
from scorekeeper.sentences import Message
from scorekeeper.store import deleting, overview
from scorekeeper.store.league.state import ORGANISER
from scorekeeper.store.overview import GameOrLeague
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table.rows import now
from scorekeeper.tables.deleting import mark_table


class NoSuchThing(Exception):
    """There is no game or league with that id for which this can be done."""


def suspend(public_id: str, by: Message) -> None:
    """Hide a game, or a league with all its games, until it is resumed."""
    _mark(public_id, by, "suspend", deleting.SUSPENDED, there=True)


def delete(public_id: str, by: Message) -> None:
    """Delete a game or a league with all its games; for a day it can be resumed."""
    _mark(public_id, by, "delete", now(), there=True)


def resume(public_id: str, by: Message) -> None:
    """Restore what was suspended, or deleted within the last day."""
    _mark(public_id, by, "resume", None, there=False)


def organiser_link(public_id: str, by: Message, key: bytes, *, replace: bool) -> str:
    """Return the secret of a league's organiser link, made if there is none. With `replace`, the
    old link stops working and its phones are signed out."""
    league = _league(public_id)
    _note(by, "organiser link", public_id, replaced=replace)
    order = _order()
    links = {one.role: one for one in links_of_league(league, key)}
    if ORGANISER not in links:
        make_link(league, order, ORGANISER, key)
    elif replace:
        replace_links(league, order, [ORGANISER], key)
    return next(one.secret or "" for one in links_of_league(league, key) if one.role == ORGANISER)


def drop_passphrase(public_id: str, by: Message) -> None:
    """Remove a league's passphrase, for organisers who have forgotten it: whoever has their link
    gets in without one. Organisers can set another, and undo this in the league history."""
    league = _league(public_id)
    if not league.info.passphrase:
        raise NoSuchThing(public_id)
    _note(by, "drop passphrase", public_id)
    set_passphrase(league, _order(), None)


def _league(public_id: str) -> LeagueVisit:
    """Return the league of that id, which is neither suspended nor deleted."""
    with reading() as connection:
        found = overview.subject(connection, public_id)
    if found is None or not found.of_league or found.marked is not None:
        raise NoSuchThing(public_id)
    return visit_league(public_id, OPERATOR)


def _order() -> DecisionRequest:
    return DecisionRequest(secrets.token_urlsafe(12), None, OPERATOR)


def purge_never_played(days: int, by: Message) -> int:
    """Delete the games outside leagues in which nothing was entered for so many days; return
    how many. They can be resumed for a day, like anything deleted."""
    with writing() as connection:
        found = overview.never_played(connection, now() - days * deleting.DAY)
        at = now()
        for table in found:
            deleting.mark_table(connection, table.id, at)
    for table in found:
        _note(by, "purge", table.public_id)
    return len(found)


def _mark(public_id: str, by: Message, act: Message, at: int | None, *, there: bool) -> None:
    with reading() as connection:
        found = overview.subject(connection, public_id)
    if found is None or not _can_be_marked(found, there):
        raise NoSuchThing(public_id)
    _note(by, act, public_id)
    if not found.of_league:
        mark_table(found.id, at)
        return
    with writing() as connection:
        if at is not None:
            deleting.mark_league(connection, found.id, at)
        else:
            deleting.unmark_league(connection, found.id, found.marked or 0)


def _can_be_marked(found: GameOrLeague, there: bool) -> bool:
    """Return whether it can be deleted, or was deleted and not yet removed."""
    if there or found.marked is None:
        return there == (found.marked is None)
    return found.marked > now() - deleting.DAY


# --- the audit log -------------------------------------------------------------------------------


def audit_file() -> Path:
    """Return the path of the log."""
    return places.data_folder() / "audit.jsonl"


def _note(by: Message, act: Message, about: str, **more: Any) -> None:
    """Write a line, on the disk when this returns. ``by`` is how it was asked for,
    ``about`` a public id. Raises ``OSError``."""
    at = datetime.now(UTC).isoformat(timespec="seconds")
    line = json.dumps({"at": at, "by": by, "act": act, "about": about, **more}, ensure_ascii=False)
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    with open(os.open(audit_file(), flags, 0o600), "a", encoding="utf-8") as file:
        file.write(f"{line}\n")
        file.flush()
        os.fsync(file.fileno())


def audit_lines() -> Iterator[dict[str, Any]]:
    """Yield what was noted, the oldest first."""
    if audit_file().exists():
        for line in audit_file().read_text(encoding="utf-8").splitlines():
            yield json.loads(line)
