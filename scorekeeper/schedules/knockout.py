"""Knock-outs: who meets whom, from the seeding to the final, and what a correction changes.

An entrant is its place in the seeding, 0 for the first. The matches follow from the number of
entrants alone; whoever has a bye in a round has no match there.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal, NamedTuple

from scorekeeper.schedules.rounds import Plan, Round
from scorekeeper.schedules.units import Unit, team_rounds

Kind = Literal["seed", "winner", "loser"]
Part = Literal["main", "second chance", "final", "third place", "decider"]
"""Where a match belongs. In a double knock-out, losers of the main part have a second chance; a
decider is played if the one who lost before wins the final."""

Sides = tuple[int | None, int | None]
"""The entrants of a match; None while that is open."""


class Source(NamedTuple):
    """The origin of a side of a match: a seed, or the winner or loser of an earlier match."""

    kind: Kind
    number: int


class Match(NamedTuple):
    """A match: its number from 1, in the order in which matches are played; the round, from 1."""

    number: int
    round: int
    part: Part
    home: Source
    away: Source


@dataclass(frozen=True, slots=True)
class Standing:
    """A knock-out as it stands: the sides of each match, and the winners of those that count.

    `displaced` are the matches whose result has changed since a later match was started with the
    entrant who had won before: what was started stands.
    """

    sides: Mapping[int, Sides]
    winners: Mapping[int, int]
    displaced: Sequence[int]

    def loser(self, match: int) -> int | None:
        """Return who lost a match; None while that is open."""
        winner = self.winners.get(match)
        return next((one for one in self.sides[match] if winner not in (None, one)), None)


def knockout_matches(
    entrants: int, double: bool = False, third_place: bool = False
) -> tuple[Match, ...]:
    """Return the matches of a knock-out in the order of play.

    The best seeds meet last and have the byes. A single knock-out may have a match for third place;
    in a double one everybody plays until their second loss.
    """
    bracket = _Bracket()
    slots: list[Source | None] = [
        Source("seed", seed) if seed < entrants else None for seed in _seed_order(entrants)
    ]
    losers: list[list[Source | None]] = []
    while len(slots) > 1:
        last = len(slots) == 2 and not double
        part: Part = "final" if last else "main"
        slots, beaten = bracket.play_round(slots, part, least=len(losers) + 1)
        losers.append(beaten)
    if double and entrants > 1:
        second = _second_chance(bracket, losers)
        final, beaten_in_final = bracket.play(slots[0], second, "final")
        bracket.play(final, beaten_in_final, "decider")
    elif third_place and entrants > 3:
        semi_finals = losers[-2]
        bracket.play(semi_finals[0], semi_finals[1], "third place")
    return bracket.in_order_of_play()


def _seed_order(entrants: int) -> list[int]:
    """Return the seeds from the top of the bracket to its foot: 0 and 1 meet in the final."""
    order = [0]
    while len(order) < entrants:
        order = [seed for one in order for seed in (one, 2 * len(order) - 1 - one)]
    return order


def _second_chance(bracket: "_Bracket", losers: Sequence[Sequence[Source | None]]) -> Source | None:
    """Play off those who lost in the main part; return who is left."""
    left = [*losers[0]]
    for turn, beaten in enumerate(losers[1:]):
        left, _ = bracket.play_round(left, "second chance")
        # reversed alternately, so that rematches come as late as possible
        coming = [*beaten] if turn % 2 else [*beaten][::-1]
        mixed = [one for two in zip(coming, left, strict=True) for one in two]
        left, _ = bracket.play_round(mixed, "second chance")
    return left[0]


class _Bracket:
    """Matches as they are put together; a side that is None has a bye."""

    def __init__(self) -> None:
        self.matches: list[Match] = []

    def play(
        self, home: Source | None, away: Source | None, part: Part, least: int = 1
    ) -> tuple[Source | None, Source | None]:
        """Return where the winner and the loser come from; no match is before the round `least`."""
        if home is None or away is None:
            return home or away, None
        number = len(self.matches)
        round = max(least, 1 + self._round(home), 1 + self._round(away))
        self.matches.append(Match(number, round, part, home, away))
        return Source("winner", number), Source("loser", number)

    def play_round(
        self, slots: Sequence[Source | None], part: Part, least: int = 1
    ) -> tuple[list[Source | None], list[Source | None]]:
        """Return the winners and losers of neighbours."""
        neighbours = zip(slots[::2], slots[1::2], strict=True)
        played = [self.play(home, away, part, least) for home, away in neighbours]
        return [winner for winner, _ in played], [loser for _, loser in played]

    def _round(self, source: Source) -> int:
        return 0 if source.kind == "seed" else self.matches[source.number].round

    def in_order_of_play(self) -> tuple[Match, ...]:
        """Return the matches round by round, numbered from 1."""
        order = sorted(self.matches, key=lambda match: match.round)
        number = {match.number: place for place, match in enumerate(order, 1)}

        def renumbered(source: Source) -> Source:
            known = source.number if source.kind == "seed" else number[source.number]
            return Source(source.kind, known)

        return tuple(
            Match(number[one.number], one.round, one.part, *map(renumbered, (one.home, one.away)))
            for one in order
        )


# --- as it is played ----------------------------------------------------------------------------


def knockout_standing(
    matches: Iterable[Match],
    results: Mapping[int, int],
    started: Mapping[int, Sides],
) -> Standing:
    """Return a knock-out as it stands: `results` are the winners by match, `started` the sides of
    those matches that were started.

    A started match stands with those who play it. So a result that is corrected later counts only
    as far as nothing was started on it; else the match is `displaced`.
    """
    order = [*matches]
    after: dict[Source, list[int]] = {}
    for match in order:
        for source in (match.home, match.away):
            after.setdefault(source, []).append(match.number)
    sides: dict[int, Sides] = {}
    winners: dict[int, int] = {}
    displaced: list[int] = []
    so_far = Standing(sides, winners, displaced)  # filled match by match, each from those before
    for match in order:
        sides[match.number] = started.get(match.number) or _sides(match, so_far)
        result = results.get(match.number)
        held = _held(match.number, sides[match.number], after, started)
        winner = result if held is None else held
        if winner is not None and winner in sides[match.number]:
            winners[match.number] = winner
            if result is not None and result != winner:
                displaced.append(match.number)
    return so_far


def _sides(match: Match, now: Standing) -> Sides:
    final = match.home.number
    if match.part == "decider" and now.winners.get(final) == now.sides[final][0]:
        return None, None  # the side without a loss has won the final
    home, away = (
        source.number
        if source.kind == "seed"
        else now.winners.get(source.number)
        if source.kind == "winner"
        else now.loser(source.number)
        for source in (match.home, match.away)
    )
    return home, away


def _held(
    match: int,
    sides: Sides,
    after: Mapping[Source, Sequence[int]],
    started: Mapping[int, Sides],
) -> int | None:
    """Return the winner with whom a later match was started; None where none was."""
    for kind in ("winner", "loser"):
        for later in after.get(Source(kind, match), ()):
            there = [one for one in started.get(later, ()) if one is not None and one in sides]
            if there:  # both in a decider, whose first side is the winner
                other = next((one for one in sides if one != there[0]), None)
                return there[0] if kind == "winner" else other
    return None


def champion(matches: Sequence[Match], standing: Standing) -> int | None:
    """Return who has won the knock-out; None while it goes on."""
    last = {one.part: one.number for one in matches if one.part in ("final", "decider")}
    decider = last.get("decider")
    # one that is not needed has no sides, and the evening went on waiting for it
    if decider is not None and None not in standing.sides[decider]:
        return standing.winners.get(decider)
    return standing.winners.get(last.get("final", 0))


def seeded_groups(entrants: int, groups: int) -> tuple[tuple[int, ...], ...]:
    """Return the seeds of each group: the best in different groups, then back and forth, so that
    all groups are as strong; no group has more than one entrant more than another."""
    found: list[list[int]] = [[] for _ in range(groups)]
    for seed in range(entrants):
        turn, place = divmod(seed, groups)
        found[groups - 1 - place if turn % 2 else place].append(seed)
    return tuple(map(tuple, found))


def group_rounds(units: Sequence[Unit], groups: int) -> Plan:
    """Return the rounds in which each meets each other of their group once; all groups play at the
    same time."""
    plans = []
    for seeds in seeded_groups(len(units), groups):
        here = [units[seed] for seed in seeds]
        plans.append(team_rounds(here, len(here) - 1 + len(here) % 2))
    empty = Round(())
    return tuple(
        Round(
            tuple(table for one in rounds for table in one.tables),
            tuple(player for one in rounds for player in one.byes),
        )
        for rounds in zip_longest(*plans, fillvalue=empty)
    )


def knockout_seeds(groups: int) -> tuple[tuple[int, int], ...]:
    """Return the seeds of the knock-out, each as a group and a place in it (0 or 1): the winners,
    then the runners-up so that nobody meets their own group at once."""
    # without it a winner could meet their own runner-up, where the groups are odd in number
    turn = groups % 2
    runners_up = ((place + turn) % groups for place in range(groups))
    return (*((group, 0) for group in range(groups)), *((group, 1) for group in runners_up))
