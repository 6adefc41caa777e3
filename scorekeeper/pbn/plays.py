"""The play of a board, judged card by card.

The cards stand in rows, one a trick, each seat in its own column; who led follows from the trick
before. A card that does not follow suit though the hand could is a revoke; the trick goes to the
highest card all the same.
"""

from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from itertools import chain, repeat
from typing import Final, NamedTuple

from scorekeeper.pbn.rules import rules, trick
from scorekeeper.pbn.sections import END, Item, collect, items, wrong
from scorekeeper.pbn.text import Tag
from scorekeeper.pbn.values import HAND, SEATS, Hands, card, known_seat
from scorekeeper.referee import tricks
from scorekeeper.referee.context import Context, Ruling
from scorekeeper.sentences import Card, Seat, Sentence, say
from scorekeeper.sheet.documents import Document

LED: Final = "^L"


class Turn(NamedTuple):
    """The text in a seat's column of a trick; a card is in our notation."""

    trick: int
    seat: int
    item: Item

    @property
    def card(self) -> str | None:
        """The card that was played."""
        return card(self.item.text)


Row = Mapping[int, Turn]
"""A trick by seat."""


class Irregular(NamedTuple):
    """The fault of a turn, and whether it is a revoke."""

    turn: Turn
    why: Ruling | Sentence
    revoke: bool = False


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
    written = [*items(tag.section)]
    ends = next((place for place, item in enumerate(written) if item.text == END), len(written))
    first = known_seat(tag.value, leader)
    rows = [*_rows(written[:ends], first)]
    found, winners = collect(_tricks(rows, trump, first, _known_hands(hands, rows)))
    if first != leader:
        found.insert(0, Irregular(Turn(1, first, Item("", tag.line)), tricks.lead_of(leader)))
    over = say("The play is already over.")
    found += [Irregular(Turn(len(rows), first, item), over) for item in written[ends + 1 :]]
    size = next((len(hand) for hand in hands if hand is not None), HAND)
    return JudgedPlay(
        errors=[_document(one) for one in found if not one.revoke],
        revokes=[_document(one) for one in found if one.revoke],
        winners=winners,
        tricks=size,
        claimed=ends < len(written) and len(winners) < size,
    )


def _document(found: Irregular) -> Document:
    number, seat, item = found.turn
    return wrong(item, seat, found.why, trick=number, card=found.turn.card)


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
        {found for row in rows if (found := row[seat].card)} if hand is None else set(hand)
        for seat, hand in enumerate(hands)
    ]


# --- trick by trick -----------------------------------------------------------------------------


def _tricks(
    rows: Sequence[Row], trump: str, leader: int, held: Sequence[set[str]]
) -> Generator[Irregular, None, list[int]]:
    """Yield who took the tricks, up to one that is not whole."""
    winners: list[int] = []
    played: set[str] = set()
    for number, row in enumerate(rows, 1):
        leader = yield from _leader(row, leader)
        turns = [row[(leader + step) % len(SEATS)] for step in range(len(SEATS))]
        context, plays = trick(trump, leader), _known_cards(turns)
        for place, (turn, found) in enumerate(zip(turns, plays, strict=False)):
            yield from _judge_turn(turn, found, plays[:place], context, held[turn.seat], played)
            held[turn.seat].discard(found)
            played.add(found)
        winner = tricks.judge(rules().play, context, plays).winner
        if winner is None:
            gap, *others = turns[len(plays) :]
            later = (turn for after in rows[number:] for turn in after.values())
            yield from _broken_off(gap, chain(others, later))
            break
        winners.append(winner)
        leader = winner
    return winners


def _leader(row: Row, leader: int) -> Generator[Irregular, None, int]:
    """Yield who leads: the seat whose card is marked as led out of turn, else the one that
    should."""
    for seat, turn in row.items():
        if LED in turn.item.marks:
            right = say("This is marked as a lead out of turn, but it is not one.")
            yield Irregular(turn, right if seat == leader else tricks.lead_of(leader))
            return seat
    return leader


def _known_cards(turns: Sequence[Turn]) -> list[str]:
    """Return the cards of a trick in playing order, up to one that is not told or cannot be."""
    plays: list[str] = []
    for turn in turns:
        if turn.card is None or turn.card in plays:
            break
        plays.append(turn.card)
    return plays


def _judge_turn(
    turn: Turn,
    found: str,
    plays: Sequence[str],
    context: Context,
    hand: Collection[str],
    played: Collection[str],
) -> Iterator[Irregular]:
    """Yield what is wrong with a card, given the trick before it, its hand and all cards played."""
    values = {"seat": Seat(turn.seat), "card": Card(found)}
    if found in played:
        yield Irregular(turn, say("The {card} was played before.", **values))
        return
    if found not in hand:
        yield Irregular(turn, say("{seat} does not hold the {card}.", **values))
        return
    could = [other for other in sorted(hand) if other not in plays]
    verdict = tricks.judge(rules().play, context, plays, could)
    if found not in (verdict.legal or ()):
        yield Irregular(turn, verdict.why, revoke=True)
    elif not {*turn.item.marks} <= {LED}:
        yield Irregular(turn, say("This is marked irregular, but it may be played."))


def _broken_off(gap: Turn, later: Iterable[Turn]) -> Iterator[Irregular]:
    """After a card that is not told there can be no other: nobody knows whose turn it is."""
    if not gap.item.is_empty:
        text = "The {card} appears twice." if gap.card else "Not a card."
        yield Irregular(gap, say(text, card=Card(gap.card or "")))
        return
    for turn in later:
        if not turn.item.is_empty:
            text = "A card before this one is missing, so the turn is unknown."
            yield Irregular(turn, say(text))
            return
