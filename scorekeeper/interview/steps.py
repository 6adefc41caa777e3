"""The steps of an interview: questions of each kind with a single value, ways of entering, faults
and warnings."""

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, ClassVar, Final, Literal, Self, final

import msgspec
from msgspec.structs import force_setattr

from scorekeeper.sentences import Message, Seat, Sentence, Side, Suit, one_of, say
from scorekeeper.spelling import plain_word

Path = tuple[str | int, ...]
"""Where an answer stands in an entry: `("bids", "left", "UR")`, `("tricks", 2)`."""


def name_of(path: Path) -> str:
    """Return the path in one word: `bids.2`."""
    return ".".join(map(str, path))


Value = Any
"""What a question takes: str, int, bool, None, or lists and objects of them."""

Refuse = Callable[[Path, Sentence], None]


class Null:
    """The type of `NULL`, the answer that is `null` in the entry."""

    def __repr__(self) -> str:
        return "NULL"


NULL: Final = Null()


class Key(msgspec.Struct, frozen=True):
    """One key of a question: the value it enters, its label, a small second line, its row; shown
    crossed out where that choice is `used_up`. `blind` is the name of a bid that is declared before
    the cards are seen, `said_as` how players state a house rule."""

    value: Value
    label: Sentence
    badge: Sentence | None = None
    row: int = 0
    used_up: bool = False
    blind: Sentence | None = None
    said_as: Message = ""


class _Aside(msgspec.Struct, frozen=True):
    """A step that is no question: it stands nowhere in the entry."""

    at: ClassVar[None] = None
    optional: ClassVar[bool] = False


@final
class Fault(_Aside, frozen=True):
    """The reason why an entry is invalid: the field, and the sentence for the table."""

    path: Path
    sentence: Sentence


@final
class Warn(_Aside, frozen=True):
    """A warning about an entry that is odd but may well be right."""

    path: Path
    sentence: Sentence


class Branch(msgspec.Struct, frozen=True):
    """One of several ways to enter the same thing, recognised by the keys that only it has."""

    name: str
    keys: tuple[str, ...]
    label: Sentence


@final
class OneOf(_Aside, frozen=True):
    """Asks which branch was taken; exactly one must be. The page opens the first."""

    branches: tuple[Branch, ...]
    fault: Sentence
    branch_of_key: tuple[tuple[str, str], ...] = ()
    """Each key with its branch's name; derived from `branches`, never passed."""

    def __post_init__(self) -> None:
        branch_of_key = tuple((key, branch.name) for branch in self.branches for key in branch.keys)
        force_setattr(self, "branch_of_key", branch_of_key)


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A question; each kind defines which answers it accepts.

    `when` says whether it is answered before or after the play; `seat` is the one player who may
    answer from their own phone; a `sealed` answer is shown to nobody before all are in; `suggest`
    is an answer that may be overruled, `refused` the one for a value that cannot be.
    """

    path: Path
    label: Sentence
    hint: Sentence | None = None
    when: Literal["before", "after"] = "after"
    optional: bool = False
    group: bool = False
    """Belongs to an object that may be left out as a whole, but not in part."""
    sealed: bool = False
    seat: int | None = None
    suggest: Value = None
    none: Sentence | None = None
    """Where `null` is an answer of its own: what that answer is called."""
    wrong: Message = "{label}: {given} is not known here."
    """Template for a value out of place; may use label, name, given, low, high and choices."""
    missing: Sentence | None = None
    prompt: Sentence | None = None
    """How a page asks for it once it was left empty."""
    blank: Value = None
    """What a page reads where only others of the same list were given; a sheet always says it."""
    turn: Sentence | None = None
    """What comes next where the label would not say it as players do: "Ann bids"."""
    said_as: Message = ""
    """Of a house rule: how players state it (`engine/options.py`)."""
    said_off: Message = ""
    """The same where it is not played: null, no, nothing."""
    refused: Value = None
    at: Path | str = ()
    """The path, or just the field if it is one of the entry itself; never passed."""

    def __post_init__(self) -> None:
        at = self.path[0] if len(self.path) == 1 else self.path
        force_setattr(self, "at", at)

    @property
    def name(self) -> str:
        """The last part of its path: an option's name."""
        return str(self.path[-1])

    def accept(self, value: Value, refuse: Refuse) -> Value:
        """Return the answer for `value`; None after passing the fault to `refuse`."""
        answer = self.answer(value)
        if answer is not None:
            return answer
        if value is None and self.none is not None:
            return NULL
        refuse(self.path, self.judge(value))
        return self.refused

    def answer(self, value: Value) -> Value:
        """Return what `value` means; None where it cannot be."""
        raise NotImplementedError

    def judge(self, value: Value) -> Sentence:
        """Return the sentence that says why a value is no answer."""
        raise NotImplementedError

    def changed(self, **fields: Any) -> Self:
        """Return the same question with other `fields`; only fields that nothing else is derived
        from."""
        question: Self = self.__copy__()  # type: ignore[attr-defined]
        for name, value in fields.items():
            force_setattr(question, name, value)
        return question

    def keys_shown(self) -> tuple[Key, ...]:
        """Return the keys that a page draws; empty where the answer is typed."""
        return ()

    def blind(self, value: Value) -> Sentence | None:
        """Return what the bid of that value is called if it is declared before the cards are seen;
        None for any other."""
        return next((key.blind for key in self.keys_shown() if key.value == value), None)

    def absent(self) -> Sentence:
        """Return the sentence that says that the answer is missing."""
        return self.missing or say("Missing: {label}.", label=self.label)


