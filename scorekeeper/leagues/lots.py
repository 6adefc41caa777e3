"""Lots, drawn between players whom no tie-break of the season separates."""

from collections.abc import Sequence
from itertools import groupby
from secrets import SystemRandom

from scorekeeper.leagues.decisions import DecisionMade, DecisionRefused, DecisionRequest, decide
from scorekeeper.leagues.results.standings import standings_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.standings.scoring import Scoring
from scorekeeper.standings.tie_breaks import LOTS
from scorekeeper.store.league.state import Season
from scorekeeper.store.table.rows import Change


def uses_lots(season: Season) -> bool:
    """Return whether lots are among the season's tie-breaks."""
    return LOTS in Scoring.read(season.scoring).ties


def tied_players(visit: LeagueVisit, season: Season) -> list[tuple[int, ...]]:
    """Return the players who share a place in the season, each group by number, the first place
    first."""
    placed = [one for one in standings_of(visit, season) if one.place]
    groups = (tuple(one.player for one in own) for _, own in groupby(placed, lambda one: one.place))
    return [group for group in groups if len(group) > 1]


def draw_lots(
    visit: LeagueVisit, order: DecisionRequest, season: Season, players: Sequence[int]
) -> DecisionMade:
    """Draw lots between players who share a place, and record the order. Raises
    ``DecisionRefused`` if they do not share one, ``Conflict``, ``Unavailable``."""
    if not uses_lots(season) or {*players} not in map(set, tied_players(visit, season)):
        raise DecisionRefused({"": tell("These players no longer share a place.")})
    drawn = [*players]
    SystemRandom().shuffle(drawn)
    change = Change("lots", {"season": season.number, "order": drawn})
    return decide(visit, order, lambda connection, league: [change])
