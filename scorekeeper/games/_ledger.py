"""The pad as a ledger: lines that explain points, rows of lines, and `after`, the only way forward.

A total is only ever a sum of lines, so that an explanation cannot drift from its number. What
carries over from deal to deal is read off the rows; there is no hidden state.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import sub
from typing import Any, Final, Literal, get_args

import msgspec

from scorekeeper.games._fields import (
    NOBODY,
    Fault,
    Interview,
    Key,
    Number,
    Question,
    Reading,
    SideOf,
    Text,
    Value,
    Warn,
    Word,
    read,
)
from scorekeeper.referee.auction import Auction
from scorekeeper.referee.tricks import Play
from scorekeeper.sentences import Listing, Seat, Sentence, Side, Sides, all_of, say, worded

Entry = Mapping[str, Value]
"""What was written: one item of a sheet's `entries`."""

Options = Mapping[str, Value]
"""Every option of a game with the value in force."""

Fact = Literal["bid kept", "bid lost", "bid", "over", "short"]
"""What statistics count of a player in a deal: 1 for a bid kept or lost, else tricks or points."""
FACTS: Final[tuple[str, ...]] = get_args(Fact)

_MOST_POINTS: Final = 100_000
_LONGEST_REASON: Final = 200
LONGEST_NAME: Final = 40


class Refused(ValueError):
    """An entry that cannot be; `faults` says why, every one of them."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(f"{len(faults)} faults")
        self.faults = tuple(faults)


class Line(msgspec.Struct, frozen=True):
    """One reason for points: for a side, in a column, with the paragraph of the rules (`rule`)."""

    side: int
    points: int
    text: Sentence
    rule: str
    column: str = "score"


def lasting(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Lines that are kept for the deals to come: what names nobody is put into words once."""
    return tuple(msgspec.structs.replace(line, text=worded(line.text)) for line in lines)


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winning sides (none: no winner, or `drawn`), and by which rule."""

    winners: tuple[int, ...]
    text: Sentence
    rule: str
    drawn: bool = False


class Table(msgspec.Struct, frozen=True):
    """A table printed on the rules page, made from the module's own values."""

    head: tuple[Sentence, ...]
    rows: tuple[tuple[Sentence, ...], ...]


class Row(msgspec.Struct, frozen=True):
    """One entry as it stands on the pad.

    `kind` is deal, adjust, seat, finish or an extra of the game; `number` and `dealer` are a
    deal's; `scores` and `totals` are points by side; `seats` the names of who sat there then;
    `recorded` what the game repeats of `upcoming`.
    """

    entry: Entry
    kind: str
    number: int | None
    dealer: int | None
    lines: tuple[Line, ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    seats: tuple[str | None, ...]
    recorded: Mapping[str, Value] = {}


class Rows(Sequence[Row]):
    """The first rows of a list that longer pads share, so that a replay stays linear."""

    __slots__ = ("_list", "_length")

    def __init__(self, rows: list[Row], length: int) -> None:
        self._list = rows
        self._length = length

    def plus(self, row: Row) -> "Rows":
        """These rows and one more."""
        shared, length = self._list, self._length
        if len(shared) == length:
            shared.append(row)
            # another thread may have gone on from the same pad at the same moment
            if shared[length] is row:
                return Rows(shared, length + 1)
        return Rows([*shared[:length], row], length + 1)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Row]:
        return iter(self._list[: self._length])

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self._list[: self._length][index]
        if not -self._length <= index < self._length:
            raise IndexError(index)
        return self._list[index % self._length]


class Pad(msgspec.Struct, frozen=True):
    """A game at one table as far as it was written.

    `seats` are the players' names in seat order (None for an emptied seat), `sums` the points by
    side of every column and tally, `totals` of the columns together, `deals` how many were played,
    `last` the newest row, `last_deal` the newest that is a deal (None before the first), `outcome`
    how it ended (None: it goes on).
    """

    game: "Game"
    options: Options
    seats: tuple[str | None, ...]
    first_dealer: int
    sides: Sides
    rows: Rows
    sums: Mapping[str, tuple[int, ...]]
    totals: tuple[int, ...]
    deals: int = 0
    last: Row | None = None
    last_deal: Row | None = None
    outcome: Outcome | None = None

    @property
    def filled(self) -> tuple[int, ...]:
        """The seats where somebody sits."""
        if None not in self.seats:
            return tuple(range(len(self.seats)))
        return tuple(seat for seat, name in enumerate(self.seats) if name is not None)

    def side_of(self, seat: int) -> int:
        """The side that `seat` plays for."""
        for side, seats in enumerate(self.sides):
            if seat in seats:
                return side
        raise IndexError(seat)


