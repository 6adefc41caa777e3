"""A page of its own for an entry other than the next deal; and the later entries it would
delete."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from flask import Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.engine.deals import Entry
from scorekeeper.engine.game import Capacity, Pad
from scorekeeper.engine.pad import result_in, voice_of
from scorekeeper.engine.replay import Refused, after_with_warnings, interview, kind_of
from scorekeeper.interview.steps import Interview
from scorekeeper.leagues.visit import worth_in_league
from scorekeeper.sentences import Seat, Side, minus, phrase, say, tell, with_sign
from scorekeeper.standings.numbers import number_text
from scorekeeper.store.table.drafts import UNANSWERED
from scorekeeper.store.table.rows import WriteRequest
from scorekeeper.tables.loading import LoadedTable, NotFound, Refusal, TableVisit
from scorekeeper.tables.write import WriteResult, has_write_with_prefix
from scorekeeper.web.interview import form
from scorekeeper.web.interview.coins import Coin
from scorekeeper.web.interview.steps import in_page_order
from scorekeeper.web.interview.values import NONE, encode
from scorekeeper.web.table import table_request
from scorekeeper.web.table.entries import RowShown, lines_of
from scorekeeper.web.table.pad_page import PadPage
from scorekeeper.web.table.summary import sides_of, voices


def moves_dealer(before: Pad, after: Pad) -> bool:
    """Return whether another player deals next once somebody has come or gone."""
    return bool(before.upcoming.get("dealer") != after.upcoming.get("dealer"))


def seat_in_words(before: Pad, after: Pad, entry: Entry) -> str:
    """Return whose points a change of players leaves to whom, and who deals next where that is
    somebody else than before."""
    number, name = entry["seat"]["number"], entry["seat"]["name"]
    side = next(side for side, seats in enumerate(after.sides) if number in seats)
    seat, n = Seat(number), after.totals[side]
    values = {"seat": seat, "side": Side(side), "n": n, "name": name}
    told, was = voice_of(after), voice_of(before)
    if number == len(before.seats):
        text = told.text(say("{name} starts with {n} {n:point|points}.", **values))
    elif name is None:
        text = was.text(say("{seat}'s {n} {n:point|points} stay as they are.", **values))
    elif before.seats[number] is None:
        text = told.text(say("{name} takes over the {n} {n:point|points} of this seat.", **values))
    else:
        text = was.text(say("{name} takes over the {n} {n:point|points} of {side}.", **values))
    if not moves_dealer(before, after):
        return text
    dealer = told.seat(after.upcoming["dealer"])
    return f"{text} {tell('{dealer} deals next.', dealer=dealer)}"


class FinalPoints(NamedTuple):
    """The field for a side's final points: what was entered, and why it was refused."""

    name: str
    coins: Sequence[Coin]
    field: str
    value: str
    faults: Sequence[str]


class Change(NamedTuple):
    """A side's points before and after, as they are written."""

    who: str
    before: str
    after: str


