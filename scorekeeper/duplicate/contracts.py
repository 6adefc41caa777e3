"""What a board is worth: dealer and vulnerability by its number, contracts by the game's own
scoring."""

from functools import cache
from typing import Final

from scorekeeper.cards import STRAINS
from scorekeeper.engine.game import board_points
from scorekeeper.pbn.sections import rules
from scorekeeper.pbn.tags import HAND, PASSED_OUT, SEATS, VULNERABLE, PbnContract

_CYCLE: Final = ("None", "NS", "EW", "All")
BOARDS_OF_A_CYCLE: Final = 16


def dealer_of(number: int) -> str:
    """Return the dealer of a board by its number: N E S W."""
    return SEATS[(number - 1) % len(SEATS)]


def vulnerable_of(number: int) -> str:
    """Return who is vulnerable on a board by its number; it repeats every 16 boards."""
    place = (number - 1) % BOARDS_OF_A_CYCLE
    return _CYCLE[(place + place // len(_CYCLE)) % len(_CYCLE)]


@cache
def contract_score(contract: PbnContract, declarer: str, tricks: int, vulnerable: str) -> int:
    """Return North-South's score for a contract played; it is 0 where all passed."""
    if contract == PASSED_OUT:
        return 0
    game, seat = rules().game, SEATS.index(declarer)
    entry = {
        "contract": contract.bid,
        "declarer": seat,
        "doubled": contract.doubled,
        "tricks": tricks,
    }
    points = board_points(game, game.deal_of(entry), VULNERABLE[vulnerable][seat % 2], False)
    return -points if seat % 2 else points


@cache
def possible_scores(vulnerable: str) -> frozenset[int]:
    """Return every score that some contract gives North-South at this vulnerability."""
    found = {0}
    for level in range(1, 8):
        for strain in STRAINS:
            for doubled in range(3):
                contract = PbnContract(level, strain, doubled)
                for tricks in range(HAND + 1):
                    found |= {contract_score(contract, seat, tricks, vulnerable) for seat in "NE"}
    return frozenset(found)
