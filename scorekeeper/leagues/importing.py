"""Past results taken into a league: all games of a file that was read and looked at, or those that
are right; none that was imported before.

An import is one record with everything as read, players by their persons; its games count as a
table's do, in the order of their days, and go when the record is taken back.
"""

import difflib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection

from scorekeeper.days import DAY, noon, written_day
from scorekeeper.leagues.decisions import (
    DecisionRefused,
    DecisionRequest,
    answered_before,
    decide,
    read_name,
    refusal,
    refuse_unprintable,
)
from scorekeeper.leagues.evening.plan import rules_of
from scorekeeper.leagues.seasons import season_payload
from scorekeeper.leagues.visit import LeagueVisit, visit_in
from scorekeeper.results_file import Past
from scorekeeper.results_file.checking import PastGame
from scorekeeper.results_file.text import FileFault
from scorekeeper.sentences import phrase, tell
from scorekeeper.spelling import folded
from scorekeeper.standings.finished import BYE, WALKOVER
from scorekeeper.standings.scoring import Scoring, scheme_of
from scorekeeper.store.access import budgets
from scorekeeper.store.league import league_games, leagues
from scorekeeper.store.league.state import League, Season
from scorekeeper.store.schema.table import Json
from scorekeeper.store.sql.database import reading
from scorekeeper.store.table.persons import add_persons
from scorekeeper.store.table.rows import Appended, Change
from scorekeeper.tables.own_games import game_named

GUEST: Final = 0
"""Says of a name that it is no player's, but a new guest's."""
_ALIKE: Final = 0.75
"""How much two names have in common, of 1, for one to be asked about."""

NameAnswers = Mapping[str, int]
"""What is said about names, folded: which player one stands for, or ``GUEST``."""


class NameMatch(NamedTuple):
    """The player a name of the file stands for: by number, or (None) a new guest. ``near`` are
    players whose names are alike; unless ``settled`` somebody has to say whether it is one."""

    name: str
    player: int | None
    near: tuple[int, ...]
    settled: bool


@dataclass(frozen=True)
class ImportPreview:
    """A file as the league would import it: the ``games`` that it would save, the players for its
    names, by folded name, what is wrong in the file, and what is odd. ``known`` are left out: they
    were imported before. ``part``: only what is right is imported."""

    past: Past
    season: Season
    games: Sequence[PastGame]
    known: Sequence[PastGame]
    whom: Mapping[str, NameMatch]
    faults: Sequence[FileFault]
    warnings: Sequence[FileFault]
    part: bool

    @property
    def names_to_match(self) -> list[NameMatch]:
        """The names that somebody has to say something about, or has."""
        return [one for one in self.whom.values() if one.near]

    @property
    def ready(self) -> bool:
        """Return whether the games can be imported."""
        settled = all(one.settled for one in self.whom.values())
        return bool(self.games) and settled and not (self.faults and not self.part)

    @property
    def remaining_text(self) -> str:
        """The text of the file without the games imported now or before; empty if that is all of
        it."""
        if not (self.part and self.faults):
            return ""
        return self.past.without([*self.games, *self.known])


class ImportOptions(NamedTuple):
    """The options of an import: only the ``part`` without faults; ``again`` games that were
    imported before."""

    part: bool = False
    again: bool = False


WHOLE: Final = ImportOptions()


def preview_import(
    visit: LeagueVisit, past: Past, season: Season, answers: NameAnswers, how: ImportOptions = WHOLE
) -> ImportPreview:
    """Return a preview of the file's import into the league."""
    part = how.part and past.allows_part
    games = past.faultless if part else past.games
    whom = _match_names(visit, games, answers)
    twice = [*_games_with_player_twice(visit.league, games, whom)]
    if part:
        wrong = {fault.line for fault in twice}
        games = tuple(game for game in games if game.line not in wrong)
    known = [] if how.again else _imported_before(visit.league, games, whom)
    lines = {game.line for game in known}
    fresh = [game for game in games if game.line not in lines]
    warnings = [*past.warnings, *_not_counting(fresh, season), *_without_deals(fresh, season)]
    return ImportPreview(
        past,
        season,
        fresh,
        known,
        whom=_match_names(visit, fresh, answers),
        faults=[*past.faults, *twice],
        warnings=warnings,
        part=part,
    )


