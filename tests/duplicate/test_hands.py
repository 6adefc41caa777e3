"""How the cards of boards lay: read from files, typed."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cards import RANKS
from scorekeeper.duplicate.hands import deal_typed, deals_in, dealt, hands_of
from scorekeeper.pbn.tags import SUITS, Unreadable, deal_hands
from scorekeeper.sheet.documents import SheetRefused


def shuffled(seed: int) -> list[str]:
    """Four hands as they are typed."""
    cards = [rank + suit for rank in RANKS for suit in SUITS]
    random.Random(seed).shuffle(cards)
    hands = [cards[at : at + 13] for at in range(0, 52, 13)]
    return [".".join("".join(c[0] for c in one if c[1] == suit) for suit in SUITS) for one in hands]


@given(seed=st.integers(0, 2**32), empty=st.integers(0, 4))
def test_typed_hands_make_the_deal(seed: int, empty: int) -> None:
    hands = shuffled(seed)
    typed = ["" if at == empty else one.replace("T", "10").lower() for at, one in enumerate(hands)]

    made, meant = (deal_hands(one) for one in (deal_typed(typed), f"N:{' '.join(hands)}"))

    assert [{*hand} for hand in made if hand] == [{*hand} for hand in meant if hand]
    shown = [*hands_of(deal_typed(typed))]
    assert [one.seat for one in shown] == [*"NESW"]
    assert sum(len(ranks.split()) for one in shown for ranks in one.suits.values()) == 52


@pytest.mark.parametrize(
    ("hands", "told"),
    [
        (["AK...", "QJ...", "T9...", "87..."], "A hand has 13 cards."),
        (["AK...", "AK...", "T9...", "87..."], "appears twice"),
        (["AK..", "", "T9...", "87..."], "four suits"),
        (["AK...", "", "", "87..."], "Enter three hands or all four."),
    ],
)
def test_wrong_hands_are_told(hands: list[str], told: str) -> None:
    with pytest.raises(Unreadable, match=told):
        deal_typed(hands)


def test_deals_of_a_file_by_board() -> None:
    deal = f"N:{' '.join(shuffled(1))}"
    good = f'[Board "2"]\n[Deal "{deal}"]\n\n[Board "9"]\n[Deal "{deal}"]\n\n[Board "3"]\n'

    assert deals_in(good.encode(), 8) == {2: deal}


@pytest.mark.parametrize(
    ("file", "told"),
    [
        (b'{"boards": [{"number": 1, "deal": "AK"}]}', "Board 1: A deal is a seat"),
        (b'{"boards": [{"number": 1, "deal": "N:AK... - - -"}]}', "no whole deal"),
        (b'{"boards": [{"deal": "N:AK... - - -"}]}', "no whole deal"),
        (b'{"boards": 1}', "no whole deal"),
        (b'{"boards": [1, {"number": 1, "deal": 5}]}', "no whole deal"),
        (b"{", "Not valid JSON."),
    ],
)
def test_files_without_deals_are_refused(file: bytes, told: str) -> None:
    with pytest.raises(SheetRefused, match=told):
        deals_in(file, 8)


@given(seed=st.text("0123456789abcdef", min_size=64, max_size=64), board=st.integers(1, 200))
def test_seed_deals_whole_boards(seed: str, board: int) -> None:
    hands = [hand or () for hand in deal_hands(dealt(seed, board))]

    assert [len(hand) for hand in hands] == [13] * 4
    assert len({card for hand in hands for card in hand}) == 52
    assert dealt(seed, board) == dealt(seed, board) != dealt(seed, board + 1)


def test_seed_deals_the_same_in_every_version() -> None:
    assert dealt("00", 1) == (
        "N:A.JT4.T6432.J874 QJ82.762.AKQ.T92 K65.AK85.98.AK63 T9743.Q93.J75.Q5"
    )


def test_dealt_cards_go_to_all_hands_alike() -> None:
    boards, seats = 2000, [0] * 4
    for board in range(boards):
        for seat, hand in enumerate(deal_hands(dealt("a", board))):
            seats[seat] += ("A", "S") in {(card[0], card[1]) for card in hand or ()}

    # four standard deviations
    assert all(abs(count - boards / 4) < 4 * (boards * 3 / 16) ** 0.5 for count in seats)
