"""Movements of every size keep the rules of movements."""

import json
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from scorekeeper.duplicate.movements import MOST_BOARDS, movement
from scorekeeper.duplicate.movements.howell import starter
from scorekeeper.duplicate.movements.offers import offers
from scorekeeper.duplicate.movements.plans import Movement, MovementRefused, RoundPlan, document
from scorekeeper.duplicate.result import score
from tests.duplicate.sessions import HERE, Document

MATCHES = ("round-robin", "head-to-head")
OFFERED = [
    *(("mitchell", n) for n in range(6, 61)),
    *(("howell", n) for n in range(4, 25)),
    *(("three-quarter-howell", n) for n in range(10, 25)),
    *(("individual", n) for n in (8, 12)),
    *(("round-robin", n) for n in range(3, 11)),
    ("head-to-head", 2),
]


def found(kind: str, n: int) -> Iterator[Movement]:
    """The movements that are offered for so many, by boards and by rounds."""
    for boards in (18, 21, 24, 26, 27, 30):
        yield movement(kind, n, boards)
        if kind == "mitchell":
            yield movement(kind, n, boards, arrow_switch=1)
    for rounds in range(1, n) if kind in ("mitchell", "three-quarter-howell") else ():
        try:
            yield movement(kind, n, 24, rounds)
        except MovementRefused:
            continue


def check_round(one: RoundPlan, contestants: int, matches: bool) -> None:
    """Everybody sits once or sits out; a board is at one table at a time, unless that is said."""
    sitting = [number for table in one.tables for number in (*table.ns, *table.ew)]
    seats = sorted({*sitting}) if matches else sorted(sitting)
    assert sorted([*seats, *one.sitting_out]) == [*range(1, contestants + 1)]
    at = Counter(board for table in one.tables for board in table.boards)
    for table in one.tables:
        assert {at[board] > 1 for board in table.boards} == {table.shared}
    assert len({table.table for table in one.tables}) == len(one.tables)


def check(plan: Movement) -> None:
    """All that holds of every movement."""
    matches, twice = plan.kind in MATCHES, 2 if plan.kind in MATCHES else 1
    met = Counter[frozenset[int]]()
    own: dict[int, Counter[int]] = {n: Counter() for n in range(1, plan.contestants + 1)}
    played, out = Counter[int](), Counter[int]()
    for one in plan.plan:
        check_round(one, plan.contestants, matches)
        out.update(one.sitting_out)
        for table in one.tables:
            met[frozenset((*table.ns, *table.ew))] += 1
            played.update(table.boards)
            for number in (*table.ns, *table.ew):
                own[number].update(table.boards)
    if plan.kind != "individual":
        assert {*met.values()} == {twice}
    assert max(out.values(), default=0) <= 1
    for number, boards in own.items():
        assert {*boards.values()} == {twice}
        assert len(boards) == (plan.rounds - out[number]) * plan.boards_per_round
    assert sorted(played) == [*range(1, plan.boards + 1)]
    assert min(played.values()) >= 2


@pytest.mark.parametrize(("kind", "n"), OFFERED)
def test_every_movement_keeps_the_rules(kind: str, n: int) -> None:
    for one in found(kind, n):
        check(one)


@pytest.mark.parametrize("n", range(4, 25))
def test_everybody_meets_everybody_at_a_howell(n: int) -> None:
    plan = movement("howell", n, 27)

    meetings = {frozenset((*t.ns, *t.ew)) for one in plan.plan for t in one.tables}
    assert len(meetings) == n * (n - 1) // 2
    assert plan.rounds == n - 1 + n % 2
    assert any(t.shared for one in plan.plan for t in one.tables) == (n <= 6)


@pytest.mark.parametrize("n", [8, 12])
def test_everybody_partners_everybody_once_and_opposes_everybody_twice(n: int) -> None:
    partners, opponents = Counter[frozenset[int]](), Counter[frozenset[int]]()
    for one in movement("individual", n, 24).plan:
        for table in one.tables:
            partners.update((frozenset(table.ns), frozenset(table.ew)))
            opponents.update(frozenset((a, b)) for a in table.ns for b in table.ew)

    assert {*partners.values()} == {1}
    assert {*opponents.values()} == {2}
    assert len(partners) == len(opponents) == n * (n - 1) // 2


@pytest.mark.parametrize("n", range(6, 61))
@pytest.mark.parametrize("boards", [18, 24, 27])
def test_a_mitchell_comes_near_to_the_boards(n: int, boards: int) -> None:
    plan = movement("mitchell", n, boards)

    played = plan.rounds * plan.boards_per_round
    assert 3 * boards <= 4 * played <= 4 * boards
    assert plan.winners == 2
    tables = plan.tables
    if tables % 2 == 0:
        shared = any(table.shared for one in plan.plan for table in one.tables)
        assert shared == (plan.rounds == tables)


def test_directions_are_exchanged_in_the_last_rounds() -> None:
    plain, switched = movement("mitchell", 14, 21), movement("mitchell", 14, 21, None, 2)

    assert switched.winners == 1
    for one, other in zip(plain.plan, switched.plan, strict=True):
        for table, same in zip(one.tables, other.tables, strict=True):
            assert same.switched == (one.round > 5)
            assert (table.ns, table.ew) == (
                (same.ew, same.ns) if same.switched else (same.ns, same.ew)
            )