def deal_passes(pad: Pad, step: int = 1) -> int:
    """The next dealer: the next filled seat clockwise (`step` -1: to the right)."""
    last = pad.last_deal
    count = len(pad.seats)
    seat = pad.first_dealer if last is None else ((last.dealer or 0) + step) % count
    while pad.seats[seat] is None:
        seat = (seat + step) % count
    return seat


def turns_from(pad: Pad, seat: int) -> tuple[int, ...]:
    """Every seat clockwise from `seat` on, emptied ones too."""
    count = len(pad.seats)
    return (*range(seat % count, count), *range(seat % count))


def _clockwise(pad: Pad) -> Mapping[str, Value]:
    return {"dealer": deal_passes(pad)}


def _nothing(pad: Pad) -> Mapping[str, Value]:
    return {}


@dataclass(frozen=True)
class Game:
    """A game: one frozen value made of plain functions.

    `form` asks about the next deal; `score` yields why each point of a deal (the pad before it
    and its entry, which stands); `result` says how the game ended, None to play on; `upcoming`
    holds the dealer and what else the next deal depends on, `recorded` which of it a deal's result
    repeats; `state` what is carried. `check` yields faults of variant, options and number of
    players together; `extras` are entries of the game's own that take no deal; `closing` yields
    the lines of `finish`; `headline` a deal in a few words, half-filled too, and `facts` (seat,
    fact, amount) of a deal, both with the pad before it; `carried` what each side carries into the
    next deal, `needs` what it still needs; `tables` what the rules page prints. `room` says why
    the table cannot go on with so many players (None: it can), `ladder` what each deal of the game
    is, the first one first, as far as that is fixed; `deals` of the pad says how far it has come;
    `low_wins` whether the lowest total is the best; `pips` how many pips of playing cards tell
    the score at the table, where players are used to that. `play` and `auction` are what the
    referee knows of the game's tricks and bidding (None: there are none).
    """

    slug: str
    name: str
    aliases: tuple[str, ...]
    players: range
    about: Sentence
    variants: Mapping[str | None, Mapping[str, Value]]
    options: tuple[Question, ...]
    sides: Callable[[Options, int], Sides]
    form: Callable[[Pad], Interview]
    score: Callable[[Pad, Entry], Iterable[Line]]
    result: Callable[[Pad], Outcome | None]
    columns: tuple[str, ...] = ("score",)
    tallies: tuple[str, ...] = ()
    edition: int = 1
    upcoming: Callable[[Pad], Mapping[str, Value]] = _clockwise
    recorded: tuple[str, ...] = ()
    state: Callable[[Pad], Mapping[str, Value]] = _nothing
    check: Callable[[str | None, Options, int], Iterable[Fault]] | None = None
    extras: Mapping[str, Callable[[Pad], Interview]] = field(default_factory=dict)
    closing: Callable[[Pad], Iterable[Line]] | None = None
    over: Sentence | None = None
    headline: Callable[[Pad, Entry], Sentence | None] | None = None
    carried: Callable[[Pad], Iterable[tuple[int, Sentence]]] | None = None
    needs: Callable[[Pad], Iterable[tuple[int, Sentence]]] | None = None
    facts: Callable[[Pad, Entry], Iterable[tuple[int, Fact, int]]] | None = None
    tables: Callable[[Options], Mapping[str, Table]] | None = None
    room: Callable[[Pad, int], Sentence | None] | None = None
    ladder: Callable[[Pad], Sequence[Sentence]] | None = None
    low_wins: Callable[[Options], bool] = lambda options: False
    pips: Callable[[Options], int] | None = None
    play: Play | None = None
    auction: Auction | None = None

    def __hash__(self) -> int:
        return hash(self.slug)

    @cached_property
    def marks(self) -> frozenset[str]:
        """The keys of entries that are no deals, of this game or of another."""
        return frozenset((*_INTERVIEWS, "draw", *self.extras))

    @property
    def partnerships(self) -> bool:
        """Whether two players score together by default."""
        seats = self.players[0]
        return any(len(side) > 1 for side in self.sides(self.defaults(None), seats))

    def defaults(self, variant: str | None) -> Options:
        """Every option of the variant (None: the first) with its default."""
        if variant in self.variants:
            return self.variants[variant]
        return next(iter(self.variants.values()))


