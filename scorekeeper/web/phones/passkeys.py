"""Passkeys: created on a phone, and asked for on any other, by the browser's own dialogue."""

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.leagues.own_phones import (
    PasskeyRefused,
    Site,
    create_passkey,
    creation_options,
    enter_by_passkey,
    entry_options,
    my_passkeys,
    remove_passkey,
)
from scorekeeper.sentences import tell
from scorekeeper.web.phones.forms import PasskeyForm
from scorekeeper.web.shared.forms import PressedKey
from scorekeeper.web.shared.security import host_of
from scorekeeper.web.shared.user_agent import kind_of
from scorekeeper.web.table import table_request

bp = Blueprint("passkeys", __name__)


@bp.route("/me/passkeys", methods=["GET", "POST"])
def page() -> ResponseReturnValue:
    """My passkeys: make one, come back by one, remove one. `?to=` is the closed door before which
    somebody stands who has one."""
    form, why_not = PasskeyForm(to=request.args.get("to", "")), why_no_passkeys()
    if form.validate_on_submit() and not why_not:
        try:
            return _act(form)
        except PasskeyRefused as refused:
            current_app.logger.info("passkey refused: %s", refused)
            form.credential.errors = [tell("That passkey doesn't work here. Try again.")]
    shown = render_template(
        "phones/passkeys.html",
        passkeys=my_passkeys(table_request.known_device()),
        why_not=why_not,
        form=form,
        message=table_request.take_flash(),
    )
    return shown, 422 if form.is_submitted() else 200


def _act(form: PasskeyForm) -> ResponseReturnValue:
    """Do what the key says."""
    key: PressedKey = form.do.data
    device, address = table_request.device(), table_request.client_address()
    if key.act == "options":
        options = creation_options if key.about == "create" else entry_options
        return Response(options(_site(), device, address), mimetype="application/json")
    if key.act == "create":
        kind = kind_of(request.headers.get("User-Agent", ""))
        create_passkey(_site(), device, form.credential.data, kind)
        done = tell("Passkey saved.")
    elif key.act == "enter":
        enter_by_passkey(_site(), device, form.credential.data)
        done = tell("Welcome back. Phone added.")
    else:
        remove_passkey(device, key.number or 0)
        done = tell("Passkey removed here. You can delete it on your phone too.")
    table_request.flash(("good", done))
    if key.act == "enter":
        return redirect(form.door or url_for("my_phones.page"), 303)
    return redirect(url_for("passkeys.page"), 303)


def _site() -> Site:
    return Site(_host(), request.host_url.rstrip("/"))


def _host() -> str:
    """The host without its port."""
    host = host_of(request.host)
    return host.name if host else ""


@bp.app_template_global()
def why_no_passkeys() -> str:
    """Return the reason why passkeys cannot be used here; empty where they can."""
    if "pocket" in current_app.extensions:
        return tell("Passkeys need a server. Here everything stays on this phone.")
    if not (request.is_secure or _host() == "localhost"):
        return tell("Passkeys need an address that begins with https://.")
    return ""
