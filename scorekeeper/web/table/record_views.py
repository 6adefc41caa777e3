"""The record: view, edit, delete and restore entries; other entries; head, history, files."""

from collections.abc import Mapping
from heapq import merge
from typing import Any, Final

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.engine.deals import Entry
from scorekeeper.engine.game import Pad
from scorekeeper.engine.pad import result_in, voice_of
from scorekeeper.engine.replay import kind_of
from scorekeeper.leagues.visit import league_name_of_table
from scorekeeper.sentences import full_stop, phrase, tell
from scorekeeper.sheet.documents import SheetRefused
from scorekeeper.sheet.results import extra_label, headline
from scorekeeper.store.table.records import SheetItem
from scorekeeper.store.table.rows import WriteRequest
from scorekeeper.tables import changes, downloads
from scorekeeper.tables.changes import (
    accept_edition,
    add_entry,
    by_edition,
    change_edition,
    delete_entry,
    edit_entry,
    edit_setup,
    insert_entry,
    restore_entry,
)
from scorekeeper.tables.downloads import exported_history, spreadsheet
from scorekeeper.tables.loading import LoadedTable, TableVisit
from scorekeeper.tables.summaries import rescored_by, rescored_entries
from scorekeeper.tables.write import WriteResult
from scorekeeper.web.interview.coins import on_page
from scorekeeper.web.shared.security import read_number
from scorekeeper.web.table import setup_form, table_request
from scorekeeper.web.table.entries import row_of_entry
from scorekeeper.web.table.entry_form import (
    EntryEdit,
    also_deleted,
    conflicting_entries,
    entry_gone_page,
    is_undone,
)
from scorekeeper.web.table.history import agreement_steps, pencil_steps, steps_of
from scorekeeper.web.table.pad_page import PadPage

bp = Blueprint("record", __name__, url_prefix="/t/<public_id>")

_LABELS = {
    "deal": phrase("Insert as deal {n}"),
    "adjust": phrase("Adjust score"),
    "seat": phrase("Change player"),
    "finish": phrase("End game"),
    "result": phrase("Enter result"),
}
"""The keys of the pages; a result kept on paper is an entry of the kind `finish`."""


def _to_pad(public_id: str) -> ResponseReturnValue:
    return redirect(url_for("pad.table", public_id=public_id), 303)


@bp.route("/e/<int:seq>", methods=["GET", "POST"])
def entry(public_id: str, seq: int) -> ResponseReturnValue:
    """One entry explained, with its form and its history."""
    visit = table_request.visit_or_403(public_id, write=True)
    if is_undone(visit.table, seq):
        return entry_gone_page(visit)
    written, before = _entry_and_pad(visit.table, seq)
    act = table_request.write_form().do
    if act in ("strike", "restore"):
        return _delete_or_restore(visit, seq, act)
    kind = "result" if result_in(written.payload) else kind_of(before.game, written.payload)
    editing = EntryEdit(visit, before, kind, written.payload)
    if request.method == "GET":
        editing.message = table_request.take_flash()
    answer = table_request.LOOKED
    if act == "save" and editing.form.complete and editing.form.entry == written.payload:
        return _done(public_id, table_request.WriteOutcome(200, ("good", tell("No changes."))))
    if act == "save":
        done = (
            tell("The entry is still deleted.")
            if written.deleted
            else tell("Later deals rescored.")
        )
        answer = editing.send(
            lambda sent: edit_entry(visit.table, seq, editing.form.entry, sent, also_deleted()),
            f"{tell('Correction saved.')} {done}",
        )
        if answer.done:
            return _done(public_id, answer)
    row = row_of_entry(visit.table, seq, editing.rule)
    page = editing.draw(
        tell("Edit deal {n}", n=row.number) if row and row.number else tell("Edit entry"),
        tell("Save result") if editing.by_result else tell("Save changes"),
        entry=written,
        row=row,
        steps=steps_of(
            visit.table, exported_history(visit.table, table_request.known_device()), seq
        ),
        broken=conflicting_entries(answer.broken),
    )
    return page, answer.status


def _done(
    public_id: str, answer: table_request.WriteOutcome, back: str = ""
) -> ResponseReturnValue:
    table_request.flash(answer.message)
    return redirect(back, 303) if back else _to_pad(public_id)


def _from_evening(visit: TableVisit) -> str:
    """Return the evening from which the page was opened, where six results are entered one after
    the other; empty where it was opened from the game."""
    if request.args.get("back") != "evening":
        return ""
    league = league_name_of_table(visit.table, table_request.known_device())
    if league is None or not league.evening:
        return ""
    return url_for("evening.page", league_id=league.public_id, evening=league.evening)


