"""Refusals and outages, each with the title and text of its page; and the pages."""

from typing import Final, NamedTuple

from flask import Flask, Response, current_app, g, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import Forbidden, HTTPException, MethodNotAllowed

from scorekeeper.sentences import Message, phrase, tell
from scorekeeper.store.access.budgets import BudgetSpent
from scorekeeper.store.sql import trouble
from scorekeeper.tables.loading import NotFound
from scorekeeper.web.shared.security import UntrustedHost

_MADE: Final = {
    "games": phrase("Too many games were started from here in an hour."),
    "leagues": phrase("Too many leagues were created from here in an hour."),
    "names": phrase("Too many names were claimed from here in an hour."),
    "drafts": phrase("Too many changes were made from here in an hour."),
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
    # the same whether there is such a game or not, so it leads nowhere
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


class LastingOutage(NamedTuple):
    """The title and the words of the page that says so."""

    title: str
    description: str


LASTING: Final = {
    trouble.Damaged: LastingOutage(
        phrase("The database is damaged"),
        phrase(
            "Nothing was saved. If you run this server: stop it, put the last backup in place with "
            "“scorekeeper restore FILE”, and start it again. Keep the damaged file until then."
        ),
    ),
    trouble.Replaced: LastingOutage(
        phrase("The database file has changed"),
        phrase(
            "Nothing was saved: the file was replaced or deleted while the server was running. "
            "If you run this server, start it again."
        ),
    ),
    trouble.ReadOnly: LastingOutage(
        phrase("The database is read-only"),
        phrase(
            "Nothing was saved: the server can't write to its data folder. If you run this server, "
            "give its user permission to write there."
        ),
    ),
    trouble.QuotaReached: LastingOutage(
        phrase("This server is full"),
        phrase(
            "No new game was started: this server has reached its limit. Games in progress go on. "
            "Delete games you no longer need: “⋯”, “Delete game”."
        ),
    ),
    trouble.NotSetUp: LastingOutage(
        phrase("The database is not set up"),
        phrase("Nothing was saved. If you run this server, run “scorekeeper upgrade”."),
    ),
}


# --- the pages ------------------------------------------------------------------------------------


def init_app(app: Flask) -> None:
    """Have the app answer every refusal with its page."""
    app.register_error_handler(HTTPException, _error_page)
    app.register_error_handler(trouble.Unavailable, _unavailable)
    app.register_error_handler(NotFound, _undone_page)
    app.register_error_handler(BudgetSpent, _too_many)


def _error_page(error: HTTPException) -> ResponseReturnValue:
    if error.response is not None:
        return error
    code = error.code or 500
    expired = isinstance(error, CSRFError)
    words = tell("This page has expired. Reload it.") if expired else ""
    own = error if isinstance(error, NotAllowed | UntrustedHost) else None
    answer = _error_response(code, words, f"{error.name}.", own)
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        answer.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return answer


def _error_response(
    code: int,
    words: str = "",
    name: str = "",
    own: NotAllowed | UntrustedHost | LastingOutage | None = None,
) -> Response:
    """Return the error: as JSON, as a part of a page, or as a page of its own."""
    if request.path.startswith("/api/"):
        says_why = isinstance(own, LastingOutage | UntrustedHost)
        message = (own and says_why and own.description) or _API_WORDS.get(code, name)
        document = {"errors": [{"at": "", "message": tell(message)}]}
        return current_app.make_response((document, code))
    if "HX-Request" in request.headers:
        # only the message changes, so that what was typed stays
        looks = request.method == "GET"
        shut_out = looks and code == 403
        # a poll that fails changes nothing, but a phone that was signed out is told
        swap = "none" if looks and not shut_out else "textContent"
        headers = {"HX-Retarget": "#message", "HX-Reswap": swap}
        short = tell(_SHUT_OUT if shut_out else _SHORT.get(code, _SHORT[500]))
        text = short if shut_out else words or short
        outage = tell(own.description) if isinstance(own, LastingOutage) else ""
        return Response(outage or text, code, headers)
    # a page can't put a file back into a form
    kept = request.form.items(multi=True) if code in _SEND_AGAIN and not request.files else ()
    page = render_template("shared/error.html", code=code, words=words, own=own, kept=list(kept))
    return current_app.make_response((page, code))


_SEND_AGAIN: Final = (429, 503, 507)
"""Where what was sent may go through later; the page keeps it."""


_SHUT_OUT: Final = phrase("You no longer have access. Ask the scorer for a new link.")
_SHORT: Final = {
    403: phrase("You don't have permission. Nothing was saved."),
    413: phrase("The limit is 1 MB. Nothing was saved."),
    500: phrase("An error occurred. Nothing was saved."),
    503: phrase("Nothing was saved. Try again in a moment."),
    507: phrase("The disk is full. Nothing was saved."),
}
_API_WORDS: Final[dict[int, Message]] = {
    400: "Not valid JSON.",
    403: "This game is private. Open it with its link.",
    404: "Not found.",
    405: "Method not allowed.",
    413: "The limit is 256 kB.",
    503: "Database unavailable. Try again.",
    507: "The disk is full.",
}


def _undone_page(_: NotFound) -> ResponseReturnValue:
    # it was there when the page was drawn: another phone has undone it since
    if request.method == "POST":
        return _error_response(409, tell("That entry no longer exists."))
    return _error_response(404)


def _too_many(spent: BudgetSpent) -> ResponseReturnValue:
    return _error_response(429, too_many_response(spent))


def _unavailable(error: trouble.Unavailable) -> ResponseReturnValue:
    lasting = LASTING.get(type(error))
    if lasting:
        current_app.logger.error("%s", error)
    answer = _error_response(507 if error.full else 503, own=lasting)
    # a restarted database is back within three seconds, a lasting outage needs somebody
    answer.headers["Retry-After"] = "60" if lasting else "2"
    return answer
