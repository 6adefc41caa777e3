"""A game's declaration: one frozen value of typed functions, all that the app knows of it. And the
pad, on which it is played."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, Final, Generic, Literal, cast, get_args

import msgspec
from msgspec.structs import force_setattr
from typing_extensions import TypeVar

from scorekeeper.engine.deals import (
    Drafts,
    Entry,
    Line,
    Outcome,
    Row,
    Rows,
    Standing,
    known_prefix,
    reader_of,
)
from scorekeeper.engine.grid import Grid, Printed
from scorekeeper.engine.guide import NO_GUIDE, Guide, OwnDocument, Preset, VariantCard
from scorekeeper.engine.options import Options, OptionValues
from scorekeeper.engine.remedies import Remedies
from scorekeeper.engine.worth import Worths
from scorekeeper.interview.steps import Fault, Interview, Question, Value, Warn
from scorekeeper.referee.auction import Auction
from scorekeeper.referee.tricks import Play
from scorekeeper.sentences import Message, Sentence, Sides, one_of, say

# --- the pad --------------------------------------------------------------------------------------

H_co = TypeVar("H_co", bound=OptionValues, default=Any, covariant=True)
"""The house rules of a pad's game."""


class Pad(msgspec.Struct, Generic[H_co], frozen=True, gc=False):
    """A game at one table as far as it was written.

    `seats` are the players' names in seat order (None for an emptied seat), `filled` the seats
    where somebody sits, `totals` the points by side, `deals` how many were played, `last` the
    newest row, `last_deal` the newest that is a deal (None before the first), `outcome` how it
    ended (None: it goes on), `sums` the points by side of every column and tally.
    """

    game: "Game"
    options: H_co
    seats: tuple[str | None, ...]
    filled: tuple[int, ...]
    first_dealer: int
    sides: Sides
    rows: Rows
    totals: tuple[int, ...]
    sums: Mapping[str, tuple[int, ...]]
    deals: int = 0
    last: Row | None = None
    last_deal: Row | None = None
    outcome: Outcome | None = None
    _upcoming: Mapping[str, Value] | None = None

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


def next_dealer(pad: Pad, step: int = 1) -> int:
    """Return the next dealer: the next filled seat clockwise (`step` -1: to the right)."""
    last = pad.last_deal
    if last is not None:
        return next_seat(pad, last.upcoming["dealer"], step)
    first = pad.first_dealer
    return first if pad.seats[first] is not None else next_seat(pad, first, step)


def next_seat(pad: Pad, seat: int, step: int = 1) -> int:
    """Return the next filled seat clockwise from that one (`step` -1: to the right)."""
    count = len(pad.seats)
    seat = (seat + step) % count
    while pad.seats[seat] is None:
        seat = (seat + step) % count
    return seat


# --- the game -------------------------------------------------------------------------------------

D = TypeVar("D", default=Any)
"""A game's deals: a subclass of `Deal`, or a union of them."""
H = TypeVar("H", bound=Options, default=Any)
"""A game's house rules."""
S = TypeVar("S", default=Any)
"""What a game carries from deal to deal: None, or a frozen struct."""

Printable = Grid[Any] | Printed

Fact = Literal["bid kept", "bid lost", "side kept", "side lost", "bid", "over", "short"]
"""What statistics count of a player in a deal: 1 for a bid kept or lost, else tricks or points. A
bid is the player's who made it; what partners bid together is kept or lost by their side."""
FACTS: Final[tuple[str, ...]] = get_args(Fact)


COMMON_KINDS: Final = ("adjust", "seat", "finish")
"""The kinds of entry that every game has beside its deals, each the key of its fields."""


class Table(msgspec.Struct, Generic[S, H], frozen=True, gc=False):
    """Everything besides the deal that its points may depend on.

    `state` is carried from deal to deal, `house` are the house rules, `sides` the seats that score
    together, `filled` the seats that are not empty.
    """

    state: S
    house: H
    sides: Sides
    filled: tuple[int, ...]


class Passing(msgspec.Struct, frozen=True):
    """Passed-out deals: the sentence for one, `barred`, which returns why these house rules do
    not allow it (None: they do), `label`, the text of its key if that is not `text`, and `line`,
    that of its lines if they say something else than that nothing was scored, and why."""

    text: Sentence
    barred: Callable[[Any], Sentence | None] = lambda house: None
    label: Sentence | None = None
    line: Sentence | None = None


