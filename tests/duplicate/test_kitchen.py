"""The boards of a past session played again at one table."""

import copy
import random
from fractions import Fraction
from typing import Any

import pytest

from scorekeeper.duplicate.kitchen import beside, home_ids, past_session, standing
from scorekeeper.duplicate.result import score
from scorekeeper.sheet.documents import SheetRefused
from tests.duplicate.sessions import HERE
from tests.duplicate.sessions import published as published_in

CLUB = "club-howell-sit-out.json"


def published(name: str) -> dict[str, Any]:
    """A published session with what it came to."""
    return published_in(HERE / "published" / name)


def played_at_home(past: dict[str, Any], seed: int) -> dict[int, dict[str, Any]]:
    """A result at home for each board, one of those that others had."""
    draw, (ns, ew) = random.Random(seed), home_ids(past)
    return {
        board["number"]: {**draw.choice(board["results"]), "ns": ns, "ew": ew}
        for board in past["boards"]
    }


@pytest.mark.parametrize("seed", range(100))
def test_home_table_earns_what_one_more_table_would(seed: int) -> None:
    given = published(CLUB)["session"]
    past = past_session(given)
    untouched, home = copy.deepcopy(past), home_ids(past)
    lines = played_at_home(past, seed)
    result = score(beside(past, home, lines))

    top = past["scoring"]["per_win"] * past["scoring"]["expected"]
    for board in result["boards"]:
        assert board["top"] == top
        mine = board["results"][-1]
        assert mine["ns"] == home[0]
        assert mine["ns_points"] + mine["ew_points"] == pytest.approx(top)
    assert past == untouched
    assert [one["ranking"] for one in score(past)["fields"]] == [
        one["ranking"] for one in score(given)["fields"]
    ]
    for one in standing(past, home, result):
        side = "ns_points" if one.id == home[0] else "ew_points"
        points = [board["results"][-1][side] for board in result["boards"]]
        percent = sum(map(Fraction, points)) * 100 / (top * len(points))
        assert one.value == pytest.approx(float(percent), abs=0.01)
        values = [line["percent"] for line in score(past)["fields"][0]["ranking"]]
        assert one.place == 1 + sum(value > one.value for value in values)


def test_best_results_would_have_won() -> None:
    past = past_session(published(CLUB)["session"])
    home = home_ids(past)
    lines = {
        board["number"]: {"ns": home[0], "ew": home[1], "score": 7600} for board in past["boards"]
    }
    first, last = sorted(
        standing(past, home, score(beside(past, home, lines))), key=lambda h: h.place
    )
    assert (first.id, first.value, first.place) == (home[0], 100, 1)
    assert (last.value, last.place) == (0, len(past["contestants"]) + 1)


def test_names_and_deals_stay_with_the_session() -> None:
    given = published(CLUB)["session"]
    given["boards"][0]["deal"] = (
        "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    )
    past = past_session(given)
    assert "names" not in str(past)
    assert past["boards"][0]["deal"]
    assert "deal" not in beside(past, home_ids(past), {})["boards"][0]


def test_home_pairs_are_told_apart_again() -> None:
    past = past_session(published(CLUB)["session"])
    home = home_ids(past)
    again = past_session(beside(past, home, played_at_home(past, 1)))
    assert not {*home_ids(again)} & {*home}


@pytest.mark.parametrize(
    "wrong",
    [
        {"format": "scorekeeper-duplicate/1"},
        published("teams-imps.json")["session"],
        {**published(CLUB)["session"], "boards": []},
    ],
)
def test_other_sessions_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(SheetRefused):
        past_session(wrong)
