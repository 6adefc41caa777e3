"""Past results taken into a league: all games of a file that was read and looked at, or none.

An import is one record with everything as read, players by their persons; its games count as a
table's do, in the order of their days, and go when the record is taken back.
"""

import difflib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection

from scorekeeper.days import DAY, noon
from scorekeeper.games import games
from scorekeeper.leagues.deciding import Decided, DecisionRefused, Order, refuse_unreadable
from scorekeeper.leagues.planning import rules_of
from scorekeeper.leagues.told import dated
from scorekeeper.leagues.visited import Found, found_in
from scorekeeper.past import Fault, Past, PastGame
from scorekeeper.sentences import amount
from scorekeeper.spelling import folded
from scorekeeper.standings.scoring import Scoring, scheme_of
from scorekeeper.store import leagues, moments, results
from scorekeeper.store.budgets import GAMES, spend, units
from scorekeeper.store.database import reading, writing
from scorekeeper.store.decided import League, Season
from scorekeeper.store.models import Json
from scorekeeper.store.persons import add_persons
from scorekeeper.store.write import Change
from scorekeeper.tables import counted

GUEST: Final = 0
"""Says of a name that it is no player's, but a new guest's."""
_ALIKE: Final = 0.75
"""How much two names have in common, of 1, for one to be asked about."""

Said = Mapping[str, int]
"""What is said about names, folded: which player one stands for, or ``GUEST``."""


class Whom(NamedTuple):
    """Whom a name of the file stands for: a player by number, or (None) a new guest. ``near`` are
    players whose names are alike; unless ``settled`` somebody has to say whether it is one."""

    name: str
    player: int | None
    near: tuple[int, ...]
    settled: bool


@dataclass(frozen=True)
class Considered:
    """A file as the league would take it: whom its names stand for, by folded name, what is wrong
    in addition to what ``past`` says, and what is odd."""

    past: Past
    season: Season
    whom: Mapping[str, Whom]
    faults: Sequence[Fault]
    warnings: Sequence[Fault]

    @property
    def asked(self) -> list[Whom]:
        """The names that somebody has to say something about, or has."""
        return [one for one in self.whom.values() if one.near]

    @property
    def ready(self) -> bool:
        """Whether the games can be kept."""
        settled = all(one.settled for one in self.whom.values())
        return bool(self.past.games) and settled and not self.faults


def consider(found: Found, past: Past, season: Season, said: Said) -> Considered:
    """What the league would make of the file."""
    names = {folded(name): name for game in past.games[::-1] for name in _names(game)}
    whom = {key: _whom(found, name, said) for key, name in sorted(names.items())}
    faults = [*past.faults, *_one_twice(found.league, past.games, whom)]
    warnings = [*past.warnings, *_not_counting(past.games, season)]
    warnings += [
        *_without_deals(past.games, season),
        *_known_already(found.league, past.games, whom),
    ]
    return Considered(past, season, whom, faults, warnings)


def _names(game: PastGame) -> Iterator[str]:
    return (name for side in game.sides for name in side)


def _whom(found: Found, name: str, said: Said) -> Whom:
    called = found.called
    if (number := called.get(folded(name))) is not None:
        return Whom(name, number, (), settled=True)
    alike = difflib.get_close_matches(folded(name), called, cutoff=_ALIKE)
    near = tuple(dict.fromkeys(found.league.is_now(called[one]) for one in alike))
    answer = said.get(folded(name))
    known = answer if answer in found.league.players else None
    return Whom(name, known, near, settled=not near or answer == GUEST or known is not None)


def _one_twice(
    league: League, played: Iterable[PastGame], whom: Mapping[str, Whom]
) -> Iterator[Fault]:
    """The games in which two names stand for one player."""
    for game in played:
        seen: dict[int, str] = {}
        for name in _names(game):
            number = whom[folded(name)].player
            other = name if number is None else seen.setdefault(league.is_now(number), name)
            if other != name:
                yield Fault(game.line, "", f"{other} and {name} are one player in this league.")


def _not_counting(played: Iterable[PastGame], season: Season) -> Iterator[Fault]:
    """Games that are kept, and do not count in the season."""
    for game in played:
        if season.games and game.game not in season.games:
            said = f"{games()[game.game].name} does not count in {season.name}."
            yield Fault(game.line, "", said)


def _without_deals(played: Sequence[PastGame], season: Season) -> Iterator[Fault]:
    """The first game that does not say how many deals it had, where points a deal count."""
    unsaid = [game.line for game in played if game.deals is None]
    if unsaid and scheme_of(Scoring.read(season.scoring)).per == "deal":
        said = (
            f"{season.name} counts points a deal. What does not say how many deals it had, here"
            f" {len(unsaid)} of {amount(len(played), 'game')}, counts as one deal;"
            " a column “deals” says it."
        )
        yield Fault(unsaid[0], "", said)


def _known_already(
    league: League, played: Sequence[PastGame], whom: Mapping[str, Whom]
) -> Iterator[Fault]:
    """The games that stand in an earlier import, as when a file is sent twice."""
    persons = {one.person: league.is_now(one.number) for one in league.players.values()}
    there = {
        _same(game, [[persons.get(one, one) for one in side] for side in game["sides"]])
        for record in league.imports.values()
        for game in record["games"]
    }
    for game in played:
        sides = [[_now(league, whom[folded(name)]) for name in side] for side in game.sides]
        if _same(_document(game, sides), sides) in there:
            yield Fault(game.line, "", "This game was imported before.")


def _now(league: League, one: Whom) -> int:
    return GUEST if one.player is None else league.is_now(one.player)


