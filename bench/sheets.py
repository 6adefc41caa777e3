"""Sheets to measure with: legal deals drawn, from a seed, by each game's own interview."""

from collections.abc import Iterator
from random import Random
from typing import Any

from scorekeeper.games._fields import (
    Barred,
    Choice,
    Fault,
    Flag,
    Many,
    Number,
    OneOf,
    Question,
    SeatOf,
    Step,
    Value,
    Warn,
    YesNo,
    walk,
)
from scorekeeper.games._ledger import Entry, Game, Pad, Refused, after, interview
from scorekeeper.sheet import FORMAT, Document, read_head

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Leo")
TRIES = 40


def played_out(game: Game, deals: int, seed: int) -> list[Document]:
    """Sheets with so many deals in all, each played to its end, the last as far as it goes."""
    random = Random(seed)
    sheets: list[Document] = []
    while deals:
        variant = random.choice(list(game.variants))
        sheets.append(_sheet(random, game, variant, deals, never_ends=False))
        deals -= len(sheets[-1]["entries"])
    return sheets


def of_length(game: Game, deals: int, seed: int, count: int = 1) -> list[Document]:
    """So many sheets of so many deals each; a deal that would end the game is drawn again."""
    random = Random(seed)
    sheets: list[Document] = []
    while len(sheets) < count:
        variant = random.choice(list(game.variants))
        sheet = _sheet(random, game, variant, deals, never_ends=True)
        if len(sheet["entries"]) == deals:
            sheets.append(sheet)
    return sheets


def _sheet(
    random: Random, game: Game, variant: str | None, deals: int, *, never_ends: bool
) -> Document:
    players = NAMES[: min(4, game.players[-1])]
    document: Document = {"format": FORMAT, "game": game.slug, "players": [*players], "entries": []}
    if variant is not None:
        document["variant"] = variant
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
        answers = _Answers(random)
        walk(interview(pad), answers.reply)
        # what the interview faults, or leaves without an answer that it needs, is drawn again
        try:
            yield answers.entry, after(pad, answers.entry)
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
        value = _value(self.random, step)
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


def _value(random: Random, question: Question | None) -> Value:
    match question:
        case None:
            return None
        case Number():
            # a hand's worth where the range is open, so that totals stay those of a game
            return random.randint(max(question.low, -50), min(question.high, 50))
        case Choice():
            return random.choice(question.keys).value
        case SeatOf():
            return random.choice(question.seats)
        case Many() if question.total:
            return _shares(random, len(question.items), question.total)
        case Many():
            return [_value(random, item) for item in question.items]
        case YesNo():
            return random.random() < 0.5
        case _:
            return True


def _shares(random: Random, count: int, total: int) -> list[int]:
    """`count` numbers that add up to `total`."""
    cuts = sorted(random.randint(0, total) for _ in range(count - 1))
    return [high - low for low, high in zip([0, *cuts], [*cuts, total], strict=True)]
