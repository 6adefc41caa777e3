"""Is that call allowed? What the page of an auction shows as it is called out, and what its
contract is in the table's next deal."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from scorekeeper.cards import SUIT_SIGNS, SUITS
from scorekeeper.engine.deals import Entry
from scorekeeper.engine.game import Pad, deal_headline
from scorekeeper.engine.replay import interview
from scorekeeper.interview.lists import Many
from scorekeeper.interview.reading import walk
from scorekeeper.interview.steps import Question, SeatOf, Step
from scorekeeper.referee.auction import ToCall
from scorekeeper.referee.context import ContextKey
from scorekeeper.sentences import Sentence, say, tell
from scorekeeper.web.interview.keys import columns_of, room_class
from scorekeeper.web.interview.steps import CLOSED
from scorekeeper.web.referee import desk as desks
from scorekeeper.web.referee.auction_url import AuctionState, to_address
from scorekeeper.web.referee.desk import Desk, DeskQuestion
from scorekeeper.web.table.pad_page import PadPage

TO_CALL: Final = "?"
"""What stands where the next call will."""


class CallKey(NamedTuple):
    """A call that can be tapped: what it is, its label, whether it is legal now, its classes."""

    call: str
    label: str
    legal: bool
    classes: str


class CallGroup(NamedTuple):
    """Calls that belong together, and in how many columns they stand."""

    keys: list[CallKey]
    columns: int


@dataclass(frozen=True)
class AuctionPage:
    """The page of an auction (`progress`: what has been called); `show` is the table's pad."""

    progress: AuctionState
    show: PadPage

    @property
    def desk(self) -> Desk:
        """The facts known about the deal."""
        return self.progress.desk

    @property
    def turn(self) -> ToCall | None:
        """The turn to call; None once the auction is closed."""
        return self.progress.state.turn

    # --- what is told ---------------------------------------------------------------------------

    @property
    def heading(self) -> str:
        """The player to call, or what the auction has settled, in a few words."""
        turn, tried = self.turn, self.progress.tried
        if turn is None:
            return self.settled
        name = self.desk.names[turn.seat]
        if tried and tried not in turn.calls:
            return tell("{name} can't call {call}", name=name, call=self._named(tried))
        return self._text(turn.prompt) if turn.prompt else tell("{name} to call", name=name)

    @property
    def reason(self) -> str:
        """The reason why the call tried is not allowed, or why there is nothing more to call."""
        if self.progress.before is not None:
            given = {"n": self.progress.before, "m": self.progress.deal}
            return self._text(
                say("This bidding was for deal {n}. Start again for deal {m}.", **given)
            )
        return self._text(self.progress.why_not.text) if self.progress.why_not else ""

    @property
    def settled(self) -> str:
        """The contract in a few words."""
        headline = deal_headline(self.show.pad, self.entry)
        return self.show.sign.text(headline) if headline else tell("Bidding over")

    @cached_property
    def entry(self) -> Entry:
        """The contract as the deal takes it; empty before it is settled."""
        return in_seats(self.show.pad, self.progress.state.contract or {})

    def _text(self, sentence: Sentence) -> str:
        return self.desk.voice.alone(sentence)

    # --- what is asked and tapped ---------------------------------------------------------------

    @property
    def questions(self) -> list[DeskQuestion]:
        """Return the questions about the deal whose answers the auction needs to come to its
        end."""
        return self._questions(key for key in self.progress.keys.values() if key.missing)

    @property
    def more(self) -> list[DeskQuestion]:
        """Return the other questions about the deal."""
        return self._questions(key for key in self.progress.keys.values() if not key.missing)

    def _questions(self, keys: Iterable[ContextKey]) -> list[DeskQuestion]:
        return desks.desk_questions(
            self.desk, ((key, self.progress.facts.get(key.name)) for key in keys)
        )

    @property
    def fields(self) -> dict[str, str]:
        """The values from the address, which the form sends along."""
        return to_address(self.progress)

    @property
    def groups(self) -> list[CallGroup]:
        """Every call there is; one that is not legal now tells why when it is tapped."""
        legal = self.turn.calls if self.turn else ()
        return [
            CallGroup(
                [
                    CallKey(call, name, call in legal, _classes(call, one))
                    for call, name in one.items()
                ],
                columns_of([*one.values()]),
            )
            for one in self._labels
        ]

    @cached_property
    def _labels(self) -> list[dict[str, str]]:
        """The label of every call, as they belong together; one that only this turn knows too."""
        groups = [
            {call: self.desk.sign.text(name) for call, name in one.items()}
            for one in self.progress.auction.calls(self.progress.context)
        ]
        legal = self.turn.calls if self.turn else ()
        groups[0].update({call: call for call in legal if not any(call in one for one in groups)})
        return groups

    def _named(self, call: str) -> str:
        return next((one[call] for one in self._labels if call in one), call)

    # --- the grid -------------------------------------------------------------------------------

    @cached_property
    def order(self) -> list[int]:
        """The places from the dealer on, as they call."""
        play, count = self.desk.game.play, len(self.desk.names)
        step = play.step(self.progress.context) if play else 1
        return [(self.desk.dealer + step * n) % count for n in range(count)]

    @property
    def rows(self) -> list[list[str]]:
        """Return the calls, a row a round."""
        rows: list[list[str]] = []
        column = len(self.order)
        for place, words in self._calls_by_seat():
            last, column = column, self.order.index(place)
            if column <= last:
                rows.append([""] * len(self.order))
            rows[-1][column] = words
        return rows

    def _calls_by_seat(self) -> list[tuple[int, str]]:
        """Return who called what, in order, and who is to call."""
        past = zip(self.progress.state.past, self.progress.calls, strict=True)
        calls = [
            (turn.seat, CLOSED if turn.sealed and self.progress.sealed else self._named(call))
            for turn, call in past
        ]
        turn = self.turn
        return [*calls, (turn.seat, TO_CALL)] if turn else calls


def _classes(call: str, labels: Mapping[str, str]) -> str:
    """Return a word among numbers has a row of its own, a long one room for two; a suit has its
    colour."""
    numbers = any(label[0].isdecimal() for label in labels.values())
    if numbers and not labels[call][0].isdecimal():
        return " wide"
    suit = next((suit for suit in SUITS if SUIT_SIGNS[suit] in labels[call]), "")
    return (f" suit-{suit}" if suit else "") + room_class(labels[call])


# --- the contract, in the deal ------------------------------------------------------------------


def in_seats(pad: Pad, contract: Mapping[str, Any]) -> Entry:
    """Return a contract that speaks of places, with the seats of a table where some are empty."""
    seats = pad.filled
    if len(seats) == len(pad.seats):
        return contract
    asked = {question.path[0]: question for question in _questions(pad)}
    return {name: _in_seats(asked.get(name), value, pad) for name, value in contract.items()}


def _questions(pad: Pad) -> list[Question]:
    """Return what the deal asks first."""
    found: list[Question] = []

    def reply(step: Step) -> None:
        if isinstance(step, Question):
            found.append(step)

    walk(interview(pad), reply)
    return found


def _in_seats(question: Question | None, value: Any, pad: Pad) -> Any:
    if isinstance(question, SeatOf):
        return pad.filled[value]
    if isinstance(question, Many):
        by_seat = dict(zip(pad.filled, value, strict=True))
        return [by_seat.get(seat) for seat in range(len(pad.seats))]
    return value
