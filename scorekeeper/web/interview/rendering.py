"""The steps of an interview as HTML, and macros of the templates called from Python.

A pad is drawn anew at every tap, and all but one of its steps are as they were. So what a step
looks like is kept: for the names at the table, what is answered and what was refused.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from flask import current_app
from markupsafe import Markup

from scorekeeper.engine.fields import Question
from scorekeeper.sentences import Voice
from scorekeeper.web.interview.coins import SignVoice
from scorekeeper.web.interview.steps import BranchStep, FormStep

_MOST_KEPT: Final = 1024


class _DrawnStep(NamedTuple):
    """A step as it was drawn; the question is held so that its id stays its own."""

    question: Question
    html: Markup


_drawn: dict[tuple[object, ...], _DrawnStep] = {}


def macro(template: str, name: str) -> Callable[..., Markup]:
    """A macro that draws from its arguments alone, past what a whole page is given."""
    module: Any = current_app.jinja_env.get_template(template).module
    found: Callable[..., Markup] = getattr(module, name)
    return found


def step_html(ask: FormStep | BranchStep, voice: Voice, sign: Voice) -> Markup:
    """The step with its keys; `voice` reads sentences, `sign` reads suits as signs."""
    if isinstance(ask, BranchStep):
        return _draw(ask, voice, sign)
    mark = (id(ask.question), ask.state, tuple(voice.names), tuple(voice.sides), _coins(sign))
    kept = _drawn.get(mark)
    if kept is None:
        if len(_drawn) >= _MOST_KEPT:
            _drawn.clear()
        kept = _drawn[mark] = _DrawnStep(ask.question, _draw(ask, voice, sign))
    return kept.html


def _coins(sign: Voice) -> object:
    return sign.coins if isinstance(sign, SignVoice) else None


def _draw(ask: FormStep | BranchStep, voice: Voice, sign: Voice) -> Markup:
    return macro("interview/_fields.html", "ask")(ask, voice, sign)
