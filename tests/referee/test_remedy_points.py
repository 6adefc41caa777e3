"""The points of a remedy are the points scored: with the entry as it is corrected and the points
beside it, each player ends the deal as the rule says."""

from typing import Any, Final

import pytest

from scorekeeper.engine.game import Table
from scorekeeper.engine.remedies import Case, inquire
from scorekeeper.games import games
from scorekeeper.sentences import Voice
from tests.games import pads
from tests.referee.test_remedies import NAMES

Row = tuple[str, int, dict[str, Any], str, dict[str, Any], dict[str, Any], list[int]]

CLASSIC: Final = {"diamond_points": -10}
TREX: Final = {"contract": "trex", "order": [0, 1, 2, 3]}
# game, players, house rules, mishap, the deal as it is entered, the facts, each player's points
REVOKED: Final[list[Row]] = [
    ("solo-whist", 4, {}, "revoke", {"contract": "solo", "declarers": [1], "made": True},
     {"who": 1, "late": True}, [1, -3, 1, 1]),
    ("solo-whist", 4, {}, "revoke", {"contract": "solo", "declarers": [1], "tricks": 3},
     {"who": 0, "late": True}, [-3, 3, 0, 0]),
    ("solo-whist", 4, {}, "revoke", {"contract": "prop_cop", "declarers": [1, 2], "made": False},
     {"who": 0, "late": True}, [-4, 2, 2, 0]),
    ("solo-whist", 4, {"overtrick_value": 1}, "revoke",
     {"contract": "solo", "declarers": [1], "tricks": 7}, {"who": 0, "late": True}, [-9, 9, 0, 0]),
    ("solo-whist", 4, {"overtrick_value": 1}, "revoke",
     {"contract": "solo", "declarers": [1], "tricks": 7}, {"who": 1, "late": True}, [2, -6, 2, 2]),
    ("solo-whist", 4, {"payment": "paper"}, "revoke",
     {"contract": "solo", "declarers": [1], "made": False}, {"who": 0, "late": True}, [0, 1, 0, 0]),
    ("solo-whist", 4, {}, "exposed", {"contract": "misere", "declarers": [1]},
     {"what": "shown", "who": 2, "chosen": "made"}, [0, 6, -6, 0]),
    ("euchre", 4, {}, "revoke", {"maker": 0, "tricks": 5, "alone": True},
     {"who": 0, "late": True}, [0, 2]),
    ("euchre", 4, {}, "revoke", {"maker": 0, "tricks": 2, "alone": True},
     {"who": 1, "late": True}, [4, 0]),
    ("euchre", 4, {}, "revoke", {}, {"who": 3, "late": True, "over": True, "maker": 1,
     "alone": False, "tricks": 3}, [2, 0]),
    ("euchre", 4, {}, "cards", {"maker": 0, "tricks": 4}, {"what": "number", "gathered": True,
     "who": 2}, [0, 0]),
    ("five-hundred", 4, {}, "revoke", {"declarer": 0, "bid": "7S", "tricks": 8},
     {"who": 2, "late": True}, [-140, 20]),
    ("five-hundred", 4, {}, "revoke", {"declarer": 0, "bid": "7S", "tricks": 6},
     {"who": 1, "late": True}, [140, 0]),
    ("five-hundred", 4, {}, "revoke", {"declarer": 1, "bid": "nullo", "tricks": 0},
     {"who": 1, "late": True}, [0, -250]),
    ("five-hundred", 4, {}, "cards", {"declarer": 0, "bid": "7S", "tricks": 6},
     {"what": "number", "gathered": True, "who": 1}, [140, 40]),
    ("nap", 5, {}, "revoke", {"declarer": 0, "bid": "nap", "made": False},
     {"who": 4, "late": True}, [40, 0, 0, 0, -40]),
    ("nap", 3, {"nap_fail": "half"}, "revoke", {"declarer": 0, "bid": "nap", "tricks": 5},
     {"who": 0, "late": True}, [-10, 5, 5]),
    ("nap", 4, {}, "cards", {"declarer": 2, "bid": "mis", "tricks": 1},
     {"what": "number", "gathered": True, "who": 3}, [0, 0, 9, -9]),
    ("noms", 4, {}, "revoke", {"declarer": 0, "bid": 8, "partner": 2, "tricks": [5, 3, 4, 1]},
     {"who": 2, "late": True}, [0, 3, 0, 1]),
    ("noms", 4, {}, "revoke", {"declarer": 0, "bid": 8, "partner": 2, "tricks": [3, 5, 4, 1]},
     {"who": 1, "late": True}, [8, 0, 8, 1]),
    ("noms", 4, {}, "revoke", {"declarer": 0, "bid": "misere", "partner": 2,
     "tricks": [1, 6, 2, 4]}, {"who": 3, "late": True}, [20, 6, 20, 0]),
    ("noms", 4, {"misere_fail_tricks": "own"}, "revoke", {"declarer": 0, "bid": "misere",
     "partner": 2, "tricks": [1, 6, 2, 4]}, {"who": 3, "late": True}, [20, 6, 20, 0]),
    ("noms", 4, {}, "revoke", {"declarer": 0, "bid": "misere", "partner": None,
     "tricks": [0, 6, 3, 4]}, {"who": 0, "late": True}, [-10, 6, 3, 4]),
    ("noms", 4, {}, "exposed", {"declarer": 0, "bid": 8, "partner": 2, "tricks": [5, 3, 4, 1]},
     {"who": 2, "what": "named"}, [8, 3, -8, 1]),
    ("oh-hell", 3, {}, "revoke", {"bids": [3, 4, 4], "tricks": [3, 4, 3]},
     {"who": 0, "late": True, "chosen": "stands"}, [-10, 40, -10]),
    ("oh-hell", 3, {"miss": "tricks_only"}, "revoke", {"bids": [3, 4, 4], "tricks": [3, 4, 3]},
     {"who": 1, "late": True, "chosen": "stands"}, [30, 4, 3]),
    ("oh-hell", 3, {}, "revoke", {"bids": [3, 4, 4], "tricks": [3, 4, 3]},
     {"who": 1, "late": True, "chosen": "again"}, [0, -10, 0]),
    ("trex", 4, CLASSIC, "revoke", {"contract": "diamonds", "counts": [13, 0, 0, 0]},
     {"who": 0, "late": True}, [-130, 0, 0, 0]),
    ("trex", 4, {"partnership": True}, "revoke", {"contract": "eltoosh", "counts": [13, 0, 0, 0]},
     {"who": 3, "late": True}, [0, -195]),
    ("trex", 4, {}, "revoke", TREX, {"who": 0, "late": True}, [-200, 0, 0, 0]),
]  # fmt: skip


