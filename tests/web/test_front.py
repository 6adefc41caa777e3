"""Beginning a table: choosing, setting up, the same again, this phone's tables, settings."""

import io
import json
import re
from datetime import UTC, date, datetime
from typing import Any

import pytest

from scorekeeper.days import DAY, day_of, written_month
from scorekeeper.games import games
from scorekeeper.store.table import rows
from scorekeeper.web.home import views as home_views
from scorekeeper.web.shared import templating
from tests.web.phones import NAMES, NewPhone, Phone, keys, let_in

START = "/new/spades"


def test_a_table_starts_with_nothing_typed(phone: Phone) -> None:
    page = phone.do(START, do="start")

    assert page.totals == [0, 0]


def test_a_table_starts_as_it_was_set_up(phone: Phone) -> None:
    typed = {"variant": "bags", "name": NAMES, "dealer": 2}
    form = phone.get(START).form("start")
    shown = phone.send(START, form, typed, "look")
    assert shown.status == 200
    assert shown.form("start")["variant"] == "bags"
    assert shown.form("start").fields["name"] == NAMES

    page = phone.follow(phone.send(START, shown.form("start"), {"target": 250}, "start"))

    sheet = json.loads(phone.get(page.links("sheet.json")[0]).html)
    assert (sheet["variant"], sheet["options"], sheet["players"]) == (
        "bags",
        {"target": 250},
        NAMES,
    )


@pytest.mark.parametrize("slug", list(games()))
def test_every_game_starts_from_its_page(phone: Phone, slug: str) -> None:
    page = phone.do(f"/new/{slug}", do="start")

    assert games()[slug].name in page.text
    assert "deal 1" in page.text


def test_changed_house_rules_stay_shown(phone: Phone) -> None:
    form = phone.get(START).form("start")
    assert '<details class="more rules">' in phone.get(START).html

    page = phone.send(START, form, {"target": 250}, "up.1")

    changed = r'<details class="more rules"><summary>House rules<small>([^<]*)</small>'
    assert re.findall(changed, page.html) == ["played to 250"]

    page = phone.send(START, form, {"target": "", "bag_penalty": 333}, "up.1")

    assert re.findall(changed, page.html) == ["a bag penalty of 333"]


def test_names_move_along_and_players_change(phone: Phone) -> None:
    form = phone.get("/new/tally").form("start")
    page = phone.send("/new/tally", form, {"name": NAMES}, "up.2")
    assert page.form("start").fields["name"] == ["Ann", "Cat", "Ben", "Dan"]

    page = phone.get("/new/tally")
    assert page.form("start").fields["name"] == [""] * 7
    page = phone.send("/new/tally", page.form("start"), do="more")
    assert page.form("start").fields["name"] == [""] * 8
    assert "Start game: 4 players" in page.text


@pytest.mark.parametrize(
    "typed",
    [
        {"target": 10},
        {"target": "many"},
        {"name": ["Ann", "ann ", "Cat", "Dan"]},
        {"name": ["A" * 41, "Ben", "Cat", "Dan"]},
        {"name": ["A\0", "Ben", "Cat", "Dan"]},
    ],
)
def test_refused_setup_keeps_what_was_typed(phone: Phone, typed: dict[str, Any]) -> None:
    typed = {"name": ["Eve", "Ben", "Cat", "Dan"], "dealer": 3, **typed}
    page = phone.fill(START, typed, "start")

    assert page.status == 422
    assert page.message
    form = page.form("start")
    assert form.fields["name"] == [str(name).strip() for name in typed["name"]]
    assert form["dealer"] == "3"
    assert form["target"] == str(typed.get("target", 500))
    assert phone.get("/tables").links("/t/") == []


