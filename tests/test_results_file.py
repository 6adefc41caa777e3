"""Past results from CSV: every layout, and the mistakes that people make."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games import games
from scorekeeper.results_file import MOST_ROWS, Answers, Past, read
from scorekeeper.results_file.checking import PastGame
from scorekeeper.results_file.text import without_blanks
from scorekeeper.results_file.writing import csv_of_games, layouts

DAY = date(2025, 12, 31)
PAIRS = (("Ann", "Cat"), ("Ben", "Dan"))
THREE = (("Ann",), ("Ben",), ("Cat",))
SPADES = PastGame(2, DAY, "spades", PAIRS, (520, 340))
OH_HELL = PastGame(2, DAY, "oh-hell", THREE, (88, -3, 61))


def past(text: str | bytes, latest: date | None = None, **said: Any) -> Past:
    """Return what a file of this text holds, by what is said of it."""
    data = text if isinstance(text, bytes) else text.encode()
    return read(data, games(), latest, Answers(**said))


def row(game: str = "Spades", players: str = "Ann & Cat / Ben & Dan", **cells: str) -> str:
    """A file of one game, by what is odd about it."""
    day, scores = cells.get("date", "2025-12-31"), cells.get("scores", "520 / 340")
    return f"date;game;players;scores\n{day};{game};{players};{scores}\n"


def plain_faults(found: Past) -> list[tuple[int, str, str]]:
    """The faults as plain values."""
    return [(fault.line, fault.column, fault.message) for fault in found.faults]


# --- layouts ------------------------------------------------------------------------------------

SINGLY = "player1,score1,player2,score2,player3,score3"


@pytest.mark.parametrize(
    ("text", "game"),
    [
        # a row a game, all in two cells
        ("date,game,players,scores\n2025-12-31,Spades,Ann & Cat / Ben & Dan,520 / 340", SPADES),
        ("date,game,teams,result\n2025-12-31,Spades,Ann+Cat | Ben+Dan,520:340", SPADES),
        ("date,game,players,scores\n2025-12-31,Spades,Ann and Cat vs. Ben and Dan,520 - 340",
         SPADES),
        ('date,game,players,scores\n2025-12-31,Oh Hell!,"Ann, Ben, Cat","88, -3, 61"', OH_HELL),
        ("Datum;Spiel;Spieler;Punkte\n31.12.2025;Spades;Ann und Cat gegen Ben und Dan;520 : 340",
         SPADES),
        ("Datum;Spiel;Spieler;Punkte\n31.12.2025;Blackout;Ann, Ben, Cat;88, -3, 61", OH_HELL),
        # seats in order, one score a side or one a player
        ("date,game,players,scores\n2025-12-31,Spades,Ann / Ben / Cat / Dan,520 / 340", SPADES),
        ("date,game,players,scores\n2025-12-31,Spades,Ann/Ben/Cat/Dan,520/340/520/340", SPADES),
        # a row a game, columns for each
        (f"date,game,{SINGLY}\n2025-12-31,oh-hell,Ann,88,Ben,-3,Cat,61", OH_HELL),
        (f"date,game,{SINGLY},player4,score4\n2025-12-31,OH HELL,Ann,88,Ben,-3,Cat,61,,", OH_HELL),
        ("DATE,Game,Player 1,Player 2,Player 3,Score 1,Score 2,Score 3\n"
         "2025-12-31,Blackout,Ann,Ben,Cat,88,-3,61", OH_HELL),
        ("date,game,player,score,player,score,player,score\n"
         "2025-12-31,oh hell,Ann,88,Ben,-3,Cat,61", OH_HELL),
        ("Datum;Spiel;Spieler 1;Punkte Spieler 1;Spieler 2;Punkte Spieler 2;Spieler 3;"
         "Punkte Spieler 3\n31.12.2025;Oh Hell;Ann;88;Ben;−3;Cat;61", OH_HELL),
        ("date,game,team1,score1,team2,score2\n2025-12-31,spades,Ann & Cat,520,Ben & Dan,340",
         SPADES),
        ("date,game,player1,player2,player3,player4,score1,score2\n"
         "2025-12-31,spades,Ann,Ben,Cat,Dan,520,340", SPADES),
        ("date,game,player1,player2,player3,player4,result\n"
         "2025-12-31,spades,Ann,Ben,Cat,Dan,520:340", SPADES),
        ("date,game,players,score1,score2,score3\n2025-12-31,spades,Ann & Cat / Ben & Dan,520,340,",
         SPADES),
        # a row a player
        ("date,game,player,score\n2025-12-31,oh hell,Ann,88\n2025-12-31,oh hell,Ben,-3\n"
         "2025-12-31,oh hell,Cat,61", OH_HELL),
        ("date,game,player,score\n2025-12-31,oh hell,Ann,88\n,,Ben,-3\n,,Cat,61", OH_HELL),
        ("date,game,no,player,score\n2025-12-31,oh hell,7,Ann,88\n2025-12-31,Oh Hell,7,Ben,-3\n"
         "2025-12-31,oh hell,7,Cat,61", OH_HELL),
        ("Datum;Spiel;Tisch;Name;Punkte;Partei\n31.12.2025;Spades;1;Ann;520;A\n"
         "31.12.2025;Spades;1;Ben;340;B\n31.12.2025;Spades;1;Cat;520;a\n"
         "31.12.2025;Spades;1;Dan;;b", SPADES),
        ("date,game,side,player,score\n2025-12-31,spades,1,Ann,\n,,2,Ben,340\n,,1,Cat,520\n"
         ",,2,Dan,340", SPADES),
        ("date,game,player,partner,score\n2025-12-31,spades,Ann,Cat,520\n"
         "2025-12-31,spades,Ben,Dan,340\n2025-12-31,spades,Cat,Ann,520\n"
         "2025-12-31,spades,Dan,Ben,340", SPADES),
        ("date,game,player,score\n2025-12-31,spades,Ann & Cat,520\n2025-12-31,spades,Ben & Dan,340",
         SPADES),
        ("date,game,player,score\n2025-12-31,spades,Ann,520\n2025-12-31,spades,Ben,340\n"
         "2025-12-31,spades,Cat,520\n2025-12-31,spades,Dan,340", SPADES),
        # a column for each player: an empty one was not there
        ("Date,Game,Ann,Ben,Cat,Dan\n2025-12-31,Oh Hell!,88,-3,61,", OH_HELL),
        ("Date,Game,Ann,Ben,Cat,Dan,Total\n2025-12-31,Oh Hell!,88,−3,61,–,146", OH_HELL),
        ("Datum;Spiel;Ann;Ben;Cat\n31.12.2025;Blackout;88,0;-3,0;61,00", OH_HELL),
        (";;Ann;Ben;Cat\n31.12.2025;Blackout;88;-3;61", OH_HELL),
        ("Date\tEvening of\tAnn's score\tBen's score\tCat's score\n"
         "31 Dec 2025\tOh Hell\t88\t-3\t61", OH_HELL),
        ("Date,Game,Ann & Cat,Ben & Dan\n2025-12-31,Spades,520,340", SPADES),
        ("Date,Game,Ann,Cat,Ben,Dan\n2025-12-31,Spades,520,520,340,340", SPADES),
        # partners in columns of their own
        ("Date,Game,Player 1,Partner 1,Score 1,Player 2,Partner 2,Score 2\n"
         "2025-12-31,Spades,Ann,Cat,520,Ben,Dan,340", SPADES),
        ("Date,Game,Player,Partner,Score,Player,Partner,Score\n"
         "2025-12-31,Spades,Ann,Cat,520,Ben,Dan,340", SPADES),
        ("Date,Game,Player,Partner,Our score,Opponent 1,Opponent 2,Their score\n"
         "2025-12-31,Spades,Ann,Cat,520,Ben,Dan,340", SPADES),
        ("Date,Game,Team A player 1,Team A player 2,Team B player 1,Team B player 2,Score A,Score B"
         "\n2025-12-31,Spades,Ann,Cat,Ben,Dan,520,340", SPADES),
        ("Date,Game,Player 1A,Player 1B,Player 2A,Player 2B,Score 1,Score 2\n"
         "2025-12-31,Spades,Ann,Cat,Ben,Dan,520,340", SPADES),
        ("Date,Game,A1,A2,B1,B2,Score A,Score B\n2025-12-31,Spades,Ann,Cat,Ben,Dan,520,340",
         SPADES),
        ("Date,Game,North,East,South,West,NS,EW\n2025-12-31,Spades,Ann,Ben,Cat,Dan,520,340",
         SPADES),
        ("Date,Game,Home,Home score,Away,Away score\n"
         "2025-12-31,Spades,Ann / Cat,520,Ben - Dan,340", SPADES),
        ("Date,Game,Player 1,Player 2,Score,Player 3,Player 4,Score\n"
         "2025-12-31,Spades,Ann,Cat,520,Ben,Dan,340", SPADES),
        ("Date,Game,Partners 1,Partners 2,Points 1,Points 2\n"
         "2025-12-31,Spades,Ann & Cat,Ben & Dan,520,340", SPADES),
        # a title above the headings
        ("Club results 2025;;;\n;;;\ndate;game;players;scores\n"
         "2025-12-31;Spades;Ann & Cat / Ben & Dan;520 / 340", SPADES._replace(line=4)),
        ("Results\n\ndate,game,Ann,Ben,Cat\n2025-12-31,Oh Hell!,88,-3,61",
         OH_HELL._replace(line=4)),
        # a list
        ("2025-12-31 : Oh Hell! : Ann 88, Ben -3, Cat 61", OH_HELL._replace(line=1)),
        ("2025-12-31, Oh Hell!, Ann 88, Ben −3, Cat 61.", OH_HELL._replace(line=1)),
        ("31.12.2025 Oh Hell! - Ann: 88; Ben: -3; Cat: 61", OH_HELL._replace(line=1)),
        ("Wednesday, 31 December 2025\n\nOh Hell!: Ann (88), Ben (-3), Cat (61)",
         OH_HELL._replace(line=3)),
        ("Oh Hell!, December 31, 2025: Ann 88, Ben -3, Cat 61", OH_HELL._replace(line=1)),
        ("Oh Hell! 31/12/2025: Ann 88, Ben -3, Cat 61", OH_HELL._replace(line=1)),
        ("31/12/2025: Spades: Ann & Cat 520 / Ben & Dan 340", SPADES._replace(line=1)),
        ("31/12/2025: Spades: Ann & Cat 520 vs Ben & Dan 340", SPADES._replace(line=1)),
        ("31/12/2025: Spades: Ann and Cat beat Ben and Dan 520-340", SPADES._replace(line=1)),
    ],
)  # fmt: skip
def test_every_layout_is_read(text: str, game: PastGame) -> None:
    found = past(text)

    assert plain_faults(found) == []
    assert found.games == (game,)


SPADES_WON = SPADES._replace(points=(1, 0), low=False, winner_only=True)
OH_HELL_WON = OH_HELL._replace(points=(1, 0, 0), low=False, winner_only=True)


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("Winner,Loser,Date,Game\nAnn & Cat,Ben & Dan,2025-12-31,Spades", SPADES_WON),
        ("Winner,Loser,Date,Game\n\"Ann, Cat\",\"Ben, Dan\",2025-12-31,Spades", SPADES_WON),
        ("Date,Game,Winner 1,Winner 2,Loser 1,Loser 2\n2025-12-31,Spades,Ann,Cat,Ben,Dan",
         SPADES_WON),
        ("Date,Game,Winner,Partner,Loser,Partner\n2025-12-31,Spades,Ann,Cat,Ben,Dan", SPADES_WON),
        ("Date,Game,Winning pair,Losing pair\n2025-12-31,Spades,Ann/Cat,Ben/Dan", SPADES_WON),
        ("Datum;Spiel;Sieger;Verlierer\n31.12.2025;Oh Hell;Ann;Ben, Cat", OH_HELL_WON),
        ("Date,Game,Won by,Lost by,Score\n2025-12-31,Spades,Ann & Cat,Ben & Dan,", SPADES_WON),
        ("Date,Game,Players,Winner\n2025-12-31,Oh Hell,Ann / Ben / Cat,Ann", OH_HELL_WON),
        ("Date,Game,Players,Winners\n2025-12-31,Spades,Ann & Cat / Ben & Dan,Cat & Ann",
         SPADES_WON),
        ("Date,Game,Player 1,Player 2,Player 3,Winner\n2025-12-31,Oh Hell,Ann,Ben,Cat,ann",
         OH_HELL_WON),
        ("Date,Game,Player,Result\n2025-12-31,Oh Hell,Ann,won\n,,Ben,lost\n,,Cat,Lost",
         OH_HELL_WON),
        ("Date,Game,Player,Won\n2025-12-31,Oh Hell,Ann,yes\n,,Ben,\n,,Cat,", OH_HELL_WON),
        ("Date,Game,Ann,Ben,Cat,Dan\n2025-12-31,Oh Hell,W,L,L,", OH_HELL_WON),
        ("2025-12-31: Spades: Ann & Cat beat Ben & Dan", SPADES_WON._replace(line=1)),
        ("Date,Game,Players,Winner\n2025-12-31,Spades,Ann & Cat / Ben & Dan,draw",
         SPADES_WON._replace(points=(0, 0))),
        # their points count where they are told
        ("Winner,Loser,Date,Game,Score\nAnn & Cat,Ben & Dan,2025-12-31,Spades,520-340", SPADES),
        ("Date,Game,Winner,Winner score,Loser,Loser score\n"
         "2025-12-31,Spades,Ann & Cat,520,Ben & Dan,340", SPADES),
    ],
)  # fmt: skip
def test_winners_without_points_are_read(text: str, game: PastGame) -> None:
    found = past(text)

    assert plain_faults(found) == []
    assert found.games == (game,)
    said = ["1 game without points: 1 for those who won and 0 for the others."]
    assert [one.message for one in found.warnings] == said * game.winner_only
    (again,) = past(csv_of_games(found.games)).games
    assert again._replace(line=0) == game._replace(line=0)


@pytest.mark.parametrize("winner", ["Zoe", "", "Ann & Ben", "Ann & Zoe"])
def test_a_winner_must_be_one_of_the_sides(winner: str) -> None:
    found = past(f"Date,Game,Players,Winner\n2025-12-31,Spades,Ann & Cat / Ben & Dan,{winner}")

    assert found.games == ()
    assert (2, "Winner") in [(one.line, one.column) for one in found.faults]


# --- what a file leaves open --------------------------------------------------------------------

WIDE = "Date;Ann;Ben;Cat\n05.01.2025;12;4;8\n12.01.2025;20;4;\n19.01.2025;25;7;13\n"


def points_by_name(found: Past) -> list[dict[str, int]]:
    """Each game's points by its players."""
    return [
        {" & ".join(side): points for side, points in zip(game.sides, game.points, strict=True)}
        for game in found.games
    ]


