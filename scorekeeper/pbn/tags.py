"""What the tags of a board say: seats, hands, contracts, results, scores (PBN 2.1)."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, TypeVar

from scorekeeper.cards import RANKS
from scorekeeper.pbn.text import SECTIONS, Board, PbnFault
from scorekeeper.sentences import Card, Voice, say, tell

SEATS: Final = "NESW"
"""Their letters in seat order: North is seat 0."""
SEAT_NAMES: Final = ("North", "East", "South", "West")
SIDES: Final = ("NS", "EW")
VOICE: Final = Voice(SEAT_NAMES)
HAND: Final = 13
UNKNOWN: Final = ("", "?")
"""Values that tell nothing."""
_IRREGULAR: Final = "^"


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
        return f"{self.level or ''}{self.strain}" or _PASS

    @property
    def tag_value(self) -> str:
        """The contract as a tag has it."""
        return self.bid + "X" * self.doubled


PASSED_OUT: Final = PbnContract(0, "", 0)
_PASS: Final = "Pass"

Hands = tuple[tuple[str, ...] | None, ...]
"""The cards of each seat; None where nobody says them."""
BySide = Mapping[str, int]
"""A number by side; under an empty name, that of the declarer's side."""


class BoardTags(NamedTuple):
    """The values of a board's tags; None where they say nothing. A `number` may be a text. A
    declarer or a result that is marked as irregular (`^`) does not follow from the auction or the
    play."""

    number: int | str | None
    dealer: int | None
    vulnerable: str | None
    hands: Hands
    rubber: bool
    declarer: int | None
    contract: PbnContract | None
    result: BySide | None
    score: BySide | None
    irregular_declarer: bool
    irregular_result: bool


Meaning = TypeVar("Meaning")


def read_tags(board: Board) -> tuple[BoardTags, list[PbnFault]]:
    """Return what the tags say, and what cannot be made out."""
    faults = list(board.faults)

    def value(name: str, meaning: Callable[[str], Meaning]) -> Meaning | None:
        tag = board.tags.get(name)
        if tag is None or tag.value.strip() in UNKNOWN:
            return None
        try:
            return meaning(tag.value.strip())
        except Unreadable as unreadable:
            faults.append(PbnFault(tag.line, name, str(unreadable)))
            return None

    def is_irregular(name: str) -> bool:
        return name in board.tags and board.tags[name].value.strip().startswith(_IRREGULAR)

    for section in SECTIONS:
        value(section, seat)
    tags = BoardTags(
        number=value("board", _board_number),
        dealer=value("dealer", seat),
        vulnerable=value("vulnerable", _vulnerable),
        hands=value("deal", deal_hands) or (None,) * len(SEATS),
        rubber=value("scoring", lambda text: text.partition(";")[0].strip().upper()) == "RUBBER",
        declarer=value("declarer", lambda text: seat(text.removeprefix(_IRREGULAR))),
        contract=value("contract", contract),
        result=value("result", lambda text: _result(text.removeprefix(_IRREGULAR))),
        score=value("score", _score),
        irregular_declarer=is_irregular("declarer"),
        irregular_result=is_irregular("result"),
    )
    return tags, faults


def _board_number(text: str) -> int | str:
    text = text[:40]  # a number too long for int() is none
    return int(text) if text.isascii() and text.isdecimal() else text


RUBBER: Final = "Rubber"


def seat(text: str) -> int:
    """Return the seat of that letter or name."""
    for number, name in enumerate(SEAT_NAMES):
        if text.upper() in (name[0], name.upper()):
            return number
    raise Unreadable(tell("A seat must be N, E, S or W."))


VULNERABLE: Final[Mapping[str, tuple[bool, bool]]] = {
    "None": (False, False),
    "NS": (True, False),
    "EW": (False, True),
    "All": (True, True),
}
"""Whether either side is, by the name that the export format has for it."""
_BY_NAME: Final = {name.upper(): name for name in VULNERABLE} | {
    "LOVE": "None", "-": "None", "BOTH": "All"
}  # fmt: skip


def _vulnerable(text: str) -> str:
    if text.upper() not in _BY_NAME:
        raise Unreadable(tell("Vulnerable must be None, NS, EW or All."))
    return _BY_NAME[text.upper()]


