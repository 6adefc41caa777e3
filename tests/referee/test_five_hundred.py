"""The auction of Five Hundred: what may be called, what it settles
(five_hundred/rules.md#auction)."""

from typing import Any

import pytest

from tests.referee.asking import call, calls, judgement, settled

SIXES = "6S 6C 6D 6H 6NT"
LOW = "7S 7C 7D 7H 7NT"
EIGHTS = "8C 8D 8H 8NT"
HIGH = "9S 9C 9D 9H 9NT 10S 10C 10D 10H"


@pytest.mark.parametrize(
    ("variant", "made", "facts", "expected"),
    [
        ("43-card", "", {}, f"pass {SIXES} {LOW} 8S nullo {EIGHTS} {HIGH} bar_nullo 10NT"),
        ("43-card", "8S", {}, f"pass nullo {EIGHTS} {HIGH} bar_nullo 10NT"),
        ("43-card", "nullo", {}, f"pass {EIGHTS} {HIGH} bar_nullo 10NT"),
        ("43-card", "nullo pass", {}, f"pass {EIGHTS} {HIGH} double_nullo bar_nullo 10NT"),
        ("43-card", "nullo 10D", {}, "pass 10H double_nullo bar_nullo 10NT"),
        ("43-card", "nullo 10H", {}, "pass 10NT"),
        ("43-card", "nullo bar_nullo", {}, "pass 10NT"),
        ("43-card", "9NT", {"nullos": "none"}, "pass 10S 10C 10D 10H 10NT"),
        ("43-card", "7NT", {"nullos": "nullo"}, f"pass 8S nullo {EIGHTS} {HIGH} 10NT"),
        (
            "43-card",
            "7NT",
            {"nullo_rank": "below_8"},
            f"pass nullo 8S {EIGHTS} {HIGH} bar_nullo 10NT",
        ),
        ("43-card", "", {"min_bid": "7S"}, f"pass {LOW} 8S nullo {EIGHTS} {HIGH} bar_nullo 10NT"),
        ("45-card", "", {}, f"pass {SIXES} {LOW} nullo 8S {EIGHTS} {HIGH} 10NT"),
        ("45-card", "pass", {}, f"pass {SIXES} {LOW} nullo 8S {EIGHTS} {HIGH} 10NT"),
        ("45-card", "pass pass", {}, f"pass {LOW} nullo 8S {EIGHTS} {HIGH} 10NT"),
        ("45-card", "6D", {}, f"pass 6H 6NT {LOW} nullo 8S {EIGHTS} {HIGH} 10NT"),
        ("45-card", "6D pass", {}, f"pass {LOW} nullo 8S {EIGHTS} {HIGH} 10NT"),
        ("45-card", "7NT nullo 9NT", {}, "pass 10S 10C 10D 10H 10NT grand_nullo"),
        ("45-card", "nullo 10NT", {}, "pass grand_nullo"),
        ("45-card", "nullo pass pass pass", {}, f"pass 8S {EIGHTS} {HIGH} 10NT"),
        (
            "45-card",
            "6D pass 7S pass",
            {"inkle": "first_two_bids"},
            f"pass 7C 7D 7H 7NT nullo 8S {EIGHTS} {HIGH} 10NT",
        ),
        (
            "45-card",
            "pass pass pass",
            {"inkle": "first_two_bids"},
            f"pass {SIXES} {LOW} nullo 8S {EIGHTS} {HIGH} 10NT",
        ),
        (
            "45-card",
            "pass 6D pass",
            {"inkle": "first_two_bids"},
            f"pass 6H 6NT {LOW} nullo 8S {EIGHTS} {HIGH} 10NT",
        ),
        (
            "45-card",
            "pass 6D 6H",
            {"inkle": "first_two_bids"},
            f"pass {LOW} nullo 8S {EIGHTS} {HIGH} 10NT",
        ),
        ("45-card", "", {"inkle": "off"}, f"pass {LOW} nullo 8S {EIGHTS} {HIGH} 10NT"),
        (
            "45-card",
            "",
            {"inkle": "signal"},
            f"pass inkle_S inkle_C inkle_D inkle_H {LOW} nullo 8S {EIGHTS} {HIGH} 10NT",
        ),
        (
            "45-card",
            "inkle_D",
            {"inkle": "signal"},
            f"pass inkle_H {LOW} nullo 8S {EIGHTS} {HIGH} 10NT",
        ),
        (
            "43-card",
            "inkle_D",
            {"inkle": "signal"},
            f"pass 6H inkle_H 6NT {LOW} 8S nullo {EIGHTS} {HIGH} bar_nullo 10NT",
        ),
        (
            "45-card",
            "inkle_D 7S",
            {"inkle": "signal"},
            f"pass 7C 7D 7H 7NT nullo 8S {EIGHTS} {HIGH} 10NT",
        ),
        ("45-card", "7NT", {"ace_no_face": [0]}, f"pass 8S {EIGHTS} {HIGH} 10NT"),
        ("45-card", "7NT", {"ace_no_face": [1]}, f"pass nullo 8S {EIGHTS} {HIGH} 10NT"),
    ],
)
def test_five_hundred_calls(variant: str, made: str, facts: dict[str, Any], expected: str) -> None:
    assert calls("five-hundred", made, variant=variant, **facts) == expected


