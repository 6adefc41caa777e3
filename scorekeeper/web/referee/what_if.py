"""What if? The page with what each result of a deal would have scored; see
`scorekeeper/what_if.py`."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper import what_if
from scorekeeper.engine.deals import Entry
from scorekeeper.engine.game import Pad, deal_headline
from scorekeeper.engine.replay import interview, kind_of
from scorekeeper.interview.steps import Key, Number
from scorekeeper.sentences import Voice, minus, tell
from scorekeeper.tables.loading import NotFound, TableVisit, last_deal
from scorekeeper.web.interview import form
from scorekeeper.web.interview.coins import on_page
from scorekeeper.web.interview.steps import BranchStep, FormStep, entry_of, in_page_order
from scorekeeper.web.shared.templating import own_path
from scorekeeper.web.table import summary, table_request
from scorekeeper.web.table.pad_page import PadPage
from scorekeeper.what_if import Axis, Plan, ResultRange

bp = Blueprint("what_if", __name__)


class Column(NamedTuple):
    """The effect of a result on one side: the points, its total then, and what it carries
    forward, if that has changed."""

    points: int
    total: int
    carried: str


class WhatIfRow(NamedTuple):
    """Results that come to the same: their label and what stands below it, a column a side (none:
    it cannot be, `note` says why), and whether the deal ended like that."""

    label: str
    badge: str
    columns: list[Column]
    note: str
    here: bool


@dataclass(frozen=True)
class WhatIfPage:
    """The page about one deal: `before` is the pad before it, `stored` what is written of it;
    `show` is the table's pad, with the totals as they were then."""

    show: PadPage
    before: Pad
    stored: Entry

    @cached_property
    def interview_form(self) -> form.InterviewForm:
        """The deal's form with the answers known so far; sealed answers stay sealed."""
        typed = request.args if {*request.args} - _OWN else None
        last = self.before.last_deal
        interview_form = form.InterviewForm(
            interview(self.before),
            self.voice,
            typed,
            stored=self.stored,
            usual=[last.entry] if last else (),
            written=self.show.visit.answers,
        )
        interview_form.seal(self.show.visit.answers)
        return interview_form

    @cached_property
    def plan(self) -> Plan:
        """Return the axes along which the deal can vary."""
        return what_if.plan(self.before, self.interview_form.entry)

    @cached_property
    def axis(self) -> Axis | None:
        """Return the axis that was asked for, else the most telling one."""
        named = {axis.name: axis for axis in self.plan.axes}
        first = self.plan.axes[0] if self.plan.axes else None
        return named.get(request.args.get("vary", ""), first)

    # --- what is asked --------------------------------------------------------------------------

    @property
    def voice(self) -> Voice:
        """Names who sat there then."""
        return on_page(Voice(self.before.seats, self.before.sides))

    @cached_property
    def sign(self) -> Voice:
        """The same, with suits as signs and the coins that players have chosen."""
        return summary.voices(self.before, self.show.table.coins).sign

    @property
    def steps(self) -> list[FormStep | BranchStep]:
        """The deal's questions, but for the one that tells how it ended."""
        steps = self.interview_form.steps
        return in_page_order([step for at, step in enumerate(steps) if self._is_asked(steps[at:])])

    def _is_asked(self, steps: Sequence[FormStep | BranchStep]) -> bool:
        """Return whether the first of these is shown: a choice of ways only with what it leads
        to."""
        step = next((step for step in steps if isinstance(step, FormStep)), None)
        telling = self.plan.result_question
        return step is not None and (telling is None or step.question.path != telling.path)

    @property
    def axes(self) -> list[tuple[str, str, bool]]:
        """Return the labels of all axes where there are several, and which of them is shown."""
        axes = self.plan.axes if len(self.plan.axes) > 1 else ()
        return [(one.name, self.voice.alone(one.label), one is self.axis) for one in axes]

    # --- what it would have scored --------------------------------------------------------------

    @property
    def contract_in_words(self) -> str:
        """Return what is played, in a few words."""
        last = self.plan.result_question
        entry = {k: v for k, v in self.plan.entry.items() if not last or k != last.path[0]}
        sentence = deal_headline(self.before, entry) if entry else None
        return self.sign.text(sentence) if sentence else ""

    @property
    def sides(self) -> list[str]:
        """The sides' names then."""
        return [self.voice.side(side) for side in range(len(self.before.sides))]

    @property
    def rows(self) -> list[WhatIfRow]:
        """Return what each result would have scored."""
        if self.axis is None:
            return []
        return [self._row(one) for one in what_if.results(self.before, self.plan, self.axis)]

    def _row(self, result: ResultRange) -> WhatIfRow:
        ends = (result.first,) if result.first is result.last else (result.first, result.last)
        label = " to ".join(self.sign.text(key.label) for key in ends)
        badge = self.sign.text(ends[0].badge) if len(ends) == 1 and ends[0].badge else ""
        pad = result.pad
        if pad is None:
            return WhatIfRow(
                label, badge, [], self.voice.text(result.why) if result.why else "", False
            )
        points = zip(pad.rows[-1].scores, pad.totals, strict=True)
        now, then = self._carried(pad), self._carried(self.before)
        columns = [
            Column(score, total, now[side] if now[side] != then[side] else "")
            for side, (score, total) in enumerate(points)
        ]
        note = self.voice.text(pad.outcome.text) if pad.outcome else ""
        return WhatIfRow(label, badge, columns, note, result.here)

    def _carried(self, pad: Pad) -> list[str]:
        texts: list[list[str]] = [[] for _ in pad.sides]
        for side, sentence, *_ in pad.game.carried(pad) if pad.game.carried else ():
            texts[side].append(self.voice.text(sentence))
        return [", ".join(one) for one in texts]

    @cached_property
    def wide(self) -> bool:
        """Return whether all bids can be compared too."""
        return what_if.has_bids(self.before, self.plan)

    @property
    def all(self) -> bool:
        """Return whether they are."""
        return "all" in request.args

    @property
    def all_address(self) -> str:
        """The address of the page with all of them."""
        asked = MultiDict(request.args)
        asked["all"] = "1"
        return f"{own_path()}?{urlencode([*asked.items(multi=True)])}"

    @property
    def by_bid(self) -> tuple[list[str], list[tuple[str, list[str]]]]:
        """Every result and, by bid, what the `scorers` have in it: the head and the rows. Of bids
        and results those that are more stand below one another."""
        bids, cells = zip(*what_if.by_bid(self.before, self.plan), strict=True)
        across = [self._head(key) for key in self.plan.axes[0].keys]
        down = [self.sign.text(bid.label) for bid in bids]
        table = [[self._cell(scores) for scores in row] for row in cells]
        # the longer of the two goes down the page, so that the table is no wider than a phone
        if len(across) > len(down):
            across, down, table = down, across, [[*row] for row in zip(*table, strict=True)]
        return across, [*zip(down, table, strict=True)]

    @property
    def scorers(self) -> list[int]:
        """The sides whose points are shown for every bid: the declarer's, and with two sides the
        other."""
        side = self.before.side_of(self.plan.declarer)
        return [side, 1 - side] if len(self.before.sides) == 2 else [side]

    @property
    def points_note(self) -> str:
        """The line that says whose points are shown."""
        names = [self.sides[side] for side in self.scorers]
        return tell("Points for {sides}.", sides=" : ".join(names))

    def _head(self, key: Key) -> str:
        """Return a result whatever was bid: a number as such, not by how much it is above the
        bid."""
        plain = isinstance(self.plan.result_question, Number)
        return minus(key.value) if plain else self.sign.text(key.label)

    def _cell(self, scores: Sequence[int] | None) -> str:
        if scores is None:
            return "–"
        return " : ".join(minus(scores[side]) for side in self.scorers)


