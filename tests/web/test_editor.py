"""The editor on the pages: five steps, each a form; what is wrong at its field; a worked deal."""

import re
from typing import Any
from unittest.mock import Mock

import pytest
from flask import Flask
from markupsafe import escape
from sqlalchemy import delete

from scorekeeper.games import games
from scorekeeper.own import canonical, game_of, read_document
from scorekeeper.store.schema.table import OwnGameRow
from scorekeeper.store.sql.database import writing
from tests.own.documents import DOCUMENTS
from tests.web.phones import Page, Phone
from tests.web.test_own_games import brought, named

START = "/own/edit/new/1"


def seen(phone: Phone, address: str) -> Page:
    """A page of the editor; where its draft has changed since, the page as it is now."""
    if address == START:
        phone.get("/own/edit")
    page = phone.get(address)
    return phone.get(page.location) if page.status == 302 else page


def pressed(phone: Phone, page: Page, typed: Any = None, do: str = "next") -> Page:
    """Press a key of a page's form; those of the bars stand outside it."""
    form = page.form("" if do.startswith("step.") else do)
    if do.startswith("step."):
        assert f'value="{do}"' in page.html
        form.buttons.append(do)
        if 'form="step" name="begun"' in page.html:
            form.fields["begun"] = ["yes"]
    return phone.send("", form, typed, do=do)


def on(phone: Phone, address: str, typed: Any = None, do: str = "next") -> str:
    """Answer a step, and go on; the next address."""
    answer = pressed(phone, seen(phone, address), typed, do)
    assert answer.status == 303, answer.text
    return answer.location


def undone(phone: Phone, address: str) -> str:
    """Take the last change back; the next address."""
    draft, _, step = address.rpartition("/")
    fields = seen(phone, address).form().fields
    return phone.post(f"{draft}/undo", {**fields, "do": f"step.{step}"}).location


def refused(phone: Phone, address: str, typed: Any = None, do: str = "next") -> Page:
    """Answer a step so that it is not taken; the page that says why."""
    page = pressed(phone, seen(phone, address), typed, do)
    assert page.status == 422
    return page


def tried(phone: Phone, name: str) -> str:
    """The last step of a game of sums of this name."""
    address = on(phone, START, {"name": name})
    for _ in range(3):
        address = on(phone, address)
    return address


def test_five_keys_make_a_game(phone: Phone) -> None:
    setup = on(phone, tried(phone, "Five keys"), do="play")

    assert "Five keys" in phone.get(setup).text
    assert "Five keys" in phone.get("/new").text
    table = phone.fill(setup, {"name": ["Ann", "Ben"]}, "start").location
    page = phone.play(table, {"scored.0": "12", "scored.1": "-0"})
    assert page.totals == [12, 0]


def test_the_lists_lead_to_the_editor(phone: Phone) -> None:
    for address in ("/new", "/own"):
        assert "/own/edit" in phone.get(address).links("/own/edit")
    assert phone.get("/own/edit").location == START


def test_a_draft_is_kept_and_taken_back(phone: Phone) -> None:
    first = on(phone, START, {"name": "Kept as a draft"})
    second = on(phone, first, {"things": ["tricks"]})

    assert "Go on with Kept as a draft" in phone.get("/own").text
    # whoever comes back finds what was ticked since
    assert phone.get(first).location == second.replace("/3", "/2")
    assert seen(phone, first).form("next").fields["things"] == ["tricks"]
    assert undone(phone, second) == first.replace("/2", "/3")
    assert "tricks" not in phone.get(first).form("next").fields.get("things", "")
    assert "Kept as a draft" in phone.get(first.replace("/2", "/1")).form().fields["name"][0]
    assert phone.get("/own/edit/draft-0/2").status == 404
    assert phone.get(first.replace("/2", "/6")).status == 404