def test_a_game_that_no_column_names_is_asked() -> None:
    assert past(WIDE).questions.game == "tally"
    assert past("Oh Hell! in spring\n" + WIDE).questions.game == "oh-hell"
    usual = past(WIDE, usual_game="spades")
    assert usual.questions.game == "spades"
    told = past(WIDE.replace("4;\n", "4;9\n"), game="oh-hell")
    assert {game.game for game in told.games} == {"oh-hell"}
    assert past("Date,Game,Ann,Ben\n2025-12-31,Score pad,1,2").questions.game is None


def test_totals_so_far_never_go_down() -> None:
    each = [
        {"Ann": 12, "Ben": 4, "Cat": 8},
        {"Ann": 20, "Ben": 4},
        {"Ann": 25, "Ben": 7, "Cat": 13},
    ]
    added = [{"Ann": 12, "Ben": 4, "Cat": 8}, {"Ann": 8, "Ben": 0}, {"Ann": 5, "Ben": 3, "Cat": 5}]

    assert past(WIDE).questions.running
    assert points_by_name(past(WIDE)) == added
    assert [tuple(one) for one in past(WIDE).warnings] == [
        (3, "", "Ben's total is unchanged: 0 points. Empty the cell if Ben didn't play.")
    ]
    head, *rows = WIDE.splitlines()
    newest_first = past("\n".join([head, *rows[::-1]]), running=True)
    assert points_by_name(newest_first) == added
    said = past(WIDE, running=False)
    assert (said.questions.running, points_by_name(said)) == (False, each)
    down = past(WIDE.replace(";25;", ";19;"))
    assert (down.questions.running, len(down.games)) == (False, 3)
    assert past("Date,Ann,Ben\n2025-12-31,1,2").questions.running is None


