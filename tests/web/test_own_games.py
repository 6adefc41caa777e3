"""Own games on the pages: shown before they are taken, kept, played, given on."""

import json
import re
import zlib
from base64 import urlsafe_b64decode
from random import Random
from typing import Any

import pytest

from scorekeeper.own import game_of
from tests.tables.test_own_tables import SLUG, TRICKS
from tests.web.phones import NewPhone, Page, Phone, create_league, each, let_in

EXAMPLE = {
    "title": "The first evening",
    "players": ["Ann", "Ben"],
    "entries": [{"tricks": [3, 1]}],
    "totals": [30, 10],
}
DOCUMENT: dict[str, Any] = {**TRICKS, "by": "Zoe", "examples": [EXAMPLE]}
SHEET = {
    "format": "scorekeeper/1",
    "game": "own",
    "own": DOCUMENT,
    "players": ["Ann", "Ben"],
    "entries": [{"tricks": [3, 1]}],
}


def brought(phone: Phone, document: Any, do: str = "") -> Page:
    """The page after a text was imported, or after a key was pressed on that."""
    page = phone.fill("/import", {"text": json.dumps(document)})
    return phone.send("/import", page.form(do), do=do) if do else page


def named(name: str) -> dict[str, Any]:
    """A game of its own: the app's database is shared."""
    return {**DOCUMENT, "name": name}


def test_a_game_is_shown_before_it_is_taken(phone: Phone) -> None:
    page = brought(phone, named("Shown first"))

    for words in ("Shown first", "By Zoe", "Tricks", "The first evening", "Ann: 30, Ben: 10"):
        assert words in page.text
    assert "✓ as its author worked it out" in page.text
    assert "Shown first" not in phone.get("/new").text
    assert "Shown first" not in phone.get("/tables").text


@pytest.mark.parametrize(
    "change", [{"totals": [1, 2]}, {"scores": [1, 2]}, {"entries": [{"tricks": [-1, 0]}]}]
)
def test_a_wrong_example_is_marked(phone: Phone, change: dict[str, Any]) -> None:
    wrong = {**DOCUMENT, "examples": [{**EXAMPLE, **change}]}

    assert "△ not as its author worked it out" in brought(phone, wrong).text


def test_a_wrong_document_names_its_faults(phone: Phone) -> None:
    page = brought(phone, {**DOCUMENT, "lines": [{"text": "a", "points": "trick"}]})

    assert page.status == 422
    assert "lines 1, points: “trick” is not known here. Did you mean tricks?" in page.text
    assert json.loads(page.form()["text"])["name"] == "Ten a trick"


def test_a_strangers_text_is_no_markup(phone: Phone) -> None:
    page = brought(phone, {**DOCUMENT, "name": "<b>x</b>", "by": "<i>", "about": "<script>"})

    assert page.status == 200
    assert not any(one in page.html for one in ("<b>x", "<i>", "<script>"))


def test_a_kept_game_stands_among_your_games(phone: Phone, new_phone: NewPhone) -> None:
    game = named("Kept here")
    page = phone.follow(brought(phone, game, "keep"))

    assert page.message == "Kept. It stands in New game under Your games."
    for address in ("/new", "/new?q=kept", "/own", "/house-rules"):
        assert "Kept here" in phone.get(address).text
        assert "Kept here" not in new_phone().get(address).text
    assert "You keep this game already." in brought(phone, game).text
    other = brought(phone, {**game, "about": "Another edition"})
    assert "You keep another edition of this game." in other.text


def test_a_document_is_played(phone: Phone) -> None:
    setup = phone.follow(brought(phone, named("Played here"), "play"))
    address = setup.links("/rules/")[0]
    assert "Played here" in phone.get(address).text

    table = phone.fill(f"/new/{address.rpartition('/')[2]}", {"name": ["Ann", "Ben"]}, "start")
    page = phone.play(table.location, each("tricks", [3, 1]), each("tricks", [0, 2]))

    assert page.totals == [30, 30]
    assert "3 tricks" in phone.get(f"{table.location}/why/0").text
    assert phone.sheet(table.location)["own"]["name"] == "Played here"
    for part in ("chart", "paper", "history", "figures", "rules", "head", "wall", "sheet.csv"):
        assert phone.get(f"{table.location}/{part}").status == 200, part
    for page in map(phone.get, ("/", "/tables", "/figures", "/new")):
        assert "Played here" in page.text


def begun(phone: Phone, name: str, names: list[str] | None = None, league: str = "") -> str:
    """The address of a table at a game of this name."""
    setup = phone.follow(brought(phone, named(name), "play"))
    slug = setup.links("/rules/")[0].rpartition("/")[2]
    address = f"/new/{slug}?league={league}" if league else f"/new/{slug}"
    page = phone.fill(address, {"name": names or ["Ann", "Ben"]}, "start")
    assert page.status == 303, page.text
    return page.location