def test_a_change_that_is_kept_no_longer_is_not_taken_back(app: Flask, phone: Phone) -> None:
    """There was no such page."""
    first = on(phone, START, {"name": "A month ago"})
    second = on(phone, first, {"things": ["tricks"]})
    with app.app_context(), writing() as connection:
        connection.execute(delete(OwnGameRow).where(OwnGameRow.slug == first.split("/")[3]))

    assert undone(phone, second) == second


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"name": " "}, "Give it a name."),
        ({"players": []}, "Tap how many can play."),
        ({"players": ["5"], "together": "pairs"}, "5 players cannot be split so"),
        ({"name": "a\u202eb"}, "A character that turns the direction of writing"),
    ],
)
def test_first_step_says_what_is_wrong(phone: Phone, typed: Any, words: str) -> None:
    assert words in refused(phone, START, typed, do="").text


def test_later_steps_say_what_is_wrong(phone: Phone) -> None:
    write = on(phone, START, {"name": "Wrong in places"})
    assert "Tick what you write down." in refused(phone, write, {"things": []}).text
    thing = on(phone, write, do="thing.scored")
    assert "“deal” is the number of the deal" in phone.get(thing).text
    page = refused(phone, thing, {"a.label": "", "a.most": "-5"})
    assert "The most is below the least." in page.text
    assert page.form("next").fields["a.most"] == ["−5"]
    worth = on(phone, write)
    page = refused(phone, worth, {"a.0.worth": "ten"})
    assert "How many points? A whole number." in page.text
    assert page.form("next").fields["a.0.worth"] == ["ten"]
    end = on(phone, worth)
    assert "How many? A whole number." in refused(phone, end, {"reach": "many"}, do="").text


def test_a_limit_goes_by_its_label(phone: Phone) -> None:
    write = on(phone, START, {"name": "Cards dealt"})
    write = on(phone, write, {"things": ["tricks", "scored"]}, do="thing.scored")
    write = on(phone, write, {"a.label": "Cards dealt", "a.whom": "deal"})
    thing = on(phone, write, do="thing.tricks")
    assert "Or one of these, by its name: Cards dealt." in phone.get(thing).text
    write = on(phone, thing, {"a.most": "Cards dealt", "a.total": "Cards dealt"})
    assert "must add up to Cards dealt" in phone.get(write).text


def test_an_example_counts_along(phone: Phone) -> None:
    worth = on(phone, on(phone, START, {"name": "Counts along"}))
    form = phone.get(worth).form("next")
    page = phone.post(worth, {**form.fields, "a.0.worth": "1000", "do": "count"})

    assert page.status == 200
    assert re.search(r"× 1000: \+\d+000", page.text)  # noqa: RUF001
    assert "× 1000" not in phone.get(worth).text  # noqa: RUF001


def test_a_worked_deal_is_compared(phone: Phone) -> None:
    address = tried(phone, "Compared by hand")
    form = seen(phone, address).form("play")
    scored = [form.fields[f"scored.{seat}"][0] for seat in range(4)]
    wrong = {f"total.{seat}": "-1" for seat in range(4)}
    page = refused(phone, address, wrong, do="play")
    assert f"{scored[0]} here, -1 by hand." in page.text
    assert "Work out all of them" in refused(phone, address, {"total.0": "1"}, do="play").text

    right = {f"total.{seat}": points for seat, points in enumerate(scored)}
    page = phone.get(on(phone, address, right, do="save"))
    assert "✓ as its author saved it" in page.text


def test_another_deal_is_drawn(phone: Phone) -> None:
    address = tried(phone, "Drawn again")
    page = phone.get(address)
    other = phone.send(address, page.form("another."), do="another.")

    assert other.status == 200
    assert other.form("play").fields != page.form("play").fields


def test_an_incomplete_deal_is_not_saved(phone: Phone) -> None:
    page = refused(phone, tried(phone, "Incomplete"), {"scored.0": ""}, do="save")

    assert "The deal is not complete." in page.text


