"""Own games on the pages: shown before they are taken, kept, played, given on."""

import json
import re
import zlib
from base64 import urlsafe_b64decode
from random import Random
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import delete, update

from scorekeeper.games import games
from scorekeeper.own import game_of
from scorekeeper.store import own_games
from scorekeeper.store.schema.table import OwnGameRow, RuleSetRow
from scorekeeper.store.sql.database import writing
from scorekeeper.tables import loading
from tests.tables.test_own_tables import SLUG, TRICKS
from tests.web.phones import HTMX, NewPhone, Page, Phone, create_league, each, let_in
from tests.web.test_replies import announced, member, plans

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
    assert "✓ as its author saved it" in page.text
    assert "Shown first" not in phone.get("/new").text
    assert "Shown first" not in phone.get("/tables").text


@pytest.mark.parametrize(
    "change", [{"totals": [1, 2]}, {"scores": [1, 2]}, {"entries": [{"tricks": [-1, 0]}]}]
)
def test_a_wrong_example_is_marked(phone: Phone, change: dict[str, Any]) -> None:
    wrong = {**DOCUMENT, "examples": [{**EXAMPLE, **change}]}

    assert "△ not as its author saved it" in brought(phone, wrong).text


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


def test_what_the_table_carries_stands_beside_the_deal(phone: Phone) -> None:
    """A pot, and Belote's points held over, were nowhere on the page."""
    pot = {
        "name": "pot",
        "label": "Pot",
        "of": "deal",
        "start": 0,
        "next": "pot + sum(all(tricks))",
    }
    phase = {
        "name": "phase",
        "label": "Phase",
        "of": "player",
        "start": 1,
        "next": "phase + tricks",
    }
    kept = {**pot, "name": "kept", "label": "Kept back", "show": False}
    four = {"players": [4, 4], "sides": "partners", "carries": [pot, phase, kept], "examples": []}
    lines = [{"text": "tricks", "points": "sum(ours(tricks))"}]
    setup = phone.follow(brought(phone, {**named("With a pot"), **four, "lines": lines}, "play"))
    slug = setup.links("/rules/")[0].rpartition("/")[2]
    names = ["Ann", "Ben", "Cat", "Dan"]
    table = phone.fill(f"/new/{slug}", {"name": names}, "start").location
    assert "Pot" not in phone.get(table).text

    page = phone.play(table, each("tricks", [3, 1, 0, 2]))

    assert "deal 2 · Pot: 6 · Ben deals" in page.text
    assert "Phase (Ann): 4, Phase (Cat): 1" in page.text
    assert "Kept back" not in page.text
    assert "Pot: 6" in phone.get(f"{table}/wall").text


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
    assert "the highest total wins; equal totals share the win." in page.text
    assert "higher total" not in page.text


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


def test_a_season_chooses_games_for_its_members(app: Flask, phone: Phone) -> None:
    """Whoever is in the league finds it there; another edition of it is another game."""
    league = create_league(phone, players="Ann\nBen")
    ids = league.rpartition("/")[2]
    assert brought(phone, named("Ours"), "keep").status == 303
    slug = game_of(named("Ours")).slug
    rules = f"{league}/season/1/rules"

    page = phone.fill(rules, {"game": ["spades", slug]}, "save")

    assert page.status == 303
    assert phone.get(rules).form("save").fields["game"] == [slug, "spades"]
    with app.app_context(), writing() as connection:
        connection.execute(delete(RuleSetRow))
        connection.execute(update(OwnGameRow).values(made=0))
        own_games.remove_unused(connection)
    assert f"/new/{slug}?league={ids}" in member(app, league, "Ben").get(f"{league}/new").html
    assert "Ours" in phone.get(f"{league}/history").text
    for part in ("game", "handicaps"):
        assert phone.get(f"{league}/season/1/{part}/{slug}").status == 200
    start = {"name": ["Ann", "Ben"]}
    table = phone.fill(f"/new/{slug}?league={ids}", start, "start").location
    assert phone.play(table, each("tricks", [3, 10])).status == 200
    assert "Ours" in phone.get(f"{league}/games").text

    brought(phone, {**named("Ours"), "about": "The next edition."}, "keep")
    other = game_of({**named("Ours"), "about": "The next edition."}).slug
    refused = phone.fill(f"/new/{other}?league={ids}", start, "start")
    assert refused.status == 422


