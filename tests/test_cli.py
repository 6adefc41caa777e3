"""The command line: score a sheet or many, list the games, copy and check the database."""

import json
import os
import subprocess
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import create_app
from scorekeeper.game_checks.vectors import scored
from scorekeeper.games import games
from scorekeeper.leagues.visit import visit_league
from scorekeeper.store.sql.database import db
from scorekeeper.tables.starting import start_table
from tests.command_line import COMMAND, TOP, CommandOutput, process, query, run
from tests.leagues.clubs import create_club, link_to, plays
from tests.requirements import few
from tests.vectors import load

__all__ = ["run"]

NAMES = ["Ann", "Ben", "Cat", "Dan"]
HEAD = {"format": "scorekeeper/1", "game": "tally", "players": NAMES}
SHEET = {**HEAD, "entries": [{"points": [1, -2, 3, 4]}, {"finish": {}}]}
REFUSED = {**HEAD, "entries": [{"points": [1, 2]}]}


# --- score --------------------------------------------------------------------------------------


@pytest.mark.long
def test_every_vector_is_scored_in_one_run() -> None:
    vectors = load()
    given = "".join(json.dumps(vector["sheet"]) + "\n" for vector in vectors)

    answer = subprocess.run(
        [*COMMAND, "score", "--jsonl"],
        input=given.encode(),
        cwd=TOP,
        capture_output=True,
        check=False,
    )

    lines = answer.stdout.decode().splitlines()
    assert len(lines) == len(vectors)
    for vector, line in zip(vectors, lines, strict=True):
        assert json.loads(line) == scored(vector["sheet"]), vector["id"]
    assert answer.returncode == 2
    assert answer.stderr == b""


PARTS = 40
"""Of the vectors, of which all but one are left to the build."""


@pytest.mark.long
@pytest.mark.parametrize("part", few(range(PARTS), {0}))
def test_each_vector_is_scored_by_itself(run: Callable[..., CommandOutput], part: int) -> None:
    for vector in load()[part::PARTS]:
        output = run("score", "--json", given=json.dumps(vector["sheet"]))

        assert json.loads(output.out) == scored(vector["sheet"]), vector["id"]
        assert output.status == (0 if vector["expect"]["valid"] else 2), vector["id"]
        assert output.err == ""


@pytest.mark.long
@pytest.mark.parametrize("part", few(range(PARTS), {0}))
def test_the_pad_is_printed_for_every_vector(run: Callable[..., CommandOutput], part: int) -> None:
    for vector in load()[part::PARTS]:
        output = run("score", given=json.dumps(vector["sheet"]))

        assert output.status == (0 if vector["expect"]["valid"] else 2), vector["id"]
        if output.status:
            assert output.out == ""
            assert output.err
            continue
        result = scored(vector["sheet"])
        assert output.err == ""
        for side in result["sides"]:
            assert side["name"] is None or side["name"] in output.out
        for total in result["totals"]:
            assert not result["entries"] or str(total).replace("-", "−") in output.out
        for line in (line for entry in result["entries"] for line in entry["lines"]):
            assert f"{line['text']} ({line['rule']})" in output.out
        last = result["outcome"]["text"] if result["outcome"] else f"Deal {result['next']['deal']}"
        assert last in output.out.splitlines()[-1]


def test_the_pad_reads_as_on_paper(run: Callable[..., CommandOutput]) -> None:
    output = run("score", given=json.dumps(SHEET))

    assert output.out.splitlines() == [
        "Score pad",
        "",
        "              Ann       Ben       Cat       Dan",
        "1               1        −2         3         4",
        "         Ann +1: as entered (points)",
        "         Ben −2: as entered (points)",
        "         Cat +3: as entered (points)",
        "         Dan +4: as entered (points)",
        "finish          1        −2         3         4",
        "         Game ended",
        "",
        "Dan won with 4",
    ]


def test_the_pad_says_who_pays_whom(run: Callable[..., CommandOutput]) -> None:
    made = {"declarer": 0, "bid": "three", "made": True}
    sheet: dict[str, Any] = {**SHEET, "game": "nap", "stake": "0.10 €", "entries": [made]}

    assert "to Ann" not in run("score", given=json.dumps(sheet)).out.splitlines()[-2]
    sheet["entries"] = [made, {"seat": {"number": 3, "name": None}}, {"finish": {}}]
    output = run("score", given=json.dumps(sheet)).out.replace("\xa0", " ")
    assert output.splitlines()[-5:-2] == [f"{name} to Ann: 3, 0.30 €" for name in NAMES[1:]]
    sheet.update(game="tally", entries=SHEET["entries"], stake=None)
    assert "to Ann" not in run("score", given=json.dumps(sheet)).out


