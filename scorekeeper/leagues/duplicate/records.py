"""What was written down at a duplicate evening, folded from its records by pure functions.

| kind | payload | says |
| --- | --- | --- |
| ``setup`` | kind, movement, scoring, pairs, ranking, traveller, lead, agree | how it is played |
| | past | kitchen duplicate: the session whose boards are played again |
| ``pair`` | pair, players, from, until | who a pair is; the rounds that it plays |
| ``sit`` | round, table, ns, ew | who sits there in that round, unlike the plan |
| ``seats`` | round, table | a table has begun that round |
| ``round`` | round, drawn | the director has begun that round everywhere; Swiss: who meets there |
| ``line`` | round, table, board, and a result line; ``ruled`` | what happened on a board |
| ``gone`` | round, table, board | there is no such result |
| ``agree`` | line, agreed | East-West say whether that line (by its seq) is right |
| ``foul`` | board, tables | these (round and table) played another form of the board |
| ``deals`` | deals | the deals of boards: each its number, and as PBN has it |
| ``dealt`` | seed, boards | so many boards are dealt from the seed |
| ``makes`` | | the phone that makes up the boards: it alone sees those hands before the end |
| ``adjust`` | contestant, points or percent_of_top, reason | a bonus or a penalty |
| ``over`` | over | the session is over, or goes on |
| ``undo``, ``redo`` | of | the record of that seq does not count, or counts again |
| ``erased`` | | a name was erased from earlier records |

The last of its kind about the same thing counts. The movement's numbers are those of the
contestants: ``pairs``, or by the setup's ``kind`` teams of four or more, or single players; one
without players is the phantom. Who sits on a side (``ns``, ``ew``) is a contestant, at an
individual two of them: "1+5".
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple

from scorekeeper.store.league.duplicate_records import DuplicateRecord
from scorekeeper.store.schema.table import Json

AT_END, LIVE = "end", "live"
"""When the ranking is shown."""
EACH_BOARD, EACH_ROUND, NEVER = "board", "round", "never"
"""When a table sees the traveller."""
OTHER_FORM: Final = "other"
"""The group of the results of a fouled board in its other form."""


PAIRS, TEAMS, INDIVIDUAL = "pairs", "teams", "individual"
"""Who competes: a session's ``kind``."""
SIZES: Final = {PAIRS: range(2, 3), TEAMS: range(4, 7), INDIVIDUAL: range(1, 2)}
"""How many players each of them has."""
BYE: Final = 12
"""Victory points of a team that sits out a round of Swiss teams."""
AND: Final = "+"


def members(side: str) -> tuple[str, ...]:
    """Return the contestants on a side, by their numbers."""
    return tuple(side.split(AND))


def side_of(sitting: str | Sequence[str]) -> str:
    """Return a side as it is recorded, from who sits there as documents have it."""
    return sitting if isinstance(sitting, str) else AND.join(sitting)


def sitting_on(side: str) -> str | list[str]:
    """Return who sits on a side as documents have it."""
    return [*members(side)] if AND in side else side


class Place(NamedTuple):
    """Where a board is played: the round, the table, the board."""

    round: int
    table: int
    board: int


@dataclass(frozen=True)
class SavedLine:
    """A result as it stands. ``agreed``: what East-West said (None: nothing yet). ``ruled``: the
    director wrote it."""

    seq: int
    at: int
    device: str
    payload: Json
    agreed: bool | None = None

    @property
    def ruled(self) -> bool:
        """Return whether the director wrote it."""
        return bool(self.payload.get("ruled"))

    @property
    def contestants(self) -> tuple[str, ...]:
        """Who sat there, by number."""
        return (*members(self.payload["ns"]), *members(self.payload["ew"]))

    @property
    def place(self) -> Place:
        """Return where the board was played."""
        return Place(*(self.payload[name] for name in Place._fields))

    @property
    def result(self) -> Json:
        """The line as a session document has it."""
        return result_line(self.payload)


_NOT_OF_LINE: Final = {"board", "ruled"}


def result_line(payload: Json) -> Json:
    """Return a recorded line as a session document has it."""
    sides = {side: sitting_on(payload[side]) for side in ("ns", "ew")}
    return {**{key: one for key, one in payload.items() if key not in _NOT_OF_LINE}, **sides}


@dataclass(frozen=True)
class PairPlaying:
    """A contestant: its players by number (none: the phantom), the first round that it plays, and
    the last (None: to the end)."""

    players: tuple[int, ...] = ()
    first: int = 1
    last: int | None = None

    def plays(self, round: int) -> bool:
        """Return whether it is there in that round."""
        within = self.first <= round and (self.last is None or round <= self.last)
        return bool(self.players) and within


