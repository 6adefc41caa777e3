"""Which game a question names, and by which of its words."""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from scorekeeper.cards import RANK_NAMES, SUIT_NAMES
from scorekeeper.engine.game import Game
from scorekeeper.games import games
from scorekeeper.seek.words import search_terms, stems, words

_BY_NUMBER, _BY_SUIT, _BY_NAME = range(3)
_RANKS: Final = frozenset(search_terms(" ".join(RANK_NAMES.values())))


class GameName(NamedTuple):
    """A game that a question names, and the words from `start` up to `end` that do."""

    game: Game | None = None
    start: int = 0
    end: int = 0


def name_in(said: Sequence[str]) -> GameName:
    """Return the game named by these words: rather by a name than by a suit (spades), rather by a
    suit than by a number (500), and by the longest name. The suit of a card names none."""
    found = [
        (sure, len(name), GameName(game, start, end))
        for name, sure, game in _names()
        for start in range(len(said) - len(name) + 1)
        if said[start : (end := start + len(name))] == name
        and not (sure == _BY_SUIT and _ends_in_rank(said[:start]))
    ]
    return max(found, key=lambda one: one[:2], default=(0, 0, GameName()))[-1]


@cache
def _names() -> list[tuple[list[str], int, Game]]:
    """Return the names of the games in words, and how surely each means the game."""
    return [
        (
            name,
            _BY_NUMBER if name[0].isdecimal() else _BY_SUIT if _is_suit(name) else _BY_NAME,
            game,
        )
        for game in games().values()
        for name in map(words, (game.name, game.slug, *game.aliases))
        if len(stems(name)) == len(name)  # not "any game"
    ]


def _is_suit(name: Sequence[str]) -> bool:
    return " ".join(name) in SUIT_NAMES.values()


def _ends_in_rank(said: Sequence[str]) -> bool:
    """Return whether these words end as in the queen of, or in 8."""
    before = said[:-1] if said[-1:] == ["of"] else said
    return any(last.isdecimal() or last in _RANKS for last in stems(before[-1:]))
