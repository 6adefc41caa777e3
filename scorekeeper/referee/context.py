"""What a question says of the deal: the keys of its context, and the rulings that answer it."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from scorekeeper.cards import STRAINS, SUITS
from scorekeeper.sentences import Seat, Sentence, Suit, say

Path = tuple[str | int, ...]
"""Where something stands in a question: `("plays", 2)`, `("context", "trump")`."""


class Ruling(msgspec.Struct, frozen=True):
    """What holds, in a sentence, and the paragraph of the rules that says so."""

    text: Sentence
    rule: str


class QuestionRefused(ValueError):
    """A question that has no answer; `faults` say where it is wrong, and why."""

    def __init__(self, faults: Iterable[tuple[Path, Sentence]]) -> None:
        self.faults = tuple(faults)
        super().__init__(f"{len(self.faults)} faults")


class OnCards(msgspec.Struct, frozen=True):
    """How a key is told by tapping cards: those that lie there by its value, and the value that
    such cards tell (None: it is not told)."""

    shown: Callable[[Any], tuple[str, ...]]
    told: Callable[[tuple[str, ...]], Any]


def _no_choice(players: int) -> tuple[Any, ...]:
    return ()


class ContextKey(msgspec.Struct, frozen=True):
    """One key of a context: what it may be (`fits`, given the value and the number of players;
    `says` in words), its value where it is left out, and what is said where it is needed then.

    A page calls it `asked`, and offers the `choices` that so many players have, `several` of them
    at once or one; `word` is a choice as it stands in a sentence. Where there is no choice it is
    told by `cards`. What is `passing` holds for one trick only.
    """

    name: str
    fits: Callable[[Any, int], bool]
    says: str
    asked: Sentence
    default: Any = None
    missing: Sentence | None = None
    choices: Callable[[int], tuple[Any, ...]] = _no_choice
    word: Callable[[Any], Any] = str
    several: bool = False
    cards: OnCards | None = None
    passing: bool = False

    @property
    def is_flag(self) -> bool:
        """Whether it is either true or false."""
        return self.default is False


class Context(msgspec.Struct, frozen=True):
    """What holds in the deal: every option in force and every key by its name; lists are tuples,
    and a key that was left out and has no default is None."""

    said: Mapping[str, Any]
    keys: Mapping[str, ContextKey] = {}

    def __getitem__(self, name: str) -> Any:
        return self.said[name]

    def need(self, name: str) -> Any:
        """The value under `name`, without which the question has no answer."""
        value = self.said[name]
        if value is None:
            missing = self.keys[name].missing or say("Enter `{name}`.", name=name)
            raise QuestionRefused([(("context", name), missing)])
        return value


# --- kinds of key -------------------------------------------------------------------------------


def flag(name: str, asked: str, passing: bool = False) -> ContextKey:
    """True or false; false where it is left out."""
    return ContextKey(
        name,
        lambda value, players: type(value) is bool,
        "`{name}` is true or false.",
        say(asked),
        False,
        choices=lambda players: (False, True),
        word=lambda value: "yes" if value else "no",
        passing=passing,
    )


def number(
    name: str,
    low: int,
    high: int,
    asked: str,
    default: int | None = None,
    word: Callable[[int], Any] = int,
    passing: bool = False,
    offered: tuple[int, ...] | None = None,
) -> ContextKey:
    """A whole number from `low` to `high`; a page offers those that are `offered` (None: all)."""
    choices = tuple(range(low, high + 1)) if offered is None else offered
    return ContextKey(
        name,
        lambda value, players: type(value) is int and low <= value <= high,
        f"`{{name}}` runs from {low} to {high}.",
        say(asked),
        default,
        choices=lambda players: choices,
        word=word,
        passing=passing,
    )


def seat(name: str, asked: str, missing: str = "", default: int | None = None) -> ContextKey:
    """A seat at the table."""
    return ContextKey(
        name,
        _is_seat,
        "`{name}` is a seat, 0 to {last}.",
        say(asked),
        default,
        say(missing) if missing else None,
        choices=lambda players: tuple(range(players)),
        word=Seat,
    )


def choice(
    name: str,
    values: Sequence[str],
    asked: str,
    missing: str = "",
    word: Callable[[str], Any] = str,
    passing: bool = False,
) -> ContextKey:
    """One of `values`."""
    return ContextKey(
        name,
        lambda value, players: type(value) is str and value in values,
        f"`{{name}}` is one of {' '.join(values)}.",
        say(asked),
        missing=say(missing) if missing else None,
        choices=lambda players: tuple(values),
        word=word,
        passing=passing,
    )


def card(name: str, pack: Collection[str], asked: str, missing: str = "") -> ContextKey:
    """A card of the pack."""
    return ContextKey(
        name,
        lambda value, players: type(value) is str and value in pack,
        "`{name}` is a card of the pack, written AS or TD.",
        say(asked),
        missing=say(missing) if missing else None,
        cards=OnCards(
            shown=lambda value: (value,) if value else (),
            told=lambda cards: cards[-1] if cards else None,
        ),
    )


def several(
    name: str,
    values: Sequence[Any],
    asked: str,
    word: Callable[[Any], Any] = str,
    all_of_them: bool = False,
) -> ContextKey:
    """A list of `values`, each at most once. Left out it is empty; with `all_of_them` it holds
    them all then, and is never empty."""
    least = int(all_of_them)
    return ContextKey(
        name,
        lambda value, players: (
            _each_once(value, lambda item: _plain(item) and item in values) and len(value) >= least
        ),
        f"`{{name}}` is a list of {' '.join(map(str, values))}, each at most once.",
        say(asked),
        tuple(values) if all_of_them else (),
        choices=lambda players: tuple(values),
        word=word,
        several=True,
    )


def _plain(item: Any) -> bool:
    # true equals 1
    return type(item) in (int, str)


def _is_number(value: Any, players: int) -> bool:
    return type(value) is int


def _is_seat(value: Any, players: int) -> bool:
    return type(value) is int and 0 <= value < players


def _each_once(value: Any, fits: Callable[[Any], bool]) -> bool:
    return type(value) is list and all(map(fits, value)) and len(set(value)) == len(value)


TRUMP: Final = choice("trump", STRAINS, "Trumps", "Choose trumps.", Suit)
SUIT_OF_TRUMPS: Final = msgspec.structs.replace(TRUMP, choices=lambda players: tuple(SUITS))
"""Trumps in a game that always has some: a page offers suits only."""
NAMED_SUIT: Final = choice(
    "named_suit",
    SUITS,
    "Suit of the joker",
    "Choose the joker's suit.",
    Suit,
    passing=True,
)
DECLARER: Final = seat("declarer", "Declarer", "Choose the declarer.")
FIRST_TRICK: Final = flag("first_trick", "The first trick of the deal", passing=True)

PLAYERS: Final = ContextKey(
    "players", _is_number, "`{name}` is how many play, {low} to {high}.", say("Players"), 4
)
LEADER: Final = seat("leader", "Who leads", default=0)
SEATS_OUT: Final = ContextKey(
    "seats_out",
    lambda value, players: _each_once(value, lambda item: _is_seat(item, players)),
    "`seats_out` is a list of seats, 0 to {last}, each at most once.",
    say("Who sits out"),
    (),
    choices=lambda players: tuple(range(players)),
    word=Seat,
    several=True,
)
COMMON: Final = (PLAYERS, LEADER, SEATS_OUT)
"""What a context may say in every game."""
