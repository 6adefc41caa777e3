"""Start a Scorekeeper command once from an empty folder and look at what it serves.

`python tests/smoke.py COMMAND…` needs the standard library only, so that it can be run from the
environment a wheel was just installed in.
"""

import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

WAIT_SECONDS = 30


@contextmanager
def started(command: list[str], folder: Path, **environment: str) -> Iterator[tuple[str, str]]:
    """Run `command` in `folder` on a free port and give its address and what it said by then."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**_without_ours(os.environ), "HOST": "127.0.0.1", "PORT": "0", **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield _until_address(process)
    finally:
        process.terminate()
        process.communicate(timeout=WAIT_SECONDS)


def _without_ours(environment: Mapping[str, str]) -> dict[str, str]:
    ours = {"SCOREKEEPER_DATA", "DATABASE_URL"}
    return {name: value for name, value in environment.items() if name not in ours}


def _until_address(process: subprocess.Popen[str]) -> tuple[str, str]:
    assert process.stdout is not None
    output = ""
    for line in process.stdout:
        output += line
        if found := re.search(r"http://[^/\s]+/", line):
            return found.group(), output
    raise AssertionError(f"ended without saying an address: {output}")


def fetched(address: str) -> bytes:
    """The body of `address`, which has to answer 200."""
    with urllib.request.urlopen(address, timeout=WAIT_SECONDS) as answer:
        assert answer.status == 200, f"{address} answered {answer.status}"
        body: bytes = answer.read()
    return body


def get(address: str) -> str:
    """The text there."""
    return fetched(address).decode()


def look_around(address: str) -> list[str]:
    """Fetch the front page and every style sheet and script of ours it names; give their paths."""
    paths = re.findall(r'(?:href|src)="(/[^"]+\.(?:css|js)[^"]*)"', get(address))
    assert paths, "the front page names no style sheet"
    for path in paths:
        assert get(address.rstrip("/") + path), f"{path} is empty"
    return ["/", *paths]


def ask_the_rules(address: str) -> None:
    """Ask a question, which opens the index of every game."""
    assert "<mark>" in get(f"{address}rules/search?game=whist&q=who+leads"), "nothing is found"


def fetch_pocket(address: str) -> None:
    """Fetch parts of the pocket edition, which a wheel brings along where it is built."""
    if (Path(__file__).parent.parent / ".cache/pocket/out/sw.js").is_file():
        for part in ("sw.js", "pocket/python_stdlib.zip.xz", "static/app.css"):
            assert fetched(f"{address}pocket/{part}"), f"{part} is empty"


def main() -> None:
    """Start the command given on the command line with a home of its own, and look around."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        empty = Path(folder) / "empty"
        home.mkdir()
        empty.mkdir()
        at_home = {"HOME": str(home), "XDG_DATA_HOME": str(home / "data")}
        with started(sys.argv[1:], empty, **at_home) as (address, output):
            print(output + "answered 200: " + " ".join(look_around(address)))
            ask_the_rules(address)
            fetch_pocket(address)
        assert not list(empty.iterdir()), "the empty folder is no longer empty"
        assert not list(home.rglob("search")), "an index was built that should have come along"
        assert list(home.rglob("scorekeeper.db")), "the data is not in the user's data folder"


if __name__ == "__main__":
    main()
