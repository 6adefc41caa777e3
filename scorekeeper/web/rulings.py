"""Rulings: write one, look at it, pin it as a house rule, take it back."""

from collections.abc import Mapping
from typing import Any, Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import leagues, rulebook, tables
from scorekeeper.games._fields import (
    NOBODY,
    Choice,
    Fault,
    Interview,
    Key,
    Many,
    Number,
    SeatOf,
    Text,
)
from scorekeeper.games._kinds_a import Ticked
from scorekeeper.games._ledger import LONGEST_REASON, MOST_POINTS, Game, Pad, present
from scorekeeper.leagues import Found
from scorekeeper.sentences import say
from scorekeeper.web import asked, leagued, ruled, tabled
from scorekeeper.web.asking import Asking, also_struck, broken
from scorekeeper.web.playing import Playing
from scorekeeper.web.steps import steps_of

bp = Blueprint("rulings", __name__, url_prefix="/t/<public_id>")

_IN_PLAY: Final = 0
"""Stands for the deal that is being played, which has no record yet."""
_OTHER: Final = "other"
_MOST_DEALS: Final = 11
_DECISIONS: Final = {
    "points": say("points are moved"),
    "strike": say("the deal is struck"),
    "replay": say("it is played again"),
    "nothing": say("nothing is changed"),
}
_DONE: Final = {
    "points": "The ruling is written, and the points are moved.",
    "strike": "The ruling is written, and the deal is struck.",
    "replay": "The ruling is written; deal again.",
    "nothing": "The ruling is written.",
}


# --- what is asked ------------------------------------------------------------------------------


def _asked(pad: Pad, deals: Mapping[int, int], rules: Mapping[str, str]) -> Interview:
    """Asks for a ruling: `deals` are those it may be about, number by record, `rules` what may have
    happened, heading by anchor."""
    about = _IN_PLAY
    if deals:
        numbers = (Key(seq, say("{n}", n=number)) for seq, number in deals.items())
        keys = (*numbers, Key(_IN_PLAY, say("none") if pad.outcome else say("this one")))
        about = yield Choice(path=("about",), label=say("In which deal"), keys=keys)
    headings = (Key(anchor, say("{title}", title=title)) for anchor, title in rules.items())
    other = Key(_OTHER, say("Something else"))
    what = yield Choice(
        path=("what",), label=say("What happened"), keys=(*headings, other), columns=2
    )
    yield Text(
        path=("happened",),
        label=say("In your own words"),
        longest=LONGEST_REASON,
        optional=what not in (None, _OTHER),
    )
    decided = yield _decision(strikes=about not in (None, _IN_PLAY))
    if decided == "points":
        yield from _asked_points(pad)
    yield _agreed(pad)


def _decision(strikes: bool) -> Choice:
    possible = {one: label for one, label in _DECISIONS.items() if strikes or one != "strike"}
    keys = tuple(Key(one, label) for one, label in possible.items())
    return Choice(path=("decided",), label=say("What was decided"), keys=keys, columns=2)


def _asked_points(pad: Pad) -> Interview:
    points = yield Many(
        path=("points",),
        label=say("Points to move"),
        items=tuple(
            _points(side) if side in present(pad) else None for side in range(len(pad.sides))
        ),
        noun="numbers",
        each="side",
    )
    if points and not any(one for one in points if one is not NOBODY):
        yield Fault(("points",), say("No points are moved: say which, or decide otherwise."))


def _points(side: int) -> Number:
    path, label = ("points", side), say("Points")
    return Number(path=path, label=label, low=-MOST_POINTS, high=MOST_POINTS, blank=0)


def _agreed(pad: Pad) -> Ticked:
    label, seats = say("Who agreed"), pad.filled
    return Ticked(
        path=("agreed",),
        label=label,
        item=SeatOf(path=("agreed",), label=label, seats=seats, players=len(pad.seats)),
        shortest=0,
        longest=len(seats),
        optional=True,
        suggest=[],
    )


# --- a new one ----------------------------------------------------------------------------------


