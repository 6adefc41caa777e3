"""How evenly players meet, in words; with plans short enough to count by hand."""

import pytest

from scorekeeper.leagues.evening.plan import INDIVIDUAL, PAIRS, TEAMS, Evening
from scorekeeper.schedules.rounds import Round
from scorekeeper.web.league.evening.rounds import balance_in_words

NAMES = dict(enumerate(("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")))
SQUARE = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2))
"""Ann with Cat, with Ben, with Dan: a whole tournament of four."""


def evening(
    *rounds: Round, kind: str = INDIVIDUAL, units: tuple[tuple[int, ...], ...] = ()
) -> Evening:
    return Evening(1, "", "", 1, "whist", None, kind, (), units, None, rounds)


def round_of(*tables: tuple[int, ...], byes: tuple[int, ...] = ()) -> Round:
    return Round(tables, byes)


@pytest.mark.parametrize(
    ("rounds", "partners", "told"),
    [
        (
            [round_of(table) for table in SQUARE],
            True,
            ["Everyone partners everyone once.", "Everyone meets everyone twice."],
        ),
        (
            [round_of(table) for table in SQUARE[:2]],
            True,
            ["No partners repeat.", "Everyone meets everyone once or twice."],
        ),
        (
            [round_of(SQUARE[0]), round_of(SQUARE[0])],
            True,
            [
                "Partners more than once: Ann & Cat and Ben & Dan.",
                "No two players meet more than twice.",
            ],
        ),
        (
            [round_of((0, 1, 2), (3, 4, 5))],
            False,
            ["No two players meet more than once."],
        ),
        ([round_of((0, 1)), round_of((1, 0))], False, ["Everyone meets everyone twice."]),
    ],
)
def test_the_plan_says_whom_players_meet(
    rounds: list[Round], partners: bool, told: list[str]
) -> None:
    assert balance_in_words(evening(*rounds), partners, NAMES) == [*told, "No one sits out."]


def test_byes_are_listed_with_their_rounds() -> None:
    rounds = [round_of((0, 1), byes=(2,)), round_of((0, 2), byes=(1,)), round_of((0, 1), byes=(2,))]

    assert balance_in_words(evening(*rounds), False, NAMES)[-1] == (
        "Sitting out: Cat in rounds 1 and 3; Ben in round 2."
    )


def test_the_plan_says_whom_pairs_and_teams_meet() -> None:
    pairs = ((0, 1), (2, 3), (4, 5))
    first, second = round_of((0, 2, 1, 3), byes=(4, 5)), round_of((0, 4, 1, 5), byes=(2, 3))

    told = balance_in_words(evening(first, second, kind=PAIRS, units=pairs), True, NAMES)
    assert told[0] == "No pair meets another more than once."

    teams = ((0, 1, 2, 3), (4, 5, 6, 7))
    match = round_of((0, 4, 1, 5), (6, 2, 7, 3))
    told = balance_in_words(evening(match, kind=TEAMS, units=teams), True, NAMES)
    assert told[0] == "Each team meets each other team once."
