"""Bridge's remedies that move tricks: the corrected entry scores what the Laws say it does."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.remedies import Remedy
from scorekeeper.games import games
from scorekeeper.games.bridge.scoring import NAMES
from tests.games import pads
from tests.referee.test_remedies import case_of, put, told

BRIDGE = games()["bridge"]
FOUR_SPADES: dict[str, Any] = {"contract": "4S", "declarer": 0, "tricks": 10}


def ruled(mishap: str, entry: Mapping[str, Any], **facts: Any) -> Remedy:
    """The ruling on a deal that is entered."""
    inquest = put(BRIDGE, mishap, facts, case_of(BRIDGE, **entry))
    assert inquest.found is not None, inquest
    return inquest.found


def totals(entry: Mapping[str, Any]) -> tuple[int, ...]:
    """What the deal scores on a new sheet."""
    return tuple(pads.played("bridge", entry).totals)


LATE = {"when": "late"}
TWO = {**LATE, "won": "revoker", "later": True}


@pytest.mark.parametrize(
    ("mishap", "facts", "tricks", "scored"),
    [
        # the declarer's side revokes: four spades made go down
        ("revoke", {"who": 0, **TWO}, 8, (0, 100)),
        ("revoke", {"who": 0, **LATE, "won": "revoker", "later": False}, 9, (0, 50)),
        ("revoke", {"who": 0, **LATE, "won": "partner"}, 9, (0, 50)),
        ("revoke", {"who": 0, **LATE, "won": "others", "later": True}, 9, (0, 50)),
        ("revoke", {"who": 0, **LATE, "won": "others", "later": False}, None, (120, 0)),
        # dummy's costs nothing
        ("revoke", {"who": 2, **LATE}, None, (120, 0)),
        # a defender's makes overtricks
        ("revoke", {"who": 1, **TWO}, 12, (180, 0)),
        ("revoke", {"who": 3, **LATE, "won": "partner"}, 11, (150, 0)),
        ("revoke", {"who": 1, "when": "twelfth"}, None, (120, 0)),
        ("revoke", {"who": 1, "when": "next"}, None, (120, 0)),
        # a trick left short, and a trick conceded that could not be lost
        ("cards", {"what": "left_out", "who": 0, "late": True, "suit": False, "later": True}, 9,
         (0, 50)),
        ("claim", {"what": "regret", "who": 0, "late": False, "lost": False}, 11, (150, 0)),
        ("claim", {"what": "regret", "who": 1, "late": False, "lost": False}, 9, (0, 50)),
    ],
)  # fmt: skip
def test_tricks_that_go_over_are_scored(
    mishap: str, facts: Mapping[str, Any], tricks: int | None, scored: tuple[int, int]
) -> None:
    remedy = ruled(mishap, FOUR_SPADES, **facts)

    assert remedy.changes == ({} if tricks is None else {"tricks": tricks})
    assert totals(remedy.corrected(FOUR_SPADES)) == scored


def test_revoke_doubles_with_the_contract() -> None:
    doubled = {**FOUR_SPADES, "doubled": 1}

    assert totals(doubled) == (290, 0)
    assert totals(ruled("revoke", doubled, who=0, **TWO).corrected(doubled)) == (0, 300)


def test_a_side_gives_no_more_tricks_than_it_has() -> None:
    entry = {"contract": "7NT", "declarer": 1, "tricks": 12}
    remedy = ruled("revoke", entry, who=0, **TWO)

    assert remedy.changes == {"tricks": 13}
    assert (remedy.tricks[0], remedy.tricks[1]) == (-1, 1)


def test_tricks_are_asked_for_once_the_contract_is_entered() -> None:
    bid: dict[str, Any] = {"contract": "4S", "declarer": 0}
    case = case_of(BRIDGE, **bid)
    asked = put(BRIDGE, "revoke", {"who": 0, **TWO}, case).open

    assert asked is not None
    assert asked.name == "tricks"
    remedy = ruled("revoke", bid, who=0, **TWO, tricks=10)
    assert told(case, remedy) == (
        "Ann & Cat give Ben & Dan two tricks. | tricks 0: -2, 1: 2 | entry tricks: 8 | (revoke)"
    )


def test_declarer_becomes_dummy_after_a_lead_out_of_turn() -> None:
    facts = {"led": "lead", "who": 3, "turn": "first", "chosen": "spread"}
    case = case_of(BRIDGE, **FOUR_SPADES)
    remedy = ruled("out-of-turn", FOUR_SPADES, **facts)

    assert told(case, remedy) == (
        "The lead stands, and the declarer becomes dummy. | Cat plays the contract."
        " | entry declarer: 2 | (lead-out-of-turn)"
    )
    assert totals(remedy.corrected(FOUR_SPADES)) == totals(FOUR_SPADES)


def test_no_role_is_asked_for_once_the_contract_is_entered() -> None:
    for mishap, facts in {
        "revoke": {"who": 1, "when": "early"},
        "exposed": {"who": 2, "what": "play"},
        "claim": {"what": "claim", "agreed": False, "who": 0},
    }.items():
        assert put(BRIDGE, mishap, facts, case_of(BRIDGE, **FOUR_SPADES)).found, mishap
        asked = put(BRIDGE, mishap, facts, case_of(BRIDGE)).open
        assert asked is not None
        assert asked.name == "role"


@given(
    contract=st.sampled_from(list(NAMES)),
    declarer=st.integers(0, 3),
    tricks=st.integers(0, 13),
    who=st.integers(0, 3),
    won=st.sampled_from(["revoker", "partner", "others"]),
    later=st.booleans(),
)
def test_points_of_a_revoke_are_those_of_the_tricks(
    contract: str, declarer: int, tricks: int, who: int, won: str, later: bool
) -> None:
    entry = {"contract": contract, "declarer": declarer, "tricks": tricks}
    facts = {"who": who, "when": "late", "won": won, "later": later}
    dummy = (who - declarer) % 4 == 2
    if dummy:
        facts = {"who": who, "when": "late"}
    elif won == "partner":
        del facts["later"]
    remedy = ruled("revoke", entry, **facts)

    ours = who % 2 == declarer % 2
    has = tricks if ours else 13 - tricks
    due = 0 if dummy else {"revoker": 1 + later, "partner": 1, "others": int(later)}[won]
    moved = min(due, has)
    after = {**entry, "tricks": tricks - moved if ours else tricks + moved}
    assert remedy.corrected(entry) == after
    assert totals(remedy.corrected(entry)) == totals(after)
    assert not remedy.points
    assert -sum(moved for moved in remedy.tricks.values() if moved < 0) == moved
