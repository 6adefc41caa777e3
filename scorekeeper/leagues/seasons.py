"""The seasons of a league: starting, editing and ending them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from itertools import groupby
from secrets import SystemRandom
from typing import Final

from scorekeeper.games import games
from scorekeeper.leagues.decisions import (
    Deciding,
    DecisionRefused,
    DecisionRequest,
    decide,
    decision,
    read_name,
    read_reason,
    refusal,
)
from scorekeeper.leagues.membership import find_player
from scorekeeper.leagues.results.standings import standings_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import phrase, tell
from scorekeeper.spelling import plain_number
from scorekeeper.standings.scoring import Scoring, ScoringRefused
from scorekeeper.standings.tie_breaks import LOTS
from scorekeeper.standings.units import PAIRS, PLAYERS, TEAMS, kind_of
from scorekeeper.store.league.state import League, Season
from scorekeeper.store.schema.table import Json
from scorekeeper.store.table.rows import Appended, Change
from scorekeeper.tables.own_games import find_game

MOST_HANDICAP = 10_000


def season_payload(
    name: str,
    scoring: Json,
    games: Mapping[str, Json | None] | None = None,
    handicaps: Mapping[int, int] | None = None,
    archived: bool = False,
    handicaps_by_game: Mapping[str, Mapping[int, int]] | None = None,
) -> Json:
    """Return a season as its record has it."""
    by_game = {
        game: _handicaps_payload(own) for game, own in (handicaps_by_game or {}).items() if own
    }
    return {
        "name": name,
        "scoring": dict(scoring),
        "games": dict(games or {}),
        "handicaps": _handicaps_payload(handicaps or {}),
        "archived": archived,
        **({"handicaps_by_game": by_game} if by_game else {}),
    }


def payload_of(season: Season) -> Json:
    """Return the season as its record has it."""
    return season_payload(**{one.name: getattr(season, one.name) for one in fields(season)[1:]})


def _handicaps_payload(handicaps: Mapping[int, int]) -> Json:
    return {str(player): points for player, points in handicaps.items()}


@decision
def create_season(at: Deciding, payload: Json, *, ends: int | None = None) -> list[Change]:
    """Start another season (see ``season_payload``) and end the one of the number ``ends``; else
    the one before goes on until archived."""
    checked = _season(payload)
    over = at.league.find(ends, "season") if ends is not None else None
    if over is None:
        return [Change("season", checked)]
    archived = {**over.payload, "archived": True}
    return [Change("season", checked), Change("amend", archived, about=ends)]


@decision
def edit_season(at: Deciding, season: int, payload: Json) -> list[Change]:
    """Set a season's name, scoring, games, handicaps, or whether it is archived; all of them."""
    checked = _season(payload)
    if season not in at.league.seasons:
        raise refusal("season", "There is no such season.")
    if not {int(player) for player, _ in _handicaps(checked)} <= at.league.players.keys():
        raise refusal("player", "There is no such player.")
    return [Change("amend", checked, about=season)]


def _handicaps(payload: Json) -> Iterator[tuple[str, int]]:
    """Yield all handicaps that a season has, at every game and at one, each with its player."""
    for own in (payload["handicaps"], *payload.get("handicaps_by_game", {}).values()):
        yield from own.items()


def counting(chosen: Mapping[str, Json | None]) -> Mapping[str, Json | None]:
    """Return the games that count, as a season has them: empty where it is all games, by any
    rules."""
    everything = chosen.keys() == games().keys() and not any(chosen.values())
    return {} if everything else chosen


def read_handicap(points: object) -> int:
    """Return a handicap as it is kept; refused where it is no number, or too much."""
    if type(points) is not int or abs(points) > MOST_HANDICAP:
        raise refusal("handicap", "A handicap is a whole number from −{n} to {n}.", n=MOST_HANDICAP)
    return points


def _season(payload: Json) -> Json:
    faults: dict[str, str] = {}
    name, scoring = "", payload["scoring"]
    try:
        name = read_name(payload["name"])
    except DecisionRefused as refused:
        faults.update(refused.faults)
    try:
        scoring = Scoring.read(scoring).document()
    except ScoringRefused as refused:
        faults.update(refused.faults)
    for player, points in _handicaps(payload):
        try:
            read_handicap(points)
        except DecisionRefused as refused:
            faults[f"handicap.{player}"] = refused.faults["handicap"]
    named = {*payload["games"], *payload.get("handicaps_by_game", {})}
    if not all(map(find_game, named)):
        faults["games"] = tell("There is no such game.")
    if faults:
        raise DecisionRefused(faults)
    return {**payload, "name": name, "scoring": scoring}


@decision
def give_bonus(at: Deciding, season: int, player: int, points: str, reason: str) -> list[Change]:
    """Record bonus points (a penalty: below 0), e.g. "1.5", "−2"."""
    value, why = read_points(points), read_reason(reason)
    if season not in at.league.seasons:
        raise refusal("season", "There is no such season.")
    payload = {"season": season, "player": _ranked(at.league, season, player)}
    written = {"points": str(value), "reason": why}
    return [Change("bonus", {**payload, **written})]


_NOT_RANKED: Final = {
    PLAYERS: phrase("This season ranks players. Choose a player."),
    PAIRS: phrase("This season ranks pairs. Choose a pair."),
    TEAMS: phrase("This season ranks teams. Choose a team."),
}


def _ranked(league: League, season: int, number: int) -> int:
    """Return the number of a player, pair or team as it counts now; refused where the season ranks
    others."""
    ranked = league.seasons[season].ranked
    if kind_of(number) != ranked:
        raise refusal("player", _NOT_RANKED[ranked])
    if number not in league.team_names:
        for player in league.players_of(number):
            find_player(league, player)
    return league.after_merges(number)


def read_points(text: str) -> Fraction:
    """Return the points that were typed, with comma or point and any minus; refused where they are
    none, or 0."""
    plain = plain_number(text).strip().replace(",", ".")
    try:
        value = Fraction(plain) if "/" not in plain and "e" not in plain.lower() else Fraction(0)
    except ValueError:
        value = Fraction(0)
    if not value or abs(value) > 1_000_000 or (value * 100).denominator != 1:
        raise refusal("points", "Enter points with up to two decimals, such as 2 or −1.5.")
    return value


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
) -> Appended:
    """Draw lots between players who share a place, and record the order. Raises
    ``DecisionRefused`` if they do not share one, ``Conflict``, ``Unavailable``."""
    if not uses_lots(season) or {*players} not in map(set, tied_players(visit, season)):
        raise refusal("", "These players no longer share a place.")
    drawn = [*players]
    SystemRandom().shuffle(drawn)
    change = Change("lots", {"season": season.number, "order": drawn})
    return decide(visit, order, lambda connection, league: [change])
