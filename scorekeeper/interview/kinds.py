"""Kinds of question with a single value."""

from collections.abc import Mapping
from typing import Final

import msgspec

from scorekeeper.interview.steps import NOBODY, Key, Question, Refuse, Value
from scorekeeper.sentences import Message, Seat, Sentence, Side, Suit, one_of, say

TAPPED: Final = frozenset((str, int))
"""What a key may enter: neither true, which equals 1, nor what cannot be a key of a mapping."""

SUIT_KEYS: Final = tuple(Key(suit, say("{suit}", suit=Suit(suit))) for suit in "CDHS")


class Number(Question, frozen=True, kw_only=True):
    """A whole number from `low` to `high`; `keys` where they are not just the numbers."""

    low: int
    high: int
    keys: tuple[Key, ...] = ()
    not_whole: Message = "{label}: a whole number is needed."
    blank: int | None = None
    """What a page reads where nothing was typed; a sheet always says the number."""
    wrong: Message = "{label} run from {low} to {high}; {given} was entered."
    too_low: Message = ""
    too_high: Message = ""

    def answer(self, value: Value) -> Value:
        return value if type(value) is int and self.low <= value <= self.high else None

    def judge(self, value: Value) -> Sentence:
        if type(value) is not int:
            return self._message(self.not_whole, value)
        beyond = self.too_low if value < self.low else self.too_high
        return self._message(beyond or self.wrong, value)

    def _message(self, template: Message, given: Value) -> Sentence:
        low, high = self.low, self.high
        return say(template, label=self.label, name=self.name, low=low, high=high, given=given)

    def keys_shown(self) -> tuple[Key, ...]:
        if self.keys or self.high - self.low > 30:
            return self.keys
        return tuple(Key(n, say("{n}", n=n)) for n in range(self.low, self.high + 1))


class Choice(Question, frozen=True, kw_only=True):
    """One of `keys`, strings or whole numbers. `means` maps further values to them; `refusals`
    says why values known to other rules are wrong."""

    keys: tuple[Key, ...]
    wrong: Message = "{label}: {choices}; {given} was entered."
    columns: int = 0
    means: Mapping[Value, Value] = {}
    refusals: Mapping[Value, Sentence] = {}
    numbers: tuple[int, int] | None = None
    """Where the keys hold a run of numbers: the `low` and `high` that `wrong` speaks of."""
    too_low: Message = ""
    too_high: Message = ""
    answers: Mapping[Value, Value] = {}
    """What each value means; worked out from `keys` and `means`, never passed."""

    def __post_init__(self) -> None:
        super().__post_init__()
        answers = {**{key.value: key.value for key in self.keys if not key.off}, **self.means}
        msgspec.structs.force_setattr(self, "answers", answers)

    def answer(self, value: Value) -> Value:
        return self.answers.get(value) if type(value) in TAPPED else None

    def judge(self, value: Value) -> Sentence:
        if type(value) in TAPPED and value in self.refusals:
            return self.refusals[value]
        low, high = self.numbers or (0, 0)
        given = value if type(value) in TAPPED else say("this")
        if value in ("", None):
            given = say("nothing")
        elif value in map(str, self.answers):
            given = say("“{given}” in quotes", given=value)
        choices = one_of(*(key.label for key in self.keys if not key.off))
        template = self.wrong
        if self.numbers and type(value) is int and not low <= value <= high:
            template = (self.too_low if value < low else self.too_high) or self.wrong
        return say(template, label=self.label, given=given, low=low, high=high, choices=choices)

    def keys_shown(self) -> tuple[Key, ...]:
        return self.keys


class Pair(Choice, frozen=True, kw_only=True):
    """A choice tapped in two halves, level and strain; `keys` are all that there are."""

    first: tuple[Key, ...]
    second: tuple[Key, ...]


class YesNo(Question, frozen=True, kw_only=True):
    """`true` or `false`; the labels of both keys."""

    yes: Sentence = say("yes")
    no: Sentence = say("no")
    wrong: Message = "{label}: either true or false."

    def answer(self, value: Value) -> Value:
        return value if type(value) is bool else None

    def judge(self, value: Value) -> Sentence:
        return say(self.wrong, label=self.label, name=self.name)

    def keys_shown(self) -> tuple[Key, ...]:
        return (Key(True, self.yes), Key(False, self.no))


