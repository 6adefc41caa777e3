"""The auction of Solo Whist: prop, cop and what stands above them (solo_whist/rules.md#bidding)."""

from typing import Any

import pytest

from tests.referee.asking import call, calls, judgement, settled

ANY_PROP = {"eldest_cop": "any_prop"}
HIGHER = "solo misere abundance abundance_trump misere_ouverte slam"


@pytest.mark.parametrize(
    ("made", "facts", "to_act", "expected"),
    [
        ("", {}, 1, f"pass prop {HIGHER}"),
        ("pass pass", {}, 3, f"pass prop {HIGHER}"),
        ("prop", {}, 2, f"pass cop {HIGHER}"),
        ("prop cop", {}, 3, f"pass {HIGHER}"),
        ("prop cop pass", {}, 0, f"pass {HIGHER}"),
        ("prop solo", {}, 3, f"pass {HIGHER.removeprefix('solo ')}"),
        ("solo", {}, 2, f"pass {HIGHER.removeprefix('solo ')}"),
        ("abundance", {}, 2, "pass abundance_trump misere_ouverte slam"),
        ("slam", {}, 2, "pass"),
        # a higher bid ends the alliance, and its members may bid on
        ("prop cop solo", {}, 0, f"pass {HIGHER.removeprefix('solo ')}"),
        ("prop cop solo pass", {}, 1, f"pass {HIGHER.removeprefix('solo ')}"),
        ("prop cop solo pass pass", {}, 2, f"pass {HIGHER.removeprefix('solo ')}"),
        # a pass is final
        ("pass solo misere pass", {}, 2, "pass abundance abundance_trump misere_ouverte slam"),
        # nobody copped: the first to speak may, if he passed and the second player proposed
        ("pass prop pass pass", {}, 1, "pass cop"),
        ("pass prop pass pass pass", {}, 2, f"pass {HIGHER}"),
        ("pass pass prop pass", {}, 3, f"pass {HIGHER}"),
        ("pass pass prop pass", ANY_PROP, 1, "pass cop"),
        ("pass pass pass prop", ANY_PROP, 1, "pass cop"),
        ("pass pass pass prop pass", ANY_PROP, 0, f"pass {HIGHER}"),
        ("prop pass pass pass", {}, 1, f"pass {HIGHER}"),
        ("prop pass pass pass", ANY_PROP, 1, f"pass {HIGHER}"),
    ],
)
def test_calls(made: str, facts: dict[str, Any], to_act: int, expected: str) -> None:
    assert call("solo-whist", made, **facts)["to_act"] == to_act
    assert calls("solo-whist", made, **facts) == expected


@pytest.mark.parametrize(
    ("made", "facts", "contract"),
    [
        ("pass pass pass pass", {}, {"passed_out": True}),
        ("prop cop pass pass", {}, {"contract": "prop_cop", "declarers": [1, 2]}),
        ("prop pass pass cop", {}, {"contract": "prop_cop", "declarers": [1, 0]}),
        ("prop pass cop pass", {}, {"contract": "prop_cop", "declarers": [1, 3]}),
        ("pass prop cop pass", {}, {"contract": "prop_cop", "declarers": [2, 3]}),
        ("pass prop pass pass cop", {}, {"contract": "prop_cop", "declarers": [2, 1]}),
        ("pass pass pass prop cop", ANY_PROP, {"contract": "prop_cop", "declarers": [0, 1]}),
        ("pass prop pass pass pass solo", {}, {"contract": "solo", "declarers": [2]}),
        ("pass prop pass pass pass pass", {}, {"passed_out": True}),
        ("prop pass pass pass pass", {}, {"passed_out": True}),
        ("prop pass pass pass slam", {}, {"contract": "slam", "declarers": [1]}),
        ("solo pass pass pass", {}, {"contract": "solo", "declarers": [1]}),
        ("prop cop solo pass pass pass", {}, {"contract": "solo", "declarers": [3]}),
        (
            "prop cop solo pass misere pass pass",
            {},
            {"contract": "misere", "declarers": [1]},
        ),
        ("pass pass pass slam", {"dealer": 2}, {"contract": "slam", "declarers": [2]}),
    ],
)
def test_contracts(made: str, facts: dict[str, Any], contract: Any) -> None:
    assert settled("solo-whist", made, **facts) == contract


@pytest.mark.parametrize(
    ("made", "asked", "expected"),
    [
        ("", "pass", (True, "Passing is allowed.", "bidding")),
        ("", "cop", (False, "There is no prop to cop.", "prop-and-cop")),
        ("prop", "cop", (True, "The prop may be copped.", "prop-and-cop")),
        ("prop cop", "cop", (False, "The prop is copped already.", "prop-and-cop")),
        ("prop solo", "cop", (False, "There is no prop to cop.", "prop-and-cop")),
        ("prop pass pass pass", "cop", (False, "No one can cop their own prop.", "prop-and-cop")),
        ("prop", "prop", (False, "Prop is too low over prop; at least solo is needed.", "bidding")),
        ("prop", "solo", (True, "Solo is higher than prop.", "bidding")),
        (
            "abundance_trump",
            "abundance",
            (
                False,
                "Abundance is too low over abundance in trump; at least misère ouverte is needed.",
                "bidding",
            ),
        ),
        (
            "pass prop pass pass",
            "cop",
            (True, "The first player to speak may still cop after passing.", "prop-and-cop"),
        ),
        (
            "pass prop pass pass",
            "solo",
            (False, "After passing, a player can only cop.", "prop-and-cop"),
        ),
        ("pass prop pass pass", "pass", (True, "Passing is allowed.", "prop-and-cop")),
        (
            "",
            "prop_cop",
            (
                False,
                "Not a call in this game. Calls: pass, prop, solo, misere, "
                "abundance, abundance_trump, misere_ouverte, slam.",
                "bidding",
            ),
        ),
    ],
)
def test_judgements(made: str, asked: str, expected: tuple[bool, str, str]) -> None:
    assert judgement("solo-whist", made, asked) == expected
