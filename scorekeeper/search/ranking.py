"""Ranks the passages that answer a question.

A passage scores more the more of the question it answers, the rarer those words are, and the more
they stand in its heading; and most if players ask for it in such words (``samples``). In the game
that is asked about, what two ways of learning from the samples say counts too (``fit``).
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from typing import Final, NamedTuple

from scorekeeper.anchored_markdown import Passage
from scorekeeper.engine.game import Game
from scorekeeper.engine.options import OptionValues
from scorekeeper.search.index import Index, IndexedPassage, Terms, index_of, indices
from scorekeeper.search.query import Query, parse
from scorekeeper.search.samples import SILENT
from scorekeeper.search.words import names, search_terms

_WORD: Final = re.compile(r"(\w+)")
_MOST: Final = 6
"""So many passages of the game that is asked about are told at most, and of others as many."""
# With 0.7 for each learner 71.6 % of 2,235 held-out samples were right first, with 0.35 and 1.2
# 72.7 %; once there were samples of other games, 1.8 found more than 1.2. Word vectors helped with
# no weight, sentence vectors found 549 instead of 541 of 609 unseen questions: too little for a
# runtime that the pocket edition does not have.
_CLASSIFIER: Final = 0.35
"""What the classifier counts at most, beside the score of the best passage."""
_LANGUAGE_MODEL: Final = 1.8
"""The same of the language model, which errs less."""
_LEAST: Final = 0.2
"""What scores less than this part of the best answer by its words is none."""


_SILENT: Final = 1.2
"""How much more it counts that a question is like those on which the rules say nothing: with 1.0 71
of 108 such questions are told so, with 1.2 83, with 2.0 98; 10, 11 and 48 of 801 that the rules
answer lose their answer."""


class Hit(NamedTuple):
    """A passage that answers, and the place of the paragraph in it that does so best."""

    game: Game
    passage: Passage
    paragraph: int
    score: float


Scored = Sequence[tuple[IndexedPassage, float]]
"""Passages with their scores, best first."""


def search(
    question: str, asked: Game | None = None, options: OptionValues | None = None
) -> list[Hit]:
    """Return the passages that answer, best first: those of the game ``asked``; without one, those
    of a game that the question names, and then the best of each other game. Where the rules of the
    game say nothing about it, `SILENT` is the first. ``options`` are in force in ``asked``;
    elsewhere those of the usual variant are."""
    in_force = {asked: options}
    query = parse(question, asked)
    first = asked or query.named
    if first is not asked:
        query = parse(question, first)
    # to quote all games in answer to one of them took a third of the time of its first question
    indexed = [index_of(asked)] if asked else indices()
    found = sorted(_by_words(query, indexed), key=lambda one: -one[1])
    here = [one for one in found if one[0].game is first]
    elsewhere = {one.game: (one, score) for one, score in reversed(found) if one.game is not first}
    others = sorted(elsewhere.values(), key=lambda one: -one[1])
    hits = list[Hit]()
    for some, best in ((_by_samples(query, here), _best(here)), (others, _best(others))):
        for place, (one, score) in enumerate(some[:_MOST]):
            # that the rules say nothing is no second answer
            if score > _LEAST * best and not (one.passage is SILENT and (place or some is others)):
                options = in_force.get(one.game) or one.game.defaults(None)
                paragraph = one.best_paragraph(query.terms, options)
                hits.append(Hit(one.game, one.passage, paragraph, score))
    return hits


def marked_pieces(terms: Terms, text: str) -> Iterator[tuple[str, bool]]:
    """Yield the text in pieces, and of each whether it was sought."""
    for piece in _WORD.split(text):
        said = search_terms(piece)
        yield piece, any(term in terms for term in (*said, *names(said)))


def _by_words(query: Query, indexed: Iterable[Index]) -> Iterator[tuple[IndexedPassage, float]]:
    """Yield the passages that have something of it, and what each scores."""
    whole = sum(query.terms.values())
    for index in indexed:
        full: dict[IndexedPassage, float] = defaultdict(float)
        answered: dict[IndexedPassage, float] = defaultdict(float)
        for term, worth in query.terms.items():
            for one, much in index.holding(term):
                full[one] += worth * much / whole
                answered[one] += worth / whole
        yield from ((one, much * sqrt(answered[one])) for one, much in full.items())


def _by_samples(query: Query, found: Scored) -> Scored:
    """Return the passages of a game that have something of the question, best first, each with a
    higher score if the samples of that game teach that such a question asks for it."""
    if not found:
        return found
    index = index_of(found[0][0].game)
    scores = dict(found)
    for weight, alike in (
        (_CLASSIFIER, index.fitted.classifier_scores(query.words)),
        (_LANGUAGE_MODEL, index.fitted.language_model_scores(query.words)),
    ):
        for place, much in alike.items():
            one = index.passage(place)
            scores[one] = scores.get(one, 0.0) + weight * _best(found) * much
    counted = (
        (one, much * _SILENT) if one.passage is SILENT else (one, much)
        for one, much in scores.items()
    )
    return sorted(counted, key=lambda one: -one[1])


def _best(found: Scored) -> float:
    return found[0][1] if found else 0.0
