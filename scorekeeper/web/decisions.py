"""What was decided in a league: looked at, struck, restored, taken back."""

from typing import Any

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper import leagues
from scorekeeper.leagues import Decision, Found
from scorekeeper.web import leagued, tabled
from scorekeeper.web.leagued import Outcome

bp = Blueprint("decisions", __name__)


@bp.route("/l/<league_id>/history", methods=["GET", "POST"])
def page(league_id: str) -> ResponseReturnValue:
    """Every decision, the newest first."""
    found = leagued.visit_or_403(league_id, organise=True)
    outcome = leagued.LOOKED
    if request.method == "POST":
        outcome = _act(found, request.form.get("do", ""))
        if outcome.done:
            return leagued.answered(outcome, "decisions.page", league_id=league_id)
    before = tabled.number(request.args.get("before", ""))
    history = leagues.history_of(found, tabled.known_device(), before)
    frame = leagued.frame(
        found,
        "history",
        decisions=[_shown(one) for one in history.decisions],
        older=history.older,
        undoable=history.undoable,
        redoable=history.redoable,
        **leagued.typed(outcome, found),
    )
    return render_template("league/history.html", **frame), outcome.status


def _act(found: Found, do: str) -> Outcome:
    act, _, about = do.partition(".")
    if act in ("strike", "restore"):
        return leagued.struck(found, act, about)
    seq = tabled.number(about)
    if act not in ("undo", "redo") or seq is None:
        abort(400)
    change, done = (
        (leagues.undo, "Taken back.") if act == "undo" else (leagues.redo, "Brought back.")
    )
    return leagued.attempt(lambda: change(found, leagued.order(), seq), done)


def _shown(one: Decision) -> dict[str, Any]:
    return {
        "seq": one.seq,
        "at": one.at,
        "who": "You" if one.mine else one.by or "An organiser",
        "words": one.words,
        "mark": "taken back" if one.undone else "struck out" if one.struck else "",
        "may": "" if one.undone else one.may,
    }
