"""Presets on the set-up page, and two sets of house rules side by side."""

import re

from tests.web.phones import NAMES, Page, Phone

START = "/new/spades"


def compared(page: Page) -> list[tuple[str, str]]:
    """The rows of the comparison, its head first."""
    table = page.html.partition("<table")[2].partition("</table>")[0]
    rows = (re.findall(r"<t[dh][^>]*>([^<]*)<", row) for row in table.split("<tr>")[1:])
    return [(left, right) for left, right in rows]


# --- chosen -------------------------------------------------------------------------------------


def test_a_preset_is_chosen_as_a_variant_is(phone: Phone) -> None:
    page = phone.fill(START, {"name": NAMES, "variant": "american"}, "look")

    form = page.form("start")
    assert (form["variant"], form["side_min_bid"], form["nil"]) == ("american", "4", "yes")
    assert form.fields["name"] == NAMES
    assert page.html.count('class="option changed"') == 6
    assert "a side bids at least 4" in page.html
    table = phone.follow(phone.send(START, form, do="start"))

    sheet = phone.sheet(f"/t/{table.links('sheet.json')[0].split('/')[2]}")
    assert (sheet["variant"], sheet["options"]["top_trumps"]) == ("bags", "jokers_deuces")


def test_a_preset_starts_a_game_without_a_look_at_it(phone: Phone) -> None:
    started = phone.fill("/new/euchre", {"name": NAMES, "variant": "match"}, "start")

    options = phone.sheet(started.location)["options"]
    assert (options["target"], options["max_deals"], options["deck"]) == (None, 8, 24)


def test_a_rule_is_changed_after_a_preset_was_chosen(phone: Phone) -> None:
    page = phone.fill(START, {"name": NAMES, "variant": "american"}, "look")
    started = phone.send(START, page.form("start"), {"target": "300", "nil": "no"}, "start")

    options = phone.sheet(started.location)["options"]
    assert (options["target"], options["side_min_bid"], "nil" in options) == (300, 4, False)


def test_a_variant_undoes_a_preset(phone: Phone) -> None:
    page = phone.fill("/new/whist", {"variant": "drive"}, "look")
    assert page.form("start")["target"] == ""
    page = phone.send("/new/whist", page.form("start"), {"variant": ""}, "look")
    assert (page.form("start")["target"], page.form("start")["variant"]) == ("25", "")


def test_partners_are_none_in_cut_throat(phone: Phone) -> None:
    assert "Partners: Ann" in phone.fill(START, {"name": NAMES}, "look").html
    page = phone.fill(START, {"name": NAMES, "variant": "cut-throat"}, "look")
    assert "Partners: Ann" not in page.html


def test_rules_kept_from_a_preset_are_marked_with_it(phone: Phone) -> None:
    page = phone.fill("/new/nap", {"variant": "pub", "rules_name": "Pub"}, "keep")
    assert page.form("start")["variant"] == "pub"
    assert 'aria-pressed="true"' in page.html


# --- compared -----------------------------------------------------------------------------------


def test_what_stands_in_the_form_is_compared(phone: Phone) -> None:
    page = phone.fill(START, {"name": NAMES, "variant": "american"}, "look")
    pressed = phone.send(START, page.form("start"), {"target": "300"}, "compare")
    assert pressed.status == 303
    address = pressed.location
    page = phone.get(f"{address}&right=american")

    assert compared(page) == [
        ("This table", "American Spades"),
        ("Played to 300", "Played to 500"),
    ]


def test_the_way_back_has_all_that_was_typed(phone: Phone) -> None:
    typed = {"name": NAMES, "variant": "american", "shown": "american", "target": "300"}
    page = phone.get(
        phone.fill(START, {**typed, "side_min_bid": "4", "dealer": "2"}, "compare").location
    )
    back = phone.get(page.links(f"{START}?")[0]).form("start")

    assert back.fields["name"] == NAMES
    assert (back["variant"], back["target"], back["side_min_bid"]) == ("american", "300", "4")
    assert back["dealer"] == "2"


def test_only_rules_that_differ_are_shown(phone: Phone) -> None:
    page = phone.get("/new/euchre/compare?left=standard&right=match")
    assert compared(page) == [
        ("Standard", "Euchre match"),
        ("Played to 5", "No target"),
        ("No limit on deals", "At most 8 deals"),
        ("A pack of 32 cards, 7 to ace", "A pack of 24 cards, 9 to ace"),
    ]
    assert "No differences." in phone.get("/new/euchre/compare?left=pub&right=pub").html


def test_kept_rules_are_compared_and_lead_back(phone: Phone) -> None:
    typed = {"rules_name": "Friday", "shown": "bags", "variant": "bags", "target": "250"}
    number = phone.fill(START, typed, "keep").key("rules.").removeprefix("rules.")
    page = phone.get(f"{START}/compare?right={number}")
    assert compared(page)[0] == ("This table", "Friday")
    again = phone.get(page.links(f"rules={number}")[0])
    assert (again.form("start")["variant"], again.form("start")["target"]) == ("bags", "250")


def test_address_written_by_hand_is_read_as_far_as_it_goes(phone: Phone) -> None:
    page = phone.get(
        f"{START}/compare?left=x&right=bags&variant=what&target=7&nil=maybe&do=start&_scheme=y"
    )
    assert compared(page)[0] == ("This table", "With bags")
    assert phone.get("/new/chess/compare").status == 404
    assert phone.get(f"{START}?variant=american&do=start").status == 200
    tally = phone.get("/new/tally/compare")
    assert "No differences." in tally.html
