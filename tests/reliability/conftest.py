"""Servers that are started for a test and ended with it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.reliability.servers import Server


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty data folder."""
    return tmp_path_factory.mktemp("reliability") / "data"


@pytest.fixture(scope="module")
def new_server() -> Iterator[Callable[[Path], Server]]:
    """Makes servers on a data folder, started."""
    with ExitStack() as stack:

        def make(data: Path) -> Server:
            server = Server(data)
            stack.callback(server.stop)
            server.start()
            return server

        yield make


@pytest.fixture(scope="module")
def servers(data: Path, new_server: Callable[[Path], Server]) -> tuple[Server, Server]:
    """Two servers on one database."""
    return new_server(data), new_server(data)
