"""Whether the tests notice a condition that is turned round: the mutants of `mutants.txt`, each in
a place where a wrong condition would cost somebody points, answers or a secret.

`make mutants` tries each in a copy of this checkout, with the tests that should fail, as far as
`make test` runs them. A mutant that survives shows a test that is missing; where its code has
changed, its row follows.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

TOP: Final = Path(__file__).resolve().parent.parent

LEFT_BEHIND: Final = shutil.ignore_patterns(
    ".*cache", ".git", ".venv", ".hypothesis", "__pycache__", "dist", "screenshots", "instance"
)
MARKERS: Final = "not browser and not postgres and not hard"


class Mutant(NamedTuple):
    """A file of the package, what stands in it exactly once, what is put in its place, and the
    tests of which one should fail then (files below `tests/`)."""

    file: str
    old: str
    new: str
    tests: str


def read_mutants(text: str) -> Iterator[Mutant]:
    """Yield the mutants of such a file: a line with the file and its tests, then what stands there
    and what is put in its place, marked as in a diff."""
    for block in text.strip().split("\n\n"):
        head, *lines = block.split("\n")
        file, _, tests = head.partition(": ")
        old, new = (
            "\n".join(line[2:] for line in lines if line.startswith(sign)) for sign in ("- ", "+ ")
        )
        yield Mutant(file, old, new, tests)


MUTANTS: Final = (*read_mutants((TOP / "tests" / "mutants.txt").read_text(encoding="utf-8")),)


def occurrences(mutant: Mutant, top: Path = TOP) -> int:
    """Return how often the text to be replaced stands in its file; any but once is a row that is
    old."""
    return (top / "scorekeeper" / mutant.file).read_text(encoding="utf-8").count(mutant.old)


def fails(top: Path, tests: set[str]) -> bool:
    """Return whether one of these tests fails there. Raises ``RuntimeError`` where they could
    not run."""
    asked = [f"tests/{one}" for one in sorted(tests)]
    answer = subprocess.run(
        [sys.executable, "-m", "pytest", "-xq", "-p", "no:cacheprovider", "-m", MARKERS, *asked],
        cwd=top,
        env={**os.environ, "PYTHONPATH": str(top)},
        capture_output=True,
        text=True,
        check=False,
    )
    if answer.returncode not in (0, 1):
        raise RuntimeError(answer.stdout + answer.stderr)
    return answer.returncode == 1


def killed(mutant: Mutant, top: Path) -> bool:
    """Return whether the tests notice the mutant in that copy, which is afterwards as it was."""
    file = top / "scorekeeper" / mutant.file
    was = file.read_text(encoding="utf-8")
    file.write_text(was.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        return fails(top, {*mutant.tests.split()})
    finally:
        file.write_text(was, encoding="utf-8")


def main() -> int:
    """Try all mutants; 0 if every one of them is killed."""
    if old := [mutant for mutant in MUTANTS if occurrences(mutant) != 1]:
        for mutant in old:
            print(f"{mutant.file}: this is not there exactly once: {mutant.old}")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder) / "checkout"
        shutil.copytree(TOP, top, ignore=LEFT_BEHIND)
        if fails(top, {one for mutant in MUTANTS for one in mutant.tests.split()}):
            print("The tests fail without any mutant.")
            return 1
        survivors = 0
        for mutant in MUTANTS:
            dead = killed(mutant, top)
            survivors += not dead
            told = " ".join(mutant.new.split())
            print(f"{'killed  ' if dead else 'SURVIVED'} {mutant.file}: {told}", flush=True)
    print(f"{len(MUTANTS) - survivors} of {len(MUTANTS)} mutants killed")
    return int(survivors > 0)


if __name__ == "__main__":
    sys.exit(main())
