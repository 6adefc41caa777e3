"""Short writes that wait for each other are committed together, and told so only then."""

import threading
from collections.abc import Callable, Iterator

import pytest
from flask import Flask, current_app
from sqlalchemy import event, text

from scorekeeper.store.sql.database import GROUP_COMMIT, db, reading, saving, writing

pytestmark = pytest.mark.threads

MANY = 5
"""And one that they wait for: as many as have room."""


class Refused(Exception):
    """What one of them meets with."""


class Writer(threading.Thread):
    """Writes a row, or what `act` does with it."""

    def __init__(self, app: Flask, number: int, act: Callable[[], None] = lambda: None) -> None:
        super().__init__()
        self.app, self.number, self.act = app, number, act
        self.fault: BaseException | None = None

    def run(self) -> None:
        """Write."""
        with self.app.app_context():
            try:
                with saving() as connection:
                    connection.execute(text(f"INSERT INTO noted VALUES ({self.number})"))
                    self.act()
            except Exception as error:
                self.fault = error


@pytest.fixture
def noted(sqlite: Flask) -> Iterator[Flask]:
    """A database with a place for numbers."""
    with writing() as connection:
        connection.execute(text("CREATE TABLE noted (number INTEGER)"))
    yield sqlite
    with writing() as connection:
        connection.execute(text("DROP TABLE noted"))


def run(writers: list[Writer]) -> int:
    """Have all of them write, having waited for another; how many commits that took, the other's
    included."""
    commits = list[object]()

    def committed(connection: object) -> None:
        commits.append(connection)

    group = current_app.extensions[GROUP_COMMIT]
    with writing():
        for writer in writers:
            writer.start()
        while group.waiting < len(writers) - 1:  # the first one waits for us
            pass
        event.listen(db.engine, "commit", committed)
    for writer in writers:
        writer.join()
    event.remove(db.engine, "commit", committed)
    return len(commits)


def numbers() -> list[int]:
    """Return what was kept."""
    with reading() as connection:
        return sorted(connection.scalars(text("SELECT number FROM noted")))


def test_writes_that_wait_share_a_commit(noted: Flask) -> None:
    commits = run([Writer(noted, number) for number in range(MANY)])

    assert numbers() == list(range(MANY))
    # a third where the machine was too busy for one of them to come in time
    assert commits in (2, 3)


def refuse() -> None:
    raise Refused


@pytest.mark.parametrize("place", [0, 2, MANY - 1])
def test_refused_write_does_not_undo_the_others(noted: Flask, place: int) -> None:
    writers = [Writer(noted, number) for number in range(MANY)]
    writers[place].act = refuse

    run(writers)

    assert [type(one.fault) for one in writers if one.fault] == [Refused]
    assert numbers() == [number for number in range(MANY) if number != place]


def test_a_failed_commit_confirms_nothing(noted: Flask) -> None:
    writers = [Writer(noted, number) for number in range(MANY)]

    def fail(_: object) -> None:
        raise Refused

    def go() -> None:
        event.listen(db.engine, "commit", fail)

    writers[0].act = go
    try:
        run(writers)
    finally:
        event.remove(db.engine, "commit", fail)

    assert all(one.fault for one in writers)
    assert numbers() == []
