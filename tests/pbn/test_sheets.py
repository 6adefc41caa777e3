"""A rubber written as boards, and boards read back as a sheet with the same result."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper import sheet
from scorekeeper.games import games
from scorekeeper.pbn.boards import judge_boards
from scorekeeper.pbn.sheets import sheet_of, to_pbn
from scorekeeper.pbn.text import decoded
from scorekeeper.sheet.entries import replay
from scorekeeper.spelling import visible
from tests.games import strategies
from tests.requirements import need_endplay
from tests.vectors import load

Document = dict[str, Any]
NAMES = ["Ann", "Ben", "Cat", "Dan"]


def of(*entries: Document, **head: Any) -> Document:
    """A sheet of bridge."""
    start = {"format": "scorekeeper/1", "game": "bridge", "players": NAMES}
    return {**start, **head, "entries": [*entries]}


def written(document: Document) -> bytes:
    """The sheet as boards."""
    head = sheet.read_head(document)
    return to_pbn(head, replay(head, document["entries"]))


def read_back(document: Document) -> Document:
    """The sheet that its boards give."""
    found = sheet_of(decoded(written(document)))
    assert "errors" not in found, found
    return found


def errors(text: str) -> list[tuple[int, str, str]]:
    """Line, place and message of what is wrong with boards that are to be a sheet."""
    found = sheet_of(text)
    return [(error["line"], error["at"], error["message"]) for error in found["errors"]]


GAME = {"contract": "4S", "declarer": 0, "tricks": 10}
DOWN = {"contract": "3NT", "declarer": 3, "doubled": 2, "tricks": 7}


def test_a_rubber_is_written_as_boards() -> None:
    honours = {**GAME, "honours": {"seat": 1, "points": 100}}
    ruling = {"adjust": {"side": 1, "points": -20, "reason": "revoke"}}
    document = of(honours, ruling, {"passed_out": True}, DOWN, dealer=3)

    assert (
        written(document).decode()
        == """\
% PBN 2.1
% scorekeeper sheet {"format": "scorekeeper/1", "game": "bridge", \
"players": ["Ann", "Ben", "Cat", "Dan"], "dealer": 3, "edition": 1}

% scorekeeper deal {"honours": {"seat": 1, "points": 100}}
[Event "?"]
[Site "?"]
[Date "?"]
[Board "1"]
[West "Dan"]
[North "Ann"]
[East "Ben"]
[South "Cat"]
[Dealer "W"]
[Vulnerable "None"]
[Deal ""]
[Scoring "Rubber"]
[Declarer "N"]
[Contract "4S"]
[Result "10"]
[ScoreRubber "NS 0/120 EW 100/0"]

% scorekeeper entry {"adjust": {"side": 1, "points": -20, "reason": "revoke"}}

[Event "?"]
[Site "?"]
[Date "?"]
[Board "2"]
[West "Dan"]
[North "Ann"]
[East "Ben"]
[South "Cat"]
[Dealer "N"]
[Vulnerable "NS"]
[Deal ""]
[Scoring "Rubber"]
[Declarer ""]
[Contract "Pass"]
[Result ""]
[ScoreRubber "NS 0/0 EW 0/0"]

[Event "?"]
[Site "?"]
[Date "?"]
[Board "3"]
[West "Dan"]
[North "Ann"]
[East "Ben"]
[South "Cat"]
[Dealer "E"]
[Vulnerable "NS"]
[Deal ""]
[Scoring "Rubber"]
[Declarer "W"]
[Contract "3NTXX"]
[Result "7"]
[ScoreRubber "NS 600/0 EW 0/0"]
"""
    )


def vectors() -> list[Document]:
    """The sheets of bridge that can be scored."""
    return [
        vector["sheet"]
        for vector in load()
        if vector["sheet"]["game"] == "bridge" and vector["expect"]["valid"]
    ]


def test_every_worked_rubber_comes_back() -> None:
    assert len(vectors()) > 10
    for document in vectors():
        assert sheet.score(read_back(document)) == sheet.score(document)


@given(strategies.sheets(games()["bridge"], most=12))
def test_a_random_rubber_comes_back(played: strategies.Played) -> None:
    again = read_back(played.document)

    assert sheet.score(again) == sheet.score(played.document)
    assert again["entries"] == [_plainly(entry) for entry in played.entries]


def _plainly(entry: Any) -> Any:
    """A deal says whether it was doubled."""
    return {"doubled": 0, **entry} if "contract" in entry else entry


@given(st.text(min_size=1, max_size=40).filter(visible).map(visible))
@example("#")
@example("##Ann")
@example("?")
def test_any_name_comes_back(name: str) -> None:
    document = of(GAME, players=[name.strip(), '\nBen \\ "the" [1]', "Zoë", "Dañ"])

    assert read_back(document)["players"] == [one.strip() for one in document["players"]]


def test_the_names_decide_the_character_set() -> None:
    western, other = of(GAME, players=["Zoë", *"ABC"]), of(GAME, players=["ผู้เล่น", *"ABC"])

    assert '[North "Zoë"]' in written(western).decode("latin-1")
    assert '[North "ผู้เล่น"]' in written(other).decode()


def test_endplay_reads_the_boards() -> None:
    need_endplay()
    from endplay.parsers import pbn as endplay  # brings a plotter with it

    boards = endplay.loads(written(of(GAME, {"passed_out": True}, DOWN)).decode())

    made, passed_out, down = (board.contract for board in boards)
    assert made is not None
    assert (made.level, made.declarer.abbr, made.result) == (4, "N", 0)
    assert passed_out is not None
    assert passed_out.is_passout()
    assert down is not None
    assert (down.level, down.declarer.abbr, down.result) == (3, "W", -2)
    assert [board.board_num for board in boards] == [1, 2, 3]
    assert boards[0].info["North"] == "Ann"


def test_boards_of_a_rubber_are_judged_as_such() -> None:
    found = [*judge_boards(written(of(GAME, {"passed_out": True}, DOWN)).decode())]

    assert [(one["board"], one["score"]) for one in found] == [(1, 120), (2, 0), (3, -600)]
    assert not any(one["auction_errors"] or one["play_errors"] for one in found)


# --- boards of another program ------------------------------------------------------------------

OTHERS = """
[West "W. West"]
[North "?"]
[South "Cat"]
[Dealer "E"]
[Declarer "S"]
[Contract "4HX"]
[Result "9"]

