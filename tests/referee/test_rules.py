"""Every rule that the referee can cite is a heading of the game's rules page."""

import ast
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from scorekeeper import rulebook
from scorekeeper.engine.game import Game
from scorekeeper.games import games
from tests.games.files import modules_of

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
}
"""Rules of bidding and play that some games must cite, beside what every game has."""
COMMON = {"follow-suit", "trick-winner", "lead"}

WITH_REFEREE = [game for game in games().values() if game.play is not None]
every_game = pytest.mark.parametrize("game", WITH_REFEREE, ids=lambda game: game.slug)


@every_game
def test_what_a_game_can_cite_is_a_heading(game: Game) -> None:
    cited = set(rules_in(game)) | COMMON | NAMED.get(game.slug, set())

    assert cited <= set(rulebook.anchors(game))


@pytest.mark.parametrize("slug", NAMED)
def test_the_rules_that_are_asked_for_are_cited(slug: str) -> None:
    modules = modules_of(games()[slug])
    texts = {text for module in modules for text in strings(module)}
    # what a bower is stands in the ranking that two games share
    if any("with_bowers" in module.read_text(encoding="utf-8") for module in modules):
        texts.add("bowers")

    assert NAMED[slug] <= texts


def rules_in(game: Game) -> Iterator[str]:
    """The rules that stand in the code of the game's referee, behind their sentences."""
    for node in chain.from_iterable(map(ast.walk, _referee(game))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in ("Ruling", "Auction"):
                yield from constants(node.args[1:2])
            if node.func.id == "Ladder":
                yield from constants([*node.args[2:], *(k.value for k in node.keywords)])
            if node.func.id == "declaring":
                yield from constants(node.args[2:3])


def _referee(game: Game) -> Iterator[ast.AST]:
    """The modules of the game, parsed."""
    for module in modules_of(game):
        yield ast.parse(module.read_text(encoding="utf-8"))


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
