"""What a phone is told without looking: asked for with a tap, and switched off by kind."""

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import SelectMultipleField
from wtforms.validators import Length

from scorekeeper.leagues.decisions import DecisionRefused
from scorekeeper.leagues.push.news import KINDS
from scorekeeper.leagues.push.posting import public_key
from scorekeeper.leagues.push.subscribing import (
    choose_kinds,
    stop_telling,
    tell_phone,
    told_phone,
)
from scorekeeper.leagues.visit import my_leagues
from scorekeeper.sentences import tell
from scorekeeper.web.phones.mine import host
from scorekeeper.web.shared.forms import PageForm, PressedKey, PressField, TextField
from scorekeeper.web.shared.links import signing_key
from scorekeeper.web.table import table_request

bp = Blueprint("notifications", __name__)


class NotificationsForm(PageForm):
    """The keys of the page, with the browser's subscription as JSON, or the ticked kinds."""

    do = PressField("tell", "save", "stop")
    subscription = TextField("", [Length(max=3000)])
    kind = SelectMultipleField(choices=[], validate_choice=False, default=list)


@bp.route("/me/notifications", methods=["GET", "POST"])
def page() -> ResponseReturnValue:
    """What this phone is told, and whether it is at all."""
    form, why_not = NotificationsForm(), _why_not()
    if form.validate_on_submit() and not why_not:
        try:
            table_request.flash(("good", _act(form)))
            return redirect(url_for("notifications.page"), 303)
        except DecisionRefused as refused:
            form.refuse(refused)
    device = table_request.known_device()
    shown = render_template(
        "phones/notifications.html",
        why_not=why_not,
        kinds=KINDS,
        phone=told_phone(device),
        leagues=[one for one in my_leagues(device) if one.is_member],
        key="" if why_not else public_key(signing_key()),
        fault=form.fault,
        message=table_request.take_flash(),
    )
    return shown, 422 if form.is_submitted() else 200


def _act(form: NotificationsForm) -> str:
    pressed: PressedKey = form.do.data
    device = table_request.device()
    if pressed.act == "tell":
        private = current_app.config["PRIVATE_WEBHOOKS"]
        site = request.url_root.rstrip("/")
        tell_phone(device, form.subscription.data, site, private=private)
        return tell("This phone is told from now on.")
    if pressed.act == "save":
        choose_kinds(device, form.kind.data or [])
        return tell("Saved.")
    stop_telling(device)
    return tell("This phone is told nothing more.")


def _why_not() -> str:
    """Return the reason why phones cannot be told here; empty where they can."""
    if "pocket" in current_app.extensions:
        return tell("Notifications need a server. Here everything stays on this phone.")
    # browsers have notifications on this machine without it
    if not (request.is_secure or host() in ("localhost", "127.0.0.1")):
        return tell("Notifications need an address that begins with https://.")
    return ""
