"""Files of other programs: what is read, what is written, what is refused."""

import json
import re
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import pytest

from scorekeeper.duplicate.exchange.bridgewebs import csv_text
from scorekeeper.duplicate.exchange.imported import LARGEST
from scorekeeper.duplicate.exchange.pbn_out import pbn
from scorekeeper.duplicate.exchange.published import differences, differs
from scorekeeper.duplicate.exchange.reading import read_file
from scorekeeper.duplicate.exchange.usebio_out import usebio
from scorekeeper.duplicate.result import score
from scorekeeper.sheet.documents import SheetRefused
from tests.duplicate.sessions import PUBLISHED, Document, lines, published, session

DEAL: Final = "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"


def participants(count: int, more: str = "") -> str:
    """So many pairs."""
    pairs = (
        f"<PAIR><PAIR_NUMBER>{n}</PAIR_NUMBER>{more}<TOTAL_SCORE>{n}.5</TOTAL_SCORE>"
        f"<PLACE>{n}=</PLACE><PLAYER><PLAYER_NAME>Ann &amp; {n}</PLAYER_NAME></PLAYER></PAIR>"
        for n in range(1, count + 1)
    )
    return f"<PARTICIPANTS>{''.join(pairs)}</PARTICIPANTS>"


def traveller(*told: str) -> str:
    """A board with these lines; 1 sat against 2, 3 against 4."""
    found = (
        f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{2 * place + 1}</NS_PAIR_NUMBER>"
        f"<EW_PAIR_NUMBER>{2 * place + 2}</EW_PAIR_NUMBER>{one}</TRAVELLER_LINE>"
        for place, one in enumerate(told)
    )
    return f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{''.join(found)}</BOARD>"


def event(inside: str, kind: str = "MP_PAIRS", doctype: str = "") -> bytes:
    """A small USEBIO file."""
    return (
        f'<?xml version="1.0"?>{doctype}<USEBIO Version="1.2"><CLUB><CLUB_NAME>Mill Lane'
        f'</CLUB_NAME></CLUB><EVENT EVENT_TYPE="{kind}"><DATE>24/11/2026</DATE>{inside}'
        "</EVENT></USEBIO>"
    ).encode()


def results(data: bytes | str, board: int = 0) -> list[Document]:
    """The lines of a board that was read, without who sat there."""
    found = read_file(data.encode() if isinstance(data, str) else data).session
    return [
        {key: value for key, value in line.items() if key not in ("ns", "ew")}
        for line in found["boards"][board]["results"]
    ]


def tags(**told: object) -> str:
    """Elements with these texts."""
    return "".join(f"<{name}>{value}</{name}>" for name, value in told.items())


# --- USEBIO -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (
            {"CONTRACT": "4S", "PLAYED_BY": "N", "LEAD": "KH", "TRICKS": 10, "SCORE": 420},
            {"contract": "4S", "declarer": "N", "tricks": 10, "lead": "KH"},
        ),
        (
            {"CONTRACT": "5 d*", "PLAYED_BY": "South", "LEAD": "H10", "TRICKS": "=", "SCORE": 550},
            {"contract": "5DX", "declarer": "S", "tricks": 11, "lead": "TH"},
        ),
        (
            {"CONTRACT": "2♥**", "PLAYED_BY": "W", "TRICKS": "+1", "SCORE": -840},
            {"contract": "2HXX", "declarer": "W", "tricks": 9},
        ),
        (
            {"CONTRACT": "3N", "PLAYED_BY": "E", "TRICKS": "-2", "SCORE": 100},
            {"contract": "3NT", "declarer": "E", "tricks": 7},
        ),
        ({"CONTRACT": "PASS", "SCORE": 0}, {"contract": "pass"}),
        ({"CONTRACT": "Passed Out"}, {"contract": "pass"}),
        # the tricks follow from the score
        (
            {"CONTRACT": "4S", "PLAYED_BY": "N", "SCORE": 450},
            {"contract": "4S", "declarer": "N", "tricks": 11},
        ),
        # a score that was changed by hand counts, the contract does not
        ({"CONTRACT": "4S", "PLAYED_BY": "N", "TRICKS": 10, "SCORE": 170}, {"score": 170}),
        ({"SCORE": "-50"}, {"score": -50}),
        ({"SCORE": "A6040"}, {"artificial": {"ns": "A+", "ew": "A-"}}),
        (
            {"CONTRACT": "4S", "PLAYED_BY": "N", "TRICKS": 10, "SCORE": "A50/50"},
            {"artificial": {"ns": "A", "ew": "A"}},
        ),
        ({"SCORE": "A7030"}, {"artificial": {"ns": 70, "ew": 30}}),
        (
            {"NS_SCORE": "60%", "EW_SCORE": "60%"},
            {"artificial": {"ns": "A+", "ew": "A+"}},
        ),
        ({"SCORE": "NP"}, {"not_played": True}),
        ({}, {"not_played": True}),
        (
            {"NS_MATCH_POINTS": "1.2", "EW_MATCH_POINTS": "0.8"},
            {"artificial": {"ns": "A+", "ew": "A-"}},
        ),
    ],
)
def test_what_programs_write_in_a_line_is_read(told: dict[str, object], expected: Document) -> None:
    data = event(participants(4) + traveller(tags(**told), tags(SCORE=50)))

    assert results(data)[0] == expected