class Capacity(msgspec.Struct, frozen=True):
    """The house rules that make room for more players, and what the key says that changes them."""

    options: Mapping[str, Value]
    label: Sentence


def each_player(house: OptionValues, players: int) -> Sides:
    """Return a side for each player."""
    return tuple((seat,) for seat in range(players))


def two_partnerships(house: OptionValues, players: int) -> Sides:
    """Return two sides: every other seat, so that of four seats 0 and 2 are against 1 and 3."""
    return _every_other(players)


@cache
def _every_other(players: int) -> Sides:
    return tuple(range(0, players, 2)), tuple(range(1, players, 2))


@cache
def dealt_by(dealer: int) -> Mapping[str, Value]:
    """Return what is fixed before a deal of that dealer (a seat), in a game in which nothing else
    is. It is one mapping for all their deals, so that long games need not keep one for each."""
    return {"dealer": dealer}


def _dealers_left(pad: Pad[Any], deal: Any) -> Iterator[tuple[str, Value]]:
    """Yield that the seat at the dealer's left leads, whatever was bid."""
    yield "leader", next_seat(pad, pad.upcoming["dealer"])


Settlement = tuple[Iterable[Line], Callable[[Pad[Any]], Outcome]]
"""The lines that the end of a game brings, and the outcome of the pad with them."""


