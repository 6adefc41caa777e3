"""A deal that was taken back, as answers in its form."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.engine.fields import Value
from scorekeeper.engine.ledger import Entry, Pad, interview
from scorekeeper.web.interview import form, paths
from scorekeeper.web.table import summary


def answers_of(pad: Pad, entry: Entry) -> Mapping[str, Value]:
    """Return the answers that make this deal, without those that follow from the others: so what
    follows from one that is put right is right too."""
    answers = _filled(pad, entry).answers()
    whole = _entry(pad, answers)
    for name in reversed([*answers]):
        fewer = {path: answer for path, answer in answers.items() if path != name}
        if _entry(pad, fewer) == whole:
            answers = fewer
    return answers


def _filled(pad: Pad, stored: Mapping[str, Any]) -> form.InterviewForm:
    return form.InterviewForm(interview(pad), summary.voices(pad)[0], stored=stored)


def _entry(pad: Pad, answers: Mapping[str, Value]) -> tuple[Entry, bool]:
    """Return what these answers come to, and whether that is all that is asked."""
    interview_form = _filled(pad, paths.entry_of(answers))
    return interview_form.entry, interview_form.complete
