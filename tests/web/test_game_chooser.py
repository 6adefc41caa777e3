"""The page that helps to choose a game."""

from urllib.parse import urlencode

import pytest

from scorekeeper.games import games
from tests.web.phones import Phone


def test_it_is_a_form_that_needs_no_script(phone: Phone) -> None:
    (address,) = phone.get("/").links("/choose")
    form = phone.get(address).form()
    assert form.attributes["method"] == "get"
    assert form.attributes["action"].startswith("/choose")
    assert {"players", "minutes", "level", "company", "pack", "q"} == form.names

    page = phone.get("/choose?players=3&minutes=60&level=easy&company=alone&pack=52")

    assert page.form()["players"] == "3"
    assert page.form()["level"] == "easy"
    assert page.html.partition("Close matches")[0].count("/new/oh-hell") == 1


def test_every_game_is_listed_with_its_traits(phone: Phone) -> None:
    page = phone.get("/choose")

    assert [link for link in page.links("/new/") if link != "/new"] == [
        f"/new/{slug}" for slug in games()
    ]
    facts = "2–4 players · 45–75 minutes · some practice · partners or no partners · 52 cards"
    assert facts in page.text


def test_close_matches_say_what_does_not_fit(phone: Phone) -> None:
    page = phone.get("/choose?players=4&company=partners&pack=32&level=practice")
    near = page.html.partition("Close matches")[2]

    assert '<em class="warn">△ 52 cards</em>' in near
    assert near.count("<em") == near.count("<li>")


@pytest.mark.parametrize("page", ["/choose", "/new"])
def test_game_is_found_by_its_other_names(phone: Phone, page: str) -> None:
    for game in games().values():
        for name in (game.name, *game.aliases):
            found = phone.get(f"{page}?{urlencode({'q': name})}")
            assert f"/new/{game.slug}" in found.links("/new/"), name


def test_a_name_is_sought_among_what_fits(phone: Phone) -> None:
    assert phone.get("/choose?q=blackout&players=4").links("/new/") == ["/new/oh-hell?players=4"]
    assert phone.get("/choose?q=blackout&players=2").message == "0 games match."


def test_empty_search_leads_to_plain_pad(phone: Phone) -> None:
    page = phone.get("/new?q=quidditch")
    *_, link = page.links("/new?q=")

    assert phone.get(link).links("/new/") == ["/new/tally"]


def test_the_fold_stays_open_for_the_next_star(phone: Phone) -> None:
    page = phone.get("/new")
    assert '<details class="more" id="more">' in page.html

    answer = phone.send("/new", page.forms[-1], do="more.phase-10")
    page = phone.follow(answer)

    assert answer.location == "/new?more=open#more"
    assert '<details class="more" id="more" open>' in page.html
    assert page.forms[-1].attributes["action"] == "/new?more=open"
    assert page.html.index("/new/phase-10") < page.html.index("<h2>More games</h2>")
    answer = phone.send("/new?more=open", page.forms[-1], do="star.phase-10")
    assert answer.location == "/new?more=open#more"
    plain = phone.get("/new").forms[-1]
    assert phone.send("/new", plain, do="star.spades").location == "/new"
