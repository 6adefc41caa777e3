"""Rubber bridge: every contract with every result, beside what another program gives for it."""

from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from scorekeeper.cards import STRAINS
from scorekeeper.engine.deals import Line
from scorekeeper.engine.game import Pad, board_points
from scorekeeper.engine.replay import after, blank
from scorekeeper.games.bridge import GAME
from scorekeeper.games.bridge.deal import Contract
from scorekeeper.games.bridge.scoring import Points, points_of
from scorekeeper.interview.steps import Value
from tests.requirements import need_endplay

NAMES = ("Ann", "Ben", "Cat", "Dan")

ALL = tuple(product(range(1, 8), STRAINS, (0, 1, 2), (False, True), range(14)))


def played(*deals: Mapping[str, Any], **options: Value) -> Pad:
    """The pad with these deals on it."""
    pad = blank(GAME, {**GAME.defaults(None), **options}, NAMES)
    for deal in deals:
        pad = after(pad, deal)
    return pad


def deal(contract: str, declarer: int, tricks: int, **more: Any) -> dict[str, Any]:
    """A deal's entry."""
    return {"contract": contract, "declarer": declarer, "tricks": tricks, **more}


GAME_TO_ANN = deal("3NT", 0, 9)


def lines_of(pad: Pad) -> tuple[Line, ...]:
    """The lines of the newest row."""
    assert pad.last is not None
    return pad.last.lines


# --- what a contract is worth -------------------------------------------------------------------


def points(level: int, strain: str, doubled: int, vulnerable: bool, tricks: int) -> Points:
    """Return what a contract brings that ended with so many tricks."""
    return points_of(Contract(level, strain, doubled), vulnerable, tricks - 6 - level)


def board_score(level: int, strain: str, doubled: int, vulnerable: bool, tricks: int) -> int:
    """Return what endplay gives the declarer (North, in its notation)."""
    from endplay.types import Contract, Vul  # brings a plotter with it: only who asks need wait

    over = tricks - 6 - level
    contract = Contract(f"{level}{strain}N{'X' * doubled}{f'{over:+}' if over else '='}")
    return int(contract.score(Vul.both if vulnerable else Vul.none))


def duplicate_score(level: int, strain: str, doubled: int, vulnerable: bool, tricks: int) -> int:
    """The same without the bonus that duplicate bridge has in place of games and part scores: 50,
    or 300 or 500 for a game."""
    score = board_score(level, strain, doubled, vulnerable, tricks)
    if tricks < 6 + level:
        return score
    first = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 40}[strain]
    trick_score = (first + (level - 1) * min(30, first)) * 2**doubled
    bonus = 50 if trick_score < 100 else 500 if vulnerable else 300
    return score - bonus


def test_every_contract_agrees_with_endplay() -> None:
    need_endplay()
    differences = []
    for contract in ALL:
        brings = points(*contract)
        ours = sum(brings) - 2 * brings.undertricks
        if ours != duplicate_score(*contract):
            differences.append((contract, brings, duplicate_score(*contract)))

    assert len(ALL) == 2940
    assert differences == []


def test_every_board_agrees_with_endplay() -> None:
    need_endplay()
    differences = []
    for level, strain, doubled, vulnerable, tricks in ALL:
        contract = (level, strain, doubled, vulnerable, tricks)
        one = GAME.deal_of(deal(f"{level}{strain}", 0, tricks, doubled=doubled))
        ours = tuple(board_points(GAME, one, vulnerable, rubber) for rubber in (False, True))
        if ours != (board_score(*contract), duplicate_score(*contract)):
            differences.append((contract, ours))

    assert differences == []


def test_lines_of_a_board_sum_to_its_score() -> None:
    for level, strain, doubled, vulnerable, tricks in ALL:
        one = GAME.deal_of(deal(f"{level}{strain}", 0, tricks, doubled=doubled))
        assert one is not None
        sums = [0, 0]
        for line in GAME.board_lines(one, vulnerable):
            sums[line.side] += line.points

        assert sums[0] - sums[1] == board_points(GAME, one, vulnerable, rubber=False)
        assert 0 in sums


@pytest.mark.parametrize("slam_premium", ["bid", "collected"])
def test_lines_of_a_deal_sum_to_contract_worth(slam_premium: str) -> None:
    before = {
        False: played(slam_premium=slam_premium),
        True: played(GAME_TO_ANN, slam_premium=slam_premium),
    }
    for level, strain, doubled, vulnerable, tricks in ALL:
        pad = after(before[vulnerable], deal(f"{level}{strain}", 0, tricks, doubled=doubled))
        by_rule = {rule: 0 for rule in ("trick-score", "overtricks", "insult", "slam")}
        by_rule |= {"undertricks": 0, "rubber": 0, "game": 0}
        for line in lines_of(pad):
            if line.column in GAME.columns:
                by_rule[line.rule] += line.points
        brings = points(level, strain, doubled, vulnerable, tricks)
        below, overtricks, insult, slam, undertricks = brings
        if slam_premium == "collected":
            premiums = {12: (500, 750), 13: (1000, 1500)} if below else {}
            slam = premiums.get(tricks, (0, 0))[vulnerable]

        assert by_rule == {
            "trick-score": below,
            "overtricks": overtricks,
            "insult": insult,
            "slam": slam,
            "undertricks": undertricks,
            "rubber": 700 if vulnerable and below >= 100 else 0,
            "game": 0,
        }
        assert {line.side for line in lines_of(pad) if line.column in GAME.columns} == {0, 1}
