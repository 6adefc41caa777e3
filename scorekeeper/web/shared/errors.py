"""Refusals: each with the title and text of its page."""

from typing import Final

from flask import g
from werkzeug.exceptions import Forbidden

from scorekeeper.sentences import phrase, tell
from scorekeeper.store.access.budgets import BudgetSpent

_MADE: Final = {
    "games": phrase("Too many games were started from here in an hour."),
    "leagues": phrase("Too many leagues were created from here in an hour."),
    "names": phrase("Too many names were claimed from here in an hour."),
    "codes": phrase("Too many codes were shown from here in an hour."),
}


def too_many_response(spent: BudgetSpent) -> str:
    """Return the message that a budget is spent, and when to come back; sets Retry-After too."""
    g.retry_after = spent.wait
    minutes = -(-spent.wait // 60)
    if minutes == 1:
        again = tell("Try again in a minute.")
    else:
        again = tell("Try again in {n} minutes.", n=minutes)
    return f"{tell(_MADE[spent.kind])} {again}"


class NotAllowed(Forbidden):
    """This phone may look there, but not do that."""

    title = phrase("You don't have permission")
    may_look = True
    """Whether the error page leads back to the game or league of its address."""


class ScorerOnly(NotAllowed):
    """Only a scorer may do this at a table."""

    description = phrase("Only the scorer can do this. Ask them for the scorer link: “⋯”, “Share”.")


class MembersOnly(NotAllowed):
    """Only players of a league may do this."""

    description = phrase(
        "Only members can do this. Ask an organiser for the members' link: “⋯”, “League settings”."
    )


class OrganisersOnly(NotAllowed):
    """Done in a league by its organisers."""

    description = phrase(
        "Only organisers can do this. Ask one for the organisers' link: “⋯”, “League settings”."
    )


class TablePrivate(NotAllowed):
    """A stranger at a table, or at none."""

    title = phrase("This game is private")
    may_look = False
    description = phrase(
        "Ask the scorer for a link, or scan its code on their phone: “⋯”, “Share”."
    )


class LeaguePrivate(NotAllowed):
    """A stranger in a league, or in none."""

    title = phrase("This league is private")
    may_look = False
    description = phrase(
        "Ask an organiser for a link, or scan its code on their phone: “⋯”, “League settings”."
    )


class LinkNotOpenedHere(NotAllowed):
    """A page that a link opens was asked for by a phone that has not opened the link."""

    title = phrase("Open the link again")
    may_look = False
    description = phrase(
        "This page belongs to a link opened in another browser, or long ago. Open the link or "
        "scan its code again. If you come back here, this browser blocks cookies: use another."
    )


class InvalidLink(NotAllowed):
    """A link that grants no access."""

    title = phrase("This link no longer works")
    may_look = False
    description = phrase("It was replaced, turned off or mistyped. Ask for the current link.")