def test_sentences_are_added_changed_and_removed(phone: Phone) -> None:
    worth = on(phone, on(phone, START, {"name": "Sentences"}), {"things": ["scored", "event"]})
    card = on(phone, worth, do="add")
    assert phone.get(card).form("next").fields["a.2.only"] == [""]
    for recipe in ("table", "formula", "each", "others", "bags", "fixed"):
        card = on(phone, card, do=f"recipe.{recipe}")
        assert phone.get(card).status == 200
    worth = on(phone, card, {"a.2.points": "33", "a.2.text": "more"})
    assert "+33" in phone.get(worth).text
    worth = on(phone, on(phone, worth, do="card.2"), do="remove")
    assert "+33" not in phone.get(worth).text


def test_another_kind_of_sentence_keeps_what_was_typed(phone: Phone) -> None:
    """Its condition and its words were lost, and the kind that it was began anew."""
    worth = on(phone, on(phone, START, {"name": "Other kinds"}), {"things": ["scored", "event"]})
    card = on(phone, on(phone, worth, do="card.1"), {"a.1.points": "33"}, "recipe.fixed")
    assert phone.get(card).form("next").fields["a.1.points"] == ["33"]

    card = on(phone, card, {"a.1.only": "not event", "a.1.text": "dull"}, "recipe.formula")

    fields = phone.get(card).form("next").fields
    assert [fields[f"a.1.{key}"] for key in ("points", "only", "text")] == [
        *(["(33)"], ["not event"], ["dull"])
    ]
    card = on(phone, card, {"a.1.points": "34"}, "recipe.formula")
    assert phone.get(card).form("next").fields["a.1.points"] == ["34"]
    card = on(phone, on(phone, worth, do="card.0"), {"a.0.worth": "7", "house": ["0.worth"]})
    card = on(phone, on(phone, card, do="card.0"), do="recipe.fixed")
    card = on(phone, card, {"a.0.points": "7", "house": ["0.points"]}, "recipe.fixed")
    card = on(phone, card, do="recipe.formula")
    assert phone.get(card).form("next").fields["a.0.points"] == ["(points_2)"]


def test_points_and_each_trick_bid_stand_as_they_were_typed(phone: Phone) -> None:
    write = on(phone, START, {"name": "Ten and one"})
    worth = on(phone, write, {"things": ["bid", "tricks"]})
    typed = {"a.0.made_plus": "10", "a.0.made_each": "1", "a.0.extra_each": "0"}
    fields = phone.get(worth).form("next").fields
    counted = phone.post(worth, {**fields, **typed, "do": "count"})
    card = on(phone, worth, typed, do="card.0")

    for page in (counted, phone.get(card), phone.get(on(phone, card, do="next"))):
        fields = page.form("next").fields
        assert {key: fields[key] for key in typed} == {key: [one] for key, one in typed.items()}
    page = refused(phone, worth, {"a.0.made_plus": "bid"})
    assert "How many points? A whole number." in page.text


def test_a_sentence_says_when_a_bid_is_made_and_who_pays(phone: Phone) -> None:
    write = on(phone, START, {"name": "Says it itself"})
    worth = on(phone, write, {"things": ["bid", "tricks", "declarer"]})
    page = phone.get(worth)
    assert "The bid is made with as many as bid, or more." in page.text
    assert "for each trick short" in page.text
    worth = on(phone, on(phone, worth, do="card.0"), {"a.0.exact": "yes"})
    page = phone.get(worth)
    assert "The bid is made with exactly as many as bid." in page.text
    assert "for each trick over or under" in page.text

    worth = on(phone, on(phone, worth, do="card.1"), {"a.1.pays": "share"})

    page = phone.get(worth)
    assert "<h3>A contract</h3>" in page.html
    assert "Whoever declared gets this from each of the others" in page.text
    assert "contract made: +30 · contract missed: −30" in page.text


