"""What is done at a duplicate evening: set up, played, directed. Each is a record or two."""

from collections.abc import Mapping, Sequence
from typing import Final

from scorekeeper.duplicate.movements.others import swiss_draw
from scorekeeper.duplicate.movements.plans import round_document
from scorekeeper.duplicate.result import score
from scorekeeper.leagues.decisions import LONGEST_REASON, DecisionRefused, read_reason, refusal
from scorekeeper.leagues.duplicate.records import (
    SIZES,
    DuplicateState,
    Place,
    members,
    result_line,
)
from scorekeeper.leagues.duplicate.session import scored, session_document
from scorekeeper.leagues.duplicate.writing import Sent, Written, write
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.schedules.rounds import Round
from scorekeeper.sentences import tell
from scorekeeper.sheet.documents import Document
from scorekeeper.spelling import visible
from scorekeeper.store.league.state import League
from scorekeeper.store.schema.table import Json
from scorekeeper.store.table.rows import Conflict

MOST_ADJUSTED: Final = 100
"""Percent of a top, or points."""


class AlreadyEntered(Exception):
    """Another phone has saved another result for this board."""


# --- at the table -------------------------------------------------------------------------------


def begin_round(visit: LeagueVisit, sent: Sent, evening: int, table: int, round: int) -> None:
    """Begin a round at a table: those who belong there have sat down. Raises ``DecisionRefused``
    while a result of the round before is missing there."""

    def writes(state: DuplicateState, league: League) -> Written:
        _refuse_over(state)
        now = state.round_at(table)
        _refuse_round(state, round)
        there = state.table_at(now, table)
        if round > now + 1 or (round > now and there and state.missing_at(there)):
            raise refusal("", "Enter the results of round {n} first.", n=now)
        if (round, table) in state.seated or round < now:
            return []
        return [("seats", {"round": round, "table": table})]

    write(visit, sent, evening, writes)


def save_line(
    visit: LeagueVisit,
    sent: Sent,
    evening: int,
    place: Place,
    line: Document,
    seen: int,
    directs: bool = False,
) -> None:
    """Save a board's result at a table. ``seen`` is the seq of the result that was there when it
    was typed (0: none). Whoever sits there follows from the plan.

    Raises ``AlreadyEntered``, and ``DecisionRefused`` where the round has not begun there, or the
    next one has and only the director corrects.
    """

    def writes(state: DuplicateState, league: League) -> Written:
        _refuse_over(state, directs)
        there = state.table_at(place.round, place.table)
        if there is None:
            raise refusal("", "Nobody plays at table {n} in this round.", n=place.table)
        at = state.round_at(place.table)
        if place.round > at and not directs:
            raise refusal("", "Round {n} has not started at this table.", n=place.round)
        known = state.lines.get(place)
        payload = {**place._asdict(), "ns": there.ns, "ew": there.ew, **line}
        if known and {**known.payload, "ruled": False} == {**payload, "ruled": False}:
            return []
        if known and known.seq != seen:
            raise AlreadyEntered
        if known and (place.round < at or known.ruled) and not directs:
            raise refusal("", "The next round has started. Ask the director to correct it.")
        return [("line", payload)]

    write(visit, sent, evening, writes)


def agree(visit: LeagueVisit, sent: Sent, evening: int, line: int, agreed: bool) -> None:
    """Say whether East-West find a result right, by its seq. Raises ``DecisionRefused`` where it
    was corrected since."""

    def writes(state: DuplicateState, league: League) -> Written:
        known = next((one for one in state.lines.values() if one.seq == line), None)
        if known is None:
            raise refusal("", "This result was corrected. Check it again.")
        if known.agreed is agreed:
            return []
        return [("agree", {"line": line, "agreed": agreed})]

    write(visit, sent, evening, writes)


def _refuse_round(state: DuplicateState, round: int) -> None:
    if not 1 <= round <= state.rounds:
        raise refusal("", "There is no round {n}.", n=round)
    if round not in state.plan:
        raise refusal("", "The director draws round {n} first.", n=round)


def _refuse_over(state: DuplicateState, directs: bool = False) -> None:
    if state.over and not directs:
        raise refusal("", "The session is over. Ask the director to correct a result.")


# --- the director -------------------------------------------------------------------------------


