"""Auctions: whose turn it is, the legal calls, and the contract of a closed auction.

A game's auction is a generator: it yields each turn (`ToCall`) and gets back the call that was
made, always one that the turn allows. It returns the contract, in the fields of a deal's entry.
Where a game's auctions are read from records (`Game.board`), it goes on after what such a record
may hold too: a bid that was too low and stood, and a seat that was passed over (`SKIPPED`).
"""

from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec

from scorekeeper.interview.steps import Choice, Number, Value
from scorekeeper.referee.context import Context, ContextKey, QuestionRefused, Ruling
from scorekeeper.sentences import Listing, Seat, Sentence, one_of, say
from scorekeeper.spelling import plain_word

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


class SeatedCall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call with the seat that made it, in turn or out of turn."""

    seat: Annotated[int, msgspec.Meta(ge=0)]
    call: str


Called = str | SeatedCall
"""A call as it was made; without a seat, in turn."""

Irregularity = Literal["out-of-turn", "too-low"]
"""What may be wrong with a call that stands once the next player calls over it."""


class Acceptable(msgspec.Struct, frozen=True):
    """What stands once the next player calls over it: a call `out_of_turn` and one of the `bids`
    that was `too_low`, each with the paragraph that says so. Biddings then are sent `SKIPPED` for
    seats that were passed over, and bids that are too low."""

    out_of_turn: str
    too_low: str
    bids: Collection[str]


@dataclass(frozen=True)
class Auction:
    """A game's auction: `bidding` begins one with that dealer; `rule` is the paragraph on it,
    `calls` are all calls there are, `keys` the facts that its contexts may have beside options
    and those of every game; `offer` is the pad's text for starting it; `also_called` has what
    players call calls besides, as `plain_word` writes it, with the calls that it may stand for;
    `acceptable` is what the next player may accept (None: nothing)."""

    bidding: Callable[[Context, int], Bidding]
    rule: str
    calls: Callable[[Context], Sequence[Calls]]
    keys: tuple[ContextKey, ...] = ()
    offer: Sentence = say("Record the bidding")
    also_called: Mapping[str, Sequence[str]] = field(default_factory=dict)
    acceptable: Acceptable | None = None


class AuctionSoFar(msgspec.Struct, frozen=True):
    """The state of an auction: the next `turn`, or the `contract` that it has settled; `past`
    are the turns in which its calls were made. `irregular`: what was wrong with the last call,
    which stands if the next player calls."""

    turn: ToCall | None
    contract: Mapping[str, Any] | None = None
    past: Sequence[ToCall] = ()
    irregular: Irregularity | None = None


class AuctionVerdict(msgspec.Struct, frozen=True):
    """The answer: the `state` after the calls so far; whether the call asked about may be made
    (None where none was), and why."""

    state: AuctionSoFar
    legal: bool | None
    why: Ruling


def after_calls(
    auction: Auction, context: Context, dealer: int, calls: Sequence[Called]
) -> AuctionSoFar:
    """Return the auction after these calls; raises `QuestionRefused` at the first that could not
    be made, and stand."""
    bidding = auction.bidding(context, dealer)
    turn = next(bidding)
    past: list[ToCall] = []
    missed: list[int | None] = []
    irregular: Irregularity | None = None
    for number, made in enumerate(calls):
        due = turn.seat
        try:
            turn = _turn_of(auction, bidding, turn, made, irregular, context["players"])
            irregular = _irregularity(auction, turn, due, made)
        except _Refused as refused:
            raise QuestionRefused([(("calls", number), refused.why)]) from None
        past.append(turn)
        missed.append(due if turn.seat != due else None)
        try:
            turn = bidding.send(turn.means.get(_word(made), _word(made)))
        except StopIteration as closed:
            back = _missed_turn(past, missed, context["players"])
            if back is not None:
                return _reverted(auction, context, dealer, calls, range(back, number + 1))
            if number + 1 < len(calls):
                raise QuestionRefused([(("calls", number + 1), _OVER)]) from None
            return AuctionSoFar(None, closed.value, past)
    return AuctionSoFar(turn, None, past, irregular)


def _missed_turn(past: Sequence[ToCall], missed: Sequence[int | None], players: int) -> int | None:
    """Return the number of the call that was made over the head of a seat (`missed`, by call) in
    the last round of a bidding, if that seat has not called since."""
    called = {turn.seat for turn in past[-players:]}
    for number in range(max(0, len(past) - players + 1), len(past)):
        if missed[number] is not None and missed[number] not in called:
            return number
    return None


def _reverted(
    auction: Auction, context: Context, dealer: int, calls: Sequence[Called], void: range
) -> AuctionSoFar:
    """Return the auction that goes back to a player who was passed over: calls since are void."""
    try:
        left = [*calls[: void.start], *calls[void.stop :]]
        return after_calls(auction, context, dealer, left)
    except QuestionRefused as refused:
        (path, why), *_ = refused.faults
        number = int(path[1])
        number += len(void) if number >= void.start else 0
        raise QuestionRefused([(("calls", number), why)]) from None


class _Refused(Exception):
    """A call that cannot stand, and why."""

    def __init__(self, why: Sentence) -> None:
        self.why = why


def _word(made: Called) -> str:
    return made if isinstance(made, str) else made.call


def _whose_turn(seat: int) -> Sentence:
    return say("It's {seat}'s turn.", seat=Seat(seat))


def _turn_of(
    auction: Auction,
    bidding: Bidding,
    turn: ToCall,
    made: Called,
    irregular: Irregularity | None,
    players: int,
) -> ToCall:
    """Return the turn in which a call was made: the next one, or a later one where the game lets
    that stand. After an `irregular` call, only a call by the next player lets that one stand."""
    if isinstance(made, str) or made.seat == turn.seat:
        return turn
    if irregular is not None:
        text = say("{seat} has not accepted the call before this one.", seat=Seat(turn.seat))
        raise _Refused(text)
    if auction.acceptable is None or made.seat >= players:
        raise _Refused(_whose_turn(turn.seat))
    while turn.seat != made.seat:
        turn = bidding.send(SKIPPED)
    return turn


def _irregularity(auction: Auction, turn: ToCall, due: int, made: Called) -> Irregularity | None:
    """Return what is wrong with a call that may yet stand; raises `_Refused` if it cannot."""
    call = turn.means.get(_word(made), _word(made))
    too_low = call not in turn.calls
    stands = auction.acceptable
    if too_low and (isinstance(made, str) or stands is None or call not in stands.bids):
        raise _Refused(ruling_on(auction, turn, call).text)
    if turn.seat != due:
        return "out-of-turn"
    return "too-low" if too_low else None


def _accepting(auction: Auction, state: AuctionSoFar) -> Ruling:
    """Return what is wrong with the last call, and who may accept it."""
    assert state.turn is not None
    assert auction.acceptable is not None
    seats = {"seat": Seat(state.past[-1].seat), "next": Seat(state.turn.seat)}
    if state.irregular == "out-of-turn":
        text = say("{seat} called out of turn; {next} may accept it by calling.", **seats)
        return Ruling(text, auction.acceptable.out_of_turn)
    text = say("{seat} bid too low; {next} may accept it by calling.", **seats)
    return Ruling(text, auction.acceptable.too_low)


_OVER: Final = say("The bidding is over.")
_SHOWN: Final = 8


def judge(
    auction: Auction,
    context: Context,
    dealer: int,
    calls: Sequence[Called],
    call: str | None = None,
) -> AuctionVerdict:
    """Return what may be called after `calls`, and whether `call` may; raises `QuestionRefused`."""
    state = after_calls(auction, context, dealer, calls)
    if state.turn is None:
        return AuctionVerdict(state, None if call is None else False, Ruling(_OVER, auction.rule))
    if call is None and state.irregular:
        return AuctionVerdict(state, None, _accepting(auction, state))
    if call is None:
        return AuctionVerdict(state, None, Ruling(_whose_turn(state.turn.seat), auction.rule))
    call = state.turn.means.get(call, call)
    return AuctionVerdict(state, call in state.turn.calls, ruling_on(auction, state.turn, call))


def ruling_on(auction: Auction, turn: ToCall, call: str) -> Ruling:
    """Return why the call may be made in this turn, or may not."""
    ruling = turn.judge(call)
    if ruling is not None:
        return ruling
    if call == PASS and PASS in turn.calls:
        return Ruling(MAY_PASS, auction.rule)
    meant = auction.also_called.get(plain_word(call), ())
    if possible := tuple(one for one in turn.calls if one in meant):
        text = say("Instead of {given}, call {calls}.", given=call, calls=one_of(*possible))
        return Ruling(text, auction.rule)
    if why := next(filter(None, map(turn.judge, meant)), None):
        return why
    calls = turn.calls if len(turn.calls) <= _SHOWN else (*turn.calls[:3], "…", turn.calls[-1])
    text = say("Not a call in this game. Calls: {calls}.", calls=Listing(tuple(calls)))
    return Ruling(text, auction.rule)


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
    seats: Sequence[int], top: str, turn: Callable[[HighestBid], ToCall], final: bool = False
) -> Generator[ToCall, str, tuple[int, str]]:
    """Go round until all others have passed in succession after a bid, or `top` is bid; return
    the bidder and the bid. With `final`, a player who has passed is out."""
    bid, bidder, passes = None, None, 0
    waiting = deque(seats)
    while (
        bid is None
        or bidder is None
        or not (bid == top or passes == len(seats) - 1 or len(waiting) == 1)
    ):
        seat = waiting.popleft()
        call = yield turn(HighestBid(seat, bid, bidder, passes))
        if call == PASS:
            passes += 1
        else:
            bid, bidder, passes = call, seat, 0
        if call != PASS or not final:
            waiting.append(seat)
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
