"""The one answer to a question: a short sentence with its number, under the rules in force.

A person has written them in `answers.md` beside each rules page: under the anchor of a passage one
answer a line, with the same marks as on the page (`{{ played NAME }}`, `{{ option NAME }}`), the
number or word that is shown large in `**bold**`, and behind a `?` the words of a question that asks
for this one rather than for another of the passage. A number that stands in one of the passage's
tables is found there, by its row and column.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from scorekeeper import rulebook
from scorekeeper.anchored_markdown import Passage
from scorekeeper.engine.game import Game
from scorekeeper.engine.grid import Printed
from scorekeeper.engine.options import OptionValues
from scorekeeper.search.words import search_terms
from scorekeeper.sentences import Sentence, Voice, tell

_GROUP: Final = re.compile(r"^([a-z][a-z0-9-]*):\n((?:  .+\n)+)", re.MULTILINE)
_LARGE: Final = re.compile(r"\*\*(.+?)\*\*")
_LARGEST: Final = 12
"""The letters that there is room for in the largest type."""
_VOICE: Final = Voice()
_MARK: Final = re.compile(r"\{\{.*?\}\}")


class Answer(NamedTuple):
    """An answer in words, and the part of it that is shown large (empty: none)."""

    text: str
    large: str = ""


class WrittenAnswer(NamedTuple):
    """An answer as it is written, with its marks, and the terms of a question that asks for it."""

    text: str
    terms: frozenset[str]


@cache
def written_answers(game: Game) -> Mapping[str, Sequence[WrittenAnswer]]:
    """Return the answers of a game's passages, by anchor: its own, and those of every game."""
    found: dict[str, tuple[WrittenAnswer, ...]] = {}
    for where in (None, game):
        for anchor, lines in _GROUP.findall(rulebook.text_beside(where, "answers") + "\n"):
            found[anchor] = tuple(map(_read, lines.strip().splitlines()))
    return found


def _read(line: str) -> WrittenAnswer:
    text, _, asked = line.strip().partition(" ? ")
    return WrittenAnswer(text, frozenset(search_terms(f"{_without_marks(text)} {asked}")))


def _without_marks(text: str) -> str:
    return _LARGE.sub(r"\1", _MARK.sub("", text))


def answer(
    game: Game, passage: Passage, terms: Mapping[str, float], options: OptionValues
) -> Answer | None:
    """Return what a passage answers to a question of those terms; None where it has no answer."""
    return (
        _from_table(game, passage, terms, options)
        or _written(game, passage, terms, options)
        or _house_rule(game, passage, options)
    )


def _house_rule(game: Game, passage: Passage, options: OptionValues) -> Answer | None:
    """Return how a house rule is played, where the passage is one."""
    for option in game.options:
        if passage.anchor == rulebook.option_anchor(option):
            value = rulebook.value_words(option, options[option.name])
            text = tell("{title}: {value}.", title=passage.title, value=value)
            return Answer(text, value if len(value) <= _LARGEST else "")
    return None


def _written(
    game: Game, passage: Passage, terms: Mapping[str, float], options: OptionValues
) -> Answer | None:
    held = [
        one
        for one in written_answers(game).get(passage.anchor, ())
        if rulebook.holds(one.text, options)
    ]
    best = max(held, key=lambda one: _worth(one.terms, terms), default=None)
    if best is None:
        return None
    text = rulebook.unmarked(best.text, game, options)
    large = _LARGE.search(text)
    return Answer(_LARGE.sub(r"\1", text), large[1] if large else "")


def _worth(held: frozenset[str], terms: Mapping[str, float]) -> float:
    # in the order of the terms, as sums differ by the order of their parts
    return sum(worth for term, worth in terms.items() if term in held)


# --- numbers in tables ----------------------------------------------------------------------------


def _from_table(
    game: Game, passage: Passage, terms: Mapping[str, float], options: OptionValues
) -> Answer | None:
    """Return the cell that a question asks for by its row, and by its column where there are
    several; None where it does not name one of each alone."""
    for table in rulebook.tables_near(game, passage, options):
        row, columns = row_asked(table, terms), table.head[1:]
        if row is None:
            continue
        # a word that names the row names no column: what is trumps
        left = {
            term: worth for term, worth in terms.items() if term not in _terms(table.rows[row][0])
        }
        column = 0 if len(columns) == 1 else _only_one(columns, left)
        if column is not None:
            cell = _VOICE.text(table.rows[row][column + 1])
            what = {
                "row": _VOICE.within(table.rows[row][0]),
                "column": _VOICE.within(columns[column]),
            }
            if len(columns) == 1:
                return Answer(tell("{cell} for {row}.", cell=cell, **what), cell)
            return Answer(tell("{cell} for {row}, {column}.", cell=cell, **what), cell)
    return None


def row_asked(table: Printed, terms: Mapping[str, float]) -> int | None:
    """Return the row of a table that a question names; None where it names none alone."""
    return _only_one([row[0] for row in table.rows], terms)


def _only_one(labels: Sequence[Sentence], terms: Mapping[str, float]) -> int | None:
    """Return the place of the label that a question names, if it names no other: what another has
    of the question, this one has too ("vulnerable" is not "not vulnerable", the shorter)."""
    # "bid 6 spades made 9" is told neither the 6's nor the 9's number
    named = [frozenset(_terms(label) & terms.keys()) for label in labels]
    return only_one(named, [len(_terms(label)) for label in labels])


def only_one(named: Sequence[frozenset[str]], sizes: Sequence[int]) -> int | None:
    """Return the place of the label that is named, by what of each is, and by how many terms each
    has; None where none is alone."""
    best = max(range(len(named)), key=lambda at: (len(named[at]), -sizes[at]), default=None)
    if best is None or not named[best]:
        return None
    twins = [at for at in range(len(named)) if (named[at], sizes[at]) == (named[best], sizes[best])]
    alone = all(one <= named[best] for one in named) and len(twins) == 1
    return best if alone else None


def _terms(label: Sentence) -> frozenset[str]:
    return frozenset(search_terms(_VOICE.text(label)))
