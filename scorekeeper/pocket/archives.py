"""Zip files that come out the same whenever they are built."""

import zipfile
from pathlib import Path


def add_file(archive: zipfile.ZipFile, file: Path, name: Path) -> None:
    """Add a file without the time of its writing, so that no phone fetches again what a new build
    has not changed."""
    archive.writestr(zipfile.ZipInfo(name.as_posix()), file.read_bytes())
