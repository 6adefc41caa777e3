"""The answers to questions: one for every passage under all house rules, in force and true to the
page."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from scorekeeper import rulebook
from scorekeeper.anchored_markdown import Passage
from scorekeeper.engine.game import Game
from scorekeeper.engine.options import OptionValues
from scorekeeper.games import folder, games
from scorekeeper.interview.steps import Number
from scorekeeper.search import ranking
from scorekeeper.search.answers import (
    Answer,
    WrittenAnswer,
    answer,
    asks_yes_or_no,
    written_answers,
)
from scorekeeper.search.query import parse

NUMBER = re.compile(r"\d+")
NAMED = re.compile(r"\{\{ option (\w+) \}\}")
GROUP = re.compile(r"^([a-z-]+):$", re.MULTILINE)
LONGEST = 110
"""Letters of an answer: three lines in large type."""
GAMES = [game for game in games().values() if (folder(game) / "answers.md").is_file()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def answered(game: Game) -> list[Passage]:
    """The passages that players ask about: all that say something; a house rule's own line answers
    itself."""
    return [
        one
        for one in rulebook.passages(game)
        if one.paragraphs and not one.anchor.startswith("option-")
    ]


def house_rules(game: Game) -> Iterator[OptionValues]:
    """Every variant, and each option of it with each of its values."""
    for variant in game.variants:
        yield from house_rules_of(game, variant)


def house_rules_of(game: Game, variant: str | None) -> Iterator[OptionValues]:
    """The usual rules of a variant, and each option with each of its values, or the ends of its
    range."""
    usual = game.defaults(variant)
    yield usual
    for option in game.options:
        values: list[Any] = [key.value for key in option.keys_shown()]
        if isinstance(option, Number):
            values = [option.low, option.high]
        for value in [*values, *([None] if option.none else [])]:
            yield {**usual, option.name: value}


@every_game
def test_every_passage_has_an_answer(game: Game) -> None:
    found = written_answers(game)

    assert [one.anchor for one in answered(game) if one.anchor not in found] == []
    shared = {*GROUP.findall(rulebook.text_beside(None, "answers"))}
    assert {*found} - shared <= {one.anchor for one in answered(game)}


@every_game
def test_an_answer_holds_under_any_rules(game: Game) -> None:
    for options in house_rules(game):
        for anchor, lines in written_answers(game).items():
            assert any(rulebook.holds(one.text, options) for one in lines), (anchor, options)


@every_game
def test_no_answer_names_a_rule_not_in_force(game: Game) -> None:
    for options in house_rules(game):
        for anchor, lines in written_answers(game).items():
            for one in lines:
                if rulebook.holds(one.text, options):
                    values = [options[name] for name in NAMED.findall(one.text)]
                    assert not any(value in (None, 0, "none") for value in values), (anchor, one)


@every_game
def test_numbers_of_an_answer_stand_on_the_page(game: Game) -> None:
    for passage in answered(game):
        said = " ".join(text for _, text in passage.paragraphs)
        tables = rulebook.tables_of_passage(game, passage, game.defaults(None))
        known = {*NUMBER.findall(said), *NUMBER.findall(" ".join(tables))}
        for one in written_answers(game).get(passage.anchor, ()):
            written = {*NUMBER.findall(re.sub(r"\{\{.*?\}\}", "", one.text))}
            assert written <= known, (passage.anchor, one.text)


@every_game
def test_an_answer_is_one_short_sentence(game: Game) -> None:
    def short(one: WrittenAnswer) -> bool:
        text = rulebook.unmarked(one.text, game, game.defaults(None)).replace("**", "")
        return len(text) <= LONGEST and text[-1] in ".!?" and one.text.count("**") in (0, 2)

    for anchor, lines in written_answers(game).items():
        assert all(map(short, lines)), (anchor, [one.text for one in lines if not short(one)])


@pytest.mark.parametrize(
    ("slug", "question", "large"),
    [
        ("bridge", "how much is a small slam vulnerable", "750"),
        ("bridge", "a grand slam, not vulnerable", "1000"),
        ("five-hundred", "what is 8 hearts worth", "300"),
        ("twenty-eight", "how much is the jack worth", "3"),
    ],
)
def test_a_number_in_a_table_is_the_answer(slug: str, question: str, large: str) -> None:
    assert told(slug, question).large == large


@pytest.mark.parametrize(
    ("slug", "question"),
    [
        ("five-hundred", "bid 6 spades, made 9"),
        ("twenty-eight", "is the ten higher than the king"),
        ("solo-whist", "what is trumps"),
    ],
)
def test_two_rows_that_are_named_are_no_answer(slug: str, question: str) -> None:
    assert not NUMBER.search(told(slug, question).large)


def told(slug: str, question: str) -> Answer:
    """The first answer to a question, under the usual rules."""
    game = games()[slug]
    first = next(hit for hit in ranking.search(question, game) if hit.game is game)
    found = answer(game, first.passage, parse(question, game), game.defaults(None))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("may dummy speak", True),
        ("we had four honours, do we score them", True),
        ("must i trump when i am out of the suit", True),
        ("is a glance at the last trick allowed", True),
        ("how many points do we get", False),
        ("who leads", False),
        ("my partner led out of turn", None),
    ],
)
def test_the_form_of_a_question_is_heard(question: str, asks: bool | None) -> None:
    assert asks_yes_or_no(question.split()) is asks


def test_a_question_for_yes_or_no_is_not_told_a_number_of_a_table() -> None:
    assert told("bridge", "do we get honours even though we went down").large == "Yes"
    assert told("five-hundred", "what is 8 hearts worth").large == "300"
