"""Random games: legal entries drawn from a game's own interview, and sheets made of them.

Every answer is drawn from the range that the answers before it leave, so that a new game is
tested by being in the folder.
"""

import json
from collections.abc import Callable, Iterable
from functools import singledispatch
from typing import Any, NamedTuple

from hypothesis import assume
from hypothesis import strategies as st

from scorekeeper.engine.cards_taken import Captures, DerivedSeat, FinishOrder
from scorekeeper.engine.deals import Entry
from scorekeeper.engine.game import Game, Pad
from scorekeeper.engine.options import OptionValues
from scorekeeper.engine.replay import after, interview
from scorekeeper.interview.lists import Many, Series, Ticked
from scorekeeper.interview.reading import read, walk
from scorekeeper.interview.steps import (
    Barred,
    Choice,
    Fault,
    Flag,
    Number,
    OneOf,
    Path,
    Question,
    SeatOf,
    SideOf,
    Step,
    Text,
    Value,
    Word,
    YesNo,
)
from scorekeeper.interview.tables import ChosenTable, Row, Rows
from scorekeeper.sentences import Sentence
from scorekeeper.sheet import read_head
from scorekeeper.sheet.documents import FORMAT, Document, Head
from scorekeeper.spelling import visible

Draw = Callable[[st.SearchStrategy[Any]], Any]

TRIES = 20
_LETTERS = st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"])


class Played(NamedTuple):
    """A game as far as it was drawn: `pads` are the empty one and that after each entry."""

    head: Head
    document: Document
    pads: list[Pad]

    @property
    def entries(self) -> list[Entry]:
        """Return what was written, in order."""
        entries: list[Entry] = self.document["entries"]
        return entries

    def __repr__(self) -> str:
        return json.dumps(self.document)


# --- values -------------------------------------------------------------------------------------


@singledispatch
def values(question: Any) -> st.SearchStrategy[Any]:
    """What may be entered for a question; each kind says it."""
    raise TypeError(f"there is no way yet to draw an answer to a {type(question).__name__}")


@values.register
def _(question: Number) -> st.SearchStrategy[Any]:
    times = max(0, question.high - question.low) // question.step
    return st.integers(0, times).map(lambda n: question.low + n * question.step)


@values.register
def _(question: Choice) -> st.SearchStrategy[Any]:
    return st.sampled_from([*question.answers])


@values.register
def _(question: YesNo) -> st.SearchStrategy[Any]:
    return st.booleans()


@values.register
def _(question: Flag) -> st.SearchStrategy[Any]:
    return st.just(True)


@values.register
def _(question: SeatOf) -> st.SearchStrategy[Any]:
    return st.sampled_from(question.seats)


@values.register
def _(question: SideOf) -> st.SearchStrategy[Any]:
    return st.integers(0, question.sides - 1)


@values.register
def _(question: Text) -> st.SearchStrategy[Any]:
    drawn = st.text(_LETTERS, min_size=1, max_size=min(question.longest, 12))
    return drawn.map(visible).filter(bool) if question.names else drawn.filter(str.strip)


@values.register
def _(question: Word) -> st.SearchStrategy[Any]:
    return st.from_regex(r"[a-z][a-z0-9]{0,8}(-[a-z0-9]{1,8})?", fullmatch=True)


@values.register
def _(question: Many) -> st.SearchStrategy[Any]:
    if question.total is not None:
        return shares(question)
    return in_turn(question)


@values.register
def _(question: Series) -> st.SearchStrategy[Any]:
    longest = min(question.longest, 8)
    return st.lists(values(question.item), min_size=question.shortest, max_size=longest)


@values.register
def _(question: Ticked) -> st.SearchStrategy[Any]:
    values = [key.value for key in question.keys_shown()]
    return st.sets(st.sampled_from(values)).map(lambda some: [v for v in values if v in some])


@values.register
def _(question: DerivedSeat) -> st.SearchStrategy[Any]:
    return st.just(question.derived)


@values.register
def _(question: Captures) -> st.SearchStrategy[Any]:
    return captures(question)


@values.register
def _(question: FinishOrder) -> st.SearchStrategy[Any]:
    return st.permutations(question.seats).map(list)


