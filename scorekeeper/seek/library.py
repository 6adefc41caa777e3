"""What is searched: every passage of every game's rules, by the terms that stand in it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from string import ascii_lowercase
from typing import Any, Final

from scorekeeper import rulebook
from scorekeeper.anchored_markdown import Passage
from scorekeeper.engine.game import Game
from scorekeeper.engine.options import OptionValues
from scorekeeper.games import games
from scorekeeper.seek import indexing
from scorekeeper.seek.classifier import Classifier
from scorekeeper.seek.likelihood import Likelihood
from scorekeeper.seek.samples import Samples
from scorekeeper.seek.words import UNHEARD, stems, vocabulary

Sought = Mapping[str, float]
"""The terms of a question, and what each is worth."""
Keeper = Callable[[str, Callable[[], Any]], Any]
"""Returns the value of a name, kept or else computed."""

_BEGUN: Final = 3
"""So many letters of a word are enough to find it by."""


class ShelvedPassage:
    """A passage of a game's rules."""

    def __init__(self, game: Game, passage: Passage) -> None:
        self.game, self.passage = game, passage

    @cached_property
    def _paragraphs(self) -> list[frozenset[str]]:
        return [*map(frozenset, indexing.paragraph_terms(self.game, self.passage))]

    def best(self, sought: Sought, options: OptionValues) -> int:
        """Return the place of the paragraph that holds most of it and is in force."""
        worths = [sum(sought[t] for t in sought.keys() & one) for one in self._paragraphs]
        return rulebook.paragraph_to_quote(self.passage, options, worths) if worths else 0


class Library:
    """All passages of these games, and the words that are known."""

    def __init__(self, games: Iterable[Game]) -> None:
        self.shelved = [
            ShelvedPassage(game, one) for game in games for one in rulebook.passages(game)
        ]
        self.places = {one: place for place, one in enumerate(self.shelved)}
        self._places = [(one.game, one.passage) for one in self.shelved]
        computed: indexing.Index = _keeper("passages", lambda: indexing.index(self._places))
        self.holding, self._rarities, self._headings, samples = computed
        self.samples = Samples(*samples)
        self._teachings: dict[str, tuple[Classifier, Likelihood]] = {}
        self._spellings: dict[str, dict[str, str]] = {}
        self.words = {*self.holding, *vocabulary()}

    def teachings(self, game: Game) -> tuple[Classifier, Likelihood]:
        """Return what the samples of a game teach; made ready when it is first asked."""
        if game.slug not in self._teachings:
            learned, counted = _keeper(game.slug, lambda: indexing.learn(self._places, game))
            self._teachings[game.slug] = Classifier(*learned), Likelihood(*counted)
        return self._teachings[game.slug]

    def heads(self, term: str, game: Game | None) -> bool:
        """Return whether a heading of that game has the term."""
        return game is not None and term in self._headings[game.slug]

    def rarity(self, term: str, game: Game | None = None) -> float:
        """Return what it tells that a passage of that game (without one: of any) has the term;
        nothing if none has it."""
        rarities = self._rarities.get(term, {})
        if game is not None:
            return rarities.get(game.slug, 0.0)
        return sum(rarities.values()) / len(rarities) if rarities else 0.0

    def spelt(self, stem: str, game: Game) -> str:
        """Return the word with that stem that is said most often to that game; the stem, if none
        is."""
        if game.slug not in self._spellings:
            often = self.teachings(game)[0].words()
            self._spellings[game.slug] = {stem: word for word in often for stem in stems([word])}
        return self._spellings[game.slug].get(stem, stem)

    def guess(self, word: str, begun: bool) -> str | None:
        """Return the likeliest word that this one is a slip of, or where it may only be ``begun``,
        the beginning of; None for a word that is known or like none."""
        if word in self.words or word.isdecimal() or len(word) < _BEGUN:
            return None
        alike = [one for one in self.words if one.startswith(word)] if begun else []
        if not alike and len(word) > _BEGUN:
            alike = [one for one in _slips(word) if one in self.words or one in UNHEARD]
        return max(alike, key=lambda one: self._likely(one, word), default=None)

    def _likely(self, meant: str, typed: str) -> tuple[bool, bool, int, str]:
        """Return how likely one word is typed for another, for comparison: the first letter is
        mostly right, and small words are said most."""
        return meant[0] == typed[0], meant in UNHEARD, len(self.holding.get(meant, ())), meant


def _slips(word: str) -> Iterator[str]:
    """Yield what may have been meant: with a letter less, two in each other's place, another
    letter, or one more."""
    for place in range(len(word) + 1):
        before, after = word[:place], word[place:]
        if after:
            yield before + after[1:]
            yield before + after[1:2] + after[:1] + after[2:]
            yield from (before + letter + after[1:] for letter in ascii_lowercase)
        yield from (before + letter + after for letter in ascii_lowercase)


def _compute(name: str, compute: Callable[[], Any]) -> Any:
    return compute()


_keeper: Keeper = _compute


def keep_by(keeper: Keeper | None) -> None:
    """Have what is computed of the rules pages kept from now on, or no longer."""
    global _keeper
    _keeper = keeper or _compute


@cache
def the_library() -> Library:
    """Return the passages of every game."""
    return Library(games().values())
