"""Evenings of a league: kept as decisions, their tables opened, and how they stand.

What was opened stands as it was played, whatever is decided later; only the rest is planned anew.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import combinations, groupby
from typing import Final, NamedTuple

from sqlalchemy import Connection

from scorekeeper import standings
from scorekeeper.figures import folded
from scorekeeper.games import games
from scorekeeper.leagues.deciding import Decided, DecisionRefused, Order, called, decide
from scorekeeper.leagues.opening import open_table
from scorekeeper.leagues.planning import Evening, planned_on, rules_of, shape_in
from scorekeeper.leagues.visited import Found
from scorekeeper.schedules import Round, Unit
from scorekeeper.sheet import FORMAT, Document, SheetRefused
from scorekeeper.standings import UNIT, Duel, Placed, Scoring, Sums
from scorekeeper.store import evenings as store
from scorekeeper.store import leagues as records
from scorekeeper.store.database import reading
from scorekeeper.store.decided import League, Season
from scorekeeper.store.evenings import Score
from scorekeeper.store.persons import add_persons
from scorekeeper.store.write import Change
from scorekeeper.tables import Listed, NotFound
from scorekeeper.tables.summaries import listed

MORNING: Final = timedelta(days=1, hours=6)
"""An evening's tables are opened before six o'clock of the next day."""


class AtTable(NamedTuple):
    """A table of an evening: where it was planned (None: it was not), who sits there by number
    (None: somebody whom the league does not know yet), whether its game was struck."""

    round: int | None
    place: int | None
    seats: tuple[int, ...] | None
    struck: bool
    shown: Listed


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
    def played(self) -> Sequence[Round]:
        """The rounds that are open, as they were opened."""
        return self.evening.rounds[: self.opened]

    @property
    def totals(self) -> Mapping[int, Fraction]:
        """How the players stand tonight, more being better."""
        return {one.player: one.total for one in self.standing}


# --- reading ------------------------------------------------------------------------------------


def evening_of(league: League, number: int) -> Evening:
    """The evening as it was planned last; raises ``NotFound``."""
    payload = league.evenings.get(number)
    if payload is None:
        raise NotFound(f"there is no evening {number}")
    return Evening.read(number, payload)


def tonight(found: Found, number: int) -> Tonight:
    """The evening of that number; raises ``NotFound``, ``Unavailable``."""
    evening = evening_of(found.league, number)
    with reading() as connection:
        planned = _shown(connection, found.league, store.planned(connection, found.info.id, number))
        others = _shown(connection, found.league, _others(connection, found, evening))
        scores = store.scores(connection, found.info.id, number)
    season = found.season(evening.season)
    standing = _standing(season, scores) if season else []
    opened = _opened(planned, evening)
    return Tonight(as_opened(evening, planned), opened, planned, others, standing)


def mark_of(found: Found, number: int) -> str:
    """How new the evening is; another one as soon as anything about it is."""
    evening_of(found.league, number)
    with reading() as connection:
        return f"{found.info.version}.{store.mark(connection, found.info.id, number)}"


def date_of(at: int) -> str:
    """The day of a moment (milliseconds since 1970) where the app runs, as 2026-03-31."""
    return datetime.fromtimestamp(at / 1000).date().isoformat()


def _others(connection: Connection, found: Found, evening: Evening) -> list[store.Placed]:
    """The day's tables that were not planned; of a day long past none."""
    if not evening.date:
        return []
    day = datetime.fromisoformat(evening.date)
    since, until = (round(one.timestamp() * 1000) for one in (day, day + MORNING))
    return store.unplanned(connection, found.info.id, since, until)


def _shown(
    connection: Connection, league: League, placed: Sequence[store.Placed]
) -> Sequence[AtTable]:
    numbers = {one.person: league.is_now(one.number) for one in league.players.values()}
    tables = listed(connection, [one.row for one in placed])
    found = []
    for one, table in zip(placed, tables, strict=True):
        seats = [numbers.get(person) for person in one.row.summary["seats"]]
        known = tuple(seat for seat in seats if seat is not None)
        struck = bool(league.ruled.get(one.game, {}).get("struck"))
        all_known = known if len(known) == len(seats) else None
        found.append(AtTable(one.round, one.place, all_known, struck, table))
    return found


def _opened(tables: Iterable[AtTable], evening: Evening) -> int:
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


# --- planning -----------------------------------------------------------------------------------


