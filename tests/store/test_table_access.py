"""Links, and who may do what by them."""

import pytest
from sqlalchemy import select

from scorekeeper.store.access.devices import give_access, open_link
from scorekeeper.store.access.links import (
    SCORER,
    SEAT,
    TABLE,
    WATCH,
    SharedLink,
    hash_secret,
    links,
)
from scorekeeper.store.access.table_access import (
    Role,
    make_link,
    turn_off_link,
    visit,
)
from scorekeeper.store.schema.table import Link
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table.rows import find_by_id
from tests.store.conftest import new_table

KEY = b"k" * 32


def link(table: int, role: str, seat: int | None = None) -> SharedLink:
    with writing() as connection:
        return make_link(connection, table, role, seat, key=KEY)


def opened(made: SharedLink, device: str) -> str | None:
    with writing() as connection:
        return open_link(connection, TABLE, hash_secret(made.secret or ""), device)


def role(table: int, device: str) -> Role | None:
    with reading() as connection:
        row = find_by_id(connection, table)
        visited = visit(connection, row.public_id, device)
    assert visited is not None
    assert visited[0] == row
    return visited[1]


@pytest.mark.parametrize(
    ("kind", "seat", "expected"),
    [
        (WATCH, None, Role(False, frozenset())),
        (SCORER, None, Role(True, frozenset())),
        (SEAT, 2, Role(False, frozenset({2}))),
    ],
)
def test_a_link_gives_its_role(table: int, kind: str, seat: int | None, expected: Role) -> None:
    made = link(table, kind, seat)

    public_id = opened(made, "phone")

    with reading() as connection:
        assert public_id == find_by_id(connection, table).public_id
    assert role(table, "phone") == expected
    assert role(table, "other") is None


def test_links_add_up(table: int) -> None:
    for kind, seat in ((SEAT, 1), (SCORER, None), (WATCH, None), (SEAT, 3)):
        made = link(table, kind, seat)
        opened(made, "phone")
        opened(made, "phone")

    assert role(table, "phone") == Role(True, frozenset({1, 3}))


def test_link_is_made_once_and_shown_again(table: int) -> None:
    made = link(table, WATCH)

    assert link(table, WATCH) == made
    assert link(table, SEAT, 0) != link(table, SEAT, 1)
    with reading() as connection:
        assert [one.role for one in links(connection, TABLE, table)] == [WATCH, SEAT, SEAT]


def test_secret_is_long_and_stored_as_hash(table: int) -> None:
    secret = link(table, WATCH).secret

    assert secret is not None
    assert len(secret) * 6 >= 160
    with reading() as connection:
        (stored,) = connection.execute(select(Link))
        assert [one.secret for one in links(connection, TABLE, table, b"another key")] == [None]
    assert stored.secret_hash == hash_secret(secret)
    assert secret not in map(str, stored)


def test_replaced_link_locks_out_only_its_phones(table: int) -> None:
    watch, scorer = link(table, WATCH), link(table, SCORER)
    with writing() as connection:
        give_access(connection, TABLE, table, "maker", SCORER)
    opened(watch, "guest")
    opened(watch, "both")
    opened(scorer, "both")

    with writing() as connection:
        new = turn_off_link(connection, table, watch.id, device="maker", key=KEY)

    assert role(table, "guest") is None
    assert role(table, "both") == role(table, "maker") == Role(True, frozenset())
    assert opened(watch, "guest") is None
    assert new is not None
    assert opened(new, "guest") is not None


def test_another_table_cannot_replace_a_link(table: int) -> None:
    made = link(table, WATCH)
    other = new_table("other")

    with writing() as connection:
        assert turn_off_link(connection, other, made.id, device="maker", key=KEY) is None

    assert opened(made, "guest") is not None
