"""A table of a duplicate evening: who sits there, its boards, a result as it is entered and agreed
to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from scorekeeper.duplicate.entry import BOOK, answers_of, board_interview, line_of
from scorekeeper.interview.steps import Value
from scorekeeper.leagues.duplicate.changes import agree, begin_round, save_line
from scorekeeper.leagues.duplicate.records import EACH_ROUND, NEVER, Place, SavedLine
from scorekeeper.sentences import Voice, tell
from scorekeeper.web.interview import form as interview
from scorekeeper.web.interview.steps import FormStep
from scorekeeper.web.league.duplicate import words
from scorekeeper.web.league.duplicate.results import Traveller
from scorekeeper.web.league.duplicate.rounds import RoundPage, opens
from scorekeeper.web.league.duplicate.visit import (
    DuplicateVisit,
    attempt,
    duplicate_or_404,
    page,
    sent,
)
from scorekeeper.web.league.duplicate.warnings import warnings_of
from scorekeeper.web.league.league_request import refused
from scorekeeper.web.shared.forms import NumberField, PageForm, PressField, TextField
from scorekeeper.web.shared.security import read_number
from scorekeeper.web.table import table_request
from scorekeeper.web.table.table_request import LOOKED, WriteOutcome

bp = Blueprint("duplicate", __name__, url_prefix="/l/<league_id>/evening/<int:evening>/duplicate")


class TableForm(PageForm):
    """The keys of a table: its phone lies here, a round begins."""

    do = PressField("lie", "begin.")


class BoardForm(PageForm):
    """The keys of a board: save a result, or say whether one (by its seq) is right; a tap on an
    answer sends none."""

    do = PressField("save", "agree.", "contest.")
    seen = NumberField()
    sure = TextField()


# --- where to go --------------------------------------------------------------------------------


@bp.get("")
def home(league_id: str, evening: int) -> ResponseReturnValue:
    """Lead a phone to its table: where it lies, or where its pair sits; else show all tables."""
    here = duplicate_or_404(league_id, evening)
    if "all" not in request.args and not here.state.over:
        if here.table is not None:
            return redirect(url_for("duplicate.table", table=here.table, **here.address), 303)
        if (now := here.table_in(here.round)) is not None:
            return redirect(url_for("duplicate.table", table=now.table, **here.address), 303)
    tables = [(one, [*_names_at(here, one)]) for one in here.state.tables]
    return page("home.html", here, tables=tables, me=here.pair)


def _names_at(here: DuplicateVisit, table: int) -> Sequence[str]:
    there = here.state.table_at(here.state.round_at(table), table)
    return [here.name(side) for side in there.sides] if there else []


# --- a round at a table -------------------------------------------------------------------------


@bp.get("/table/<int:table>")
def table(league_id: str, evening: int, table: int) -> ResponseReturnValue:
    """Show a table in its round: who sits there, the boards, what comes next."""
    return _table(duplicate_or_404(league_id, evening), table)


def _table(here: DuplicateVisit, table: int, outcome: WriteOutcome = LOOKED) -> ResponseReturnValue:
    if table not in here.state.tables:
        abort(404)
    asked = read_number(request.args.get("round", ""))
    current = here.state.round_at(table)
    round = asked if asked and 1 <= asked <= here.state.rounds else current
    return page("table.html", here, outcome, at=RoundPage(here, table, round), mark=_mark(here))


def _mark(here: DuplicateVisit) -> str:
    return f"{here.visit.info.version}.{here.state.version}"


@bp.post("/table/<int:table>")
def act(league_id: str, evening: int, table: int) -> ResponseReturnValue:
    """Say that the phone lies at this table, or begin a round here."""
    here = duplicate_or_404(league_id, evening, member=True)
    if table not in here.state.tables:
        abort(404)
    form = TableForm()
    form.validate()
    if form.do.data.act == "lie":
        here.lie_at(table)
    else:
        round = form.do.data.number or 0
        outcome = attempt(lambda: begin_round(here.visit, sent(), evening, table, round), "")
        if not outcome.done:
            return _table(here, table, outcome)
    at = table
    if here.table is None and here.pair is not None:
        now = duplicate_or_404(league_id, evening)
        there = now.table_in(now.round)
        at = there.table if there else table
    return redirect(url_for("duplicate.table", table=at, **here.address), 303)


@bp.get("/table/<int:table>/news")
def news(league_id: str, evening: int, table: int) -> ResponseReturnValue:
    """Return the table's page anew if anything was saved since `v`; 204 where nothing was."""
    here = duplicate_or_404(league_id, evening)
    if request.args.get("v") == _mark(here):
        return Response(status=204)
    return _table(here, table)