class _Ruling(Asking):
    """The form of a ruling, with what was decided before by the same rule."""

    def __init__(self, visit: tables.Visit) -> None:
        table, pad = visit.table, visit.table.pad
        self.titles = _titles(table.head.game, request.args.get("rule", ""))
        numbers = _newest(table, tabled.number(request.args.get("about", "")))
        super().__init__(visit, _asked(pad, numbers, self.titles), pad, self._begun(table, numbers))

    def _begun(self, table: tables.Opened, numbers: Mapping[int, int]) -> dict[str, Any]:
        """What the link that led here says already: the deal, the rule, the ruling to follow, of
        this table or `at` another one."""
        begun: dict[str, Any] = {}
        given = request.args
        like = given.get("at", ""), tabled.number(given.get("like", ""))
        own = (("", one) for one in tables.rulings(table))
        for at, one in (*own, *_elsewhere(table, given.get("rule") if like[0] else None)):
            if (at, one.seq) == like:
                begun = {"what": one.ruling.rule or _OTHER, "happened": one.ruling.happened}
                begun["decided"] = one.ruling.decided
        if (about := tabled.number(given.get("about", ""))) in numbers:
            begun["about"] = about
        if (rule := given.get("rule", "")) in self.titles:
            begun["what"] = rule
        return begun

    @property
    def ruling(self) -> tables.Ruling:
        """The ruling as filled in, if only in part: what was sent before is answered anyhow."""
        entry = self.form.entry
        what = entry.get("what", _OTHER)
        return tables.Ruling(
            happened=entry.get("happened", "").strip() or self.titles.get(what, ""),
            rule=None if what == _OTHER else what,
            decided=entry.get("decided", "nothing"),
            agreed=tuple(str(self.pad.seats[seat]) for seat in entry.get("agreed", ())),
        )

    def write(self, sent: tables.Sent) -> tables.Saved:
        """Write it."""
        points = enumerate(self.form.entry.get("points", ()))
        return tables.rule(
            self.table,
            self.ruling,
            sent,
            about=self.form.entry.get("about") or None,
            points={side: moved for side, moved in points if moved},
            also_strike=also_struck(),
        )

    @property
    def done(self) -> str:
        """What is said once it is written."""
        about = self.form.entry.get("about")
        earlier = about and about != tables.last_deal(self.table)
        if earlier and self.ruling.decided == "replay":
            return "The ruling is written; put the new deal in before the struck one."
        return _DONE[self.ruling.decided]

    @property
    def precedents(self) -> list[ruled.RulingShown]:
        """What was decided before by the rule that is chosen, here and then elsewhere in the
        league."""
        rule = self.form.entry.get("what")
        here = [ruled.shown(self.table, one) for one in tables.precedents(self.table, rule)]
        found = _league_of(self.table)
        there = leagues.precedents_of(found, self.table, rule) if found else []
        return here + [ruled.shown_elsewhere(found, one) for one in there if found]


def _league_of(table: tables.Opened) -> Found | None:
    """The table's league, if this phone plays in it and so may look at its tables."""
    if table.row.league_id is None:
        return None
    found = leagues.league_of_table(table.row.league_id, tabled.known_device())
    return found if found.role and found.role.member else None


def _elsewhere(table: tables.Opened, rule: str | None) -> list[tuple[str, tables.Ruled]]:
    """What other tables of the league have ruled, with their ids."""
    found = _league_of(table)
    there = leagues.precedents_of(found, table, rule) if found else []
    return [(one.table.row.public_id, one.ruled) for one in there]


def _newest(table: tables.Opened, about: int | None) -> dict[int, int]:
    """The newest deals, and the one asked for: number by record, the newest first."""
    known = [*tables.deal_numbers(table).items()][::-1]
    return dict([*known[:_MOST_DEALS], *(one for one in known[_MOST_DEALS:] if one[0] == about)])


def _titles(game: Game, rule: str) -> dict[str, str]:
    """What may have happened, heading by anchor: the disputes, and the rule asked for."""
    asked = rulebook.anchors(game).get(rule)
    return {**({rule: asked} if asked else {}), **rulebook.disputes(game)}


