"""What a device keeps for itself: house rules under a name, to play by them again, and names that
it has merged.

They belong to the device as its tables do, and to the other phones of its person. A set that was
removed stays, marked, until its name is used again; so it can be brought back.
"""

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Table, delete, insert, select, update

from scorekeeper.spelling import folded
from scorekeeper.store.phones import others_of
from scorekeeper.store.schema.table import Json, OwnGameRow, RuleSetRow, SamePlayerRow
from scorekeeper.store.table.rows import now


class RuleSet(NamedTuple):
    """House rules under a name: every option of the game's variant with its value."""

    id: int
    game: str
    variant: str | None
    options: Json
    name: str
    removed: bool


_SET = RuleSetRow.metadata.tables["rule_set"]
_OWN = OwnGameRow.metadata.tables["own_game"]
_ALL = select(*(_SET.c[name] for name in RuleSet._fields)).order_by(_SET.c.game, _SET.c.id)


def _of(connection: Connection, device: str, table: Table = _SET) -> ColumnElement[bool]:
    """Return the condition that a row is the device's, or another phone's of its person."""
    return table.c.device.in_([device, *others_of(connection, device)])


def rule_sets(connection: Connection, device: str, game: str | None = None) -> list[RuleSet]:
    """Return the device's sets, removed ones too: all, or those of a game; the oldest first."""
    query = _ALL.where(_of(connection, device))
    if game is not None:
        query = query.where(_SET.c.game == game)
    return [RuleSet(*row) for row in connection.execute(query)]


def rule_set(connection: Connection, device: str, set_id: int) -> RuleSet | None:
    """Return the device's set of this id."""
    row = connection.execute(_ALL.where(_of(connection, device), _SET.c.id == set_id)).first()
    return None if row is None else RuleSet(*row)


def rule_set_named(connection: Connection, device: str, game: str, name: str) -> RuleSet | None:
    """Return the device's set of this name for the game, whichever way it is written."""
    same = _ALL.where(_of(connection, device), _SET.c.game == game, _SET.c.called == folded(name))
    row = connection.execute(same).first()
    return None if row is None else RuleSet(*row)


def documents_kept_since(connection: Connection, device: str, slug: str) -> list[Json]:
    """Return the documents of own games that the device has kept since the one of this slug was
    known here, the newest first."""
    known = select(_OWN.c.made).where(_OWN.c.slug == slug).scalar_subquery()
    since = _of(connection, device) & ~_SET.c.removed & (_SET.c.made > known)
    query = select(_OWN.c.document).join(_SET, _SET.c.game == _OWN.c.slug)
    newest_first = (_SET.c.made.desc(), _SET.c.id.desc())
    return [*connection.scalars(query.where(since, _SET.c.game != slug).order_by(*newest_first))]


def add_rule_set(
    connection: Connection, device: str, game: str, variant: str | None, options: Json, name: str
) -> None:
    """Save a set; a removed one of that name makes room. The name must not be in use."""
    _make_room(connection, device, game, name)
    columns = {"variant": variant, "options": options, "removed": False, "made": now()}
    columns |= {"device": device, "game": game, "name": name, "called": folded(name)}
    connection.execute(insert(_SET).values(columns))


def rename_rule_set(connection: Connection, device: str, one: RuleSet, name: str) -> None:
    """Give a set another name, which must not be in use; a removed one of that name makes room."""
    if folded(name) != folded(one.name):
        _make_room(connection, device, one.game, name)
    columns = {"name": name, "called": folded(name)}
    connection.execute(update(_SET).where(_SET.c.id == one.id).values(columns))


def soft_delete(connection: Connection, device: str, set_id: int, removed: bool) -> bool:
    """Remove a set, or bring it back; whether there is such a set."""
    here = _of(connection, device) & (_SET.c.id == set_id)
    return connection.execute(update(_SET).where(here).values(removed=removed)).rowcount > 0


def _make_room(connection: Connection, device: str, game: str, name: str) -> None:
    here = _of(connection, device) & (_SET.c.game == game) & (_SET.c.called == folded(name))
    connection.execute(delete(_SET).where(here, _SET.c.removed))


# --- merged names -------------------------------------------------------------------------------

# One player under two names, as a device has said, for its own statistics only. A name is kept as
# the person who bears it, since names stand nowhere else. What was taken back stays, marked.


class SamePlayer(NamedTuple):
    """One person is another, both by id; columns as in ``SamePlayerRow``."""

    id: int
    person: int
    other: int
    taken_back: bool


_SAME = SamePlayerRow.metadata.tables["same_player"]
_MERGES = select(*(_SAME.c[name] for name in SamePlayer._fields)).order_by(_SAME.c.id)


def same_players(connection: Connection, device: str) -> list[SamePlayer]:
    """Return the merges of the device's person, undone ones too; the oldest first."""
    mine = _MERGES.where(_of(connection, device, _SAME))
    return [SamePlayer(*row) for row in connection.execute(mine)]


def add_same_player(connection: Connection, device: str, person: int, other: int) -> None:
    """Merge a person into another one."""
    row = {"device": device, "person": person, "other": other, "taken_back": False, "made": now()}
    connection.execute(insert(_SAME), row)


def remove_same_player(connection: Connection, device: str, same_id: int) -> None:
    """Undo the merge of this id."""
    here = _of(connection, device, _SAME) & (_SAME.c.id == same_id)
    connection.execute(update(_SAME).where(here).values(taken_back=True))
