"""Disks with little room, for tests of what happens when there is none left."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

FILLER = "filler"


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """A folder that is made and holds no more; skips where nothing can be mounted."""
    folder.mkdir()
    mount = shutil.which("mount")
    tried = mount and subprocess.run(
        [mount, "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    if not tried or tried.returncode:
        pytest.skip(f"no small disk can be mounted: {tried.stderr.strip() if tried else ''}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder: Path) -> None:
    """Leave no room at all."""
    with open(folder / FILLER, "wb", buffering=0) as file:
        for size in (4096, 1):
            try:
                while True:
                    file.write(b"\0" * size)
            except OSError:
                continue
