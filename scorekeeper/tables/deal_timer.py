"""The timer of a game's deals, which begins anew with each change at the table."""

from typing import Final

from scorekeeper.store.sql.database import writing
from scorekeeper.store.table.drafts import count_change
from scorekeeper.store.table.rows import lock, set_deal_minutes
from scorekeeper.tables.loading import LoadedTable

DEAL_MINUTES: Final = (0, 3, 5, 8, 10, 15)
"""What may be chosen: the minutes of a deal; 0 for no timer."""


def set_deal_timer(table: LoadedTable, minutes: int) -> None:
    """Set the minutes allowed per deal, from the one in progress on."""
    with writing() as connection:
        lock(connection, table.row.id)
        set_deal_minutes(connection, table.row.id, minutes)
        count_change(connection, table.row.id)