# --- a board ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BoardPage:
    """A board at a table: entered, agreed to, or seen with the others' results."""

    here: DuplicateVisit
    place: Place
    typed: interview.Typed | None

    @cached_property
    def at(self) -> RoundPage:
        """Its table in that round."""
        return RoundPage(self.here, self.place.table, self.place.round)

    @cached_property
    def line(self) -> SavedLine | None:
        """What was saved."""
        return self.here.state.lines.get(self.place)

    @property
    def board(self) -> words.BoardShown:
        """The board."""
        return words.board_shown(self.place.board)

    @cached_property
    def form(self) -> interview.InterviewForm:
        """The questions with what is answered."""
        stored: Mapping[str, Value] = answers_of(self.line.payload) if self.line else {}
        asked = board_interview(bool(self.here.state.setup["lead"]))
        return interview.InterviewForm(asked, self.voice, self.typed, stored)

    @property
    def asks_result(self) -> bool:
        """Return whether the page asks for the tricks, which it does once the contract is known."""
        asked = (one.question.path for one in self.form.shown_now() if isinstance(one, FormStep))
        return ("tricks",) in asked

    @property
    def others(self) -> Sequence[tuple[int, str]]:
        """The other boards of the round that are still to be entered, with their addresses."""
        mine = self.place.board
        rows = (one for one in self.at.rows if not one.line and one.board.number != mine)
        return [(one.board.number, one.href) for one in rows]

    @property
    def voice(self) -> Voice:
        """Calls players by their seats."""
        return words.seats_voice()

    @property
    def entered(self) -> Mapping[str, Any] | None:
        """The line that follows from the answers; None while one is missing."""
        return line_of(self.form.entry) if self.form.complete else None

    @property
    def sentence(self) -> str:
        """What is answered so far, in words."""
        return words.entry_words(self.form.entry)

    @property
    def score(self) -> int | None:
        """North-South's score of what is answered."""
        return words.score_of(self.entered, self.place.board) if self.entered else None

    @property
    def score_words(self) -> str:
        """The same in words: "420 to North-South"."""
        return "" if self.score is None else words.score_words(self.score)

    @cached_property
    def warnings(self) -> Sequence[str]:
        """What is unlikely about it."""
        return [*warnings_of(self.here, self.place, self.entered)] if self.entered else []

    @property
    def seq(self) -> int:
        """The seq of what was saved; 0 for nothing."""
        return self.line.seq if self.line else 0

    @property
    def played(self) -> str:
        """What was saved, in words."""
        return words.played_words(self.line.payload) if self.line else ""

    @property
    def saved_score(self) -> int | None:
        """North-South's score of what was saved."""
        return words.score_of(self.line.payload, self.place.board) if self.line else None

    @property
    def adds_up(self) -> Sequence[tuple[Markup, int]]:
        """How the score of what was saved adds up: why, and how many points."""
        return words.sum_of(self.line.payload, self.place.board) if self.line else []

    @property
    def lead(self) -> Markup:
        """The lead that was saved."""
        return words.lead_words(self.line.payload) if self.line else Markup()

    @property
    def note(self) -> str:
        """What the director wrote beside it."""
        return str(self.line.payload.get("note", "")) if self.line else ""

    @property
    def standing(self) -> str:
        """Return whether East-West have agreed."""
        line = self.line
        if line is None or line.ruled or not self.here.state.setup["agree"]:
            return ""
        if line.agreed is None:
            return tell("East-West: check the contract, then agree.")
        return tell("East-West agreed.") if line.agreed else tell("Contested. Call the director.")

    @property
    def hidden(self) -> str:
        """Return why the other results are not shown."""
        when = self.here.state.setup["traveller"]
        if self.line is None:
            return tell("No result yet.")
        if self.waits:
            return tell("The other results are shown once East-West agree.")
        if when == EACH_ROUND:
            return tell("The other results are shown at the end of the round.")
        if when == NEVER:
            return tell("The other results are shown at the end.")
        return tell("The other results are shown to those who have played the board.")

    @property
    def traveller(self) -> Traveller:
        """The board with all its results."""
        return Traveller(self.here, self.place.board)

    @property
    def waits(self) -> bool:
        """Return whether East-West have not agreed to it yet."""
        line, state = self.line, self.here.state
        if line is None or line.ruled or line.agreed or state.over:
            return False
        return bool(state.setup["agree"])

    @property
    def asks_agreement(self) -> bool:
        """Return whether East-West have yet to say that it is right, and this phone may."""
        line = self.line
        if line is None or line.ruled or line.agreed is not None:
            return False
        return bool(self.here.state.setup["agree"]) and self.at.may_enter and self.at.mine != "ns"

    @property
    def may_correct(self) -> bool:
        """Return whether the table may still correct it."""
        line = self.line
        mine = line is None or not (line.ruled or self.place.round < self.at.current)
        return self.at.may_enter and mine and self.at.mine != "ew"

    @property
    def opens(self) -> bool:
        """Return whether the traveller is shown here now."""
        if self.waits and not self.here.directs:
            return False
        return self.here.sees_board(self.place.board, self.place) and opens(self.here, self.place)