class EntryPage(PadPage):
    """An interview as a page of the table; `before` is the pad whose players it names, `stored`
    and `usual` are those of an `InterviewForm`."""

    def __init__(
        self,
        visit: TableVisit,
        asked: Interview,
        before: Pad,
        stored: Mapping[str, Any] | None = None,
        usual: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        typed = table_request.submitted_data()
        super().__init__(visit, typed)
        self.before = before
        self.voice, self.sign = voices(before, visit.table.coins)
        self.changes: list[Change] = []
        self.rests = self.told = ""
        self.form = form.InterviewForm(asked, self.voice, typed, stored=stored, usual=usual)

    def resting(self, stored: Mapping[str, Any] | None) -> str:
        """Return why there is nothing to save yet, against the entry as it is `stored` (None: there
        is none); empty where there is something."""
        if self.form.missing:
            question = self.form.missing[0]
            if question.missing:
                return self.voice.alone(question.missing)
            return tell("Missing: {question}.", question=self.voice.within(question.label))
        return tell("Nothing is changed yet.") if self.form.entry == stored else ""

    def changed(self, old: Sequence[int], new: Sequence[int], *, points: bool) -> list[Change]:
        """Return the sides whose points or totals an entry changes, each with both."""
        write = with_sign if points else minus
        sides = enumerate(zip(old, new, strict=False))
        return [
            Change(self.voice.side(side), write(was), write(now))
            for side, (was, now) in sides
            if was != now
        ]

    def send(
        self,
        write: Callable[[WriteRequest], WriteResult],
        done: str,
        *,
        anyway: bool = False,
    ) -> table_request.WriteOutcome:
        """Write what was filled in, where it can be; `anyway`: what speaks against it goes too."""
        sent = table_request.write_request()
        # typed against an older page it is a repeat or a conflict, and need not fit now
        if sent.version == self.version and not self.form.complete and not anyway:
            self.form.require_missing()
            self.message = ("bad", tell("Not saved. Check the marked fields."))
            return table_request.WriteOutcome(422, self.message)
        written = table_request.attempt(lambda: write(sent), done)
        self.form.refuse(written.faults)
        self.message = self.with_what_changed(written.message)
        return written._replace(message=self.message)


class EntryEdit(EntryPage):
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
        if kind_of(self.before.game, self.form.entry) == "seat":
            self.told = seat_in_words(self.before, pad, self.form.entry)
        self.end = self.end_of(pad) if self.stops else None
        if self.by_result and not self.message:
            self.message = ("note", self._worth(pad))
        return RowShown(0, row.number, "", row.scores, row.totals, lines_of(row, pad, self.rule))

    def late_for(self, kind: str) -> bool:
        """Return whether a change of players would have another player deal the deal that is being
        entered; then it says so."""
        begun = any(one.answer is not UNANSWERED for one in self.visit.answers.values())
        if kind != "seat" or not begun or not self.form.complete:
            return False
        try:
            pad, _ = after_with_warnings(self.before, self.form.entry)
        except Refused:
            return False
        if not moves_dealer(self.before, pad):
            return False
        n, dealer = self.before.deals + 1, self.voice.seat(self.before.upcoming["dealer"])
        text = tell(
            "{dealer} is dealing deal {n}. Save it first, then change players.", n=n, dealer=dealer
        )
        self.message = ("bad", text)
        return True

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
        row, stored = more.get("row"), more.get("entry")
        if preview and row:
            self.changes = self.changed(row.scores, preview.scores, points=True)
        elif preview:
            self.changes = self.changed(self.before.totals, preview.totals, points=False)
        if not self.stops:
            self.rests = self.resting(stored and stored.payload)
        return render_template(
            "table/record/result.html" if self.by_result else "table/record/form.html",
            show=self,
            form_steps=in_page_order(self.form.steps[:1] if self.stops else self.form.steps),
            heading=heading,
            label=label,
            preview=preview,
            **{"row": None, "steps": [], "entry": None, "room": None, **more},
        )


_KINDS: Final = {
    "adjust": phrase("an adjustment"),
    "seat": phrase("a change of players"),
    "finish": phrase("the end"),
}


def conflicting_entries(refused: Sequence[Refusal]) -> dict[str, str] | None:
    """Return the later entries that would become invalid, so that the page can offer to delete
    them."""
    if not refused:
        return None
    kinds = [kind_of(one.pad.game, one.entry) for one in refused]
    names = [
        tell("deal {n}", n=one.number) if one.number else tell(_KINDS.get(kind, phrase("an entry")))
        for one, kind in zip(refused, kinds, strict=True)
    ]
    seqs = ",".join(str(one.seq) for one in refused)
    return {
        "text": table_request.conflict_text(refused[0]),
        "seqs": seqs,
        "names": ", ".join(names),
    }


def is_undone(table: LoadedTable, seq: int) -> bool:
    """Return whether that record was written and is not to be found any more; 404 where it never
    was."""
    if not 0 < seq <= table.row.version:
        abort(404)
    try:
        table.find(seq)
    except NotFound:
        return True
    return False


def entry_gone_page(visit: TableVisit) -> ResponseReturnValue:
    """The pad, which says that the entry this was about is not there: somebody has taken it back
    since the page was drawn. A request that was sent before counts as done all the same."""
    address = url_for("pad.table", public_id=visit.table.row.public_id)
    if request.method == "POST" and not table_request.is_htmx():
        if has_write_with_prefix(visit.table, table_request.write_key()):
            return redirect(address, 303)
        return PadPage(visit).page(table_request.entry_gone()), 409
    table_request.flash(table_request.entry_gone())
    if table_request.is_htmx():  # a part of the pad would appear in another page
        return Response(status=409, headers={"HX-Redirect": address})
    return redirect(address, 303)


def also_deleted() -> tuple[int, ...]:
    """Return the later entries that the person agreed to strike."""
    return table_request.write_form().also
