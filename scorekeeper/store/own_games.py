"""The documents of own games, by the slug that their identity makes.

A table has the document that it pins in its own head. Here each stands once for whatever has
nothing but a slug: lists of games, rules pages, statistics, a new table.
"""

from collections.abc import Iterable
from typing import Final

from sqlalchemy import Connection, String, cast, delete, exists, or_, select

from scorekeeper.store.deleting import DAY
from scorekeeper.store.schema.league import LeagueRecordRow
from scorekeeper.store.schema.table import GameTable, Json, OwnGameRow, RuleSetRow
from scorekeeper.store.sql.database import insert_or_update
from scorekeeper.store.table.rows import now

_OWN = OwnGameRow.metadata.tables["own_game"]
DRAFT: Final = "draft-"
"""With this the slug of a draft begins: a game that is being made, which is none yet."""
_KEPT: Final = 30 * DAY
"""How long a draft stays, in milliseconds."""


def add_document(connection: Connection, slug: str, document: Json) -> None:
    """Add a document; one that is there already stays, as it is the same."""
    row = {"slug": slug, "document": document, "made": now()}
    connection.execute(insert_or_update(connection, _OWN).values(row).on_conflict_do_nothing())


def read_document(connection: Connection, slug: str) -> Json | None:
    """Return the document of this slug."""
    found: Json | None = connection.scalar(select(_OWN.c.document).where(_OWN.c.slug == slug))
    return found


def oldest_first(connection: Connection, slugs: Iterable[str]) -> list[str]:
    """Return these slugs, as far as they have a document, in the order in which they came here."""
    query = select(_OWN.c.slug).where(_OWN.c.slug.in_([*slugs]))
    return [*connection.scalars(query.order_by(_OWN.c.made, _OWN.c.slug))]


def remove_unused(connection: Connection) -> None:
    """Remove the documents that no table, no phone and no league's season has; those of today stay,
    as somebody may be setting up a table, and drafts for longer."""
    used = select(GameTable.game).union(select(RuleSetRow.game))
    chosen = exists().where(cast(LeagueRecordRow.payload, String).contains(_OWN.c.slug))
    made, is_draft = _OWN.c.made, _OWN.c.slug.startswith(DRAFT)
    old = or_(made < now() - _KEPT, (made < now() - DAY) & ~is_draft)
    connection.execute(delete(_OWN).where(old, _OWN.c.slug.not_in(used), ~chosen))
