"""Deals of the boards of a session: read from a file, typed after the play, or from a seed."""

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from scorekeeper.cards import RANK_SIGNS, RANKS
from scorekeeper.duplicate.exchange.reading import read_file
from scorekeeper.pbn.tags import HAND, SEATS, SUITS, Unreadable, deal_hands
from scorekeeper.sentences import Message, tell
from scorekeeper.sheet.documents import SheetRefused, error

_NO_DEALS: Final[Message] = "This file has no whole deal of boards 1 to {most}."


class _Board(msgspec.Struct):
    number: int
    deal: str | None = None


class _Session(msgspec.Struct):
    """What is read of a session document, which anybody may have written."""

    boards: list[_Board] = []


class HandShown(NamedTuple):
    """A hand: its seat (N E S W), its ranks by suit, spades first, highest first, as they are
    shown."""

    seat: str
    suits: Mapping[str, str]


def deals_in(data: bytes, most: int) -> Mapping[int, str]:
    """Return the deals of boards 1 to `most` in a file, by board, as PBN has them.

    Raises ``SheetRefused`` where the file can't be read, a deal is wrong or none is whole.
    """
    found, faults = {}, []
    session = read_file(data).session
    try:
        boards = msgspec.convert(session, _Session).boards
    except msgspec.ValidationError:
        boards = []
    for one in boards:
        if one.deal and 1 <= one.number <= most:
            try:
                if _is_whole(one.deal):
                    found[one.number] = one.deal
            except Unreadable as fault:
                words = tell("Board {n}: {words}", n=one.number, words=str(fault))
                faults.append(error("", words))
    if faults or not found:
        raise SheetRefused(faults or [error("", tell(_NO_DEALS, most=most))])
    return found


def deal_typed(hands: Sequence[str]) -> str:
    """Return the deal of four hands that were typed, North's first: "AK5.QJ2.1098.7643"; a single
    hand that is empty has the other cards. Raises ``Unreadable``."""
    texts = [_typed(one) for one in hands]
    if "" in texts:
        if texts.count("") > 1:
            raise Unreadable(tell("Enter three hands or all four."))
        texts[texts.index("")] = _rest(texts)
    deal = f"N:{' '.join(texts)}"
    if not _is_whole(deal):
        raise Unreadable(tell("A hand has {n} cards.", n=HAND))
    return deal


def dealt(seed: str, board: int) -> str:
    """Return how the cards of a board lie by this seed, as PBN has it. No deal is likelier than
    another: the seed's hash is a number so far beyond the 2^226 orders of a pack that its
    remainders favour none; they say which card is drawn next."""
    number = int.from_bytes(hashlib.sha512(f"{seed}.{board}".encode()).digest())
    pack = [rank + suit for suit in SUITS for rank in reversed(RANKS)]
    drawn: list[str] = []
    for left in range(len(pack), 0, -1):
        number, at = divmod(number, left)
        drawn.append(pack.pop(at))
    hands = (drawn[at : at + HAND] for at in range(0, len(drawn), HAND))
    return f"N:{' '.join(map(hand_text, hands))}"


def hand_text(hand: Collection[str]) -> str:
    """Return cards, each its rank and suit, as a hand is typed: "AK5.QJ2.T98.7643"."""
    held = sorted(hand, key=lambda card: -RANKS.index(card[0]))
    return ".".join("".join(card[0] for card in held if card[1] == suit) for suit in SUITS)


def cards_of(text: str) -> frozenset[str]:
    """Return the cards of a hand, or of a part of it, that was typed so."""
    suits = zip(SUITS, _typed(text).split("."), strict=False)
    return frozenset(rank + suit for suit, ranks in suits for rank in ranks if rank in RANKS)


def _typed(text: str) -> str:
    return "".join(text.upper().split()).replace("10", "T").replace("-", "")


def _rest(texts: Sequence[str]) -> str:
    suits = [one.split(".") for one in texts if one]
    if any(len(one) != len(SUITS) for one in suits):
        return "..."  # told when the hands are read
    dealt = ["".join(of_suit) for of_suit in zip(*suits, strict=True)]
    return ".".join("".join(r for r in reversed(RANKS) if r not in one) for one in dealt)


def _is_whole(deal: str) -> bool:
    """Return whether all four hands of a deal are known; raises ``Unreadable``."""
    return all(hand is not None and len(hand) == HAND for hand in deal_hands(deal))


def hands_of(deal: str) -> Iterator[HandShown]:
    """Yield the hands of a whole deal, North's first."""
    for seat, hand in zip(SEATS, deal_hands(deal), strict=True):
        cards = sorted(hand or (), key=lambda card: -RANKS.index(card[0]))
        suits = {
            suit: " ".join(RANK_SIGNS[card[0]] for card in cards if card[1] == suit)
            for suit in SUITS
        }
        yield HandShown(seat, suits)
