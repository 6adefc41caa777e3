"""The values of a board's tags."""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

from scorekeeper.pbn.text import SECTIONS, Board, PbnFault
from scorekeeper.pbn.values import (
    SEATS,
    UNKNOWN,
    Either,
    Hands,
    PbnContract,
    Unreadable,
    contract,
    hands,
    result,
    score,
    seat,
    vulnerable,
)

RUBBER: Final = "Rubber"
_MARK: Final = "^"


class BoardTags(NamedTuple):
    """The values of a board's tags; None where they say nothing. A declarer or a result that is
    marked as irregular (`^`) does not follow from the auction or the play."""

    board: str | None
    dealer: int | None
    vulnerable: str | None
    hands: Hands
    rubber: bool
    declarer: int | None
    contract: PbnContract | None
    result: Either | None
    score: Either | None
    irregular_declarer: bool
    irregular_result: bool

    @property
    def number(self) -> int | str | None:
        """The board's number; what stands there if that is none."""
        is_number = self.board is not None and self.board.isascii() and self.board.isdecimal()
        return int(self.board or 0) if is_number else self.board


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

    def marked(name: str) -> bool:
        return name in board.tags and board.tags[name].value.strip().startswith(_MARK)

    for section in SECTIONS:
        value(section, seat)
    tags = BoardTags(
        board=value("board", _shortened),
        dealer=value("dealer", seat),
        vulnerable=value("vulnerable", vulnerable),
        hands=value("deal", hands) or (None,) * len(SEATS),
        rubber=bool(value("scoring", _is_rubber)),
        declarer=value("declarer", lambda text: seat(text.removeprefix(_MARK))),
        contract=value("contract", contract),
        result=value("result", lambda text: result(text.removeprefix(_MARK))),
        score=value("score", score),
        irregular_declarer=marked("declarer"),
        irregular_result=marked("result"),
    )
    return tags, faults


def _shortened(text: str) -> str:
    # a number too long for int() is none
    return text[:40]


def _is_rubber(text: str) -> bool:
    return text.partition(";")[0].strip().upper() == RUBBER.upper()