@given(st.lists(st.lists(st.integers(-500, 500), min_size=3, max_size=3), min_size=1, max_size=8))
def test_totals_so_far_come_to_the_same(rows: list[list[int]]) -> None:
    totals = [
        [sum(column) for column in zip(*rows[: end + 1], strict=True)] for end in range(len(rows))
    ]

    def sheet(lines: list[list[int]], running: bool) -> list[dict[str, int]]:
        text = [f"{day + 1}.1.2025;" + ";".join(map(str, line)) for day, line in enumerate(lines)]
        return points_by_name(past("\n".join(["Date;Ann;Ben;Cat", *text]), running=running))

    assert sheet(totals, True) == sheet(rows, False)


def test_which_columns_are_players_is_asked() -> None:
    text = "Date,Week,Ann,Ben,Notes,Ann total\n2025-01-05,1,3,4,rain,3\n2025-01-12,2,4,3,,7\n"

    assert past(text).questions.players == (
        *((1, "Week", False), (2, "Ann", True), (3, "Ben", True), (5, "Ann total", False)),
    )
    assert [*points_by_name(past(text))[0]] == ["Ann", "Ben"]
    chosen = past(text, players={1: True, 3: False})
    assert points_by_name(chosen)[0] == {"Week": 1, "Ann": 3}


