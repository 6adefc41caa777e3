"""Answers that ask for the facts they need: every path of answers, under any rules, ends in the
number that a score sheet with that deal has."""

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import pytest

from scorekeeper import rulebook, sheet
from scorekeeper.anchored_markdown import Passage
from scorekeeper.engine.game import Game
from scorekeeper.engine.options import OptionValues
from scorekeeper.engine.remedies import Inquest, inquire
from scorekeeper.engine.worth import Reckoning
from scorekeeper.games import games
from scorekeeper.interview.steps import Question, Value
from scorekeeper.questions import players_of
from scorekeeper.search import ranking
from scorekeeper.search.worth import Heard, estimate_of, scored
from scorekeeper.sentences import Voice, minus
from scorekeeper.sheet.documents import FORMAT
from tests.test_answers import house_rules_of

GAMES: Final = [game for game in games().values() if game.worth]
NAMES: Final = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim")
OF_THE_PAGE: Final = {"q", "about", "table", "game", "variant"}
"""What the address of the page says beside the facts."""
MOST_QUESTIONS: Final = 4
LONGEST: Final = 90
"""Letters of an answer: three lines in large type."""
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


class Path(NamedTuple):
    """All answers to the questions of an estimate, and what is to be scored then."""

    answered: list[tuple[Question, Value]]
    worth: Reckoning


def passage_of(game: Game, anchor: str) -> Passage:
    return next(one for one in rulebook.passages(game) if one.anchor == anchor)


def inquest(
    game: Game, anchor: str, options: OptionValues, players: int, facts: Mapping[str, Value]
) -> Inquest[Reckoning] | None:
    estimate = estimate_of(game, passage_of(game, anchor), options, players)
    return inquire(estimate(), facts) if estimate else None


def paths(
    game: Game, anchor: str, options: OptionValues, players: int, facts: Mapping[str, Value]
) -> Iterator[Path]:
    """Yield every path of answers; none where the passage is not in force."""
    found = inquest(game, anchor, options, players, facts)
    if found is None:
        return
    assert not found.faults
    if found.open is None:
        assert found.found is not None
        yield Path([*found.answered], found.found)
        return
    for key in found.open.keys_shown():
        yield from paths(game, anchor, options, players, {**facts, found.open.name: key.value})


@every_game
def test_every_path_has_the_number_of_a_score_sheet(game: Game) -> None:
    players, compared = players_of(game), 0
    for variant in game.variants:
        for options in house_rules_of(game, variant):
            if rejected(game, variant, options, players):
                continue
            # several anchors share an estimate
            for anchor in {estimate: anchor for anchor, estimate in game.worth.items()}.values():
                for path in paths(game, anchor, options, players, {}):
                    found = scored(game, options, NAMES[:players], path.worth, path.answered)
                    points = by_sheet(game, variant, options, players, path.worth)
                    compared += points is not None
                    assert points is None or found.answer.large == minus(points), (anchor, path)
                    assert found.answer.text.startswith(found.answer.large)
    assert compared


def rejected(game: Game, variant: str | None, options: OptionValues, players: int) -> bool:
    """Whether these rules cannot be together."""
    house = game.house_rules(options)
    return bool(game.check and [*game.check(variant, house, players)])


def by_sheet(
    game: Game, variant: str | None, options: OptionValues, players: int, worth: Reckoning
) -> int | None:
    """The points of that side on a score sheet with that deal; None where the game was over
    before it."""
    document = {
        "format": FORMAT,
        "game": game.slug,
        "players": [*NAMES[:players]],
        "options": {**options},
        "entries": [*worth.before, worth.deal],
    }
    result = sheet.score({**document, **({"variant": variant} if variant else {})})
    if "errors" in result:
        assert worth.before, result["errors"]
        return None
    last = result["entries"][-1]
    theirs = [line for line in last["lines"] if line["side"] == worth.side]
    tallies = [line for line in theirs if line.get("column") in game.tallies]
    apart = [line for line in theirs if line["rule"] in worth.apart and line not in tallies]
    points: int = last["scores"][worth.side] - sum(line["points"] for line in apart)
    return points


@every_game
def test_questions_are_few_and_their_answers_short(game: Game) -> None:
    assert {*game.worth} <= {one.anchor for one in rulebook.passages(game)}
    for variant in game.variants:
        for anchor in game.worth:
            for path in paths(game, anchor, game.defaults(variant), players_of(game), {}):
                names = [question.name for question, _ in path.answered]
                assert len(names) <= MOST_QUESTIONS, (anchor, names)
                assert not {*names} & OF_THE_PAGE, (anchor, names)
                assert {*re.findall(r"\{(\w+)[:}]", path.worth.told)} <= {"points", *names}
                players = NAMES[: players_of(game)]
                found = scored(game, game.defaults(variant), players, path.worth, path.answered)
                assert len(found.answer.text) <= LONGEST, found.answer.text
                assert found.answer.text.endswith("."), found.answer.text


@pytest.mark.parametrize(
    "game", [one for one in GAMES if len(one.players) > 1], ids=lambda g: g.slug
)
def test_any_number_of_players_is_scored(game: Game) -> None:
    options = next(
        rules
        for rules in house_rules_of(game, None)
        if not any(rejected(game, None, rules, players) for players in game.players)
    )
    for players in game.players:
        for anchor in game.worth:
            for path in paths(game, anchor, options, players, {}):
                found = scored(game, options, NAMES[:players], path.worth, path.answered)
                points = by_sheet(game, None, options, players, path.worth)
                assert points is None or found.answer.large == minus(points), (players, path)


