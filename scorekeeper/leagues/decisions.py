"""Decisions of organisers: each is a record, and what follows from it is computed again.

Everything is tried on the league as it is, inside the transaction that writes it. Nothing is
half-written: where results follow, they do so in the same transaction.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Concatenate, Final, NamedTuple, ParamSpec

from sqlalchemy import Connection

from scorekeeper.engine.other_entries import LONGEST_NAME
from scorekeeper.leagues.push.queueing import queue_changes
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import Message, tell
from scorekeeper.sheet.documents import SheetRefused
from scorekeeper.spelling import NOTHING_SEEN, visible
from scorekeeper.store.access import league_access
from scorekeeper.store.league import league_games, leagues
from scorekeeper.store.league.affected import affected_results
from scorekeeper.store.league.state import League
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table.persons import ChosenCoin, choose_coin
from scorekeeper.store.table.records import SheetItem
from scorekeeper.store.table.rows import Appended, Change, Conflict, mark_changed
from scorekeeper.tables import league_results, write

LONGEST_REASON = 200
OPERATOR: Final = "operator"
"""The device under which an operator's decisions in a league are recorded."""


class DecisionRefused(ValueError):
    """A decision that cannot be; ``faults`` are messages by the name of the field."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__("; ".join(faults.values()))
        self.faults = faults


def refusal(field: str, message: Message, /, **values: object) -> DecisionRefused:
    """Return why a decision cannot be made, told at a field (empty: at none)."""
    return DecisionRefused({field: tell(message, **values)})


class DecisionRequest(NamedTuple):
    """Under which key, for which version of the league, by which device and from which address
    something is sent."""

    key: str
    version: int | None
    device: str
    address: str = ""


# --- deciding -----------------------------------------------------------------------------------

Changes = Callable[[Connection, League], Sequence[Change]]
Keep = Callable[[Connection, Appended, Sequence[Change]], None]


def decide(
    visit: LeagueVisit, order: DecisionRequest, changes: Changes, keep: Keep | None = None
) -> Appended:
    """Write the changes that ``changes`` makes to the league as it is; its results and access
    follow. ``keep`` stores what the records bring with them, before results are made.

    Raises ``DecisionRefused``, ``Conflict``, ``Unavailable``. A request that was answered before is
    answered again. Changes that are made together are taken back together.
    """
    with writing() as connection:
        info = leagues.lock(connection, visit.info.id)
        if (seq := leagues.seq_of_request(connection, info.id, order.key)) is not None:
            return Appended(seq, info.version, repeated=True)
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
        if keep:
            keep(connection, answer, made)
        after = leagues.read_uncached(connection, leagues.by_id(connection, info.id))
        _refuse_gaps(connection, before, after)
        league_access.sync_access(connection, after, order.device)
        _give_coins(connection, before, after)
        league_results.recount_affected(connection, after, affected_results(before, after))
        queue_changes(connection, before, after, order.device)
    return answer


def answered_before(visit: LeagueVisit, key: str) -> int | None:
    """Return the seq of the record that the request of this key wrote; None where it wrote
    nothing."""
    with reading() as connection:
        return leagues.seq_of_request(connection, visit.info.id, key)


class Deciding(NamedTuple):
    """What a decision is made from, inside the transaction that writes it: the league as it is
    now; the league as who decides saw it, and what was sent."""

    connection: Connection
    league: League
    visit: LeagueVisit
    sent: DecisionRequest


P = ParamSpec("P")
_Deciding = Callable[Concatenate[Deciding, P], Sequence[Change]]
Decision = Callable[Concatenate[LeagueVisit, DecisionRequest, P], Appended]


def decision(changes: _Deciding[P]) -> Decision[P]:
    """Make a function that returns the changes of a decision one that decides them. It raises
    ``DecisionRefused``, ``Conflict`` and ``Unavailable`` as ``decide`` does."""

    @wraps(changes)
    def decided(
        visit: LeagueVisit, sent: DecisionRequest, /, *args: P.args, **kwargs: P.kwargs
    ) -> Appended:
        def now(connection: Connection, league: League) -> Sequence[Change]:
            return changes(Deciding(connection, league, visit, sent), *args, **kwargs)

        return decide(visit, sent, now)

    return decided


def decision_at_any_version(changes: _Deciding[P]) -> Decision[P]:
    """Do the same for what conflicts with nothing, whatever else was decided meanwhile."""

    @wraps(changes)
    def decided(
        visit: LeagueVisit, sent: DecisionRequest, /, *args: P.args, **kwargs: P.kwargs
    ) -> Appended:
        return decision(changes)(visit, sent._replace(version=None), *args, **kwargs)

    return decided


def _linked_to_first(league: League, made: Sequence[Change]) -> list[Change]:
    """Return the changes, each of which names the first."""
    first, *others = made
    leader = {"with": league.version + 1}
    return [first, *(one._replace(payload={**(one.payload or {}), **leader}) for one in others)]


# what cannot be taken back without leaving a game without its player is refused
def _refuse_gaps(connection: Connection, before: League, after: League) -> None:
    if not after.seasons:
        raise refusal("", "A league needs at least one season.")
    gone = before.players.keys() - after.players.keys()
    if gone:
        records = leagues.records(connection, leagues.by_id(connection, after.id))
        if league_games.played_since(connection, after.id, records[min(gone)].at):
            raise refusal("", "This player has games. Mark them as left instead.")


def _give_coins(connection: Connection, before: League, after: League) -> None:
    """Set a changed coin for the persons that its player is at the league's tables."""
    for number, player in after.players.items():
        old, coin = before.players.get(number), ChosenCoin(player.colour, player.initial)
        if old and coin != (old.colour, old.initial):
            known = leagues.players_by_person(connection, after.id)
            choose_coin(connection, [one for one in known if known[one] == number], coin)
            mark_changed(connection, league_id=after.id)


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


