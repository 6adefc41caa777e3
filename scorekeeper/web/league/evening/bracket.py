"""The bracket of a knock-out: drawn as boxes and lines, and listed match by match."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from scorekeeper.leagues.evening.bracket import Bracket
from scorekeeper.leagues.evening.plan import DOUBLE_KNOCKOUT, LOTS
from scorekeeper.leagues.evening.tonight import EveningStatus, EveningTable
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.schedules.knockout import Match, Source
from scorekeeper.sentences import minus, phrase, tell

_MOST_ROUNDS: Final = 5
"""The rounds that fit one tree: of 32 sides."""
_QUARTERS: Final = 4
_NAMES: Final = (phrase("Final"), phrase("Semi-finals"), phrase("Quarter-finals"))
_SHORT_NAMES: Final = (phrase("Final"), phrase("Semis"), phrase("Quarters"))
"""What the last rounds are called, the last one first."""


Level = Sequence[int | None]
"""The numbers of a round's matches from the top; None for a bye."""


class EntrantShown(NamedTuple):
    """A side of a match: who it is, or where they come from; its points as a page shows them."""

    name: str
    points: str
    won: bool
    known: bool


class MatchShown(NamedTuple):
    """A match: its number, what it is called, its sides, and what there is to say about it.

    `table` is the public id of its table, empty before it starts. `open` is whether both sides are
    known and it has no winner, `on` whether they play; `drawn` where it was drawn and has yet to be
    settled; `over` once it has a winner; `mine` where the phone's own player takes part.
    """

    number: int
    title: str
    sides: tuple[EntrantShown, EntrantShown]
    note: str
    table: str
    open: bool
    on: bool
    drawn: bool
    over: bool
    mine: bool


class RoundOfMatches(NamedTuple):
    """A round: its number in the evening, what it is called, also in short, how far it is, its
    matches, those of the phone's own player first."""

    number: int
    title: str
    short: str
    state: str
    over: bool
    matches: Sequence[MatchShown]


class Tree(NamedTuple):
    """A part of a bracket as it is drawn: its rounds, each with its name and its matches from the
    top (None: a bye). `both`: from both sides, with the last match in the middle, else round beside
    round."""

    title: str
    rounds: Sequence[tuple[str, Sequence[MatchShown | None]]]
    both: bool

    @property
    def champion(self) -> MatchShown | None:
        """The match in the middle."""
        return self.rounds[-1][1][0]


class MapBox(NamedTuple):
    """A match in the small map of the draw: where it is, how far, and the line that leads on from
    it (empty: none); whether that is the way of the phone's own player."""

    x: int
    y: float
    height: float
    state: str
    line: str
    mine: bool


