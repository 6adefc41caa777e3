"""The wheel, the pinned requirements, and the messages of `make` where something is missing."""

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from scorekeeper.games import games
from tests.smoke import ask_the_rules, look_around, started

pytestmark = pytest.mark.long

TOP = Path(__file__).resolve().parent.parent
TOOLS = ("make", "sh", "sed", "touch", "rm", "mkdir", "cp")
START = [sys.executable, "-m", "scorekeeper"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[zipfile.ZipFile]:
    """The wheel, built from this checkout without a network."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=TOP, check=True, capture_output=True)
    with zipfile.ZipFile(next(folder.glob("scorekeeper-*.whl"))) as opened:
        yield opened


def files_below(folder: Path, pattern: str = "*") -> set[str]:
    found = (path for path in folder.rglob(pattern) if path.is_file())
    return {path.relative_to(folder).as_posix() for path in found if path.suffix != ".pyc"}


@pytest.mark.parametrize(
    ("here", "pattern", "there"),
    [
        ("templates", "*", "_shipped/templates"),
        ("static", "*", "_shipped/static"),
        ("scorekeeper/store/migrations", "*", "store/migrations"),
        ("scorekeeper/games", "*.md", "games"),
        ("scorekeeper/games", "*.html", "games"),
    ],
)
def test_the_wheel_holds_every(here: str, pattern: str, there: str, wheel: zipfile.ZipFile) -> None:
    wanted = {f"scorekeeper/{there}/{name}" for name in files_below(TOP / here, pattern)}

    assert wanted
    assert wanted <= set(wheel.namelist())


def test_the_wheel_brings_the_index_of_each_game(wheel: zipfile.ZipFile) -> None:
    wanted = {f"scorekeeper/_shipped/search/{slug}.db" for slug in games()}

    assert wanted <= set(wheel.namelist())


def test_a_build_has_what_the_index_is_built_with() -> None:
    told = "import sys; before = {*sys.modules}; import scorekeeper.index_files"
    told += "; print(*{one.partition('.')[0] for one in {*sys.modules} - before})"
    done = subprocess.run([sys.executable, "-c", told], cwd=TOP, check=True, capture_output=True)
    owners = packages_distributions()
    used = {_plain(one) for name in done.stdout.decode().split() for one in owners.get(name, ())}
    build = tomllib.loads((TOP / "pyproject.toml").read_text())["build-system"]["requires"]

    # markdown-it-py brings mdurl
    assert used - {"scorekeeper", "mdurl"} == {*map(_plain, build)} - {"hatchling"}


def test_the_wheel_holds_nothing_but_the_package(wheel: zipfile.ZipFile) -> None:
    names = wheel.namelist()
    others = {name for name in names if not name.startswith("scorekeeper/")}

    assert all(re.match(r"scorekeeper-[0-9.]+\.dist-info/", name) for name in others)
    assert any(name.endswith("/licenses/LICENSE") for name in others)


@pytest.mark.hard
def test_wheel_starts_and_keeps_its_data_outside(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    site, home, empty = tmp_path / "site-packages", tmp_path / "home", tmp_path / "empty"
    wheel.extractall(site)
    home.mkdir()
    empty.mkdir()
    before = files_below(site)
    environment = {"PYTHONPATH": str(site), "HOME": str(home), "XDG_DATA_HOME": str(home)}

    with started(START, empty, **environment) as (address, output):
        assert len(look_around(address)) > 1
        ask_the_rules(address)

    assert str(home) in output
    assert not [*home.rglob("search")]
    assert (home / "scorekeeper" / "scorekeeper.db").is_file()
    assert files_below(site) == before
    assert files_below(empty) == set()


def test_everything_that_is_needed_is_pinned() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text())
    groups = [
        project["build-system"]["requires"],
        project["project"]["dependencies"],
        *project["project"]["optional-dependencies"].values(),
        *project["dependency-groups"].values(),
    ]
    needed = {_plain(requirement) for group in groups for requirement in group}

    assert needed - set(_pins()) == set()


def _pins() -> dict[str, str]:
    lines = (TOP / "constraints.txt").read_text().splitlines()
    pins = (re.fullmatch(r"([\w.-]+)==([\w.]+)", line) for line in lines if line[:1] not in "#")
    return {_plain(pin[1]): pin[2] for pin in pins if pin}


def _plain(requirement: str) -> str:
    name = re.match(r"[\w.-]+", requirement)
    assert name
    return re.sub(r"[-_.]+", "-", name.group()).lower()


def test_pins_are_names_and_versions_only() -> None:
    lines = (TOP / "constraints.txt").read_text().splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]

    assert len(_pins()) == len(pins)


class Machine:
    """A machine with make and the Pythons it is given, and nothing else on its path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs = folder / "programs"
        self.programs.mkdir()
        shutil.copy(TOP / "Makefile", folder)
        for tool in TOOLS:
            found = shutil.which(tool)
            if found is None:
                pytest.skip(f"{tool} is not installed")
            (self.programs / tool).symlink_to(found)

    def has(self, name: str, script: str) -> None:
        """Put a program `name` on the path."""
        (self.programs / name).write_text(f"#!/bin/sh\n{script}\n")
        (self.programs / name).chmod(0o755)

    def make(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run make with nothing in the environment but the path."""
        return subprocess.run(
            ["make", *arguments],
            cwd=self.folder,
            env={"PATH": str(self.programs)},
            capture_output=True,
            text=True,
            check=False,
        )


REFUSES = 'echo "this command exists in another version" >&2; exit 127'
OLD = 'case "$1" in --version) echo "Python 3.9.18";; *) exit 1;; esac'
# one that has no ensurepip, as Debian ships it without python3-venv
BARE = 'case "$2" in *ensurepip*) exit 1;; esac'
# "-m venv FOLDER" puts a copy of itself there, all else succeeds
WORKS = """case "$1" in
  --version) echo "Python 3.12.1";;
  -m) mkdir -p "$3/bin"; cp "$0" "$3/bin/python";;
