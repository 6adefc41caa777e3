"""The context of a question: the facts about the deal, and the rulings that answer it."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from scorekeeper.cards import STRAINS, SUITS
from scorekeeper.interview.lists import InOrder
from scorekeeper.interview.steps import Choice, Key, Number, Path, Question, SeatOf, YesNo
from scorekeeper.sentences import Message, Sentence, Suit, say


class Ruling(msgspec.Struct, frozen=True):
    """A decision of the referee: a sentence, and the anchor of the paragraph of the rules that says
    so."""

    text: Sentence
    rule: str


class QuestionRefused(ValueError):
    """A question that has no answer; `faults` say where it is wrong, and why."""

    def __init__(self, faults: Iterable[tuple[Path, Sentence]]) -> None:
        self.faults = tuple(faults)
        super().__init__(f"{len(self.faults)} faults")


class OnCards(msgspec.Struct, frozen=True):
    """A fact that is entered by tapping cards: the cards of each value, and the value that such
    cards stand for (None: it is not entered so)."""

    shown: Callable[[Any], tuple[str, ...]]
    value_of: Callable[[tuple[str, ...]], Any]


class ContextKey(msgspec.Struct, frozen=True):
    """A fact in a context: the `question` that asks for it, given the number of players, the error
    for an invalid value (`says`, a template with values in `about`), its default, and the error if
    it is missing but needed.

    A page offers the question's keys; if it has none, the fact is entered by `cards`. A fact
    that is `for_one_trick` holds for one trick only. Given the house rules and the number of
    players, `left_out` returns the choices that cannot be under these.
    """

    name: str
    question: Callable[[int], Question]
    says: Message
    default: Any = None
    missing: Sentence | None = None
    cards: OnCards | None = None
    about: Mapping[str, Any] = {}
    for_one_trick: bool = False
    left_out: Callable[[Mapping[str, Any], int], Collection[Any]] = lambda house, players: ()

    def requirement(self, low: int, high: int) -> Sentence:
        """Return what a value has to be at tables of `low` to `high` players."""
        values = {"name": self.name, "low": low, "high": high, "last": high - 1}
        return say(self.says, **{**values, **self.about})

    @property
    def label(self) -> Sentence:
        """Return what a page calls it, however many play."""
        return self.question(_ANY_NUMBER).label

    @property
    def several(self) -> bool:
        """Return whether it holds a list of choices."""
        return isinstance(self.question(_ANY_NUMBER), InOrder)

    @property
    def is_flag(self) -> bool:
        """Return whether it is either true or false."""
        return self.default is False

    @property
    def names_seats(self) -> bool:
        """Return whether its choices are seats."""
        question = self.question(_ANY_NUMBER)
        return isinstance(question.item if isinstance(question, InOrder) else question, SeatOf)

    def fits(self, value: Any, players: int) -> bool:
        """Return whether the value is valid at a table of so many."""
        return self.question(players).answer(value) is not None

    def choices(self, players: int) -> tuple[Any, ...]:
        """Return the choices at a table of so many players."""
        if self.is_flag:
            return (False, True)
        return tuple(key.value for key in self.question(players).keys_shown())

    def offered(self, players: int, house: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return the choices that there can be under these house rules."""
        out = self.left_out(house, players)
        return tuple(one for one in self.choices(players) if one not in out)

    def word(self, value: Any, players: int) -> Sentence:
        """Return a choice in words."""
        keys = self.question(players).keys_shown()
        return next((key.label for key in keys if key.value == value), say("{n}", n=value))


_ANY_NUMBER: Final = 4
"""Of players, where the answer is the same for any."""


class Context(msgspec.Struct, frozen=True):
    """The facts of a deal: every option in force and every key by its name; lists are tuples,
    and a key that was left out and has no default is None."""

    facts: Mapping[str, Any]
    keys: Mapping[str, ContextKey] = {}

    def __getitem__(self, name: str) -> Any:
        return self.facts[name]

    def need(self, name: str) -> Any:
        """Return the value under `name`, without which the question has no answer."""
        value = self.facts[name]
        if value is None:
            missing = self.keys[name].missing or say("Enter `{name}`.", name=name)
            raise QuestionRefused([(("context", name), missing)])
        return value


# --- kinds of key -------------------------------------------------------------------------------


def flag(name: str, title: Message, for_one_trick: bool = False) -> ContextKey:
    """Return a key that is true or false; false where it is left out."""
    question = YesNo(path=_path(name), label=say(title))
    says: Message = "`{name}` is true or false."
    return ContextKey(name, lambda players: question, says, False, for_one_trick=for_one_trick)


