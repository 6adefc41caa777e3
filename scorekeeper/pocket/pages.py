"""The pages that only the pocket edition has: what is stored on this phone, and sending a game to a
server or fetching one from there."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_wtf.file import FileField, FileRequired

from scorekeeper.engine.pad import voice_of
from scorekeeper.engine.replay import Refused, after
from scorekeeper.leagues.game_rulings import today
from scorekeeper.pocket import phone_data
from scorekeeper.pocket.exchange import Exchange, Network, NotSent
from scorekeeper.pocket.fetched_index import NotFetched
from scorekeeper.sentences import phrase, tell
from scorekeeper.sheet.documents import SheetRefused
from scorekeeper.store.table.records import SheetItem
from scorekeeper.store.table.rows import Conflict, WriteRequest
from scorekeeper.tables.changes import add_entry
from scorekeeper.tables.loading import LoadedTable, load_table
from scorekeeper.tables.sync.documents import ChainRecord
from scorekeeper.tables.write import EntryInvalid
from scorekeeper.web.interview.coins import on_page
from scorekeeper.web.shared.forms import PageForm, PressField, TextField
from scorekeeper.web.shared.links import qr_code
from scorekeeper.web.shared.security import csrf
from scorekeeper.web.table import table_request
from scorekeeper.web.table.entries import RowShown, row_of

bp = Blueprint("pocket", __name__, url_prefix="/pocket")

RESTART: Final = "X-Pocket-Restart"
"""The header of an answer after which the engine has to be started anew."""
LACKS: Final = "X-Pocket-Lacks"
"""The header that names the file of the search's index without which there is no answer."""
_CHECK: Final = "/pocket/check/"
"""The page that checks the browser: a file, which needs no engine."""
_SCRIPT: Final = "/pocket/kept.mjs"
_LARGEST: Final = 256 * 1024 * 1024
_MEGABYTE: Final = 1_000_000


class BackupForm(PageForm):
    """The file that everything was saved to."""

    file = FileField(phrase("Backup file"), [FileRequired(phrase("Choose the backup you saved."))])


def init_app(app: Flask, folder: Path, network: Network) -> None:
    """Add the pages to the app, and the way to them; `folder` is this phone's data folder."""
    app.extensions["pocket"] = (folder, network)
    app.register_blueprint(bp)
    app.jinja_env.globals["more_pages"] = [(phrase("On this phone"), "pocket.overview")]
    app.before_request(_instead_of_links)
    app.register_error_handler(NotFetched, _no_search)


def _instead_of_links() -> ResponseReturnValue | None:
    """Lead on from the links of a game: one to this phone would open nothing anywhere else."""
    if request.endpoint == "share.page" and request.method == "GET":
        return redirect(url_for("pocket.game", **(request.view_args or {})), 303)
    return None


def _no_search(lacking: NotFetched) -> ResponseReturnValue:
    """Have the engine fetch what is lacking and ask again; where it can't, say what to do."""
    page = render_template("pocket/no_search.html", again=request.full_path)
    return page, {LACKS: str(lacking)}


def _folder() -> Path:
    folder: Path = current_app.extensions["pocket"][0]
    return folder


@bp.get("/kept")
def overview() -> str:
    """Show what is stored on this phone, and how to save it."""
    return _page(BackupForm())


@bp.post("/export")
def export() -> Response:
    """Everything that is kept, as a backup."""
    answer = make_response(phone_data.export(_folder()))
    answer.mimetype = "application/vnd.sqlite3"
    name = f"scorekeeper-{today():%Y-%m-%d}.db"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@bp.post("/import")
def restore() -> ResponseReturnValue:
    """A backup in the place of all that is kept."""
    request.max_content_length = _LARGEST
    form = BackupForm()
    if form.validate_on_submit():
        try:
            phone_data.restore(_folder(), form.file.data.read())
        except ValueError as error:
            form.file.errors = [str(error)]
        else:
            return render_template("pocket/restored.html"), {RESTART: "1"}
    return _page(form), 422


def _page(form: BackupForm) -> str:
    size = (_folder() / phone_data.DATABASE).stat().st_size
    saved = phone_data.exported(_folder())
    return render_template(
        "pocket/kept.html",
        form=form,
        check=request.script_root + _CHECK,
        script=request.script_root + _SCRIPT,
        megabytes=f"{size / _MEGABYTE:.1f}",
        exported=datetime.fromisoformat(saved).timestamp() * 1000 if saved else None,
    )


# --- servers --------------------------------------------------------------------------------------


class SendForm(PageForm):
    """The pasted link of a league or game, or the button of a known league."""

    link = TextField(phrase("Link"), render_kw={"maxlength": 500})
    do = PressField("send", "club.", "sync", "add.", "leave.")


class TakeForm(PageForm):
    """The scorer link of a game on a server."""

    link = TextField(phrase("Scorer link"), render_kw={"maxlength": 500})


class HeldEntry(NamedTuple):
    """An entry held back by a conflict: its key, and how it would score now, or why it no longer
    can."""

    key: str
    row: RowShown | None
    fault: str


