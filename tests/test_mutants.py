"""The rows of `mutants.txt` fit the code as it is; what they find is asked by `make mutants`."""

import pytest

from tests.mutants import MUTANTS, TOP, Mutant, occurrences


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.file}: {mutant.old}")
def test_mutant_has_one_place_and_real_tests(mutant: Mutant) -> None:
    assert occurrences(mutant) == 1
    assert mutant.old != mutant.new
    assert all((TOP / "tests" / file).is_file() for file in mutant.tests.split())


def test_there_are_eighty_and_some_in_every_room() -> None:
    rooms = {mutant.file.partition("/")[0] for mutant in MUTANTS}

    assert len({(mutant.file, mutant.old) for mutant in MUTANTS}) == 85
    assert {one.parent.name for one in (TOP / "scorekeeper").glob("*/__init__.py")} <= rooms
