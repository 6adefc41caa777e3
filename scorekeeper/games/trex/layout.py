"""Trex, the cards on the table: rows built up and down from the jacks; rules.md#building."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from scorekeeper.engine import RANKS, SUITS, Question, Value

START: Final = "J"
Built = Mapping[str, Sequence[str]]
"""The lowest and the highest rank on the table, by suit."""


def fitting(built: Built) -> set[str]:
    """Return the cards that may be laid next."""
    return {rank + suit for suit in SUITS for rank in next_ranks(built.get(suit))}


def next_ranks(span: Sequence[str] | None) -> list[str]:
    """Return the ranks below and above a suit's cards on the table; the jack where there are
    none."""
    if span is None:
        return [START]
    low, high = map(RANKS.index, span)
    return [RANKS[at] for at in (low - 1, high + 1) if 0 <= at < len(RANKS)]


def with_card(built: Built, card: str) -> Built:
    """Return what is on the table once a card is laid that fits."""
    rank, suit = card[0], card[1]
    ranks = (rank, *built.get(suit, ()))
    return {**built, suit: (min(ranks, key=RANKS.index), max(ranks, key=RANKS.index))}


class BuiltRows(Question, frozen=True, kw_only=True):
    """Asks for a `Built`, as JSON has it."""

    def answer(self, value: Value) -> Value:
        is_built = type(value) is dict and all(
            suit in SUITS and is_span(span) for suit, span in value.items()
        )
        return value if is_built else None


def is_span(span: Any) -> bool:
    """Return whether these are two ranks, the lower first, with the jack between them or one of
    them."""
    if type(span) is not list or len(span) != 2:
        return False
    if not all(type(rank) is str and len(rank) == 1 and rank in RANKS for rank in span):
        return False
    low, high = map(RANKS.index, span)
    return low <= RANKS.index(START) <= high


def lying(built: Built | None) -> tuple[str, ...]:
    """The cards on the table."""
    ends = ((suit, map(RANKS.index, span)) for suit, span in (built or {}).items())
    return tuple(RANKS[at] + suit for suit, (low, high) in ends for at in range(low, high + 1))


def spans(cards: Sequence[str]) -> Built | None:
    """Return what is built where these cards are on the table: from the jack to each of them."""
    built: dict[str, list[str]] = {}
    for card in cards:
        rank, suit = card[0], card[1]
        ranks = {START, rank, *built.get(suit, ())}
        built[suit] = [min(ranks, key=RANKS.index), max(ranks, key=RANKS.index)]
    return built or None
