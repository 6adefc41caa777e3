"""The operator's audit log: a line of JSON for each action, in the data folder.

It is a file and not in the database, so that a restored backup does not take it back.
"""

import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scorekeeper import places
from scorekeeper.languages import Message


def audit_file() -> Path:
    """Return the path of the log."""
    return places.data_folder() / "audit.jsonl"


def note(by: Message, act: Message, about: str, **more: Any) -> None:
    """Write a line, on the disk when this returns. ``by`` is how it was asked for,
    ``about`` a public id. Raises ``OSError``."""
    at = datetime.now(UTC).isoformat(timespec="seconds")
    line = json.dumps({"at": at, "by": by, "act": act, "about": about, **more}, ensure_ascii=False)
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    with open(os.open(audit_file(), flags, 0o600), "a", encoding="utf-8") as file:
        file.write(f"{line}\n")
        file.flush()
        os.fsync(file.fileno())


def lines() -> Iterator[dict[str, Any]]:
    """Yield what was noted, the oldest first."""
    if audit_file().exists():
        for line in audit_file().read_text(encoding="utf-8").splitlines():
            yield json.loads(line)
