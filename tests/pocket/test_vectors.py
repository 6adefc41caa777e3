"""Every worked score sheet, scored by the engine in the browser's worker."""

import json

import pytest

from scorekeeper.game_checks.vectors import scored
from tests.pocket.phone import PocketPhone
from tests.requirements import rounds
from tests.vectors import load

pytestmark = [pytest.mark.browser, pytest.mark.hard]

AT_ONCE = 100
SCORE = """async sheets => {
  const answers = [];
  for (const body of sheets)
    answers.push(await (await fetch("/api/score", {method: "POST", body})).text());
  return answers;
}"""


def test_worker_scores_vectors_as_the_server(pocket: PocketPhone) -> None:
    vectors = load()[:: rounds(10, quick=50, hard=1)]
    for start in range(0, len(vectors), AT_ONCE):
        some = vectors[start : start + AT_ONCE]
        answers = pocket.page.evaluate(SCORE, [json.dumps(one["sheet"]) for one in some])
        for vector, answer in zip(some, answers, strict=True):
            assert json.loads(answer) == scored(vector["sheet"]), vector["id"]
