"""A season's course: the totals after each day of play, and seasons side by side."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import nlargest
from itertools import groupby
from typing import NamedTuple

from scorekeeper.leagues.results.games import scope_of
from scorekeeper.leagues.results.standings import bonuses_of, standings_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.standings import ranking
from scorekeeper.standings.finished import UNIT
from scorekeeper.standings.ranking import RankedPlayer
from scorekeeper.standings.scoring import Scoring
from scorekeeper.standings.sums import Sums
from scorekeeper.store.league import results_read
from scorekeeper.store.league.results_read import ResultsOnDay
from scorekeeper.store.league.state import Season
from scorekeeper.store.sql.database import reading


class DayTotals(NamedTuple):
    """The totals of all who had played by the end of a day, counted from the beginning of 1970."""

    day: int
    totals: Mapping[int, Fraction]


class SeasonSummary(NamedTuple):
    """A season as it ended or stands, and who is first in it."""

    season: Season
    placed: Mapping[int, RankedPlayer]
    first: Sequence[int]


def progress_of(visit: LeagueVisit, season: Season, game: str | None = None) -> Sequence[DayTotals]:
    """Return the totals after each day of play, in one game (a slug) or all. Points that no game
    brought count from the first day on."""
    scoring = Scoring.read(season.scoring)
    with reading() as connection:
        rows = results_read.results_by_day(connection, scope_of(visit, season, game))
    bonuses = {} if game else bonuses_of(visit, season)
    so_far: dict[int, _RunningTotals] = defaultdict(_RunningTotals)
    days = []
    for day, played in groupby(rows, key=lambda row: row.day):
        for row in played:
            so_far[row.player].add(row, scoring.best)
        sums = [one.sums(player) for player, one in so_far.items()]
        placed = ranking.standings(scoring, sums, {}, bonuses)
        days.append(DayTotals(day, {one.player: one.total for one in placed if one.sums.games}))
    return days


@dataclass
class _RunningTotals:
    """A player's totals so far; worth in 2520ths."""

    games: int = 0
    deals: int = 0
    worth: int = 0
    byes: int = 0
    walkovers: int = 0
    given: int = 0
    averaged: int = 0
    best: list[int] = field(default_factory=list)

    def add(self, row: ResultsOnDay, most: int | None) -> None:
        self.games += row.games
        self.deals += row.deals
        self.worth += row.worth * row.games
        self.byes += row.byes * row.games
        self.walkovers += row.walkovers * row.games
        self.given += row.given * row.games
        self.averaged += row.averaged * row.games
        if most is not None and not row.averaged:
            self.best = nlargest(most, [*self.best, *[row.worth] * row.games])

    def sums(self, player: int) -> Sums:
        best = tuple(Fraction(one, UNIT) for one in self.best)
        return Sums(
            player,
            self.games,
            deals=self.deals,
            worth=Fraction(self.worth, UNIT),
            best=best,
            byes=self.byes,
            walkovers=self.walkovers,
            given=Fraction(self.given, UNIT),
            averaged=self.averaged,
        )


def compare_seasons(visit: LeagueVisit) -> Sequence[SeasonSummary]:
    """Return all seasons, the newest first, with their standings by their own scoring."""
    return [_season_summary(visit, season) for season in reversed([*visit.league.seasons.values()])]


def _season_summary(visit: LeagueVisit, season: Season) -> SeasonSummary:
    placed = {one.player: one for one in standings_of(visit, season)}
    return SeasonSummary(season, placed, [own for own, one in placed.items() if one.place == 1])
