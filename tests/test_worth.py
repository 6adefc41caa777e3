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
from scorekeeper.sheet.documents import FORMAT
from tests.test_answers import house_rules_of

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


@every_game
def test_every_path_has_the_number_of_a_score_sheet(game: Game) -> None:
    players, compared = players_of(game), 0
    for variant in game.variants:
        for options in house_rules_of(game, variant):
            if rejected(game, variant, options, players):
                continue
            # several anchors share an estimate
            for anchor in {estimate: anchor for anchor, estimate in game.worth.items()}.values():
                for path in paths(game, anchor, options, players, {}):
                    found = scored(game, options, NAMES[:players], path.worth, path.answered)
                    points = by_sheet(game, variant, options, players, path.worth)
                    compared += points is not None
                    assert points is None or found.answer.large == minus(points), (anchor, path)
                    assert found.answer.text.startswith(found.answer.large)
    assert compared


def rejected(game: Game, variant: str | None, options: OptionValues, players: int) -> bool:
    """Whether these rules cannot be together."""
    house = game.house_rules(options)
    return bool(game.check and [*game.check(variant, house, players)])


def by_sheet(
    game: Game, variant: str | None, options: OptionValues, players: int, worth: Worth
) -> int | None:
    """The points of that side on a score sheet with that deal; None where the game was over
    before it."""
    document = {
        "format": FORMAT,
        "game": game.slug,
        "players": [*NAMES[:players]],
        "options": {**options},
        "entries": [*worth.before, worth.deal],
    }
    result = sheet.score({**document, **({"variant": variant} if variant else {})})
    if "errors" in result:
        assert worth.before, result["errors"]
        return None
    last = result["entries"][-1]
    theirs = [line for line in last["lines"] if line["side"] == worth.side]
    tallies = [line for line in theirs if line.get("column") in game.tallies]
    apart = [line for line in theirs if line["rule"] in worth.apart and line not in tallies]
    return last["scores"][worth.side] - sum(line["points"] for line in apart)
