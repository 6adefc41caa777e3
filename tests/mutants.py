"""Whether the tests notice a condition that is turned round: twenty mutants, one in a place where a
wrong condition would cost somebody points, answers or a secret.

`make mutants` tries each in a copy of this checkout, with the tests that should fail, as far as
`make test` runs them. A mutant that survives shows a test that is missing; where its code has
changed, its row here follows.
"""

import os
import shutil
import subprocess
import sys
import tempfile
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


MUTANTS: Final = (
    Mutant(
        "games/bridge/scoring.py",
        "if part[side] < GAME_SCORE:",
        "if part[side] <= GAME_SCORE:",
        "games/test_bridge.py",
    ),
    Mutant(
        "games/spades/scoring.py",
        "    if took < bid:",
        "    if took <= bid:",
        "games/test_spades.py",
    ),
    Mutant(
        "games/euchre/scoring.py",
        'phrase("odd trick") if self.tricks >= NEEDED',
        'phrase("odd trick") if self.tricks > NEEDED',
        "games/test_euchre.py",
    ),
    Mutant(
        "games/oh_hell/scoring.py",
        "elif bid == tricks:",
        "elif bid >= tricks:",
        "games/test_oh_hell.py",
    ),
    Mutant(
        "games/trex/scoring.py",
        "if pad.deals >= DEALS else None",
        "if pad.deals > DEALS else None",
        "test_vectors.py",
    ),
    Mutant(
        "engine/replay.py",
        'if outcome is None and kind == "finish":',
        'if outcome is None or kind == "finish":',
        "test_vectors.py",
    ),
    Mutant(
        "interview/steps.py",
        "if rest and not self.refused:",
        "if rest and self.refused:",
        "test_vectors.py",
    ),
    Mutant(
        "referee/tricks.py",
        "if len(plays) < len(players):",
        "if len(plays) <= len(players):",
        "referee/test_tricks.py",
    ),
    Mutant(
        "referee/auction.py",
        "return topped or passes == seats - 1 or len(waiting) == 1",
        "return topped or passes == seats or len(waiting) == 1",
        "referee/test_five_hundred.py referee/test_twenty_eight.py",
    ),
    Mutant(
        "web/interview/form.py",
        "return not self.missing and not self.refused",
        "return not self.missing or not self.refused",
        "web/test_playing.py",
    ),
    Mutant(
        "web/interview/form.py",
        "if left == 0 or (left > 0 and len(open_fields) == 1):",
        "if left == 0 or (left > 0 and len(open_fields) != 1):",
        "web/test_playing.py",
    ),
    Mutant(
        "store/table/rows.py",
        "if version != expected_version:\n        raise",
        "if version < expected_version:\n        raise",
        "store/test_write.py",
    ),
    Mutant(
        "store/table/records.py",
        'elif record.kind == "restore" and undone and record.about == undone[-1]:',
        'elif record.kind == "restore" and undone and record.about != undone[-1]:',
        "store/test_fold.py",
    ),
    Mutant(
        "leagues/decisions.py",
        "if person is not None and person not in known:",
        "if person is not None and person in known:",
        "web/test_members.py web/test_league_game.py",
    ),
    Mutant(
        "leagues/membership.py",
        "if not (one.guest or one.left):",
        "if not (one.guest and one.left):",
        "leagues/test_decisions.py",
    ),
    Mutant(
        "standings/finished.py",
        "sum(other > rank for other in ranks)",
        "sum(other >= rank for other in ranks)",
        "standings/test_finished.py",
    ),
    Mutant(
        "standings/ties.py",
        "if scores and len(set(scores)) > 1:",
        "if scores and len(set(scores)) > 2:",
        "standings/test_ranking.py",
    ),
    Mutant(
        "store/access/table_access.py",
        "if came and (new or old.role == SCORER):",
        "if came and (new or old.role != SCORER):",
        "web/test_renewing.py",
    ),
    Mutant(
        "store/access/devices.py",
        "PENDING if passphrase and link.role == ORGANISER",
        "PENDING if passphrase or link.role == ORGANISER",
        "leagues/test_league_access.py",
    ),
    Mutant(
        "store/access/budgets.py",
        "row.wrong < budget.most",
        "row.wrong <= budget.most",
        "web/test_organise.py",
    ),
)


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
