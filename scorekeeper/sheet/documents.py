"""The parts of a sheet's documents: the head, and errors with their paths."""

from codecs import BOM_UTF8
from collections.abc import Iterable, Mapping, Sequence
from math import isinf
from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict

import msgspec

from scorekeeper.engine.game import Game, Pad
from scorekeeper.engine.options import Options
from scorekeeper.engine.other_entries import LONGEST_NAME
from scorekeeper.engine.replay import blank
from scorekeeper.interview.steps import Fault, Path
from scorekeeper.own import OWN as OWN
from scorekeeper.sentences import Voice, tell

Document = dict[str, Any]
"""A JSON object, as read."""

WhatIsAgreed = Literal["deal", "game"]
"""What the other side agrees to on its own phone: each deal, or the game."""

FORMAT: Final = "scorekeeper/1"


class Sheet(TypedDict):
    """A game's score sheet: who sits where, by which rules, and all entries in order."""

    format: Literal["scorekeeper/1"]
    game: str
    own: NotRequired[dict[str, Any]]
    variant: NotRequired[str | None]
    options: NotRequired[dict[str, Any]]
    stake: NotRequired[str | None]
    agreement: NotRequired[WhatIsAgreed | None]
    players: list[Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]]
    dealer: NotRequired[Annotated[int, msgspec.Meta(ge=0)]]
    edition: NotRequired[Annotated[int, msgspec.Meta(ge=1)]]
    entries: list[Mapping[str, Any]]


class Error(TypedDict):
    """A fault of a document: the message, and where it is (`entries[3].tricks`)."""

    at: str
    message: str


class Errors(TypedDict):
    """All that is wrong with a document."""

    errors: list[Error]


def _number(text: str) -> float:
    """Return a number with a fraction or an exponent. Left to msgspec, 1e308 takes 9 µs instead of
    0.3, and no other thread runs meanwhile: 250 kB of it stopped all pages for 0.4 s."""
    number = float(text)
    if isinf(number):
        raise ValueError(text)
    return number


_decode = msgspec.json.Decoder(float_hook=_number).decode


class NotJSON(ValueError):
    """A text that is no JSON document."""


def decoded(text: bytes | str) -> Any:
    """Return the JSON document in a text, ignoring a byte order mark; raises `NotJSON`."""
    try:
        # some editors put the mark before a file
        written = text.encode() if isinstance(text, str) else text
        return _decode(written.removeprefix(BOM_UTF8))
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise NotJSON from None


class SheetRefused(ValueError):
    """A sheet that breaks a rule; `errors` are `{"at": path, "message": sentence}`."""

    def __init__(self, errors: Sequence[Document]) -> None:
        super().__init__("; ".join(f"{error['at']}: {error['message']}" for error in errors))
        self.errors = list(errors)


class Head(msgspec.Struct, frozen=True, cache_hash=True):
    """The head of a sheet: the game, its variant, every option with its value, names in seat order.

    `stake` is what one counter is worth, as `payments.stake_of` reads it; `agreement` says whether
    the other side is to agree to each deal, or to the game. No score depends on them.
    """

    game: Game
    variant: str | None
    options: Options
    players: tuple[str, ...]
    dealer: int = 0
    edition: int = 1
    # beside the options: no rule of the game, but what the players agreed on, kept like their names
    stake: str | None = None
    agreement: WhatIsAgreed | None = None

    def blank(self) -> Pad:
        """Return the empty pad."""
        return blank(self.game, self.options, self.players, self.dealer)


def carried_document(game: Game) -> Document:
    """Return the document that a sheet of this game carries; empty where it carries none."""
    return {**game.own.document} if game.own and game.own.carried else {}


def pinned_document(game: Game) -> Document:
    """Return the document that a table of this game is scored by, whatever becomes of it elsewhere;
    empty where it is a game of code."""
    return {**game.own.document} if game.own else {}


def game_in_sheet(game: Game) -> Document:
    """Return how a sheet says what is played: `game`, and its document in `own` if it carries
    that."""
    carried = carried_document(game)
    return {"game": OWN, OWN: carried} if carried else {"game": game.slug}


def error(at: str, message: str) -> Document:
    """Return an error as the documents have it."""
    return {"at": at, "message": message}


MOST_LISTED: Final = 20
"""Errors of one document that are listed: 250 kB of nonsense had been answered with 2.5 MB."""


def listed(errors: Sequence[Document]) -> Sequence[Document]:
    """Return the first of a document's errors, the last one saying how many more there are."""
    if len(errors) <= MOST_LISTED:
        return errors
    first = errors[: MOST_LISTED - 1]
    return [*first, error("", tell("And {n} more errors.", n=len(errors) - len(first)))]


def where(path: Path, prefix: str = "") -> str:
    """Return a path as written in errors: `entries[0].bids[2]`."""
    for step in path:
        prefix += f"[{step}]" if isinstance(step, int) else f".{step}" if prefix else step
    return prefix


def at_entry(index: int) -> str:
    """Return the path of the entry in the sheet."""
    return f"entries[{index}]"


def errors_of(faults: Iterable[Fault], voice: Voice, prefix: str = "") -> list[Document]:
    """Return faults as the documents have them, in words."""
    return [error(where(fault.path, prefix), voice.text(fault.sentence)) for fault in faults]