def _entry_and_pad(table: LoadedTable, seq: int) -> tuple[SheetItem, Pad]:
    written = table.find(seq)
    return (written, table.pad_before(seq)) if written.kind == "entry" else abort(404)


def _delete_or_restore(visit: TableVisit, seq: int, act: str) -> ResponseReturnValue:
    change = delete_entry if act == "strike" else restore_entry
    done = tell("Deleted. You can restore it.") if act == "strike" else tell("Restored.")
    overtaken = (
        tell("The game has changed, so nothing was deleted. Look again, then delete.")
        if act == "strike"
        else tell("The game has changed, so nothing was restored. Look again, then restore.")
    )
    answer = table_request.attempt(
        lambda: change(visit.table, seq, table_request.write_request(), also_deleted()),
        done,
        overtaken,
    )
    if answer.done:
        return _done(visit.table.row.public_id, answer)
    playing = PadPage(visit)
    if not answer.broken:
        return playing.page(answer.message), answer.status
    playing.message = answer.message
    return render_template(
        "table/record/strike.html",
        show=playing,
        broken=conflicting_entries(answer.broken),
        act=act,
        seq=seq,
    ), 422


@bp.route("/write/<kind>", methods=["GET", "POST"])
def write(public_id: str, kind: str) -> ResponseReturnValue:
    """An adjustment, a substitute, an early end, a draw; or a deal before an earlier entry."""
    visit = table_request.visit_or_403(public_id, write=True)
    seq = read_number(request.values.get("before", ""))
    if seq is not None and is_undone(visit.table, seq):
        return entry_gone_page(visit)
    before = _entry_and_pad(visit.table, seq)[1] if seq is not None else visit.table.pad
    if kind not in (*_LABELS, *before.game.extras):
        abort(404)
    # what was sent to a game that has ended since is answered where it was typed
    if before.outcome and seq is None and request.method == "GET":
        table_request.flash(
            ("warn", tell("The game is over. Undo the last entry or edit a deal first."))
        )
        return _to_pad(public_id)
    deal = read_number(request.args.get("deal", ""))
    stored = {"adjust": {"deal": deal}} if deal is not None and kind == "adjust" else None
    editing = EntryEdit(visit, before, kind, stored)
    label = tell(_LABELS.get(kind, ""), n=before.deals + 1) or editing.voice.text(extra_label(kind))
    answer = table_request.LOOKED
    room = editing.more_room if seq is None else None
    act = table_request.write_form().do
    options = room.options if room and act == "room" else None
    if act in ("save", "room") and seq is None and editing.late_for(kind):
        answer = table_request.WriteOutcome(409, editing.message)
    elif act in ("save", "room"):
        answer = editing.send(
            lambda sent: _put(visit.table, seq, editing.form.entry, sent, options),
            "",
            anyway=options is not None,
        )
        if answer.done:
            text = _done_message(before, kind, editing.form.entry)
            return _done(public_id, answer._replace(message=("good", text)), _from_evening(visit))
    names = setup_form.recent_names(but=before.seats) if kind == "seat" else []
    save = tell("Save result") if editing.by_result else label
    page = editing.draw(
        label, save, broken=conflicting_entries(answer.broken), names=names, room=room
    )
    return page, answer.status


_DONE: Final = {
    "deal": phrase("Inserted as deal {n}."),
    "adjust": phrase("Score adjusted."),
    "finish": phrase("Game ended."),
    "result": phrase("Result saved."),
}


def _done_message(before: Pad, kind: str, entry: Entry) -> str:
    """Return what was done by writing an entry: "Dan replaces Ann."."""
    words = headline(before, entry, on_page(voice_of(before)))
    return tell(_DONE.get(kind, ""), n=before.deals + 1) or full_stop(words)


def _put(
    table: LoadedTable,
    seq: int | None,
    entry: Entry,
    sent: WriteRequest,
    options: Mapping[str, Any] | None = None,
) -> WriteResult:
    if seq is None:
        return add_entry(table, entry, sent, options)
    return insert_entry(table, entry, seq, sent, also_deleted())


@bp.route("/head", methods=["GET", "POST"])
def head(public_id: str) -> ResponseReturnValue:
    """House rules, names, seats and first dealer put right."""
    visit = table_request.visit_or_403(public_id, write=True)
    playing = PadPage(visit)
    setup = setup_form.SetupForm(visit.table.head.game, visit.table.head)
    answer = table_request.LOOKED
    if setup.do.data.text == "save":
        answer = table_request.attempt(
            lambda: edit_setup(
                visit.table, setup.document(), table_request.write_request(), also_deleted()
            ),
            tell("Setup saved. All deals rescored."),
        )
        if answer.done:
            return _done(public_id, answer)
        playing.message = answer.message if setup.validate() else ("bad", setup.fault)
    edits = setup.changes_to(visit.table.head)
    page = render_template(
        "table/record/head.html",
        show=playing,
        changes=edits,
        rests=not edits and not setup.bad_rules,
        broken=conflicting_entries(answer.broken),
        names=setup_form.recent_names(),
        **setup.context(),
    )
    return page, answer.status


