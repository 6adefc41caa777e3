"""What a question is about: its terms and what each is worth, the chapters it points to, and the
game that it names."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from scorekeeper.cards import RANK_NAMES, SUIT_NAMES
from scorekeeper.engine.game import Game
from scorekeeper.games import games
from scorekeeper.search.index import guess, query_terms, rarity
from scorekeeper.search.synonyms import in_plain_words
from scorekeeper.search.words import search_terms, stems, words

LONGEST: Final = 200
"""Letters of a question that are read."""

_NAME_OF_GAME: Final = 0.1
"""What the words count by which a question names a game."""


class GameName(NamedTuple):
    """A game that a question names, and the words from `start` up to `end` that do."""

    game: Game | None = None
    start: int = 0
    end: int = 0


class Query(NamedTuple):
    """A question as it is understood: the game it names, the words that ask something, as they were
    meant, and the terms it is about, with what each is worth."""

    named: Game | None
    words: Sequence[str]
    terms: Mapping[str, float]


def parse(question: str, game: Game | None = None) -> Query:
    """Return what a question asks, in that game: the game that it names is little of that, if it
    asks anything. A guess at a word is little beside the words that are there."""
    said = in_plain_words(words(question[:LONGEST]))
    name = named = name_in(said)
    sure = _surely(said[name.start : name.end]) if name.game else _BY_NAME
    # in a game's own rules a number is not its name, nor a suit another game: over 500, hearts led
    if game is not None and (sure == _BY_NUMBER or (sure == _BY_SUIT and name.game is not game)):
        name = GameName()
    rest = said[: name.start] + said[name.end :]
    rest = rest if stems(rest) else said
    read, guessed = _understood_words(rest)
    found = query_terms(read, guessed)
    found = dict.fromkeys(stems(said[name.start : name.end]), _NAME_OF_GAME) | found
    worths = {term: weight * rarity(term, game) for term, weight in found.items()}
    terms = {term: worth for term, worth in worths.items() if worth}
    return Query(named.game, read, terms)


def _understood_words(said: Sequence[str]) -> tuple[list[str], set[str]]:
    """Return the words as they were meant, and those that are only guessed. The last one may be
    begun."""
    read, guessed = [], set[str]()
    for place, word in enumerate(said, 1):
        stem = next(iter(stems([word])), None)
        meant = guess(stem, place == len(said)) if stem else None
        read.append(meant or word)
        guessed |= {meant} if meant else set()
    return read, guessed


# --- the game that is named ---------------------------------------------------------------------

_BY_NUMBER, _BY_SUIT, _BY_NAME = range(3)
_PLAYED: Final = (["at"], ["in"], ["play"], ["playing"])
_RANKS: Final = frozenset(search_terms(" ".join(RANK_NAMES.values())))


def name_in(said: Sequence[str]) -> GameName:
    """Return the game named by these words: rather by a name than by a suit (spades), rather by a
    suit than by a number (500), and by the longest name. The suit of a card names none, nor does
    its rank (king) but where one plays *at* or *in* the game."""
    found = [
        (sure, len(name), GameName(game, start, end))
        for name, sure, game in _names()
        for start in range(len(said) - len(name) + 1)
        if said[start : (end := start + len(name))] == name
        and not (sure == _BY_SUIT and _ends_in_rank(said[:start]))
        and not (_is_rank(name) and said[:start][-1:] not in _PLAYED)
    ]
    return max(found, key=lambda one: one[:2], default=(0, 0, GameName()))[-1]


@cache
def _names() -> list[tuple[list[str], int, Game]]:
    """Return the names of the games in words, and how surely each means the game."""
    return [
        (name, _surely(name), game)
        for game in games().values()
        for name in map(words, (game.name, game.slug, *game.aliases))
        if len(stems(name)) in (len(name), 2)  # not "any game", but "hand and foot"
    ]


def _surely(name: Sequence[str]) -> int:
    if name[0].isdecimal():
        return _BY_NUMBER
    return _BY_SUIT if " ".join(name) in SUIT_NAMES.values() else _BY_NAME


def _is_rank(name: Sequence[str]) -> bool:
    return len(name) == 1 and not name[0].isdecimal() and stems(name)[0] in _RANKS


def _ends_in_rank(said: Sequence[str]) -> bool:
    """Return whether these words end as in the queen of, or in 8."""
    before = said[:-1] if said[-1:] == ["of"] else said
    return any(last.isdecimal() or last in _RANKS for last in stems(before[-1:]))
