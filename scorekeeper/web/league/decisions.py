"""The league history: showing, deleting, restoring and undoing decisions."""

from typing import Any, Final

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue

from scorekeeper.leagues.decisions import (
    delete_decision,
    redo_decision,
    restore_decision,
    undo_decision,
)
from scorekeeper.leagues.history import ListedDecision, history_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import phrase, tell
from scorekeeper.web.league import league_request
from scorekeeper.web.league.forms import DecisionForm
from scorekeeper.web.league.league_request import LOOKED, DecisionOutcome, attempt, respond
from scorekeeper.web.shared.forms import PressedKey
from scorekeeper.web.shared.security import read_number
from scorekeeper.web.table import table_request

bp = Blueprint("decisions", __name__)


@bp.route("/l/<league_id>/history", methods=["GET", "POST"])
def page(league_id: str) -> ResponseReturnValue:
    """Every decision, the newest first."""
    visit = league_request.visit_or_403(league_id, organise=True)
    outcome, form = LOOKED, DecisionForm()
    if form.validate_on_submit():
        outcome = _act(visit, form.do.data)
        if outcome.done:
            return respond(outcome)
    before = read_number(request.args.get("before", ""))
    history = history_of(visit, table_request.known_device(), before)
    return league_request.page(
        *("history.html", visit, "history", outcome),
        decisions=[_decision_row(one) for one in history.decisions],
        older=history.older,
        undoable=history.undoable,
        redoable=history.redoable,
    )


def _act(visit: LeagueVisit, key: PressedKey) -> DecisionOutcome:
    if (seq := key.number) is None or key.act not in _ACTS:
        abort(400)
    change, done = _ACTS[key.act]
    return attempt(lambda sent: change(visit, sent, seq), tell(done))


_ACTS: Final = {
    "undo": (undo_decision, phrase("Undone.")),
    "redo": (redo_decision, phrase("Redone.")),
    "strike": (delete_decision, phrase("Undone.")),
    "restore": (restore_decision, phrase("Redone.")),
}
"""What each key does, and what is said when it is done."""


def _decision_row(one: ListedDecision) -> dict[str, Any]:
    unnamed = tell("A member") if one.member else tell("An organiser")
    return {
        "seq": one.seq,
        "at": one.at,
        "who": tell("You") if one.mine else one.by or unnamed,
        "words": one.words,
        "mark": "undone" if one.undone or one.deleted else "",
        "may": "" if one.undone else one.may,
    }
