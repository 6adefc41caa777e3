"""The director's page: what is in and what is missing, corrections and rulings, pairs that come
late or leave."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue
from wtforms import SelectMultipleField

from scorekeeper.leagues.decisions import DecisionRefused
from scorekeeper.leagues.duplicate import changes
from scorekeeper.leagues.duplicate.records import DuplicateState, Place, SavedLine, members
from scorekeeper.leagues.duplicate.session import scored
from scorekeeper.leagues.duplicate.writing import state_of
from scorekeeper.sentences import phrase, tell
from scorekeeper.sheet.documents import Document
from scorekeeper.spelling import folded
from scorekeeper.web.league.duplicate import words
from scorekeeper.web.league.duplicate.history import (
    HistoryRow,
    history_of,
    meanwhile,
    told_since,
)
from scorekeeper.web.league.duplicate.ruling import RulingForm, first_values, read_ruling
from scorekeeper.web.league.duplicate.visit import (
    DuplicateVisit,
    attempt,
    duplicate_or_404,
    page,
    sent,
)
from scorekeeper.web.league.league_request import respond
from scorekeeper.web.shared.forms import NumberField, PageForm, PressField, TextField
from scorekeeper.web.shared.security import read_number
from scorekeeper.web.table.table_request import LOOKED, WriteOutcome

bp = Blueprint(
    "duplicate_director", __name__, url_prefix="/l/<league_id>/evening/<int:evening>/duplicate"
)


class DirectorForm(PageForm):
    """The keys of the director: the next round, the end, a record undone; a penalty; a pair that
    comes late, leaves or has another player; who sits at a table; a fouled board."""

    do = PressField(
        *("round.", "end", "again", "undo.", "redo."),
        *("adjust", "late", "leave", "players", "sit", "foul"),
    )
    seen = NumberField()  # the version of the evening to which it was typed
    pair = TextField(phrase("Pair"), filters=[str.strip], render_kw={"maxlength": "200"})
    percent = NumberField(phrase("Percent of a top"))  # without a top: points
    minus = TextField()
    reason = TextField(phrase("Reason"), filters=[str.strip], render_kw={"maxlength": "200"})
    players = TextField(phrase("Players"), filters=[str.strip], render_kw={"maxlength": "200"})
    first = NumberField(phrase("First round"))
    until = NumberField(phrase("Last round"))
    round = NumberField(phrase("Round"))
    table = NumberField(phrase("Table"))
    ns = TextField(phrase("North-South"))
    ew = TextField(phrase("East-West"))
    board = NumberField(phrase("Board"))
    played = SelectMultipleField(choices=[], validate_choice=False, default=list)


class Mark(NamedTuple):
    """A result as the director sees it among all: its board, how it stands (a key of `MARKS`), its
    sign and what that is called."""

    place: Place
    kind: str
    sign: str
    words: str


MARKS: Final = {
    "missing": ("–", phrase("missing")),
    "in": ("✓", phrase("in")),
    "waits": ("?", phrase("not agreed")),
    "contested": ("!", phrase("contested")),
    "ruled": ("R", phrase("ruling")),
}


@dataclass(frozen=True)
class DirectorPage:
    """All results by round and table."""

    here: DuplicateVisit

    @cached_property
    def state(self) -> DuplicateState:
        """The evening as it stands."""
        return self.here.state

    @property
    def rounds(self) -> Iterator[tuple[int, Sequence[tuple[int, str, Sequence[Mark]]]]]:
        """Yield each round that has begun anywhere, the newest first: its tables, who plays there,
        their boards."""
        for number, tables in reversed([*self.state.plan.items()]):
            if number <= max(map(self.state.round_at, self.state.tables)):
                yield (
                    number,
                    [
                        (
                            one.table,
                            f"{self.here.name(one.ns)} – {self.here.name(one.ew)}",
                            [self._mark(Place(number, one.table, board)) for board in one.boards],
                        )
                        for one in tables
                    ],
                )

    def _mark(self, place: Place) -> Mark:
        kind = mark_of(self.state, self.state.lines.get(place))
        sign, told = MARKS[kind]
        return Mark(place, kind, sign, tell(told))

    @property
    def missing(self) -> Sequence[Place]:
        """The results that are missing from rounds that have begun."""
        begun = max(map(self.state.round_at, self.state.tables))
        return [one for one in self.state.missing if one.round <= begun]

    @property
    def late(self) -> Sequence[Place]:
        """Those of them that should be in: of rounds that are over, or of all once it is over."""
        over = self.state.over
        return [one for one in self.missing if over or one.round < self.state.round]

    @property
    def next_round(self) -> int | None:
        """The round that may begin next."""
        later = self.state.round + 1
        return later if later <= self.state.rounds and not self.state.over else None

    @property
    def draws(self) -> bool:
        """Return whether the next round is drawn when it begins."""
        return self.next_round is not None and self.next_round not in self.state.plan

    @property
    def waiting(self) -> Sequence[Place]:
        """What is missing in rounds before the next one."""
        return [one for one in self.state.missing if one.round <= self.state.round]

    @property
    def pairs(self) -> Sequence[tuple[str, str]]:
        """The pairs with their names."""
        return [*map(self._named, (pair for pair, one in self.state.pairs.items() if one.players))]

    @property
    def sides(self) -> Sequence[tuple[str, str]]:
        """Who may sit on one side, with names."""
        there = self.state.pairs
        sides = (one for one in self.state.sides if all(there[who].players for who in members(one)))
        return [*map(self._named, sides)]

    def _named(self, side: str) -> tuple[str, str]:
        return side, tell("{pair}: {name}", pair=side, name=self.here.name(side))

    @property
    def phantoms(self) -> Sequence[str]:
        """The pairs that are not there: their places are free for a late pair."""
        return [
            pair
            for pair, one in self.state.pairs.items()
            if not one.players or (one.last is not None and one.last < self.state.rounds)
        ]

    @property
    def history(self) -> Sequence[HistoryRow]:
        """What was done, the newest first."""
        return history_of(self.here)


def mark_of(state: DuplicateState, line: SavedLine | None) -> str:
    """Return how a result stands, a key of `MARKS`."""
    if line is None:
        return "missing"
    if line.ruled:
        return "ruled"
    if line.agreed is False:
        return "contested"
    return "in" if line.agreed or not state.setup["agree"] else "waits"


# --- the page -----------------------------------------------------------------------------------


@bp.get("/director", endpoint="page")
def overview(league_id: str, evening: int) -> ResponseReturnValue:
    """Show what is in, what is missing, what can be done."""
    here = duplicate_or_404(league_id, evening, direct=True)
    return page("director.html", here, at=DirectorPage(here), form=DirectorForm())


@bp.post("/director")
def act(league_id: str, evening: int) -> ResponseReturnValue:
    """Do what a key of the director's page says."""
    here = duplicate_or_404(league_id, evening, direct=True)
    form = DirectorForm()
    form.validate()
    outcome = _act(here, form)
    if outcome.done:
        return respond(outcome, "duplicate_director.page", **here.address)
    if outcome.status == HTTPStatus.CONFLICT:
        here = duplicate_or_404(league_id, evening, direct=True)
        outcome = WriteOutcome(outcome.status, ("bad", meanwhile(_other(here, form))))
    return page("director.html", here, outcome, at=DirectorPage(here), form=form)