def test_a_file_without_days_is_asked_for_one() -> None:
    text = "Game,Ann,Ben\nScore pad,3,4\nScore pad,5,6\n"

    def on(day: str) -> Past:
        return past(text, day=day, latest=DAY)

    assert [one.message for one in on("").faults] == ["No dates in this file. Enter the day."]
    assert [one.message for one in on("2026-01-01").faults] == ["“2026-01-01” is still to come."]
    assert (on("").games, on("").allows_part) == ((), False)
    assert [game.date for game in on("2025-12-31").games] == [DAY, DAY]


def test_totals_at_the_bottom_are_left_out() -> None:
    games = "Datum;Ann;Ben\n5.1.2025;12;4\n12.1.2025;3;9\n"

    for last in ("Summe;15;13\n", ";15;13\n", "Total:;15;13\nAverage;7,5;6,5\nRank;1;2\n"):
        found = past(games + last)
        assert [game.points for game in found.games] == [(12, 4), (3, 9)]
        assert plain_faults(found) == []
        assert {one.message for one in found.warnings} == {"Left out: totals, not a game."}
    assert len(past(games + "19.1.2025;15;13\n").games) == 3


def test_an_empty_day_or_game_is_as_above() -> None:
    found = past("date;game;Ann;Ben;Cat\n5.1.2025;Oh Hell;1;2;3\n;;2;1;3\n")

    assert [(game.date, game.game) for game in found.games] == [(date(2025, 1, 5), "oh-hell")] * 2
    assert [tuple(one) for one in found.warnings] == [
        (3, "date", "Empty: read as “5.1.2025”, as above."),
        (3, "game", "Empty: read as “Oh Hell”, as above."),
    ]


def test_a_line_of_a_list_may_be_no_game() -> None:
    found = past("2025-12-31: Score pad: Ann 3, Ben 4\nA fine evening.\nScore pad: Ann 5, Ben 1\n")

    assert [game.line for game in found.games] == [1, 3]
    assert [(fault.line, fault.message[:9]) for fault in found.faults] == [(2, "Not read.")]
    assert found.without(found.games) == "A fine evening.\n"


@pytest.mark.parametrize("heads", ["A / B,won", "date,game,players,scores"])
def test_a_file_of_totals_alone_has_no_results(heads: str) -> None:
    found = past(f"{heads}\nTotal,,,\n")

    assert found.games == ()
    assert plain_faults(found) == [(1, "", "This file has no results.")]
    assert [one.message for one in found.warnings] == ["Left out: totals, not a game."]


def test_a_list_half_of_which_is_games_is_a_list() -> None:
    assert past("2025-12-31: Score pad: Ann 3, Ben 4\nA fine evening.\n").games
    assert past("2025-12-31: Score pad: Ann 3, Ben 4\nA fine evening.\nGood wine.\n").unreadable


@pytest.mark.parametrize("text", ["A letter.\nNothing in it.\n", "date,game\n2025-12-31,Spades\n"])
def test_what_is_no_layout_is_refused(text: str) -> None:
    assert past(text).unreadable
    assert not past(row("Spaids")).unreadable


@pytest.mark.parametrize(("title", "example"), layouts(games()))
def test_every_layout_shown_has_no_fault(title: str, example: str) -> None:
    found = past(example)

    assert title
    assert plain_faults(found) == []
    assert found.games


def test_scores_tell_who_played_together() -> None:
    heads = "date,game,players,scores\n2025-12-31,Trex,Ann / Ben / Cat / Dan,"

    assert past(f"{heads}30 / 10 / −20 / −20").games[0].points == (30, 10, -20, -20)
    assert past(f"{heads}30 / −30").games[0].sides == PAIRS


def test_deals_are_read_where_there_are_any() -> None:
    text = "date,game,players,scores,hands\n2025-12-31,Oh Hell,Ann/Ben/Cat,1/2/3,"

    assert [past(text + deals).games[0].deals for deals in ("", "19")] == [None, 19]
    assert plain_faults(past(text + "many")) == [(2, "hands", "“many” isn't a number of deals.")]