@bp.route("/table/<int:table>/board/<int:board>", methods=["GET", "POST"])
def board(league_id: str, evening: int, table: int, board: int) -> ResponseReturnValue:
    """Enter a board's result, agree to it, or see how it stands among the others."""
    writes = request.method == "POST"
    here = duplicate_or_404(league_id, evening, member=writes)
    round = read_number(request.args.get("round", "")) or here.state.round_at(table)
    place, outcome = Place(round, table, board), LOOKED
    if here.state.table_at(round, table) is None or not 1 <= board <= _most(here):
        abort(404)
    shown = BoardPage(here, place, _with_result(table_request.submitted_data()))
    if writes:
        form = BoardForm()
        if form.do.data.text:  # a tap on an answer presses no key
            form.validate()
        if form.do.data.act in ("agree", "contest"):
            line, agreed = form.do.data.number or 0, form.do.data.act == "agree"
            outcome = attempt(
                lambda: agree(here.visit, sent(), evening, line, agreed),
                tell("Agreed.") if agreed else tell("Contested. Call the director."),
            )
        elif form.do.data.act == "save":
            outcome = _save(here, shown, form)
        if outcome.done and outcome is not LOOKED:
            table_request.flash(outcome.message)
            address = url_for(
                "duplicate.board", table=table, board=board, round=round, **here.address
            )
            return redirect(address, 303)
    template = "entry.html" if _enters(shown, writes) else "board.html"
    return page(template, here, outcome, at=shown.at, shown=shown, mark=_mark(here))


def _with_result(typed: interview.Typed | None) -> interview.Typed | None:
    """Return what was typed; where the page could not ask for the tricks, having no network, they
    follow from the contract and by how much it was made."""
    if not typed or "tricks" in typed or "away.over" not in typed:
        return typed
    level, over = read_number(typed.get("contract.0", "")), typed["away.over"]
    tricks = read_number(over.removeprefix("-"))
    if level is None or tricks is None:
        return typed
    whole = MultiDict(typed)
    whole["tricks"] = str(BOOK + level + (-tricks if over.startswith("-") else tricks))
    return whole


def _most(here: DuplicateVisit) -> int:
    return int(here.state.movement["boards"])


def _enters(shown: BoardPage, typed: bool) -> bool:
    """Return whether the page asks for the result."""
    if not shown.at.may_enter:
        return False
    if shown.line is None:
        return True
    # once the correction has arrived, the same address shows the board
    return shown.may_correct and (typed or request.args.get("edit") == str(shown.seq))


def _save(here: DuplicateVisit, shown: BoardPage, sent_form: BoardForm) -> WriteOutcome:
    form = shown.form
    if not form.complete:
        form.require_missing()
        return refused(form.amiss or tell("Enter the contract first."))
    if shown.warnings and sent_form.sure.data != "yes":
        return WriteOutcome(422, ("warn", " ".join(shown.warnings)))
    line, seen = line_of(form.entry), sent_form.seen.data or 0
    outcome = attempt(
        lambda: save_line(here.visit, sent(), here.number, shown.place, line, seen),
        tell("Board {n} saved.", n=shown.place.board),
    )
    if outcome.status == HTTPStatus.CONFLICT and shown.line:
        words_ = tell(
            "Another phone has saved: {played}. Check it, then save yours again.",
            played=shown.played,
        )
        return WriteOutcome(outcome.status, ("bad", words_))
    return outcome