def test_what_is_worth_nothing_has_happened_all_the_same(phone: Phone) -> None:
    worth = on(phone, on(phone, START, {"name": "Nothing"}), {"things": ["declarer", "event"]})
    worth = on(phone, worth, {"a.0.lost": "0"}, "card.0").replace("/card/0", "/3")
    page = phone.get(worth)
    assert "contract missed: 0" in page.text
    assert "This has not happened yet" not in page.text


def test_formulas_are_the_last_resort(phone: Phone) -> None:
    worth = on(phone, on(phone, START, {"name": "Formulas"}))
    card = on(phone, on(phone, worth, do="card.0"), do="recipe.formula")
    page = refused(phone, card, {"a.0.points": "2 * score"})
    assert "“score” is not known here. Did you mean scored?" in page.text
    assert "A formula: scored (Points)" in page.text
    worth = on(phone, card, {"a.0.points": "2 * scored"})
    for section in ("options", "values", "carries", "checks", "closing"):
        part = on(phone, worth, do=f"add.{section}")
        assert on(phone, part).endswith("/3")
    assert "each side" not in phone.get(on(phone, worth, do="add.values")).text  # all are alone
    carries = on(phone, worth, do="add.carries")
    carries = on(phone, carries, {"a.label": "Pot"}, do="recipe.formula")
    page = refused(phone, carries, {"a.next": "pot + 5"})
    assert "In formulas “pot” is called carried_2." in page.text
    checks = on(phone, worth, do="add.checks")
    assert "“scor” is not known" in refused(phone, checks, {"a.must": "scor = 1"}).text
    assert on(phone, checks, do="remove").endswith("/3")


def test_the_last_one_left_ends_a_game(phone: Phone) -> None:
    end = on(phone, on(phone, on(phone, START, {"name": "Lives"})))
    part = on(phone, end, {"ends": []}, do="add.end")
    assert "only one has more than" in phone.get(part).text
    page = refused(phone, part, {"a.limit": "3 cards"})
    assert "How many? A whole number." in page.text
    assert page.form("next").fields["a.limit"] == ["3 cards"]
    # neither is lost on the way to another step, nor what was typed beside it
    page = refused(phone, part, {"a.limit": "3 cards", "a.tie": "play_on"}, "step.4")
    assert page.form("next").fields["a.limit"] == ["3 cards"]
    assert page.form("next").fields["a.tie"] == ["play_on"]
    end = on(phone, part, {"a.limit": "4"})
    assert "Only one has more than 4 points" in phone.get(end).text
    setup = on(phone, on(phone, end), do="play")
    table = phone.fill(setup, {"name": ["Ann", "Ben"]}, "start").location

    page = phone.play(table, {"scored.0": "4", "scored.1": "5"})

    assert "Ben won" in page.text


def test_a_carried_value_is_a_sentence_first(phone: Phone) -> None:
    write = on(phone, START, {"name": "Carried along"})
    worth = on(phone, write, {"things": ["scored", "event"]})
    part = on(phone, worth, do="add.carries")
    page = phone.get(part)
    assert page.form("next").fields["a.what"] == ["scored"]
    for how, what in (("on", "event"), ("remember", "not event"), ("count", "scored")):
        part = on(phone, part, {"a.label": "So far"}, do=f"recipe.{how}")
        assert on(phone, part, {"a.what": what}).endswith("/3")
    part = on(phone, part, do="recipe.formula")
    assert phone.get(part).form("next").fields["a.next"] == ["(carried + scored)"]
    assert phone.get(part).form("next").fields["a.label"] == ["So far"]


def edited(phone: Phone, document: Any) -> str:
    """The first step of the next edition of a game that was brought and kept."""
    page = phone.follow(brought(phone, document, "keep"))
    one = page.links("/own/own-")[0].removesuffix("/game.json")
    return phone.post(
        one.replace("/own/own-", "/own/edit/from/own-"),
        {**page.form("change").fields, "do": "change"},
    ).location


