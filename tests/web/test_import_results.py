"""Past results through the page: the mistakes that people make, and what is kept in the end."""

import io
from datetime import datetime
from typing import Any

import pytest
from flask import Flask
from openpyxl import Workbook

from tests.web.phones import Page, Phone
from tests.web.test_league_tables import Club

HEADS = "date;game;players;scores\n"
GOOD = HEADS + "31.12.2025;Score pad;Ann / Ben;10 / 7\n"


@pytest.fixture
def club(app: Flask, phone: Phone) -> Club:
    """A league of five players."""
    return Club(app, phone)


def sends(club: Club, text: str | bytes, **typed: Any) -> Page:
    """Look at these results: pasted where they are text, as a file where they are bytes."""
    address = f"{club.address}/import"
    form = club.phone.get(address).form()
    if isinstance(text, str):
        return club.phone.send(address, form, {"text": text, **typed})
    sent = {**form.fields, "text": "", **typed, "file": (io.BytesIO(text), "results.csv")}
    return club.phone.post(address, sent)


def keeps(club: Club, page: Page, **typed: Any) -> Page:
    """Press the key below what was understood."""
    return club.phone.send(f"{club.address}/import", page.form("keep"), typed, "keep")


def test_nothing_is_imported_before_the_preview(club: Club) -> None:
    page = sends(club, GOOD)

    assert page.status == 200
    assert "2025-12-31 Score pad Ann – Ben 10 : 7" in page.text
    assert club.standings == []

    club.phone.follow(keeps(club, page))
    assert club.standings == [("1", "Ann", "1", "5"), ("2", "Ben", "1", "3")]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(GOOD.encode("utf-8-sig"), id="BOM"),
        pytest.param(GOOD.encode("utf-16"), id="UTF-16"),
        pytest.param(GOOD.replace(";", "\t").replace("\n", "\r\n").encode(), id="tabs, CRLF"),
        pytest.param(
            b'date,game,players,scores\n2025-12-31,"Score pad","Ann / Ben","10,0 / 7,00"\n',
            id="quotes, comma decimals",
        ),
    ],
)
def test_a_file_is_read_as_spreadsheets_write_it(club: Club, data: bytes) -> None:
    page = sends(club, data)

    assert page.status == 200, page.text
    club.phone.follow(keeps(club, page))
    assert club.standings == [("1", "Ann", "1", "5"), ("2", "Ben", "1", "3")]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("31.12.2025;Fizzbin;Ann / Ben;10 / 7", "Line 3, game: Unknown game “Fizzbin”"),
        (
            "31.12.2025;Score pad;Ann / Ann;10 / 7",
            "Line 3, players: “Ann” appears twice in this game.",
        ),
        ("31.12.2025;Score pad;Ann / Ben;10,5 / 7", "Line 3, scores: “10,5” isn't a whole number"),
        ("31.02.2025;Score pad;Ann / Ben;10 / 7", "Line 3, date: “31.02.2025” isn't a real date."),
        ("31.12.2999;Score pad;Ann / Ben;10 / 7", "Line 3, date: “31.12.2999” is still to come."),
        ('31.12.2025;"Score pad;Ann / Ben;10 / 7', "Line 3: A quotation mark is not closed"),
    ],
)
def test_line_errors_are_listed_without_import(club: Club, line: str, said: str) -> None:
    page = sends(club, f"{GOOD}{line}\n")

    assert page.status == 422
    assert said in page.text
    assert page.form("")  # what was sent is still there
    assert line.split(";")[1].strip('"') in page.forms[-1]["text"]
    assert not any("keep" in form.buttons for form in page.forms)
    forced = {**page.forms[-1].fields, "do": "keep"}
    assert club.phone.post(f"{club.address}/import", forced).status == 422
    assert club.standings == []


def test_many_faults_are_counted(club: Club) -> None:
    page = sends(club, HEADS + "31.12.2025;Fizzbin;Ann / Ben;10 / 7\n" * 60)

    assert page.text.count("Unknown game “") == 50
    assert "And 10 more." in page.text


def test_ambiguous_dates_are_asked_about(club: Club) -> None:
    page = sends(club, GOOD.replace("31.12.2025", "05/03/2025"))

    again = club.phone.send(f"{club.address}/import", page.forms[0], {"dates": "month"})

    assert again.status == 200
    assert "2025-05-03" in again.text
    club.phone.follow(keeps(club, again))
    assert club.standings[0] == ("1", "Ann", "1", "5")


def test_similar_name_is_asked_about(club: Club) -> None:
    page = sends(club, GOOD.replace("Ann", "Anne"))
    assert "Who is Anne? Ann a new guest" in page.text
    assert keeps(club, page).status == 422

    kept = keeps(club, page, **{"whom.anne": 1 + 1})

    club.phone.follow(kept)
    assert club.standings == [("1", "Ann", "1", "5"), ("2", "Ben", "1", "3")]


