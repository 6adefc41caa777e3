"""Answers about the deal now being played."""

from typing import Any

import pytest

from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table import drafts
from scorekeeper.store.table.drafts import (
    UNANSWERED,
    Answer,
    AnswerConflict,
    move_answers,
    read_answers,
    save_answers,
)
from scorekeeper.store.table.rows import find_by_id, now

DEAL = 3


def save(
    table: int, answers: dict[str, Any], device: str = "phone", **expected: int
) -> dict[str, Answer]:
    """Save in a transaction of its own."""
    with writing() as connection:
        return save_answers(
            connection, table, DEAL, answers, expected=expected, device=device, seat=2
        )


def answers(table: int, deal: int = DEAL) -> dict[str, Any]:
    with reading() as connection:
        return {path: one.answer for path, one in read_answers(connection, table, deal).items()}


def drafted(table: int) -> int:
    with reading() as connection:
        return find_by_id(connection, table).drafted


def test_answers_are_kept_one_by_one(table: int) -> None:
    save(table, {"bids.0": 4})
    after = save(table, {"bids.2": "nil", "holder": None})

    assert answers(table) == {"bids.0": 4, "bids.2": "nil", "holder": None}
    assert {one.path: one.answer for one in after.values()} == answers(table)
    assert after["bids.2"].seat == 2


def test_different_questions_do_not_collide(table: int) -> None:
    first = save(table, {"a": 1, "b": 1})
    save(table, {"a": 2}, a=first["a"].version)

    save(table, {"b": 2}, b=first["b"].version)

    assert answers(table) == {"a": 2, "b": 2}


def test_question_answered_twice_is_a_conflict(table: int) -> None:
    seen = save(table, {"a": 1})["a"].version
    save(table, {"a": 2}, "other", a=seen)

    with pytest.raises(AnswerConflict) as conflict:
        save(table, {"a": 3, "b": 3}, a=seen)

    current = conflict.value.current["a"]
    assert current
    assert current.answer == 2
    assert answers(table) == {"a": 2}


def test_device_may_tap_again_before_hearing(table: int, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = save(table, {"a": 1})["a"].version
    save(table, {"a": 2}, a=seen)
    save(table, {"a": 3}, a=seen)
    assert answers(table) == {"a": 3}

    later = now() + 60_000
    monkeypatch.setattr(drafts, "now", lambda: later)
    with pytest.raises(AnswerConflict):
        save(table, {"a": 4}, a=seen)

    assert answers(table) == {"a": 3}


def test_device_may_answer_what_it_just_cleared(
    table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = save(table, {"a": 1})["a"].version
    save(table, {"a": UNANSWERED}, a=seen)
    with pytest.raises(AnswerConflict):
        save(table, {"a": 2}, "other", a=seen)
    save(table, {"a": 3}, a=seen)
    assert answers(table) == {"a": 3}

    taken_back = save(table, {"a": UNANSWERED})
    assert taken_back == {}
    later = now() + 60_000
    monkeypatch.setattr(drafts, "now", lambda: later)
    with pytest.raises(AnswerConflict):
        save(table, {"a": 4}, a=seen)

    assert answers(table) == {}


def test_the_same_answer_again_is_no_change(table: int) -> None:
    save(table, {"a": 1})
    count = drafted(table)

    assert save(table, {"a": 1})["a"].answer == 1

    assert drafted(table) == count


def test_an_answer_can_be_cleared(table: int) -> None:
    seen = save(table, {"a": 1})["a"].version

    assert save(table, {"a": UNANSWERED}, "other", a=seen) == {}
    assert save(table, {"a": UNANSWERED}) == {}
    with pytest.raises(AnswerConflict) as conflict:
        save(table, {"a": 2}, a=seen)

    assert conflict.value.current == {"a": None}
    new = save(table, {"a": 2})["a"].version
    assert new > seen  # a version is never used twice


def test_draft_follows_its_deal_to_a_new_number(table: int) -> None:
    save(table, {"a": 1, "b": 2})
    with writing() as connection:
        gone = {"a": 3, "c": UNANSWERED}
        save_answers(connection, table, DEAL + 1, {"c": 3}, expected={}, device="phone")
        save_answers(connection, table, DEAL + 1, gone, expected={}, device="phone")

    with writing() as connection:
        move_answers(connection, table, DEAL, DEAL + 1)
        move_answers(connection, table, DEAL, DEAL + 1)

    assert answers(table) == {}
    assert answers(table, DEAL + 1) == {"a": 1, "b": 2}