def test_what_programs_write_around_it_is_read() -> None:
    found = read_file(event(participants(4) + traveller(tags(SCORE=50), tags(SCORE=90)))).session

    assert found["event"] == {"club": "Mill Lane", "date": "2026-11-24"}
    assert found["contestants"][0] == {"id": "1", "names": ["Ann & 1"]}
    assert found["scoring"] == {"method": "matchpoints", "winners": 1}


@pytest.mark.parametrize(
    ("kind", "points", "method"),
    [
        ("MP_PAIRS", "", "matchpoints"),
        ("CROSS_IMPS", "", "cross-imps"),
        ("CROSS_IMP", "", "cross-imps"),
        ("BUTLER_PAIRS", "", "butler"),
        ("PAIRS", "<BOARD_SCORING_METHOD>CROSS_IMPS</BOARD_SCORING_METHOD>", "cross-imps"),
        ("PAIRS", "", "matchpoints"),
        ("TEAMS_OF_FOUR", "", "imps"),
        ("SWISS_TEAMS", "", "imps"),
    ],
)
def test_the_method_is_that_of_the_event(kind: str, points: str, method: str) -> None:
    found = read_file(event(points + traveller(tags(SCORE=50)), kind)).session

    assert found["scoring"]["method"] == method


@pytest.mark.parametrize("direction", ["NS", "N", "n/s"])
def test_with_two_winners_number_and_direction_are_put_together(direction: str) -> None:
    pairs = participants(1, tags(DIRECTION=direction)) + participants(1, tags(DIRECTION="EW"))
    line = tags(NS_PAIR_NUMBER=1, EW_PAIR_NUMBER=1, SCORE=50)
    board = f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE>{line}</TRAVELLER_LINE></BOARD>"

    found = read_file(event(tags(WINNER_TYPE=2) + pairs + board)).session

    assert [(one["id"], one["direction"]) for one in found["contestants"]] == [
        ("1NS", "NS"),
        ("1EW", "EW"),
    ]
    assert found["boards"][0]["results"][0]["ew"] == "1EW"
    assert "errors" not in score(found)


def test_matches_of_teams_are_read() -> None:
    teams = "".join(
        f"<TEAM>{tags(TEAM_ID=n, TEAM_NAME=f'Team {n}')}"
        f"<PAIR>{tags(PAIR_NUMBER=f'{n}1')}</PAIR><PAIR>{tags(PAIR_NUMBER=f'{n}2')}</PAIR></TEAM>"
        for n in (1, 2)
    )
    both = "".join(
        f"<TRAVELLER_LINE>{tags(NS_PAIR_NUMBER=ns, EW_PAIR_NUMBER=ew, SCORE=points)}"
        "</TRAVELLER_LINE>"
        for ns, ew, points in ((11, 21, 420), (22, 12, 170))
    )
    match = tags(ROUND_NUMBER=2, TEAM=1, OPPOSING_TEAM=2)
    board = f"<BOARD><BOARD_NUMBER>5</BOARD_NUMBER>{both}</BOARD>"
    data = event(f"<PARTICIPANTS>{teams}</PARTICIPANTS><MATCH>{match}{board}</MATCH>", "TEAMS")

    found = read_file(data).session
    result = score(found)

    assert found["boards"][0]["results"] == [
        {"ns": "1", "ew": "2", "round": 2, "score": 420},
        {"ns": "2", "ew": "1", "round": 2, "score": 170},
    ]
    assert result["matches"][0]["imps"] == [6, 0]


