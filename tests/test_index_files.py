"""The index of a game's rules, in a file: the same answers, and none that is out of date."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import index_files, languages
from scorekeeper.engine.game import Game
from scorekeeper.games import games
from scorekeeper.index_files import (
    IndexFile,
    IndexFiles,
    fingerprint,
    read_index,
    write_index,
    write_unmarked,
)
from scorekeeper.search import ranking, tables
from scorekeeper.search.index import index_of
from scorekeeper.search.tables import TableReader, Tables, number

TABLES: Tables = {"one": {"spade": (0, 0.5, 3, 0.25), "": (1,)}, "other": {"spade": (2, 1)}}


@pytest.fixture
def game() -> Game:
    return games()["whist"]


@pytest.fixture
def files(tmp_path: Path) -> IndexFiles:
    """A folder without files, and one's own."""
    return IndexFiles(tmp_path / "shipped", lambda: tmp_path / "own")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return tmp_path / "own"


def unasked() -> Tables:
    raise AssertionError("It is there already.")


def pairs(file: TableReader) -> list[tuple[int, float]]:
    return [*tables.pairs(file, "one", "spade")]


def test_an_index_is_built_once(files: IndexFiles, own: Path, game: Game) -> None:
    built = files.open(game, lambda: TABLES)
    read = files.open(game, unasked)

    for file in (built, read):
        assert pairs(file) == [(0, 0.5), (3, 0.25)]
        assert number(file, "one", "") == 1
        assert number(file, "one", "heart") == 0
        assert [*tables.pairs(file, "other", "heart")] == []
        assert file.sizes("other") == {"spade": 1}
    assert [path.name for path in own.iterdir()] == ["whist.db"]


def test_what_the_package_brings_is_read(
    files: IndexFiles, own: Path, tmp_path: Path, game: Game
) -> None:
    write_index(tmp_path / "shipped" / "whist.db", game, TABLES)

    assert pairs(files.open(game, unasked)) == [(0, 0.5), (3, 0.25)]
    assert not own.exists()


def test_index_of_other_rules_is_built_anew(
    files: IndexFiles, own: Path, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    files.open(game, lambda: TABLES)
    monkeypatch.setattr(index_files, "fingerprint", lambda game: "another")

    assert pairs(files.open(game, lambda: {"one": {"spade": (7, 1)}})) == [(7, 1)]
    assert pairs(files.open(game, unasked)) == [(7, 1)]


def test_the_fingerprint_follows_the_rules(
    tmp_path: Path, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = {fingerprint(game), fingerprint(games()["nap"])}
    for text in ("A rule.", "Another rule."):
        (tmp_path / "rules.md").write_text(text)
        monkeypatch.setattr(index_files, "folder", lambda game: tmp_path)
        seen.add(fingerprint(game))
    index_files._of_code.cache_clear()
    monkeypatch.setattr(languages, "spoken", "fr")
    seen.add(fingerprint(game))
    index_files._of_code.cache_clear()

    assert len(seen) == 5


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:40],
        lambda data: data[:-4096],
        lambda data: b"no database" * 1000,
        lambda data: data[:4096] + bytes(4096) + data[8192:],
    ],
)
def test_a_damaged_file_is_built_anew(
    files: IndexFiles, own: Path, game: Game, damage: Callable[[bytes], bytes]
) -> None:
    many = {"one": {f"term {n}": (n, 1.0) for n in range(2000)} | {"spade": (0, 0.5, 3, 0.25)}}
    files.open(game, lambda: many)
    path = own / "whist.db"
    path.write_bytes(damage(path.read_bytes()))

    assert pairs(files.open(game, lambda: many)) == [(0, 0.5), (3, 0.25)]
    assert read_index(path, game) is not None


def test_without_a_folder_nothing_is_kept(tmp_path: Path, game: Game) -> None:
    (tmp_path / "file").write_text("no folder")
    files = IndexFiles(tmp_path, lambda: tmp_path / "file")

    assert pairs(files.open(game, lambda: TABLES)) == [(0, 0.5), (3, 0.25)]


def test_several_may_read_and_none_may_write(files: IndexFiles, own: Path, game: Game) -> None:
    files.open(game, lambda: TABLES)
    opened = [files.open(game, unasked) for _ in range(3)]

    assert len({*map(tuple, map(pairs, opened))}) == 1
    assert isinstance(opened[0], IndexFile)
    with pytest.raises(sqlite3.OperationalError):
        opened[0]._connection.execute("DELETE FROM numbers")


def test_an_index_is_unmarked_for_phones(
    tmp_path: Path, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies = []
    for code in ("this code", "other code"):
        monkeypatch.setattr(index_files, "fingerprint", lambda game, code=code: code)
        write_index(tmp_path / "marked.db", game, TABLES)
        copies.append(tmp_path / f"{code}.db")
        write_unmarked(copies[-1], tmp_path / "marked.db")

    first, second = (copy.read_bytes() for copy in copies)
    assert first == second
    assert pairs(IndexFile(copies[0])) == [(0, 0.5), (3, 0.25)]


def test_threads_may_read_at_once(files: IndexFiles, game: Game) -> None:
    many = {"one": {f"term {n}": (n, 1.0) for n in range(500)}}
    files.open(game, lambda: many)
    file = files.open(game, unasked)

    def read(n: int) -> list[float]:
        return [*file.numbers("one", f"term {n % 500}")]

    with ThreadPoolExecutor(8) as pool:
        assert [*pool.map(read, range(5000))] == [[n % 500, 1.0] for n in range(5000)]


@pytest.mark.long
def test_the_search_answers_the_same_from_files(files: IndexFiles, own: Path, game: Game) -> None:
    questions = ("who leads", "she revoekd", "honours forgotten", "joker")
    before = tables.open_index
    fresh: list[list[Any]] = []
    try:
        for opener in (tables.build_anew, files.open, files.open):
            tables.open_by(opener)
            index_of.cache_clear()
            found = [[hit[:3] for hit in ranking.search(one, game)] for one in questions]
            fresh = fresh or found
            assert found == fresh
    finally:
        tables.open_by(before)
        index_of.cache_clear()