@pytest.mark.parametrize("slug", ["uno", "tarot", "king", "canasta", "yahtzee"])
def test_a_strangers_game_passes_through_unchanged(phone: Phone, slug: str) -> None:
    document = {**DOCUMENTS[slug], "name": f"{slug} of a stranger"}
    address = first = edited(phone, document)
    for step in range(2, 6):
        address = on(phone, address, do="" if step in (2, 5) else "next")
        assert address == first.replace("/1", f"/{step}")

    assert phone.get(on(phone, address, do="save")).links(f"/own/{game_of(document).slug}")


def test_a_worked_deal_without_entries_is_no_error(phone: Phone) -> None:
    """What its last deal came to was looked for where there was none."""
    example = {"players": ["Ann", "Ben"], "entries": [], "scores": [0, 0], "totals": [0, 0]}
    last = edited(phone, {**named("No entries"), "examples": [example]}).replace("/1", "/5")

    assert "These worked deals come to something else now" in phone.get(last).text
    assert "✓ as its author saved it" in phone.get(on(phone, last, do="save")).text


def test_a_game_that_is_too_long_with_its_worked_deal_says_so(phone: Phone) -> None:
    """It was an error to save it."""
    texts = [{"anchor": f"r{n}", "title": "Rule", "text": "x" * 1900} for n in range(16)]
    document = {**named("Too long"), "rules": texts, "examples": []}
    texts.append({"anchor": "last", "title": "Rule", "text": "y"})
    texts[-1]["text"] *= 32_768 - len(canonical(document))
    last = edited(phone, document).replace("/1", "/5")

    assert "This game is too long" in refused(phone, last, do="save").text


def test_a_copy_says_where_it_is_from(phone: Phone) -> None:
    page = phone.follow(brought(phone, named("To be copied"), "keep"))
    one = page.links("/own/own-")[0].removesuffix("/game.json").rpartition("/")[2]
    sent = {**page.form("mine").fields, "do": "mine"}
    first = phone.post(f"/own/edit/from/{one}", sent).location

    assert phone.get(first).form().fields["by"] == ["from To be copied by Zoe"]
    assert phone.post("/own/edit/from/own-0", sent).status == 404


@pytest.mark.parametrize("slug", [one.slug for one in games().values() if one.own])
def test_a_game_of_the_gallery_becomes_ones_own(phone: Phone, slug: str) -> None:
    rules = phone.get(f"/rules/{slug}")
    sent = {**rules.form("mine").fields, "do": "mine"}
    page = phone.follow(phone.post(f"/own/edit/from/{slug}", sent))

    assert "Make your own game" in page.text
    assert games()[slug].name in page.html


def test_a_new_edition_takes_the_place_of_the_old(phone: Phone) -> None:
    page = phone.follow(brought(phone, named("Edited twice"), "keep"))
    one = page.links("/own/own-")[0].removesuffix("/game.json").rpartition("/")[2]
    setup = phone.get(f"/new/{one}")
    table = phone.send(f"/new/{one}", setup.form("start"), {"name": ["Ann", "Ben"]}, "start")
    phone.play(table.location, {"tricks.0": "3", "tricks.1": "1"})
    sent = {**page.form("change").fields, "do": "change"}
    address = on(phone, phone.post(f"/own/edit/from/{one}", sent).location, do="")
    address = on(phone, address)
    address = on(phone, on(phone, on(phone, address, do="card.0"), do="recipe.fixed"))
    address = on(phone, on(phone, address), do="")
    assert "These worked deals come to something else now" in phone.get(address).text
    saved = phone.get(on(phone, address, do="save"))

    assert "✓ as its author saved it" in saved.text
    assert one not in "".join(phone.get("/own").links("/own/own-"))
    listed = phone.get("/new")
    assert listed.text.count("Edited twice") == 1
    assert one not in "".join(listed.links("/new/own-"))
    assert phone.get(table.location).totals == [30, 10]


