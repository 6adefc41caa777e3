"""The points of a remedy are the points scored, where partners play: with the entry as it is
corrected and the points beside it, each side ends the deal as the rule says."""

from collections.abc import Mapping
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.game import Game
from scorekeeper.engine.remedies import Case, Remedy, inquire
from scorekeeper.games import games
from tests.games import pads

Facts = dict[str, Any]
LATE: Final[Facts] = {"late": True}
NO_TRICKS: Final = {"bids": ["nil", 4, 5, 3]}


def ruled(slug: str, mishap: str, entry: Mapping[str, Any], facts: Facts) -> Remedy:
    """The ruling on a deal that is entered, with the usual house rules."""
    game: Game = games()[slug]
    house = game.defaults(None)
    case = Case(house, game.sides(house, 4), (0, 1, 2, 3), dict(entry))
    inquest = inquire(game.remedies[mishap](case), facts)  # type: ignore[index]
    assert inquest.found is not None, inquest
    return inquest.found


def scored(slug: str, entry: Mapping[str, Any], remedy: Remedy) -> list[int]:
    """What each side has after the deal as it is corrected, with the points beside it."""
    totals = pads.played(slug, remedy.corrected(entry)).totals
    return [total + remedy.points.get(side, 0) for side, total in enumerate(totals)]


# the deal as it is entered, who revoked, the entry as it then is, each side's points
SPADES: Final[list[tuple[dict[str, Any], int, dict[str, Any], list[int]]]] = [
    # three tricks, or all there are, from the revoker first
    ({"bids": [4, 3, 3, 3], "side_tricks": [7, 6]}, 0, {"side_tricks": [4, 9]}, [-70, 63]),
    ({"bids": [4, 3, 3, 3], "side_tricks": [7, 6]}, 3, {"side_tricks": [10, 3]}, [73, -60]),
    ({"bids": [4, 3, 3, 3], "side_tricks": [2, 11]}, 2, {"side_tricks": [0, 13]}, [-70, 67]),
    ({"bids": [4, 3, 3, 3], "tricks": [2, 4, 5, 2]}, 0, {"tricks": [0, 7, 4, 2]}, [-70, 63]),
    ({"bids": [4, 3, 3, 3], "tricks": [5, 4, 2, 2]}, 0, {"tricks": [2, 7, 2, 2]}, [-70, 63]),
    # a nil bidder fails; the partner gives the tricks
    ({**NO_TRICKS, "tricks": [0, 4, 6, 3]}, 0, {"tricks": [0, 7, 3, 3]}, [-150, 73]),
    ({**NO_TRICKS, "tricks": [1, 4, 6, 2]}, 0, {"tricks": [1, 7, 3, 2]}, [-149, 72]),
    ({**NO_TRICKS, "side_tricks": [6, 7], "nil_tricks": {"0": 0}}, 0,
     {"side_tricks": [3, 10], "nil_tricks": {"0": 0}}, [-150, 73]),
    ({**NO_TRICKS, "side_tricks": [9, 4], "nil_tricks": {"0": 1}}, 2,
     {"side_tricks": [6, 7], "nil_tricks": {"0": 1}}, [-49, 70]),
    # a nil that had failed stays failed
    ({**NO_TRICKS, "side_tricks": [3, 10], "nil_tricks": {"0": 2}}, 2,
     {"side_tricks": [0, 13], "nil_tricks": {"0": 0}}, [-150, 76]),
    # a nil that was made is the partner's, whoever revokes
    ({**NO_TRICKS, "tricks": [0, 4, 8, 1]}, 2, {"tricks": [0, 4, 5, 4]}, [150, 71]),
    # no trick goes to a nil bidder
    ({**NO_TRICKS, "tricks": [0, 4, 6, 3]}, 3, {"tricks": [0, 4, 9, 0]}, [154, -70]),
    ({"bids": ["nil", 6, "nil", 4], "tricks": [0, 8, 0, 5]}, 1, {"tricks": [0, 8, 0, 5]},
     [200, 103]),
    # two nils
    ({"bids": ["double_nil", 6, "nil", 4], "side_tricks": [2, 11],
      "nil_tricks": {"0": 0, "2": 2}}, 0,
     {"side_tricks": [0, 13], "nil_tricks": {"0": 0, "2": 0}}, [-300, 103]),
]  # fmt: skip


