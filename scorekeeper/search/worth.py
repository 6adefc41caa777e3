"""What a passage's answer needs to know, and the number that the engine then scores.

Facts that the question names are taken from it, as far as they are plain: a key's label, of which
only one is named. What it says besides is left for the questions that follow.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise
from typing import Final, NamedTuple, cast

from msgspec import structs

from scorekeeper import rulebook
from scorekeeper.anchored_markdown import Passage
from scorekeeper.engine import Case, Estimate, Key, Number, Question, Reckoning, Value
from scorekeeper.engine.deals import Row
from scorekeeper.engine.game import Game, Pad
from scorekeeper.engine.options import OptionValues
from scorekeeper.engine.replay import after, blank
from scorekeeper.search.answers import Answer, only_one
from scorekeeper.search.synonyms import in_plain_words
from scorekeeper.search.words import names, search_terms, stems, words
from scorekeeper.sentences import Voice, minus, say

_VOICE: Final = Voice()
_NO_NUMBER: Final = "both"
"""A word that would be heard as 2, but mostly means players."""
_DIFFERENCE: Final = frozenset(search_terms("short down over under extra overtrick undertrick"))
"""Beside these words a number says by how many tricks, and not how many: one short."""


def estimate_of(
    game: Game, passage: Passage, options: OptionValues, players: int
) -> Callable[[], Estimate] | None:
    """Return what asks for the facts of a passage's answer; None where it needs none, or is not
    played."""
    ask = game.worth.get(passage.anchor)
    if ask is None or not rulebook.is_in_force(passage, 0, options):
        return None
    house = game.house_rules(options)
    case = Case(house, game.sides(house, players), tuple(range(players)))
    return None if ask(case) is None else cast(Callable[[], Estimate], partial(ask, case))


class Scored(NamedTuple):
    """A result as it is scored: the answer, the pad with it, and its row, with the lines that
    count."""

    answer: Answer
    pad: Pad
    row: Row


def scored(
    game: Game,
    options: OptionValues,
    players: Sequence[str],
    worth: Reckoning,
    answered: Sequence[tuple[Question, Value]],
) -> Scored:
    """Return what the engine scores for the deal that the answers make."""
    pad = blank(_endless(game), options, players)
    for entry in (*worth.before, worth.deal):
        pad = after(pad, entry)
    row = pad.rows[-1]
    # the others' tricks only fill the deal up: at Oh Hell they bid as nobody does
    lines = [one for one in row.lines if one.side == worth.side and one.rule not in worth.apart]
    row = structs.replace(row, lines=tuple(lines))
    points = sum(one.points for one in lines if one.column in game.columns)
    values = {question.name: _in_sentence(question, value) for question, value in answered}
    text = _VOICE.text(say(worth.told, points=points, **values))
    return Scored(Answer(text, minus(points)), structs.replace(pad, game=game), row)


@cache
def _endless(game: Game) -> Game:
    """Return the game without its end: a low target must not keep a deal from being scored."""
    return replace(game, result=lambda pad: None)


def _in_sentence(question: Question, value: Value) -> Value:
    if isinstance(question, Number):
        return value
    return next(key.label for key in question.keys_shown() if key.value == value)


class Heard:
    """What a question says, as far as no fact was taken from it yet."""

    def __init__(self, question: str) -> None:
        said = in_plain_words(words(question))
        self._terms = stems(word for word in said if word != _NO_NUMBER)

    def take(self, question: Question) -> Key | None:
        """Return the key that is named, and hear its words no more; None where none is, or not one
        alone."""
        keys = question.keys_shown()
        labels = [search_terms(_VOICE.text(key.label)) for key in keys]
        asked = search_terms(_VOICE.text(question.label))
        named = [self._named(label, asked) for label in labels]
        place = only_one(named, [len(label) for label in labels])
        if place is None:
            place = self._beside(asked, labels)
        if place is None:
            return None
        for term in named[place].intersection(self._terms):
            self._terms.remove(term)
        return keys[place]

    def _beside(self, asked: Sequence[str], labels: Sequence[Sequence[str]]) -> int | None:
        """Return the only number that stands next to a word of the question: of bid 5 and took 7
        the one that was bid."""
        pairs = pairwise(self._terms)
        said = {frozenset(pair) - {*asked} for pair in pairs if not {*asked}.isdisjoint(pair)}
        numbers = [place for place, label in enumerate(labels) if "".join(label).isdecimal()]
        places = [place for place in numbers if frozenset(labels[place]) in said]
        return places[0] if len(places) == 1 else None

    def _named(self, label: Sequence[str], asked: Sequence[str]) -> frozenset[str]:
        """Return what is said of a label: one with a number is said as a whole, as 8 hearts is."""
        if any(map(str.isdecimal, label)):
            size, said = len(label), self._terms
            found = [at for at in range(len(said)) if said[at : at + size] == [*label]]
            if size == 1 and _DIFFERENCE.isdisjoint(asked):
                found = [
                    at for at in found if _DIFFERENCE.isdisjoint(said[max(at - 1, 0) : at + 3])
                ]
            return frozenset(label if found else ())
        return _with_names(label) & _with_names(self._terms)


def _with_names(terms: Sequence[str]) -> frozenset[str]:
    return frozenset((*terms, *names(terms)))
