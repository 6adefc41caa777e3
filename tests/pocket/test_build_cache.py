"""A build computes only what has changed, and makes the same files from the same sources."""

import os
import zipfile
from pathlib import Path

import pytest

from scorekeeper.pocket.archives import add_file
from scorekeeper.pocket.build_cache import BuildCache


class Reader:
    """Counts what is computed."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def length(self, source: bytes, name: str) -> int:
        self.read.append(name)
        return len(source)


@pytest.fixture
def reader() -> Reader:
    return Reader()


def test_only_what_has_changed_is_computed_anew(tmp_path: Path, reader: Reader) -> None:
    for same, edited in ((b"abc", b"de"), (b"abc", b"fghi")):
        cache = BuildCache(tmp_path / "cache.pickle", b"1")
        lengths = [cache.get(reader.length, same, "a.py"), cache.get(reader.length, edited, "b.py")]
        cache.save()
        assert lengths == [len(same), len(edited)]

    assert reader.read == ["a.py", "b.py", "b.py"]


@pytest.mark.parametrize(("version", "name"), [(b"2", "a.py"), (b"1", "b.py")])
def test_another_version_or_name_is_computed_anew(
    tmp_path: Path, reader: Reader, version: bytes, name: str
) -> None:
    first = BuildCache(tmp_path / "cache.pickle", b"1")
    first.get(reader.length, b"abc", "a.py")
    first.save()

    BuildCache(tmp_path / "cache.pickle", version).get(reader.length, b"abc", name)

    assert reader.read == ["a.py", name]


def test_what_is_not_asked_for_is_forgotten(tmp_path: Path, reader: Reader) -> None:
    file = tmp_path / "cache.pickle"
    for source in (b"abc", b"de", b"abc"):
        cache = BuildCache(file, b"1")
        cache.get(reader.length, source, "a.py")
        cache.save()

    assert len(reader.read) == 3


def test_the_time_of_writing_changes_no_archive(tmp_path: Path) -> None:
    file, archives = tmp_path / "app.pyc", []
    file.write_bytes(b"code")
    for number, seconds in enumerate((1_000_000_000, 1_700_000_000)):
        os.utime(file, (seconds, seconds))
        archives.append(tmp_path / f"{number}.zip")
        with zipfile.ZipFile(archives[-1], "w") as archive:
            add_file(archive, file, Path("app/app.pyc"))

    first, second = (archive.read_bytes() for archive in archives)
    assert first == second
