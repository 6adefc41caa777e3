"""Servers that are started for a test and ended with it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests import postgres
from tests.reliability.servers import Server


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty data folder."""
    return tmp_path_factory.mktemp("reliability") / "data"


@pytest.fixture(scope="module")
def new_server() -> Iterator[Callable[..., Server]]:
    """Makes servers on a data folder (or a `database` elsewhere) with these settings, started."""
    with ExitStack() as stack:

        def make(data: Path, database: str = "", **settings: str) -> Server:
            if database:
                settings["DATABASE_URL"] = database
            server = Server(data, **settings)
            stack.callback(server.stop)
            server.start()
            return server

        yield make


@pytest.fixture(scope="module")
def servers(data: Path, new_server: Callable[[Path], Server]) -> tuple[Server, Server]:
    """Two servers on one database."""
    return new_server(data), new_server(data)


@pytest.fixture(
    scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]
)
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of an empty database of each kind; none for SQLite's, in the data folder."""
    if request.param == "sqlite":
        yield ""
        return
    with postgres.server() as url:
        yield url
