"""Two servers on one PostgreSQL: what is written by one is heard by the other, which answers who
asks for news from memory. Where it hears nothing any more it notices, and asks the database."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, text

from scorekeeper.store.table.version_cache import NAME
from tests import postgres
from tests.reliability.servers import Distant, Server
from tests.web.phones import points

pytestmark = [pytest.mark.long, pytest.mark.postgres, pytest.mark.hard]

PATIENCE_SECONDS = 60
"""Far more than anything here takes; what is waited for has to come, however busy we are."""
LISTENERS = text("SELECT pid FROM pg_stat_activity WHERE application_name = :name")
IN_SILENCE = "SET LOCAL session_replication_role = replica"
"""No trigger tells of what this transaction changes."""


def until(found: Callable[[], Any]) -> Any:
    """Return what is found, as soon as there is something."""
    ends = time.monotonic() + PATIENCE_SECONDS
    while not (there := found()):
        assert time.monotonic() < ends
        time.sleep(0.02)
    return there


class Company:
    """A table, its scorer at one server and the same phone at the other; the database."""

    def __init__(self, one: Server, other: Server, database: Connection) -> None:
        self.scorer, self.database = Distant(one.port), database
        self.table = self.scorer.starts("tally", {"points": [1, 2, 3, 4]})
        self.watcher = Distant(other.port).like(self.scorer)

    @property
    def listeners(self) -> set[int]:
        """The processes of PostgreSQL that tell our servers of changes."""
        return {*self.database.scalars(LISTENERS, {"name": NAME})}

    def has_news(self, address: str) -> bool:
        """Return whether the other server has any."""
        return self.watcher.get(address).status == 200

    def change_in_silence(self) -> None:
        """Have the table come on by what no server is told."""
        self.database.execute(text("BEGIN"))
        self.database.execute(text(IN_SILENCE))
        moved = "UPDATE game_table SET drafted = drafted + 1 WHERE public_id = :id"
        self.database.execute(text(moved), {"id": self.table.rpartition("/")[2]})
        self.database.execute(text("COMMIT"))

    def remembered(self) -> str:
        """The address of a question that the other server answers from memory: it does not see
        that the database has something newer."""

        def tried() -> str:
            address = self.watcher.get(self.table).news
            assert not self.has_news(address)
            self.change_in_silence()
            return "" if self.has_news(address) else address

        found: str = until(tried)
        return found


def test_server_notices_when_it_hears_no_changes(tmp_path: Path) -> None:
    with postgres.server() as url:
        settings = {"DATABASE_URL": url, "SCOREKEEPER_KEY": "5e" * 32, "SCOREKEEPER_PROCESSES": "1"}
        servers = [Server(tmp_path / name, **settings) for name in ("one", "other")]
        engine = create_engine(url, isolation_level="AUTOCOMMIT")
        with ExitStack() as stack:
            stack.callback(engine.dispose)
            for server in servers:
                stack.enter_context(server.running())
            database = stack.enter_context(engine.connect())
            company = Company(servers[0], servers[1], database)
            until(lambda: len(company.listeners) == 2)

            for number in range(3):
                address = company.remembered()
                company.scorer.play(company.table, points(number, 2, 3, 4))
                until(lambda: company.has_news(address))  # noqa: B023

            address, lost = company.remembered(), company.listeners
            for one in lost:
                database.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": one})
            until(lambda: company.has_news(address))  # nothing has told it

            until(lambda: len(company.listeners - lost) == 2)
            address = company.remembered()
            company.scorer.play(company.table, points(9, 2, 3, 4))
            until(lambda: company.has_news(address))
