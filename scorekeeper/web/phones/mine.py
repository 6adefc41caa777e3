"""My phones: those of one person. A code, as letters and to scan, adds another."""

import time
from typing import Final

from flask import (
    Blueprint,
    abort,
    current_app,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue

from scorekeeper.leagues.own_phones import (
    MyPhone,
    WrongCode,
    add_phone,
    my_phones,
    new_code,
    sign_out_my_phone,
)
from scorekeeper.sentences import tell
from scorekeeper.web.phones.forms import AddPhoneForm, MyPhonesForm
from scorekeeper.web.shared import links
from scorekeeper.web.shared.forms import PressedKey
from scorekeeper.web.table import table_request

bp = Blueprint("my_phones", __name__)

_SHOWN_SECONDS: Final = 5 * 60
"""How long a code is shown: as long as it holds."""


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
        phones=my_phones(table_request.known_device()),
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
            add_phone(form.code.data, table_request.device(), table_request.client_address())
        except WrongCode as wrong:
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
            new_code(device, table_request.client_address()),
            int(time.time()),
        ]
    elif key.act == "out":
        mine: list[MyPhone] = [*my_phones(device)][1:]
        other = next((one.device for one in mine if one.device == key.about), None) or abort(400)
        sign_out_my_phone(device, other)
        table_request.flash(("good", tell("Phone signed out.")))


def _code_shown() -> str:
    """The code that this phone shows; empty where there is none that holds."""
    code, made = session.get("code", ("", 0))
    return code if 0 <= time.time() - made < _SHOWN_SECONDS else ""


def _wrong_code_text(wrong: WrongCode) -> str:
    if not wrong.wait:
        return tell("This code doesn't work. Show a new one on your other phone.")
    minutes = -(-wrong.wait // 60)
    return tell("Too many tries. Try again in {n} {n:minute|minutes}.", n=minutes)
