"""Values within an entry, by the path of the question that they answer."""

from collections.abc import Mapping
from typing import Any, Final

from scorekeeper.engine.fields import Path, Value

ABSENT: Final = object()


def get(entry: Mapping[str, Any], path: Path) -> Any:
    """Return the value there, or `ABSENT`."""
    place: Any = entry
    for step in path:
        if isinstance(place, Mapping):
            place = place.get(str(step), ABSENT)
        elif isinstance(place, list) and isinstance(step, int) and step < len(place):
            place = place[step]
        else:
            return ABSENT
        if place is ABSENT:
            return ABSENT
    return place


def put(entry: dict[str, Any], path: Path, value: Value) -> None:
    """Set the value at the path."""
    place: Any = entry
    for step in path[:-1]:
        place = place.setdefault(step, {})
    place[path[-1]] = value


def drop(entry: dict[str, Any], path: Path) -> None:
    """Remove the value at the path."""
    place: Any = entry
    for step in path[:-1]:
        place = place.get(step, {})
    place.pop(path[-1], None)


def entry_of(answers: Mapping[str, Value]) -> dict[str, Any]:
    """Return a draft's answers by field name, as an entry to begin with; lists become objects."""
    entry: dict[str, Any] = {}
    for name, value in answers.items():
        put(entry, tuple(name.split(".")), value)
    return entry
