"""My phones: those of one person. A code, as letters and to scan, adds another. Passkeys are
created on a phone, and asked for on any other, by the browser's own dialogue."""

import re
import time
from typing import Final

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue
from wtforms.validators import Length

from scorekeeper.leagues import own_phones
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
from scorekeeper.sentences import phrase, tell
from scorekeeper.web.shared import links
from scorekeeper.web.shared.forms import PageForm, PressedKey, PressField, TextField
from scorekeeper.web.shared.security import host_of, kind_of
from scorekeeper.web.table import table_request

bp = Blueprint("my_phones", __name__)

_SHOWN_SECONDS: Final = 5 * 60
"""How long a code is shown: as long as it holds."""


class MyPhonesForm(PageForm):
    """The keys about my phones: `code` to add one, `out.` to sign one out."""

    do = PressField("code", "out.")


class AddPhoneForm(PageForm):
    """The code that another phone shows."""

    code = TextField(
        phrase("Code"),
        # people type a code with spaces in it
        [Length(max=20, message=phrase("A code has six letters."))],
        description=phrase("Six letters, shown on your other phone under “My phones”."),
        render_kw={"maxlength": 12},
    )


@bp.route("/me/phones", methods=["GET", "POST"])
def page() -> ResponseReturnValue:
    """My phones, and a code that adds one."""
    form = MyPhonesForm()
    if form.validate_on_submit():
        _act(form.do.data)
        return redirect(url_for("my_phones.page"), 303)
    code = _code_shown()
    address = url_for("my_phones.add", code=code, _external=True) if code else ""
    return render_template(
        "phones/mine.html",
        phones=own_phones.my_phones(table_request.known_device()),
        code=code,
        qr=links.qr_code(address) if code else "",
        alone="pocket" in current_app.extensions,
        message=table_request.take_flash(),
    )


@bp.route("/me/add", methods=["GET", "POST"])
def add() -> ResponseReturnValue:
    """Add this phone to the phones of the person who was shown the code."""
    form, wait = AddPhoneForm(code=request.args.get("code", "")), 0
    if form.validate_on_submit():
        try:
            own_phones.add_phone(
                form.code.data, table_request.device(), table_request.client_address()
            )
        except own_phones.WrongCode as wrong:
            wait = wrong.wait
            form.code.errors = [_wrong_code_text(wrong)]
        else:
            table_request.flash(("good", "This phone is now one of yours."))
            return redirect(url_for("my_phones.page"), 303)
    shown = render_template("phones/add.html", form=form)
    return (
        (shown, 429, {"Retry-After": str(wait)}) if wait else (shown, 422 if form.errors else 200)
    )


def _act(key: PressedKey) -> None:
    device = table_request.device()
    if key.act == "code":
        session["code"] = [
            own_phones.new_code(device, table_request.client_address()),
            int(time.time()),
        ]
    elif key.act == "out":
        # the first is this phone, which can't sign itself out
        _, *mine = own_phones.my_phones(device)
        other = next((one.device for one in mine if one.device == key.about), None) or abort(400)
        own_phones.sign_out_my_phone(device, other)
        table_request.flash(("good", tell("Phone signed out.")))


def _code_shown() -> str:
    code, made = session.get("code", ("", 0))
    # a clock that ran ahead when it was made must not show it for longer than it holds
    return code if 0 <= time.time() - made < _SHOWN_SECONDS else ""


def _wrong_code_text(wrong: own_phones.WrongCode) -> str:
    if not wrong.wait:
        return tell("This code doesn't work. Show a new one on your other phone.")
    minutes = -(-wrong.wait // 60)
    return tell("Too many tries. Try again in {n} {n:minute|minutes}.", n=minutes)


# --- passkeys -------------------------------------------------------------------------------------

# browsers take //name and /\name for another site
_OUR_PAGE: Final = re.compile(r"/(?![/\\])[!-~]{0,200}")


class PasskeyForm(PageForm):
    """The options to ask a browser for (`options.`), and its answer as JSON; `remove.` is
    followed by the number of a passkey. `to` is the page of ours that was closed to this phone."""

    do = PressField("options.", "create", "enter", "remove.")
    credential = TextField("", [Length(max=20_000)])
    to = TextField()

    @property
    def door(self) -> str:
        """The address of that page; empty for none, and for what is no page of ours."""
        return self.to.data if _OUR_PAGE.fullmatch(self.to.data) else ""


@bp.route("/me/passkeys", methods=["GET", "POST"])
def passkeys() -> ResponseReturnValue:
    """My passkeys: make one, come back by one, remove one. `?to=` is the closed door before which
    somebody stands who has one."""
    form, why_not = PasskeyForm(to=request.args.get("to", "")), why_no_passkeys()
    if form.validate_on_submit() and not why_not:
        try:
            return _do_passkey(form)
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


def _do_passkey(form: PasskeyForm) -> ResponseReturnValue:
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
    return redirect(url_for("my_phones.passkeys"), 303)


def _site() -> Site:
    return Site(host(), request.host_url.rstrip("/"))


def host() -> str:
    """Return the host of this request, without its port."""
    found = host_of(request.host)
    return found.name if found else ""


@bp.app_template_global()
def why_no_passkeys() -> str:
    """Return the reason why passkeys cannot be used here; empty where they can."""
    if "pocket" in current_app.extensions:
        return tell("Passkeys need a server. Here everything stays on this phone.")
    # browsers make passkeys on localhost too, but for no address of numbers
    if not (request.is_secure or host() == "localhost"):
        return tell("Passkeys need an address that begins with https://.")
    return ""
