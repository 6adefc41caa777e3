"""Movements: who meets whom at which table, on which boards, round by round."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from scorekeeper.duplicate.movements.howell import howell, three_quarter_howell
from scorekeeper.duplicate.movements.mitchell import mitchell
from scorekeeper.duplicate.movements.others import head_to_head, individual, round_robin
from scorekeeper.duplicate.movements.plans import Movement, MovementRefused
from scorekeeper.sentences import all_of, one_of, tell

MOST_BOARDS: Final = 200


class _Kind(NamedTuple):
    sizes: range | tuple[int, ...]
    made: Callable[[int, int, int | None, int], Movement]


_KINDS: Final[Mapping[str, _Kind]] = {
    "mitchell": _Kind(range(6, 61), mitchell),
    "howell": _Kind(range(4, 25), howell),
    "three-quarter-howell": _Kind(range(10, 25), three_quarter_howell),
    "individual": _Kind((8, 12), individual),
    "round-robin": _Kind(range(3, 11), round_robin),
    "head-to-head": _Kind((2,), head_to_head),
}
KINDS: Final = (*_KINDS,)


@lru_cache(maxsize=256)
def movement(
    kind: str, contestants: int, boards: int, rounds: int | None = None, arrow_switch: int = 0
) -> Movement:
    """Return the movement of that kind for so many contestants, each of whom is to play about so
    many boards; raises `MovementRefused`."""
    if kind not in _KINDS:
        raise MovementRefused(tell("The movements are {kinds}.", kinds=all_of(*KINDS)))
    sizes = _KINDS[kind].sizes
    if contestants not in sizes:
        if isinstance(sizes, range):
            message = tell(
                "{kind}: {low} to {high} contestants.", kind=kind, low=sizes[0], high=sizes[-1]
            )
        else:
            message = tell("{kind}: {sizes} contestants.", kind=kind, sizes=one_of(*sizes))
        raise MovementRefused(message)
    if not 1 <= boards <= MOST_BOARDS:
        raise MovementRefused(tell("There are 1 to {n} boards.", n=MOST_BOARDS))
    return _KINDS[kind].made(contestants, boards, rounds, arrow_switch)
