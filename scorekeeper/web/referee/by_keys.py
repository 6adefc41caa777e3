"""An inquiry on a page: what is answered, the question that is open, and its keys.

Each answer is a link to the address with the answers so far, so that "back" works and an answer
can be sent as a link.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from flask import request

from scorekeeper.engine.remedies import Inquest, inquire
from scorekeeper.interview.steps import Key, Question, Value
from scorekeeper.sentences import Voice
from scorekeeper.web.interview.keys import columns_of, key_class
from scorekeeper.web.referee.facts import text_of

F = TypeVar("F")


class Answered(NamedTuple):
    """A question that is answered: what was asked, what was said, and the way back to it."""

    question: str
    answer: str
    href: str


class AnswerKey(NamedTuple):
    """An answer that can be tapped: its label, a second line, where it leads, further classes."""

    label: str
    badge: str
    href: str
    classes: str


@dataclass(frozen=True)
class ByKeys(Generic[F]):
    """An inquiry as far as the address answers it; an answer that cannot be is asked again.

    `address` makes the address of a page from the facts; `heard` is asked for the key of a question
    on which the address is silent.
    """

    inquiry: Callable[[], Generator[Question, Any, F]]
    voice: Voice
    address: Callable[[Mapping[str, str]], str]
    heard: Callable[[Question], Key | None] | None = None

    @cached_property
    def inquest(self) -> Inquest[F]:
        """The inquiry, the facts, and the question that is open."""
        facts = dict[str, Value]()
        while True:
            inquest = inquire(self.inquiry(), facts)
            key = self._key_given(inquest.open) if inquest.open else None
            if inquest.open is None or key is None:
                return inquest
            facts[inquest.open.name] = key.value

    @property
    def is_tapped(self) -> bool:
        """Whether the address says anything of it."""
        inquest = self.inquest
        asked = [question for question, _ in inquest.answered]
        asked += [inquest.open] if inquest.open else []
        return any(question.name in request.args for question in asked)

    def _key_given(self, question: Question) -> Key | None:
        if self.heard and question.name not in request.args:
            return self.heard(question)
        given = request.args.get(question.name, "")
        return next((key for key in question.keys_shown() if text_of(key.value) == given), None)

    @property
    def answered(self) -> Iterator[Answered]:
        """Yield what is answered."""
        facts = dict[str, str]()
        for question, value in self.inquest.answered:
            key = next(key for key in question.keys_shown() if key.value == value)
            # else what was heard would be taken for the answer again
            way_back = self.address({**facts, question.name: ""} if self.heard else facts)
            label = self.voice.alone(key.label)
            yield Answered(self.voice.alone(question.label), label, way_back)
            facts[question.name] = text_of(value)

    @property
    def question(self) -> str:
        """The question that is open; empty once there is none."""
        return self.voice.alone(self.inquest.open.label) if self.inquest.open else ""

    @property
    def keys(self) -> list[AnswerKey]:
        """The answers to it."""
        if self.inquest.open is None:
            return []
        facts = {asked.name: text_of(value) for asked, value in self.inquest.answered}
        name, keys = self.inquest.open.name, self.inquest.open.keys_shown()
        return [
            AnswerKey(
                self.voice.alone(key.label),
                self.voice.text(key.badge) if key.badge else "",
                self.address({**facts, name: text_of(key.value)}),
                key_class(key, self.voice),
            )
            for key in keys
        ]

    @property
    def columns(self) -> int:
        """In how many columns the answers stand."""
        return columns_of([key.label for key in self.keys])
