"""The pad's page, as seen by the scorer, by the players' own phones and by watchers; and its wide
key, which leads from one answer of the deal to the next, and then saves."""

from collections.abc import Sequence
from functools import cached_property
from time import time
from typing import Final, Literal, NamedTuple

from flask import render_template, session

from scorekeeper.engine.game import Pad
from scorekeeper.engine.replay import interview
from scorekeeper.interview.steps import Question, name_of
from scorekeeper.sentences import Side, phrase, say, tell, with_sign
from scorekeeper.sheet.results import extra_label
from scorekeeper.store.access.links import WATCH
from scorekeeper.tables import pencil
from scorekeeper.tables.loading import TableVisit
from scorekeeper.tables.phones import name_of_phone
from scorekeeper.tables.sharing import links_of_table
from scorekeeper.web.interview import form
from scorekeeper.web.interview.steps import (
    BranchStep,
    FormStep,
    answer_text,
    is_instead,
    is_typed,
)
from scorekeeper.web.shared import links
from scorekeeper.web.shared.templating import cached_page
from scorekeeper.web.table import bid_table, table_request
from scorekeeper.web.table import summary as table_summary
from scorekeeper.web.table.deal_in_progress import DealInProgress
from scorekeeper.web.table.table_request import Message

# --- the wide key ---------------------------------------------------------------------------------

_ONE_LINE: Final = 21
"""The most letters of a deal's headline on the wide key; a longer one would make it higher."""
_ROOM: Final = 30
"""The most letters of names and points on the wide key."""


class WideKey:
    """The wide key of a deal in progress: what it does when it is pressed (`action`), its two lines
    (`label` and `below`), and the field that it leads to (`leads_to`)."""

    def __init__(self, deal: DealInProgress) -> None:
        self.deal = deal
        self.form = deal.interview_form
        self.headline = deal.headline(self.form.entry)
        self.brief = self.headline if len(self.headline) <= _ONE_LINE else ""

    @property
    def action(self) -> Literal["keep", "save"]:
        """Return whether the key keeps the answers as a draft or saves the deal."""
        before = any(question.when == "before" for question in self.form.open_questions)
        return "keep" if before and self._next is not None else "save"

    @property
    def label(self) -> str:
        """The text on the key."""
        if self.deal.preview is not None:
            return self._saving()
        if self._next is not None:
            return tell("Next: {question}", question=self.next_question)
        if self._wrong:
            # a deal that was refused must not read as if it went on
            return tell("Check: {question}", question=self._wrong)
        if not self.next_question:
            return tell("Save deal {n}", n=self.deal.pad.deals + 1)
        brief = self.brief[:1].upper() + self.brief[1:]  # "trumps by Ben"
        return brief or tell("Next: {question}", question=self.next_question)

    @property
    def below(self) -> str:
        """The small text under the label; empty where there is nothing to add."""
        if self.deal.preview is not None:
            return self._points(self.deal.preview.scores)
        if self.brief and self._next is None and not self._wrong and self.next_question:
            return tell("then: {question}", question=self.next_question)
        # a key that waits has two lines at most
        return self.headline if len(self.label) <= _ONE_LINE else ""

    @property
    def leads_to(self) -> str:
        """The name of the field that it leads to; empty where it saves."""
        if self._next is None:
            return ""
        ask = self.form.step_of(self._next)
        field = (ask.waiting or ask.fields[0]) if ask else None
        return str(field.name) if field else name_of(self._next.path)

    @cached_property
    def next_question(self) -> str:
        """The next question to be answered, as players say it; empty where the deal can be
        saved."""
        question = next(iter(self.form.open_questions), None)
        if question is None:
            return ""
        ask, sign = self.form.step_of(question), self.deal.sign
        item = ask.waiting.question if ask and ask.waiting else question
        return sign.text(item.turn) if item.turn else self.deal.label(question, sign)

    @cached_property
    def _next(self) -> Question | None:
        """The next question before the play, or of a list that does not add up yet; None where
        the deal can be saved, or only the result is missing."""
        open_questions = self.form.open_questions
        if self.deal.preview is not None or not open_questions:
            return None
        if any(question.when == "before" for question in open_questions):
            return open_questions[0]
        listed = any(ask and ask.unsettled for ask in map(self.form.step_of, open_questions))
        return open_questions[0] if listed and not self._wrong else None

    @cached_property
    def _wrong(self) -> str:
        """The label of the first answer that was refused; empty if none was."""
        bad = (ask.question for ask in self.form.questions if ask.bad)
        wrong = next((one for one in bad if one not in self.form.missing), None)
        return self.deal.label(wrong, self.deal.sign) if wrong else ""

    def _saving(self) -> str:
        """Return what will be saved; of a deal that was not played the headline is a whole
        sentence."""
        if "passed_out" in self.form.entry:
            return tell("Save: {points}", points=self.headline)
        if self.brief:
            return tell("Save {points}", points=self.brief)
        return tell("Save deal {n}", n=self.deal.pad.deals + 1)

    def _points(self, scores: Sequence[int]) -> str:
        """Return the points of a deal, each with its side's name; with the letters of its coin
        where names are too long."""
        names, points = [side.name for side in self.deal.sides], [*map(with_sign, scores)]
        if len(names) > 2 and sum(map(len, [*names, *points])) + len(names) > _ROOM:
            names = ["".join(one.letter for one in side.coins) for side in self.deal.sides]
        told = zip(names, points, strict=True)
        # apart enough that the points of one side aren't read with the other's name
        return "   ".join(f"{name}\N{NO-BREAK SPACE}{points}" for name, points in told)


