"""A season's scoring worked out for a few games."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given

from scorekeeper.standings.scoring import Scoring
from scorekeeper.standings.worked import worked_example
from tests.standings.seasons import scorings

WINS = {"scheme": "wins", "ties": ["difference", "direct", "points"]}


@pytest.mark.parametrize(
    ("document", "many", "totals"),
    [
        (WINS, False, {0: 2, 1: 1, 2: 1, 3: 0}),
        (WINS, True, {0: 2, 1: 1, 2: 2, 3: 0}),
        # whoever comes and loses gains as much as one win: why places are not the usual any more
        ({"scheme": "place-points"}, False, {0: 10, 1: 8, 2: 5, 3: 9}),
        ({"scheme": "place-points"}, True, {0: 10, 1: 10, 2: 10, 3: 11}),
        ({"scheme": "total", "best": 1}, False, {0: 60, 1: 50, 2: 70, 3: 45}),
        ({"scheme": "average", "least": 9}, False, {0: Fraction(23, 4), 1: Fraction(17, 4)}),
    ],
)
def test_example_is_scored_as_the_season(
    document: Any, many: bool, totals: dict[int, Fraction]
) -> None:
    example = worked_example(Scoring.read(document), many)
    found = {one.player: one.total for one in example.table}

    assert {player: found[player] for player in totals} == totals
    assert len(example.games) == 4 + many


def test_wins_are_parted_by_difference() -> None:
    table = worked_example(Scoring.read(WINS)).table

    assert [(one.player, one.place) for one in table] == [(0, 1), (2, 2), (1, 3), (3, 4)]
    assert table[1].by == "better points difference (50 to −10)"


@given(scoring=scorings())
def test_every_scoring_has_an_example(scoring: Scoring) -> None:
    table = worked_example(scoring, many=True).table

    assert {one.player for one in table} == {0, 1, 2, 3}
    assert all(one.place for one in table)