# without eq, so that it is hashed by identity: caches go by the game, and its fields hold dicts
@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[D, H, S]):
    """A game. Its functions are plain: nothing is kept between two calls.

    Who plays: `players` is how many can, `sides` who scores together, `variants` the house rules of
    each variant (None: the only one), `variant_cards` describe each to players where there are
    several, `presets` are offered beside them, `check` yields faults of variant, house rules and
    number of players together. `guide` tells people who are choosing a game how long it lasts, how
    hard it is and which pack it needs.

    A deal: `form` asks about the next one, and what it asks has the names and types of the fields
    of `deal`; with `passing` a deal may be passed out, which the engine asks and scores. `score`
    says why each point is given, in sentences that are read after their side (`Line`); what carries
    over from deal to deal is read off the pad by `state`; `state_in_results` says whether results
    contain it, or turns it into what they contain. `result` says how the game ended (None: play
    on; without it, until the players stop). `upcoming` holds the dealer and what else the next deal
    depends on, `upcoming_in_results` which of it a deal's result repeats; `asks_same`: each deal
    asks the same, whatever came before it, so that a phone can go on without a server. `extras` are
    entries of the game's own that take no deal; `closing` yields the lines of `finish`, `settle`
    says what any end brings in the entry that ended the game; `over_text` is the answer to an entry
    after the end. What cannot be read off the pad `carry` keeps in the row of a deal (None: one
    that was passed out), given its lines. `own` is the document that the game was made of.

    In words, a draft (a deal half-filled) as well as a whole one: `headline` yields what can be
    said of it so far, each time more; `opening` yields keys of a trick's context, which the
    deal says of its first trick. Of a whole deal: `unusual` warns of what is unusual but may be
    right; `facts` are (seat, fact, amount). Of the pad: `carried` is what each side carries into
    the next deal, `needs` what it still needs, each with the anchors under which the rules pages
    say it as an answer; `in_common` what is carried that is nobody's yet, a pot say; `hands` how
    many cards each hand of the game has, as far as that is fixed. `tables` are printed on the rules
    page.

    At the table: the holder of `first_card` is the first dealer (None: whoever the players like);
    `too_many` says why it cannot go on with so many players (None: it can),
    `options_for_more` under which house rules it could; `low_wins` whether the lowest total is the
    best; `played_to` the total that ends the game, if one does; `pips` how many pips of playing
    cards tell the score, where players are used to that; `counters` whether the points are counters
    that the players pay one another, so that each deal adds up to 0 (None: never): such a table may
    have a stake, and its pages say in the end who pays whom.

    The referee knows of `play` and `auction` (None: there is none). `remedies` say what is done
    when something went wrong, `worth` what the answer to a question depends on. `board` is what a
    deal brings the declarer's side, given whether that is vulnerable and whether it belongs to a
    rubber: a game that has it is written in Portable Bridge Notation, and boards in that notation
    are judged by it. `board_lines` says why of a single board, given the same risk.
    """

    slug: str
    name: str
    aliases: tuple[str, ...]
    players: range
    about: Sentence
    house: type[H]
    deal: type[D] | Any  # a union of types is no type
    form: Callable[[Pad[H]], Interview]
    score: Callable[[Table[S, H], D], Iterable[Line]]
    guide: Guide = NO_GUIDE
    variants: Mapping[str | None, H] = field(default_factory=dict)
    variant_cards: Mapping[str, VariantCard] = field(default_factory=dict)
    presets: Mapping[str, Preset] = field(default_factory=dict)
    sides: Callable[[H, int], Sides] = each_player
    check: Callable[[str | None, H, int], Iterable[Fault]] | None = None
    passing: Passing | None = None
    result: Callable[[Pad[H]], Outcome | None] = lambda pad: None
    state: Callable[[Pad[H]], S] = cast(Any, lambda pad: None)
    state_in_results: bool | Callable[[S], Mapping[str, Value]] = True
    columns: tuple[Message, ...] = ("score",)
    # columns worth no points, so that part scores, games won and bags are sums of lines too
    tallies: tuple[Message, ...] = ()
    edition: int = 1
    upcoming: Callable[[Pad[H]], Mapping[str, Value]] = lambda pad: dealt_by(next_dealer(pad))
    upcoming_in_results: tuple[str, ...] = ()
    asks_same: bool = False
    extras: Mapping[str, Callable[[Pad[H]], Interview]] = field(default_factory=dict)
    # apart from `score`, because a single game has lines of an early end
    closing: Callable[[Pad[H]], Iterable[Line]] | None = None
    settle: Callable[[Pad[H]], Settlement] | None = None
    carry: Callable[[Table[S, H], D | None, Sequence[Line]], Any] | None = None
    own: OwnDocument | None = None
    over_text: Sentence | None = None
    headline: Callable[[Pad[H], D], Iterator[Sentence]] | None = None
    opening: Callable[[Pad[H], D], Iterator[tuple[str, Value]]] = _dealers_left
    unusual: Callable[[Pad[H], D], Iterable[Warn]] | None = None
    facts: Callable[[Pad[H], D], Iterable[tuple[int, Fact, int]]] | None = None
    carried: Callable[[Pad[H]], Iterable[Standing]] | None = None
    in_common: Callable[[Pad[H]], Iterable[Sentence]] | None = None
    needs: Callable[[Pad[H]], Iterable[Standing]] | None = None
    hands: Callable[[Pad[H]], Sequence[int]] | None = None
    tables: Mapping[str, Printable | Callable[[H], Printable | None]] = field(default_factory=dict)
    first_card: str | None = None
    too_many: Callable[[Pad[H], int], Sentence | None] | None = None
    options_for_more: Callable[[Pad[H], int], Capacity] | None = None
    low_wins: Callable[[H], bool] = lambda house: False
    played_to: Callable[[H], int | None] = lambda house: cast(int | None, house.get("target"))
    pips: Callable[[H], int] | None = None
    # brings the balance, the stake and who pays whom, so that no page asks which game it is
    counters: Callable[[H], bool] | None = None
    play: Play | None = None
    auction: Auction | None = None
    remedies: Remedies = field(default_factory=dict)
    worth: Worths = field(default_factory=dict)
    board: Callable[[D, bool, bool], int] | None = None
    board_lines: Callable[[D, bool], Iterable[Line]] = lambda deal, vulnerable: ()

    def __post_init__(self) -> None:
        if not self.variants:
            object.__setattr__(self, "variants", {None: self.house()})

    @cached_property
    def options(self) -> tuple[Question, ...]:
        """The questions about the whole game, one for each house rule."""
        return tuple(option.question() for option in self.house.declared)

    @cached_property
    def special_keys(self) -> frozenset[str]:
        """The keys by which to tell an entry that is not a played deal, in any game."""
        return frozenset((*COMMON_KINDS, "draw", "passed_out", *self.extras))

    @cached_property
    def drafts(self) -> Drafts:
        """Deals that are half-filled."""
        return Drafts(self.deal)

    @property
    def players_said(self) -> Sentence:
        """Return how many can play: "4", "3 to 7", "4 or 6"."""
        low, high = self.players[0], self.players[-1]
        if self.players.step > 1:
            return say("{numbers}", numbers=one_of(*self.players))
        return say("{low}", low=low) if low == high else say("{low} to {high}", low=low, high=high)

    @property
    def partnerships(self) -> bool:
        """Return whether two players score together by default, at some number of players."""
        sides = (self.sides(self.defaults(None), seats) for seats in self.players)
        return any(len(side) > 1 for one in sides for side in one)

    def players_under(self, variant: str | None, house: H) -> Sequence[int]:
        """Return how many can play by these house rules."""
        check = self.check
        if check is None:
            return self.players
        return [n for n in self.players if not any(True for _ in check(variant, house, n))]

    def has_counters(self, house: H) -> bool:
        """Return whether points are counters that the players pay one another."""
        return self.counters is not None and self.counters(house)

    def defaults(self, variant: str | None) -> H:
        """Return the house rules of the variant (None: the first) where nobody has changed one."""
        if variant in self.variants:
            return self.variants[variant]
        return next(iter(self.variants.values()))

    def rules_named(self, name: str | None) -> tuple[str | None, H]:
        """Return the variant and the house rules of a preset, or else of a variant."""
        preset = self.presets.get(name or "")
        variant = preset.variant if preset else name
        if variant not in self.variants:
            variant = next(iter(self.variants))
        changed = preset.options if preset else {}
        return variant, self.house(**{**self.variants[variant], **changed})

    def house_rules(self, values: Mapping[str, Value]) -> H:
        """Return the values of all options as the game's own house rules."""
        return values if isinstance(values, self.house) else self.house(**values)

    @cached_property
    def deal_of(self) -> Callable[[Entry], D | None]:
        """The function that makes an entry, which stands on the pad or may, the deal that it is;
        None where that was passed out.

        Raises `msgspec.ValidationError` for an entry that the form would refuse.
        """
        read: Callable[[Entry], D] = reader_of(self.deal)
        if self.passing is None:
            return read
        return lambda entry: None if "passed_out" in entry else read(entry)


