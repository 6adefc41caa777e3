"""The pad's page: what it shows while a deal is entered, and what becomes of what is typed."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain
from time import time
from typing import Any, Final, NamedTuple

from flask import render_template, session

from scorekeeper import tables
from scorekeeper.engine import telling
from scorekeeper.engine.fields import Question, name_of
from scorekeeper.engine.ledger import Entry, Pad, Refused, consider, interview
from scorekeeper.plain_text import signed
from scorekeeper.sentences import Side, Voice, phrase, say, tell
from scorekeeper.sheet import extra_label
from scorekeeper.web.interview import form, paths
from scorekeeper.web.interview.field import AnswerField, is_typed
from scorekeeper.web.interview.steps import BranchStep, FormStep, is_instead, of_seats
from scorekeeper.web.shared import links
from scorekeeper.web.shared.forms import read_number
from scorekeeper.web.shared.templating import answer_text
from scorekeeper.web.table import page_cache, rows, table_request
from scorekeeper.web.table import summary as table_summary
from scorekeeper.web.table.page import TablePage
from scorekeeper.web.table.table_request import Message

_LATEST: Final = 20
"""How many entries back it is looked in which way deals are entered at this table."""

_ONE_LINE: Final = 21
"""The most letters of a deal's headline on the wide key; a longer one would make it higher."""

_LATELY_MS: Final = 2 * 60 * 1000
"""How long after its last tap a phone is still shown as entering a deal."""
_ROOM: Final = 30
"""The most letters of names and points on the wide key."""


class AnswersSeen(NamedTuple):
    """A question of the deal in progress as the whole table sees it: what was asked, and each
    answer with whose it is (empty: nobody's in particular)."""

    asked: str
    answers: list[tuple[str, str]]


