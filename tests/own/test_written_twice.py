"""Games of the app written a second time, as documents: random games of both come out the same."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import pytest

from scorekeeper.game_checks.drawing import sheet
from scorekeeper.games import games
from scorekeeper.sheet import score
from tests.requirements import rounds

GAMES: Final = rounds(100, quick=25, hard=3000)
NAMES: Final = ["Ann", "Ben", "Cat", "Dan"]
HEAD: Final = {
    "format": "scorekeeper-game/1",
    "name": "Written twice",
    "players": [4, 4],
    "sides": "partners",
    "wins": "most",
}

EUCHRE: Final = {
    **HEAD,
    "fields": [
        {"name": "maker", "label": "Maker", "of": "deal", "kind": "seat"},
        {"name": "alone", "label": "Alone", "of": "deal", "kind": "yesno", "usually": False},
        {
            "name": "trump",
            "label": "Trumps",
            "of": "deal",
            "kind": "choice",
            "values": [["-", "not said"], ["C", "♣"], ["D", "♦"], ["H", "♥"], ["S", "♠"]],
            "usually": "-",
        },
        {"name": "tricks", "label": "Tricks", "of": "deal", "kind": "number", "most": 5},
    ],
    "values": [{"name": "makers", "label": "Makers", "of": "side", "is": "us = side(maker)"}],
    "lines": [
        {
            "text": "{tricks} tricks",
            "points": {
                "by": "tricks",
                "from": [[3, 1], [5, "if alone then 4 else 2"]],
                "else": 0,
            },
            "if": "makers",
        },
        {"text": "euchred them", "points": 2, "if": "not makers and tricks < 3"},
    ],
    "end": [{"when": "max(all(total)) >= 5", "tie": "play_on"}],
    "passed_out": {"text": "nobody made trumps"},
}

SPADES: Final = {
    **HEAD,
    "fields": [
        {
            "name": "bids",
            "label": "Bids",
            "of": "player",
            "kind": "number",
            "least": 2,
            "most": 13,
            "when": "before",
        },
        {
            "name": "side_tricks",
            "label": "Tricks",
            "of": "side",
            "kind": "number",
            "most": 13,
            "total": "13",
        },
    ],
    "values": [
        {"name": "bid", "label": "Bid", "of": "side", "is": "sum(ours(bids))"},
        {"name": "new", "label": "Bags", "of": "side", "is": "max(0, side_tricks - bid)"},
    ],
    "lines": [
        {"text": "{bid} bid", "points": "10 * bid", "if": "side_tricks >= bid"},
        {"text": "{new} bags", "points": "new", "if": "side_tricks >= bid"},
        {
            "text": "bags cost",
            "points": "-100 * down((bags + new) / 10)",
            "if": "side_tricks >= bid",
        },
    ],
    "carries": [
        {
            "name": "bags",
            "label": "Bags",
            "of": "side",
            "start": 0,
            "next": "rest(bags + new, 10)",
        }
    ],
    "end": [{"when": "max(all(total)) >= 500", "tie": "play_on"}],
}

CARDS: Final = "if deal <= 10 then 11 - deal else (if deal <= 19 then deal - 9 else 1)"
OH_HELL: Final = {
    **HEAD,
    "sides": "each",
    "fields": [
        {
            "name": "bids",
            "label": "Bids",
            "of": "player",
            "kind": "number",
            "most": CARDS,
            "when": "before",
        },
        {
            "name": "tricks",
            "label": "Tricks",
            "of": "player",
            "kind": "number",
            "most": CARDS,
            "total": CARDS,
        },
    ],
    "lines": [
        {
            "text": "made {bids}",
            "points": "if bids = 0 then 10 else 10 * bids",
            "if": "tricks = bids",
        },
        {"text": "missed {bids}", "points": "-10 * abs(tricks - bids)", "otherwise": True},
    ],
    "end": [{"when": "deal >= 19", "tie": "play_on"}],
}

WRITTEN: Final[dict[str, tuple[dict[str, Any], dict[str, Any]]]] = {
    "euchre": ({}, EUCHRE),
    "spades": ({"variant": "bags"}, SPADES),
    "oh-hell": ({"options": {"hook": "none"}}, OH_HELL),
}


def by_sides(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """An entry with the tricks of each side, where they were entered player by player."""
    if "side_tricks" in entry or "bids" not in entry:
        return entry
    tricks = entry["tricks"]
    return {"bids": entry["bids"], "side_tricks": [tricks[0] + tricks[2], tricks[1] + tricks[3]]}


@pytest.mark.parametrize("slug", WRITTEN)
def test_document_scores_as_the_coded_game(slug: str) -> None:
    head, document = WRITTEN[slug]
    random, ended = Random(46), 0
    table = {"format": "scorekeeper/1", "game": slug, "players": NAMES, **head}
    own = {**table, "game": "own", "own": document, "options": {}}
    own.pop("variant", None)
    for _ in range(GAMES):
        drawn = sheet(random, games()[slug], 40, begin=lambda *_: {**table, "entries": []})
        entries = [*map(by_sides, drawn["entries"])] if slug == "spades" else drawn["entries"]
        coded, written = score(drawn), score({**own, "entries": entries})

        assert "errors" not in written, drawn
        for key in ("scores", "totals"):
            both = ([entry[key] for entry in one["entries"]] for one in (coded, written))
            assert next(both) == next(both), drawn
        winners = [one["outcome"] and [*one["outcome"]["winners"]] for one in (coded, written)]
        assert winners[0] == winners[1], drawn
        ended += bool(winners[0])
    assert ended
