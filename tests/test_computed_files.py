"""Computed values are saved in files, and never outlive what they were computed from."""

import hashlib
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from threading import Barrier, Thread

import pytest

from scorekeeper import computed_files, languages
from scorekeeper.computed_files import ComputedFiles, fingerprint
from scorekeeper.games import games
from scorekeeper.search import ranking
from scorekeeper.search.index import cache_by, search_index
from tests.kept_search import keep_search

VALUE = {"spade": [1, 2.5], ("", "a"): {"b"}}


@pytest.fixture
def files(tmp_path: Path) -> ComputedFiles:
    return ComputedFiles(lambda: tmp_path / "search")


def unasked() -> dict[object, object]:
    raise AssertionError("It is there already.")


def never_changed() -> bytes:
    return b"a" * 32


def test_a_value_is_computed_once(files: ComputedFiles, tmp_path: Path) -> None:
    assert files.keep("one", lambda: VALUE) == VALUE
    assert files.keep("one", unasked) == VALUE
    assert ComputedFiles(lambda: tmp_path / "search").keep("one", unasked) == VALUE
    assert [path.name for path in (tmp_path / "search").iterdir()] == ["one"]


def test_a_value_of_other_rules_is_computed_anew(
    files: ComputedFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    files.keep("one", lambda: VALUE)
    monkeypatch.setattr(computed_files, "fingerprint", never_changed)

    assert files.keep("one", lambda: {"new": 1}) == {"new": 1}
    assert files.keep("one", unasked) == {"new": 1}


def test_the_fingerprint_follows_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = {fingerprint()}
    for text in ("A rule.", "Another rule."):
        (tmp_path / "rules.md").write_text(text)
        monkeypatch.setattr(computed_files, "folder", lambda game: tmp_path)
        seen.add(fingerprint.__wrapped__())
    monkeypatch.setattr(languages, "spoken", "fr")
    seen.add(fingerprint.__wrapped__())

    assert len(seen) == 4


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:40],
        lambda data: data[:-1],
        lambda data: data[:-1] + bytes([data[-1] ^ 1]),
        lambda data: data[:32] + hashlib.sha256(b"no pickle").digest() + b"no pickle",
    ],
)
def test_a_damaged_file_is_written_anew(
    files: ComputedFiles, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    files.keep("one", lambda: VALUE)
    path = tmp_path / "search" / "one"
    whole = path.read_bytes()
    path.write_bytes(damage(whole))

    assert files.keep("one", lambda: VALUE) == VALUE
    assert path.read_bytes() == whole


def test_a_file_that_would_run_code_is_not_read(files: ComputedFiles, tmp_path: Path) -> None:
    body = pickle.dumps(Harm(str(tmp_path / "harm")))
    files.keep("one", lambda: VALUE)
    (tmp_path / "search" / "one").write_bytes(fingerprint() + hashlib.sha256(body).digest() + body)

    assert files.keep("one", lambda: VALUE) == VALUE
    assert not (tmp_path / "harm").exists()


class Harm:
    """Makes a folder when it is unpickled."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (self.path,)


def test_without_a_folder_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    files = ComputedFiles(lambda: tmp_path / "file")

    assert files.keep("one", lambda: VALUE) == VALUE
    assert files.keep("one", lambda: {"new": 1}) == {"new": 1}


def test_a_concurrent_reader_waits(files: ComputedFiles) -> None:
    asked, computed, both = [], [], Barrier(2)

    def compute() -> dict[str, int]:
        computed.append(1)
        return {"one": 1}

    def ask() -> None:
        both.wait()
        asked.append(files.keep("one", compute))

    threads = [Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert asked == [{"one": 1}, {"one": 1}]
    assert len(computed) == 1


@pytest.mark.hard
@pytest.mark.long
def test_the_search_answers_the_same_from_files(files: ComputedFiles) -> None:
    whist, questions = games()["whist"], ("who leads", "she revoekd", "honours forgotten", "joker")
    cache_by(None)
    search_index.cache_clear()
    fresh = [ranking.search(question, whist) for question in questions]
    try:
        for keep in (files.keep, lambda name, _: files.keep(name, unasked)):
            cache_by(keep)
            search_index.cache_clear()
            assert [ranking.search(question, whist) for question in questions] == fresh
    finally:
        keep_search()
        search_index.cache_clear()