class BracketPage:
    """A knock-out as its league sees it."""

    def __init__(
        self, visit: LeagueVisit, now: EveningStatus, bracket: Bracket, me: int | None = None
    ) -> None:
        self.visit = visit
        self._me = next((at for at, unit in enumerate(bracket.units) if me in unit), None)
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
    def rounds(self) -> Sequence[RoundOfMatches]:
        """The matches round by round; a decider only once it is needed."""
        rounds: dict[int, list[Match]] = {}
        for match in self._matches:
            rounds.setdefault(match.round, []).append(match)
        return [self._round(number, matches) for number, matches in rounds.items()]

    def _round(self, number: int, matches: Sequence[Match]) -> RoundOfMatches:
        shown = [self._match_rows[one.number] for one in matches]
        over = sum(one.over for one in shown)
        begun = over or any(one.table for one in shown)
        state = tell("to come")
        if over == len(shown):
            state = tell("done")
        elif begun:
            state = tell("{n} of {all}", n=over, all=len(shown))
        title, short = self._name_of_round(number), self._name_of_round(number, short=True)
        mine_first = sorted(shown, key=lambda one: not one.mine)
        number += len(self.bracket.before)
        return RoundOfMatches(number, title, short, state, over == len(shown), mine_first)

    @property
    def current(self) -> RoundOfMatches:
        """The first round that is not over, else the last."""
        return next((one for one in self.rounds if not one.over), self.rounds[-1])

    @property
    def to_settle(self) -> Sequence[MatchShown]:
        """The matches that were drawn and have yet to be settled."""
        return [one for one in self._match_rows.values() if one.drawn]

    @property
    def walkovers(self) -> Sequence[tuple[str, str]]:
        """The sides that may be given a walkover: `4.0` is the first side of match 4."""
        return [
            (f"{one.number}.{side}", f"{one.title}: {one.sides[side].name}")
            for one in self._match_rows.values()
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
                self._came_from(source) if side is None else self.names[side],
                minus(scored[place]) if len(scored) == 2 else "",
                side is not None and side == winner,
                side is not None,
            )
            for place, (source, side) in enumerate(
                zip((match.home, match.away), standing.sides[match.number], strict=True)
            )
        ]
        mine = self._me is not None and self._me in standing.sides[match.number]
        notes = [tell("yours") if mine else "", self._note(match, table)]
        on = bool(table and not table.listing.outcome and winner is None)
        return MatchShown(
            number=match.number,
            title=self._title(match),
            sides=(shown[0], shown[1]),
            note=" · ".join(filter(None, notes)),
            table=table.listing.row.public_id if table else "",
            open=winner is None and all(one.known for one in shown),
            on=on,
            drawn=winner is None and match.number in self.bracket.drawn,
            over=winner is not None,
            mine=mine,
        )

    def _came_from(self, source: Source) -> str:
        n = source.number
        if source.kind == "loser":
            return tell("Loser of match {n}", n=n)
        return tell("Winner of match {n}", n=n)

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
        if table and not table.listing.outcome:
            return tell("table {place}, deal {n}", place=table.place, n=table.listing.deals + 1)
        return self._awaited(match)

    def _awaited(self, match: Match) -> str:
        """Return what a match is to the phone's own player: whoever won it waits for them, or is
        waited for."""
        standing, here = self.bracket.standing, Source("winner", match.number)
        if self._me is None or self._me in standing.sides[match.number]:
            return ""
        later = [one for one in self._matches if here in (one.home, one.away)]
        for one in later:
            other = one.away if one.home == here else one.home
            if other.kind != "winner" or self._me not in standing.sides[other.number]:
                continue
            winner = standing.winners.get(other.number)
            if winner is None and match.number in standing.winners:
                return tell("the winner waits for you")
            if winner == self._me and match.number not in standing.winners:
                return tell("you wait for the winner")
        return ""

    # --- as a drawing ---------------------------------------------------------------------------

    @property
    def _double(self) -> bool:
        return self.now.evening.kind == DOUBLE_KNOCKOUT

    @cached_property
    def _levels(self) -> Sequence[Level]:
        return draw_of(self._matches, self._double)

    @cached_property
    def trees(self) -> Sequence[Tree]:
        """The parts of the bracket, each as it is drawn: more than 32 sides in quarters."""
        parts = parts_of(self._levels)
        first = tell("Main draw") if self._double else ""
        titles = [tell("Quarter {n}", n=n) for n in range(1, len(parts))]
        drawn = [self._tree(*one) for one in zip([*titles, first], parts, strict=True)]
        if self._double:
            drawn += self._beside(tell("Second chance"), "second chance")
            drawn += self._beside(tell("Final"), "final", "decider")
        return [*drawn, *self._beside(tell("Third place"), "third place")]

    def _tree(self, title: str, levels: Sequence[Level]) -> Tree:
        rows = self._match_rows
        shown = [[rows[one] if one else None for one in level] for level in levels]
        names = [self._name_of_level(level) for level in levels]
        return Tree(title, [*zip(names, shown, strict=True)], both=True)

    def _beside(self, title: str, *parts: str) -> list[Tree]:
        """Return a part whose rounds stand beside each other; none where it has no match."""
        rounds: dict[int, list[MatchShown | None]] = {}
        for one in self._matches:
            if one.part in parts:
                rounds.setdefault(one.round, []).append(self._match_rows[one.number])
        named = [(self._numbered(number), matches) for number, matches in rounds.items()]
        return [Tree(title, named, both=False)] if named else []

    def _name_of_level(self, level: Level) -> str:
        known = next(one for one in level if one)
        round = next(one.round for one in self._matches if one.number == known)
        return self._name_of_round(round)

    def _name_of_round(self, round: int, *, short: bool = False) -> str:
        """Return what a round is called: by how many are left in a draw of one part."""
        left = len(self._levels) - round
        if self._double or left < 0:
            return self._numbered(round)
        names = _SHORT_NAMES if short else _NAMES
        return tell(names[left]) if left < len(names) else tell("Last {n}", n=2 << left)

    def _numbered(self, round: int) -> str:
        return tell("Round {n}", n=len(self.bracket.before) + round)

    @property
    def map(self) -> Sequence[MapBox]:
        """The main draw as a small map, 336 by 96: a box for each match, a column for each
        round."""
        levels = self._levels
        column, apart = _MAP[0] // len(levels), _MAP[1] / len(levels[0])
        width, height = round(column * 0.6), min(8.0, apart * 0.7)
        boxes = []
        for at, level in enumerate(levels):
            for place, number in enumerate(level):
                if number is None:
                    continue
                middle = apart * 2**at * (place + 0.5)
                after = apart * 2 ** (at + 1) * (place // 2 + 0.5)
                x = at * column + (column - width) // 2
                half = (column - width) // 2
                line = f"M{x + width},{middle:.1f}h{half}V{after:.1f}h{half}"
                one = self._match_rows[number]
                state = "full" if one.over else "on" if one.on else ""
                last = at == len(levels) - 1
                y = middle - height / 2
                boxes.append(MapBox(x, y, height, state, "" if last else line, one.mine))
        return boxes

    @property
    def map_width(self) -> int:
        """The width of a box of the map."""
        return round(_MAP[0] // len(self._levels) * 0.6)


_MAP: Final = (336, 96)


def draw_of(matches: Sequence[Match], double: bool = False) -> list[Level]:
    """Return the numbers of the matches of the main draw by round, from the top; the last round has
    the last match alone."""
    there = {one.number: one for one in matches if one.part in ("main", "final")}
    if double:  # its final is not of the main draw
        there = {one.number: one for one in there.values() if one.part == "main"}
    levels: list[Level] = [[[*there][-1]]]
    while True:
        before = [number for one in levels[0] for number in _leading_to(there, one)]
        if not any(before):
            return levels
        levels.insert(0, before)


def _leading_to(there: Mapping[int, Match], number: int | None) -> list[int | None]:
    """Return the matches whose winners meet in this one, None for who had a bye."""
    if number is None:
        return [None, None]
    sources = there[number].home, there[number].away
    return [one.number if one.kind == "winner" and one.number in there else None for one in sources]


def parts_of(levels: Sequence[Level]) -> list[Sequence[Level]]:
    """Return what is drawn as one tree each: all of it, or its quarters and what follows them."""
    if len(levels) <= _MOST_ROUNDS:
        return [levels]
    quarters: list[Sequence[Level]] = []
    for quarter in range(_QUARTERS):
        sizes = [(level, len(level) // _QUARTERS) for level in levels[:-2]]
        own = [level[quarter * n : (quarter + 1) * n] for level, n in sizes]
        quarters.append([level for level in own if any(level)])  # all may have a bye
    return [*quarters, levels[-2:]]
