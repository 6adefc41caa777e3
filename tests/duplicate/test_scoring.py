"""What the published sessions do not show: rulings, fouled boards, teams, single players."""

from typing import Any

import pytest

from scorekeeper.duplicate.contracts import dealer_of, possible_scores, vulnerable_of
from scorekeeper.duplicate.result import score
from tests.duplicate.sessions import Document, lines, session


def points(given: Document, board: int = 0) -> list[tuple[Any, Any]]:
    """The points of a board's lines."""
    result = score(given)
    assert "errors" not in result, result
    return [(one["ns_points"], one["ew_points"]) for one in result["boards"][board]["results"]]


def rules(given: Document) -> list[str]:
    """The rules of the first board's lines."""
    return [one["why"]["rule"] for one in score(given)["boards"][0]["results"]]


def test_dealer_and_vulnerability_repeat_every_sixteen_boards() -> None:
    assert "".join(map(dealer_of, range(1, 9))) == "NESWNESW"
    first = ["None", "NS", "EW", "All"]
    cycle = [*first, *first[1:], *first[:1], *first[2:], *first[:2], *first[3:], *first[:3]]
    assert [vulnerable_of(n) for n in range(1, 17)] == cycle
    assert vulnerable_of(17) == "None"
    assert dealer_of(1000) == "W"


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        ({"contract": "4S", "declarer": "N", "tricks": 10}, 420),
        ({"contract": "5DX", "declarer": "S", "tricks": 11}, 550),
        ({"contract": "2HXX", "declarer": "W", "tricks": 9}, -840),
        ({"contract": "7NT", "declarer": "E", "tricks": 0}, 650),
        ({"contract": "3NTX", "declarer": "N", "tricks": 5}, -800),
        ({"contract": "pass"}, 0),
    ],
)
def test_a_contract_is_scored_as_at_rubber_with_the_premiums_of_a_board(
    played: Document, expected: int
) -> None:
    assert score(session(lines(played)))["boards"][0]["results"][0]["score"] == expected


def test_matchpoints_are_two_a_win_and_one_an_equal() -> None:
    assert points(session(lines(420, 420, 450, -50))) == [(3, 3), (3, 3), (6, 0), (0, 6)]
    halves = session(lines(420, 420, 450, -50), scoring={"per_win": 1})
    assert points(halves) == [(1.5, 1.5), (1.5, 1.5), (3, 0), (0, 3)]


def test_neuberg_of_a_single_result_is_an_average() -> None:
    assert points(session(lines(420), scoring={"expected": 5})) == [(4, 4)]
    assert rules(session(lines(420), scoring={"expected": 5})) == ["neuberg"]


def test_artificial_scores_are_percent_of_the_top() -> None:
    ruled = {"artificial": {"ns": "A+", "ew": "A-"}}
    number = {"artificial": {"ns": 70, "ew": 12.5}}
    given = session(lines(420, 50, ruled, number, {"artificial": {"ns": "A", "ew": "A"}}))

    assert points(given)[2:] == [(4.8, 3.2), (5.6, 1), (4, 4)]
    assert rules(given)[2:] == ["average", "average", "average"]
    # two of five are compared: (2 × 5 + 5 − 2) / 2
    assert points(given)[:2] == [(6.5, 1.5), (1.5, 6.5)]


def test_average_plus_is_not_less_than_the_own_session() -> None:
    given = session(lines(420, 50, -50))
    given["boards"].append(
        {
            "number": 2,
            "results": [
                {"ns": "1", "ew": "2", "artificial": {"ns": "A+", "ew": "A-"}},
                *lines(0, 420, 420)[1:],
            ],
        }
    )

    assert points(given, 1)[0] == (4, 0)
    given["scoring"] = {"own_session": False}
    assert points(given, 1)[0] == (2.4, 1.6)


def test_a_weighted_score_counts_as_parts_of_a_result() -> None:
    weighted = {"weighted": [{"weight": 60, "score": 420}, {"weight": 40, "score": -50}]}

    # 420 is equal, 50 is better than the other 40 %; 450 beats all
    assert points(session(lines(weighted, 420, 450))) == [(0.6, 3.4), (1.4, 2.6), (4, 0)]
    assert rules(session(lines(weighted, 420)))[0] == "weighted"