@pytest.mark.parametrize("row", REVOKED, ids=lambda row: f"{row[0]}-{row[3]}-{row[6]}")
def test_each_player_ends_the_deal_as_the_rule_says(row: Row) -> None:
    slug, players, changed, mishap, entry, facts, expected = row
    game = games()[slug]
    house = game.house_rules({**game.defaults(None), **changed})
    sides, seats = game.sides(house, players), tuple(range(players))
    remedy = inquire(game.remedies[mishap](Case(house, sides, seats, entry)), facts).found  # type: ignore[index]

    assert remedy is not None
    points = [remedy.points.get(side, 0) for side in range(len(sides))]
    if not remedy.again:
        deal = game.deal_of(remedy.corrected(entry))
        for line in game.score(Table(None, house, sides, seats), deal):
            points[line.side] += line.points
    assert points == expected


MISERE: Final = {"declarer": 0, "bid": "misere", "partner": 2}
# house rules, the deal as it was played, who revoked, what is asked once nothing but the bid, or
# all but the tricks, is entered, and the points beside the deal
NOMS: Final[list[tuple[dict[str, Any], dict[str, Any], int, dict[str, int], dict[int, int]]]] = [
    ({}, {"declarer": 0, "bid": 8, "partner": 2, "tricks": [5, 3, 4, 1]}, 2, {"together": 9},
     {0: -8, 2: -8}),
    ({}, {"declarer": 0, "bid": 8, "partner": 2, "tricks": [5, 3, 4, 1]}, 1,
     {"together": 9, "tricks1": 3}, {1: -3}),
    ({}, {"declarer": 0, "bid": 8, "partner": 2, "tricks": [3, 5, 4, 1]}, 1,
     {"together": 7, "tricks1": 5}, {0: 8, 1: -5, 2: 8}),
    ({}, {"declarer": 0, "bid": 8, "partner": None, "tricks": [8, 3, 1, 1]}, 0, {"tricks0": 8},
     {0: -8}),
    ({}, {**MISERE, "tricks": [1, 6, 2, 4]}, 3, {"together": 3, "tricks3": 4},
     {0: 33, 2: 33, 3: -4}),
    ({"misere_fail_tricks": "own"}, {**MISERE, "tricks": [1, 6, 2, 4]}, 3,
     {"tricks0": 1, "tricks2": 2, "tricks3": 4}, {0: 31, 2: 32, 3: -4}),
]  # fmt: skip


@pytest.mark.parametrize("row", NOMS, ids=str)
def test_a_revoke_at_noms_asks_for_the_tricks_it_depends_on(row: Any) -> None:
    changed, entry, seat, tricks, points = row
    game = games()["noms"]
    house = game.house_rules({**game.defaults(None), **changed})
    seats, sides = tuple(range(4)), game.sides(house, 4)
    partner = {"partner": "nobody" if entry["partner"] is None else entry["partner"]}
    facts = {"who": seat, "late": True, "over": True, **tricks}

    whole = inquire(game.remedies["revoke"](Case(house, sides, seats, entry)),
                    {"who": seat, "late": True}).found  # fmt: skip
    assert whole is not None
    assert whole.points == points
    for known in (("declarer", "bid"), ("declarer", "bid", "partner")):
        begun = {name: entry[name] for name in known}
        asked = facts if "partner" in known else {**facts, **partner}
        case = Case(house, sides, seats, begun)
        inquest = inquire(game.remedies["revoke"](case), asked)
        assert inquest.found == whole, inquest
    playing = inquire(game.remedies["revoke"](case), {"who": seat, "late": True, "over": False,
                      "team": True}).found  # fmt: skip
    assert playing is not None
    assert not playing.points