def test_error_of_several_seats_is_shown_once(phone: Phone) -> None:
    page = phone.fill(START, {"name": ["Ann", "Ann", "Ann", "Dan"], "target": 7}, "start")

    assert page.status == 422
    said = "Two players are called Ann; names must differ. “Target” runs from 50 to 2000."
    assert f'id="message">{said}</p>' in page.html
    assert page.html.count(">Two players are called Ann; names must differ.</p>") == 2


def test_the_start_sent_twice_is_one_table(phone: Phone) -> None:
    form = phone.get(START).form("start")
    first = phone.send(START, form, do="start")
    again = phone.send(START, form, do="start")

    assert first.location == again.location
    assert len(phone.get("/tables").links("/t/")) == 1


def test_a_table_is_set_for_as_many_as_play(phone: Phone) -> None:
    phone.starts("tally", players=NAMES[:3])
    phone.starts("spades")

    def names(address: str) -> list[str]:
        chosen = f"/new/oh-hell?players={address}" if address else "/new/oh-hell"
        page = phone.get(chosen)
        assert (page.form("start").attributes["action"]) == chosen
        return [name for name in page.form("start").fields["name"] if name]

    assert names("3") == NAMES[:3]
    assert names("5") == []
    assert "Start game: 5 players" in phone.get("/new/oh-hell?players=5").text
    assert names("") == NAMES
    assert phone.get(START).form("start").fields["name"] == NAMES


@pytest.mark.parametrize(
    ("slug", "names", "players"),
    [
        ("oh-hell", ["Ann", "", "Cat", "Dan"], ["Ann", "Cat", "Dan"]),
        ("oh-hell", ["", "", "", ""], ["Seat 1", "Seat 2", "Seat 3", "Seat 4"]),
        ("oh-hell", ["", "Ben", "Cat", "Dan", "", "Fay", " "], ["Ben", "Cat", "Dan", "Fay"]),
        ("tally", ["Ann", "", "", ""], ["Ann"]),
        ("tally", ["Ann", "Ben", "", "", "", ""], ["Ann", "Ben"]),
        ("nap", ["Ann", "Ben", "", "Dan"], ["Ann", "Ben", "Dan"]),
        ("spades", ["Ann", "", "Cat", ""], ["Ann", "Seat 2", "Cat", "Seat 4"]),
    ],
)
def test_free_seat_drops_out_where_number_varies(
    phone: Phone, slug: str, names: list[str], players: list[str]
) -> None:
    address = f"/new/{slug}"
    shown = phone.fill(address, {"name": names}, "stay")
    if slug != "spades":
        assert f"Start game: {len(players)} player" in shown.text
    else:
        assert "2 free seats play as Seat 2, Seat 4." in shown.text

    table = phone.fill(address, {"name": names}, "start").location
    assert phone.sheet(table)["players"] == players


def test_a_seat_left_blank_is_free_next_time(phone: Phone) -> None:
    phone.do(START, {"name": ["Ann", "", "Cat", "Dan"]}, "start")

    page = phone.get("/new/euchre")

    assert page.form("start").fields["name"] == ["Ann", "", "Cat", "Dan"]
    assert 'value="sit.Seat 2"' not in page.html


@pytest.mark.parametrize(("dealer", "deals"), [(0, "Ben"), (1, "Ben"), (2, "Dan"), (4, "Ben")])
def test_next_one_deals_if_first_seat_is_free(phone: Phone, dealer: int, deals: str) -> None:
    typed = {"name": ["", "Ben", "", "Dan", ""], "dealer": dealer}

    shown = phone.fill("/new/tally", typed, "stay")
    assert f"{deals} deals first" in shown.text
    page = phone.do("/new/tally", typed, "start")
    assert f"deal 1 · {deals} deals" in page.text


def test_too_few_names_are_refused_beside_them(phone: Phone) -> None:
    page = phone.fill("/new/oh-hell", {"name": ["Ann", "", "", ""]}, "start")

    assert page.status == 422
    assert '<p class="fault">Oh Hell! needs 3 players: name 2 more.</p>' in page.html
    assert page.form("start").fields["name"] == ["Ann", "", "", ""]


