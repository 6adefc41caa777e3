"""Finds paragraphs of the rules pages in players' own words; pure, and made ready once.

What is sought and what is searched go through the same sieve (``words``): words lose their
endings, short words are not heard, and what ``parlance`` knows by several names gets one of them
besides. A passage (``library``) is worth more the more of the question it answers, the rarer those
words are, and the more they stand in its heading; and most if players ask for it in such words
(``samples``). How a question is put points to a chapter (``asking``). In the game that is asked
about, what two ways of learning from the samples say counts too (``classifier``, ``likelihood``).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import Final, NamedTuple

from scorekeeper.anchored_markdown import Passage
from scorekeeper.engine.game import Game
from scorekeeper.engine.options import OptionValues
from scorekeeper.seek.asking import (
    chapter_cues,
    chapter_leanings,
    game_named,
    meant_words,
    question_terms,
)
from scorekeeper.seek.features import features, word_couples
from scorekeeper.seek.library import ShelvedPassage, Sought, the_library
from scorekeeper.seek.words import is_pair, names, pieces, search_terms

_ASKED_SO: Final = 0.5
"""What it counts that players ask for a passage in just these words, beside its own words."""
_TOLD_APART: Final = 0.35
"""What the classifier counts at most, beside the worth of the best passage."""
_LIKELY: Final = 1.8
"""The same of the language model, which errs less."""
_MUCH_ASKED: Final = 0.06
"""How much less a passage is worth for having many samples, which are like many a question that
asks for its neighbour: 0 for none, 1 for half as much with twice as many."""
_A_QUESTION: Final = 3
"""So many words are put as a question; fewer only name what is sought."""
_BESIDE: Final = {"": 0.7, "House rules": 0.6, "Doubtful points": 0.6}
"""Chapters that speak of everything, and what they count beside the others."""
_NOT_WORTH_IT: Final = 0.2
"""What is worth less than this part of the best answer by its words is none."""


class Hit(NamedTuple):
    """A passage that answers, and the place of the paragraph in it that does so best."""

    game: Game
    passage: Passage
    paragraph: int
    worth: float


def search(
    question: str,
    first: Game | None = None,
    most: int = 6,
    options: OptionValues | None = None,
) -> list[Hit]:
    """Return the passages that answer, best first. Those of the game ``first`` (else of one that
    the question names) come before all others, of which each game has one; at most so many of
    both. ``options`` are in force in ``first``; elsewhere those of the usual variant are."""
    in_force = {} if first is None or options is None else {first: options}
    first = first or game_named(question)
    worths = question_terms(question, first)
    found = sorted(_matching_passages(worths, chapter_cues(question)), key=lambda one: -one[1])
    here = [one for one in found if one[0].game is first]
    elsewhere = {one.game: (one, worth) for one, worth in reversed(found) if one.game is not first}
    others = sorted(elsewhere.values(), key=lambda one: -one[1])
    return [
        Hit(one.game, one.passage, one.best(worths, _options(one.game, in_force)), worth)
        for some, best in ((_with_samples(question, here), _best(here)), (others, _best(others)))
        for one, worth in some[:most]
        if worth > _NOT_WORTH_IT * best
    ]


def _options(game: Game, in_force: Mapping[Game, OptionValues]) -> OptionValues:
    return in_force.get(game) or game.defaults(None)


def prepare(game: Game | None) -> None:
    """Make ready what the first question to a game (without one: to all) waits for."""
    books = the_library()
    if game is not None:
        books.teachings(game)


def marked_pieces(sought: Sought, text: str) -> Iterator[tuple[str, bool]]:
    """Yield the text in pieces, and of each whether it was sought."""
    for piece in pieces(text):
        said = search_terms(piece)
        yield piece, any(term in sought for term in (*said, *names(said)))


def _matching_passages(
    sought: Sought, lifts: Mapping[str, float]
) -> Iterator[tuple[ShelvedPassage, float]]:
    """Yield the passages that have something of it, and what each is worth."""
    books = the_library()
    alone = {term: worth for term, worth in sought.items() if not is_pair(term)}
    whole = sum(alone.values())
    full: dict[int, float] = defaultdict(float)
    answered: dict[int, float] = defaultdict(float)
    for term, worth in alone.items():
        for place, much in books.holding.get(term, {}).items():
            full[place] += worth * much / whole
            answered[place] += worth / whole
    alike = books.samples.likeness(sought)
    for place, much in full.items():
        one = books.shelved[place]
        chapter = one.passage.chapter
        worth = much * sqrt(answered[place]) + _ASKED_SO * alike.get(place, 0.0) ** 2
        yield one, worth * _BESIDE.get(chapter, 1.0) * lifts.get(chapter, 1.0)


def _with_samples(
    question: str, found: Sequence[tuple[ShelvedPassage, float]]
) -> Sequence[tuple[ShelvedPassage, float]]:
    """Return the passages of a game that have something of the question, best first, each worth
    more if the samples of that game teach that such a question asks for it."""
    if not found:
        return found
    books, game = the_library(), found[0][0].game
    said = meant_words(question, game)
    asked = features(said)
    classifier, likelihood = books.teachings(game)
    worths = dict(found)
    for weight, alike in (
        (_TOLD_APART, classifier.likeness(asked)),
        (_LIKELY, likelihood.likeness({**asked, **word_couples(said)})),
    ):
        for place, much in alike.items():
            one = books.shelved[place]
            worths[one] = worths.get(one, 0.0) + weight * _best(found) * much
    balanced = _balanced(question, worths) if len(said) >= _A_QUESTION else worths.items()
    return sorted(balanced, key=lambda one: -one[1])


def _balanced(
    question: str, worths: Mapping[ShelvedPassage, float]
) -> Iterator[tuple[ShelvedPassage, float]]:
    """Yield these passages of a game, those worth less that are found too often, and those worth
    more that are found too seldom."""
    books = the_library()
    leanings = chapter_leanings(question)
    for one, worth in worths.items():
        asked = books.samples.many[books.places[one]] ** _MUCH_ASKED
        yield one, worth * (1 + leanings.get(one.passage.chapter, 0.0)) / asked


def _best(found: Sequence[tuple[ShelvedPassage, float]]) -> float:
    """Return what the first of them is worth."""
    return found[0][1] if found else 0.0
