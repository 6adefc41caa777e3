"""The chart of totals: its marks stand apart and in the picture, and every line is to be seen."""

import pytest

from scorekeeper.web.shared.chart import MOST_LINES, chart_of_rows

NAMES = [f"Player {number}" for number in range(MOST_LINES)]


@pytest.mark.parametrize(
    "ends",
    [[0] * MOST_LINES, [100] * MOST_LINES, [*range(MOST_LINES)], [*range(-5, 1), *[40] * 6]],
)
def test_marks_stand_apart_in_order_of_totals(ends: list[int]) -> None:
    chart = chart_of_rows(NAMES, [(1, [50] * MOST_LINES), (2, ends)])
    assert chart

    marks = sorted((line["y"], -end) for line, end in zip(chart.lines, ends, strict=True))

    heights = [height for height, _ in marks]
    assert heights[0] >= 10
    assert heights[-1] <= 168
    assert all(after - before >= 13 for before, after in zip(heights, heights[1:], strict=False))
    assert [end for _, end in marks] == sorted(end for _, end in marks)