def keep_evening(
    found: Found, order: Order, evening: Evening, newcomers: Sequence[str] = ()
) -> Decided:
    """Keep a planned evening, or another plan for one that has a number.

    Players -1, -2 … of the plan are the ``newcomers``, who become guests. The answer's seq is the
    evening's number where it is new. Raises ``DecisionRefused`` where a round was opened that the
    plan has otherwise, ``Conflict``, ``Unavailable``.
    """

    def changes(connection: Connection, league: League) -> list[Change]:
        known = called(connection, league)
        if there := [name for name in newcomers if folded(name) in known]:
            raise DecisionRefused({"names": f"{there[0]} is in the league by now. Plan again."})
        persons = add_persons(connection, newcomers)
        numbers = {-1 - place: league.version + 2 + place for place in range(len(newcomers))}
        payload = evening.payload(numbers)
        if evening.number:
            _refuse_otherwise(connection, league, evening)
            kept = Change("amend", payload, about=evening.number)
        else:
            kept = Change("evening", payload)
        guests = [Change("guest", {"person": one, "guest": True}) for one in persons.values()]
        return [kept, *guests]

    return decide(found, order, changes)


def kept_under(found: Found, key: str) -> int | None:
    """The seq of the record that the request of this key wrote; None where it wrote nothing."""
    with reading() as connection:
        return records.answered(connection, found.info.id, key)


def _refuse_otherwise(connection: Connection, league: League, evening: Evening) -> None:
    """Refuse a plan in which a round that is open is another one."""
    now = evening_of(league, evening.number)
    tables = _shown(connection, league, store.planned(connection, league.id, evening.number))
    opened = _opened(tables, now)
    if as_opened(now, tables).rounds[:opened] != evening.rounds[:opened]:
        raise DecisionRefused({"": "A round was opened meanwhile. Plan the rest again."})


def planned_anew(
    found: Found,
    tonight: Tonight,
    present: Sequence[int],
    rounds: int,
    units: Sequence[Unit] | None = None,
) -> Evening:
    """The evening with so many rounds after those that are open, for who is there now."""
    evening = replace(
        tonight.evening,
        present=tuple(present),
        units=tonight.evening.units if units is None else tuple(units),
    )
    shape = shape_in(found.season(evening.season), evening)
    return planned_on(evening, shape, rounds, tonight.played, tonight.totals)


def one_more(found: Found, tonight: Tonight) -> Evening:
    """The evening with one round more after all that are planned; of Swiss pairing the next, by
    how the players stand."""
    evening = tonight.evening
    shape = shape_in(found.season(evening.season), evening)
    return planned_on(evening, shape, 1, evening.rounds, tonight.totals)


# --- opening tables -----------------------------------------------------------------------------


def open_round(found: Found, number: int, round: int, device: str) -> list[str]:
    """Open the tables of a round that are not open yet, everybody seated; their public ids.

    Asked again it opens nothing twice. Raises ``DecisionRefused``, ``NotFound``, ``Unavailable``.
    """
    now = tonight(found, number)
    if not 1 <= round <= len(now.evening.rounds):
        raise DecisionRefused({"round": "There is no such round."})
    if round > now.opened + 1:
        raise DecisionRefused({"round": f"Open round {now.opened + 1} first."})
    return [
        _open(found, now, round, place, seats, device)
        for place, seats in enumerate(now.evening.rounds[round - 1].tables, 1)
        if (round, place) not in now.there
    ]


def _open(
    found: Found, now: Tonight, round: int, place: int, seats: tuple[int, ...], device: str
) -> str:
    struck = sum(one.struck for one in now.tables if (one.round, one.place) == (round, place))
    who = hashlib.sha256(f"{seats} {struck}".encode()).hexdigest()[:12]
    number = now.evening.number
    try:
        return open_table(
            found,
            _sheet(found, now.evening, seats),
            key=f"{found.info.public_id}.{number}.{round}.{place}.{who}",
            device=device,
            evening=number,
            round=round,
            place=place,
        )
    except SheetRefused as refused:
        words = " ".join(error["message"] for error in refused.errors)
        raise DecisionRefused({"round": f"Table {place}: {words}"}) from refused


def _sheet(found: Found, evening: Evening, seats: Sequence[int]) -> Document:
    """The empty sheet of a table; by the rules of the season that goes on."""
    rules = rules_of(found.league.season, evening.game, evening.variant)
    sheet: Document = {
        "format": FORMAT,
        "game": games()[evening.game].slug,
        "variant": rules.variant,
        "players": [found.names[found.league.is_now(player)] for player in seats],
        "entries": [],
    }
    return sheet if rules.options is None else {**sheet, "options": rules.options}
