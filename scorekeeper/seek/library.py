"""What is searched: every passage of every game's rules, by the terms that stand in it.

A passage has several fields, and a word counts differently in each (BM25 with weighted fields): in
its heading most, then in what players ask it by (``rulebook.asked``) and in its text, less in what
stands beside it (tables, the lines of worked examples, the values of options) and in its chapter's
name.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from math import log
from typing import Final, NamedTuple

from scorekeeper import rulebook
from scorekeeper.anchored_markdown import Passage
from scorekeeper.engine.ledger import Game
from scorekeeper.games import games
from scorekeeper.seek import known
from scorekeeper.seek.classifier import Classifier
from scorekeeper.seek.features import Lesson, features, word_couples
from scorekeeper.seek.likelihood import Likelihood
from scorekeeper.seek.samples import Samples
from scorekeeper.seek.words import (
    in_any_order,
    names,
    pairs,
    search_terms,
    stems,
    vocabulary,
    words,
)

Sought = Mapping[str, float]
"""The terms of a question, and what each is worth."""


class FieldWeight(NamedTuple):
    """What a word in it counts, and how much less it does where the field is long (0 to 1)."""

    weight: float
    wordy: float


_FIELDS: Final = {
    "heading": FieldWeight(2.4, 0.3),
    "asked": FieldWeight(0.3, 0.4),
    "text": FieldWeight(1.0, 0.5),
    "beside": FieldWeight(0.3, 0.6),
    "chapter": FieldWeight(0.3, 0.0),
}
_OFTEN: Final = 2.0
"""How soon it adds little that a word comes again."""
_RARE: Final = 2
"""How little more a word tells that is in one passage than one that is in two."""
_WHOLE_NAME: Final = 1.5
"""What a name of several words counts, and each of those words beside it."""
_PART_OF_NAME: Final = 0.5
_PAIR: Final = 0.4
"""What it counts that two words follow one another."""
_EVERYWHERE: Final = {"Pack": 0.65, "Deal": 0.65, "Bidding": 0.65, "Play": 0.65}
"""How surely a sample that is asked in every game asks for the passage in this one, by chapter."""
_ANYHOW: Final = 0.95
"""The same in the other chapters: a mishap, say, is the same everywhere."""
_ASKED_OF_ALL: Final = 0.5
"""What such a sample counts, beside one of the game's own, where they are learned from."""
_BEGUN: Final = 3
"""So many letters of a word are enough to find it by."""


class IndexedPassage:
    """A passage, and how full of each term its fields are."""

    def __init__(self, game: Game, passage: Passage) -> None:
        self.game, self.passage = game, passage
        options = game.defaults(None)
        read = [rulebook.fill_in(text, game, options) for _, text in passage.paragraphs]
        self.paragraphs = [Counter(_with_names(text)) for text in read]
        usual = _EVERYWHERE.get(passage.chapter, _ANYHOW)
        asked = list(known.sample_questions(game, passage.anchor))
        self.samples = [
            (usual if one.everywhere else 1.0, _sample_terms(one.said)) for one in asked
        ]
        self.samples.append((_ANYHOW, _sample_terms(passage.title)))
        self.asked = [*asked, known.Sample(passage.title, everywhere=False)]
        self.fields = {
            "heading": Counter(_with_names(passage.title)),
            "asked": Counter(chain.from_iterable(sample for _, sample in self.samples)),
            "text": sum(self.paragraphs, Counter[str]()),
            "beside": Counter(_with_names(known.surrounding_text(game).get(passage.anchor, ""))),
            "chapter": Counter(_with_names(passage.chapter)),
        }
        self.full: dict[str, float] = {}

    def weigh(self, usual: Mapping[str, float]) -> None:
        """Say how full of each term it is; ``usual`` is how long each field is elsewhere."""
        often: dict[str, float] = defaultdict(float)
        for name, held in self.fields.items():
            weight, wordy = _FIELDS[name]
            length = held.total() / (usual[name] or 1)
            for term, times in held.items():
                often[term] += weight * times / (1 - wordy + wordy * length)
        self.full = {term: times / (times + _OFTEN) for term, times in often.items()}

    def best(self, sought: Sought) -> int:
        """Return the place of the paragraph that holds most of it."""
        worths = [sum(sought[t] for t in sought.keys() & one.keys()) for one in self.paragraphs]
        return worths.index(max(worths)) if worths else 0


def _with_names(text: str) -> Iterable[str]:
    heard = search_terms(text)
    return chain(heard, names(heard))


