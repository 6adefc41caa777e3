"""A phone has its identity with the first form that it is shown: what it sends twice at once, or
again after a lost answer, comes from one phone."""

import json
from typing import Any, NamedTuple

import pytest
from flask import Flask

from tests.web.phones import NAMES, NewPhone, Page, Phone

SHEET = {"format": "scorekeeper/1", "game": "tally", "players": NAMES, "entries": []}


class First(NamedTuple):
    """What a phone that was never here sends first: the page, what is typed there, its key."""

    page: str
    typed: dict[str, Any]
    do: str = ""


FIRST = {
    "start": First("/new/tally", {"name": ["Ann", "Ben"]}, "start"),
    "import": First("/import", {"text": json.dumps(SHEET)}),
    "league": First("/leagues", {"name": "Tuesday club"}),
}


def cookies(phone: Phone) -> dict[str, Any]:
    """Return what the phone's cookie holds."""
    with phone.client.session_transaction(base_url=phone.base_url) as held:
        return dict(held)


def send(phone: Phone, first: First) -> tuple[Page, Page]:
    """Send the first form twice, the second time before the first answer has come; both answers,
    and the phone keeps what the last one says."""
    form = phone.get(first.page).form(first.do)
    double = Phone(phone.client.application, phone.base_url)
    with double.client.session_transaction(base_url=phone.base_url) as held:
        held.update(cookies(phone))
    once = double.send(first.page, form, first.typed, first.do)
    return once, phone.send(first.page, form, first.typed, first.do)


@pytest.mark.parametrize("name", FIRST)
def test_double_tap_makes_one_thing_of_one_owner(phone: Phone, name: str) -> None:
    once, twice = send(phone, FIRST[name])

    assert (once.status, twice.status) == (303, 303)
    assert once.location == twice.location
    assert phone.follow(twice).status == 200


@pytest.mark.long
def test_every_form_page_gives_a_phone_identity(app: Flask, new_phone: NewPhone) -> None:
    pages = [rule.rule for rule in app.url_map.iter_rules() if not rule.arguments]
    asked = [page for page in [*pages, "/new/tally", "/new/spades"] if page != "/sw.js"]
    given = {}
    for page in asked:
        phone = new_phone()
        if 'method="post"' in phone.get(page).html:
            given[page] = "device" in cookies(phone)

    assert given.keys() >= {"/new/tally", "/new/spades", "/import", "/leagues", "/settings"}
    assert all(given.values()), given


def test_looking_gives_a_phone_no_identity(phone: Phone) -> None:
    for page in ("/", "/rules/", "/rules/spades", "/health"):
        phone.get(page)

    assert cookies(phone) == {}


def test_same_phone_asks_again_for_lost_answer(phone: Phone) -> None:
    form = phone.get("/new/tally").form("start")
    before = cookies(phone)
    phone.send("/new/tally", form, {"name": ["Ann", "Ben"]}, "start")
    with phone.client.session_transaction(base_url=phone.base_url) as held:
        held.clear()  # the answer never came, nor did its cookie
        held.update(before)

    again = phone.send("/new/tally", form, {"name": ["Ann", "Ben"]}, "start")

    assert phone.follow(again).status == 200
