"""The contents of an engine snapshot besides the imported app."""

import shutil
from pathlib import Path
from typing import Final

from scorekeeper.pocket.gateway import Pocket
from scorekeeper.store.sql.database import db

_ADDRESS: Final = "https://warm.invalid"
_PAGES: Final = ("/", "/new", "/new/tally", "/mine", "/pocket/kept")


def warm_up(folder: Path) -> None:
    """Draw pages from a folder with an empty database, so that whatever they import and compile is
    loaded. Nothing of the folder remains, neither key nor cookie."""
    pocket = Pocket(folder)
    for page in _PAGES:
        pocket.answer("GET", _ADDRESS, page, "", [], b"")
    with pocket.app.app_context():
        db.engine.dispose()
    shutil.rmtree(folder)
