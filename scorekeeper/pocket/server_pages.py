"""Pages of the pocket edition about servers: send a game to one, or fetch one from there."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.engine.pad import voice_of
from scorekeeper.engine.replay import Refused, after
from scorekeeper.pocket.exchange import Exchange, NotSent
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

bp = Blueprint("servers", __name__, url_prefix="/pocket")


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
            return redirect(url_for("servers.game", public_id=public_id), 303)
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
        unsent=exchange.unsent(public_id, table.row.version) if known else 0,
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
def bring_together(public_id: str) -> ResponseReturnValue:
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


csrf.exempt(bring_together)


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
    pocket = current_app.extensions["pocket"]
    return Exchange(pocket.folder, pocket.network)