class TableNow(NamedTuple):
    """A table in a round as it is now: who sits on each side and on which boards. ``switched``:
    their directions are exchanged."""

    round: int
    table: int
    ns: str
    ew: str
    boards: tuple[int, ...]
    switched: bool = False

    @property
    def sides(self) -> tuple[str, str]:
        """Both sides."""
        return self.ns, self.ew

    @property
    def pairs(self) -> tuple[str, ...]:
        """Those who sit here, by number."""
        return (*members(self.ns), *members(self.ew))


_SHARED: Final = ("plan", "movement_now")


@dataclass(frozen=True)
class DuplicateState:
    """A duplicate evening as its records stand. ``version`` is the newest record's seq, ``started``
    the last round that the director has begun; ``seated`` are tables that have begun a round, as
    ``(round, table)``; ``fouled`` has by board who played its other form; ``undone`` the records
    that don't count; ``deals`` has by board how the cards lay, ``drawn`` the rounds of Swiss teams
    so far, as a movement's plan has them. ``seed`` is what boards were dealt from (empty: they were
    not), ``maker`` the phone that makes them up."""

    version: int = 0
    setup: Json = field(default_factory=dict)
    pairs: Mapping[str, PairPlaying] = field(default_factory=dict)
    lines: Mapping[Place, SavedLine] = field(default_factory=dict)
    seated: frozenset[tuple[int, int]] = frozenset()
    sitting: Mapping[tuple[int, int], tuple[str, str]] = field(default_factory=dict)
    fouled: Mapping[int, Sequence[tuple[int, int]]] = field(default_factory=dict)
    adjustments: Mapping[int, Json] = field(default_factory=dict)
    deals: Mapping[int, str] = field(default_factory=dict)
    drawn: Mapping[int, Json] = field(default_factory=dict)
    seed: str = ""
    maker: str | None = None
    started: int = 1
    over: bool = False
    undone: frozenset[int] = frozenset()
    records: Sequence[DuplicateRecord] = ()

    @property
    def begun(self) -> bool:
        """Return whether any result is in."""
        return bool(self.lines)

    @property
    def kind(self) -> str:
        """Who competes."""
        return str(self.setup.get("kind", PAIRS))

    @property
    def method(self) -> str:
        """How boards are compared, as in a session document."""
        return str(self.setup["scoring"]["method"])

    @property
    def past(self) -> Json | None:
        """The session whose boards are played again at one table; None for any other evening."""
        found: Json | None = self.setup.get("past")
        return found

    @property
    def home(self) -> tuple[str, str]:
        """The two pairs who play a past session again."""
        first, second = self.pairs
        return first, second

    @property
    def is_sealed(self) -> bool:
        """Return whether there are hands for one phone alone, which makes the boards up."""
        return bool(self.seed or (self.past is not None and self.deals))

    @property
    def by_percent(self) -> bool:
        """Return whether there is a top, and so percentages."""
        return self.method in ("matchpoints", "board-a-match")

    @property
    def sides(self) -> Sequence[str]:
        """Who may sit on one side: each contestant, at an individual each two partners."""
        if self.kind != INDIVIDUAL:
            return [*self.pairs]
        planned = {side for tables in self.plan.values() for one in tables for side in one.sides}
        return sorted(planned, key=lambda side: [*map(int, members(side))])

    @property
    def movement(self) -> Json:
        """The movement's document, with the rounds that are drawn so far."""
        found: Json = self.setup["movement"]
        return {**found, "plan": [*found["plan"], *self.drawn.values()]} if self.drawn else found

    @cached_property
    def round(self) -> int:
        """The round that is on: the last that the director has begun, or that every table has."""
        on = self.started
        while (there := self.plan.get(on + 1)) and all(
            (on + 1, one.table) in self.seated for one in there
        ):
            on += 1
        return on

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return int(self.movement["rounds"])

    @property
    def winners(self) -> int:
        """1, or 2 where North-South and East-West are ranked apart."""
        return int(self.setup["scoring"].get("winners", 1))

    @cached_property
    def plan(self) -> Mapping[int, Sequence[TableNow]]:
        """The tables of each round, with those who are there now."""
        return {one["round"]: [*self._tables(one)] for one in self.movement["plan"]}

    @cached_property
    def movement_now(self) -> Json:
        """The movement's document with those who are there."""
        plan = [
            {
                "round": number,
                "tables": [
                    {
                        "table": one.table,
                        "ns": sitting_on(one.ns),
                        "ew": sitting_on(one.ew),
                        "boards": list(one.boards),
                        **({"switched": True} if one.switched else {}),
                    }
                    for one in tables
                ],
                "sitting_out": [*self.sitting_out(number)],
            }
            for number, tables in self.plan.items()
        ]
        return {**self.movement, "plan": plan}

    def share_plan(self, before: "DuplicateState") -> None:
        """Take over the plan of an earlier state, if this one's would be the same: to make it takes
        longer than all else that a saved line does."""
        follows_from = ("setup", "pairs", "sitting", "drawn")
        if all(getattr(self, name) == getattr(before, name) for name in follows_from):
            known = vars(before)
            vars(self).update({name: known[name] for name in _SHARED if name in known})

    def _tables(self, of_round: Mapping[str, Any]) -> Iterable[TableNow]:
        number = of_round["round"]
        for one in of_round["tables"]:
            table = one["table"]
            planned = side_of(one["ns"]), side_of(one["ew"])
            ns, ew = self.sitting.get((number, table), planned)
            switched = bool(one.get("switched"))
            there = TableNow(number, table, ns, ew, tuple(one["boards"]), switched)
            if all(pair in self.pairs and self.pairs[pair].plays(number) for pair in there.pairs):
                yield there

    @property
    def tables(self) -> Sequence[int]:
        """The numbers of all tables, that of a half table too."""
        return range(1, self.movement["tables"] + 1)

    def table_at(self, round: int, table: int) -> TableNow | None:
        """Return a table in a round; None where nobody plays there."""
        return next((one for one in self.plan.get(round, ()) if one.table == table), None)

    def tables_of(self, round: int, pair: str) -> Sequence[TableNow]:
        """Return where a pair sits in a round, a team in both rooms; nowhere: it sits out."""
        return [one for one in self.plan.get(round, ()) if pair in one.pairs]

    def table_of(self, round: int, pair: str) -> TableNow | None:
        """Return the first of these tables; None where it sits out."""
        return next(iter(self.tables_of(round, pair)), None)

    def seats(self, there: TableNow) -> Mapping[str, int]:
        """Return who sits where (N E S W); of a team the first two North-South, the next two
        East-West. Nobody where that is not known."""
        ns = [player for one in members(there.ns) for player in self.pairs[one].players]
        ew = [player for one in members(there.ew) for player in self.pairs[one].players]
        if self.kind == TEAMS:
            ew = ew[2:]
        if len(ns) < 2 or len(ew) < 2:
            return {}
        return dict(zip("NSEW", (*ns[:2], *ew[:2]), strict=True))

    def sitting_out(self, round: int) -> Sequence[str]:
        """Return the pairs that are there in a round and don't play."""
        playing = {pair for one in self.plan.get(round, ()) for pair in one.pairs}
        there = (pair for pair, one in self.pairs.items() if one.plays(round))
        return [pair for pair in there if pair not in playing]

    def round_at(self, table: int) -> int:
        """Return the round that a table is in."""
        begun = (round for round, at in self.seated if at == table)
        return max(self.round, *begun, 1)

    def missing_at(self, there: TableNow) -> Sequence[int]:
        """Return the boards without a result at a table in a round."""
        round, table = there.round, there.table
        return [one for one in there.boards if Place(round, table, one) not in self.lines]

    @property
    def missing(self) -> Sequence[Place]:
        """The results that are missing, in order."""
        return [
            Place(number, there.table, board)
            for number, tables in self.plan.items()
            for there in tables
            for board in self.missing_at(there)
        ]

    def pair_of(self, player: int | None, merged: Mapping[int, int]) -> str | None:
        """Return the pair that a player is in; ``merged`` is as whom each player counts now."""
        for pair, one in self.pairs.items():
            if player is not None and player in {merged.get(seat, seat) for seat in one.players}:
                return pair
        return None

    def has_played(self, pair: str, board: int) -> bool:
        """Return whether a pair has a result on a board; a team in both rooms."""
        results = sum(
            place.board == board and pair in line.contestants for place, line in self.lines.items()
        )
        return results > 0 and results >= self._planned(pair, board)

    def still_to_play(self, pair: str, board: int) -> bool:
        """Return whether a pair plays a board, and has no result on it yet."""
        return self._planned(pair, board) > 0 and not self.has_played(pair, board)

    def _planned(self, pair: str, board: int) -> int:
        return sum(
            pair in there.pairs and board in there.boards
            for tables in self.plan.values()
            for there in tables
        )