def test_a_league_offers_what_this_phone_keeps(app: Flask, phone: Phone) -> None:
    """Where all games count; else its organiser is led to where games are chosen."""
    league = create_league(phone, players="Ann\nBen")
    rules = f"{league}/season/1/rules"
    assert brought(phone, named("Kept by us"), "keep").status == 303

    changed = {**named("Kept by us"), "about": "The next edition."}
    assert brought(phone, changed, "keep").status == 303
    page = phone.get(f"{league}/new")
    assert page.text.count("Kept by us") == 1
    assert "Your own games" not in page.text

    phone.fill(rules, {"game": ["spades"]}, "save")
    page = phone.get(f"{league}/new")
    assert "Kept by us" not in page.text
    assert f"{rules}#games" in page.links(rules)
    assert "Your own games" not in member(app, league, "Ben").get(f"{league}/new").text


def test_a_league_is_founded_for_an_own_game(phone: Phone) -> None:
    assert brought(phone, named("Only ours"), "keep").status == 303
    slug = game_of(named("Only ours")).slug

    league = phone.fill("/leagues", {"name": "Our club", "game": slug}).location

    assert phone.get(f"{league}/new").links("/new/own-") == [
        f"/new/{slug}?league={league.rpartition('/')[2]}"
    ]
    refused = phone.fill("/leagues", {"name": "Another", "game": "own-nothing"})
    assert (refused.status, "Choose a game." in refused.text) == (422, True)


def test_an_evening_is_of_a_season_s_own_game(phone: Phone) -> None:
    """Announced, planned, its table opened by the plan, and counted."""
    league = create_league(phone, players="Ann\nBen")
    assert brought(phone, named("Ours tonight"), "keep").status == 303
    slug = game_of(named("Ours tonight")).slug
    assert phone.fill(f"{league}/season/1/rules", {"game": [slug]}, "save").status == 303
    evening = announced(phone, league, game=slug)

    page = plans(phone, f"{evening}/plan", {"names": "Ann, Ben", "rounds": 1})

    assert "Ours tonight" in phone.get(league).text
    (table,) = dict.fromkeys(phone.do(page, do="open.1").tables)
    assert phone.play(table, each("tricks", [3, 10])).totals == [30, 100]
    assert "won with 100" in phone.get(page).text
    assert "Ours tonight" in phone.get(f"{league}/games").text


def test_a_season_goes_over_to_a_newer_edition(phone: Phone) -> None:
    """New games are of the edition chosen last; the ones played by the other still count."""
    league = create_league(phone, players="Ann\nBen")
    ids, rules = league.rpartition("/")[2], f"{league}/season/1/rules"
    game = named("Ours for years")
    newer = {**game, "about": "The next edition."}
    slugs = [old, new] = [game_of(game).slug, game_of(newer).slug]
    brought(phone, game, "keep")
    assert phone.fill(rules, {"game": [old]}, "save").status == 303
    announced(phone, league, game=old)
    table = begun(phone, "Ours for years", league=ids)
    phone.play(table, each("tricks", [3, 1]))
    assert "Newer edition" not in phone.get(rules).text
    changed(phone, game, about=newer["about"])

    assert phone.get(table).links("/edition") == []
    page = phone.get(rules)
    assert page.html.index(f'value="{old}"') < page.html.index(f'value="{new}"')
    assert page.text.count("Newer edition. Tick both") == 1
    assert phone.get(f"{league}/new").links("/new/own-") == [f"/new/{old}?league={ids}"]
    assert phone.fill(rules, {"game": slugs}, "save").status == 303

    assert phone.get(f"{league}/new").links("/new/own-") == [f"/new/{new}?league={ids}"]
    offered = phone.get(f"{league}/evening/announce").html.partition('name="game"')[2]
    assert [slug in offered for slug in slugs] == [False, True]
    assert phone.play(table, each("tricks", [3, 10])).totals == [60, 110]
    assert "Ours for years" in phone.get(f"{league}/games").text
    assert phone.fill(f"/new/{new}?league={ids}", {"name": ["Ann", "Ben"]}, "start").status == 303


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

    table_said = "By “Tricks”: −5 from 0 on, 2×tricks from 3 on, 0 otherwise."  # noqa: RUF001
    for words in (f"… tricks If tricks≤9: {table_said}", "too many Otherwise: 1 point."):
        assert words in text
    assert "even By tricks = 2: 1 for yes, 0 for no." in text


