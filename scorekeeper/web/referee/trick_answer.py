"""The referee's answer about a trick, though not everything may be known of the deal."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from scorekeeper.referee import tricks
from scorekeeper.referee.context import Context, ContextKey, QuestionRefused
from scorekeeper.referee.tricks import Play, TrickVerdict
from scorekeeper.sentences import Sentence


class Incomplete(NamedTuple):
    """The reason why there is no answer: the fault in the question, or the fact that is missing."""

    why: Sentence
    key: ContextKey | None = None


Answer = TrickVerdict | Incomplete


class TrickQuestion(NamedTuple):
    """A question about a trick: the cards played, and the hand of the next player (None: nobody
    asks about it)."""

    play: Play
    plays: tuple[str, ...]
    hand: tuple[str, ...] | None


def answer(asking: TrickQuestion, context: Context) -> Answer:
    """Return who takes it and what may be played next, or why that cannot be told. A key that is
    not said does not matter where every value of it gives the same."""
    found = _judge(asking, context)
    if isinstance(found, TrickVerdict) or found.key is None:
        return found
    others = [_judge(asking, one) for one in _with_each(context, found.key)]
    return others[-1] if others and len({*map(_outcome, others)}) == 1 else found


def best_so_far(asking: TrickQuestion, context: Context) -> int | None:
    """Return the position of the card that is winning so far; None where that cannot be told."""
    found = _best(asking, context)
    if isinstance(found, Incomplete) and found.key is not None:
        first, *others = [_best(asking, one) for one in _with_each(context, found.key)]
        found = first if all(one == first for one in others) else found
    return found if isinstance(found, int) else None


def _judge(asking: TrickQuestion, context: Context) -> Answer:
    try:
        return tricks.judge(asking.play, context, asking.plays, asking.hand)
    except QuestionRefused as refused:
        return _incomplete(refused, context)


def _best(asking: TrickQuestion, context: Context) -> int | Incomplete | None:
    try:
        return tricks.best_so_far(asking.play, context, asking.plays)
    except QuestionRefused as refused:
        return _incomplete(refused, context)


def _incomplete(refused: QuestionRefused, context: Context) -> Incomplete:
    (path, why), *_ = refused.faults
    given = path[0] == "context" and context[str(path[1])] is not None
    return Incomplete(why, None if given else context.keys.get(str(path[-1])))


def _with_each(context: Context, key: ContextKey) -> Iterator[Context]:
    """Yield the context with each value of the key in turn."""
    for choice in key.offered(context["players"], context.facts):
        one = (choice,) if key.several else choice
        yield Context({**context.facts, key.name: one}, context.keys)


def _outcome(answer: Answer) -> Any:
    """Return what an answer comes to, whatever its reason."""
    if isinstance(answer, Incomplete):
        return answer.key.name if answer.key else answer.why.template
    return answer.winner, answer.legal and tuple(answer.legal), tuple(answer.void)


def affects_answer(asking: TrickQuestion, context: Context, key: ContextKey) -> bool:
    """Return whether the answer depends on what is said under the key."""
    here = _outcome(answer(asking, context))
    return any(_outcome(answer(asking, one)) != here for one in _with_each(context, key))
