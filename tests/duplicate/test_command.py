"""Duplicate on the command line."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.duplicate.result import score
from tests.command_line import CommandOutput, run
from tests.duplicate.sessions import lines, session

__all__ = ["run"]

Run = Callable[..., CommandOutput]
GIVEN = session(
    lines({"contract": "4S", "declarer": "N", "tricks": 10}, 50, 50),
    event={"name": "Tuesday pairs"},
)
WRONG = session(lines(425))
WRITTEN = {"--usebio": b"<?xml", "--pbn": b"% PBN 2.1", "--csv": b"#VERSION", "--session": b"{"}


def test_a_session_is_printed(run: Run) -> None:
    output = run("duplicate", given=json.dumps(GIVEN))

    assert (output.status, output.err) == (0, "")
    printed = output.out.splitlines()
    assert printed[0] == "Tuesday pairs"
    assert printed[2].split() == ["1", "1", "4.00", "100.00", "%"]
    assert any("4S N 10" in one and "better than 2, equal to 0, of 2" in one for one in printed)


def test_json_is_the_result_document(run: Run) -> None:
    output = run("duplicate", "-", "--json", given=json.dumps(GIVEN))

    assert (output.status, json.loads(output.out)) == (0, score(GIVEN))


def test_a_refused_session_is_told(run: Run) -> None:
    told = run("duplicate", given=json.dumps(WRONG))
    document = run("duplicate", "--json", given=json.dumps(WRONG))

    message = "A score is a multiple of 10."
    assert (told.status, told.out) == (2, "")
    assert told.err == f"boards[0].results[0].score: {message}\n"
    assert document.status == 2
    assert json.loads(document.out) == score(WRONG)


def test_one_session_a_line(run: Run) -> None:
    given = "\n".join((json.dumps(GIVEN), "{", "", json.dumps(WRONG), json.dumps(GIVEN)))

    output = run("duplicate", "--jsonl", given=given)

    documents = [json.loads(line) for line in output.out.splitlines()]
    assert ["errors" in one for one in documents] == [False, True, True, False]
    assert output.status == 2


@pytest.mark.parametrize("option", WRITTEN)
def test_files_are_written_and_read_again(run: Run, tmp_path: Path, option: str) -> None:
    target = tmp_path / "out"

    assert run("duplicate", option, target, given=json.dumps(GIVEN)).status == 0

    assert target.read_bytes().startswith(WRITTEN[option])
    if option != "--csv":
        again = run("duplicate", target, "--json")
        assert json.loads(again.out) == score(GIVEN)


def test_comparing_says_how_many_figures_there_are(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "session.xml"
    run("duplicate", "--usebio", file, given=json.dumps(GIVEN))
    file.write_text(
        file.read_text().replace("<NS_MATCH_POINTS>4<", "<NS_MATCH_POINTS>3<"), encoding="utf-8"
    )

    output = run("duplicate", "--compare", file)

    first, last = output.out.splitlines()
    assert first.startswith("Board 1, 1 against 2: published 3, here 4 (better than 2")
    assert last == "1 of 24 published figures come out otherwise."


@pytest.mark.parametrize("arguments", [("/nowhere",), ("--usebio", "/nowhere/out", "-")])
def test_a_file_that_is_not_there_is_told(run: Run, arguments: tuple[str, ...]) -> None:
    output = run("duplicate", *arguments, given=json.dumps(GIVEN))

    assert output.status == 2
    assert "/nowhere" in output.err
    assert "Traceback" not in output.err


def test_lines_are_not_written_to_files(run: Run) -> None:
    output = run("duplicate", "--jsonl", "--json", given=json.dumps(GIVEN))

    assert output.status == 2
    assert "--jsonl stands alone." in output.err


def test_guide_cards_are_printed(run: Run) -> None:
    output = run("movement", "howell", 8, 27)

    assert output.out.startswith("8 contestants, 4 tables, 7 rounds of 4 boards\n\nTable 1\n")
    assert "\nContestant 8\n" in output.out
    document = json.loads(run("movement", "mitchell", 13, 21, "--json").out)
    assert (document["format"], document["tables"]) == ("scorekeeper-movement/1", 7)
    switched = run("movement", "mitchell", 13, 21, "--rounds", 7, "--arrow-switch", 1).out
    assert "directions exchanged" in switched
    assert "sits out" in switched


def test_what_is_no_movement_is_told(run: Run) -> None:
    output = run("movement", "howell", 99, 27)

    assert (output.status, output.err) == (2, "howell: 4 to 24 contestants.\n")


def test_control_characters_do_not_reach_the_terminal(run: Run) -> None:
    given = session(lines(420), event={"name": "a\x1b[2Jb"})

    assert "\x1b" not in run("duplicate", given=json.dumps(given)).out
