"""A board's tags and its worth, and whether tags, auction and play agree."""

from typing import Any

import pytest

from tests.pbn.papers import DEAL, TAGS, auction, board, faults, judged, paper, play, values_of

TRICK = "H7 HA H2 H8"
"""West leads, North takes it."""

ALL_TRICKS = "\n".join(
    [
        *("H7 HA H2 H8", "S4 SA S3 S6", "S5 SK SJ S7", "H4 SQ H3 S8"),
        *("H5 HK HJ H9", "H6 HQ D4 HT", "D2 DA D5 D8", "D3 DK DJ D9"),
        *("D6 DQ C5 DT", "C2 CA C6 C9", "C3 CK C7 CT", "C4 CQ C8 S9", "D7 S2 CJ ST"),
    ]
)
"""All thirteen to North and South, whose spades are trumps."""


def test_a_board_is_told_as_a_whole() -> None:
    calls = auction("2C Pass 2S Pass\n4S =1= AP") + '\n[Note "1:to play"]'

    assert board(calls, play(ALL_TRICKS), '[Score "NS 510"]') == {
        "board": 1,
        "dealer": "N",
        "vulnerable": "None",
        "declarer": "S",
        "contract": "4S",
        "doubled": 0,
        "tricks": 13,
        "score": 510,
        "auction_errors": [],
        "play_errors": [],
        "revokes": [],
        "claimed": False,
        "result_agrees": True,
        "score_agrees": True,
    }


@pytest.mark.parametrize(
    ("name", "key", "values"),
    [
        ("Board", "board", {"16": 16, "007": 7, "A1": "A1", "": None, "?": None, "٣": "٣"}),
        ("Dealer", "dealer", {"N": "N", "e": "E", "South": "S", "W": "W", "": None, "?": None}),
        (
            "Vulnerable",
            "vulnerable",
            {
                **{"None": "None", "Love": "None", "-": "None", "NS": "NS", "ew": "EW"},
                **{"All": "All", "both": "All", "": None, "?": None},
            },
        ),
        ("Declarer", "declarer", {"W": "W", "^E": "E", "": None, "?": None}),
        (
            "Contract",
            "contract",
            {
                **{"1C": "1C", "7NT": "7NT", "3n": "3NT", "2HX": "2H", "5dxx": "5D"},
                **{"PASS": "Pass", "H": "H", "": None, "?": None},
            },
        ),
        ("Contract", "doubled", {"1C": 0, "2HX": 1, "5dxx": 2, "Pass": 0, "": None}),
        (
            "Result",
            "tricks",
            {
                **{"9": 9, "0": 0, "^5": 5, "NS 9": 9, "EW 4": 9, "EW 4 NS 9": 9, "ns 8": 8},
                **{"": None, "?": None},
            },
        ),
    ],
)
def test_a_tag_tells(name: str, key: str, values: dict[str, Any]) -> None:
    found = {value: judged(paper(**{name: value}))[key] for value in values}

    assert found == values


@pytest.mark.parametrize("name", ["Board", "Dealer", "Vulnerable", "Declarer", "Contract"])
def test_a_tag_that_is_not_there_tells_nothing(name: str) -> None:
    assert board(**{name: None})[name.lower()] is None


SEAT = "A seat must be N, E, S or W."
CONTRACT = "A contract is a level from 1 to 7, C D H S or NT, then X or XX; or Pass."
NUMBER = "Expected a number, or a number for NS, EW or both."
HANDS = "A deal is a seat, a colon and four hands clockwise from it."
SAME = "All hands must have the same number of cards, up to 13."


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("Dealer", "Black", SEAT),
        ("Declarer", "^", SEAT),
        ("Vulnerable", "E", "Vulnerable must be None, NS, EW or All."),
        ("Contract", "5Hearts", CONTRACT),
        ("Contract", "8C", CONTRACT),
        ("Contract", "3NTXXX", CONTRACT),
        ("Result", "C-2", NUMBER),
        ("Result", "NS 9 NS 4", NUMBER),
        ("Result", "NS", NUMBER),
        ("Result", "14", "Tricks run from 0 to 13."),
        ("Result", "-1", "Tricks run from 0 to 13."),
        ("Result", "NS 9 EW 2", "The tricks of both sides must add up to 13."),
        ("Score", "much", NUMBER),
        ("Score", "10.5", NUMBER),
        ("Score", "NS 420 EW 420", "One side's score must be the other's with the opposite sign."),
        ("Auction", "X", SEAT),
        ("Play", "0", SEAT),
        ("Deal", "nothing", HANDS),
        ("Deal", "N:- - -", HANDS),
        ("Deal", "X:- - - -", SEAT),
        (
            "Deal",
            "N:vKQT2.AT.J6542.85 - - -",
            "A hand is four suits, spades first, with dots between: vKQT2.AT.J6542.85",
        ),
        ("Deal", "N:AKQ.. - - -", "A hand is four suits, spades first, with dots between: AKQ.."),
        ("Deal", "N:A... A... - -", "The ace of spades appears twice."),
        ("Deal", "N:A.A.. K... - -", SAME),
        ("Deal", "N:... - - -", SAME),
        ("Deal", "N:AKQJT98765432.2.. - - -", SAME),
    ],
)
def test_a_value_that_means_nothing_is_an_error(name: str, value: str, message: str) -> None:
    text = paper(**{name: value})

    line = text.splitlines().index(f'[{name} "{value}"]') + 1
    assert faults(text) == [(line, name.lower(), message)]
    assert judged(text)["board"] == 1


