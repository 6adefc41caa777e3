"""A player's coin has a colour and an initial, which the player's own phone or an organiser may
change; it stands wherever the league names the player."""

import re
from collections.abc import Callable

import pytest

from tests.web.phones import Page, Phone, create_league
from tests.web.test_league_phones import history, joins

NewPhone = Callable[[], Phone]


@pytest.fixture
def league(phone: Phone) -> str:
    """A league of Ann (2) and Ben (3) with a game."""
    league = create_league(phone, players="Ann\nBen")
    started = phone.fill(
        f"/new/tally?league={league.rpartition('/')[2]}", {"name": ["Ann", "Ben"]}, "start"
    ).location
    phone.do(started, {"points.0": 5, "points.1": 3})
    phone.do(f"{started}/write/finish", {}, "save")
    return league


def coin(page: Page, name: str) -> tuple[str, str]:
    """The colour and the letters of a player's coin in the standings."""
    found = re.search(rf'class="s(\d)" data-coin="([^"]*)"[^>]*>{name}<', page.html)
    assert found
    return found[1], found[2]


@pytest.mark.long
def test_a_player_changes_their_own_coin(phone: Phone, new_phone: NewPhone, league: str) -> None:
    ben = new_phone()
    joins(phone, ben, league, "Ben")
    assert coin(phone.get(league), "Ben") == ("3", "B")

    page = ben.do(f"{league}/phones", {"colour": "1", "initial": "Bn"}, "coin")

    assert "Coin changed." in page.text
    assert coin(phone.get(league), "Ben") == ("1", "Bn")
    assert coin(phone.get(league), "Ann") == ("2", "A")
    assert "Ben changed the coin of Ben" in history(phone, league)


def test_an_organiser_changes_anybodys_coin(phone: Phone, league: str) -> None:
    phone.do(f"{league}/player/2/edit", {"colour": "5", "initial": ""}, "coin")

    assert coin(phone.get(league), "Ann") == ("5", "A")
    phone.do(f"{league}/player/2/edit", {"name": "Zoe"}, "rename")
    assert coin(phone.get(league), "Zoe") == ("5", "Z")


def test_a_coin_has_room_for_two_letters(phone: Phone, league: str) -> None:
    refused = phone.fill(f"{league}/player/2/edit", {"initial": "Ann"}, "coin")

    assert refused.status == 422
    assert "A coin has room for two letters." in refused.text
    assert coin(phone.get(league), "Ann") == ("2", "A")


def test_nobody_else_changes_a_coin(phone: Phone, new_phone: NewPhone, league: str) -> None:
    other = new_phone()
    joins(phone, other, league, "")
    form = other.get(f"{league}/phones").forms[0]

    assert "coin" not in form.buttons
    sent = {**form.fields, "do": "coin", "colour": "1", "initial": ""}
    assert other.post(f"{league}/phones", sent).status == 403


def test_keys_that_pick_a_player_have_the_coins_of_the_totals(phone: Phone) -> None:
    table = phone.fill("/new/euchre", {"name": ["Ann", "Ben", "Cat", "Dan"]}, "start").location

    html = phone.get(table).html

    for name, colour in (("Ann", 0), ("Ben", 1), ("Cat", 0), ("Dan", 1)):
        key = rf'<label class="key[^"]* s{colour}"><input [^>]*><span data-coin="{name[0]}">{name}<'
        assert re.search(key, html)
