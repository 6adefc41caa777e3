"""What our own files say beside what their format can say, so that a session read back scores the
same: the scoring options, adjustments, and lines that are more than a contract or a score.

Other programs leave it out: it stands in a processing instruction of XML, or in a line of PBN that
begins with a percent sign.
"""

import json
from typing import Any, Final

from scorekeeper.sheet.documents import Document

NAME: Final = "scorekeeper"
_KEPT: Final = ("kind", "scoring", "event", "movement", "adjustments", "byes")
_PLAIN: Final = {
    *("ns", "ew", "round", "table", "room"),
    *("contract", "declarer", "tricks", "lead", "score"),
}


def is_plain(line: Document) -> bool:
    """Return whether a line is a contract or a score and no more."""
    return line.keys() <= _PLAIN and type(line["ns"]) is str


def dump(session: Document) -> str:
    """Return it as one line of text that ends no markup."""
    boards = session["boards"]
    found: Document = {key: session[key] for key in _KEPT if key in session}
    found["contestants"] = session["contestants"]
    found["boards"] = {
        str(board["number"]): {key: board[key] for key in board if key not in ("number", "results")}
        for board in boards
    }
    found["lines"] = [
        [board["number"], place, line]
        for board in boards
        for place, line in enumerate(board["results"])
        if not is_plain(line)
    ]
    found["seats"] = [
        [board["number"], line["ns"], line["ew"], _seat(line)]
        for board in boards
        for line in board["results"]
        if is_plain(line) and _seat(line)
    ]
    if session.get("kind") == "teams":  # a file has them match by match
        found["order"] = {
            str(board["number"]): [[line["ns"], line["ew"]] for line in board["results"]]
            for board in boards
        }
    return json.dumps(found, ensure_ascii=True).replace(">", "\\u003e")


def _seat(line: Document) -> Document:
    return {key: line[key] for key in ("round", "table", "room") if key in line}


def load(text: str) -> Document | None:
    """Return what a file of ours says so; None where it can't be read."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if type(found) is dict else None


def restore(session: Document, extras: Document) -> None:
    """Put it into the session that was read from what the format says.

    A line is known by who played whom on the board; what is no document of ours is left as it is,
    and refused where the session is read.
    """
    for key in _KEPT:
        session.pop(key, None)
    session |= {key: extras[key] for key in (*_KEPT, "contestants") if key in extras}
    boards = {board["number"]: board for board in session["boards"]}
    _restore_heads(boards, extras.get("boards"))
    for number, place, line in _rows(extras.get("lines"), 3):
        board = boards.get(number) if type(number) is int else None
        if board is not None and type(place) is int and type(line) is dict:
            results = board["results"]
            kept = [one for one in results if not _same(one, line.get("ns"), line.get("ew"))]
            board["results"] = [*kept[:place], line, *kept[place:]]
    for number, ns, ew, seat in _rows(extras.get("seats"), 4):
        board = boards.get(number) if type(number) is int else None
        for one in board["results"] if board is not None else ():
            if _same(one, ns, ew) and type(seat) is dict:
                one |= seat
    _restore_order(boards, extras.get("order"))


def _restore_heads(boards: dict[int, Document], told: Any) -> None:
    """Put in the dealer, the vulnerability and the deal of each board."""
    for number, board in boards.items():
        about = told.get(str(number)) if type(told) is dict else None
        if type(about) is dict:
            for key in ("dealer", "vulnerable", "deal"):
                board.pop(key, None)
            board |= {key: about[key] for key in about if key not in ("number", "results")}


def _restore_order(boards: dict[int, Document], told: Any) -> None:
    """Put the lines of each board in their order."""
    for number, board in boards.items():
        order = told.get(str(number)) if type(told) is dict else None
        if type(order) is list:
            board["results"].sort(
                key=lambda line, order=order: (
                    order.index([line["ns"], line["ew"]])
                    if [line["ns"], line["ew"]] in order
                    else len(order)
                )
            )


def _rows(given: Any, length: int) -> list[list[Any]]:
    rows = given if type(given) is list else []
    return [row for row in rows if type(row) is list and len(row) == length]


def _same(line: Document, ns: Any, ew: Any) -> bool:
    return bool(line["ns"] == ns and line["ew"] == ew)
