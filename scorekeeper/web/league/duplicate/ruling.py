"""The form by which a director writes down a result or rules on it."""

from typing import Any, Final

from scorekeeper.leagues.decisions import DecisionRefused
from scorekeeper.leagues.duplicate.changes import read_note
from scorekeeper.leagues.duplicate.records import Place
from scorekeeper.pbn.tags import PASSED_OUT, Unreadable, contract
from scorekeeper.sentences import phrase, tell
from scorekeeper.sheet.documents import Document
from scorekeeper.web.league.duplicate.visit import DuplicateVisit
from scorekeeper.web.shared.forms import (
    ChoiceField,
    NumberField,
    PageForm,
    Parses,
    PressField,
    TextField,
)

PLAYED, ARTIFICIAL, WEIGHTED, SPLIT, NOT_PLAYED = (
    *("played", "artificial", "weighted"),
    *("split", "not_played"),
)
MOST_OUTCOMES: Final = 4


class RulingForm(PageForm):
    """A result: who sat there, and what happened. `played` is a contract with its declarer and
    result, such as "4SX N -1", or a score of North-South's. `ns_award` and `ew_award` are A+, A, A-
    or a percentage. A weighted score has outcomes, each with its weight; a split one has one of
    these for each side."""

    do = PressField("look", "save", "gone")
    seen = NumberField()
    ns = TextField(phrase("North-South"))
    ew = TextField(phrase("East-West"))
    kind = ChoiceField(
        phrase("What happened"),
        [
            (PLAYED, phrase("Played")),
            (ARTIFICIAL, phrase("Average")),
            (WEIGHTED, phrase("Weighted")),
            (SPLIT, phrase("Split")),
            (NOT_PLAYED, phrase("Not played")),
        ],
        default=PLAYED,
    )
    played = TextField(
        phrase("Contract, declarer, result"), filters=[str.strip], render_kw={"maxlength": "200"}
    )
    ns_award = TextField(
        phrase("North-South get"), default="A", filters=[str.strip], render_kw={"maxlength": "200"}
    )
    ew_award = TextField(
        phrase("East-West get"), default="A", filters=[str.strip], render_kw={"maxlength": "200"}
    )
    weighted = TextField(
        phrase("Outcomes with their weights"), filters=[str.strip], render_kw={"maxlength": "200"}
    )
    ns_split = TextField(
        phrase("North-South's result"), filters=[str.strip], render_kw={"maxlength": "200"}
    )
    ew_split = TextField(
        phrase("East-West's result"), filters=[str.strip], render_kw={"maxlength": "200"}
    )
    note = TextField(
        phrase("Note"), [Parses(read_note)], filters=[str.strip], render_kw={"maxlength": "200"}
    )


def first_values(here: DuplicateVisit, place: Place) -> dict[str, Any]:
    """Return what stands in the form at first: what was saved, or who is planned there."""
    known = here.state.lines.get(place)
    if known is None:
        there = here.state.table_at(place.round, place.table)
        return {"ns": there.ns, "ew": there.ew} if there else {}
    line = known.payload
    values: dict[str, Any] = {"ns": line["ns"], "ew": line["ew"], "note": line.get("note", "")}
    kind = next((one for one in (ARTIFICIAL, WEIGHTED, SPLIT, NOT_PLAYED) if one in line), PLAYED)
    values["kind"] = kind
    if kind == PLAYED:
        values["played"] = outcome_text(line)
    elif kind == ARTIFICIAL:
        values["ns_award"], values["ew_award"] = (
            str(line["artificial"][side]) for side in ("ns", "ew")
        )
    elif kind == WEIGHTED:
        values["weighted"] = "; ".join(
            f"{one['weight']:g}% {outcome_text(one)}" for one in line["weighted"]
        )
    elif kind == SPLIT:
        for side in ("ns", "ew"):
            half = line["split"][side]
            values[f"{side}_split"] = (
                str(half["artificial"]) if "artificial" in half else outcome_text(half)
            )
    return values


def outcome_text(line: Document) -> str:
    """Return an outcome as it is typed: "4SX N -1", "pass", "-420"."""
    if "contract" not in line:
        return str(line.get("score", ""))
    called = contract(line["contract"])
    if called == PASSED_OUT:
        return "pass"
    over = line["tricks"] - 6 - called.level
    result = f"{over:+}" if over else "="
    return f"{line['contract']} {line['declarer']} {result}"


