"""The pages that only the pocket edition has; `server_pages` has those about servers."""

from datetime import datetime
from typing import TYPE_CHECKING, Final

from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_wtf.file import FileField, FileRequired

from scorekeeper.leagues.game_rulings import today
from scorekeeper.pocket import server_pages
from scorekeeper.sentences import phrase
from scorekeeper.web.shared.forms import PageForm

if TYPE_CHECKING:
    from scorekeeper.pocket.gateway import Pocket

bp = Blueprint("pocket", __name__, url_prefix="/pocket")

RESTART: Final = "X-Pocket-Restart"
"""The header of an answer after which the engine has to be started anew."""
_CHECK: Final = "/pocket/check/"
"""The page that checks the browser: a file, which needs no engine."""
_SCRIPT: Final = "/pocket/kept.mjs"
_LARGEST: Final = 256 * 1024 * 1024
_MEGABYTE: Final = 1_000_000


class BringBack(PageForm):
    """The file that everything was saved to."""

    file = FileField(phrase("Backup file"), [FileRequired(phrase("Choose the backup you saved."))])


def init_app(app: Flask, pocket: "Pocket") -> None:
    """Add the pages to the app, and the way to them."""
    app.extensions["pocket"] = pocket
    app.register_blueprint(bp)
    app.register_blueprint(server_pages.bp)
    app.jinja_env.globals["more_pages"] = [(phrase("On this phone"), "pocket.overview")]
    app.before_request(_instead_of_links)


@bp.get("/kept")
def overview() -> str:
    """Show what is stored on this phone, and how to save it."""
    return _page(BringBack())


@bp.post("/export")
def export() -> Response:
    """Everything that is kept, as a backup."""
    answer = make_response(_pocket().export())
    answer.mimetype = "application/vnd.sqlite3"
    name = f"scorekeeper-{today():%Y-%m-%d}.db"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@bp.post("/import")
def bring_back() -> ResponseReturnValue:
    """A backup in the place of all that is kept."""
    request.max_content_length = _LARGEST
    form = BringBack()
    if form.validate_on_submit():
        try:
            _pocket().bring_back(form.file.data.read())
        except ValueError as error:
            form.file.errors = [str(error)]
        else:
            return render_template("pocket/brought_back.html"), {RESTART: "1"}
    return _page(form), 422


def _page(form: BringBack) -> str:
    pocket = _pocket()
    size = (pocket.folder / "scorekeeper.db").stat().st_size
    saved = pocket.exported()
    return render_template(
        "pocket/kept.html",
        form=form,
        check=request.script_root + _CHECK,
        script=request.script_root + _SCRIPT,
        megabytes=f"{size / _MEGABYTE:.1f}",
        exported=datetime.fromisoformat(saved).timestamp() * 1000 if saved else None,
    )


def _pocket() -> "Pocket":
    found: Pocket = current_app.extensions["pocket"]
    return found


def _instead_of_links() -> ResponseReturnValue | None:
    """Lead on from the links of a game: one to this phone would open nothing anywhere else."""
    if request.endpoint == "share.page" and request.method == "GET":
        return redirect(url_for("servers.game", **(request.view_args or {})), 303)
    return None
