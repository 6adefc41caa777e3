"""The documents of the gallery score as worked by hand, from a sheet that carries them."""

import pytest

from scorekeeper.game_checks.vectors import differences
from scorekeeper.sheet import score
from scorekeeper.sheet.documents import FORMAT, OWN
from tests.own.documents import DOCUMENTS
from tests.vectors import load


@pytest.mark.parametrize("slug", DOCUMENTS)
def test_document_scores_as_worked_by_hand(slug: str) -> None:
    vectors = [
        {**one, "sheet": {**one["sheet"], "game": OWN, OWN: DOCUMENTS[slug]}}
        for one in load()
        if one["sheet"]["game"] == slug
    ]

    assert vectors
    assert [(one["id"], found) for one in vectors if (found := differences(one))] == []


@pytest.mark.parametrize("slug", DOCUMENTS)
def test_worked_deals_of_a_document_hold(slug: str) -> None:
    document = DOCUMENTS[slug]
    for example in document["examples"]:
        sheet = {key: example[key] for key in example.keys() - {"title", "scores", "totals"}}

        result = score({"format": FORMAT, "game": OWN, OWN: document, **sheet})

        assert [*result["entries"][-1]["totals"]] == example["totals"]
        assert result["own"]["name"] == document["name"]