def test_same_file_is_left_out_but_may_be_kept(club: Club) -> None:
    club.phone.follow(keeps(club, sends(club, GOOD)))

    page = sends(club, GOOD)

    assert page.status == 200
    assert "Line 2: This game has already been imported." in page.text
    assert "keep" not in page.form("again").buttons
    again = club.phone.send(f"{club.address}/import", page.form("again"), {}, "again")
    club.phone.follow(again)
    assert club.standings[0] == ("1", "Ann", "2", "10")


WRONG = "31.02.2025;Score pad;Cat / Dan;1 / 2"


def test_valid_lines_are_imported_without_others(club: Club) -> None:
    left_out = f"{WRONG}\n31.12.2025;Fizzbin;Cat / Dan;1 / 2"
    page = sends(club, f"{GOOD}{left_out}\n")
    assert "Cat – Dan" not in page.text

    left = club.phone.send(f"{club.address}/import", page.form("part"), {}, "part")

    assert club.standings == [("1", "Ann", "1", "5"), ("2", "Ben", "1", "3")]
    form = left.form("file")
    assert form["text"].strip() == f"{HEADS}{left_out}"
    file = club.phone.send(f"{club.address}/import", form, {}, "file")
    assert file.body.decode("utf-8-sig").split() == f"{HEADS}{left_out}".split()

    # the whole file once more, put right: what was kept is not kept twice
    put_right = left_out.replace("31.02.", "28.02.").replace("Fizzbin", "Score pad")
    club.phone.follow(keeps(club, sends(club, f"{GOOD}{put_right}\n")))
    played = {name: games for _, name, games, _ in club.standings}
    assert played == {"Ann": "1", "Ben": "1", "Cat": "2", "Dan": "2"}


def test_repeated_partial_import_happens_once(club: Club) -> None:
    page = sends(club, f"{GOOD}{WRONG}\n")
    form = page.form("part")

    first, again = (club.phone.send(f"{club.address}/import", form, {}, "part") for _ in range(2))

    assert first.message == again.message
    assert again.form("file")["text"].strip() == f"{HEADS}{WRONG}"
    assert club.standings[0] == ("1", "Ann", "1", "5")


@pytest.mark.parametrize(("who", "first"), [("most", "Ann"), ("fewest", "Ben")])
def test_unknown_game_may_be_a_plain_result(club: Club, who: str, first: str) -> None:
    page = sends(club, GOOD.replace("Score pad", "Fizzbin"))
    assert page.status == 422

    again = club.phone.send(f"{club.address}/import", page.forms[0], {"game.fizzbin": who})

    assert again.status == 200
    assert "2025-12-31 Fizzbin Ann – Ben 10 : 7" in again.text
    club.phone.follow(keeps(club, again))
    assert club.standings[0][1] == first
    assert "Fizzbin 31 Dec 2025" in club.phone.get(f"{club.address}/games").text


def test_season_of_import_is_not_the_current_one(club: Club) -> None:
    unnamed = sends(club, GOOD, season="new", season_name=" ")
    assert unnamed.status == 422
    assert 'id="season_name-fault">' in unnamed.html
    page = sends(club, GOOD, season="new", season_name="Winter 2025")

    club.phone.follow(keeps(club, page))

    assert "Winter 2025" in club.phone.get(f"{club.address}/season/1").text
    assert "First season" in club.phone.get(f"/new/tally?league={club.public_id}").text


def workbook(*rows: list[object]) -> bytes:
    """A workbook of these rows."""
    book = Workbook()
    assert book.active
    for row in (["date", "game", "players", "scores"], *rows):
        book.active.append(row)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def test_a_workbook_is_read_as_it_is(club: Club) -> None:
    page = sends(club, workbook([datetime(2025, 12, 31), "Score pad", "Ann / Ben", "10 / 7"]))

    assert page.status == 200, page.text
    club.phone.follow(keeps(club, page))
    assert club.standings == [("1", "Ann", "1", "5"), ("2", "Ben", "1", "3")]


def test_an_import_is_undone_and_restored(club: Club) -> None:
    done = club.phone.follow(keeps(club, sends(club, GOOD)))
    strike = done.key("strike.")

    club.phone.do(f"{club.address}/import", {}, strike)
    assert club.standings == []

    club.phone.do(f"{club.address}/import", {}, strike.replace("strike", "restore"))
    assert club.standings == [("1", "Ann", "1", "5"), ("2", "Ben", "1", "3")]


def test_hostile_name_is_shown_as_written(club: Club) -> None:
    page = sends(club, GOOD.replace("Ann", "<i x=1>Zoë"))

    assert "<i x=1>Zoë" not in page.html
    club.phone.follow(keeps(club, page))
    assert "<i x=1>Zoë" in [name for _, name, *_ in club.standings]