def test_each_table_chooses_the_target(phone: Phone) -> None:
    address = on(phone, START, {"name": "Up to the table"})
    end = on(phone, on(phone, address))
    last = on(phone, end, {"house": ["reach"], "reach": "300"})

    form = phone.get(last.replace("/5", "/4")).form("")
    assert (form.fields["reach"], form.fields["house"]) == (["300"], ["reach"])
    setup = on(phone, last, do="play")
    table = phone.fill(setup, {"name": ["Ann", "Ben"], "target": "20"}, "start").location
    page = phone.play(table, {"scored.0": "20", "scored.1": "3"})
    assert "Ann won" in page.text
    before = undone(phone, last)
    assert "house" not in phone.get(before.replace("/5", "/4")).form("").fields
    plain = on(phone, last.replace("/5", "/4"), {"house": []})
    assert "Target" not in phone.get(on(phone, plain, do="play")).text


def test_each_table_chooses_what_it_is_worth(phone: Phone) -> None:
    worth = on(phone, on(phone, START, {"name": "Worth what you like"}))
    card = on(phone, worth, do="card.0")
    worth = on(phone, card, {"a.0.worth": "3", "house": ["0.worth"]})

    page = phone.get(worth)
    assert "each table chooses" in page.text
    assert page.form().fields["a.0.worth"] == ["3"]
    worth = on(phone, worth, {"a.0.worth": "5"}, "card.0").replace("/card/0", "/3")
    assert phone.get(worth).form().fields["a.0.worth"] == ["5"]
    card = on(phone, worth, do="card.0")
    assert phone.get(card).form().fields["house"] == ["0.worth"]
    worth = on(phone, card, {"house": []})
    assert "each table chooses" not in phone.get(worth).text
    assert phone.get(worth).form().fields["a.0.worth"] == ["5"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("deal", "“deal” has a meaning of its own in formulas."),
        ("event", "“event” is the name of something else already."),
        ("My points", "A name has small letters, digits and _, a letter first, up to 24."),
        ("\\d", "A name has small letters, digits and _, a letter first, up to 24."),
        ("", "A name has small letters, digits and _, a letter first, up to 24."),
        ("key", "A table can't keep a game in which something is called “key”."),
    ],
)
def test_a_name_for_formulas_is_refused_at_its_field(phone: Phone, name: str, words: str) -> None:
    write = on(phone, START, {"name": "Names"})
    write = on(phone, on(phone, write, do="add.event"), {"a.label": "Slam"})
    thing = on(phone, write, do="thing.scored")

    page = refused(phone, thing, {"a.name": name, "a.label": "Points we made"})

    assert f'<p class="fault" id="a.name-fault">{escape(words)}</p>' in page.html
    assert page.html.count('class="fault"') == 1
    assert 'aria-describedby="a.name-fault"' in page.html
    assert re.search(r'<details class="more" open>', page.html)
    fields = page.form("next").fields
    assert (fields["a.name"], fields["a.label"]) == ([name], ["Points we made"])


def test_another_name_for_formulas_is_taken_everywhere(phone: Phone) -> None:
    write = on(phone, START, {"name": "Renamed"})
    thing = on(phone, write, do="thing.scored")

    write = on(phone, thing, {"a.name": "pips"})

    thing = on(phone, write, do="thing.pips")
    assert phone.get(thing).form("next").fields["a.label"] == ["Points"]
    last = on(phone, on(phone, on(phone, write)))
    assert phone.get(on(phone, last, do="play")).status == 200


