"""The referee's pages: who wins the trick, is the call allowed, what if."""

from typing import Final
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper.engine.replay import kind_of
from scorekeeper.games import games
from scorekeeper.sentences import tell
from scorekeeper.tables.loading import NotFound, TableVisit, last_deal
from scorekeeper.web.referee import auction_url, auctions, tricks
from scorekeeper.web.referee import desk as desks
from scorekeeper.web.referee import what_if as what_if_page
from scorekeeper.web.referee.desk import Desk
from scorekeeper.web.shared.templating import own_path
from scorekeeper.web.table import table_request
from scorekeeper.web.table.pad_page import PadPage

bp = Blueprint("referee", __name__)


# --- who takes it? ------------------------------------------------------------------------------


@bp.get("/t/<public_id>/trick")
def trick(public_id: str) -> str:
    """Show the trick that is tapped together, at a table: its deal in progress says what is
    trumps."""
    return _trick(desks.at_table(table_request.visit_or_403(public_id)))


@bp.get("/rules/<slug>/trick")
def trick_of_game(slug: str) -> str:
    """The same for a game, without a table."""
    return _trick(desks.of_game(games().get(slug) or abort(404)))


def _trick(desk: Desk) -> str:
    if desk.game.play is None:
        abort(404)
    return render_template("referee/trick.html", desk=desk, page=tricks.page(desk, request.args))


# --- is that call allowed? ----------------------------------------------------------------------


@bp.get("/t/<public_id>/auction")
def auction(public_id: str) -> ResponseReturnValue:
    """The auction that is called out, and what may be called next."""
    visit = table_request.visit_or_403(public_id)
    page = _auction(visit, request.args or _saved_calls(visit))
    _save_calls(public_id, page)
    if page.progress.sealed and "tap" in request.args and not table_request.is_htmx():
        # taps must not stay in the address
        return redirect(f"{own_path()}?{urlencode(page.fields)}", 303)
    return _auction_page(page)


def _auction_page(page: auctions.AuctionPage, message: table_request.Message = None) -> str:
    return render_template(
        "referee/auction.html", desk=page.desk, page=page, show=page.show, message=message
    )


def _auction(visit: TableVisit, given: MultiDict[str, str]) -> auctions.AuctionPage:
    """Return the page of the table's next deal; 404 where nothing is bid."""
    pad = visit.table.pad
    if pad.game.auction is None or pad.outcome is not None:
        abort(404)
    desk = desks.at_table(visit)
    assert desk.show is not None
    return auctions.AuctionPage(auction_url.from_address(desk, pad.deals + 1, given), desk.show)


# what is called stays on the phone while that goes to the pad or to the rules: of one table at once

_LEFT: Final = "bidding"


def _saved_calls(visit: TableVisit) -> MultiDict[str, str]:
    """Return what was called of the table's next deal on this phone before it went elsewhere."""
    table, fields = session.get(_LEFT, ("", {}))
    deal = str(visit.table.pad.deals + 1)
    here = table == visit.table.row.public_id and fields["deal"] == deal
    return MultiDict(fields if here else {})


def _save_calls(public_id: str, page: auctions.AuctionPage) -> None:
    """Save the calls on the phone."""
    _clear_calls(public_id)
    if page.progress.calls or page.progress.facts:
        session[_LEFT] = (public_id, page.fields)


def _clear_calls(public_id: str) -> None:
    if session.get(_LEFT, ("",))[0] == public_id:
        session.pop(_LEFT)


@bp.post("/t/<public_id>/auction")
def take_over(public_id: str) -> ResponseReturnValue:
    """Fill the pad with the contract of the closed auction."""
    page = _auction(table_request.visit_or_403(public_id, write=True), request.form)
    if page.progress.before is not None:
        return _auction_page(page), 409
    if page.turn is not None:
        abort(400)
    message = page.show.fill_draft(page.entry, page.progress.deal, request.form)
    if message:
        return _auction_page(page, message), 409
    _clear_calls(public_id)
    table_request.flash(("good", tell("Entered: {contract}.", contract=page.settled)))
    return redirect(url_for("pad.table", public_id=public_id), 303)


# --- what if? -----------------------------------------------------------------------------------


@bp.get("/t/<public_id>/what-if")
def what_if(public_id: str) -> ResponseReturnValue:
    """Show what the deal in progress can bring; after the end of the game, what the last one could
    have."""
    playing = PadPage(_with_results(table_request.visit_or_403(public_id)))
    if playing.pad.outcome is None:
        return _what_if(what_if_page.of_next(playing))
    last = last_deal(playing.table)
    return (
        abort(404)
        if last is None
        else redirect(url_for(".what_if_then", public_id=public_id, seq=last), 303)
    )


@bp.get("/t/<public_id>/what-if/<int:seq>")
def what_if_then(public_id: str, seq: int) -> str:
    """Show what an earlier deal could have brought, with the table's state then."""
    visit = _with_results(table_request.visit_or_403(public_id))
    try:
        written, before = visit.table.find(seq), visit.table.pad_before(seq)
    except NotFound:
        abort(404)
    if written.kind != "entry" or kind_of(before.game, written.payload) != "deal":
        abort(404)
    return _what_if(what_if_page.of_deal(PadPage(visit), before, written.payload))


def _with_results(visit: TableVisit) -> TableVisit:
    """Return the visit; 404 where points are written as they are and nothing is played for them."""
    return visit if visit.table.pad.game.play else abort(404)


def _what_if(page: what_if_page.WhatIfPage) -> str:
    return render_template("referee/what_if.html", page=page, show=page.show)
