"""The deal in progress: its answers so far, saving them, and the preview."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from itertools import chain
from time import time
from typing import Any, Final, NamedTuple

from flask import abort

from scorekeeper.engine.deals import Entry
from scorekeeper.engine.game import Pad, deal_headline
from scorekeeper.engine.replay import Refused, after_with_warnings, interview
from scorekeeper.interview.steps import Question, Value
from scorekeeper.sentences import Voice, tell
from scorekeeper.sheet.results import headline
from scorekeeper.store.table.drafts import UNANSWERED, Answer, AnswerConflict, bid_declared
from scorekeeper.store.table.rows import Conflict
from scorekeeper.tables import sharing
from scorekeeper.tables.changes import add_entry, edit_entry
from scorekeeper.tables.downloads import ExportedStep, exported_history
from scorekeeper.tables.loading import TableVisit, deal_numbers, deal_saved_since
from scorekeeper.tables.write import has_write_with_prefix
from scorekeeper.web.interview import form
from scorekeeper.web.interview.declared import DeclaredBid, declared_bids, newly_declared
from scorekeeper.web.interview.steps import BranchStep, FormStep, entry_of, of_seats
from scorekeeper.web.interview.values import encode
from scorekeeper.web.shared.security import read_number
from scorekeeper.web.table import entries, table_request
from scorekeeper.web.table import summary as table_summary
from scorekeeper.web.table.history import steps_of, who_did
from scorekeeper.web.table.page import TablePage
from scorekeeper.web.table.table_request import Message

_LATEST: Final = 20
"""How many entries back the page looks for the way in which this table enters deals."""
OTHER: Final = "other_deal"
"""The field that names the record of the deal that what was typed is compared with."""
_NOT_ANSWERS: Final = ("csrf_token", "key", "version", "do", "also", OTHER)


class OtherDeal(NamedTuple):
    """A deal that was saved while its figures were entered here too: who saved it last (``step``),
    its row, and what was typed here (``form``), with its row as the same deal; None while it is
    incomplete."""

    step: ExportedStep
    row: entries.RowShown
    form: form.InterviewForm
    mine: entries.RowShown | None

    @property
    def who(self) -> str:
        """Return whose phone saved it, to begin a sentence with."""
        return who_did(self.step)

    @property
    def sent_again(self) -> list[tuple[str, str]]:
        """Return what was typed, as fields of another form; with what the key for the rest has
        answered."""
        typed = self.form.typed or form.Typed()
        fields = [
            (name, value)
            for name, value in typed.items(multi=True)
            if name not in _NOT_ANSWERS and not name.startswith("seen.")
        ]
        if typed.get("do") != form.REST:
            return fields
        rest = {one.name: encode(one.data) for one in self.form if one.given}
        return [(name, value or rest.get(name, "")) for name, value in fields]


class DealInProgress(TablePage):
    """A table with the answers to its next deal: what was typed (None: nothing) over what the draft
    holds."""

    def __init__(self, visit: TableVisit, typed: form.Typed | None = None) -> None:
        super().__init__(visit)
        self.typed = typed
        self.message: Message = None
        self.overtaken = False
        self.other: OtherDeal | None = None

    @cached_property
    def interview_form(self) -> form.InterviewForm:
        """Return the next deal's questions, filled in as far as known; for a seat's own phone in
        the way of entering in which that seat is asked."""
        interview_form = self._filled()
        if self.may_score or not self.seats:
            return interview_form
        modes = (self._filled(mode) for mode in interview_form.other_modes())
        asking = (one for one in chain((interview_form,), modes) if self._of_seats(one))
        return next(asking, interview_form)

    def _of_seats(self, interview_form: form.InterviewForm) -> list[FormStep | BranchStep]:
        open_answers = interview_form.revealed(self.visit.answers)
        # once all are open, only the scorer may put one right
        return of_seats(interview_form.shown_now(), self.seats, but=open_answers)

    def _filled(self, entry_mode: str = "") -> form.InterviewForm:
        stored = entry_of(self._drafted)
        return form.InterviewForm(
            interview(self.pad),
            self.voice,
            self.typed,
            stored=stored,
            usual=[row.entry for row in self.pad.rows[: -_LATEST - 1 : -1] if row.kind == "deal"],
            entry_mode=entry_mode,
            written=self.visit.answers,
        )

    @property
    def begun(self) -> Entry:
        """Return the answers about the deal in progress, without sealed ones."""
        self.interview_form.seal(self.visit.answers)
        return self.interview_form.entry

    @cached_property
    def untouched(self) -> bool:
        """Return whether nothing has been answered yet."""
        return not any(field.given and not field.derived for field in self.interview_form)

    @property
    def late(self) -> bool:
        """Return whether the form has been sent with one of its keys before this was tapped on
        it."""
        return self.stale and has_write_with_prefix(self.table, f"{table_request.request_key()}.")

    @property
    def stale(self) -> bool:
        """Return whether the answers may be about another deal, because somebody has saved
        since."""
        typed = self.typed
        return typed is not None and read_number(typed.get("version", "")) != self.version

    def save_draft(self) -> Message:
        """Save the answers as the draft, for other phones; return what to say (None: nothing).

        Answers typed before somebody else saved are left out: they may have been about another
        deal.
        """
        if self.stale:
            table_request.retry_with_fresh_state()
            self.overtaken = True
            return self.with_what_changed(table_request.conflict())
        sealed = self.interview_form.still_sealed(self.visit.answers)
        # what is sealed and was not sent from here must be in nobody's way
        answers = {
            path: answer
            for path, answer in (self.interview_form.answers() | self._cleared_answers()).items()
            if path not in sealed or self.interview_form.was_sent(path)
        }
        answers |= self.interview_form.mode_pressed()
        own = set[str]()
        if not self.may_score:
            own = {field.name for field in self.interview_form if field.question.seat in self.seats}
            answers = {path: answer for path, answer in answers.items() if path in own}
            open_answers = self.interview_form.revealed(self.visit.answers) & own
            if any(self.visit.answers[path].answer != answers.get(path) for path in open_answers):
                revealed = tell("All bids are revealed. Ask the scorer to correct a slip.")
                return ("warn", revealed)
        answers |= newly_declared(self.interview_form, answers, self._drafted, int(1000 * time()))
        pressed = self.typed and self.typed.get("do") == form.REVEALED
        revealing = pressed and self.may_score and self.interview_form.sealed
        if revealing:
            answers[form.REVEALED] = True
        problem = self._save_answers(
            self.interview_form, answers, self.pad.deals + 1, self.typed or form.Typed()
        )
        if problem is None and revealing:
            return ("good", tell("Bids revealed."))
        if problem or not own:
            return problem
        # “Send my bid” with none chosen said nothing
        return ("good", tell("Bid sent.")) if answers else ("warn", tell("Choose your bid first."))

    @property
    def _drafted(self) -> dict[str, Any]:
        return {path: one.answer for path, one in self.visit.answers.items()}

    @property
    def declared(self) -> list[DeclaredBid]:
        """The bids of the deal in progress that were declared before the cards."""
        moments = self._moments_declared
        return [*declared_bids(self.interview_form, moments, self.voice)] if moments else []

    @property
    def _moments_declared(self) -> dict[str, Any]:
        """Return the declarations made before the cards were seen, by path, for the deal's
        record."""
        return {
            bid: moment for path, moment in self._drafted.items() if (bid := bid_declared(path))
        }

    def fill_draft(self, entry: Entry, deal: int, sent: form.Typed) -> Message:
        """Replace the draft of that deal by this much of an entry."""
        interview_form = form.InterviewForm(interview(self.pad), self.voice, stored=entry)
        emptied = dict.fromkeys(self.visit.answers, UNANSWERED)
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
        """Save answers about the deal; `sent` says which version of each was seen."""
        sealed = interview_form.still_sealed(self.visit.answers)
        seen = {path: read_number(sent.get(f"seen.{path}", "")) or 0 for path in answers}
        seat = next(iter(self.seats), None) if not self.may_score else None
        try:
            drafted = sharing.save_draft(
                self.table,
                deal,
                answers,
                seen=seen,
                device=table_request.device(),
                seat=seat,
                sealed=sealed,
            )
        except AnswerConflict as conflict:
            table_request.retry_with_fresh_state()
            self.overtaken = True
            names = ", ".join(self._question_at(path) for path in conflict.current)
            return (
                "warn",
                tell("Another phone changed {names}. Check and try again.", names=names),
            )
        # its deal was saved while it was on its way
        except Conflict:
            table_request.retry_with_fresh_state()
            self.overtaken = True
            return self.with_what_changed(table_request.conflict())
        self._adopt(drafted)
        if self.interview_form.held:
            del self.interview_form  # questions waiting for these answers can be asked now
        return None

    def _adopt(self, drafted: Mapping[str, Answer]) -> None:
        """Go on with what is answered now. Where nothing else has changed meanwhile, the page that
        shows it has the newest version, and need not ask for it again."""
        # the next poll fetched the same page again, and “Bid sent.” was gone within two seconds
        self.visit = self.visit._replace(answers=drafted)
        row = self.table.row
        newest = max((one.version for one in drafted.values()), default=0)
        if newest == row.drafted + 1:
            self.table = replace(self.table, row=row._replace(drafted=newest))
            self.visit = self.visit._replace(table=self.table)

    def _cleared_answers(self) -> dict[str, Any]:
        """Return the draft's answers that were cleared on the page, or belong to a way of
        entering that is no longer used; not those from the players' own phones."""
        drafted, left = self.visit.answers, self.interview_form.unused_branches()
        emptied = {field.name for field in self.interview_form if not field.given or field.derived}
        elsewhere = {
            path for path, one in drafted.items() if one.seat is None and path.split(".")[0] in left
        }
        return dict.fromkeys(emptied.intersection(drafted) | elsewhere, UNANSWERED)

    def _question_at(self, path: str) -> str:
        name = bid_declared(path) or path
        field = next((field for field in self.interview_form if field.name == name), None)
        return self.voice.text(field.question.label) if field else path

    def other_deal(self) -> int | None:
        """Return the record of the deal that another phone has saved since this one began to enter
        it; None where there is none."""
        typed = self.typed or form.Typed()
        seq = read_number(typed.get(OTHER, "")) if typed.get("do") == "replace" else None
        if seq is not None:  # shown already, and still there
            return seq if seq in deal_numbers(self.table) else None
        version = read_number(typed.get("version", ""))
        if version is None or not self.may_score or not self.stale:
            return None
        # told only that the game had changed, the second phone saved the same hand as the next deal
        return deal_saved_since(self.table, version)

    def compare(self, seq: int) -> bool:
        """Set the deal of that record beside what was typed; return whether there is anything to
        decide: other figures, or some that were still to be completed."""
        before, stored = self.table.pad_before(seq), self.table.find(seq).payload
        voice = table_summary.voices(before, self.table.coins)[0]
        typed = form.InterviewForm(interview(before), voice, self.typed)
        row = entries.row_of_entry(self.table, seq, self.rule) or abort(404)
        steps = exported_history(self.table, table_request.known_device())
        step = [one for one in steps if one.step.subject == seq and not one.step.undone][-1]
        tried = _tried(before, typed)
        mine = tried and self._row(tried[0])._replace(head=headline(before, typed.entry, voice))
        self.other = OtherDeal(step, row, typed, mine)
        if typed.complete:
            return bool(typed.entry != stored)
        # half a deal too: the fields of the next deal took the rest of it
        return any(field.given and not field.derived for field in typed)

    def replace_other(self, seq: int) -> table_request.WriteOutcome:
        """Replace the deal of that record by what was typed."""
        self.compare(seq)
        if self.other is None or self.other.mine is None:  # no key does that
            return abort(400)
        entry, sent = self.other.form.entry, table_request.write_request()
        return table_request.attempt(
            lambda: edit_entry(self.table, seq, entry, sent, table_request.write_form().also),
            tell("Deal {n} replaced with yours.", n=self.other.row.number),
        )

    def save(self) -> table_request.WriteOutcome:
        """Record the deal."""
        interview_form, sent = self.interview_form, table_request.write_request()
        # answers typed against an older pad are a repeat or a conflict; they need not fit now
        if sent.version == self.version and not interview_form.complete:
            interview_form.require_missing()
            return table_request.WriteOutcome(422, ("bad", self._missing()))
        written = table_request.attempt(
            lambda: add_entry(
                self.table, interview_form.entry, sent, declared=self._moments_declared
            ),
            table_request.deal_saved,
        )
        interview_form.refuse(written.faults)
        return written._replace(message=self.with_what_changed(written.message))

    def with_what_changed(self, message: Message) -> Message:
        """Return the message; one that the game has changed names the newest change, as it may be
        what is being entered here too."""
        version = table_request.write_form().version
        if message != table_request.conflict() or version is None:
            return message
        history = exported_history(self.table, table_request.known_device())
        since = [one for one in history if one.step.seq > version and not one.step.undone]
        step = next(iter(steps_of(self.table, since)), None)
        if step is None or not (what := step.after or step.before):
            return message
        kept = tell(
            "The game has changed. {action}: {what}. Your entry is kept: check it and save again.",
            action=step.action,
            what=what,
        )
        return ("bad", kept)

    @cached_property
    def tried(self) -> tuple[Pad, list[str]] | None:
        """The pad with the deal as filled in, and the warnings about it."""
        if self.pad.outcome or self.other:
            return None
        return _tried(self.pad, self.interview_form)

    @cached_property
    def preview(self) -> entries.RowShown | None:
        """Return what saving will do, line by line; None while the deal is not complete."""
        tried = self.tried
        if tried is None:
            return None
        pad, warnings = tried
        if warnings and not self.message:
            self.message = ("warn", " ".join(warnings))
        return self._row(pad)

    def _row(self, pad: Pad) -> entries.RowShown:
        """Return the newest row of a pad that was only tried."""
        row = pad.rows[-1]
        lines = entries.lines_of(row, pad, self.rule, self.table.coins)
        return entries.RowShown(0, row.number, "", row.scores, row.totals, lines)

    @property
    def deal_in_words(self) -> str:
        """Describe the deal in progress in a few words, without sealed answers."""
        return self.headline(self.begun)

    def headline(self, entry: Entry) -> str:
        """Return a deal in a few words, half-filled too; empty where nothing of it is known."""
        sentence = deal_headline(self.pad, entry) if entry else None
        return self.sign.text(sentence) if sentence else ""

    def _missing(self) -> str:
        missing = self.interview_form.missing
        if not missing:
            at_fields = (fault for step in self.interview_form.questions for fault in step.errors)
            return next(chain(self.interview_form.general, at_fields))
        step = self.interview_form.step_of(missing[0])
        if step is not None and step.faults:
            return step.faults[0]
        if step is not None and step.waiting and step.waiting.question.prompt:
            return self.voice.text(step.absent)
        return tell("Missing: {question}.", question=self.label(missing[0], self.voice))

    def label(self, question: Question, voice: Voice) -> str:
        """Return the question's label for use within a sentence; of a list, with the player's
        name."""
        step = self.interview_form.step_of(question)
        if step is None or not step.many or step.waiting is None:
            return voice.within(question.label)
        return step.part_label(step.waiting, voice)


