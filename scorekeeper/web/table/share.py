"""Sharing a table: its links (watch, scorer, one per seat), each with a code."""

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.sentences import tell
from scorekeeper.store.access.devices import ALL
from scorekeeper.store.access.links import SCORER, SEAT, WATCH
from scorekeeper.tables import sharing
from scorekeeper.tables.loading import LoadedTable
from scorekeeper.web.shared import links
from scorekeeper.web.shared.forms import PageForm, PressedKey, PressField
from scorekeeper.web.shared.links import LinkCard
from scorekeeper.web.shared.security import read_number
from scorekeeper.web.table import table_request
from scorekeeper.web.table.pad_page import PadPage

bp = Blueprint("share", __name__)


class ShareForm(PageForm):
    """A key of the share page: a link to make or replace (`make.seat.2`, `renew.7`), and whether
    anyone may watch."""

    do = PressField("open", "shut", "make.", "renew.", "remove.")


@bp.route("/t/<public_id>/share", methods=["GET", "POST"])
def page(public_id: str) -> ResponseReturnValue:
    """The links of a table: show, create, replace, turn off."""
    visit = table_request.visit_or_403(public_id, write=True)
    form = ShareForm()
    if form.validate_on_submit():
        _act(visit.table, form.do.data)
        made = form.do.data.about if form.do.data.act == "make" else request.args.get("shown")
        return redirect(url_for("share.page", public_id=public_id, shown=made), 303)
    given = sharing.links_of_table(visit.table, links.signing_key())
    out = sharing.signed_out_by_replacing(visit.table, table_request.known_device())
    cards = links.fill_cards(_cards(visit.table), given, out)
    # one link at a time, its code without a tap: so the page fits a screen
    first = next((card.make for card in cards if card.address), WATCH)
    return render_template(
        "table/share/page.html",
        show=PadPage(visit),
        links=cards,
        all_links=".".join(str(link.id) for link in given) if len(given) > 1 else "",
        out=out[ALL],
        shown=request.args.get("shown") or first,
        open_watch=visit.table.row.open_watch,
    )


@bp.get("/t/<public_id>/code.svg")
def code(public_id: str) -> Response:
    """The code of the link to watch, for a large screen that a scorer has opened."""
    table = table_request.visit_or_403(public_id, write=True).table
    given = sharing.links_of_table(table, links.signing_key())
    secret = next((one.secret for one in given if one.role == WATCH), None) or abort(404)
    drawn = links.qr_code(links.address_of(secret), alone=True)
    return Response(drawn, mimetype="image/svg+xml")


def _act(table: LoadedTable, key: PressedKey) -> None:
    act, about = key
    named = [link for one in about.split(".") if (link := read_number(one)) is not None]
    if act in ("open", "shut"):
        sharing.set_public(table, act == "open")
    elif act == "make":
        _make(table, about)
    elif act == "renew" and named:
        sharing.replace_links(table, named, links.signing_key(), table_request.device())
    elif act == "remove" and named:
        sharing.turn_off_link(table, named[0], table_request.device())
    else:
        abort(400)


def _make(table: LoadedTable, which: str) -> None:
    """Make the link to watch, to write, or of a seat: `seat.2`."""
    role, _, place = which.partition(".")
    seat = read_number(place)
    if role not in (WATCH, SCORER, SEAT):
        abort(400)
    if (role == SEAT) != (seat is not None and seat < len(table.pad.seats)):
        abort(400)
    sharing.make_link(table, role, seat, links.signing_key())


def _cards(table: LoadedTable) -> list[LinkCard]:
    names = ((seat, str(table.pad.seats[seat])) for seat in table.pad.filled)
    return [
        LinkCard(tell("Watch"), tell("Sees the scores, can't edit."), WATCH),
        LinkCard(tell("Scorer"), tell("Full control. For a second scorer."), SCORER),
        *(
            LinkCard(
                name,
                tell("Sees scores, enters {name}'s bids.", name=name),
                links.make_value(SEAT, seat),
            )
            for seat, name in names
        ),
    ]
