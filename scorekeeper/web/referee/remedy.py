"""Something went wrong: what happened, one to three questions, and the ruling, which may be
recorded.

Each step is an address with the answers so far, so that "back" works and a ruling can be sent as a
link. Only recording writes.
"""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.games import games
from scorekeeper.sentences import tell
from scorekeeper.tables.loading import deal_numbers
from scorekeeper.web import rulings
from scorekeeper.web.interview.form import Typed
from scorekeeper.web.referee.facts import at_table, of_game
from scorekeeper.web.referee.remedy_page import Investigation, RulingShown, Scene
from scorekeeper.web.shared.security import read_number
from scorekeeper.web.table import table_request
from scorekeeper.web.table.pad_page import PadPage

bp = Blueprint("remedy", __name__)


@bp.get("/rules/<slug>/wrong")
def of_rules(slug: str) -> str:
    """What to do by the rules of a game, without a table."""
    return _drawn(Scene(of_game(games().get(slug) or abort(404))))


@bp.route("/t/<public_id>/wrong", methods=["GET", "POST"])
def at(public_id: str) -> ResponseReturnValue:
    """What to do at a table, and record it."""
    visit = table_request.visit_or_403(public_id, write=request.method == "POST")
    about = read_number(request.args.get("about", ""))
    if about is not None and about not in deal_numbers(visit.table):
        abort(404)
    scene = Scene(at_table(visit), visit, about)
    if request.method == "GET":
        return _drawn(scene)
    ruling = _ruling(scene, _investigation(scene)) or abort(400)
    answer = table_request.attempt(
        lambda: ruling.record(visit.table, table_request.write_request()),
        tell(rulings.DONE[ruling.decision]),
    )
    if not answer.done:
        return _drawn(scene, answer.message), answer.status
    table_request.flash(_filled_in(public_id, ruling) or answer.message)
    return redirect(url_for("pad.table", public_id=public_id), 303)


def _filled_in(public_id: str, ruling: RulingShown) -> table_request.Message:
    """Put what the ruling says of the deal that is being played on the pad."""
    if ruling.scene.about is not None or ruling.corrected is None or ruling.scene.number is None:
        return None
    pad = PadPage(table_request.visit_or_403(public_id, write=True))
    filled = tell("Ruling saved. The pad has the result as it was ruled.")
    sent = table_request.submitted_data() or Typed()
    message = pad.fill_draft(ruling.corrected, ruling.scene.number, sent)
    return message or ("good", filled)


def _investigation(scene: Scene) -> Investigation | None:
    """Return what is said of the mishap; 404 for one that cannot be in this game."""
    mishap = request.args.get("mishap")
    if not mishap:
        return None
    found = next((one for one in scene.known.game.remedies if one == mishap), None)
    return Investigation(scene, found or abort(404))


def _ruling(scene: Scene, looked_into: Investigation | None) -> RulingShown | None:
    remedy = looked_into.asked.inquest.found if looked_into else None
    return RulingShown(scene, remedy) if remedy else None


def _drawn(scene: Scene, message: table_request.Message = None) -> str:
    if not scene.known.game.remedies:
        abort(404)
    looked_into = _investigation(scene)
    return render_template(
        "referee/remedy.html",
        scene=scene,
        known=scene.known,
        show=scene.known.show,
        asked=looked_into,
        ruling=_ruling(scene, looked_into),
        message=message,
    )
