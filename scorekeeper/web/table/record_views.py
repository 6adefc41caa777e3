"""The record: view, edit, delete and restore entries; other entries; head, history, files."""

from collections.abc import Mapping
from dataclasses import replace
from heapq import merge
from typing import Any, Final

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.engine.deals import Entry
from scorekeeper.engine.game import Capacity, Pad
from scorekeeper.engine.pad import result_in, voice_of
from scorekeeper.engine.replay import Refused, after_with_warnings, interview, kind_of
from scorekeeper.leagues.visit import worth_in_league
from scorekeeper.sentences import full_stop, phrase, tell
from scorekeeper.sheet.results import extra_label, headline
from scorekeeper.standings.numbers import number_text
from scorekeeper.store.table.records import SheetItem
from scorekeeper.store.table.rows import WriteRequest
from scorekeeper.tables import changes, downloads
from scorekeeper.tables.changes import (
    accept_edition,
    add_entry,
    delete_entry,
    edit_entry,
    edit_setup,
    insert_entry,
    restore_entry,
)
from scorekeeper.tables.downloads import exported_history, spreadsheet
from scorekeeper.tables.loading import LoadedTable, TableVisit
from scorekeeper.tables.summaries import rescored_entries
from scorekeeper.tables.write import WriteResult
from scorekeeper.web.interview.coins import on_page
from scorekeeper.web.interview.steps import NONE, encode, in_page_order
from scorekeeper.web.shared.security import read_number
from scorekeeper.web.table import setup_form, table_request
from scorekeeper.web.table.entries import RowShown, lines_of, row_of_entry
from scorekeeper.web.table.entry_form import (
    EntryPage,
    FinalPoints,
    also_deleted,
    conflicting_entries,
    entry_gone_page,
    is_undone,
)
from scorekeeper.web.table.history import agreement_steps, pencil_steps, steps_of
from scorekeeper.web.table.pad_page import PadPage
from scorekeeper.web.table.summary import sides_of

bp = Blueprint("record", __name__, url_prefix="/t/<public_id>")

_LABELS = {
    "deal": phrase("Insert a deal"),
    "adjust": phrase("Adjust score"),
    "seat": phrase("Change player"),
    "finish": phrase("End game"),
    "result": phrase("Enter result"),
}
"""The keys of the pages; a result kept on paper is an entry of the kind `finish`."""


class _EntryEdit(EntryPage):
    """A form for one entry that is not simply the next deal: another kind, or an earlier one."""

    def __init__(self, visit: TableVisit, before: Pad, kind: str, stored: Any = None) -> None:
        last = before.last_deal
        usual = [last.entry] if last else ()
        self.by_result = kind == "result"
        self.stops = self.by_result or kind == "finish"
        asked = interview(before, "finish" if self.stops else kind)
        super().__init__(visit, asked, before, stored, usual)
        self.end: Mapping[str, str] | None = None
        if self.stops:  # the end of a game is asked only for its reason, a result for all
            self.form.entry.setdefault("finish", {})  # the reason may be left out
            if self.by_result and not (result_in(self.form.entry) or self.form.missing):
                self.form.missing += [one.question for one in self.form.questions if one.many]

    def look(self) -> RowShown | None:
        """Preview the entry in its place."""
        if not self.form.complete:
            return None
        try:
            pad, warnings = after_with_warnings(self.before, self.form.entry)
        except Refused as refused:
            self.form.refuse(refused.faults)
            return None
        if warnings and not self.message:
            self.message = ("warn", " ".join(self.voice.text(w.sentence) for w in warnings))
        row = pad.rows[-1]
        self.end = self.end_of(pad) if self.stops else None
        if self.by_result and not self.message:
            self.message = ("note", self._worth(pad))
        return RowShown(0, row.number, "", row.scores, row.totals, lines_of(row, pad, self.rule))

    def _worth(self, pad: Pad) -> str:
        """Return what a result counts in the table's league; empty where that is nothing."""
        if self.league is None:
            return ""
        pads = (*self.table.pads[: len(pad.rows)], pad)
        worth = worth_in_league(replace(self.table, pads=pads))
        told = [f"{self.sides[side].name} {number_text(one)}" for side, one in worth.items()]
        text = tell("Counts in {league}: {told}.", league=self.league.name, told=", ".join(told))
        return text if told else ""

    @property
    def finals(self) -> list[FinalPoints]:
        """The final points of each side that still plays, as they are asked for."""
        (step,) = [one for one in self.form.questions if one.many]
        sides = sides_of([self.before], self.table.coins)
        return [
            FinalPoints(
                sides[side].name,
                sides[side].coins,
                field.name,
                field.raw,
                [*field.errors, *(step.faults if field is step.fields[-1] else ())],
            )
            for field in step.fields
            for side in [int(field.question.path[-1])]
        ]

    @property
    def reasons(self) -> list[tuple[str, str]]:
        """The ways in which a game ends that was kept on paper: what is saved, what the key
        says."""
        stored, usual = self.form["finish.reason"].raw, [tell("time up"), tell("given up")]
        own = [stored] if stored and stored not in usual else []
        return [("", tell("played out")), *((one, one) for one in usual + own)]

    @property
    def winners(self) -> list[tuple[str, str]]:
        """Who may have won: what is sent, what the key says."""
        question = self.form["finish.won"].question
        keys = [(encode(key.value), self.voice.text(key.label)) for key in question.keys_shown()]
        # whoever has left has not won
        playing = [key for key, side in zip(keys, self.sides, strict=True) if not side.out]
        draw = self.voice.text(question.none) if question.none else ""
        return [("", tell("by the points")), *playing, (NONE, draw)]

    @property
    def more_room(self) -> Capacity | None:
        """The house rules under which the new player has room, if there is none now."""
        game, seat = self.before.game, self.form.entry.get("seat", {})
        if not (game.too_many and game.options_for_more and seat.get("name")):
            return None
        players = len({*self.before.filled, seat.get("number", 0)})
        if players not in game.players or not game.too_many(self.before, players):
            return None
        return game.options_for_more(self.before, players)

    def draw(self, heading: str, label: str, **more: Any) -> str:
        """Return the page."""
        # how the game would end is told before anybody stops it
        preview = self.look() if self.typed is not None or self.stops else None
        return render_template(
            "table/record/result.html" if self.by_result else "table/record/form.html",
            show=self,
            form_steps=in_page_order(self.form.steps[:1] if self.stops else self.form.steps),
            heading=heading,
            label=label,
            preview=preview,
            **{"row": None, "steps": [], "entry": None, "room": None, **more},
        )


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
    editing = _EntryEdit(visit, before, kind, written.payload)
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


