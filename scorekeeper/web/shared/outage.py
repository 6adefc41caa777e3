"""Lasting trouble with the database, in words, until the operator sees to it."""

from dataclasses import dataclass
from typing import Final

from scorekeeper.sentences import phrase
from scorekeeper.store.sql.trouble import Damaged, NotSetUp, QuotaReached, ReadOnly, Replaced


@dataclass
class LastingOutage:
    """The title and the words of the page that says so."""

    title: str
    description: str


LASTING: Final = {
    Damaged: LastingOutage(
        phrase("The database is damaged"),
        phrase(
            "Nothing was saved. If you run this server: stop it, put the last backup in place with "
            "“scorekeeper restore FILE”, and start it again. Keep the damaged file until then."
        ),
    ),
    Replaced: LastingOutage(
        phrase("The database file has changed"),
        phrase(
            "Nothing was saved: the file was replaced or deleted while the server was running. "
            "If you run this server, start it again."
        ),
    ),
    ReadOnly: LastingOutage(
        phrase("The database is read-only"),
        phrase(
            "Nothing was saved: the server can't write to its data folder. If you run this server, "
            "give its user permission to write there."
        ),
    ),
    QuotaReached: LastingOutage(
        phrase("This server is full"),
        phrase(
            "No new game was started: this server has reached its limit. Games in progress go on. "
            "Delete games you no longer need: “⋯”, “Delete game”."
        ),
    ),
    NotSetUp: LastingOutage(
        phrase("The database is not set up"),
        phrase("Nothing was saved. If you run this server, run “scorekeeper upgrade”."),
    ),
}
