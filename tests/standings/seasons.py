"""Seasons to try: sums kept as a store keeps them, and the standings read off the games naively."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product
from types import MappingProxyType
from typing import Any

from hypothesis import strategies as st

from scorekeeper.standings.counted import counted_results
from scorekeeper.standings.finished import FinishedGame, HeadToHead, Sums
from scorekeeper.standings.numbers import from_units, to_units
from scorekeeper.standings.ranking import RankedPlayer, standings
from scorekeeper.standings.scoring import Scoring
from scorekeeper.standings.tie_breaks import TIES, USUAL, Met

Handicaps = Mapping[int, Fraction]
Lots = Sequence[Sequence[int]]


def scoring(scheme: str = "total", **rest: Any) -> Scoring:
    return Scoring.read({"scheme": scheme, **rest})


def game(
    *points: int, sides: Any = None, won: Iterable[int] = (), deals: int = 5, low: bool = False
) -> FinishedGame:
    """A game, each for himself if no `sides` are given; nobody has won unless `won` says so."""
    sides = sides or tuple((seat,) for seat in range(len(points)))
    return FinishedGame(sides, points, frozenset(won), deals, low)


def worth(
    game: FinishedGame, scoring: Scoring, handicaps: Handicaps = MappingProxyType({})
) -> tuple[Fraction, ...]:
    """Return what the game is worth to each player of a side, by side."""
    by_player = {one.player: one.worth for one in counted_results(game, scoring, handicaps)}
    return tuple(by_player[side[0]] for side in game.sides)


def duels(
    game: FinishedGame, season: Scoring, handicaps: Handicaps
) -> Iterator[tuple[int, int, HeadToHead]]:
    """Yield how each two opponents did against one another, the lower number first."""
    by_player = {one.player: one for one in counted_results(game, season, handicaps)}
    for side, others in combinations(game.sides, 2):
        for lower, higher in map(sorted, product(side, others)):
            one, other = by_player[lower], by_player[higher]
            ahead, behind = one.place < other.place, one.place > other.place
            yield lower, higher, HeadToHead(1, ahead, behind, one.points - other.points)


def met_in(pairs: Mapping[tuple[int, int], HeadToHead]) -> Met:
    """How two players have done against one another, of whom either may stand first in `pairs`."""
    nothing = HeadToHead()

    def met(one: int, other: int) -> HeadToHead:
        there = pairs.get((other, one), nothing)
        turned = HeadToHead(there.games, there.lost, there.won, -there.points)
        return pairs.get((one, other), turned)

    return met


# --- kept as a store keeps it -------------------------------------------------------------------


@dataclass
class Season:
    """Whole numbers by player and by pair, which a game adds to."""

    scoring: Scoring
    handicaps: Handicaps = field(default_factory=dict)
    columns: dict[int, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0] * 9))
    rows: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    pairs: dict[tuple[int, int], HeadToHead] = field(
        default_factory=lambda: defaultdict(HeadToHead)
    )

    def add(self, game: FinishedGame) -> None:
        for one in counted_results(game, self.scoring, self.handicaps):
            kept = to_units(one.points), to_units(one.worth)
            unplayed = int(game.unplayed == "bye"), int(game.unplayed == "walkover")
            given = kept[1] if game.unplayed else 0
            counts = (1, int(one.won), one.deals, *kept, *unplayed, given, int(one.averaged))
            column = self.columns[one.player]
            self.columns[one.player] = [a + b for a, b in zip(column, counts, strict=True)]
            if not one.averaged:
                self.rows[one.player].append(to_units(one.worth))
        for one_of_two, other, duel in duels(game, self.scoring, self.handicaps):
            self.pairs[one_of_two, other] += duel

    def sums(self) -> list[Sums]:
        return [self._sums(player) for player in self.columns if self.columns[player][0]]

    def _sums(self, player: int) -> Sums:
        games, wins, deals, points, worth, byes, walkovers, given, averaged = self.columns[player]
        best = sorted(self.rows[player], reverse=True)[: self.scoring.best or 0]
        shares = tuple(map(from_units, best))
        return Sums(
            player,
            games,
            wins,
            deals,
            from_units(points),
            from_units(worth),
            byes=byes,
            walkovers=walkovers,
            given=from_units(given),
            averaged=averaged,
            best=shares,
        )

    def standings(
        self, bonuses: Mapping[int, Fraction] | None = None, lots: Lots = ()
    ) -> list[RankedPlayer]:
        return standings(self.scoring, self.sums(), met_in(self.pairs), bonuses or {}, lots)


def played(scoring: Scoring, *games: FinishedGame, handicaps: Handicaps | None = None) -> Season:
    season = Season(scoring, handicaps or {})
    for one in games:
        season.add(one)
    return season


# --- at random ----------------------------------------------------------------------------------

PLAYERS = 6
HALVES = st.integers(-6, 6).map(lambda halves: Fraction(halves, 2))
BY_PLAYER = st.dictionaries(st.integers(0, PLAYERS), HALVES, max_size=PLAYERS)


@st.composite
def finished(draw: st.DrawFn) -> FinishedGame:
    """A game of up to six players, in which much is level."""
    seats = draw(st.permutations(range(PLAYERS)))
    sizes = draw(st.sampled_from([(1,), (1, 1), (2, 2), (1, 1, 1), (1, 3), (2, 2, 2), (1,) * 6]))
    ends = [sum(sizes[: end + 1]) for end in range(len(sizes))]
    sides = tuple(tuple(seats[end - size : end]) for size, end in zip(sizes, ends, strict=True))
    points = tuple(draw(st.integers(-3, 4)) for _ in sizes)
    winners = draw(st.frozensets(st.integers(0, len(sizes) - 1)))
    return FinishedGame(sides, points, winners, draw(st.integers(0, 5)), draw(st.booleans()))


@st.composite
def scorings(draw: st.DrawFn) -> Scoring:
    scheme = draw(st.sampled_from(["place-points", "wins", "average", "total", "difference"]))
    table = draw(st.lists(st.integers(-3, 6), min_size=1, max_size=4))
    return scoring(
        scheme,
        params={"table": table} if scheme == "place-points" else {},
        best=draw(st.none() | st.integers(1, 3)),
        least=draw(st.integers(0, 3)),
        handicaps=draw(st.booleans()),
        ties=draw(st.just(list(USUAL)) | st.permutations([*TIES]).map(lambda order: order[:4])),
    )


# --- naively ------------------------------------------------------------------------------------


@dataclass
class Seen:
    """A game with each player's points (more are better) and place, written out."""

    points: dict[int, Fraction]
    place: dict[int, int]
    winners: set[int]
    sides: Sequence[tuple[int, ...]]
    deals: int


