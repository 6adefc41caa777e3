"""Whatever is wrong with a session is told at its path, all at once."""

from typing import Any

import pytest

from scorekeeper.duplicate.result import score
from tests.duplicate.sessions import Document, lines, session

S4 = {"contract": "4S", "declarer": "N", "tricks": 10}


def places(given: Any) -> list[str]:
    """Where something is wrong."""
    result = score(given)
    assert {*result} == {"errors"}, result
    assert all(one["message"].endswith((".", "?")) for one in result["errors"])
    return [one["at"] for one in result["errors"]]


@pytest.mark.parametrize("given", [None, 3, "x", [], [{}]])
def test_a_session_is_an_object(given: Any) -> None:
    assert places(given) == [""]


def test_all_that_is_missing_is_told_at_once() -> None:
    assert places({}) == ["format", "contestants", "boards"]


@pytest.mark.parametrize(
    ("more", "at"),
    [
        ({"kind": "solo"}, "kind"),
        ({"event": []}, "event"),
        ({"event": {"name": 3}}, "event.name"),
        ({"event": {"place": "x"}}, "event.place"),
        ({"extra": 1}, "extra"),
        ({"scoring": 3}, "scoring"),
        ({"scoring": {"method": "imps"}}, "scoring.method"),
        ({"scoring": {"method": "x"}}, "scoring.method"),
        ({"scoring": {"winners": 3}}, "scoring.winners"),
        ({"scoring": {"winners": True}}, "scoring.winners"),
        ({"scoring": {"per_win": 3}}, "scoring.per_win"),
        ({"scoring": {"expected": 1}}, "scoring.expected"),
        ({"scoring": {"expected": "x"}}, "scoring.expected"),
        ({"scoring": {"round_lines": 2}}, "scoring.round_lines"),
        ({"scoring": {"own_session": 1}}, "scoring.own_session"),
        ({"scoring": {"average_imps": "x"}}, "scoring.average_imps"),
        ({"scoring": {"datum": {"discard": -1}}}, "scoring.datum.discard"),
        ({"scoring": {"datum": {"cut": 1}}}, "scoring.datum.cut"),
        ({"scoring": {"tempo": 1}}, "scoring.tempo"),
        ({"adjustments": [{"points": 3}]}, "adjustments[0].contestant"),
        ({"adjustments": [{"contestant": "9", "points": 3}]}, "adjustments[0].contestant"),
        ({"adjustments": [{"contestant": "1"}]}, "adjustments[0].points"),
        ({"adjustments": [{"contestant": "1", "points": "x"}]}, "adjustments[0].points"),
        ({"adjustments": {}}, "adjustments"),
        (
            {
                "scoring": {"method": "butler"},
                "adjustments": [{"contestant": "1", "percent_of_top": 3}],
            },
            "adjustments[0].percent_of_top",
        ),
        ({"byes": []}, "byes"),
        ({"movement": 3}, "movement"),
        ({"movement": {"kind": "howell"}}, "movement.contestants"),
        ({"movement": {"kind": "waltz", "contestants": 8, "boards": 24}}, "movement"),
        (
            {"movement": {"plan": [{"round": 1, "tables": [{}]}]}},
            "movement.plan[0].tables[0].table",
        ),
    ],
)
def test_a_wrong_head_is_told_at_its_key(more: Document, at: str) -> None:
    assert at in places(session(lines(420, 50), **more))


