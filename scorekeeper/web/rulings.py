"""Rulings: record one, with the precedents for its rule; read it, pin it as a house rule, withdraw
it."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import rulebook
from scorekeeper.engine.game import Pad
from scorekeeper.engine.other_entries import LONGEST_REASON, MOST_POINTS
from scorekeeper.engine.pad import present
from scorekeeper.interview.lists import Many, Ticked
from scorekeeper.interview.steps import NULL, Choice, Fault, Interview, Key, Number, SeatOf, Text
from scorekeeper.leagues.precedents import pin_for_league, precedents_of, unpin_for_league
from scorekeeper.sentences import phrase, say, tell
from scorekeeper.store.table.rows import WriteRequest
from scorekeeper.tables import rulings
from scorekeeper.tables.downloads import exported_history
from scorekeeper.tables.loading import LoadedTable, NotFound, TableVisit, deal_numbers, last_deal
from scorekeeper.tables.rulings import (
    Ruling,
    add_ruling,
    find_ruling,
    pin_ruling,
    rulings_of,
    withdraw_ruling,
)
from scorekeeper.tables.write import WriteResult
from scorekeeper.web.interview.steps import in_page_order
from scorekeeper.web.league import league_request
from scorekeeper.web.shared.errors import OrganisersOnly
from scorekeeper.web.shared.forms import PageForm, PressField
from scorekeeper.web.shared.security import read_number
from scorekeeper.web.table import entries, entry_form, table_request
from scorekeeper.web.table.history import steps_of
from scorekeeper.web.table.pad_page import PadPage

bp = Blueprint("rulings", __name__, url_prefix="/t/<public_id>")

_IN_PLAY: Final = 0
"""Stands for the deal that is being played, which has no record yet."""
_OTHER: Final = "other"
_MOST_DEALS: Final = 11
_DECISIONS: Final = {
    "points": say("adjust the score"),
    "strike": say("delete the deal"),
    "replay": say("replay the deal"),
    "nothing": say("no change"),
}
DONE: Final = {
    "points": phrase("Ruling saved. Score adjusted."),
    "strike": phrase("Ruling saved. Deal deleted."),
    "replay": phrase("Ruling saved. Deal again."),
    "correct": phrase("Ruling saved. Deal corrected."),
    "nothing": phrase("Ruling saved."),
}


# --- what is asked ------------------------------------------------------------------------------


def _questions(pad: Pad, deals: Mapping[int, int], rules: Mapping[str, str]) -> Interview:
    """Asks for a ruling: `deals` are those it may be about, number by record, `rules` what may have
    happened, heading by anchor."""
    about = _IN_PLAY
    if deals:
        numbers = (Key(seq, say("{n}", n=number)) for seq, number in deals.items())
        keys = (*numbers, Key(_IN_PLAY, say("none") if pad.outcome else say("this one")))
        about = yield Choice(path=("about",), label=say("Deal"), keys=keys)
    headings = (Key(anchor, say("{title}", title=title)) for anchor, title in rules.items())
    other = Key(_OTHER, say("Other"))
    what = yield Choice(
        path=("what",), label=say("What happened"), keys=(*headings, other), columns=2
    )
    yield Text(
        path=("happened",),
        label=say("Describe it"),
        longest=LONGEST_REASON,
        optional=what not in (None, _OTHER),
    )
    decided = yield _decision(strikes=about not in (None, _IN_PLAY))
    if decided == "points":
        yield from _points_question(pad)
    yield _agreed_question(pad)


def _decision(strikes: bool) -> Choice:
    possible = {one: label for one, label in _DECISIONS.items() if strikes or one != "strike"}
    keys = tuple(Key(one, label) for one, label in possible.items())
    return Choice(path=("decided",), label=say("Decision"), keys=keys, columns=2)


def _points_question(pad: Pad) -> Interview:
    points = yield Many(
        path=("points",),
        label=say("Score adjustment"),
        items=tuple(
            _points(side) if side in present(pad) else None for side in range(len(pad.sides))
        ),
        noun="numbers",
        each="side",
    )
    if points and not any(one for one in points if one is not NULL):
        yield Fault(("points",), say("Enter points for a side, or change the decision."))


def _points(side: int) -> Number:
    path, label = ("points", side), say("Points")
    return Number(path=path, label=label, low=-MOST_POINTS, high=MOST_POINTS, blank=0)


def _agreed_question(pad: Pad) -> Ticked:
    label, seats = say("Agreed by"), pad.filled
    return Ticked(
        path=("agreed",),
        label=label,
        item=SeatOf(path=("agreed",), label=label, seats=seats, players=len(pad.seats)),
        shortest=0,
        longest=len(seats),
        optional=True,
        suggest=[],
    )


# --- the form -----------------------------------------------------------------------------------


class RulingKeyForm(PageForm):
    """A key of a ruling: pin it at its table or for all of the league, or withdraw it."""

    do = PressField("pin", "unpin", "back", "all", "own")


class RulingForm(entry_form.EntryPage):
    """The form of a ruling, with the precedents for its rule."""

    def __init__(self, visit: TableVisit) -> None:
        table, pad = visit.table, visit.table.pad
        rule, known = request.args.get("rule", ""), rulebook.anchors(table.head.game)
        asked = {rule: known[rule]} if rule in known else {}
        self.titles = {**asked, **rulebook.disputes(table.head.game)}
        numbers = _newest(table, read_number(request.args.get("about", "")))
        super().__init__(
            visit, _questions(pad, numbers, self.titles), pad, self._begun(table, numbers)
        )

    def _begun(self, table: LoadedTable, numbers: Mapping[int, int]) -> dict[str, Any]:
        """Return the values from the link that led here: the deal, the rule, the precedent, of
        this table or `at` another one."""
        begun: dict[str, Any] = {}
        given = request.args
        like = given.get("at", ""), read_number(given.get("like", ""))
        own = (("", one) for one in rulings_of(table))
        for at, one in (*own, *_elsewhere(table, given.get("rule") if like[0] else None)):
            if (at, one.seq) == like:
                begun = {"what": one.rule or _OTHER, "happened": one.happened}
                begun["decided"] = one.decided
        if happened := given.get("happened", "").strip()[:LONGEST_REASON]:
            begun |= {"what": _OTHER, "happened": happened}
        if (about := read_number(given.get("about", ""))) in numbers:
            begun["about"] = about
        if (rule := given.get("rule", "")) in self.titles:
            begun["what"] = rule
        return begun

    @property
    def ruling(self) -> Ruling:
        """The ruling as filled in, if only in part: what was sent before is answered anyhow."""
        entry = self.form.entry
        what = entry.get("what", _OTHER)
        return Ruling(
            happened=entry.get("happened", "").strip() or self.titles.get(what, ""),
            rule=None if what == _OTHER else what,
            decided=entry.get("decided", "nothing"),
            agreed=tuple(str(self.pad.seats[seat]) for seat in entry.get("agreed", ())),
        )

    def write(self, sent: WriteRequest) -> WriteResult:
        """Write it."""
        points = enumerate(self.form.entry.get("points", ()))
        return add_ruling(
            self.table,
            self.ruling,
            sent,
            about=self.form.entry.get("about") or None,
            points={side: moved for side, moved in points if moved},
            also_delete=entry_form.also_deleted(),
        )

    @property
    def done(self) -> str:
        """Return the message once the ruling is saved."""
        about = self.form.entry.get("about")
        earlier = about and about != last_deal(self.table)
        if earlier and self.ruling.decided == "replay":
            return tell("Ruling saved. Enter the replayed deal here.")
        return tell(DONE[self.ruling.decided])

    @property
    def precedents(self) -> list[entries.RulingInWords]:
        """Return earlier rulings by the rule that is chosen, at this table and then elsewhere in
        the league."""
        rule = self.form.entry.get("what")
        here = [
            entries.ruling_in_words(self.table, one) for one in rulings.precedents(self.table, rule)
        ]
        visit = league_request.league_of(self.table)
        there = precedents_of(visit, self.table, rule) if visit else []
        return here + [entries.ruling_elsewhere(visit, one) for one in there if visit]


def _elsewhere(table: LoadedTable, rule: str | None) -> list[tuple[str, Ruling]]:
    """Return what other tables of the league have ruled, with their ids."""
    visit = league_request.league_of(table)
    there = precedents_of(visit, table, rule) if visit else []
    return [(one.table.row.public_id, one.ruling) for one in there]


def _newest(table: LoadedTable, about: int | None) -> dict[int, int]:
    """Return the newest deals, and the one asked for: number by record, the newest first."""
    known = [*deal_numbers(table).items()][::-1]
    return dict([*known[:_MOST_DEALS], *(one for one in known[_MOST_DEALS:] if one[0] == about)])


# --- the pages ------------------------------------------------------------------------------------


@bp.route("/write/ruling", methods=["GET", "POST"])
def write(public_id: str) -> ResponseReturnValue:
    """A new ruling: about a deal, on a rule, or as one before was decided."""
    visit = table_request.visit_or_403(public_id, write=True)
    form = RulingForm(visit)
    answer = table_request.LOOKED
    if table_request.write_form().do == "save":
        answer = form.send(form.write, "")
        if answer.done:
            table_request.flash(("good", form.done))
            return redirect(url_for("pad.table", public_id=public_id), 303)
    page = render_template(
        "rulings/form.html",
        show=form,
        form_steps=in_page_order(form.form.steps),
        heading=tell("Record ruling"),
        label=tell("Save ruling"),
        broken=entry_form.conflicting_entries(answer.broken),
        **{"row": None, "preview": None, "steps": [], "entry": None},
    )
    return page, answer.status


Act = Callable[[LoadedTable, int, WriteRequest], WriteResult]
_ACTS: Final[Mapping[str, tuple[Act, str]]] = {
    "pin": (pin_ruling, phrase("Pinned as a house rule of this table.")),
    "unpin": (partial(pin_ruling, pinned=False), phrase("No longer a house rule.")),
    "back": (
        lambda table, seq, sent: withdraw_ruling(table, seq, sent, entry_form.also_deleted()),
        phrase("Ruling withdrawn."),
    ),
}


def _pin_in_league(table: LoadedTable, seq: int, do: str) -> table_request.WriteOutcome:
    """Pin the ruling for all tables of the league, or no longer; 403 for phones that do not
    organise it."""
    visit = league_request.league_of(table)
    if visit is None or not visit.organises:
        raise OrganisersOnly
    act, done = _IN_LEAGUE[do]
    return league_request.attempt(
        # the version on the page is the table's, not the league's
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
    if entry_form.is_undone(visit.table, seq):
        return entry_form.entry_gone_page(visit)
    try:
        one = find_ruling(visit.table, seq)
    except NotFound:
        abort(404)
    playing = PadPage(visit)
    playing.message = table_request.take_flash()
    answer = table_request.LOOKED
    form = RulingKeyForm()
    if form.validate_on_submit():
        answer = _done(visit.table, seq, form.do.data.text)
        if answer.done:
            table_request.flash(answer.message)
            return redirect(url_for("rulings.look", public_id=public_id, seq=seq), 303)
        playing.message = answer.message
    return _page(playing, one, answer), answer.status


def _done(table: LoadedTable, seq: int, do: str) -> table_request.WriteOutcome:
    if do in _IN_LEAGUE:
        return _pin_in_league(table, seq, do)
    act, done = _ACTS[do]
    return table_request.attempt(lambda: act(table, seq, table_request.write_request()), tell(done))


def _page(playing: PadPage, one: Ruling, answer: table_request.WriteOutcome) -> str:
    history = exported_history(playing.table, table_request.known_device())
    visit = league_request.league_of(playing.table)
    return render_template(
        "rulings/look.html",
        show=playing,
        one=entries.ruling_in_words(playing.table, one),
        steps=steps_of(playing.table, history, one.seq, *one.entries),
        broken=entry_form.conflicting_entries(answer.broken),
        club=visit,
        for_all=bool(visit and (playing.table.row.id, one.seq) in visit.league.pinned_rulings),
    )
