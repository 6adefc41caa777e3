"""What holds of every session, however odd: a thousand random ones (`make test-hard`), or 300."""

import time
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from scorekeeper.duplicate.exchange.pbn_out import pbn
from scorekeeper.duplicate.exchange.reading import read_file
from scorekeeper.duplicate.exchange.usebio_out import usebio
from scorekeeper.duplicate.result import score
from tests.duplicate.sessions import (
    SCORES,
    Document,
    lines,
    mirrored,
    random_session,
    session,
)
from tests.requirements import rounds

SEEDS = range(rounds(300, quick=100, hard=1000))


def figures(result: Document) -> Any:
    """All that is said of lines and ranks."""
    return (
        [
            {(str(line["ns"]), str(line["ew"])): line for line in board["results"]}
            for board in result["boards"]
        ],
        result["fields"],
        [{**one} for one in result.get("matches", ())],
    )


@pytest.mark.long
def test_matchpoints_of_a_board_add_up() -> None:
    """Both sides of a line have the top together, unless it is split or ruled; and the real scores
    of a group have an average each."""
    for seed in SEEDS:
        given = random_session(seed)
        given["scoring"].pop("round_lines", None)
        result = score(given)
        assert "errors" not in result, (seed, result["errors"])
        if result["method"] != "matchpoints":
            continue
        for board in result["boards"]:
            for line in board["results"]:
                if line["score"] is not None:
                    both = line["ns_points"] + line["ew_points"]
                    real = line["why"]["rule"] in ("matchpoints", "neuberg")
                    # a split score in the field leaves the sides with other results
                    split = any(one["why"]["rule"] == "split" for one in board["results"])
                    assert not real or split or abs(both - board["top"]) < 0.011, (seed, line)


@pytest.mark.long
def test_a_side_has_an_average_a_line() -> None:
    for seed in SEEDS:
        random = Random(seed)
        given = session(lines(*random.choices(SCORES, k=random.randint(1, 12))))
        given["scoring"] = {"expected": 12, "per_win": random.choice((1, 2))}
        board = score(given)["boards"][0]

        for side in ("ns_points", "ew_points"):
            total = sum(Fraction(str(line[side])) for line in board["results"])
            average = Fraction(board["top"] * len(board["results"]), 2)
            assert abs(total - average) < Fraction(len(board["results"]), 100)


@pytest.mark.long
def test_exchanging_the_sides_mirrors_the_points() -> None:
    for seed in SEEDS:
        given = random_session(seed)
        for board in given["boards"]:
            board["vulnerable"] = "None"

        ours, theirs = score(given), score(mirrored(given))

        assert ours["fields"] == theirs["fields"], seed
        for one, other in zip(ours["boards"], theirs["boards"], strict=True):
            for line, back in zip(one["results"], other["results"], strict=True):
                assert line["ns_points"] == back["ew_points"], (seed, line, back)
                assert line["ew_points"] == back["ns_points"], (seed, line, back)


@pytest.mark.long
def test_one_more_equal_result_changes_nobodys_order_on_a_board() -> None:
    for seed in SEEDS:
        random = Random(seed)
        scores = random.choices(SCORES, k=random.randint(2, 10))

        assert _order(scores, scores) == _order(scores, [*scores, random.choice(scores)])


def _order(first: list[int], scores: list[int]) -> list[list[bool]]:
    """Which of the first lines have more than which others."""
    board = score(session(lines(*scores)))["boards"][0]
    points = [line["ns_points"] for line in board["results"]][: len(first)]
    return [[one > other for other in points] for one in points]


@pytest.mark.long
@pytest.mark.parametrize("method", ["matchpoints", "cross-imps", "butler"])
def test_a_board_with_equal_results_changes_no_places(method: str) -> None:
    for seed in SEEDS:
        random = Random(seed)
        tables = random.randint(2, 8)
        given = session(lines(*random.choices(SCORES, k=tables)), scoring={"method": method})
        places = score(given)["fields"][0]["ranking"]

        given["boards"].append({"number": 2, "results": lines(*[420] * tables)})
        others = score(given)["fields"][0]["ranking"]

        assert [(one["id"], one["rank"]) for one in others] == [
            (one["id"], one["rank"]) for one in places
        ]


@pytest.mark.long
@pytest.mark.parametrize("write", [usebio, pbn], ids=lambda write: write.__name__)
def test_a_session_read_written_and_read_again_scores_the_same(write: Any) -> None:
    for seed in SEEDS:
        given = random_session(seed)
        result = score(given)

        again = read_file(write(given, result).encode())
        other = score(again.session)

        assert "errors" not in other, (seed, other)
        assert figures(other) == figures(result), seed
        assert write(again.session, other) == write(given, result), seed


def test_120_pairs_and_30_boards_are_ranked_at_once() -> None:
    random, ids = Random(1), [str(n) for n in range(1, 121)]
    given: Document = session([], contestants=[{"id": one} for one in ids], boards=[])
    given["boards"] = [
        {
            "number": board,
            "results": [
                {
                    "ns": ids[table],
                    "ew": ids[60 + (table + board) % 60],
                    "contract": random.choice(("4S", "3NT", "2H", "5CX")),
                    "declarer": random.choice("NESW"),
                    "tricks": random.randint(6, 12),
                }
                for table in range(60)
            ],
        }
        for board in range(1, 31)
    ]
    spent = []
    for _ in range(3):
        begin = time.perf_counter()
        result = score(given)
        spent.append(time.perf_counter() - begin)

    print(f"\n120 pairs, 30 boards: {min(spent) * 1000:.0f} ms (goal: 100)")
    assert len(result["fields"][0]["ranking"]) == 120
