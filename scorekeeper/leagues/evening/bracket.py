"""A knock-out of an evening: its seeds, the groups before it, and its bracket by the tables that
were started and their results."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import groupby
from typing import Final

from scorekeeper.leagues.evening.plan import BRACKETS, Evening, matches_of, rounds_of_groups
from scorekeeper.leagues.results.ratings import ratings_of
from scorekeeper.leagues.results.standings import standings_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.schedules import knockout
from scorekeeper.schedules.knockout import (
    Match,
    Sides,
    Standing,
    knockout_seeds,
    knockout_standing,
    seeded_groups,
)
from scorekeeper.schedules.rounds import Plan, Round
from scorekeeper.schedules.units import Unit, as_players
from scorekeeper.standings.ranking import RankedPlayer
from scorekeeper.store.league.state import Season
from scorekeeper.store.schema.league import Result

# --- seeds --------------------------------------------------------------------------------------

BY_STANDINGS, BY_RATING, BY_LOT = "standings", "ratings", "lot"
SEEDINGS: Final = (BY_STANDINGS, BY_RATING, BY_LOT)


def seeded(
    visit: LeagueVisit, season: Season | None, units: Sequence[Unit], by: str, lot: str = ""
) -> tuple[Unit, ...]:
    """Return the entrants, the best first. Pairs go by the places of both; players without a place
    come last, as listed. The ``lot`` is any text: the same text draws the same order."""
    if by == BY_LOT:
        return tuple(sorted(units, key=lambda unit: sha256(f"{lot} {unit}".encode()).digest()))
    if by == BY_RATING:
        rated = ratings_of(visit, "").rows
        known = {one.player: place for place, one in enumerate(rated, 1)}
    else:
        ranked = standings_of(visit, season) if season else ()
        known = {one.player: one.place for one in ranked if one.place}
    last = len(known) + 1
    return tuple(sorted(units, key=lambda unit: sum(known.get(one, last) for one in unit)))


# --- groups -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GroupStage:
    """``tables`` has for each group its entrants in order, as places among the units, with how they
    stand (None: without a game). ``over`` is whether all games have ended."""

    tables: Sequence[Sequence[tuple[int, RankedPlayer | None]]]
    over: bool

    @property
    def qualified(self) -> tuple[int, ...]:
        """Return those who would advance now, the first seed of the knock-out first."""
        seeds = knockout_seeds(len(self.tables))
        return tuple(self.tables[group][place][0] for group, place in seeds)


def group_stage_of(evening: Evening, ranked: Mapping[int, RankedPlayer], over: bool) -> GroupStage:
    """Return the groups, from how each player stands in them. Of those who share a place the better
    seed is ahead."""

    def row(seed: int) -> tuple[int, RankedPlayer | None]:
        return seed, ranked.get(evening.units[seed][0])

    def order(one: tuple[int, RankedPlayer | None]) -> tuple[int, int]:
        seed, stands = one
        return (stands.place if stands and stands.place else len(evening.units)), seed

    groups = seeded_groups(len(evening.units), evening.groups)
    return GroupStage([sorted(map(row, seeds), key=order) for seeds in groups], over)


# --- the bracket --------------------------------------------------------------------------------

Place = tuple[int, int]
"""Where a table was planned: its round and its place there, both from 1."""

Started = Mapping[Place, tuple[int, tuple[int, ...]]]
"""The tables that count, by place: the game's id and the players in the order of seats."""