def test_boards_beside_their_matches_have_the_round_of_the_match() -> None:
    both = "".join(
        f"<TRAVELLER_LINE>{tags(NS_PAIR_NUMBER=ns, EW_PAIR_NUMBER=ew, SCORE=50)}</TRAVELLER_LINE>"
        for ns, ew in ((1, 2), (2, 1), (1, 2))
    )
    match = f"<MATCH>{tags(ROUND_NUMBER=3, TEAM=1, OPPOSING_TEAM=2)}</MATCH>"
    data = event(f"{match}<BOARD><BOARD_NUMBER>5</BOARD_NUMBER>{both}</BOARD>", "SWISS_TEAMS")

    found = read_file(data).session

    # the third line repeats the first
    assert found["boards"][0]["results"] == [
        {"ns": "1", "ew": "2", "round": 3, "score": 50},
        {"ns": "2", "ew": "1", "round": 3, "score": 50},
    ]
    assert "errors" not in score(found)


def test_two_winners_without_directions_are_told_apart_by_their_lines() -> None:
    board = traveller(tags(SCORE=50), tags(SCORE=420))

    found = read_file(event(tags(WINNER_TYPE=2) + participants(5) + board))

    assert [(one["id"], one["direction"]) for one in found.session["contestants"]] == [
        ("1NS", "NS"),
        ("2EW", "EW"),
        ("3NS", "NS"),
        ("4EW", "EW"),
    ]
    assert found.session["contestants"][0]["names"] == ["Ann & 1"]
    assert found.totals[0].id == "1NS"
    assert "errors" not in score(found.session)


def test_sections_keep_numbers_apart() -> None:
    part = participants(2) + traveller(tags(SCORE=50))
    data = event("".join(f'<SECTION SECTION_ID="{one}">{part}</SECTION>' for one in "AB"))

    found = read_file(data).session

    assert [one["id"] for one in found["contestants"]] == ["A1", "A2", "B1", "B2"]
    assert len(found["boards"][0]["results"]) == 2


def test_without_our_own_remark_a_session_is_read_as_others_read_it() -> None:
    for file in PUBLISHED:
        given = published(file)["session"]
        if given["kind"] != "pairs" or {"per_win", "round_lines", "expected", "datum"} & {
            *given["scoring"]
        }:
            continue
        result = score(given)
        if any("group" in line for board in given["boards"] for line in board["results"]):
            continue
        bare = [
            re.sub(r"<\?scorekeeper.*\n", "", usebio(given, result)),
            re.sub(r"(?m)^%scorekeeper.*\n", "", pbn(given, result)),
        ]
        for written in bare:
            other = score(read_file(written.encode()).session)
            assert figures(other) == figures(result), file.stem


def figures(result: Document) -> list[list[Any]]:
    """Scores and points, board by board."""
    return [
        [(line["ns"], line["score"], line["ns_points"]) for line in board["results"]]
        for board in result["boards"]
    ]