def test_what_is_wrong_with_a_table_stands_where_it_was_typed(phone: Phone) -> None:
    worth = on(phone, on(phone, START, {"name": "Rows"}), {"things": ["scored"]})
    card = on(phone, on(phone, worth, do="card.0"), do="recipe.table")
    wrong = {"a.0.key0": "", "a.0.worth0": "", "a.0.key1": "all", "a.0.otherwise": ""}

    page = refused(phone, card, {**wrong, "a.0.key2": "2", "a.0.worth2": "ten"})

    for at, words in (
        ("fault-key1", "A row of this table begins with a whole number."),
        ("fault-worth2", "“ten” is not known here."),
        ("a.0.otherwise-fault", "What is it worth if no row fits?"),
    ):
        assert f'<p class="fault" id="{at}">{words}</p>' in page.html
        assert f'aria-describedby="{at}"' in page.html
    assert page.html.count('class="fault"') == 3
    assert "Something above is not right yet." in page.text
    assert page.form("next").fields["a.0.key1"] == ["all"]
    fields = phone.get(card).form("next").fields
    none = {name: "" for name in fields if ".key" in name or ".worth" in name}
    assert "Fill in one row at least." in refused(phone, card, {**none, "a.0.otherwise": "5"}).text
    more = {f"a.0.{part}{at}": str(at) for at in range(5) for part in ("key", "worth")}
    more_rows = phone.get(on(phone, on(phone, card, {**more, "a.0.otherwise": "5"}), do="card.0"))
    assert more_rows.form("next").fields["a.0.worth4"] == ["4"]


def test_a_row_of_a_table_is_one_line(phone: Phone) -> None:
    """A line break, which no page sends, made two of it: an error where one was at fault."""
    worth = on(phone, on(phone, START, {"name": "Two lines"}), {"things": ["scored"]})
    card = on(phone, on(phone, worth, do="card.0"), do="recipe.table")

    page = refused(phone, card, {"a.0.worth0": "1 a\n2 b", "a.0.otherwise": "1 a\n2 b"})

    assert page.html.count('class="fault"') == 2


def test_whatever_leads_away_keeps_what_was_typed(phone: Phone) -> None:
    end = on(phone, START, {"name": "Kept by the bar"}, "step.4")
    assert end.endswith("/4")
    last = on(phone, end, {"wins": "least"}, "step.5")
    assert seen(phone, last.replace("/5", "/4")).form().fields["wins"] == ["least"]
    worth = on(phone, on(phone, last, {"scored.0": "77"}, "step.3"), {"a.0.worth": "3"}, "step.2")
    write = on(phone, worth, {"things": ["scored", "event"]}, "step.1")
    assert seen(phone, write).form().fields["name"] == ["Kept by the bar"]
    assert seen(phone, write.replace("/1", "/3")).form().fields["a.0.worth"] == ["3"]
    assert on(phone, write, do="step.0") == "/own"
    # what cannot be written is told where it was typed
    assert "Give it a name." in refused(phone, write, {"name": ""}, "step.3").text
    assert on(phone, write, {"name": ""}, "step.0") == "/own"


def test_who_only_looks_keeps_no_draft(phone: Phone) -> None:
    assert on(phone, START, do="step.0") == "/own"
    assert "Go on with" not in phone.get("/own").text


def test_what_is_being_typed_is_there_after_a_reload(phone: Phone) -> None:
    def counted(address: str, typed: dict[str, str]) -> Page:
        return phone.post(address, {**fields, **typed, "do": "count"})

    def here(page: Page) -> str:
        found = re.search('data-asked="([^"]*)"', page.html)
        assert found
        return found[1]

    fields = seen(phone, START).form().fields
    for name in ("Typed", "Typed on"):
        first = here(counted(START, {"name": name}))
    assert phone.get(START).location == first
    assert phone.get(first).form().fields["name"] == ["Typed on"]
    worth = on(phone, on(phone, first))
    fields = seen(phone, worth).form().fields
    for number in ("3", "30"):
        assert counted(worth, {"a.0.worth": number}).status == 200
    assert seen(phone, worth).form().fields["a.0.worth"] == ["30"]
    # as it was, by hand
    end = on(phone, here(counted(worth, {"a.0.worth": "1"})))
    assert seen(phone, worth).form().fields["a.0.worth"] == ["1"]
    last = on(phone, end)
    fields = seen(phone, last).form("play").fields
    assert counted(last, {"scored.0": "77"}).status == 200
    assert seen(phone, last).form("play").fields["scored.0"] == ["77"]
    shelf = phone.get("/own").text
    assert shelf.count("Go on with") == shelf.count("Go on with Typed on") == 1


