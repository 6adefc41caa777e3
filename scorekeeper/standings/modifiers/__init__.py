"""The modifiers: every module of this folder that has a `MODIFIER`. Nothing else lists them."""

import importlib
import pkgutil
from functools import cache

from scorekeeper.standings.modifiers._modifier import Modifier


@cache
def modifiers() -> tuple[Modifier, ...]:
    """Return every modifier, in the order in which they come into play."""
    found = [
        importlib.import_module(f"{__name__}.{module.name}").MODIFIER
        for module in pkgutil.iter_modules(__path__)
        if not module.name.startswith("_")
    ]
    return tuple(sorted(found, key=lambda modifier: modifier.step))
