"""The page of whoever runs the server: its passphrase, and what its keys do."""

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import quote

import pytest
from flask import Flask

from tests.web.phones import Form, Page, Phone, create_league

pytestmark = pytest.mark.long

Beside = Callable[..., Flask]
PASSPHRASE = "the green door"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of its own for the audit log."""
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path))


@pytest.fixture
def server(app_beside: Beside) -> Flask:
    return app_beside(OPERATOR_PASSPHRASE=PASSPHRASE)


def coming_from(app: Flask, address: str) -> Phone:
    phone = Phone(app)
    phone.client.environ_base["REMOTE_ADDR"] = address
    return phone


def said(phone: Phone, passphrase: str) -> Page:
    return phone.fill("/operator", {"passphrase": passphrase}, "enter")


@pytest.fixture
def operator(server: Flask) -> Phone:
    """Whoever has said the passphrase."""
    phone = coming_from(server, "203.0.113.1")
    assert said(phone, PASSPHRASE).status == 303
    return phone


def test_no_operator_page_without_the_setting(app_beside: Beside) -> None:
    assert Phone(app_beside()).get("/operator").status == 404


def test_nothing_is_shown_without_the_passphrase(server: Flask) -> None:
    phone = coming_from(server, "203.0.113.2")
    league = create_league(phone).rpartition("/")[2]

    page = phone.get("/operator")
    assert league not in page.html
    token = page.form("enter")["csrf_token"]
    sent = phone.post("/operator", {"csrf_token": token, "do": f"delete.{league}"})
    assert "Totals" not in sent.text
    assert phone.get(f"/l/{league}").status == 200
    assert said(phone, "the red door").status == 422


def test_guessing_ends_after_ten(server: Flask) -> None:
    guesser = coming_from(server, "203.0.113.3")

    assert [said(guesser, f"guess {n}").status for n in range(10)] == [422] * 10
    page = guesser.get("/operator")
    assert page.status == 429
    assert int(page.headers["Retry-After"]) > 3000
    assert coming_from(server, "203.0.113.4").get("/operator").status == 200


def test_simultaneous_guesses_are_ten_at_most(server: Flask) -> None:
    phones = [coming_from(server, "203.0.113.5") for _ in range(40)]
    forms = [phone.get("/operator").form("enter") for phone in phones]
    together = threading.Barrier(len(phones))

    def guess(phone: Phone, form: Form) -> int:
        together.wait()
        return phone.send("/operator", form, {"passphrase": "the blue door"}, "enter").status

    with ThreadPoolExecutor(len(phones)) as pool:
        answers = Counter(pool.map(guess, phones, forms))
    assert answers == {422: 10, 429: 30}


def test_a_league_is_suspended_and_resumed(server: Flask, operator: Phone) -> None:
    phone = Phone(server)
    league = create_league(phone).rpartition("/")[2]
    page = operator.get(f"/operator?find={league}")
    assert f"Tuesday club ({league}), games: 0" in page.text

    find = f"/operator?find={league}"
    assert operator.fill(find, do=f"suspend.{league}").status == 303
    assert phone.get(f"/l/{league}").status == 403
    page = operator.get(find)
    assert f"suspend {league}" in page.text

    assert operator.fill(find, do=f"resume.{league}").status == 303
    assert phone.get(f"/l/{league}").status == 200


def test_an_organiser_gets_a_new_link(server: Flask, operator: Phone) -> None:
    league = create_league(Phone(server)).rpartition("/")[2]
    answer = operator.fill(f"/operator?find={league}", do=f"link.{league}")

    assert answer.status == 200
    link = next(word for word in answer.text.split() if "/s/" in word)
    newcomer = Phone(server)
    newcomer.enter(link.removeprefix("http://localhost"))
    assert newcomer.get(f"/l/{league}/organise").status == 200
    assert link not in operator.get("/operator").text


@pytest.mark.parametrize("about", ["{id}", "http://localhost/t/{id}", "/t/{id}/share?x=1"])
def test_any_game_is_found_by_its_address(server: Flask, operator: Phone, about: str) -> None:
    game = Phone(server).starts("tally").rpartition("/")[2]
    find = f"/operator?find={quote(about.format(id=game))}"

    assert "Found" in operator.get(operator.fill(find, do=f"suspend.{game}").location).text
    assert f"{game} : tally, entries and corrections: 1" in operator.get(find).text
    assert Phone(server).get(f"/t/{game}").status == 403


def test_a_game_removed_meanwhile_is_reported(server: Flask, operator: Phone) -> None:
    game = Phone(server).starts("tally").rpartition("/")[2]
    page = operator.get(f"/operator?find={game}")
    assert operator.fill(f"/operator?find={game}", do=f"delete.{game}").status == 303

    form = page.form("purge")
    assert operator.send("/operator", form, do=f"delete.{game}").status == 303


def test_new_passphrase_signs_everybody_out(app_beside: Beside, operator: Phone) -> None:
    other = app_beside(OPERATOR_PASSPHRASE="another")
    cookie = operator.client.get_cookie("scorekeeper")
    assert cookie
    there = Phone(other)
    there.client.set_cookie("scorekeeper", cookie.value)
    assert "Totals" not in there.get("/operator").text

    operator.fill("/operator", do="out")
    assert "Totals" not in operator.get("/operator").text


def test_operator_drops_a_forgotten_passphrase(server: Flask, operator: Phone) -> None:
    ann, newcomer = Phone(server), Phone(server)
    league = create_league(ann)
    id_ = league.rpartition("/")[2]
    find = f"/operator?find={id_}"
    assert f"passphrase.{id_}" not in operator.get(find).html  # there is none
    ann.do(f"{league}/organise", {"passphrase": "the green door"}, "passphrase")
    link = next(w for w in operator.fill(find, do=f"link.{id_}").text.split() if "/s/" in w)
    assert newcomer.enter(link.removeprefix("http://localhost")).form().names >= {"passphrase"}

    page = operator.do(find, do=f"passphrase.{id_}")

    assert f"drop passphrase {id_}" in page.text
    newcomer.do(f"{league}/enter", {}, "")
    assert newcomer.get(f"{league}/organise").status == 200
