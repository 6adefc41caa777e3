"""Double dummy and par beside the hands of a session that is over."""

import time

import pytest

from scorekeeper.web.league.duplicate import solving
from tests.requirements import need_endplay
from tests.web.duplicates import end, first_board, play, set_up
from tests.web.phones import Page, Phone

pytestmark = pytest.mark.long
MISSING = "Double dummy and par are not installed on this server"


@pytest.fixture
def duplicate(phone: Phone, league: str) -> str:
    """A session of boards that the app has dealt, with one result."""
    address = set_up(phone, league, 8, "howell", 14)
    phone.do(f"{address}/hands", do="deal")
    play(phone, address, (1, 1, first_board(phone, address, 1)), "4S N")
    return address


def solved(phone: Phone, address: str) -> Page:
    """The page, once its deals are solved."""
    for _ in range(300):
        page = phone.get(address)
        if "being solved" not in page.text:
            return page
        time.sleep(0.1)
    raise AssertionError("never solved")


def test_hands_are_solved_once_it_is_over(phone: Phone, duplicate: str) -> None:
    need_endplay()
    assert "Double dummy" not in phone.get(f"{duplicate}/board/1").text
    end(phone, duplicate)

    page = solved(phone, f"{duplicate}/board/1")
    assert "Par:" in page.text
    paper = solved(phone, f"{duplicate}/paper/hands")
    assert paper.text.count("Par:") == 14
    assert MISSING not in phone.get(f"{duplicate}/hands").text


def test_server_without_a_solver_says_so(
    phone: Phone, duplicate: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("solving", "dealt"):
        monkeypatch.setattr(
            f"scorekeeper.web.league.duplicate.{module}.is_installed", lambda: False
        )
    end(phone, duplicate)

    page = phone.get(f"{duplicate}/board/1")
    assert "North" in page.text
    assert "Par:" not in page.text
    assert "being solved" not in page.text
    assert MISSING in phone.get(f"{duplicate}/hands").text


def test_deal_that_cannot_be_solved_is_told(
    phone: Phone, duplicate: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*asked: str) -> None:
        raise ValueError(asked)

    monkeypatch.setattr(solving, "is_installed", lambda: True)
    monkeypatch.setattr(solving, "solve", fails)
    solving._solved.clear()
    end(phone, duplicate)

    page = solved(phone, f"{duplicate}/board/1")
    assert "Double dummy could not be solved." in page.text
    solving._solved.clear()