_CONTRACT: Final = re.compile(r"([1-7]?)(C|D|H|S|NT?)(X{0,2})", re.IGNORECASE)


def contract(text: str) -> PbnContract:
    """Return the contract that is written "4SX", "3NT" or "Pass"."""
    if text.upper() == _PASS.upper():
        return PASSED_OUT
    found = _CONTRACT.fullmatch(text)
    if found is None:
        raise Unreadable(
            tell("A contract is a level from 1 to 7, C D H S or NT, then X or XX; or Pass.")
        )
    return PbnContract(int(found[1] or 0), strain(found[2]), len(found[3]))


def strain(text: str) -> str:
    """Return which of `C D H S NT` it is; N is enough."""
    return text.upper().removesuffix("T").replace("N", "NT")


# --- numbers ------------------------------------------------------------------------------------

_NUMBER: Final = r"([+-]?\d{1,6})"
_PLAIN: Final = re.compile(_NUMBER)
_BY_SIDE: Final = re.compile(rf"(?:(NS|EW)\s*{_NUMBER})(?:\s+(?!\1)(NS|EW)\s*{_NUMBER})?", re.I)


def _result(text: str) -> BySide:
    """Return the tricks: "9", "NS 9", "NS 9 EW 4"."""
    tricks = _by_side(text)
    if not all(0 <= number <= HAND for number in tricks.values()):
        raise Unreadable(tell("Tricks run from 0 to {most}.", most=HAND))
    if len(tricks) == len(SIDES) and sum(tricks.values()) != HAND:
        raise Unreadable(tell("The tricks of both sides must add up to {total}.", total=HAND))
    return tricks


def _score(text: str) -> BySide:
    """Return the points: "420", "NS 420", "EW -420 NS 420"."""
    points = _by_side(text)
    if len(points) == len(SIDES) and sum(points.values()) != 0:
        raise Unreadable(tell("One side's score must be the other's with the opposite sign."))
    return points


def _by_side(text: str) -> BySide:
    if _PLAIN.fullmatch(text):
        return {"": int(text)}
    found = _BY_SIDE.fullmatch(text)
    if found is None:
        raise Unreadable(tell("Expected a number, or a number for NS, EW or both."))
    pairs = zip(found.groups()[::2], found.groups()[1::2], strict=True)
    return {side.upper(): int(number) for side, number in pairs if side is not None}


def of_side(numbers: BySide, side: int, together: int) -> int:
    """Return the number of the declarer's `side`, given what both sides have `together`."""
    if "" in numbers:
        return numbers[""]
    name = SIDES[side]
    return numbers[name] if name in numbers else together - numbers[SIDES[1 - side]]


# --- cards --------------------------------------------------------------------------------------

SUITS: Final = "SHDC"
"""In the order in which a hand is written."""


def deal_hands(text: str) -> Hands:
    """Return the hands of "N:AK.QJT9..8765432 - - -": clockwise from a seat."""
    first, colon, rest = text.partition(":")
    texts = rest.split()
    if not colon or len(texts) != len(SEATS):
        raise Unreadable(tell("A deal is a seat, a colon and four hands clockwise from it."))
    found = [None if one.strip("-") == "" else _hand(one) for one in texts]
    known = [one for one in found if one is not None]
    twice = [card for card, n in Counter(card for one in known for card in one).items() if n > 1]
    if twice:
        raise Unreadable(VOICE.text(say("The {card} appears twice.", card=Card(twice[0]))))
    if len({len(one) for one in known}) > 1 or not all(0 < len(one) <= HAND for one in known):
        raise Unreadable(
            tell("All hands must have the same number of cards, up to {most}.", most=HAND)
        )
    start = seat(first.strip())
    return tuple(found[(number - start) % len(SEATS)] for number in range(len(SEATS)))


def _hand(text: str) -> tuple[str, ...]:
    suits = text.upper().split(".")
    if len(suits) != len(SUITS) or not set("".join(suits)) <= set(RANKS):
        raise Unreadable(
            tell("A hand is four suits, spades first, with dots between: {text}", text=text[:40])
        )
    return tuple(rank + suit for suit, ranks in zip(SUITS, suits, strict=True) for rank in ranks)
