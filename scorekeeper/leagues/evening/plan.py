"""The plan of an evening as a value: its players, its rounds, and how the next are made."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from math import ceil, log2
from typing import Final, NamedTuple

import msgspec

from scorekeeper.engine.game import Game
from scorekeeper.schedules import individual, search
from scorekeeper.schedules.individual import individual_rounds
from scorekeeper.schedules.knockout import Match, group_rounds, knockout_matches
from scorekeeper.schedules.rounds import Plan, Round
from scorekeeper.schedules.swiss import swiss_round
from scorekeeper.schedules.units import Unit, team_rounds
from scorekeeper.sentences import tell
from scorekeeper.store.league.state import Season
from scorekeeper.store.schema.table import Json
from scorekeeper.tables.own_games import game_named

INDIVIDUAL, PAIRS, TEAMS, SWISS = "individual", "pairs", "teams", "swiss"
KNOCKOUT, DOUBLE_KNOCKOUT, GROUPS = "knockout", "double-knockout", "groups"
BRACKETS: Final = (KNOCKOUT, DOUBLE_KNOCKOUT, GROUPS)
"""The kinds whose rounds follow from a bracket and from results."""
DUPLICATE: Final = "duplicate"
"""The kind whose tables play the same deals: see ``leagues/duplicate``."""
DEAL, LOTS = "deal", "lots"
"""How a drawn match was settled: by a deciding deal, or by lots."""
Basis = tuple[tuple[int, tuple[int, ...]], ...]
"""Results as a pairing saw them: each game's id, and what it was worth by side, in units."""
AT_A_TABLE: Final = 4
"""Pairs and teams sit two against two."""


class EveningRules(NamedTuple):
    """The rules by which an evening's game is played; no `options`: those of the variant."""

    variant: str | None
    options: Json | None


class TableShape(NamedTuple):
    """A game as a schedule sees it: the players at a table, and whether partners sit across."""

    size: range
    partners: bool


@dataclass(frozen=True)
class Evening:
    """An evening of a league; ``number`` is that of its record, all players are known by theirs.

    ``date`` is as 2026-03-31. ``units`` are the pairs or teams that stay together, empty where
    everybody changes partners. ``usual`` is the size of table to prefer (None: any).

    In a knock-out the ``units`` are the entrants, pairs or single players, the first seed first;
    with ``third_place`` there is a match for it, and ``walkovers`` are the winners, as places among
    the units, of matches that were not played. After a stage of so many ``groups`` those who
    ``qualified`` enter the knock-out, as places among the units; empty before it is drawn.

    Of its drawn matches ``settled`` says how each was decided: the match, the game that was drawn,
    the winner as a place among the units, and ``DEAL`` or ``LOTS``.

    ``basis`` are the results by which the last round of Swiss pairing was paired: by game, what it
    was worth to each side.

    ``places`` is for how many there is room (0: for all), ``director`` the player who plans and
    starts its rounds beside the organisers (0: nobody).

    ``start`` and ``end`` are by the club's clock, as "19:30", or empty; an end before the start is
    on the next day. ``series`` is the number of the first evening announced with this one (0: it
    stands alone). ``reason`` is why it was last changed, or why it is ``cancelled``.
    """

    number: int
    name: str
    date: str
    season: int
    game: str
    variant: str | None
    kind: str
    present: tuple[int, ...]
    units: tuple[Unit, ...] = ()
    usual: int | None = None
    rounds: Plan = ()
    third_place: bool = False
    walkovers: tuple[tuple[int, int], ...] = ()
    groups: int = 0
    qualified: tuple[int, ...] = ()
    places: int = 0
    director: int = 0
    settled: tuple[tuple[int, int, int, str], ...] = ()
    basis: Basis = ()
    start: str = ""
    end: str = ""
    venue: str = ""
    note: str = ""
    series: int = 0
    cancelled: bool = False
    reason: str = ""

    @property
    def times(self) -> tuple[datetime, datetime] | None:
        """When it starts and ends, by the server's local time, which is the club's; both are the
        same where nobody said when it ends. None where its day or its start is not known."""
        if not (self.date and self.start):
            return None
        start = datetime.fromisoformat(f"{self.date}T{self.start}")
        end = datetime.fromisoformat(f"{self.date}T{self.end or self.start}")
        return start, end if end >= start else end + timedelta(days=1)

    @classmethod
    def read(cls, number: int, payload: Json) -> "Evening":
        """Return the evening as its record has it."""
        return msgspec.convert({**payload, "number": number}, cls)

    def renumbered(self, numbers: Mapping[int, int]) -> "Evening":
        """Return the evening with other ``numbers`` for some of the players."""

        def now(players: Iterable[int]) -> tuple[int, ...]:
            return tuple(numbers.get(one, one) for one in players)

        return replace(
            self,
            present=now(self.present),
            units=tuple(map(now, self.units)),
            rounds=tuple(Round(tuple(map(now, one.tables)), now(one.byes)) for one in self.rounds),
            director=numbers.get(self.director, self.director),
        )

    def payload(self) -> Json:
        """Return the evening for its record."""
        document: Json = msgspec.json.decode(msgspec.json.encode(self))
        return {
            key: value
            for key, value in document.items()
            if key != "number"
            if value or key not in _WHERE_SET
            if self.kind in BRACKETS or key not in _OF_BRACKETS
        }


