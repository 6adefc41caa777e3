"""The shared questions, answered as they are worked by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import questions

VECTORS = json.loads((Path(__file__).parent / "vectors" / "referee.json").read_text())


def test_there_are_vectors() -> None:
    assert len(VECTORS) == 25


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_a_question_is_answered_as_expected(vector: dict[str, Any]) -> None:
    answer = questions.trick(vector["question"])

    assert "errors" not in answer
    assert vector["expect"].items() <= answer.items()