@pytest.mark.parametrize(
    ("line", "at"),
    [
        ({}, ""),
        ({"contract": "4S", "declarer": "N"}, ".tricks"),
        ({"contract": "4S", "tricks": 10}, ".declarer"),
        ({**S4, "contract": "8S"}, ".contract"),
        ({**S4, "contract": 4}, ".contract"),
        ({**S4, "contract": ["4S"]}, ".contract"),
        ({**S4, "declarer": "X"}, ".declarer"),
        ({**S4, "tricks": 14}, ".tricks"),
        ({**S4, "tricks": True}, ".tricks"),
        ({**S4, "lead": "1H"}, ".lead"),
        ({**S4, "score": 430}, ".score"),
        ({"contract": "pass", "tricks": 3}, ".tricks"),
        ({"score": 425}, ".score"),
        ({"score": "420"}, ".score"),
        ({"score": 420, "declarer": "N"}, ".declarer"),
        ({"score": 420, "not_played": True}, ""),
        ({"not_played": 1}, ".not_played"),
        ({"artificial": {"ns": "A+"}}, ".artificial.ew"),
        ({"artificial": {"ns": "A+", "ew": "B"}}, ".artificial.ew"),
        ({"artificial": {"ns": "A+", "ew": 101}}, ".artificial.ew"),
        ({"artificial": "A"}, ".artificial"),
        ({"weighted": [{"weight": 50, "score": 420}]}, ".weighted"),
        ({"weighted": [{"weight": 100}]}, ".weighted[0]"),
        ({"weighted": [{"score": 420}]}, ".weighted[0].weight"),
        ({"weighted": 3}, ".weighted"),
        ({"split": {"ns": {"score": 420}}}, ".split.ew"),
        ({"split": {"ns": {"score": 420}, "ew": {}}}, ".split.ew"),
        ({"split": {"ns": {"score": 420}, "ew": {"artificial": "C"}}}, ".split.ew.artificial"),
        ({"score": 420, "round": 0}, ".round"),
        ({"score": 420, "room": "attic"}, ".room"),
        ({"score": 420, "table": 0}, ".table"),
        ({"score": 420, "group": 3}, ".group"),
        ({"score": 420, "colour": "red"}, ".colour"),
    ],
)
def test_a_wrong_line_is_told_at_its_key(line: Document, at: str) -> None:
    assert f"boards[0].results[1]{at}" in places(session(lines(50, line)))


def test_who_sat_there_must_be_a_contestant_once() -> None:
    given = session(lines(420, 50))
    given["boards"][0]["results"] += [
        {"ns": "1", "ew": "9", "score": 50},
        {"ew": "2", "score": 50},
        {"ns": ["1", "2"], "ew": "4", "score": 50},
        "x",
        {"ns": "3", "ew": "3", "score": 50},
    ]

    assert places(given) == [
        "boards[0].results[2].ew",
        "boards[0].results[3].ns",
        "boards[0].results[4].ns",
        "boards[0].results[5]",
        "boards[0].results[6].ns",
        "boards[0].results[6].ew",
    ]


def test_a_team_sits_once_in_each_room() -> None:
    given = session(lines(420), kind="teams")
    given["boards"][0]["results"] += [
        {"ns": "2", "ew": "1", "score": 50},
        {"ns": "2", "ew": "1", "score": 50},
    ]

    assert places(given) == ["boards[0].results[2].ns", "boards[0].results[2].ew"]


def test_contestants_and_boards_have_what_they_need() -> None:
    given = session(lines(420), scoring={"winners": 2})
    given["contestants"] += [{"id": "1"}, {"id": 3}, {}, {"id": "4", "names": "Ann"}]
    given["contestants"] += [{"id": " 5"}, {"id": "5\n6"}, {"id": ""}]
    given["boards"] += [{"number": 1, "results": []}, {"results": []}, {"number": 0}, 3]

    assert places(given) == [
        "contestants[0].direction",
        "contestants[1].direction",
        "contestants[2].id",
        "contestants[3].id",
        "contestants[4].id",
        "contestants[5].names",
        "contestants[5].direction",
        "contestants[6].id",
        "contestants[7].id",
        "contestants[8].id",
        "boards[1].number",
        "boards[2].number",
        "boards[3].results",
        "boards[3].number",
        "boards[4]",
    ]


@pytest.mark.parametrize(
    ("key", "value"),
    [("dealer", "X"), ("vulnerable", "Both"), ("deal", "N:AKQ"), ("deal", 3), ("colour", 1)],
)
def test_a_wrong_board_is_told_at_its_key(key: str, value: Any) -> None:
    given = session(lines(420))
    given["boards"][0][key] = value

    assert places(given) == [f"boards[0].{key}"]


def test_dealer_and_vulnerability_may_differ_from_the_numbers() -> None:
    given = session(lines({"contract": "4S", "declarer": "N", "tricks": 10}))
    given["boards"][0] |= {"dealer": "W", "vulnerable": "All"}
    board = score(given)["boards"][0]

    assert (board["dealer"], board["vulnerable"], board["results"][0]["score"]) == ("W", "All", 620)