def each_player(options: Options, players: int) -> Sides:
    """Every player scores for himself."""
    return tuple((seat,) for seat in range(players))


def two_partnerships(options: Options, players: int) -> Sides:
    """Seats 0 and 2 against 1 and 3."""
    return ((0, 2), (1, 3))


def blank(game: Game, options: Options, names: Sequence[str], dealer: int = 0) -> Pad:
    """An empty pad: every option with its value, the players in seat order, the first dealer."""
    sides = game.sides(options, len(names))
    zeros = (0,) * len(sides)
    return Pad(
        game=game,
        options=options,
        seats=tuple(names),
        first_dealer=dealer,
        sides=sides,
        rows=Rows([], 0),
        sums=dict.fromkeys((*game.columns, *game.tallies), zeros),
        totals=zeros,
    )


def after(pad: Pad, entry: Entry) -> Pad:
    """The pad with `entry` written on it; raises `Refused` with every fault of an impossible one.

    Preview, what-if, writing and replay all come through here.
    """
    kind, _ = _judged(pad, entry)
    return _WRITERS.get(kind, _write_extra)(pad, kind, entry)


def consider(pad: Pad, entry: Entry) -> tuple[Pad, list[Warn]]:
    """The pad with `entry` written on it, and what is odd about the entry."""
    kind, reading = _judged(pad, entry)
    written = _WRITERS.get(kind, _write_extra)(pad, kind, entry)
    if kind == "deal":
        reading.warnings.extend(_unheard_of(pad, written))
    return written, reading.warnings


def _judged(pad: Pad, entry: Entry) -> tuple[str, Reading]:
    if pad.outcome is not None:
        raise Refused([Fault((), _over(pad))])
    kind = "deal" if pad.game.marks.isdisjoint(entry) else _kind(pad, entry)
    reading = read(interview(pad, kind), entry)
    if kind == "deal" and ("passed_out",) in reading.unread:
        reading.faults = [Fault(("passed_out",), say("In this game a deal cannot be passed out."))]
    if reading.faults:
        raise Refused(reading.faults)
    return kind, reading


def interview(pad: Pad, kind: str = "deal") -> Interview:
    """What is asked about the next entry of that kind."""
    if kind == "deal":
        return pad.game.form(pad)
    if kind in pad.game.extras:
        return pad.game.extras[kind](pad)
    return _INTERVIEWS[kind](pad)


def kind_of(game: Game, entry: Entry) -> str:
    """deal, adjust, seat, finish or the game's extra that `entry` is, told by its keys."""
    return next((kind for kind in (*_INTERVIEWS, *game.extras) if kind in entry), "deal")


def _kind(pad: Pad, entry: Entry) -> str:
    kind = kind_of(pad.game, entry)
    # an extra that other games have would else be read as a deal full of unknown fields
    if kind == "deal" and "draw" in entry:
        sentence = say("A declared draw is not part of this game.")
        raise Refused([Fault(("draw",), sentence)])
    return kind


def _over(pad: Pad) -> Sentence:
    if pad.game.over:
        return pad.game.over
    winners = pad.outcome.winners if pad.outcome else ()
    if winners:
        names = all_of(*map(Side, winners))
        return say("The game is over; {names} won it after deal {n}.", names=names, n=pad.deals)
    if pad.outcome and pad.outcome.drawn:
        return say("The game is over; it was drawn after deal {n}.", n=pad.deals)
    return say("The game is over; it ended without a winner after deal {n}.", n=pad.deals)


def _write_deal(pad: Pad, kind: str, entry: Entry) -> Pad:
    upcoming = pad.game.upcoming(pad)
    lines = tuple(pad.game.score(pad, entry))
    keys = pad.game.recorded
    recorded = {key: upcoming[key] for key in keys} if keys else {}
    return _post(pad, kind, entry, lines, upcoming["dealer"], recorded)


def _write_adjust(pad: Pad, kind: str, entry: Entry) -> Pad:
    fields = entry["adjust"]
    reason = say("{reason}", reason=fields["reason"].strip())
    column = pad.game.columns[-1]
    line = Line(fields["side"], fields["points"], reason, "adjust", column)
    return _post(pad, kind, entry, (line,))


