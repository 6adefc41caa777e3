"""Auctions: whose turn it is, the legal calls, and the contract of a closed auction.

A game's auction is a generator: it yields each turn (`ToCall`) and gets back the call that was
made, always one that the turn allows. It returns the contract, in the fields of a deal's entry.
Where a game's auctions are read from records (`Game.board`), it goes on after what such a record
may hold too: a bid that was too low and stood, and a seat that was passed over (`SKIPPED`).
"""

from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import cycle
from typing import Any, Final, NamedTuple

import msgspec

from scorekeeper.interview.steps import Choice, Number, Value
from scorekeeper.referee.context import Context, ContextKey, QuestionRefused, Ruling
from scorekeeper.sentences import Sentence, say

PASS: Final = "pass"
SKIPPED: Final = "skipped"
"""Sent to a bidding in place of a call where the seat was passed over, as a record may say."""

PASSED_OUT: Final[Mapping[str, Any]] = {"passed_out": True}


class ToCall(msgspec.Struct, frozen=True):
    """The seat to call, the calls it may make, and why a call may be made or may not (`judge`;
    None for what is no call of the game, and for a pass that is simply allowed). A `sealed` call
    stays closed until the next open turn; `prompt` asks for the call where that is not obvious;
    `means` are words that count as calls, each with its call."""

    seat: int
    calls: Sequence[str]
    judge: Callable[[str], Ruling | None]
    sealed: bool = False
    prompt: Sentence | None = None
    means: Mapping[str, str] = {}


# a generator, as a form is: the same few lines say what is legal, find the first call that was not,
# and settle the contract
Bidding = Generator[ToCall, str, Mapping[str, Any]]
"""Yields turns, gets their calls, returns the contract."""

Calls = Mapping[str, Sentence]
"""Calls that belong together, from the lowest up, each with its name."""

PASSING: Final[Calls] = {PASS: say("pass")}


class Acceptable(msgspec.Struct, frozen=True):
    """What stands once the next player calls over it: a call `out_of_turn` and one of the `bids`
    that was `too_low`, each with the paragraph that says so. Biddings then are sent `SKIPPED` for
    seats that were passed over, and bids that are too low."""

    out_of_turn: str
    too_low: str
    bids: Collection[str]


class Cancelled(NamedTuple):
    """A call that nobody accepted: whose it was, and the `turn` in which it was made, another
    seat's if it was out of turn. `since` are the calls that stand after it, with their seats."""

    seat: int
    call: str
    turn: ToCall
    since: list[tuple[int, str]]

    @property
    def out_of_turn(self) -> bool:
        """Return whether it was out of turn, not too low."""
        return self.seat != self.turn.seat


class Restriction(NamedTuple):
    """The `calls` that a turn is limited to because of a call that was cancelled, and why."""

    calls: Collection[str]
    why: Ruling


class Cancelling(msgspec.Struct, frozen=True):
    """What follows once a call is cancelled: the paragraphs about one `out_of_turn` and about one
    that was `too_low`, and what a turn after it is limited to (`restricts`; None: nothing)."""

    out_of_turn: str
    too_low: str
    restricts: Callable[[Cancelled, ToCall], Restriction | None]


@dataclass(frozen=True)
class Auction:
    """A game's auction: `bidding` begins one with that dealer; `rule` is the paragraph on it,
    `calls` are all calls there are, `keys` the facts that its contexts may have beside options
    and those of every game; `offer` is the pad's text for starting it; `also_called` has what
    players call calls besides, as `plain_word` writes it, with the calls that it may stand for;
    `acceptable` is what the next player may accept (None: nothing), `cancelling` what follows if a
    call is not accepted (None: the rules do not say)."""

    bidding: Callable[[Context, int], Bidding]
    rule: str
    calls: Callable[[Context], Sequence[Calls]]
    keys: tuple[ContextKey, ...] = ()
    offer: Sentence = say("Record the bidding")
    also_called: Mapping[str, Sequence[str]] = field(default_factory=dict)
    acceptable: Acceptable | None = None
    cancelling: Cancelling | None = None


# --- rounds that several games have -------------------------------------------------------------


def after_dealer(
    dealer: int, players: int = 4, step: int = 1, out: Collection[int] = ()
) -> list[int]:
    """Return every seat once, from the dealer's neighbour to the dealer; `step` -1: to the right.

    Seats that are `out` do not call; raises `QuestionRefused` if nobody could outbid.
    """
    seats = [(dealer + step * n) % players for n in range(1, players + 1)]
    calling = [seat for seat in seats if seat not in out]
    if len(calling) < 2:
        raise QuestionRefused(
            [(("context", "seats_out"), say("At least two players are needed to call."))]
        )
    return calling


