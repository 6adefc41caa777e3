"""Deals: an entry, converted once, or a draft of a half-filled one; the lines that explain its
points; and the row that both stand in on the pad.

Thousands of lines and rows stand in memory and none can be part of a cycle, so the garbage
collector need not look at them (`gc=False`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, wraps
from itertools import islice
from typing import Any, Final, ParamSpec, Union, cast, get_args

import msgspec
from typing_extensions import TypeVar

from scorekeeper.interview.steps import Value
from scorekeeper.sentences import Message, Seat, Sentence, Sides, all_of, opening, say

T = TypeVar("T")

Entry = Mapping[str, Value]
"""What was written: one item of a sheet's `entries`."""


class Deal(msgspec.Struct, frozen=True, gc=False):
    """A deal as it is entered.

    A game subclasses it with a field for each question of its form, of the same name and JSON type;
    lists are tuples, and optional fields have a default. A game with deals of several kinds has a
    class for each, distinguished by `tag_field`. Derived values are properties.
    """


class Missing(Exception):
    """A draft was asked for a field that is not entered yet."""


def known(answer: T | None) -> T:
    """Return an optional answer where it is needed; raises `Missing` where a draft lacks it."""
    if answer is None:
        raise Missing
    return answer


class _NothingKnown:
    """A draft of which not even the kind is known."""

    def __getattr__(self, name: str) -> Any:
        raise Missing(name)


NOTHING_KNOWN: Final = _NothingKnown()


def kinds_of(deal: Any) -> tuple[type[Deal], ...]:
    """Return a game's deal classes: those of a union, or the only one."""
    return get_args(deal) or (deal,)


def reader_of(deal: Any) -> Callable[[Mapping[str, Any]], Any]:
    """Return a function that reads an entry as a deal of this class or union; it raises
    `msgspec.ValidationError`."""
    if not get_args(deal):
        return lambda entry: msgspec.convert(entry, deal)  # keyword arguments take twice as long
    # msgspec analyses a bare union for every deal, one in a struct only once
    holder: Any = msgspec.defstruct("Holder", [("deal", deal)], array_like=True)
    return lambda entry: msgspec.convert((entry,), holder).deal


class Drafts:
    """Half-filled deals of a game: what was entered so far, read as the deal that it may become."""

    def __init__(self, deal: Any) -> None:
        kinds = kinds_of(deal)
        drafts: Any = Union[tuple(map(_draft_of, kinds))]  # noqa: UP007 (made at run time)
        self.convert = reader_of(drafts)
        self.tag = kinds[0].__struct_config__.tag_field

    def read(self, entry: Mapping[str, Any]) -> Any:
        """Return the deal as far as it is entered; a half-filled answer, such as a list with
        gaps, counts as missing. `NOTHING_KNOWN` if not even its kind is known."""
        found = self._converted(entry)
        if found is not None:
            return found
        whole: dict[str, Any] = {}
        # its kind first, without which no other field can be read
        for name in sorted(entry, key=lambda name: name != self.tag):
            draft = self._converted({**whole, name: entry[name]})
            if draft is not None:
                found, whole[name] = draft, entry[name]
        return NOTHING_KNOWN if found is None and self.tag else found or self._converted({})

    def _converted(self, known: Mapping[str, Any]) -> Any:
        try:
            return self.convert(known)
        except msgspec.ValidationError:
            return None


# with such drafts one function of a game tells half-filled deals and whole ones
def _draft_of(kind: type[Deal]) -> type[Deal]:
    """Return a subclass whose required fields may be missing; reading one that is raises
    `Missing`."""

    def read(self: Any, name: str) -> Any:
        value = object.__getattribute__(self, name)
        if value is msgspec.UNSET:
            raise Missing(name)
        return value

    config = kind.__struct_config__
    return msgspec.defstruct(  # type: ignore[return-value]
        kind.__name__,
        [
            (field.name, field.type | msgspec.UnsetType, msgspec.UNSET)
            for field in msgspec.structs.fields(kind)
            if field.required
        ],
        bases=(kind,),
        namespace={"__getattribute__": read},
        frozen=True,
        kw_only=True,
        tag_field=config.tag_field,
        tag=config.tag,
    )


def known_prefix(items: Iterable[T]) -> list[T]:
    """Return the items that a game yields about a draft before it needs a missing field."""
    found: list[T] = []
    try:
        for one in items:
            found.append(one)
    except Missing:
        pass
    return found


# --- lines ----------------------------------------------------------------------------------------

_MOST_KEPT: Final = 4096
"""The most results of one function that `cached_lines` caches."""

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

    # else a side and its player would be read as one: "Ann & Cat Ann bid 4"
    def names_player(self, sides: Sides) -> bool:
        """Return whether the sentence begins with a player of its side, so that it is read
        alone."""
        who = opening(self.text)
        return type(who) is Seat and who in sides[self.side]


def cached_lines(make: Callable[P, Iterable[Line]]) -> Callable[P, tuple[Line, ...]]:
    """Cache the lines that `make` makes of a few hashable arguments.

    Most deals of some games never occur again: pass what the lines depend on, not the deal.
    """

    @wraps(make)
    def lines(*args: P.args, **kwargs: P.kwargs) -> tuple[Line, ...]:
        return tuple(make(*args, **kwargs))

    return cast(Callable[P, tuple[Line, ...]], lru_cache(_MOST_KEPT)(lines))


def empty_seat_line(seat: int) -> Line:
    """Return why an emptied seat gets nothing."""
    return Line(seat, 0, say("nobody sits here"), "seat")


def paid(
    amount: int,
    declarers: Sequence[int],
    defenders: Sequence[int],
    reason: Sentence,
    rule: str,
) -> Iterator[Line]:
    """Yield the lines by which each defender pays each declarer `amount` counters; less than 0 goes
    the other way.

    Sides are seats; `reason` is what the declarers did: "made nap".
    """
    won = amount > 0
    template = "{told}: {n} from {others}" if won else "{told}: {n} to {others}"
    for seat in declarers:
        yield _payment(seat, amount, defenders, template, reason, rule)
    template = "paid {n} to {others}, who {told}" if won else "got {n} from {others}, who {told}"
    for seat in defenders:
        yield _payment(seat, -amount, declarers, template, reason, rule)


def _payment(
    seat: int, amount: int, others: Sequence[int], template: Message, reason: Sentence, rule: str
) -> Line:
    """Return what the seat gets from each of the others, or pays to each."""
    n = say("{n} each" if len(others) > 1 else "{n}", n=abs(amount))
    text = say(template, told=reason, n=n, others=all_of(*map(Seat, others)))
    return Line(seat, amount * len(others), text, rule)


# --- rows -----------------------------------------------------------------------------------------


Standing = tuple[int, Sentence, *tuple[str, ...]]
"""What is said of a side between two deals, and the anchors of the paragraphs it stands under."""


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
    points by side; `seats` the names of who sat there then; `carried` what its game keeps of it.
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
    carried: Any = None

    @property
    def dealer(self) -> int | None:
        """The seat that dealt; None if it is no deal."""
        return self.upcoming.get("dealer")


class Rows(msgspec.Struct, frozen=True, eq=False, gc=False):
    """The first `length` rows of a list that longer pads share, so that a replay stays linear."""

    # the pads of 5,000 entries, the most a game holds, would keep 100 MB of rows of their own
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
