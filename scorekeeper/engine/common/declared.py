"""Bids that are declared in turn: a question of the deal's form, put as a call."""

from collections.abc import Mapping
from typing import Any, Final

from scorekeeper.interview.steps import Choice, Number, Value
from scorekeeper.referee.auction import Calls, ToCall
from scorekeeper.referee.context import Ruling
from scorekeeper.sentences import Sentence

_AS_ANY: Final[Mapping[Value, Any]] = {}


def declaring(
    seat: int,
    question: Choice | Number,
    rule: str,
    why: Sentence,
    rules: Mapping[Value, str] = _AS_ANY,
    whys: Mapping[Value, Sentence] = _AS_ANY,
) -> ToCall:
    """Return the turn of `seat` to answer the question: its keys are the calls, `why` says that
    they are allowed; `rule` is the paragraph on them. `rules` and `whys` hold those on certain
    answers."""
    refusals = question.refusals if isinstance(question, Choice) else {}
    keys = [key for key in question.keys_shown() if not key.used_up]
    reasons = {key.value: whys.get(key.value, why) for key in keys} | dict(refusals)
    rulings = {str(value): Ruling(text, rules.get(value, rule)) for value, text in reasons.items()}
    calls = tuple(str(key.value) for key in keys)
    return ToCall(seat, calls, rulings.get, question.sealed)


def call_names(question: Choice | Number) -> Calls:
    """Return all that can be called where calls are the question's keys."""
    return {str(key.value): key.label for key in question.keys_shown()}


def answer_of(call: str) -> int | str:
    """Return the answer that a call gives: a number, or a word as it is."""
    return int(call) if call.isdecimal() else call
