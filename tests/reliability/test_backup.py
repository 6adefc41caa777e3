"""A copy made while others write is a state that was committed, whole and consistent."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import create_app
from scorekeeper.store.sql.database import db
from scorekeeper.store.table.rows import WriteRequest
from scorekeeper.tables.changes import add_entry
from scorekeeper.tables.downloads import sheet_json
from scorekeeper.tables.loading import load_table
from scorekeeper.tables.summaries import rebuild_summaries
from tests.reliability.servers import Distant, Server, command
from tests.requirements import rounds
from tests.web.phones import points

pytestmark = [pytest.mark.long, pytest.mark.hard]

COPIES = rounds(3, quick=2, hard=10)


class Table:
    """A table at which somebody plays on; `states` are its sheets, one a version."""

    def __init__(self, scorer: Distant) -> None:
        self.scorer = scorer
        self.address = scorer.starts("tally", players=["Ann", "Ben"])
        self.token = scorer.get("/settings").form()["csrf_token"]
        self.states = [self.sheet()]

    def sheet(self) -> Any:
        """The table's sheet as it is now."""
        return json.loads(self.scorer.get(f"{self.address}/sheet.json").html)

    def play(self, stop: threading.Event) -> None:
        """Write deals, and put the first right now and then, until stopped."""
        while not stop.is_set():
            version = len(self.states) - 1
            where = self.address if (version + 1) % 5 else f"{self.address}/e/1"
            sent = {"csrf_token": self.token, "key": f"key-{version}", "version": version}
            deal = points(version, 1)
            assert self.scorer.post(where, {**sent, **deal, "do": "save"}).status == 303
            self.states.append(self.sheet())
            stop.wait(0.01)


@contextmanager
def busy(tables: list[Table]) -> Iterator[None]:
    """Somebody plays at each table meanwhile."""
    stop = threading.Event()
    players = [threading.Thread(target=table.play, args=(stop,)) for table in tables]
    for player in players:
        player.start()
    try:
        yield
    finally:
        stop.set()
        for player in players:
            player.join()


def test_backup_while_writing_is_consistent(
    tmp_path: Path, new_server: Callable[[Path], Server]
) -> None:
    data = tmp_path / "data"
    server = new_server(data)
    scorer = Distant(server.port)
    tables = [Table(scorer) for _ in range(2)]
    copies = [tmp_path / f"copy{number}.db" for number in range(COPIES)]

    with busy(tables):
        for copy in copies:
            command(data, "backup", str(copy))

    assert min(len(table.states) for table in tables) > COPIES, "nothing was written meanwhile"
    ages = [_age(copy, tables) for copy in copies]
    assert ages == sorted(ages)


def _age(copy: Path, tables: list[Table]) -> list[int]:
    """Look into a copy: the version at which it has each table, as it then was."""
    app = create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{copy}", "SECRET_KEY": "another"})
    with app.app_context():
        assert list(rebuild_summaries(repair=False)) == []
        opened = [load_table(table.address.rpartition("/")[2]) for table in tables]
        for one, table in zip(opened, tables, strict=True):
            assert json.loads(sheet_json(one)) == table.states[one.row.version]
            add_entry(one, {"points": [1, 1]}, WriteRequest("a-key", one.row.version, "phone"))
        db.engine.dispose()
    return [one.row.version for one in opened]
