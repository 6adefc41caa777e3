"""The real Litestream beside the server: both are killed under load, and what it had sent is
brought back as docs/hosting.md says. What was confirmed a moment before is there."""

import re
import shutil
import signal
import subprocess
import time
from pathlib import Path
from threading import Thread

import pytest

from tests.reliability.servers import TOP, Distant, Server, command
from tests.requirements import need_program
from tests.web.phones import points

pytestmark = pytest.mark.hard

WRITERS = 4
DEALS = 30
MOMENT_SECONDS = 10
"""It looks once a second; a busy machine may be late."""


def configuration(folder: Path, database: Path) -> Path:
    """The configuration of deploy/, for this database and a folder here."""
    text = (TOP / "deploy" / "litestream.yml").read_text()
    for old, new in (
        ("/var/lib/scorekeeper/scorekeeper.db", database),
        ("/mnt/other-machine/scorekeeper", folder / "sent"),
    ):
        assert old in text
        text = text.replace(old, str(new))
    path = folder / "litestream.yml"
    path.write_text(text)
    return path


def test_a_litestream_replica_can_be_restored(tmp_path: Path) -> None:
    litestream = need_program("litestream")
    server = Server(tmp_path / "data")
    server.start()
    database = server.data / "scorekeeper.db"
    config = configuration(tmp_path, database)
    sending = subprocess.Popen([litestream, "replicate", "-config", config])
    try:
        phones = [Distant(server.port) for _ in range(WRITERS)]
        tables = [phone.starts("tally", {"points": [1, 1, 1, 1]}) for phone in phones]

        def write(phone: Distant, table: str) -> None:
            for number in range(DEALS):
                phone.play(table, points(number, 1, 1, 1))

        writers = [Thread(target=write, args=one) for one in zip(phones, tables, strict=True)]
        for one in writers:
            one.start()
        for one in writers:
            one.join()
        time.sleep(MOMENT_SECONDS)
    finally:
        server.kill()
        sending.send_signal(signal.SIGKILL)
        sending.wait()

    other = tmp_path / "other"
    shutil.copytree(server.data / "signing", other / "signing")
    restored = other / "scorekeeper.db"
    subprocess.run([litestream, "restore", "-config", config, "-o", restored, database], check=True)
    assert command(other, "rebuild").endswith("No differences.\n")
    with Server(other).running() as restored_at:
        for phone, table in zip(phones, tables, strict=True):
            page = restored_at.like(phone).get(table)
            assert re.findall(r'data-deal="(\d+)"', page.html) == [str(DEALS + 2)]