# --- the page -------------------------------------------------------------------------------------

_LATELY_MS: Final = 2 * 60 * 1000
"""How long after its last tap a phone is still shown as entering a deal."""


class AnswersSeen(NamedTuple):
    """A question of the deal in progress as the whole table sees it: what was asked, and each
    answer with whose it is (empty: nobody's in particular), and whether it is the next to come."""

    question: str
    answers: list[tuple[str, str, bool]]


class PadPage(DealInProgress):
    """A table's pad with the deal in progress, as scorers, players and onlookers see it."""

    def __init__(self, visit: TableVisit, typed: form.Typed | None = None) -> None:
        super().__init__(visit, typed)
        self.is_part = False
        self.with_menu = False
        self.reopened = False
        self.broken: dict[str, str] | None = None

    def page(self, message: Message = None) -> str | bytes:
        """Return the whole page."""
        return self._cached_page("table/pad/table.html", message)

    def part(self, message: Message = None, *, with_menu: bool = False) -> str | bytes:
        """Return the contents of `main`, and the bar's title; with the menu if it may have
        changed."""
        self.is_part, self.with_menu = True, with_menu
        return self._cached_page("table/pad/_play.html", message)

    def answer(self, message: Message) -> str | bytes:
        """Return a part of the page where that is enough, else the whole."""
        return self.part(message) if table_request.is_htmx() else self.page(message)

    def wall(self, *, is_part: bool = False) -> str | bytes:
        """The page for a large screen, or the contents of its `main`."""
        self.is_part = is_part
        return self._cached_page("table/pad/_wall.html" if is_part else "table/pad/wall.html", None)

    @property
    def has_code(self) -> bool:
        """Return whether there is a watch link whose code this phone may show."""
        given = links_of_table(self.table, links.signing_key()) if self.may_score else []
        return any(one.role == WATCH for one in given)

    def _cached_page(self, template: str, message: Message) -> str | bytes:
        """The page; if nothing was typed and nothing is to be said, as it was drawn before."""
        if self.typed is not None or message is not None:
            return self._draw(template, message)
        row = self.table.row
        shown = (row.public_id, row.version, row.updated, row.drafted, self.has_newer_rules)
        league = (self.league, self.league_places, self.visit.may_join_league)
        mine = (self.may_score, self.seats, row.open_watch, *league)
        agreed = (self.agreement.to_agree, *self.agreement.contested)
        whose = (*mine, self.entering, self.scorers, *agreed)
        cache_key = (template, self.with_menu, *shown, *whose, *map(session.get, ("theme", "deck")))
        return cached_page(cache_key, self.key, lambda: self._draw(template, message))

    def _draw(self, template: str, message: Message) -> str:
        self.message = message
        self.interview_form.seal(self.visit.answers)
        if self.preview is None and self.interview_form.general and not message:
            self.message = ("bad", " ".join(self.interview_form.general))
        return render_template(template, show=self)

    @property
    def needs_all_css(self) -> bool:
        typed = any(is_typed(field.question) for field in self.interview_form)
        return super().needs_all_css or typed or not self.may_score

    @cached_property
    def bidding_offer(self) -> str:
        """Return the label of the link to the bidding; empty once anything is answered."""
        auction = self.pad.game.auction
        if not self.in_play or auction is None:
            return ""
        return self.voice.text(auction.offer) if self.untouched else ""

    @property
    def echoes(self) -> bool:
        """Return whether typed text is shown again that is stored nowhere else."""
        return self.typed is not None and self.message is not None and self.message[0] != "good"

    @property
    def has_form(self) -> bool:
        """Return whether this phone has a form: the scorer's, or one for a seat's own questions."""
        return self.may_score or (bool(self.seats) and bool(self.all_steps))

    @cached_property
    def entering(self) -> str:
        """Return who is entering the deal in progress on another phone; empty if nobody is."""
        mine, since = table_request.known_device(), 1000 * time() - _LATELY_MS
        others = [
            one for one in self.visit.answers.values() if one.device != mine and one.at > since
        ]
        if not others or self.pad.outcome:
            return ""
        last = max(others, key=lambda one: one.at)
        n, name = self.pad.deals + 1, name_of_phone(self.table, last.device)
        if not name:
            return tell("Another phone is entering deal {n}.", n=n)
        return tell("{name} is entering deal {n}.", name=name, n=n)

    @cached_property
    def scorers(self) -> str:
        """Return who enters deals, for phones that do not."""
        players = () if self.may_score else pencil.scorers(self.table)
        return table_summary.scorers_in_words(players)

    @property
    def writable(self) -> list[tuple[str, str]]:
        """Return the other kinds of entry that can be saved now, with their labels."""
        kinds = [
            ("adjust", tell("Adjust score")),
            ("seat", tell("Change player")),
            ("result", tell("Enter result")),
            ("finish", tell("End game")),
        ]
        return [] if self.pad.outcome else self.offers + kinds

    @cached_property
    def offers(self) -> list[tuple[str, str]]:
        """Return the game's own kinds of entry that can be saved now, with their labels."""
        return [
            (kind, self.voice.text(extra_label(kind)))
            for kind in (() if self.pad.outcome else self.pad.game.extras)
            if not form.InterviewForm(interview(self.pad, kind), self.voice).refused
        ]

    @cached_property
    def key(self) -> str:
        # what was typed keeps its key: sent again it counts once
        return table_request.new_key() if self.typed is None else table_request.request_key()

    @property
    def seen(self) -> list[tuple[str, int]]:
        """Return the version of each drafted answer that this page shows."""
        return [(path, one.version) for path, one in self.visit.answers.items()]

    @cached_property
    def all_steps(self) -> list[FormStep | BranchStep]:
        if self.pad.outcome:
            return []
        interview_form = self.interview_form
        return interview_form.shown_now() if self.may_score else self._of_seats(interview_form)

    @cached_property
    def is_my_bid(self) -> bool:
        """Return whether it is this phone's seat's turn: it has not answered yet, and those
        before it have, or their answers are sealed."""
        if self.may_score or self.pad.outcome:
            return False
        waiting = [(ask, field) for ask in self.steps for field in ask.fields if not field.given]
        return any(
            field.question.sealed
            or ((whole := self.interview_form.step_of(ask.question)) and whole.waiting is field)
            for ask, field in waiting
        )

    @property
    def bid_sent(self) -> bool:
        """Return whether this phone's seat has answered all that it is asked."""
        return not self.may_score and all(ask.done for ask in self.steps)

    @property
    def missing_bids(self) -> list[str]:
        """Return the players who have given no sealed answer yet, where others have."""
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
        """Return the answers of the deal in progress that everybody may see."""
        return [] if self.pad.outcome else self.answers_in(self.interview_form)

    def answers_in(self, interview_form: form.InterviewForm) -> list[AnswersSeen]:
        """Return what was answered in a form."""
        return [
            self._answers_of(ask)
            for ask in interview_form.questions
            if any(one.given and not one.derived for one in ask.fields)
        ]

    def _answers_of(self, ask: FormStep) -> AnswersSeen:
        asked = self.sign.text(ask.question.label)
        if not ask.many:
            return AnswersSeen(asked, [("", answer_text(ask.fields[0], self.sign), False)])
        answers = [
            (ask.who(one, self.voice), answer_text(one, self.sign), one is ask.waiting)
            for one in ask.turns
        ]
        return AnswersSeen(asked, answers)

    @property
    def steps(self) -> list[FormStep]:
        """Return the steps above the preview. Once anything is answered, alternatives to tick
        are below it; the way of entering is chosen in the menu."""
        asks = [ask for ask in self.all_steps if isinstance(ask, FormStep)]
        return asks if self.untouched else [ask for ask in asks if not is_instead(ask)]

    @cached_property
    def bid_table(self) -> bid_table.BidTable | None:
        """The table of bids, tricks and totals, if the game has one; none where a seat answers."""
        watched = () if self.has_form or self.pad.outcome else self.interview_form.shown_now()
        shown = self.steps if self.may_score and not self.other else watched
        asks = [ask for ask in shown if isinstance(ask, FormStep) and ask.column]
        return bid_table.bid_table_of(self.pad, asks, self.sign) if asks else None

    @property
    def instead(self) -> list[FormStep | BranchStep]:
        return [] if self.untouched else [ask for ask in self.all_steps if is_instead(ask)]

    @property
    def entry_modes(self) -> list[BranchStep]:
        """Return the choices between ways to enter the same thing, each with the one in use."""
        if self.pad.outcome or not self.may_score:
            return []
        return [ask for ask in self.interview_form.steps if isinstance(ask, BranchStep)]

    @property
    def rest(self) -> str:
        """Return the label of the key that answers for all without an answer; empty: none does."""
        asks = self.all_steps if self.may_score else ()
        label = next((ask.rest for ask in asks if isinstance(ask, FormStep) and ask.rest), None)
        return self.voice.text(label) if label else ""

    @property
    def watcher_note(self) -> str:
        """Return the text shown instead of a form."""
        if self.message:
            return self.message[1]
        revealed = not self.pad.outcome and self.interview_form.revealed(self.visit.answers)
        if revealed and self.deal_in_words:
            return tell("{doing}. Over to the scorer.", doing=self.deal_in_words)
        return ""

    @cached_property
    def totals_after(self) -> Sequence[table_summary.SideShown | None]:
        """Return each side's total once the deal is saved; None while it is incomplete."""
        if self.tried is None or not self.may_score:
            return [None] * len(self.pad.sides)
        # whole sides, not totals alone: the bags of now stood beside the new total
        return table_summary.sides_of([*self.table.pads, self.tried[0]], self.table.coins)

    @property
    def note(self) -> str:
        """Return the effect of saving; shown in the place of messages while there is none."""
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
    def amiss(self) -> str:
        """Return what is wrong with the scorer's answers so far; shown in the place of messages."""
        return self.interview_form.amiss if self.may_score and not self.pad.outcome else ""

    @property
    def lead(self) -> str:
        """Return who leads by how much; shown in the place of messages while there is nothing
        else to say."""
        if not self.pad.deals or self.outcome or len(self.pad.totals) < 2:
            return ""
        first, n = _lead(self.pad)
        if not n:
            return tell("The lead is shared.")
        players = len(self.pad.sides[first])
        template = phrase("{side} {players:leads|lead} by {n}.")
        return self.voice.text(say(template, side=Side(first), players=players, n=n))

    @cached_property
    def wide_key(self) -> WideKey:
        return WideKey(self)


def _lead(pad: Pad) -> tuple[int, int]:
    """Return the side that leads, and by how many points; the totals are two or more."""
    sign = -1 if pad.game.low_wins(pad.options) else 1
    (most, first), (next_most, _), *_ = sorted(
        ((sign * total, side) for side, total in enumerate(pad.totals)), reverse=True
    )
    return first, most - next_most