RECORDS: Final = {"late": "pair", "leave": "pair", "players": "pair"}
"""The kind of record that a key writes where it is not the key's own name."""


def _other(here: DuplicateVisit, form: DirectorForm) -> HistoryRow | None:
    """Return what another director has recorded of the same kind since this one looked."""
    kind = RECORDS.get(form.do.data.act, form.do.data.act)
    return told_since(here, form.seen.data or 0, lambda one: one.kind == kind)


def _started(here: DuplicateVisit, round: int) -> str:
    """Return what to tell who starts a round: who has done so before."""
    row = told_since(here, 0, lambda one: one.kind == "round" and one.payload["round"] == round)
    if row is None or here.state.round < round:
        return tell("Round {n} started.", n=round)
    return tell("Another director has started round {n} already.", n=round)


def _act(here: DuplicateVisit, form: DirectorForm) -> WriteOutcome:
    do, about = form.do.data.act, form.do.data.number or 0
    to, seen = (here.visit, sent(), here.number), form.seen.data or 0
    pair = str(form.pair.data)
    if do == "round":
        done = _started(here, about)
        return attempt(lambda: changes.start_next_round(*to, about), done, form)
    if do in ("end", "again"):
        over = do == "end"
        done = tell("Session over. The ranking is open.") if over else tell("The session goes on.")
        return attempt(lambda: changes.end_session(*to, over), done, form)
    if do in ("undo", "redo"):
        again = do == "redo"
        done = tell("Redone.") if again else tell("Undone. You can redo it.")
        return attempt(lambda: changes.take_back(*to, about, again), done, form)
    if do == "adjust":
        points = (form.percent.data or 0) * (-1 if form.minus.data else 1)
        return attempt(
            lambda: changes.adjust(*to, pair, points, form.reason.data, seen),
            tell("Saved. The ranking follows."),
            form,
        )
    if do == "sit":
        place = form.round.data or 0, form.table.data or 0
        sides = str(form.ns.data), str(form.ew.data)
        return attempt(lambda: changes.sit(*to, place, sides, seen), tell("Seats changed."), form)
    if do == "foul":
        board, tables = form.board.data or 0, [*_ticked(form)]
        return attempt(
            lambda: changes.mark_fouled(*to, board, tables, seen),
            tell("Board {n} is compared in two groups.", n=board)
            if tables
            else tell("Board {n} is compared as one again.", n=board),
            form,
        )
    return attempt(lambda: _change_pair(here, form, do), tell("Saved."), form)