class PadPage(TablePage):
    """A table's pad, with what was typed (None: nothing) over what the draft holds."""

    def __init__(self, visit: tables.TableVisit, typed: form.Typed | None = None) -> None:
        super().__init__(visit)
        self.typed = typed
        self.message: Message = None
        self.partly = False
        self.menu_too = False
        self.reopened = False
        self.overtaken = False

    # --- what is answered -----------------------------------------------------------------------

    @cached_property
    def interview_form(self) -> form.InterviewForm:
        """The next deal's questions, filled in as far as known; for a seat's phone in the way of
        entering in which that seat is asked."""
        interview_form = self._filled()
        if self.may_score or not self.seats:
            return interview_form
        ways = (self._filled(way) for way in interview_form.other_ways())
        asking = (one for one in chain((interview_form,), ways) if self._of_seats(one))
        return next(asking, interview_form)

    def _of_seats(self, interview_form: form.InterviewForm) -> list[FormStep | BranchStep]:
        laid_open = interview_form.revealed(self.visit.answers)
        return of_seats(interview_form.shown_now(), self.seats, but=laid_open)

    def _filled(self, way: str = "") -> form.InterviewForm:
        stored = paths.entry_of({path: one.answer for path, one in self.visit.answers.items()})
        return form.InterviewForm(
            interview(self.pad),
            self.voice,
            self.typed,
            stored=stored,
            usual=[row.entry for row in self.pad.rows[: -_LATEST - 1 : -1] if row.kind == "deal"],
            way=way,
            written=self.visit.answers,
        )

    @property
    def begun(self) -> Entry:
        """What is said so far of the deal in progress, save for what is sealed."""
        self.interview_form.close_sealed(self.visit.answers)
        return self.interview_form.entry

    @property
    def doing(self) -> str:
        """The deal in progress in a few words, save for what is sealed."""
        return self._headline(self.begun)

    @property
    def late(self) -> bool:
        """Return whether the form has been sent with one of its keys before this was tapped on
        it."""
        return self.stale and tables.has_write_with_prefix(
            self.table, f"{table_request.request_key()}."
        )

    @property
    def stale(self) -> bool:
        """Return whether what was typed may have been about another deal: somebody wrote
        meanwhile."""
        typed = self.typed
        return typed is not None and read_number(typed.get("version", "")) != self.version

    def save_draft(self) -> Message:
        """Keep what is answered as the draft, for another phone or after a nap; not what was typed
        before somebody wrote, which may have been about another deal."""
        if self.stale:
            table_request.retry_with_fresh_state()
            self.overtaken = True
            return table_request.conflict()
        shut = self.interview_form.still_sealed(self.visit.answers)
        answers = {
            path: answer
            for path, answer in (self.interview_form.answers() | self._cleared_answers()).items()
            if path not in shut or self.interview_form.was_sent(path)
        }
        answers |= self.interview_form.way_pressed()
        if not self.may_score:
            own = {field.name for field in self.interview_form if field.question.seat in self.seats}
            answers = {path: answer for path, answer in answers.items() if path in own}
            laid_open = self.interview_form.revealed(self.visit.answers) & own
            if any(self.visit.answers[path].answer != answers.get(path) for path in laid_open):
                revealed = tell("All bids are revealed. Ask the scorer to correct a slip.")
                return ("warn", revealed)
        revealing = self.may_score and bool(self.interview_form.sealed) and self._reveal_pressed
        if revealing:
            answers[form.REVEALED] = True
        told = self._save_answers(
            self.interview_form, answers, self.pad.deals + 1, self.typed or form.Typed()
        )
        if told is None and revealing:
            return ("good", tell("Bids revealed."))
        return told if told or self.may_score or not answers else ("good", tell("Bid sent."))

    @property
    def _reveal_pressed(self) -> bool:
        return self.typed is not None and self.typed.get("do") == form.REVEALED

    def fill_draft(self, entry: Entry, deal: int, sent: form.Typed) -> Message:
        """Have the draft of that deal hold this much of an entry, and nothing else."""
        interview_form = form.InterviewForm(interview(self.pad), self.voice, stored=entry)
        emptied = dict.fromkeys(self.visit.answers, tables.UNANSWERED)
        return self._save_answers(
            interview_form, {**emptied, **interview_form.answers()}, deal, sent
        )

    def _save_answers(
        self,
        interview_form: form.InterviewForm,
        answers: Mapping[str, Any],
        deal: int,
        sent: form.Typed,
    ) -> Message:
        """Keep answers about the deal; `sent` says which version of each was seen."""
        shut = interview_form.still_sealed(self.visit.answers)
        seen = {path: read_number(sent.get(f"seen.{path}", "")) or 0 for path in answers}
        seat = next(iter(self.seats), None) if not self.may_score else None
        try:
            drafted = tables.save_draft(
                self.table,
                deal,
                answers,
                seen=seen,
                device=table_request.device(),
                seat=seat,
                shut=shut,
            )
        except tables.AnswerConflict as conflict:
            table_request.retry_with_fresh_state()
            self.overtaken = True
            names = ", ".join(self._question_at(path) for path in conflict.standing)
            return (
                "warn",
                tell("Another phone changed {names}. Check and try again.", names=names),
            )
        except tables.Conflict:
            table_request.retry_with_fresh_state()
            self.overtaken = True
            return table_request.conflict()
        self.visit = self.visit._replace(answers=drafted)
        if self.interview_form.held:
            del self.interview_form  # what was waiting for these answers can be asked now
        return None

    @property
    def is_written(self) -> bool:
        """Return whether what was sent is the deal that another phone has written meanwhile, and
        all that was written since."""
        last = self.pad.last_deal
        newest_only = (
            self.table.seqs[-1:] == (self.version,) == (table_request.write_request().version + 1,)
        )
        return newest_only and last is not None and last.entry == self.interview_form.entry

    def save(self) -> table_request.WriteOutcome:
        """Record the deal."""
        interview_form, sent = self.interview_form, table_request.write_request()
        # what was typed against an older pad is sent again, or in conflict; it need not fit now
        if sent.version == self.version and not interview_form.complete:
            interview_form.require_missing()
            return table_request.WriteOutcome(422, ("bad", self._missing()))
        written = table_request.attempt(
            lambda: tables.add_entry(self.table, interview_form.entry, sent),
            table_request.deal_saved,
        )
        interview_form.refuse(written.faults)
        return written

    def _cleared_answers(self) -> dict[str, Any]:
        """Answers of the draft that were emptied on the page, or entered in a way that was left
        for another; not those from the players' own phones."""
        drafted, left = self.visit.answers, self.interview_form.unused_branches()
        emptied = {field.name for field in self.interview_form if not field.given or field.derived}
        elsewhere = {
            path for path, one in drafted.items() if one.seat is None and path.split(".")[0] in left
        }
        return dict.fromkeys(emptied.intersection(drafted) | elsewhere, tables.UNANSWERED)

    def _question_at(self, path: str) -> str:
        field = next((field for field in self.interview_form if field.name == path), None)
        return self.voice.text(field.question.label) if field else path

    def _missing(self) -> str:
        missing = self.interview_form.missing
        if not missing:
            at_fields = (fault for ask in self.interview_form.questions for fault in ask.errors)
            return next(chain(self.interview_form.general, at_fields))
        ask = self.interview_form.asked(missing[0])
        if ask is not None and ask.faults:
            return ask.faults[0]
        if ask is not None and ask.waiting and ask.waiting.question.asks:
            return self.voice.text(ask.absent)
        return tell("Missing: {question}.", question=self._label(missing[0], self.voice))

    def _label(self, question: Question, voice: Voice) -> str:
        """What is asked, within a sentence; of a list, for whom."""
        ask = self.interview_form.asked(question)
        if ask is None or not ask.many or ask.waiting is None:
            return voice.within(question.label)
        return ask.part_label(ask.waiting, voice)

    def _coming(self, question: Question) -> str:
        """What comes next, as players say it."""
        ask = self.interview_form.asked(question)
        item = ask.waiting.question if ask and ask.waiting else question
        return self.sign.text(item.turn) if item.turn else self._label(question, self.sign)

    # --- what is shown --------------------------------------------------------------------------

    def page(self, message: Message = None) -> str:
        """Return the whole page."""
        return self._cached_page("table/pad/table.html", message)

    def part(self, message: Message = None, *, menu_too: bool = False) -> str:
        """Return what is inside `main`, and where the game stands for the bar above; the menu with
        it where what it offers may have changed."""
        self.partly, self.menu_too = True, menu_too
        return self._cached_page("table/pad/_play.html", message)

    def wall(self, *, partly: bool = False) -> str:
        """The page for a large screen, or what is inside its `main`."""
        self.partly = partly
        return self._cached_page("table/pad/_wall.html" if partly else "table/pad/wall.html", None)

    @property
    def has_code(self) -> bool:
        """Whether there is a link to watch, whose code this phone may show."""
        given = tables.links(self.table, links.signing_key()) if self.may_score else []
        return any(one.role == tables.WATCH for one in given)

    def _cached_page(self, template: str, message: Message) -> str:
        """The page; if nothing was typed and nothing is to be said, as it was drawn before."""
        if self.typed is not None or message is not None:
            return self._draw(template, message)
        row = self.table.row
        shown = (row.public_id, row.version, row.updated, row.drafted, self.table.outdated)
        mine = (self.may_score, self.seats, self.league, self.may_be_taken_in)
        whose = (*mine, self.entering, self.scorers)
        mark = (template, self.menu_too, *shown, *whose, *map(session.get, ("theme", "deck")))
        return page_cache.cached_page(mark, self.key, lambda: self._draw(template, message))

    def _draw(self, template: str, message: Message) -> str:
        self.message = message
        self.interview_form.close_sealed(self.visit.answers)
        if self.preview is None and self.interview_form.general and not message:
            self.message = ("bad", " ".join(self.interview_form.general))
        return render_template(template, show=self)

    @property
    def more(self) -> bool:
        typed = any(is_typed(field.question) for field in self.interview_form)
        return super().more or typed or not self.may_score

    @cached_property
    def to_bid(self) -> str:
        """How its bidding is offered to be kept; empty once anything is answered."""
        auction = self.pad.game.auction
        if not self.in_play or auction is None:
            return ""
        return self.voice.text(auction.offer) if self.untouched else ""

    @cached_property
    def untouched(self) -> bool:
        """Return whether nobody has answered anything yet."""
        return not any(field.given and not field.derived for field in self.interview_form)

    @property
    def echoes(self) -> bool:
        """Return whether what was typed is shown again and stands nowhere else."""
        return self.typed is not None and self.message is not None and self.message[0] != "good"

    @property
    def answers(self) -> bool:
        """Return whether this phone has a form: the scorer's, or one for a seat's own questions."""
        return self.may_score or (bool(self.seats) and bool(self.asks))

    @cached_property
    def entering(self) -> str:
        """Who is entering the deal in progress on another phone; empty where nobody was lately."""
        mine, since = table_request.known_device(), 1000 * time() - _LATELY_MS
        others = [
            one for one in self.visit.answers.values() if one.device != mine and one.at > since
        ]
        if not others or self.pad.outcome:
            return ""
        last = max(others, key=lambda one: one.at)
        n, name = self.pad.deals + 1, tables.name_of_phone(self.table, last.device)
        if not name:
            return tell("Another phone is entering deal {n}.", n=n)
        return tell("{name} is entering deal {n}.", name=name, n=n)

    @cached_property
    def scorers(self) -> str:
        """Who enters deals, for those who do not."""
        told = () if self.may_score else tables.scorers(self.table)
        return table_summary.scorers_in_words(told)

    @property
    def writable(self) -> list[tuple[str, str]]:
        """Other entries that can be written now."""
        kinds = [
            ("adjust", tell("Adjust score")),
            ("seat", tell("Change player")),
            ("finish", tell("End game")),
        ]
        return [] if self.pad.outcome else self.offers + kinds

    @cached_property
    def offers(self) -> list[tuple[str, str]]:
        """The game's own entries that may be written now."""
        return [
            (kind, self.voice.text(extra_label(kind)))
            for kind in (() if self.pad.outcome else self.pad.game.extras)
            if not form.InterviewForm(interview(self.pad, kind), self.voice).refused
        ]

    @cached_property
    def key(self) -> str:
        return table_request.new_key() if self.typed is None else table_request.request_key()

    @property
    def seen(self) -> list[tuple[str, int]]:
        """The version of each drafted answer that this page shows."""
        return [(path, one.version) for path, one in self.visit.answers.items()]

    @cached_property
    def asks(self) -> list[FormStep | BranchStep]:
        if self.pad.outcome:
            return []
        interview_form = self.interview_form
        return interview_form.shown_now() if self.may_score else self._of_seats(interview_form)

    @cached_property
    def bidding(self) -> bool:
        """Return whether it is the turn of this phone's seat: it has not answered yet, and those
        before it have, or what they answer is sealed."""
        if self.may_score or self.pad.outcome:
            return False
        waiting = [(ask, field) for ask in self.steps for field in ask.fields if not field.given]
        return any(field.question.sealed or self._is_next(ask, field) for ask, field in waiting)

    @property
    def bid_sent(self) -> bool:
        """Return whether this phone's seat has answered all that it is asked."""
        return not self.may_score and all(ask.done for ask in self.steps)

    def _is_next(self, ask: FormStep, field: AnswerField) -> bool:
        whole = self.interview_form.asked(ask.question)
        return whole is not None and whole.waiting is field

    @property
    def not_bid(self) -> list[str]:
        """Who has not given a sealed answer yet, where others have; empty where none is hidden."""
        answers = self.visit.answers
        sealed = self.interview_form.still_sealed(answers)
        if not self.may_score or self.pad.outcome or sealed.isdisjoint(answers):
            return []
        waiting = (self.interview_form[name].question for name in sealed if name not in answers)
        seats = {question.seat for question in waiting if question.seat is not None}
        return [self.voice.seat(seat) for seat in sorted(seats)]

    @property
    def revealed_early(self) -> bool:
        """Return whether the scorer has revealed sealed answers before all were in."""
        return form.REVEALED in self.visit.answers

    @property
    def answers_seen(self) -> list[AnswersSeen]:
        """What is answered of the deal in progress, as all may see it."""
        asks = [
            ask
            for ask in self.interview_form.questions
            if any(one.given and not one.derived for one in ask.fields)
        ]
        return [] if self.pad.outcome else [self._seen(ask) for ask in asks]

    def _seen(self, ask: FormStep) -> AnswersSeen:
        asked = self.sign.text(ask.question.label)
        if not ask.many:
            return AnswersSeen(asked, [("", answer_text(ask.fields[0], self.sign))])
        answers = [(ask.who(one, self.voice), answer_text(one, self.sign)) for one in ask.turns]
        return AnswersSeen(asked, answers)

    @property
    def steps(self) -> list[FormStep]:
        """What is asked above the preview; once anything is answered, what could be ticked instead
        stands below it. In which way it is entered is chosen in the menu."""
        asks = [ask for ask in self.asks if isinstance(ask, FormStep)]
        return asks if self.untouched else [ask for ask in asks if not is_instead(ask)]

    @property
    def instead(self) -> list[FormStep | BranchStep]:
        return [] if self.untouched else [ask for ask in self.asks if is_instead(ask)]

    @property
    def ways(self) -> list[BranchStep]:
        """The choices between ways to enter the same thing, each with the one in use."""
        if self.pad.outcome or not self.may_score:
            return []
        return [ask for ask in self.interview_form.asks if isinstance(ask, BranchStep)]

    @property
    def rest(self) -> str:
        """What the key says that answers for all who have no answer yet; empty where none does."""
        asks = (ask for ask in self.asks if isinstance(ask, FormStep)) if self.may_score else ()
        label = next((ask.rest for ask in asks if ask.rest), None)
        return self.voice.text(label) if label else ""

    @property
    def watching(self) -> str:
        """What stands in a form's place."""
        if self.message:
            return self.message[1]
        if not self.pad.outcome and self.interview_form.revealed(self.visit.answers) and self.doing:
            return tell("{doing}. Over to the scorer.", doing=self.doing)
        return tell("You're watching. Only the scorer can enter deals.")

    @cached_property
    def tried(self) -> tuple[Pad, list[str]] | None:
        """The pad with the deal as filled in, and what is odd about it."""
        interview_form = self.interview_form
        if self.pad.outcome or not interview_form.complete:
            return None
        try:
            pad, warnings = consider(self.pad, interview_form.entry)
        except Refused as refused:
            interview_form.refuse(refused.faults)
            return None
        return pad, [self.voice.text(warning.sentence) for warning in warnings]

    @cached_property
    def preview(self) -> rows.RowShown | None:
        """What saving will do, line by line."""
        tried = self.tried
        if tried is None:
            return None
        pad, warnings = tried
        if warnings and not self.message:
            self.message = ("warn", " ".join(warnings))
        row = pad.rows[-1]
        lines = rows.lines_of(row, pad, self.rule)
        return rows.RowShown(0, row.number, "", row.scores, row.totals, lines)

    def pencilled(self, side: int) -> int | None:
        """The side's total once the deal is saved; None while it is not complete."""
        return self.preview.totals[side] if self.preview and self.may_score else None

    @property
    def note(self) -> str:
        """What saving would mean; it stands where messages do, while there is none."""
        if self.preview is None or self.tried is None:
            return ""
        pad, _ = self.tried
        if pad.outcome:
            if len(pad.outcome.winners) != 1:
                return tell("This ends the game.")
            (side,) = pad.outcome.winners
            template = phrase("This ends the game: {side} {n:wins|win}.")
            return self.voice.text(say(template, side=Side(side), n=len(pad.sides[side])))
        if len(pad.totals) < 2:
            return ""
        first, n = _lead(pad)
        if not n:
            return tell("The lead would be shared.")
        return self.voice.text(say("{side} would lead by {n}.", side=Side(first), n=n))

    @property
    def lead(self) -> str:
        """Who leads by how much; it stands where messages do while there is nothing else to say."""
        if not self.pad.deals or self.outcome or len(self.pad.totals) < 2:
            return ""
        first, n = _lead(self.pad)
        if not n:
            return tell("The lead is shared.")
        players = len(self.pad.sides[first])
        template = phrase("{side} {players:leads|lead} by {n}.")
        return self.voice.text(say(template, side=Side(first), players=players, n=n))

    @property
    def preview_title(self) -> str:
        return tell("Deal {n} preview", n=self.pad.deals + 1)

    def _saving(self, told: str) -> str:
        """What the wide key will do; of a deal that was not played, `told` is a whole sentence."""
        if "passed_out" in self.interview_form.entry:
            return tell("Save: {points}", points=told)
        fits = 0 < len(told) <= _ONE_LINE
        return (
            tell("Save {points}", points=told)
            if fits
            else tell("Save deal {n}", n=self.pad.deals + 1)
        )

    @cached_property
    def main(self) -> tuple[str, str, str]:
        """The wide key: what it does, what it says, and the points below."""
        told = self._headline(self.interview_form.entry)
        if self.preview is not None:
            return "save", self._saving(told), self._points(self.preview.scores)
        open_questions = self.interview_form.open_questions
        then = self._coming(open_questions[0]) if open_questions else ""
        if self._next is not None:
            act = "keep" if any(one.when == "before" for one in open_questions) else "save"
            return act, tell("Next: {question}", question=then), told
        if self._wrong:
            return "save", tell("Check: {question}", question=self._wrong), told
        if open_questions:
            return (
                "save",
                told or tell("Next: {question}", question=then),
                tell("then: {question}", question=then) if told else "",
            )
        return "save", tell("Save deal {n}", n=self.pad.deals + 1), told

    @property
    def coming(self) -> str:
        """What has to be answered next; empty where the deal can be saved."""
        open_questions = self.interview_form.open_questions
        return self._coming(open_questions[0]) if open_questions else ""

    def _points(self, scores: Sequence[int]) -> str:
        """The points of a deal, each with its side's name; with the letters of its coin where
        names are too long."""
        points = [*zip(self.sides, map(signed, scores), strict=True)]
        named = [f"{side.name}\N{NO-BREAK SPACE}{told}" for side, told in points]
        if len(points) > 2 and sum(map(len, named)) > _ROOM:
            named = [f"{''.join(side.coins)}\N{NO-BREAK SPACE}{told}" for side, told in points]
        return "   ".join(named)

    @cached_property
    def _next(self) -> Question | None:
        """What has to be answered next: before the play, or in a list that is filled in and does
        not add up yet; None where the deal can be saved, or only the result is missing."""
        open_questions = self.interview_form.open_questions
        if self.preview is not None or not open_questions:
            return None
        if any(question.when == "before" for question in open_questions):
            return open_questions[0]
        listed = any(
            ask and ask.unsettled for ask in map(self.interview_form.asked, open_questions)
        )
        return open_questions[0] if listed and not self._wrong else None

    @property
    def _wrong(self) -> str:
        """What was refused of all that is answered; empty where nothing was."""
        bad = (ask.question for ask in self.interview_form.questions if ask.bad)
        wrong = next((one for one in bad if one not in self.interview_form.missing), None)
        return self._label(wrong, self.sign) if wrong else ""

    @property
    def leads_to(self) -> str:
        """The name of the field that the wide key leads to; empty where it saves."""
        if self._next is None:
            return ""
        ask = self.interview_form.asked(self._next)
        field = (ask.waiting or ask.fields[0]) if ask else None
        return str(field.name) if field else name_of(self._next.path)

    def _headline(self, entry: Entry) -> str:
        sentence = telling.headline(self.pad, entry) if entry else None
        return self.sign.text(sentence) if sentence else ""


def _lead(pad: Pad) -> tuple[int, int]:
    """Return the side that leads, and by how many points; the totals are two or more."""
    sign = -1 if pad.game.low_wins(pad.options) else 1
    (most, first), (next_most, _), *_ = sorted(
        ((sign * total, side) for side, total in enumerate(pad.totals)), reverse=True
    )
    return first, most - next_most