def test_many_are_scored_in_order_past_errors(run: Callable[..., CommandOutput]) -> None:
    lines: list[Any] = [SHEET, REFUSED, None, SHEET]
    texts = [json.dumps(line) for line in lines]
    texts[2:2] = ["nonsense", "", "[" * 50_000, '"\\ud83d"']

    output = run("score", "--jsonl", given="\n".join(texts).encode() + b"\n\xff\n")

    documents = [json.loads(line) for line in output.out.splitlines()]
    assert ["errors" in document for document in documents] == [
        False,
        True,
        True,
        True,
        True,
        True,
        False,
        True,
    ]
    assert documents[2]["errors"] == [{"at": "", "message": "Not valid JSON."}]
    assert documents[1]["errors"][0]["at"] == "entries[0].points"
    assert output.status == 2
    assert run("score", "--jsonl", given=json.dumps(SHEET)).status == 0
    assert run("score", "--jsonl").out == ""


@pytest.mark.parametrize("form", ["--json", "--jsonl", ""])
def test_sheet_is_read_from_file_or_input(
    run: Callable[..., CommandOutput], tmp_path: Path, form: str
) -> None:
    file = tmp_path / "sheet.json"
    file.write_text(json.dumps(SHEET), encoding="utf-8")
    forms = [form] if form else []

    answers = [
        run("score", *forms, str(file)),
        run("score", *forms, "-", given=json.dumps(SHEET)),
        run("score", *forms, given=json.dumps(SHEET)),
    ]

    assert answers[0].out
    assert [answer.status for answer in answers] == [0, 0, 0]
    assert answers[0] == answers[1] == answers[2]


def test_errors_are_listed_one_per_line(run: Callable[..., CommandOutput]) -> None:
    output = run("score", given=json.dumps({**REFUSED, "dealer": 9, "options": {"target": "x"}}))

    assert output.out == ""
    assert [line.partition(":")[0] for line in output.err.splitlines()] == [
        "options.target",
        "dealer",
        "entries[0].points",
    ]
    assert output.status == 2


@pytest.mark.parametrize(
    ("given", "message"),
    [("", "sheet: Not valid JSON."), ("null", "sheet: A score sheet is a JSON object.")],
)
def test_an_invalid_sheet_is_reported(
    run: Callable[..., CommandOutput], given: str, message: str
) -> None:
    assert run("score", given=given) == CommandOutput("", f"{message}\n", 2)
    errors = json.loads(run("score", "--json", given=given).out)["errors"]
    assert message == f"{errors[0]['at'] or 'sheet'}: {errors[0]['message']}"


def test_byte_order_mark_is_passed_over(run: Callable[..., CommandOutput]) -> None:
    text = json.dumps(SHEET)
    marked = text.encode("utf-8-sig")

    assert run("score", given=marked) == run("score", given=text)
    assert run("score", "--jsonl", given=marked) == run("score", "--jsonl", given=text)


@pytest.mark.parametrize("form", ["--json", "--jsonl", ""])
def test_a_missing_file_is_reported(
    run: Callable[..., CommandOutput], tmp_path: Path, form: str
) -> None:
    for name in (str(tmp_path / "none.json"), str(tmp_path)):
        output = run("score", *([form] if form else []), name)

        assert output.out == ""
        assert output.err.startswith(f"{name}: ")
        assert len(output.err.splitlines()) == 1
        assert output.status == 2


def test_hostile_name_does_nothing_to_terminal(run: Callable[..., CommandOutput]) -> None:
    names = ["\x1b[2J\x1b]0;owned\x07", "a\rb", "c\nd", "e\u202ef"]
    ruling = {"adjust": {"side": 0, "points": 5, "reason": "\x1b[31mred\x9b5n"}}
    sheet = {**HEAD, "players": names, "entries": [{"points": [1, 2, 3, 4]}, ruling]}

    output = run("score", given=json.dumps(sheet))
    faults = run("score", given=json.dumps({**sheet, "options": {"\x1b[2J": 1}}))

    assert output.status == 0
    assert not _controls(output.out)
    assert faults.status == 2
    assert not _controls(faults.err)


