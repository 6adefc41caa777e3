"""Rubber bridge: the table of contracts, the words on the pad, and what the form asks.

Whole rubbers, refusals and ends stand in the vectors; here is what a sheet does not show.
"""

from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from scorekeeper.cards import STRAINS
from scorekeeper.engine.deals import Line
from scorekeeper.engine.game import Pad, board_points, carried_state
from scorekeeper.engine.replay import Refused, after, after_with_warnings, blank, interview
from scorekeeper.games.bridge import GAME
from scorekeeper.games.bridge.deal import Contract
from scorekeeper.games.bridge.scoring import Points, points_of
from scorekeeper.interview.reading import walk
from scorekeeper.interview.steps import Fault, Question, Value, Warn
from scorekeeper.sentences import Voice
from tests.games import pads
from tests.games.rulepages import printed
from tests.requirements import need_endplay

NAMES = ("Ann", "Ben", "Cat", "Dan")
VOICE = Voice(NAMES, ((0, 2), (1, 3)))

ALL = tuple(product(range(1, 8), STRAINS, (0, 1, 2), (False, True), range(14)))


def played(*deals: Mapping[str, Any], **options: Value) -> Pad:
    """The pad with these deals on it."""
    pad = blank(GAME, {**GAME.defaults(None), **options}, NAMES)
    for deal in deals:
        pad = after(pad, deal)
    return pad


def deal(contract: str, declarer: int, tricks: int, **more: Any) -> dict[str, Any]:
    """A deal's entry."""
    return {"contract": contract, "declarer": declarer, "tricks": tricks, **more}


GAME_TO_ANN = deal("3NT", 0, 9)
GAME_TO_BEN = deal("3NT", 1, 9)


def lines_of(pad: Pad) -> tuple[Line, ...]:
    """The lines of the newest row."""
    assert pad.last is not None
    return pad.last.lines


def newest_lines(pad: Pad) -> list[tuple[int, int, str, str]]:
    """The lines of the newest row that people see: side, points, words, rule."""
    return [
        (line.side, line.points, VOICE.text(line.text), line.rule)
        for line in lines_of(pad)
        if line.column in GAME.columns
    ]


# --- what a contract is worth -------------------------------------------------------------------


def points(level: int, strain: str, doubled: int, vulnerable: bool, tricks: int) -> Points:
    """Return what a contract brings that ended with so many tricks."""
    return points_of(Contract(level, strain, doubled), vulnerable, tricks - 6 - level)


@pytest.mark.parametrize(
    ("contract", "brings"),
    [
        # level, strain, doubled, vulnerable, tricks: below, overtricks, insult, slam, undertricks
        ((2, "S", 0, False, 8), (60, 0, 0, 0, 0)),
        ((3, "D", 1, False, 9), (120, 0, 50, 0, 0)),
        ((1, "NT", 0, False, 7), (40, 0, 0, 0, 0)),
        ((3, "NT", 0, True, 9), (100, 0, 0, 0, 0)),
        ((7, "NT", 2, True, 13), (880, 0, 100, 1500, 0)),
        ((1, "C", 0, True, 13), (20, 120, 0, 0, 0)),
        ((1, "NT", 0, False, 9), (40, 60, 0, 0, 0)),
        ((1, "C", 1, False, 9), (40, 200, 50, 0, 0)),
        ((1, "C", 1, True, 9), (40, 400, 50, 0, 0)),
        ((2, "H", 2, False, 9), (240, 200, 100, 0, 0)),
        ((2, "H", 2, True, 10), (240, 800, 100, 0, 0)),
        ((6, "D", 0, False, 12), (120, 0, 0, 500, 0)),
        ((6, "D", 0, False, 13), (120, 20, 0, 500, 0)),
        ((6, "S", 1, True, 12), (360, 0, 50, 750, 0)),
        ((7, "S", 0, False, 13), (210, 0, 0, 1000, 0)),
        ((5, "S", 0, False, 13), (150, 60, 0, 0, 0)),
        ((4, "S", 0, False, 9), (0, 0, 0, 0, 50)),
        ((4, "S", 0, True, 7), (0, 0, 0, 0, 300)),
        ((4, "S", 1, False, 9), (0, 0, 0, 0, 100)),
        ((4, "S", 1, False, 8), (0, 0, 0, 0, 300)),
        ((4, "S", 1, False, 7), (0, 0, 0, 0, 500)),
        ((4, "S", 1, False, 6), (0, 0, 0, 0, 800)),
        ((4, "S", 1, True, 9), (0, 0, 0, 0, 200)),
        ((4, "S", 1, True, 8), (0, 0, 0, 0, 500)),
        ((4, "S", 2, False, 6), (0, 0, 0, 0, 1600)),
        ((4, "S", 2, True, 6), (0, 0, 0, 0, 2200)),
        ((7, "NT", 2, True, 0), (0, 0, 0, 0, 7600)),
    ],
)
def test_contract_is_worth_what_tables_print(
    contract: tuple[int, str, int, bool, int], brings: tuple[int, ...]
) -> None:
    assert points(*contract) == Points(*brings)