@decision
def delete_decision(at: Deciding, seq: int) -> list[Change]:
    """Delete the record of this seq: a bonus, a merge, a ruling, an import, a link."""
    return [Change("strike", about=one) for one in _with_its_game(at.league, seq)]


@decision
def restore_decision(at: Deciding, seq: int) -> list[Change]:
    """Restore a deleted record."""
    return [Change("restore", about=one) for one in _with_its_game(at.league, seq)]


@decision_at_any_version
def undo_decision(at: Deciding, seq: int | None = None) -> list[Change]:
    """Undo the last decision. ``seq``: only if it is still this one, else ``Conflict``."""
    return [Change("undo", about=_last(at.league, at.league.state.undoable, seq))]


@decision_at_any_version
def redo_decision(at: Deciding, seq: int | None = None) -> list[Change]:
    """Redo what was undone last. ``seq`` as with ``undo_decision``."""
    return [Change("restore", about=_last(at.league, at.league.state.redoable, seq))]


def _last(league: League, last: int | None, seq: int | None) -> int:
    # the page names the record that it showed, so that nobody takes back what they have not seen
    if seq is not None and last != seq:
        raise Conflict(league.version)
    if last is None:
        raise refusal("", "Nothing to undo.")
    return last


_MARKED: Final = (
    *("bonus", "merge", "game", "import", "evening", "season", "pin", "door", "lots", "token"),
    *("claim", "challenge", "walkover"),
)
"""The kinds of records that can be deleted and restored."""


def _find_record(league: League, seq: int) -> SheetItem:
    written = league.find(seq, *_MARKED)
    if written is None:
        raise refusal("", "That no longer exists.")
    return written


def _with_its_game(league: League, seq: int) -> list[int]:
    """Return the record, and of a match given as a walkover the game that the season counts."""
    return [
        _find_record(league, seq).seq,
        *(one.seq for one in league.newest("import") if _given_by(one) == seq),
    ]


def _given_by(imported: SheetItem) -> int | None:
    given: int | None = imported.payload.get("walkover", {}).get("given")
    return given


# --- what is typed ------------------------------------------------------------------------------


def refuse_unprintable(document: object, field: str = "") -> None:
    """Refuse what holds a text that no page can show and no database keeps."""
    try:
        write.refuse_unprintable(document)
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
        raise refusal(
            field,
            "A {field} has at most {longest} characters.",
            field=tell(what or field),
            longest=longest,
        )
    refuse_unprintable(read, field)
    return read
