"""A season's way of scoring as a document: read, refused, written, told."""

import json
from typing import Any

import pytest
from hypothesis import given

from scorekeeper.standings import Scoring, ScoringRefused, explained, fields, told
from scorekeeper.standings.schemes import schemes
from tests.standings.seasons import scoring, scorings


def test_what_is_left_out_is_as_usual() -> None:
    assert Scoring.read({"scheme": "place-points"}).document() == {
        "scheme": "place-points",
        "params": {"table": [5, 3, 1, 0]},
        "best": None,
        "least": 0,
        "handicaps": False,
    }


@given(scoring=scorings())
def test_a_document_reads_back(scoring: Scoring) -> None:
    assert Scoring.read(json.loads(json.dumps(scoring.document()))) == scoring


@pytest.mark.parametrize(
    ("document", "faults"),
    [
        (None, {"": "A way of scoring is an object."}),
        (
            {},
            {
                "scheme": "Choose how the season is scored: Average points a deal, Place points,"
                " Rubber or match difference, Sum of points or Wins."
            },
        ),
        ({"scheme": "wins", "params": [5]}, {"params": "The scheme's settings are an object."}),
        (
            {"scheme": "wins", "best": 0, "least": -1, "handicaps": 1},
            {
                "best": "Best games that count: a whole number from 1 to 999. It may be left empty:"
                " all games count.",
                "least": "Games before a place: a whole number from 0 to 999.",
                "handicaps": "Handicaps: either on or off.",
            },
        ),
        (
            {"scheme": "wins", "least": True},
            {"least": "Games before a place: a whole number from 0 to 999."},
        ),
        (
            {"scheme": "wins", "least": None},
            {"least": "Games before a place: a whole number from 0 to 999."},
        ),
        ({"scheme": "wins", "worst": 2}, {"worst": "worst is not asked for here."}),
        ({"scheme": "wins", "params": {"table": [1]}}, {"table": "table is not asked for here."}),
    ],
)
def test_what_is_no_scoring_is_refused(document: Any, faults: dict[str, str]) -> None:
    with pytest.raises(ScoringRefused) as refused:
        Scoring.read(document)

    assert refused.value.faults == faults


@pytest.mark.parametrize("slug", [None, 3, ["wins"], "Wins", "ties", "_scheme"])
def test_a_scheme_that_is_not_there_is_refused(slug: Any) -> None:
    with pytest.raises(ScoringRefused) as refused:
        Scoring.read({"scheme": slug})

    assert [*refused.value.faults] == ["scheme"]


@pytest.mark.parametrize(
    "table", [[], None, 5, "531", [1.5], [True], [1001], [-1001], [0] * 21, [[1]], {"1": 5}]
)
def test_a_table_of_places_is_a_list_of_numbers(table: Any) -> None:
    with pytest.raises(ScoringRefused) as refused:
        scoring("place-points", params={"table": table})

    assert refused.value.faults == {
        "table": "Points by place: 1 to 20 whole numbers, each from −1000 to 1000."
    }


@pytest.mark.parametrize("slug", schemes())
def test_every_setting_is_asked_by_a_name_of_its_own_and_its_default_will_do(slug: str) -> None:
    names = [field.name for field in fields(slug)]

    assert len({*names}) == len(names)
    assert names[-3:] == ["handicaps", "best", "least"]
    assert not [field for field in fields(slug) if field.fault(field.default)]


def test_the_players_are_told_what_is_in_force_in_order() -> None:
    everything = scoring("place-points", params={"table": [3, 1]}, best=4, least=6, handicaps=True)

    assert [sentence.split(",")[0] for sentence in told(everything)] == [
        "Each game gives points by place",
        "Before anything else a side is given its players' handicaps",
        "Of a player's games only the best 4 count",
        "It takes 6 games to have a place; who has played fewer is listed below",
        "The organiser may give a bonus or a penalty",
        "Players with the same total are parted by the first of these that tells them apart: more"
        " wins (shared ones count too)",
    ]
    assert "the winner first: 3 and 1, and nothing below" in told(everything)[0]


def test_what_is_not_in_force_is_not_told() -> None:
    assert len(told(scoring("wins"))) == 4
    assert told(scoring("wins"))[1] == "Whoever has played a game has a place."


def test_the_best_games_of_an_average_are_told_apart() -> None:
    assert told(scoring("average", best=1))[1] == (
        "Of a player's games only the best 1 counts, by points a deal. The total is then the"
        " average of these games, each of which weighs the same however many deals it had. Whoever"
        " has played fewer counts all."
    )


@pytest.mark.parametrize("slug", schemes())
def test_every_sentence_has_its_example(slug: str) -> None:
    shown = explained(scoring(slug, best=2, least=2, handicaps=True))

    assert [one.sentence for one in shown] == told(scoring(slug, best=2, least=2, handicaps=True))
    assert len({one.working for one in shown}) == 6


@pytest.mark.parametrize(
    ("settings", "there", "missing"),
    [
        ({"least": 0}, "Cat has played only 1", "It takes 2"),
        ({"least": 1}, "Cat has played only 1", "It takes 2"),
        ({"least": 2}, "Where it takes 2 games", "Cat has played only 1"),
        ({"least": 6}, "Where it takes 2 games", "It takes 2 games."),
        ({"best": 4}, "Where the best 2 games count, Ann's 50, 10 and 30", "a deal, and"),
        ({"best": None}, "", "the best 2"),
    ],
)
def test_an_example_speaks_of_nothing_that_the_sentence_denies(
    settings: dict[str, Any], there: str, missing: str
) -> None:
    working = " ".join(one.working for one in explained(scoring("wins", **settings)))

    assert there in working
    assert missing not in working


def test_the_best_games_of_an_average_have_an_example_by_deals() -> None:
    first, best, *_ = explained(scoring("average", best=3))

    assert first.working.startswith("Where all games count, 6 deals and 4 are 10")
    assert "(30 + 10) ÷ 2 = 20" in best.working