def board_score(level: int, strain: str, doubled: int, vulnerable: bool, tricks: int) -> int:
    """Return what endplay gives the declarer (North, in its notation)."""
    from endplay.types import Contract, Vul  # brings a plotter with it: only who asks need wait

    over = tricks - 6 - level
    contract = Contract(f"{level}{strain}N{'X' * doubled}{f'{over:+}' if over else '='}")
    return int(contract.score(Vul.both if vulnerable else Vul.none))


def duplicate_score(level: int, strain: str, doubled: int, vulnerable: bool, tricks: int) -> int:
    """The same without the bonus that duplicate bridge has in place of games and part scores: 50,
    or 300 or 500 for a game."""
    score = board_score(level, strain, doubled, vulnerable, tricks)
    if tricks < 6 + level:
        return score
    first = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 40}[strain]
    trick_score = (first + (level - 1) * min(30, first)) * 2**doubled
    bonus = 50 if trick_score < 100 else 500 if vulnerable else 300
    return score - bonus


def test_every_contract_agrees_with_endplay() -> None:
    need_endplay()
    differences = []
    for contract in ALL:
        brings = points(*contract)
        ours = sum(brings) - 2 * brings.undertricks
        if ours != duplicate_score(*contract):
            differences.append((contract, brings, duplicate_score(*contract)))

    assert len(ALL) == 2940
    assert differences == []


def test_every_board_agrees_with_endplay() -> None:
    need_endplay()
    differences = []
    for level, strain, doubled, vulnerable, tricks in ALL:
        contract = (level, strain, doubled, vulnerable, tricks)
        one = GAME.deal_of(deal(f"{level}{strain}", 0, tricks, doubled=doubled))
        ours = tuple(board_points(GAME, one, vulnerable, rubber) for rubber in (False, True))
        if ours != (board_score(*contract), duplicate_score(*contract)):
            differences.append((contract, ours))

    assert differences == []


@pytest.mark.parametrize("slam_premium", ["bid", "collected"])
def test_lines_of_a_deal_sum_to_contract_worth(slam_premium: str) -> None:
    before = {
        False: played(slam_premium=slam_premium),
        True: played(GAME_TO_ANN, slam_premium=slam_premium),
    }
    for level, strain, doubled, vulnerable, tricks in ALL:
        pad = after(before[vulnerable], deal(f"{level}{strain}", 0, tricks, doubled=doubled))
        by_rule = {rule: 0 for rule in ("trick-score", "overtricks", "insult", "slam")}
        by_rule |= {"undertricks": 0, "rubber": 0, "game": 0}
        for line in lines_of(pad):
            if line.column in GAME.columns:
                by_rule[line.rule] += line.points
        brings = points(level, strain, doubled, vulnerable, tricks)
        below, overtricks, insult, slam, undertricks = brings
        if slam_premium == "collected":
            premiums = {12: (500, 750), 13: (1000, 1500)} if below else {}
            slam = premiums.get(tricks, (0, 0))[vulnerable]

        assert by_rule == {
            "trick-score": below,
            "overtricks": overtricks,
            "insult": insult,
            "slam": slam,
            "undertricks": undertricks,
            "rubber": 700 if vulnerable and below >= 100 else 0,
            "game": 0,
        }
        assert {line.side for line in lines_of(pad) if line.column in GAME.columns} == {0, 1}


# --- the words on the pad -----------------------------------------------------------------------