@bp.route("/send/<public_id>", methods=["GET", "POST"])
def game(public_id: str) -> ResponseReturnValue:
    """Send a game to a server, and decide on entries held back by conflicts."""
    visit = table_request.visit_or_403(public_id, write=True)
    exchange, form = _exchange(), SendForm()
    if form.validate_on_submit():
        try:
            _act(exchange, form, visit.table)
        except NotSent as why:
            form.link.errors = [str(why)]
        except (EntryInvalid, SheetRefused, Conflict):
            form.link.errors = [tell("It no longer fits. Enter the deal again or leave it out.")]
        else:
            table_request.flash(("good", tell("Sent.")))
            return redirect(url_for("pocket.game", public_id=public_id), 303)
    table = load_table(public_id)
    known = exchange.known.games.get(public_id)
    page = render_template(
        "pocket/send.html",
        form=form,
        public_id=public_id,
        clubs=exchange.known.clubs,
        known=known,
        address=known and f"{known.place.address}/s/{known.place.secret}",
        code=qr_code,
        unsent=table.row.version + 1 - known.shared if known else 0,
        held=_held_entries(table, known.held) if known else (),
        message=table_request.take_flash(),
    )
    return page, 422 if form.errors else 200


@bp.route("/take", methods=["GET", "POST"])
def take() -> ResponseReturnValue:
    """Copy a game from a server to this phone."""
    form = TakeForm()
    if form.validate_on_submit():
        try:
            public_id = _exchange().pull(form.link.data, table_request.device())
        except NotSent as why:
            form.link.errors = [str(why)]
        else:
            return redirect(url_for("pad.table", public_id=public_id), 303)
    return render_template("pocket/take.html", form=form), 422 if form.errors else 200


@bp.get("/go-on/<public_id>")
def go_on(public_id: str) -> ResponseReturnValue:
    """Continue a game of the server that this edition comes from, while it does not answer."""
    server, edition = request.host_url.rstrip("/"), request.url_root.rstrip("/")
    try:
        here = _exchange().go_on(server, edition, public_id, table_request.device())
    except NotSent as why:
        return render_template("pocket/go_on.html", why=why, back=f"/t/{public_id}#stay"), 404
    script = f"{request.script_root}/pocket/go_on.mjs"
    known = {"public_id": here, "table": public_id, "script": script}
    return render_template("pocket/go_on.html", why="", **known)


@bp.post("/sync/<public_id>")
def sync(public_id: str) -> ResponseReturnValue:
    """Exchange records with the server, for the page around the app, which has no form. Return the
    result; 404 where the game is only on this phone."""
    exchange = _exchange()
    if public_id not in exchange.known.games:
        abort(404)
    before = load_table(public_id).row.version
    try:
        exchange.sync(public_id)
    except NotSent as why:
        return {"why": str(why)}
    game = exchange.known.games[public_id]
    after_it = load_table(public_id).row.version
    return {"table": game.table, "held": len(game.held), "news": before != after_it}


# Nobody else can post here: the service worker refuses the forms of other sites.
csrf.exempt(sync)


def _act(exchange: Exchange, form: SendForm, table: LoadedTable) -> None:
    """Do what was asked for, and send."""
    public_id = table.row.public_id
    act, about = form.do.data
    if act == "club":
        clubs, number = exchange.known.clubs, form.do.data.number
        if number is None or number >= len(clubs):
            raise NotSent(tell("That league is no longer known here. Paste its link."))
        exchange.send_to_club(public_id, clubs[number])
    elif act == "send" or public_id not in exchange.known.games:
        exchange.send(public_id, form.link.data)
    else:
        _decide(exchange, act, about, table)
        exchange.sync(public_id)


def _decide(exchange: Exchange, act: str, key: str, table: LoadedTable) -> None:
    """Add an entry that was held back at the end of the game, or leave it out."""
    held = exchange.known.games[table.row.public_id].held
    found = next((one for one in held if one.key == key), None)
    if found and act == "add":
        request = WriteRequest(key, table.row.version, table_request.device())
        add_entry(table, found.payload or {}, request)
    if found:
        exchange.forget(table.row.public_id, key)


def _held_entries(table: LoadedTable, held: Sequence[ChainRecord]) -> list[HeldEntry]:
    """Return how each entry would score if it was added now."""
    rule = url_for("rules.page", slug=table.row.game)
    shown = []
    for one in held:
        entry = one.payload or {}
        try:
            pads = (*table.pads, after(table.pad, entry))
        except Refused as refused:
            voice = on_page(voice_of(table.pad))
            words = " ".join(voice.text(fault.sentence) for fault in refused.faults)
            shown.append(HeldEntry(one.key, None, words))
            continue
        item = SheetItem(one.seq, "entry", entry)
        shown.append(HeldEntry(one.key, row_of(pads, len(table.pad.rows), item, rule), ""))
    return shown


def _exchange() -> Exchange:
    return Exchange(*current_app.extensions["pocket"])
