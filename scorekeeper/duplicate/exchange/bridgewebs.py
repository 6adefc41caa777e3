"""CSV as BridgeWebs reads it."""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from typing import Final

from scorekeeper.sheet.documents import Document

Row = Iterable[object]
_TRAVELLER: Final = (
    *("NS", "EW", "Contract", "By", "Lead", "Tricks", "Score", "NSPoints", "EWPoints"),
)


def csv_text(session: Document, result: Document) -> str:
    """Return a session with its rankings and travellers as CSV."""
    target = io.StringIO()
    csv.writer(target, lineterminator="\r\n").writerows(
        [_cell(value) for value in row] for row in _rows(session, result)
    )
    return target.getvalue()


def _cell(value: object) -> object:
    """Return a value as one cell: a text that a spreadsheet would compute is quoted, as is a line
    that would begin a part of the file."""
    if not isinstance(value, str):
        return "" if value is None else value
    text = re.sub(r"[\x00-\x1f\x7f]", " ", value)
    return f"'{text}" if text[:1] in ("=", "+", "@") else text


def _rows(session: Document, result: Document) -> Iterator[Row]:
    about = session.get("event", {})
    rounds = {line.get("round") for board in session["boards"] for line in board["results"]}
    yield "#VERSION", "1.0"
    yield "#DATE", about.get("date", "")
    yield "#TITLE", about.get("name", "")
    yield "#DIRECTOR", about.get("director", "")
    yield "#SCORER", about.get("scorer", "")
    yield "#PAIRS", len(session["contestants"])
    yield "#BOARDS", len(session["boards"])
    yield "#WINNERS", len(result["fields"])
    yield "#ROUNDS", len(rounds - {None}) or 1
    people = {one["id"]: one.get("names", ()) for one in session["contestants"]}
    for field in result["fields"]:
        yield "#SCORES", field["name"]
        by_percent = any("percent" in line for line in field["ranking"])
        yield "Position", "Pair", "Name1", "Name2", "Percent" if by_percent else "Total"
        ranks = [line["rank"] for line in field["ranking"]]
        for line in field["ranking"]:
            one, two = [*people[line["id"]], "", ""][:2]
            place = f"{line['rank']}{'=' if ranks.count(line['rank']) > 1 else ''}"
            yield place, line["id"], one, two, line.get("percent", line["total"])
    for part in ("#BOARDFORMAT", "#TRAVELLERS"):
        yield (part,)
        yield _TRAVELLER
    for told, board in zip(session["boards"], result["boards"], strict=True):
        yield "#BOARD", board["number"]
        for given, line in zip(told["results"], board["results"], strict=True):
            yield _traveller(given, line)


def _traveller(given: Document, line: Document) -> Row:
    units = ["+".join(one) if isinstance(one, list) else one for one in (line["ns"], line["ew"])]
    played = [given.get(key) for key in ("contract", "declarer", "lead", "tricks")]
    score = line["score"]
    if score is None and "artificial" in given:
        score = "/".join(str(given["artificial"][side]) for side in ("ns", "ew"))
    return *units, *played, score, line["ns_points"], line["ew_points"]