_OWN: Final = {"vary", "all"}
"""What the address says beside the deal's answers."""


def of_deal(playing: PadPage, before: Pad, entry: Entry) -> WhatIfPage:
    """Return the page about a deal that was written; the draft of another is none of its
    business."""
    pads = playing.table.pads
    at = next(at for at, pad in enumerate(pads) if pad is before)
    playing.sides = summary.sides_of(pads[: at + 1])
    playing.visit = playing.visit._replace(answers={})
    return WhatIfPage(playing, before, entry)


# --- the pages -----------------------------------------------------------------------------------


@bp.get("/t/<public_id>/what-if")
def next_deal(public_id: str) -> ResponseReturnValue:
    """Show what the deal in progress can bring; after the end of the game, what the last one could
    have."""
    playing = PadPage(_with_results(table_request.visit_or_403(public_id)))
    if playing.pad.outcome is None:
        answers = {path: one.answer for path, one in playing.visit.answers.items()}
        return _drawn(WhatIfPage(playing, playing.pad, entry_of(answers)))
    last = last_deal(playing.table)
    return (
        abort(404)
        if last is None
        else redirect(url_for("what_if.then", public_id=public_id, seq=last), 303)
    )


@bp.get("/t/<public_id>/what-if/<int:seq>")
def then(public_id: str, seq: int) -> str:
    """Show what an earlier deal could have brought, with the table's state then."""
    visit = _with_results(table_request.visit_or_403(public_id))
    try:
        written, before = visit.table.find(seq), visit.table.pad_before(seq)
    except NotFound:
        abort(404)
    if written.kind != "entry" or kind_of(before.game, written.payload) != "deal":
        abort(404)
    return _drawn(of_deal(PadPage(visit), before, written.payload))


def _with_results(visit: TableVisit) -> TableVisit:
    """Return the visit; 404 where points are written as they are and nothing is played for them."""
    return visit if visit.table.pad.game.play else abort(404)


def _drawn(page: WhatIfPage) -> str:
    return render_template("referee/what_if.html", page=page, show=page.show)
