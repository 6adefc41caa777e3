"""The command line and the settings speak the language that is set."""

import re
from collections.abc import Iterator

import pytest

from scorekeeper import cli, languages, settings
from scorekeeper.commands.admin import admin
from scorekeeper.pbn.boards import judge_boards
from tests.web.test_every_text import in_english


@pytest.fixture(autouse=True)
def pseudo() -> Iterator[None]:
    languages.activate(languages.PSEUDO)
    yield
    languages.activate(languages.ENGLISH)


def test_help_is_looked_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SCOREKEEPER_LANGUAGE", languages.PSEUDO)
    actions = [["admin", one] for one in admin.commands]
    for words in ([], *([one] for one in cli.commands.commands), *actions):
        with pytest.raises(SystemExit, match="0"):
            cli.main([*words, "--help"])

    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("  ")]
    # what stands before them, the names of settings and arguments, stays as it is
    texts = [re.sub(r"^  [-\w\[\]]+(, --help)?( [A-Z ]+)?  ", "", line) for line in lines]
    names = ("SCOREKEEPER_KEY_FILE", "FILE", "N", "unix:PATH")
    assert len(texts) > 80
    assert [text for text in texts if in_english(without(text, names))] == []


def without(text: str, names: tuple[str, ...]) -> str:
    return " ".join(word for word in text.split() if word.strip(":.,") not in names)


def test_settings_and_their_faults_are_looked_up() -> None:
    environ = {"PORT": "none", "SCOREKEEPER_BUDGETS": "2", "DATABASE_URL": "postgresql://x"}

    chosen, faults = settings.examine(environ)

    assert len(faults) == 2
    names = {setting.variable for setting in settings.described()} | {*environ, "“none”"}
    told = [line for line in settings.as_lines(chosen) if ": " in line]
    shown = [line.partition(": ")[2] for line in told if "E" in line] + faults
    kept = (*names, "unix", "PATH", "json", "Europe/Berlin", "/metrics", "/operator", "/pocket/")
    assert [line for line in shown if in_english(without(line, kept))] == []


def test_faults_of_a_bridge_file_are_looked_up() -> None:
    (board,) = judge_boards('[Board "1"]\n[Dealer "Z"]\n[Contract "9S"]\n[Result "14"]\nno')

    messages = [error["message"] for error in board["errors"]]
    assert len(messages) >= 3
    assert [one for one in messages if "must" in one or "belongs" in one or "from" in one] == []


@pytest.mark.parametrize("command", ["score", "trick"])
def test_commands_speak_the_language_of_settings(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    languages.activate(languages.ENGLISH)
    monkeypatch.setenv("SCOREKEEPER_LANGUAGE", languages.PSEUDO)

    with pytest.raises(SystemExit):
        cli.main([command, "--help"])

    assert "(ðééƒååûûļţ: šţðîîñ)" in capsys.readouterr().out
