"""Comparing what a file was published with to what its session comes to."""

from collections.abc import Iterator
from fractions import Fraction

from scorekeeper.duplicate.exchange.imported import Imported
from scorekeeper.duplicate.exchange.written import number_of
from scorekeeper.sentences import tell
from scorekeeper.sheet.documents import Document


def differences(imported: Imported, result: Document) -> Iterator[str]:
    """Yield a sentence for each published figure that comes out otherwise, and why."""
    yield from _line_differences(imported, result)
    ranked = {line["id"]: line for field in result["fields"] for line in field["ranking"]}
    for total in imported.totals:
        own = ranked.get(total.id, {})
        for key in ("total", "percent", "rank"):
            text = getattr(total, key)
            if differs(text, own.get(key)):
                yield _difference(key, total.id, text, _shown(own.get(key)), own)


def _line_differences(imported: Imported, result: Document) -> Iterator[str]:
    lines = {
        (board["number"], line["ns"], line["ew"]): line
        for board in result["boards"]
        for line in board["results"]
        if isinstance(line["ns"], str)
    }
    for told in imported.lines:
        line = lines.get((told.board, told.ns, told.ew))
        for key in ("ns_points", "ew_points"):
            theirs = getattr(told, key)
            if line is not None and differs(theirs, line[key]):
                yield tell(
                    "Board {n}, {ns} against {ew}: published {theirs}, here {ours} ({why}).",
                    n=told.board,
                    ns=told.ns,
                    ew=told.ew,
                    theirs=theirs,
                    ours=_shown(line[key]),
                    why=line["why"]["text"],
                )


def _difference(key: str, name: str, theirs: str, ours: str, own: Document) -> str:
    if key == "rank":
        return tell(
            "{id}: published place {theirs}, here {ours}.", id=name, theirs=theirs, ours=ours
        )
    if key == "percent":
        return tell("{id}: published {theirs} %, here {ours} %.", id=name, theirs=theirs, ours=ours)
    return tell(
        "{id}: published a total of {theirs}, here {ours} from {n} {n:board|boards}.",
        id=name,
        theirs=theirs,
        ours=ours,
        n=own.get("boards", 0),
    )


def _shown(value: float | None) -> str:
    return "–" if value is None else str(value)


def differs(text: str, ours: float | None) -> bool:
    """Return whether a figure is another than the published one, of which only so many decimals
    were printed."""
    theirs = number_of(text)
    if theirs is None:
        return False
    if ours is None:
        return True
    printed = text.strip().rstrip("%= ").partition(".")[2]
    # our own figures are rounded to hundredths too
    half = Fraction(1, 2 * 10 ** len(printed)) + Fraction(1, 200)
    return abs(Fraction(str(ours)) - theirs) > half