def test_made_contract_is_explained_by_trick() -> None:
    assert newest_lines(played(GAME_TO_ANN, deal("3NT", 2, 11, doubled=1))) == [
        (0, 200, "made 3 no trump, doubled: 80 + 2 × 60", "trick-score"),
        (0, 400, "took 2 overtricks, doubled, vulnerable: 2 × 200", "overtricks"),
        (0, 50, "made a doubled contract", "insult"),
        (1, 0, "defended against 3 no trump, doubled", "trick-score"),
        (0, 0, "reached 200 below the line: a game", "game"),
        (0, 700, "won the rubber in 2 games", "rubber"),
    ]


def test_single_trick_has_no_sum_or_plural() -> None:
    assert newest_lines(played(deal("1C", 1, 8, doubled=2))) == [
        (1, 80, "made 1 club, redoubled", "trick-score"),
        (1, 200, "took 1 overtrick, redoubled", "overtricks"),
        (1, 100, "made a redoubled contract", "insult"),
        (0, 0, "defended against 1 club, redoubled", "trick-score"),
    ]


def test_undertricks_are_explained_as_they_rise() -> None:
    assert newest_lines(played(deal("4S", 0, 5, doubled=1))) == [
        (1, 1100, "beat the contract by 5 tricks, doubled: 100 + 2 × 200 + 2 × 300", "undertricks"),
        (0, 0, "lost 4 spades, doubled", "undertricks"),
    ]
    assert newest_lines(played(GAME_TO_BEN, deal("4S", 3, 9)))[0] == (
        *(0, 100, "beat the contract by 1 trick, vulnerable", "undertricks"),
    )


@pytest.mark.parametrize(
    ("slam_premium", "contract", "tricks", "lines"),
    [
        ("bid", "6D", 12, [(500, "bid and made a small slam")]),
        ("bid", "7D", 13, [(1000, "bid and made a grand slam")]),
        (
            *("bid", "6D", 13),
            [
                (500, "bid and made a small slam"),
                (0, "took 13 tricks; only a grand slam that is bid and made earns its premium"),
            ],
        ),
        (
            *("bid", "1D", 12),
            [(0, "took 12 tricks; only a small slam that is bid and made earns its premium")],
        ),
        ("bid", "1D", 11, []),
        ("collected", "1D", 11, []),
        ("collected", "1D", 12, [(500, "took 12 tricks: small slam")]),
        ("collected", "6D", 13, [(1000, "took 13 tricks: grand slam")]),
    ],
)
def test_slam_line_tells_its_bonus_or_why_none(
    slam_premium: str, contract: str, tricks: int, lines: list[tuple[int, str]]
) -> None:
    pad = played(deal(contract, 0, tricks), slam_premium=slam_premium)
    assert [
        (points, text) for _, points, text, rule in newest_lines(pad) if rule == "slam"
    ] == lines


@pytest.mark.parametrize(
    ("contract", "points", "text"),
    [
        ("2S", 100, "Dan held four trump honours"),
        ("2S", 150, "Dan held all five trump honours"),
        ("1NT", 150, "Dan held the four aces"),
    ],
)
def test_honours_name_the_hand(contract: str, points: int, text: str) -> None:
    pad = played(deal(contract, 0, 9, honours={"seat": 3, "points": points}))
    assert (1, points, text, "honours") in newest_lines(pad)
    assert not [line for line in lines_of(pad) if line.side == 1 and line.rule != "honours"]


def test_game_clears_both_part_scores() -> None:
    pad = played(deal("2S", 0, 8), deal("1NT", 1, 7), deal("2C", 2, 8))
    assert pad.sums["part"] == (0, 0)
    assert pad.sums["games"] == (1, 0)
    assert carried_state(pad) == {"below": (0, 0), "games": (1, 0), "vulnerable": (True, False)}
    assert pad.totals == (100, 40)
    assert [(line.side, line.points, line.column) for line in lines_of(pad)][-4:] == [
        (0, 0, "below"),
        (0, 1, "games"),
        (0, -100, "part"),
        (1, -40, "part"),
    ]


def test_passed_out_says_so_to_both() -> None:
    assert newest_lines(played({"passed_out": True})) == [
        (0, 0, "scored nothing: passed out", "passed-out"),
        (1, 0, "scored nothing: passed out", "passed-out"),
    ]


