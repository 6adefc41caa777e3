"""A PostgreSQL server of the tests' own: made in a folder that goes away, reached by a socket."""

import os
import pwd
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


@contextmanager
def server() -> Iterator[str]:
    """Start a server and give its address, `postgresql+psycopg://…`, while it runs.

    The database in the address is empty and may be used as it is; the user may make others.
    Skips, or fails where it is required, when the machine has no PostgreSQL.
    """
    programs = need_postgres()
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-pg-"))  # short: sockets' names have to be
    try:
        _make_cluster(programs, folder)
        with _running(programs, folder):
            yield f"postgresql+psycopg://scorekeeper@/postgres?host={folder}"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _make_cluster(programs: Path, folder: Path) -> None:
    someone = _someone()
    if someone:
        shutil.chown(folder, someone["user"], someone["group"])
    options = ["--username=scorekeeper", "--auth=trust", "--encoding=UTF8", "--locale=C"]
    subprocess.run(
        [programs / "initdb", "-D", folder / "data", "--no-sync", *options],
        **_quiet(folder),
        check=True,
    )


@contextmanager
def _running(programs: Path, folder: Path) -> Iterator[None]:
    # no network, and no fsync: what these tests ask of PostgreSQL is its locking
    settings = ["listen_addresses=", "fsync=off", "max_connections=60", "log_min_messages=fatal"]
    options = [part for setting in settings for part in ("-c", setting)]
    process = subprocess.Popen(
        [programs / "postgres", "-D", folder / "data", "-k", folder, *options], **_quiet(folder)
    )
    try:
        _wait(programs, folder, process)
        yield
    finally:
        process.send_signal(signal.SIGINT)  # what PostgreSQL calls a fast shutdown
        process.wait(START_SECONDS)


def _wait(programs: Path, folder: Path, process: subprocess.Popen[bytes]) -> None:
    ask = [str(programs / "pg_isready"), "-q", "-h", str(folder), "-U", "scorekeeper"]
    ask += ["-d", "postgres"]
    deadline = time.monotonic() + START_SECONDS
    while subprocess.run(ask, **_quiet(folder)).returncode:
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError("PostgreSQL does not start")
        time.sleep(0.05)


def _quiet(folder: Path) -> dict[str, Any]:
    return {"cwd": folder, "stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL} | _someone()


def _someone() -> dict[str, Any]:
    """Who runs the server: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    known = {user.pw_name: user for user in pwd.getpwall()}
    user = known.get("postgres") or known["nobody"]
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
