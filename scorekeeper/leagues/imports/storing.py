"""Past results stored in a league: one record has all of them as read, players by their persons.

Their games count as a table's do, in the order of their days, and go when the record is taken back.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import Final

from sqlalchemy import Connection

from scorekeeper.days import DAY, noon, written_day
from scorekeeper.games import games
from scorekeeper.leagues.decisions import (
    DecisionMade,
    DecisionRefused,
    DecisionRequest,
    decide,
    read_name,
    refuse_unprintable,
)
from scorekeeper.leagues.evening.plan import rules_of
from scorekeeper.leagues.imports.importing import (
    NEW,
    WHOLE,
    ImportOptions,
    ImportPreview,
    NameAnswers,
    NameMatch,
    document_of,
    names_in,
    preview_import,
)
from scorekeeper.leagues.seasons import season_payload
from scorekeeper.leagues.visit import LeagueVisit, visit_in
from scorekeeper.results_file import Past
from scorekeeper.results_file.checking import PastGame
from scorekeeper.sentences import tell
from scorekeeper.spelling import folded
from scorekeeper.standings.finished import BYE, WALKOVER
from scorekeeper.store.access import budgets
from scorekeeper.store.league import end_times, leagues, results
from scorekeeper.store.league.state import League, Season
from scorekeeper.store.schema.table import Json
from scorekeeper.store.sql.database import reading
from scorekeeper.store.table.persons import add_persons
from scorekeeper.store.table.rows import Appended, Change


def import_results(
    visit: LeagueVisit,
    order: DecisionRequest,
    past: Past,
    season: Season,
    answers: NameAnswers,
    how: ImportOptions = WHOLE,
) -> DecisionMade:
    """Import the games of the file into the league, for a season that it has or a new one; what was
    imported before is left out.

    Raises ``DecisionRefused`` where anything is wrong or unsaid, ``BudgetSpent``, ``Unavailable``.
    A request that was answered before is answered again.
    """
    refuse_unprintable([name for game in past.games for name in names_in(game)])
    if (seq := _earlier_answer(visit, order)) is not None:
        return DecisionMade(seq, repeated=True)
    while True:
        considered = _ready(visit, past, season, answers, how)  # slow: nobody waits for it
        with suppress(_LeagueChanged):
            return _store_import(visit, order, considered)
        visit = _current_league(visit)


class _LeagueChanged(Exception):
    """The league is not as it was found any more."""


def _earlier_answer(visit: LeagueVisit, order: DecisionRequest) -> int | None:
    with reading() as connection:
        return leagues.seq_of_request(connection, visit.info.id, order.key)


def _current_league(visit: LeagueVisit) -> LeagueVisit:
    with reading() as connection:
        return visit_in(connection, leagues.by_id(connection, visit.info.id), visit.role)


def _store_import(
    visit: LeagueVisit, order: DecisionRequest, considered: ImportPreview
) -> DecisionMade:
    """Store the import; raises ``_LeagueChanged``."""

    def changes(connection: Connection, league: League) -> list[Change]:
        if league.version != visit.info.version:
            raise _LeagueChanged
        units = budgets.units(len(considered.games))
        budgets.spend(connection, budgets.GAMES, order.device, order.address, units)
        payload = _payload(considered, _persons(connection, league, considered.whom))
        season = considered.season
        if season.number != NEW:
            return [Change("import", payload)]
        begun = season_payload(season.name, season.scoring, archived=True)
        first = league.version + 1
        return [Change("season", begun), Change("import", {**payload, "season": first})]

    def keep(connection: Connection, answer: Appended, made: Sequence[Change]) -> None:
        payload = made[-1].payload or {}
        rows = _rows(connection, visit.info.id, answer.version, payload)
        results.add_games(connection, [*rows])

    return decide(visit, order, changes, keep)


def _ready(
    visit: LeagueVisit, past: Past, season: Season, answers: NameAnswers, how: ImportOptions
) -> ImportPreview:
    if season.number == NEW:
        season = replace(season, name=_season_name(season.name))
    elif season.number not in visit.league.seasons:
        raise DecisionRefused({"season": tell("There is no such season.")})
    considered = preview_import(visit, past, season, answers, how)
    if considered.known and not considered.games:
        raise DecisionRefused({"": tell("Every game in this file has already been imported.")})
    if not considered.ready:
        raise DecisionRefused({"": tell("Nothing imported. Correct the errors first.")})
    return considered


def _season_name(text: str) -> str:
    try:
        return read_name(text)
    except DecisionRefused as refused:
        raise DecisionRefused({"season_name": refused.faults["name"]}) from None


def _persons(
    connection: Connection, league: League, whom: Mapping[str, NameMatch]
) -> dict[str, int]:
    """Return everybody's person by folded name; new names become persons."""
    new = add_persons(connection, [one.name for one in whom.values() if one.player is None])
    return {
        key: new[one.name] if one.player is None else league.players[one.player].person
        for key, one in whom.items()
    }