@values.register
def _(question: Row) -> st.SearchStrategy[Any]:
    numbers = [st.integers(low, high) for low, high in question.spans]
    several = st.tuples(*numbers).map(list)
    return numbers[0] | several if len(numbers) > 1 else numbers[0]


@values.register
def _(question: Rows) -> st.SearchStrategy[Any]:
    rows = {row.name: values(row) for row in question.rows}
    apart = {name: rows.pop(name) for name in question.apart}
    some = st.fixed_dictionaries({}, optional=rows)
    return some | st.fixed_dictionaries(apart) if apart else some


@values.register
def _(question: ChosenTable) -> st.SearchStrategy[Any]:
    own: st.SearchStrategy[Any] = values.dispatch(Rows)(question)
    return st.sampled_from([*question.tables]) | own


@st.composite
def captures(draw: Draw, question: Captures) -> list[Any]:
    """An object for each card, in any order."""
    objects = [Answers(draw, "deal") for _ in question.cards]
    for card, answers in zip(draw(st.permutations(question.cards)), objects, strict=True):
        walk(question.item((card,)), answers.reply)
    return [answers.entry for answers in objects]


def or_null(question: Question) -> st.SearchStrategy[Any]:
    """A value, or null where that is an answer of its own."""
    return values(question) if question.none is None else values(question) | st.none()


@st.composite
def in_turn(draw: Draw, question: Many) -> list[Any]:
    """One answer after another, each from what the former ones leave."""
    given: list[Any] = [None] * len(question.items)
    for place in question.turns or range(len(given)):
        item = question.items_given(given)[place]
        given[place] = None if item is None else draw(or_null(item))
    return given


