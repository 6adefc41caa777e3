"""Double dummy and par, where endplay is there."""

import pytest

from scorekeeper.duplicate import double_dummy
from scorekeeper.duplicate.double_dummy import is_installed, solve
from scorekeeper.duplicate.hands import dealt
from tests.requirements import need_endplay

SUITS_APART = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


def test_whole_suits_take_all_or_nothing() -> None:
    need_endplay()
    found = solve(SUITS_APART, "N", "None")

    assert found.tricks == {
        "N": (0, 13, 0, 13, 0),
        "S": (0, 13, 0, 13, 0),
        "E": (0, 0, 13, 0, 13),
        "W": (0, 0, 13, 0, 13),
    }
    # seven spades stand over all that East-West can bid
    assert found.par == 1510
    assert found.contracts == ("7♠N=", "7♠S=")


@pytest.mark.parametrize("board", range(1, 9))
def test_sides_share_the_tricks(board: int) -> None:
    need_endplay()
    found = solve(dealt("double dummy", board), "E", "EW")

    for seat, tricks in found.tricks.items():
        for strain, n in enumerate(tricks):
            against = [found.tricks[one][strain] for one in ("EW" if seat in "NS" else "NS")]
            assert n + min(against) <= 13
    assert found.contracts


def test_missing_solver_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(double_dummy, "find_spec", lambda name: None)
    assert not is_installed()
