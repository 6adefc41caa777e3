"""Writing PBN 2.1: one game a board with its table of scores, the ranking in the first."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from scorekeeper.duplicate.exchange import extras
from scorekeeper.duplicate.points import AVERAGE
from scorekeeper.sheet.documents import Document

_SCORING: Final = {
    "matchpoints": "MP",
    "cross-imps": "IMP;Cross",
    "butler": "IMP;Butler",
    "imps": "IMP",
    "board-a-match": "BAM",
    "total-points": "Total",
}
_COLUMNS: Final = (
    *("Table", "Round", "PairId_NS", "PairId_EW", "Contract", "Declarer", "Result", "Lead"),
    *("Score_NS", "Score_EW"),
)


def pbn(session: Document, result: Document) -> str:
    """Return a session as PBN, with its figures."""
    lines = ["% PBN 2.1", "% EXPORT", f"%{extras.NAME} {extras.dump(session)}"]
    for place, (told, board) in enumerate(zip(session["boards"], result["boards"], strict=True)):
        lines += (
            ["", *_head(session, told, board, result)]
            if place
            else [
                *_head(session, told, board, result),
                *_ranking(session, result),
            ]
        )
        lines += _scores(told, board, result)
    return "\n".join(lines) + "\n"


def _tag(name: str, value: object) -> str:
    return f'[{name} "{_escaped(str(value))}"]'


def _escaped(text: str) -> str:
    text = re.sub(r"[\x00-\x1f\x7f-\x9f]", " ", text)
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _word(value: object) -> str:
    """Return a value of a table: a word, or a text in quotes."""
    if value in (None, ""):
        return "-"
    text = str(value)
    if re.fullmatch(r"-?[\w.][\w.+=-]*", text, re.ASCII):
        return text
    return f'"{_escaped(text)}"'


def _head(session: Document, told: Document, board: Document, result: Document) -> Iterator[str]:
    about = session.get("event", {})
    yield _tag("Event", about.get("name", "?"))
    yield _tag("Site", about.get("club", "?"))
    yield _tag("Date", about.get("date", "?").replace("-", "."))
    yield _tag("Board", board["number"])
    yield _tag("Dealer", board["dealer"])
    yield _tag("Vulnerable", board["vulnerable"])
    yield _tag("Deal", told.get("deal", "?"))
    yield _tag("Scoring", _SCORING[result["method"]])


def _ranking(session: Document, result: Document) -> Iterator[str]:
    """Yield the ranking, each contestant once."""
    names = {one["id"]: " & ".join(one.get("names", ())) for one in session["contestants"]}
    mp = "MP" if "percent" in _first(result) else "IMP"
    columns = ["Rank", "PairId", f"TotalScore{mp}", "TotalPercentage", "Names"]
    yield _tag("TotalScoreTable", ";".join(columns))
    for field in result["fields"]:
        for line in field["ranking"]:
            values = (line["rank"], line["id"], line["total"], line.get("percent"))
            yield " ".join(map(_word, (*values, names[line["id"]])))


def _first(result: Document) -> Document:
    return next((line for field in result["fields"] for line in field["ranking"]), {})


def _scores(told: Document, board: Document, result: Document) -> Iterator[str]:
    """Yield the table of scores."""
    percents = "top" in board
    unit = "MP" if percents else "IMP"
    columns = [*_COLUMNS, f"{unit}_NS", f"{unit}_EW"]
    yield _tag("ScoreTable", ";".join([*columns, *(["Percentage_NS", "Percentage_EW"] * percents)]))
    for given, line in zip(told["results"], board["results"], strict=True):
        if not given.get("not_played"):
            yield " ".join(map(_word, _values(given, line, board.get("top"), percents)))


def _values(given: Document, line: Document, top: float | None, percents: bool) -> Iterator[object]:
    for key in ("table", "round"):
        yield given.get(key)
    yield _unit(line["ns"])
    yield _unit(line["ew"])
    called = given.get("contract", "")
    yield "Pass" if called.lower() == "pass" else called
    for key in ("declarer", "tricks", "lead"):
        yield given.get(key)
    score = line["score"]
    yield score
    yield None if score is None else -score
    points = line["ns_points"], line["ew_points"]
    yield from points
    if percents:
        for side, one in zip(("ns", "ew"), points, strict=True):
            code = given.get("artificial", {}).get(side)
            exact = AVERAGE.get(code, code) if code is not None else None
            share = 100 * one / top if top and one is not None else None
            yield exact if exact is not None else None if share is None else round(share, 2)


def _unit(unit: str | Sequence[str]) -> str:
    return unit if isinstance(unit, str) else "+".join(unit)
