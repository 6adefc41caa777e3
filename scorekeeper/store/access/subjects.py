"""Tables and leagues: both have secret links, and devices that came in by one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Table, null, true

from scorekeeper.store.schema.league import IS_IN
from scorekeeper.store.schema.table import Base

_ALL: Final = Base.metadata.tables


@dataclass(frozen=True)
class Subject:
    """A table or a league, as a link opens it.

    ``row``, ``link`` and ``access`` are its tables in the database, ``owner`` the column of the
    last two that names the row. ``opens`` is the condition for a link to be in force, ``holds`` for
    an access; ``passphrase`` is what organisers are asked for (null: nothing).
    """

    row: Table
    link: Table
    access: Table
    owner: str
    opens: ColumnElement[bool]
    holds: ColumnElement[bool]
    passphrase: ColumnElement[Any]


AT_TABLE: Final = Subject(
    row=_ALL["game_table"],
    link=_ALL["link"],
    access=_ALL["access"],
    owner="table_id",
    opens=true(),  # a link that is turned off is gone, and with it the accesses
    holds=true(),
    passphrase=null(),
)
IN_LEAGUE: Final = Subject(
    row=_ALL["league"],
    link=_ALL["league_link"],
    access=_ALL["league_access"],
    owner="league_id",
    opens=_ALL["league_link"].c.in_force,
    holds=IS_IN,
    passphrase=_ALL["league"].c.passphrase,
)


def columns_of(table: Table, columns: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of the columns that the table has: a seat is a table's alone, a name a
    league's."""
    return {name: value for name, value in columns.items() if name in table.c}