def seen(game: FinishedGame, scoring: Scoring, handicaps: Handicaps) -> Seen:
    given = handicaps if scoring.handicaps else {}
    extras = [sum(given.get(player, 0) for player in side) for side in game.sides]
    signs = [-1 if game.low_wins else 1] * len(game.sides)
    points = [
        Fraction(sign * own + extra)
        for sign, own, extra in zip(signs, game.points, extras, strict=True)
    ]
    winners = set(game.winners)
    if min(extras) != max(extras):
        winners = {side for side, own in enumerate(points) if own == max(points)}
    losers = [own for side, own in enumerate(points) if side not in winners]
    place = [
        1 if side in winners else 1 + len(winners) + len([one for one in losers if one > own])
        for side, own in enumerate(points)
    ]
    seats = {player: side for side, players in enumerate(game.sides) for player in players}
    return Seen(
        {player: points[side] for player, side in seats.items()},
        {player: place[side] for player, side in seats.items()},
        {player for player, side in seats.items() if side in winners},
        game.sides,
        game.deals,
    )


def worth_to(player: int, one: Seen, scoring: Scoring) -> Fraction:
    """Return what a game is worth to a player."""
    heads = [side[0] for side in one.sides]
    own = next(side[0] for side in one.sides if player in side)
    if scoring.scheme == "wins":
        sharing = [head for head in heads if head in one.winners]
        return Fraction(1, len(sharing)) if own in sharing else Fraction(0)
    if scoring.scheme == "difference":
        others = [one.points[head] for head in heads if head != own]
        return one.points[own] - sum(others, Fraction(0)) / len(others) if others else Fraction(0)
    if scoring.scheme == "place-points":
        table = [*scoring.params["table"], *[0] * PLAYERS]
        level = [head for head in heads if one.place[head] == one.place[own]]
        return Fraction(sum(table[one.place[own] - 1 + n] for n in range(len(level))), len(level))
    return one.points[own]


@dataclass
class Line:
    """What a player's games come to, naively."""

    player: int
    total: Fraction
    games: list[Seen]

    def wins(self) -> int:
        return len([one for one in self.games if self.player in one.winners])

    def average(self) -> Fraction:
        deals = sum(one.deals for one in self.games)
        return sum((one.points[self.player] for one in self.games), Fraction(0)) / (deals or 1)


def total_of(player: int, games: Sequence[Seen], scoring: Scoring) -> Fraction:
    per_deal = scoring.scheme == "average"
    if scoring.best is None:
        total = sum((worth_to(player, one, scoring) for one in games), Fraction(0))
        return total / (sum(one.deals for one in games) or 1) if per_deal else total
    worths = [
        worth_to(player, one, scoring) / ((one.deals or 1) if per_deal else 1) for one in games
    ]
    worths.sort()
    counting = worths[-scoring.best :]
    return sum(counting, Fraction(0)) / ((len(counting) or 1) if per_deal else 1)