def test_usebio_has_the_elements_of_the_standard() -> None:
    given = session(
        [
            *lines({"contract": "4SX", "declarer": "N", "tricks": 10, "lead": "KH"}, 50),
            *lines(0, 0, {"artificial": {"ns": "A+", "ew": 12.5}})[2:],
            *lines(0, 0, 0, {"contract": "pass"})[3:],
        ],
        event={"name": "A & B <pairs>", "date": "2026-11-24", "club": "Mill Lane"},
    )
    deal = "E:A.KQJT98765.43.2 K.A2.AKQJT98765. QJT98765432... .43.2.AKQJT98765"
    given["boards"][0]["deal"] = (
        "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"
    )
    assert deal
    root = ElementTree.fromstring(usebio(given, score(given)))
    first = root.findall(".//TRAVELLER_LINE")[0]

    assert root.get("Version") == "1.2"
    assert root.find("EVENT").get("EVENT_TYPE") == "MP_PAIRS"  # type: ignore[union-attr]
    assert root.findtext("EVENT/EVENT_DESCRIPTION") == "A & B <pairs>"
    assert root.findtext("EVENT/DATE") == "24/11/2026"
    assert {one.tag: one.text for one in first} == {
        "NS_PAIR_NUMBER": "1",
        "EW_PAIR_NUMBER": "2",
        "CONTRACT": "4SX",
        "PLAYED_BY": "N",
        "LEAD": "KH",
        "TRICKS": "10",
        "SCORE": "590",
        "NS_MATCH_POINTS": "5.67",
        "EW_MATCH_POINTS": "0.33",
    }
    scores = [one.findtext("SCORE") for one in root.findall(".//TRAVELLER_LINE")]
    assert scores == ["590", "50", "A6012", "0"]
    assert len(root.findall("HANDSET/BOARD/HAND")) == 4


def test_names_that_break_xml_are_read_nevertheless() -> None:
    data = event(participants(2) + traveller(tags(SCORE=50)))
    bare = data.replace(b"Ann &amp; 1", "Zoë & Ann".encode("latin-1"))

    found = read_file(bare).session

    assert found["contestants"][0]["names"] == ["Zoë & Ann"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"<USEBIO><EVENT>", "no complete XML file"),
        (b"<html></html>", "no USEBIO file"),
        (b"<USEBIO></USEBIO>", "no USEBIO file"),
        (event("", doctype='<!DOCTYPE USEBIO [<!ENTITY a "b">]>'), "entities of its own"),
        (
            event("&a;", doctype='<!DOCTYPE U [<!ENTITY a SYSTEM "file:///etc/passwd">]>'),
            "entities of its own",
        ),
        (
            event("", doctype='<!DOCTYPE U [<!ENTITY % a SYSTEM "http://x/y"> %a;]>'),
            "entities of its own",
        ),
        (b"<USEBIO>" + b"<A>" * 5000, "nested too deeply"),
        (b"<" + b" " * LARGEST, "more than 4 MB"),
        (b"{" + b" " * 10_000_000, "more than 4 MB"),
        (b"{", "Not valid JSON"),
        (b"[" * 100_000, "no boards"),
        (b"", "no boards"),
        (b"\x00\xff\xfe", "no boards"),
        (b"\xff\xfe<\x00", "no complete XML"),
        (b'[Board "1"]\n[Contract "9S"]', "Line 2"),
    ],
)
def test_what_is_hostile_or_nothing_is_refused_in_words(data: bytes, message: str) -> None:
    with pytest.raises(SheetRefused) as refused:
        read_file(data)

    assert message in refused.value.errors[0]["message"]


def test_a_bomb_is_refused_before_it_goes_off() -> None:
    lol = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    data = event("&l9;", doctype=f'<!DOCTYPE U [<!ENTITY l0 "lol">{lol}]>')

    with pytest.raises(SheetRefused, match="entities"):
        read_file(data)


def test_a_document_type_is_not_fetched() -> None:
    doctype = '<!DOCTYPE USEBIO SYSTEM "http://localhost:1/usebio_v1_2.dtd">'
    data = event(participants(2) + traveller(tags(SCORE=50)), doctype=doctype)

    assert results(data.replace(b"Ann &amp; 1", b"Zo&euml;")) == [{"score": 50}]


@pytest.mark.parametrize("told", ["{", "3", '{"boards": 3, "lines": [[1, 2]], "seats": {}}', "[]"])
def test_a_broken_remark_of_ours_is_left_out(told: str) -> None:
    data = event(participants(2) + traveller(tags(SCORE=50)))

    assert results(data.replace(b"<USEBIO", f"<?scorekeeper {told}?><USEBIO".encode())) == [
        {"score": 50}
    ]


