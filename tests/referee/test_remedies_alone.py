"""What a mishap costs where each plays alone, and under the house rules of other tables."""

from typing import Any

import pytest

from scorekeeper import questions
from scorekeeper.engine.remedies import Case, inquire
from scorekeeper.games.spades import GAME as SPADES

BIDS = {"bids": [3, "nil", 4, 2], "tricks": [3, 2, 4, 4]}
MISSED = {"bid": "7S", "declarer": 0, "side_tricks": [8, 1, 1]}
NULLO = {"bid": "nullo", "declarer": 1, "side_tricks": [5, 2, 3]}


def ruling(game: str, mishap: str, entry: dict[str, Any], facts: Any, **context: Any) -> Any:
    return questions.remedy(
        {"game": game, "mishap": mishap, "entry": entry, "facts": facts, "context": context}
    )


def test_tricks_of_a_revoke_go_to_the_next_who_bid_a_number() -> None:
    answer = ruling("spades", "revoke", BIDS, {"who": 0, "late": True}, partnership=False)

    assert answer["ruling"] == "Seat 0 gives seat 2 three tricks."
    assert answer["entry"] == {"tricks": [0, 2, 7, 4]}


@pytest.mark.parametrize(("partner", "least"), [(1, 3), ("nil", 4), (4, 1), (None, 1)])
def test_a_bid_that_was_not_made_is_what_the_side_needs(partner: Any, least: int) -> None:
    entry = {"bids": [partner, 5, None, 5]}
    facts = {"what": "missing", "who": 2, "late": True}

    house = SPADES.house_rules({**SPADES.defaults(None), "side_min_bid": 4})
    case = Case(house, SPADES.sides(house, 4), (0, 1, 2, 3), entry)

    remedy = inquire(SPADES.remedies["bid"](case), facts).found

    assert remedy is not None
    assert remedy.changes == {"bids": [partner, 5, least, 5]}


def test_only_the_one_of_two_defenders_who_revoked_scores_nothing() -> None:
    facts = {"who": 0, "late": True}

    assert ruling("five-hundred", "revoke", MISSED, facts, players=3)["points"] == {"0": -280}
    made = ruling("five-hundred", "revoke", NULLO, facts, players=3)
    assert made["points"] == {"0": -20, "1": 500}


def test_a_side_alone_scores_nothing_without_a_contract() -> None:
    passed = {"passed_out": True, "side_tricks": [4, 3, 3]}
    house = {"players": 3, "all_pass": "no_contract"}

    answer = ruling("five-hundred", "revoke", passed, {"who": 0, "late": True}, **house)

    assert answer["ruling"] == "Seat 0 scores nothing in this deal."
    assert answer["points"] == {"0": -40}


def test_a_lone_defender_may_show_cards() -> None:
    entry = {"maker": 0, "alone": True, "defend_alone": 1}

    answer = ruling("euchre", "exposed", entry, {"what": "shown", "who": 1}, defend_alone="any")

    assert answer["rule"] == "exposed-card"
    assert "face up" not in answer["ruling"]


def test_both_partners_of_three_are_barred() -> None:
    facts = {"what": "early", "who": 0, "first": 2}

    answer = ruling("twenty-eight", "bid", {}, facts, players=6)

    assert answer["rule"] == "call-out-of-turn"


REVOKED = {"who": 0, "decided": "no", "on": False}


@pytest.mark.parametrize(
    ("entry", "result"),
    [
        ({"game": "H", "how": "schneider"}, "schneider"),
        ({"game": "grand", "how": "ouvert"}, "schwarz"),
        ({"game": "C", "how": "hand"}, "won"),
        ({"game": "null", "how": "ouvert"}, "won"),
        ({"how": "schneider"}, "won"),
    ],
)
def test_defenders_at_fault_lose_what_was_announced(entry: dict[str, Any], result: str) -> None:
    answer = ruling("skat", "revoke", {"declarer": 1, **entry}, REVOKED, players=3)

    assert answer["entry"] == {"result": result}
    assert answer["ruling"] == "The game is over, and seat 1 has won it."


def test_kontra_is_late_once_its_speaker_has_played() -> None:
    late, early = (
        ruling("skat", "bid", {}, {"what": "kontra", "who": 2, "late": late}, kontra=True)
        for late in (True, False)
    )

    assert late["ruling"] == "It is too late: the game counts once."
    assert early["entry"] == {"kontra": "kontra"}
