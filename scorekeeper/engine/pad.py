"""The pad: lines that explain points, rows of lines, and what they add up to.

Thousands of these values stand in memory and none can be part of a cycle, so the garbage
collector need not look at them (`gc=False`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, wraps
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Generic, ParamSpec, cast

import msgspec
from msgspec.structs import force_setattr
from typing_extensions import TypeVar

from scorekeeper.interview.steps import Value
from scorekeeper.sentences import (
    Listing,
    Seat,
    Sentence,
    Side,
    Sides,
    Voice,
    opening,
    say,
    worded,
)

if TYPE_CHECKING:
    from scorekeeper.engine.game import Game

Entry = Mapping[str, Value]
"""What was written: one item of a sheet's `entries`."""

OptionValues = Mapping[str, Value]
"""Every option of a game with the value in force, where it does not matter which game it is."""


_MOST_KEPT: Final = 4096
"""The most results of one function that `once` caches."""

P = ParamSpec("P")


class Line(msgspec.Struct, frozen=True, gc=False):
    """One reason for points: for a side, in a column, with the paragraph of the rules (`rule`).

    `text` is read after the side's name: "made 4 spades", "2 bags". Where it is about one player of
    the side it begins with that player, and the side is not named before it: "Ann bid 4 and took
    5". With any other name it cannot begin, nor with a capital; it has no full stop.
    """

    side: int
    points: int
    text: Sentence
    rule: str
    column: str = "score"

    def names_player(self, sides: Sides) -> bool:
        """Return whether the sentence begins with a player of its side, so that it is read
        alone."""
        who = opening(self.text)
        return type(who) is Seat and who in sides[self.side]


