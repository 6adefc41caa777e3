"""The scripts of the pages, each concern by itself, tested in Node by the files in `tests/js/`."""

import subprocess
from pathlib import Path

import pytest

from tests.requirements import TOP, need_node

pytestmark = pytest.mark.long  # half a second each, which Node takes to make a window

FILES = sorted((TOP / "tests" / "js").glob("*.test.js"))


def test_there_are_tests_of_scripts_at_all() -> None:
    assert FILES


@pytest.fixture(scope="module")
def node() -> Path:
    return need_node()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_scripts(node: Path, file: Path) -> None:
    # without --test, which starts one more Node to wait for this one
    run = subprocess.run([node, file], cwd=TOP, capture_output=True, text=True, check=False)

    assert run.returncode == 0, run.stdout + run.stderr
