"""An evening in progress: its tables, their players, the standings.

Read from what is stored beside the tables; nothing is replayed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from sqlalchemy import Connection

from scorekeeper.days import MORNING
from scorekeeper.leagues.evening.bracket import (
    Bracket,
    GroupStage,
    Started,
    bracket_of,
    group_stage_of,
    with_bracket,
)
from scorekeeper.leagues.evening.plan import Basis, Evening, rounds_of_groups
from scorekeeper.leagues.results.standings import met_in, sums_of_results
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.schedules.knockout import seeded_groups
from scorekeeper.schedules.rounds import Round
from scorekeeper.standings import ranking
from scorekeeper.standings.ranking import RankedPlayer
from scorekeeper.standings.scoring import Scoring
from scorekeeper.standings.units import PAIRS, pair_number
from scorekeeper.store.league import evenings as store
from scorekeeper.store.league.league_games import games_of_evening
from scorekeeper.store.league.results import results_of_evening
from scorekeeper.store.league.state import League, Season
from scorekeeper.store.schema.league import Result
from scorekeeper.store.sql.database import reading
from scorekeeper.tables.loading import NotFound
from scorekeeper.tables.summaries import ListedTable, list_tables


class EveningTable(NamedTuple):
    """A table of an evening: where it was planned (None: it was not), who sits there by number
    (None: somebody whom the league does not know yet), whether its game was struck, the game's id;
    the players, by number, to whom it was given as a walkover.
    """

    round: int | None
    place: int | None
    seats: tuple[int, ...] | None
    removed: bool
    listing: ListedTable
    game: int = 0
    walkover: tuple[int, ...] = ()


class EveningStatus(NamedTuple):
    """An evening as it is: its rounds as they were opened and are planned, how many of them are
    open, all its tables, those of the day that were not planned, how the players stand; the results
    from which that follows, game by game, and the round and place of each game."""

    evening: Evening
    opened: int
    tables: Sequence[EveningTable]
    others: Sequence[EveningTable]
    standings: Sequence[RankedPlayer]
    bracket: Bracket | None
    groups: GroupStage | None
    scores: Sequence[Result]
    places: Mapping[int, tuple[int | None, int | None]]

    @property
    def basis(self) -> Basis:
        """The results on which the next round would be paired."""
        by_game = groupby(self.scores, lambda one: one.game_id)
        return tuple(
            (game, tuple(worth for _, worth in sorted({(one.side, one.worth) for one in own})))
            for game, own in by_game
        )

    @property
    def corrected(self) -> bool:
        """Return whether results have changed since the last round was paired by them."""
        # totals would not do: they also change when a table that was still playing ends
        known = dict(self.basis)
        return any(known.get(game) != worth for game, worth in self.evening.basis)

    @property
    def counted_tables(self) -> Mapping[tuple[int | None, int | None], EveningTable]:
        """The tables that count, by round and place."""
        return {(one.round, one.place): one for one in self.tables if not one.removed}

    @property
    def tables_in_play(self) -> Sequence[EveningTable]:
        """The tables at which they play, planned or not."""
        every = (*self.tables, *self.others)
        return [
            one
            for one in every
            if not (one.removed or one.walkover) and one.listing.outcome is None
        ]

    @property
    def started_rounds(self) -> Sequence[Round]:
        """The rounds that are open, as they were opened."""
        return self.evening.rounds[: self.opened]

    @property
    def played(self) -> bool:
        """Return whether every table that is planned was started, and all have ended; in Swiss
        pairing another round may follow all the same."""
        if any(one.place for one in self.tables_in_play):
            return False
        if self.bracket or self.groups:
            return bool(self.bracket and self.bracket.champion)
        planned = {
            (round, place)
            for round, one in enumerate(self.evening.rounds, 1)
            for place, seats in enumerate(one.tables, 1)
            if seats
        }
        return bool(planned) and planned <= self.counted_tables.keys()

    @property
    def totals(self) -> Mapping[int, Fraction]:
        """Tonight's totals of the players, more being better."""
        return {one.player: one.total for one in self.standings}


def evening_of(league: League, number: int) -> Evening:
    """Return the evening as it was planned last, its players as they count now; raises
    ``NotFound``."""
    payload = league.evenings.get(number)
    if payload is None:
        raise NotFound(f"there is no evening {number}")
    now = {player: league.after_merges(player) for player in league.players}
    return with_bracket(Evening.read(number, payload).renumbered(now))


def evening_status(visit: LeagueVisit, number: int) -> EveningStatus:
    """Return the evening of that number; raises ``NotFound``, ``Unavailable``."""
    evening = evening_of(visit.league, number)
    with reading() as connection:
        planned = planned_tables(connection, visit.league, number)
        others = _with_players(
            connection, visit.league, _unplanned_tables(connection, visit, evening)
        )
        scores = results_of_evening(connection, visit.info.id, number)
        games = games_of_evening(connection, visit.info.id, number)
    season = visit.season(evening.season)
    ranked = _evening_standings(season, scores) if season else []
    bracket = bracket_of(evening, started_tables(planned), scores)
    evening = with_bracket(evening, bracket)
    opened = last_started_round(planned, evening)
    opened = bracket.past_walkovers(opened) if bracket else opened
    places = {one.id: (one.round, one.place) for one in games}
    groups = _group_stage(season, evening, scores, places) if season else None
    rounds = with_started_rounds(evening, planned)
    return EveningStatus(rounds, opened, planned, others, ranked, bracket, groups, scores, places)


