"""The documents of the gallery score as worked by hand, from a sheet that carries them."""

from random import Random
from typing import Any, Final
from unittest.mock import Mock

import pytest

from scorekeeper.engine.replay import after
from scorekeeper.game_checks.drawing import sheet
from scorekeeper.game_checks.vectors import differences
from scorekeeper.games import games, is_edition
from scorekeeper.own import game_of
from scorekeeper.sheet import score
from scorekeeper.sheet.documents import FORMAT, OWN
from scorekeeper.web.editor.samples import lines_shown, party
from tests.own.documents import DOCUMENTS
from tests.vectors import load

ROOK: Final[dict[str, Any]] = {
    "format": "scorekeeper-game/1",
    "name": "Rook",
    "players": [4, 4],
    "sides": "partners",
    "wins": "most",
    "fields": [
        {"name": "declarer", "label": "Who declared", "of": "deal", "kind": "side"},
        {"name": "bid", "label": "Bid", "of": "deal", "kind": "number"}
        | {"least": 70, "most": 200, "step": 5},
        {"name": "taken", "label": "Points", "of": "side", "kind": "number"}
        | {"most": 200, "step": 5, "total": "200"},
        {"name": "all_tricks", "label": "All tricks", "of": "side", "kind": "yesno", "total": "1"},
    ],
    "checks": [{"must": "at(taken, declarer) != 5", "say": "Not 5.", "at": "taken"}],
    "lines": [
        {"text": "set", "points": "-bid", "if": "us = declarer and taken < bid"},
        {"text": "{taken} taken", "points": "taken", "otherwise": True},
    ],
    "end": [],
}


@pytest.mark.parametrize("document", [*DOCUMENTS.values(), ROOK], ids=lambda one: one["name"])
def test_random_deals_of_a_document_come_up(document: Any) -> None:
    """What is drawn at random was refused so often that the random games of some had no deal."""
    game, bids = game_of(document), set[int]()
    head = {"format": FORMAT, "game": OWN, OWN: document, "players": party(game)}
    for seed in range(6):
        drawn = sheet(Random(seed), game, 4, begin=lambda *_: {**head, "entries": []})
        result = score(drawn)

        assert result["outcome"] or len(result["entries"]) == 4, drawn
        bids |= {entry["bid"] for entry in drawn["entries"] if document is ROOK}
    assert document is not ROOK or max(bids) > 150


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


def test_deals_that_no_check_allows_are_drawn_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """They held up a page of the editor for half a minute."""
    document = {**ROOK, "checks": [{"must": "no", "say": "Never."}]}
    tried = Mock(wraps=after)
    monkeypatch.setattr("scorekeeper.game_checks.drawing.after", tried)

    assert [*lines_shown(document).values()] == [None, None]
    assert tried.call_count <= 2_000
