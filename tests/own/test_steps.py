"""Numbers that are entered in steps."""

from typing import Any

import pytest

from scorekeeper.engine.replay import blank
from scorekeeper.own import game_of
from scorekeeper.sheet import score
from scorekeeper.sheet.documents import FORMAT, OWN

DOCUMENT: dict[str, Any] = {
    "format": "scorekeeper-game/1",
    "name": "Fives",
    "players": [2, 2],
    "sides": "each",
    "wins": "most",
    "options": [
        {"name": "target", "label": "Target", "kind": "number", "least": 50, "step": 50}
        | {"most": 500, "usually": 100}
    ],
    "fields": [
        {"name": "left", "label": "Left", "of": "deal", "kind": "number", "step": 5}
        | {"least": 3, "most": 20},
        {"name": "more", "label": "More", "of": "deal", "kind": "number", "step": 5}
        | {"least": "left", "most": 20},
        {"name": "each", "label": "Each", "of": "player", "kind": "number", "step": 5, "most": 20},
    ],
    "lines": [{"text": "{each} each", "points": "each"}],
    "end": [{"when": "max(all(total)) >= target"}],
}


def errors(entry: dict[str, Any], **head: Any) -> list[tuple[str, str]]:
    sheet = {"format": FORMAT, "game": OWN, "own": DOCUMENT, "players": ["Ann", "Ben"], **head}
    found = score({**sheet, "entries": [entry]}).get("errors", ())
    return [(error["at"], error["message"]) for error in found]


@pytest.mark.parametrize(
    ("entry", "at", "said"),
    [
        ({"left": 8, "more": 10, "each": [0, 20]}, "", ""),
        ({"left": 5, "more": 10, "each": [0, 20]}, ".left", "Left run from 3 to 20 in steps of 5"),
        # from a formula on it is the multiples
        ({"left": 8, "more": 13, "each": [0, 20]}, ".more", "More run from 10 to 20 in steps of 5"),
        ({"left": 8, "more": 10, "each": [0, 7]}, ".each[1]", "Each run from 0 to 20 in steps of"),
    ],
)
def test_number_is_in_step(entry: dict[str, Any], at: str, said: str) -> None:
    found = errors(entry)

    assert [where for where, _ in found] == ([f"entries[0]{at}"] if at else [])
    assert all(message.startswith(said) for _, message in found)


def test_house_rule_is_in_step() -> None:
    entry = {"left": 8, "more": 10, "each": [0, 20]}

    assert errors(entry, options={"target": 150}) == []
    assert errors(entry, options={"target": 120}) == [
        ("options.target", "`target` runs from 50 to 500 in steps of 50.")
    ]


def test_keys_are_those_in_step() -> None:
    game = game_of(DOCUMENT)
    question: Any = next(iter(game.form(blank(game, {}, ["Ann", "Ben"]))))

    assert [key.value for key in question.keys_shown()] == [3, 8, 13, 18]