def test_a_table_asks_about_a_changed_game(phone: Phone, new_phone: NewPhone) -> None:
    game = named("Changed here")
    brought(phone, game, "keep")
    table = begun(phone, "Changed here")
    phone.play(table, each("tricks", [3, 1]))
    assert phone.get(table).links("/edition") == []
    doubled = {**game["lines"][0], "points": "2 * worth * tricks"}
    changed(phone, game, lines=[doubled])

    page = phone.get(table)
    assert page.totals == [30, 10]
    assert "Changed here has been changed since this game began." in page.text
    assert let_in(phone, new_phone(), table, "watch").get(table).links("/edition") == []
    page = phone.follow(
        phone.send(table, phone.get(table).form("save"), each("tricks", [1, 0]), "save")
    )
    assert page.totals == [40, 10]
    page = phone.get(page.links("/edition")[0])
    assert "30 : 10" in page.text
    assert "80 : 20" in page.text
    page = phone.follow(phone.send(f"{table}/edition", page.forms[-1]))

    assert page.totals == [80, 20]
    assert page.links("/edition") == []
    assert "switched to newer rules" in phone.get(f"{table}/history").text
    assert phone.follow(phone.send(table, page.form("undo"), do="undo")).totals == [40, 10]
    assert phone.get(f"{table}/history").status == 200


def test_a_change_that_refuses_a_deal_is_not_offered(phone: Phone) -> None:
    game = named("Refused here")
    brought(phone, game, "keep")
    table = begun(phone, "Refused here")
    phone.play(table, each("tricks", [3, 1]))
    changed(phone, game, fields=[{**game["fields"][0], "most": 2}], examples=[])

    page = phone.get(f"{table}/edition")

    assert "not allowed" in page.text
    assert "Deal 1 no longer works: Tricks run from 0 to 2; 3 was entered." in page.text
    assert "Use current rules" not in page.text


def changed(phone: Phone, game: dict[str, Any], **parts: Any) -> None:
    """Keep a game with other parts, a while after it was made."""
    app = phone.client.application
    with app.app_context(), writing() as connection:
        connection.execute(update(OwnGameRow).values(made=OwnGameRow.made - 1000))
    brought(phone, {**game, **parts}, "keep")


