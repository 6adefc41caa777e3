"""The pad: enter the next deal, undo, redo, rematch; watch, and ask what is new."""

from typing import Final

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms.validators import Length

from scorekeeper.leagues.evening.direction import clocks_at
from scorekeeper.leagues.push.queueing import queue_contested
from scorekeeper.sentences import full_stop, phrase, tell
from scorekeeper.store.table import version_cache
from scorekeeper.store.table.rows import Conflict
from scorekeeper.tables.agreements import agree
from scorekeeper.tables.changes import redo, restore_entry, undo
from scorekeeper.tables.downloads import exported_history
from scorekeeper.tables.loading import LoadedTable, TableVisit, deal_numbers
from scorekeeper.tables.pencil import had_pencil, scorers
from scorekeeper.tables.table_settings import DEAL_MINUTES, set_deal_timer
from scorekeeper.tables.write import removed_deal
from scorekeeper.web.interview.coins import isolated
from scorekeeper.web.interview.form import REST
from scorekeeper.web.shared.errors import ScorerOnly
from scorekeeper.web.shared.forms import ChoiceField, PageForm, PressedKey, PressField, TextField
from scorekeeper.web.shared.security import read_number
from scorekeeper.web.shared.templating import macro
from scorekeeper.web.table import table_request
from scorekeeper.web.table.deal_in_progress import answers_of
from scorekeeper.web.table.entry_form import conflicting_entries, is_undone
from scorekeeper.web.table.history import steps_of
from scorekeeper.web.table.pad_page import PadPage

bp = Blueprint("pad", __name__, url_prefix="/t")


@bp.get("/<public_id>")
def table(public_id: str) -> str | bytes:
    """The pad of a table, for its scorer or for who watches."""
    return PadPage(table_request.visit_or_403(public_id)).page(table_request.take_flash())


@bp.post("/<public_id>")
def write(public_id: str) -> ResponseReturnValue:
    """Save a draft, record a deal, undo, redo, or start the next game, as the pressed button
    says."""
    visit = table_request.visit_or_403(public_id)
    act = _ACTS.get(table_request.write_form().do.partition(".")[0], _save_draft)
    role = visit.role
    if role and not role.may_score and not table_request.is_resent(visit.table):
        own = role.seats and act is _save_draft
        if not own and had_pencil(visit.table, table_request.known_device()):
            return _without_pencil(visit)
        if not role.seats:
            raise ScorerOnly
        act = _save_draft
    return act(PadPage(visit, table_request.submitted_data()))


@bp.get("/<public_id>/wall")
def wall(public_id: str) -> str | bytes:
    """The game on a large screen."""
    return PadPage(table_request.visit_or_403(public_id)).wall()


@bp.get("/<public_id>/clock")
def clock(public_id: str) -> str:
    """The clock of the round that the table is played in, and the timer of the deal; nothing where
    there is none."""
    clocks = clocks_at(table_request.visit_or_403(public_id).table)
    return macro("league/evening/_clock.html", "table_clocks")(clocks) if clocks else ""


class DealTimerForm(PageForm):
    """The minutes allowed per deal; 0 for no timer."""

    minutes = ChoiceField(
        phrase("Minutes for each deal"),
        [(str(n), str(n) if n else phrase("No timer")) for n in DEAL_MINUTES],
    )


@bp.route("/<public_id>/timer", methods=["GET", "POST"])
def timer(public_id: str) -> ResponseReturnValue:
    """Set how long each deal of the game may take."""
    visit = table_request.visit_or_403(public_id, write=True)
    form = DealTimerForm(minutes=str(visit.table.row.deal_minutes))
    if form.is_submitted() and form.validate():
        minutes = int(form.minutes.data or abort(400))
        set_deal_timer(visit.table, minutes)
        message = tell("Each deal has {n} {n:minute|minutes}.", n=minutes)
        table_request.flash(("good", message if minutes else tell("Deals have no timer.")))
        return redirect(url_for("pad.table", public_id=public_id), 303)
    page = render_template("table/record/timer.html", show=PadPage(visit), form=form)
    return page, 422 if form.errors else 200


@bp.get("/<public_id>/chart")
def chart(public_id: str) -> str:
    """The totals deal by deal, drawn and as a table."""
    return render_template(
        "table/pad/chart.html", show=PadPage(table_request.visit_or_403(public_id))
    )


def _save_draft(playing: PadPage) -> ResponseReturnValue:
    """Save the answers so far on the server; show what comes next. Taps made while a save is
    pending were about its deal, and do not count for the next one."""
    if table_request.is_htmx() and playing.late:
        text = tell("Your last key went through; taps after it were ignored.")
        return PadPage(playing.visit).part(("warn", text))
    message = playing.save_draft()
    if playing.overtaken and (told := _other_deal(playing)):
        return told
    if table_request.is_htmx():
        mode = bool(playing.interview_form.mode_pressed())
        return playing.part(message, with_menu=mode), 409 if playing.overtaken else 200
    # no redirect: without a script, what was tapped on an older pad would be gone
    if message and message[0] != "good":
        return playing.page(message), 409
    table_request.flash(message)
    return _to_pad(playing)


