"""Three PostgreSQL servers under Patroni, with etcd and HAProxy, by the files in `deploy/`: the one
that is written to is killed again and again, and nothing that was confirmed is lost."""

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import urlopen

import psycopg
import pytest

from tests import postgres
from tests.reliability.servers import TOP, Distant, Server, command, free_port
from tests.reliability.writers import Company, timings
from tests.requirements import need_postgres, need_program, rounds

pytestmark = [pytest.mark.long, pytest.mark.hard, pytest.mark.postgres]

KILLS = rounds(2, quick=1, hard=10)
WAIT_SECONDS = 180
PASSWORD = "FIRST-PASSWORD"
"""As the file has it."""


class Node:
    """A machine with PostgreSQL and Patroni, as far as one machine can be three."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.folder = name, folder
        self.port, self.control = free_port(), free_port()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, etcd: int) -> None:
        """Start Patroni, which starts PostgreSQL."""
        text = (TOP / "deploy" / "patroni.yml").read_text(encoding="utf-8")
        for documented, here in {
            "name: db1": f"name: {self.name}",
            "10.0.0.21:2379,10.0.0.22:2379,10.0.0.23:2379": f"127.0.0.1:{etcd}",
            "10.0.0.21:8008": f"127.0.0.1:{self.control}",
            "10.0.0.21:5432": f"127.0.0.1:{self.port}",
            "10.0.0.0/24": "127.0.0.1/32",
            "/usr/lib/postgresql/15/bin": str(need_postgres()),
            "/var/lib/postgresql/15/scorekeeper": f"{self.folder}/data",
            "/var/lib/postgresql/.pgpass-patroni": f"{self.folder}/pgpass",
            "/var/run/postgresql": str(self.folder),
        }.items():
            assert documented in text, documented
            text = text.replace(documented, here)
        (self.folder / "patroni.yml").write_text(text, encoding="utf-8")
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [need_program("patroni"), self.folder / "patroni.yml"],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **postgres.someone(),
            )

    def kill(self) -> None:
        """Kill Patroni and PostgreSQL as they stand."""
        if self._process is None:
            return
        process, self._process = self._process, None
        with suppress(OSError, ValueError):
            postmaster = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
            os.kill(process.pid, signal.SIGKILL)
            os.killpg(postmaster, signal.SIGKILL)
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def leads(self) -> bool:
        """Return whether this one may be written to."""
        return self._state().get("role") in ("master", "primary")

    def runs(self) -> bool:
        """Return whether PostgreSQL runs there."""
        return self._state().get("state") == "running"

    def _state(self) -> dict[str, Any]:
        address = f"http://127.0.0.1:{self.control}/patroni"
        with suppress(OSError, ValueError), urlopen(address, timeout=2) as answer:
            found: dict[str, Any] = json.load(answer)
            return found
        return {}

    def stands_by(self) -> bool:
        """Return whether what is confirmed is here too, so that this one may take over."""
        address = f"http://127.0.0.1:{self.control}/synchronous"
        with suppress(OSError), urlopen(address, timeout=2) as answer:
            return bool(answer.status == 200)
        return False


class Three:
    """The three, what they agree by, and the port that leads to the one that may be written."""

    def __init__(self, folder: Path) -> None:
        self.etcd, self.port = free_port(), free_port()
        self.folder = folder
        self.nodes = [Node(name, folder / name) for name in ("db1", "db2", "db3")]

    @contextmanager
    def running(self) -> Iterator[None]:
        """Start all, and end all."""
        user = postgres.someone()
        for folder in (self.folder, *(node.folder for node in self.nodes)):
            folder.mkdir(mode=0o700, exist_ok=True)
            if user:
                shutil.chown(folder, user["user"], user["group"])
        with ExitStack() as stack:
            for node in self.nodes:
                stack.callback(node.kill)
            peer = free_port()
            etcd: list[Any] = [need_program("etcd"), "--name", "etcd"]
            etcd += ["--data-dir", self.folder / "etcd"]
            etcd += ["--listen-client-urls", f"http://127.0.0.1:{self.etcd}"]
            etcd += ["--advertise-client-urls", f"http://127.0.0.1:{self.etcd}"]
            etcd += ["--listen-peer-urls", f"http://127.0.0.1:{peer}"]
            etcd += ["--initial-advertise-peer-urls", f"http://127.0.0.1:{peer}"]
            etcd += ["--initial-cluster", f"etcd=http://127.0.0.1:{peer}"]
            self._program(stack, etcd, **user)
            self._program(stack, [need_program("haproxy"), "-f", self._haproxy()])
            for node in self.nodes:
                node.start(self.etcd)
            self.until_ready()
            yield

    def _program(self, stack: ExitStack, line: list[Any], **user: Any) -> None:
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen(
                [*map(str, line)], cwd=self.folder, stdout=log, stderr=log, **user
            )
        stack.callback(process.wait)
        stack.callback(process.kill)

    def _haproxy(self) -> Path:
        text = (TOP / "deploy" / "haproxy.cfg").read_text(encoding="utf-8")
        text = text.replace("127.0.0.1:5000", f"127.0.0.1:{self.port}")
        for number, node in enumerate(self.nodes, 1):
            documented = f"10.0.0.2{number}:5432 check port 8008"
            assert documented in text
            here = f"127.0.0.1:{node.port} check port {node.control}"
            text = text.replace(documented, here)
        file = self.folder / "haproxy.cfg"
        file.write_text(text, encoding="utf-8")
        return file

    def until_ready(self) -> None:
        """Wait until all three run, one may be written to and another may take over."""
        until = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < until:
            if (
                all(node.runs() for node in self.nodes)
                and any(node.leads() for node in self.nodes)
                and any(node.stands_by() for node in self.nodes)
            ):
                return
            time.sleep(0.2)
        raise AssertionError([(node.folder / "log").read_text()[-2000:] for node in self.nodes])

    def make_database(self) -> str:
        """Make the app's database, as docs/hosting.md does; its address."""
        server = f"127.0.0.1:{self.port}"
        address = f"postgresql://postgres:{PASSWORD}@{server}/postgres"
        with psycopg.connect(address, autocommit=True) as line:
            line.execute("CREATE ROLE scorekeeper LOGIN PASSWORD 'THIRD-PASSWORD'")
            line.execute("CREATE DATABASE scorekeeper OWNER scorekeeper")
        return f"postgresql+psycopg://scorekeeper:THIRD-PASSWORD@{server}/scorekeeper"

    def leader(self) -> Node:
        """The one that may be written to."""
        return next(node for node in self.nodes if node.leads())


def test_the_database_survives_its_machine() -> None:
    with TemporaryDirectory(prefix="scorekeeper-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        three = Three(folder / "three")
        with three.running():
            url = three.make_database()
            server = Server(folder / "data", DATABASE_URL=url)
            with server.running():
                company = Company(partial(Distant, server.port))
                pauses = []
                for _ in range(KILLS):
                    company.go_on()
                    three.until_ready()
                    leader = three.leader()
                    began = time.perf_counter()
                    company.hit(leader.kill, 0)
                    company.go_on()
                    pauses.append(time.perf_counter() - began)
                    leader.start(three.etcd)
                three.until_ready()
                company.stop()
                company.check()
            again = command(folder / "data", "rebuild", database=url)
            assert again.endswith("No differences.\n")
    away = sum(writer.away for writer in company.writers)
    print(f"\nThe leader killed {KILLS} times;", company.figures, f"and {away} told so;", end=" ")
    print(timings("everybody had saved again after", pauses))
