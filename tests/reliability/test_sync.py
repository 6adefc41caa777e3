"""The disk does not take what is to be kept: nothing is confirmed, what is there can be read, and
once it works again the app goes on by itself."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.reliability.servers import Distant, Server
from tests.reliability.test_full import deals_of, write
from tests.requirements import need_faults
from tests.web.phones import HTMX

pytestmark = pytest.mark.long

FAULT = "posix/io/sync/fdatasync"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server whose calls of the system can be made to fail; one process, for others would not
    hear of it."""
    under = [str(need_faults()), "-x", "-f", str(tmp_path / "faults")]
    server = Server(tmp_path / "data", under, SCOREKEEPER_PROCESSES="1")
    server.start()
    yield server
    server.stop()


def tell(server: Server, order: str) -> None:
    """Let `fdatasync` fail from now on, or no longer."""
    assert server.process is not None
    prefix = str(server.data.with_name("faults"))
    subprocess.run(["fiu-ctrl", "-f", prefix, "-c", order, str(server.process.pid)], check=True)


def test_write_not_on_disk_is_not_confirmed(server: Server) -> None:
    phone = Distant(server.port)
    table = phone.starts("tally", {"points": [0, 0]}, players=["Ann", "Ben"])
    assert write(phone, table, 1).status == 303

    tell(server, f"enable name={FAULT}")
    refused = [write(phone, table, number) for number in range(2, 8)]
    told = write(phone, table, 8, **HTMX)

    assert {page.status for page in refused} <= {503, 507}
    assert all("nothing was saved" in page.text.lower() for page in (*refused, told))
    assert deals_of(phone, table) == [0, 1]
    assert phone.get("/health").status == 503
    for look in ("", "/history", "/paper", "/e/1"):
        assert phone.get(table + look).status == 200, look

    tell(server, f"disable name={FAULT}")

    assert phone.get("/health").status == 200
    assert write(phone, table, 9).status == 303
    assert deals_of(phone, table) == [0, 1, 9]
    server.kill()
    server.start()
    assert deals_of(phone, table) == [0, 1, 9]
