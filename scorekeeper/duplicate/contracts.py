"""What a board is worth: dealer and vulnerability by its number, contracts by the game's own
scoring."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from scorekeeper.cards import STRAINS
from scorekeeper.engine import Line
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
    seat = SEATS.index(declarer)
    deal, at_risk = _deal(contract, seat, tricks), VULNERABLE[vulnerable][seat % 2]
    points = board_points(rules().game, deal, at_risk, False)
    return -points if seat % 2 else points


def contract_lines(
    contract: PbnContract, declarer: str, tricks: int, vulnerable: str
) -> Sequence[Line]:
    """Return how the score of a contract played adds up, for whom it is; nothing where all
    passed."""
    if contract == PASSED_OUT:
        return []
    seat = SEATS.index(declarer)
    deal, at_risk = _deal(contract, seat, tricks), VULNERABLE[vulnerable][seat % 2]
    return [line for line in rules().game.board_lines(deal, at_risk) if line.points]


def _deal(contract: PbnContract, seat: int, tricks: int) -> Any:
    entry = {
        "contract": contract.bid,
        "declarer": seat,
        "doubled": contract.doubled,
        "tricks": tricks,
    }
    return rules().game.deal_of(entry)


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
