"""Bonus, penalty and the history of a league as an organiser sees them."""

import pytest

from tests.web.phones import NewPhone, Page, Phone, create_league

pytestmark = pytest.mark.long

ANN = 2


@pytest.fixture
def league(phone: Phone) -> str:
    """The address of a league with Ann (2) and Ben (3)."""
    return create_league(phone, players="Ann\nBen")


def give(phone: Phone, league: str, points: str, reason: str, sign: str = "plus") -> Page:
    """Send the form for a bonus of Ann's."""
    typed = {"player": ANN, "sign": sign, "points": points, "reason": reason, "season": 1}
    return phone.fill(f"{league}/bonus", typed, "give")


@pytest.mark.parametrize(
    ("points", "sign", "shown"),
    [("2", "plus", "2"), ("2,5", "plus", "2.5"), ("1", "minus", "−1"), ("-3", "minus", "−3")],
)
def test_points_are_given_with_their_reason(
    phone: Phone, league: str, points: str, sign: str, shown: str
) -> None:
    phone.follow(give(phone, league, points, "made the coffee", sign))

    assert "Ann" in phone.get(league).text


@pytest.mark.parametrize(
    ("points", "reason", "field"),
    [("", "late", "points"), ("two", "late", "points"), ("2", " ", "reason")],
)
def test_invalid_input_stays_typed(
    phone: Phone, league: str, points: str, reason: str, field: str
) -> None:
    page = give(phone, league, points, reason, "minus")

    assert page.status == 422
    form = page.form("give")
    assert (form["points"], form["reason"], form["sign"]) == (points, reason, "minus")
    assert f'id="{field}-fault"' in page.html


def test_a_double_tap_gives_once(phone: Phone, league: str) -> None:
    form = phone.get(f"{league}/bonus").form("give")
    for _ in range(2):
        typed = {"points": "2", "reason": "coffee"}
        page = phone.follow(phone.send(f"{league}/bonus", form, typed, "give"))

    assert page.text.count("coffee") == 2  # what it was for, and what the key strikes


def test_a_bonus_is_deleted_and_restored(phone: Phone, league: str) -> None:
    phone.follow(give(phone, league, "2", "coffee"))

    assert phone.do(f"{league}/bonus", do="strike.").key("restore.")
    assert phone.do(f"{league}/bonus", do="restore.").key("strike.")


def test_a_decision_is_deleted_from_the_history(phone: Phone, league: str) -> None:
    history = f"{league}/history"
    phone.follow(give(phone, league, "2", "coffee"))
    phone.do(f"{league}/organise", {"name": "Friday club"}, "rename")

    assert "You undid: gave Ann 2 points" in phone.do(history, do="strike.").text
    assert not phone.get(f"{league}/bonus").key("strike.")

    phone.do(history, do="restore.")
    assert phone.get(f"{league}/bonus").key("strike.")


def test_only_what_was_seen_is_undone(phone: Phone, league: str) -> None:
    form = phone.get(f"{league}/history").forms[0]
    phone.follow(give(phone, league, "2", "coffee"))

    page = phone.send(f"{league}/history", form, {}, form.buttons[0])

    assert page.status == 409
    assert "coffee" in phone.get(f"{league}/bonus").text


def test_the_history_says_who_decided(phone: Phone, new_phone: NewPhone, league: str) -> None:
    other = new_phone()
    page = phone.do(f"{league}/organise", do="make.organiser")
    address = page.html.partition('readonly value="')[2].partition('"')[0]
    other.enter(address)
    other.do(f"{league}/organise", {"name": "Friday club"}, "rename")

    assert "An organiser renamed the league" in phone.get(f"{league}/history").text
    assert "You renamed the league" in other.get(f"{league}/history").text
    assert "An organiser created the league" in other.get(f"{league}/history").text


@pytest.mark.long
def test_older_decisions_are_on_the_next_page(phone: Phone, league: str) -> None:
    for one in range(55):
        phone.do(f"{league}/organise", {"name": f"Club {one}"}, "rename")

    first = phone.get(f"{league}/history")
    (older,) = first.links("before=")

    assert "created the league" not in first.text
    assert "created the league Tuesday club" in phone.get(older).text
