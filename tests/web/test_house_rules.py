"""House rules: compared, kept on the phone, offered, renamed, removed and brought back."""

import json

import pytest

from scorekeeper.engine.game import Game
from scorekeeper.games import games
from tests.web.phones import NAMES, NewPhone, Page, Phone, keys, let_in

START = "/new/spades"


def save_rules(phone: Phone, called: str = "Friday", **typed: object) -> Page:
    """Keep rules from the set-up page."""
    return phone.fill(START, {"rules_name": called, **typed}, "keep")


# --- compared -----------------------------------------------------------------------------------


def test_table_tells_how_variants_differ(phone: Phone) -> None:
    options = {"target": 250, "nil": True}
    table = phone.starts("spades", variant="bags", options=options)
    page = phone.get(f"{table}/rules")
    nil, bags, both = page.html.split('aria-label="Changes from')[1:]

    assert "<b>Played to 250</b> instead of “played to 500”" in nil
    assert "<b>With nil</b>" not in nil
    assert "<b>With nil</b> instead of “without nil”" in bags
    assert bags.partition("</section>")[0].count("<li>") == 2
    assert f"{table}/rules" in phone.get(table).links(table)


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.slug)
def test_usual_rules_of_any_game_do_not_differ(phone: Phone, game: Game) -> None:
    names = [f"P{seat}" for seat in range(game.players[0])]
    page = phone.get(f"{phone.starts(game.slug, players=names)}/rules")
    first = page.html.split('aria-label="Changes from')[1]

    assert "No differences." in first.partition("</section>")[0]
    assert page.html.count('<th scope="row">') == len(game.options)


# --- kept ---------------------------------------------------------------------------------------


def test_a_later_table_begins_with_them(phone: Phone) -> None:
    save_rules(phone, variant="nil", target=250)
    page = phone.get(START)
    assert 'aria-pressed="false"' in page.html

    page = phone.send(START, page.form("start"), {"name": NAMES}, page.key("rules."))
    assert page.form("start")["target"] == "250"
    assert page.form("start").fields["name"] == NAMES
    assert 'aria-pressed="true"' in page.html
    table = phone.follow(phone.send(START, page.form("start"), do="start"))

    assert '"target": 250' in phone.get(table.links("sheet.json")[0]).html
    assert "rules." not in "".join(keys(phone.get("/new/whist")))


def test_they_bring_their_variant_along(phone: Phone) -> None:
    shown = phone.fill(START, {"variant": "bags"}, "look")
    phone.send(START, shown.form("start"), {"rules_name": "B", "target": 250}, "keep")

    page = phone.get(START)
    assert page.form("start")["variant"] == "nil"
    page = phone.send(START, page.form("start"), do=page.key("rules."))

    assert page.form("start")["variant"] == "bags"
    assert page.form("start")["shown"] == "bags"
    assert page.form("start")["min_bid"] == "2"


@pytest.mark.parametrize(
    "typed",
    [
        {"rules_name": ""},
        {"rules_name": "Friday", "target": 300},  # there are such rules
        {"rules_name": "Bad", "target": 7},
    ],
)
def test_refused_rules_are_reported_and_stay(phone: Phone, typed: dict[str, object]) -> None:
    save_rules(phone, target=250)

    page = phone.fill(START, {**typed, "name": NAMES}, "keep")

    assert page.status == 422
    assert page.html.count('aria-invalid="true"') == 1
    assert page.form("start").fields["name"] == NAMES
    assert {name: page.form("start")[name] for name in typed} == {
        name: str(value) for name, value in typed.items()
    }
    assert phone.get("/house-rules").text.count("played to 250") == 1


def test_rules_are_saved_before_names_are_valid(phone: Phone) -> None:
    page = save_rules(phone, target=250)
    page = phone.send(START, page.form("start"), {"name": ["Ann", "ann", "", ""]}, "keep")

    assert page.status == 200