def _write_seat(pad: Pad, kind: str, entry: Entry) -> Pad:
    fields = entry["seat"]
    number, name = fields["number"], fields["name"] and fields["name"].strip()
    seats = list(pad.seats)
    lines: tuple[Line, ...] = ()
    if number == len(seats):
        seats.append(name)
        if fields.get("points"):
            text = say("{name} starts with {points}", name=name, points=fields["points"])
            lines = (Line(number, fields["points"], text, "seat", pad.game.columns[-1]),)
        pad = _widened(pad, tuple(seats))
    else:
        seats[number] = name
        pad = msgspec.structs.replace(pad, seats=tuple(seats))
    return _post(pad, kind, entry, lines)


def _widened(pad: Pad, seats: tuple[str | None, ...]) -> Pad:
    sums = {column: (*points, 0) for column, points in pad.sums.items()}
    return msgspec.structs.replace(
        pad,
        seats=seats,
        sides=pad.game.sides(pad.options, len(seats)),
        sums=sums,
        totals=(*pad.totals, 0),
    )


def _write_finish(pad: Pad, kind: str, entry: Entry) -> Pad:
    played = pad.game.closing is not None and pad.deals > 0
    lines = tuple(pad.game.closing(pad)) if played and pad.game.closing else ()
    return _post(pad, kind, entry, lines)


def _write_extra(pad: Pad, kind: str, entry: Entry) -> Pad:
    return _post(pad, kind, entry, ())


_WRITERS: Final[Mapping[str, Callable[[Pad, str, Entry], Pad]]] = {
    "deal": _write_deal,
    "adjust": _write_adjust,
    "seat": _write_seat,
    "finish": _write_finish,
}


def _post(
    pad: Pad,
    kind: str,
    entry: Entry,
    lines: tuple[Line, ...],
    dealer: int | None = None,
    recorded: Mapping[str, Value] | None = None,
) -> Pad:
    sums = {**pad.sums}
    for line in lines:
        if points := line.points:
            column = line.column
            by_side = [*sums[column]]
            by_side[line.side] += points
            sums[column] = tuple(by_side)
    totals = _together(sums, pad.game.columns)
    scores = tuple(map(sub, totals, pad.totals))
    deal = kind == "deal"
    deals = pad.deals + deal
    number = deals if deal else None
    row = Row(entry, kind, number, dealer, lines, scores, totals, pad.seats, recorded or {})
    written = Pad(
        pad.game,
        pad.options,
        pad.seats,
        pad.first_dealer,
        pad.sides,
        pad.rows.plus(row),
        sums,
        totals,
        deals,
        row,
        row if deal else pad.last_deal,
    )
    outcome = _outcome(written, kind)
    return written if outcome is None else msgspec.structs.replace(written, outcome=outcome)


def _together(sums: Mapping[str, tuple[int, ...]], columns: tuple[str, ...]) -> tuple[int, ...]:
    """The points by side of all the columns."""
    if len(columns) == 1:
        return sums[columns[0]]
    return tuple(map(sum, zip(*[sums[column] for column in columns], strict=True)))


def _outcome(pad: Pad, kind: str) -> Outcome | None:
    if kind == "seat" and pad.last and not any(pad.last.scores):
        return None
    if kind == "finish" and not pad.deals:
        return Outcome((), say("Nothing was played; there is no winner."), "finish")
    outcome = pad.game.result(pad)
    if outcome is None and kind == "finish":
        return won(pad, leaders(pad), "finish")
    return outcome


def present(pad: Pad) -> tuple[int, ...]:
    """The sides where somebody sits; the others bring no end about and cannot win."""
    if None not in pad.seats:
        return tuple(range(len(pad.sides)))
    return tuple(s for s, seats in enumerate(pad.sides) if any(pad.seats[seat] for seat in seats))


def leaders(pad: Pad, *, lowest: bool = False) -> tuple[int, ...]:
    """The sides present with the highest (or lowest) total."""
    sides, totals = present(pad), pad.totals
    best = (min if lowest else max)([totals[side] for side in sides])
    return tuple([side for side in sides if totals[side] == best])


def won(pad: Pad, winners: tuple[int, ...], rule: str) -> Outcome:
    """The outcome when the `winners` (one side, or several that share) have won."""
    names = Listing(tuple(map(Side, winners)), " and ")
    template = "{names} won with {points}" if len(winners) == 1 else "{names} shared with {points}"
    return Outcome(winners, say(template, names=names, points=pad.totals[winners[0]]), rule)


