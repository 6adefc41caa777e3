"""Refusals of a sheet: all faults of its head and of its first invalid entry."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games import games
from scorekeeper.sheet import score
from scorekeeper.sheet.documents import FORMAT, NotJSON, decoded

NAMES = ["Ann", "Ben", "Cat", "Dan"]
WHIST = {"side_tricks": [9, 4]}


def wrong(game: str, *entries: Any, **head: Any) -> list[str]:
    """Return where the errors of the sheet stand."""
    sheet = {"format": FORMAT, "game": game, "players": NAMES, **head, "entries": [*entries]}
    return [error["at"] for error in score(sheet)["errors"]]


def test_sheets_are_refused_where_they_are_wrong() -> None:
    lines = (Path(__file__).parent / "refused_sheets.txt").read_text("utf-8").splitlines()
    sheets = [line.partition(" = ") for line in lines if line.startswith("{")]

    assert len(sheets) > 50
    for text, _, places in sheets:
        sheet = {"format": FORMAT, "players": NAMES, "entries": [], **json.loads(text)}
        assert " | ".join(error["at"] for error in score(sheet)["errors"]) == places, text


def test_head_errors_show_first_refused_entry() -> None:
    head: dict[str, Any] = {"options": {"target": 0}, "players": ["Ann", "Ann", "Cat", "Dan"]}

    assert wrong("whist", WHIST, {"side_tricks": [9, 5]}, **head) == [
        "players[1]",
        "options.target",
        "entries[1].side_tricks",
    ]
    assert wrong("whist", WHIST, **head) == ["players[1]", "options.target"]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"bids": ["3", 3, 3, 3]}, "Bids run from 1 to 13; “3” in quotes was entered."),
        ({"bids": ["x", 3, 3, 3]}, "Bids run from 1 to 13; x was entered."),
        ({"bids": [True, 3, 3, 3]}, "Bids run from 1 to 13; true was entered."),
        ({"bids": [3.0, 3, 3, 3]}, "Bids run from 1 to 13; 3.0 was entered."),
        ({"bids": [[3], 3, 3, 3]}, "Bids run from 1 to 13; a list was entered."),
        ({"bids": [{}, 3, 3, 3]}, "Bids run from 1 to 13; an object was entered."),
    ],
)
def test_a_quoted_number_is_not_a_number(entry: dict[str, Any], message: str) -> None:
    sheet = {"format": FORMAT, "game": "spades", "players": NAMES}

    (error,) = score({**sheet, "entries": [{**entry, "side_tricks": [7, 6]}]})["errors"]

    assert error == {"at": "entries[0].bids[0]", "message": message}


def test_plain_errors_follow_a_refused_entry() -> None:
    later = [
        WHIST,
        5,
        {"nonsense": 1},
        {"side_tricks": "9"},
        {"adjust": {"side": "x", "points": 1.5, "reason": "r"}},
        {"adjust": {"side": 0, "points": 1, "reason": "r", "deal": 1}},
        {"finish": {"reason": 5}},
        {"passed_out": True},
        {"side_tricks": [9, "4"]},
        {"side_tricks": [9, None]},
    ]

    assert wrong("whist", {}, *later) == [
        "entries[0].side_tricks",
        "entries[2]",
        "entries[3].nonsense",
        "entries[4].side_tricks",
        "entries[5].adjust.side",
        "entries[5].adjust.points",
        "entries[7].finish.reason",
        "entries[8].passed_out",
        "entries[9].side_tricks[1]",
    ]


def test_entries_after_the_end_have_one_error() -> None:
    assert wrong("whist", {"finish": {}}, {"nonsense": 1}) == ["entries[1]"]


def test_refused_entry_allows_extra_players() -> None:
    came = [{"seat": {"number": 0, "name": None}}, {"seat": {"number": 7, "name": "Hal"}}]

    assert wrong("oh-hell", *came, {"passed_out": True}, {}, players=[*"ABCDEFG"]) == [
        "entries[2].passed_out"
    ]


def test_unknown_keys_are_told_after_refusal() -> None:
    adjust = {"adjust": {"side": 0, "points": 1, "reason": "r", "zz": 1}}

    assert wrong("whist", {}, adjust) == ["entries[0].side_tricks", "entries[1].adjust.zz"]


def test_sheet_names_lose_invisible_characters() -> None:
    sheet = {"format": FORMAT, "game": "whist", "players": ["\u202eAnn", "Ben", "Cat", "D\u00adan"]}
    eve = {"seat": {"number": 2, "name": "\ufeffEve"}}

    assert score({**sheet, "entries": [WHIST, eve]})["sides"] == [
        {"seats": [0, 2], "name": "Ann & Eve"},
        {"seats": [1, 3], "name": "Ben & Dan"},
    ]
    errors = score({**sheet, "entries": [{"seat": {"number": 2, "name": "A\u200bnn"}}]})["errors"]
    assert errors == [{"at": "entries[0].seat.name", "message": "Ann sits here already."}]


# --- a result that was kept on paper --------------------------------------------------------------

DEAL = {"bids": [4, 3, 2, 2], "side_tricks": [7, 6]}


@pytest.mark.parametrize(
    ("finish", "totals", "winners", "text"),
    [
        ({"points": [512, 340]}, [512, 340], [0], "Ann & Cat won with 512"),
        ({"points": [340, 340]}, [340, 340], [0, 1], "shared the win with 340"),
        ({"points": [-20, -30], "reason": "time"}, [-20, -30], [0], "Ann & Cat won with −20"),
        ({"points": [512, 340], "won": 1}, [512, 340], [1], "Ben & Dan won with 340"),
        ({"won": 1, "deals": 9}, [0, 0], [1], "Ben & Dan won"),
        ({"won": None}, [0, 0], [], "The game was drawn"),
    ],
)
@pytest.mark.parametrize("deals", [[], [DEAL]])
def test_finish_may_say_the_paper_result(
    deals: list[Any], finish: dict[str, Any], totals: list[int], winners: list[int], text: str
) -> None:
    sheet = {"format": FORMAT, "game": "spades", "players": NAMES}
    so_far = score({**sheet, "entries": deals})["totals"]

    result = score({**sheet, "entries": [*deals, {"finish": finish}]})

    assert result["totals"] == (totals if "points" in finish else so_far)
    assert result["outcome"]["winners"] == winners
    assert result["outcome"]["drawn"] == (finish == {"won": None})
    assert text in result["outcome"]["text"]
    assert result["outcome"]["rule"] == "finish"


def test_after_a_result_nothing_is_played() -> None:
    sheet = {"format": FORMAT, "game": "spades", "players": NAMES}

    (error,) = score({**sheet, "entries": [{"finish": {"points": [5, 3]}}, DEAL]})["errors"]

    assert error["message"] == "The game is over; its result has been entered."


def test_emptied_seat_has_no_final_points_or_win() -> None:
    gone = {"seat": {"number": 1, "name": None}}

    assert wrong("tally", gone, {"finish": {"points": [1, 2, 3, 4]}}) == [
        "entries[1].finish.points[1]"
    ]
    assert wrong("tally", gone, {"finish": {"won": 1}}) == ["entries[1].finish.won"]
    sheet = {"format": FORMAT, "game": "tally", "players": NAMES}
    result = score({**sheet, "entries": [gone, {"finish": {"points": [1, None, 3, 4]}}]})
    assert result["outcome"]["winners"] == [3]


@pytest.mark.parametrize("slug", games())
@given(data=st.data())
def test_final_points_are_totals_and_best_wins(slug: str, data: st.DataObject) -> None:
    game = games()[slug]
    house = game.defaults(None)
    possible = game.players_under(None, house)
    names = [f"P{seat}" for seat in range(data.draw(st.sampled_from(possible)))]
    sides = len(game.sides(house, len(names)))
    points = data.draw(st.lists(st.integers(-999, 999), min_size=sides, max_size=sides))
    sheet = {"format": FORMAT, "game": slug, "players": names}

    result = score({**sheet, "entries": [{"finish": {"points": points}}]})

    (entry,) = result["entries"]
    best = (min if game.low_wins(house) else max)(points)
    assert result["totals"] == points
    assert result["outcome"]["winners"] == [s for s in range(sides) if points[s] == best]
    for side in range(sides):
        assert sum(one["points"] for one in entry["lines"] if one["side"] == side) == points[side]


# --- numbers ------------------------------------------------------------------------------------


def test_exponent_numbers_are_read_quickly() -> None:
    text = f"[{','.join(['1e308'] * 20_000)}]"

    def seconds(read: Callable[[str], Any]) -> float:
        began = time.process_time()
        assert len(read(text)) == 20_000
        return time.process_time() - began

    ours, theirs = (min(seconds(read) for _ in range(5)) for read in (decoded, json.loads))
    assert ours < 8 * theirs, "msgspec's own reading takes 28 times as long"


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_number_is_read_as_it_was_written(number: float) -> None:
    assert decoded(json.dumps([number])) == [number]


@pytest.mark.parametrize("text", ["1e309", "-1e400", "1e99999", "NaN", "Infinity"])
def test_a_number_that_is_none_is_no_json(text: str) -> None:
    with pytest.raises(NotJSON):
        decoded(f'{{"points":[{text}]}}')