@pytest.mark.parametrize(
    ("variant", "made", "facts", "contract"),
    [
        ("43-card", "pass pass pass pass", {}, {"passed_out": True}),
        ("43-card", "6S pass 7H pass", {}, {"declarer": 3, "bid": "7H"}),
        ("43-card", "pass pass pass nullo", {"dealer": 1}, {"declarer": 1, "bid": "nullo"}),
        ("43-card", "nullo pass double_nullo pass", {}, {"declarer": 3, "bid": "double_nullo"}),
        ("43-card", "10NT", {}, {"declarer": 1, "bid": "10NT"}),
        ("43-card", "nullo bar_nullo 10NT", {}, {"declarer": 3, "bid": "10NT"}),
        ("45-card", "pass pass pass pass", {}, {"passed_out": True}),
        ("45-card", "10NT", {}, {"declarer": 1, "bid": "10NT"}),
        # the partner of the nullo bidder might still bid grand nullo over it
        ("45-card", "nullo 10NT grand_nullo", {}, {"declarer": 3, "bid": "grand_nullo"}),
        # in one round only those count who have not spoken yet
        ("45-card", "nullo pass 10NT", {"rounds": 1}, {"declarer": 3, "bid": "10NT"}),
        (
            "45-card",
            "7S pass pass pass pass pass pass pass pass pass pass pass",
            {},
            {"declarer": 1, "bid": "7S"},
        ),
        ("45-card", "7S 7C 7D 7H 7NT 8S 8C 8D 8H 8NT 9S 9C", {}, {"declarer": 0, "bid": "9C"}),
        ("45-card", "7S pass pass pass", {"rounds": 1}, {"declarer": 1, "bid": "7S"}),
        ("45-card", "7S pass pass pass", {"rounds": None}, {"declarer": 1, "bid": "7S"}),
        ("45-card", "pass 7S pass pass pass", {"rounds": None}, {"declarer": 2, "bid": "7S"}),
        ("45-card", "pass pass pass pass", {"rounds": None}, {"passed_out": True}),
        (
            "45-card",
            "7S 7C 7D 7H 7NT 8S 8C 8D 8H 8NT 9S 9C 9D pass pass pass",
            {"rounds": None},
            {"declarer": 1, "bid": "9D"},
        ),
        (
            "45-card",
            "inkle_S pass pass pass",
            {"inkle": "signal", "rounds": 1},
            {"passed_out": True},
        ),
        (
            "45-card",
            "inkle_S pass pass pass pass",
            {"inkle": "signal", "rounds": None},
            {"passed_out": True},
        ),
        (
            "45-card",
            "inkle_S 7S pass pass pass",
            {"inkle": "signal", "rounds": None},
            {"declarer": 2, "bid": "7S"},
        ),
    ],
)
def test_five_hundred_contracts(
    variant: str, made: str, facts: dict[str, Any], contract: Any
) -> None:
    assert settled("five-hundred", made, variant=variant, **facts) == contract


