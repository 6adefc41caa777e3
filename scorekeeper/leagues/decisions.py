"""Decisions of organisers: each is a record, and what follows from it is computed again.

Everything is tried on the league as it is, inside the transaction that writes it. Nothing is
half-written: where results follow, they do so in the same transaction.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from sqlalchemy import Connection

from scorekeeper.engine.other_entries import LONGEST_NAME
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.sheet.documents import SheetRefused
from scorekeeper.spelling import NOTHING_SEEN, visible
from scorekeeper.store.access import league_access_sync
from scorekeeper.store.league import league_games, leagues
from scorekeeper.store.league.state import League, affected_results
from scorekeeper.store.sql.database import writing
from scorekeeper.store.table.persons import ChosenCoin, choose_coin
from scorekeeper.store.table.records import SheetItem
from scorekeeper.store.table.rows import (
    Appended,
    Change,
    Conflict,
    mark_tables_of_league_changed,
)
from scorekeeper.tables import changes, league_results

LONGEST_REASON = 200
OPERATOR: Final = "operator"
"""The device under which an operator's decisions in a league are recorded."""


class DecisionRefused(ValueError):
    """A decision that cannot be; ``faults`` are messages by the name of the field."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__("; ".join(faults.values()))
        self.faults = faults


class DecisionRequest(NamedTuple):
    """Under which key, for which version of the league, by which device and from which address
    something is sent."""

    key: str
    version: int | None
    device: str
    address: str = ""


@dataclass(frozen=True)
class DecisionMade:
    """The answer: the record's seq; ``repeated`` where the request had been answered before."""

    seq: int
    repeated: bool


# --- deciding -----------------------------------------------------------------------------------

Changes = Callable[[Connection, League], Sequence[Change]]
Keep = Callable[[Connection, Appended, Sequence[Change]], None]


def _store_nothing(connection: Connection, answer: Appended, made: Sequence[Change]) -> None:
    pass


def decide(
    visit: LeagueVisit, order: DecisionRequest, changes: Changes, keep: Keep = _store_nothing
) -> DecisionMade:
    """Write the changes that ``changes`` makes to the league as it is; its results and access
    follow. ``keep`` stores what the records bring with them, before results are made.

    Raises ``DecisionRefused``, ``Conflict``, ``Unavailable``. A request that was answered before is
    answered again. Changes that are made together are taken back together.
    """
    with writing() as connection:
        info = leagues.lock(connection, visit.info.id)
        if (seq := leagues.seq_of_request(connection, info.id, order.key)) is not None:
            return DecisionMade(seq, repeated=True)
        before = leagues.read(connection, info)
        made = _linked_to_first(before, changes(connection, before))
        refuse_unprintable([one.payload for one in made])
        answer = leagues.append(
            connection,
            info.id,
            made,
            request_key=order.key,
            expected_version=order.version,
            device=order.device,
        )
        _assign_persons(connection, info.id, answer, made)
        keep(connection, answer, made)
        after = leagues.read_uncached(connection, leagues.by_id(connection, info.id))
        _refuse_gaps(connection, before, after)
        league_access_sync.sync(connection, after, order.device)
        _give_coins(connection, before, after)
        league_results.recount_affected(connection, after, affected_results(before, after))
    return DecisionMade(answer.seq, repeated=False)


def _linked_to_first(league: League, made: Sequence[Change]) -> list[Change]:
    """Return the changes, each of which names the first."""
    first, *others = made
    leader = {"with": league.version + 1}
    return [first, *(replace(one, payload={**(one.payload or {}), **leader}) for one in others)]


def _refuse_gaps(connection: Connection, before: League, after: League) -> None:
    """Refuse what would leave games without their player, or the league without a season."""
    if not after.seasons:
        raise DecisionRefused({"": tell("A league needs at least one season.")})
    gone = before.players.keys() - after.players.keys()
    if gone and league_games.played_since(
        connection, after.id, _time_of_record(connection, after, min(gone))
    ):
        raise DecisionRefused({"": tell("This player has games. Mark them as left instead.")})


def _give_coins(connection: Connection, before: League, after: League) -> None:
    """Set a changed coin for the persons that its player is at the league's tables."""
    for number, player in after.players.items():
        old, coin = before.players.get(number), ChosenCoin(player.colour, player.initial)
        if old and coin != (old.colour, old.initial):
            known = leagues.players_by_person(connection, after.id)
            choose_coin(connection, [one for one in known if known[one] == number], coin)
            mark_tables_of_league_changed(connection, after.id)


