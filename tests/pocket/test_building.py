"""A build makes the same files from the same sources, and the app does without what it leaves
out."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from scorekeeper.pocket.building import _OWN_UNUSED, _UNUSED, _zip

IMPORTED: Final = """
import sys
sys.modules.update(dict.fromkeys(sys.argv[1:]))
import scorekeeper.pocket.gateway
"""


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


def test_app_imports_nothing_that_is_left_out() -> None:
    library = {Path(one).stem for one in _UNUSED if one.startswith("library/")}
    own = {f"scorekeeper.{Path(one).stem}" for one in _OWN_UNUSED}
    assert {"smtplib", "scorekeeper.server"} <= library | own

    asked = [sys.executable, "-c", IMPORTED, *library, *own]
    answer = subprocess.run(asked, capture_output=True, text=True, check=False)

    assert answer.returncode == 0, answer.stderr