def test_all_that_means_nothing_is_told_together() -> None:
    text = paper(Dealer="Black", Result="many")

    assert [(line, at) for line, at, _ in faults(text)] == [(2, "dealer"), (7, "result")]


@pytest.mark.parametrize("hands", ["", "?", "N:- - - -", "N:-- -- -- --"])
def test_the_hands_may_be_unknown(hands: str) -> None:
    assert board(play(TRICK + " *"), Deal=hands)["play_errors"] == []


# --- what it is worth ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("contract", "declarer", "tricks", "vulnerable", "points"),
    [
        ("4S", "N", 10, "None", 420),
        ("4S", "S", 10, "NS", 620),
        ("4S", "E", 10, "NS", 420),
        ("4S", "W", 10, "EW", 620),
        ("4S", "W", 10, "All", 620),
        ("2S", "N", 8, "None", 110),
        ("2SX", "N", 8, "None", 470),
        ("1NT", "N", 7, "All", 90),
        ("3NTXX", "E", 9, "All", 1000),
        ("6C", "N", 12, "None", 920),
        ("7NT", "N", 13, "NS", 2220),
        ("4S", "N", 9, "None", -50),
        ("4S", "E", 8, "EW", -200),
        ("4SX", "N", 6, "None", -800),
        ("4SXX", "N", 9, "NS", -400),
    ],
)
def test_a_board_is_worth(
    contract: str, declarer: str, tricks: int, vulnerable: str, points: int
) -> None:
    tags = {"Contract": contract, "Declarer": declarer, "Vulnerable": vulnerable}

    assert board(Result=str(tricks), **tags)["score"] == points


@pytest.mark.parametrize(
    ("scoring", "points"),
    [("MP", 620), ("IMP;Butler", 620), ("", 620), ("Rubber", 120), ("rubber;Honors", 120)],
)
def test_in_a_rubber_a_game_has_no_premium_yet(scoring: str, points: int) -> None:
    found = board(Contract="4S", Result="10", Vulnerable="All", Scoring=scoring)

    assert found["score"] == points


@pytest.mark.parametrize(
    "tags",
    [
        {"Vulnerable": ""},
        {"Declarer": ""},
        {"Result": ""},
        {"Contract": ""},
        {"Contract": "S"},
        {"Declarer": "", "Result": "NS 9"},
    ],
)
def test_without_one_of_them_no_worth_is_known(tags: dict[str, str]) -> None:
    assert board('[Score "100"]', **tags)["score"] is None
    assert board('[Score "100"]', **tags)["score_agrees"] is None


@pytest.mark.parametrize(
    ("declarer", "score", "agrees"),
    [
        ("S", "510", True),
        ("S", "+510", True),
        ("S", "NS 510", True),
        ("S", "EW -510", True),
        ("S", "EW -510 NS 510", True),
        ("E", "510", True),
        ("E", "EW +510", True),
        ("E", "NS -510", True),
        ("S", "NS 480", False),
        ("S", "EW 510", False),
        ("E", "-510", False),
        ("S", "", None),
        ("S", "?", None),
    ],
)
def test_the_score_agrees(declarer: str, score: str, agrees: bool | None) -> None:
    assert board(f'[Score "{score}"]', Declarer=declarer)["score_agrees"] is agrees


@pytest.mark.parametrize(("score", "agrees"), [("0", True), ("NS 0", True), ("NS 50", False)])
def test_a_board_passed_out_is_worth_nothing(score: str, agrees: bool) -> None:
    found = board(f'[Score "{score}"]', Contract="Pass", Declarer="", Result="")

    told = {key: found[key] for key in ("declarer", "contract", "doubled", "tricks", "score")}
    assert told == {
        "declarer": None,
        "contract": "Pass",
        "doubled": 0,
        "tricks": None,
        "score": 0,
    }
    assert (found["score_agrees"], found["result_agrees"]) == (agrees, None)


# --- whether they agree -------------------------------------------------------------------------


def test_auction_and_play_tell_what_no_tag_does() -> None:
    nothing = dict.fromkeys(("Declarer", "Contract", "Result"), "?")

    found = board(auction("2C X 2S Pass 4S X AP"), play(ALL_TRICKS), **nothing)

    keys = ("declarer", "contract", "doubled", "tricks", "score", "result_agrees")
    assert [found[key] for key in keys] == ["S", "4S", 1, 13, 890, None]


