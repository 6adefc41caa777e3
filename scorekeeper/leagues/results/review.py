"""The review of a season: the final table, who led each game, and what changed since the season
before."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.leagues.results.games import games_in
from scorekeeper.leagues.results.standings import standings_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.standings.ranking import RankedPlayer
from scorekeeper.store.league.state import Season


class ReviewLine(NamedTuple):
    """A player's place, and their place in the season before (None: they did not play)."""

    now: RankedPlayer
    before: RankedPlayer | None

    @property
    def moved(self) -> int | None:
        """Places gained since the season before, less than 0 for lost ones; None where one of the
        two has none."""
        if self.before is None or self.before.place is None or self.now.place is None:
            return None
        return self.before.place - self.now.place


class GameLeaders(NamedTuple):
    """The players on the first place in one game (a slug)."""

    game: str
    players: Sequence[int]


class SeasonReview(NamedTuple):
    """A season looked back on: ``before`` is the season before (None: it is the first), ``gone``
    are those who played there and not here."""

    season: Season
    before: Season | None
    lines: Sequence[ReviewLine]
    gone: Sequence[int]
    leaders: Sequence[GameLeaders]

    @property
    def first(self) -> Sequence[int]:
        """The players on the first place."""
        return _first([one.now for one in self.lines])


def review_of(visit: LeagueVisit, season: Season) -> SeasonReview:
    """Return a season looked back on."""
    earlier = [one for one in visit.league.seasons.values() if one.number < season.number]
    before = earlier[-1] if earlier else None
    stood = standings_of(visit, before) if before else ()
    there = {one.player: one for one in stood if one.sums.games}
    now = standings_of(visit, season)
    played = {one.player for one in now if one.sums.games}
    games = games_in(visit, season)
    leaders = [GameLeaders(game, _first(standings_of(visit, season, game))) for game in games]
    return SeasonReview(
        season,
        before,
        [ReviewLine(one, there.get(one.player)) for one in now],
        [player for player in there if player not in played],
        [one for one in leaders if one.players] if len(games) > 1 else (),
    )


def _first(ranked: Sequence[RankedPlayer]) -> list[int]:
    return [one.player for one in ranked if one.place == 1]