ANNOUNCED: Final = ("start", "end", "venue", "note", "series", "cancelled", "reason")
"""What an announcement may say beside the day; stored where it does."""
_WHERE_SET: Final = {"settled", "basis", "places", "director", *ANNOUNCED}
_OF_BRACKETS: Final = {"third_place", "walkovers", "groups", "qualified", "settled"}


def rules_of(season: Season | None, slug: str, variant: str | None) -> EveningRules:
    """Return the rules that the season pins, else those of the chosen variant."""
    pinned = season.games.get(slug) if season else None
    return (
        EveningRules(pinned["variant"], pinned["options"])
        if pinned
        else EveningRules(variant, None)
    )


def shape_of(game: Game, rules: EveningRules) -> TableShape:
    """Return the shape of this game's tables."""
    house = game.house_rules(rules.options or game.defaults(rules.variant))
    four = AT_A_TABLE in game.players
    partners = four and len(game.sides(house, AT_A_TABLE)) == 2
    possible = game.players_under(rules.variant, house) or game.players
    size = range(AT_A_TABLE, AT_A_TABLE + 1) if partners else possible
    return TableShape(range(max(size[0], 2), size[-1] + 1), partners)


def shape_of_evening(season: Season | None, evening: Evening) -> TableShape:
    """Return the shape of the tables of an evening's game."""
    rules = rules_of(season, evening.game, evening.variant)
    return shape_of(game_named(evening.game), rules)


def plan_fault(
    evening: Evening, shape: TableShape, together: bool = False
) -> tuple[str, str] | None:
    """Return why no round can be made of this: the field and a sentence; None where it can.

    ``together``: pairs were asked for. Swiss pairing alone does not say so: before any pair is
    made, its evening is that of single players.
    """
    if evening.kind in BRACKETS:
        return _entrants_fault(evening, shape)
    together = together or evening.kind in (PAIRS, TEAMS) or bool(evening.units)
    if together and not shape.partners:
        return "kind", tell("Pairs and teams need a game of two against two.")
    if together:
        return _units_fault(evening)
    if len(evening.present) < shape.size[0]:
        return "player", tell("This game needs at least {n} players.", n=shape.size[0])
    return None


def _entrants_fault(evening: Evening, shape: TableShape) -> tuple[str, str] | None:
    if shape.partners and (fault := _units_fault(evening)):
        return fault
    if not shape.partners and 2 not in shape.size:
        return "kind", tell("A knock-out needs a game for two, or of two against two.")
    if len(evening.units) < 2:
        return "player", tell("A knock-out needs at least 2 players.")
    if evening.kind == GROUPS and not 1 <= evening.groups <= len(evening.units) // 2:
        return "groups", tell("Each group needs at least two entrants.")
    return None


