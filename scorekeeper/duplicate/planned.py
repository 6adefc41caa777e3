"""Reading the movement of a session: the lines that it plans."""

from typing import Any, Final

from scorekeeper.duplicate.faults import Faults
from scorekeeper.duplicate.movements import movement
from scorekeeper.duplicate.movements.plans import FORMAT, MovementRefused, document
from scorekeeper.duplicate.session import SIDES, Planned
from scorekeeper.sentences import tell
from scorekeeper.sheet.documents import Document

_BY_KIND: Final = ("kind", "contestants", "boards", "rounds", "arrow_switch")
_KEYS: Final = (
    *("format", "tables", "boards_per_round", "winners", "plan"),
    *_BY_KIND,
)
_TABLE: Final = ("table", "ns", "ew", "boards", "shared", "switched", "room")
_MOST: Final = 1000


def read_movement(faults: Faults, given: Any, kind: str) -> list[Planned] | None:
    """Return the lines that a movement plans, told whole or by its kind and size."""
    if faults.object("movement", given, _KEYS) is None:
        return None
    before = len(faults.errors)
    if "plan" in given:
        if given.get("format", FORMAT) != FORMAT:
            faults.add("movement.format", tell("The format is always {format}.", format=FORMAT))
        planned = _whole(faults, given["plan"], kind)
    else:
        made = _by_kind(faults, given)
        planned = [] if made is None else _whole(faults, made["plan"], kind)
    return None if len(faults.errors) > before else planned


def _by_kind(faults: Faults, given: Document) -> Document | None:
    """Return the plan of a movement that is told by its kind and size."""
    if faults.missing("movement", given, _BY_KIND[:3]):
        return None
    numbers = {
        key: faults.whole(f"movement.{key}", given[key], 0, _MOST)
        for key in _BY_KIND[1:]
        if given.get(key) is not None
    }
    if type(given["kind"]) is not str:
        faults.text("movement.kind", given["kind"])
    if None in numbers.values() or type(given["kind"]) is not str:
        return None
    size, boards = numbers["contestants"], numbers["boards"]
    try:
        return document(
            movement(
                given["kind"],
                size or 0,
                boards or 0,
                numbers.get("rounds"),
                numbers.get("arrow_switch") or 0,
            )
        )
    except MovementRefused as refused:
        faults.add("movement", str(refused))
        return None


def _whole(faults: Faults, plan: Any, kind: str) -> list[Planned]:
    found: list[Planned] = []
    for at, one in faults.items("movement.plan", plan):
        keys = ("round", "tables", "sitting_out")
        if faults.object(at, one, keys) is None or faults.missing(at, one, keys[:2]):
            continue
        number = faults.whole(f"{at}.round", one["round"], 1, _MOST)
        for place, table in faults.items(f"{at}.tables", one["tables"]):
            if number is not None:
                found += _table(faults, place, number, table, kind == "individual")
    return found


def _table(faults: Faults, at: str, number: int, given: Any, individual: bool) -> list[Planned]:
    """Return the lines of one table in a round."""
    if faults.object(at, given, _TABLE) is None or faults.missing(at, given, _TABLE[:4]):
        return []
    table = faults.whole(f"{at}.table", given["table"], 1, _MOST)
    sides: list[tuple[str, ...]] = []
    for side in SIDES:
        sitting = given[side] if individual else [given[side]]
        if type(sitting) is list and all(type(one) is str for one in sitting):
            sides.append(tuple(sitting))
        else:
            faults.add(f"{at}.{side}", tell("Who sits there is the id of a contestant, a text."))
    boards = [
        faults.whole(place, one, 1, _MOST)
        for place, one in faults.items(f"{at}.boards", given["boards"])
    ]
    if table is None or len(sides) != len(SIDES):
        return []
    ns, ew = sides
    return [Planned(number, table, board, ns, ew) for board in boards if board is not None]
