"""`/pocket/`: the pocket edition, from the folder that came with Scorekeeper or that the setting
`pocket` names; games for it.

Where there is none, there is no such page, and no page leads there.
"""

from pathlib import Path
from typing import Final

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
    redirect,
    send_from_directory,
    url_for,
)
from flask.typing import ResponseReturnValue
from werkzeug.security import safe_join

from scorekeeper.sentences import phrase, tell
from scorekeeper.settings import InvalidSetting
from scorekeeper.store.access.links import SCORER
from scorekeeper.tables.sharing import make_link
from scorekeeper.tables.sync.documents import OfflineCopy
from scorekeeper.tables.sync.receiving import records_of
from scorekeeper.web.api import as_json
from scorekeeper.web.shared.links import signing_key
from scorekeeper.web.table import table_request

bp = Blueprint("pocket_files", __name__, url_prefix="/pocket")

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self' https:",
        "frame-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "base-uri 'self'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""Of the shell: Python in it is compiled, pages of the app stand in a frame, and records go to any
server."""
_WORKER: Final = "sw.js"
_CHECK: Final = "pocket/check/"


def init_app(app: Flask, folder: str) -> None:
    """Serve the edition that was built into this folder. Raises `InvalidSetting`."""
    if not Path(folder, _WORKER).is_file():
        raise InvalidSetting(
            tell(
                "SCOREKEEPER_POCKET is {folder}, which holds no pocket edition. Build one with "
                "`scorekeeper pocket FOLDER`.",
                folder=folder,
            )
        )
    app.extensions["pocket_folder"] = str(Path(folder).resolve())
    app.register_blueprint(bp)
    app.jinja_env.globals["pocket"] = "/pocket/"
    app.jinja_env.globals["more_pages"] = [(phrase("Use offline"), "pocket_files.shell")]


@bp.get("/")
def shell() -> Response:
    """The page around the app."""
    return file("index.html")


@bp.get("/check/")
def check() -> ResponseReturnValue:
    """The page that tries what the edition needs of a browser lies where a static host has it."""
    return redirect(url_for("pocket_files.file", name=_CHECK))


@bp.post("/along/<public_id>")
def along(public_id: str) -> Response:
    """A game for this phone to go on with in the edition, should the network go."""
    visit = table_request.visit_or_403(public_id, write=True)
    link = make_link(visit.table, SCORER, None, signing_key())
    if link.secret is None:  # made with another key: it has to be replaced first
        abort(409)
    return as_json(OfflineCopy(link.secret, records_of(public_id)))


@bp.get("/<path:name>")
def file(name: str) -> Response:
    """One of the files. They have no versions in their names: the service worker fetches each
    edition once, and browsers ask whether a file is still what they have."""
    folder: str = current_app.extensions["pocket_folder"]
    found = safe_join(folder, name)
    if found and Path(found).is_dir():
        name = f"{name.rstrip('/')}/index.html"
    response = send_from_directory(folder, name, max_age=0)
    # xz, as a phone downloads 8.0 MB with it and more than 10 with gzip alone
    if name.endswith(".xz"):  # no browser unpacks it
        response.headers.pop("Content-Encoding", None)
    response.headers["Content-Security-Policy"] = POLICY
    return response