def _payload(considered: ImportPreview, persons: Mapping[str, int]) -> Json:
    """Return the record; it contains no names."""
    played = considered.games
    days = [game.date for game in played]
    first, last = written_day(min(days)), written_day(max(days))
    span = first if first == last else tell("{first} to {last}", first=first, last=last)
    sides = [[[persons[folded(name)] for name in side] for side in game.sides] for game in played]
    return {
        "season": considered.season.number,
        "name": tell("{n} {n:game|games}, {days}", n=len(played), days=span),
        "games": [
            {**document_of(game, side), "low": _low_wins(considered.season, game)}
            for game, side in zip(played, sides, strict=True)
        ],
    }


def _low_wins(season: Season, game: PastGame) -> bool:
    """Return whether the lowest total wins: as was said of an unknown game, else by the rules that
    the season has pinned, else as usual."""
    if game.low is not None:
        return game.low
    if game.kind in (WALKOVER, BYE):
        return False
    kind = games()[game.game]
    rules = rules_of(season, game.game, next(iter(kind.variants)))
    return kind.low_wins(
        kind.house_rules({**kind.defaults(rules.variant), **(rules.options or {})})
    )


def _rows(connection: Connection, league_id: int, seq: int, payload: Json) -> Iterator[Json]:
    """Yield the games as a league has them, in the order of their days."""
    played = sorted(payload["games"], key=lambda game: (game["date"], game["line"]))
    taken = end_times.end_times_between(
        connection, league_id, _noon(played[0]["date"]), _noon(played[-1]["date"]) + DAY // 2
    )
    for game, ended in zip(played, _end_times(played, taken), strict=True):
        yield {
            "league_id": league_id,
            "imported": seq,
            "season": payload["season"],
            "game": game["game"],
            "ended": ended,
            "played": played_document(game),
        }


def _end_times(played: Iterable[Json], taken: Collection[int]) -> Iterator[int]:
    """Yield the time at which each game counts as ended: from noon on, all different."""
    last = 0
    for game in played:
        last = max(_noon(game["date"]) + game["line"], last + 1)
        while last in taken:
            last += 1
        yield last


def _noon(day: str) -> int:
    return noon(date.fromisoformat(day))


_AS_READ: Final = ("called", "walkover", "bye", "winner_only", "result_only")


def played_document(game: Json) -> Json:
    """Return the finished game as ``tables/league_results.py`` has it, as far as it is known."""
    low, points = game["low"], game["points"]
    best = min(points) if low else max(points)
    return {
        "players": [
            {"person": person, "side": side}
            for side, persons in enumerate(game["sides"])
            for person in persons
        ],
        "points": points,
        "winners": game.get("winners", [side for side, one in enumerate(points) if one == best]),
        "deals": game["deals"] or int("bye" not in game),
        "low": low,
        "tallied": [0] * len(points),
        "top": None,
        **{key: game[key] for key in _AS_READ if key in game},
    }