# --- what the app asks a game ---------------------------------------------------------------------


def deal_headline(pad: Pad, entry: Entry) -> Sentence | None:
    """Return a deal in a few words, half-filled too; None where nothing of it is known, or the game
    has no words for deals. `pad` is the one before it."""
    game = pad.game
    if game.passing is not None and entry.get("passed_out"):
        return game.passing.text
    if game.headline is None:
        return None
    headlines = known_prefix(game.headline(pad, game.drafts.read(entry)))
    return headlines[-1] if headlines else None


def first_trick(pad: Pad, entry: Entry) -> dict[str, Value]:
    """Return what a deal, half-filled too, says of its first trick: keys of a trick's context."""
    return dict(known_prefix(pad.game.opening(pad, pad.game.drafts.read(entry))))


def facts_of(before: Pad, row: Row) -> tuple[tuple[int, Fact, int], ...]:
    """Return what statistics count of a deal: (seat, fact, amount)."""
    tell = before.game.facts
    return () if tell is None or row.deal is None else tuple(tell(before, row.deal))


def carried_state(pad: Pad) -> Mapping[str, Value]:
    """Return the state carried from deal to deal, in the form that results have it."""
    shown = pad.game.state_in_results
    carried: Any = pad.game.state(pad) if shown else None
    if callable(shown):
        return shown(carried)
    return {} if carried is None else msgspec.structs.asdict(carried)


def printed_tables(game: Game, options: Options) -> Mapping[str, Printed]:
    """Return the tables of the rules page under these house rules, by their names."""
    made = {
        name: table(options) if callable(table) else table for name, table in game.tables.items()
    }
    return {
        name: table.printed() if isinstance(table, Grid) else table
        for name, table in made.items()
        if table is not None
    }


def board_points(game: Game, deal: Any, vulnerable: bool, rubber: bool) -> int:
    """Return the points that a deal brings the declarer's side, in a game that has boards."""
    assert game.board is not None
    return game.board(deal, vulnerable, rubber)
