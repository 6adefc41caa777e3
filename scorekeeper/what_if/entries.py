"""Values within an entry by path, and the entry with another value there."""

from collections.abc import Mapping
from typing import Any, Final

from scorekeeper.engine.pad import Entry
from scorekeeper.interview.steps import Path, Value

ABSENT: Final = object()
"""What stands where nothing does."""


def value_at(entry: Any, path: Path) -> Any:
    """Return what stands there; ABSENT where nothing does."""
    for step in path:
        if not isinstance(entry, Mapping) or step not in entry:
            return ABSENT
        entry = entry[step]
    return entry


def with_value(entry: Entry, path: Path, value: Value) -> Entry:
    """Return the entry with the value there."""
    step, inside = str(path[0]), path[1:]
    return {**entry, step: with_value(entry.get(step, {}), inside, value) if inside else value}
