"""The wide key below a deal in progress: it leads from one answer to the next, and then saves."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final, Literal

from scorekeeper.engine.fields import Question, name_of
from scorekeeper.sentences import tell, with_sign
from scorekeeper.web.table.deal_in_progress import DealInProgress

_ONE_LINE: Final = 21
"""The most letters of a deal's headline on the wide key; a longer one would make it higher."""
_ROOM: Final = 30
"""The most letters of names and points on the wide key."""


class WideKey:
    """The wide key of a deal in progress: what it does when it is pressed (`action`), its two lines
    (`label` and `below`), and the field that it leads to (`leads_to`)."""

    def __init__(self, deal: DealInProgress) -> None:
        self.deal = deal
        self.form = deal.interview_form
        self.headline = deal.headline(self.form.entry)

    @property
    def action(self) -> Literal["keep", "save"]:
        """Return whether the key keeps the answers as a draft or saves the deal."""
        before = any(question.when == "before" for question in self.form.open_questions)
        return "keep" if before and self._next is not None else "save"

    @property
    def label(self) -> str:
        """The text on the key."""
        if self.deal.preview is not None:
            return self._saving()
        if self._next is not None:
            return tell("Next: {question}", question=self.coming)
        if self._wrong:
            return tell("Check: {question}", question=self._wrong)
        if not self.coming:
            return tell("Save deal {n}", n=self.deal.pad.deals + 1)
        return self.headline or tell("Next: {question}", question=self.coming)

    @property
    def below(self) -> str:
        """The small text under the label; empty where there is nothing to add."""
        if self.deal.preview is not None:
            return self._points(self.deal.preview.scores)
        if self._next is None and not self._wrong and self.coming:
            return tell("then: {question}", question=self.coming) if self.headline else ""
        return self.headline

    @property
    def leads_to(self) -> str:
        """The name of the field that it leads to; empty where it saves."""
        if self._next is None:
            return ""
        ask = self.form.step_of(self._next)
        field = (ask.waiting or ask.fields[0]) if ask else None
        return str(field.name) if field else name_of(self._next.path)

    @cached_property
    def coming(self) -> str:
        """The next question to be answered, as players say it; empty where the deal can be
        saved."""
        question = next(iter(self.form.open_questions), None)
        if question is None:
            return ""
        ask, sign = self.form.step_of(question), self.deal.sign
        item = ask.waiting.question if ask and ask.waiting else question
        return sign.text(item.turn) if item.turn else self.deal.label(question, sign)

    @cached_property
    def _next(self) -> Question | None:
        """The next question before the play, or of a list that does not add up yet; None where
        the deal can be saved, or only the result is missing."""
        open_questions = self.form.open_questions
        if self.deal.preview is not None or not open_questions:
            return None
        if any(question.when == "before" for question in open_questions):
            return open_questions[0]
        listed = any(ask and ask.unsettled for ask in map(self.form.step_of, open_questions))
        return open_questions[0] if listed and not self._wrong else None

    @cached_property
    def _wrong(self) -> str:
        """The label of the first answer that was refused; empty if none was."""
        bad = (ask.question for ask in self.form.questions if ask.bad)
        wrong = next((one for one in bad if one not in self.form.missing), None)
        return self.deal.label(wrong, self.deal.sign) if wrong else ""

    def _saving(self) -> str:
        """Return what will be saved; of a deal that was not played the headline is a whole
        sentence."""
        if "passed_out" in self.form.entry:
            return tell("Save: {points}", points=self.headline)
        if 0 < len(self.headline) <= _ONE_LINE:
            return tell("Save {points}", points=self.headline)
        return tell("Save deal {n}", n=self.deal.pad.deals + 1)

    def _points(self, scores: Sequence[int]) -> str:
        """Return the points of a deal, each with its side's name; with the letters of its coin
        where names are too long."""
        points = [*zip(self.deal.sides, map(with_sign, scores), strict=True)]
        named = [f"{side.name}\N{NO-BREAK SPACE}{points_text}" for side, points_text in points]
        if len(points) > 2 and sum(map(len, named)) > _ROOM:
            letters = ["".join(one.letter for one in side.coins) for side, _ in points]
            named = [
                f"{of_side}\N{NO-BREAK SPACE}{points_text}"
                for of_side, (_, points_text) in zip(letters, points, strict=True)
            ]
        return "   ".join(named)