def _unheard_of(before: Pad, written: Pad) -> Iterable[Warn]:
    """Warn of a deal worth three times any former one (games.md, Warnings)."""
    most = max(map(abs, written.rows[-1].scores))
    former = [max(map(abs, row.scores)) for row in before.rows if row.kind == "deal"]
    if any(former) and most >= 3 * max(former):
        yield Warn((), say("This deal is worth three times any before it: {points}.", points=most))


def _ask_adjust(pad: Pad) -> Interview:
    """games.md, Adjustments; sheet.md, entries."""
    yield SideOf(path=("adjust", "side"), label=say("Side"), sides=len(pad.sides))
    yield Number(
        path=("adjust", "points"), label=say("Points"), low=-_MOST_POINTS, high=_MOST_POINTS
    )
    yield Text(path=("adjust", "reason"), label=say("Reason"), longest=_LONGEST_REASON)
    if pad.deals:
        yield Number(
            path=("adjust", "deal"),
            label=say("About deal"),
            low=1,
            high=pad.deals,
            optional=True,
            wrong="Deals run from {low} to {high}; {given} was entered.",
        )
    yield Word(path=("adjust", "rule"), label=say("Rule"), optional=True)


def _ask_finish(pad: Pad) -> Interview:
    yield Text(path=("finish", "reason"), label=say("Reason"), longest=200, optional=True)


def varies(game: Game) -> bool:
    """Whether players may come and go: each for himself, and not always the same number."""
    return len(game.players) > 1 and not game.partnerships


def _ask_seat(pad: Pad) -> Interview:
    """sheet.md, `seat`: a substitute, a newcomer or an emptied seat."""
    comes_and_goes = varies(pad.game)
    last = len(pad.seats) if comes_and_goes else len(pad.seats) - 1
    number = yield Number(
        path=("seat", "number"),
        label=say("Who changes"),
        keys=tuple(_seat_key(pad, seat) for seat in range(last + 1)),
        low=0,
        high=last,
        wrong="There is no seat {given} at this table; seats are 0 to {high}.",
    )
    name = yield Text(
        path=("seat", "name"),
        label=say("Name"),
        longest=LONGEST_NAME,
        none=say("nobody") if comes_and_goes else None,
    )
    if number == len(pad.seats):
        yield Number(
            path=("seat", "points"),
            label=say("Points"),
            low=-_MOST_POINTS,
            high=_MOST_POINTS,
            optional=True,
        )
    if number is not None and name is not None:
        yield from _seat_faults(pad, number, name)


def _seat_key(pad: Pad, seat: int) -> Key:
    if seat == len(pad.seats):
        return Key(seat, say("a new player"))
    empty = pad.seats[seat] is None
    return Key(
        seat, say("seat {n}, empty", n=seat + 1) if empty else say("{seat}", seat=Seat(seat))
    )


def _seat_faults(pad: Pad, number: int, name: Any) -> Iterable[Any]:
    others = {seat: pad.seats[seat] for seat in pad.filled if seat != number}
    filled = len(others) + (name is not NOBODY)
    if filled not in pad.game.players:
        low, high = pad.game.players[0], pad.game.players[-1]
        template = "This game is for {low} to {high} players; there would be {given}."
        yield Fault(("seat", "number"), say(template, low=low, high=high, given=filled))
    elif pad.game.room and (cramped := pad.game.room(pad, filled)):
        yield Fault(("seat", "number"), cramped)
    if name is NOBODY and (number >= len(pad.seats) or pad.seats[number] is None):
        yield Fault(("seat", "name"), say("Nobody sits there."))
    if name is not NOBODY:
        twin = next((s for s, other in others.items() if same_name(other, name)), None)
        if twin is not None:
            yield Fault(("seat", "name"), say("{seat} sits here already.", seat=Seat(twin)))


def same_name(one: str | None, other: str | None) -> bool:
    """Whether two names are one after trimming and case folding."""
    return (one or "").strip().casefold() == (other or "").strip().casefold()


_INTERVIEWS: Final[Mapping[str, Callable[[Pad], Interview]]] = {
    "adjust": _ask_adjust,
    "seat": _ask_seat,
    "finish": _ask_finish,
}
