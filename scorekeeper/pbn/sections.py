"""The auction and the play of a board, judged call by call and card by card.

What could not be called is an error, marked as irregular or not. The auction goes on after it as it
would at a table where nobody objects: a bid that was too low stands, a seat that was passed over
has had its turn; a double that could not be is void and counts as a pass.

The cards stand in rows, one a trick, each seat in its own column; who led follows from the trick
before. A card that does not follow suit though the hand could is a revoke; the trick goes to the
highest card all the same.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, repeat
from typing import Any, Final, NamedTuple

from scorekeeper import questions
from scorekeeper.cards import RANKS
from scorekeeper.engine.game import Game
from scorekeeper.games import games
from scorekeeper.pbn.tags import (
    HAND,
    PASSED_OUT,
    SEATS,
    SUITS,
    UNKNOWN,
    VOICE,
    Hands,
    PbnContract,
    contract,
    seat,
    strain,
)
from scorekeeper.pbn.text import PbnWord, Tag
from scorekeeper.referee import tricks
from scorekeeper.referee.auction import PASS, SKIPPED, Auction, ToCall
from scorekeeper.referee.calls_made import ruling_on
from scorekeeper.referee.context import Context, Ruling
from scorekeeper.sentences import Card, Seat, Sentence, say
from scorekeeper.sheet.documents import Document

# --- the rules ----------------------------------------------------------------------------------


class Rules(NamedTuple):
    """A game that has a referee for bidding and play, and knows what a board is worth."""

    game: Game
    auction: Auction
    play: tricks.Play


@cache
def rules() -> Rules:
    """Return the rules of the first game that has all of it."""
    # found by what it has, because nothing outside a game's folder names the game
    return next(
        Rules(game, game.auction, game.play)
        for game in games().values()
        if game.auction and game.play and game.board
    )


@cache
def _context(**facts: Any) -> Context:
    return questions.read_context(rules().game, None, facts)


# --- calls and cards as written -----------------------------------------------------------------

SKIP: Final = "^S"
LED: Final = "^L"
END: Final = "*"
GOES_ON: Final = "+"

_PART: Final = re.compile(
    r"(?P<said>=\d+=|\$\d+|[!?]+)|(?P<mark>\^[A-Za-z])|(?P<item>[^=$!?^]+)|(?P<junk>.+)"
)
_CARD: Final = re.compile(rf"([{SUITS}])([{RANKS}])")


class Item(NamedTuple):
    """A call, a card or a sign as written, its line, and the marks before it."""

    text: str
    line: int
    marks: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Return whether it stands for something not called or played, or not yet (`-`, `+`)."""
        return self.text.strip("-") in ("", GOES_ON)

    @property
    def card(self) -> str | None:
        """The card in our notation, rank before suit; None if it is none."""
        found = _CARD.fullmatch(self.text)
        return found[2] + found[1] if found else None


def _items(words: Iterable[PbnWord]) -> Iterator[Item]:
    """Yield what stands in the section, without references to notes and judgements of quality."""
    marks: list[str] = []
    line = 0
    for text, line in words:
        for part in _PART.finditer(text):
            if part["mark"] and part["mark"].upper() != SKIP:
                marks.append(part["mark"].upper())
            elif not part["said"]:
                yield Item(part[0].upper(), line, tuple(marks))
                marks = []
    if marks:
        yield Item(" ".join(marks), line)


def known_seat(tag: Tag, default: int) -> int:
    """Return the seat that a section begins with, where it says one."""
    return default if tag.value.strip() in UNKNOWN else seat(tag.value.strip())


def wrong(item: Item, seat: int | None, why: Ruling | Sentence, **about: Any) -> Document:
    """Return what is wrong with a call or a card: its line, whose it is, why, and by which rule."""
    text, rule = (why.text, why.rule) if isinstance(why, Ruling) else (why, None)
    return {
        "line": item.line,
        "seat": None if seat is None else SEATS[seat],
        **about,
        "marked": bool(item.marks) or item.text == SKIP,
        "message": VOICE.alone(text),
        "rule": rule,
    }


# --- the auction --------------------------------------------------------------------------------

_ALL_PASS: Final = "AP"
_SPELT: Final = {"PASS": PASS, "P": PASS, "X": "X", "XX": "XX", SKIP: SKIPPED}
_BID: Final = re.compile(r"([1-7])(C|D|H|S|NT?)")


class JudgedAuction(NamedTuple):
    """The faults of an auction, and its contract; None if it is not recorded to the end."""

    errors: list[Document]
    contract: PbnContract | None = None
    declarer: int | None = None


