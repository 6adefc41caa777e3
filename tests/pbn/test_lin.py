"""LIN, the format of Bridge Base Online, judged as boards are."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.pbn.boards import judge_boards
from scorekeeper.pbn.sheets import sheet_of
from tests.pbn.test_boards import ALL_TRICKS

SOUTH, WEST, NORTH = (
    "ST9876HT98DT98CT9",
    "S54H7654D7632C432",
    "SAKQ2HAKQDAKQCAKQ",
)
HEAD = f"pn|Ida,Joe,Kim,Lou|st||md|3{SOUTH},{WEST},{NORTH},|rh||ah|Board 7|sv|b|"
BIDDING = "mb|2C!|an|strong|mb|p|mb|2S|mb|p|mb|4S|mb|p|mb|p|mb|p|"
"""North, the dealer, opens; South plays 4 spades, and West leads."""


def in_playing_order(rows: str) -> list[str]:
    """The cards of tricks in columns from West, in the order in which they were played."""
    order, leader = [], 0
    for row in rows.splitlines():
        cards = row.split()
        order += [cards[(leader + place) % 4] for place in range(4)]
        strengths = [
            (card[0] == "S", card[0] == cards[leader][0], "23456789TJQKA".index(card[1]))
            for card in cards
        ]
        leader = strengths.index(max(strengths))
    return order


PLAYED = "".join(f"pc|{card}|" for card in in_playing_order(ALL_TRICKS))


def test_auction_and_play_of_a_board_are_judged() -> None:
    (board,) = judge_boards(f"{HEAD}\n{BIDDING}\npg||\n{PLAYED}")

    assert board == {
        "board": 7,
        "dealer": "N",
        "vulnerable": "All",
        "declarer": "S",
        "contract": "4S",
        "doubled": 0,
        "tricks": 13,
        "score": 710,
        "auction_errors": [],
        "play_errors": [],
        "revokes": [],
        "claimed": False,
        "result_agrees": None,
        "score_agrees": None,
    }


def test_the_rest_may_be_claimed() -> None:
    (board,) = judge_boards(f"{HEAD}{BIDDING}{PLAYED[:42]}mc|11|")

    assert (board["tricks"], board["score"], board["claimed"]) == (11, 650, True)
    assert (board["play_errors"], board["result_agrees"]) == ([], True)


def test_a_revoke_is_found_with_three_hands_told() -> None:
    (board,) = judge_boards(f"{HEAD}{BIDDING}pc|H7|pc|HA|pc|C5|pc|H8|mc|11|")

    assert [(one["seat"], one["card"]) for one in board["revokes"]] == [("E", "5C")]


def test_several_boards_follow_each_other() -> None:
    text = (
        f"vg|Final|\nqx|o1|{HEAD.replace('ah|Board 7|', '')}{BIDDING}mc|10|\n"
        f"qx|o2|md|4{SOUTH},{WEST},{NORTH}|sv|o|mb|p|mb|p|mb|p|mb|p|\n"
        f"qx|c2|md|4{SOUTH}|sv|o|mb|1N|mb|d|mb|r|mb|p|mb|p|mb|p|mc|6|"
    )

    boards = [*judge_boards(text)]

    keys = ("board", "dealer", "contract", "doubled", "tricks", "score")
    assert [tuple(board[key] for key in keys) for board in boards] == [
        (1, "N", "4S", 0, 10, 620),
        (2, "E", "Pass", 0, None, 0),
        (2, "E", "1NT", 2, 6, -200),
    ]


def test_a_last_table_without_a_deal_is_none() -> None:
    (board,) = judge_boards(f"{HEAD}{BIDDING}mc|10|qx|c2|pn|a,b,c,d|")

    assert (board["board"], board["score"]) == (7, 620)


def test_an_unreadable_board_costs_no_other() -> None:
    good = f"qx|o2|md|3{SOUTH},{WEST},{NORTH}|sv|o|{BIDDING}mc|10|"

    bad, found = judge_boards(f"qx|o1|md|3SAKZ,,|mb|p|\n{good}")

    assert [(one["at"], one["line"]) for one in bad["errors"]] == [("deal", 1)]
    assert (found["board"], found["score"]) == (2, 420)


def test_without_deals_it_is_called_by_its_name() -> None:
    (found,) = judge_boards("vg|Final|pn|a,b,c,d|")

    message = "This is a LIN file (Bridge Base Online) without deals."
    assert found == {"board": None, "errors": [{"line": 1, "at": "", "message": message}]}


@pytest.mark.parametrize("seed", range(20))
def test_a_damaged_file_never_crashes(seed: int) -> None:
    random = Random(seed)
    text = f"{HEAD}\n{BIDDING}\n{PLAYED}mc|11|"
    for _ in range(20):
        at = random.randrange(2, len(text))
        put = random.choice(["|", "", "md|", "x", "10", "\n", ",", "pc|S|", "mb|7N|"])
        damaged = text[:at] + put + text[at + random.randrange(9) :]
        assert all("board" in board for board in judge_boards(damaged))
        sheet_of(damaged)


@given(st.text(alphabet="|pndmbcqx123SHDCAKQ,\n "))
def test_random_text_never_crashes(text: str) -> None:
    assert all("board" in board for board in judge_boards(f"pn|{text}"))
