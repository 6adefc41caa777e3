"""The steps of a form in the order in which a page draws them, and which of them now."""

from collections.abc import Container, Iterable, Sequence

from scorekeeper.engine.fields import Flag
from scorekeeper.web.interview.form import InterviewForm
from scorekeeper.web.interview.steps import BranchStep, FormStep


def in_page_order(asks: Sequence[FormStep | BranchStep]) -> list[FormStep | BranchStep]:
    """Return the steps as the page draws them: what must be answered, what may be left out, other
    ways to enter, and last what is ticked instead of all that; so a deal half entered can still be
    one."""
    return sorted(asks, key=_rank)


def _rank(ask: FormStep | BranchStep) -> int:
    if isinstance(ask, BranchStep):
        return 2
    if isinstance(ask.question, Flag):
        return 3
    return 1 if ask.aside else 0


def is_instead(ask: FormStep | BranchStep) -> bool:
    """Return whether it is a tick not made, for a deal that was none of what is asked."""
    return isinstance(ask, FormStep) and isinstance(ask.question, Flag) and not ask.fields[0].given


def shown_now(filling: InterviewForm) -> list[FormStep | BranchStep]:
    """Return the steps to show: those after the play only once all before it are answered."""
    before = [question for question in filling.open_questions if question.when == "before"]
    if not before:
        return in_page_order(filling.asks)
    asks = [
        ask
        for ask in filling.asks
        if (
            ask.question.when == "before" if isinstance(ask, FormStep) else _is_before(ask, filling)
        )
    ]
    return in_page_order(asks)


def _is_before(ask: BranchStep, filling: InterviewForm) -> bool:
    """Return a choice of branches belongs to the play if the question behind it does."""
    behind = filling.asks[filling.asks.index(ask) + 1 :]
    following = next((a for a in behind if isinstance(a, FormStep)), None)
    return following is not None and following.question.when == "before"


def of_seats(
    asks: Iterable[FormStep | BranchStep], seats: frozenset[int], but: Container[str] = ()
) -> list[FormStep | BranchStep]:
    """Return the questions that these seats may answer themselves, without the fields named in
    `but`."""
    kept: list[FormStep | BranchStep] = []
    for ask in asks:
        if isinstance(ask, FormStep):
            own = [field for field in ask.fields if field.question.seat in seats]
            fields = [field for field in own if field.name not in but]
            if fields:
                kept.append(FormStep(ask.question, fields, among=ask.fields))
    return kept
