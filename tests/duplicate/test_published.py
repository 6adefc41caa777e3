"""Published sessions come out as they were published."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.duplicate.exchange.published import differences
from scorekeeper.duplicate.exchange.reading import read_file
from scorekeeper.duplicate.imps import victory_points
from scorekeeper.duplicate.result import score
from tests.duplicate.sessions import HERE, PUBLISHED, Document, other_programs_file, published

SLACK = 1e-9
"""What floating-point numbers may lack."""


def close(found: Any, expected: Any, within: float) -> bool:
    """Return whether a figure is as published; null was not published."""
    return expected is None or (found is not None and abs(found - expected) <= within + SLACK)


def figures_that_differ(told: Document, result: Document) -> tuple[int, list[Any]]:
    """How many figures were published, and those that come out otherwise."""
    within, count = told["within"], 0
    wrong: list[Any] = []
    lines = {
        (board["number"], line["ns"], line["ew"]): line
        for board in result["boards"]
        for line in board["results"]
    }
    for board, ns, ew, *figures in told["expect"]["lines"]:
        line = lines[board, ns, ew]
        for key, figure in zip(("score", "ns_points", "ew_points"), figures, strict=True):
            count += figure is not None
            if not close(line[key], figure, 0 if key == "score" else within["points"]):
                wrong.append((board, ns, ew, key, figure, line))
    ranked = {one["id"]: one for field in result["fields"] for one in field["ranking"]}
    for total in told["expect"]["totals"]:
        for key in total.keys() - {"id"}:
            count += total[key] is not None
            if not close(ranked[total["id"]][key], total[key], within.get(key, 0)):
                wrong.append((total, key, ranked[total["id"]]))
    return count, wrong


@pytest.mark.parametrize("file", PUBLISHED, ids=lambda file: file.stem)
def test_every_published_figure_comes_out(file: Path) -> None:
    told = published(file)

    count, wrong = figures_that_differ(told, score(told["session"]))

    assert count
    assert wrong == []


def test_there_are_3918_figures() -> None:
    found = [
        figures_that_differ(one, score(one["session"]))[0] for one in map(published, PUBLISHED)
    ]

    assert sum(found) == 3918


@pytest.mark.parametrize(
    ("name", "facts", "boards"),
    [
        # board 12 was not played everywhere; its lines were printed without Neuberg
        ("howell-average-and-missing.usebio.xml", "howell-average-and-missing.json", {12}),
        ("teams-imps.pbn", "teams-imps.json", set[int]()),
    ],
)
def test_a_file_of_another_program_scores_the_same(name: str, facts: str, boards: set[int]) -> None:
    told = published(HERE / "published" / facts)
    imported = read_file(other_programs_file(name))

    result = score(imported.session)

    points = sorted(
        (board, figure, ns, ew)
        for board, _, _, figure, ns, ew in told["expect"]["lines"]
        if None not in (figure, ns)
    )
    ours = sorted(
        (board["number"], line["score"], round(line["ns_points"], 2), round(line["ew_points"], 2))
        for board in result["boards"]
        for line in board["results"]
        if line["score"] is not None and board["number"] not in boards
    )
    assert [one for one in ours] == [(b, s, *map(float, p)) for b, s, *p in points]
    different = [*differences(imported, result)]
    assert len(different) == 8 * len(boards)
    assert all(one.startswith("Board 12,") for one in different)


def test_victory_points_are_those_of_the_scale() -> None:
    scale = json.loads((HERE / "vp-scale.json").read_text(encoding="utf-8"))["scale"]

    for boards, values in scale.items():
        ours = [float(victory_points(margin, int(boards))) for margin in range(len(values))]
        assert ours == values
        theirs = [float(victory_points(-margin, int(boards))) for margin in range(len(values))]
        assert theirs == [round(20 - value, 2) for value in values]
        assert victory_points(len(values) + 50, int(boards)) == 20