def ahead(line: Line, group: Sequence[Line]) -> int | None:
    """Games in which he did better than another of the group; None if two have not met."""
    count = 0
    for one in group:
        for other in group:
            if one is not other and not any(opposed(one, other, game) for game in one.games):
                return None
    for other in group:
        for game in line.games:
            if other is not line and opposed(line, other, game):
                count += game.place[line.player] < game.place[other.player]
    return count


def opposed(one: Line, other: Line, game: Seen) -> bool:
    """Return whether two sat on different sides of a game."""
    return other.player in game.place and not any(
        one.player in side and other.player in side for side in game.sides
    )


def against(line: Line, everybody: Sequence[Line]) -> Iterator[tuple[Line, Seen]]:
    """Every opponent in every game."""
    for game in line.games:
        for other in everybody:
            if other is not line and opposed(line, other, game):
                yield other, game


def difference(line: Line, group: Sequence[Line], everybody: Sequence[Line], lots: Lots) -> Any:
    return sum(
        game.points[line.player] - game.points[other.player]
        for other, game in against(line, everybody)
    )


def buchholz(line: Line, group: Sequence[Line], everybody: Sequence[Line], lots: Lots) -> Any:
    return sum(other.total for other, _ in against(line, everybody))


def sonneborn(line: Line, group: Sequence[Line], everybody: Sequence[Line], lots: Lots) -> Any:
    found = Fraction(0)
    for other, game in against(line, everybody):
        if game.place[line.player] < game.place[other.player]:
            found += other.total
        elif game.place[line.player] == game.place[other.player]:
            found += other.total / 2
    return found


def drawn(line: Line, group: Sequence[Line], everybody: Sequence[Line], lots: Lots) -> Any:
    for lot in lots[::-1]:
        if all(one.player in lot for one in group):
            return -len([one for one in group if lot.index(one.player) < lot.index(line.player)])
    return None


RULES: Mapping[str, tuple[str, Callable[[Line, Sequence[Line], Sequence[Line], Lots], Any]]] = {
    "wins": ("more wins", lambda line, *_: line.wins()),
    "direct": ("better head-to-head record", lambda line, group, *_: ahead(line, group)),
    "average": ("more points per deal", lambda line, *_: line.average()),
    "games": ("fewer games", lambda line, *_: -len(line.games)),
    "points": ("more points", lambda line, *_: sum(g.points[line.player] for g in line.games)),
    "difference": ("better points difference", difference),
    "buchholz": ("higher Buchholz score", buchholz),
    "sonneborn-berger": ("higher Sonneborn-Berger score", sonneborn),
    "lots": ("lower lot", drawn),
}


def split(
    group: Sequence[Line], order: Sequence[str], everybody: Sequence[Line], lots: Lots
) -> tuple[list[list[Line]], str]:
    """The group as the first rule that tells its members apart has it, and the rule's name."""
    for slug in order:
        name, rule = RULES[slug]
        scores = {line.player: rule(line, group, everybody, lots) for line in group}
        steps = {score for score in scores.values() if score is not None}
        if len(steps) > 1:
            ordered = sorted(steps, reverse=True)
            return [[one for one in group if scores[one.player] == s] for s in ordered], name
    return [list(group)], ""


def naively(
    games: Iterable[FinishedGame],
    scoring: Scoring,
    handicaps: Handicaps,
    bonuses: Mapping[int, Fraction],
    lots: Lots = (),
) -> list[tuple[int, int | None, Fraction, str, int]]:
    """Player, place, total, the rule by which he is ahead of the next, games that are missing."""
    all_seen = [seen(one, scoring, handicaps) for one in games]
    players = {player for one in all_seen for player in one.place} | bonuses.keys()
    lines = []
    for player in sorted(players):
        own = [one for one in all_seen if player in one.place]
        total = total_of(player, own, scoring) + bonuses.get(player, Fraction(0))
        lines.append(Line(player, total, own))
    needed = scoring.least or 1
    enough = [line for line in lines if len(line.games) >= needed]
    groups = [
        [line for line in enough if line.total == total]
        for total in sorted({line.total for line in enough}, reverse=True)
    ]
    between = [""] * len(groups)
    at = 0
    while at < len(groups):
        parts, name = split(groups[at], scoring.ties, lines, lots)
        if len(parts) == 1:
            at += 1
            continue
        groups[at : at + 1] = parts
        between[at : at + 1] = [*[name] * (len(parts) - 1), between[at]]
    found: list[tuple[int, int | None, Fraction, str, int]] = []
    for group, name in zip(groups, between, strict=True):
        place = len(found) + 1
        found += [(line.player, place, line.total, name, 0) for line in group]
    few = [line for line in lines if line not in enough]
    few.sort(key=lambda line: (-len(line.games), -line.total))
    return found + [(f.player, None, f.total, "", needed - len(f.games)) for f in few]
