"""For games in which play may stop once the result is certain: `made` may stand for the tricks."""

from collections.abc import Generator
from functools import cache
from typing import Any, Final

from scorekeeper.engine.fields import Branch, Number, OneOf, Step, YesNo, in_any_case
from scorekeeper.engine.ledger import Entry
from scorekeeper.sentences import Sentence, say

_RESULT: Final = OneOf(
    branches=(
        Branch("made", ("made",), say("made or lost")),
        Branch("tricks", ("tricks",), say("tricks")),
    ),
    fault=say("Enter the tricks, or whether the contract was made – one of them."),
)
_MADE: Final = YesNo(path=("made",), label=say("Result"), yes=say("made"), no=say("lost"))


def ask_result(needed: int | None, of: int) -> Generator[Step, Any, int | None]:
    """Whether the contract was made, or with how many tricks; the tricks, where they are known.

    `needed` of the `of` tricks make it, 0 that it is made with none; None: that is not known yet.
    """
    way = yield _RESULT
    if way == "made":
        yield _MADE
    elif way == "tricks":
        return (yield tricks_of(needed, of))  # type: ignore[no-any-return]
    else:
        yield from in_any_case(_MADE, tricks_of(needed, of))
    return None


@cache
def tricks_of(needed: int | None, of: int) -> Number:
    """The tricks that were taken, from 0 to `of`."""
    hint = say("{n} needed", n=needed) if needed else say("none may be taken")
    return Number(
        path=("tricks",),
        label=say("Tricks"),
        hint=None if needed is None else hint,
        low=0,
        high=of,
    )


def ended_so(made: bool | None, tricks: int | None) -> Entry:
    """The part of an entry that says how the deal ended."""
    return {"made": made} if tricks is None else {"tricks": tricks}


def is_made(entry: Entry, needed: int) -> bool:
    """Whether the deal's contract was made; one that needs 0 tricks allows none."""
    if "made" in entry:
        return bool(entry["made"])
    return bool(entry["tricks"] >= needed if needed else entry["tricks"] == 0)


def outcome(entry: Entry, needed: int) -> Sentence | None:
    """ "made", "lost with 2"; None before the result is in."""
    made, tricks = entry.get("made"), entry.get("tricks")
    if made is None and tricks is None:
        return None
    template = "made" if is_made(entry, needed) else "lost"
    return say(template if tricks is None else template + " with {n}", n=tricks)


def told(name: Sentence, entry: Entry, needed: int) -> Sentence:
    """What was played and how it ended, for a line: "solo made", "three lost with 2"."""
    return say("{name} {how}", name=name, how=outcome(entry, needed))


def head_of(name: Sentence, entry: Entry, needed: int) -> Sentence:
    """What is played, then how it ended: "solo by Ben", "solo by Ben, made"."""
    how = outcome(entry, needed)
    return say("{name}, {how}", name=name, how=how) if how else name
