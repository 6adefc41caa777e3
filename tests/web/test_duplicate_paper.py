"""A duplicate evening on paper, as files, and how the cards lay."""

import io
import re
from typing import Any

import pytest
from flask import Flask

from scorekeeper.duplicate.exchange.reading import read_file
from scorekeeper.duplicate.result import score
from scorekeeper.leagues.visit import visit_league
from tests.leagues.clubs import link_to
from tests.web.duplicates import end, first_board, play, set_up
from tests.web.phones import NewPhone, Page, Phone

pytestmark = pytest.mark.long

SUITS = ("AKQJT98765432", "", "", "")
HANDS = [".".join(SUITS[-at:] + SUITS[:-at]) for at in range(4)]
PAPERS = ("guides", "blanks", "travellers", "ranking", "cards")


@pytest.fixture
def duplicate(phone: Phone, league: str) -> str:
    """An evening of 8 pairs with a result."""
    address = set_up(phone, league, 8, "howell", 21)
    play(phone, address, (1, 1, first_board(phone, address, 1)), "4S N", 1)
    return address


def upload(phone: Phone, duplicate: str, data: bytes) -> Page:
    """Bring a file of deals."""
    form = phone.get(f"{duplicate}/hands").form("read").filled({}, "read")
    return phone.post(f"{duplicate}/hands", {**form, "file": (io.BytesIO(data), "deals.pbn")})


def typed(phone: Phone, duplicate: str, **about: Any) -> Page:
    """Type the hands of a board."""
    return phone.fill(f"{duplicate}/hands", about, "type")


def test_files_say_what_the_session_says(phone: Phone, duplicate: str) -> None:
    end(phone, duplicate)
    league, evening = re.findall(r"/l/(\w+)/evening/(\d+)", duplicate)[0]
    links = phone.get(f"{duplicate}/paper").links(f"/e/{league}.{evening}/session.")
    files = {one.rpartition(".")[2]: phone.get(one) for one in links}

    assert sorted(files) == ["csv", "json", "pbn", "xml"]
    assert "duplicate-2026-11-24.xml" in files["xml"].headers["Content-Disposition"]
    scored = [score(read_file(files[one].body).session) for one in ("json", "pbn", "xml")]
    assert scored[0]["fields"] == scored[1]["fields"] == scored[2]["fields"]
    assert "#TRAVELLERS" in files["csv"].body.decode()


def test_papers_print_what_was_played(phone: Phone, duplicate: str) -> None:
    links = [one.rpartition("/")[2] for one in phone.get(f"{duplicate}/paper").links("/paper/")]

    assert links == [*PAPERS]
    pages = {one: phone.get(f"{duplicate}/paper/{one}") for one in PAPERS}
    assert "4♠+1" in pages["travellers"].text.replace(" ", "")
    assert "50.00" in pages["ranking"].text
    assert re.search(r"[+−]\d{3}", pages["cards"].text)
    assert pages["blanks"].text.count("Contract") == 21


def test_papers_wait_for_the_end(
    app: Flask, phone: Phone, new_phone: NewPhone, duplicate: str
) -> None:
    with app.app_context():
        visit = visit_league(duplicate.split("/")[2], "")
        secret = link_to(visit, "member", app.config["SECRET_KEY"])
    public = new_phone()
    public.enter(f"/s/{secret}", "Zara")

    assert "at the end of the session" in public.get(f"{duplicate}/paper").text
    assert public.get(f"{duplicate}/paper/travellers").status == 403
    assert phone.get(f"{duplicate}/paper/hands").status == 403
    assert phone.get(f"{duplicate}/paper/none").status == 404


def test_hands_of_a_file_are_sealed_until_the_end(phone: Phone, duplicate: str) -> None:
    deal = f"N:{' '.join(HANDS)}"
    pbn = f'[Board "1"]\n[Deal "{deal}"]\n\n[Board "2"]\n[Deal "{deal}"]\n'

    page = phone.follow(upload(phone, duplicate, pbn.encode()))

    assert "Hands of 2 boards" in phone.get(f"{duplicate}/director").text
    assert "The hands of 2 of 21 boards are here." in page.text
    session = f"/e/{duplicate.split('/')[2]}.{duplicate.split('/')[4]}/session.json"
    assert "A K Q J 10" not in phone.get(f"{duplicate}/board/1").text
    assert b'"deal"' not in phone.get(session).body
    end(phone, duplicate)
    assert "A K Q J 10" in phone.get(f"{duplicate}/board/1").text
    assert phone.get(session).body.count(deal.encode()) == 2
    assert phone.get(f"{duplicate}/paper/hands").text.count("A K Q J 10") == 8


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "Choose a file."),
        (b"[Board", "Line 1"),
        (b'[Board "1"]\n[Deal "N:AK... - - -"]\n', "no whole deal"),
        (b'[Board "99"]\n[Deal "N:%s"]\n' % " ".join(HANDS).encode(), "no whole deal"),
        (b"<!DOCTYPE USEBIO [<!ENTITY a 'b'>]><USEBIO/>", "entities"),
    ],
    ids=["none", "broken", "parts", "elsewhere", "entities"],
)
def test_file_without_deals_is_refused(
    phone: Phone, duplicate: str, data: bytes, told: str
) -> None:
    page = upload(phone, duplicate, data)

    assert page.status == 422
    assert told in page.text


def test_hands_are_typed_after_the_play(phone: Phone, duplicate: str) -> None:
    wrong = typed(phone, duplicate, board="3", N=HANDS[0], E=HANDS[1])
    assert wrong.status == 422
    assert "Enter three hands or all four." in wrong.text
    assert wrong.form("type")["E"] == HANDS[1]
    assert "Enter a board from 1 to 21." in typed(phone, duplicate, board="22").text

    right = dict(zip("NES", HANDS, strict=False))
    assert typed(phone, duplicate, board="3", **right).status == 303
    end(phone, duplicate)
    assert phone.get(f"{duplicate}/board/3").text.count("A K Q J 10 9") == 4
