"""Random score sheets: legal deals, answered from the ranges of a game's own interview."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from functools import singledispatch
from random import Random
from typing import Any

from scorekeeper.engine.cards_taken import Captures, DerivedSeat, FinishOrder
from scorekeeper.engine.deals import Entry
from scorekeeper.engine.game import Game, Pad
from scorekeeper.engine.replay import Refused, after, interview
from scorekeeper.game_checks.check import NAMES, choices
from scorekeeper.interview.lists import InOrder, Many, Series
from scorekeeper.interview.reading import walk
from scorekeeper.interview.steps import (
    Barred,
    Choice,
    Fault,
    Flag,
    Interview,
    Number,
    OneOf,
    Question,
    SeatOf,
    SideOf,
    Step,
    Value,
    Warn,
    YesNo,
)
from scorekeeper.interview.tables import ChosenTable, Row, Rows
from scorekeeper.sheet import read_head
from scorekeeper.sheet.documents import FORMAT, Document, SheetRefused

TRIES = 400
MENDED = 20
"""How often a deal is mended before a new one is drawn."""
_SMALL, _OPEN = 50, 5_000
_NEW: Any = object()
"""Stands for what is drawn anew."""


def usual_table(random: Random, game: Game) -> Document:
    """Return the head of a random sheet for four players, or as many as can play, in one of the
    game's variants."""
    return _table(random, game, min(4, game.players[-1]))


def any_table(random: Random, game: Game) -> Document:
    """Return the head of a random sheet for any number of players who can play, with random
    house rules."""
    while True:
        document = _table(random, game, random.choice(game.players))
        document["options"] = {
            str(option.path[0]): _option(option, random)
            for option in game.options
            if random.random() < 0.3
        }
        try:
            read_head(document)
        except SheetRefused:
            continue
        return document


def _option(option: Question, random: Random) -> Value:
    own = isinstance(option, ChosenTable) and random.random() < 0.5
    return _value(option, random) if own else random.choice(choices(option))


def _table(random: Random, game: Game, players: int) -> Document:
    variant = random.choice(list(game.variants))
    named = {} if variant is None else {"variant": variant}
    seated = [*NAMES[:players]]
    return {"format": FORMAT, "game": game.slug, **named, "players": seated, "entries": []}


def sheet(
    random: Random,
    game: Game,
    deals: int,
    *,
    never_ends: bool = False,
    begin: Callable[[Random, Game], Document] = usual_table,
    tries: Iterable[int] = range(TRIES),
) -> Document:
    """A sheet of up to so many deals at a table that `begin` draws; with ``never_ends``, a deal
    that would end the game is drawn again. `tries` count how often each is drawn; an iterator, how
    often all of them together."""
    document = begin(random, game)
    pad = read_head(document).blank()
    while pad.deals < deals and pad.outcome is None:
        drawn = _deals(random, pad, tries)
        possible = ((e, then) for e, then in drawn if not (never_ends and then.outcome))
        entry, pad = next(possible, (None, pad))
        if entry is None:
            break
        document["entries"].append(entry)
    return document


def _deals(random: Random, pad: Pad, tries: Iterable[int]) -> Iterator[tuple[Entry, Pad]]:
    """Deals that may come next and the pads after them; ends where none comes up."""
    kept: Entry = {}
    for tried in tries:
        entry = _random_entry(random, interview(pad), kept)
        kept = {}
        # drawn again if the interview refuses it, or misses an answer
        try:
            yield entry, after(pad, entry)
        except Refused as refused:
            # only what is at fault: where one of four players must have 0 points left, one deal in
            # a hundred was right as a whole
            if tried % MENDED:
                kept = _without(random, entry, refused.faults)


def _without(random: Random, entry: Entry, faults: Sequence[Fault]) -> Entry:
    """Return what is kept of an entry that is refused: of a list the items that are not at
    fault."""
    kept, fields = deepcopy({**entry}), [*entry]
    # what is at fault may be right once another field is changed
    if fields and random.random() < 0.3:
        kept.pop(random.choice(fields))
    for fault in faults if fields else ():
        path: Sequence[Any] = fault.path or (random.choice(fields),)
        at, *item = path
        items = kept.get(at)
        if type(items) is list and item and item[0] in range(len(items)):
            items[item[0]] = _NEW
        else:
            kept.pop(at, None)
    return kept