def test_name_taken_out_of_game_leaves_its_seat(phone: Phone) -> None:
    table = phone.starts("oh-hell")

    phone.do(f"{table}/head", {"name": ["Ann", "", "Cat", "Dan"]}, "save")

    players = phone.sheet(table)["players"]
    assert players == ["Ann", "Seat 2", "Cat", "Dan"]


def test_rematch_keeps_players_and_moves_dealer(phone: Phone) -> None:
    table = phone.starts("tally", {"points": [5, 1, 1, 1]}, options={"target": 5})
    home = phone.get("/")
    (form,) = (form for form in home.forms if "/again/" in form.attributes["action"])

    again = phone.send("/", form)
    page = phone.follow(again)

    assert again.location != table
    assert page.totals == [0, 0, 0, 0]
    assert phone.sheet(again.location)["dealer"] == 1
    assert phone.send("/", form).location == again.location
    assert len(phone.get("/tables").links("/t/")) == 2


def test_running_game_stands_above_rematch(phone: Phone) -> None:
    older = phone.starts("tally")
    running = phone.starts("tally", {"points": [1, 0, 0, 0]})
    phone.starts("tally", {"points": [5, 1, 1, 1]}, options={"target": 5})

    home = phone.get("/").html

    (hero,) = re.findall(r'<section class="hero".*?</section>', home, re.DOTALL)
    assert f'href="{running}"' in hero
    assert "Ann" in hero
    assert "deal 2" in hero
    assert home.index(hero) < home.index("Rematch") < home.index(f'href="{older}"')


def test_new_phone_is_offered_the_easiest_first(phone: Phone) -> None:
    home = phone.get("/")

    starters = [game for game in games().values() if game.guide.starter]
    assert {*home.links("/new/")} == {f"/new/{game.slug}" for game in starters}
    assert home.links("/new/")[0] == "/new/oh-hell"


def test_a_regular_starts_own_games_at_once(phone: Phone) -> None:
    phone.starts("whist")
    phone.do("/new", do="star.trex")

    home = phone.get("/")

    assert home.links("/new/")[:2] == ["/new/trex", "/new/whist"]
    assert len(home.links("/new/")) == home_views.MOST_STARTERS
    told = re.findall(r'href="/new/(?:whist|trex)".*?<small>([^<]*)', home.html, re.DOTALL)
    assert told == [", ".join(NAMES)] * 2
    # who stands on the tile sits at the table that it leads to
    assert phone.get("/new/whist").form("start").fields["name"] == NAMES


def test_list_tells_draws_and_games_of_many(phone: Phone) -> None:
    phone.starts("spades", {"finish": {}})
    phone.starts("tally", {"points": [5, 1, 1, 1]}, options={"target": 5})

    home = phone.get("/").text

    assert "Score pad Ann won · 4 players 5 just now" in home
    assert "Spades Draw · Ann & Cat – Ben & Dan 0 : 0 just now" in home


def test_a_watcher_is_offered_no_rematch(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("tally", {"points": [5, 1, 1, 1]}, options={"target": 5})
    watcher = let_in(phone, new_phone(), table, "watch")

    home = watcher.get("/")
    assert home.links("/t/") == [table, table]
    assert "Rematch" not in home.text


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0, "just now"),
        (59, "just now"),
        (60, "1 minute ago"),
        (12 * 60, "12 minutes ago"),
        (3 * 3600 + 59, "3 hours ago"),
        (6 * 86_400, "6 days ago"),
        (7 * 86_400, "7 Nov 2026"),
    ],
)
def test_the_list_shows_how_long_ago_a_game_was(
    monkeypatch: pytest.MonkeyPatch, seconds: int, told: str
) -> None:
    now = datetime(2026, 11, 14, 12, tzinfo=UTC).timestamp()
    monkeypatch.setattr(templating, "time", lambda: now)

    assert templating.ago(int(1000 * (now - seconds))) == told


