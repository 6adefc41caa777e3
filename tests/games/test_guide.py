"""What every game says of itself to who is looking for one."""

from typing import get_args

import pytest

from scorekeeper.engine.guide import UNSAID, Level, Pack
from scorekeeper.engine.ledger import Game
from scorekeeper.games import games

every_game = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.slug)


@every_game
def test_a_game_says_how_long_how_hard_and_with_which_cards(game: Game) -> None:
    assert game.guide is not UNSAID, "give it a guide"
    assert game.guide.level in get_args(Level)
    assert game.guide.pack in get_args(Pack)


@every_game
def test_a_game_takes_a_number_of_minutes_or_as_long_as_one_likes(game: Game) -> None:
    low, high = game.guide.minutes or (1, 2)

    assert 0 < low < high <= 240
    assert game.guide.minutes or game.guide.pack == "any", "only a plain pad has no length"


@every_game
def test_a_name_is_one_games_alone(game: Game) -> None:
    names = [name.casefold() for name in (game.name, *game.aliases)]
    others = [other for other in games().values() if other is not game]

    assert len(set(names)) == len(names)
    assert not {n.casefold() for other in others for n in (other.name, *other.aliases)} & {*names}
