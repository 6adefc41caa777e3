"""Two directors at once: each looked before the other saved. Nothing is lost, nothing counts twice,
and the second is told in words what the first did."""

from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.leagues.visit import visit_league
from tests.leagues.clubs import link_to
from tests.web.duplicates import first_board, play, set_up
from tests.web.phones import Form, NewPhone, Page, Phone
from tests.web.test_duplicate_session import Session

pytestmark = pytest.mark.long


class Directors:
    """Ann and Bob direct the same evening; both look at a page before either saves."""

    def __init__(self, ann: Phone, bob: Phone, duplicate: str) -> None:
        self.ann, self.bob, self.duplicate = ann, bob, duplicate

    def at_once(self, path: str, do: str, of_ann: object, of_bob: object) -> tuple[Page, Page]:
        """Have both send a form of a page as it stood before; the answers to both."""
        address = f"{self.duplicate}/{path}"
        forms = [one.get(address).form(do) for one in (self.ann, self.bob)]
        first = self.ann.send(address, forms[0], of_ann, do)  # type: ignore[arg-type]
        assert first.status == 303, first.text
        return first, self.bob.send(address, forms[1], of_bob, do)  # type: ignore[arg-type]

    def again(self, path: str, page: Page, do: str) -> None:
        """Have Bob save what still stands in his form."""
        form: Form = page.form(do)
        assert self.bob.send(f"{self.duplicate}/{path}", form, {}, do).status == 303


@pytest.fixture
def directors(app: Flask, phone: Phone, new_phone: NewPhone, league: str) -> Directors:
    """Two organisers of a club, with an evening of eight pairs."""
    duplicate, bob = set_up(phone, league, 8, "howell", 21), new_phone()
    with app.app_context():
        visit = visit_league(league.rpartition("/")[2], "")
        secret = link_to(visit, "organiser", app.config["SECRET_KEY"])
    bob.enter(f"/s/{secret}", "Bob")
    return Directors(phone, bob, duplicate)


def test_rulings_on_one_result(app: Flask, directors: Directors) -> None:
    board = first_board(directors.ann, directors.duplicate, 1)
    play(directors.ann, directors.duplicate, (1, 1, board), "4S N")
    path = f"director/1/1/{board}"
    average = {"kind": "artificial", "ns_award": "A+", "ew_award": "A-", "note": "turned"}
    _, second = directors.at_once(path, "save", average, {"played": "3NT N -1"})

    assert second.status == 409
    assert "4 ♠ by North, made, now A+ / A- (“turned”)" in second.message
    assert second.form("save")["played"] == "3NT N -1"  # it is kept
    directors.again(path, second, "save")
    with app.app_context():
        (line,) = Session(directors.duplicate).state.lines.values()
    assert line.payload["contract"] == "3NT"
    assert "“turned”" in directors.ann.get(f"{directors.duplicate}/director").text


def test_next_round_is_started_once(app: Flask, directors: Directors) -> None:
    _, second = directors.at_once("director", "round.", {}, {})

    assert second.status == 303
    assert "Another director has started round 2 already." in directors.bob.follow(second).text
    with app.app_context():
        state = Session(directors.duplicate).state
    assert state.round == 2
    assert [one.kind for one in state.records].count("round") == 1


@pytest.mark.parametrize(
    ("do", "of_ann", "of_bob", "words", "kept"),
    [
        (
            "adjust",
            {"pair": "3", "percent": "10", "reason": "slow play"},
            {"pair": "3", "percent": "15", "reason": "late"},
            "Pair 3: −10% of a top, “slow play”",
            lambda state: (
                [one["percent_of_top"] for one in state.adjustments.values()] == [-10, -15]
            ),
        ),
        (
            "foul",
            {"board": "1", "played": ["1.1"]},
            {"board": "1", "played": ["2.2"]},
            "Board 1 was fouled",
            lambda state: state.fouled == {1: [(2, 2)]},
        ),
        (
            "sit",
            {"round": "1", "table": "1", "ns": "1", "ew": "2"},
            {"round": "1", "table": "1", "ns": "2", "ew": "1"},
            "Table 1 in round 1: 1 against 2",
            lambda state: state.sitting == {(1, 1): ("2", "1")},
        ),
        (
            "leave",
            {"pair": "3", "until": "4"},
            {"pair": "3", "until": "5"},
            "Pair 3 leaves after round 4",
            lambda state: state.pairs["3"].last == 5,
        ),
    ],
)
def test_second_sees_what_the_first_did(
    app: Flask,
    directors: Directors,
    do: str,
    of_ann: object,
    of_bob: object,
    words: str,
    kept: Callable[[object], bool],
) -> None:
    _, second = directors.at_once("director", do, of_ann, of_bob)

    assert second.status == 409
    assert f"saved meanwhile: {words}" in second.message
    directors.again("director", second, do)
    with app.app_context():
        assert kept(Session(directors.duplicate).state)


def test_same_penalty_from_both_counts_once(app: Flask, directors: Directors) -> None:
    typed = {"pair": "3", "percent": "10", "reason": "slow play"}
    _, second = directors.at_once("director", "adjust", typed, typed)

    assert second.status == 409
    with app.app_context():
        assert len(Session(directors.duplicate).state.adjustments) == 1


def test_tables_second_phone_is_told_the_other_result(directors: Directors) -> None:
    board = first_board(directors.ann, directors.duplicate, 1)
    address = f"{directors.duplicate}/table/1/board/{board}?round=1"
    typed = {"contract.0": 3, "contract.1": "NT", "declarer": 2}
    form = directors.bob.get(address).form("save")
    form = directors.bob.send(address, form, typed).form("save")
    play(directors.ann, directors.duplicate, (1, 1, board), "4S N")

    page = directors.bob.send(address, form, {"tricks": 9}, "save")

    assert page.status == 409
    assert "Another phone has saved: 4 ♠ by North, made" in page.message
    assert directors.bob.send(address, page.form("save"), {}, "save").status == 303
