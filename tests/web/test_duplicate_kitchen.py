"""Four people play the boards of a past session at one table."""

import re
from io import BytesIO

import pytest
from flask import Flask

from scorekeeper.duplicate.exchange.usebio_out import usebio
from scorekeeper.duplicate.kitchen import standing
from scorekeeper.duplicate.result import score
from scorekeeper.leagues.duplicate.session import scored
from tests.duplicate.sessions import HERE, published
from tests.leagues.clubs import rows_of
from tests.web.duplicates import announced, end, play, set_up
from tests.web.phones import NewPhone, Page, Phone
from tests.web.test_duplicate_hands import members
from tests.web.test_duplicate_kinds import played_out
from tests.web.test_duplicate_session import Session

pytestmark = pytest.mark.long
HOME = "Yan, Zoe\nAbe, Bea"


def test_past_session_of_the_league_is_played_again(
    app: Flask, phone: Phone, new_phone: NewPhone, league: str
) -> None:
    before = set_up(phone, league, 8, "howell", 14)
    phone.do(f"{before}/hands", do="deal")
    with app.app_context():
        past = played_out(before)
        document = past.state
        games = len(rows_of("result"))
    files = phone.get(f"/e/{past.league}.{past.evening}/session.json").body
    evening = announced(phone, league)
    setup = f"{evening}/duplicate/setup"
    (address,) = (one for one in phone.get(setup).links("/kitchen"))
    page = phone.fill(address, {"pairs": "Yan, Zoe", "past": str(past.evening)}, "save")
    assert page.status == 422
    assert "Enter two pairs" in page.text
    page = phone.fill(address, {"pairs": HOME, "past": ""}, "save")
    assert "Choose a session or a file." in page.text

    assert phone.fill(address, {"pairs": HOME, "past": str(past.evening)}, "save").status == 303
    duplicate = f"{evening}/duplicate"
    with app.app_context():
        session = Session(duplicate)
        assert session.state.deals == document.deals
    (yan,) = members(app, new_phone, league, "Yan")
    yan.do(f"{duplicate}/making", do="make")
    assert "Board 1" in yan.get(f"{duplicate}/making").text

    sealed = yan.get(f"{duplicate}/board/1").text
    assert "once you don't play it any more" in sealed
    page = yan.follow(play(yan, duplicate, (1, 1, 1), "7NT N", 0))
    assert "you" in page.text
    assert "5 of 5 results are in." in page.text
    end(phone, duplicate)
    with app.app_context():
        state = Session(duplicate).state
        line = next(iter(state.lines.values()))
        assert state.past
        first, second = standing(state.past, state.home, scored(state, str, {}).result)
        assert line.result["contract"] == "7NT"
    ranking = phone.get(f"{duplicate}/ranking").text
    assert f"Yan & Zoe {first.value:.2f}" in ranking or f"Yan & Zoe {second.value:.2f}" in ranking
    assert "Your table" in ranking
    assert phone.get(f"/e/{session.league}.{session.evening}/session.json").status == 403
    assert phone.get(f"/e/{past.league}.{past.evening}/session.json").body == files
    with app.app_context():
        assert len(rows_of("result")) == games


def upload(phone: Phone, address: str, data: bytes) -> Page:
    """Send a file of a past session."""
    form = phone.get(address).form("save").filled({"pairs": HOME}, "save")
    return phone.post(address, {**form, "file": (BytesIO(data), "club.xml")})


def test_file_of_a_club_is_played_again(app: Flask, phone: Phone, league: str) -> None:
    given = published(HERE / "published" / "club-howell-sit-out.json")["session"]
    file = usebio(given, score(given))
    evening = announced(phone, league)
    address = f"{evening}/duplicate/kitchen"
    sent = upload(phone, address, file.encode())
    assert sent.status == 303, sent.text
    duplicate = f"{evening}/duplicate"
    number = re.findall(r"/board/(\d+)\?", phone.get(f"{duplicate}/table/1").html)[0]
    page = phone.follow(play(phone, duplicate, (1, 1, int(number)), "4S N"))
    assert "Points are North-South" in page.text
    for paper in ("travellers", "ranking", "cards", "guides"):
        assert phone.get(f"{duplicate}/paper/{paper}").status == 200
    assert phone.get(f"{duplicate}/director").status == 200
    other = f"{announced(phone, league)}/duplicate/kitchen"
    assert upload(phone, other, b"<USEBIO>").status == 422
