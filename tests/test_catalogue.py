"""The description of games for other programs: all that any table may be asked."""

from typing import Any

import msgspec
import pytest

from scorekeeper import catalogue
from scorekeeper.games import games


def field(game: str, name: str, kind: str = "deal") -> dict[str, Any]:
    """Return what is told of one field of an entry."""
    fields = catalogue.description(games()[game]).entries[kind]
    found: dict[str, Any] = msgspec.to_builtins(next(one for one in fields if one.field == name))
    return found


@pytest.mark.parametrize(
    ("game", "name", "value"),
    [
        # the other variant's
        ("five-hundred", "bid", "grand_nullo"),
        ("spades", "bids", "nil"),
        # only with an option
        ("five-hundred", "side_tricks", "array"),
        ("whist", "honours.count", 4),
        ("spades", "bids", 0),
        ("oh-hell", "bids", 18),
        # at a larger table, from another dealer, beside another declarer
        ("nap", "declarer", 6),
        ("sharp-nullo", "declarer", 0),
        ("noms", "partner", 0),
        ("noms", "exposed_by", 5),
    ],
)
def test_catalogue_lists_what_tables_are_asked(game: str, name: str, value: Any) -> None:
    told = field(game, name)

    values = [*told.get("values", ()), *told.get("items", {}).get("values", ()), *told["types"]]
    assert value in values


def test_the_declared_draw_may_be_anybodys() -> None:
    assert field("sharp-nullo", "draw.by", "draw")["values"] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("game", "needed"),
    [
        ("bridge", {"contract", "declarer", "tricks"}),
        ("euchre", {"maker", "tricks"}),
        ("five-hundred", {"bid", "declarer"}),
        ("nap", {"declarer", "bid"}),
        ("noms", {"declarer", "bid", "partner", "tricks"}),
        ("oh-hell", {"bids", "tricks"}),
        ("sharp-nullo", set()),
        ("solo-whist", {"contract", "declarers"}),
        ("spades", {"bids"}),
        ("tally", {"points"}),
        ("trex", {"contract"}),
        ("twenty-eight", {"declarer", "bid"}),
        ("whist", {"side_tricks"}),
    ],
)
def test_fields_not_always_asked_are_optional(game: str, needed: set[str]) -> None:
    fields = catalogue.description(games()[game]).entries["deal"]

    assert {one.field for one in fields if not one.optional} == needed


def test_ranges_are_those_of_all_tables() -> None:
    bids = field("oh-hell", "bids")["items"]
    tricks = field("noms", "tricks")

    assert bids["values"] == [*range(36)]
    assert field("oh-hell", "tricks")["items"]["most"] == 34
    assert (tricks["items"]["least"], tricks["items"]["most"], tricks["total"]) == (0, 17, None)


@pytest.mark.parametrize(
    ("game", "said"),
    [("bridge", "`players` is 4."), ("oh-hell", "`players` is the number of players, 3 to 11.")],
)
def test_how_many_play_is_a_number_or_a_range(game: str, said: str) -> None:
    fields = catalogue.description(games()[game]).referee["trick"]

    assert said in [one.says for one in fields]
