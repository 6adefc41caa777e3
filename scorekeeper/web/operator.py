"""The page of whoever runs the server: how much there is, and what can be done about it. It has a
passphrase of its own, the setting `operator_passphrase`; without one there is no such page."""

import re
import time
from collections.abc import Callable
from hashlib import blake2b
from hmac import compare_digest
from typing import Any, Final
from urllib.parse import urlsplit

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
from sqlalchemy import Connection
from wtforms import PasswordField

from scorekeeper import operator_actions as actions
from scorekeeper.operator_actions import NoSuchThing
from scorekeeper.sentences import Message, phrase, tell
from scorekeeper.store import deleting, overview
from scorekeeper.store.access import budgets
from scorekeeper.store.access.budgets import Budget
from scorekeeper.store.access.links import hash_secret
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.sql.health import size, version
from scorekeeper.store.table.rows import now
from scorekeeper.web.shared.forms import PageForm, PressField, Required
from scorekeeper.web.shared.links import address_of
from scorekeeper.web.table import table_request

bp = Blueprint("operator", __name__, url_prefix="/operator")

BY: Final[Message] = "page"
_HOURS: Final = 12
"""So long the passphrase need not be said again."""
_GUESSES: Final = 10
"""Wrong passphrases in an hour from one address."""
_MOST_LISTED: Final = 20


class EnterOperatorForm(PageForm):
    """The passphrase."""

    keys = ("enter",)
    passphrase = PasswordField(
        phrase("The operator's passphrase"),
        [Required(phrase("Enter the passphrase."))],
        render_kw={"autocomplete": "current-password", "maxlength": 200},
    )


class OperatorForm(PageForm):
    """The keys of the page, most about a game or a league: `suspend.abc123`."""

    do = PressField(
        *("link.", "replace.", "passphrase.", "suspend.", "delete.", "resume.", "purge", "out")
    )


@bp.route("", methods=["GET", "POST"])
def page() -> ResponseReturnValue:
    """Show totals, the largest leagues and games, one found by its address or the end of it
    (`?find=`), and the log of actions."""
    if not current_app.config["OPERATOR_PASSPHRASE"]:
        abort(404)
    if not _is_in():
        return _enter()
    form, link = OperatorForm(), ""
    find = request.args.get("find", "").strip()
    if form.validate_on_submit():
        try:
            link = _done(form.do.data.act, form.do.data.about)
        except NoSuchThing:
            table_request.flash(("bad", tell("That game or league no longer exists.")))
        if not link:
            return redirect(url_for("operator.page", find=find or None), 303)
    with reading() as connection:
        shown = {
            "counts": overview.overview(connection, now() - deleting.DAY),
            "leagues": overview.largest_leagues(connection, _MOST_LISTED),
            "games": overview.largest_games(connection, _MOST_LISTED),
            "spent": budgets.spent(connection),
            **(_find_by_address(connection, find) if find else {}),
        }
    log = [*actions.audit_lines()][: -_MOST_LISTED - 1 : -1]
    return render_template(
        "operator/page.html",
        **shown,
        find=find,
        link=link,
        log=log,
        megabytes=size() / 1e6,
        database=version(),
        suspended=deleting.SUSPENDED,
        message=table_request.take_flash(),
    )


def _find_by_address(connection: Connection, find: str) -> dict[str, Any]:
    """The game or league at an address of its own or of a page below it, or with this id."""
    path = urlsplit(find).path
    under = re.search(r"/[tl]/([^/]+)", path)
    one = {"public_id": under[1] if under else path.strip("/")}
    return {
        "found_leagues": overview.largest_leagues(connection, 1, **one),
        "found_games": overview.largest_games(connection, 1, **one),
    }


def _done(act: str, about: str) -> str:
    if act in ("link", "replace"):
        key = current_app.config["SECRET_KEY"]
        return address_of(actions.organiser_link(about, BY, key, replace=act == "replace"))
    if act == "out":
        session.pop("operator", None)
    elif act == "purge":
        count = actions.purge_never_played(_DAYS_UNPLAYED, BY)
        table_request.flash(("good", tell("{n} {n:game|games} deleted.", n=count)))
    else:
        _ACTS[act](about, BY)
        table_request.flash(("good", tell(_DONE[act])))
    return ""


_DAYS_UNPLAYED: Final = 30
_DONE: Final[dict[str, Message]] = {
    "passphrase": "Passphrase dropped. The organisers’ link lets them in without one.",
    "suspend": "Suspended. You can resume it.",
    "delete": "Deleted. You can resume it for a day.",
    "resume": "Resumed.",
}
_ACTS: Final[dict[str, Callable[[str, str], None]]] = {
    "passphrase": actions.drop_passphrase,
    "suspend": actions.suspend,
    "delete": actions.delete,
    "resume": actions.resume,
}


def _enter() -> ResponseReturnValue:
    """Ask for the passphrase; after too many wrong ones nobody is asked for an hour."""
    form = EnterOperatorForm()
    budget = Budget(f"operator {hash_secret(table_request.client_address())}", _GUESSES, _HOUR)
    tried = form.validate_on_submit()
    typed = (form.passphrase.data or "").encode()
    right = tried and compare_digest(typed, current_app.config["OPERATOR_PASSPHRASE"].encode())
    # counted in the transaction that checks: of forty guesses at once all were answered, not ten
    with writing() if tried else reading() as connection:
        wait = budgets.retry_after(connection, [budget])
        if tried and not right and not wait:
            budgets.count(connection, [budget])
    if wait:
        minutes = -(-wait // 60)
        form.passphrase.errors = [tell("Too many tries. Try again in {n} minutes.", n=minutes)]
        return render_template("operator/enter.html", form=form), 429, {"Retry-After": str(wait)}
    if right:
        session["operator"] = [int(time.time()), _mark()]
        return redirect(url_for("operator.page"), 303)
    if tried:
        form.passphrase.errors = [tell("Wrong passphrase.")]
    return render_template("operator/enter.html", form=form), 422 if form.errors else 200


_HOUR: Final = 60 * 60 * 1000


def _is_in() -> bool:
    """Return whether this browser has lately given the passphrase that is set today."""
    since, mark = session.get("operator") or (0, "")
    lately = 0 <= time.time() - since < _HOURS * 60 * 60
    return lately and compare_digest(mark, _mark())


def _mark() -> str:
    """Return what a cookie holds of the passphrase, so that a new passphrase signs everybody
    out."""
    # BLAKE2 takes no longer key
    key = current_app.config["SECRET_KEY"][:64]
    passphrase = current_app.config["OPERATOR_PASSPHRASE"].encode()
    return blake2b(passphrase, key=key, digest_size=16).hexdigest()
