"""House rules kept under a name: each device its own, a name for each game once."""

import pytest
from flask import Flask
from sqlalchemy.exc import IntegrityError

from scorekeeper.store.rule_sets import (
    RuleSet,
    add_rule_set,
    rename_rule_set,
    rule_set,
    rule_set_named,
    rule_sets,
    soft_delete,
)
from scorekeeper.store.sql.database import reading, writing


def add(name: str, game: str = "spades", device: str = "phone", target: int = 250) -> None:
    with writing() as connection:
        add_rule_set(connection, device, game, "bags", {"target": target}, name)


def stored_sets(device: str = "phone", game: str | None = None) -> list[RuleSet]:
    with reading() as connection:
        return rule_sets(connection, device, game)


def names(device: str = "phone", game: str | None = None) -> list[tuple[str, bool]]:
    return [(one.name, one.removed) for one in stored_sets(device, game)]


def remove(one: RuleSet, removed: bool = True, device: str = "phone") -> None:
    with writing() as connection:
        soft_delete(connection, device, one.id, removed)


def test_a_rule_set_is_stored_as_given(store: Flask) -> None:
    add("Friday")

    (one,) = stored_sets()
    assert one == RuleSet(one.id, "spades", "bags", {"target": 250}, "Friday", False)


def test_each_device_has_its_own_rule_sets(store: Flask) -> None:
    add("Friday")
    add("Friday", device="other")
    add("Friday", game="whist")

    assert names() == [("Friday", False), ("Friday", False)]
    assert names(game="whist") == [("Friday", False)]
    assert names("nobody") == []
    with reading() as connection:
        assert rule_set(connection, "other", stored_sets()[0].id) is None


def test_names_are_compared_whatever_their_spelling(store: Flask) -> None:
    add("Großer Freitag")

    with reading() as connection:
        found = rule_set_named(connection, "phone", "spades", " GROSSER freitag ")
    assert found == stored_sets()[0]
    with pytest.raises(IntegrityError):
        add("grosser freitag")


def test_a_removed_set_can_be_restored(store: Flask) -> None:
    add("Friday")
    (one,) = stored_sets()

    remove(one)
    assert names() == [("Friday", True)]
    remove(one, device="other")
    remove(one, removed=False)

    assert names() == [("Friday", False)]


def test_a_removed_set_makes_room_for_another_of_its_name(store: Flask) -> None:
    add("Friday")
    remove(stored_sets()[0])

    add("FRIDAY", target=300)

    (one,) = stored_sets()
    assert (one.name, one.options, one.removed) == ("FRIDAY", {"target": 300}, False)


def test_a_set_is_renamed_in_its_place(store: Flask) -> None:
    add("Friday")
    add("Monday")
    friday, monday = stored_sets()
    remove(monday)

    with writing() as connection:
        rename_rule_set(connection, "phone", friday, "monday")
    assert names() == [("monday", False)]
    with writing() as connection:
        rename_rule_set(connection, "phone", stored_sets()[0], "MONDAY")

    assert names() == [("MONDAY", False)]
