"""A server's memory does not grow with the games that are looked at, however many and long."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.tables.write import MOST_ENTRIES
from tests.reliability.servers import Distant, Server
from tests.requirements import rounds

pytestmark = pytest.mark.long

MIB = 1024 * 1024
FULL = 24
"""So many of the longest games are more than is kept."""
MORE = rounds(10, quick=6, hard=60)
EACH = 8 * MIB
"""What the pads of one of them take up."""


def held(server: Server) -> int:
    """The bytes of memory that the server's process holds."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status")
    if not status.exists():
        pytest.skip("this system does not tell what a process holds")
    lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
    return int(lines["VmRSS"].split()[0]) * 1024


@pytest.mark.hard
def test_longest_games_need_bounded_memory(
    tmp_path: Path, new_server: Callable[..., Server]
) -> None:
    server = new_server(tmp_path / "data")
    phone = Distant(server.port)
    deals = [{"points": [n % 90 - 40, 9, 8, 7]} for n in range(MOST_ENTRIES)]
    phone.fill("/settings")
    before = held(server)

    def look(games: int) -> int:
        for _ in range(games):
            table = phone.starts("tally", *deals)
            for page in ("", "/figures"):
                assert phone.get(table + page).status == 200
        return held(server) - before

    full, more = look(FULL), look(MORE)

    print(f"\n{full // MIB} MiB for {FULL} games of {MOST_ENTRIES} deals,", end=" ")
    print(f"{more // MIB} MiB for {FULL + MORE}")
    assert more - full < MORE * EACH / 2