Step = Question | OneOf | Fault | Warn
# a generator, so that a later question may depend on an earlier answer
Interview = Generator[Step, Any, None]


def in_any_case(*questions: Question) -> Interview:
    """Yield the questions of several ways of entering, where none of these was taken, or more than
    one: an answer may be missing then, but one that is there may still be wrong."""
    for question in questions:
        yield question.changed(optional=True)


# --- questions with a single answer ---------------------------------------------------------------

KEY_TYPES: Final = frozenset((str, int))
"""The types of value that a key may enter: no bool, as true is 1, and nothing unhashable."""

SUIT_KEYS: Final = tuple(Key(suit, say("{suit}", suit=Suit(suit))) for suit in "CDHS")


class Number(Question, frozen=True, kw_only=True):
    """A whole number from `low` to `high` in steps; `keys` where they are not just the numbers."""

    low: int
    high: int
    step: int = 1
    keys: tuple[Key, ...] = ()
    not_whole: Message = "{label}: a whole number is needed."
    wrong: Message = "{label} run from {low} to {high}; {given} was entered."
    too_high: Message = ""

    def answer(self, value: Value) -> Value:
        numbers = range(self.low, self.high + 1, self.step)
        return value if type(value) is int and value in numbers else None

    def judge(self, value: Value) -> Sentence:
        too_high = type(value) is int and value > self.high and self.too_high
        template = too_high or (self.wrong if type(value) is int else self.not_whole)
        span = {"low": self.low, "high": self.high, "step": self.step}
        return say(template, label=self.label, name=self.name, given=value, **span)

    def keys_shown(self) -> tuple[Key, ...]:
        if self.keys or self.high - self.low > 30:
            return self.keys
        return tuple(Key(n, say("{n}", n=n)) for n in range(self.low, self.high + 1, self.step))


def _in_words(value: Value) -> Value:
    """Return what a sheet gives in place of a choice, as an error says it."""
    if value in ("", None):
        return say("nothing")
    if type(value) in KEY_TYPES:
        return value
    if isinstance(value, list):
        return say("a list")
    if isinstance(value, dict):
        return say("an object")
    return say("{text}", text=str(value).lower())  # true, false, 3.0