def judge_auction(tag: Tag, dealer: int | None) -> JudgedAuction:
    """Return the judged auction of a board; `dealer` None: whoever calls first."""
    errors: list[Document] = []
    first, calls = _first_caller(tag, dealer)
    if dealer not in (None, first):
        why = say("The dealer calls first; this begins with {seat}.", seat=Seat(first))
        errors.append(wrong(Item("", tag.line), first, why, call=None))
    bidding = rules().auction.bidding(_context(), first)
    turn, item = next(bidding), Item("", tag.line)
    try:
        for item in calls:
            if item.text in (END, GOES_ON):
                return JudgedAuction(errors)
            for call in _calls_of(item):
                errors += _call_errors(turn, item, call)
                if call is None:
                    return JudgedAuction(errors)
                turn = bidding.send(_counts_as(turn, call))
    except StopIteration as closed:
        errors += _nothing_follows(calls)
        if "passed_out" in closed.value:
            return JudgedAuction(errors, PASSED_OUT)
        called = closed.value["contract"] + "X" * closed.value["doubled"]
        return JudgedAuction(errors, contract(called), closed.value["declarer"])
    why = say("The bidding is not finished.")
    errors.append(wrong(Item("", item.line), turn.seat, why, call=None))
    return JudgedAuction(errors)


def _first_caller(tag: Tag, dealer: int | None) -> tuple[int, Iterator[Item]]:
    """Return who calls first, and the calls from there; dashes fill the columns before."""
    first = known_seat(tag, dealer or 0)
    calls = _items(tag.section)
    for item in calls:
        if item.text.strip("-"):
            return first, chain((item,), calls)
        first = (first + 1) % len(SEATS)
    return first, calls


def _calls_of(item: Item) -> Iterable[str | None]:
    """Return the calls that an item stands for, as the referee has them; None for what is none."""
    if item.text == _ALL_PASS:
        return repeat(PASS)
    if item.is_empty:
        return (SKIPPED,)
    bid = _BID.fullmatch(item.text)
    return (bid[1] + strain(bid[2]) if bid else _SPELT.get(item.text),)


def _counts_as(turn: ToCall, call: str) -> str:
    stands = call in turn.calls or call == SKIPPED or _BID.fullmatch(call)
    return call if stands else PASS


def _call_errors(turn: ToCall, item: Item, call: str | None) -> Iterator[Document]:
    if call == SKIPPED:
        why = say("{seat} was passed over.", seat=Seat(turn.seat))
        yield wrong(item, turn.seat, why, call=None)
    elif call not in turn.calls:
        given = call or item.text
        yield wrong(item, turn.seat, ruling_on(rules().auction, turn, given), call=given)
    elif item.marks:
        why = say("This is marked irregular, but it is legal.")
        yield wrong(item, turn.seat, why, call=call)


def _nothing_follows(calls: Iterable[Item]) -> Iterator[Document]:
    for item in calls:
        if not item.is_empty and item.text not in (_ALL_PASS, END):
            yield wrong(item, None, say("The bidding is over."), call=item.text)
            return


# --- the play -----------------------------------------------------------------------------------


class Turn(NamedTuple):
    """What stands in a seat's column of a trick."""

    trick: int
    seat: int
    item: Item


Row = Mapping[int, Turn]
"""A trick by seat."""


class Irregular(NamedTuple):
    """The fault of a turn, and whether it is a revoke."""

    turn: Turn
    why: Ruling | Sentence
    revoke: bool = False

    @property
    def document(self) -> Document:
        """What is printed about it."""
        number, seat, item = self.turn
        return wrong(item, seat, self.why, trick=number, card=item.card)


class JudgedPlay(NamedTuple):
    """The faults of a play, its revokes, the winner of each trick as far as known, the number of
    tricks, and whether it ends with a claim."""

    errors: list[Document]
    revokes: list[Document]
    winners: list[int]
    tricks: int
    claimed: bool

    @property
    def complete(self) -> bool:
        """Return whether a whole deal was played to the end."""
        return len(self.winners) == HAND


