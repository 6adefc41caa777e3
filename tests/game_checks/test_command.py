"""`scorekeeper check-game`: which game it checks, what it prints, and its status."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper import cli
from scorekeeper.game_checks import CHECKS
from tests.game_checks.conftest import Brought

CHECKS_IN_ALL = sum(map(len, CHECKS.values()))
PROJECT = """
[project]
name = "slobberhannes-score"
[project.entry-points."scorekeeper.games"]
slobberhannes = "{package}"
"""

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def check(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command: its status, what it prints, and what it complains of."""

    def run(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            cli.main(["check-game", *map(str, arguments), "--rounds", "2"])
        assert isinstance(ended.value.code, int)
        return (ended.value.code, *capsys.readouterr())

    return run


def test_a_complete_game_passes(bring: Brought, check: Run) -> None:
    folder = bring()

    status, told, complaints = check(folder)

    assert (status, complaints) == (0, "")
    assert told.startswith(f"Slobberhannes (slobberhannes), in {folder}\n")
    assert told.endswith(f"Slobberhannes passes all {CHECKS_IN_ALL} checks.\n")
    assert told.count("\n  ok  ") == CHECKS_IN_ALL


def test_errors_are_listed_below_the_check(bring: Brought, check: Run) -> None:
    status, told, _ = check(bring(("vectors.json", "[3, 5, 2]", "[3, 5, 3]")))

    assert status == 1
    assert (
        "\n  NO  Every score sheet comes out as it was worked out by hand\n"
        "      slobberhannes-1: entries[2].totals: [3, 5, 2], not [3, 5, 3]\n"
    ) in told
    assert told.endswith(
        f"passes {CHECKS_IN_ALL - 1} of {CHECKS_IN_ALL} checks. See those marked NO.\n"
    )


def test_of_many_errors_the_first_is_reported(bring: Brought, check: Run) -> None:
    status, told, _ = check(bring(("rules.md", "*Usual practice.* ", "So. ")))

    sentences = told.partition("  NO  Every dispute says by whom it is settled\n")[2].split("\n")
    assert status == 1
    assert sentences[0] == (
        "      {#revoke} begins neither with Usual practice nor with By the source."
    )
    assert sentences[4] == "      … and 2 more"
    assert sentences[6].startswith("  ok  ")


def test_a_crash_is_reported_with_its_place(bring: Brought, check: Run) -> None:
    folder = bring(("scoring.py", "taken = [label", "taken = 1 / 0, [label"))

    status, told, _ = check(folder)

    line = (folder / "scoring.py").read_text().partition("1 / 0")[0].count("\n") + 1
    assert status == 1
    assert f"      scoring.py, line {line}: ZeroDivisionError: division by zero\n" in told


def test_a_missing_rules_page_is_reported(bring: Brought, check: Run) -> None:
    folder = bring()
    (folder / "rules.md").unlink()

    assert "\n      rules.md is missing.\n" in check(folder)[1]


@pytest.mark.parametrize("root", ["", "src"])
def test_a_project_is_checked_by_what_it_offers(
    root: str, bring: Brought, check: Run, tmp_path: Path
) -> None:
    folder, project = bring(), tmp_path / "project"
    (project / root).mkdir(parents=True)
    shutil.move(folder, project / root / folder.name)
    (project / "pyproject.toml").write_text(PROJECT.format(package=folder.name))

    status, told, _ = check(project)

    assert status == 0
    assert told.startswith(f"Slobberhannes (slobberhannes), in {project / root / folder.name}\n")


def test_a_known_game_is_checked_by_its_name(check: Run) -> None:
    assert check("tally")[0] == 0


def test_vectors_come_from_files_and_folders(bring: Brought, check: Run, tmp_path: Path) -> None:
    folder = bring(("vectors.json", "[3, 5, 2]", "[3, 5, 3]"))
    (tmp_path / "more").mkdir()
    moved = shutil.move(folder / "vectors.json", tmp_path / "more" / "own.json")

    without, by_file, by_folder = check(folder), check(folder, "--vectors", moved), None
    by_folder = check(folder, "--vectors", tmp_path / "more")

    assert "There are no score sheets: vectors.json is missing or empty." in without[1]
    assert "[3, 5, 2], not [3, 5, 3]" in by_file[1]
    assert by_folder == by_file


@pytest.mark.parametrize(
    ("corrupted", "message"),
    [
        (("__init__.py", "import scoring", "import scores"), "can't be loaded. __init__.py, line"),
        (("__init__.py", "GAME: Final", "GAMES: Final"), "has no attribute 'GAME'"),
        (("__init__.py", '"slobberhannes"', '"whist"'), "There is a game called whist already."),
        (("scoring.py", "def score(", "def score("[:-1]), "SyntaxError"),
        (("vectors.json", "[", "[["), "vectors.json is no JSON: "),
    ],
)
def test_an_unloadable_package_is_reported(
    corrupted: tuple[str, str, str], message: str, bring: Brought, check: Run
) -> None:
    status, told, complaints = check(bring(corrupted))

    assert (status, told) == (2, "")
    assert message in complaints


def test_a_folder_without_a_game_is_reported(check: Run, tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "pyproject.toml").write_text("[project]\n")

    assert check("quidditch")[2].startswith("quidditch is neither a folder nor a game. Games: ")
    assert "holds no game: no __init__.py or pyproject.toml" in check(tmp_path)[2]
    assert "offers no package under scorekeeper.games." in check(tmp_path / "project")[2]
    assert "No such file" in check("tally", "--vectors", tmp_path / "none.json")[2]
