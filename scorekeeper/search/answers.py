"""The one answer to a question: a short sentence with its number, under the rules in force.

A person has written them in `answers.md` beside each rules page: under the anchor of a passage one
answer a line, with the same marks as on the page (`{{ played NAME }}`, `{{ option NAME }}`), the
number or word that is shown large in `**bold**`, and behind a `?` the words of a question that asks
for this one rather than for another of the passage. A number that stands in one of the passage's
tables is found there, by its row and column.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from typing import Final, NamedTuple

from scorekeeper import rulebook
from scorekeeper.anchored_markdown import Passage
from scorekeeper.engine.game import Game
from scorekeeper.engine.grid import Printed
from scorekeeper.engine.guide import MOST_GAMES
from scorekeeper.engine.options import OptionValues
from scorekeeper.search.query import Query
from scorekeeper.search.words import names, search_terms
from scorekeeper.sentences import Sentence, Voice, tell

_GROUP: Final = re.compile(r"^([a-z][a-z0-9-]*):\n((?:  .+\n)+)", re.MULTILINE)
_LARGE: Final = re.compile(r"\*\*(.+?)\*\*")
_LARGEST: Final = 12
"""The letters that there is room for in the largest type."""
_VOICE: Final = Voice()
_WRITTEN_FOR_DOCUMENTS: Final = ("finish", "seat")
"""Passages that the page of a document says as its game has it: the lowest total may win there, and
players come and go."""
_MARK: Final = re.compile(r"\{\{.*?\}\}")


class Answer(NamedTuple):
    """An answer in words, and the part of it that is shown large (empty: none)."""

    text: str
    large: str = ""


class WrittenAnswer(NamedTuple):
    """An answer as it is written, with its marks; the terms of a question that asks for it, and
    whether it says yes or no."""

    text: str
    terms: frozenset[str]
    says_yes_or_no: bool


@lru_cache(maxsize=MOST_GAMES)
def written_answers(game: Game) -> Mapping[str, Sequence[WrittenAnswer]]:
    """Return the answers of a game's passages, by anchor: its own, and those of every game."""
    found: dict[str, tuple[WrittenAnswer, ...]] = {}
    for where in (None, game):
        for anchor, lines in _GROUP.findall(rulebook.text_beside(where, "answers") + "\n"):
            if game.own is None or anchor not in _WRITTEN_FOR_DOCUMENTS:
                found[anchor] = tuple(map(_read, lines.strip().splitlines()))
    return found


def _read(line: str) -> WrittenAnswer:
    text, _, asked = line.strip().partition(" ? ")
    plain = _without_marks(text).strip()
    heard = search_terms(f"{plain} {asked}")
    return WrittenAnswer(
        text, frozenset((*heard, *names(heard))), plain.startswith(("Yes", "No,", "No:"))
    )


def _without_marks(text: str) -> str:
    return _LARGE.sub(r"\1", _MARK.sub("", text))


def answer(game: Game, passage: Passage, query: Query, options: OptionValues) -> Answer | None:
    """Return what a passage answers to a question; None where it has no answer."""
    asks = asks_yes_or_no(query.words)
    return (
        # "do we get honours though we went down" was told 100
        (None if asks else _from_table(game, passage, query.terms, options))
        or _written(game, passage, query, options)
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


def _written(game: Game, passage: Passage, query: Query, options: OptionValues) -> Answer | None:
    held = [
        one
        for one in written_answers(game).get(passage.anchor, ())
        if rulebook.holds(one.text, options)
    ]
    best = max(held, key=partial(_worth, query, asks_yes_or_no(query.words)), default=None)
    if best is None:
        return None
    text = rulebook.unmarked(best.text, game, options)
    large = _LARGE.search(text)
    return Answer(_LARGE.sub(r"\1", text), large[1] if large else "")


# Of 886 unseen questions whose passage was found 75 got another sentence with the names of things
# (about 40 a better and 20 a worse one), and 34 with these factors (17 and 8).
_NAME: Final = 0.5
"""What the name of a thing counts that a question and an answer share, beside a word."""
_FITTING: Final = 1.25
"""How much more a yes or a no counts if the question asks for one."""
_UNFITTING: Final = 0.6
"""How much less if it asks for something else."""


def _worth(query: Query, asks: bool | None, one: WrittenAnswer) -> float:
    # in the order of the terms, as sums differ by the order of their parts
    shared = sum(
        worth * (_NAME if term.startswith("=") else 1)
        for term, worth in query.terms.items()
        if term in one.terms
    )
    if asks is None or not one.says_yes_or_no:
        return shared
    return shared * (_FITTING if asks else _UNFITTING)


# --- the form of a question -----------------------------------------------------------------------

_WHAT: Final = "who whos whose whom what whats when whens where wheres which how hows why"
_ASKS_WHAT: Final = frozenset(_WHAT.split())
_VERB: Final = """am are can could did do does had has have is may might must shall should was
    were will would"""
_VERBS: Final = frozenset(_VERB.split())
_SUBJECT: Final = """a an anybody anyone both dealer declarer dummy he her his i it my not one our
    partner she somebody someone that the their there they this we you your"""
_SUBJECTS: Final = frozenset(_SUBJECT.split())
_BEFORE: Final = 4
"""So many words may stand between what is asked and the verb: how many points do I get."""


def asks_yes_or_no(said: Sequence[str]) -> bool | None:
    """Return whether a question in these words asks for a yes or a no; None if it tells a
    situation and asks nothing."""
    for place, (word, following) in enumerate(pairwise(said)):
        if word in _VERBS and (place == 0 or following in _SUBJECTS):
            return _ASKS_WHAT.isdisjoint(said[max(0, place - _BEFORE) : place])
    if not _ASKS_WHAT.isdisjoint(said):
        return False
    return True if "allowed" in said else None


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