def lasting(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Return the lines with their sentences prepared for reuse in later deals."""
    return tuple(
        [Line(one.side, one.points, worded(one.text), one.rule, one.column) for one in lines]
    )


def once(make: Callable[P, Iterable[Line]]) -> Callable[P, tuple[Line, ...]]:
    """Cache the lines that `make` makes of a few hashable arguments, with their sentences prepared.

    Most deals of some games never occur again: pass what the lines depend on, not the deal.
    """

    @wraps(make)
    def lines(*args: P.args, **kwargs: P.kwargs) -> tuple[Line, ...]:
        return lasting(make(*args, **kwargs))

    return cast(Callable[P, tuple[Line, ...]], lru_cache(_MOST_KEPT)(lines))


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The end of a game: the winning sides (none: no winner, or `drawn`), and the rule that says
    so."""

    winners: tuple[int, ...]
    text: Sentence
    rule: str
    drawn: bool = False


class Row(msgspec.Struct, frozen=True, gc=False):
    """One entry as it stands on the pad.

    `kind` is deal, adjust, seat, finish or an extra of the game; `number` is a deal's, and so are
    `upcoming`, the dealer and what else was fixed before it, and `deal`; `scores` and `totals` are
    points by side; `seats` the names of who sat there then.
    """

    entry: Entry
    kind: str
    number: int | None
    lines: tuple[Line, ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    seats: tuple[str | None, ...]
    upcoming: Mapping[str, Value] = {}
    deal: Any = None

    @property
    def dealer(self) -> int | None:
        """The seat that dealt; None if it is no deal."""
        return self.upcoming.get("dealer")


class Rows(msgspec.Struct, frozen=True, eq=False, gc=False):
    """The first `length` rows of a list that longer pads share, so that a replay stays linear."""

    shared: list[Row]
    length: int

    def plus(self, row: Row) -> "Rows":
        """Return these rows and one more."""
        shared, length = self.shared, self.length
        if len(shared) == length:
            shared.append(row)
            # another thread may have gone on from the same pad at the same moment
            if shared[length] is row:
                return Rows(shared, length + 1)
        return Rows([*shared[:length], row], length + 1)

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[Row]:
        return islice(self.shared, self.length)

    def __reversed__(self) -> Iterator[Row]:
        return map(self.shared.__getitem__, range(self.length - 1, -1, -1))

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self.shared[: self.length][index]
        if not -self.length <= index < self.length:
            raise IndexError(index)
        return self.shared[index % self.length]


H = TypeVar("H", bound=OptionValues, default=Any, covariant=True)
"""The house rules of a pad's game."""


class Pad(msgspec.Struct, Generic[H], frozen=True, gc=False):
    """A game at one table as far as it was written.

    `seats` are the players' names in seat order (None for an emptied seat), `filled` the seats
    where somebody sits, `totals` the points by side, `deals` how many were played, `last` the
    newest row, `last_deal` the newest that is a deal (None before the first), `outcome` how it
    ended (None: it goes on), `_sums` the points by side of every column and tally, where there are
    several.
    """

    game: "Game"
    options: H
    seats: tuple[str | None, ...]
    filled: tuple[int, ...]
    first_dealer: int
    sides: Sides
    rows: Rows
    totals: tuple[int, ...]
    deals: int = 0
    last: Row | None = None
    last_deal: Row | None = None
    _sums: Mapping[str, tuple[int, ...]] | None = None
    outcome: Outcome | None = None
    _upcoming: Mapping[str, Value] | None = None

    @property
    def sums(self) -> Mapping[str, tuple[int, ...]]:
        """Return the points by side of every column and tally."""
        return {self.game.columns[0]: self.totals} if self._sums is None else self._sums

    @property
    def upcoming(self) -> Mapping[str, Value]:
        """The dealer and what else the next deal depends on; the game is asked once a pad."""
        if self._upcoming is None:
            force_setattr(self, "_upcoming", self.game.upcoming(self))
        return self._upcoming  # type: ignore[return-value]

    def side_of(self, seat: int) -> int:
        """Return the side that `seat` plays for."""
        for side, seats in enumerate(self.sides):
            if seat in seats:
                return side
        raise IndexError(seat)


def filled_seats(seats: Sequence[str | None]) -> tuple[int, ...]:
    """Return the seats where somebody sits."""
    return tuple([seat for seat, name in enumerate(seats) if name is not None])


def deal_passes(pad: Pad, step: int = 1) -> int:
    """Return the next dealer: the next filled seat clockwise (`step` -1: to the right)."""
    last = pad.last_deal
    if last is not None:
        return beside(pad, last.upcoming["dealer"], step)
    first = pad.first_dealer
    return first if pad.seats[first] is not None else beside(pad, first, step)


def beside(pad: Pad, seat: int, step: int = 1) -> int:
    """Return the next filled seat clockwise from that one (`step` -1: to the right)."""
    count = len(pad.seats)
    seat = (seat + step) % count
    while pad.seats[seat] is None:
        seat = (seat + step) % count
    return seat


def turns_from(pad: Pad, seat: int) -> tuple[int, ...]:
    """Return every seat clockwise from `seat` on, emptied ones too."""
    count = len(pad.seats)
    return _clockwise(seat % count, count)


@cache
def _clockwise(first: int, count: int) -> tuple[int, ...]:
    return (*range(first, count), *range(first))


def present(pad: Pad) -> tuple[int, ...]:
    """Return the sides where somebody sits; the others bring no end about and cannot win."""
    if len(pad.filled) == len(pad.seats):
        return tuple(range(len(pad.sides)))
    return tuple(s for s, seats in enumerate(pad.sides) if any(pad.seats[seat] for seat in seats))


def leaders(pad: Pad, points: Sequence[int] | None = None) -> tuple[int, ...]:
    """Return the sides present with the best total, or with the best of other `points`: the lowest
    where the game's `low_wins` says so."""
    sides, totals = present(pad), pad.totals if points is None else points
    best = (min if pad.game.low_wins(pad.options) else max)([totals[side] for side in sides])
    return tuple([side for side in sides if totals[side] == best])


def won(pad: Pad, winners: tuple[int, ...], rule: str, *, short: bool = False) -> Outcome:
    """Return the outcome when the `winners` (one side, or several that share) have won; `short`
    where it was the last deal that ended the game, with fewer points than are played for."""
    names, alone = Listing(tuple(map(Side, winners)), " and "), len(winners) == 1
    if short:
        template = (
            "{names} won with {points} after {n} {n:deal|deals}"
            if alone
            else "{names} shared the win with {points} after {n} {n:deal|deals}"
        )
    else:
        template = "{names} won with {points}" if alone else "{names} shared the win with {points}"
    text = say(template, names=names, points=pad.totals[winners[0]], n=pad.deals)
    return Outcome(winners, text, rule)


def entered_result(pad: Pad) -> Entry:
    """Return the result kept on paper with which the game ended; empty where it goes on, or ended
    by its deals."""
    return result_in(pad.last.entry) if pad.last and pad.last.kind == "finish" else {}


def result_in(entry: Entry) -> Entry:
    """Return the result kept on paper that an entry says: the `points` by side, who `won`, how many
    `deals` were played."""
    fields: Entry = entry.get("finish", {})
    return {key: fields[key] for key in ("points", "won", "deals") if key in fields}


def voice_of(pad: Pad) -> Voice:
    """Return a voice that names the current players."""
    return Voice(pad.seats, pad.sides)


def voice_of_all(pads: Sequence[Pad]) -> Voice:
    """Return a voice that names former players too; `pads` are all of a table from the empty one
    on."""
    names = [*pads[-1].seats]
    for pad in reversed(pads):
        if None not in names:
            break
        for seat, name in enumerate(pad.seats):
            names[seat] = names[seat] or name
    return Voice(names, pads[-1].sides)


def side_names(pads: Sequence[Pad]) -> list[str]:
    """Return the name of each side: its current players, else the last ones."""
    voice = voice_of_all(pads)
    return [voice.side(side) for side in range(len(pads[-1].sides))]
