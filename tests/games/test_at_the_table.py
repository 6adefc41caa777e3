"""What games tell the table under house rules that few play."""

from typing import Any

import pytest

from scorekeeper.engine.pad import side_names
from scorekeeper.engine.replay import after, blank
from scorekeeper.games import games
from scorekeeper.games.euchre.referee import calls
from scorekeeper.games.hearts.referee import after_trick
from scorekeeper.referee import Context

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus")


def test_the_player_of_a_single_hand_leads() -> None:
    game = games()["twenty-eight"]
    pad = blank(game, {**game.defaults(None), "single_hand": 3}, NAMES[:4])
    row = after(pad, {"declarer": 1, "bid": "single_hand", "made": True}).rows[-1]

    assert dict(game.opening(pad, row.deal)) == {"leader": 1, "declarer": 1}


def test_a_side_that_was_left_has_the_last_name() -> None:
    game = games()["tally"]
    pads = [blank(game, game.defaults(None), NAMES[:3])]
    pads += [after(pads[0], {"seat": {"number": 1, "name": None}})]

    assert pads[-1].seats == ("Ann", None, "Cat")
    assert side_names(pads) == ["Ann", "Ben", "Cat"]
    assert side_names(pads[:1]) == ["Ann", "Ben", "Cat"]


def test_nothing_is_lacking_at_an_equal_target() -> None:
    game = games()["whist"]
    pad = blank(game, {**game.defaults(None), "scoring": "all_tricks", "target": 13}, NAMES[:4])
    for tricks in ([7, 6], [6, 7]):
        pad = after(pad, {"side_tricks": tricks})

    assert (pad.totals, pad.outcome) == ((13, 13), None)
    assert game.needs is not None
    assert [*game.needs(pad)] == []


@pytest.mark.parametrize(
    ("house", "more"),
    [
        ({"no_trump": False, "defend_alone": "off"}, set()),
        ({"no_trump": True, "defend_alone": "off"}, {"NT"}),
        ({"no_trump": False, "defend_alone": "against_alone"}, {"defend_alone"}),
        ({"no_trump": True, "defend_alone": "any"}, {"NT", "defend_alone"}),
    ],
)
def test_house_rules_of_euchre_add_calls(house: dict[str, Any], more: set[str]) -> None:
    known = {"pass", "order", *"CDHS", "alone", "with_partner"}

    assert {call for kind in calls(Context(house)) for call in kind} == known | more


@pytest.mark.parametrize(
    ("plays", "breaking", "broken"),
    [
        (["2C", "4H", "KC", "AC"], "hearts", True),
        (["2C", "QS", "KC", "AC"], "hearts", False),
        (["2C", "QS", "KC", "AC"], "queen_too", True),
        (["2C", "3C", "KC", "AC"], "queen_too", False),
    ],
)
def test_next_trick_knows_of_broken_hearts(plays: list[str], breaking: str, broken: bool) -> None:
    facts = after_trick(Context({"breaking": breaking}), plays)

    assert facts == ({"broken": True} if broken else {})
