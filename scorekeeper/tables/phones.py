"""The phones at a table: whose each is, and when it was last here."""

from scorekeeper.store.phone import phones as stored
from scorekeeper.store.sql.database import reading, writing


def note_phone(device: str, kind: str) -> None:
    """Save that a phone that was ever let in anywhere is here, and what it is; once an hour."""
    with reading() as connection:
        known = stored.find(connection, device)
    if known and stored.is_news(known, kind):
        with writing() as connection:
            stored.was_here(connection, device, kind)
