"""Rulings of an organiser on games, bonuses and penalties."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from sqlalchemy import Connection

from scorekeeper.engine.other_entries import MOST_POINTS
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
from scorekeeper.spelling import plain_number
from scorekeeper.store.league import results
from scorekeeper.store.league.state import League
from scorekeeper.store.table.rows import Change
from scorekeeper.tables.league_results import played_as_corrected, unplayed


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


BY_POINTS: Final = ""
DRAWN: Final = "draw"
_WHOLE: Final = re.compile(r"[+-]?\d{1,9}")


def correct_result(
    visit: LeagueVisit, order: DecisionRequest, game: int, points: Mapping[str, str], winner: str
) -> DecisionMade:
    """Correct an imported result: the points of each side, by its number; ``winner`` is a side's
    number, ``DRAWN`` or ``BY_POINTS``. A game that has a table is corrected there."""

    def changes(connection: Connection, league: League) -> list[Change]:
        found = results.games_by_id(connection, league.id, [game])
        document = played_as_corrected(league, found[0].id, found[0].played) if found else None
        if document is None or found[0].table_id is not None or unplayed(document):
            raise DecisionRefused({"game": tell("There is no such game.")})
        sides = range(len(document["points"]))
        typed = [read_final_points(points.get(str(side), "")) for side in sides]
        if winner == DRAWN:
            winners = [*sides]
        elif winner == BY_POINTS:
            best = min(typed) if document["low"] else max(typed)
            winners = [side for side in sides if typed[side] == best]
        else:
            winners = [side for side in sides if str(side) == winner]
        was = {"points": document["points"], "winners": document["winners"]}
        return [Change("game", {"game": game, "points": typed, "winners": winners, "was": was})]

    return decide(visit, order, changes)


def read_final_points(text: str) -> int:
    """Return a side's final points as they were typed, with any minus; refused where they are no
    whole number of the size that a game can have."""
    plain = "".join(text.split()).replace("−", "-")
    if not _WHOLE.fullmatch(plain) or abs(int(plain)) > MOST_POINTS:
        message = tell(
            "Enter whole points from {low} to {high}.", low=-MOST_POINTS, high=MOST_POINTS
        )
        raise DecisionRefused({"points": message})
    return int(plain)


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
    plain = plain_number(text).strip().replace(",", ".")
    try:
        value = Fraction(plain) if "/" not in plain and "e" not in plain.lower() else Fraction(0)
    except ValueError:
        value = Fraction(0)
    if not value or abs(value) > 1_000_000 or (value * 100).denominator != 1:
        words = tell("Enter points with up to two decimals, such as 2 or −1.5.")
        raise DecisionRefused({"points": words})
    return value
