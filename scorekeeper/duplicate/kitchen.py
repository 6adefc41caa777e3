"""Kitchen duplicate: the boards of a past session, played again at one table. What it would have
earned is reckoned beside the past session, whose own figures stay as they are."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from scorekeeper.duplicate.reading import read_session
from scorekeeper.duplicate.result import score
from scorekeeper.sentences import tell
from scorekeeper.sheet.documents import Document, SheetRefused, error

_OF_CONTESTANT: Final = ("id", "section", "direction")
_OF_BOARD: Final = ("number", "dealer", "vulnerable", "deal")
_OF_ADJUSTMENT: Final = ("contestant", "points", "percent_of_top")


class Home(NamedTuple):
    """How a pair at home would have stood: its total, or percentage, and its place among those who
    played (None: no board counts yet)."""

    id: str
    value: float
    place: int


def past_session(document: Document) -> Document:
    """Return what is kept of a past session of pairs to be played again: no names or notes, and the
    number of results that its boards were due to have. Raises `SheetRefused` where it can't be
    scored or has no results."""
    session = read_session(document)
    if session.kind != "pairs":
        raise SheetRefused([error("", tell("Only a session of pairs is played again at home."))])
    if not any(board.lines for board in session.boards):
        raise SheetRefused([error("", tell("This session has no results."))])
    return {
        "format": document["format"],
        "kind": "pairs",
        "scoring": {**document.get("scoring", {}), "expected": session.expected},
        "contestants": [_only(one, _OF_CONTESTANT) for one in document["contestants"]],
        "boards": [
            {
                **_only(one, _OF_BOARD),
                "results": [_without_note(line) for line in one["results"]],
            }
            for one in document["boards"]
            if one["results"]
        ],
        "adjustments": [_only(one, _OF_ADJUSTMENT) for one in document.get("adjustments", ())],
    }


def _only(given: Mapping[str, Any], keys: tuple[str, ...]) -> Document:
    return {key: given[key] for key in keys if given.get(key) is not None}


def _without_note(line: Document) -> Document:
    return {key: one for key, one in line.items() if key != "note"}


def home_ids(past: Document) -> tuple[str, str]:
    """Return ids for the two pairs at home that nobody in the past session has."""
    there = {one["id"] for one in past["contestants"]}
    free = (f"home{n}" for n in range(1, len(there) + 3))
    first, second, *_ = (one for one in free if one not in there)
    return first, second


def beside(past: Document, home: tuple[str, str], lines: Mapping[int, Document]) -> Document:
    """Return the session with one table more: `lines` are the results at home by board, North-South
    the first of the `home` pairs. The deals are left out."""
    expected = past["scoring"]["expected"] + 1
    pairs = [{"id": one, "direction": side} for one, side in zip(home, ("NS", "EW"), strict=True)]
    boards = [
        {
            **{key: value for key, value in one.items() if key != "deal"},
            "results": [
                *one["results"],
                *([lines[one["number"]]] if one["number"] in lines else []),
            ],
        }
        for one in past["boards"]
    ]
    return {
        **past,
        "scoring": {**past["scoring"], "expected": expected},
        "contestants": [*past["contestants"], *pairs],
        "boards": boards,
    }


def standing(past: Document, home: tuple[str, str], result: Document) -> list[Home]:
    """Return how the pairs at home would have stood, by the `result` of the session beside."""
    published = {one["name"]: one["ranking"] for one in score(past)["fields"]}
    found = []
    for field in result["fields"]:
        values = [value_of(one) for one in published[field["name"]]]
        for one in field["ranking"]:
            if one["id"] in home:
                better = sum(value > value_of(one) for value in values)
                found.append(Home(one["id"], value_of(one), better + 1))
    return found


def value_of(ranked: Document) -> float:
    """Return a line of a ranking as it is shown: the percentage, or the total where none is."""
    return float(ranked["percent"] if "percent" in ranked else ranked["total"])
