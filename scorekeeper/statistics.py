"""Statistics: sums over deals for each player, alone, with each partner, against each opponent.

Every figure is a sum of what single deals count for it. `counted` says what a deal counts for;
sums, averages and the list of deals behind a figure are all made of that, so that a figure cannot
drift from its deals.

Ann and Cat bid 4 spades and score 120, Ben and Dan nothing: for Ann this counts 120 points and a
deal won, both alone, with Cat, against Ben and against Dan; and a bid kept, for Ann alone if Ann
made it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from scorekeeper.engine.deals import Row
from scorekeeper.engine.game import Fact, Pad, deal_headline, facts_of
from scorekeeper.engine.pad import entered_result
from scorekeeper.sentences import Sides, Voice
from scorekeeper.spelling import folded

FEWEST: Final = 10
"""A percentage of fewer deals says nothing: they are counted one by one."""

POINTS: Final = "points"
WON: Final = "won"
GAMES: Final = "games"
MADE: Final[Fact] = "bid kept"
MISSED: Final[Fact] = "bid lost"
SIDE_MADE: Final[Fact] = "side kept"
SIDE_MISSED: Final[Fact] = "side lost"
"""What is counted: points of a deal, deals won, games won; and the facts that games tell."""

WITH: Final = "with"
AGAINST: Final = "against"


class PlayedDeal(NamedTuple):
    """A deal as statistics see it or, where `number` is None, the end of a game.

    `table` says where, `head` in words what it was; `seats` who sat there then; `points` by side
    (at the end the totals); `worth` by side what is compared: more is better, at the end 1 for a
    winner and 0 for the others.
    """

    table: str
    number: int | None
    head: str
    seats: tuple[str | None, ...]
    sides: Sides
    points: tuple[int, ...]
    worth: tuple[int, ...]
    facts: tuple[tuple[int, str, int], ...] = ()


class StatisticKey(NamedTuple):
    """The subject of a statistic: a player, what is counted, and with or against whom (`by`,
    `other`)."""

    player: str
    what: str
    by: str = ""
    other: str = ""


class StatisticSum(NamedTuple):
    """The number of deals counted, and their sum."""

    deals: int
    total: int

    @property
    def average(self) -> float:
        """The total by the number of deals."""
        return self.total / self.deals

    @property
    def few(self) -> bool:
        """Whether these are too few for a percentage."""
        return self.deals < FEWEST


Sums = Mapping[StatisticKey, StatisticSum]


# --- the deals of a table -----------------------------------------------------------------------


def deals_of(
    table: str, pads: Sequence[Pad], scored: Mapping[int, Sequence[int]] | None = None
) -> list[PlayedDeal]:
    """Return the deals of a table and, where it is over, its end; `pads` are the empty one and that
    after each entry. `scored` has points by side that stand in place of those of a row, by its
    place."""
    found = []
    for place, (before, after) in enumerate(zip(pads, pads[1:], strict=False)):
        row = after.rows[-1]
        if row.kind == "deal":
            points = tuple((scored or {}).get(place, row.scores))
            found.append(_deal(table, before, after, row, points))
    return [*found, *_end(table, pads[-1])]


def _deal(table: str, before: Pad, after: Pad, row: Row, points: tuple[int, ...]) -> PlayedDeal:
    game = after.game
    sentence = deal_headline(before, row.entry)
    head = Voice(row.seats, after.sides).text(sentence) if sentence else ""
    facts = facts_of(before, row)
    sign = -1 if game.low_wins(after.options) else 1
    worth = tuple(sign * score for score in points)
    return PlayedDeal(table, row.number, head, row.seats, after.sides, points, worth, facts)


def _end(table: str, pad: Pad) -> Iterator[PlayedDeal]:
    if pad.outcome is None or not (pad.deals or entered_result(pad)):
        return
    head = Voice(pad.seats, pad.sides).text(pad.outcome.text)
    worth = tuple(int(side in pad.outcome.winners) for side in range(len(pad.sides)))
    yield PlayedDeal(table, None, head, pad.seats, pad.sides, pad.totals, worth)


# --- what they count for ------------------------------------------------------------------------


def counts_of(deal: PlayedDeal, player: str = "") -> Iterator[tuple[StatisticKey, int]]:
    """Yield what the deal counts for, for everybody or one player, and how much: points, 1 for a
    win and 0 for none, a fact's amount.

    A deal is won by the side that is better than every other, against an opponent by being better
    than theirs. A game that is shared is won by each who shares it, but not against one another.
    """
    seated = [
        (side, folded(name))
        for side, seats in enumerate(deal.sides)
        for seat in seats
        if (name := deal.seats[seat]) is not None
    ]
    for side, one in seated:
        if not player or one == player:
            yield from _keys_of(deal, seated, side, one)
    for seat, fact, amount in deal.facts:
        if (name := deal.seats[seat]) is not None and (not player or folded(name) == player):
            yield StatisticKey(folded(name), fact), amount


def _keys_of(
    deal: PlayedDeal, seated: Sequence[tuple[int, str]], side: int, player: str
) -> Iterator[tuple[StatisticKey, int]]:
    won = _won(deal, side, {there for there, _ in seated if there != side})
    shown = [("", "", won)]
    for there, other in seated:
        if there != side:
            shown.append((AGAINST, other, deal.worth[side] > deal.worth[there]))
        elif other != player:
            shown.append((WITH, other, won))
    wins = GAMES if deal.number is None else WON
    for by, other, better in shown:
        if deal.number is not None:
            yield StatisticKey(player, POINTS, by, other), deal.points[side]
        if better is not None:
            yield StatisticKey(player, wins, by, other), int(better)


def _won(deal: PlayedDeal, side: int, rivals: Collection[int]) -> bool | None:
    """Return whether the side has won; None where there is nobody to win against."""
    if not rivals:
        return None
    if deal.number is None:
        return deal.worth[side] > 0
    return all(deal.worth[side] > deal.worth[rival] for rival in rivals)


def sums_of(deals: Iterable[PlayedDeal]) -> dict[StatisticKey, StatisticSum]:
    """Return the sums over the deals."""
    return _added((of, 1, amount) for deal in deals for of, amount in counts_of(deal))


def merge_sums(parts: Iterable[Sums]) -> dict[StatisticKey, StatisticSum]:
    """Sums of several tables as one."""
    return _added((of, *one) for part in parts for of, one in part.items())


def _added(parts: Iterable[tuple[StatisticKey, int, int]]) -> dict[StatisticKey, StatisticSum]:
    sums: dict[StatisticKey, list[int]] = {}
    for of, deals, total in parts:
        one = sums.setdefault(of, [0, 0])
        one[0] += deals
        one[1] += total
    return {of: StatisticSum(deals, total) for of, (deals, total) in sums.items()}


def deals_behind(deals: Iterable[PlayedDeal], of: StatisticKey) -> list[tuple[PlayedDeal, int]]:
    """Return the deals that count for a figure, each with how much."""
    return [
        (deal, amount)
        for deal in deals
        for other, amount in counts_of(deal, of.player)
        if other == of
    ]


def side_of(deal: PlayedDeal, player: str) -> int | None:
    """Return the side that the player was on; None where they did not sit there."""
    for side, seats in enumerate(deal.sides):
        if player in (folded(deal.seats[seat] or "") for seat in seats):
            return side
    return None


def best_and_worst(
    deals: Iterable[PlayedDeal], player: str
) -> tuple[PlayedDeal, PlayedDeal] | None:
    """Return the player's best and worst deal, the first of equal ones; None where there is
    none."""
    played = [
        (deal.worth[side], deal)
        for deal in deals
        if deal.number is not None and (side := side_of(deal, player)) is not None
    ]
    worth = itemgetter(0)
    return (max(played, key=worth)[1], min(played, key=worth)[1]) if played else None


def best_and_worst_of_all(
    deals: Iterable[PlayedDeal],
) -> tuple[tuple[PlayedDeal, int], tuple[PlayedDeal, int]] | None:
    """Return the best and the worst deal, each with its side, the first of equal ones; None where
    all are equal."""
    played = [
        (deal, side)
        for deal in deals
        if deal.number is not None
        for side, seats in enumerate(deal.sides)
        if any(deal.seats[seat] for seat in seats)
    ]

    def worth(one: tuple[PlayedDeal, int]) -> int:
        return one[0].worth[one[1]]

    if len({*map(worth, played)}) < 2:
        return None
    return max(played, key=worth), min(played, key=worth)


class BidsOrDeals(NamedTuple):
    """How many of a player's bids were made; or, without bids, how many deals won."""

    sum: StatisticSum
    bids: bool


