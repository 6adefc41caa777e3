"""The director of an evening; the clock of its rounds, and the timer of each deal."""

from typing import Final, NamedTuple

from scorekeeper.leagues.decisions import (
    Deciding,
    DecisionRequest,
    decision,
    decision_at_any_version,
    refusal,
)
from scorekeeper.leagues.evening.tonight import evening_of, last_started_round, planned_tables
from scorekeeper.leagues.membership import find_player
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.store.league import leagues
from scorekeeper.store.league.league_games import GameRow, game_of_table
from scorekeeper.store.league.state import League
from scorekeeper.store.schema.table import Json
from scorekeeper.store.sql.database import reading
from scorekeeper.store.table.rows import Change, now
from scorekeeper.tables.loading import LoadedTable

# --- the director -------------------------------------------------------------------------------


def directs(visit: LeagueVisit, evening: int, device: str) -> bool:
    """Return whether a phone may plan this evening and start its rounds: an organiser's, or its
    director's."""
    if not visit.is_member:
        return False
    return visit.organises or evening in visit.league.directed_by(device)


@decision
def name_director(at: Deciding, evening: int, player: int | None) -> list[Change]:
    """Name the director of an evening; None: it has none."""
    evening_of(at.visit.league, evening)
    payload = {**at.league.evenings[evening]}
    payload.pop("director", None)
    if player is not None:
        payload["director"] = find_player(at.league, player)
    return [Change("amend", payload, about=evening)]


# --- clocks -------------------------------------------------------------------------------------

MINUTE_MS = 60_000
MOST_MINUTES = 600
MOST_DEAL_MINUTES = 60
_LONG_DEAL = 5
"""From so many minutes on, a deal's timer warns when two are left; else when one is."""


class RoundClock(NamedTuple):
    """A clock that counts down: the milliseconds ``left``, less than 0 after the end; whether it
    runs."""

    left: int
    running: bool

    @property
    def text(self) -> str:
        """The minutes and seconds that are left."""
        seconds = max(self.left, 0) // 1000
        return f"{seconds // 60}:{seconds % 60:02}"


class TableClocks(NamedTuple):
    """The clocks that a table shows: that of its round, and the timer of the deal in progress,
    if deals have one; it warns ``warning`` milliseconds before the end."""

    round: RoundClock | None
    deal: RoundClock | None
    warning: int


def clock_of(league: League, evening: int, round: int | None) -> RoundClock | None:
    """Return the clock of that round, else (None) of any; None where it has none."""
    payload = _clock_set(league, evening)
    if round is not None and payload.get("round", round) != round:
        return None
    if payload["ends"] is not None:
        return RoundClock(payload["ends"] - now(), running=True)
    return RoundClock(payload["left"], running=False) if payload["left"] else None


_NO_CLOCK: Final[Json] = {"left": 0, "ends": None, "act": "stop"}


def _clock_set(league: League, evening: int) -> Json:
    """Return the last setting of an evening's clock."""
    clocks = [one.payload for one in league.of_kinds("clock") if one.payload["evening"] == evening]
    return clocks[-1] if clocks else _NO_CLOCK


def minutes_of_rounds(league: League, evening: int) -> int | None:
    """Return how long the clock of each round is; None where rounds have none."""
    payload = _clock_set(league, evening)
    minutes: int | None = payload.get("minutes")
    return None if payload["act"] == "stop" else minutes


def _game_of_evening(table: LoadedTable) -> GameRow | None:
    """Return the game of a table that was started for an evening; None where it was for none."""
    if table.row.league_id is None:
        return None
    with reading() as connection:
        game = game_of_table(connection, table.row.id)
    return game if game and game.evening is not None else None


def has_clocks(table: LoadedTable) -> bool:
    """Return whether a table shows clocks, or may: its deals have a timer, or it belongs to a round
    of an evening."""
    in_play = table.pad.outcome is None
    return in_play and (table.row.deal_minutes > 0 or _game_of_evening(table) is not None)


def clocks_at(table: LoadedTable) -> TableClocks | None:
    """Return the clocks that a table shows; None where it has none. A deal's timer begins with the
    last change at the table, or when the clock of its round was started, which says how long it is
    unless the table does. While that clock is paused there is none."""
    game = _game_of_evening(table)
    clock, payload = None, dict[str, int]()
    if game and game.evening is not None and table.row.league_id is not None:
        with reading() as connection:
            league = leagues.read(connection, leagues.by_id(connection, table.row.league_id))
        clock, payload = (
            clock_of(league, game.evening, game.round),
            _clock_set(league, game.evening),
        )
    paused = clock is not None and not clock.running
    minutes = table.row.deal_minutes or (payload.get("deal", 0) if clock else 0)
    if paused or table.pad.outcome:
        minutes = 0
    if clock is None and not minutes:
        return None
    ends = max(table.row.updated, payload.get("since", 0)) + minutes * MINUTE_MS
    timer = RoundClock(ends - now(), running=True) if minutes else None
    warning = MINUTE_MS if minutes < _LONG_DEAL else 2 * MINUTE_MS
    return TableClocks(clock, timer, warning)


@decision_at_any_version
def set_clock(
    at: Deciding, evening: int, act: str, minutes: int | None = None, deal: int | None = None
) -> list[Change]:
    """``start`` the clock of the round that is on with so many minutes, ``pause``, ``go`` on, or
    ``stop`` it; with ``deal``, each deal has a timer of so many minutes. Until it is stopped, later
    rounds start theirs by themselves."""
    tables = planned_tables(at.connection, at.league, evening)
    round = last_started_round(tables, evening_of(at.league, evening))
    if act == "start":
        _refuse_minutes("minutes", minutes or 0, MOST_MINUTES)
        if deal is not None:
            _refuse_minutes("deal", deal, MOST_DEAL_MINUTES)
    clock, moment, was = clock_of(at.league, evening, None), now(), _clock_set(at.league, evening)
    left = max(clock.left, 0) if clock else 0
    timer = deal if act == "start" else was.get("deal")
    if act != "start":
        round, minutes = was.get("round", round), was.get("minutes")
    if act == "start":
        left, ends = 0, moment + (minutes or 0) * MINUTE_MS
    elif act == "go":
        left, ends = 0, moment + left
    else:
        left, ends = (left if act == "pause" else 0), None
    payload = {"evening": evening, "left": left, "ends": ends, "act": act, "round": round}
    of_deal = {"deal": timer, "since": moment} if timer and act != "stop" else {}
    of_rounds = {"minutes": minutes} if minutes and act != "stop" else {}
    return [Change("clock", {**payload, **of_rounds, **of_deal})]


def start_clock_of_round(visit: LeagueVisit, sent: DecisionRequest, evening: int) -> None:
    """Start the clock of the round that has just started, as long as that of the round before;
    where that had none, or it was stopped, this has none either."""
    was = _clock_set(visit.league, evening)
    if minutes := minutes_of_rounds(visit.league, evening):
        key = f"{sent.key}.round"
        set_clock(visit, sent._replace(key=key), evening, "start", minutes, was.get("deal"))


def _refuse_minutes(field: str, minutes: int, most: int) -> None:
    if not 1 <= minutes <= most:
        raise refusal(field, "Enter 1 to {most} minutes.", most=most)