# --- PBN ----------------------------------------------------------------------------------------

COLUMNS: Final = (
    *("Table\\2R", "Round\\2R", "PairId_NS\\2R", "PairId_EW\\2R", "Contract\\5L", "Declarer"),
    *("Result", "Lead", "Score_NS\\6R", "MP_NS", "MP_EW", "Percentage_NS"),
)
TABLE: Final = """[Event "Tuesday"]
[Site "Mill Lane"]
[Date "2026.11.24"]
[Board "2"]
[Dealer "E"]
[Vulnerable "NS"]
[Scoring "MP"]
[ScoreTable "{columns}"]
 1 1  1 2 4S N 10 HK   620 2 0 100
 2 1  3 4 -  - -  -    -   1 1 50
[TotalScoreTable "Rank;PairId;TotalScoreMP;TotalPercentage;Names"]
1 1 3.5 87.5 "Ann & Ben"
2= 3 1 - "Cat & Dan"
""".replace("{columns}", ";".join(COLUMNS))


def test_a_table_of_scores_is_read() -> None:
    found = read_file(TABLE.encode())

    assert found.session["event"] == {
        "name": "Tuesday",
        "club": "Mill Lane",
        "date": "2026-11-24",
    }
    assert found.session["boards"][0]["results"] == [
        {
            **{"ns": "1", "ew": "2", "round": 1, "table": 1},
            **{"contract": "4S", "declarer": "N", "tricks": 10, "lead": "KH"},
        },
        {
            **{"ns": "3", "ew": "4", "round": 1, "table": 2},
            "artificial": {"ns": "A", "ew": "A"},
        },
    ]
    assert found.session["contestants"][:2] == [
        {"id": "1", "names": ["Ann", "Ben"]},
        {"id": "3", "names": ["Cat", "Dan"]},
    ]
    assert found.totals[1] == ("3", "1", "", "2")


@pytest.mark.parametrize(("room", "ns"), [("", "A"), ("Open", "A"), ("Closed", "B")])
def test_a_game_for_each_result_is_read(room: str, ns: str) -> None:
    game = (
        '[Board "1"]\n[HomeTeam "A"]\n[VisitTeam "B"]\n[Scoring "IMP"]\n[Contract "4Sx"]\n'
        f'[Declarer "N"]\n[Result "9"]\n[Score "NS -100"]\n[Round "2"]\n[Room "{room}"]\n'
    )
    (line,) = read_file(game.encode()).session["boards"][0]["results"]

    assert (line["ns"], line["contract"], line["tricks"], line["round"]) == (ns, "4SX", 9, 2)


def test_a_game_without_a_score_is_artificial_by_its_points() -> None:
    game = '[Board "1"]\n[HomeTeam "A"]\n[VisitTeam "B"]\n[ScoreIMP "NS 3 EW -3"]\n'
    (line,) = read_file(game.encode()).session["boards"][0]["results"]

    assert line == {"ns": "A", "ew": "B", "artificial": {"ns": 3, "ew": -3}}


def test_pairs_are_known_by_their_ids_or_their_names() -> None:
    names = '[North "Ann"]\n[South "Ben"]\n[East "Cat"]\n[West "Dan"]\n'
    game = f'[Board "1"]\n{names}[Scoring "MP"]\n[Contract "Pass"]\n'

    named = read_file(game.encode()).session
    numbered = read_file(f'{game}[PairNS "7"]\n[PairEW "8"]\n'.encode()).session

    assert named["boards"][0]["results"] == [
        {"ns": "Ann & Ben", "ew": "Cat & Dan", "contract": "pass"}
    ]
    assert numbered["contestants"] == [
        {"id": "7", "names": ["Ann", "Ben"]},
        {"id": "8", "names": ["Cat", "Dan"]},
    ]


def test_a_set_of_deals_has_no_results() -> None:
    found = read_file(f'[Board "1"]\n[Deal "{DEAL}"]\n\n[Board "2"]\n'.encode()).session

    assert found["boards"] == [
        {"number": 1, "results": [], "deal": DEAL},
        {"number": 2, "results": []},
    ]
    assert "errors" not in score(found)