# --- the end ------------------------------------------------------------------------------------


def outcome(pad: Pad) -> tuple[tuple[int, ...], bool, str, str]:
    """Winners, whether drawn, the words, the rule."""
    assert pad.outcome is not None
    end = pad.outcome
    return end.winners, end.drawn, VOICE.text(end.text), end.rule


def test_totals_decide_a_rubber() -> None:
    pad = played(deal("4H", 0, 7, doubled=1), deal("4S", 0, 5, doubled=1), GAME_TO_ANN, GAME_TO_ANN)
    assert outcome(pad) == ((1,), False, "Ben & Dan won by 700, 1600 to 900", "total")
    with pytest.raises(Refused) as refused:
        after(pad, GAME_TO_ANN)
    assert [VOICE.text(fault.sentence) for fault in refused.value.faults] == ["The rubber is over."]


def test_three_games_earn_the_smaller_bonus() -> None:
    pad = played(GAME_TO_ANN, GAME_TO_BEN, GAME_TO_BEN)
    assert newest_lines(pad)[-1] == (1, 500, "won the rubber in 3 games", "rubber")
    assert outcome(pad) == ((1,), False, "Ben & Dan won by 600, 700 to 100", "total")


def test_equal_totals_are_a_draw() -> None:
    pad = played(deal("1NT", 0, 7), deal("1NT", 1, 7), {"finish": {}})
    assert outcome(pad) == ((), True, "drawn at 40 all", "finish")


def test_unfinished_rubber_rewards_a_lone_game() -> None:
    pad = played(GAME_TO_ANN, deal("1NT", 1, 7), {"finish": {"reason": "time"}})
    assert newest_lines(pad) == [
        (0, 300, "had the only game of an unfinished rubber", "unfinished"),
        (1, 100, "had the only part score of an unfinished game", "unfinished"),
    ]
    assert outcome(pad) == ((0,), False, "Ann & Cat won by 260, 400 to 140", "finish")


def test_bonus_of_both_or_unplayed_earns_nothing() -> None:
    finish: dict[str, Any] = {"finish": {}}
    both = (GAME_TO_ANN, GAME_TO_BEN, deal("1C", 0, 7), deal("1D", 1, 7), finish)
    assert newest_lines(played(*both)) == []
    assert newest_lines(played(GAME_TO_ANN, finish, unfinished_bonus="none")) == []


# --- what the form asks -------------------------------------------------------------------------


def questions(pad: Pad, **answers: Value) -> Mapping[str, Question]:
    """The questions of the next deal, by field, to whom gives these answers."""
    found = {}

    def reply(step: Any) -> Value:
        if isinstance(step, Warn | Fault):
            return None
        name = ".".join(step.path)
        found[name] = step
        return answers.get(name)

    walk(interview(pad), reply)
    return found


def keys(question: Question) -> list[tuple[Value, str, str | None]]:
    """Value, label and badge of every key."""
    return [
        (key.value, VOICE.text(key.label), VOICE.text(key.badge) if key.badge else None)
        for key in question.keys_shown()
    ]


def test_deal_is_asked_in_order_of_play() -> None:
    fields = questions(played())
    order = ["passed_out", "contract", "declarer", "doubled", "tricks"]
    assert [*fields] == [*order, "honours.seat", "honours.points"]
    assert [name for name in fields if fields[name].when == "before"] == order[:4]
    assert [*questions(played(), passed_out=True)] == ["passed_out"]


def test_the_keys_of_the_contract() -> None:
    fields = questions(played())
    contracts = keys(fields["contract"])
    assert len(contracts) == 35
    assert contracts[0] == ("1C", "1 club", None)
    assert contracts[-1] == ("7NT", "7 no trump", None)
    assert keys(fields["doubled"]) == [
        (0, "no", None),
        (1, "X", None),
        (2, "XX", None),
    ]


def test_result_is_tapped_relative_to_contract() -> None:
    plain = keys(questions(played())["tricks"])
    relative = keys(questions(played(), contract="4S")["tricks"])
    assert plain[10] == (10, "10", None)
    assert relative[8:12] == [
        (8, "−2", "8"),
        (9, "−1", "9"),
        (10, "=", "10"),
        (11, "+1", "11"),
    ]
    assert len(relative) == 14