def _units_fault(evening: Evening) -> tuple[str, str] | None:
    teams, sizes = evening.kind == TEAMS, {len(unit) for unit in evening.units}
    if not teams and sizes - {2}:
        return "units", tell("A pair needs two players.")
    if any(size % 2 for size in sizes) or len(sizes) > 1:
        return "units", tell("Teams need two or four players each, all the same.")
    if len(evening.units) < 2:
        few = tell("Make at least two teams.") if teams else tell("Make at least two pairs.")
        return "units", few
    if not {*evening.present}.difference(*evening.units):
        return None
    left = tell("Put every player in a team.") if teams else tell("Put every player in a pair.")
    return "units", left


def full_tournament_rounds(evening: Evening, shape: TableShape) -> int:
    """Return the number of rounds in a full tournament."""
    units = len(evening.units or evening.present)
    if evening.kind in BRACKETS:
        last = max((one.round for one in matches_of(evening)), default=0)
        return len(rounds_of_groups(evening)) + last
    if evening.kind == SWISS:
        return ceil(log2(units)) if units > 1 else 0
    if evening.kind == INDIVIDUAL:
        return individual.full_tournament_rounds(units, *shape, evening.usual)
    return units - 1 + units % 2 if units > 1 else 0


def with_more_rounds(
    evening: Evening,
    shape: TableShape,
    rounds: int,
    played: Sequence[Round],
    totals: Mapping[int, Fraction],
    earlier: int = 0,
    basis: Basis = (),
) -> Evening:
    """Return the evening with so many more rounds after those ``played``; of Swiss pairing with the
    next alone, of a knock-out none: they follow from results. ``totals`` are tonight's, by player,
    more being better, and ``basis`` the results that they are made of.

    After so many ``earlier`` evenings the players are taken in another order, so that the same
    players don't have the same tables every time.
    """
    if evening.kind in BRACKETS:
        return evening
    mixed = replace(
        evening,
        present=tuple(search.mixed(evening.present, earlier)),
        units=tuple(search.mixed(evening.units, earlier)),
    )
    planned = (*played, *_next_rounds(mixed, shape, rounds, played, totals))
    return replace(evening, rounds=planned, basis=basis if evening.kind == SWISS else ())


def _next_rounds(
    evening: Evening,
    shape: TableShape,
    rounds: int,
    played: Sequence[Round],
    totals: Mapping[int, Fraction],
) -> Plan:
    if evening.kind == SWISS:
        units = evening.units or tuple((player,) for player in evening.present)
        standing = sorted(units, key=lambda unit: -sum(totals.get(one, 0) for one in unit))
        return (swiss_round(standing, played, *shape, evening.usual),) if rounds else ()
    if evening.kind == INDIVIDUAL:
        return individual_rounds(evening.present, rounds, *shape, played, evening.usual)
    return team_rounds(evening.units, rounds, played)


def matches_of(evening: Evening) -> tuple[Match, ...]:
    """Return the matches of a knock-out in the order of play."""
    double = evening.kind == DOUBLE_KNOCKOUT
    entrants = 2 * evening.groups if evening.kind == GROUPS else len(evening.units)
    return knockout_matches(entrants, double, evening.third_place)


def rounds_of_groups(evening: Evening) -> Plan:
    """Return the rounds before the knock-out; none where there are no groups."""
    return group_rounds(evening.units, evening.groups) if evening.groups else ()


def draw_units(players: Sequence[int], size: int) -> tuple[Unit, ...]:
    """Return the players in this order as pairs or teams, without those left over."""
    whole = len(players) - len(players) % size
    return tuple(tuple(players[first : first + size]) for first in range(0, whole, size))
