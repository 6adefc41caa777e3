"""The documents of the gallery score as worked by hand, from a sheet that carries them."""

import pytest

from scorekeeper.game_checks.vectors import differences
from scorekeeper.games import games, is_edition
from scorekeeper.own import game_of
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


@pytest.mark.parametrize("slug", DOCUMENTS)
def test_what_a_document_is_stays_known(slug: str) -> None:
    """Add a line to `games/editions.txt` for a document that is changed, and leave the others:
    phones send tables that were begun with them."""
    game = game_of(DOCUMENTS[slug], slug, games()[slug].guide, earlier=True)

    assert is_edition(game)
    assert not is_edition(game_of({**DOCUMENTS[slug], "pack": "Another"}, slug, earlier=True))


@pytest.mark.parametrize(
    ("slug", "same"),
    [
        *(("phase-10", True), ("president", True), ("rummy", True), ("scopa", True)),
        *(("yahtzee", False), ("king", False), ("pitch", False), ("tichu", False)),
    ],
)
def test_a_phone_goes_on_alone_where_each_deal_asks_the_same(slug: str, same: bool) -> None:
    assert game_of(DOCUMENTS[slug]).asks_same == same
