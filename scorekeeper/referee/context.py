"""What a question says of the deal: the keys of its context, and the rulings that answer it."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from scorekeeper.cards import STRAINS, SUITS
from scorekeeper.sentences import Sentence, say

Path = tuple[str | int, ...]
"""Where something stands in a question: `("plays", 2)`, `("context", "trump")`."""


class Ruling(msgspec.Struct, frozen=True):
    """What holds, in a sentence, and the paragraph of the rules that says so."""

    text: Sentence
    rule: str


class Refused(ValueError):
    """A question that has no answer; `faults` say where it is wrong, and why."""

    def __init__(self, faults: Iterable[tuple[Path, Sentence]]) -> None:
        self.faults = tuple(faults)
        super().__init__(f"{len(self.faults)} faults")


class Key(msgspec.Struct, frozen=True):
    """One key of a context: what it may be (`fits`, given the value and the number of players;
    `says` in words), its value where it is left out, and what is said where it is needed then."""

    name: str
    fits: Callable[[Any, int], bool]
    says: str
    default: Any = None
    missing: Sentence | None = None


class Context(msgspec.Struct, frozen=True):
    """What holds in the deal: every option in force and every key by its name; lists are tuples,
    and a key that was left out and has no default is None."""

    said: Mapping[str, Any]
    keys: Mapping[str, Key] = {}

    def __getitem__(self, name: str) -> Any:
        return self.said[name]

    def need(self, name: str) -> Any:
        """The value under `name`, without which the question has no answer."""
        value = self.said[name]
        if value is None:
            missing = self.keys[name].missing or say("Say `{name}`.", name=name)
            raise Refused([(("context", name), missing)])
        return value


# --- kinds of key -------------------------------------------------------------------------------


def flag(name: str) -> Key:
    """True or false; false where it is left out."""
    return Key(
        name, lambda value, players: type(value) is bool, "`{name}` is true or false.", False
    )


def number(name: str, low: int, high: int, missing: str = "", default: int | None = None) -> Key:
    """A whole number from `low` to `high`."""
    return Key(
        name,
        lambda value, players: type(value) is int and low <= value <= high,
        f"`{{name}}` runs from {low} to {high}.",
        default,
        say(missing) if missing else None,
    )


def seat(name: str, missing: str = "", default: int | None = None) -> Key:
    """A seat at the table."""
    return Key(
        name,
        _is_seat,
        "`{name}` is a seat, 0 to {last}.",
        default,
        say(missing) if missing else None,
    )


def choice(name: str, values: Collection[str], missing: str = "") -> Key:
    """One of `values`."""
    return Key(
        name,
        lambda value, players: type(value) is str and value in values,
        f"`{{name}}` is one of {' '.join(values)}.",
        missing=say(missing) if missing else None,
    )


def card(name: str, pack: Collection[str], missing: str = "") -> Key:
    """A card of the pack."""
    return Key(
        name,
        lambda value, players: type(value) is str and value in pack,
        "`{name}` is a card of the pack, written AS or TD.",
        missing=say(missing) if missing else None,
    )


def several(name: str, values: Sequence[Any], all_of_them: bool = False) -> Key:
    """A list of `values`, each at most once. Left out it is empty; with `all_of_them` it holds
    them all then, and is never empty."""
    least = int(all_of_them)
    return Key(
        name,
        lambda value, players: (
            _each_once(value, lambda item: _plain(item) and item in values) and len(value) >= least
        ),
        f"`{{name}}` is a list of {' '.join(map(str, values))}, each at most once.",
        tuple(values) if all_of_them else (),
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


TRUMP: Final = choice("trump", STRAINS, "Say what is trump.")
NAMED_SUIT: Final = choice("named_suit", SUITS, "Say which suit the joker stands for.")
DECLARER: Final = seat("declarer", "Say who the declarer is.")
FIRST_TRICK: Final = flag("first_trick")

PLAYERS: Final = Key("players", _is_number, "`{name}` is how many play, {low} to {high}.", 4)
COMMON: Final = (
    PLAYERS,
    seat("leader", default=0),
    Key(
        "seats_out",
        lambda value, players: _each_once(value, lambda item: _is_seat(item, players)),
        "`seats_out` is a list of seats, 0 to {last}, each at most once.",
        (),
    ),
)
"""What a context may say in every game."""
