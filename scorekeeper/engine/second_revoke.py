"""Two revokes in one deal, in games of two sides, by what the game does about one.

Both sides: the deal is void. One side twice: it pays for each, or has lost the deal once.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal

from msgspec import structs

from scorekeeper.engine.remedies import Case, Inquiry, Remedy, who
from scorekeeper.engine.usual_remedies import Inquire, redeal
from scorekeeper.sentences import InWords, Side, say

RULE: Final = "two-revokes"


def two_revokes(revoke: Inquire, pays: Literal["each", "once"]) -> Inquire:
    """Return the inquiry for two revokes, after that of a game for one; `pays`: for each of them,
    or the deal is lost once."""

    def inquiry(case: Case[Any]) -> Inquiry:
        said: dict[str, Any] = {}
        first = yield from _asking(revoke(case), said)
        if not said["late"]:
            return first
        other = yield who(case, "Whose was the other revoke?", "other")
        side = case.side_of(other)
        if side != case.side_of(said["who"]):
            return redeal(rule=RULE)
        if pays == "once":
            then = (*first.then, say("The second revoke costs nothing more."))
            return structs.replace(first, rule=RULE, then=then)
        entered = structs.replace(case, entry=first.corrected(case.entry))
        # of the same player nothing is asked twice
        known = said if other == said["who"] else {"who": other, "late": True}
        second = yield from _asking(revoke(entered), {}, known)
        return _for_each(side, first, second)

    return inquiry


def _asking(
    inquiry: Inquiry, said: dict[str, Any], known: Mapping[str, Any] | None = None
) -> Inquiry:
    """Ask what an inquiry asks, and note what is `said`. With what is `known` beforehand it is
    about the second revoke, and its questions have names of their own."""
    answer = None
    while True:
        try:
            question = inquiry.send(answer)
        except StopIteration as ended:
            ruling: Remedy = ended.value
            return ruling
        if known and question.name in known:
            answer = known[question.name]
        elif known:
            answer = yield structs.replace(question, path=(f"{question.name}_2",))
        else:
            answer = said[question.name] = yield question


def _for_each(side: Side, first: Remedy, second: Remedy) -> Remedy:
    """Return what a side pays for two revokes."""
    if (first.points and first.tricks) or (second.points and second.tricks):
        # a nil that fails, which both may count
        each = say("Go back and answer for each of them, as if it were the only one.")
        return Remedy(say("Each of the two revokes is settled by itself."), RULE, (each,))
    tricks, points = _sum(first.tricks, second.tricks), _sum(first.points, second.points)
    then = (*first.then, *(one for one in second.then if one not in first.then))
    ruling = say("{side} pay for both revokes.", side=side)
    if first.tricks and second.tricks:
        other, moved = Side(1 - side), -tricks[side]
        template = "{side} give {other} {moved} {n:trick|tricks}."
        ruling = say(template, side=side, other=other, moved=InWords(moved), n=moved)
    else:
        then = (first.ruling, second.ruling, *then)
    changes = {**first.changes, **second.changes}
    return Remedy(ruling, RULE, then, tricks, changes, points)


def _sum(first: Mapping[int, int], second: Mapping[int, int]) -> Mapping[int, int]:
    return {side: first.get(side, 0) + second.get(side, 0) for side in sorted({*first, *second})}
