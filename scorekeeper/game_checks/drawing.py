"""Random score sheets: legal deals, answered from the ranges of a game's own interview."""

from collections.abc import Callable, Iterator
from functools import singledispatch
from random import Random
from typing import Any

from scorekeeper.engine.cards_taken import Captures, DerivedSeat, FinishOrder
from scorekeeper.engine.deals import Entry
from scorekeeper.engine.game import Game, Pad
from scorekeeper.engine.replay import Refused, after, interview
from scorekeeper.game_checks.check import NAMES, choices
from scorekeeper.interview.lists import Many
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
    Step,
    Value,
    Warn,
    YesNo,
)
from scorekeeper.interview.tables import ChosenTable, Row, Rows
from scorekeeper.sheet import read_head
from scorekeeper.sheet.documents import FORMAT, Document, SheetRefused

TRIES = 40


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
) -> Document:
    """A sheet of up to so many deals at a table that `begin` draws; with ``never_ends``, a deal
    that would end the game is drawn again."""
    document = begin(random, game)
    pad = read_head(document).blank()
    while pad.deals < deals and pad.outcome is None:
        drawn = _deals(random, pad)
        possible = ((e, then) for e, then in drawn if not (never_ends and then.outcome))
        entry, pad = next(possible, (None, pad))
        if entry is None:
            break
        document["entries"].append(entry)
    return document


def _deals(random: Random, pad: Pad) -> Iterator[tuple[Entry, Pad]]:
    """Deals that may come next and the pads after them; ends where none comes up."""
    for _ in range(TRIES):
        entry = _random_entry(random, interview(pad))
        # drawn again if the interview refuses it, or misses an answer
        try:
            yield entry, after(pad, entry)
        except Refused:
            continue


class _Answers:
    """Answers an interview from its own ranges and keeps what it answered as an entry."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.entry: dict[str, Any] = {}
        self.groups: dict[str | int, bool] = {}

    def reply(self, step: Step) -> Value:
        """A drawn answer; None for what is left out."""
        if isinstance(step, Fault | Warn):
            return None
        if isinstance(step, OneOf):
            return self.random.choice(step.branches).name
        if self._leaves_out(step):
            return None
        value = _value(step, self.random)
        place: Any = self.entry
        for key in step.path[:-1]:
            place = place.setdefault(key, {})
        place[step.path[-1]] = value
        return step.accept(value, lambda path, sentence: None)

    def _leaves_out(self, question: Question) -> bool:
        if isinstance(question, Barred):
            return True
        if question.group:
            return self.groups.setdefault(question.path[0], self.random.random() < 0.8)
        rare = isinstance(question, Flag)
        return question.optional and self.random.random() < (0.97 if rare else 0.5)


@singledispatch
def _value(question: Any, random: Random) -> Value:
    """Return a random valid answer to a question, by its kind; a flag is answered with true."""
    return True


@_value.register
def _(question: Number, random: Random) -> Value:
    # a small number where the range is open, so that totals stay realistic
    low = max(question.low, -50)
    low += (question.low - low) % question.step
    return random.randrange(low, max(low, min(question.high, 50)) + 1, question.step)


@_value.register
def _(question: Choice, random: Random) -> Value:
    return random.choice(question.keys).value


@_value.register
def _(question: YesNo, random: Random) -> Value:
    return random.random() < 0.5


@_value.register
def _(question: SeatOf, random: Random) -> Value:
    return random.choice(question.seats)


@_value.register
def _(question: DerivedSeat, random: Random) -> Value:
    return question.derived


@_value.register
def _(question: Many, random: Random) -> Value:
    if question.total is not None:
        return _shares(random, len(question.items), question.total)
    return [item and _value(item, random) for item in question.items]


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
    return [_random_entry(random, question.item((card,))) for card in question.cards]


def _random_entry(random: Random, interview: Interview) -> Entry:
    answers = _Answers(random)
    walk(interview, answers.reply)
    return answers.entry


def _shares(random: Random, count: int, total: int) -> list[int]:
    """`count` numbers that add up to `total`."""
    cuts = sorted(random.randint(0, total) for _ in range(count - 1))
    return [high - low for low, high in zip([0, *cuts], [*cuts, total], strict=True)]