def test_all_have_passed_by_the_auction() -> None:
    found = board(auction("AP"), Declarer=None, Contract=None, Result=None)

    assert (found["contract"], found["score"], found["auction_errors"]) == ("Pass", 0, [])


@pytest.mark.parametrize(
    ("tags", "message"),
    [
        ({"Contract": "4H"}, "By the auction the contract is 4S."),
        ({"Contract": "4SX"}, "By the auction the contract is 4S."),
        ({"Contract": "Pass", "Declarer": ""}, "By the auction the contract is 4S."),
        ({"Contract": "3S", "Declarer": "E"}, "By the auction the contract is 4S."),
        ({"Declarer": "N"}, "By the auction South is the declarer."),
        ({"Declarer": "^S"}, "By the auction South is the declarer."),
    ],
)
def test_tags_against_the_auction(tags: dict[str, str], message: str) -> None:
    found = board(auction("2C Pass 2S Pass 4S AP"), **tags)

    marked = tags.get("Declarer", "").startswith("^")
    line = [*TAGS].index("Declarer" if "declarer" in message else "Contract") + 1
    assert found["auction_errors"] == [
        {
            **{"line": line, "seat": None, "call": None, "marked": marked},
            **{"message": message, "rule": None},
        }
    ]


@pytest.mark.parametrize("calls", ["2C Pass 2S Pass 4S +", "2C Pass *", "", "+"])
@pytest.mark.parametrize("tags", [{"Contract": "4H"}, {"Declarer": "N"}, {"Declarer": "^S"}])
def test_half_an_auction_speaks_against_nothing(calls: str, tags: dict[str, str]) -> None:
    assert board(auction(calls), **tags)["auction_errors"] == []


def test_a_declarer_may_be_marked_as_irregular() -> None:
    found = board(auction("2C Pass 2S Pass 4S AP"), Declarer="^N")

    assert (found["auction_errors"], found["declarer"]) == ([], "N")


def test_after_four_passes_there_is_no_declarer() -> None:
    found = board(auction("AP"), Contract=None)

    assert (found["auction_errors"], found["contract"], found["declarer"]) == ([], "Pass", None)


@pytest.mark.parametrize(
    ("cards", "result", "agrees"),
    [
        (ALL_TRICKS, "13", True),
        (ALL_TRICKS, "12", False),
        (ALL_TRICKS, "NS 13", True),
        (ALL_TRICKS, "^12", None),
        (ALL_TRICKS, "^13", True),
        (f"{TRICK} *", "13", True),
        (f"{TRICK} *", "1", True),
        (f"{TRICK} *", "0", False),
        (f"{TRICK} *", "^0", None),
        (TRICK, "13", None),
        (f"{TRICK} +", "13", None),
        (TRICK, "0", False),
        ("*", "13", None),
        ("", "13", None),
    ],
)
def test_the_result_agrees(cards: str, result: str, agrees: bool | None) -> None:
    assert board(play(cards), Result=result)["result_agrees"] is agrees


def test_a_trick_that_was_lost_cannot_be_claimed() -> None:
    cards = play("HA H7 H2 H8 *")

    agree = [board(cards, Deal="", Result=result)["result_agrees"] for result in ("13", "12", "0")]

    assert agree == [False, True, True]


def test_an_end_position_hides_earlier_tricks() -> None:
    hands = "N:A.A.. J.J.. T.T.. 5.7.."

    found = board(play("H7 HA HJ HT\nS5 SA SJ ST"), Deal=hands, Contract="S", Result="9")

    assert (found["play_errors"], found["result_agrees"], found["tricks"]) == ([], None, 9)
    assert board(play("H7 HA HJ HT\nS5 SA SJ ST"), Deal=hands, Result="")["tricks"] is None


@pytest.mark.parametrize(
    ("tags", "leader"),
    [({"Contract": ""}, "W"), ({"Contract": "Pass"}, "W"), ({"Declarer": "?"}, "?")],
)
def test_without_contract_no_play_is_judged(tags: dict[str, str], leader: str) -> None:
    found = board(play(ALL_TRICKS, leader), **tags)

    message = "The lead is unknown without a contract and declarer."
    assert values_of(found["play_errors"], "line", "seat", "trick", "message") == [
        (8, None, None, message)
    ]
    assert (found["revokes"], found["claimed"], found["result_agrees"]) == ([], False, None)


def test_without_a_declarer_nobody_has_tricks() -> None:
    found = board(play("H7 HA C5 H8\n*"), Declarer="", Result="NS 9")

    assert values_of(found["revokes"], "seat") == ["E"]
    assert (found["play_errors"], found["tricks"], found["result_agrees"]) == ([], None, None)


def test_the_whole_deal_is_used() -> None:
    assert sorted(ALL_TRICKS.split()) == sorted(
        suit + rank
        for hand in DEAL.removeprefix("N:").split()
        for suit, ranks in zip("SHDC", hand.split("."), strict=True)
        for rank in ranks
    )
