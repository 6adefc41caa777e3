"""A season's way of scoring as a document: read, refused, written, told."""

import json
from typing import Any

import pytest
from hypothesis import given

from scorekeeper.standings.rules import fault, setting
from scorekeeper.standings.schemes import SCHEMES
from scorekeeper.standings.scoring import Scoring, ScoringRefused, explain, scoring_fields
from tests.standings.seasons import scoring, scorings


def test_missing_settings_have_their_defaults() -> None:
    assert Scoring.read({"scheme": "place-points"}).document() == {
        "scheme": "place-points",
        "params": {"table": [5, 3, 1, 0]},
        "ranked": "players",
        "best": None,
        "least": 0,
        "handicaps": False,
        "ties": ["wins", "direct", "average", "games"],
        "walkover": "win",
        "bye": "win",
    }


@given(scoring=scorings())
def test_a_document_reads_back(scoring: Scoring) -> None:
    assert Scoring.read(json.loads(json.dumps(scoring.document()))) == scoring


@pytest.mark.parametrize(
    ("document", "faults"),
    [
        (None, {"": "Scoring must be an object."}),
        (
            {},
            {
                "scheme": "Choose a scoring method: Average points per deal, Place points,"
                " Rubber or match difference, Sum of points or Wins."
            },
        ),
        ({"scheme": "wins", "params": [5]}, {"params": "The scheme's settings must be an object."}),
        (
            {"scheme": "wins", "best": 0, "least": -1, "handicaps": 1},
            {
                "best": "Best games that count: a whole number from 1 to 999. Leave it blank if"
                " all games count.",
                "least": "Games for a place: a whole number from 0 to 999.",
                "handicaps": "Handicaps: on or off.",
            },
        ),
        (
            {"scheme": "wins", "least": True},
            {"least": "Games for a place: a whole number from 0 to 999."},
        ),
        (
            {"scheme": "wins", "least": None},
            {"least": "Games for a place: a whole number from 0 to 999."},
        ),
        (
            {"scheme": "wins", "ties": ["wins", "wins"]},
            {"ties": "Tie-breaks: choose each only once."},
        ),
        ({"scheme": "wins", "ties": ["luck"]}, {"ties": "Tie-breaks: choose each only once."}),
        (
            {"scheme": "wins", "walkover": "lots", "bye": 10_001},
            {
                "walkover": "A walkover is worth: choose one, or enter a whole number of points"
                " from −10000 to 10000.",
                "bye": "A bye in Swiss is worth: choose one, or enter a whole number of points"
                " from −10000 to 10000.",
            },
        ),
        ({"scheme": "wins", "worst": 2}, {"worst": "Unexpected field: worst."}),
        ({"scheme": "wins", "params": {"table": [1]}}, {"table": "Unexpected field: table."}),
    ],
)
def test_invalid_scoring_is_refused(document: Any, faults: dict[str, str]) -> None:
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


@pytest.mark.parametrize("slug", SCHEMES)
def test_settings_have_names_and_valid_defaults(slug: str) -> None:
    names = [setting(field) for field in scoring_fields(slug)]

    assert len({*names}) == len(names)
    assert names[-6:] == ["handicaps", "best", "least", "ties", "walkover", "bye"]
    assert not [field for field in scoring_fields(slug) if fault(field, field.suggest)]


def sentences_of(scoring: Scoring) -> list[str]:
    return [one.sentence for one in explain(scoring)]


def test_explanation_lists_all_rules_in_order() -> None:
    everything = scoring("place-points", params={"table": [3, 1]}, best=4, least=6, handicaps=True)

    assert [sentence.split(",")[0] for sentence in sentences_of(everything)] == [
        "Points by finishing place: 3 and 1",
        "Each side gets the sum of its players' handicaps once per game: added to its points or",
        "Only each player's best 4 games count. Players with fewer games count all of them.",
        "You need 6 games for a place. Players with fewer are listed below",
        "An organiser may give a bonus or a penalty",
        "Ties are broken in this order: more wins (shared ones count too)",
        "A walkover is a win for the side that came and nothing for the other.",
        "A bye in Swiss pairing is a win.",
    ]
    assert "3 and 1, then none" in sentences_of(everything)[0]


def test_explanation_leaves_out_unused_rules() -> None:
    assert len(sentences_of(scoring("wins"))) == 6
    assert sentences_of(scoring("wins"))[1] == "One game is enough for a place."


def test_best_games_of_an_average_are_marked() -> None:
    assert sentences_of(scoring("average", best=1))[1] == (
        "Only each player's best 1 game counts, by points per deal. The total is the average of"
        " these games, however many deals each had. Players with fewer games count all of them."
    )


@pytest.mark.parametrize("slug", SCHEMES)
def test_every_sentence_has_its_example(slug: str) -> None:
    shown = explain(scoring(slug, best=2, least=2, handicaps=True))

    assert len({one.sentence for one in shown}) == len({one.working for one in shown}) == 8


@pytest.mark.parametrize(
    ("settings", "there", "missing"),
    [
        ({"least": 0}, "Cat has played only 1", "need 2"),
        ({"least": 1}, "Cat has played only 1", "need 2"),
        ({"least": 2}, "If you need 2 games", "Cat has played only 1"),
        ({"least": 6}, "If you need 2 games", "If you need 2 games."),
        ({"best": 4}, "If the best 2 games count, Ann's 50, 10 and 30", "per deal, and"),
        ({"best": None}, "", "the best 2"),
    ],
)
def test_example_says_nothing_that_is_denied(
    settings: dict[str, Any], there: str, missing: str
) -> None:
    working = " ".join(one.working for one in explain(scoring("wins", **settings)))

    assert there in working
    assert missing not in working


def test_best_games_of_average_have_deal_example() -> None:
    first, best, *_ = explain(scoring("average", best=3))

    assert first.working.startswith("If all games count, 6 deals and 4 are 10")
    assert "(30 + 10) ÷ 2 = 20" in best.working
