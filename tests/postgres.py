"""A PostgreSQL server of the tests' own: made in a folder that goes away, reached by a socket."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.requirements import need_postgres

START_SECONDS = 30


class Cluster:
    """A server that can be ended in any way, and started again. The database in its `url` is empty
    and may be used as it is; the user may make others."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.programs, self.folder = programs, folder
        self.url = f"postgresql+psycopg://scorekeeper@/postgres?host={folder}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        # no network, and no fsync: what these tests ask of PostgreSQL is its locking
        settings = [
            "listen_addresses=",
            "fsync=off",
            "max_connections=60",
            "log_min_messages=panic",
        ]
        options = [part for setting in settings for part in ("-c", setting)]
        process = subprocess.Popen(
            [self.programs / "postgres", "-D", self.folder / "data", "-k", self.folder, *options],
            **_quiet(self.folder),
        )
        self._process = process
        _wait(self.programs, self.folder, process)

    def end(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it; usually by what PostgreSQL calls a fast shutdown. SIGQUIT is a crash."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(START_SECONDS)
            self._process = None


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Start a server of its own, and end it.

    Skips, or fails where it is required, when the machine has no PostgreSQL.
    """
    programs = need_postgres()
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-pg-"))  # short: sockets' names have to be
    one = Cluster(programs, folder)
    try:
        _make_cluster(programs, folder)
        one.start()
        yield one
    finally:
        one.end()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def server() -> Iterator[str]:
    """Start a server and give its address, `postgresql+psycopg://…`, while it runs."""
    with cluster() as one:
        yield one.url


def _make_cluster(programs: Path, folder: Path) -> None:
    user = someone()
    if user:
        shutil.chown(folder, user["user"], user["group"])
    options = ["--username=scorekeeper", "--auth=trust", "--encoding=UTF8", "--locale=C"]
    subprocess.run(
        [programs / "initdb", "-D", folder / "data", "--no-sync", *options],
        **_quiet(folder),
        check=True,
    )


def _wait(programs: Path, folder: Path, process: subprocess.Popen[bytes]) -> None:
    ask = [str(programs / "pg_isready"), "-q", "-h", str(folder), "-U", "scorekeeper"]
    ask += ["-d", "postgres"]
    deadline = time.monotonic() + START_SECONDS
    while subprocess.run(ask, **_quiet(folder)).returncode:
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError("PostgreSQL does not start")
        time.sleep(0.05)


def _quiet(folder: Path) -> dict[str, Any]:
    return {"cwd": folder, "stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL} | someone()


def someone() -> dict[str, Any]:
    """Return who runs the server: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    import pwd  # Python in a browser has no users

    known = {user.pw_name: user for user in pwd.getpwall()}
    user = known.get("postgres") or known["nobody"]
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