def test_pbn_has_the_tags_of_the_standard() -> None:
    given = session(lines(420, {"artificial": {"ns": "A+", "ew": "A-"}}))
    given["contestants"][0] |= {"names": ["Ann", 'Ben "B"']}
    written = pbn(given, score(given))

    assert '[ScoreTable "Table;Round;PairId_NS;PairId_EW;Contract;Declarer;Result;Lead;' in written
    assert "- - 1 2 - - - - 420 -420 1 1 50.0 50.0" in written
    assert "- - 3 4 - - - - - - 1.2 0.8 60 40" in written
    assert '"Ann & Ben \\"B\\""' in written


# --- CSV and comparing --------------------------------------------------------------------------


def test_csv_has_the_parts_that_bridgewebs_reads() -> None:
    given = session(
        lines({"contract": "4S", "declarer": "N", "tricks": 10}, 50),
        event={"name": "Tuesday, pairs", "date": "2026-11-24", "director": "=Ann"},
    )
    rows = csv_text(given, score(given)).split("\r\n")

    assert rows[:9] == [
        "#VERSION,1.0",
        "#DATE,2026-11-24",
        '#TITLE,"Tuesday, pairs"',
        "#DIRECTOR,'=Ann",
        "#SCORER,",
        "#PAIRS,4",
        "#BOARDS,1",
        "#WINNERS,1",
        "#ROUNDS,1",
    ]
    assert "Position,Pair,Name1,Name2,Percent" in rows
    assert "1=,1,,,100" in rows
    header = "NS,EW,Contract,By,Lead,Tricks,Score,NSPoints,EWPoints"
    board = rows.index("#BOARD,1")
    assert rows[board - 4 : board] == ["#BOARDFORMAT", header, "#TRAVELLERS", header]
    assert "1,2,4S,N,,10,420,2,0" in rows


@pytest.mark.parametrize(
    ("text", "ours", "other"),
    [
        ("12.6", 12.65, False),
        ("12.6", 12.7, True),
        ("12", 12.5, False),
        ("47.69", 47.69, False),
        ("47.69%", 47.71, True),
        ("3=", 3, False),
        ("3", 4, True),
        ("", 4, False),
        ("x", 4, False),
        ("4", None, True),
    ],
)
def test_a_figure_differs_by_more_than_was_printed(
    text: str, ours: float | None, other: bool
) -> None:
    assert differs(text, ours) == other


def test_published_figures_that_differ_are_told_with_why() -> None:
    line = tags(SCORE=420, NS_MATCH_POINTS=1, EW_MATCH_POINTS=0)
    found = read_file(event(participants(2) + traveller(line, tags(SCORE=50))))
    told = [*differences(found, score(found.session))]

    assert told[0] == (
        "Board 1, 1 against 2: published 1, here 2 (better than 1, equal to 0, of 1)."
    )
    assert any(one.startswith("1: published a total of 1.5, here 2 from 1 board") for one in told)
    assert any(one.startswith("2: published place 2, here 3") for one in told)


@pytest.mark.parametrize("file", PUBLISHED, ids=lambda file: file.stem)
@pytest.mark.parametrize("write", [usebio, pbn], ids=lambda write: write.__name__)
def test_published_sessions_survive_both_formats(file: Path, write: Any) -> None:
    given = published(file)["session"]
    result = score(given)

    other = score(read_file(write(given, result).encode()).session)

    assert other["fields"] == result["fields"]
    assert json.dumps(other["boards"]) == json.dumps(result["boards"])


def test_what_stands_in_a_text_ends_no_markup() -> None:
    given = session(lines(420), event={"name": "?> ]]> <!--", "club": "\x00\x1f%"})
    given["contestants"][0]["names"] = ["?>", '"]\n[Board "9"]']
    result = score(given)

    assert score(read_file(usebio(given, result).encode()).session) == result
    written = pbn(given, result)
    assert score(read_file(written.encode()).session) == result
    assert len(re.findall(r"(?m)^\[Board ", written)) == 1
