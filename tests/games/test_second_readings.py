"""Random games with random house rules, scored a second time by each module of `second_readings/`,
which has the name of the game's folder and compares a sheet with its result (`check`)."""

import pkgutil
from importlib import import_module
from random import Random
from typing import Final

import pytest

from scorekeeper.game_checks.drawing import any_table, sheet
from scorekeeper.games import games
from scorekeeper.sheet import read_head, score
from tests.games import second_readings
from tests.requirements import rounds

GAMES: Final = rounds(100, quick=25, hard=3000)
NAMES: Final = sorted(one.name for one in pkgutil.iter_modules(second_readings.__path__))


@pytest.mark.parametrize("name", NAMES)
def test_two_readings_of_the_rules_agree(name: str) -> None:
    random, game = Random(44), games()[name.replace("_", "-")]
    reading = import_module(f"tests.games.second_readings.{name}")
    for _ in range(GAMES):
        drawn = sheet(random, game, 6, begin=any_table)
        try:
            reading.check(read_head(drawn).options, drawn, score(drawn))
        except AssertionError as wrong:
            raise AssertionError(drawn) from wrong