# --- mistakes that do no harm -------------------------------------------------------------------

GERMAN = row(date="31.12.2025", game="Spades")


@pytest.mark.parametrize(
    "data",
    [
        GERMAN.encode("utf-8-sig"),
        GERMAN.encode("utf-16"),
        GERMAN.encode("utf-16-le"),
        GERMAN.encode("utf-16-be"),
        GERMAN.replace("\n", "\r\n").encode(),
        GERMAN.replace("\n", "\r").encode(),
        GERMAN.replace(";", "\t").encode(),
        GERMAN.replace(";", ",").encode(),
        f"sep=;\n{GERMAN}".replace("sep=;\n", "sep=;\r\n").encode(),
        f"\n\n;;;\n{GERMAN}\n\n".encode(),
        GERMAN.replace("\n", ";;\n").encode(),
        GERMAN.replace("Ann & Cat", '"Ann & Cat').replace("Dan;", 'Dan";').encode(),
        GERMAN.replace("Ann & Cat", ' "Ann & Cat').replace("Dan;", 'Dan" ;').encode(),
        GERMAN.replace(" ", "\u00a0").encode(),
        GERMAN.replace(";", " ; ").encode(),
        GERMAN.replace("Spades", "  sPaDeS\u200b").encode(),
        GERMAN.replace("scores", "scores;remarks").replace("340", "340;a fine evening").encode(),
    ],
)
def test_harmless_variations_are_accepted(data: bytes) -> None:
    found = past(data)

    assert plain_faults(found) == []
    assert [game._replace(line=2) for game in found.games] == [SPADES]


def test_old_windows_letters_are_read() -> None:
    found = past(row(players="Jürgen & Çelik / Ben & Dan").encode("cp1252"))

    assert found.games[0].sides[0] == ("Jürgen", "Çelik")
    assert found.format.encoding == "Windows-1252"


@pytest.mark.parametrize(
    "text",
    [
        *("2025-12-31", "2025/12/31", "2025.12.31", "20251231", "31.12.2025", "31. 12. 2025"),
        *("31.12.25", "31/12/2025", "31-12-2025", "31/12/25", "12/31/2025", "12/31/25"),
        *("31 Dec 2025", "31-Dec-25", "31. Dezember 2025", "December 31, 2025", "Dec. 31st, 2025"),
        *("Wed 31.12.2025", "Mi., 31.12.2025", "Wednesday, 31 December 2025"),
        *("2025-12-31 20:15", "2025-12-31T20:15:00Z", "31.12.2025 20:15:00"),
    ],
)
def test_a_day_is_written_in_many_ways(text: str) -> None:
    found = past(row(date=text))

    assert plain_faults(found) == []
    assert found.games[0].date == DAY


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("1.3.69", date(2069, 3, 1)),
        ("1.3.70", date(1970, 3, 1)),
        ("5. März 2024", date(2024, 3, 5)),
        ("29.2.2024", date(2024, 2, 29)),
        ("05/05/2025", date(2025, 5, 5)),
    ],
)
def test_odd_days(text: str, day: date) -> None:
    assert past(row(date=text)).games[0].date == day


@pytest.mark.parametrize(
    ("text", "points"),
    [
        *(("12", 12), ("+12", 12), ("-12", -12), ("−12", -12), ("–12", -12), ("- 12", -12)),
        *(("12,0", 12), ("12.00", 12), ("-12,0", -12), ("0", 0), ("007", 7)),
        *(("1 200", 1200), ("1\u00a0200", 1200), ("1\u202f200", 1200), ("1'200", 1200)),
        *(("1.200,00", 1200), ("1,200.0", 1200), ("-1’200,0", -1200), ("100000", 100000)),
    ],
)
def test_a_score_is_written_in_many_ways(text: str, points: int) -> None:
    found = past(f"date;game;{SINGLY.replace(',', ';')}\n31.12.2025;Oh Hell;A;{text};B;0;C;0")

    assert plain_faults(found) == []
    assert found.games[0].points == (points, 0, 0)


def test_a_whole_file_settles_what_comes_first() -> None:
    def days(*texts: str, **said: Any) -> Past:
        rows = [f"{text};Oh Hell;A/B/C;1/2/{place}" for place, text in enumerate(texts)]
        return past("\n".join(["date;game;players;scores", *rows]), **said)

    day = days("01/02/2025", "13/02/2025")
    month = days("01/02/2025", "02/13/2025")
    open_ = days("05/05/2025", "01/02/2025", "02/03/2025")
    both = days("01/02/2025", "13/02/2025", "02/13/2025")

    assert day.games[0].date == date(2025, 2, 1)
    assert day.format.dates == ("31/12/2025",)
    assert month.games[0].date == date(2025, 1, 2)
    assert month.format.dates == ("12/31/2025",)
    assert [fault.line for fault in open_.faults] == [3]
    assert "no date in this file shows" in open_.faults[0].message
    assert open_.ask_dates
    assert not both.ask_dates
    assert [fault.line for fault in both.faults] == [2, 3, 4]
    assert "some dates in this file" in both.faults[0].message
    for first, wanted in ((True, date(2025, 2, 1)), (False, date(2025, 1, 2))):
        told = days("01/02/2025", day_first=first)
        assert (plain_faults(told), told.games[0].date, told.ask_dates) == ([], wanted, False)
    assert days("01/02/2025", "13/02/2025", day_first=False).games == day.games


# --- mistakes that are told ---------------------------------------------------------------------

