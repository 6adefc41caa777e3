"""Every vector through the engine: scores, totals, lines, state, ends, messages."""

import json
from typing import Any

import msgspec
import pytest

from scorekeeper.sheet import score
from tests.vectors import compare, load

VECTORS = load()


def scored(sheet: dict[str, Any]) -> dict[str, Any]:
    """The result as another program would read it."""
    document: dict[str, Any] = json.loads(msgspec.json.encode(score(sheet)))
    return document


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_a_vector_scores_as_worked_by_hand(vector: dict[str, Any]) -> None:
    sheet, expect = vector["sheet"], vector["expect"]
    document = scored(sheet)
    cut = document
    if "errors" in document:
        kept = len(expect.get("entries", []))
        cut = scored({**sheet, "entries": sheet["entries"][:kept]}) if kept else {"entries": []}
    assert compare(expect, document, cut) == []
