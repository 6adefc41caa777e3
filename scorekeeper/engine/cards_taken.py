"""More kinds of question: who took which cards, the order in which players finished, and a seat
that follows from the rest. The first two are answered in parts, a tap each."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from scorekeeper.cards import RANK_NAMES
from scorekeeper.interview.reading import read
from scorekeeper.interview.steps import (
    KEY_TYPES,
    Barred,
    Choice,
    Interview,
    Key,
    Path,
    Question,
    Refuse,
    SeatOf,
    Value,
)
from scorekeeper.sentences import Card, Message, Seat, Sentence, all_of, say


class DerivedSeat(SeatOf, frozen=True, kw_only=True):
    """The one seat that the rest gives. No page asks for it; a sheet may name it and must agree.
    `refusals` says why no other can be meant."""

    optional: bool = True
    derived: int

    def answer(self, value: Value) -> Value:
        return value if type(value) is int and value == self.derived else None


class InParts(Question, frozen=True, kw_only=True):
    """A list that a page takes in parts. `parts` asks for them, each under a key of its own below
    the list's path; `join` makes the list of what was given so far, `split` the parts of a list.
    """

    def parts(self) -> Interview:
        """Return the questions that a page puts in place of this one."""
        raise NotImplementedError

    def join(self, parts: Mapping[Any, Any]) -> list[Any]:
        """Return the answer as a list for the entry, as far as there are parts."""
        raise NotImplementedError

    def split(self, value: Sequence[Any]) -> Mapping[Any, Any]:
        """Return the parts of a list that was accepted, by their keys as text."""
        return {str(place): part for place, part in enumerate(value)}

    def answer(self, value: Value) -> Value:
        return self.accept(value, lambda path, sentence: None)

    def judge(self, value: Value) -> Sentence:
        return say("{label}: a list is needed.", label=self.label)


class Captures(InParts, frozen=True, kw_only=True):
    """The player who took each of `cards`: a list of objects with `card`, `taken_by` and, where
    cards may be doubled, `doubled_by`.

    Where players took a card that they had doubled themselves, `led_by` says who led that trick; it
    is required if that matters (`leads`), and ignored elsewhere.
    """

    cards: tuple[str, ...]
    seats: tuple[int, ...]
    doubling: bool
    leads: bool
    valid: set[frozenset[tuple[str, Value]]] = set()
    """The objects found valid, as many deals have the same; never passed."""

    @property
    def fields(self) -> Mapping[Path, Question]:
        """Return the questions about one object of the list, by their paths."""
        card = self.cards[0]
        questions = (
            _which(self.cards),
            _taker_question((), card, self.seats),
            self._asks_doubler((), card),
            _led_by((), card, self.seats, needed=False),
        )
        return {question.path: question for question in questions}

    def item(self, cards: tuple[str, ...] = ()) -> Interview:
        """Yield the questions about one object of the list, whose card may be one of `cards`
        only."""
        card = (yield _which(cards or self.cards)) or self.cards[0]
        taker = yield _taker_question((), card, self.seats)
        doubler = yield self._asks_doubler((), card)
        if self._asks_leader(taker, doubler):
            yield _led_by_whom(card, self.seats, taker, alone=len(self.cards) == 1)
        else:
            yield _led_by((), card, self.seats, needed=False)

    def parts(self) -> Interview:
        for card in self.cards:
            path = (*self.path, card)
            taker = yield _taker_question(path, card, self.seats)
            doubler = yield self._asks_doubler(path, card)
            if self._asks_leader(taker, doubler):
                yield _led_by(path, card, self.seats)

    def _asks_doubler(self, path: Path, card: str) -> Question:
        return _doubled_by(path, card, self.seats) if self.doubling else _BARRED

    def _asks_leader(self, taker: Value, doubler: Value) -> bool:
        return self.leads and taker is not None and taker == doubler

    def join(self, parts: Mapping[Any, Any]) -> list[Any]:
        return [{"card": card, **parts.get(card, {})} for card in self.cards]

    def split(self, value: Sequence[Any]) -> Mapping[Any, Any]:
        return {one["card"]: one for one in value}

    def accept(self, value: Value, refuse: Refuse) -> Value:
        if type(value) is not list:
            refuse(self.path, self.judge(value))
            return None
        sound = [self._check_object(at, one, refuse) for at, one in enumerate(value)]
        if all(sound):
            return value if self._check_complete([one["card"] for one in value], refuse) else None
        # a card entered twice is wrong whoever took it, so it is told beside the other faults
        self._check_complete([self._card_of(one) for one in value], refuse)
        return None

    def _card_of(self, one: Value) -> str | None:
        """Return the card that an object is about, valid or not; None where that is unknown."""
        card = one.get("card") if type(one) is dict else None
        return card if type(card) is str and card in self.cards else None

    def _check_object(self, at: int, one: Value, refuse: Refuse) -> bool:
        if type(one) is not dict:
            refuse((*self.path, at), say("{label}: an object is needed.", label=self.label))
            return False
        # asking about every object again took a fifth of the replay of Trex
        contents = frozenset(one.items()) if KEY_TYPES.issuperset(map(type, one.values())) else None
        if contents in self.valid:
            return True
        faults = read(self.item(), one).faults
        for fault in faults:
            refuse((*self.path, at, *fault.path), fault.sentence)
        if contents and not faults:
            self.valid.add(contents)
        return not faults

    def _check_complete(self, given: list[str | None], refuse: Refuse) -> bool:
        """Refuse cards given twice or missing, and return whether there are none; while one is
        unknown (None), none counts as missing."""
        twice = []
        if len(given) != len(set(given)):
            twice = [at for at, card in enumerate(given) if card and card in given[:at]]
        for at in twice:
            sentence = say("The {card} is entered twice.", card=Card(given[at]))
            refuse((*self.path, at, "card"), sentence)
        gone = [Card(card) for card in self.cards if card not in given]
        if gone and None not in given:
            template = "The {cards} is missing." if len(gone) == 1 else "Missing: {cards}."
            refuse(self.path, say(template, cards=all_of(*gone)))
        return not (twice or gone)


class FinishOrder(InParts, frozen=True, kw_only=True):
    """The seats in the order in which they finished. `items` ask for each place but the last, which
    follows; `lacking` is the template for a list that leaves some out, with missing and n."""

    items: tuple[SeatOf, ...]
    lacking: Message

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats to be put in order."""
        return self.items[0].seats

    def parts(self) -> Interview:
        return (item for item in self.items)

    def so_far(self, given: Iterable[Value]) -> list[int]:
        """Return the order from these answers: without gaps or duplicates."""
        return list(dict.fromkeys(seat for seat in given if seat in self.seats))

    def join(self, parts: Mapping[Any, Any]) -> list[Any]:
        order = self.so_far(parts[place] for place in sorted(parts))
        rest = [seat for seat in self.seats if seat not in order]
        return order + rest if len(rest) == 1 else order

    def answer(self, value: Value) -> Value:
        is_list = type(value) is list and len(value) == len(self.seats)
        sound = is_list and None not in map(self.items[0].answer, value)
        return value if sound and len(set(value)) == len(value) else None

    def accept(self, value: Value, refuse: Refuse) -> Value:
        if type(value) is not list:
            refuse(self.path, self.judge(value))
            return None
        asked = (replace(self.items[0], path=(*self.path, at)) for at in range(len(value)))
        seats = [one.accept(seat, refuse) for one, seat in zip(asked, value, strict=True)]
        return value if None not in seats and self._check_complete(value, refuse) else None

    def _check_complete(self, value: list[int], refuse: Refuse) -> bool:
        """Refuse a list without each seat once; return whether it is complete."""
        gone = [Seat(seat) for seat in self.seats if seat not in value]
        if gone:
            refuse(self.path, say(self.lacking, missing=all_of(*gone), n=len(gone)))
        elif len(value) > len(self.seats):
            refuse(self.path, say("{label}: nobody can stand there twice.", label=self.label))
        return len(value) == len(self.seats) and not gone


