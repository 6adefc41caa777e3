"""Pads for the tests of single games: some entries played, and what the game says of them."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.engine.deals import Row
from scorekeeper.engine.game import Pad, deal_headline, facts_of
from scorekeeper.engine.pad import voice_of
from scorekeeper.engine.replay import Refused, after, after_with_warnings, blank, interview
from scorekeeper.games import games
from scorekeeper.interview.reading import read, walk
from scorekeeper.interview.steps import Question, Step
from scorekeeper.sentences import Sentence
from scorekeeper.sheet.documents import where

NAMES = ("Ann", "Ben", "Cat", "Dan")


def played(
    slug: str,
    *entries: Mapping[str, Any],
    variant: str | None = None,
    names: Sequence[str] = NAMES,
    dealer: int = 0,
    **options: Any,
) -> Pad:
    """The pad after the entries; `options` are those that differ from the variant's."""
    game = games()[slug]
    pad = blank(game, {**game.defaults(variant), **options}, names, dealer)
    for entry in entries:
        pad = after(pad, entry)
    return pad


def text_of(pad: Pad, sentence: Sentence | None) -> str | None:
    """The sentence as the table reads it."""
    return None if sentence is None else voice_of(pad).text(sentence)


def end_of(pad: Pad) -> tuple[tuple[int, ...], str, str | None]:
    """Return who won, by which rule, and what the table reads; the game must have ended."""
    assert pad.outcome
    return pad.outcome.winners, pad.outcome.rule, text_of(pad, pad.outcome.text)


def lines(pad: Pad) -> list[tuple[int, int, str, str]]:
    """Side, points, text and rule of the last row's lines, tallies left out."""
    row: Row = pad.rows[-1]
    voice = voice_of(pad)
    return [
        (line.side, line.points, voice.text(line.text), line.rule)
        for line in row.lines
        if line.column in pad.game.columns
    ]


def warnings(pad: Pad, entry: Mapping[str, Any]) -> list[tuple[str, str | None]]:
    """Return where and what the form warns of, were `entry` written on the pad."""
    _, warns = after_with_warnings(pad, entry)
    return [(where(warn.path), text_of(pad, warn.sentence)) for warn in warns]


def faults(pad: Pad, entry: Mapping[str, Any]) -> list[tuple[str, str | None]]:
    """Return where and why the entry is refused; empty if it stands."""
    try:
        after(pad, entry)
    except Refused as refused:
        return [(where(fault.path), text_of(pad, fault.sentence)) for fault in refused.faults]
    return []


def headline(pad: Pad, entry: Mapping[str, Any]) -> str | None:
    """The deal in a few words; `pad` is the one before it."""
    return text_of(pad, deal_headline(pad, entry))


def needs(pad: Pad) -> list[tuple[int, str | None]]:
    """Return what each side still needs."""
    assert pad.game.needs
    return [(side, text_of(pad, sentence)) for side, sentence, *_ in pad.game.needs(pad)]


def carried(pad: Pad) -> list[tuple[int, str | None]]:
    """Return what each side carries into the next deal."""
    assert pad.game.carried
    return [(side, text_of(pad, sentence)) for side, sentence, *_ in pad.game.carried(pad)]


def facts(pad: Pad, entry: Mapping[str, Any]) -> list[tuple[int, str, int]]:
    """Return what statistics count of the deal; `pad` is the one before it."""
    return [*facts_of(pad, after(pad, entry).rows[-1])]


def questions_of(pad: Pad, entry: Mapping[str, Any], kind: str = "deal") -> dict[str, Question]:
    """The questions put while `entry`, which may be half-filled, answers them."""
    questions: dict[str, Question] = {}
    reading = read(interview(pad, kind), entry)

    def reply(step: Step) -> Any:
        if isinstance(step, Question):
            questions[where(step.path)] = step
        return reading.reply(step)

    walk(interview(pad, kind), reply)
    return questions