@bp.get("/history")
def history(public_id: str) -> str:
    """Show who wrote and changed what, and when."""
    visit, device = table_request.visit_or_403(public_id), table_request.known_device()
    written = steps_of(visit.table, exported_history(visit.table, device))
    passed, agreed = pencil_steps(visit.table, device), agreement_steps(visit.table, device)
    steps = [*merge(written, passed, agreed, key=lambda step: -step.at)]
    return render_template("table/record/history.html", show=PadPage(visit), steps=steps)


@bp.post("/redo")
def redo(public_id: str) -> ResponseReturnValue:
    """Restore what was undone last."""
    visit = table_request.visit_or_403(public_id, write=True)
    if visit.table.state.redoable is None:
        return _to_pad(public_id)
    answer = table_request.attempt(
        lambda: changes.redo(visit.table, table_request.write_request()),
        tell("Redone."),
        tell("The game has changed, so nothing was redone. Look again, then redo."),
    )
    if not answer.done:
        return PadPage(visit).page(answer.message), answer.status
    return _done(public_id, answer)


@bp.route("/edition", methods=["GET", "POST"])
def edition(public_id: str) -> ResponseReturnValue:
    """Show what the game's newer rules would change; switch to them."""
    visit = table_request.visit_or_403(public_id, write=True)
    table, playing = visit.table, PadPage(visit)
    newer = playing.newer_edition
    if not playing.has_newer_rules:
        return _to_pad(public_id)
    if request.method == "POST":
        sent = table_request.write_request()
        answer = table_request.attempt(
            lambda: change_edition(table, newer, sent) if newer else accept_edition(table, sent),
            tell("Rescored by current rules."),
            tell("The game has changed, so nothing was rescored. Look again, then rescore."),
        )
        if not answer.done:
            return playing.page(answer.message), answer.status
        return _done(public_id, answer)
    after, why_not = table, ""
    try:
        after = by_edition(table, newer) if newer else table
    except SheetRefused as refused:
        why_not = " ".join(fault["message"] for fault in refused.errors)
    if newer and after.refused:
        why_not = table_request.conflict_text(after.refused[0])
    rescored = rescored_by(table, after) if newer else rescored_entries(table)
    heads_by_seq = {row.seq: row.head for row in playing.rows}
    return render_template(
        "table/record/edition.html",
        show=playing,
        changes=[(heads_by_seq.get(one.seq, ""), one) for one in rescored],
        totals=after.pad.totals,
        why_not=why_not,
    )


@bp.get("/paper")
def paper(public_id: str) -> str:
    """The whole sheet, oldest first, to look at and to print."""
    visit = table_request.visit_or_403(public_id)
    playing = PadPage(visit)
    playing.rows = playing.rows[::-1]
    return render_template("table/record/paper.html", show=playing)


@bp.get("/why/<int:side>")
def why(public_id: str, side: int) -> str:
    """Every line of one side, which add up to its total."""
    visit = table_request.visit_or_403(public_id)
    if side >= len(visit.table.pad.sides):
        abort(404)
    return render_template("table/record/why.html", show=PadPage(visit), side=side)


@bp.get("/sheet.json")
def sheet_json(public_id: str) -> Response:
    """The score sheet, as other programs read it."""
    visit = table_request.visit_or_403(public_id)
    return _file(visit, "json", "application/json", downloads.sheet_json(visit.table))


@bp.get("/sheet.csv")
def sheet_csv(public_id: str) -> Response:
    """One line an entry: what it was, points and totals by side."""
    visit = table_request.visit_or_403(public_id)
    return _file(visit, "csv", "text/csv", spreadsheet(visit.table))


@bp.get("/sheet.pbn")
def sheet_pbn(public_id: str) -> Response:
    """The deals as boards, for games that have a notation of their own."""
    visit = table_request.visit_or_403(public_id)
    boards = downloads.sheet_pbn(visit.table)
    return _file(visit, "pbn", "application/x-pbn", boards or abort(404))


def _file(visit: TableVisit, kind: str, mimetype: str, content: str | bytes) -> Response:
    """Return a file, which is saved under the name of its game and day."""
    name = f"inline; filename={PadPage(visit).file_name}.{kind}"
    return Response(content, mimetype=mimetype, headers={"Content-Disposition": name})
