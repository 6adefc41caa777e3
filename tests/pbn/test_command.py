"""Boards on the command line: judged one by one, or read back as a sheet."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.pbn.boards import judge_boards
from tests.command_line import CommandOutput, run
from tests.pbn.papers import auction, paper, play
from tests.pbn.test_sheets import DOWN, GAME, of, written

__all__ = ["run"]

GOOD = paper(auction("2C Pass 2S Pass 4S AP"), play("H7 HA H2 H8\n*"))
IRREGULAR = paper(auction("2C Pass ^I 1S Pass 4S AP"), play("H7 HA ^R C5 H8\n*"))
BROKEN = '[Board "2"]\n[Contract "9S"]'


@pytest.mark.parametrize("options", [(), ("--jsonl",)])
def test_a_file_is_judged_board_by_board(
    run: Callable[..., CommandOutput], tmp_path: Path, options: tuple[str, ...]
) -> None:
    file = tmp_path / "boards.pbn"
    file.write_text(f"{GOOD}\n\n{IRREGULAR}\n", encoding="utf-8")

    output = run("pbn", str(file), *options)

    documents = [json.loads(line) for line in output.out.splitlines()]
    assert documents == [*judge_boards(file.read_text(encoding="utf-8"))]
    assert [len(one["auction_errors"] + one["revokes"]) for one in documents] == [0, 2]
    assert (output.status, output.err) == (0, "")


def test_it_goes_on_after_an_unreadable_board(run: Callable[..., CommandOutput]) -> None:
    output = run("pbn", "--jsonl", given=f"{GOOD}\n\n{BROKEN}\n\n{GOOD}\n\n[Contract")

    documents = [json.loads(line) for line in output.out.splitlines()]
    assert ["errors" in one for one in documents] == [False, True, False, True]
    assert [error["line"] for one in documents for error in one.get("errors", ())] == [15, 30]
    assert (output.status, output.err) == (2, "")


def test_a_file_of_any_bytes_is_read(run: Callable[..., CommandOutput]) -> None:
    output = run("pbn", given=b'\xff\xfe[Board "1"]\x00\n\n[Board "2"]')

    assert [json.loads(line)["board"] for line in output.out.splitlines()] == [1, 2]


def test_a_rubber_comes_back_as_a_sheet(run: Callable[..., CommandOutput], tmp_path: Path) -> None:
    file, document = tmp_path / "sheet.pbn", of(GAME, {"passed_out": True}, DOWN)
    file.write_bytes(written(document))

    output = run("pbn", str(file), "--sheet")

    assert (output.status, output.err) == (0, "")
    assert run("score", "--json", given=output.out) == run(
        "score", "--json", given=json.dumps(document)
    )


def test_boards_that_are_no_sheet_are_refused(run: Callable[..., CommandOutput]) -> None:
    output = run("pbn", "--sheet", given=f'{BROKEN}\n\n[Dealer\n\n[Board "\x1b"]')

    assert (output.status, output.out) == (2, "")
    assert output.err.splitlines() == [
        "line 2: contract: A contract is a level from 1 to 7, C D H S or NT, "
        "then X or XX; or Pass.",
        "line 4: dealer: A tag is a name and a quoted value, in square brackets.",
        "line 6: result: This board has no result.",
    ]


def test_either_boards_or_a_sheet_is_printed(run: Callable[..., CommandOutput]) -> None:
    assert "not allowed with" in run("pbn", "--jsonl", "--sheet").err
    assert run("pbn", "/nowhere/at/all").err.startswith("/nowhere/at/all: ")
    assert run("pbn", given="") == CommandOutput("", "", 0)
