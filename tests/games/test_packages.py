"""Games that other packages bring."""

import logging
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from scorekeeper import games as room
from scorekeeper.games import folder, games, register

GAME = """
from dataclasses import replace
from scorekeeper.games.tally import GAME as TALLY
GAME = replace(TALLY, slug="{slug}", name="{name}")
"""


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for packages; whatever games they bring are forgotten afterwards."""
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for package in tmp_path.iterdir():
        sys.modules.pop(package.name, None)
    room._find_games.cache_clear()
    games.cache_clear()


def package(where: Path, name: str, text: str) -> str:
    (where / name).mkdir()
    (where / name / "__init__.py").write_text(text)
    return name


def offered(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    found = [EntryPoint(name, name, room.ENTRY_POINTS) for name in names]
    monkeypatch.setattr(room, "entry_points", lambda group: found)
    room._find_games.cache_clear()
    games.cache_clear()


def test_an_installed_package_brings_its_game(
    packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package(packages, "counting", GAME.format(slug="counting", name="Counting"))
    offered(monkeypatch, "counting")

    assert games()["counting"].name == "Counting"
    assert [game.name for game in games().values()] == sorted(g.name for g in games().values())
    assert (folder(games()["counting"]) / "__init__.py").is_file()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 / 0", "ZeroDivisionError"),
        ("", "AttributeError"),
        (GAME.format(slug="whist", name="Another whist"), "There is a game called whist already."),
    ],
)
def test_package_without_a_game_is_left_out(
    text: str,
    message: str,
    packages: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    offered(monkeypatch)
    before = list(games())
    package(packages, "broken", text)
    with caplog.at_level(logging.ERROR):
        offered(monkeypatch, "broken")

        assert list(games()) == before
    assert "The game in the package broken was left out." in caplog.text
    assert message in caplog.text


def test_a_package_is_loaded_by_its_name(packages: Path) -> None:
    package(packages, "counting", GAME.format(slug="counting", name="Counting"))

    assert register("counting") is games()["counting"]
    with pytest.raises(ValueError, match="There is a game called counting already."):
        register("counting")