def one_round(
    seats: Sequence[int], turn: Callable[[int, Sequence[str]], ToCall]
) -> Generator[ToCall, str, list[str]]:
    """Everybody calls once: the turn of each of `seats` after the calls before it; all calls."""
    calls: list[str] = []
    for seat in seats:
        calls.append((yield turn(seat, calls)))
    return calls


def by_seat(seats: Sequence[int], values: Iterable[Any], players: int = 4) -> list[Any]:
    """Return what was called by each seat, from seat 0; None for a seat that did not call."""
    called = dict(zip(seats, values, strict=True))
    return [called.get(seat) for seat in range(players)]


class HighestBid(NamedTuple):
    """The bidding so far, for the `seat` to call: the highest `bid` and its `bidder` (None: no
    bid yet), and how many have passed in succession since."""

    seat: int
    bid: str | None
    bidder: int | None
    passes: int


def outbidding(
    seats: Sequence[int], top: str, turn: Callable[[HighestBid], ToCall]
) -> Generator[ToCall, str, tuple[int, str]]:
    """Go round until all others have passed in succession after a bid, or `top` is bid; return
    the bidder and the bid."""
    bid, bidder, passes = None, None, 0
    turns = cycle(seats)
    while bid is None or bidder is None or not (bid == top or passes == len(seats) - 1):
        seat = next(turns)
        call = yield turn(HighestBid(seat, bid, bidder, passes))
        if call == PASS:
            passes += 1
        else:
            bid, bidder, passes = call, seat, 0
    return bidder, bid


_AS_ANY: Final[Mapping[Value, Any]] = {}


def declaring(
    seat: int,
    question: Choice | Number,
    rule: str,
    why: Sentence,
    rules: Mapping[Value, str] = _AS_ANY,
    whys: Mapping[Value, Sentence] = _AS_ANY,
) -> ToCall:
    """Return the turn of `seat` to answer the question: its keys are the calls, `why` says that
    they are allowed; `rule` is the paragraph on them. `rules` and `whys` hold those on certain
    answers."""
    refusals = question.refusals if isinstance(question, Choice) else {}
    keys = [key for key in question.keys_shown() if not key.used_up]
    reasons = {key.value: whys.get(key.value, why) for key in keys} | dict(refusals)
    rulings = {str(value): Ruling(text, rules.get(value, rule)) for value, text in reasons.items()}
    calls = tuple(str(key.value) for key in keys)
    means = question.means if isinstance(question, Choice) else {}
    said = {str(word): str(value) for word, value in means.items() if str(word) not in calls}
    return ToCall(seat, calls, rulings.get, question.sealed, means=said)


def call_names(question: Choice | Number) -> Calls:
    """Return all that can be called where calls are the question's keys."""
    return {str(key.value): key.label for key in question.keys_shown()}


def answer_of(call: str) -> int | str:
    """Return the answer that a call gives: a number, or a word as it is."""
    return int(call) if call.isdecimal() else call


MAY_PASS: Final = say("Passing is allowed.")
"""What a ruling on a pass says."""


@dataclass(frozen=True, eq=False)
class Ladder:
    """Bids with their `heights`, from the lowest up; equal heights do not outbid each other.
    `names` are what sentences call them, `rule` is the paragraph that says what outbids what."""

    heights: Mapping[str, int]
    names: Mapping[str, Any]
    rule: str

    @property
    def calls(self) -> Calls:
        """Every bid with its name."""
        return {bid: say("{name}", name=self.names[bid]) for bid in self.heights}

    def above(self, standing: str | None) -> tuple[str, ...]:
        """Return the bids that outbid the standing one (None: there is none yet)."""
        return _above(self, standing)

    def judge(
        self, bid: str, standing: str | None, allowed: Collection[str] | None = None
    ) -> Ruling | None:
        """Return why the bid outbids the standing one, or does not; None if it is no bid.
        `allowed` are the bids that are legal now (None: whatever is higher)."""
        if bid not in self.heights:
            return None
        values = {"bid": self.names[bid], "standing": standing and self.names[standing]}
        if standing is None:
            return Ruling(say("There is no bid yet, so {bid} may be bid.", **values), self.rule)
        if self.heights[bid] > self.heights[standing]:
            return Ruling(say("{bid} is higher than {standing}.", **values), self.rule)
        higher = [one for one in self.above(standing) if allowed is None or one in allowed]
        if not higher:
            return Ruling(
                say("{bid} is too low over {standing}; nothing beats it.", **values), self.rule
            )
        why = say(
            "{bid} is too low over {standing}; at least {least} is needed.",
            least=self.names[higher[0]],
            **values,
        )
        return Ruling(why, self.rule)


@cache
def _above(ladder: Ladder, standing: str | None) -> tuple[str, ...]:
    least = -1 if standing is None else ladder.heights[standing]
    return tuple(bid for bid, height in ladder.heights.items() if height > least)