@st.composite
def shares(draw: Draw, question: Many) -> list[int | None]:
    """Numbers within their ranges that add up to the question's total."""
    items = [item for item in question.items if isinstance(item, Number)]
    left, numbers = question.total or 0, []
    for place, item in enumerate(items):
        later = items[place + 1 :]
        low = max(item.low, left - sum(other.high for other in later))
        high = min(item.high, left - sum(other.low for other in later))
        low += (item.low - low) % item.step
        numbers.append(low + item.step * draw(st.integers(0, (high - low) // item.step)))
        left -= numbers[-1]
    drawn = iter(numbers)
    return [next(drawn) if isinstance(item, Number) else None for item in question.items]


# --- entries ------------------------------------------------------------------------------------


class Answers:
    """Answers an interview at random and keeps what was answered as an entry."""

    def __init__(self, draw: Draw, kind: str) -> None:
        self.draw = draw
        self.entry: dict[str, Any] = {} if kind == "deal" else {kind: {}}
        self.left_out: dict[Any, bool] = {}
        self.lists: dict[Any, Many] = {}

    def reply(self, step: Step) -> Value:
        """A drawn answer; None for what is left out."""
        if isinstance(step, OneOf):
            return self.draw(st.sampled_from([branch.name for branch in step.branches]))
        if isinstance(step, Question):
            return None if self._leaves_out(step) else self._answer(step)
        return None

    def _leaves_out(self, question: Question) -> bool:
        if isinstance(question, Barred):
            return True
        mark = question.path[0] if question.group else question.path
        if question.group or question.optional:
            # a field that changes the whole deal (passed out) is not to be every other one
            often = st.integers(0, 5).map(bool) if isinstance(question, Flag) else st.booleans()
            if mark not in self.left_out:
                self.left_out[mark] = self.draw(often)
        return self.left_out.get(mark, False)

    def _answer(self, question: Question) -> Value:
        value = self.draw(or_null(question))
        if isinstance(question, Many) and question.total is None:
            self.lists[question.path] = question
        place: Any = self.entry
        for step in question.path[:-1]:
            place = place.setdefault(step, {})
        place[question.path[-1]] = value
        return question.accept(value, _refuse)

    def redraw(self, faults: Iterable[Fault]) -> bool:
        """Draw the items of lists that were refused again, and one of a list that was refused as a
        whole; whether there were any. (Of eight players at Yahtzee all had fitting boxes in one of
        a hundred draws, and at Phase 10 just one went out in three of ten.)"""
        wrong = []
        for path in (one.path for one in faults):
            if path in self.lists:
                seated = [n for n, item in enumerate(self.lists[path].items) if item is not None]
                wrong.append((*path, self.draw(st.sampled_from(seated))))
            elif path[:-1] in self.lists:
                wrong.append(path)
        for field, place in wrong:
            given, question = self.entry[str(field)], self.lists[(field,)]
            item = question.items_given(given)[int(place)]
            given[place] = None if item is None else self.draw(self._again(item, given[place]))
        return bool(wrong)

    @staticmethod
    def _again(item: Question, given: Any) -> st.SearchStrategy[Any]:
        """Another value, often the least: what must be one's alone is seldom drawn. The simplest
        draw is not the one that was refused, or the smallest deal would be drawn for ever."""
        if isinstance(item, YesNo):
            return st.just(given is not True)
        if isinstance(item, Number):
            other = item.low + item.step if given == item.low < item.high else item.low
            return st.just(other) | or_null(item)
        return or_null(item)


def _refuse(path: Path, sentence: Sentence) -> None:
    raise AssertionError(f"{path} was drawn from its own range and refused: {sentence}")


def draw_entry(draw: Draw, pad: Pad, kind: str) -> Entry | None:
    """An entry that the interview finds no fault with; None if none came up."""
    for _ in range(TRIES):
        answers = Answers(draw, kind)
        walk(interview(pad, kind), answers.reply)
        # a branch may have been left empty where all that it asks is optional
        faults = read(interview(pad, kind), answers.entry).faults
        for _ in range(TRIES):
            if not (faults and answers.redraw(faults)):
                break
            faults = read(interview(pad, kind), answers.entry).faults
        if not faults:
            return answers.entry
    return None


@st.composite
def deals(draw: Draw, pad: Pad) -> Entry:
    """A deal, or one passed out where the game knows that."""
    entry = draw_entry(draw, pad, "deal")
    assume(entry is not None)
    assert entry is not None
    return entry


# --- sheets -------------------------------------------------------------------------------------


@st.composite
def options(draw: Draw, game: Game, variant: str | None, players: int) -> OptionValues:
    """House rules that differ from the variant's defaults and go together."""
    chosen = {}
    for option in game.options:
        if draw(st.integers(0, 3)) == 0:
            chosen[str(option.path[0])] = draw(or_null(option))
    full = {**game.defaults(variant), **chosen}
    assume(game.check is None or not list(game.check(variant, game.house_rules(full), players)))
    return chosen


@st.composite
def heads(draw: Draw, game: Game) -> Document:
    """A sheet without entries."""
    variant = draw(st.sampled_from(list(game.variants)))
    players = draw(st.sampled_from(list(game.players)))
    names = st.text(_LETTERS, min_size=1, max_size=8).map(visible).filter(bool)
    document: Document = {
        "format": FORMAT,
        "game": game.slug,
        "options": draw(options(game, variant, players)),
        "players": draw(
            st.lists(names, min_size=players, max_size=players, unique_by=str.casefold)
        ),
        "dealer": draw(st.integers(0, players - 1)),
        "entries": [],
    }
    return document if variant is None else {**document, "variant": variant}


@st.composite
def sheets(draw: Draw, game: Game, most: int = 8) -> Played:
    """A sheet of up to `most` entries, not always played to the end."""
    document = draw(heads(game))
    head = read_head(document)
    pads = [head.blank()]
    for kind in draw(kinds(game, most)):
        if pads[-1].outcome is not None:
            break
        entry = draw_entry(draw, pads[-1], kind)
        if entry is not None:
            document["entries"].append(entry)
            pads.append(after(pads[-1], entry))
    return Played(head, document, pads)


@st.composite
def kinds(draw: Draw, game: Game, most: int) -> list[str]:
    """Deals for the most part, something else now and then, sometimes the end."""
    others = ("adjust", "seat", *game.extras)
    some: Iterable[str] = draw(st.lists(st.sampled_from(("deal",) * 8 + others), max_size=most - 1))
    return [*some, *draw(st.sampled_from([(), ("finish",)]))]
