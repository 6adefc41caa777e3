"""May he call that? An auction as it is called out, kept in the page's address and nowhere else
until the table takes its contract over into the deal."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict

from scorekeeper.cards import SUIT_SIGNS
from scorekeeper.games._fields import Many, Question, SeatOf, Step, walk
from scorekeeper.games._ledger import Entry, Pad, interview
from scorekeeper.referee.auction import Auction, State, hold, judge
from scorekeeper.referee.context import Context, Key, Refused, Ruling
from scorekeeper.sentences import Sentence
from scorekeeper.web import desk as desks
from scorekeeper.web import envelope
from scorekeeper.web.desk import APART, Asked, Desk
from scorekeeper.web.forms import CLOSED
from scorekeeper.web.keys import columns_of
from scorekeeper.web.playing import Playing

TO_CALL = "?"
"""What stands where the next call will."""


class CallKey(NamedTuple):
    """A call that can be tapped: what it is, its label, whether it is legal now, its classes."""

    call: str
    label: str
    legal: bool
    classes: str


class Group(NamedTuple):
    """Calls that belong together, and in how many columns they stand."""

    keys: list[CallKey]
    columns: int


@dataclass(frozen=True)
class Page:
    """The page of an auction at a table: the `calls` so far, what was `said` of the deal, and a
    call that was `tried` and could not be made."""

    desk: Desk
    show: Playing
    calls: tuple[str, ...] = ()
    said: Mapping[str, Any] = field(default_factory=dict)
    tried: str = ""

    @cached_property
    def auction(self) -> Auction:
        """How the game's contract is found."""
        assert self.desk.game.auction is not None
        return self.desk.game.auction

    @cached_property
    def context(self) -> Context:
        """What holds in the deal."""
        return self.desk.context({**self.desk.coming, **self.said})

    @cached_property
    def state(self) -> State:
        """How far the auction has come."""
        return self.after(self.calls)

    def after(self, calls: Sequence[str]) -> State:
        """The auction after these calls; raises `Refused`."""
        return hold(self.auction, self.context, self.desk.dealer, calls)

    @property
    def sealed(self) -> bool:
        """Whether calls are kept closed for now."""
        return self.state.turn is not None and self.state.turn.sealed

    # --- what is told ---------------------------------------------------------------------------

    @property
    def heading(self) -> str:
        """Whose turn it is, or what is settled, in a few words."""
        turn = self.state.turn
        if turn is None:
            return self.settled
        name = self.desk.names[turn.seat]
        if self.tried and self.tried not in turn.calls:
            return f"{name} may not call {self._named(self.tried)}"
        return self._text(turn.asked) if turn.asked else f"{name} calls"

    @cached_property
    def why(self) -> Ruling | None:
        """Why the call that was tried could not be made."""
        if not self.tried:
            return None
        verdict = judge(self.auction, self.context, self.desk.dealer, self.calls, self.tried)
        return self._lacking() if verdict.legal else verdict.why

    def _lacking(self) -> Ruling:
        """What must be said of the deal before a call can be made that is legal."""
        try:
            self.after((*self.calls, self.tried))
        except Refused as lacking:
            return Ruling(lacking.faults[0][1], self.auction.rule)
        raise AssertionError("the call can be made")

    @property
    def reason(self) -> str:
        """The same in words."""
        return self._text(self.why.text) if self.why else ""

    @property
    def settled(self) -> str:
        """The contract in a few words."""
        headline = self.show.pad.game.headline
        told = headline(self.show.pad, self.entry) if headline else None
        return self.show.sign.text(told) if told else "The bidding is closed"

    @cached_property
    def entry(self) -> Entry:
        """The contract as the deal takes it; empty before it is settled."""
        return seated(self.show.pad, self.state.contract or {})

    def _text(self, sentence: Sentence) -> str:
        return self.desk.voice.text(sentence)

    # --- what is asked and tapped ---------------------------------------------------------------

    @property
    def keys(self) -> dict[str, Key]:
        """What can be said of a deal for its bidding, save for what is known before it."""
        return {key.name: key for key in self.auction.keys if key.name not in self.desk.coming}

    @property
    def asks(self) -> list[Asked]:
        """What must be said of the deal for an auction to be held to its end."""
        return self._asked(key for key in self.keys.values() if key.missing)

    @property
    def more(self) -> list[Asked]:
        """What else may be so."""
        return self._asked(key for key in self.keys.values() if not key.missing)

    def _asked(self, keys: Iterable[Key]) -> list[Asked]:
        return desks.asked(self.desk, ((key, self.said.get(key.name)) for key in keys))

    @property
    def fields(self) -> dict[str, str]:
        """What the form sends along: the address, in which sealed calls are in an envelope."""
        said = {name: desks.written(self.keys[name], value) for name, value in self.said.items()}
        calls = APART.join(self.calls)
        if calls:
            said["calls"] = envelope.close(calls) if self.sealed else calls
        return said

    @property
    def groups(self) -> list[Group]:
        """Every call there is; one that is not legal now tells why when it is tapped."""
        legal = self.state.turn.calls if self.state.turn else ()
        return [
            Group(
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
            for one in self.auction.calls(self.context)
        ]
        legal = self.state.turn.calls if self.state.turn else ()
        groups[0].update({call: call for call in legal if not any(call in one for one in groups)})
        return groups

    def _named(self, call: str) -> str:
        return next((one[call] for one in self._labels if call in one), call)

    # --- the grid -------------------------------------------------------------------------------

    @cached_property
    def order(self) -> list[int]:
        """The places from the dealer on, as they call."""
        play, count = self.desk.game.play, len(self.desk.names)
        step = play.step(self.context) if play else 1
        return [(self.desk.dealer + step * n) % count for n in range(count)]

    @property
    def rows(self) -> list[list[str]]:
        """What was called, a row a round."""
        rows: list[list[str]] = []
        column = len(self.order)
        for place, words in self._said():
            last, column = column, self.order.index(place)
            if column <= last:
                rows.append([""] * len(self.order))
            rows[-1][column] = words
        return rows

    def _said(self) -> list[tuple[int, str]]:
        """Who called what, in order, and who is to call."""
        past = zip(self.state.past, self.calls, strict=True)
        said = [
            (turn.seat, CLOSED if turn.sealed and self.sealed else self._named(call))
            for turn, call in past
        ]
        turn = self.state.turn
        return [*said, (turn.seat, TO_CALL)] if turn else said


def _classes(call: str, labels: Mapping[str, str]) -> str:
    """A word among numbers has a row of its own; a suit has its colour."""
    numbers = any(label[0].isdecimal() for label in labels.values())
    if numbers and not labels[call][0].isdecimal():
        return " wide"
    red = next((suit for suit in "DH" if SUIT_SIGNS[suit] in labels[call]), "")
    return f" suit-{red}" if red else ""


# --- the address --------------------------------------------------------------------------------


def page(desk: Desk, show: Playing, given: MultiDict[str, str]) -> Page:
    """The page for what stands in the address, its taps made."""
    shown = _from_address(Page(desk, show), given)
    for tap in given.getlist("tap"):
        shown = _after(shown, *tap.partition(APART)[::2])
    return shown


def _from_address(blank: Page, given: MultiDict[str, str]) -> Page:
    players = len(blank.desk.names)
    said = {
        name: value
        for name, key in blank.keys.items()
        if (value := desks.read(key, given.get(name, ""), players))
    }
    text = given.get("calls", "")
    text = envelope.opened(text) if text.startswith(envelope.MARK) else text
    calls = tuple(filter(None, text.split(APART)))
    return _standing(replace(blank, said=said, calls=calls))


def _standing(shown: Page) -> Page:
    """The page with the calls up to the first that could not be made."""
    calls = shown.calls
    while calls:
        try:
            shown.after(calls)
            break
        except Refused as refused:
            (path, _), *_ = refused.faults
            calls = calls[: int(path[1])] if path[0] == "calls" else calls[:-1]
    return replace(shown, calls=calls)


def _after(shown: Page, what: str, text: str) -> Page:
    shown = replace(shown, tried="")
    if what == "call" and shown.state.turn is not None:
        return _called(shown, text)
    if what == "back":
        return replace(shown, calls=shown.calls[:-1])
    if what == "clear":
        return replace(shown, calls=())
    if what not in shown.keys:
        return shown
    key = shown.keys[what]
    new = desks.tapped(key, shown.said.get(what), text, len(shown.desk.names))
    others = {name: value for name, value in shown.said.items() if name != what}
    return _standing(replace(shown, said={**others, what: new} if new else others))


def _called(shown: Page, call: str) -> Page:
    try:
        shown.after((*shown.calls, call))
    except Refused:
        return replace(shown, tried=call)
    return replace(shown, calls=(*shown.calls, call))


# --- the contract, in the deal ------------------------------------------------------------------


def seated(pad: Pad, contract: Mapping[str, Any]) -> Entry:
    """A contract that speaks of places, with the seats of a table where some are empty."""
    seats = pad.filled
    if len(seats) == len(pad.seats):
        return contract
    asked = {question.path[0]: question for question in _questions(pad)}
    return {name: _in_seats(asked.get(name), value, pad) for name, value in contract.items()}


def _questions(pad: Pad) -> list[Question]:
    """What the deal asks first."""
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