NUMBER_THEM = "Two games that day? Number them in a “no” column."
TWO_SCORES = f"Partners have one score; line 2 has another. {NUMBER_THEM}"
ANN_TWICE = f"“Ann” appears twice in this game. {NUMBER_THEM}"


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        (row(date="31.02.2025"), 2, "date", "“31.02.2025” isn't a real date."),
        (row(date="31 Foo 2025"), 2, "date", "“31 Foo 2025” isn't a real date."),
        (row(date=""), 2, "date", "The date is missing."),
        (row(date="yesterday"), 2, "date",
         "“yesterday” isn't a date. Use 2025-12-31 or 31.12.2025."),
        (row(date="1.1.1899"), 2, "date", "“1.1.1899” is too long ago."),
        (row(date="0000-01-01"), 2, "date", "“0000-01-01” isn't a real date."),
        (row(date="46022"), 2, "date",
         "“46022” is a spreadsheet day number. "
         "Format the column as dates and save again."),
        (row("Spaids"), 2, "game", "Unknown game “Spaids”. Did you mean Spades?"),
        (row("Chess with cards"), 2, "game", "Unknown game “Chess with cards”."),
        (row(""), 2, "game", "The game is missing."),
        (row(scores="520 / 12,5"), 2, "scores",
         "“12,5” isn't a whole number."),
        (row(scores="1.200 / 340"), 2, "scores",
         "“1.200” may be 1200 or a fraction. Write 1200 if it is that."),
        (row(scores="520 / -1,200"), 2, "scores",
         "“-1,200” may be -1200 or a fraction. Write -1200 if it is that."),
        (row(scores="520 / lots"), 2, "scores", "“lots” isn't a score."),
        (row(scores="520 / ²"), 2, "scores", "“²” isn't a score."),
        (row(scores="520 / "), 2, "scores", "The score is missing."),
        (row(scores="520 / 1.000.000"), 2, "scores", "“1.000.000” is more than 100000 points."),
        (row(scores=""), 2, "players", "There are 2 sides and 0 scores."),
        (row(scores="520"), 2, "players", "There are 2 sides and 1 score."),
        (row(scores="1 / 2 / 3"), 2, "players", "There are 2 sides and 3 scores."),
        (row(players="Ann / Ben / Cat / Dan", scores="1 / 2 / 3"), 2, "players",
         "There are 4 players and 3 scores."),
        (row("Whist", "Ann / Ben / Cat / Dan", scores="1 / 2 / 3 / 2"), 2, "players",
         "In Whist partners have one score; by their seats these are Ann & Cat and Ben & Dan."),
        (row("Whist", "Ann & Cat / Ben", scores="1 / 2"), 2, "players",
         "Whist is for 4 players, not 3."),
        (row(players="Ann & Cat / Ben", scores="1 / 2"), 2, "players", "Spades has no partners."),
        (row(players="Ann", scores="1"), 2, "players", "Spades is for 2–4 players, not 1."),
        (row(players="", scores=""), 2, "", "Spades is for 2–4 players, not 0."),
        (row(players="Ann & Ben & Cat / Dan"), 2, "players",
         "In Spades the sides are 2 against 2."),
        (row("Oh Hell", "Ann & Cat / Ben & Dan"), 2, "players",
         "Oh Hell! has no partners."),
        (row("Oh Hell", "Ann / Ben / ann", scores="1 / 2 / 3"), 2, "players",
         "“ann” appears twice in this game."),
        (row(players="Ann & Ann / Ben & Dan"), 2, "players", "“Ann” appears twice in this game."),
        (row("Oh Hell", f"Ann / Ben / {'x' * 41}", scores="1 / 2 / 3"), 2, "players",
         f"“{'x' * 39}…” is longer than 40 characters."),
        (row("Oh Hell", "Ann / Ben / C\u0007", scores="1 / 2 / 3"), 2, "players",
         "“C\u0007” contains unreadable characters."),
        (f"date,game,{SINGLY}\n2025-12-31,oh hell,Ann,88,Ben,,Cat,61", 2, "score2",
         "The score is missing."),
        (f"date,game,{SINGLY},score4\n2025-12-31,oh hell,Ann,88,Ben,1,Cat,61,5", 2, "score4",
         "This score has no player."),
        ("date,game,player,score\n2025-12-31,oh hell,Ann,88\n,,Ben,-3\n,,Ann,61", 4, "player",
         ANN_TWICE),
        ("date,game,side,player,score\n2025-12-31,spades,1,Ann,5\n,,1,Ann,5\n,,2,Ben,6\n,,2,Dan,6",
         3, "player",
         ANN_TWICE),
        ("date,game,player,score\n2025-12-31,oh hell,Ann,88\n,,Ben,-3\n,,,61\n,,Cat,4", 4,
         "player", "The player is missing."),
        ("date,game,team,player,score\n2025-12-31,spades,A,Ann,88\n,,B,Ben,5\n,,A,Cat,87\n,,B,Dan,",
         4, "score", TWO_SCORES),
        ("date,game,player1,score1,player2,score2\n2025-12-31,score pad,Ann,12,5,Ben,3", 2, "",
         "This line has more cells than named columns. "
         "A comma in a name or a number?"),
        ('date;game;players;scores\n2025-12-31;Spades;"Ann & Cat / Ben & Dan;520 / 340', 2, "",
         "A quotation mark is not closed, or closes too early. "
         "Quoted text starts and ends with one; double any inside it."),
        ('date;game;players;scores\n2025-12-31;Spades;"Ann;1\n2025-12-31;Spades;Ben";2', 2, "",
         "A quotation mark opened here closes on a later line."),
        ("date,date,game,players,scores\n", 1, "date", "This column appears twice."),
        ("date,game,players,scores\n", 1, "", "This file has no results."),
        ("game,scores\nSpades,3", 1, "",
         "The first line should name the columns. Missing: date, players."),
        ("2025-12-31;Spades;Ann & Cat / Ben & Dan;520 / 340\n", 1, "",
         "The first line should name the columns. Missing: date, game, players, scores."),
        ("", 1, "",
         "The first line should name the columns. Missing: date, game, players, scores."),
    ],
)  # fmt: skip
def test_errors_are_reported_with_their_line(
    text: str, line: int, column: str, message: str
) -> None:
    found = past(text)

    assert (line, column, message) in plain_faults(found)
    assert found.games == () or "later one" in message or "more on this" in message


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"PK\x03\x04 and so on", "This workbook cannot be read."),
        (b"\xd0\xcf\x11\xe0 and so on", "This is an old workbook (.xls). Save it as"),
        (b"\x00\x01\x02\x03\x00\x00\x81\x8d", "This isn't a text file."),
        (b"date;\x81\x8d", "This isn't a text file."),
        (b"\xff\xfea", "This isn't a text file."),
        (b" " * 2_000_001, "File too large"),
    ],
)
def test_other_files_are_refused(data: bytes, message: str) -> None:
    found = past(data)

    assert [fault.line for fault in found.faults] == [1]
    assert found.faults[0].message.startswith(message)
    assert found.games == ()