def test_half_table_sits_out_as_in_the_specification() -> None:
    plan = document(movement("mitchell", 13, 21))

    assert (plan["tables"], plan["rounds"], plan["boards_per_round"]) == (7, 7, 3)
    first = plan["plan"][0]
    assert first["tables"][0] == {"table": 1, "ns": "1", "ew": "8", "boards": [1, 2, 3]}
    assert first["sitting_out"] == ["7"]


@pytest.mark.parametrize("n", range(8, 25, 2))
def test_starters_are_found_at_once(n: int) -> None:
    begin = time.perf_counter()
    starter.cache_clear()
    assert starter(n, n - 1) is not None
    print(f"\n{n} pairs: {(time.perf_counter() - begin) * 1000:.0f} ms (goal: 200)")


def test_the_sizes_known_to_have_a_plan_have_one() -> None:
    plans = json.loads((HERE / "movements.json").read_text(encoding="utf-8"))["plans"]

    for one in plans:
        mine = movement(one["kind"], one["contestants"], 24, one["rounds"])
        assert (mine.tables, mine.rounds) == (one["tables"], one["rounds"])


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (("waltz", 8, 24), "The movements are mitchell"),
        (("howell", 30, 24), "howell: 4 to 24 contestants."),
        (("individual", 9, 24), "individual: 8 or 12 contestants."),
        (("howell", 8, 0), f"There are 1 to {MOST_BOARDS} boards."),
        (("howell", 8, 24, 5), "A Howell of 8 pairs has 7 rounds."),
        (("howell", 8, 24, None, 1), "Only a Mitchell has"),
        (("mitchell", 8, 24, 9), "With 4 tables there are 3 to 4 rounds."),
        (("mitchell", 8, 24, None, 9), "The directions can be exchanged in 0 to 4 rounds."),
        (("mitchell", 40, 2), "So many rounds do not go into so few boards."),
        (("three-quarter-howell", 12, 24, 6), "There is no such movement"),
        (("three-quarter-howell", 12, 24, 60), "A three-quarter Howell of 12 pairs has 6 to 10"),
        (("round-robin", 4, 24, 2), "This movement has 3 rounds."),
    ],
)
def test_what_is_no_movement_is_refused_in_words(asked: tuple[Any, ...], answer: str) -> None:
    with pytest.raises(MovementRefused) as refused:
        movement(*asked)

    assert str(refused.value).startswith(answer)


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize(("kind", "n"), [("howell", 8), ("mitchell", 13), ("round-robin", 5)])
def test_missing_results_are_named(kind: str, n: int, whole: bool) -> None:
    plan = movement(kind, n, 20)
    teams = kind == "round-robin"
    given: Document = {
        "format": "scorekeeper-duplicate/1",
        "kind": "teams" if teams else "pairs",
        "contestants": [{"id": str(one)} for one in range(1, n + 1)],
        "movement": document(plan) if whole else {"kind": kind, "contestants": n, "boards": 20},
        "boards": [{"number": board, "results": []} for board in range(1, plan.boards + 1)],
    }
    planned = [
        {"round": one.round, "table": table.table, "board": board}
        for one in plan.plan
        for table in one.tables
        for board in table.boards
    ]
    assert score(given)["missing"] == planned

    boards = {board["number"]: board["results"] for board in given["boards"]}
    tables = [(one.round, table) for one in plan.plan for table in one.tables]
    for place, (turn, table) in enumerate(tables):
        for board in table.boards:
            seats = {"round": turn, "table": table.table} if place % 2 else {}
            line = {"ns": str(table.ns[0]), "ew": str(table.ew[0]), "score": 420, **seats}
            boards[board].append(line)
    result = score(given)
    assert result["missing"] == []
    if not teams:
        assert result["boards"][0]["top"] == 2 * (max(map(len, boards.values())) - 1)


@pytest.mark.parametrize("pairs", range(4, 61))
def test_at_most_four_movements_are_offered_the_usual_one_first(pairs: int) -> None:
    found = offers(pairs, boards=24)

    assert len(found) <= 4
    assert [one.usual for one in found] == [place == 0 for place in range(len(found))]
    for one in found:
        check(one.movement)
        assert 18 <= one.boards <= 27
        assert one.minutes == one.boards * 7.5 + one.movement.rounds * 2
        assert (one.fewest < one.boards) == (pairs % 2 == 1)


@pytest.mark.parametrize("pairs", range(6, 61))
def test_what_is_offered_is_over_in_time(pairs: int) -> None:
    found = offers(pairs, minutes=210)

    assert found
    for one in found:
        assert 150 <= one.minutes <= 210
        if one.movement.kind == "mitchell" and one.movement.tables > 6:
            assert one.movement.boards_per_round <= 4


def test_one_round_in_eight_has_the_directions_exchanged() -> None:
    (switched,) = (
        one
        for one in offers(26, boards=26)
        if (one.movement.kind, one.movement.winners) == ("mitchell", 1)
    )

    assert sum(one.tables[0].switched for one in switched.movement.plan) == 2