class Flag(Question, frozen=True, kw_only=True):
    """Only ever `true`, or left out."""

    optional: bool = True

    def accept(self, value: Value, refuse: Refuse) -> Value:
        """Return True even after a refusal: a field that is sent at all is meant, and what would be
        asked without it is not missing."""
        super().accept(value, refuse)
        return True

    def answer(self, value: Value) -> Value:
        return True if value is True else None

    def judge(self, value: Value) -> Sentence:
        return say("{label}: true, or left out.", label=self.label)

    def keys_shown(self) -> tuple[Key, ...]:
        return (Key(True, self.label),)


class Barred(Question, frozen=True, kw_only=True):
    """A field that does not apply under the table's rules; `missing` says why, no page shows it.
    `kind` is the JSON type of its values, `harmless` are empty values, which are accepted."""

    kind: type
    optional: bool = True
    harmless: tuple[Value, ...] = ()

    def accept(self, value: Value, refuse: Refuse) -> Value:
        """Return NOBODY even after a refusal: a field that is sent at all is meant, and what would
        be asked without it is not missing."""
        super().accept(value, refuse)
        return NOBODY

    def answer(self, value: Value) -> Value:
        # by its text too, because 0 equals false
        harmless = value in self.harmless and repr(value) in map(repr, self.harmless)
        return NOBODY if harmless else None

    def judge(self, value: Value) -> Sentence:
        return self.absent()


class SeatOf(Question, frozen=True, kw_only=True):
    """One of `seats`; `players` is how many seats the table has, `refusals` says why a certain
    other one cannot be meant."""

    seats: tuple[int, ...]
    players: int
    refusals: Mapping[int, Sentence] = {}
    wrong: Message = "Only {choices} can be meant here."

    def answer(self, value: Value) -> Value:
        return value if type(value) is int and value in self.seats else None

    def judge(self, value: Value) -> Sentence:
        if type(value) is not int:
            return say("{label}: say which seat.", label=self.label)
        if not 0 <= value < self.players:
            return say(
                "There is no seat {given} at this table; seats are 0 to {high}.",
                given=value,
                high=self.players - 1,
            )
        if value in self.refusals:
            return self.refusals[value]
        return say(self.wrong, label=self.label, choices=one_of(*map(Seat, self.seats)))

    def keys_shown(self) -> tuple[Key, ...]:
        return tuple(Key(seat, say("{seat}", seat=Seat(seat))) for seat in self.seats)


class SideOf(Question, frozen=True, kw_only=True):
    """One of `sides` sides."""

    sides: int

    def answer(self, value: Value) -> Value:
        return value if type(value) is int and 0 <= value < self.sides else None

    def judge(self, value: Value) -> Sentence:
        if type(value) is not int:
            return say("{label}: say which side.", label=self.label)
        return say(
            "There is no side {given} at this table; sides are 0 to {high}.",
            given=value,
            high=self.sides - 1,
        )

    def keys_shown(self) -> tuple[Key, ...]:
        return tuple(Key(side, say("{side}", side=Side(side))) for side in range(self.sides))


class Text(Question, frozen=True, kw_only=True):
    """1 to `longest` characters, not all of them blank; `names` where it is a player's name, for
    which a page offers those it knows."""

    longest: int
    names: bool = False

    def answer(self, value: Value) -> Value:
        return value if type(value) is str and 0 < len(value.strip()) <= self.longest else None

    def judge(self, value: Value) -> Sentence:
        return say("{label}: 1 to {high} characters.", label=self.label, high=self.longest)


class Word(Question, frozen=True, kw_only=True):
    """A name in letters, digits and hyphens, as anchors are; at most 60 characters."""

    def answer(self, value: Value) -> Value:
        if type(value) is str and 0 < len(value) <= 60 and value.replace("-", "a").isalnum():
            return value
        return None

    def judge(self, value: Value) -> Sentence:
        return say("{label}: the short name of a paragraph of the rules.", label=self.label)
