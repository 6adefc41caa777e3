"""The modifiers: every module of this folder that has a `MODIFIER`. Nothing else lists them."""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache

from scorekeeper.standings.modifiers._modifier import Modifier


@cache
def modifiers() -> Mapping[str, Modifier]:
    """Every modifier by its field's name, in the order of their names."""
    found = [
        importlib.import_module(f"{__name__}.{module.name}").MODIFIER
        for module in pkgutil.iter_modules(__path__)
        if not module.name.startswith("_")
    ]
    return {one.field.name: one for one in sorted(found, key=lambda one: one.name)}
