"""From the README to a club's server, by the documented commands in a fresh copy: started, behind
nginx by HTTPS, backed up, brought back, moved to PostgreSQL, served by two."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests import postgres
from tests.reliability.proxies import OverTLS, nginx
from tests.reliability.servers import TOP, Server, environment
from tests.smoke import started
from tests.web.phones import points

pytestmark = [pytest.mark.long, pytest.mark.hard, pytest.mark.postgres]

LEFT_BEHIND = shutil.ignore_patterns(
    *(".git", ".venv", ".cache", ".*_cache", "__pycache__", "*.db", "signing", "build", "dist")
)


class Checkout:
    """A fresh copy, with an environment that `make run` made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.program = folder / ".venv" / "bin" / "scorekeeper"

    def tells(self, *arguments: object, data: Path, database: str = "") -> str:
        """Return what the copy's own command prints; it has to succeed."""
        done = subprocess.run(
            [str(self.program), *map(str, arguments)],
            cwd=self.folder,
            env={**environment(data, database), "PYTHONPATH": ""},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


class Installed(Server):
    """A server that the copy's own command starts."""

    checkout: Checkout

    def command(self) -> list[str]:
        """The command that serves."""
        return [str(self.checkout.program), "serve", "--port", str(self.port)]


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    folder = tmp_path / "checkout"
    shutil.copytree(TOP, folder, ignore=LEFT_BEHIND)
    return Checkout(folder)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as one:
        yield one


def test_readme_leads_a_club_to_two_servers(
    tmp_path: Path, checkout: Checkout, stack: ExitStack
) -> None:
    data, again = tmp_path / "data", tmp_path / "again"

    with started(["make", "run"], checkout.folder, SCOREKEEPER_DATA=str(data)) as (address, said):
        assert address.startswith("http://")
        assert "Scorekeeper is running." in said

    def serve(folder: Path, **settings: str) -> Server:
        server = Installed(folder, SCOREKEEPER_PROXIES="1", PYTHONPATH="", **settings)
        server.checkout = checkout
        stack.callback(server.stop)
        server.start()
        return server

    alone = serve(data)
    with nginx(f"127.0.0.1:{alone.port}") as proxy:
        phone = OverTLS(proxy)
        game = phone.starts("tally", {"points": [1, 2]}, players=["Ann", "Ben"])
        ours = {"Origin": f"https://pad.example:{proxy.port}"}
        form = phone.get(game).form("save")
        assert phone.send(game, form, points(3, 4), "save", ours).status == 303
    (tmp_path / "backups").mkdir()
    assert "Backup saved" in checkout.tells("backup", tmp_path / "backups", data=data)
    alone.stop()

    (copy,) = (tmp_path / "backups").iterdir()
    assert "1 game replayed" in checkout.tells("check", copy, data=again)
    assert "Restored" in checkout.tells("restore", copy, data=again)

    url = stack.enter_context(postgres.server())
    pip = [str(checkout.folder / ".venv" / "bin" / "python"), "-m", "pip", "install", "-q"]
    pip += ["-c", "constraints.txt", "-e", ".[postgres]"]
    subprocess.run(pip, cwd=checkout.folder, check=True)
    told = checkout.tells("copy", again / "scorekeeper.db", url, data=again)
    assert "1 game," in told

    checkout.tells("key", tmp_path / "key", data=again)
    key = {"SCOREKEEPER_KEY_FILE": str(tmp_path / "key"), "DATABASE_URL": url}
    pair = [serve(tmp_path / name, **key) for name in ("one", "other")]
    with nginx(*(f"127.0.0.1:{server.port}" for server in pair)) as proxy:
        there = OverTLS(proxy)
        there.cookies = phone.cookies
        ours = {"Origin": f"https://pad.example:{proxy.port}"}
        for turn in range(4):
            form = there.get(game).form("save")
            assert there.send(game, form, points(turn, 1), "save", ours).status == 303
        assert there.get(game).totals == [1 + 3 + 6, 2 + 4 + 4]
