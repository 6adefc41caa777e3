"""The meaning of tag values: seats, hands, contracts, results, scores (PBN 2.1)."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final, NamedTuple

from scorekeeper.cards import RANKS
from scorekeeper.sentences import Card, Voice, say, tell

SEATS: Final = "NESW"
"""Their letters in seat order: North is seat 0."""

SEAT_NAMES: Final = ("North", "East", "South", "West")
SIDES: Final = ("NS", "EW")
VOICE: Final = Voice(SEAT_NAMES)
HAND: Final = 13
VULNERABLE: Final[Mapping[str, tuple[bool, bool]]] = {
    "None": (False, False),
    "NS": (True, False),
    "EW": (False, True),
    "All": (True, True),
}
"""Whether either side is, by what the tag says."""

_ALSO: Final = {"LOVE": "None", "-": "None", "BOTH": "All"}
UNKNOWN: Final = ("", "?")
"""Values that tell nothing."""

Hands = tuple[tuple[str, ...] | None, ...]
"""The cards of each seat; None where nobody says them."""

Either = Mapping[str, int]
"""A number by side; under an empty name, that of the declarer's side."""


class Unreadable(ValueError):
    """A value that means nothing; the message says what it may be."""


class PbnContract(NamedTuple):
    """A contract; `level` 0 where only its strain is told, and no `strain` if all passed."""

    level: int
    strain: str
    doubled: int

    @property
    def bid(self) -> str:
        """The contract without its doubles."""
        return f"{self.level or ''}{self.strain}" or PASS

    @property
    def tag_value(self) -> str:
        """The contract as a tag has it."""
        return self.bid + "X" * self.doubled


PASSED_OUT: Final = PbnContract(0, "", 0)
PASS: Final = "Pass"


def seat(text: str) -> int:
    """Return the seat of that letter or name."""
    for number, name in enumerate(SEAT_NAMES):
        if text.upper() in (name[0], name.upper()):
            return number
    raise Unreadable(tell("A seat must be N, E, S or W."))


def known_seat(text: str, default: int) -> int:
    """Return the seat that a section begins with, where it says one."""
    return default if text.strip() in UNKNOWN else seat(text.strip())


def vulnerable(text: str) -> str:
    """Return who is vulnerable, as the export format has it."""
    upper = text.upper()
    known = {name.upper(): name for name in VULNERABLE} | _ALSO
    if upper not in known:
        raise Unreadable(tell("Vulnerable must be None, NS, EW or All."))
    return known[upper]


_CONTRACT: Final = re.compile(r"([1-7]?)(C|D|H|S|NT?)(X{0,2})", re.IGNORECASE)


def contract(text: str) -> PbnContract:
    """ "4SX", "3NT", "Pass"."""
    if text.upper() == PASS.upper():
        return PASSED_OUT
    found = _CONTRACT.fullmatch(text)
    if found is None:
        raise Unreadable(
            tell("A contract is a level from 1 to 7, C D H S or NT, then X or XX; or Pass.")
        )
    return PbnContract(int(found[1] or 0), strain(found[2]), len(found[3]))


def strain(text: str) -> str:
    """`C D H S NT`; N is enough."""
    return text.upper().removesuffix("T").replace("N", "NT")


# --- numbers ------------------------------------------------------------------------------------

_NUMBER: Final = r"([+-]?\d{1,6})"
_PLAIN: Final = re.compile(_NUMBER)
_BY_SIDE: Final = re.compile(rf"(?:(NS|EW)\s*{_NUMBER})(?:\s+(?!\1)(NS|EW)\s*{_NUMBER})?", re.I)


def result(text: str) -> Either:
    """Tricks: "9", "NS 9", "NS 9 EW 4"."""
    tricks = _by_side(text)
    if not all(0 <= number <= HAND for number in tricks.values()):
        raise Unreadable(tell("Tricks run from 0 to {most}.", most=HAND))
    if len(tricks) == len(SIDES) and sum(tricks.values()) != HAND:
        raise Unreadable(tell("The tricks of both sides must add up to {total}.", total=HAND))
    return tricks


def score(text: str) -> Either:
    """Points: "420", "NS 420", "EW -420 NS 420"."""
    points = _by_side(text)
    if len(points) == len(SIDES) and sum(points.values()) != 0:
        raise Unreadable(tell("One side's score must be the other's with the opposite sign."))
    return points


def _by_side(text: str) -> Either:
    if _PLAIN.fullmatch(text):
        return {"": int(text)}
    found = _BY_SIDE.fullmatch(text)
    if found is None:
        raise Unreadable(tell("Expected a number, or a number for NS, EW or both."))
    pairs = zip(found.groups()[::2], found.groups()[1::2], strict=True)
    return {side.upper(): int(number) for side, number in pairs if side is not None}


def of_side(numbers: Either, side: int, together: int) -> int:
    """Return the number of the declarer's `side`, given what both sides have `together`."""
    if "" in numbers:
        return numbers[""]
    name = SIDES[side]
    return numbers[name] if name in numbers else together - numbers[SIDES[1 - side]]


# --- cards --------------------------------------------------------------------------------------

_SUITS: Final = "SHDC"
_CARD: Final = re.compile(rf"([{_SUITS}])([{RANKS}])", re.IGNORECASE)


def card(text: str) -> str | None:
    """Return the card in our notation, rank before suit; None if it is none."""
    found = _CARD.fullmatch(text)
    return (found[2] + found[1]).upper() if found else None


def hands(text: str) -> Hands:
    """ "N:AK.QJT9..8765432 - - -": the hands clockwise from a seat, their suits from spades."""
    first, colon, rest = text.partition(":")
    texts = rest.split()
    if not colon or len(texts) != len(SEATS):
        raise Unreadable(tell("A deal is a seat, a colon and four hands clockwise from it."))
    found = [None if one.strip("-") == "" else _hand(one) for one in texts]
    _check(found)
    start = seat(first.strip())
    return tuple(found[(number - start) % len(SEATS)] for number in range(len(SEATS)))


def _hand(text: str) -> tuple[str, ...]:
    suits = text.upper().split(".")
    if len(suits) != len(_SUITS) or not set("".join(suits)) <= set(RANKS):
        raise Unreadable(
            tell("A hand is four suits, spades first, with dots between: {text}", text=text[:40])
        )
    return tuple(rank + suit for suit, ranks in zip(_SUITS, suits, strict=True) for rank in ranks)


def _check(found: list[tuple[str, ...] | None]) -> None:
    known = [one for one in found if one is not None]
    twice = [card for card, n in Counter(card for one in known for card in one).items() if n > 1]
    if twice:
        raise Unreadable(VOICE.text(say("The {card} appears twice.", card=Card(twice[0]))))
    if len({len(one) for one in known}) > 1 or not all(0 < len(one) <= HAND for one in known):
        raise Unreadable(
            tell("All hands must have the same number of cards, up to {most}.", most=HAND)
        )