def test_honours_are_asked_as_the_strain_allows() -> None:
    points = "honours.points"
    suits = [(100, "four trump honours", "100"), (150, "all five trump honours", "150")]
    assert keys(questions(played(), contract="4S")[points]) == suits
    assert keys(questions(played())[points]) == suits
    assert keys(questions(played(), contract="4NT")[points]) == [(150, "the four aces", "150")]
    assert [*questions(played(honours=False))][-1] == "honours"


def refusals(entry: Mapping[str, Any], **options: Value) -> dict[str, str]:
    """Return what a first deal is refused for, by field."""
    with pytest.raises(Refused) as refused:
        after(played(**options), entry)
    return {
        ".".join(map(str, fault.path)): VOICE.text(fault.sentence) for fault in refused.value.faults
    }


def test_refusals_are_in_the_tables_words() -> None:
    assert refusals(deal("8C", 4, 14, doubled=3)) == {
        "contract": "Contracts run from 1 club to 7 no trump.",
        "declarer": "There is no seat 4 at this table; seats are 0 to 3.",
        "doubled": "Doubled is 0 for undoubled, 1 for doubled, 2 for redoubled.",
        "tricks": "Tricks run from 0 to 13; 14 was entered.",
    }
    assert refusals({"declarer": 1}) == {
        "contract": "Enter the contract, or that the deal was passed out.",
        "tricks": "Enter the tricks of the declarer's side.",
    }
    assert refusals({"passed_out": 1}) == {"passed_out": "Passed out: true, or left out."}


def test_honours_are_refused_in_tables_words() -> None:
    four = {"seat": 0, "points": 100}
    only_aces = "At no trump only four aces in one hand count: 150."
    assert refusals(deal("3NT", 0, 9, honours=four)) == {"honours.points": only_aces}
    assert refusals(deal("3S", 0, 9, honours={**four, "points": 50})) == {
        "honours.points": "Honours in one hand are worth 100 or 150."
    }
    assert refusals(deal("3S", 0, 9, honours={})) == {
        "honours.seat": "Say which hand held the honours.",
        "honours.points": "Say what the honours are worth.",
    }
    off = refusals(deal("3S", 0, 9, honours=four), honours=False)
    assert off == {"honours": "Honours are not scored at this table."}


@pytest.mark.parametrize(
    ("entry", "warning"),
    [
        (deal("7C", 1, 5), "Ben & Dan took 8 fewer than was bid."),
        (deal("2C", 1, 0), "Ben & Dan took 8 fewer than was bid."),
        (deal("1C", 0, 0), "Not one trick went towards the bid of Ann & Cat."),
        (deal("7C", 1, 6), None),
        (deal("1C", 0, 1), None),
        ({"passed_out": True}, None),
    ],
)
def test_an_odd_result_is_warned_of_and_stands(
    entry: Mapping[str, Any], warning: str | None
) -> None:
    pad, warnings = after_with_warnings(played(), entry)
    assert [VOICE.text(each.sentence) for each in warnings] == ([warning] if warning else [])
    assert pad.deals == 1


# --- what else a table asks ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({}, None),
        ({"declarer": 0}, None),
        ({"contract": "4S"}, "4 spades"),
        ({"contract": "4S", "declarer": 0}, "4 spades by Ann"),
        ({"contract": "4S", "declarer": 0, "doubled": 0}, "4 spades by Ann"),
        ({"contract": "4S", "declarer": 0, "doubled": 1}, "4 spades by Ann, doubled"),
        ({"contract": "1NT", "declarer": 3, "doubled": 2}, "1 no trump by Dan, redoubled"),
        (deal("4S", 0, 8, doubled=1), "4 spades by Ann, doubled, 2 down"),
        (deal("4S", 0, 10), "4 spades by Ann, made"),
        (deal("4S", 0, 11), "4 spades by Ann, 1 over"),
        ({"passed_out": True}, "passed out"),
    ],
)
def test_a_deal_in_a_few_words(entry: Mapping[str, Any], words: str | None) -> None:
    assert pads.headline(played(), entry) == words


