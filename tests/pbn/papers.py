"""Boards in Portable Bridge Notation as the tests write them, and what is read off them."""

from collections.abc import Iterable
from typing import Any

from scorekeeper.pbn.boards import judge_boards

Told = dict[str, Any]

DEAL = "N:AKQ2.AKQ.AKQ.AKQ J3.J32.J54.J8765 T9876.T98.T98.T9 54.7654.7632.432"
"""North has the three highest of every suit, South the longest spades."""

TAGS = {
    "Board": "1",
    "Dealer": "N",
    "Vulnerable": "None",
    "Deal": DEAL,
    "Declarer": "S",
    "Contract": "4S",
    "Result": "13",
}


def paper(*sections: str, **tags: str | None) -> str:
    """A board with these tags (None: without it), and the sections behind them."""
    chosen = {name: value for name, value in {**TAGS, **tags}.items() if value is not None}
    return "\n".join([*(f'[{name} "{value}"]' for name, value in chosen.items()), *sections])


def auction(calls: str, first: str = "N") -> str:
    """An auction section."""
    return f'[Auction "{first}"]\n{calls}'


def play(cards: str, leader: str = "W") -> str:
    """A play section."""
    return f'[Play "{leader}"]\n{cards}'


def judged(text: str) -> Told:
    """Return what the only board of the text comes to."""
    (document,) = judge_boards(text)
    return document


def board(*sections: str, **tags: str | None) -> Told:
    """Return what the board comes to, which can be read."""
    document = judged(paper(*sections, **tags))
    assert "errors" not in document, document
    return document


def faults(text: str) -> list[tuple[int, str, str]]:
    """Line, tag and message of all that cannot be read in the text."""
    return [
        (error["line"], error["at"], error["message"])
        for document in judge_boards(text)
        for error in document.get("errors", ())
    ]


def values_of(found: Iterable[Told], *keys: str) -> list[Any]:
    """These values of each error or revoke; of one key just its values."""
    return [one[keys[0]] if len(keys) == 1 else tuple(one[key] for key in keys) for one in found]
