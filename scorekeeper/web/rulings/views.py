"""Rulings: record one, read it, pin it as a house rule, withdraw it."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.leagues.precedents import pin_for_league, unpin_for_league
from scorekeeper.sentences import phrase, tell
from scorekeeper.tables.downloads import exported_history
from scorekeeper.tables.loading import LoadedTable, NotFound
from scorekeeper.tables.rulings import RecordedRuling, find_ruling, pin_ruling, withdraw_ruling
from scorekeeper.tables.write_request import WriteRequest, WriteResult
from scorekeeper.web.interview.steps import in_page_order
from scorekeeper.web.league import league_request
from scorekeeper.web.rulings.form import RulingForm, RulingKeyForm
from scorekeeper.web.shared.errors import OrganisersOnly
from scorekeeper.web.table import rulings_shown, table_request
from scorekeeper.web.table.entry_form import (
    also_deleted,
    conflicting_entries,
    entry_gone_page,
    is_undone,
)
from scorekeeper.web.table.history import steps_of
from scorekeeper.web.table.pad_page import PadPage

Act = Callable[[LoadedTable, int, WriteRequest], WriteResult]

bp = Blueprint("rulings", __name__, url_prefix="/t/<public_id>")


@bp.route("/write/ruling", methods=["GET", "POST"])
def write(public_id: str) -> ResponseReturnValue:
    """A new ruling: about a deal, on a rule, or as one before was decided."""
    visit = table_request.visit_or_403(public_id, write=True)
    form = RulingForm(visit)
    answer = table_request.WriteOutcome(200, None)
    if table_request.write_form().do == "save":
        answer = form.send(form.write, "")
        if answer.status == 200:
            table_request.flash(("good", form.done))
            return redirect(url_for("pad.table", public_id=public_id), 303)
    page = render_template(
        "rulings/form.html",
        show=form,
        form_steps=in_page_order(form.form.steps),
        heading=tell("Record ruling"),
        label=tell("Save ruling"),
        broken=conflicting_entries(answer.broken),
        **{"row": None, "preview": None, "steps": [], "entry": None},
    )
    return page, answer.status


def _withdraw(table: LoadedTable, seq: int, sent: WriteRequest) -> WriteResult:
    return withdraw_ruling(table, seq, sent, also_deleted())


_ACTS: Final[Mapping[str, tuple[Act, str]]] = {
    "pin": (pin_ruling, phrase("Pinned as a house rule of this table.")),
    "unpin": (partial(pin_ruling, pinned=False), phrase("No longer a house rule.")),
    "back": (_withdraw, phrase("Ruling withdrawn.")),
}


def _pin_in_league(table: LoadedTable, seq: int, do: str) -> league_request.DecisionOutcome:
    """Pin the ruling for all tables of the league, or no longer; 403 for phones that do not
    organise it."""
    visit = league_request.league_of(table)
    if visit is None or not visit.organises:
        raise OrganisersOnly
    act, done = _IN_LEAGUE[do]
    return league_request.attempt(
        lambda sent: act(visit, sent._replace(version=None), table, seq),
        tell(done, name=visit.league.name),
    )


_IN_LEAGUE: Final = {
    "all": (pin_for_league, phrase("Pinned as a house rule at all tables of {name}.")),
    "own": (
        unpin_for_league,
        phrase("No longer a house rule at the league's other tables."),
    ),
}


@bp.route("/ruling/<int:seq>", methods=["GET", "POST"])
def look(public_id: str, seq: int) -> ResponseReturnValue:
    """A ruling in full, and what became of it; pin it, take it back."""
    visit = table_request.visit_or_403(public_id, write=request.method == "POST")
    if is_undone(visit.table, seq):
        return entry_gone_page(visit)
    one = _find_ruling(visit.table, seq)
    playing = PadPage(visit)
    playing.message = table_request.take_flash()
    answer = table_request.WriteOutcome(200, None)
    form = RulingKeyForm()
    if form.validate_on_submit():
        answer = _done(visit.table, seq, form.do.data.text)
        if answer.status == 200:
            table_request.flash(answer.message)
            return redirect(url_for("rulings.look", public_id=public_id, seq=seq), 303)
        playing.message = answer.message
    return _page(playing, one, answer), answer.status


def _done(table: LoadedTable, seq: int, do: str) -> table_request.WriteOutcome:
    """Do what the pressed key says."""
    if do in _IN_LEAGUE:
        outcome = _pin_in_league(table, seq, do)
        return table_request.WriteOutcome(outcome.status, outcome.message)
    act, done = _ACTS[do]
    return table_request.attempt(lambda: act(table, seq, table_request.write_request()), tell(done))


def _find_ruling(table: LoadedTable, seq: int) -> RecordedRuling:
    try:
        return find_ruling(table, seq)
    except NotFound:
        abort(404)


def _page(playing: PadPage, one: RecordedRuling, answer: table_request.WriteOutcome) -> str:
    history = exported_history(playing.table, table_request.known_device())
    visit = league_request.league_of(playing.table)
    return render_template(
        "rulings/look.html",
        show=playing,
        one=rulings_shown.shown_ruling(playing.table, one),
        about=one.about if one.number else None,
        entries=one.entries,
        steps=steps_of(playing.table, history, one.seq, *one.entries),
        broken=conflicting_entries(answer.broken),
        club=visit,
        for_all=bool(visit and (playing.table.row.id, one.seq) in visit.league.pinned_rulings),
    )
