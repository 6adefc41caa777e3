"""The versions of tables, cached by a process that is notified of every change."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from flask import Flask, current_app

from scorekeeper.store.sql.database import db, is_sqlite, reading
from scorekeeper.store.sql.listening import Listener
from scorekeeper.store.table import rows as table_rows
from scorekeeper.store.table.rows import News

HEARD: Final = "heard news"
_MOST: Final = 50_000
"""The most tables cached."""


class NewsCache:
    """The last answer to each phone at each table, until a change of the table is notified."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[str, dict[str, News]] = {}
        self._notified = 0
        self.listener: Listener | None = None

    def hear(self, public_id: str) -> None:
        """Forget what is known of a table, or of all (an empty text)."""
        with self._lock:
            self._notified += 1
            if public_id:
                self._known.pop(public_id, None)
            else:
                self._known.clear()

    def news(self, public_id: str, device: str) -> News | None:
        """Return the cached answer, else the database's; that is cached, unless a notification
        arrived meanwhile, whose change it may lack."""
        if self.listener is None or not self.listener.hears:
            return _news_from_database(public_id, device)
        known = self._known.get(public_id, {}).get(device)
        if known is not None:
            return known
        notified, found = self._notified, _news_from_database(public_id, device)
        if found is not None:
            with self._lock:
                if notified == self._notified:
                    if len(self._known) >= _MOST:
                        self._known.clear()
                    self._known.setdefault(public_id, {})[device] = found
        return found


def news(public_id: str, device: str) -> News | None:
    """Return how far the table has come, if the device may see it; for “is anything new?”. Raises
    ``Unavailable``."""
    heard: NewsCache | None = current_app.extensions.get(HEARD)
    return heard.news(public_id, device) if heard else _news_from_database(public_id, device)


def _news_from_database(public_id: str, device: str) -> News | None:
    with reading() as connection:
        return table_rows.news(connection, public_id, device)


@contextmanager
def listening(app: Flask) -> Iterator[None]:
    """Listen for other processes' changes meanwhile, if the database can notify of them."""
    with app.app_context():
        engine = db.engine
    if is_sqlite(engine):
        yield
        return
    heard = app.extensions[HEARD] = NewsCache()
    heard.listener = Listener(engine, heard.hear)
    heard.listener.start()
    try:
        yield
    finally:
        heard.listener.stop()
        del app.extensions[HEARD]
