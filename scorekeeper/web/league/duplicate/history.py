"""The records of a duplicate evening in words: who did what, when, and what it was before."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from scorekeeper.leagues.duplicate.records import Place
from scorekeeper.sentences import minus, tell
from scorekeeper.store.league.duplicate_records import DuplicateRecord
from scorekeeper.store.schema.table import Json
from scorekeeper.web.league.duplicate import words
from scorekeeper.web.league.duplicate.visit import DuplicateVisit


class HistoryRow(NamedTuple):
    """A record: its seq, when it was written (milliseconds), by whom, what it says, the result that
    it is about; whether it is undone, and whether the director can undo or redo it."""

    seq: int
    at: int
    who: str
    text: str
    place: Place | None
    undone: bool
    movable: bool


def history_of(here: DuplicateVisit) -> Sequence[HistoryRow]:
    """Return what was done, the newest first."""
    state, league = here.state, here.visit.league
    before: dict[Place, Json] = {}
    places: dict[int, Place] = {}
    rows = []
    for one in state.records:
        place = _place(one, places)
        text = _WORDS[one.kind](here, one.payload, before.get(place) if place else None)
        if one.kind == "line" and place:
            places[one.seq] = place
            before[place] = one.payload
        player = league.player_of(one.device)
        who = here.player(player) if player is not None else tell("a phone without a name")
        movable = one.kind not in ("setup", "undo", "redo", "erased")
        rows.append(HistoryRow(one.seq, one.at, who, text, place, one.seq in state.undone, movable))
    return rows[::-1]


def told_since(
    here: DuplicateVisit, seen: int, fits: Callable[[DuplicateRecord], bool]
) -> HistoryRow | None:
    """Return the newest record after ``seen`` that fits and counts; None for none."""
    for one in reversed(here.state.records):
        if one.seq > seen and one.seq not in here.state.undone and fits(one):
            return next(row for row in history_of(here) if row.seq == one.seq)
    return None


def meanwhile(row: HistoryRow | None) -> str:
    """Return what to tell a director whom another one forestalled by this record."""
    if row is None:
        return tell("Another director changed this. Check it, then save again.")
    return tell(
        "Another director has saved meanwhile: {what}. Check it, then save again.", what=row.text
    )


def _place(one: DuplicateRecord, places: Mapping[int, Place]) -> Place | None:
    if one.kind in ("line", "gone"):
        return Place(*(one.payload[name] for name in Place._fields))
    return places.get(one.payload.get("line", 0)) if one.kind == "agree" else None


def _line(here: DuplicateVisit, payload: Json, before: Json | None) -> str:
    played = words.played_words(payload)
    values = {"board": payload["board"], "table": payload["table"], "played": played}
    if payload.get("note"):
        played = tell("{played} (“{note}”)", played=played, note=payload["note"])
        values["played"] = played
    if before is None:
        return tell("Board {board} at table {table}: {played}", **values)
    was = words.played_words(before)
    return tell("Board {board} at table {table}: {was}, now {played}", was=was, **values)


def _pair(here: DuplicateVisit, payload: Json, before: Json | None) -> str:
    who = here.label(payload["pair"])
    if "until" in payload:
        return tell("{who} leaves after round {n}", who=who, n=payload["until"])
    name = " & ".join(map(here.player, payload.get("players", ())))
    if "from" in payload:
        return tell("{who} from round {n}: {name}", who=who, n=payload["from"], name=name)
    return tell("{who}: {name}", who=who, name=name)


def _agree(here: DuplicateVisit, payload: Json, before: Json | None) -> str:
    board = before["board"] if before else ""
    if payload["agreed"]:
        return tell("East-West agreed to board {n}", n=board)
    return tell("East-West contested board {n}", n=board)


def _foul(here: DuplicateVisit, payload: Json, before: Json | None) -> str:
    if not payload["tables"]:
        return tell("Board {n} compared as one", n=payload["board"])
    return tell("Board {n} was fouled", n=payload["board"])


def _adjust(here: DuplicateVisit, payload: Json, before: Json | None) -> str:
    who, reason = here.label(payload["contestant"]), payload["reason"]
    if "points" in payload:
        points = minus(payload["points"])
        return tell("{who}: {n} points, “{reason}”", who=who, n=points, reason=reason)
    percent = minus(payload["percent_of_top"])
    return tell("{who}: {n}% of a top, “{reason}”", who=who, n=percent, reason=reason)


_WORDS: Final[Mapping[str, Callable[[DuplicateVisit, Json, Json | None], str]]] = {
    "line": _line,
    "pair": _pair,
    "agree": _agree,
    "foul": _foul,
    "adjust": _adjust,
    "setup": lambda here, payload, before: tell(
        "Movement of {n} {n:round|rounds}", n=payload["movement"]["rounds"]
    ),
    "sit": lambda here, payload, before: tell(
        "Table {table} in round {round}: {ns} against {ew}", **payload
    ),
    "seats": lambda here, payload, before: tell("Table {table} began round {round}", **payload),
    "round": lambda here, payload, before: (
        tell("Round {round} drawn and started", round=payload["round"])
        if "drawn" in payload
        else tell("Round {round} started", round=payload["round"])
    ),
    "gone": lambda here, payload, before: tell(
        "Board {board} at table {table} deleted", board=payload["board"], table=payload["table"]
    ),
    "over": lambda here, payload, before: (
        tell("Session over") if payload["over"] else tell("Session goes on")
    ),
    "deals": lambda here, payload, before: tell(
        "Hands of {n} {n:board|boards}", n=len(payload["deals"])
    ),
    "dealt": lambda here, payload, before: tell("{n} boards dealt", n=payload["boards"]),
    "makes": lambda here, payload, before: tell("This phone makes the boards"),
    "undo": lambda here, payload, before: tell("Undid a record"),
    "redo": lambda here, payload, before: tell("Redid a record"),
    "erased": lambda here, payload, before: tell("A name was erased"),
}
