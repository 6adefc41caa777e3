"""`check-game` with the file of a document, and `games … --document`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.commands.check_document import check_document
from tests.command_line import CommandOutput
from tests.command_line import run as run  # a fixture
from tests.own.documents import DOCUMENTS


def changed(change: Callable[[Any], object]) -> str:
    """The document of Skyjo as a text, changed."""
    document = json.loads(json.dumps(DOCUMENTS["skyjo"]))
    change(document)
    return json.dumps(document)


def lower(document: Any) -> None:
    document["examples"][0]["totals"][0] -= 1


def misspell(document: Any) -> None:
    document["lines"][0]["points"] = "lef"


def forbid(document: Any) -> None:
    document["examples"][0]["entries"].append({"adjust": {"side": 0}})


def empty(document: Any) -> None:
    document["examples"][0]["entries"].clear()


def halve(document: Any) -> None:
    document["examples"][0]["entries"][0]["ender"] = float("nan")


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        (changed(lambda document: None), 0, "random games.\nWeight 308;"),
        (changed(misspell), 2, "lines[0].points: “lef” is not known here."),
        (changed(lower), 1, "Worked deal 1: "),
        (changed(forbid), 1, "Worked deal 1: "),
        (changed(empty), 1, "Worked deal 1: There is no worked deal."),
        (changed(halve), 2, "examples[0].entries[0].ender: A whole number is needed here."),
        (changed(lambda document: document.pop("examples")), 1, "There is no worked deal."),
        ("[]", 2, "A game is a JSON object."),
    ],
    ids=["right", "formula", "total", "entry", "empty", "halved", "none", "list"],
)
def test_document_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, code: int, said: str
) -> None:
    file = tmp_path / "game.json"
    file.write_text(text, encoding="utf-8")

    assert check_document(file, 3) == code
    assert said in capsys.readouterr().out


def test_commands_take_and_give_documents(
    tmp_path: Path, run: Callable[..., CommandOutput]
) -> None:
    printed = run("games", "skyjo", "--document")
    file = tmp_path / "game.json"
    file.write_text(printed.out, encoding="utf-8")

    assert json.loads(printed.out) == DOCUMENTS["skyjo"]
    assert run("check-game", file, "--rounds", "2").out.startswith("Skyjo (25638a76")
    assert run("games", "whist", "--document").status == 2
    file.write_text("{", encoding="utf-8")
    assert run("check-game", file).status == 2


@pytest.mark.parametrize("slug", DOCUMENTS)
def test_every_document_passes(tmp_path: Path, slug: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(DOCUMENTS[slug]), encoding="utf-8")

    assert check_document(file, 2) == 0