def _match_names(
    visit: LeagueVisit, games: Sequence[PastGame], answers: NameAnswers
) -> dict[str, NameMatch]:
    names = {folded(name): name for game in games[::-1] for name in names_in(game)}
    return {key: _match_name(visit, name, answers) for key, name in sorted(names.items())}


def names_in(game: PastGame) -> Iterator[str]:
    """Return the names of all players in a game."""
    return (name for side in game.sides for name in side)


def _match_name(visit: LeagueVisit, name: str, answers: NameAnswers) -> NameMatch:
    called = visit.number_of_name
    if (number := called.get(folded(name))) is not None:
        return NameMatch(name, number, (), settled=True)
    alike = difflib.get_close_matches(folded(name), called, cutoff=_ALIKE)
    near = tuple(dict.fromkeys(visit.league.after_merges(called[one]) for one in alike))
    answer = answers.get(folded(name))
    known = answer if answer in visit.league.players else None
    return NameMatch(name, known, near, settled=not near or answer == GUEST or known is not None)


def _games_with_player_twice(
    league: League, played: Iterable[PastGame], whom: Mapping[str, NameMatch]
) -> Iterator[FileFault]:
    """Yield the games in which two names stand for one player."""
    for game in played:
        seen: dict[int, str] = {}
        for name in names_in(game):
            number = whom[folded(name)].player
            other = name if number is None else seen.setdefault(league.after_merges(number), name)
            if other != name:
                same = phrase("{other} and {name} are the same player in this league.")
                yield FileFault(game.line, "", tell(same, other=other, name=name))


def _not_counting(played: Iterable[PastGame], season: Season) -> Iterator[FileFault]:
    """Yield a warning about imported games that do not count in the season."""
    for game in played:
        if season.games and game.game not in season.games:
            message = tell(
                "{game} does not count in {season}.",
                game=game.game_name or game_named(game.game).name,
                season=season.name,
            )
            yield FileFault(game.line, "", message)


def _without_deals(played: Sequence[PastGame], season: Season) -> Iterator[FileFault]:
    """Yield the first game that does not say how many deals it had, where points per deal count."""
    played = [game for game in played if game.kind not in (WALKOVER, BYE)]
    unsaid = [game.line for game in played if game.deals is None]
    if unsaid and scheme_of(Scoring.read(season.scoring)).per == "deal":
        message = tell(
            "{season} counts points per deal. Games without a number of deals, here {unsaid} of "
            "{n} {n:game|games}, count as one deal each; add a “deals” column.",
            season=season.name,
            unsaid=len(unsaid),
            n=len(played),
        )
        yield FileFault(unsaid[0], "", message)


def _imported_before(
    league: League, played: Sequence[PastGame], whom: Mapping[str, NameMatch]
) -> list[PastGame]:
    """Return the games that an earlier import has, as when a file is sent twice; of identical
    ones, as many as it has."""
    persons = {one.person: league.after_merges(one.number) for one in league.players.values()}
    there = Counter(
        _identity(game, [[persons.get(one, one) for one in side] for side in game["sides"]])
        for record in league.imports.values()
        for game in record.get("games", ())
    )
    known = []
    for game in played:
        named = ([whom[folded(name)].player for name in side] for side in game.sides)
        sides = [
            [GUEST if one is None else league.after_merges(one) for one in side] for side in named
        ]
        same = _identity(document_of(game, sides), sides)
        if there[same]:
            there[same] -= 1
            known.append(game)
    return known


def _identity(game: Json, sides: Sequence[Sequence[int]]) -> tuple[Any, ...]:
    """Return the data that identifies a game: two games equal in it are one. Neither its kind nor a
    winner said beside the points: an import of an earlier file had none."""
    scored = zip(map(frozenset, sides), game["points"], strict=True)
    return game["date"], game["game"], folded(game.get("called", "")), frozenset(scored)