def test_a_rematch_from_the_finished_pad(phone: Phone) -> None:
    table = phone.starts("tally", {"points": [5, 1, 1, 1]}, options={"target": 5})
    page = phone.get(table)
    assert "again" in keys(page)

    answer = phone.send(table, page.form("again"), do="again")

    assert answer.location != table
    assert phone.sheet(answer.location)["dealer"] == 1
    assert phone.send(table, page.form("again"), do="again").location == answer.location


def test_my_tables_are_open_ones_first(phone: Phone) -> None:
    open_one = phone.starts("tally", {"points": [1, 0, 0, 0]})
    finished = phone.starts("tally", {"points": [5, 1, 1, 1]}, options={"target": 5})

    page = phone.get("/tables")

    assert page.links("/t/") == [open_one, finished]
    assert "Ann" in page.text
    assert phone.get("/").links("/t/") == [open_one, finished]


def test_games_with_deals_stand_before_empty_ones(phone: Phone) -> None:
    played = phone.starts("tally", {"points": [1, 0, 0, 0]})
    empty = phone.starts("spades")

    assert phone.get("/tables").links("/t/") == [played, empty]
    home = phone.get("/")
    assert home.links("/t/") == [played, empty]
    assert home.links("/tables")  # all of those in progress


def test_an_empty_game_is_put_away_after_a_day(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = phone.starts("tally", {"points": [1, 0, 0, 0]})
    empty = phone.starts("spades")

    monkeypatch.setattr(home_views, "now", lambda: rows.now() + DAY + 1000)

    assert phone.get("/").links("/t/") == [played]
    page = phone.get("/tables")
    assert page.html.index("Without a deal") < page.html.index(f'href="{empty}"')
    phone.play(empty, {"bids.0": 4, "bids.1": 3, "bids.2": 3, "bids.3": 2, "side_tricks.0": 8})
    assert "Without a deal" not in phone.get("/tables").text
    assert {empty, played} <= {*phone.get("/").links("/t/")}


@pytest.mark.parametrize(
    ("sought", "found"),
    [("", 3), ("score ann", 2), ("SPADES", 1), ("zoë", 1), ("2026", 3), ("nobody", 0)],
)
def test_my_games_are_found_by_game_name_or_month(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, sought: str, found: int
) -> None:
    monkeypatch.setattr(home_views, "day_of", lambda at: date(2026, 11, 3))
    phone.starts("spades")
    phone.starts("tally", players=["Ann", "Ben"])
    phone.starts("tally", players=["Ann", "Zoë"])

    page = phone.get(f"/tables?q={sought}")

    assert len(page.links("/t/")) == found
    assert ("No game found." in page.text) is not found


def test_my_games_stand_under_week_and_month(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    phone.starts("tally", {"points": [5, 1, 1, 1]}, options={"target": 5})
    assert "This week Score pad Ann won" in phone.get("/tables").text

    month = written_month(day_of(rows.now()))
    monkeypatch.setattr(home_views, "now", lambda: rows.now() + 7 * DAY)

    assert f"{month} Score pad Ann won" in phone.get("/tables").text


# --- choosing -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sought", "found"),
    [("spad", ["/new/spades"]), ("SHARP", ["/new/sharp-nullo"]), ("any game", ["/new/tally"])],
)
def test_a_game_is_found_by_any_of_its_names(phone: Phone, sought: str, found: list[str]) -> None:
    page = phone.get(f"/new?q={sought}")

    assert page.links("/new/") == found
    assert page.forms[0]["q"] == sought


def test_the_last_used_game_comes_first(phone: Phone) -> None:
    phone.starts("spades")
    phone.starts("tally")

    assert phone.get("/new").links("/new/")[:2] == ["/new/tally", "/new/spades"]
    assert len(phone.get("/new").links("/new/")) == len(games())


def test_games_without_a_referee_are_folded(phone: Phone) -> None:
    """The page is no longer for whoever plays Spades; a favourite and what is sought stand open."""
    documents = {f"/new/{game.slug}" for game in games().values() if game.own}
    coded = {f"/new/{slug}" for slug in games()} - documents

    def open_links(address: str) -> set[str]:
        shown, _, folded = phone.get(address).html.partition("<details")
        assert not coded & set(re.findall(r'href="(/new/[\w-]+)"', folded))
        return set(re.findall(r'href="(/new/[\w-]+)"', shown))

    assert len(documents) == 28
    assert open_links("/new") == coded
    assert "Rummy family" in phone.get("/new").html.partition("<details")[2]
    assert open_links("/new?q=canasta") == {"/new/canasta"}
    phone.do("/new", do="more.canasta")
    assert open_links("/new") == {*coded, "/new/canasta"}


def test_favourites_come_first_and_are_kept(phone: Phone) -> None:
    phone.starts("tally")

    phone.do("/new", do="star.trex")
    page = phone.do("/new", do="star.euchre")

    assert page.links("/new/")[:3] == ["/new/euchre", "/new/trex", "/new/tally"]
    assert page.html.count('aria-pressed="true"') == 2
    assert len(page.links("/new/")) == len(games())
    page = phone.do("/new", do="star.trex")
    assert page.links("/new/")[:2] == ["/new/euchre", "/new/tally"]


def test_a_favourite_that_is_no_game_is_none(phone: Phone) -> None:
    form = phone.get("/new").forms[1]

    assert phone.post("/new", {**form.fields, "do": "star.quidditch"}).status == 303
    assert phone.post("/new", {**form.fields, "do": "moon"}).status == 400
    assert 'aria-pressed="true"' not in phone.get("/new").html


def test_a_filter_of_players_ends_with_its_visit(phone: Phone) -> None:
    three = [f"/new/{game.slug}?players=3" for game in games().values() if 3 in game.players]
    assert sorted(phone.get("/new?players=3").links("/new/")) == sorted(three)
    page = phone.get("/new?players=3")
    starred = phone.follow(phone.send("/new?players=3", page.forms[1], do="star.nap"))
    assert sorted(starred.links("/new/")) == sorted(three)
    assert len(phone.get("/new").links("/new/")) == len(games())
    many = [f"/new/{game.slug}?players=6" for game in games().values() if game.players[-1] >= 6]
    assert sorted(phone.get("/new?players=6").links("/new/")) == sorted(many)
    assert len(phone.get("/new?players=").links("/new/")) == len(games())
    assert len(phone.get("/new?players=99").links("/new/")) == len(games())


# --- settings -----------------------------------------------------------------------------------


def test_settings_are_kept_on_the_phone(phone: Phone) -> None:
    assert "data-theme" not in phone.get("/").html

    page = phone.fill("/settings", {"theme": "dark", "deck": "four"})

    assert page.status == 200
    assert '<html lang="en" data-theme="dark" data-deck="four">' in phone.get("/").html
    assert phone.get("/settings").form()["theme"] == "dark"


def test_pages_of_players_name_no_database(phone: Phone) -> None:
    for page in ("/settings", "/erase?name=Ann"):
        assert not re.search("SQLite|PostgreSQL|[Dd]atabase", phone.get(page).text)
    assert '"ok":true' in phone.get("/health").html


def test_sheet_with_byte_order_mark_is_imported(phone: Phone) -> None:
    sheet = {"format": "scorekeeper/1", "game": "tally", "players": NAMES, "entries": []}
    text = f"\ufeff{json.dumps(sheet)}"

    assert phone.fill("/import", {"text": text}).status == 303
    form = phone.get("/import").form()
    sent = {**form.fields, "text": "", "file": (io.BytesIO(text.encode()), "sheet.json")}
    assert phone.post("/import", sent).status == 303
