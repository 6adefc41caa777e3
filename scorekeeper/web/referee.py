"""The referee's pages: who takes it, may he call that, what if."""

from flask import Blueprint, abort, render_template, request

from scorekeeper.games import games
from scorekeeper.web import desk as desks
from scorekeeper.web import tabled, tricks
from scorekeeper.web.desk import Desk

bp = Blueprint("referee", __name__)


@bp.get("/t/<public_id>/trick")
def trick(public_id: str) -> str:
    """Who takes the trick that is tapped, at a table: its deal in progress says what is trumps."""
    return _trick(desks.at_table(tabled.visit_or_403(public_id)))


@bp.get("/rules/<slug>/trick")
def trick_of_game(slug: str) -> str:
    """The same for a game, without a table."""
    return _trick(desks.of_game(games().get(slug) or abort(404)))


def _trick(desk: Desk) -> str:
    if desk.game.play is None:
        abort(404)
    return render_template("referee/trick.html", desk=desk, page=tricks.page(desk, request.args))
