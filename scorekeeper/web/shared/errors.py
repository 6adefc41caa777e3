"""What is not for a phone, and why: each with the title and the words of the page that says so."""

from typing import Final

from flask import g
from werkzeug.exceptions import Forbidden

from scorekeeper.tables import Spent

_MADE: Final = {"games": "games were started", "leagues": "leagues were created"}


def told_to_wait(spent: Spent) -> str:
    """That too much was made lately, and when to come back; the answer says so in its head too."""
    g.retry_after = spent.wait
    minutes = -(-spent.wait // 60)
    when = "in a minute" if minutes == 1 else f"in {minutes} minutes"
    return f"Too many {_MADE[spent.kind]} from here within an hour. Try again {when}."


class NotAllowed(Forbidden):
    """This phone may look there, but not do that."""

    title = "This phone may not do that"


class NotForWatchers(NotAllowed):
    """Done at a table by who keeps the score."""

    description = (
        "This is for whoever keeps the score. Ask them for the link to write: under “⋯”, “Share "
        "this table”, it stands with a code to scan."
    )


class NotForReaders(NotAllowed):
    """Done in a league by who plays in it."""

    description = (
        "This is for those who play in the league. Ask an organiser for the members' link: under "
        "“⋯”, “Organise the league”, it stands with a code to scan."
    )


class NotForMembers(NotAllowed):
    """Done in a league by its organisers."""

    description = (
        "This is for the organisers of the league. Ask one of them for the organisers' link: under "
        "“⋯”, “Organise the league”, it stands with a code to scan."
    )


class NoTableOfYours(NotAllowed):
    """A stranger at a table, or at none."""

    title = "This table is not yours to see"
    description = (
        "Ask whoever keeps the score to show you a link: under “⋯”, “Share this table”, there is "
        "one for watching and one for writing, each with a code to scan. The address alone opens "
        "nothing."
    )


class NoLeagueOfYours(NotAllowed):
    """A stranger in a league, or in none."""

    title = "This league is not yours to see"
    description = (
        "Ask an organiser of the league for a link: under “⋯”, “Organise the league”, there is one "
        "for members and one for organisers, each with a code to scan. The address alone opens "
        "nothing."
    )


class NotOpenedHere(NotAllowed):
    """What a link opens, asked for by a phone that has not opened it."""

    title = "Open the link again"
    description = (
        "This page belongs to a link that was opened in another browser, or long ago. Open the "
        "link again, or scan its code. If that leads back here, this browser keeps no cookies; "
        "choose another."
    )


class DeadLink(NotAllowed):
    """A link that lets nobody in."""

    title = "This link opens nothing"
    description = (
        "It was renewed or thrown out, or is mistyped. Ask whoever gave it to you for the one that "
        "is in force."
    )