def query_terms(
    said: Sequence[str], lighter: Mapping[str, float] | None = None
) -> dict[str, float]:
    """Return what these words ask, by terms and by pairs of them, and how much each counts in it;
    the ``lighter`` ones count less."""
    heard = stems(said)
    found = dict.fromkeys(heard, 1.0)
    for thing, parts in in_any_order(heard):
        whole = len(parts) > 1
        found[thing] = max(found.get(thing, 0), _WHOLE_NAME if whole else 1.0)
        found |= dict.fromkeys(parts, _PART_OF_NAME)
    for term, less in (lighter or {}).items():
        found[term] = found.get(term, 0) * less
    return found | dict.fromkeys(pairs(said), _PAIR)


@cache
def _sample_terms(said: str) -> Mapping[str, float]:
    """Return what a sample asks; those of all games stand in every game."""
    return query_terms(words(said))


class Library:
    """All passages of these games, and the words that are known."""

    def __init__(self, games: Iterable[Game]) -> None:
        self.shelved = [
            IndexedPassage(game, one) for game in games for one in rulebook.passages(game)
        ]
        count = len(self.shelved)
        usual = {
            name: sum(one.fields[name].total() for one in self.shelved) / count for name in _FIELDS
        }
        for one in self.shelved:
            one.weigh(usual)
        self.rarities = self._rarities()
        self.headings: dict[str, set[str]] = defaultdict(set)
        for one in self.shelved:
            self.headings[one.game.slug] |= one.fields["heading"].keys()
        self.holding: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for place, shelved in enumerate(self.shelved):
            for term, full in shelved.full.items():
                self.holding[term].append((place, full))
        self.samples = Samples(
            (place, sure, {term: much * self.rarity(term, one.game) for term, much in said.items()})
            for place, one in enumerate(self.shelved)
            for sure, said in one.samples
        )
        self._teachings: dict[str, tuple[Classifier, Likelihood]] = {}
        self.words = {*self.holding, *vocabulary()}
        self.slips: dict[str, list[str]] = defaultdict(list)
        for word in self.words:
            for slip in _slips(word):
                self.slips[slip].append(word)

    def teachings(self, game: Game) -> tuple[Classifier, Likelihood]:
        """Return what the samples of a game teach; made ready when it is first asked."""
        if game.slug not in self._teachings:
            asked = [
                (place, _ASKED_OF_ALL if one.everywhere else 1.0, words(one.said))
                for place, shelved in enumerate(self.shelved)
                if shelved.game is game
                for one in shelved.asked
            ]
            lessons = [Lesson(place, much, features(said)) for place, much, said in asked]
            fuller = [
                one._replace(features={**one.features, **word_couples(said)})
                for one, (_, _, said) in zip(lessons, asked, strict=True)
            ]
            self._teachings[game.slug] = Classifier(lessons), Likelihood(fuller)
        return self._teachings[game.slug]

    def _rarities(self) -> Mapping[str, Mapping[str, float]]:
        """Return what each term tells in each game that has it."""
        sizes = Counter(one.game.slug for one in self.shelved)
        spreads = Counter((term, one.game.slug) for one in self.shelved for term in one.full)
        rarities: dict[str, dict[str, float]] = defaultdict(dict)
        for (term, slug), spread in spreads.items():
            rarities[term][slug] = log(1 + sizes[slug] / (_RARE + spread))
        return rarities

    def heads(self, term: str, game: Game | None) -> bool:
        """Return whether a heading of that game has the term."""
        return game is not None and term in self.headings[game.slug]

    def rarity(self, term: str, game: Game | None = None) -> float:
        """Return what it tells that a passage of that game (without one: of any) has the term;
        nothing if none has it."""
        rarities = self.rarities.get(term, {})
        if game is not None:
            return rarities.get(game.slug, 0.0)
        return sum(rarities.values()) / len(rarities) if rarities else 0.0

    def guess(self, word: str, begun: bool) -> str | None:
        """Return the likeliest word that this one is a slip of, or where it may only be ``begun``,
        the beginning of; None for a word that is known or like none."""
        if word in self.words or word.isdecimal() or len(word) < _BEGUN:
            return None
        alike = [one for one in self.words if one.startswith(word)] if begun else []
        if not alike and len(word) > _BEGUN:
            alike = [one for slip in _slips(word) for one in self.slips.get(slip, ())]
        return max(alike, key=lambda one: (len(self.holding.get(one, ())), one), default=None)


def _slips(word: str) -> set[str]:
    """Return the word, and it without one of its letters: what two words share if one is a slip of
    the other, with a letter too many, too few, wrong or in its neighbour's place."""
    cut = (word[:place] + word[place + 1 :] for place in range(len(word)))
    return {word, *cut} if len(word) > _BEGUN else {word}


@cache
def library() -> Library:
    """Return the passages of every game."""
    return Library(games().values())
