"""House rules that a phone keeps."""

from typing import Any

import pytest
from flask import Flask

from scorekeeper.games import games
from scorekeeper.sheet import read_head
from scorekeeper.sheet.documents import Head, SheetRefused
from scorekeeper.store.rule_sets import RuleSet, add_rule_set
from scorekeeper.store.sql.database import writing
from scorekeeper.tables.house_rules import (
    read_rules_name,
    remove_rules,
    rename_rules,
    save_rules,
    saved_rules,
)
from tests.tables.conftest import sheet

OTHER_RULES = "“Friday” is taken. Choose another name."


def head(game: str = "spades", **changed: Any) -> Head:
    return read_head(sheet(game, options=changed))


def saved_sets(game: str | None = None) -> list[tuple[str, Any, bool]]:
    """Name, the options that differ from the variant's, whether removed."""
    return [(one.name, _changed(one), one.removed) for one in saved_rules("phone", game)]


def _changed(one: RuleSet) -> dict[str, Any]:
    defaults = games()[one.game].defaults(one.variant)
    return {name: value for name, value in one.options.items() if value != defaults[name]}


def refused(name: str, rules: Head) -> str:
    with pytest.raises(SheetRefused) as error:
        save_rules("phone", rules, name)
    return str(error.value.errors[0]["message"])


def test_rules_are_saved_under_a_name(store: Flask) -> None:
    assert save_rules("phone", head(target=250), "  Friday ") == "Friday"

    assert saved_sets() == [("Friday", {"target": 250}, False)]
    assert saved_sets("whist") == []
    assert saved_rules("") == []


def test_rules_sent_twice_are_saved_once(store: Flask) -> None:
    save_rules("phone", head(target=250), "Friday")
    save_rules("phone", head(target=250), "friday")

    assert saved_sets() == [("Friday", {"target": 250}, False)]


def test_different_rules_need_a_different_name(store: Flask) -> None:
    save_rules("phone", head(target=250), "Friday")

    assert refused("FRIDAY", head(target=300)) == OTHER_RULES
    assert refused("Friday", read_head(sheet("spades", variant="bags"))) == OTHER_RULES
    save_rules("phone", head("whist", target=7), "Friday")  # of another game
    assert saved_sets() == [("Friday", {"target": 250}, False), ("Friday", {"target": 7}, False)]


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\0b"])
def test_an_invalid_name_is_refused(store: Flask, name: str) -> None:
    refused(name, head())

    assert saved_sets() == []


def test_saved_rules_are_renamed_and_restored(store: Flask) -> None:
    save_rules("phone", head(target=250), "Friday")
    save_rules("phone", head(target=300), "Monday")
    friday, monday = (one.id for one in saved_rules("phone"))

    rename_rules("phone", friday, "Thursday")
    rename_rules("phone", friday, "THURSDAY")
    with pytest.raises(SheetRefused):
        rename_rules("phone", friday, "monday")
    remove_rules("phone", monday)
    assert saved_sets() == [("THURSDAY", {"target": 250}, False), ("Monday", {"target": 300}, True)]
    with pytest.raises(LookupError):
        rename_rules("phone", monday, "Tuesday")
    remove_rules("phone", monday, removed=False)

    assert saved_sets()[1] == ("Monday", {"target": 300}, False)


def test_removed_rule_set_frees_its_name(store: Flask) -> None:
    for name in ("Großer Freitag", "Monday", "Sunday"):
        save_rules("phone", head(target=250), name)
    friday, monday, sunday = (one.id for one in saved_rules("phone"))
    for removed in (friday, sunday):
        remove_rules("phone", removed)

    save_rules("phone", head(target=300), " GROSSER freitag ")
    rename_rules("phone", monday, "sunday")

    assert saved_sets() == [
        ("sunday", {"target": 250}, False),
        ("GROSSER freitag", {"target": 300}, False),
    ]


def test_another_phone_cannot_change_saved_rules(store: Flask) -> None:
    save_rules("phone", head(target=250), "Friday")
    (one,) = saved_rules("phone")

    with pytest.raises(LookupError):
        remove_rules("other", one.id)
    with pytest.raises(LookupError):
        rename_rules("other", one.id, "Mine")

    assert saved_sets() == [("Friday", {"target": 250}, False)]
    assert saved_rules("other") == []


def test_saved_rules_drop_obsolete_options(store: Flask) -> None:
    options = {"target": 250, "min_bid": 99, "an_old_option": True}
    with writing() as connection:
        add_rule_set(connection, "phone", "spades", "gone", options, "Old")
        add_rule_set(connection, "phone", "a-game-that-left", None, {}, "Lost")

    (one,) = saved_rules("phone")

    assert one.variant == "nil"
    assert one.options == {**games()["spades"].defaults("nil"), "target": 250}


def test_a_name_has_forty_characters_at_most() -> None:
    assert read_rules_name("x" * 40) == "x" * 40
    for name in ("", "x" * 41):
        with pytest.raises(SheetRefused):
            read_rules_name(name)