def bids_or_deals(sums: Sums, player: str) -> BidsOrDeals:
    """Return how many of a player's bids were made, their side's where partners bid together; of
    their deals won where the game has no bids."""
    none = StatisticSum(0, 0)
    for made, missed in ((MADE, MISSED), (SIDE_MADE, SIDE_MISSED)):
        n = sums.get(StatisticKey(player, made), none).deals
        bids = n + sums.get(StatisticKey(player, missed), none).deals
        if bids:
            return BidsOrDeals(StatisticSum(bids, n), bids=True)
    return BidsOrDeals(sums.get(StatisticKey(player, WON), none), bids=False)


def hits_of(deals: Iterable[PlayedDeal], players: Collection[str]) -> dict[str, list[bool]]:
    """Return for each of these players, one by one, what `bids_or_deals` counts."""
    hits: dict[tuple[str, str], list[bool]] = {}
    for deal in deals:
        for player in {folded(name) for name in deal.seats if name}.intersection(players):
            for of, amount in counts_of(deal, player):
                if of.what in _HITS and not of.by:
                    kind, hit = _HITS[of.what]
                    hits.setdefault((player, kind), []).append(amount > 0 if hit is None else hit)
    kinds = (MADE, SIDE_MADE, WON)
    return {
        player: next((found for kind in kinds if (found := hits.get((player, kind)))), [])
        for player in players
    }


_HITS: Final = {
    MADE: (MADE, True),
    MISSED: (MADE, False),
    SIDE_MADE: (SIDE_MADE, True),
    SIDE_MISSED: (SIDE_MADE, False),
    WON: (WON, None),
}


def with_merged_names(deal: PlayedDeal, same: Mapping[str, str]) -> PlayedDeal:
    """Return the deal with players called by the names that they count under: `same` has these by
    folded name. Two who sat in it together are not one, and keep their names there."""
    seats = [name and same.get(folded(name), name) for name in deal.seats]
    present = [folded(name) for name in seats if name]
    both = {name for name in present if present.count(name) > 1}
    kept = (
        old if new and folded(new) in both else new
        for old, new in zip(deal.seats, seats, strict=True)
    )
    return deal._replace(seats=tuple(kept))


def players_in(deals: Iterable[PlayedDeal]) -> dict[str, str]:
    """Everybody's name as it was written last, by the folded one, in the order they first sat."""
    return {folded(name): name for deal in deals for name in deal.seats if name is not None}