def _without_pencil(visit: TableVisit) -> ResponseReturnValue:
    """Tell a phone whose pencil has gone on that nothing was saved, with what was typed still in
    the form: with the pencil back it is saved by the same key."""
    names = [name for name in scorers(visit.table) if name]
    scorer = isolated(names[0]) if names else tell("another phone")
    message = tell("Not saved: {name} has the pencil now. Your entry is kept here.", name=scorer)
    role = visit.role and visit.role._replace(may_score=True)
    page = PadPage(visit._replace(role=role), table_request.submitted_data())
    return page.answer(("bad", message)), 409


def _save(playing: PadPage) -> ResponseReturnValue:
    if playing.interview_form.held and not playing.stale:
        return _save_draft(playing)  # saved first, so that everybody sees the sealed bids at once
    written = playing.save()
    if written.status == 409 and (told := _other_deal(playing)):
        return told
    if not written.done:
        return playing.answer(written.message), written.status
    if written.table is None or not table_request.is_htmx():
        return _after(playing, written.message)
    # the draft went with the deal: nothing to read again
    now = PadPage(playing.visit._replace(table=written.table, answers={}))
    return now.part(written.message, with_menu=bool(now.pad.outcome or now.pad.game.extras))


def _other_deal(
    playing: PadPage, message: table_request.Message = None, status: int = 409
) -> ResponseReturnValue | None:
    """Return the answer to figures for a deal that another phone has saved meanwhile; None where
    none has. Where the figures differ, both are shown, and somebody decides; with the same there is
    nothing to decide."""
    seq = playing.other_deal()
    if seq is None:
        return None
    n = deal_numbers(playing.table)[seq]
    if not playing.compare(seq):
        if playing.other and playing.other.step.mine:
            return _after(playing, ("good", tell("Deal {n} is already saved.", n=n)))
        text = tell("Deal {n} was already saved on another phone.", n=n)
        return _after(playing, ("good", text))
    text = tell("Deal {n} is already saved with other figures. Which ones count?", n=n)
    if playing.other and not playing.other.mine:
        text = tell("Deal {n} is already saved. You were entering it too: which one counts?", n=n)
    return playing.answer(message or ("warn", text)), status


def _use_theirs(playing: PadPage) -> ResponseReturnValue:
    return _after(playing, ("good", tell("Your entry was discarded.")))


def _replace(playing: PadPage) -> ResponseReturnValue:
    """Replace a deal that another phone has saved by what was typed here."""
    seq = playing.other_deal()
    if seq is None:
        return playing.answer(table_request.entry_gone()), 409
    written = playing.replace_other(seq)
    if written.done:
        return _after(playing, written.message)
    playing.broken = conflicting_entries(written.broken)
    message = None if written.status == 409 else written.message
    return _other_deal(playing, message, written.status) or abort(409)


def _undo(playing: PadPage) -> ResponseReturnValue:
    table = playing.table
    written = table_request.attempt(
        lambda: undo(table, table_request.write_request(), answers_of=answers_of),
        tell("Undone."),
        tell("The game has changed, so nothing was undone. Look again, then undo."),
    )
    gone = bool(written.table and removed_deal(table, written.table))
    if written.table and (text := _what_was_undone(table, written.table)):
        written = written._replace(message=("good", text))
    # its result lies open: else the page began four screens of keys above it
    return _undo_answer(playing, written, reopened=gone)


_UNDONE: Final = {
    "entry": phrase("Undone: deal {n}."),
    "amend": phrase("Undone: edit of deal {n}."),
    "strike": phrase("Undone: deletion of deal {n}."),
    "restore": phrase("Undone: restoration of deal {n}."),
}


def _what_was_undone(table: LoadedTable, now: LoadedTable) -> str:
    """Return which step an undo took back; `table` is as it was before, `now` as it is."""
    history = exported_history(now, table_request.known_device())
    undone = [one for one in history if one.step.seq == table.state.undoable]
    numbers = deal_numbers(table) | deal_numbers(now)
    for one in undone:
        if one.step.kind in _UNDONE and one.step.subject in numbers:
            return tell(_UNDONE[one.step.kind], n=numbers[one.step.subject])
    what = [step.after or step.before for step in steps_of(table, undone)]
    return full_stop(tell("Undone: {what}", what=what[0])) if what and what[0] else ""


def _redo(playing: PadPage) -> ResponseReturnValue:
    table = playing.table
    written = table_request.attempt(
        lambda: redo(table, table_request.write_request()),
        tell("Redone."),
        tell("The game has changed, so nothing was redone. Look again, then redo."),
    )
    if written.table and removed_deal(written.table, table):
        text = tell("Deal {n} restored.", n=written.table.pad.deals)
        written = written._replace(message=("good", text))
    return _undo_answer(playing, written)