def judge_play(tag: Tag, trump: str, leader: int, hands: Hands) -> JudgedPlay:
    """Return the judged play of a board; `leader` is the seat at the declarer's left."""
    written = [*_items(tag.section)]
    ends = next((place for place, item in enumerate(written) if item.text == END), len(written))
    first = known_seat(tag, leader)
    rows = [*_rows(written[:ends], first)]
    found: list[Irregular] = []
    if first != leader:
        found.append(Irregular(Turn(1, first, Item("", tag.line)), tricks.lead_of(leader)))
    winners = _winners(rows, trump, first, _known_hands(hands, rows), found)
    over = say("The play is already over.")
    found += [Irregular(Turn(len(rows), first, item), over) for item in written[ends + 1 :]]
    size = next((len(hand) for hand in hands if hand is not None), HAND)
    return JudgedPlay(
        errors=[one.document for one in found if not one.revoke],
        revokes=[one.document for one in found if one.revoke],
        winners=winners,
        tricks=size,
        claimed=ends < len(written) and len(winners) < size,
    )


def _rows(written: Sequence[Item], first: int) -> Iterator[Row]:
    """Yield the tricks, on whatever lines they stand; the last one may be short."""
    for start in range(0, len(written), len(SEATS)):
        number = start // len(SEATS) + 1
        seats = [(first + column) % len(SEATS) for column in range(len(SEATS))]
        row = chain(written[start : start + len(SEATS)], repeat(Item("", 0)))
        yield {seat: Turn(number, seat, item) for seat, item in zip(seats, row, strict=False)}


def _known_hands(hands: Hands, rows: Sequence[Row]) -> list[set[str]]:
    """Return what each seat holds: where nobody says it, at least the cards that it plays."""
    return [
        {found for row in rows if (found := row[seat].item.card)} if hand is None else set(hand)
        for seat, hand in enumerate(hands)
    ]


def _winners(
    rows: Sequence[Row],
    trump: str,
    leader: int,
    held: Sequence[set[str]],
    found: list[Irregular],
) -> list[int]:
    """Return who took the tricks, up to one that is not whole; what is irregular goes to
    `found`."""
    winners: list[int] = []
    played: set[str] = set()
    for number, row in enumerate(rows, 1):
        leader = _leader(row, leader, found)
        turns = [row[(leader + step) % len(SEATS)] for step in range(len(SEATS))]
        context, cards = _context(trump=trump, leader=leader), _known_cards(turns)
        for place, (turn, card) in enumerate(zip(turns, cards, strict=False)):
            found += _card_faults(turn, card, cards[:place], context, held[turn.seat], played)
            held[turn.seat].discard(card)
            played.add(card)
        winner = tricks.judge(rules().play, context, cards).winner
        if winner is None:
            gap, *others = turns[len(cards) :]
            later = (turn for after in rows[number:] for turn in after.values())
            found += _broken_off(gap, chain(others, later))
            break
        winners.append(winner)
        leader = winner
    return winners


def _leader(row: Row, leader: int, found: list[Irregular]) -> int:
    """Return who leads: the seat whose card is marked as led out of turn, else the one that
    should."""
    for turn in row.values():
        if LED in turn.item.marks:
            right = say("This is marked as a lead out of turn, but it is not one.")
            found.append(Irregular(turn, right if turn.seat == leader else tricks.lead_of(leader)))
            return turn.seat
    return leader


def _known_cards(turns: Sequence[Turn]) -> list[str]:
    """Return the cards of a trick in playing order, up to one that is not told or cannot be."""
    cards: list[str] = []
    for turn in turns:
        card = turn.item.card
        if card is None or card in cards:
            break
        cards.append(card)
    return cards


def _card_faults(
    turn: Turn,
    card: str,
    before: Sequence[str],
    context: Context,
    hand: Collection[str],
    played: Collection[str],
) -> Iterator[Irregular]:
    """Yield what is wrong with a card, given the trick before it, its hand and all cards played."""
    values = {"seat": Seat(turn.seat), "card": Card(card)}
    if card in played:
        yield Irregular(turn, say("The {card} was played before.", **values))
        return
    if card not in hand:
        yield Irregular(turn, say("{seat} does not hold the {card}.", **values))
        return
    could = [other for other in sorted(hand) if other not in before]
    verdict = tricks.judge(rules().play, context, before, could)
    if card not in (verdict.legal or ()):
        yield Irregular(turn, verdict.why, revoke=True)
    elif not {*turn.item.marks} <= {LED}:
        yield Irregular(turn, say("This is marked irregular, but it may be played."))


def _broken_off(gap: Turn, later: Iterable[Turn]) -> Iterator[Irregular]:
    """After a card that is not told there can be no other: nobody knows whose turn it is."""
    if not gap.item.is_empty:
        card = gap.item.card
        text = "The {card} appears twice." if card else "Not a card."
        yield Irregular(gap, say(text, card=Card(card or "")))
        return
    for turn in later:
        if not turn.item.is_empty:
            text = "A card before this one is missing, so the turn is unknown."
            yield Irregular(turn, say(text))
            return
