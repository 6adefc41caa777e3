"""What the referee answers, in the files of `answers/`: cards and calls as they are written in
questions, and after `?` the hand, or the call that is asked about. Facts follow as JSON. Some are
examples from the sources of the rules, headed by what stands there.

To add one, write it without its answer, run `python -m tests.referee.test_answers`, and read what
was written.
"""

import json
from pathlib import Path
from typing import Final

import pytest

from tests.referee.asking import Answer, call, trick

FOLDER: Final = Path(__file__).parent / "answers"


def answered(game: str, text: str) -> str:
    """The text with every answer as it is now."""
    return "".join(f"{_answered(game, line)}\n" for line in text.splitlines())


def _answered(game: str, line: str) -> str:
    if not line or line.startswith("#"):
        return line
    question = line.partition(" = ")[0].removesuffix(" =")
    words, brace, facts = question.partition(" {")
    what, *made = words.partition(" ?")[0].split(" ")
    asked = words.partition(" ?")[2].strip() if " ?" in words else None
    ask = trick if what == "trick" else call
    answer = ask(game, " ".join(made), asked, **json.loads(f"{{{facts}" if brace else "{}"))
    return f"{question} = {_told(answer, asked)}".rstrip()


def _told(answer: Answer, asked: str | None) -> str:
    if "errors" in answer:
        return "; ".join(f"at {one['at']}: {one['message']}" for one in answer["errors"])
    if "winner" not in answer:
        return _of_auction(answer, asked)
    winner, rule = answer["winner"], f"({answer['rule']})"
    void = " ".join(("", "void:", *map(str, answer["void"]))) if answer["void"] else ""
    if asked is not None:
        taken = "" if winner is None else f"{winner} leads "
        return f"{taken}{' '.join(answer['legal'])} {rule}".strip()
    return f"{answer['reason'] if winner is None else winner} {rule}{void}"


def _of_auction(answer: Answer, asked: str | None) -> str:
    if asked is not None:
        return f"{'yes' if answer['legal'] else 'no'}: {answer['reason']} ({answer['rule']})"
    if answer["closed"]:
        return json.dumps(answer["contract"])
    return f"{answer['to_act']}: {' '.join(answer['legal_calls'])}"


@pytest.mark.parametrize("slug", sorted(file.stem for file in FOLDER.glob("*.txt")))
def test_the_referee_answers_what_is_written(slug: str) -> None:
    text = (FOLDER / f"{slug}.txt").read_text(encoding="utf-8")

    assert answered(slug, text) == text


if __name__ == "__main__":
    for file in sorted(FOLDER.glob("*.txt")):
        file.write_text(answered(file.stem, file.read_text(encoding="utf-8")), encoding="utf-8")