esac"""


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine without any Python."""
    return Machine(tmp_path)


def test_make_alone_prints_what_there_is(machine: Machine) -> None:
    answer = machine.make()

    assert answer.returncode == 0
    assert answer.stderr == ""
    for target in ("run", "test", "test-314", "quick", "lint", "types", "wheel", "bench", "clean"):
        assert re.search(rf"^  make {target}  ", answer.stdout, re.MULTILINE)


def test_machine_without_python_is_told_its_need(machine: Machine) -> None:
    answer = machine.make(".venv/made")

    assert answer.returncode != 0
    assert "needs Python 3.11 or later, and none was found that works" in answer.stderr
    assert "apt install python3 python3-venv" in answer.stderr
    assert not (machine.folder / ".venv").exists()


def test_pythons_that_do_not_do_are_named(machine: Machine) -> None:
    machine.has("python3.13", REFUSES)
    machine.has("python3.12", BARE)
    machine.has("python3", OLD)

    output = machine.make(".venv/made").stderr

    assert "Seen: python3 is Python 3.9.18; that does not do." in output
    assert "Incomplete (ensurepip, sqlite3 or ssl is missing): python3.12." in output
    assert "another version" not in output


def test_the_first_python_that_works_is_taken(machine: Machine) -> None:
    machine.has("python3.13", REFUSES)
    machine.has("python3.12", WORKS)

    answer = machine.make(".venv/made")

    assert answer.returncode == 0, answer.stderr
    assert "Making the environment .venv with Python 3.12.1" in answer.stdout
    assert (machine.folder / ".venv" / "bin" / "python").is_file()
    assert machine.make(".venv/made").stdout.endswith("up to date.\n")


def test_named_python_alone_is_taken(machine: Machine) -> None:
    machine.has("python3.12", WORKS)
    machine.has("mine", WORKS)

    assert machine.make(".venv/made", "PYTHON=missing").returncode != 0
    assert machine.make(".venv/made", "PYTHON=mine").returncode == 0


def test_environment_without_python_is_remade(machine: Machine) -> None:
    machine.has("python3.12", WORKS)
    machine.make(".venv/made")
    (machine.folder / ".venv" / "bin" / "python").unlink()

    answer = machine.make(".venv/made")

    assert "Making the environment .venv with" in answer.stdout
    assert (machine.folder / ".venv" / "bin" / "python").is_file()