@dataclass(frozen=True)
class Bracket:
    """A knock-out as it stands; ``units`` are its entrants. ``drawn`` are the matches that ended
    without a winner; ``games`` are the ids of the games by match. ``before`` are the rounds of
    groups that were played first."""

    units: Sequence[Unit]
    matches: Sequence[Match]
    standing: Standing
    drawn: frozenset[int]
    games: Mapping[int, int]
    before: Plan = ()

    @property
    def champion(self) -> Unit | None:
        """Return the winner; None while it goes on."""
        first = knockout.champion(self.matches, self.standing)
        return None if first is None else self.units[first]

    @property
    def rounds(self) -> tuple[Round, ...]:
        """Return the rounds as far as they are known: a table without players is still open."""
        rounds = [*self.before]
        for number, matches in groupby(self.matches, key=lambda match: match.round):
            tables = tuple(self._seating(match) for match in matches)
            byes = self._byes() if number == 1 and not self.before else ()
            rounds.append(Round(tables, byes))
        return tuple(rounds)

    @property
    def places(self) -> Mapping[Place, Match]:
        """The matches by the places of their tables."""
        return {
            (len(self.before) + number, place): match
            for number, of_round in groupby(self.matches, key=lambda match: match.round)
            for place, match in enumerate(of_round, 1)
        }

    def past_walkovers(self, opened: int) -> int:
        """Return the last round that is over or open, if ``opened`` is the last that has tables: a
        round whose matches were all given as walkovers needs none."""
        # else the next round asked for this one to be started first, and nobody could play on
        waiting = {
            round
            for (round, _), match in self.places.items()
            if match.number not in self.standing.winners
        }
        of_bracket = {round for round, _ in self.places}
        while opened + 1 in of_bracket - waiting:
            opened += 1
        return opened

    def started_after(self, match: Match) -> list[Match]:
        """Return the later matches that were started on the result of this one."""
        came = {("winner", match.number), ("loser", match.number)}
        return [
            one for one in self.matches if one.number in self.games and came & {one.home, one.away}
        ]

    def _seating(self, match: Match) -> tuple[int, ...]:
        home, away = self.standing.sides[match.number]
        walkover = match.number in self.standing.winners and match.number not in self.games
        if home is None or away is None or walkover:
            return ()
        (seating,) = as_players(self.units, Round(((home, away),))).tables
        return seating

    def _byes(self) -> tuple[int, ...]:
        first = {one.number for m in self.matches if m.round == 1 for one in (m.home, m.away)}
        rest = (unit for seed, unit in enumerate(self.units) if seed not in first)
        return tuple(player for unit in rest for player in unit)


def bracket_of(evening: Evening, started: Started, scores: Sequence[Result] = ()) -> Bracket | None:
    """Return the bracket of a knock-out; None for an evening of another kind, or while its groups
    play."""
    if evening.kind not in BRACKETS or (evening.groups and not evening.qualified):
        return None
    units = [evening.units[one] for one in evening.qualified] or evening.units
    blank = Bracket(
        units, matches_of(evening), Standing({}, {}, ()), frozenset(), {}, rounds_of_groups(evening)
    )
    entrant = {player: place for place, unit in enumerate(units) for player in unit}
    sides: dict[int, Sides] = {}
    games: dict[int, int] = {}
    results = dict(evening.walkovers)
    drawn: set[int] = set()
    won = _winners(scores, entrant)
    # by the game that was drawn, so that a correction of it and a replay go before
    settled = {game: winner for _, game, winner, _ in evening.settled}
    for place, match in blank.places.items():
        if place not in started:
            continue
        game, seats = started[place]
        there = [*dict.fromkeys(entrant[one] for one in seats if one in entrant)]
        if len(there) == 2:
            sides[match.number] = there[0], there[1]
            games[match.number] = game
        first = won.get(game, set())
        if len(first) == 1:
            (results[match.number],) = first
        elif first:
            drawn.add(match.number)
            if game in settled:
                results[match.number] = settled[game]
    standing = knockout_standing(blank.matches, results, sides)
    return replace(blank, standing=standing, drawn=frozenset(drawn), games=games)


def _winners(scores: Iterable[Result], entrant: Mapping[int, int]) -> Mapping[int, set[int]]:
    """Return the entrants on the first place of each game."""
    won: dict[int, set[int]] = {}
    for one in scores:
        if one.place == 1 and one.player in entrant:
            won.setdefault(one.game_id, set()).add(entrant[one.player])
    return won


def with_bracket(evening: Evening, bracket: Bracket | None = None) -> Evening:
    """Return the evening with the rounds of its bracket, where it has one; without one that is
    given, as it is before anything is played."""
    drawn = bracket or bracket_of(evening, {})
    if drawn is None and evening.kind not in BRACKETS:
        return evening
    return replace(evening, rounds=drawn.rounds if drawn else rounds_of_groups(evening))