def test_all_faults_are_told_in_order() -> None:
    found = past(
        "Datum;Spiel;Spieler;Punkte\n"
        "31.12.2025;Spades;Ann & Cat / Ben & Dan;520 / 340\n"
        "\n"
        "31.13.2025;Spaids;Ann & Cat / Ben & Dan;520 / x\n"
        '31.12.2025;Spades;"Ann & Cat / Ben & Dan;520 / 340\n'
        "31.12.2025;Oh Hell;Ann / Ann / Ben;1 / 2 / 3\n"
    )

    assert [(fault.line, fault.column) for fault in found.faults] == [
        *((4, "Datum"), (4, "Spiel"), (4, "Punkte"), (5, ""), (6, "Spieler")),
    ]
    assert found.games == (SPADES,)


def test_a_day_to_come_is_a_fault() -> None:
    assert plain_faults(past(row(), latest=DAY)) == []
    assert plain_faults(past(row(), latest=date(2025, 12, 30))) == [
        (2, "date", "“2025-12-31” is still to come.")
    ]


def test_a_line_copied_is_a_warning() -> None:
    again = "31.12.2025;spades;Dan & Ben / Cat & ann;340 / 520\n"
    other = "31.12.2025;spades;Ann & Cat / Ben & Dan;340 / 520\n"
    found = past(row() + other + again)

    assert plain_faults(found) == []
    assert len(found.games) == 3
    assert [tuple(one) for one in found.warnings] == [
        (4, "", "This is the same as the game on line 2.")
    ]


@pytest.mark.long
@pytest.mark.parametrize(("extra", "lines"), [(0, []), (1, [MOST_ROWS + 2])])
def test_a_file_has_so_many_lines_at_most(extra: int, lines: list[int]) -> None:
    head, line = "date,game,players,scores\n", "2025-12-31,score pad,Ann,1\n"

    assert [fault.line for fault in past(head + line * (MOST_ROWS + extra)).faults] == lines


def test_the_reading_of_a_file_is_described() -> None:
    text = "Datum;Spiel;Team 1;Punkte 1;Team 2;Punkte 2;Bemerkung\n" + "\n".join(
        [f"{day};Spades;A & B;1;C & D;2;schön" for day in ("31.12.2025", "2026-01-01")]
    )
    understood = past(text.encode("utf-16")).format

    assert (understood.encoding, understood.delimiter) == ("UTF-16", "semicolons")
    assert understood.dates == ("31.12.2025", "2025-12-31")
    assert understood.row_a_game
    assert understood.ignored == ("Bemerkung",)
    assert understood.columns[:4] == (
        *(("Datum", "date"), ("Spiel", "game"), ("Team 1", "player"), ("Punkte 1", "score")),
    )
    assert not past("date,game,player,score\n2025-12-31,score pad,Ann,1").format.row_a_game


# --- there and back -----------------------------------------------------------------------------

names = (
    st.text(min_size=1, max_size=20)
    .map(without_blanks)
    .filter(lambda name: name and name.isprintable())
)


@st.composite
def a_past_game(draw: st.DrawFn) -> PastGame:
    """A game that could have been played."""
    slug, sizes = draw(
        st.sampled_from([("spades", (2, 2)), ("oh-hell", (1, 1, 1, 1)), ("tally", (1,))])
    )
    count = sum(sizes)
    some = iter(
        draw(st.lists(names, min_size=count, max_size=count, unique_by=lambda n: n.casefold()))
    )
    sides = tuple(tuple(next(some) for _ in range(size)) for size in sizes)
    day = draw(st.dates(date(1900, 1, 1), date(2100, 1, 1)))
    if draw(st.booleans()) and len(sides) == 2:
        return PastGame(
            0, day, slug, sides, draw(st.permutations((1, 0)).map(tuple)), kind="walkover"
        )
    if draw(st.booleans()):
        return PastGame(0, day, slug, sides[:1], (0,), kind="bye")
    places = range(len(sides))
    return PastGame(
        0,
        day,
        slug,
        sides,
        tuple(draw(st.integers(-100_000, 100_000)) for _ in sides),
        draw(st.none() | st.integers(1, 99)),
        low=draw(st.none() | st.booleans()),
        winners=draw(
            st.none()
            | st.lists(st.sampled_from(places), unique=True).map(lambda won: tuple(sorted(won)))
        ),
        kind=draw(st.sampled_from(["", "result only"])),
    )


