"""Names that were typed on this phone before."""

import re
from collections.abc import Container
from typing import Final

from scorekeeper import tables
from scorekeeper.rulebook import COMPASS
from scorekeeper.spelling import folded
from scorekeeper.web.table import table_request

_MOST_TABLES: Final = 50
_MOST_NAMES: Final = 40
_NO_NAME: Final = re.compile(rf"(?:Player|Forgotten player) \d+|{'|'.join(COMPASS)}")
"""What stands where nobody said a name, or where it was erased."""


def names(but: Container[str | None] = ()) -> list[str]:
    """Return who sat at this phone's tables, the latest first, each once; `but` for those who are
    there already."""
    found: dict[str, str] = {}
    for table in tables.my_tables(table_request.known_device(), _MOST_TABLES):
        for name in table.names:
            if name and name not in but and not _NO_NAME.fullmatch(name):
                found.setdefault(folded(name), name)
    return list(found.values())[:_MOST_NAMES]
