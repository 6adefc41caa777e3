"""Reading the notation: tags, comments, lines of no board, inherited values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.pbn.boards import judge_boards
from scorekeeper.pbn.sheets import sheet_of
from scorekeeper.pbn.text import Board, EscapedLine, decoded, read
from tests.pbn.papers import faults


def boards(text: str) -> list[dict[str, str]]:
    """The values of the tags, board by board."""
    found = [piece for piece in read(text) if isinstance(piece, Board)]
    assert not any(board.faults for board in found), found
    return [{name: tag.value for name, tag in board.tags.items()} for board in found]


def words(text: str, tag: str = "auction") -> list[str]:
    """The words of a section of the only board."""
    (board,) = (piece for piece in read(text) if isinstance(piece, Board))
    assert board.faults == ()
    return [word.text for word in board.tags[tag].section]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("% nothing\n\n; nobody\n{ no board }\n", []),
        ('[Event "A"]', [{"event": "A"}]),
        ('[Event"A"]', [{"event": "A"}]),
        ('[  Event "A"   ]', [{"event": "A"}]),
        (' [\n  Event\n "A"\n ]', [{"event": "A"}]),
        ('[Event "A"] [Date "1998.03.21"]', [{"event": "A", "date": "1998.03.21"}]),
        ('[EVENT "A"]\r\n[sItE "B"]\r', [{"event": "A", "site": "B"}]),
        (r'[East "a \"b\" \\ \c"]', [{"east": r"a " r'"b" \ \c'}]),
        ('[East "semi ; colon { brace ] %"]', [{"east": "semi ; colon { brace ] %"}]),
        ('[Event "A"]\n\n[Event "B"]', [{"event": "A"}, {"event": "B"}]),
        ('[Event "A"]\n \t\n\n\n[Event "B"]\n\n', [{"event": "A"}, {"event": "B"}]),
        ('[Event "A"]\n%\n[Site "B"]', [{"event": "A", "site": "B"}]),
        ('[Event "A"] ; the rest\n[Site "B"];[Date "C"]', [{"event": "A", "site": "B"}]),
        ('{ one } [Event "A"] { two } { three }', [{"event": "A"}]),
        ('{ one\n\n[Event "A"]\n} [Event "B"]', [{"event": "B"}]),
        ('{ one\n% }\n two }\n[Event "B"]', [{"event": "B"}]),
        ('{ { ; " [ \n ; } [Event "B"]', [{"event": "B"}]),
        ('[Note "1:a"]\n[Note "2:b"]\n[Site "C"]', [{"note": "1:a", "site": "C"}]),
        ('[Annotator "A"]\n[Annotator "B"]', [{"annotator": "A"}]),
        ('[Board "1"]\n[Board "1"]', [{"board": "1"}]),
        ('[Event "A"]\n[Event "B"]', [{"event": "A"}]),
        ('[Event "A"]\x1a', [{"event": "A"}]),
        ('[Event "A"]\n\x1a\n[Event "B"]\n\n\x1a\x1a', [{"event": "A"}, {"event": "B"}]),
    ],
)
def test_tags_are_read(text: str, found: list[dict[str, str]]) -> None:
    assert boards(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[Auction "N"]\n1C Pass\n1S =1= {why} AP ; end\n[Note "1:x"]', "1C Pass 1S =1= AP"),
        ('[Auction "N"] 1C\n% 2C\nPass', "1C Pass"),
        ('[Auction "N"]\n1C{a}Pass;b', "1C Pass"),
    ],
)
def test_sections_are_read(text: str, found: str) -> None:
    assert words(text) == found.split()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[Event "A"]\n[Board "1"]\n[Event "A"]\n[Board "2"]', "1 2"),
        ('[Board "1"]\n[Event "A"]\n[Board "2"]\n[EVENT "A"]\n[Board "3"]', "1 2 3"),
        ('[Board "1"]\n[Auction "N"]\nAP\n[Event "A"]\n[Auction "E"]\nAP\n[Board "2"]', "1 2"),
        ('[Board "1"]\n[Event "A"]\n[Dealer "N"]\n\n[Board "2"]\n[Event "A"]', "1 2"),
        ('[Event "A"]\n[Event "B"]\n[Board "1"]\n[Note "1:x"]\n[Event "A"]\n[Board "2"]', "1 2"),
    ],
)
def test_an_event_tag_begins_a_board(text: str, found: str) -> None:
    assert [board["board"] for board in boards(text)] == found.split()


def test_tables_may_hold_strings_and_anything() -> None:
    text = '[ScoreTable "Rank\\2R;Names"]\n1 "A ; B" 0.5\n2 "C" -\n[Play "N"]\n*'

    assert words(text, "scoretable") == ["1", '"A ; B"', "0.5", "2", '"C"', "-"]
    assert words(text, "play") == ["*"]


def test_lines_of_no_board_come_in_their_place() -> None:
    text = '% first\n[Event "A"]\n% within\n\n%last\n[Event "B"]'

    found = [p.text if isinstance(p, EscapedLine) else p.tags["event"].value for p in read(text)]

    assert found == [" first", "A", " within", "last", "B"]


# --- values taken over --------------------------------------------------------------------------


def test_a_value_is_that_of_the_board_before() -> None:
    text = '[West "A"]\n\n[West "#"]\n\n[Board "3"]\n\n[West "B"]\n\n[West "#"]'

    assert [board.get("west") for board in boards(text)] == ["A", "A", None, "B", "B"]


def test_a_value_is_carried_to_all_boards() -> None:
    sites = ["##A", None, None, "B", None, "##C", None, "#", None]
    text = "\n\n".join(f'[Site "{site}"]' if site else '[Event "?"]' for site in sites)

    found = [board.get("site") for board in boards(text)]

    assert found == ["A", "A", "A", "B", None, "C", "C", "C", None]


def test_two_signs_alone_carry_on() -> None:
    text = '[West "A"]\n\n[West "##"]\n\n[Board "3"]\n\n[Board "4"]'

    assert [board.get("west") for board in boards(text)] == ["A"] * 4


def test_an_unreadable_board_passes_values_on() -> None:
    found = [*read('[Dealer "N"]\nbad]\n\n[Dealer "#"]')]

    assert [piece.tags["dealer"].value for piece in found if isinstance(piece, Board)] == ["N", "N"]


def test_a_value_may_be_missing_if_not_needed() -> None:
    text = "".join(f'[{name} "#"]\n' for name in ("Event", "Site", "Date", "Round", "Section"))

    assert boards(f'{text}[West "##"]\n[Board "1"]\n\n[Site "#"]\n[Board "2"]') == [
        {"board": "1"},
        {"board": "2"},
    ]


# --- what cannot be read ------------------------------------------------------------------------

TAG = "A tag is a name and a quoted value, in square brackets."
OPEN = "There is no open comment to close here."
TWICE = "This tag appears twice. Put an empty line between two boards."


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[Dealer "N]\n[Site "B"]', [(1, "dealer", "The quotation mark is never closed.")]),
        ('[Dealer "N"\n[Site "B"]', [(1, "dealer", TAG)]),
        ('[Auction "N"]\n1C "Pass\nAP', [(2, "", "The quotation mark is never closed.")]),
        ('[Play "N"]\nC2 { open\nC3', [(2, "", "The comment is never closed.")]),
        (
            '[Event "A"]\n[Board "1"]\n[Board "2"]',
            [(3, "board", TWICE)],
        ),
        (
            '[Auction "N"]\n1C\n[Auction "N"]\n1D AP',
            [(3, "auction", TWICE)],
        ),
        # a file without a board
        ("bad words", [(1, "", "This belongs to no tag: bad")]),
        ("[Event", [(1, "event", TAG)]),
        ("\n}\n\n]", [(2, "", OPEN), (4, "", "This belongs to no tag: ]")]),
    ],
)
def test_unreadable_text_is_an_error(text: str, found: list[tuple[int, str, str]]) -> None:
    assert faults(text) == found


@pytest.mark.parametrize(
    ("odd", "found"),
    [
        ("[Event Evening deal #]", [(2, "event", TAG)]),
        ('[Event The "big" one]', [(2, "event", TAG)]),
        ("[Event]", [(2, "event", TAG)]),
        ("[Dealer N]", [(2, "dealer", TAG)]),
        ("[Event No_bracket", [(2, "event", TAG)]),
        ("[Event Evening; part 2]", [(2, "event", TAG)]),
        ('["A" Event]', [(2, "", TAG)]),
        ('[Event "A"', [(2, "event", TAG)]),
        ('[Event "A]', [(2, "event", "The quotation mark is never closed.")]),
        ('[Event "A\\"]', [(2, "event", "The quotation mark is never closed.")]),
        ('[Event O"Neil]', [(2, "event", "The quotation mark is never closed.")]),
        ('[Deal ""] *', [(2, "deal", "This belongs to no tag: *")]),
        ('[Event "A"]\nbad words', [(3, "event", "This belongs to no tag: bad")]),
        ("bad words", [(2, "board", "This belongs to no tag: bad")]),
        ('[Event "A"]\n]', [(3, "", "This belongs to no tag: ]")]),
        ('[Event "A"]\n{ open', [(3, "", "The comment is never closed.")]),
        ("}", [(2, "", OPEN)]),
        ("{ A {lively} board.\n }", [(3, "", OPEN)]),
        ("{ A { very {lively} } board.\n}", [(3, "", OPEN)]),
        ('{ A {lively} [Event "B"] board }', [(2, "", OPEN)]),
        ('[Scoring "#"]', [(2, "scoring", "The previous board has no such tag.")]),
        ('[Deal "##"]', [(2, "deal", "The previous board has no such tag.")]),
        ('[West "#"]', [(2, "west", "The previous board has no such tag.")]),
    ],
)
def test_a_harmless_fault_is_a_remark(odd: str, found: list[tuple[int, str, str]]) -> None:
    dealer = "" if "Dealer" in odd else '[Dealer "N"]\n'
    text = (
        f'[Board "1"]\n{odd}\n{dealer}[Vulnerable "None"]\n[Declarer "N"]\n'
        '[Contract "3NT"]\n[Result "9"]'
    )

    (document,) = judge_boards(text)

    assert (document["board"], document["dealer"], document["score"]) == (1, "N", 400)
    assert [tuple(one.values()) for one in document["remarks"]] == found


def test_calls_beside_a_nested_comment_are_read() -> None:
    text = '[Auction "N"]\n1C { an {odd} opening } Pass } ] Pass\nPass'
    (board,) = (piece for piece in read(text) if isinstance(piece, Board))

    assert [word.text for word in board.tags["auction"].section] == ["1C", "Pass", "Pass", "Pass"]
    assert [one.line for one in board.remarks] == [2, 2, 2]


@pytest.mark.parametrize(
    "text",
    [
        '[East "a {b {c} d} e"]',
        '% scorekeeper {"a": {"b": 1}}\n[East "a {b {c} d} e"]',
        '{ open\n% {"a": {"b": 1}}\n}\n[East "a {b {c} d} e"]',
    ],
)
def test_braces_outside_comments_stay(text: str) -> None:
    found = [*read(text)]

    assert [one.tags["east"].value for one in found if isinstance(one, Board)] == ["a {b {c} d} e"]
    said = [one.text for one in found if isinstance(one, EscapedLine)]
    assert all(one.endswith('{"a": {"b": 1}}') for one in said)


def test_text_between_boards_is_a_remark() -> None:
    found = [*judge_boards('before\n\n[Board "1"]\n\nbetween\n\n[Board "2"]\n\nafter\n\nend')]

    assert [(one["board"], "errors" in one) for one in found] == [(1, False), (2, False)]
    said = [[remark["message"].split()[-1] for remark in one["remarks"]] for one in found]
    assert said == [["before"], ["between", "after", "end"]]


# --- another table's result ---------------------------------------------------------------------

FIRST = (
    '[Board "62"]\n[Dealer "E"]\n[Vulnerable "None"]\n'
    '[Declarer "N"]\n[Contract "6C"]\n[Result "11"]'
)


@pytest.mark.parametrize(
    ("second", "board", "score"),
    [
        ('[West "Ada"]\n[Declarer "E"]\n[Contract "6SX"]\n[Result "9"]', 62, -500),
        ('[Dealer "E"]\n[Declarer "E"]\n[Contract "6SX"]\n[Result "9"]', 62, -500),
        ('[Vulnerable "#"]\n[Declarer "E"]\n[Contract "6SX"]\n[Result "9"]', 62, -500),
        # another deal, whose number nobody says
        ('[Dealer "S"]\n[Declarer "E"]\n[Contract "6SX"]\n[Result "9"]', None, None),
        ('[Vulnerable "EW"]\n[Declarer "E"]\n[Contract "6SX"]\n[Result "9"]', None, -800),
        ('[Board "63"]\n[Declarer "E"]\n[Contract "6SX"]\n[Result "9"]', 63, None),
        ('[West "Ada"]', None, None),
    ],
)
def test_a_bare_result_belongs_to_the_last_deal(
    second: str, board: int | None, score: int | None
) -> None:
    found = [*judge_boards(f"{FIRST}\n\n{second}\n\n{second}")]

    assert [(one["board"], one["score"]) for one in found] == [(62, -50), *[(board, score)] * 2]
    assert not any("remarks" in one for one in found)


@pytest.mark.parametrize("broken", ['[Dealer "A', "[Contract 4S", '[Deal "x"]'])
def test_reading_continues_with_the_next_board(broken: str) -> None:
    found = [*judge_boards(f'[Board "1"]\n{broken}\n\n[Board "2"]\n\n{broken}\n\n[Board "3"]')]

    assert ["errors" in document for document in found] == [True, False, True, False]
    assert [document["board"] for document in found] == [1, 2, None, 3]
    assert [document["errors"][0]["line"] for document in found[::2]] == [2, 6]


@pytest.mark.parametrize("broken", ['[Dealer "A]', "[Contract", '[Deal "x"]', '[Play "N"] {'])
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_malformed_board_costs_no_other(broken: str, gap: str) -> None:
    good = '[Event "A"]\n[Board "{}"]\n{{ why\nnot }}'
    text = gap.join((good.format(1), f'[Event "A"]\n[Board "2"]\n{broken}', good.format(3)))

    found = [*judge_boards(text)]

    assert [(one["board"], "errors" in one) for one in found] == [
        (1, False),
        (2, True),
        (3, False),
    ]


@pytest.mark.parametrize(
    "broken", ['[Event "A]', "{ open", "{ open {", "[Event", "]", "}", "words", "{ open\n% }"]
)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_what_is_remarked_on_costs_no_board(broken: str, gap: str) -> None:
    good = '[Event "A"]\n[Board "{}"]\n{{ why\nnot }}'
    text = gap.join((good.format(1), f'[Event "A"]\n[Board "2"]\n{broken}', good.format(3)))

    found = [*judge_boards(text)]

    assert [(one["board"], "remarks" in one) for one in found] == [
        (1, False),
        (2, True),
        (3, False),
    ]


def test_a_file_is_in_utf_8_or_in_iso_8859_1() -> None:
    assert decoded("Zoë".encode()) == decoded("Zoë".encode("latin-1")) == "Zoë"
    assert decoded(b"\xef\xbb\xbf% PBN") == "% PBN"


ALPHABET = st.sampled_from(
    [
        *'[]{}"\\;%#^=$!?+-*.:\n\r\t NESWCDHX1479AKQJTP\x85\u2028é',
        *("\n\n", "[Auction", '"N"]', "AP"),
    ]
)


@given(st.lists(ALPHABET, max_size=60).map("".join) | st.text())
def test_random_input_never_crashes(text: str) -> None:
    documents = [*judge_boards(text)]

    assert all("board" in document for document in documents)
    assert all(
        1 <= error["line"] <= text.count("\n") + text.count("\r") + 1
        for document in documents
        for error in (*document.get("errors", ()), *document.get("remarks", ()))
    )
    sheet_of(text)
