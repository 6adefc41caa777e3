"""A board as it is entered at the table."""

import pytest

from scorekeeper.duplicate.entry import by_result
from scorekeeper.games.bridge.scoring import result_of


@pytest.mark.parametrize("level", range(1, 8))
def test_result_keys_go_by_the_contract(level: int) -> None:
    keys = by_result(result_of(level)).keys

    made = [key.value for key in keys if key.row == 0]
    assert made == [*range(6 + level, 14)]
    assert [key.value for key in keys if key.row == 1] == [*range(5 + level, level, -1)]
    assert sorted(key.value for key in keys) == [*range(14)]
    assert by_result(result_of(level)).keys is keys


def test_tricks_without_a_contract_stay() -> None:
    assert by_result(result_of(0)) == result_of(0)