# --- what a question says already -----------------------------------------------------------------


def told(address: str, question: str, **changed: Value) -> str:
    """The answer to a question that names every fact, else the question that is open."""
    slug, _, variant = address.partition("/")
    game = games()[slug]
    options = {**game.defaults(variant or None), **changed}
    hits = ranking.search(question, game, options=options)
    estimate = estimate_of(game, hits[0].passage, options, players_of(game))
    if estimate is None:
        return ""
    heard, facts = Heard(question), dict[str, Value]()
    while (asked := inquire(estimate(), facts)).open:
        key = heard.take(asked.open)
        if key is None:
            return Voice().text(asked.open.label)
        facts[asked.open.name] = key.value
    assert asked.found is not None
    names = NAMES[: players_of(game)]
    return scored(game, options, names, asked.found, asked.answered).answer.text


@pytest.mark.parametrize(
    ("game", "question", "answer"),
    [
        (
            "bridge",
            "two down doubled and vulnerable",
            "500 to the defenders for 2 down, doubled, vulnerable.",
        ),
        (
            "bridge",
            "3 down redoubled not vulnerable",
            "1000 to the defenders for 3 down, redoubled, not vulnerable.",
        ),
        (
            "five-hundred",
            "What do we lose at 8 hearts with 6 tricks?",
            "−300 for 8 hearts with 6 tricks.",
        ),
        ("five-hundred", "bid nullo and took 2 tricks", "−250 for nullo with 2 tricks."),
        ("spades", "we bid 5 and took 7", "52 for 5 bid and 7 taken."),
        ("spades", "bid 4 took 3, what do we get", "−40 for 4 bid and 3 taken."),
        ("spades/nil-bags", "what do 12 bags cost", "−100 for 12 bags."),
        ("euchre", "What is a lone march worth?", "4 for a march by a lone hand."),
        ("solo-whist", "what does a missed misère cost", "−6 to each declarer for misère missed."),
        ("nap", "how much do I pay for a missed nap", "−30 to the bidder for nap missed."),
        ("oh-hell", "I bid 3 and took 2", "−10 for 3 bid and 2 taken."),
        ("oh-hell", "5 bid 5 taken", "50 for 5 bid and 5 taken."),
        ("twenty-eight", "what does a bid of 20 missed cost", "−3 for a bid of 20 missed."),
        ("trex", "how many points for 5 diamonds", "50 for 5 diamonds."),
        ("trex", "how much for three queens", "−75 for 3 queens."),
        ("whist", "how many points for nine tricks", "3 for 9 tricks."),
        (
            "noms",
            "misère failed with 2 tricks alone",
            "−12 to the declarer for a misère alone with 2 tricks.",
        ),
        # what is not plain is asked
        (
            "bridge",
            "How many points for two undertricks doubled?",
            "Was the declarer’s side vulnerable?",
        ),
        ("bridge", "how much is 4 spades made with an overtrick", "How many overtricks?"),
        ("spades", "What does a failed nil cost?", "How many tricks did the nil take?"),
        ("euchre", "how many points for a march", "Did the maker play alone?"),
        ("trex", "what does the doubled king cost", "Whose points?"),
        (
            "five-hundred",
            "went for seven hearts and came up one short",
            "How many tricks did the bidders take?",
        ),
        ("oh-hell", "called one and took four, do I lose thirty", "How many tricks were bid?"),
    ],
)
def test_facts_are_taken_from_the_question(game: str, question: str, answer: str) -> None:
    assert told(game, question) == answer


@pytest.mark.parametrize(
    ("game", "question", "changed", "answer"),
    [
        ("spades/nil-bags", "what do 12 bags cost", {"bag_penalty": 40}, "−40 for 12 bags."),
        ("spades/nil-bags", "what do 12 bags cost", {"bag_penalty_every": 4}, "−300 for 12 bags."),
        ("spades", "what do 12 bags cost", {"bag_penalty_every": 0}, ""),
        ("spades", "What does a failed nil cost?", {"nil": False}, ""),
        ("spades", "double nil failed", {"nil": False}, ""),
        ("spades", "bid 4 took 3", {"set_score": "zero"}, "0 for 4 bid and 3 taken."),
        ("trex", "what does the doubled king cost", {"doubling": False}, ""),
        ("trex", "points for 5 diamonds", {"diamond_points": -10}, "−50 for 5 diamonds."),
        (
            "nap",
            "what does a missed nap cost",
            {"nap_fail": "half"},
            "−15 to the bidder for nap missed.",
        ),
        ("oh-hell", "I bid 3 and took 2", {"miss": "tricks_only"}, "2 for 3 bid and 2 taken."),
        (
            "twenty-eight",
            "what does a bid of 20 missed cost",
            {"scoring": "flat"},
            "−1 for a bid of 20 missed.",
        ),
        ("five-hundred", "what does a failed nullo cost", {"nullos": "none"}, ""),
    ],
)
def test_house_rules_decide(
    game: str, question: str, changed: dict[str, Value], answer: str
) -> None:
    assert told(game, question, **changed) == answer
