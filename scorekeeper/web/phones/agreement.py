"""Agreeing to a deal that the other side saved, or contesting it, on one's own phone."""

from flask import Blueprint, abort, redirect, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.sentences import tell
from scorekeeper.store.table.rows import Conflict
from scorekeeper.tables.agreements import agree
from scorekeeper.tables.loading import TableVisit
from scorekeeper.web.phones.forms import AgreementForm
from scorekeeper.web.shared.forms import PressedKey
from scorekeeper.web.shared.security import read_number
from scorekeeper.web.table import table_request

bp = Blueprint("agreement", __name__)


@bp.post("/t/<public_id>/agreement")
def agreement(public_id: str) -> ResponseReturnValue:
    """Record whether a side agrees to a deal, or the game; a scorer who contests it goes on to a
    ruling."""
    visit = table_request.visit_or_403(public_id)
    form = AgreementForm()
    if not form.validate():
        abort(400)
    key: PressedKey = form.do.data
    seq = read_number(key.about)
    if seq is None:
        abort(400)
    contest = key.act == "contest"
    message = _say(visit, seq, form.contents.data, contest=contest)
    table_request.flash(message)
    if contest and message[0] == "good" and visit.role and visit.role.may_score:
        about = seq or None
        return redirect(url_for("rulings.write", public_id=public_id, about=about), 303)
    return redirect(url_for("pad.table", public_id=public_id), 303)


def _say(visit: TableVisit, seq: int, contents: str, *, contest: bool) -> tuple[str, str]:
    device = table_request.known_device()
    try:
        if not agree(visit.table, device, seq, contents, contest=contest):
            return "bad", tell("Only the other side can agree or contest, from a player's phone.")
    except Conflict:
        return "warn", tell("This has changed. Check it again.")
    if contest:
        return "good", tell("Contested. It stays marked until there is a ruling.")
    return "good", tell("Agreed.")