def _ticked(form: DirectorForm) -> Iterator[tuple[int, int]]:
    """Yield the tables that were ticked, each as its round and number."""
    for one in form.played.data or ():
        round, table = map(read_number, (one.partition(".")[0], one.partition(".")[2]))
        if round and table:
            yield round, table


def _change_pair(here: DuplicateVisit, form: DirectorForm, do: str) -> None:
    to, pair = (here.visit, sent(), here.number), str(form.pair.data)
    seen = form.seen.data or 0
    if do == "leave":
        changes.change_pair(*to, pair, last=form.until.data or 0, seen=seen)
        return
    called = here.visit.number_of_name
    names = [one.strip() for one in str(form.players.data).replace(" & ", ",").split(",")]
    unknown = [one for one in names if folded(one) not in called]
    if unknown:
        words_ = tell("{name} is not in the league yet. Add players first.", name=unknown[0])
        raise DecisionRefused({"players": words_})
    players = [here.visit.league.after_merges(called[folded(one)]) for one in names]
    first = form.first.data if do == "late" else None
    changes.change_pair(*to, pair, players=players, first=first, seen=seen)


# --- one result ---------------------------------------------------------------------------------


class Moved(NamedTuple):
    """A pair whose total a ruling moves: before and then."""

    name: str
    before: str
    after: str


@bp.route("/director/<int:round>/<int:table>/<int:board>", methods=["GET", "POST"])
def ruling(league_id: str, evening: int, round: int, table: int, board: int) -> ResponseReturnValue:
    """Enter or correct a result, or rule on it; preview what it moves, then save it."""
    here = duplicate_or_404(league_id, evening, direct=True)
    place, outcome = Place(round, table, board), LOOKED
    if not (table in here.state.tables and round in here.state.plan) or not board:
        abort(404)
    known = here.state.lines.get(place)
    form = RulingForm(**first_values(here, place))
    moved: Sequence[Moved] = ()
    line: Document | None = None
    if form.is_submitted():
        form.validate()
        gone = form.do.data.act == "gone"

        def read() -> None:
            nonlocal line
            line = None if gone else read_ruling(form, place)
            if line is not None:
                changes.refuse_line(here.state, place, line)

        outcome = attempt(read, "", form)
        if outcome.done:
            if form.do.data.act in ("save", "gone"):
                outcome = _rule(here, place, line, form)
                if outcome.done:
                    return respond(outcome, "duplicate_director.page", **here.address)
            else:
                moved = [*_moved(here, place, line)]
    history = [one for one in history_of(here) if one.place == place]
    now = state_of(here.visit, evening).lines.get(place)
    return page(
        "ruling.html",
        here,
        outcome,
        place=place,
        board=words.board_shown(board),
        known=known,
        played=words.played_words(known.payload) if known else "",
        form=form,
        moved=moved,
        previewed=form.is_submitted() and outcome.done,
        seen=now.seq if now else 0,
        history=history,
        pairs=DirectorPage(here).sides,
    )


def _rule(
    here: DuplicateVisit, place: Place, line: Document | None, form: RulingForm
) -> WriteOutcome:
    outcome = attempt(
        lambda: changes.rule(here.visit, sent(), here.number, place, line, form.seen.data or 0),
        tell("Board {n} at table {table} saved.", n=place.board, table=place.table),
        form,
    )
    if outcome.status != HTTPStatus.CONFLICT:
        return outcome
    now = duplicate_or_404(here.visit.info.public_id, here.number, direct=True)
    other = next((one for one in history_of(now) if one.place == place), None)
    return WriteOutcome(outcome.status, ("bad", meanwhile(other)))


def _moved(here: DuplicateVisit, place: Place, line: Mapping[str, Any] | None) -> Iterator[Moved]:
    """Yield the pairs whose percentage changes with this result."""
    before = _totals(here.scored.result)
    state = here.state
    lines = {one: saved for one, saved in state.lines.items() if one != place}
    if line is not None:
        lines[place] = SavedLine(0, 0, "", {**place._asdict(), **line, "ruled": True})
    after = _totals(scored(replace(state, lines=lines), here.player, {}).result)
    for pair in state.pairs:
        was, now = before.get(pair), after.get(pair)
        if was != now:
            yield Moved(here.name(pair), _percent(was), _percent(now))


def _totals(result: Document) -> dict[str, float]:
    return {
        one["id"]: one["percent"] if "percent" in one else one["total"]
        for field in result.get("fields", ())
        for one in field["ranking"]
    }


def _percent(total: float | None) -> str:
    return "–" if total is None else f"{total:.2f}"