[Dealer "S"]
[Vulnerable "None"]
[Auction "S"]
AP

[Vulnerable "None"]
[Declarer "E"]
[Contract "3NT"]
[Result "NS 4"]
"""


def test_boards_of_another_program_make_a_sheet() -> None:
    assert sheet_of(OTHERS) == of(
        {"contract": "4H", "declarer": 2, "doubled": 1, "tricks": 9},
        {"passed_out": True},
        {"contract": "3NT", "declarer": 1, "doubled": 0, "tricks": 9},
        players=["North", "East", "Cat", "W. West"],
        dealer=1,
        edition=1,
    )


def test_players_of_one_name_have_their_seats() -> None:
    tags = "".join(f'[{seat} "{"Computer" * 7}"]\n' for seat in ("West", "North", "East"))

    players = sheet_of(f'{tags}[South "Me"]\n[Contract "Pass"]')["players"]

    name = ("Computer" * 7)[:36]
    assert players == [f"{name} (N)", f"{name} (E)", "Me (S)", f"{name} (W)"]


def test_a_file_without_a_board_is_no_sheet() -> None:
    for text in ("", "% scorekeeper entry {}", "% PBN 2.1\n; nothing"):
        assert errors(text) == [(1, "", "The file has no boards.")]


PASSED = '[Contract "Pass"]'


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[Contract "4S"]\n[Declarer "N"]', [(1, "result", "This board has no result.")]),
        ('[Contract "4S"]\n[Result "10"]', [(1, "result", "This board has no result.")]),
        ("[Deal", [(1, "deal", "A tag is a name and a quoted value, in square brackets.")]),
        (
            f'{PASSED}\n\n[Board "2"]\n\n[Dealer "X"]',
            [
                (3, "result", "This board has no result."),
                (5, "dealer", "A seat must be N, E, S or W."),
            ],
        ),
        (
            f'[Dealer "N"]\n{PASSED}\n\n[Dealer "S"]\n{PASSED}',
            [(4, "dealer", "From the boards before, East deals.")],
        ),
        (
            f'{PASSED}\n\n[Dealer "E"]\n[Vulnerable "All"]\n{PASSED}',
            [(4, "vulnerable", "From the boards before, vulnerable: None.")],
        ),
        (
            f'{PASSED}\n\n\n[Contract "S"]\n[Declarer "N"]\n[Result "9"]',
            [(4, "entries[1].contract", "Contracts run from 1 club to 7 no trump.")],
        ),
        (
            f'{PASSED}\n% scorekeeper entry {{"finish": {{}}}}\n\n{PASSED}',
            [(4, "entries[2]", "The rubber is over.")],
        ),
        (
            f"% scorekeeper entry 7\n{PASSED}",
            [(1, "entries[0]", "An entry is an object.")],
        ),
        ("% scorekeeper sheet nonsense", [(1, "", "Not a JSON object.")]),
        (f"\n% scorekeeper deal [1]\n{PASSED}", [(2, "", "Not a JSON object.")]),
        (f"% scorekeeper deal {'[' * 100_000}\n{PASSED}", [(1, "", "Not a JSON object.")]),
        (
            f'\n% scorekeeper sheet {{"format": "x", "players": ["A", "B", "C", "D"]}}\n{PASSED}',
            [(2, "format", "The format is always scorekeeper/1.")],
        ),
        (
            f'% scorekeeper deal {{"trump": "S"}}\n{PASSED}',
            [(2, "entries[0].trump", "Unexpected field: trump.")],
        ),
    ],
)
def test_boards_that_make_no_sheet(text: str, found: list[tuple[int, str, str]]) -> None:
    assert errors(text) == found


def test_a_sheets_lines_are_of_no_other_game() -> None:
    text = '% scorekeeper sheet {"format": "scorekeeper/1", "game": "euchre", "players": []}'

    assert [at for _, at, _ in errors(f"{text}\n{PASSED}")] == ["players"]


def test_other_remarks_are_ignored() -> None:
    assert sheet_of(f"% scorekeeper\n%scorekeeper entry 1\n% else {{}}\n{PASSED}") == of(
        {"passed_out": True}, players=["North", "East", "South", "West"], dealer=0, edition=1
    )


@given(strategies.sheets(games()["bridge"], most=4), st.data())
def test_a_damaged_rubber_never_raises(played: strategies.Played, data: st.DataObject) -> None:
    text = decoded(written(played.document))
    cut = data.draw(st.integers(0, len(text)))
    put = data.draw(st.text(max_size=3) | st.sampled_from(["\n\n", '"', "{", "]", "% scorekeeper"]))
    wide = data.draw(st.integers(0, 20))

    found = sheet_of(f"{text[:cut]}{put}{text[cut + wide :]}")

    assert found.get("errors") or "errors" not in sheet.score(json.loads(json.dumps(found)))
