"""The coins that players at a table have chosen."""

from scorekeeper.store.sql.database import writing
from scorekeeper.store.table.drafts import count_change
from scorekeeper.store.table.persons import ChosenCoin, choose_coin
from scorekeeper.store.table.write import lock, mark_changed
from scorekeeper.tables.loading import LoadedTable


def set_coin(table: LoadedTable, name: str, coin: ChosenCoin) -> None:
    """Set the coin of somebody who has sat at the table; they keep it in rematches."""
    with writing() as connection:
        lock(connection, table.row.id)
        choose_coin(connection, [table.persons[name]], coin)
        mark_changed(connection, table.row.id)
        count_change(connection, table.row.id)