def read_ruling(form: RulingForm, place: Place) -> Document:
    """Return the line that the form says; raises ``DecisionRefused`` at its field."""
    line: Document = {
        "round": place.round,
        "table": place.table,
        "ns": str(form.ns.data),
        "ew": str(form.ew.data),
    }
    kind = form.kind.data or PLAYED
    if kind == PLAYED:
        line |= read_outcome(form.played.data, "played")
    elif kind == ARTIFICIAL:
        line["artificial"] = {
            "ns": read_award(form.ns_award.data, "ns_award"),
            "ew": read_award(form.ew_award.data, "ew_award"),
        }
    elif kind == WEIGHTED:
        line["weighted"] = read_weighted(form.weighted.data, "weighted")
    elif kind == SPLIT:
        line["split"] = {
            "ns": read_half(form.ns_split.data, "ns_split"),
            "ew": read_half(form.ew_split.data, "ew_split"),
        }
    else:
        line["not_played"] = True
    if note := read_note(form.note.data):
        line["note"] = note
    elif kind != PLAYED:
        raise DecisionRefused({"note": tell("Give the reason for the ruling.")})
    return line


def _refused(field: str) -> DecisionRefused:
    words = tell("Write a contract, declarer and result as 4S N =, 3NTX E -2; pass; or a score.")
    return DecisionRefused({field: words})


def read_outcome(text: str, field: str) -> Document:
    """Return what "4SX N -1", "4S N 10", "pass" or "-420" says; raises ``DecisionRefused``."""
    written = text.upper().replace("−", "-")
    if written in ("PASS", "P"):
        return {"contract": "pass"}
    sign = written.removeprefix("-").removeprefix("+")
    if sign.isdecimal() and len(sign) <= 5:
        return {"score": int(written)}
    parts = written.split()
    if len(parts) != 3 or parts[1] not in ("N", "E", "S", "W"):
        raise _refused(field)
    try:
        called = contract(parts[0])
    except Unreadable:
        raise _refused(field) from None
    if not called.level or not called.strain:
        raise _refused(field)
    return {
        "contract": f"{called.bid}{'X' * called.doubled}",
        "declarer": parts[1],
        "tricks": _tricks(parts[2], called.level, field),
    }


def _tricks(text: str, level: int, field: str) -> int:
    """Return the tricks that "=", "+1", "-2" or "10" mean."""
    book = 6 + level
    digits = text.removeprefix("+").removeprefix("-")
    if text in ("=", "+0"):
        tricks = book
    elif digits.isdecimal() and len(digits) <= 2:
        tricks = int(text) + (book if text != digits else 0)
    else:
        raise _refused(field)
    if not 0 <= tricks <= 13:
        raise DecisionRefused({field: tell("That many tricks can't be.")})
    return tricks


def read_award(text: str, field: str) -> Any:
    """Return A+, A, A- or a percentage; raises ``DecisionRefused``."""
    written = text.upper().replace("−", "-").removesuffix("%").strip()
    if written in ("A+", "A", "A-"):
        return written
    try:
        return float(written) if "." in written else int(written)
    except ValueError:
        words = tell("Write A+, A, A- or a percentage.")
        raise DecisionRefused({field: words}) from None


def read_half(text: str, field: str) -> Document:
    """Return one side's half of a split score."""
    written = text.upper().replace("−", "-")
    if written in ("A+", "A", "A-") or written.endswith("%"):
        return {"artificial": read_award(text, field)}
    if "%" in written:
        return {"weighted": read_weighted(text, field)}
    return read_outcome(text, field)


def read_weighted(text: str, field: str) -> list[Document]:
    """Return the outcomes of "60% 4S N =; 40% 4S N -1"; raises ``DecisionRefused``."""
    found: list[Document] = []
    for one in text.split(";"):
        weight, _, rest = one.strip().partition("%")
        if not weight.strip().isdecimal():
            words = tell("Write each outcome with its weight: 60% 4S N =; 40% 4S N -1.")
            raise DecisionRefused({field: words})
        found.append({"weight": int(weight), **read_outcome(rest.strip(), field)})
    if sum(one["weight"] for one in found) != 100:
        raise DecisionRefused({field: tell("The weights must add up to 100.")})
    return found
