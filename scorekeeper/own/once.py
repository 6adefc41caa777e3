"""What may be entered only once: in a deal, in a game, for each dealer, for each player."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from scorekeeper.engine import NULL, Fault, say
from scorekeeper.own.parts import Field

_NONE: Final = frozenset[Any]()


def not_different(field: Field, answers: Sequence[Any]) -> Iterator[Fault]:
    """Yield the items that are the same as one before them, where none may be."""
    if not field.different and field.once != "game":
        return
    for at, answer in enumerate(answers):
        if answer is not NULL and answer in answers[:at]:
            said = say("{label}: no two are the same.", label=say(field.label))
            yield Fault((field.name, at), said)


def used_up(field: Field, used: Mapping[str, Any], dealer: int) -> Any:
    """Return the values that cannot be chosen any more: one set, or one for each item."""
    before = used.get(field.name, {})
    return before.get(dealer, _NONE) if field.once == "dealer" else before or _NONE


def with_used(field: Field, used: Mapping[str, Any], dealer: int, value: Any) -> Any:
    """Return what is used up with the `value` of one more deal."""
    before = used.get(field.name)
    if field.once == "dealer":
        before = before or {}
        return {**before, dealer: before.get(dealer, _NONE) | {value}}
    if field.once == "player":
        old = [*(before or ())]
        old += [_NONE] * (len(value) - len(old))
        pairs = zip(old, value, strict=True)
        return tuple(one if given is None else one | {given} for one, given in pairs)
    return (before or _NONE).union(value if field.level else (value,)) - {None}