def _undo_answer(
    playing: PadPage, written: table_request.WriteOutcome, *, reopened: bool = False
) -> ResponseReturnValue:
    if not written.done:
        return playing.answer(written.message), written.status
    return _after(playing, written.message, reopened=reopened)


def _again(playing: PadPage) -> ResponseReturnValue:
    return _go(table_request.rematch_url(playing.table))


def _go(address: str) -> ResponseReturnValue:
    if table_request.is_htmx():
        return Response(headers={"HX-Redirect": address})
    return redirect(address, 303)


def _restore(playing: PadPage) -> ResponseReturnValue:
    """Restore a deleted entry from its line in the list. Where later ones would become invalid, its
    own page asks about them."""
    seq = read_number(table_request.write_form().do.removeprefix("restore."))
    if seq is None or is_undone(playing.table, seq):
        return playing.answer(table_request.entry_gone()), 409
    written = table_request.attempt(
        lambda: restore_entry(playing.table, seq, table_request.write_request()),
        tell("Restored."),
        tell("The game has changed, so nothing was restored. Look again, then restore."),
    )
    if written.broken:
        table_request.flash(written.message)
        return _go(url_for("record.entry", public_id=playing.id, seq=seq))
    if written.table and (number := deal_numbers(written.table).get(seq)):
        written = written._replace(message=("good", tell("Deal {n} restored.", n=number)))
    return _undo_answer(playing, written)


_ACTS: Final = {
    "save": _save,
    # Enter presses a form's first key, which must not be the one that answers for the others
    "enter": _save,
    REST: _save,
    "theirs": _use_theirs,
    "replace": _replace,
    "undo": _undo,
    "redo": _redo,
    "again": _again,
    "restore": _restore,
}


def _after(
    playing: PadPage, message: table_request.Message, *, reopened: bool = False
) -> ResponseReturnValue:
    if table_request.is_htmx():
        now = PadPage(table_request.visit_or_403(playing.id))
        now.reopened = reopened
        return now.part(message, with_menu=True)
    table_request.flash(message)
    return _to_pad(playing)


def _to_pad(playing: PadPage) -> ResponseReturnValue:
    return redirect(url_for("pad.table", public_id=playing.id), 303)


# --- the other side agrees ------------------------------------------------------------------------


class AgreementForm(PageForm):
    """A side's word on a deal, by its record (0: the game); ``contents`` is a hash of what was
    agreed to."""

    do = PressField("agree.", "contest.")
    contents = TextField("", [Length(max=64)])


@bp.post("/<public_id>/agreement")
def agreement(public_id: str) -> ResponseReturnValue:
    """Record whether a side agrees to a deal, or the game; a scorer who contests it goes on to a
    ruling."""
    visit = table_request.visit_or_403(public_id)
    form = AgreementForm()
    if not form.validate():
        abort(400)
    key: PressedKey = form.do.data
    seq = read_number(key.about)
    if seq is None:
        abort(400)
    contest = key.act == "contest"
    message = _agree(visit, seq, form.contents.data, contest=contest)
    table_request.flash(message)
    if contest and message[0] == "good" and visit.may_score:
        about = seq or None
        return redirect(url_for("rulings.write", public_id=public_id, about=about), 303)
    return redirect(url_for("pad.table", public_id=public_id), 303)


def _agree(visit: TableVisit, seq: int, contents: str, *, contest: bool) -> tuple[str, str]:
    device = table_request.known_device()
    try:
        # no record: another phone's answer must not conflict with the scorer's next deal
        if not agree(visit.table, device, seq, contents, contest=contest):
            return "bad", tell("Only the other side can agree or contest, from a player's phone.")
    except Conflict:
        # the deal was corrected after the page was drawn
        return "warn", tell("This has changed. Check it again.")
    if contest:
        queue_contested(visit.table, device)
        return "good", tell("Contested. It stays marked until there is a ruling.")
    return "good", tell("Agreed.")


# --- anything new? --------------------------------------------------------------------------------


@bp.get("/<public_id>/news")
def news(public_id: str) -> str | bytes | Response:
    """Return what is new since `v`; 204 if nothing is, 403 for a phone that may not see the
    table."""
    # without the table: of 360 requests of an evening one saves a deal, nearly all others ask this
    found = version_cache.latest_versions(public_id, table_request.known_device())
    if found and request.args.get("v") == table_request.page_version(found.version, found.drafted):
        return Response(status=204)
    now = PadPage(table_request.visit_or_403(public_id))
    if now.has_clocks and "v" in request.args and "clocks" not in request.args:
        return Response(headers={"HX-Refresh": "true"})  # the timer is outside that part
    return now.wall(is_part=True) if "wall" in request.args else now.part(with_menu=True)
