"""Joining by a link: first a page says what it opens, then a key signs this phone in. A link to
watch needs no page, where the browser says that somebody has opened it.

A link's secret stands in an address only until that is asked for. Then the phone's cookie has the
hash of the secret, and the page has an address that opens nothing to anybody else. Looking lets
nobody in: a messenger that fetches a link to show a preview writes nothing.
"""

from typing import Final

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.engine.pad import voice_of
from scorekeeper.leagues import links
from scorekeeper.leagues.links import LeagueInvitation
from scorekeeper.leagues.phones import names_offered
from scorekeeper.sentences import tell
from scorekeeper.store.access.links import WATCH, hash_secret
from scorekeeper.store.league.state import ORGANISER
from scorekeeper.tables.sharing import TableInvitation, accept_invitation, invitation
from scorekeeper.web.interview.coins import on_page
from scorekeeper.web.shared.errors import InvalidLink, LinkNotOpenedHere
from scorekeeper.web.shared.forms import WhoForm
from scorekeeper.web.table import table_request

bp = Blueprint("joining", __name__)

MOST_OPENED: Final = 4
"""How many links a phone may have looked at without coming in."""
_SHOWN: Final = 12
"""How many letters of the hash stand in an address."""


@bp.get("/s/<secret>")
def open_link(secret: str) -> ResponseReturnValue:
    """Redirect to an address without the link's secret; a phone that is in already goes straight
    on."""
    secret_hash = hash_secret(secret)
    offered = _invitation(secret_hash)
    if offered.accepted:
        return redirect(_place(offered), 303)
    # more than one, as two links may be looked at by turns
    others = [one for one in session.get("links", []) if one != secret_hash]
    session["links"] = [secret_hash, *others][:MOST_OPENED]
    return redirect(url_for("joining.page", start=secret_hash[:_SHOWN]), 303)


@bp.route("/join/<start>", methods=["GET", "POST"])
def page(start: str) -> ResponseReturnValue:
    """Show what a link opens, and join by it."""
    whole = next((one for one in session.get("links", []) if one[:_SHOWN] == start), None)
    if whole is None and request.method == "POST":
        raise LinkNotOpenedHere
    if whole is None:  # 200: of an error, messengers show no preview
        return render_template("table/share/not_opened.html", refusal=LinkNotOpenedHere)
    offered = _invitation(whole)
    if isinstance(offered, TableInvitation):
        people, pad = offered.people, offered.table.pad
        ended = on_page(voice_of(pad)).text(pad.outcome.text) if pad.outcome else ""
    else:
        people, ended = names_offered(offered.visit, table_request.known_device()), ""
    if offered.role == WATCH and _opened_by_somebody():
        _join(whole, "")
        return redirect(_place(offered), 303)
    known = offered.name in {one.name for one in people}
    form = WhoForm(who=offered.name) if known else WhoForm(called=offered.name)
    if form.validate_on_submit():
        _join(whole, form.name)
        if isinstance(offered, LeagueInvitation):
            table_request.flash(("good", _welcome(offered)))
        return redirect(_place(offered), 303)
    if offered.accepted and not form.is_submitted():
        return redirect(_place(offered), 303)
    more = {"form": form, "people": people, "ended": ended}
    shown = render_template("table/share/join.html", offered=offered, **more)
    return shown, 422 if form.errors else 200


def _welcome(offered: LeagueInvitation) -> str:
    """Return what a phone is told that has just joined a league: what its first page is for."""
    league = offered.visit.league.name
    if offered.role == ORGANISER:
        return tell("Welcome to {league}. This page says what to do next.", league=league)
    return tell(
        "Welcome to {league}. Say here whether you are coming; once you play, this page leads to "
        "your table.",
        league=league,
    )


def _opened_by_somebody() -> bool:
    """Return whether a browser shows this page to somebody: it is neither a messenger's preview nor
    fetched beforehand. Browsers say so only of servers with HTTPS."""
    shown = request.headers.get("Sec-Fetch-Dest") == "document"
    return shown and request.method == "GET" and "Sec-Purpose" not in request.headers


def _join(secret_hash: str, name: str) -> None:
    device = table_request.device()
    if not (
        accept_invitation(secret_hash, device, name)
        or links.accept_invitation(secret_hash, device, name, table_request.client_address())
    ):
        raise InvalidLink  # replaced at this moment


def _invitation(secret_hash: str) -> TableInvitation | LeagueInvitation:
    device = table_request.known_device()
    found = invitation(secret_hash, device) or links.invitation(secret_hash, device)
    if found is None:
        raise InvalidLink
    return found


def _place(offered: TableInvitation | LeagueInvitation) -> str:
    """Return the address that the link leads to."""
    if isinstance(offered, TableInvitation):
        return url_for("pad.table", public_id=offered.table.row.public_id)
    return url_for("league.enter", league_id=offered.visit.info.public_id)
