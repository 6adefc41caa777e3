"""Deleting a table or a league, and restoring it."""

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.leagues.lifecycle import delete_league, owns_league, restore_league
from scorekeeper.sentences import tell
from scorekeeper.tables.deleting import delete_table, restore_table
from scorekeeper.tables.loading import LoadedTable, NotFound
from scorekeeper.web.league import league_request
from scorekeeper.web.shared.errors import OrganisersOnly
from scorekeeper.web.shared.forms import PageForm, PressField
from scorekeeper.web.table import table_request
from scorekeeper.web.table.pad_page import PadPage

bp = Blueprint("deleting", __name__)


class DeleteForm(PageForm):
    """The key that deletes a game or a league."""

    do = PressField("delete")


class RestoreForm(PageForm):
    """The key that restores a game, `t.` and its id, or a league, `l.` and its id."""

    do = PressField("t.", "l.")


@bp.route("/t/<public_id>/delete", methods=["GET", "POST"])
def table(public_id: str) -> ResponseReturnValue:
    """Show what deleting a game means; and delete it."""
    visit = table_request.visit_or_403(public_id, write=True)
    if not may_delete(visit.table):
        raise OrganisersOnly
    if DeleteForm().validate_on_submit():
        delete_table(visit.table)
        table_request.flash(("good", tell("Game deleted. You can restore it below for a day.")))
        return redirect(url_for("front.mine"), 303)
    return render_template("table/record/delete.html", show=PadPage(visit))


def may_delete(table: LoadedTable) -> bool:
    """Return whether this phone, which may write at the table, may delete it too: of a league's
    tables only an organiser does, because the standings depend on them."""
    if table.row.league_id is None:
        return True
    visit = league_request.league_of(table)
    return visit is not None and visit.organises


@bp.route("/l/<league_id>/delete", methods=["GET", "POST"])
def league(league_id: str) -> ResponseReturnValue:
    """Show what deleting a league means; and delete it."""
    visit = league_request.visit_or_403(league_id, organise=True)
    if not owns_league(visit, table_request.known_device()):
        raise OrganisersOnly
    if DeleteForm().validate_on_submit():
        delete_league(visit)
        table_request.flash(("good", tell("League deleted. You can restore it below for a day.")))
        return redirect(url_for("league.mine"), 303)
    return league_request.league_page("delete.html", visit, "organise")


@bp.post("/restore")
def restore() -> ResponseReturnValue:
    """Restore a game or a league."""
    form = RestoreForm()
    form.validate()
    kind, public_id = form.do.data
    act, page = {
        "t": (restore_table, "pad.table"),
        "l": (restore_league, "league.home"),
    }[kind]
    try:
        act(public_id, table_request.known_device())
    except NotFound:
        table_request.flash(("bad", tell("It can't be restored any more.")))
        return redirect(url_for("front.mine" if kind == "t" else "league.mine"), 303)
    table_request.flash(("good", tell("Restored.")))
    where = {"public_id": public_id} if kind == "t" else {"league_id": public_id}
    return redirect(url_for(page, **where), 303)  # type: ignore[arg-type]