def without_lines(some: Sequence[PastGame]) -> list[PastGame]:
    return [game._replace(line=0) for game in some]


@given(st.lists(a_past_game(), min_size=1, max_size=4))
def test_what_is_written_is_read_back_unchanged(some: list[PastGame]) -> None:
    for data in (csv_of_games(some).encode(), csv_of_games(some).encode("utf-8-sig")):
        found = past(data)

        assert plain_faults(found) == []
        assert without_lines(found.games) == some


KINDS = "date,game,side,player,score,kind,winner\n"
TWO_PLAYERS = (("Ann",), ("Ben",))


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("Ann,1,walkover,", "Ben,0,walkover,"), ("walkover", (1, 0), None)),
        (("Ann,1,Walk-over,", "Ben,0,Walk-over,"), ("walkover", (1, 0), None)),
        (("Ann,0,w/o,won", "Ben,0,w/o,lost"), ("walkover", (1, 0), None)),
        (("Ann,lost,Forfeit,", "Ben,won,Forfeit,"), ("walkover", (0, 1), None)),
        (("Ann,,bye,",), ("bye", (0,), None)),
        (("Ann,12,result only,", "Ben,7,result only,"), ("result only", (12, 7), None)),
        (("Ann,12,played,lost", "Ben,7,played,won"), ("", (12, 7), (1,))),
        (("Ann,12,,", "Ben,7,,yes"), ("", (12, 7), (1,))),
        (("Ann,12,,drawn", "Ben,7,,drawn"), ("", (12, 7), (0, 1))),
        (("Ann,12,,lost", "Ben,7,,lost"), ("", (12, 7), ())),
        # columns that say something else are left alone
        (("Ann,12,friendly,Ann", "Ben,7,friendly,Ann"), ("", (12, 7), None)),
    ],
)
def test_kinds_and_winners_are_read(lines: Sequence[str], told: tuple[object, ...]) -> None:
    found = past(KINDS + "".join(f"2025-12-31,tally,{n},{one}\n" for n, one in enumerate(lines, 1)))

    assert plain_faults(found) == []
    (game,) = found.games
    assert (game.kind, game.points, game.winners) == told


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (("Ann,5,walkover", "Ben,5,walkover"), "A walkover has two sides, and one of them won."),
        (("Ann,5,walkover", "Ben,1,", "Cat,0,"), "A walkover has two sides, and one of them won."),
        (("Ann,,bye", "Ben,,bye"), "A bye has one side."),
    ],
)
def test_an_impossible_walkover_is_refused(lines: Sequence[str], message: str) -> None:
    text = "".join(f"2025-12-31,tally,{n},{one},\n" for n, one in enumerate(lines, 1))

    found = past(KINDS + text)

    assert not found.games
    assert [fault.message for fault in found.faults] == [message]


def test_an_unknown_kind_is_refused() -> None:
    walkover = "2025-12-31,tally,1,Ann,1,walkover,\n2025-12-31,tally,2,Ben,0,walkover,\n"
    other = "2025-12-30,tally,1,Ann,1,casual,\n2025-12-30,tally,2,Ben,0,casual,\n"

    (fault,) = past(KINDS + walkover + other).faults

    told = "“casual” isn't a kind of result. Use walkover, bye, result only or played."
    assert (fault.line, fault.column, fault.message) == (4, "kind", told)


def test_a_row_a_game_may_be_a_walkover() -> None:
    text = "date,game,winner,loser,kind\n2025-12-31,tally,Ben,Ann,walkover\n"

    (game,) = past(text).games

    assert (game.kind, game.sides, game.points) == ("walkover", TWO_PLAYERS[::-1], (1, 0))
    assert not game.winner_only


@pytest.mark.parametrize("name", ["=A1", "+1", "-x", "@home", "'=A1", "'t Hooft", "'", "A / B & C"])
def test_no_name_is_a_formula_or_is_parted(name: str) -> None:
    text = csv_of_games([PastGame(0, DAY, "tally", ((name,),), (1,))])

    assert past(text).games[0].sides == ((name,),)
    assert not [cell for cell in text.splitlines()[1].split(",") if cell[:1] in "=+-@" and cell]


@given(st.binary(max_size=300))
def test_random_input_never_raises(data: bytes) -> None:
    past(data)


CELLS = st.sampled_from([
    *("date", "game", "player", "players", "partner", "side", "score1", "player1", "score", "no"),
    *("Ann", "Ann & Ben", "A / B", "2025-12-31", "01/02/2025", "oh hell", "spades", "12", "1,2"),
    *("", '"', "\n", '"Ann"', "\u00a0", "deals", "kind", "winner", "lowest wins", "walkover"),
    *("bye", "won", "yes"),
])  # fmt: skip


@given(st.lists(st.lists(CELLS, max_size=8), max_size=8), st.sampled_from(",;\t"))
def test_odd_tables_never_raise(rows: list[list[str]], delimiter: str) -> None:
    found = past("\n".join(delimiter.join(row) for row in rows))

    assert found.games or found.faults
    assert all(fault.line >= 1 and fault.message for fault in found.faults)


@given(st.text(max_size=30), st.sampled_from(["date", "game", "players", "scores"]))
def test_odd_cells_never_raise(text: str, column: str) -> None:
    past(row(**{column: text}))