def test_the_halves_of_a_split_score_are_compared_with_their_own_sides() -> None:
    split = {
        "split": {"ns": {"score": -50}, "ew": {"contract": "4S", "declarer": "N", "tricks": 10}}
    }
    assert points(session(lines(split, 170, 420))) == [(0, 1), (2, 4), (4, 1)]
    ruled = {"split": {"ns": {"artificial": "A-"}, "ew": {"score": 420}}}
    given = session(lines(ruled, 170, 420))
    assert points(given) == [(1.6, 1), (0.5, 4), (3.5, 1)]
    assert rules(given)[0] == "split"


def test_the_groups_of_a_fouled_board_are_compared_apart() -> None:
    given = session(
        [
            {**line, **({"group": "b"} if place > 2 else {})}
            for place, line in enumerate(lines(420, 170, 50, -50, -100))
        ]
    )
    # three: (M × 5 + 2) / 3; two: (M × 5 + 3) / 2
    assert points(given) == [(7.33, 0.67), (4, 4), (0.67, 7.33), (6.5, 1.5), (1.5, 6.5)]


def test_a_board_not_played_and_a_sit_out_cost_nothing() -> None:
    given = session(lines(420, 50))
    given["boards"] += [
        {"number": 2, "results": lines({"not_played": True}, 50)},
        {"number": 3, "results": lines(420, 50)[:1]},
    ]
    ranked = {one["id"]: one for one in score(given)["fields"][0]["ranking"]}

    assert (ranked["1"]["boards"], ranked["3"]["boards"]) == (2, 2)
    assert ranked["1"]["total"] == 3
    assert points(given, 1) == [(None, None), (1, 1)]


def test_sections_may_be_compared_alone() -> None:
    given = session(lines(420, 170, 50, -50), scoring={"compare": "section"})
    for place, one in enumerate(given["contestants"]):
        one["section"] = "A" if place < 4 else "B"

    assert points(given) == [(2, 0), (0, 2), (2, 0), (0, 2)]


def test_cross_imps_of_a_sum_are_of_all_results_due() -> None:
    given = session(lines(420, 170, -50), scoring={"method": "cross-imps"})
    assert points(given) == [(8, -8), (0, 0), (-8, 8)]

    given["scoring"] |= {"cross_imps": "sum", "expected": 4}
    assert points(given) == [(24, -24), (0, 0), (-24, 24)]
    given["boards"][0]["results"] += [
        {"ns": "7", "ew": "8", "artificial": {"ns": "A+", "ew": -1.5}}
    ]
    given["contestants"] += [{"id": "7"}, {"id": "8"}]
    assert points(given)[3] == (6, -1.5)


def test_butler_names_its_datum() -> None:
    given = session(lines(420, 420, 170, -50), scoring={"method": "butler"})

    line = score(given)["boards"][0]["results"][0]
    assert (line["datum"], line["ns_points"], line["why"]["rule"]) == (300, 3, "datum")
    given["scoring"]["datum"] = {"discard": 0, "round": 1}
    assert score(given)["boards"][0]["results"][0]["datum"] == 240


def test_total_points_are_the_scores() -> None:
    ruled = {"artificial": {"ns": "A+", "ew": -30}}

    assert points(session(lines(420, -50, ruled), scoring={"method": "total-points"})) == [
        (420, -420),
        (-50, 50),
        (0, -30),
    ]


def test_partners_of_an_individual_have_their_line_each() -> None:
    results = [
        {"ns": ["1", "2"], "ew": ["3", "4"], "score": 420},
        {"ns": ["5", "6"], "ew": ["7", "8"], "score": 50},
    ]
    result = score(session(results, kind="individual"))

    assert [one["id"] for one in result["fields"][0]["ranking"]] == list("12783456")
    assert [one["rank"] for one in result["fields"][0]["ranking"]] == [1] * 4 + [5] * 4
    assert result["boards"][0]["results"][0]["ns"] == ["1", "2"]


def match(*boards: tuple[Any, Any], **more: Any) -> Document:
    """A match of two teams: for each board what happened in both rooms."""

    def outcome(one: Any) -> Document:
        return one if isinstance(one, dict) else {"score": one}

    return {
        "format": "scorekeeper-duplicate/1",
        "kind": "teams",
        "contestants": [{"id": "1"}, {"id": "2"}, {"id": "3"}],
        "boards": [
            {
                "number": number,
                "results": [
                    {"round": 1, "ns": "1", "ew": "2", **outcome(open_room)},
                    {"round": 1, "ns": "2", "ew": "1", **outcome(closed)},
                ],
            }
            for number, (open_room, closed) in enumerate(boards, 1)
        ],
        **more,
    }


