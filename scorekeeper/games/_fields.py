"""What a game asks: kinds of question, and the interview that puts them.

An interview is a generator: it yields questions and gets each answer back, so that later questions
may depend on earlier answers. The same interview reads a sheet's entry (`read`), draws the page,
makes random deals for the tests and describes a deal for other programs (`describe`). Unanswered
comes back as None, `null` as an answer as NOBODY.
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, Final, Literal, final

import msgspec

from scorekeeper.sentences import InWords, Seat, Sentence, Side, Suit, one_of, say

Path = tuple[str | int, ...]
"""Where an answer stands in an entry: `("bids", "left", "UR")`, `("tricks", 2)`."""

Value = Any
"""What a question takes: str, int, bool, None, or lists and objects of them."""

Refuse = Callable[[Path, Sentence], None]


class Nobody:
    """The type of `NOBODY`, the answer that is `null` in the entry."""

    def __repr__(self) -> str:
        return "NOBODY"


NOBODY: Final = Nobody()
NOTHING_GIVEN: Final = say("{label}: nothing was entered.")


class Key(msgspec.Struct, frozen=True):
    """One key of a question: the value it enters, its label, a small second line, its row."""

    value: Value
    label: Sentence
    badge: Sentence | None = None
    row: int = 0


@final
class Fault(msgspec.Struct, frozen=True):
    """Why an entry cannot be: the field, the sentence for the table, and the rule."""

    path: Path
    sentence: Sentence
    rule: str = ""


@final
class Warn(msgspec.Struct, frozen=True):
    """What is odd about an entry that may well be right."""

    path: Path
    sentence: Sentence


class Branch(msgspec.Struct, frozen=True):
    """One of several ways to enter the same thing, told by the keys that belong to it alone."""

    name: str
    keys: tuple[str, ...]
    label: Sentence


@final
class OneOf(msgspec.Struct, frozen=True):
    """Asks which branch was taken; exactly one must be. The page opens the first."""

    branches: tuple[Branch, ...]
    fault: Sentence


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What every question has; each kind adds what it takes.

    `when` says whether it is answered before or after the play; `seat` is the one player who may
    answer from his own phone; a `sealed` answer is shown to nobody before all are in; `suggest` is
    the answer that follows from the rest, and may be overruled.
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
    wrong: str = "{label}: {given} is not known here."
    """Template for a value out of place; may use label, given, low, high and choices."""
    missing: Sentence | None = None

    def accept(self, value: Value, refuse: Refuse) -> Value:
        """The answer that `value` gives; None after telling `refuse` what is wrong with it."""
        answer = self.answer(value)
        if answer is not None:
            return answer
        if value is None and self.none is not None:
            return NOBODY
        refuse(self.path, self.judge(value))
        return None

    def answer(self, value: Value) -> Value:
        """What `value` means; None where it cannot be."""
        raise NotImplementedError

    def judge(self, value: Value) -> Sentence:
        """What is wrong with a value that means nothing."""
        raise NotImplementedError

    def keys_shown(self) -> tuple[Key, ...]:
        """The keys that a page draws; empty where the answer is typed."""
        return ()

    def absent(self) -> Sentence:
        """What is said where nothing was entered."""
        return self.missing or say(NOTHING_GIVEN.template, label=self.label)


class Number(Question, frozen=True, kw_only=True):
    """A whole number from `low` to `high`; `keys` where they are not just the numbers."""

    low: int
    high: int
    keys: tuple[Key, ...] = ()
    not_whole: str = "{label}: a whole number is needed."
    blank: int | None = None
    """What a page reads where nothing was typed; a sheet always says the number."""
    wrong: str = "{label} run from {low} to {high}; {given} was entered."
    too_low: str = ""
    too_high: str = ""

    def answer(self, value: Value) -> Value:
        return value if type(value) is int and self.low <= value <= self.high else None

    def judge(self, value: Value) -> Sentence:
        if type(value) is not int:
            return say(self.not_whole, label=self.label, low=self.low, high=self.high)
        template = (self.too_low if value < self.low else self.too_high) or self.wrong
        return say(template, label=self.label, low=self.low, high=self.high, given=value)

    def keys_shown(self) -> tuple[Key, ...]:
        if self.keys or self.high - self.low > 30:
            return self.keys
        return tuple(Key(n, say("{n}", n=n)) for n in range(self.low, self.high + 1))


class Choice(Question, frozen=True, kw_only=True):
    """One of `keys`, strings or whole numbers. `means` maps further values that are read as one of
    them; `refusals` says what is wrong with values that other rules would know."""

    keys: tuple[Key, ...]
    columns: int = 0
    means: Mapping[Value, Value] = {}
    refusals: Mapping[Value, Sentence] = {}
    numbers: tuple[int, int] | None = None
    """Where the keys hold a run of numbers: the `low` and `high` that `wrong` speaks of."""
    too_low: str = ""
    too_high: str = ""
    answers: Mapping[Value, Value] = {}
    """What each value means; follows from `keys` and `means`, nobody gives it."""

    def __post_init__(self) -> None:
        answers = {**{key.value: key.value for key in self.keys}, **self.means}
        msgspec.structs.force_setattr(self, "answers", answers)

    def answer(self, value: Value) -> Value:
        # neither true, which equals 1, nor what cannot be a key of a mapping
        return self.answers.get(value) if type(value) is str or type(value) is int else None

    def judge(self, value: Value) -> Sentence:
        if type(value) in (str, int) and value in self.refusals:
            return self.refusals[value]
        low, high = self.numbers or (0, 0)
        given = value if type(value) in (str, int) else say("this")
        choices = one_of(*(key.label for key in self.keys))
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
    wrong: str = "{label}: either true or false."

    def answer(self, value: Value) -> Value:
        return value if type(value) is bool else None

    def judge(self, value: Value) -> Sentence:
        return say(self.wrong, label=self.label)

    def keys_shown(self) -> tuple[Key, ...]:
        return (Key(True, self.yes), Key(False, self.no))


class Flag(Question, frozen=True, kw_only=True):
    """Only ever `true`, or left out."""

    optional: bool = True

    def accept(self, value: Value, refuse: Refuse) -> Value:
        """True even after a refusal: who sends the field at all means it, and what would be asked
        without it is not missing."""
        super().accept(value, refuse)
        return True

    def answer(self, value: Value) -> Value:
        return True if value is True else None

    def judge(self, value: Value) -> Sentence:
        return say("{label}: true, or left out.", label=self.label)

    def keys_shown(self) -> tuple[Key, ...]:
        return (Key(True, self.label),)


class Barred(Question, frozen=True, kw_only=True):
    """A field that the table's rules leave no use for; `missing` says why, no page shows it.
    `harmless` are values that say nothing and are let pass."""

    optional: bool = True
    harmless: tuple[Value, ...] = ()

    def accept(self, value: Value, refuse: Refuse) -> Value:
        """NOBODY even after a refusal: who sends the field at all means it, and what would be
        asked without it is not missing."""
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
    wrong: str = "Only {choices} can be meant here."

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
    """1 to `longest` characters, not all of them blank."""

    longest: int

    def answer(self, value: Value) -> Value:
        return value if type(value) is str and 0 < len(value.strip()) <= self.longest else None

    def judge(self, value: Value) -> Sentence:
        return say("{label}: 1 to {high} characters.", label=self.label, high=self.longest)


class Word(Question, frozen=True, kw_only=True):
    """A name in small letters, digits and hyphens, as anchors are."""

    def answer(self, value: Value) -> Value:
        if type(value) is str and 0 < len(value) <= 60 and value.replace("-", "a").isalnum():
            return value
        return None

    def judge(self, value: Value) -> Sentence:
        return say("{label}: the short name of a paragraph of the rules.", label=self.label)


class Many(Question, frozen=True, kw_only=True):
    """A list with one item a player or a side; an emptied seat has no question, its item is null.

    `total` is what the items must add up to, `tally` the template that says they do not; `turns`
    the order in which a page asks for them; `told` what it says of the answers so far (None: not
    yet answered); `suggest` an answer for each item.
    """

    items: tuple[Question | None, ...]
    noun: str
    each: str = "player"
    turns: tuple[int, ...] = ()
    total: int | None = None
    tally: str = "The tricks add up to {given}; this deal has {total}."
    told: Callable[[Sequence[Value]], Sentence] | None = None

    def asked(self, given: Sequence[Value]) -> tuple[Question | None, ...]:
        """The items' questions, where so much is given already (None: not yet)."""
        return self.items

    def accept(self, value: Value, refuse: Refuse) -> Value:
        answers = self.answer(value)
        if answers is not None:
            return answers
        if type(value) is not list or len(value) != len(self.items):
            refuse(self.path, self.judge(value))
            return None
        answers = [
            _unasked((*self.path, index), given, refuse)
            if item is None
            else item.accept(given, refuse)
            for index, (item, given) in enumerate(zip(self.asked(value), value, strict=True))
        ]
        if None in answers:
            return None
        given = sum(answer for answer in answers if answer is not NOBODY) if self.total else 0
        if self.total and given != self.total:
            refuse(self.path, say(self.tally, given=given, total=self.total))
            return None
        return answers

    def answer(self, value: Value) -> Value:
        """The items' answers; None where an item has none of its own, an emptied seat say."""
        if type(value) is not list or len(value) != len(self.items):
            return None
        items = self.asked(value)
        if None in items:
            return None
        answers = [item.answer(given) for item, given in zip(items, value, strict=True)]  # type: ignore[union-attr]
        if None in answers or (self.total and sum(answers) != self.total):
            return None
        return answers

    def judge(self, value: Value) -> Sentence:
        if type(value) is not list:
            return say("{label}: a list is needed, one a {each}.", **self._words())
        template = (
            "{count} {noun} {count:is|are} needed, one a {each}; {given} {given:was|were} entered."
        )
        return say(template, given=len(value), **self._words())

    def _words(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "count": InWords(len(self.items)),
            "noun": self.noun,
            "each": self.each,
        }


