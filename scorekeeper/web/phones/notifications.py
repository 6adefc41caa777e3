"""What a phone is told without looking: asked for with a tap, and switched off by kind."""

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import SelectMultipleField
from wtforms.validators import Length

from scorekeeper.leagues.club.contacts import LONGEST_EMAIL
from scorekeeper.leagues.decisions import DecisionRefused
from scorekeeper.leagues.push.mailing import (
    Asked,
    ask_for_mail,
    asked_by,
    confirm_mail,
    is_stop,
    stop_mail,
)
from scorekeeper.leagues.push.news import KINDS
from scorekeeper.leagues.push.posting import public_key
from scorekeeper.leagues.push.subscribing import (
    choose_kinds,
    stop_telling,
    tell_phone,
    told_phone,
)
from scorekeeper.leagues.visit import my_leagues
from scorekeeper.leagues.webhook_sending import MailServer
from scorekeeper.sentences import phrase, tell
from scorekeeper.store.push_phones import MAILTO
from scorekeeper.web.phones.mine import host
from scorekeeper.web.shared.forms import PageForm, PressedKey, PressField, TextField
from scorekeeper.web.shared.links import signing_key
from scorekeeper.web.table import table_request

bp = Blueprint("notifications", __name__)


class NotificationsForm(PageForm):
    """The keys of the page, with the browser's subscription as JSON, or the ticked kinds."""

    do = PressField("tell", "save", "stop", "mail", "confirm", "unsubscribe")
    subscription = TextField("", [Length(max=3000)])
    kind = SelectMultipleField(choices=[], validate_choice=False, default=list)
    email = TextField(
        phrase("E-mail address"),
        [Length(max=LONGEST_EMAIL)],
        render_kw={"autocomplete": "email", "maxlength": LONGEST_EMAIL},
    )
    code = TextField("", [Length(max=2000)])


@bp.route("/me/notifications", methods=["GET", "POST"])
def page() -> ResponseReturnValue:
    """What this phone is told, and whether it is at all."""
    form, why_not, server = NotificationsForm(), _why_not(), _mail_server()
    pressed = form.do.data.act
    possible = bool(server) if pressed in ("mail", "confirm") else not why_not or pressed != "tell"
    if form.validate_on_submit() and possible:
        try:
            table_request.flash(("good", _act(form)))
            return redirect(url_for("notifications.page"), 303)
        except DecisionRefused as refused:
            form.refuse(refused)
    device, code = table_request.known_device(), form.code.data or request.args.get("code", "")
    shown = render_template(
        "phones/notifications.html",
        why_not=why_not,
        kinds=KINDS,
        phone=told_phone(device),
        mailto=MAILTO,
        form=form,
        mail=server,
        code=code,
        asked=asked_by(code, signing_key()) if server else None,
        stops=is_stop(code, signing_key()),
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
    if pressed.act == "mail":
        server = _mail_server() or abort(404)
        asked = Asked(device, form.email.data, request.url_root.rstrip("/"))
        ask_for_mail(asked, signing_key(), server)
        return tell("Open the link in the message that was sent to {email}.", email=asked.email)
    if pressed.act == "confirm":
        confirm_mail(asked_by(form.code.data, signing_key()) or abort(403))
        return tell("News comes by e-mail from now on.")
    if pressed.act == "unsubscribe":
        if not stop_mail(form.code.data, signing_key()):
            abort(403)
        return tell("Nothing more is sent to this address.")
    if pressed.act == "save":
        choose_kinds(device, form.kind.data or [])
        return tell("Saved.")
    stop_telling(device)
    return tell("This phone is told nothing more.")


def _mail_server() -> MailServer | None:
    """Return the mail server, where the operator has set one."""
    address, sender = current_app.config["MAIL_SERVER"], current_app.config["MAIL_FROM"]
    return MailServer(address, sender) if address and sender else None


def _why_not() -> str:
    """Return the reason why phones cannot be told here; empty where they can."""
    if "pocket" in current_app.extensions:
        return tell("Notifications need a server. Here everything stays on this phone.")
    # browsers have notifications on this machine without it
    if not (request.is_secure or host() in ("localhost", "127.0.0.1")):
        return tell("Notifications need an address that begins with https://.")
    return ""