class _Answers:
    """Answers an interview from its own ranges and keeps what it answered as an entry; gives what
    is `kept` again where it still can."""

    def __init__(self, random: Random, kept: Entry) -> None:
        self.random = random
        self.kept = kept
        self.entry: dict[str, Any] = {}
        self.groups: dict[str | int, bool] = {}

    def reply(self, step: Step) -> Value:
        """A drawn answer; None for what is left out."""
        if isinstance(step, Fault | Warn):
            return None
        if isinstance(step, OneOf):
            taken = [one for one in step.branches if not self.kept.keys().isdisjoint(one.keys)]
            return self.random.choice(taken or step.branches).name
        value = self._again(step)
        if value is _NEW:
            if self._leaves_out(step):
                return None
            value = _answer(step, self.random)
        place: Any = self.entry
        for key in step.path[:-1]:
            place = place.setdefault(key, {})
        place[step.path[-1]] = value
        return step.accept(value, lambda path, sentence: None)

    def _again(self, question: Question) -> Value:
        """Return what is kept of an answer, filled up where it is a list; `_NEW` where that is
        nothing, or cannot be given any more."""
        value: Any = self.kept
        for key in question.path:
            if type(value) is not dict or key not in value:
                return _NEW
            value = value[key]
        if isinstance(question, Many) and type(value) is list and len(value) == len(question.items):
            pairs = zip(question.items, value, strict=True)
            value = [
                _answer(item, self.random) if item and one is _NEW else one for item, one in pairs
            ]
        return _NEW if question.answer(value) is None else value

    def _leaves_out(self, question: Question) -> bool:
        if isinstance(question, Barred):
            return True
        if question.group:
            return self.groups.setdefault(question.path[0], self.random.random() < 0.8)
        rare = isinstance(question, Flag)
        return question.optional and self.random.random() < (0.97 if rare else 0.5)


def _answer(question: Question, random: Random) -> Value:
    """Return a random answer to a question, nobody too where that is one."""
    if question.none is not None and random.random() < 0.2:
        return None
    return _value(question, random)


@singledispatch
def _value(question: Any, random: Random) -> Value:
    """Return a random valid answer to a question, by its kind; a flag is answered with true."""
    return True


@_value.register
def _(question: Number, random: Random) -> Value:
    numbers = _numbers(question)
    none = 0 if 0 in numbers else numbers[0]
    if random.random() < 0.15:
        return none  # one player goes out, a box is crossed out
    if len(numbers) > _OPEN or random.random() < 0.8:
        # mostly a small one, so that totals stay realistic
        at = numbers.index(none)
        numbers = numbers[max(0, at - _SMALL) : at + _SMALL + 1]
    return random.choice(numbers)


@_value.register
def _(question: Choice, random: Random) -> Value:
    left = [key for key in question.keys if not key.used_up]
    return random.choice(left or question.keys).value


@_value.register
def _(question: YesNo, random: Random) -> Value:
    return random.random() < 0.5


@_value.register
def _(question: SeatOf, random: Random) -> Value:
    return random.choice(question.seats)


@_value.register
def _(question: SideOf, random: Random) -> Value:
    return random.randrange(question.sides)


@_value.register
def _(question: DerivedSeat, random: Random) -> Value:
    return question.derived


@_value.register
def _(question: Many, random: Random) -> Value:
    if question.total is not None:
        return _shares(random, question.items, question.total)
    return [item and _answer(item, random) for item in question.items]


@_value.register
def _(question: Series, random: Random) -> Value:
    count = random.randint(question.shortest, question.longest)
    return [_answer(question.item, random) for _ in range(count)]


@_value.register
def _(question: InOrder, random: Random) -> Value:
    values = [key.value for key in question.keys_shown()]
    count = random.randint(question.shortest, min(question.longest, len(values)))
    return random.sample(values, count)


@_value.register
def _(question: FinishOrder, random: Random) -> Value:
    return random.sample(question.seats, len(question.seats))


@_value.register
def _(question: Row, random: Random) -> Value:
    numbers = [random.randint(low, high) for low, high in question.spans]
    return numbers if len(numbers) > 1 and random.random() < 0.5 else numbers[0]


@_value.register
def _(question: Rows, random: Random) -> Value:
    rows = [row for row in question.rows if row.name not in question.apart]
    if question.apart and random.random() < 0.5:
        drawn = [row for row in question.rows if row.name in question.apart]
    else:
        drawn = random.sample(rows, random.randint(0, len(rows)))
    return {row.name: _value(row, random) for row in drawn}


@_value.register
def _(question: Captures, random: Random) -> Value:
    return [_random_entry(random, question.item((card,)), {}) for card in question.cards]


def _random_entry(random: Random, interview: Interview, kept: Entry) -> Entry:
    answers = _Answers(random, kept)
    walk(interview, answers.reply)
    return answers.entry


def _numbers(question: Question | None) -> range:
    """Return what may be answered where the answers are added up: a yes is 1."""
    if isinstance(question, Number):
        return range(question.low, max(question.low, question.high) + 1, question.step)
    return range(2)


def _shares(random: Random, items: Sequence[Question | None], total: int) -> list[Value]:
    """Return answers that add up to `total`, as far as their ranges let them."""
    ranges = {at: _numbers(item) for at, item in enumerate(items) if item}
    lacking = total - sum(one[0] for one in ranges.values())
    room = sum(one[-1] - one[0] for one in ranges.values())
    shares: list[Value] = [None] * len(items)
    for done, at in enumerate(random.sample([*ranges], len(ranges))):
        first, last, step = ranges[at][0], ranges[at][-1], ranges[at].step
        room -= last - first
        most = max(0, min(last - first, lacking))
        least = min(most, max(0, lacking - room))
        # about as many as the others get; now and then all that there are
        usual = most if random.random() < 0.15 else 2 * lacking // (len(ranges) - done)
        drawn = random.randint(least, min(most, max(least, usual)))
        more = min(most, -(-drawn // step) * step)
        lacking -= more
        shares[at] = first + more if isinstance(items[at], Number) else bool(more)
    return shares