def _unasked(path: Path, value: Value, refuse: Refuse) -> Value:
    """Nobody answers for an emptied seat; None after refusing what was entered for it."""
    if value is None:
        return NOBODY
    refuse(path, say("Nobody sits in seat {n}.", n=path[-1]))
    return None


Step = Question | OneOf | Fault | Warn
Interview = Generator[Step, Any, None]

_ASIDES: Final = (OneOf, Fault, Warn)
"""The steps that are no questions."""
_MISSING: Final = object()
_DEEPEST: Final = 8

SUIT_KEYS: Final = tuple(Key(suit, say("{suit}", suit=Suit(suit))) for suit in "CDHS")


class Reading:
    """Answers an interview from an entry; what was wrong stands in `faults`, odd in `warnings`,
    what nothing has asked for yet in `unread`, by its path."""

    def __init__(self, entry: Mapping[str, Value]) -> None:
        self.entry = entry
        self.faults: list[Fault] = []
        self.warnings: list[Warn] = []
        self.unread = _leaves(entry)
        self._missed: list[Path] = []

    def reply(self, step: Step) -> Value:
        """The entry's answer to one step of an interview."""
        if type(step) in _ASIDES:
            return self._aside(step)  # type: ignore[arg-type]
        question: Question = step  # type: ignore[assignment]
        value = self.unread.pop(question.path, _MISSING)
        if value is _MISSING:
            return self._look(question)
        answer = question.answer(value)
        return question.accept(value, self.refuse) if answer is None else answer

    def _look(self, question: Question) -> Value:
        """The answer of a question that was asked before, that is answered by an object or by
        nothing: refused unless it may be left out."""
        if question.path[0] not in self.entry:
            if not (question.optional or question.group):
                self.refuse(question.path, question.absent())
            return None
        place: Any = self.entry
        for depth, key in enumerate(question.path):
            if depth and type(place) is not dict:
                sentence = say("{label}: an object is needed.", label=question.label)
                self.refuse(question.path[:depth], sentence)
                return None
            if key not in place:
                self._missed.append(question.path)
                if not question.optional:
                    self.refuse(question.path, question.absent())
                return None
            place = place[key]
        return question.accept(place, self.refuse)

    def _aside(self, step: OneOf | Fault | Warn) -> str | None:
        if type(step) is OneOf:
            return self._branch(step)
        (self.faults if type(step) is Fault else self.warnings).append(step)  # type: ignore[arg-type]
        return None

    def _branch(self, step: OneOf) -> str | None:
        keys = self.entry.keys()
        given = [branch.name for branch in step.branches if not keys.isdisjoint(branch.keys)]
        if len(given) == 1:
            return given[0]
        self.refuse((), step.fault)
        return None

    def refuse(self, path: Path, sentence: Sentence) -> None:
        """Note that the value at `path` cannot be; once for each field."""
        if not path or not any(fault.path == path for fault in self.faults):
            self.faults.append(Fault(path, sentence))

    def unknown(self) -> Iterable[Path]:
        """Paths in the entry that no question asked for."""
        asked = {path for path in _leaves(self.entry) if path not in self.unread}
        return _strangers(self.entry, (), asked.union(self._missed))


