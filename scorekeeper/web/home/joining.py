"""Joining by a link: first a page says what it opens, then a key signs this phone in.

A link's secret stands in an address only until that is asked for. Then the phone's cookie has the
hash of the secret, and the page has an address that opens nothing to anybody else. Looking lets
nobody in: a messenger that fetches a link to show a preview writes nothing.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.engine.pad import voice_of
from scorekeeper.leagues import links
from scorekeeper.leagues.links import LeagueInvitation
from scorekeeper.leagues.phones import names_offered
from scorekeeper.sentences import phrase, tell
from scorekeeper.store.access.links import SCORER, SEAT, WATCH, hash_secret
from scorekeeper.store.league.state import MEMBER, ORGANISER
from scorekeeper.tables.phones import NameOffered
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


class LinkOffer(NamedTuple):
    """What a link opens, in words, and where it leads.

    ``people`` are the names to choose from, ``name_hint`` says what a name is for (empty: none is
    asked for), ``name`` is the one that this phone gave before.
    """

    title: str
    subject: str
    lines: Sequence[str]
    key: str
    place: str
    accepted: bool
    name_hint: str = ""
    name: str = ""
    people: Sequence[NameOffered] = ()
    at_table: bool = False


@bp.get("/s/<secret>")
def open_link(secret: str) -> ResponseReturnValue:
    """Redirect to an address without the link's secret; a phone that is in already goes straight
    on."""
    secret_hash = hash_secret(secret)
    offer = _offer(secret_hash)
    if offer.accepted:
        return redirect(offer.place, 303)
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
    offer = _offer(whole)
    known = offer.name in {one.name for one in offer.people}
    form = WhoForm(who=offer.name) if known else WhoForm(called=offer.name)
    if form.validate_on_submit():
        _join(whole, form.name)
        return redirect(offer.place, 303)
    if offer.accepted and not form.is_submitted():
        return redirect(offer.place, 303)
    shown = render_template("table/share/join.html", offer=offer, form=form)
    return shown, 422 if form.errors else 200


def _join(secret_hash: str, name: str) -> None:
    device = table_request.device()
    if not (
        accept_invitation(secret_hash, device, name)
        or links.accept_invitation(secret_hash, device, name, table_request.client_address())
    ):
        raise InvalidLink  # replaced at this moment


def _offer(secret_hash: str) -> LinkOffer:
    device = table_request.known_device()
    if at_table := invitation(secret_hash, device):
        return _to_a_table(at_table)
    if in_league := links.invitation(secret_hash, device):
        return _to_a_league(in_league)
    raise InvalidLink


def _to_a_table(offered: TableInvitation) -> LinkOffer:
    pad = offered.table.pad
    name = "" if offered.seat is None else pad.seats[offered.seat] or tell("this seat")
    title, template, key = _AT_A_TABLE[offered.role]
    now = (
        on_page(voice_of(pad)).text(pad.outcome.text)
        if pad.outcome
        else tell("Deal {n}.", n=pad.deals + 1)
    )
    return LinkOffer(
        tell(title, name=name),
        pad.game.name,
        (*_invited(offered.by), ", ".join(filter(None, pad.seats)), now, tell(template, name=name)),
        tell(key, name=name),
        url_for("pad.table", public_id=offered.table.row.public_id),
        offered.accepted,
        "" if name else tell("The game's history shows it beside your changes."),
        offered.name,
        offered.people,
        at_table=True,
    )


def _to_a_league(offered: LeagueInvitation) -> LinkOffer:
    visit = offered.visit
    title, template, named = _IN_A_LEAGUE[offered.role]
    asked = offered.role == ORGANISER and visit.info.passphrase
    passphrase = (tell("You'll be asked for the passphrase next."),) if asked else ()
    return LinkOffer(
        tell(title),
        visit.league.name,
        (*_invited(offered.by), tell(template), *passphrase),
        tell(title),
        url_for("league.enter", league_id=visit.info.public_id),
        offered.accepted,
        tell(named),
        offered.name,
        names_offered(visit, table_request.known_device()),
    )


def _invited(by: str) -> Sequence[str]:
    return (tell("{name} has invited you.", name=by),) if by else ()


_AT_A_TABLE: Final = {
    WATCH: (
        phrase("Watch a game"),
        phrase("You see the scores but can't edit them."),
        phrase("Watch this game"),
    ),
    SCORER: (
        phrase("Keep score"),
        phrase("You enter deals and correct them."),
        phrase("Keep score on this phone"),
    ),
    SEAT: (
        phrase("Join as {name}"),
        phrase("You see the scores and enter {name}'s bids."),
        phrase("Join as {name}"),
    ),
}
"""The title, what the link lets a phone do, and what the key says."""

_IN_A_LEAGUE: Final = {
    MEMBER: (
        phrase("Join as a member"),
        phrase("You see the league and its games, and can start games."),
        phrase("Organisers see it beside your phone."),
    ),
    ORGANISER: (
        phrase("Join as an organiser"),
        phrase("You can do everything an organiser can."),
        phrase("The league history shows it beside your changes."),
    ),
}
"""The title, what the link lets a phone do, and what the name is for."""
