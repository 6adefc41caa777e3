"""An evening of a league as it is: its tables, who sits there, how the players stand.

Read from what is stored beside the tables; nothing is replayed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from itertools import combinations, groupby
from typing import NamedTuple

from sqlalchemy import Connection

from scorekeeper import standings
from scorekeeper.days import MORNING
from scorekeeper.leagues.evening.plan import Evening
from scorekeeper.leagues.visit import Found
from scorekeeper.schedules import Round
from scorekeeper.standings import UNIT, Duel, Placed, Scoring, Sums
from scorekeeper.store.league import evenings as store
from scorekeeper.store.league.evenings import Score
from scorekeeper.store.league.state import League, Season
from scorekeeper.store.sql.database import reading
from scorekeeper.tables import ListedTable, NotFound
from scorekeeper.tables.summaries import listed


class AtTable(NamedTuple):
    """A table of an evening: where it was planned (None: it was not), who sits there by number
    (None: somebody whom the league does not know yet), whether its game was struck."""

    round: int | None
    place: int | None
    seats: tuple[int, ...] | None
    struck: bool
    shown: ListedTable


class Tonight(NamedTuple):
    """An evening as it is: its rounds as they were opened and are planned, how many of them are
    open, all its tables, those of the day that were not planned, and how the players stand."""

    evening: Evening
    opened: int
    tables: Sequence[AtTable]
    others: Sequence[AtTable]
    standing: Sequence[Placed]

    @property
    def there(self) -> Mapping[tuple[int | None, int | None], AtTable]:
        """The tables that count, by round and place."""
        return {(one.round, one.place): one for one in self.tables if not one.struck}

    @property
    def playing(self) -> Sequence[AtTable]:
        """The tables at which they play, planned or not."""
        every = (*self.tables, *self.others)
        return [one for one in every if not one.struck and one.shown.outcome is None]

    @property
    def played(self) -> Sequence[Round]:
        """The rounds that are open, as they were opened."""
        return self.evening.rounds[: self.opened]

    @property
    def totals(self) -> Mapping[int, Fraction]:
        """How the players stand tonight, more being better."""
        return {one.player: one.total for one in self.standing}


def evening_of(league: League, number: int) -> Evening:
    """The evening as it was planned last, its players as they count now; raises ``NotFound``."""
    payload = league.evenings.get(number)
    if payload is None:
        raise NotFound(f"there is no evening {number}")
    now = {player: league.after_merges(player) for player in league.players}
    return Evening.read(number, Evening.read(number, payload).payload(now))


def tonight(found: Found, number: int) -> Tonight:
    """The evening of that number; raises ``NotFound``, ``Unavailable``."""
    evening = evening_of(found.league, number)
    with reading() as connection:
        planned = seated(
            connection, found.league, store.planned_tables(connection, found.info.id, number)
        )
        others = seated(connection, found.league, _others(connection, found, evening))
        scores = store.scores(connection, found.info.id, number)
    season = found.season(evening.season)
    standing = _standing(season, scores) if season else []
    opened = opened_of(planned, evening)
    return Tonight(as_opened(evening, planned), opened, planned, others, standing)


def mark_of(found: Found, number: int) -> str:
    """How new the evening is; another one as soon as anything about it is."""
    evening_of(found.league, number)
    with reading() as connection:
        return f"{found.info.version}.{store.fingerprint(connection, found.info.id, number)}"


def _others(connection: Connection, found: Found, evening: Evening) -> list[store.PlacedTable]:
    """The day's tables that were not planned; of a day long past none."""
    if not evening.date:
        return []
    day = datetime.fromisoformat(evening.date)
    since, until = (round(one.timestamp() * 1000) for one in (day, day + MORNING))
    return store.unplanned_tables(connection, found.info.id, evening.date, since, until)


def seated(
    connection: Connection, league: League, placed: Sequence[store.PlacedTable]
) -> Sequence[AtTable]:
    """These tables with who sits there."""
    numbers = {one.person: league.after_merges(one.number) for one in league.players.values()}
    tables = listed(connection, [one.row for one in placed])
    found = []
    for one, table in zip(placed, tables, strict=True):
        seats = [numbers.get(person) for person in one.row.summary["seats"]]
        known = tuple(seat for seat in seats if seat is not None)
        struck = bool(league.game_decisions.get(one.game, {}).get("struck"))
        all_known = known if len(known) == len(seats) else None
        found.append(AtTable(one.round, one.place, all_known, struck, table))
    return found


def opened_of(tables: Iterable[AtTable], evening: Evening) -> int:
    """The last round that a table was opened for."""
    rounds = [one.round for one in tables if one.round and not one.struck]
    return max((one for one in rounds if one <= len(evening.rounds)), default=0)


def as_opened(evening: Evening, tables: Iterable[AtTable]) -> Evening:
    """The evening, its rounds as its tables were opened, which may not be as it is planned now."""
    seats = {(one.round, one.place): one.seats for one in tables if not one.struck and one.seats}
    rounds = []
    for number, planned in enumerate(evening.rounds, 1):
        seatings = tuple(
            seats.get((number, place)) or table for place, table in enumerate(planned.tables, 1)
        )
        playing = {*sum(seatings, ())}
        everybody = (*sum(planned.tables, ()), *planned.byes)
        byes = tuple(player for player in everybody if player not in playing)
        rounds.append(Round(seatings, byes))
    return replace(evening, rounds=tuple(rounds))


# --- how the players stand tonight --------------------------------------------------------------


def _standing(season: Season, scores: Sequence[Score]) -> Sequence[Placed]:
    """By the season's scheme; every game counts, and one is enough for a place."""
    scoring = replace(Scoring.read(season.scoring), least=1)
    by_player = sorted(scores, key=lambda one: one.player)
    sums = [_sums(player, [*games]) for player, games in groupby(by_player, lambda one: one.player)]
    return standings.standings(scoring, sums, _duels(scores), {})


def _sums(player: int, scores: Sequence[Score]) -> Sums:
    worth = [Fraction(one.worth, UNIT) for one in scores]
    return Sums(
        player,
        games=len(scores),
        wins=sum(one.won for one in scores),
        deals=sum(one.deals for one in scores),
        points=sum(one.points for one in scores),
        worth=sum(worth, Fraction()),
        best=tuple(worth),
    )


def _duels(scores: Sequence[Score]) -> Mapping[tuple[int, int], Duel]:
    """How each two opponents did; the lower number first."""
    met: dict[tuple[int, int], Duel] = {}
    for _, game in groupby(scores, lambda one: one.game_id):
        for one, other in combinations(game, 2):
            if one.side != other.side:
                ahead, behind = one.place < other.place, one.place > other.place
                duel = Duel(1, int(ahead), int(behind), one.points - other.points)
                pair = one.player, other.player
                met[pair] = met.get(pair, Duel()) + duel
    return met