def test_a_part_that_was_only_begun_is_none(phone: Phone) -> None:
    write = on(phone, START, {"name": "Only begun"})
    write = on(phone, on(phone, write, do="add.event"), do="step.2")
    assert "Something special" not in phone.get(write).text
    worth = on(phone, write)
    for do in ("add", "add.options", "add.checks", "add.closing"):
        part = on(phone, worth, do=do)
        assert on(phone, part, do="step.3") == worth
    # one about which something was typed is, and one that was there before
    worth = on(phone, on(phone, worth, do="add"), {"a.1.points": "33"}, "step.3")
    assert "+33" in phone.get(worth).text
    assert on(phone, on(phone, worth, do="card.1"), do="step.3") == worth
    assert on(phone, on(phone, worth, do="add.checks"), {"a.must": "scor = 1"}, "step.5")
    assert "“scor” is not known" in seen(phone, worth.replace("/3", "/5")).text


def test_each_game_that_is_made_is_offered_until_it_is_saved(phone: Phone) -> None:
    on(phone, tried(phone, "Saved of three"), do="save")
    for name in ("First of three", "Second of three"):
        on(phone, START, {"name": name})

    text = phone.get("/own").text
    assert "Go on with First of three" in text
    assert "Go on with Second of three" in text
    assert "Go on with Saved of three" not in text


def test_a_game_in_which_nothing_is_worth_points_says_so(phone: Phone) -> None:
    worth = on(phone, on(phone, START, {"name": "Worth nothing"}))
    worth = on(phone, on(phone, worth, do="card.0"), do="remove")

    assert refused(phone, worth).message == "Nothing is worth points yet: add what is."


def test_the_first_step_says_who_can_be_partners(phone: Phone) -> None:
    sent = {**phone.get(START).form().fields, "together": "pairs", "do": "count"}
    said = "2, 3 and 5 players cannot be split so: four, six or eight can."
    assert phone.post(START, sent).message == said

    sent = {**phone.get("/rules/hand-and-foot").form("mine").fields, "do": "mine"}
    page = phone.follow(phone.post("/own/edit/from/hand-and-foot", sent))
    assert page.message.endswith(" players; how many play decides who are partners.")


def test_a_page_reads_a_game_once_for_all_its_parts(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each part of a game looked for its faults by itself: a long one took seconds at each key."""
    sent = {**phone.get("/rules/yahtzee").form("mine").fields, "do": "mine"}
    name = phone.post("/own/edit/from/yahtzee", sent).location
    read = Mock(wraps=read_document)
    monkeypatch.setattr("scorekeeper.own.editor.draft.read_document", read)

    for step in (2, 3, 4):
        phone.get(name.replace("/1", f"/{step}"))
    assert read.call_count <= 9


def test_too_much_to_write_down_says_so(phone: Phone) -> None:
    """The page of any of them was an error: the fault is of all, not of one."""
    write = on(phone, START, {"name": "Too much"})
    for _ in range(24):
        write = on(phone, on(phone, write, do="add.event"))

    assert "1 to 24 of these." in phone.get(on(phone, write, do="thing.scored")).text


def test_there_is_more_than_one_name_to_write(phone: Phone) -> None:
    write = on(phone, START, {"name": "Two names", "players": ["3"]})
    write = on(phone, on(phone, write, do="add.winner"), {"a.label": "Who was caught"})

    assert "Who was caught" in phone.get(write).text
    assert "one of the players" in phone.get(write).text
