"""Sharing a table: a link to watch, one to write, one a seat; each with its code."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import tables
from scorekeeper.web.shared import links
from scorekeeper.web.shared.forms import Press, read_number
from scorekeeper.web.shared.links import LinkCard
from scorekeeper.web.table import table_request
from scorekeeper.web.table.forms import ShareForm
from scorekeeper.web.table.pad_page import Playing

bp = Blueprint("share", __name__)


@bp.route("/t/<public_id>/share", methods=["GET", "POST"])
def page(public_id: str) -> ResponseReturnValue:
    """The links of a table: show, make, renew, throw out."""
    visit = table_request.visit_or_403(public_id, write=True)
    form = ShareForm()
    if form.validate_on_submit():
        _act(visit.table, form.do.data)
        made = form.do.data.about if form.do.data.act == "make" else request.args.get("shown")
        return redirect(url_for("share.page", public_id=public_id, shown=made), 303)
    given = tables.links(visit.table, links.signing_key())
    out = tables.signed_out_by_replacing(visit.table, table_request.known_device())
    return render_template(
        "table/share/page.html",
        show=Playing(visit),
        links=links.filled(_cards(visit.table), given, out),
        all_links=".".join(str(link.id) for link in given) if len(given) > 1 else "",
        out=out[tables.ALL],
        shown=request.args.get("shown", tables.WATCH),
        open_watch=visit.table.row.open_watch,
    )


def _act(table: tables.LoadedTable, key: Press) -> None:
    act, about = key
    named = [link for one in about.split(".") if (link := read_number(one)) is not None]
    if act in ("open", "shut"):
        tables.set_public(table, act == "open")
    elif act == "make":
        _make(table, about)
    elif act == "renew" and named:
        tables.replace_links(table, named, links.signing_key(), table_request.device())
    elif act == "remove" and named:
        tables.turn_off_link(table, named[0], table_request.device())
    else:
        abort(400)


def _make(table: tables.LoadedTable, which: str) -> None:
    """Make the link to watch, to write, or of a seat: `seat.2`."""
    role, _, place = which.partition(".")
    seat = read_number(place)
    if role not in (tables.WATCH, tables.SCORER, tables.SEAT):
        abort(400)
    if (role == tables.SEAT) != (seat is not None and seat < len(table.pad.seats)):
        abort(400)
    tables.make_link(table, role, seat, links.signing_key())


def _cards(table: tables.LoadedTable) -> list[LinkCard]:
    """Return a card for each link that there is or could be."""
    names = ((seat, str(table.pad.seats[seat])) for seat in table.pad.filled)
    return [
        LinkCard("Watch", "Sees the scores, can't edit.", tables.WATCH),
        LinkCard("Scorer", "Full control. For a second scorer.", tables.SCORER),
        *(
            LinkCard(name, f"Sees scores, enters {name}'s bids.", links.make_of(tables.SEAT, seat))
            for seat, name in names
        ),
    ]