class Choice(Question, frozen=True, kw_only=True):
    """One of `keys`, strings or whole numbers. `means` maps further values to them; `refusals`
    says why values known to other rules are wrong; `also_called` has what players call them
    besides, as `plain_word` writes it, with the values that it may stand for."""

    keys: tuple[Key, ...]
    wrong: Message = "{label}: {choices}; {given} was entered."
    columns: int = 0
    means: Mapping[Value, Value] = {}
    refusals: Mapping[Value, Sentence] = {}
    also_called: Mapping[str, Sequence[Value]] = {}
    wrong_word: Message = ""
    """What is said of a word in place of `wrong`, if some keys are words: those are `choices`."""
    numbers: tuple[int, int] | None = None
    """Where the keys hold a run of numbers: the `low` and `high` that `wrong` speaks of."""
    too_low: Message = ""
    too_high: Message = ""
    answers: Mapping[Value, Value] = {}
    """What each value means; derived from `keys` and `means`, never passed."""

    def __post_init__(self) -> None:
        super().__post_init__()
        answers = {**{key.value: key.value for key in self.keys if not key.used_up}, **self.means}
        force_setattr(self, "answers", answers)

    def answer(self, value: Value) -> Value:
        return self.answers.get(value) if type(value) in KEY_TYPES else None

    def judge(self, value: Value) -> Sentence:
        if type(value) in KEY_TYPES and value in self.refusals:
            return self.refusals[value]
        if meant := self._meant(value):
            return meant
        low, high = self.numbers or (0, 0)
        given = _in_words(value)
        # "4 was entered" would not say what is wrong with it
        if value in map(str, self.answers):
            given = say("“{given}” in quotes", given=value)
        choices = one_of(*(key.label for key in self.keys if not key.used_up))
        template = self.wrong
        if self.numbers and type(value) is int and not low <= value <= high:
            template = (self.too_low if value < low else self.too_high) or self.wrong
        named = [key.label for key in self.keys if not key.used_up and _is_word(key.value)]
        if self.wrong_word and named and _is_word(value):
            template, choices = self.wrong_word, one_of(*named)
        return say(template, label=self.label, given=given, low=low, high=high, choices=choices)

    def _meant(self, value: Value) -> Sentence | None:
        """Return which choices a word stands for, or why these are wrong, if players use it."""
        if not isinstance(value, str):
            return None
        word = plain_word(value)
        values = self.also_called.get(word, ())
        possible = [key for key in self.keys if not key.used_up]
        choices = [key.label for key in possible if key.value in values] or [
            key.value for key in possible if _is_word(key.value) and plain_word(key.value) == word
        ]
        if choices:
            template: Message = "Instead of {given}, enter {choices}."
            return say(template, given=value, choices=one_of(*choices))
        return next((self.refusals[one] for one in values if one in self.refusals), None)

    def keys_shown(self) -> tuple[Key, ...]:
        return self.keys


def _is_word(value: Value) -> bool:
    """Return whether it is a name, and neither a number, a level nor the letter of a suit."""
    return isinstance(value, str) and len(value) > 2 and not any(map(str.isdecimal, value))


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
    """A field that does not apply here; `missing` says why, no page shows it. `harmless` values, of
    the JSON type `kind`, are accepted; `elsewhere` is what is asked in other deals."""

    kind: type
    optional: bool = True
    harmless: tuple[Value, ...] = ()
    elsewhere: Question | None = None

    def accept(self, value: Value, refuse: Refuse) -> Value:
        """Return NULL even after a refusal: what would be asked without it is not missing."""
        super().accept(value, refuse)
        return NULL

    def answer(self, value: Value) -> Value:
        # by its text too, because 0 equals false
        harmless = value in self.harmless and repr(value) in map(repr, self.harmless)
        return NULL if harmless else None

    def judge(self, value: Value) -> Sentence:
        return self.absent()


NO_SUCH_SEAT: Final[Message] = "There is no seat {given} at this table; seats are 0 to {high}."


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
            return say(NO_SUCH_SEAT, given=value, high=self.players - 1)
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
        template: Message = "There is no side {given} at this table; sides are 0 to {high}."
        return say(template, given=value, high=self.sides - 1)

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
        fits = type(value) is str and 0 < len(value) <= 60 and value.replace("-", "a").isalnum()
        return value if fits else None

    def judge(self, value: Value) -> Sentence:
        return say("{label}: the short name of a paragraph of the rules.", label=self.label)