def _leaves(place: Mapping[str, Value], path: Path = ()) -> dict[Path, Value]:
    """What is entered, by its path; an object that is empty or too deep to be asked for as such."""
    if dict not in map(type, place.values()):
        return {path + (key,): value for key, value in place.items()}
    leaves = {}
    for key, value in place.items():
        here = path + (key,)
        if type(value) is dict and value and len(here) < _DEEPEST:
            leaves.update(_leaves(value, here))
        else:
            leaves[here] = value
    return leaves


def _strangers(place: Mapping[str, Value], path: Path, asked: set[Path]) -> list[Path]:
    strangers = []
    for key, value in place.items():
        here = path + (key,)
        if here in asked:
            continue
        if type(value) is dict and any(known[: len(here)] == here for known in asked):
            strangers += _strangers(value, here, asked)
        else:
            strangers.append(here)
    return strangers


def walk(interview: Interview, reply: Callable[[Step], Value]) -> None:
    """Put every step of the interview to `reply` and hand back what it answers."""
    answer, put = None, interview.send
    while True:
        try:
            step = put(answer)
        except StopIteration:
            return
        answer = reply(step)


def read(interview: Interview, entry: Mapping[str, Value]) -> Reading:
    """Hold the entry against the interview: its faults, all of them, and its warnings."""
    reading = Reading(entry)
    walk(interview, reading.reply)
    if reading.unread and not reading.faults:
        for path in reading.unknown():
            reading.refuse(path, say("{field} is not asked for here.", field=str(path[-1])))
    return reading