def test_a_match_is_the_sum_of_its_boards() -> None:
    given = match((420, 170), (50, 420), (0, 0), (620, -100), byes=[{"team": "3", "vp": 12}])
    result = score(given)

    (one,) = result["matches"]
    assert one["imps"] == [18, 9]
    assert one["vps"] == [14.6, 5.4]
    assert one["boards"] == 4
    assert points(given)[:2] == [(6, -6), (-6, 6)]
    ranked = result["fields"][0]["ranking"]
    assert [(r["id"], r["boards"], r["points"], r["total"]) for r in ranked] == [
        ("1", 4, 9, 14.6),
        ("3", 0, 0, 12),
        ("2", 4, -9, 5.4),
    ]


def test_without_vps_teams_are_ranked_by_imps() -> None:
    result = score(match((420, 170), scoring={"vp": "none"}))

    assert "vps" not in result["matches"][0]
    assert [one["total"] for one in result["fields"][0]["ranking"]] == [6, -6]


def test_teams_rulings_count_in_both_rooms() -> None:
    ruled = {"artificial": {"ns": "A+", "ew": "A-"}}
    back = {"artificial": {"ns": "A-", "ew": "A+"}}
    weighted = {"weighted": [{"weight": 50, "score": 420}, {"weight": 50, "score": 170}]}
    given = match((ruled, back), (weighted, 170), (420, {"not_played": True}))

    assert points(given) == [(3, -3), (-3, 3)]
    assert points(given, 1) == [(3, -3), (-3, 3)]
    assert points(given, 2) == [(None, None), (None, None)]
    assert score(given)["matches"][0]["boards"] == 2


def test_the_other_room_may_be_missing() -> None:
    given = match((420, 170))
    del given["boards"][0]["results"][1]

    assert points(given) == [(None, None)]
    assert score(given)["fields"][0]["ranking"] == []


def test_board_a_match_gives_two_one_or_nothing() -> None:
    given = match((420, 170), (50, 50), (0, 420), scoring={"method": "board-a-match"})
    result = score(given)

    assert points(given) == [(2, 0), (0, 2)]
    assert points(given, 1) == [(1, 1), (1, 1)]
    ranked = result["fields"][0]["ranking"]
    assert [(one["boards"], one["points"], one["percent"], one["rank"]) for one in ranked] == [
        (3, 3, 50, 1),
        (3, 3, 50, 1),
    ]
    assert "matches" not in result
    assert result["boards"][0]["top"] == 2


def test_adjustments_are_added_to_totals() -> None:
    given = session(
        lines(420, 50),
        adjustments=[
            {"contestant": "1", "percent_of_top": -10},
            {"contestant": "3", "points": 0.5, "reason": "kindness"},
        ],
    )
    ranked = {one["id"]: one for one in score(given)["fields"][0]["ranking"]}

    assert (ranked["1"]["points"], ranked["1"]["total"]) == (2, 1.8)
    assert (ranked["3"]["total"], ranked["3"]["percent"]) == (0.5, 25)


def test_equal_totals_share_a_place_and_the_next_is_left_out() -> None:
    ranked = score(session(lines(420, 420, 50)))["fields"][0]["ranking"]

    assert [(one["id"], one["rank"]) for one in ranked] == [
        ("6", 1), ("1", 2), ("3", 2), ("2", 4), ("4", 4), ("5", 6),
    ]  # fmt: skip


def test_two_winners_are_ranked_apart() -> None:
    given = session(lines(420, 50), scoring={"winners": 2})
    for place, one in enumerate(given["contestants"]):
        one["direction"] = "EW" if place % 2 else "NS"

    assert [
        (field["name"], [one["id"] for one in field["ranking"]]) for field in score(given)["fields"]
    ] == [("NS", ["1", "3"]), ("EW", ["4", "2"])]


def test_a_score_that_no_contract_gives_is_a_warning() -> None:
    (warning,) = score(session(lines(430, 620)))["warnings"]

    assert warning["at"] == "boards[0].results[1].score"
    assert 620 not in possible_scores("None")
    assert 620 in possible_scores("NS")
