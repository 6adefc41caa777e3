"""Ranks the passages that answer a question.

A passage scores more the more of the question it answers, the rarer those words are, and the more
they stand in its heading; and most if players ask for it in such words (``samples``). How a
question is put points to a chapter. In the game that is asked about, what two ways of learning from
the samples say counts too (``fit``).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import Final, NamedTuple

from scorekeeper.anchored_markdown import Passage
from scorekeeper.engine.game import Game
from scorekeeper.engine.pad import OptionValues
from scorekeeper.search.fit import features, word_couples
from scorekeeper.search.index import IndexedPassage, Terms, search_index
from scorekeeper.search.query import Query, parse
from scorekeeper.search.situations import chapter_cues, chapter_leanings
from scorekeeper.search.words import is_pair, names, pieces, search_terms

_MOST: Final = 6
"""So many passages of the game that is asked about are told at most, and of others as many."""
_SAMPLES: Final = 0.5
"""What it counts that players ask for a passage in just these words, beside its own words."""
_CLASSIFIER: Final = 0.35
"""What the classifier counts at most, beside the score of the best passage."""
_LANGUAGE_MODEL: Final = 1.8
"""The same of the language model, which errs less."""
_MANY_SAMPLES: Final = 0.06
"""How much less a passage scores for having many samples, which are like many a question that
asks for its neighbour: 0 for none, 1 for half as much with twice as many."""
_A_QUESTION: Final = 3
"""So many words are put as a question; fewer only name what is sought."""
_GENERAL: Final = {"": 0.7, "House rules": 0.6, "Doubtful points": 0.6}
"""Chapters that speak of everything, and what they count beside the others."""
_LEAST: Final = 0.2
"""What scores less than this part of the best answer by its words is none."""


class Hit(NamedTuple):
    """A passage that answers, and the place of the paragraph in it that does so best."""

    game: Game
    passage: Passage
    paragraph: int
    score: float


Scored = Sequence[tuple[IndexedPassage, float]]
"""Passages with their scores, best first."""


def search(
    question: str, first: Game | None = None, options: OptionValues | None = None
) -> list[Hit]:
    """Return the passages that answer, best first. Those of the game ``first`` (else of one that
    the question names) come before all others, of which each game has one. ``options`` are in force
    in ``first``; elsewhere those of the usual variant are."""
    in_force = {first: options}
    query = parse(question, first)
    if first is None and query.named:
        first = query.named
        query = parse(question, first)
    found = sorted(_by_words(query), key=lambda one: -one[1])
    here = [one for one in found if one[0].game is first]
    elsewhere = {one.game: (one, score) for one, score in reversed(found) if one.game is not first}
    others = sorted(elsewhere.values(), key=lambda one: -one[1])
    hits = list[Hit]()
    for some, best in ((_by_samples(query, here), _best(here)), (others, _best(others))):
        for one, score in some[:_MOST]:
            if score > _LEAST * best:
                options = in_force.get(one.game) or one.game.defaults(None)
                paragraph = one.best_paragraph(query.terms, options)
                hits.append(Hit(one.game, one.passage, paragraph, score))
    return hits


def prepare(game: Game | None) -> None:
    """Make ready what the first question to a game (without one: to all) waits for."""
    index = search_index()
    if game is not None:
        index.fitted(game)


def marked_pieces(terms: Terms, text: str) -> Iterator[tuple[str, bool]]:
    """Yield the text in pieces, and of each whether it was sought."""
    for piece in pieces(text):
        said = search_terms(piece)
        yield piece, any(term in terms for term in (*said, *names(said)))


def _by_words(query: Query) -> Iterator[tuple[IndexedPassage, float]]:
    """Yield the passages that have something of it, and what each scores."""
    index, lifts = search_index(), chapter_cues(query.text)
    alone = {term: worth for term, worth in query.terms.items() if not is_pair(term)}
    whole = sum(alone.values())
    full: dict[int, float] = defaultdict(float)
    answered: dict[int, float] = defaultdict(float)
    for term, worth in alone.items():
        for place, much in index.holding.get(term, {}).items():
            full[place] += worth * much / whole
            answered[place] += worth / whole
    alike = index.samples.scores(query.terms)
    for place, much in full.items():
        one = index.passages[place]
        chapter = one.passage.chapter
        score = much * sqrt(answered[place]) + _SAMPLES * alike.get(place, 0.0) ** 2
        yield one, score * _GENERAL.get(chapter, 1.0) * lifts.get(chapter, 1.0)


def _by_samples(query: Query, found: Scored) -> Scored:
    """Return the passages of a game that have something of the question, best first, each with a
    higher score if the samples of that game teach that such a question asks for it."""
    if not found:
        return found
    index = search_index()
    asked = features(query.words)
    classifier, language_model = index.fitted(found[0][0].game)
    scores = dict(found)
    for weight, alike in (
        (_CLASSIFIER, classifier.scores(asked)),
        (_LANGUAGE_MODEL, language_model.scores({**asked, **word_couples(query.words)})),
    ):
        for place, much in alike.items():
            one = index.passages[place]
            scores[one] = scores.get(one, 0.0) + weight * _best(found) * much
    balanced = _balanced(query, scores) if len(query.words) >= _A_QUESTION else scores.items()
    return sorted(balanced, key=lambda one: -one[1])


def _balanced(
    query: Query, scores: Mapping[IndexedPassage, float]
) -> Iterator[tuple[IndexedPassage, float]]:
    """Yield these passages of a game, those with less that are found too often, and those with
    more that are found too seldom."""
    index = search_index()
    leanings = chapter_leanings(query.text)
    for one, score in scores.items():
        many = index.samples.many[index.numbers[one]] ** _MANY_SAMPLES
        yield one, score * (1 + leanings.get(one.passage.chapter, 0.0)) / many


def _best(found: Scored) -> float:
    """Return what the first of them scores."""
    return found[0][1] if found else 0.0
