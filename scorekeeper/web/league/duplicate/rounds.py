"""A table of a duplicate evening in a round: who sits there, its boards, what comes next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from flask import url_for
from markupsafe import Markup

from scorekeeper.leagues.duplicate.records import (
    EACH_BOARD,
    EACH_ROUND,
    Place,
    SavedLine,
    TableNow,
    members,
)
from scorekeeper.sentences import phrase, tell, with_sign
from scorekeeper.web.league.duplicate import words
from scorekeeper.web.league.duplicate.results import percent_text
from scorekeeper.web.league.duplicate.visit import DuplicateVisit


class BoardRow(NamedTuple):
    """A board of a round as its table sees it: what was saved, and how it stands."""

    board: words.BoardShown
    line: SavedLine | None
    played: Markup
    about: str
    score: str
    percent: str
    now: bool
    href: str


@dataclass(frozen=True)
class RoundPage:
    """A table in a round, by default the one that it is in."""

    here: DuplicateVisit
    table: int
    round: int

    @cached_property
    def there(self) -> TableNow | None:
        """Who sits there."""
        return self.here.state.table_at(self.round, self.table)

    @property
    def current(self) -> int:
        """The round that the table is in."""
        return self.here.state.round_at(self.table)

    @cached_property
    def rows(self) -> Sequence[BoardRow]:
        """The boards."""
        if self.there is None:
            return ()
        missing = self.here.state.missing_at(self.there)
        first = missing[0] if missing else None
        return [self._row(one, one == first) for one in self.there.boards]

    def _row(self, number: int, now: bool) -> BoardRow:
        board = words.board_shown(number)
        place = Place(self.round, self.table, number)
        line = self.here.state.lines.get(place)
        href = url_for(
            "duplicate.board", table=self.table, board=number, round=self.round, **self.here.address
        )
        if line is None:
            return BoardRow(board, None, Markup(), board.about, "", "", now, href)
        score = words.score_of(line.payload, number)
        return BoardRow(
            board,
            line,
            words.suited(words.played_words(line.payload)),
            self._standing(line) or board.about,
            "" if score is None else with_sign(score),
            self._percent(place),
            now,
            href,
        )

    def _standing(self, line: SavedLine) -> str:
        if line.agreed is False:
            return tell("contested")
        if line.ruled:
            return tell("by the director")
        if not self.here.state.setup["agree"]:
            return ""
        return tell("agreed") if line.agreed else tell("East-West to agree")

    def _percent(self, place: Place) -> str:
        if not self.here.sees_board(place.board, place) or not opens(self.here, place):
            return ""
        found = self.here.scored.line(place)
        top = (self.here.scored.board(place.board) or {}).get("top")
        return percent_text(found[1]["ns_points"], top) if found else ""

    @property
    def seats(self) -> Mapping[str, str]:
        """Who sits where, by seat."""
        return self.here.seats(self.there) if self.there else {}

    @property
    def resting(self) -> Sequence[str]:
        """The names of the pairs that sit out in this round."""
        return [self.here.name(pair) for pair in self.here.state.sitting_out(self.round)]

    @property
    def seated(self) -> bool:
        """Return whether the table has begun the round."""
        begun = (self.round, self.table) in self.here.state.seated
        return begun or any(row.line for row in self.rows)

    @property
    def next_board(self) -> int | None:
        """The next board without a result."""
        return next((row.board.number for row in self.rows if row.now), None)

    @property
    def next_round(self) -> int | None:
        """The round after this one, if this one is done here; None for none."""
        later = self.round + 1
        done = self.round == self.current and self.next_board is None
        return later if done and later in self.here.state.plan else None

    @property
    def mine(self) -> str:
        """The side of the phone's pair here: "ns", "ew", or empty."""
        if self.there is None or self.here.pair is None:
            return ""
        sides = zip(("ns", "ew"), self.there.sides, strict=True)
        return next((name for name, side in sides if self.here.pair in members(side)), "")

    @property
    def may_enter(self) -> bool:
        """Return whether the phone may enter results here."""
        return self.here.visit.is_member and not self.here.state.over

    @property
    def elsewhere(self) -> str:
        """Return where the phone's pair belongs in this round, if that is not here; else empty."""
        pair = self.here.pair
        if pair is None or self.mine or self.here.table == self.table:
            return ""
        there = self.here.table_in(self.round)
        if there is None:
            return tell("You sit out in round {n}.", n=self.round)
        return tell("Your table in round {n} is table {table}.", table=there.table, n=self.round)

    @property
    def moves(self) -> Sequence[str]:
        """Return where those who sit here go next, in sentences."""
        later = self.round + 1
        if self.there is None or later not in self.here.state.plan:
            return ()
        return [self._move(pair, later) for pair in self.there.pairs]

    def _move(self, pair: str, round: int) -> str:
        name, tables = self.here.name(pair), self.here.state.tables_of(round, pair)
        if not tables:
            return tell("{name}: sit out next.", name=name)
        if len(tables) > 1:
            return tell(
                "{name}: play at tables {one} and {other} next, boards {boards}.",
                name=name,
                one=tables[0].table,
                other=tables[1].table,
                boards=words.boards_text(tables[0].boards),
            )
        (there,) = tables
        values = {"name": name, "table": there.table, "boards": words.boards_text(there.boards)}
        side = NORTH_SOUTH if pair in members(there.ns) else EAST_WEST
        if there.table == self.table:
            return tell("{name}: stay here, {side}, boards {boards}.", side=tell(side), **values)
        return tell(
            "{name}: go to table {table}, {side}, boards {boards}.", side=tell(side), **values
        )


NORTH_SOUTH: Final = phrase("North-South")
EAST_WEST: Final = phrase("East-West")


def opens(here: DuplicateVisit, place: Place) -> bool:
    """Return whether a table sees others' results of a board, as the evening has it."""
    if here.directs or here.state.over:
        return True
    when = here.state.setup["traveller"]
    if when == EACH_ROUND:
        there = here.state.table_at(place.round, place.table)
        return there is None or not here.state.missing_at(there)
    return bool(when == EACH_BOARD)
