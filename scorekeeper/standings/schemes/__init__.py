"""The schemes: every module of this folder that has a `SCHEME`. Nothing else lists them."""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache

from scorekeeper.standings.schemes._scheme import Scheme


@cache
def schemes() -> Mapping[str, Scheme]:
    """Return every scheme by its slug, in the order of their names."""
    found = [
        importlib.import_module(f"{__name__}.{module.name}").SCHEME
        for module in pkgutil.iter_modules(__path__)
        if not module.name.startswith("_")
    ]
    return {scheme.slug: scheme for scheme in sorted(found, key=lambda scheme: scheme.name)}