def seat(
    name: str, title: Message, missing: Message = "", default: int | None = None
) -> ContextKey:
    """Return a key of a seat at the table."""
    return ContextKey(
        name,
        _seat_question(name, title),
        "`{name}` is a seat, 0 to {last}.",
        default,
        _or_none(missing),
    )


def choice(
    name: str,
    values: Sequence[str],
    title: Message,
    missing: Message = "",
    word: Callable[[str], Any] = str,
    for_one_trick: bool = False,
    also: Sequence[str] = (),
) -> ContextKey:
    """Return a key of one of `values`, or one that house rules `also` know, whose key is to leave
    it out under the others."""
    question = _choice(name, values, title, word, also)
    return ContextKey(
        name,
        lambda players: question,
        "`{name}` is one of {values}.",
        missing=_or_none(missing),
        about={"values": " ".join(values)},
        for_one_trick=for_one_trick,
    )


def card(name: str, pack: Collection[str], title: Message, missing: Message = "") -> ContextKey:
    """Return a key of a card of the pack."""
    question = Choice(
        path=_path(name), label=say(title), keys=(), means={card: card for card in pack}
    )
    return ContextKey(
        name,
        lambda players: question,
        "`{name}` is a card of the pack, written AS or TD.",
        missing=_or_none(missing),
        cards=OnCards(
            shown=lambda value: (value,) if value else (),
            value_of=lambda cards: cards[-1] if cards else None,
        ),
    )


def several(
    name: str,
    values: Sequence[Any],
    title: Message,
    word: Callable[[Any], Any] = str,
    all_of_them: bool = False,
    also: Sequence[Any] = (),
) -> ContextKey:
    """Return a key of a list of `values` and of those `also` known, as `choice` has them, each at
    most once. Left out it is empty; with `all_of_them` it holds them all then, and is never
    empty."""
    question = InOrder(
        path=_path(name),
        label=say(title),
        item=_choice(name, values, title, word, also),
        shortest=int(all_of_them),
        longest=len(values) + len(also),
    )
    return ContextKey(
        name,
        lambda players: question,
        "`{name}` is a list of {values}, each at most once.",
        (*values, *also) if all_of_them else (),
        about={"values": " ".join(map(str, values))},
    )


def _choice(
    name: str,
    values: Sequence[Any],
    title: Message,
    word: Callable[[Any], Any],
    also: Sequence[Any],
) -> Choice:
    return Choice(path=_path(name), label=say(title), keys=_keys((*values, *also), word))


def _path(name: str) -> Path:
    return ("context", name)


def _keys(values: Iterable[Any], word: Callable[[Any], Any]) -> tuple[Key, ...]:
    return tuple(Key(value, say("{word}", word=word(value))) for value in values)


def _or_none(template: Message) -> Sentence | None:
    return say(template) if template else None


def _seat_question(name: str, title: Message) -> Callable[[int], SeatOf]:
    @cache
    def question(players: int) -> SeatOf:
        seats = tuple(range(players))
        return SeatOf(path=_path(name), label=say(title), seats=seats, players=players)

    return question


@cache
def _seats_out(players: int) -> InOrder:
    return InOrder(
        path=_path("seats_out"),
        label=say("Who sits out"),
        item=_seat_question("seats_out", "Who sits out")(players),
        longest=players,
    )


TRUMP: Final = choice("trump", STRAINS, "Trumps", "Choose trumps.", Suit)
_SUIT_OF_TRUMPS: Final = Choice(
    path=_path("trump"),
    label=say("Trumps"),
    keys=_keys(SUITS, Suit),
    means={strain: strain for strain in STRAINS},
)
SUIT_OF_TRUMPS: Final = msgspec.structs.replace(TRUMP, question=lambda players: _SUIT_OF_TRUMPS)
"""Trumps in a game that always has some: a page offers suits only."""
NAMED_SUIT: Final = choice(
    "named_suit",
    SUITS,
    "Suit of the joker",
    "Choose the joker's suit.",
    Suit,
    for_one_trick=True,
)
DECLARER: Final = seat("declarer", "Declarer", "Choose the declarer.")
FIRST_TRICK: Final = flag("first_trick", "The first trick of the deal", for_one_trick=True)

PLAYERS: Final = ContextKey(
    "players",
    lambda players: Number(path=_path("players"), label=say("Players"), low=players, high=players),
    "`{name}` is the number of players, {low} to {high}.",
    4,
)
LEADER: Final = seat("leader", "Who leads", default=0)
SEATS_OUT: Final = ContextKey(
    "seats_out", _seats_out, "`seats_out` is a list of seats, 0 to {last}, each at most once.", ()
)
COMMON: Final = (PLAYERS, LEADER, SEATS_OUT)
"""What a context may say in every game."""
