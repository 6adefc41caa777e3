"""The state after a table's records."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.store.table.records import (
    Record,
    apply_next,
    fold,
    history,
    names_in,
    persons_in,
    steps,
    with_names,
    with_persons,
)

HEAD = {"game": "tally", "players": [1, 2], "dealer": 0, "edition": 1}


def records(*lines: str) -> list[Record]:
    """Records after a head, each written as kind, about, ``before`` place, and what it reads.

    ``entry A``, ``entry B before 1``, ``amend 1 C``, ``strike 2``, ``strike 2 with 3``.
    """
    made = [Record(0, "head", None, None, HEAD, 0, "phone")]
    for line in lines:
        kind, *words = line.split()
        before = int(words[words.index("before") + 1]) if "before" in words else None
        about = int(words[0]) if words and words[0].isdigit() else None
        payload: Any = {"reads": words[about is not None]} if words[about is not None :] else None
        if "with" in words:
            payload = {"with": int(words[-1])}
        elif kind == "edition":
            payload = {"edition": int(words[0])}
            about = None
        elif about == 0:
            payload = {**HEAD, **payload}
        made.append(Record(len(made), kind, about, before, payload, len(made), "phone"))
    return made


def sheet(*lines: str) -> str:
    """Return what stands, in order: a struck one in brackets, an amended one with a star."""
    words = []
    for one in fold(records(*lines)).written:
        word = one.payload["reads"] + "*" * one.amended
        words.append(f"({word})" if one.deleted else word)
    return " ".join(words)


@pytest.mark.parametrize(
    ("lines", "stands"),
    [
        ([], ""),
        (["entry A", "entry B"], "A B"),
        (["entry A", "entry B before 1"], "B A"),
        (["entry A", "entry B before 1", "entry C before 1"], "B C A"),
        (["entry A", "entry B before 1", "entry C before 2"], "C B A"),
        (["entry A", "amend 1 X"], "X*"),
        (["entry A", "amend 1 X", "amend 1 Y"], "Y*"),
        (["entry A", "entry B", "strike 1"], "(A) B"),
        (["entry A", "strike 1", "restore 1"], "A"),
        (["entry A", "strike 1", "amend 1 X"], "(X*)"),
        (["entry A", "note N before 1"], "N A"),
        # undo: as if it had not been written
        (["entry A", "entry B", "undo 2"], "A"),
        (["entry A", "entry B", "undo 2", "undo 1"], ""),
        (["entry A", "amend 1 X", "undo 2"], "A"),
        (["entry A", "amend 1 X", "amend 1 Y", "undo 3"], "X*"),
        (["entry A", "strike 1", "undo 2"], "A"),
        (["entry A", "strike 1", "restore 1", "undo 3"], "(A)"),
        # restore: what was taken back stands again, in its place
        (["entry A", "entry B before 1", "undo 2", "restore 2"], "B A"),
        (["entry A", "amend 1 X", "undo 2", "restore 2"], "X*"),
        (["entry A", "undo 1", "restore 1", "undo 3"], ""),
        (["entry A", "undo 1", "restore 1", "undo 3", "restore 3"], "A"),
        (["entry A", "strike 1", "undo 2", "undo 1", "restore 1", "restore 2"], "(A)"),
        (
            ["entry A", "strike 1", "restore 1"]
            + ["undo 3", "undo 2", "undo 1", "restore 1", "restore 2"],
            "(A)",
        ),
        (
            ["entry A", "strike 1", "restore 1"]
            + ["undo 3", "undo 2", "undo 1", "restore 1", "restore 2", "restore 3"],
            "A",
        ),
        (["entry A", "entry B", "undo 2", "undo 1", "restore 2"], "B"),
        (["entry A", "entry B", "entry C before 2", "undo 3", "undo 2", "restore 3"], "A C"),
        # an amendment of what was itself taken back has nothing to amend
        (["entry A", "amend 1 X", "undo 2", "undo 1", "restore 2"], ""),
        (["entry A", "amend 1 X", "undo 2", "undo 1", "restore 2", "restore 1"], "X*"),
        # strikes that came with an amendment go with it
        (["entry A", "entry B", "amend 1 X", "strike 2 with 3"], "X* (B)"),
        (["entry A", "entry B", "amend 1 X", "strike 2 with 3", "undo 3"], "A B"),
        (["entry A", "entry B", "amend 1 X", "strike 2 with 3", "undo 3", "restore 3"], "X* (B)"),
        (["entry A", "entry B", "amend 1 X", "strike 2 with 3", "restore 2"], "X* B"),
        # entries and strikes that came with a note go with it too
        (["entry A", "note 1 N", "entry 2 P", "entry 2 Q"], "A N P Q"),
        (["entry A", "note 1 N", "entry 2 P", "entry 2 Q", "undo 2"], "A"),
        (["entry A", "note 1 N", "entry 2 P", "undo 2", "restore 2"], "A N P"),
        (["entry A", "note 1 N", "strike 1 with 2"], "(A) N"),
        (["entry A", "note 1 N", "strike 1 with 2", "undo 2"], "A"),
        (["entry A", "note 1 N", "entry 2 P", "strike 3"], "A N (P)"),
    ],
)
def test_the_state_after_records(lines: list[str], stands: str) -> None:
    assert sheet(*lines) == stands


@pytest.mark.parametrize(
    ("lines", "undoable", "redoable"),
    [
        ([], None, None),
        (["entry A", "entry B"], 2, None),
        (["entry A", "entry B", "undo 2"], 1, 2),
        (["entry A", "entry B", "undo 2", "undo 1"], None, 1),
        (["entry A", "entry B", "undo 2", "undo 1", "restore 1"], 5, 2),
        (["entry A", "entry B", "undo 2", "entry C"], 4, None),
        (["entry A", "undo 1", "restore 1", "undo 3"], None, 3),
        (["entry A", "amend 0 X"], 2, None),
        (["entry A", "entry B", "amend 1 X", "strike 2 with 3"], 3, None),
        (["entry A", "note 1 N", "entry 2 P"], 2, None),
        (["entry A", "note 1 N", "entry 2 P", "undo 2"], 1, 2),
        (["entry A", "edition 2"], 1, None),
    ],
)
def test_what_undo_would_undo(lines: list[str], undoable: int | None, redoable: int | None) -> None:
    state = fold(records(*lines))

    assert (state.undoable, state.redoable) == (undoable, redoable)


def test_deleted_entries_and_notes_do_not_count() -> None:
    state = fold(records("entry A", "note N", "entry B", "strike 1"))

    assert [one.payload["reads"] for one in state.entries] == ["B"]


def test_head_and_edition_can_change() -> None:
    state = fold(records("entry A", "amend 0 X", "edition 3"))

    assert (state.head["reads"], state.edition) == ("X", 3)


def test_adding_an_entry_equals_folding_all() -> None:
    before, whole = records("entry A", "undo 1"), records("entry A", "undo 1", "entry B")

    assert apply_next(fold(before), whole[-1]) == fold(whole)


def test_history_shows_each_change_from_and_to() -> None:
    steps = history(
        records(
            "entry A", "entry B", "amend 1 X", "strike 2 with 3", "undo 3", "restore 2", "edition 2"
        )
    )

    told = [
        (step.kind, step.subject, _reads(step.before), _reads(step.after), step.undone)
        for step in steps[1:]
    ]
    assert told == [
        ("entry", 1, None, "A", False),
        ("entry", 2, None, "B", False),
        ("amend", 1, "A", "X", True),
        ("strike", 2, "B", None, True),
        ("undo", 1, "X", "A", False),
        ("restore", 2, "B", "B", False),
        ("edition", 7, 1, 2, False),
    ]


def _reads(payload: dict[str, Any] | None) -> Any:
    return payload and (payload.get("reads") or payload.get("edition"))


def test_history_of_the_head() -> None:
    steps = history(records("amend 0 X", "undo 1"))

    assert [(step.subject, _reads(step.before), _reads(step.after)) for step in steps] == [
        (0, None, 1),
        (0, 1, "X"),
        (0, "X", 1),
    ]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["entry", "note", "amend", "strike", "restore", "undo", "edition"]),
            st.integers(0, 100),
        ),
        max_size=15,
    )
)
def test_history_equals_folding_up_to_each_step(changes: list[tuple[str, int]]) -> None:
    written = records(*_sensible(changes))

    for index, step in enumerate(history(written)):
        new = step.kind == "head" or step.subject == step.seq != 0 and step.kind != "edition"
        before = None if new else _reading(written[:index], step.subject, written)
        after = written[index].payload if new else _reading(written[: index + 1], step.subject)
        assert (step.before, step.after) == (before, after)


def _sensible(changes: list[tuple[str, int]]) -> list[str]:
    """Lines of changes, each about something that it may be about."""
    kinds, lines = ["head"], []
    for kind, number in changes:
        about = number % len(kinds)
        lasting = {"entry", "note"} | ({"head"} if kind == "amend" else set())
        if kind in ("amend", "strike") and kinds[about] not in lasting:
            continue
        if kind in ("undo", "restore") and (about == 0 or kinds[about] in ("edition", "undo")):
            continue
        what = {"entry": "X", "note": "X", "edition": "2"}.get(kind, str(about))
        lines.append(f"{kind} {what}" + f" Y{number}" * (kind == "amend"))
        kinds.append(kind)
    return lines


def _reading(written: list[Record], subject: int, whole: Sequence[Record] = ()) -> Any:
    """Return what the subject reads after these records, all of them folded."""
    state = fold(written)
    if subject == 0:
        return state.head
    if [*written, *whole[len(written) :]][subject].kind == "edition":
        return {"edition": state.edition}
    return next((o.payload for o in state.written if o.seq == subject and not o.deleted), None)


@pytest.mark.parametrize(
    ("plain", "stored", "names"),
    [
        ({"players": ["Ann", "Ben"]}, {"players": [7, 8]}, ["Ann", "Ben"]),
        (
            {"seat": {"number": 2, "name": "Ben", "points": 5}},
            {"seat": {"number": 2, "person": 8, "points": 5}},
            ["Ben"],
        ),
        ({"seat": {"number": 2, "name": None}}, {"seat": {"number": 2, "person": None}}, []),
        ({"bids": [3, "nil"], "seat": 2}, {"bids": [3, "nil"], "seat": 2}, []),
    ],
)
def test_persons_stand_in_payloads_by_id(
    plain: dict[str, Any], stored: dict[str, Any], names: list[str]
) -> None:
    ids = {"Ann": 7, "Ben": 8}

    assert names_in(plain) == names
    assert with_persons(plain, ids) == stored
    assert persons_in(stored) == [ids[name] for name in names]
    back = with_names(stored, {7: "Ann", 8: "Ben"})
    assert json.dumps(back) == json.dumps(plain)  # the order of keys too


@pytest.mark.parametrize(
    "lines",
    [
        ["member A", "member B", "amend 1 C", "amend 0 D", "amend 2 E"],
        ["bonus A", "strike 1", "restore 1", "strike 1"],
        ["bonus A", "undo 1", "restore 1", "amend 1 B", "undo 4", "restore 4"],
        ["bonus A", "strike 1", "undo 2", "bonus B", "undo 4", "undo 1", "restore 1"],
        ["member A", "amend 0 B", "undo 2", "merge C", "strike 4", "amend 1 D"],
    ],
)
def test_league_history_equals_that_of_a_table(lines: list[str]) -> None:
    assert steps(records(*lines)) == history(records(*lines))
