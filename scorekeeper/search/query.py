"""What a question is about: its terms and what each is worth, the chapters it points to, and the
game that it names."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from scorekeeper.cards import RANK_NAMES, SUIT_NAMES
from scorekeeper.engine.game import Game
from scorekeeper.games import games
from scorekeeper.search.index import Query, query_terms, search_index
from scorekeeper.search.situations import CUES, LEANINGS, situations_told
from scorekeeper.search.synonyms import in_plain_words
from scorekeeper.search.words import search_terms, stems, words

LONGEST: Final = 200
"""Letters of a question that are read."""

_NAME_OF_GAME: Final = 0.1
"""What the words count by which a question names a game."""
_GUESSED: Final = 0.4
"""What a word counts that is only a guess at what was typed."""
_CARD: Final = 0.7
"""What a suit, a rank or a number counts: mostly it is an example."""
_CARDS: Final = frozenset(search_terms(" ".join((*RANK_NAMES.values(), *SUIT_NAMES.values()))))


class GameName(NamedTuple):
    """A game that a question names, and the words from `start` up to `end` that do."""

    game: Game | None = None
    start: int = 0
    end: int = 0


def question_terms(question: str, game: Game | None = None) -> Query:
    """Return what a question is about, in that game: the game that it names is little of that, if
    it asks anything. A guess at a word is little beside the words that are there."""
    said, name, rest = _split_name(question, game)
    read, guessed = _understood_words(rest)
    read += situations_told(rest)
    lighter = {term: _CARD for term in stems(read) if _is_card(term, game)}
    found = query_terms(read, lighter | dict.fromkeys(guessed, _GUESSED))
    found = dict.fromkeys(stems(said[name.start : name.end]), _NAME_OF_GAME) | found
    worths = {term: weight * search_index().rarity(term, game) for term, weight in found.items()}
    return {term: worth for term, worth in worths.items() if worth}


def meant_words(question: str, game: Game) -> list[str]:
    """Return the words of a question to that game as they were meant, without a game's name."""
    read, guessed = _understood_words(_split_name(question, game)[2])
    return [search_index().spelt(word, game) if word in guessed else word for word in read]


def _plain_words(question: str) -> list[str]:
    """Return the words of a question, with everyday turns of phrase in plain ones."""
    return in_plain_words(words(question[:LONGEST]))


def _split_name(question: str, game: Game | None) -> tuple[list[str], GameName, list[str]]:
    """Return a question's words, where they name a game, and the others; all if no others ask
    anything."""
    said = _plain_words(question)
    name = name_in(said)
    if game is not None and said[name.start : name.start + 1] and said[name.start].isdecimal():
        name = GameName()  # in a game's own rules a number is not its name: over 500
    rest = said[: name.start] + said[name.end :]
    return said, name, rest if stems(rest) else said


def game_named(question: str) -> Game | None:
    """Return the game that the question speaks of by name, if it does."""
    return name_in(_plain_words(question)).game


def chapter_cues(question: str) -> Mapping[str, float]:
    """Return the chapters that the way a question is put points to, and what that counts."""
    said = " ".join(_plain_words(question))
    return {chapter: lift for chapter, lift, cue in _cues() if cue.search(said)}


@cache
def _cues() -> Sequence[tuple[str, float, re.Pattern[str]]]:
    return [(chapter, lift, re.compile(cue, re.VERBOSE)) for chapter, (lift, cue) in CUES.items()]


def chapter_leanings(question: str) -> Mapping[str, float]:
    """Return how much more the passages of a chapter are worth that questions put like this one
    find too seldom, as a part of their worth; less than 0 for a chapter found too often."""
    said = " ".join(_plain_words(question))
    found: dict[str, float] = defaultdict(float)
    for cue, leanings in LEANINGS.items():
        if re.search(cue, said):
            for chapter, much in leanings.items():
                found[chapter] += much
    return found


def _understood_words(said: Sequence[str]) -> tuple[list[str], set[str]]:
    """Return the words as they were meant, and those that are only guessed. The last one may be
    begun."""
    read, guessed = [], set[str]()
    for place, word in enumerate(said, 1):
        stem = next(iter(stems([word])), None)
        guess = search_index().guess(stem, place == len(said)) if stem else None
        read.append(guess or word)
        guessed |= {guess} if guess else set()
    return read, guessed


def _is_card(term: str, game: Game | None) -> bool:
    """Return whether it is a suit, a rank or a number, and no heading of the game has it."""
    return (term.isdecimal() or term in _CARDS) and not search_index().heads(term, game)


# --- the game that is named ---------------------------------------------------------------------

_BY_NUMBER, _BY_SUIT, _BY_NAME = range(3)
_RANKS: Final = frozenset(search_terms(" ".join(RANK_NAMES.values())))


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
