"""What a game is: one frozen value made of plain functions."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Literal, get_args

import msgspec

from scorekeeper.engine.guide import UNSAID, Guide
from scorekeeper.engine.pad import Entry, Line, Options, Outcome, Pad, beside, deal_passes
from scorekeeper.engine.steps import Fault, Interview, Question, Value, Warn
from scorekeeper.referee.auction import Auction
from scorekeeper.referee.tricks import Play
from scorekeeper.sentences import Sentence, Sides

Fact = Literal["bid kept", "bid lost", "side kept", "side lost", "bid", "over", "short"]
"""What statistics count of a player in a deal: 1 for a bid kept or lost, else tricks or points. A
bid is the player's who made it; what partners bid together is kept or lost by their side."""
FACTS: Final[tuple[str, ...]] = get_args(Fact)


ALWAYS: Final = ("adjust", "seat", "finish")
"""The keys of the entries that every game knows beside its deals."""


class Table(msgspec.Struct, frozen=True):
    """A table printed on the rules page, made from the module's own values."""

    head: tuple[Sentence, ...]
    rows: tuple[tuple[Sentence, ...], ...]


class Room(msgspec.Struct, frozen=True):
    """The house rules that make room for more players, and what the key says that changes them."""

    options: Mapping[str, Value]
    told: Sentence


def _clockwise(pad: Pad) -> Mapping[str, Value]:
    return {"dealer": deal_passes(pad)}


def dealers_left(pad: Pad, entry: Entry) -> Mapping[str, Value]:
    """The dealer's left leads, whatever was bid."""
    return {"leader": beside(pad, pad.game.upcoming(pad)["dealer"])}


def _nothing(pad: Pad) -> Mapping[str, Value]:
    return {}


@dataclass(frozen=True)
class Game:
    """A game: one frozen value made of plain functions.

    `guide` tells who looks for a game how long it lasts, how hard it is and which pack it needs.
    `form` asks about the next deal; `score` says why each point of a deal (the pad before it and
    its entry, which stands); `result` says how the game ended, None to play on; `upcoming` holds
    the dealer and what else the next deal depends on, `recorded` which of it a deal's result
    repeats; `state` what is carried. `check` yields faults of variant, options and number of
    players together; `extras` are entries of the game's own that take no deal; `closing` yields the
    lines of `finish`. Of a deal, with the pad before it: `headline` tells it in a few words,
    half-filled too; `odd` warns of what may well be right; `facts` are (seat, fact, amount).
    `carried` is what each side carries into the next deal, `needs` what it still needs; `tables`
    what the rules page prints. `room` says why the table cannot go on with so many players (None:
    it can), `more_room` under which house rules it could; `ladder` what each deal of the game is,
    the first one first, as far as that is fixed; `deals` of the pad says how far it has come;
    `low_wins` whether the lowest total is the best; `pips` how many pips of playing cards tell the
    score at the table, where players are used to that; `counters` whether the points are counters
    that the players pay one another, so that each deal comes to nought (None: never): such a table
    may have a stake, and at the end it is told who pays whom. `play` and `auction` are what the
    referee knows of the game's tricks and bidding (None: there are none). `board` is what a deal's
    entry (`contract`, `declarer`, `doubled`, `tricks`) brings the declarer's side, given whether
    that is vulnerable and whether it belongs to a rubber: a game that has it is written in Portable
    Bridge Notation, and boards in that notation are judged by it. `opening` is what a deal,
    half-filled too, says of its first trick: keys of a trick's context.
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
    guide: Guide = UNSAID
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
    odd: Callable[[Pad, Entry], Iterable[Warn]] | None = None
    room: Callable[[Pad, int], Sentence | None] | None = None
    more_room: Callable[[Pad, int], Room] | None = None
    ladder: Callable[[Pad], Sequence[Sentence]] | None = None
    low_wins: Callable[[Options], bool] = lambda options: False
    pips: Callable[[Options], int] | None = None
    counters: Callable[[Options], bool] | None = None
    play: Play | None = None
    auction: Auction | None = None
    opening: Callable[[Pad, Entry], Mapping[str, Value]] = dealers_left
    board: Callable[[Entry, bool, bool], int] | None = None
    deal_of: Callable[[Entry], Any] = lambda entry: None
    house: Callable[[Options], Options] = lambda options: options

    def __hash__(self) -> int:
        return hash(self.slug)

    @cached_property
    def marks(self) -> frozenset[str]:
        """The keys of entries that are no deals, of this game or of another."""
        return frozenset((*ALWAYS, "draw", *self.extras))

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