def start_next_round(visit: LeagueVisit, sent: Sent, evening: int, round: int) -> None:
    """Begin a round everywhere; a round of Swiss teams is drawn now, from the totals. Raises
    ``DecisionRefused`` while a result that it is drawn from is missing."""

    def writes(state: DuplicateState, league: League) -> Written:
        if round <= state.round:
            return []
        if round == state.round + 1 <= state.rounds and round not in state.plan:
            if state.missing:
                raise refusal("", "Enter the results of round {n} first.", n=state.round)
            return [("round", {"round": round, "drawn": _drawn(state, round)})]
        _refuse_round(state, round)
        return [("round", {"round": round})]

    write(visit, sent, evening, writes)


def _drawn(state: DuplicateState, round: int) -> Document:
    """Return who meets in the next round of Swiss teams, as a movement's plan has it."""
    ranked = [
        int(one["id"])
        for field in scored(state, str, {}).result["fields"]
        for one in field["ranking"]
    ]
    there = [int(team) for team, one in state.pairs.items() if one.plays(round)]
    standing = [one for one in (*ranked, *sorted({*there} - {*ranked})) if one in there]
    if len(standing) < 2:
        raise refusal("", "Nobody is there for round {n}.", n=round)
    played = [
        Round(
            tuple((int(one["ns"]), int(one["ew"])) for one in of_round["tables"][::2]),
            tuple(map(int, of_round["sitting_out"])),
        )
        for of_round in state.movement["plan"]
    ]
    return round_document(swiss_draw(standing, played, state.movement["boards_per_round"]))


def rule(
    visit: LeagueVisit,
    sent: Sent,
    evening: int,
    place: Place,
    line: Document | None,
    seen: int,
) -> None:
    """Write down a result as the director has it: a contract, a score or a ruling, and who sat
    there (``ns``, ``ew``); None: there is no such result. Raises ``DecisionRefused`` where it can't
    be, ``Conflict`` where another director has written it since ``seen``."""

    def writes(state: DuplicateState, league: League) -> Written:
        known = state.lines.get(place)
        if (known.seq if known else 0) != seen:
            raise Conflict(state.version)
        if line is None:
            return [("gone", place._asdict())] if known else []
        payload = {**place._asdict(), **line, "ruled": True}
        refuse_line(state, place, line)
        return [("line", payload)]

    write(visit, sent, evening, writes)


def refuse_line(state: DuplicateState, place: Place, line: Document) -> None:
    """Refuse a result that a session cannot have, at its fields."""
    alone, _ = session_document(state, str, {})
    at = next((one for one in alone["boards"] if one["number"] == place.board), None)
    others = [
        one.result
        for there, one in state.lines.items()
        if there.board == place.board and there != place
    ]
    mine = result_line({**place._asdict(), **line})
    tried = {**alone, "boards": [{**(at or {"number": place.board}), "results": [mine, *others]}]}
    errors = score(tried).get("errors", ())
    faults = {
        one["at"].removeprefix("boards[0].results[0]").removeprefix("."): one["message"]
        for one in errors
        if one["at"].startswith("boards[0].results[0]")
    }
    if faults or errors:
        raise DecisionRefused(faults or {"": " ".join(one["message"] for one in errors)})


def _heed(state: DuplicateState, seen: int | None, kind: str, **about: object) -> None:
    """Raise ``Conflict`` where another director has recorded the same kind about the same thing
    since the evening was ``seen`` at that version."""
    for one in reversed(state.records):
        if seen is None or one.seq <= seen:
            return
        same = all(one.payload.get(name) == value for name, value in about.items())
        if one.kind == kind and same and one.seq not in state.undone:
            raise Conflict(state.version)


def adjust(
    visit: LeagueVisit,
    sent: Sent,
    evening: int,
    pair: str,
    points: int,
    reason: str,
    seen: int | None = None,
) -> None:
    """Give a pair a bonus or a penalty: so many percent of a board's top; where there is no top, so
    many points of its total. Raises ``Conflict`` where it got one since ``seen``."""
    told = read_reason(reason)

    def writes(state: DuplicateState, league: League) -> Written:
        _refuse_pair(state, pair)
        _heed(state, seen, "adjust", contestant=pair)
        if not points or abs(points) > MOST_ADJUSTED:
            raise refusal("percent", "Enter 1 to {most}.", most=MOST_ADJUSTED)
        unit = "percent_of_top" if state.by_percent else "points"
        return [("adjust", {"contestant": pair, unit: points, "reason": told})]

    write(visit, sent, evening, writes)