def _tried(before: Pad, interview_form: form.InterviewForm) -> tuple[Pad, list[str]] | None:
    """Return the pad with the deal as filled in, and the warnings about it; None while it is
    incomplete."""
    if not interview_form.complete:
        return None
    try:
        pad, warnings = after_with_warnings(before, interview_form.entry)
    except Refused as refused:
        interview_form.refuse(refused.faults)
        return None
    return pad, [interview_form.voice.text(warning.sentence) for warning in warnings]


# --- a deal that was taken back -----------------------------------------------------------------


def answers_of(pad: Pad, entry: Entry) -> Mapping[str, Value]:
    """Return the answers that make this deal, without derived ones, so that those follow a
    correction."""
    answers = _filled(pad, entry).answers()
    whole = _entry(pad, answers)
    for name in reversed([*answers]):
        fewer = {path: answer for path, answer in answers.items() if path != name}
        if _entry(pad, fewer) == whole:
            answers = fewer
    return answers


def _filled(pad: Pad, stored: Mapping[str, Any]) -> form.InterviewForm:
    return form.InterviewForm(interview(pad), table_summary.voices(pad)[0], stored=stored)


def _entry(pad: Pad, answers: Mapping[str, Value]) -> tuple[Entry, bool]:
    """Return what these answers come to, and whether that is all that is asked."""
    interview_form = _filled(pad, entry_of(answers))
    return interview_form.entry, interview_form.complete