def test_a_game_is_finished_and_played_again(phone: Phone) -> None:
    table = begun(phone, "Finished here")
    page = phone.play(table, each("tricks", [3, 10]))

    assert "Ben won with 100" in page.text
    assert "Ben" in phone.get("/tables").text
    (form,) = (one for one in phone.get("/").forms if "/again/" in one.attributes["action"])
    again = phone.follow(phone.send("/", form))
    assert again.totals == [0, 0]
    assert "Ben" in phone.get("/figures").text


def test_its_rules_answer_questions(phone: Phone) -> None:
    table = begun(phone, "Asked here")

    page = phone.get(f"/rules/search?table={table.rpartition('/')[2]}&q=stopping+early")
    assert page.status == 200
    assert "best total wins" in page.text


def test_others_watch_and_score_it(phone: Phone, new_phone: NewPhone) -> None:
    table = begun(phone, "Watched here")

    assert let_in(phone, new_phone(), table, "watch").get(table).status == 200
    other = let_in(phone, new_phone(), table, "scorer")
    assert other.play(table, each("tricks", [3, 1])).totals == [30, 10]
    assert "Watched here" in other.get("/tables").text


def test_a_league_counts_it(phone: Phone) -> None:
    league = create_league(phone, players="Ann\nBen")
    table = begun(phone, "Of the league", league=league.rpartition("/")[2])
    phone.play(table, each("tricks", [3, 10]))

    for page in ("", "/games", "/players", "/records", "/seasons", "/history", "/ratings"):
        assert phone.get(f"{league}{page}").status == 200, page
    assert "Of the league" in phone.get(f"{league}/games").text
    assert phone.get(f"{league}/games?game={game_of(named('Of the league')).slug}").status == 200
    assert phone.get(f"{league}/league.json").status == 200


def test_a_sheet_goes_on_where_it_stopped(phone: Phone) -> None:
    assert "The sheet has 1 entry." in brought(phone, SHEET).text

    page = phone.follow(brought(phone, SHEET, "play"))

    assert page.totals == [30, 10]


def test_a_game_is_given_on(phone: Phone, new_phone: NewPhone) -> None:
    page = phone.follow(brought(phone, named("Given on!"), "keep"))

    [link] = re.findall(r'value="([^"]*/own#g=[^"]*)" aria-label="Link"', page.html)
    packed = link.partition("#g=")[2]
    text = zlib.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)))
    assert json.loads(text) == named("Given on!")
    file = new_phone().get(page.links("game.json")[0])
    assert json.loads(file.body) == named("Given on!")
    assert file.headers["Content-Disposition"] == "attachment; filename=given-on.game.json"
    assert "<svg" in page.html


def test_a_long_game_has_no_code(phone: Phone) -> None:
    random = Random(1)
    texts = ["".join(random.choices("abcdefghij", k=1000)) for _ in range(5)]
    rules = [{"anchor": f"r{n}", "title": "Rule", "text": one} for n, one in enumerate(texts)]
    page = phone.follow(brought(phone, {**named("Long"), "rules": rules}, "keep"))

    assert "too long for a QR code" in page.text
    assert 'class="qr"' not in page.html


@pytest.mark.parametrize("slug", ["spades", "phase-10", "own-0", "own-" + "0" * 32, SLUG[:-1]])
def test_no_other_game_is_an_own_one(phone: Phone, slug: str) -> None:
    assert phone.get(f"/own/{slug}").status == 404
    assert phone.get(f"/own/{slug}/game.json").status == 404


@pytest.mark.parametrize("do", ["play", "keep"])
@pytest.mark.parametrize("name", ["with", "ruling", "key", "version"])
def test_a_game_a_table_cannot_keep_is_refused(phone: Phone, name: str, do: str) -> None:
    field = {"name": name, "label": "Tricks", "of": "player", "kind": "number"}
    lines = [{"text": "taken", "points": name}]
    page = brought(phone, {**TRICKS, "fields": [field], "lines": lines}, do)

    assert page.status == 422
    assert f"A table can't keep a game in which something is called “{name}”." in page.text


def test_a_table_worth_is_put_in_words(phone: Phone) -> None:
    table = {"by": "tricks", "from": [[0, -5], [3, "2*tricks"]], "else": 0}
    lines = [
        {"text": "{tricks} {tricks:trick|tricks}", "points": table, "if": "tricks<=9"},
        {"text": "too many", "points": 1, "otherwise": True},
        {"text": "even", "points": {"by": "tricks = 2", "rows": [[True, 1], [False, 0]]}},
    ]
    text = brought(phone, {**TRICKS, "lines": lines}).text

    for words in ("… tricks", "By tricks", "0: −5", "3: 2×tricks", "otherwise: 0"):  # noqa: RUF001
        assert words in text
    for words in ("Only if tricks≤9", "Only where the line above did not apply", "yes: 1"):
        assert words in text
