"""Which evenings have been played, and which are still to come."""

from scorekeeper.leagues.duplicate.writing import is_duplicate, state_of
from scorekeeper.leagues.evening.plan import Evening
from scorekeeper.leagues.evening.tonight import evening_of, evening_status
from scorekeeper.leagues.game_rulings import today
from scorekeeper.leagues.visit import LeagueVisit


def is_played(visit: LeagueVisit, evening: Evening) -> bool:
    """Return whether an evening has been played to its end, whatever its day. Raises
    ``Unavailable``."""
    # its tables are read only where there can be any: a series of evenings has none
    if not evening.present:
        return False
    if is_duplicate(visit, evening.number):
        return state_of(visit, evening.number).over
    return evening_status(visit, evening.number).played


def evenings_to_come(visit: LeagueVisit) -> list[Evening]:
    """Return the evenings of today and later that have not been played, the next first; cancelled
    ones too. Raises ``Unavailable``."""
    now = today().isoformat()
    evenings = (evening_of(visit.league, number) for number in visit.league.evenings)
    coming = [one for one in evenings if one.date >= now and not is_played(visit, one)]
    return sorted(coming, key=lambda one: (one.date, one.number))
