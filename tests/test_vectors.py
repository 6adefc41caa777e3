"""Every vector through the engine: scores, totals, lines, state, ends, messages."""

from typing import Any

import pytest

from scorekeeper.game_checks.vectors import differences
from scorekeeper.games import games
from scorekeeper.sheet.documents import OWN
from tests.vectors import load

VECTORS = load()


@pytest.mark.parametrize("slug", [*games(), OWN])
def test_vectors_score_as_worked_by_hand(slug: str) -> None:
    vectors = [vector for vector in VECTORS if vector["sheet"]["game"] == slug]
    wrong = [f"{one['id']}: {found}" for one in vectors if (found := differences(one))]

    assert vectors
    assert not wrong, "\n".join(wrong)


def test_each_vector_has_a_game_and_its_own_name() -> None:
    assert {vector["sheet"]["game"] for vector in VECTORS} == {*games(), OWN}
    assert len({vector["id"] for vector in VECTORS}) == len(VECTORS)


@pytest.mark.parametrize(
    ("expect", "difference"),
    [
        ({"valid": False}, "valid is False, but the errors are none"),
        ({"finished": True}, "finished: False, not True"),
        ({"next": {"deal": 3}}, "next.deal: 2, not 3"),
        ({"entries": []}, None),
        ({"entries": [{}, {}]}, "1 entries were scored, not 2"),
        ({"entries": [{"scores": [1, 3]}]}, "entries[0].scores: [1, 2], not [1, 3]"),
        (
            {"entries": [{"lines": [[0, 1, "points"]]}]},
            "entries[0].lines: [(0, 1, 'points'), (1, 2, 'points')], not [(0, 1, 'points')]",
        ),
    ],
)
def test_a_different_result_is_reported(expect: dict[str, Any], difference: str | None) -> None:
    sheet = {
        **{"format": "scorekeeper/1", "game": "tally", "players": ["Ann", "Ben"]},
        "entries": [{"points": [1, 2]}],
    }

    told = differences({"sheet": sheet, "expect": {"valid": True, **expect}})

    assert told == ([] if difference is None else [difference])


@pytest.mark.parametrize(
    ("expect", "difference"),
    [
        ({"valid": True}, "valid is True, but the errors are [{'at': 'entries[0].points',"),
        ({"error_in": "entries[1]"}, "the error stands at entries[0].points, not at entries[1]"),
        ({"errors": [{"at": "dealer"}]}, "the errors are [('entries[0].points',"),
        (
            {"errors": [{"at": "entries[0].points", "message": "No."}]},
            "at entries[0].points: 'No.' is not said, but [('entries[0].points',",
        ),
    ],
)
def test_a_different_error_is_reported(expect: dict[str, Any], difference: str) -> None:
    sheet = {
        **{"format": "scorekeeper/1", "game": "tally", "players": ["Ann", "Ben"]},
        "entries": [{"points": 1}],
    }

    (told,) = differences({"sheet": sheet, "expect": {"valid": False, **expect}})

    assert told.startswith(difference)