def _time_of_record(connection: Connection, league: League, seq: int) -> int:
    """Return when that record was written."""
    return leagues.records(connection, leagues.by_id(connection, league.id))[seq].at


def _assign_persons(
    connection: Connection, league_id: int, answer: Appended, made: Sequence[Change]
) -> None:
    """Assign the persons that the changes name to the players they are about."""
    known = leagues.players_by_person(connection, league_id)
    for place, one in enumerate(made):
        person = (one.payload or {}).get("person")
        if person is not None and person not in known:
            player = answer.seq + place if one.about is None else one.about
            leagues.add_person(connection, league_id, person, player)


# --- taking back --------------------------------------------------------------------------------


def delete_decision(visit: LeagueVisit, order: DecisionRequest, seq: int) -> DecisionMade:
    """Delete the record of this seq: a bonus, a merge, a ruling, an import, a link."""
    return _mark(visit, order, "strike", seq)


def restore_decision(visit: LeagueVisit, order: DecisionRequest, seq: int) -> DecisionMade:
    """Restore a deleted record."""
    return _mark(visit, order, "restore", seq)


def _mark(visit: LeagueVisit, order: DecisionRequest, kind: str, seq: int) -> DecisionMade:
    def changes(connection: Connection, league: League) -> list[Change]:
        return [Change(kind, about=_find_record(league, seq).seq)]

    return decide(visit, order, changes)


def undo_decision(
    visit: LeagueVisit, order: DecisionRequest, seq: int | None = None
) -> DecisionMade:
    """Undo the last decision. ``seq``: only if it is still this one, else ``Conflict``."""
    return _last(visit, order, "undo", "undoable", seq)


def redo_decision(
    visit: LeagueVisit, order: DecisionRequest, seq: int | None = None
) -> DecisionMade:
    """Redo what was undone last. ``seq`` as with ``undo_decision``."""
    return _last(visit, order, "restore", "redoable", seq)


def _last(
    visit: LeagueVisit, order: DecisionRequest, kind: str, which: str, seq: int | None
) -> DecisionMade:
    def changes(connection: Connection, league: League) -> list[Change]:
        last = getattr(league.state, which)
        if seq is not None and last != seq:
            raise Conflict(league.version)
        if last is None:
            raise DecisionRefused({"": tell("Nothing to undo.")})
        return [Change(kind, about=last)]

    return decide(visit, order._replace(version=None), changes)


def _find_record(league: League, seq: int) -> SheetItem:
    kinds = (
        "bonus",
        "merge",
        "game",
        "import",
        "evening",
        "season",
        "pin",
        "door",
        "lots",
        "token",
        "claim",
        "challenge",
        "walkover",
    )
    written = league.find(seq, *kinds)
    if written is None:
        raise DecisionRefused({"": tell("That no longer exists.")})
    return written


# --- what is typed ------------------------------------------------------------------------------


def refuse_unprintable(document: object, field: str = "") -> None:
    """Refuse what holds a text that no page can show and no database keeps."""
    try:
        changes.refuse_unprintable(document)
    except SheetRefused as refused:
        raise DecisionRefused({field: refused.errors[0]["message"]}) from None


def read_name(text: str) -> str:
    """Return a name as it is saved; refused where it is none."""
    return _read(text, "name", LONGEST_NAME, tell("Enter a name."))


def read_own_name(text: str) -> str:
    """Return the name that somebody gives for themselves, in the field ``called``; empty for
    none."""
    return _read(text, "called", LONGEST_NAME, "", what="name") if text.strip() else ""


def read_reason(text: str) -> str:
    """Return a reason as it is saved; refused where it is none."""
    return _read(text, "reason", LONGEST_REASON, tell("Give a reason."))


def _read(text: str, field: str, longest: int, missing: str, what: str = "") -> str:
    read = " ".join(visible(text).split())
    if not read:
        raise DecisionRefused({field: tell(NOTHING_SEEN) if text.strip() else missing})
    if len(read) > longest:
        raise DecisionRefused(
            {
                field: tell(
                    "A {field} has at most {longest} characters.",
                    field=tell(what or field),
                    longest=longest,
                )
            }
        )
    refuse_unprintable(read, field)
    return read
