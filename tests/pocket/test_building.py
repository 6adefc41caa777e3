"""A build makes the same files from the same sources."""

import os
from pathlib import Path

from scorekeeper.pocket.building import _zip


def test_the_time_of_writing_changes_no_archive(tmp_path: Path) -> None:
    file = tmp_path / "engine" / "app" / "app.pyc"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"code")
    archives = []
    for seconds in (1_000_000_000, 1_700_000_000):
        os.utime(file, (seconds, seconds))
        archives.append(tmp_path / f"{seconds}.zip")
        _zip(tmp_path / "engine", tmp_path / "engine", archives[-1])

    first, second = (archive.read_bytes() for archive in archives)
    assert b"app/app.pyc" in first
    assert first == second