def _controls(text: str) -> list[str]:
    return [one for one in text if unicodedata.category(one) in ("Cc", "Cf") and one != "\n"]


def test_an_emoji_sequence_is_kept_whole(run: Callable[..., CommandOutput]) -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"

    output = run("score", given=json.dumps({**HEAD, "players": [family, "B"], "entries": []}))

    assert family in output.out


def test_a_reader_that_stops_reading_is_no_crash() -> None:
    given = (json.dumps(SHEET) + "\n") * 2000
    process = subprocess.Popen(
        [*COMMAND, "score", "--jsonl"],
        cwd=TOP,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()

    _, output = process.communicate(given.encode())

    assert b"Traceback" not in output
    assert process.returncode


def test_pad_says_who_came_and_that_it_stopped(run: Callable[..., CommandOutput]) -> None:
    came = [{"seat": {"number": 1, "name": "Eve"}}, {"finish": {"reason": "late"}}]
    output = run("score", given=json.dumps({**SHEET, "entries": [*SHEET["entries"][:1], *came]}))

    assert "         Eve replaces Ben" in output.out.splitlines()
    assert "         Game ended: late" in output.out.splitlines()


@pytest.mark.long
@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize("form", [[], ["--json"], ["--jsonl"]])
def test_what_is_written_to_a_file_is_utf_8(encoding: str, form: list[str]) -> None:
    answer = subprocess.run(
        [*COMMAND, "score", *form],
        input=json.dumps({**SHEET, "players": ["Ann", "Ben", "Çağla", "王"]}).encode(),
        cwd=TOP,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        capture_output=True,
        check=False,
    )

    assert (answer.returncode, answer.stderr) == (0, b"")
    assert "王" in answer.stdout.decode()


def test_a_closed_pipe_is_silent(tmp_path: Path) -> None:
    sheets = tmp_path / "sheets.jsonl"
    sheets.write_text((json.dumps(SHEET) + "\n") * 2000)
    unread, written = os.pipe()
    os.close(unread)

    answer = subprocess.run(
        [*COMMAND, "score", "--jsonl", sheets],
        stdout=written,
        stderr=subprocess.PIPE,
        cwd=TOP,
        check=False,
    )

    os.close(written)
    assert (answer.returncode, answer.stderr) == (2, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk to write to")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("command", ["score --jsonl", "score", "games"])
def test_a_full_disk_is_reported(command: str, unbuffered: str) -> None:
    with open("/dev/full", "w") as full:
        answer = subprocess.run(
            [*COMMAND, *command.split()],
            input=json.dumps(SHEET).encode(),
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=TOP,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            check=False,
        )

    assert (answer.returncode, answer.stderr) == (2, b"output: No space left on device\n")


@pytest.mark.parametrize(
    ("closed", "status", "error"),
    [("<&-", 2, b"-: Bad file descriptor\n"), (">&-", 0, b""), ("2>&-", 0, b"")],
)
def test_a_closed_stream_is_no_crash(
    tmp_path: Path, closed: str, status: int, error: bytes
) -> None:
    file = tmp_path / "sheet.json"
    file.write_text(json.dumps(SHEET))
    line = f'"$0" "$@" <{file} {closed}'

    answer = subprocess.run(
        ["sh", "-c", line, *COMMAND, "score", "--jsonl"], cwd=TOP, capture_output=True, check=False
    )

    assert (answer.returncode, answer.stderr) == (status, error)


# --- games --------------------------------------------------------------------------------------


def test_the_games_are_listed(run: Callable[..., CommandOutput]) -> None:
    output = run("games")

    assert [line.split()[0] for line in output.out.splitlines()] == list(games())
    assert output.status == 0


@pytest.mark.parametrize("slug", list(games()))
def test_a_game_is_described(run: Callable[..., CommandOutput], slug: str) -> None:
    output, game = run("games", slug), games()[slug]

    assert output.out.startswith(f"{game.name} ({slug})")
    for option in game.options:
        assert f"\n  {option.path[0]} = " in output.out
    assert "\ndeal:\n" in output.out
    assert ("\ncontext of a trick:\n" in output.out) == (game.play is not None)
    assert ("\ncontext of a call:\n" in output.out) == (game.auction is not None)


def test_values_of_options_and_fields_are_told(run: Callable[..., CommandOutput]) -> None:
    told = run("games", "five-hundred").out.splitlines()

    assert "  lose_at = -500/-500 (integer -5000 to -100 or null)" in told
    assert "  rounds = 1/3 (1, 3 or null)" in told
    assert "  side_tricks: array of integer 0 to 10, one a side, optional" in told
    assert "  `players` is the number of players, 3 to 4." in told
    assert "  `players` is 4." in run("games", "euchre").out.splitlines()


def test_an_unknown_game_is_reported(run: Callable[..., CommandOutput]) -> None:
    output = run("games", "quidditch")

    assert output.out == ""
    assert "Unknown game “quidditch”. Games: " in output.err
    assert output.status == 2


# --- upkeep -------------------------------------------------------------------------------------


@pytest.fixture
def data(tmp_path: Path, migrated: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with a database in which there is one table."""
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "scorekeeper.db").write_bytes(migrated.read_bytes())
    return tmp_path / "data"


@pytest.fixture
def table(data: Path) -> str:
    """The public id of a table in the data folder's database."""
    with create_app().app_context():
        public_id = start_table(SHEET, key="key", device="phone")
        db.engine.dispose()
    return public_id


@pytest.mark.long
def test_backup_is_a_copy_and_overwrites_nothing(
    run: Callable[..., CommandOutput], data: Path, table: str
) -> None:
    copy = data.parent / "copy.db"

    output, again = process("backup", str(copy)), run("backup", str(copy))

    told = f"Backup saved to {copy}. It contains the signing key: keep it private.\n"
    assert output == CommandOutput(told, "", 0)
    assert query(copy, "SELECT public_id FROM game_table") == [(table,)]
    assert (again.out, again.status) == ("", 2)
    assert again.err.startswith(f"{copy} already exists")


def test_backup_into_missing_folder_is_reported(
    data: Path, run: Callable[..., CommandOutput]
) -> None:
    copy = data / "nowhere" / "copy.db"

    assert run("backup", str(copy)) == CommandOutput("", f"{copy}: No such file or directory\n", 2)


def test_nothing_is_copied_without_a_database(
    data: Path, run: Callable[..., CommandOutput]
) -> None:
    database, copy = data / "scorekeeper.db", data / "copy.db"
    database.unlink()

    assert run("backup", str(copy)) == CommandOutput(
        "", f"There is no database at {database}.\n", 2
    )
    assert not copy.exists()
    assert not database.exists()


@pytest.mark.long
def test_upgrade_makes_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "new"))

    assert process("upgrade") == CommandOutput("The database is up to date.\n", "", 0)
    assert query(tmp_path / "new" / "scorekeeper.db", "SELECT count(*) FROM game_table") == [(0,)]


@pytest.mark.long
def test_rebuild_begins_with_an_empty_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "new"))

    assert process("rebuild") == CommandOutput("No differences.\n", "", 0)