# game, the deal as it was played, the facts of one revoke, whose the other was; the ruling, the
# points of each side (None: dealt again)
TWO: Final[list[tuple[str, dict[str, Any], dict[str, Any], int, str, list[int] | None]]] = [
    ("whist", {"side_tricks": [9, 4]}, {"who": 0, "penalty": "tricks"}, 0,
     "Ann & Cat give Ben & Dan six tricks.", [0, 4]),
    ("whist", {"side_tricks": [4, 9]}, {"who": 0, "penalty": "tricks"}, 2,
     "Ann & Cat give Ben & Dan four tricks.", [0, 7]),
    ("whist", {"side_tricks": [9, 4]}, {"who": 0, "penalty": "loss"}, 0,
     "Ann & Cat pay for both revokes.", [-3, 0]),
    ("whist", {"side_tricks": [9, 4]}, {"who": 0, "penalty": "tricks"}, 1,
     "The deal is void: the same player deals again.", None),
    ("spades", {"bids": [4, 3, 2, 3], "side_tricks": [8, 5]}, {"who": 1}, 3,
     "Ben & Dan give Ann & Cat five tricks.", [67, -60]),
    ("spades", {"bids": [4, 3, 2, 3], "side_tricks": [8, 5]}, {"who": 1}, 0,
     "The deal is void: the same player deals again.", None),
    ("five-hundred", {"declarer": 0, "bid": "7S", "tricks": 8}, {"who": 0}, 2,
     "The bid counts as missed: Ann & Cat lose 140, Ben & Dan score 20.", [-140, 20]),
    ("twenty-eight", {"declarer": 0, "bid": 16, "points": 20}, {"what": "suit", "who": 0}, 2,
     "Ann & Cat lose the deal.", [-2, 0]),
]  # fmt: skip


@pytest.mark.parametrize("row", TWO, ids=lambda row: f"{row[0]}-{row[4]}")
def test_two_revokes_are_paid_for_or_void(row: Any) -> None:
    slug, entry, facts, other, ruling, expected = row
    game = games()[slug]
    house, seats = game.defaults(None), (0, 1, 2, 3)
    case = Case(house, game.sides(house, 4), seats, entry)
    again = {"penalty_2": facts["penalty"]} if "penalty" in facts and other == 2 else {}
    found = inquire(
        game.remedies["revokes"](case), {**facts, "late": True, "other": other, **again}
    )

    remedy = found.found
    assert remedy is not None, found
    assert Voice(NAMES, case.sides).alone(remedy.ruling) == ruling
    assert remedy.again is (expected is None)
    assert remedy.rule == "two-revokes"
    if expected is not None:
        totals = pads.played(slug, remedy.corrected(entry)).totals
        assert [total + remedy.points.get(side, 0) for side, total in enumerate(totals)] == expected


@pytest.mark.parametrize(
    "slug", [game.slug for game in games().values() if "revokes" in game.remedies]
)
def test_revoke_noticed_in_time_is_one_like_any_other(slug: str) -> None:
    game = games()[slug]
    house = game.defaults(None)
    case = Case(house, game.sides(house, 4), (0, 1, 2, 3))
    facts = {"what": "suit"} if slug == "twenty-eight" else {}
    ruled = [
        inquire(game.remedies[mishap](case), {**facts, "who": 1, "late": False}).found
        for mishap in ("revoke", "revokes")
    ]

    assert ruled[0] is not None
    assert ruled[0] == ruled[1]


WORST: Final = [
    ("girls", True, "QC QD QH QS"),
    ("girls", False, "QC QD QH QS"),
    ("king", True, "KH"),
    ("king", False, "KH"),
]


@pytest.mark.parametrize(("contract", "doubling", "taken"), WORST)
def test_a_revoke_costs_the_most_that_the_cards_could_have(
    contract: str, doubling: bool, taken: str
) -> None:
    game = games()["trex"]
    house = game.house_rules({**game.defaults(None), "doubling": doubling})
    sides, seats = game.sides(house, 4), (0, 1, 2, 3)
    case = Case(house, sides, seats, {"contract": contract})
    found = inquire(game.remedies["revoke"](case), {"who": 0, "late": True}).found
    cards = [
        {"card": card, "taken_by": 0, "doubled_by": 1 if doubling else None}
        for card in taken.split()
    ]
    deal = game.deal_of({"contract": contract, "cards": cards})

    assert found is not None
    scored = game.score(Table(None, house, sides, seats), deal)
    assert found.points == {0: sum(line.points for line in scored if line.side == 0)}