@pytest.mark.parametrize("row", SPADES, ids=str)
def test_spades_tricks_that_go_over_are_scored(row: Any) -> None:
    entry, seat, after, expected = row
    remedy = ruled("spades", "revoke", entry, {"who": seat, **LATE})

    corrected = remedy.corrected(entry)
    assert {name: corrected[name] for name in after} == after
    assert scored("spades", entry, remedy) == expected


def test_spades_asks_for_the_tricks_of_a_nil_that_are_not_entered() -> None:
    entry: dict[str, Any] = {"bids": [4, "nil", 4, 3]}
    remedy = ruled("spades", "revoke", entry, {"who": 1, **LATE, "tricks": 6, "own": 1})

    assert remedy.changes == {"side_tricks": [10, 3], "nil_tricks": {"1": 1}}
    assert scored("spades", entry, remedy) == [82, -129]


def test_spades_asks_for_what_is_not_entered_yet() -> None:
    entry: dict[str, Any] = {"bids": ["nil", 4, None, None], "side_tricks": [None, None],
                             "nil_tricks": {"0": None}}  # fmt: skip
    remedy = ruled("spades", "revoke", entry, {"who": 0, **LATE, "tricks": 2, "own": 0})

    assert remedy.changes == {"side_tricks": [0, 13], "nil_tricks": {"0": 0}}
    assert remedy.points == {0: -200}


@st.composite
def thirteen(draw: st.DrawFn) -> list[int]:
    """The tricks of four players."""
    cuts = sorted(draw(st.lists(st.integers(0, 13), min_size=3, max_size=3)))
    return [high - low for low, high in zip([0, *cuts], [*cuts, 13], strict=True)]


@given(
    bids=st.tuples(*[st.sampled_from(["nil", "double_nil", 1, 3, 5])] * 4),
    tricks=thirteen(),
    seat=st.integers(0, 3),
)
def test_spades_both_ways_of_entering_come_to_the_same(
    bids: tuple[Any, ...], tricks: list[int], seat: int
) -> None:
    by_player = {"bids": [*bids], "tricks": tricks}
    by_side: dict[str, Any] = {
        "bids": [*bids],
        "side_tricks": [tricks[0] + tricks[2], tricks[1] + tricks[3]],
    }
    if nil_tricks := {str(one): tricks[one] for one in range(4) if isinstance(bids[one], str)}:
        by_side["nil_tricks"] = nil_tricks
    one, other = (
        ruled("spades", "revoke", it, {"who": seat, **LATE}) for it in (by_player, by_side)
    )

    assert one.tricks == other.tricks
    assert scored("spades", by_player, one) == scored("spades", by_side, other)
    moved = one.tricks.get(1 - seat % 2, 0)
    has = tricks[seat] + tricks[(seat + 2) % 4]
    nils = [isinstance(bids[(seat + step) % 4], str) for step in (1, 3)]
    assert moved == (0 if all(nils) else min(3, has))


# who revoked, and each side's points: a lost bid of 20 costs 3, one that is made brings 2
@pytest.mark.parametrize(("seat", "expected"), [(0, [0, 2]), (1, [0, -3]), (2, [0, 2])])
@pytest.mark.parametrize("result", [{"made": True}, {"points": 14}, {"points": 28}, {}])
def test_twenty_eight_is_lost_by_the_side_that_revoked(
    seat: int, expected: list[int], result: dict[str, Any]
) -> None:
    entry = {"declarer": 3, "bid": 20, "trump": "H", **result}
    remedy = ruled("twenty-eight", "revoke", entry, {"what": "suit", "who": seat, **LATE})

    assert scored("twenty-eight", entry, remedy) == expected


@pytest.mark.parametrize(("seat", "expected"), [(0, [0, 1]), (1, [1, 0]), (3, [1, 0])])
@pytest.mark.parametrize("result", [{"made": False}, {"tricks": 4}, {"tricks": 5}, {}])
def test_sharp_nullo_is_lost_by_the_side_that_revoked(
    seat: int, expected: list[int], result: dict[str, Any]
) -> None:
    entry = {"declarer": 1, "bid": 4, **result}
    remedy = ruled("sharp-nullo", "revoke", entry, {"who": seat, **LATE})

    assert scored("sharp-nullo", entry, remedy) == expected
