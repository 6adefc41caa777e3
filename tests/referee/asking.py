"""Questions to the referee as the tests put them, and what every answer must be like."""

from typing import Any

from scorekeeper import questions, rulebook
from scorekeeper.games import games

Answer = dict[str, Any]


def trick(game: str, plays: str = "", hand: str | None = None, /, **more: Any) -> Answer:
    """The answer to a trick question; cards as in "AS TD", what is more goes into the context."""
    question = {"plays": plays.split(), "hand": None if hand is None else hand.split()}
    return _put(questions.trick, game, question, more)


def call(game: str, calls: str = "", asked: str | None = None, /, **more: Any) -> Answer:
    """The answer to a call question; calls as in "1C pass"."""
    dealer = more.pop("dealer", 0)
    question = {"calls": calls.split(), "call": asked, "dealer": dealer}
    return _put(questions.call, game, question, more)


def errors(answer: Answer) -> list[tuple[str, str]]:
    """Return where the question is wrong, and why."""
    return [(error["at"], error["message"]) for error in answer["errors"]]


def _put(ask: Any, game: str, question: dict[str, Any], more: dict[str, Any]) -> Answer:
    variant = more.pop("variant", None)
    answer: Answer = ask({"game": game, "variant": variant, "context": more, **question})
    if "errors" not in answer:
        assert answer["rule"] in rulebook.anchors(games()[game])
    return answer
