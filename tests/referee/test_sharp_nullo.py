"""The bidding of Sharp Nullo: what may be called, what it settles
(sharp_nullo/rules.md#bidding)."""

import pytest

from tests.referee.asking import call, calls, judgement, settled


def test_numbers_are_written_by_one_then_another() -> None:
    to_12 = "0 1 2 3 4 5 6 7 8 9 10 11 12"

    assert calls("sharp-nullo", dealer=3) == to_12
    assert call("sharp-nullo", "4 3 6", dealer=3)["to_act"] == 0
    assert call("sharp-nullo", "4 3 6 5", dealer=3)["to_act"] == 1
    assert calls("sharp-nullo", "4 3 6 5 5 4 4", dealer=3) == to_12


@pytest.mark.parametrize(
    ("numbers", "loser"),
    [
        ("4 3 6 5 5 4 4 6", 1),  # 18 against 19
        ("4 3 6 5 5 4 4 5", 1),  # level: the dealer's left has won
        ("4 3 6 5 5 4 4 4", 0),
    ],
)
def test_the_loser_of_the_bidding_picks(numbers: str, loser: int) -> None:
    answer = call("sharp-nullo", numbers, dealer=3)

    assert (answer["to_act"], answer["legal_calls"]) == (loser, ["UR", "DR", "UL", "DL"])


def test_sharp_nullo_contract() -> None:
    assert settled("sharp-nullo", "4 3 6 5 5 4 4 6 DR") == {
        "bids": {
            "left": {"UR": 4, "DR": 3, "UL": 6, "DL": 5},
            "partner": {"UR": 5, "DR": 4, "UL": 4, "DL": 6},
        },
        "contract": "DR",
    }


@pytest.mark.parametrize(
    ("made", "asked", "expected"),
    [
        ("", "0", (True, "Any number from 0 to 12 may be written.", "bidding")),
        ("", "13", (False, "Not a call in this game. Calls: 0, 1, 2, …, 12.", "bidding")),
        ("4 3 6 5 5 4 4 6", "UL", (True, "Any of the winner's four numbers.", "bidding")),
        (
            "4 3 6 5 5 4 4 6",
            "pass",
            (False, "Not a call in this game. Calls: UR, DR, UL, DL.", "bidding"),
        ),
    ],
)
def test_sharp_nullo_judgements(made: str, asked: str, expected: tuple[bool, str, str]) -> None:
    assert judgement("sharp-nullo", made, asked) == expected