@bp.route("/write/ruling", methods=["GET", "POST"])
def write(public_id: str) -> ResponseReturnValue:
    """A new ruling: about a deal, on a rule, or as one before was decided."""
    visit = tabled.visit_or_403(public_id, write=True)
    form = _Ruling(visit)
    answer = tabled.Written(200, None)
    if request.form.get("do") == "save":
        answer = form.send(form.write, "")
        if answer.status == 200:
            tabled.say(("good", form.done))
            return redirect(url_for("pad.table", public_id=public_id), 303)
    page = render_template(
        "rulings/form.html",
        show=form,
        asks=asked.ordered(form.form.asks),
        heading="A ruling",
        label="Write the ruling",
        broken=broken(answer.broken),
        **{"row": None, "preview": None, "steps": [], "entry": None},
    )
    return page, answer.status


# --- one that was written -----------------------------------------------------------------------


def _pin(table: tables.Opened, seq: int, sent: tables.Sent) -> tables.Saved:
    return tables.pin(table, seq, sent)


def _unpin(table: tables.Opened, seq: int, sent: tables.Sent) -> tables.Saved:
    return tables.pin(table, seq, sent, pinned=False)


def _take_back(table: tables.Opened, seq: int, sent: tables.Sent) -> tables.Saved:
    return tables.take_back(table, seq, sent, also_struck())


_ACTS: Final = {
    "pin": (_pin, "Pinned: it stands with the rules of this table."),
    "unpin": (_unpin, "It stands with the rules no more."),
    "back": (_take_back, "The ruling is taken back."),
}


def _pin_in_league(table: tables.Opened, seq: int, do: str) -> leagued.Outcome:
    """Have the ruling go for all tables of the league, or no more; 403 for who does not organise
    it."""
    found = _league_of(table)
    if found is None or found.role is None or not found.role.organiser:
        abort(403)
    act, done = _IN_LEAGUE[do]
    order = leagues.Order(tabled.write_key(), None, tabled.device())
    return leagued.attempt(
        lambda: act(found, order, table, seq), done.format(name=found.league.name)
    )


_IN_LEAGUE: Final = {
    "all": (leagues.pin_ruling, "Pinned: it stands with the rules at all tables of {name}."),
    "own": (leagues.unpin_ruling, "It stands with the rules of this table only, if at all."),
}


@bp.route("/ruling/<int:seq>", methods=["GET", "POST"])
def look(public_id: str, seq: int) -> ResponseReturnValue:
    """A ruling in full, and what became of it; pin it, take it back."""
    visit = tabled.visit_or_403(public_id, write=request.method == "POST")
    playing = Playing(visit)
    playing.message = tabled.said()
    answer = tabled.Written(200, None)
    if request.method == "POST":
        answer = _done(visit.table, seq)
        if answer.status == 200:
            tabled.say(answer.message)
            return redirect(url_for("rulings.look", public_id=public_id, seq=seq), 303)
        playing.message = answer.message
    return _page(playing, seq, answer), answer.status


def _done(table: tables.Opened, seq: int) -> tabled.Written:
    """Do what the key says."""
    do = request.form.get("do", "")
    if do in _IN_LEAGUE:
        outcome = _pin_in_league(table, seq, do)
        return tabled.Written(outcome.status, outcome.message)
    act, done = _ACTS.get(do) or abort(400)
    return tabled.attempt(lambda: act(table, seq, tabled.sent()), done)


def _page(playing: Playing, seq: int, answer: tabled.Written) -> str:
    try:
        one = tables.find_ruling(playing.table, seq)
    except tables.NotFound:
        abort(404)
    told = tables.told(playing.table, tabled.known_device())
    found = _league_of(playing.table)
    return render_template(
        "rulings/look.html",
        show=playing,
        one=ruled.shown(playing.table, one),
        about=one.about if one.number else None,
        entries=one.entries,
        steps=steps_of(playing.table, told, seq, *one.entries),
        broken=broken(answer.broken),
        club=found,
        for_all=bool(found and (playing.table.row.id, seq) in found.league.pins),
    )
