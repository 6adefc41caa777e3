"""The auction of Noms: what may be called, what it settles (noms/rules.md#bidding)."""

from typing import Any

import pytest

from tests.referee.asking import calls, judgement, settled


@pytest.mark.parametrize(
    ("made", "players", "expected"),
    [
        ("", 4, "pass 7 8 9 10 misere 11 12 13"),
        ("9", 4, "pass 10 misere 11 12 13"),
        ("10", 4, "pass misere 11 12 13"),
        ("misere", 4, "pass 11 12 13"),
        ("pass pass pass", 4, "7 8 9 10 misere 11 12 13"),
        ("pass pass pass 7", 4, "pass 8 9 10 misere 11 12 13"),
        ("pass 7 pass pass", 4, "pass 8 9 10 misere 11 12 13"),
        ("", 3, "pass 7 8 9 10 misere 11 12 13"),
        ("", 5, "pass 7 8 9 10 misere"),
        ("8", 6, "pass misere"),
        ("pass pass pass pass", 6, "pass 7 8 misere"),
        ("pass pass pass pass pass", 6, "7 8 misere"),
    ],
)
def test_noms_calls(made: str, players: int, expected: str) -> None:
    assert calls("noms", made, players=players) == expected


@pytest.mark.parametrize(
    ("made", "facts", "contract"),
    [
        ("7 pass 8 9 10 pass pass pass", {}, {"declarer": 1, "bid": 10}),
        ("7 pass pass pass", {}, {"declarer": 1, "bid": 7}),
        ("pass pass pass 7 pass pass pass", {}, {"declarer": 0, "bid": 7}),
        ("pass pass pass 7 8 pass pass pass", {}, {"declarer": 1, "bid": 8}),
        ("7 misere pass pass pass", {}, {"declarer": 2, "bid": "misere"}),
        ("13", {}, {"declarer": 1, "bid": 13}),
        ("misere", {"players": 6}, {"declarer": 1, "bid": "misere"}),
        ("pass pass 7 pass pass", {"players": 3, "dealer": 2}, {"declarer": 2, "bid": 7}),
    ],
)
def test_noms_contracts(made: str, facts: dict[str, Any], contract: Any) -> None:
    assert settled("noms", made, **facts) == contract


@pytest.mark.parametrize(
    ("made", "asked", "expected"),
    [
        (
            "pass pass pass",
            "pass",
            (False, "Everybody passed, so seat 3 as dealer must bid at least 7.", "passed-out"),
        ),
        ("pass pass", "pass", (True, "Passing is allowed.", "bidding")),
        ("10", "misere", (True, "Misère is higher than 10.", "bidding")),
        ("11", "misere", (False, "Misère is too low over 11; at least 12 is needed.", "bidding")),
        ("11", "11 ", (False, "Not a call in this game. Calls: pass, 12, 13.", "bidding")),
        ("12", "012", (False, "Not a call in this game. Calls: pass, 13.", "bidding")),
    ],
)
def test_noms_judgements(made: str, asked: str, expected: tuple[bool, str, str]) -> None:
    assert judgement("noms", made, asked, dealer=3) == expected