def change_pair(
    visit: LeagueVisit,
    sent: Sent,
    evening: int,
    pair: str,
    *,
    players: Sequence[int] | None = None,
    first: int | None = None,
    last: int | None = None,
    seen: int | None = None,
) -> None:
    """Change who a pair is, from which round it plays (a late pair), or its last round. Raises
    ``Conflict`` where that was changed since ``seen``."""

    def writes(state: DuplicateState, league: League) -> Written:
        _refuse_pair(state, pair)
        _heed(state, seen, "pair", pair=pair)
        payload: Json = {"pair": pair}
        if players is not None:
            _refuse_players(state, league, pair, players)
            payload["players"] = list(players)
        for key, value in (("from", first), ("until", last)):
            if value is not None:
                if not 0 <= value <= state.rounds:
                    raise refusal(key, "There is no round {n}.", n=value)
                payload[key] = value
        return [("pair", payload)]

    write(visit, sent, evening, writes)


def _refuse_players(
    state: DuplicateState, league: League, pair: str, players: Sequence[int]
) -> None:
    sizes = SIZES[state.kind]
    if len({*players}) not in sizes or not {*players} <= league.players.keys():
        if len(sizes) == 1:
            raise refusal("players", "Enter {n} {n:player|players}.", n=sizes[0])
        raise refusal("players", "Enter {least} to {most} players.", least=sizes[0], most=sizes[-1])
    for other, one in state.pairs.items():
        if other != pair and {*players} & {*one.players}:
            raise refusal("players", "One of them plays as number {n} already.", n=other)


def _refuse_pair(state: DuplicateState, pair: str) -> None:
    if pair not in state.pairs:
        raise refusal("pair", "Choose one.")


def sit(
    visit: LeagueVisit,
    sent: Sent,
    evening: int,
    at: tuple[int, int],
    sides: tuple[str, str],
    seen: int | None = None,
) -> None:
    """Say who sits in a round at a table, unlike the plan. Raises ``Conflict`` where that was
    changed since ``seen``."""
    (round, table), (ns, ew) = at, sides

    def writes(state: DuplicateState, league: League) -> Written:
        _heed(state, seen, "sit", round=round, table=table)
        if {*members(ns)} & {*members(ew)} or not {ns, ew} <= {*state.sides}:
            raise refusal("ns", "Choose two different sides.")
        return [("sit", {"round": round, "table": table, "ns": ns, "ew": ew})]

    write(visit, sent, evening, writes)


def mark_fouled(
    visit: LeagueVisit,
    sent: Sent,
    evening: int,
    board: int,
    tables: Sequence[tuple[int, int]],
    seen: int | None = None,
) -> None:
    """Say who played a board in its other form: by round and table; nobody: it was not fouled.
    Raises ``Conflict`` where that was changed since ``seen``."""

    def writes(state: DuplicateState, league: League) -> Written:
        if [*tables] == [*state.fouled.get(board, ())]:
            return []
        _heed(state, seen, "foul", board=board)
        return [("foul", {"board": board, "tables": [list(one) for one in tables]})]

    write(visit, sent, evening, writes)


def enter_deals(visit: LeagueVisit, sent: Sent, evening: int, deals: Mapping[int, str]) -> None:
    """Say how the cards of boards lay, by board, each as PBN has it."""

    def writes(state: DuplicateState, league: League) -> Written:
        new = [[number, deal] for number, deal in deals.items() if state.deals.get(number) != deal]
        return [("deals", {"deals": new})] if new else []

    write(visit, sent, evening, writes)


def end_session(visit: LeagueVisit, sent: Sent, evening: int, over: bool) -> None:
    """End the session, so that its ranking is shown and counts in the season; or let it go on."""

    def writes(state: DuplicateState, league: League) -> Written:
        return [] if state.over is over else [("over", {"over": over})]

    write(visit, sent, evening, writes)


def take_back(visit: LeagueVisit, sent: Sent, evening: int, record: int, again: bool) -> None:
    """Undo a record, or redo one that was undone. The setup stays."""

    def writes(state: DuplicateState, league: League) -> Written:
        known = next((one for one in state.records if one.seq == record), None)
        if known is None or known.kind in ("setup", "undo", "redo"):
            raise refusal("", "That no longer exists.")
        drawn = known.payload["round"] if "drawn" in known.payload else 0
        if drawn and any(place.round >= drawn for place in state.lines):
            raise refusal("", "Results of round {n} are in.", n=drawn)
        if (record in state.undone) is not again:
            return []
        return [("redo" if again else "undo", {"of": record})]

    write(visit, sent, evening, writes)


def read_note(text: str) -> str:
    """Return a director's note as it is saved."""
    read = " ".join(visible(text).split())
    if len(read) > LONGEST_REASON:
        raise DecisionRefused(
            {"note": tell("A note has at most {n} characters.", n=LONGEST_REASON)}
        )
    return read
