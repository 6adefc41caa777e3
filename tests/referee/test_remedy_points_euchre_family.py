"""The points of a remedy are the points scored, at euchre and Five Hundred: with the entry as it is
corrected and the points beside it, each side ends the deal as the rule says."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.remedies import Remedy
from scorekeeper.games import games
from scorekeeper.games.five_hundred.bids import BIDS, VALUES, ZERO_BIDS, ZERO_BIDS_BY_OPTION
from tests.games import pads
from tests.referee.test_remedies import case_of, put

Entry = Mapping[str, Any]


def ruled(slug: str, mishap: str, entry: Entry, variant: str | None = None, **facts: Any) -> Remedy:
    """The ruling on a deal as it is entered."""
    game = games()[slug]
    inquest = put(game, mishap, facts, case_of(game, variant, **dict[str, Any](entry)))
    assert inquest.found is not None, inquest
    return inquest.found


def scored(
    slug: str, entry: Entry, remedy: Remedy | None = None, variant: str | None = None
) -> list[int]:
    """What each side has after a deal, as it is corrected, with the points beside it."""
    corrected = remedy.corrected(entry) if remedy else entry
    totals = pads.played(slug, corrected, variant=variant).totals
    given_beside = remedy.points if remedy else {}
    return [total + given_beside.get(side, 0) for side, total in enumerate(totals)]


# --- euchre -------------------------------------------------------------------------------------

# the deal as it was played, who revoked, each side's points
EUCHRE: list[tuple[dict[str, Any], int, list[int]]] = [
    ({"maker": 0, "tricks": 5}, 0, [0, 2]),
    ({"maker": 0, "tricks": 3}, 2, [0, 2]),
    ({"maker": 0, "tricks": 2}, 0, [0, 2]),
    ({"maker": 0, "tricks": 4}, 1, [2, 0]),
    ({"maker": 0, "tricks": 0}, 3, [2, 0]),
    ({"maker": 0, "tricks": 5, "alone": True}, 0, [0, 2]),
    ({"maker": 0, "tricks": 3, "alone": True, "trump": "H"}, 1, [4, 0]),
    ({"maker": 3, "tricks": 1, "alone": True}, 0, [0, 4]),
]


@pytest.mark.parametrize(("entry", "seat", "expected"), EUCHRE, ids=str)
def test_a_revoke_at_euchre_brings_the_opponents_two_or_four(
    entry: dict[str, Any], seat: int, expected: list[int]
) -> None:
    remedy = ruled("euchre", "revoke", entry, who=seat, late=True)

    assert scored("euchre", entry, remedy) == expected
    assert remedy.corrected(entry) == entry


def test_euchring_a_lone_hand_stays_worth_more_than_its_revoke() -> None:
    game, entry = games()["euchre"], {"maker": 0, "tricks": 1, "alone": True}
    case = case_of(game, **dict[str, Any](entry))
    house = game.house_rules({**game.defaults(None), "lone_euchred": 4})
    asked = put(game, "revoke", {"who": 0, "late": True}, type(case)(house, *_rest(case)))

    assert asked.found is not None
    assert not asked.found.points


def _rest(case: Any) -> tuple[Any, ...]:
    return case.sides, case.filled, case.entry


@given(
    maker=st.integers(0, 3), tricks=st.integers(0, 5), alone=st.booleans(), seat=st.integers(0, 3)
)
def test_what_is_not_entered_is_asked_for_and_comes_to_the_same(
    maker: int, tricks: int, alone: bool, seat: int
) -> None:
    whole: dict[str, Any] = {"maker": maker, "tricks": tricks, "alone": alone}
    mishaps: dict[str, dict[str, Any]] = {
        "revoke": {"who": seat, "late": True},
        "cards": {"what": "number", "gathered": True, "who": seat},
    }
    for mishap, facts in mishaps.items():
        entered = ruled("euchre", mishap, whole, **facts)
        begun = {"maker": maker, "alone": alone, "tricks": None}
        half = ruled("euchre", mishap, begun, **facts, over=True, tricks=tricks)

        assert half.points == entered.points
        assert half.changes == {"tricks": tricks}
        assert not entered.changes
    asked = ruled("euchre", "revoke", {}, who=seat, late=True, over=True, **whole)
    assert asked.changes == whole
    assert asked.points == ruled("euchre", "revoke", whole, who=seat, late=True).points


@given(maker=st.integers(0, 3), tricks=st.integers(0, 5), seat=st.integers(0, 3))
def test_a_side_with_a_wrong_hand_scores_nothing_at_euchre(
    maker: int, tricks: int, seat: int
) -> None:
    entry = {"maker": maker, "tricks": tricks}
    before = scored("euchre", entry)
    before[seat % 2] = 0

    number = ruled("euchre", "cards", entry, what="number", gathered=True, who=seat)
    discard = ruled("euchre", "cards", entry, what="discard", late=True, who=seat)
    assert scored("euchre", entry, number) == scored("euchre", entry, discard) == before


# --- five hundred -------------------------------------------------------------------------------

# the variant, the deal as it was played, who revoked, each side's points, the tricks entered then
FIVE_HUNDRED: list[tuple[str, dict[str, Any], int, list[int], int]] = [
    ("43-card", {"declarer": 0, "bid": "7H", "tricks": 8}, 0, [-200, 20], 8),
    ("43-card", {"declarer": 0, "bid": "7H", "tricks": 6}, 2, [-200, 40], 6),
    ("43-card", {"declarer": 0, "bid": "7H", "tricks": 6}, 1, [200, 0], 6),
    ("43-card", {"declarer": 0, "bid": "7H", "tricks": 8}, 3, [200, 0], 8),
    ("43-card", {"declarer": 1, "bid": "6S", "tricks": 10}, 0, [0, 250], 10),
    ("43-card", {"declarer": 1, "bid": "6S", "tricks": 10}, 1, [0, -40], 10),
    ("43-card", {"declarer": 0, "bid": "nullo", "tricks": 0}, 0, [-250, 0], 0),
    ("43-card", {"declarer": 0, "bid": "nullo", "tricks": 2}, 0, [-250, 20], 2),
    ("43-card", {"declarer": 0, "bid": "nullo", "tricks": 2}, 1, [250, 0], 2),
    # where only a contract that is made wins, with tricks that just make or miss it
    ("45-card", {"declarer": 0, "bid": "7H", "tricks": 8}, 0, [-200, 20], 6),
    ("45-card", {"declarer": 0, "bid": "7H", "tricks": 6}, 2, [-200, 40], 6),
    ("45-card", {"declarer": 0, "bid": "7H", "tricks": 5}, 1, [200, 0], 7),
    ("45-card", {"declarer": 0, "bid": "nullo", "tricks": 0}, 0, [-250, 0], 1),
    ("45-card", {"declarer": 0, "bid": "grand_nullo", "tricks": 2}, 1, [510, 0], 0),
]


@pytest.mark.parametrize(("variant", "entry", "seat", "expected", "tricks"), FIVE_HUNDRED, ids=str)
def test_a_revoke_makes_or_misses_the_bid(
    variant: str, entry: dict[str, Any], seat: int, expected: list[int], tricks: int
) -> None:
    remedy = ruled("five-hundred", "revoke", entry, variant, who=seat, late=True)

    assert scored("five-hundred", entry, remedy, variant) == expected
    assert remedy.corrected(entry) == {**entry, "tricks": tricks}


@given(
    variant=st.sampled_from(["43-card", "45-card"]),
    declarer=st.integers(0, 3),
    bid=st.sampled_from(list(VALUES)),
    tricks=st.integers(0, 10),
    seat=st.integers(0, 3),
)
def test_the_points_of_five_hundred_are_those_of_the_rule(
    variant: str, declarer: int, bid: str, tricks: int, seat: int
) -> None:
    house = games()["five-hundred"].defaults(variant)
    sixes = house.min_bid == "7S" and bid.startswith("6") and house.inkle == "off"
    if sixes or (bid in ZERO_BIDS and bid not in ZERO_BIDS_BY_OPTION[house.nullos]):
        return
    entry, side = {"declarer": declarer, "bid": bid, "tricks": tricks}, declarer % 2
    played = scored("five-hundred", entry, None, variant)
    was_made = tricks == 0 if bid in ZERO_BIDS else tricks >= BIDS[bid].level
    made = seat % 2 != side
    expected = [0, 0]
    expected[side] = played[side] if was_made == made else VALUES[bid] if made else -VALUES[bid]
    expected[1 - side] = played[1 - side]
    wrong = ruled("five-hundred", "cards", entry, variant, what="number", gathered=True, who=seat)
    assert scored("five-hundred", entry, wrong, variant) == expected
    expected[1 - side] = 0 if made else played[1 - side]
    remedy = ruled("five-hundred", "revoke", entry, variant, who=seat, late=True)
    assert scored("five-hundred", entry, remedy, variant) == expected

    begun: dict[str, Any] = {"declarer": declarer, "bid": bid}
    for known in (begun, {"declarer": declarer}, {}):
        left: Any = {name: value for name, value in entry.items() if name not in known}
        asked = ruled(
            "five-hundred", "revoke", known, variant, who=seat, late=True, over=True, **left
        )
        assert scored("five-hundred", known, asked, variant) == expected


def test_a_bid_that_counts_as_made_wins_where_only_bids_win() -> None:
    played = [{"declarer": 0, "bid": "9NT", "tricks": 9}]
    entry = {"declarer": 0, "bid": "7H", "tricks": 6}
    remedy = ruled("five-hundred", "revoke", entry, "45-card", who=1, late=True)
    adjusted = [
        {"adjust": {"side": int(side), "points": points, "reason": "revoke"}}
        for side, points in remedy.points.items()
    ]
    pad = pads.played(
        "five-hundred", *played, *adjusted, remedy.corrected(entry), variant="45-card"
    )

    assert pad.outcome is not None
    assert pad.outcome.winners == (0,)


@pytest.mark.parametrize("mishap", ["revoke", "cards"])
def test_without_a_contract_the_side_at_fault_scores_nothing(mishap: str) -> None:
    entry = {"passed_out": True, "side_tricks": [6, 4]}
    facts: dict[str, Any] = (
        {"late": True} if mishap == "revoke" else {"what": "number", "gathered": True}
    )
    remedy = ruled("five-hundred", mishap, entry, "45-card", who=2, **facts)

    assert scored("five-hundred", entry, remedy, "45-card") == [0, 40]
    if mishap == "revoke":
        known = ruled("five-hundred", mishap, {"passed_out": True}, "45-card", who=2, over=True,
                      tricks=6, **facts)  # fmt: skip
        assert scored("five-hundred", {"passed_out": True}, known, "45-card") == [0, 40]
        asked = ruled("five-hundred", mishap, {}, "45-card", who=2, over=True, bid="nobody",
                      tricks=6, **facts)  # fmt: skip
        assert asked.corrected({}) == entry
        assert scored("five-hundred", {}, asked, "45-card") == [0, 40]
        facts["over"] = False
    unfinished = ruled("five-hundred", mishap, {"passed_out": True}, "45-card", who=2, **facts)
    assert not unfinished.points


def test_a_hand_that_is_thrown_in_is_entered_as_passed_out() -> None:
    entry = {"declarer": 0, "bid": "7H"}
    facts: dict[str, Any] = {"what": "poor", "hand": True, "agreed": True}
    remedy = ruled("five-hundred", "cards", entry, "43-card", **facts)

    assert remedy.corrected(entry) == {"passed_out": True}
    assert scored("five-hundred", entry, remedy, "43-card") == [0, 0]


@pytest.mark.parametrize(
    ("entry", "seat", "then"),
    [
        ({"declarer": 0, "bid": "nullo"}, 0, 0),
        ({"declarer": 0, "bid": "nullo"}, 1, 1),
        ({"declarer": 0, "bid": "7H"}, 0, 0),
        ({"passed_out": True}, 0, 0),
    ],
    ids=str,
)
def test_no_role_is_asked_for_once_the_bid_is_entered(entry: Entry, seat: int, then: int) -> None:
    remedy = ruled("five-hundred", "exposed", entry, "45-card", what="shown", who=seat)

    assert len(remedy.then) == then