@pytest.mark.parametrize(
    ("deals", "words"),
    [
        ([], []),
        ([deal("2S", 0, 8)], [(0, "60 below")]),
        (
            [GAME_TO_ANN, GAME_TO_BEN, deal("1C", 1, 7)],
            [(0, "vulnerable"), (1, "vulnerable"), (1, "20 below")],
        ),
        ([GAME_TO_ANN, GAME_TO_ANN], [(0, "two games")]),
    ],
)
def test_what_each_side_carries(
    deals: list[Mapping[str, Any]], words: list[tuple[int, str]]
) -> None:
    assert pads.carried(played(*deals)) == words


def test_what_each_side_needs() -> None:
    assert pads.needs(played(deal("2S", 0, 8))) == [
        (0, "40 below the line to a game"),
        (1, "100 below the line to a game"),
    ]
    assert pads.needs(played(GAME_TO_ANN, GAME_TO_BEN)) == [
        (0, "100 below the line to a game"),
        (0, "vulnerable: the next game is the rubber and earns 500"),
        (1, "100 below the line to a game"),
        (1, "vulnerable: the next game is the rubber and earns 500"),
    ]
    assert pads.needs(played(GAME_TO_ANN))[1] == (
        0,
        "vulnerable: the next game is the rubber and earns 700",
    )
    assert pads.needs(played(GAME_TO_ANN, GAME_TO_ANN)) == []


@pytest.mark.parametrize(
    ("entry", "counted"),
    [
        (deal("4S", 0, 10), [(0, "bid kept", 1)]),
        (deal("4S", 3, 12), [(3, "bid kept", 1), (3, "over", 2)]),
        (deal("4S", 2, 9), [(2, "bid lost", 1), (2, "short", 1)]),
        ({"passed_out": True}, []),
    ],
)
def test_statistics_count_declarer_not_dummy(
    entry: Mapping[str, Any], counted: list[tuple[int, str, int]]
) -> None:
    assert pads.facts(played(), entry) == counted


def test_the_tables_are_laid_out_as_printed() -> None:
    assert printed(GAME, "trick-score") == [
        ["Odd tricks bid", "Undoubled", "Doubled", "Redoubled"],
        ["Clubs or diamonds, each", "20", "40", "80"],
        ["Hearts or spades, each", "30", "60", "120"],
        ["No trump, the first", "40", "80", "160"],
        ["No trump, each further", "30", "60", "120"],
    ]
    assert printed(GAME, "overtricks") == [
        ["Each overtrick", "Not vulnerable", "Vulnerable"],
        ["Undoubled, a minor", "20", "20"],
        ["Undoubled, a major or no trump", "30", "30"],
        ["Doubled", "100", "200"],
        ["Redoubled", "200", "400"],
    ]
    assert printed(GAME, "undertricks") == [
        ["Undertricks", "Undoubled", "Doubled", "Redoubled"],
        ["First, not vulnerable", "50", "100", "200"],
        ["Second, not vulnerable", "50", "200", "400"],
        ["Third, not vulnerable", "50", "200", "400"],
        ["Each further, not vulnerable", "50", "300", "600"],
        ["First, vulnerable", "100", "200", "400"],
        ["Second, vulnerable", "100", "300", "600"],
        ["Third, vulnerable", "100", "300", "600"],
        ["Each further, vulnerable", "100", "300", "600"],
    ]


def test_premiums_are_printed_as_played_here() -> None:
    assert printed(GAME, "slams") == [
        ["Slam", "Not vulnerable", "Vulnerable"],
        ["6 odd tricks bid and made: small slam", "500", "750"],
        ["7 odd tricks bid and made: grand slam", "1000", "1500"],
    ]
    assert printed(GAME, "slams", slam_premium="collected")[1][0] == "12 tricks taken: small slam"
    assert printed(GAME, "insult")[1:] == [["Doubled", "50"], ["Redoubled", "100"]]
    assert printed(GAME, "honours")[1:] == [
        ["In one hand: four trump honours", "100"],
        ["In one hand: all five trump honours", "150"],
        ["In one hand: the four aces", "150"],
    ]
    assert printed(GAME, "rubber")[1:] == [["In two games", "700"], ["In three games", "500"]]
    assert printed(GAME, "unfinished")[1:] == [
        ["A game", "300"],
        ["A part score in the game not finished", "100"],
    ]
