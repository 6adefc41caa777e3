"""Every rule that the referee can cite is a heading of the game's rules page."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper import rulebook
from scorekeeper.engine.game import Game
from scorekeeper.games import games

NAMED = {
    "sharp-nullo": {"direction"},
    "noms": {"first-lead"},
    "five-hundred": {"bowers", "joker", "ace-no-face"},
    "spades": {"breaking"},
    "twenty-eight": {"hidden-trump", "must-trump", "face-down"},
    "trex": {"heart-lead", "building"},
    "oh-hell": {"hook"},
    "bridge": {"bid-higher", "double", "redouble"},
    "euchre": {"bowers"},
    "nap": {"joker"},
    "solo-whist": {"prop-and-cop"},
    "whist": set[str](),
}
"""What games.md names in each game's section 6, beside what every game has."""
COMMON = {"follow-suit", "trick-winner", "lead"}

WITH_REFEREE = [game for game in games().values() if game.play is not None]
every_game = pytest.mark.parametrize("game", WITH_REFEREE, ids=lambda game: game.slug)


def test_every_game_with_a_referee_is_here() -> None:
    assert set(NAMED) == {game.slug for game in WITH_REFEREE}


@every_game
def test_what_a_game_can_cite_is_a_heading(game: Game) -> None:
    cited = set(rules_in(game)) | COMMON | NAMED[game.slug]

    assert cited <= set(rulebook.anchors(game))


@every_game
def test_the_rules_that_are_asked_for_are_cited(game: Game) -> None:
    module = Path(str(sys.modules[game.form.__module__].__file__))
    # what a bower is stands in the ranking that two games share
    texts = {*strings(module), *(["bowers"] if "with_bowers" in module.read_text() else [])}

    assert NAMED[game.slug] <= texts


def rules_in(game: Game) -> Iterator[str]:
    """The rules that stand in the code of the game's referee, behind their sentences."""
    module = Path(str(sys.modules[game.form.__module__].__file__))
    _, _, referee = module.read_text(encoding="utf-8").partition("# --- the referee ")
    for node in ast.walk(ast.parse(referee.partition("\n")[2])):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in ("Ruling", "Auction"):
                yield from constants(node.args[1:2])
            if node.func.id == "Ladder":
                yield from constants([*node.args[2:], *(k.value for k in node.keywords)])
            if node.func.id == "declaring":
                yield from constants(node.args[2:3])


def constants(nodes: list[ast.expr]) -> Iterator[str]:
    """Those of the expressions that are texts."""
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def strings(module: Path) -> Iterator[str]:
    """Every text in the module's code."""
    yield from constants(
        [
            node
            for node in ast.walk(ast.parse(module.read_text("utf-8")))
            if isinstance(node, ast.Constant)
        ]
    )