NEW: Final = 0
"""The number of a season that is begun for an import."""


def new_season(visit: LeagueVisit, name: str) -> Season | None:
    """Return a season for past results, scored as the one that pages show. It is over from the
    start, so that tables go on being opened in the one they were."""
    like = visit.season_shown
    return like and Season(NEW, name, like.scoring, {}, {}, archived=True)


def document_of(game: PastGame, sides: Sequence[Sequence[int]]) -> Json:
    """Return a game as stored in the import's record; ``sides`` are the players' numbers."""
    return {
        "line": game.line,
        "date": game.date.isoformat(),
        "game": game.game,
        "sides": sides,
        "points": list(game.points),
        "deals": game.deals,
        **({"called": game.game_name} if game.game_name else {}),
        **({"winner_only": True} if game.winner_only else {}),
        **({} if game.winners is None else {"winners": [*game.winners]}),
        **({game.kind.replace(" ", "_"): True} if game.kind else {}),
    }


def import_results(
    visit: LeagueVisit,
    order: DecisionRequest,
    past: Past,
    season: Season,
    answers: NameAnswers,
    how: ImportOptions = WHOLE,
) -> Appended:
    """Import the games of the file into the league, for a season that it has or a new one; what was
    imported before is left out.

    Raises ``DecisionRefused`` where anything is wrong or unsaid, ``BudgetSpent``, ``Unavailable``.
    A request that was answered before is answered again.
    """
    refuse_unprintable([name for game in past.games for name in names_in(game)])
    if (seq := answered_before(visit, order.key)) is not None:
        return Appended(seq, visit.info.version, repeated=True)
    while True:
        # outside the write, which others wait for: 200 new names among 400 players take 6 s
        considered = _ready(visit, past, season, answers, how)
        with suppress(_LeagueChanged):
            return _store_import(visit, order, considered)
        with reading() as connection:
            visit = visit_in(connection, leagues.by_id(connection, visit.info.id), visit.role)


class _LeagueChanged(Exception):
    """The league is not as it was found any more."""


def _store_import(
    visit: LeagueVisit, order: DecisionRequest, considered: ImportPreview
) -> Appended:

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
        rows = _rows(connection, visit.info.id, answer.version, made[-1].payload or {})
        league_games.add_games(connection, [*rows])

    return decide(visit, order, changes, keep)


def _ready(
    visit: LeagueVisit, past: Past, season: Season, answers: NameAnswers, how: ImportOptions
) -> ImportPreview:
    if season.number == NEW:
        try:
            season = replace(season, name=read_name(season.name))
        except DecisionRefused as refused:
            raise DecisionRefused({"season_name": refused.faults["name"]}) from None
    elif season.number not in visit.league.seasons:
        raise refusal("season", "There is no such season.")
    considered = preview_import(visit, past, season, answers, how)
    if considered.known and not considered.games:
        raise refusal("", "Every game in this file has already been imported.")
    if not considered.ready:
        raise refusal("", "Nothing imported. Correct the errors first.")
    return considered


def _persons(
    connection: Connection, league: League, whom: Mapping[str, NameMatch]
) -> dict[str, int]:
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
    kind = game_named(game.game)
    rules = rules_of(season, game.game, next(iter(kind.variants)))
    return kind.low_wins(
        kind.house_rules({**kind.defaults(rules.variant), **(rules.options or {})})
    )


def _rows(connection: Connection, league_id: int, seq: int, payload: Json) -> Iterator[Json]:
    """Yield the games as a league has them, in the order of their days."""
    played = sorted(payload["games"], key=lambda game: (game["date"], game["line"]))
    taken = league_games.end_times_between(
        connection, league_id, _noon(played[0]["date"]), _noon(played[-1]["date"]) + DAY // 2
    )
    # games count in the order of these moments
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


_AS_READ: Final = ("called", "walkover", "of_teams", "bye", "winner_only", "result_only")


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
