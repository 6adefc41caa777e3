"""Which results a decision of a league changes."""

from dataclasses import dataclass, replace

from scorekeeper.standings.units import TEAMS
from scorekeeper.store.league.state import League, Season


@dataclass(frozen=True, slots=True)
class AffectedResults:
    """The results that a record of the league changes: of these seasons, players (as they counted
    before), games (by id) and imports."""

    seasons: frozenset[int]
    players: frozenset[int]
    games: frozenset[int]
    imports: frozenset[int]


def affected_results(before: League, after: League) -> AffectedResults:
    """Return the players whose results change between two states, and the seasons whose games
    change in worth."""
    seasons = {*before.seasons, *after.seasons}
    numbers = {*before.players, *after.players}
    games = {*before.game_decisions, *after.game_decisions}
    return AffectedResults(
        seasons=frozenset(
            one
            for one in seasons
            if _as_results_see_it(before, one) != _as_results_see_it(after, one)
        ),
        players=frozenset(
            before.after_merges(one)
            for one in numbers
            if before.after_merges(one) != after.after_merges(one) or one not in after.players
        ),
        games=frozenset(
            one for one in games if before.game_decisions.get(one) != after.game_decisions.get(one)
        ),
        imports=frozenset({*before.imports} ^ {*after.imports}),
    )


def _as_results_see_it(league: League, number: int) -> tuple[Season, object] | None:
    """Return the season without what no result depends on: its name, and whether it is over; and
    its teams where these are ranked."""
    season = league.seasons.get(number)
    if season is None:
        return None
    teams = league.teams_in(number) if season.ranked == TEAMS else None
    return replace(season, name="", archived=False), teams
