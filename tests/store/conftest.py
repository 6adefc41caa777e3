"""A table to write to, on every kind of database."""

from typing import Any

import pytest
from flask import Flask

from scorekeeper.store.sql.database import writing
from scorekeeper.store.table.persons import add_persons
from scorekeeper.store.table.rows import Summary, create

NAMES = ["Ann", "Ben", "Cat", "Dan"]


def new_table(key: str = "start", entries: list[dict[str, Any]] | None = None) -> int:
    """A table of four, with these entries; its id."""
    with writing() as connection:
        ids = add_persons(connection, NAMES)
        head = {
            "game": "spades",
            "variant": "nil",
            "options": {"target": 300},
            "players": [ids[name] for name in NAMES],
            "dealer": 0,
            "edition": 1,
        }
        summary = Summary("open", {"totals": [0, 0]})
        table_id, _ = create(
            connection, head, entries or [], summary=summary, request_key=key, device="phone"
        )
    return table_id


@pytest.fixture
def table(store: Flask) -> int:
    """The id of a table of four at which nothing was written yet."""
    return new_table()