@pytest.mark.hard
@pytest.mark.long
def test_rebuild_reports_what_it_repaired(data: Path, table: str) -> None:
    query(data / "scorekeeper.db", "UPDATE game_table SET summary = '{}'")

    output, again = process("rebuild"), process("rebuild")

    assert f"{table}: repaired" in output.out
    assert output.status == 1
    assert again == CommandOutput("No differences.\n", "", 0)


@pytest.mark.hard
@pytest.mark.long
def test_rebuild_reports_the_league_it_repaired(data: Path) -> None:
    with create_app().app_context():
        club = create_club(["Ann", "Ben"])
        plays(club, ["Ann", "Ben"], [3, 1])
        db.engine.dispose()
    query(data / "scorekeeper.db", "UPDATE result SET points = 9")
    query(data / "scorekeeper.db", "DELETE FROM pair_sum")

    output, again = process("rebuild"), process("rebuild")

    assert output == CommandOutput(
        f"league {club}: repaired 1 game, 4 totals, 0 access rights\n", "", 1
    )
    assert again == CommandOutput("No differences.\n", "", 0)


@pytest.mark.hard
@pytest.mark.long
def test_rebuild_reports_repaired_access_rows(data: Path) -> None:
    with create_app().app_context():
        club = create_club(["Ann", "Ben"])
        link_to(visit_league(club, ""), "member", bytes(32))
        db.engine.dispose()
    query(data / "scorekeeper.db", "UPDATE league_link SET in_force = FALSE")

    output = process("rebuild")

    ends = "repaired 0 games, 0 totals, 1 access right"
    assert output == CommandOutput(f"league {club}: {ends}\n", "", 1)
