"""The form of a new ruling, with the precedents for its rule."""

from collections.abc import Mapping
from typing import Any, Final

from flask import request

from scorekeeper import rulebook
from scorekeeper.engine.game import Game, Pad
from scorekeeper.engine.other_entries import LONGEST_REASON, MOST_POINTS
from scorekeeper.engine.pad import present
from scorekeeper.interview.lists import Many, Ticked
from scorekeeper.interview.steps import NULL, Choice, Fault, Interview, Key, Number, SeatOf, Text
from scorekeeper.leagues.precedents import precedents_of
from scorekeeper.sentences import phrase, say, tell
from scorekeeper.tables import rulings
from scorekeeper.tables.loading import LoadedTable, TableVisit, deal_numbers, last_deal
from scorekeeper.tables.rulings import RecordedRuling, TableRuling, add_ruling, rulings_of
from scorekeeper.tables.write_request import WriteRequest, WriteResult
from scorekeeper.web.league import league_request
from scorekeeper.web.shared.forms import PageForm, PressField
from scorekeeper.web.shared.security import read_number
from scorekeeper.web.table import rulings_shown
from scorekeeper.web.table.entry_form import EntryPage, also_deleted

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
_DONE: Final = {
    "points": phrase("Ruling saved. Score adjusted."),
    "strike": phrase("Ruling saved. Deal deleted."),
    "replay": phrase("Ruling saved. Deal again."),
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


class RulingForm(EntryPage):
    """The form of a ruling, with the precedents for its rule."""

    def __init__(self, visit: TableVisit) -> None:
        table, pad = visit.table, visit.table.pad
        self.titles = _titles(table.head.game, request.args.get("rule", ""))
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
                begun = {"what": one.ruling.rule or _OTHER, "happened": one.ruling.happened}
                begun["decided"] = one.ruling.decided
        if (about := read_number(given.get("about", ""))) in numbers:
            begun["about"] = about
        if (rule := given.get("rule", "")) in self.titles:
            begun["what"] = rule
        return begun

    @property
    def ruling(self) -> TableRuling:
        """The ruling as filled in, if only in part: what was sent before is answered anyhow."""
        entry = self.form.entry
        what = entry.get("what", _OTHER)
        return TableRuling(
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
            also_delete=also_deleted(),
        )

    @property
    def done(self) -> str:
        """Return the message once the ruling is saved."""
        about = self.form.entry.get("about")
        earlier = about and about != last_deal(self.table)
        if earlier and self.ruling.decided == "replay":
            return tell("Ruling saved. Enter the replayed deal here.")
        return tell(_DONE[self.ruling.decided])

    @property
    def precedents(self) -> list[rulings_shown.RulingShown]:
        """Return earlier rulings by the rule that is chosen, at this table and then elsewhere in
        the league."""
        rule = self.form.entry.get("what")
        here = [
            rulings_shown.shown_ruling(self.table, one)
            for one in rulings.precedents(self.table, rule)
        ]
        visit = league_request.league_of(self.table)
        there = precedents_of(visit, self.table, rule) if visit else []
        return here + [rulings_shown.shown_elsewhere(visit, one) for one in there if visit]


def _elsewhere(table: LoadedTable, rule: str | None) -> list[tuple[str, RecordedRuling]]:
    """Return what other tables of the league have ruled, with their ids."""
    visit = league_request.league_of(table)
    there = precedents_of(visit, table, rule) if visit else []
    return [(one.table.row.public_id, one.ruling) for one in there]


def _newest(table: LoadedTable, about: int | None) -> dict[int, int]:
    """Return the newest deals, and the one asked for: number by record, the newest first."""
    known = [*deal_numbers(table).items()][::-1]
    return dict([*known[:_MOST_DEALS], *(one for one in known[_MOST_DEALS:] if one[0] == about)])


def _titles(game: Game, rule: str) -> dict[str, str]:
    """Return what may have happened, heading by anchor: the disputes, and the rule asked for."""
    asked = rulebook.anchors(game).get(rule)
    return {**({rule: asked} if asked else {}), **rulebook.disputes(game)}