def evening_fingerprint(visit: LeagueVisit, number: int) -> str:
    """Return a text that changes with every change of the evening."""
    evening_of(visit.league, number)
    with reading() as connection:
        return f"{visit.info.version}.{store.fingerprint(connection, visit.info.id, number)}"


def _unplanned_tables(
    connection: Connection, visit: LeagueVisit, evening: Evening
) -> list[store.PlacedTable]:
    """Return the day's tables that were not planned; of a day long past none."""
    if not evening.date:
        return []
    day = datetime.fromisoformat(evening.date)
    since, until = (round(one.timestamp() * 1000) for one in (day, day + MORNING))
    return store.unplanned_tables(connection, visit.info.id, evening.date, since, until)


def planned_tables(connection: Connection, league: League, evening: int) -> Sequence[EveningTable]:
    """Return the tables that were opened for an evening, or a league of teams, with the players
    at them."""
    return _with_players(connection, league, store.planned_tables(connection, league.id, evening))


def _with_players(
    connection: Connection, league: League, placed: Sequence[store.PlacedTable]
) -> Sequence[EveningTable]:
    """Return these tables with the players at them."""
    numbers = {one.person: league.after_merges(one.number) for one in league.players.values()}
    tables = list_tables(connection, [one.row for one in placed])
    found = []
    for one, table in zip(placed, tables, strict=True):
        seats = [numbers.get(person) for person in one.row.summary["seats"]]
        known = tuple(seat for seat in seats if seat is not None)
        told = league.game_decisions.get(one.game, {}).get("walkover", {})
        stands = any(told == imported.get("walkover") for imported in league.imports.values())
        walkover = tuple(map(league.after_merges, told["winner"])) if stands else ()
        struck = one.game in league.removed_games and not walkover
        all_known = known if len(known) == len(seats) else None
        found.append(
            EveningTable(one.round, one.place, all_known, struck, table, one.game, walkover)
        )
    return found


def _group_stage(
    season: Season,
    evening: Evening,
    scores: Sequence[Result],
    places: Mapping[int, tuple[int | None, int | None]],
) -> GroupStage | None:
    """Return the groups; each stands by the games against its own, and by their walkovers."""
    if not evening.groups:
        return None
    planned = rounds_of_groups(evening)
    of_groups = [one for one in scores if 1 <= (places[one.game_id][0] or 0) <= len(planned)]
    ranked: dict[int, RankedPlayer] = {}
    for seeds in seeded_groups(len(evening.units), evening.groups):
        here = {player for seed in seeds for player in evening.units[seed]}
        own = [one for one in of_groups if one.player in here]
        ranked |= {one.player: one for one in _evening_standings(season, own)}
    ended = {places[one.game_id] for one in of_groups}
    over = sum(len(one.tables) for one in planned) == len(ended)
    return group_stage_of(evening, ranked, over)


def started_tables(tables: Iterable[EveningTable]) -> Started:
    """Return the tables that count, as a bracket sees them."""
    return {
        (one.round, one.place): (one.game, one.seats)
        for one in tables
        if one.round and one.place and one.seats and not one.removed
    }


def last_started_round(tables: Iterable[EveningTable], evening: Evening) -> int:
    """Return the last round that a table was opened for."""
    rounds = [one.round for one in tables if one.round and not one.removed]
    return max((one for one in rounds if one <= len(evening.rounds)), default=0)


def with_started_rounds(evening: Evening, tables: Iterable[EveningTable]) -> Evening:
    """Return the evening with its rounds as they were started, which may differ from the plan of
    today."""
    seats = {(one.round, one.place): one.seats for one in tables if not one.removed and one.seats}
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


def totals_before(season: Season, now: EveningStatus, round: int) -> Mapping[int, Fraction]:
    """Return the players' totals without the games of that round and later ones."""
    earlier = [one for one in now.scores if (now.places[one.game_id][0] or 0) < round]
    return {one.player: one.total for one in _evening_standings(season, earlier)}


def standings_shown(season: Season | None, now: EveningStatus) -> Sequence[RankedPlayer]:
    """Return tonight's standings as people look at them: of pairs where the season ranks them, or
    all came in pairs."""
    units = now.evening.units
    in_pairs = bool(units) and all(len(unit) == 2 for unit in units)  # noqa: PLR2004
    if season is None or not (in_pairs or season.ranked == PAIRS):
        return now.standings
    seated: dict[tuple[int, int], list[Result]] = {}
    for one in now.scores:
        seated.setdefault((one.game_id, one.side), []).append(one)
    sides = [own for own in seated.values() if len(own) == 2]  # noqa: PLR2004
    pairs = [one._replace(player=pair_number(one.player, other.player)) for one, other in sides]
    return _evening_standings(season, pairs)


def _evening_standings(season: Season, scores: Sequence[Result]) -> Sequence[RankedPlayer]:
    """Return the standings by the season's scheme; every game counts, and one is enough for a
    place."""
    scoring = replace(Scoring.read(season.scoring), least=1)
    return ranking.standings(scoring, sums_of_results(scores).values(), met_in(scores), {})
