"""Rulings of an organiser on games, bonuses and penalties."""

from fractions import Fraction

from sqlalchemy import Connection

from scorekeeper.leagues.decisions import (
    DecisionMade,
    DecisionRefused,
    DecisionRequest,
    decide,
    read_reason,
)
from scorekeeper.leagues.membership import find_player
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.store.league import results
from scorekeeper.store.league.state import League
from scorekeeper.store.table.rows import Change


def set_game_counting(
    visit: LeagueVisit,
    order: DecisionRequest,
    game: int,
    *,
    reason: str,
    struck: bool | None = None,
    season: int | None = None,
) -> DecisionMade:
    """Set whether a game (by its id) counts, or in which season."""
    values = {"struck": struck, "season": season}
    payload = {
        "game": game,
        **{name: value for name, value in values.items() if value is not None},
        "reason": read_reason(reason),
    }

    def changes(connection: Connection, league: League) -> list[Change]:
        if not results.games_by_id(connection, league.id, [game]):
            raise DecisionRefused({"game": tell("There is no such game.")})
        if season is not None and season not in league.seasons:
            raise DecisionRefused({"season": tell("There is no such season.")})
        return [Change("game", payload)]

    return decide(visit, order, changes)


def give_bonus(
    visit: LeagueVisit, order: DecisionRequest, season: int, player: int, points: str, reason: str
) -> DecisionMade:
    """Record bonus points (a penalty: below 0), e.g. "1.5", "−2"."""
    value, why = read_points(points), read_reason(reason)

    def changes(connection: Connection, league: League) -> list[Change]:
        if season not in league.seasons:
            raise DecisionRefused({"season": tell("There is no such season.")})
        payload = {"season": season, "player": find_player(league, player)}
        written = {"points": str(value), "reason": why}
        return [Change("bonus", {**payload, **written})]

    return decide(visit, order, changes)


def read_points(text: str) -> Fraction:
    """Return the points that were typed, with comma or point and any minus; refused where they are
    none, or 0."""
    plain = text.strip().replace("−", "-").replace(",", ".")
    try:
        value = Fraction(plain) if "/" not in plain and "e" not in plain.lower() else Fraction(0)
    except ValueError:
        value = Fraction(0)
    if not value or abs(value) > 1_000_000 or (value * 100).denominator != 1:
        words = tell("Enter points with up to two decimals, such as 2 or −1.5.")
        raise DecisionRefused({"points": words})
    return value