@cache
def _which(cards: tuple[str, ...]) -> Choice:
    return Choice(
        path=("card",),
        label=say("Card"),
        keys=tuple(Key(card, say("{card}", card=Card(card))) for card in cards),
        wrong="Only the {choices} counts here; {given} was entered.",
        missing=say("Say which card was taken."),
    )


@cache
def _taker_question(path: Path, card: str, seats: tuple[int, ...]) -> SeatOf:
    return SeatOf(
        path=(*path, "taken_by"),
        label=say("who took the {card}", card=Card(card)) if path else say("Taken by"),
        seats=seats,
        players=len(seats),
        missing=say("Say who took the {card}.", card=Card(card)),
    )


@cache
def _doubled_by(path: Path, card: str, seats: tuple[int, ...]) -> SeatOf:
    return SeatOf(
        path=(*path, "doubled_by"),
        label=say("who doubled the {card}", card=Card(card)) if path else say("Doubled by"),
        optional=True,
        seats=seats,
        players=len(seats),
    )


_BARRED = Barred(
    path=("doubled_by",),
    kind=int,
    label=say("Doubled"),
    missing=say("Doubling is not played at this table."),
)


@cache
def _led_by(path: Path, card: str, seats: tuple[int, ...], *, needed: bool = True) -> SeatOf:
    return SeatOf(
        path=(*path, "led_by"),
        label=say("who led to the {card}", card=Card(card)) if path else say("Led by"),
        optional=not needed,
        seats=seats,
        players=len(seats),
        missing=say("Say who led the trick with the {card}.", card=Card(card)),
    )


@cache
def _led_by_whom(card: str, seats: tuple[int, ...], taker: int, *, alone: bool) -> SeatOf:
    """Asked where a player took a card that they had doubled; `alone`: no other card counts."""
    template = "{seat} took the {card} she had doubled: say who led that trick."
    short = RANK_NAMES.get(card[0], card[0]) if alone else Card(card)
    missing = say(template, seat=Seat(taker), card=short)
    return _led_by((), card, seats, needed=True).changed(missing=missing)
