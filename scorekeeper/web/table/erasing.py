"""Erasing a name at this phone's own tables."""

from typing import Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.sentences import phrase, tell
from scorekeeper.spelling import folded
from scorekeeper.tables.erasing import erase, names_written, places_of
from scorekeeper.web.table import table_request
from scorekeeper.web.table.forms import EraseOwnForm

bp = Blueprint("erasing", __name__)

ERASED: Final = phrase("Name erased. Scores kept.")


@bp.route("/erase", methods=["GET", "POST"])
def name() -> ResponseReturnValue:
    """Choose a name, list its places, and erase it."""
    here, form = table_request.known_device(), EraseOwnForm(request.values)
    known, asked = names_written(here), form.name.data
    called = next((one for one in known if folded(one) == folded(asked)), asked)
    form.find(places_of(here, called, form.spellings) if called else [])
    message = table_request.take_flash()
    if form.is_submitted():
        if not (form.places or form.left):  # it was sent before, or there was nothing to erase
            table_request.flash(("good", tell("That name is not in any of your games.")))
            return redirect(url_for("erasing.name"), 303)
        if form.validate():
            erase(table_request.device(), called, form.spellings, form.ticked)
            table_request.flash(("good", tell(ERASED)))
            return redirect(url_for("erasing.name"), 303)
        message = ("bad", form.fault)
    page = render_template(
        "home/erase.html", known=known, called=called, form=form, message=message
    )
    return page, 422 if form.errors else 200
