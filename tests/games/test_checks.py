"""Every game in the folder passes the checks of `scorekeeper check-game`."""

from functools import cache
from itertools import chain
from typing import Any

import pytest

from scorekeeper.engine.game import Game
from scorekeeper.game_checks import CHECKS
from scorekeeper.game_checks.check import Candidate, Check, Trial, concerns, findings
from scorekeeper.game_checks.vectors import candidate
from scorekeeper.games import games
from tests.games.each import each_game
from tests.vectors import load

ROUNDS = 20
ALL = [*chain.from_iterable(CHECKS.values())]

every_game = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.slug)


def called(check: Any) -> str:
    """Return what a test is called after its check."""
    return str(check.faults.__name__)


@cache
def checked(game: Game) -> Candidate:
    """The game with all its vectors: those of its folder and those of the tests."""
    return candidate(game, load())


@every_game
@pytest.mark.parametrize("check", [one for one in ALL if isinstance(one, Check)], ids=called)
def test_a_game_passes(check: Check, game: Game) -> None:
    if concerns(check, game):
        assert [*check.faults(checked(game))] == []


@each_game
@pytest.mark.parametrize("trial", [one for one in ALL if isinstance(one, Trial)], ids=called)
def test_a_game_passes_what_is_drawn_at_random(trial: Trial[Any], game: Game) -> None:
    assert findings(trial, checked(game), ROUNDS) == []


def test_each_check_has_its_own_title_and_name() -> None:
    assert len({check.title for check in ALL}) == len({*map(called, ALL)}) == len(ALL) > 15
