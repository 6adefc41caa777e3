"""The history of a league, the newest decision first, and what can be undone."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from sqlalchemy import Connection

from scorekeeper.days import day_of, written_day
from scorekeeper.leagues import decision_text
from scorekeeper.leagues.decision_text import Words
from scorekeeper.leagues.phones import name_of_phone
from scorekeeper.leagues.results.games import GameOfLeague, read_games_by_id
from scorekeeper.leagues.season_text import game_name
from scorekeeper.leagues.team_league import names_of_matches, sealed_lineups
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.store.access.devices import Devices, devices_of
from scorekeeper.store.access.league_access import of_phone
from scorekeeper.store.access.links import LEAGUE
from scorekeeper.store.league import league_games, leagues
from scorekeeper.store.league.state import MEMBER, League, Season
from scorekeeper.store.sql.database import reading
from scorekeeper.store.table.persons import names_of
from scorekeeper.store.table.records import Record, Step, steps

MOST_SHOWN: Final = 50
STRUCK_ALONE: Final = ("bonus", "merge", "game", "import", "pin", "door", "claim", "walkover")
"""What can be deleted and restored by itself, whatever was decided since about other things."""


@dataclass(frozen=True)
class ListedDecision:
    """A decision in the list: ``at`` (milliseconds), whether this device made it, by ``by`` whose
    phone did (empty: nobody has said), whether that was only ever a ``member``'s; the ``words``
    follow "you", that name, "a member" or "an organiser". ``may``: "strike" or "restore" where that
    can be done to it by itself."""

    seq: int
    at: int
    mine: bool
    by: str
    member: bool
    words: str
    undone: bool
    deleted: bool
    may: str


class DecisionsPage(NamedTuple):
    """A page of decisions. ``older``: the seq before which there are more. ``undoable`` and
    ``redoable`` are what would be taken or brought back."""

    decisions: Sequence[ListedDecision]
    older: int | None
    undoable: ListedDecision | None
    redoable: ListedDecision | None


def history_of(visit: LeagueVisit, device: str, before: int | None = None) -> DecisionsPage:
    """Return the decisions before that one, the newest first."""
    every = {one.seq: one for one in decisions_of(visit, device)}
    wanted = [one for one in reversed(every.values()) if before is None or one.seq < before]
    shown, more = wanted[:MOST_SHOWN], wanted[MOST_SHOWN:]
    state = visit.league.state
    return DecisionsPage(
        shown,
        shown[-1].seq if more else None,
        None if state.undoable is None else every.get(state.undoable),
        None if state.redoable is None else every.get(state.redoable),
    )


def decisions_of(visit: LeagueVisit, device: str) -> list[ListedDecision]:
    """Return every decision, oldest first; tables and guests that came are none."""
    with reading() as connection:
        records = leagues.records(connection, visit.info)
        devices = devices_of(connection, LEAGUE, visit.info.id)
        words = _words(connection, visit, records, devices)
    return [*_decisions(visit, records, words, devices, device)]


def games_played(visit: LeagueVisit, season: Season) -> int:
    """Return how many games that were played for the season have ended."""
    with reading() as connection:
        return league_games.count_ended(connection, visit.info.id, season.number)


def _decisions(
    visit: LeagueVisit, records: Sequence[Record], words: Words, devices: Devices, device: str
) -> Iterator[ListedDecision]:
    words_by_seq: dict[int, str] = {}
    stands = {one.seq: one for one in visit.league.state.written}
    alone = _deletable_alone(visit.league)
    for together in _grouped(records, steps(records)):
        first = together[0]
        by = name_of_phone(visit, devices, first.device, first.seq, first.at)
        words_by_seq[first.seq] = _words_of(records[first.seq], together, by, words_by_seq, words)
        entry = stands.get(first.seq)
        struck = entry is not None and entry.deleted
        yield ListedDecision(
            seq=first.seq,
            at=first.at,
            mine=first.device == device,
            by=by,
            member={one.role for one in devices.get(first.device, ())} == {MEMBER},
            words=words_by_seq[first.seq],
            undone=first.undone,
            deleted=struck,
            may=("restore" if struck else "strike") if first.seq in alone else "",
        )


def _deletable_alone(league: League) -> set[int]:
    """Return what can be deleted and restored by itself; of an access setting only what would
    change it, and of the games of a cancelled round none."""
    holding = {one.payload["door"]: one.seq for one in league.of_kinds("door")}
    return {
        one.seq
        for one in league.state.written
        if one.kind in STRUCK_ALONE
        and one.seq >= holding.get(one.payload.get("door"), 0)
        and "round" not in one.payload
    }


def _grouped(records: Sequence[Record], taken: Sequence[Step]) -> Iterable[list[Step]]:
    """Return the steps that were taken together; guests come by themselves."""
    groups: dict[int, list[Step]] = {}
    for record, step in zip(records, taken, strict=True):
        if record.kind != "guest":
            leader = (record.payload or {}).get("with")
            groups.setdefault(step.seq if leader is None else leader, []).append(step)
    return groups.values()


def _words_of(
    record: Record, together: list[Step], by: str, words_by_seq: dict[int, str], words: Words
) -> str:
    """Return what somebody did in words; an undo and the like name what it is done to."""
    about = words_by_seq.get(record.about or 0, "")
    if record.kind == "undo":
        return tell("undid: {about}", about=about)
    if record.kind == "restore":
        return tell("redid: {about}", about=about)
    if record.kind == "strike":
        struck = together[0].before or {}
        if "device" in struck:
            return decision_text.words_of_withdrawal(struck, record.device, words)
        return tell("undid: {about}", about=about)
    if len(together) > 1 and all(step.kind == "member" for step in together):
        return decision_text.words_of_additions(together, words)
    return "; ".join(
        dict.fromkeys(decision_text.words_of_step(step, words, by) for step in together)
    )


def _words(
    connection: Connection, visit: LeagueVisit, records: Sequence[Record], devices: Devices
) -> Words:
    payloads = [one.payload for one in records if one.payload]
    persons = {one["person"] for one in payloads if "person" in one}
    played = {one["game"] for one in payloads if isinstance(one.get("game"), int)}
    rows = read_games_by_id(connection, visit, played)
    return Words(
        persons=names_of(connection, persons),
        players=visit.names,
        seasons={number: one.name for number, one in visit.league.seasons.items()},
        evenings={
            number: decision_text.evening_name(one) for number, one in visit.league.evenings.items()
        },
        games={one.id: _game_in_words(visit, one) for one in rows.values()},
        phones={of_phone(one): name_of_phone(visit, devices, one) for one in devices},
        sealed=sealed_lineups(visit.league),
        matches=names_of_matches(visit.league),
    )


def _game_in_words(visit: LeagueVisit, one: GameOfLeague) -> str:
    """Return a game among others: "the Spades game on 3 Nov 2026 (Ann & Cat, Ben & Dan)"."""
    name = one.unknown_name or game_name(one.game)
    sides = [visit.together(side.players) for side in one.sides]
    who = f" ({', '.join(sides or one.seated)})" if sides or one.seated else ""
    if one.ended is None:
        text = tell("a game of {game}", game=name)
    else:
        day = written_day(day_of(one.ended))
        text = tell("the {game} game on {day}", game=name, day=day)
    return f"{text}{who}"