def test_a_watcher_can_save_a_tables_rules_too(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("spades", options={"target": 250})
    watcher = let_in(phone, new_phone(), table, "watch")

    page = watcher.do(f"{table}/rules", {"rules_name": "Theirs"}, "keep")

    assert "played to 250" in watcher.get("/house-rules").text
    assert "Theirs" not in phone.get("/house-rules").text
    page = watcher.fill(f"{table}/rules", {"rules_name": " "}, "keep")
    assert (page.status, page.form("keep")["rules_name"]) == (422, " ")


# --- the phone's own ----------------------------------------------------------------------------


def test_rules_are_renamed(phone: Phone) -> None:
    save_rules(phone, target=250)
    mine = phone.get("/house-rules")
    number = mine.key("rename.").partition(".")[2]

    page = phone.do("/house-rules", {f"name.{number}": "Thursday"}, f"rename.{number}")

    assert page.form(f"rename.{number}")[f"name.{number}"] == "Thursday"
    assert "Thursday" in phone.get(START).text


def test_rules_are_removed_and_restored(phone: Phone) -> None:
    save_rules(phone, target=250)
    page = phone.do("/house-rules", do="remove.")
    assert "rules." not in "".join(keys(phone.get(START)))

    page = phone.do("/house-rules", do=page.key("back."))

    assert phone.get(START).key("rules.")


def test_rules_whose_name_is_taken_stay_deleted(phone: Phone) -> None:
    save_rules(phone, target=250)
    page = phone.do("/house-rules", do="remove.")
    save_rules(phone, "Mondays", target=400)
    save_rules(phone, target=300)

    after = phone.follow(phone.send("/house-rules", page.form(), {}, page.key("back.")))

    assert "played to 300" in after.text
    assert "played to 250" not in after.text


def test_a_set_leads_to_a_new_table_with_it(phone: Phone) -> None:
    save_rules(phone, target=250)
    (link,) = phone.get("/house-rules").links(START)

    page = phone.get(link.replace("&amp;", "&"))

    assert page.form("start")["target"] == "250"


def test_rules_of_another_phone_are_its_own(phone: Phone, new_phone: NewPhone) -> None:
    save_rules(phone, target=250)
    number = phone.get("/house-rules").key("rename.").partition(".")[2]
    other = new_phone()
    token = other.get("/settings").form()["csrf_token"]

    for act in ("rename", "remove"):
        sent = {"csrf_token": token, "do": f"{act}.{number}", f"name.{number}": "Stolen"}
        other.post("/house-rules", sent)
    stranger = other.get(f"{START}?rules={number}")

    assert stranger.form("start")["target"] == "500"
    assert "Friday" in phone.get("/house-rules").html


def test_enter_key_changes_nothing_in_setup(phone: Phone) -> None:
    save_rules(phone, target=250)

    form = phone.get(START).form("start")
    page = phone.send(START, form, {"target": 300}, form.buttons[0])

    assert page.form("start")["target"] == "300"


# --- a table of numbers -------------------------------------------------------------------------


def test_stakes_are_chosen_by_name_or_row_by_row(phone: Phone) -> None:
    for typed, kept in (
        ({"stakes": "pub"}, '"stakes": "pub"'),
        ({"stakes": "document", "stakes.nap": "12, 6"}, '"nap": [12, 6]'),
    ):
        page = phone.get("/new/nap")
        table = phone.follow(
            phone.send("/new/nap", page.form("start"), {"name": NAMES, **typed}, do="start")
        )
        sheet = " ".join(phone.get(table.links("sheet.json")[0]).html.split())
        assert kept in sheet.replace("[ ", "[").replace(" ]", "]")
        assert phone.get(table.links("/rules")[0]).html


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ({"miss": "minus_five"}, "minus_five"),
        ({"miss": "per_trick", "miss.trick": "1"}, {"off": -10, "trick": 1}),
        ({"miss": "{}", "miss.off": "−3"}, {"off": -3}),
        ({"miss": "{}"}, {}),
        ({"miss": "per_trick", "miss.over.trick": "1"}, {"over": {"trick": 1}, "short": {}}),
        (
            {"miss": "over_tricks_only", "miss.short.off": "-2"},
            {"over": {"trick": 1}, "short": {"off": -2}},
        ),
        ({"miss": "over_tricks_only", "miss.off": "-2"}, {"off": -2}),
    ],
)
def test_table_of_a_missed_bid_is_chosen_or_typed(
    phone: Phone, typed: dict[str, str], kept: object
) -> None:
    page = phone.get("/new/oh-hell")
    sent = {"name": NAMES, **typed}
    table = phone.follow(phone.send("/new/oh-hell", page.form("start"), sent, do="start"))
    sheet = json.loads(phone.get(table.links("sheet.json")[0]).body)

    assert sheet["options"]["miss"] == kept
    assert phone.get(table.links("/rules")[0]).status == 200


def test_both_kinds_of_table_for_a_missed_bid_are_refused(phone: Phone) -> None:
    page = phone.get("/new/oh-hell")
    typed = {"name": NAMES, "miss": "{}", "miss.off": "-1", "miss.over.off": "-2"}
    again = phone.send("/new/oh-hell", page.form("start"), typed, do="start")

    assert "together and nothing else" in again.html
    assert again.form("start")["miss.over.off"] == "-2"


@pytest.mark.parametrize("junk", ["off ,", "off", "over 1; over.trick 2", "a.b.c 1", ". 1"])
def test_junk_in_place_of_a_table_is_refused(phone: Phone, junk: str) -> None:
    page = phone.get("/new/oh-hell")
    again = phone.send(
        "/new/oh-hell", page.form("start"), {"name": NAMES, "miss": junk}, do="start"
    )

    assert again.status == 422


def test_row_that_cannot_be_is_refused_at_its_table(phone: Phone) -> None:
    page = phone.get("/new/nap")
    typed = {"name": NAMES, "stakes": "document", "stakes.nap": "0"}
    again = phone.send("/new/nap", page.form("start"), typed, do="start")
    assert "runs from 1" in again.html or "from 1 to 100" in again.html
