"""The command line, run in this process or in one of its own, and a look into the database."""

import io
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from scorekeeper import cli

TOP: Final = Path(__file__).resolve().parent.parent
COMMAND: Final = [sys.executable, "-m", "scorekeeper"]


class CommandOutput(NamedTuple):
    """What a command printed, on both ways, and its exit status."""

    out: str
    err: str
    status: int


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Callable[..., CommandOutput]:
    """Runs a command with this on its standard input."""

    def command(*arguments: object, given: str | bytes = b"") -> CommandOutput:
        body = given.encode() if isinstance(given, str) else given
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(body)))
        with pytest.raises(SystemExit) as ended:
            cli.main([*map(str, arguments)])
        sys.stdout.flush()
        return CommandOutput(*capfd.readouterr(), int(ended.value.code or 0))

    return command


def process(*arguments: str, script: str = "") -> CommandOutput:
    """Run a command, or this script, in a process of its own, which is how it lets go of the
    database."""
    command = [sys.executable, "-c", script] if script else COMMAND
    answer = subprocess.run(
        [*command, *arguments], cwd=TOP, capture_output=True, text=True, check=False
    )
    return CommandOutput(answer.stdout, answer.stderr, answer.returncode)


def query(path: Path, statement: str) -> list[Any]:
    """Run a statement on a database file."""
    with closing(sqlite3.connect(path)) as connection, connection:
        return connection.execute(statement).fetchall()