def test_a_table_of_the_app_asks_too(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    table = phone.starts("rummikub", {"left": [0, 12, 30]}, players=["Ann", "Ben", "Cat"])
    found, current = games()._found["rummikub"], games()["rummikub"]
    assert current.own
    lines = [{**one, "rule": "left"} for one in current.own.document["lines"]]
    new = game_of({**current.own.document, "lines": lines}, "rummikub", current.guide)
    monkeypatch.setitem(games()._found, "rummikub", found._replace(make=lambda: new))
    loading._cache.clear()

    assert phone.get(table).links("/edition") == [f"{table}/edition"]
    assert "Total 42 : −12 : −30 42 : −12 : −30" in phone.get(f"{table}/edition").text  # noqa: RUF001
    for part in ("chart", "paper", "history", "rules", "head", "setup", "sheet.json", "e/1"):
        assert phone.get(f"{table}/{part}").status in (200, 404), part
    ids = table.rpartition("/")[2]
    assert phone.get(f"/rules/rummikub?table={ids}").status == 200
    assert phone.get(f"/rules/search?table={ids}&q=stopping+early").status == 200
    page = phone.follow(phone.send(f"{table}/edition", phone.get(f"{table}/edition").forms[-1]))
    assert page.links("/edition") == []


def test_points_with_a_fixed_sum_are_asked_openly(phone: Phone) -> None:
    table = phone.starts("tichu", players=["Ann", "Ben", "Cat", "Dan"])
    folded = phone.get(table).html.partition('class="more"')[0]
    assert "Points" in folded

    page = phone.fill(table, {"first": "0"}, "save")
    assert page.status == 422
    assert "Missing: Points." in page.text
    page = phone.play(table, {"first": "0", "cards.0": "60"})
    assert page.totals == [60, 40]
    page = phone.play(table, {"first": "1", "double": "1"})
    assert page.totals == [60, 240]


def test_a_sheet_may_leave_out_what_a_page_asks_for(phone: Phone) -> None:
    names = ["Ann", "Ben", "Cat", "Dan"]
    table = phone.starts("tichu", {"first": 0, "double": 0}, players=names)
    assert phone.get(table).totals == [200, 0]
    field: dict[str, Any] = {"name": "cards", "label": "Points", "of": "side", "kind": "number"}
    cards = {**field, "total": 100, "usually": 0}
    sheet = {**dict[str, Any](SHEET), "own": {**DOCUMENT, "fields": [*DOCUMENT["fields"], cards]}}
    assert "The sheet has 1 entry." in brought(phone, sheet).text


def test_its_pages_say_formulas_in_words(phone: Phone) -> None:
    taker = {"name": "taker", "label": "Taker", "of": "deal", "kind": "seat"}
    slam = {"name": "slam", "label": "Slam", "of": "deal", "kind": "yesno"}
    lines = [
        {"text": "{tricks:trick|tricks} taken", "points": "10 * tricks", "if": "me = taker"},
        {"text": "a slam", "points": "worth", "if": "slam"},
        {"text": "left", "points": "-tricks", "if": "tricks > 0"},
    ]
    ends = [{"when": one} for one in ("max(all(total)) >= worth", "deal >= 9", "total = 3")]
    fields = [*DOCUMENT["fields"], taker, slam]
    document = {**named("In words"), "fields": fields, "lines": lines, "examples": []}
    ends[2] = {"when": "max(all(total)) - min(all(total)) > 99"}

    page = phone.follow(brought(phone, {**document, "end": ends}, "keep"))
    rules = phone.get(page.links("/rules/")[0]).text

    for words in (
        "tricks taken For the player named at “Taker”: 10 points for each of “Tricks”.",
        "a slam If “Slam” is yes: “A trick is worth” points.",
        "left If “Tricks” is more than 0: −1 point for each of “Tricks”.",
    ):
        assert words in page.text
        assert words in rules
    assert "Taker one of the players" in page.text
    assert "Someone reaches “A trick is worth”." in rules
    assert "After 9 deals." in rules
    assert "max(all(total)) − min(all(total)) > 99." in rules


def test_a_game_says_when_it_is_over_and_what_its_house_rules_are(phone: Phone) -> None:
    rules = [
        {"name": "target", "label": "Goal", "kind": "number", "usually": 500}
        | {"least": 100, "most": 900},
        {"name": "how", "label": "Doubling", "kind": "choice", "usually": "none"}
        | {"values": [["none", "nobody may"], ["all", "all may"]]},
    ]
    ends = [
        {"when": "max(all(total)) >= target"},
        {"when": "deal >= 9", "rule": "late"},
    ]
    late = {"anchor": "late", "title": "Late", "text": "Nine deals are enough."}
    house = [*DOCUMENT.get("options", ()), *rules]
    game = {**named("Over at last"), "options": house, "end": ends, "rules": [late]}

    shown = brought(phone, game).text
    kept = phone.follow(brought(phone, game, "keep")).text

    for text in (shown, kept):
        assert "When the game is over Someone reaches “Goal”. Nine deals are enough." in text
        assert "Goal usually 500 Doubling usually nobody may" in text
    assert "When the players stop." in brought(phone, {**game, "end": []}).text


def test_a_file_that_is_no_game_is_refused_in_words_for_both(phone: Phone) -> None:
    page = phone.fill("/import", {"text": "no file of ours"})

    assert "This is no score sheet and no game, or not all of it." in page.text
    assert "“Save as a file” at a game" in page.text


def test_a_link_without_javascript_says_what_to_ask_for(phone: Phone) -> None:
    assert "needs JavaScript" in phone.get("/own").text
    assert "Ask for the file of the game instead." in phone.get("/own").text


def test_a_number_typed_by_hand_is_not_replaced(phone: Phone) -> None:
    """One that was filled in follows; of two that somebody typed nobody knows which is wrong."""
    table = phone.starts("belote")
    phone.do(table, {"takers": "0"}, "keep")
    phone.fill(table, {"cards.0": "90"}, headers=HTMX)
    phone.fill(table, {"cards.1": "70"}, headers=HTMX)

    page = phone.get(table)

    assert (page.form()["cards.0"], page.form()["cards.1"]) == ("90", "70")
    assert "Card points add up to 162; 160 were entered." in page.text
    phone.fill(table, {"cards.1": ""}, headers=HTMX)
    assert phone.do(table, {"cards.0": "80"}).totals == [0, 162]