def _done(public_id: str, answer: table_request.WriteOutcome) -> ResponseReturnValue:
    table_request.flash(answer.message)
    return _to_pad(public_id)


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
    editing = _EntryEdit(visit, before, kind, stored)
    label = tell(_LABELS.get(kind, "")) or editing.voice.text(extra_label(kind))
    answer = table_request.LOOKED
    room = editing.more_room if seq is None else None
    act = table_request.write_form().do
    options = room.options if room and act == "room" else None
    if act in ("save", "room"):
        answer = editing.send(
            lambda sent: _put(visit.table, seq, editing.form.entry, sent, options),
            "",
            anyway=options is not None,
        )
        if answer.done:
            text = _done_message(before, kind, editing.form.entry)
            return _done(public_id, answer._replace(message=("good", text)))
    names = setup_form.recent_names(but=before.seats) if kind == "seat" else []
    save = tell("Save result") if editing.by_result else label
    page = editing.draw(
        label, save, broken=conflicting_entries(answer.broken), names=names, room=room
    )
    return page, answer.status


_DONE: Final = {
    "deal": phrase("Deal inserted."),
    "adjust": phrase("Score adjusted."),
    "finish": phrase("Game ended."),
    "result": phrase("Result saved."),
}


def _done_message(before: Pad, kind: str, entry: Entry) -> str:
    """Return what was done by writing an entry: "Dan replaces Ann."."""
    words = headline(before, entry, on_page(voice_of(before)))
    return tell(_DONE.get(kind, "")) or full_stop(words)


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
    page = render_template(
        "table/record/head.html",
        show=playing,
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
    if not visit.table.outdated:
        return _to_pad(public_id)
    if request.method == "POST":
        answer = table_request.attempt(
            lambda: accept_edition(visit.table, table_request.write_request()),
            tell("Rescored by current rules."),
            tell("The game has changed, so nothing was rescored. Look again, then rescore."),
        )
        if not answer.done:
            return PadPage(visit).page(answer.message), answer.status
        return _done(public_id, answer)
    playing = PadPage(visit)
    heads_by_seq = {row.seq: row.head for row in playing.rows}
    rescored = [(heads_by_seq.get(one.seq, ""), one) for one in rescored_entries(visit.table)]
    return render_template("table/record/edition.html", show=playing, changes=rescored)


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
    return Response(downloads.sheet_json(visit.table), mimetype="application/json")


@bp.get("/sheet.csv")
def sheet_csv(public_id: str) -> Response:
    """One line an entry: what it was, points and totals by side."""
    visit = table_request.visit_or_403(public_id)
    return Response(spreadsheet(visit.table), mimetype="text/csv")


@bp.get("/sheet.pbn")
def sheet_pbn(public_id: str) -> Response:
    """The deals as boards, for games that have a notation of their own."""
    visit = table_request.visit_or_403(public_id)
    boards = downloads.sheet_pbn(visit.table)
    return abort(404) if boards is None else Response(boards, mimetype="application/x-pbn")
