"""What is set at a table and no record holds: the timer of its deals, the coins of its players."""

from typing import Final

from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table import rows as table_rows
from scorekeeper.store.table.drafts import count_change
from scorekeeper.store.table.persons import ChosenCoin, choose_coin, chosen_coins, names_of
from scorekeeper.store.table.rows import lock, mark_changed, set_deal_minutes
from scorekeeper.tables.loading import LoadedTable

DEAL_MINUTES: Final = (0, 3, 5, 8, 10, 15)
"""What may be chosen: the minutes of a deal; 0 for no timer."""


def set_deal_timer(table: LoadedTable, minutes: int) -> None:
    """Set the minutes allowed per deal, from the one in progress on."""
    with writing() as connection:
        lock(connection, table.row.id)
        set_deal_minutes(connection, table.row.id, minutes)
        count_change(connection, table.row.id)


_MOST_TABLES: Final = 50


def set_coin(table: LoadedTable, name: str, coin: ChosenCoin) -> None:
    """Set the coin of somebody who has sat at the table; they keep it in rematches."""
    with writing() as connection:
        lock(connection, table.row.id)
        choose_coin(connection, [table.persons[name]], coin)
        # one for what processes have cached, the other for phones, which ask for news by it
        mark_changed(connection, [table.row.id])
        count_change(connection, table.row.id)


def coins_seen(device: str) -> dict[str, ChosenCoin]:
    """Return the coins of players at this phone's recent tables, by name; of players of the same
    name, the newest."""
    with reading() as connection:
        rows = table_rows.tables_of(connection, device, _MOST_TABLES)
        seated = {one for row in rows for one in row.summary["seats"] if one is not None}
        coins = chosen_coins(connection, seated) if seated else {}
        names = names_of(connection, coins) if coins else {}
    return {names[person]: coins[person] for person in sorted(coins)}
