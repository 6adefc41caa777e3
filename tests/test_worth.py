"""Answers that ask for the facts they need: every path of answers, under any rules, ends in the
number that a score sheet with that deal has."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import pytest

from scorekeeper import rulebook, sheet
from scorekeeper.anchored_markdown import Passage
from scorekeeper.engine.game import Game
from scorekeeper.engine.options import OptionValues
from scorekeeper.engine.remedies import Inquest, inquire
from scorekeeper.engine.worth import Worth
from scorekeeper.games import games
from scorekeeper.interview.steps import Question, Value
from scorekeeper.questions import players_of
from scorekeeper.search.worth import Heard, estimate_of, scored
from scorekeeper.sentences import minus
from tests.test_answers import house_rules

GAMES: Final = [game for game in games().values() if game.worth]
NAMES: Final = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus")
OF_THE_PAGE: Final = {"q", "about", "table", "game", "variant"}
"""What the address of the page says beside the facts."""
MOST_QUESTIONS: Final = 4
LONGEST: Final = 90
"""Letters of an answer: three lines in large type."""
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


class Path(NamedTuple):
    """All answers to the questions of an estimate, and what is to be scored then."""

    answered: list[tuple[Question, Value]]
    worth: Worth


def passage_of(game: Game, anchor: str) -> Passage:
    return next(one for one in rulebook.passages(game) if one.anchor == anchor)


def inquest(
    game: Game, anchor: str, options: OptionValues, players: int, facts: Mapping[str, Value]
) -> Inquest[Worth] | None:
    estimate = estimate_of(game, passage_of(game, anchor), options, players)
    return inquire(estimate(), facts) if estimate else None


def paths(
    game: Game, anchor: str, options: OptionValues, players: int, facts: Mapping[str, Value]
) -> Iterator[Path]:
    """Yield every path of answers; none where the passage is not in force."""
    found = inquest(game, anchor, options, players, facts)
    if found is None:
        return
    assert not found.faults
    if found.open is None:
        assert found.remedy is not None
        yield Path([*found.answered], found.remedy)
        return
    for key in found.open.keys_shown():
        yield from paths(game, anchor, options, players, {**facts, found.open.name: key.value})


def scored_by_sheet(
    game: Game, variant: str | None, options: OptionValues, players: int, worth: Worth
) -> Any:
    """The result of a score sheet with these entries."""
    document = {
        "format": "scorekeeper/1",
        "game": game.slug,
        "players": list(NAMES[:players]),
        "options": dict(options),
        "entries": [*worth.before, worth.deal],
    }
    return sheet.score({**document, **({"variant": variant} if variant else {})})


@every_game
def test_every_path_has_the_number_of_a_score_sheet(game: Game) -> None:
    players, compared, refused = players_of(game), 0, 0
    seen = set()
    for options in house_rules(game):
        for anchor, estimate in game.worth.items():
            if (estimate, str(options)) in seen:
                continue
            for path in paths(game, anchor, options, players, {}):
                seen.add((estimate, str(options)))
                worth = path.worth
                found = scored(game, options, NAMES[:players], worth, path.answered)
                result = scored_by_sheet(game, None, options, players, worth)
                if "errors" in result:
                    # the game was over before that deal
                    assert worth.before, result["errors"]
                    refused += 1
                    continue
                lines = result["entries"][-1]["lines"]
                points = sum(
                    line["points"]
                    for line in lines
                    if line["side"] == worth.side
                    and line.get("column", game.columns[-1]) in game.columns
                    and line["rule"] not in worth.apart
                )
                assert found.answer.large == minus(points), (anchor, path)
                compared += 1
    assert compared > 20 * refused