@pytest.mark.parametrize(
    ("variant", "made", "facts", "open_to"),
    [
        # without rounds it goes on as long as somebody might bid
        ("45-card", "7S pass pass pass", {}, 1),
        ("45-card", "pass pass pass 7S", {"rounds": None}, 1),
        ("45-card", "inkle_S pass pass pass", {"inkle": "signal"}, 1),
        ("45-card", "inkle_S pass pass pass", {"inkle": "signal", "rounds": None}, 1),
        ("45-card", "pass pass pass inkle_S pass pass pass pass", {"inkle": "signal"}, 1),
        ("45-card", "nullo 10NT", {}, 3),
        ("45-card", "nullo 10NT", {"rounds": 1}, 3),
        ("45-card", "nullo pass 10NT", {}, 0),
        ("45-card", "nullo 10NT pass pass", {}, 1),
        # without rounds nothing but three passes ends it, though nothing is higher
        ("43-card", "10NT", {"rounds": None}, 2),
        ("43-card", "10NT pass pass", {"rounds": None}, 0),
    ],
)
def test_five_hundred_goes_on(variant: str, made: str, facts: dict[str, Any], open_to: int) -> None:
    answer = call("five-hundred", made, variant=variant, **facts)

    assert (answer["closed"], answer["to_act"]) == (False, open_to)


@pytest.mark.parametrize(
    ("variant", "made", "asked", "facts", "expected"),
    [
        ("43-card", "8S", "nullo", {}, (True, "Nullo is higher than 8 spades.", "bidding")),
        (
            "43-card",
            "10H",
            "bar_nullo",
            {},
            (
                False,
                "Bar nullo is too low over 10 hearts; at least 10 no trump is needed.",
                "bidding",
            ),
        ),
        ("43-card", "pass", "pass", {}, (True, "Passing is allowed.", "auction")),
        (
            "43-card",
            "",
            "double_nullo",
            {},
            (False, "Double nullo is only for the partner of a nullo bidder.", "zero-bids"),
        ),
        (
            "43-card",
            "nullo",
            "double_nullo",
            {},
            (False, "Double nullo is only for the partner of a nullo bidder.", "zero-bids"),
        ),
        (
            "43-card",
            "nullo pass",
            "double_nullo",
            {},
            (True, "Double nullo is higher than nullo.", "bidding"),
        ),
        (
            "43-card",
            "",
            "grand_nullo",
            {},
            (False, "Not a call in this game. Calls: pass, 6S, 6C, …, 10NT.", "auction"),
        ),
        ("43-card", "", "6S", {"min_bid": "7S"}, (False, "The lowest bid is 7 spades.", "inkle")),
        (
            "45-card",
            "pass pass",
            "6S",
            {},
            (False, "Only the first two players to speak may bid six.", "inkle"),
        ),
        (
            "45-card",
            "6S 6C",
            "6D",
            {"inkle": "first_two_bids"},
            (False, "Only the first two bids may be bids of six.", "inkle"),
        ),
        ("45-card", "", "6S", {"inkle": "signal"}, (False, "The lowest bid is 7 spades.", "inkle")),
        (
            "45-card",
            "7S",
            "inkle_H",
            {"inkle": "signal"},
            (False, "A suit can be hinted at only before anyone has bid.", "inkle"),
        ),
        (
            "45-card",
            "inkle_H",
            "inkle_S",
            {"inkle": "signal"},
            (
                False,
                "An inkle in spades is too low over an inkle in hearts; "
                "at least 7 spades is needed.",
                "bidding",
            ),
        ),
        (
            "45-card",
            "inkle_D",
            "inkle_C",
            {"inkle": "signal"},
            (
                False,
                "An inkle in clubs is too low over an inkle in diamonds; "
                "at least an inkle in hearts is needed.",
                "bidding",
            ),
        ),
        (
            "45-card",
            "7NT",
            "7S",
            {"ace_no_face": [0]},
            (False, "7 spades is too low over 7 no trump; at least 8 spades is needed.", "bidding"),
        ),
        (
            "45-card",
            "",
            "nullo",
            {"ace_no_face": [1]},
            (False, "A side that declared ace, no face cannot bid nullo.", "ace-no-face"),
        ),
        (
            "45-card",
            "",
            "8H",
            {"ace_no_face": [1]},
            (True, "There is no bid yet, so 8 hearts may be bid.", "bidding"),
        ),
    ],
)
def test_five_hundred_judgements(
    variant: str, made: str, asked: str, facts: dict[str, Any], expected: tuple[bool, str, str]
) -> None:
    assert judgement("five-hundred", made, asked, variant=variant, **facts) == expected