def test_oversized_file_is_refused_in_words(club: Club) -> None:
    address = f"{club.address}/import"
    form = club.phone.get(address).form()
    fields = {name: form[name] for name in ("csrf_token", "key", "version")}
    parts = [f'name="{name}"\r\n\r\n{value}' for name, value in fields.items()]
    parts.append('name="file"; filename="results.csv"\r\n\r\n' + GOOD * 14_000)
    body = "".join(f"--part\r\nContent-Disposition: form-data; {one}\r\n" for one in parts)
    kind = {"Content-Type": "multipart/form-data; boundary=part"}

    page = club.phone.post(address, f"{body}--part--\r\n".encode(), kind)

    assert page.status == 422
    assert len(page.body) < 100_000


# --- what a file leaves open --------------------------------------------------------------------

WIDE = "Date;Ann;Ben;Cat\n05.01.2025;12;4;8\n12.01.2025;20;4;\n19.01.2025;25;7;13\n"


def test_sheet_of_player_columns_is_previewed(club: Club) -> None:
    page = sends(club, WIDE)

    assert (page.status, page.message) == (200, "Choose the game.")
    assert "2025-01-12 Score pad Ann – Ben 8 : 0" in page.text
    form = page.form("keep")
    assert (form["kind"], form["scores"], form["column.1"]) == ("tally", "running", "yes")
    assert club.standings == []

    club.phone.follow(keeps(club, page))

    # Ann 12 + 8 + 5
    assert [(name, games) for _, name, games, _ in club.standings] == [
        *(("Ann", "3"), ("Cat", "2"), ("Ben", "3")),
    ]
    again = sends(club, WIDE)
    assert again.message == "Every game in this file has already been imported."


def test_changed_answers_are_previewed_first(club: Club) -> None:
    page = keeps(club, sends(club, WIDE), scores="game", **{"column.3": ""})

    assert page.status == 422
    assert "2025-01-12 Score pad Ann – Ben 20 : 4" in page.text
    form = page.form("keep")
    assert (form["scores"], form["column.3"], form["column.2"]) == ("game", "", "yes")
    assert club.standings == []

    club.phone.follow(keeps(club, page))
    assert club.standings == [("1", "Ann", "3", "15"), ("2", "Ben", "3", "9")]


def test_game_in_title_is_the_usual_answer(club: Club) -> None:
    page = sends(club, "Oh Hell! in spring;;;\n" + WIDE.replace(";\n", ";9\n"))

    assert page.form("")["kind"] == "oh-hell"
    chosen = club.phone.send(f"{club.address}/import", page.forms[0], {"kind": "tally"})
    assert "2025-01-05 Score pad" in chosen.text


def test_missing_day_is_asked_at_its_field(club: Club) -> None:
    page = sends(club, "Game,Ann,Ben\nScore pad,3,4\n")
    assert page.status == 422
    assert 'id="day-fault">' in page.html

    wrong = club.phone.send(f"{club.address}/import", page.forms[0], {"day": "2999-01-01"})
    assert 'id="day-fault">' in wrong.html
    assert wrong.forms[0]["day"] == "2999-01-01"

    right = club.phone.send(f"{club.address}/import", page.forms[0], {"day": "2025-05-11"})
    assert "2025-05-11 Score pad Ann – Ben 3 : 4" in right.text
    club.phone.follow(keeps(club, right))
    assert club.standings[0][1] == "Ben"


def test_a_winner_without_points_is_marked_so(club: Club) -> None:
    page = sends(club, "Winner,Loser,Date,Game\nAnn,Ben,2025-03-01,Score pad\n")
    assert "Ann – Ben 1 : 0 winner only" in page.text

    club.phone.follow(keeps(club, page))

    assert club.standings == [("1", "Ann", "1", "5"), ("2", "Ben", "1", "3")]
    assert "imported, winner only" in club.phone.get(f"{club.address}/games").text
    book = club.phone.get(f"{club.address}/games.xlsx").body
    assert sends(club, book).message == "Every game in this file has already been imported."


def test_refusal_shows_the_layouts_that_are_read(club: Club) -> None:
    page = sends(club, "date,game\n2025-05-11,Spades\n")

    assert page.status == 422
    assert "date,game,winner,loser" in page.text
    assert "keep" not in page.form("").buttons
    assert page.form("")["text"].strip() == "date,game\n2025-05-11,Spades"


def test_preview_says_what_points_do_not_tell(club: Club) -> None:
    kinds = ["1,1,Ann,1,walkover,", "1,2,Ben,0,walkover,", "2,1,Ann,9,,lost", "2,2,Ben,4,,won"]
    rows = [f"2025-03-01,tally,{one}" for one in (*kinds, "3,1,Ann,,bye,")]
    page = sends(club, "date,game,no,side,player,score,kind,winner\n" + "\n".join(rows))
    for told in ("Ann – Ben 1 : 0 walkover", "Ann – Ben 9 : 4 won by Ben", "Ann 0 bye"):
        assert told in page.text

    club.phone.follow(keeps(club, page))

    # Ann: 3 for the game, 5 each for the walkover and the bye; Ben: 5 for the game
    assert [(one[1], one[3]) for one in club.standings] == [("Ann", "13"), ("Ben", "5")]