def _same(game: Json, sides: Sequence[Sequence[int]]) -> tuple[Any, ...]:
    """What two games have in common that are one."""
    scored = zip(map(frozenset, sides), game["points"], strict=True)
    return game["date"], game["game"], frozenset(scored)


# --- kept ---------------------------------------------------------------------------------------


def keep_past(found: Found, order: Order, past: Past, season: int, said: Said) -> Decided:
    """Take all games of the file into the league, for the season of that number.

    Raises ``DecisionRefused`` where anything is wrong or unsaid, ``Spent``, ``Unavailable``. A
    request that was answered before is answered again.
    """
    refuse_unreadable([name for game in past.games for name in _names(game)])
    if (seq := _answered(found, order)) is not None:
        return Decided(seq, repeated=True)
    while True:
        considered = _ready(found, past, season, said)  # slow: nobody waits for it
        if decided := _keep(found, order, considered):
            return decided
        found = _as_it_is(found)


def _answered(found: Found, order: Order) -> int | None:
    with reading() as connection:
        return leagues.answered(connection, found.info.id, order.key)


def _as_it_is(found: Found) -> Found:
    with reading() as connection:
        return found_in(connection, leagues.by_id(connection, found.info.id), found.role)


def _keep(found: Found, order: Order, considered: Considered) -> Decided | None:
    """Write what was considered; None where the league is not as it was found any more."""
    with writing() as connection:
        info = leagues.lock(connection, found.info.id)
        if (seq := leagues.answered(connection, info.id, order.key)) is not None:
            return Decided(seq, repeated=True)
        if info.version != found.info.version:
            return None
        games = len(considered.past.games)
        spend(connection, GAMES, order.device, order.address, units(games))
        persons = _persons(connection, found.league, considered.whom)
        payload = _payload(considered, persons)
        answer = leagues.append(
            connection,
            info.id,
            [Change("import", payload)],
            request_key=order.key,
            expected_version=info.version,
            device=order.device,
        )
        results.add_games(connection, [*_rows(connection, info.id, answer.seq, payload)])
        league = leagues.fresh(connection, leagues.by_id(connection, info.id))
        counted.count(connection, league, results.ids_of_import(connection, info.id, answer.seq))
    return Decided(answer.seq, repeated=False)


def _ready(found: Found, past: Past, season: int, said: Said) -> Considered:
    if season not in found.league.seasons:
        raise DecisionRefused({"season": "There is no such season."})
    considered = consider(found, past, found.league.seasons[season], said)
    if not considered.ready:
        raise DecisionRefused({"": "Nothing was kept; look at what is still to be put right."})
    return considered


def _persons(connection: Connection, league: League, whom: Mapping[str, Whom]) -> dict[str, int]:
    """Everybody's person by folded name; who is new becomes one."""
    new = add_persons(connection, [one.name for one in whom.values() if one.player is None])
    return {
        key: new[one.name] if one.player is None else league.players[one.player].person
        for key, one in whom.items()
    }


def _payload(considered: Considered, persons: Mapping[str, int]) -> Json:
    """The record: no name stands in it."""
    played = considered.past.games
    days = [game.date for game in played]
    first, last = dated(min(days)), dated(max(days))
    sides = [[[persons[folded(name)] for name in side] for side in game.sides] for game in played]
    return {
        "season": considered.season.number,
        "name": f"{amount(len(played), 'game')}, "
        + (first if first == last else f"{first} to {last}"),
        "games": [
            {**_document(game, side), "low": _low_wins(considered.season, game.game)}
            for game, side in zip(played, sides, strict=True)
        ],
    }


def _low_wins(season: Season, slug: str) -> bool:
    """Whether the lowest total wins by the rules that the season has pinned, else as usual."""
    kind = games()[slug]
    rules = rules_of(season, slug, next(iter(kind.variants)))
    return kind.low_wins({**kind.defaults(rules.variant), **(rules.options or {})})


def _document(game: PastGame, sides: Sequence[Sequence[int]]) -> Json:
    return {
        "line": game.line,
        "date": game.date.isoformat(),
        "game": game.game,
        "sides": sides,
        "points": list(game.points),
        "deals": game.deals,
    }


def _rows(connection: Connection, league_id: int, seq: int, payload: Json) -> Iterator[Json]:
    """The games as a league has them, in the order of their days."""
    played = sorted(payload["games"], key=lambda game: (game["date"], game["line"]))
    taken = moments.taken_between(
        connection, league_id, _noon(played[0]["date"]), _noon(played[-1]["date"]) + DAY // 2
    )
    for game, ended in zip(played, _moments(played, taken), strict=True):
        yield {
            "league_id": league_id,
            "imported": seq,
            "season": payload["season"],
            "game": game["game"],
            "ended": ended,
            "played": _played(game),
        }


def _moments(played: Iterable[Json], taken: Collection[int]) -> Iterator[int]:
    """When each game is said to have ended: at noon, one after the other, never as another one."""
    last = 0
    for game in played:
        last = max(_noon(game["date"]) + game["line"], last + 1)
        while last in taken:
            last += 1
        yield last


def _noon(day: str) -> int:
    return noon(date.fromisoformat(day))


def _played(game: Json) -> Json:
    """The finished game as ``tables/counted.py`` has it, as far as it is known."""
    low, points = game["low"], game["points"]
    best = min(points) if low else max(points)
    return {
        "players": [
            {"person": person, "side": side}
            for side, persons in enumerate(game["sides"])
            for person in persons
        ],
        "points": points,
        "winners": [side for side, one in enumerate(points) if one == best],
        "deals": game["deals"] or 1,
        "low": low,
        "tallied": [0] * len(points),
        "top": None,
    }
