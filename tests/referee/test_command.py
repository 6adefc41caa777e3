"""The referee's questions on the command line: one, or one a line."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import questions
from tests.command_line import CommandOutput, run
from tests.referee.test_vectors import VECTORS

__all__ = ["run"]

TRICK = {"game": "whist", "context": {"trump": "S"}, "plays": ["7H", "TH", "AD", "QH"]}
CALL = {"game": "bridge", "calls": ["1C"], "call": "1D"}
asking = pytest.mark.parametrize(("name", "question"), [("trick", TRICK), ("call", CALL)])


def test_every_trick_is_judged_in_one_run(run: Callable[..., CommandOutput]) -> None:
    given = "\n".join(json.dumps(vector["question"]) for vector in VECTORS)

    output = run("trick", "--jsonl", given=given)

    answers = [json.loads(line) for line in output.out.splitlines()]
    assert answers == [questions.trick(vector["question"]) for vector in VECTORS]
    assert (output.status, output.err) == (0, "")


@asking
def test_many_are_answered_in_order_past_errors(
    run: Callable[..., CommandOutput], name: str, question: dict[str, Any]
) -> None:
    lines = [json.dumps(question), "nonsense", "", "[" * 50_000, "{}", json.dumps(question)]

    output = run(name, "--jsonl", given="\n".join(lines).encode() + b"\n\xff\n")

    answers = [json.loads(line) for line in output.out.splitlines()]
    assert ["errors" in answer for answer in answers] == [False, True, True, True, False, True]
    assert answers[1]["errors"] == [{"at": "", "message": "Not valid JSON."}]
    assert (output.status, output.err) == (2, "")


@asking
def test_one_is_answered_from_file_or_input(
    run: Callable[..., CommandOutput], tmp_path: Path, name: str, question: dict[str, Any]
) -> None:
    file = tmp_path / "question.json"
    file.write_text(json.dumps(question), encoding="utf-8")

    answers = [run(name, str(file)), run(name, "-", given=file.read_text())]

    assert json.loads(answers[0].out)["rule"]
    assert answers[0] == answers[1]
    assert answers[0].status == 0


@asking
def test_one_that_has_no_answer_is_refused(
    run: Callable[..., CommandOutput], name: str, question: dict[str, Any]
) -> None:
    for given in ("nonsense", "{}", json.dumps({**question, "foo": 1})):
        output = run(name, given=given)

        assert json.loads(output.out)["errors"]
        assert (output.status, output.err) == (2, "")
    assert run(name, "/nowhere/at/all").err.startswith("/nowhere/at/all: ")
