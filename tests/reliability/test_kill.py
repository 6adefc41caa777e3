"""The server, or its database, is killed in the middle of saving, again and again, with edits,
undos and redos among the writes: what was confirmed is there, once, and what was not answered is
sent again with its key."""

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from tests import postgres
from tests.reliability.servers import Distant, Server, command
from tests.reliability.writers import Company, timings
from tests.requirements import rounds

pytestmark = pytest.mark.long

ROUNDS = rounds(20, quick=2, hard=100)
DEATHS = rounds(5, quick=1, hard=30)


def processor_seconds(server: Server) -> float:
    """Return what the server's processes have needed of a processor so far, where the system
    tells."""
    assert server.process is not None
    first = server.process.pid
    if not (started := Path(f"/proc/{first}/task/{first}/children")).exists():
        return 0.0
    ticks = 0
    for one in (first, *map(int, started.read_text().split())):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


@pytest.mark.hard
@pytest.mark.parametrize(
    "database", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True
)
def test_confirmed_writes_are_stored_once(
    tmp_path_factory: pytest.TempPathFactory, database: str, new_server: Callable[..., Server]
) -> None:
    data = tmp_path_factory.mktemp("kill") / "data"
    server, chance = new_server(data, database), random.Random(1)
    company = Company(partial(Distant, server.port))

    waits, needs, hits = [], [], 0
    while hits < ROUNDS:
        company.go_on()
        hits += company.hit(server.kill, chance.uniform(0, 0.1))
        waits.append(server.start())
        needs.append(processor_seconds(server))
    company.go_on()
    company.stop()

    company.check()
    assert command(data, "rebuild", database=database).endswith("No differences.\n")
    print(
        f"\n{database[:8] or 'sqlite'}: {len(waits)} kills, {hits} amid a write;", company.figures
    )
    print(timings("serving again after", waits) + timings(", of which a processor's", needs))


@pytest.fixture
def cluster() -> Iterator[postgres.Cluster]:
    """A PostgreSQL server that may be killed."""
    with postgres.cluster() as one:
        yield one


@pytest.mark.hard
@pytest.mark.postgres
def test_app_recovers_from_a_postgres_crash(
    tmp_path: Path, cluster: postgres.Cluster, new_server: Callable[..., Server]
) -> None:
    server, chance = new_server(tmp_path / "data", cluster.url), random.Random(1)
    company = Company(partial(Distant, server.port))

    gone, hits = [], 0
    while hits < DEATHS:
        company.go_on()
        hit = company.hit(lambda: cluster.end(signal.SIGQUIT), chance.uniform(0, 0.1))
        hits += hit
        time.sleep(chance.uniform(0, 0.2))
        began = time.perf_counter()
        cluster.start()
        company.go_on()
        gone.append(time.perf_counter() - began)
    company.stop()

    company.check()
    assert command(tmp_path / "data", "rebuild", database=cluster.url).endswith("No differences.\n")
    away = sum(writer.away for writer in company.writers)
    print(f"\n{len(gone)} crashes of PostgreSQL;", company.figures, f"and {away} told so;", end=" ")
    print(timings("everybody had saved again after", gone))
