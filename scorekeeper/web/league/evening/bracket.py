"""The bracket of a knock-out: drawn as boxes and lines, and listed match by match."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from scorekeeper.leagues.evening.bracket import Bracket
from scorekeeper.leagues.evening.plan import DOUBLE_KNOCKOUT, LOTS
from scorekeeper.leagues.evening.tonight import EveningStatus, EveningTable
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.schedules.knockout import Match, Source
from scorekeeper.sentences import minus, tell

BOX: Final = (148, 46)
"""The width and height of a match."""
_APART: Final = (28, 30)
"""Between two rounds, and between two who enter a match."""
_MARGIN: Final = 4
_HEAD: Final = 22
"""The height of the names of the rounds."""
_FITS: Final = 14
"""Letters of a name that a box holds."""


class EntrantShown(NamedTuple):
    """A side of a match: who it is, or where they come from; the same as far as a box holds it;
    its points as a page shows them."""

    name: str
    short: str
    points: str
    won: bool
    known: bool


class MatchShown(NamedTuple):
    """A match: its number, what it is called, its sides, and what there is to say about it.

    `table` is the public id of its table, empty before it starts. `open` is whether both sides are
    known and it has no winner; `drawn` where it was drawn and has yet to be settled.
    """

    number: int
    title: str
    sides: tuple[EntrantShown, EntrantShown]
    note: str
    table: str
    open: bool
    drawn: bool


class Drawing(NamedTuple):
    """A part of a bracket: its matches with the left upper corners of their boxes, the lines
    between them, the names of its rounds and where they stand, its size."""

    title: str
    boxes: Sequence[tuple[MatchShown, int, int]]
    lines: Sequence[str]
    rounds: Sequence[tuple[int, str]]
    width: int
    height: int


class BracketPage:
    """A knock-out as its league sees it."""

    def __init__(self, visit: LeagueVisit, now: EveningStatus, bracket: Bracket) -> None:
        self.visit = visit
        self.now = now
        self.bracket = bracket
        self.names = [visit.together(unit) for unit in bracket.units]

    @property
    def champion(self) -> str:
        """Return who has won; empty while it goes on."""
        first = self.bracket.champion
        return self.names[self.bracket.units.index(first)] if first else ""

    @property
    def displaced(self) -> Sequence[MatchShown]:
        """The matches whose corrected result came too late for what was started on it."""
        return [self._match_rows[number] for number in self.bracket.standing.displaced]

    @cached_property
    def rounds(self) -> Sequence[tuple[int, Sequence[MatchShown]]]:
        """The matches round by round; a decider only once it is needed."""
        rounds: dict[int, list[MatchShown]] = {}
        for match in self._matches:
            number = len(self.bracket.before) + match.round
            rounds.setdefault(number, []).append(self._match_rows[match.number])
        return [*rounds.items()]

    @property
    def walkovers(self) -> Sequence[tuple[str, str]]:
        """The sides that may be given a walkover: `4.0` is the first side of match 4."""
        return [
            (f"{one.number}.{side}", f"{one.title}: {one.sides[side].name}")
            for _, matches in self.rounds
            for one in matches
            if one.open
            for side in (0, 1)
        ]

    # --- in words -------------------------------------------------------------------------------

    @cached_property
    def _matches(self) -> Sequence[Match]:
        sides = self.bracket.standing.sides
        return [
            one
            for one in self.bracket.matches
            if one.part != "decider" or None not in sides[one.number]
        ]

    @cached_property
    def _match_rows(self) -> Mapping[int, MatchShown]:
        tables = self.now.counted_tables
        at = {match.number: place for place, match in self.bracket.places.items()}
        return {
            match.number: self._match(match, tables.get(at[match.number]))
            for match in self._matches
        }

    def _match(self, match: Match, table: EveningTable | None) -> MatchShown:
        standing = self.bracket.standing
        winner = standing.winners.get(match.number)
        scored = [points for _, points in table.listing.scored] if table else []
        shown = [
            EntrantShown(
                *(self._came_from(source) if side is None else _named(self.names[side])),
                minus(scored[place]) if len(scored) == 2 else "",
                side is not None and side == winner,
                side is not None,
            )
            for place, (source, side) in enumerate(
                zip((match.home, match.away), standing.sides[match.number], strict=True)
            )
        ]
        return MatchShown(
            match.number,
            self._title(match),
            (shown[0], shown[1]),
            self._note(match, table),
            table.listing.row.public_id if table else "",
            winner is None and all(one.known for one in shown),
            winner is None and match.number in self.bracket.drawn,
        )

    def _came_from(self, source: Source) -> tuple[str, str]:
        # the second fits a box: places still open were cut off there
        n = source.number
        if source.kind == "loser":
            return tell("Loser of match {n}", n=n), tell("Loser of {n}", n=n)
        return tell("Winner of match {n}", n=n), tell("Winner of {n}", n=n)

    def _title(self, match: Match) -> str:
        named = {
            "final": tell("Final"),
            "third place": tell("Third place"),
            "decider": tell("Decider"),
        }
        return named.get(match.part, tell("Match {n}", n=match.number))

    def _note(self, match: Match, table: EveningTable | None) -> str:
        if match.number in self.bracket.standing.displaced:
            return tell("Corrected after a later match had started; that match stands.")
        if match.number in self.bracket.drawn:
            # by a ruling, as a game that is over has no key to adjust the score
            if match.number not in self.bracket.standing.winners:
                return tell(
                    "Drawn. Add a deciding point at the table with “Record ruling”, or decide it "
                    "here."
                )
            game = self.bracket.games[match.number]
            lots = (game, LOTS) in {(one, how) for _, one, _, how in self.now.evening.settled}
            return tell("Drawn, decided by lots") if lots else tell("Drawn, decided by one deal")
        if match.number in dict(self.now.evening.walkovers) and table is None:
            return tell("Walkover")
        return tell("in progress") if table and not table.listing.outcome else ""

    # --- as a drawing ---------------------------------------------------------------------------

    @property
    def drawings(self) -> Sequence[Drawing]:
        """The parts of the bracket, each as it is drawn."""
        parts = (
            (tell("Main draw"), ("main", "final") if not self._double else ("main",)),
            (tell("Second chance"), ("second chance",)),
            (tell("Final"), ("final", "decider") if self._double else ()),
            (tell("Third place"), ("third place",)),
        )
        drawn = [(title, [one for one in self._matches if one.part in of]) for title, of in parts]
        return [self._drawing(title, matches) for title, matches in drawn if matches]

    @property
    def _double(self) -> bool:
        return self.now.evening.kind == DOUBLE_KNOCKOUT

    def _drawing(self, title: str, matches: Sequence[Match]) -> Drawing:
        here = {one.number: one for one in matches}
        rounds = sorted({one.round for one in matches})
        heights = dict(_heights(matches[-1], here))
        width, height = BOX
        boxes, lines = [], []
        for match in (one for one in matches if one.number in heights):
            x = _MARGIN + rounds.index(match.round) * (width + _APART[0])
            y = _HEAD + heights[match.number] - height // 2
            boxes.append((self._match_rows[match.number], x, y))
            for source in _sources_in(match, here):
                before = rounds.index(here[source].round) * (width + _APART[0]) + width + _MARGIN
                start, end = _HEAD + heights[source], _HEAD + heights[match.number]
                turn = x - _APART[0] // 2
                lines.append(f"M{before},{start}H{turn}V{end}H{x}")
        named = [
            (
                _MARGIN + at * (width + _APART[0]),
                tell("Round {n}", n=len(self.bracket.before) + one),
            )
            for at, one in enumerate(rounds)
        ]
        return Drawing(
            title,
            boxes,
            lines,
            named,
            2 * _MARGIN + len(rounds) * (width + _APART[0]) - _APART[0],
            max(y for _, _, y in boxes) + height + _MARGIN,
        )


def _named(name: str) -> tuple[str, str]:
    return name, name if len(name) <= _FITS else f"{name[: _FITS - 1]}…"


def _sources_in(match: Match, here: Mapping[int, Match]) -> list[int]:
    """Return the matches of the drawing whose winners meet in this one."""
    sources = [one.number for one in (match.home, match.away) if one.kind == "winner"]
    return [*dict.fromkeys(one for one in sources if one in here)]


def _heights(last: Match, here: Mapping[int, Match]) -> Iterator[tuple[int, int]]:
    """Yield how far down the middle of each match is that leads to the last one."""
    rows = iter(range(_APART[1] // 2 + 4, 10**6, _APART[1]))

    def middle(match: Match) -> Iterator[tuple[int, int]]:
        ends = []
        for source in (match.home, match.away):
            if source.kind == "winner" and source.number in here:
                found = [*middle(here[source.number])]
                yield from found
                ends.append(found[-1][1])
                if match.part == "decider":
                    next(rows)
                    break
            else:
                ends.append(next(rows))
        yield match.number, sum(ends) // len(ends)

    yield from middle(last)
