"""What the table does once something went wrong: all facts and their rulings, in the files of
`remedies/`. A line has the answers to a mishap's questions in order, and the ruling, with what
moves and the paragraph of the rules that says so. Of seats and numbers only some are answered.

`python -m tests.referee.test_remedies` writes them anew; read the difference before you keep it.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import questions, rulebook
from scorekeeper.engine.game import Game
from scorekeeper.engine.remedies import MISHAPS, Case, Inquest, Mishap, Remedy, inquire
from scorekeeper.games import games
from scorekeeper.interview.steps import Number, Question, SeatOf, YesNo
from scorekeeper.questions import players_of
from scorekeeper.sentences import Voice
from tests.vectors import load

FOLDER: Final = Path(__file__).parent / "remedies"
GAMES: Final = [game for game in games().values() if game.remedies]
NAMES: Final = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus")
MOST_QUESTIONS: Final = 6
MOST_KEYS: Final = 12
OF_THE_PAGE: Final = {"mishap", "about", "variant", "players"}
"""What the address of the page says beside the facts."""
HEDGES: Final = ("may ", "usually", "should", "might", "could")


def case_of(game: Game, variant: str | None = None, /, **entry: Any) -> Case:
    """A case at a table with the usual number of players, of whom the first deals."""
    house = game.defaults(variant)
    players = players_of(game)
    return Case(house, game.sides(house, players), tuple(range(players)), entry, dealer=0)


def put(game: Game, mishap: str, facts: Mapping[str, Any], case: Case) -> Inquest:
    """The inquiry as far as those facts answer it."""
    return inquire(game.remedies[mishap](case), facts)  # type: ignore[index]


def told(case: Case, remedy: Remedy) -> str:
    """A ruling in one line."""
    voice = Voice(NAMES, case.sides)
    parts = [voice.alone(one) for one in (remedy.ruling, *remedy.then)]
    moved: dict[str, Mapping[Any, Any]] = {
        "tricks": remedy.tricks,
        "points": remedy.points,
        "entry": remedy.changes,
    }
    parts += [f"{name} {_plain(what)}" for name, what in moved.items() if what]
    return " | ".join([*parts, *(["again"] if remedy.again else []), f"({remedy.rule})"])


def _plain(moved: Mapping[Any, Any]) -> str:
    return ", ".join(f"{key}: {value}" for key, value in sorted(moved.items()))


def answers_to(question: Question) -> Iterator[Any]:
    """The answers that are tried: of seats one of each side, of numbers and of more keys than a
    mishap has the ends and the middle."""
    values = [key.value for key in question.keys_shown()]
    if isinstance(question, SeatOf):
        yield from values[:2]
    elif isinstance(question, Number) or len(values) > MOST_KEYS:
        yield from dict.fromkeys((values[0], values[len(values) // 2], values[-1]))
    else:
        yield from values


def rulings(
    game: Game, mishap: str, case: Case, facts: Mapping[str, Any]
) -> Iterator[tuple[Mapping[str, Any], Remedy]]:
    """Yield all facts that a mishap may have, each with its ruling."""
    if mishap == "revokes" and facts.get("late") is False:
        return  # as after one revoke
    inquest = put(game, mishap, facts, case)
    assert not inquest.faults
    if inquest.open is None:
        assert inquest.found is not None
        yield facts, inquest.found
        return
    for value in answers_to(inquest.open):
        yield from rulings(game, mishap, case, {**facts, inquest.open.name: value})


def written(game: Game) -> str:
    """All rulings of a game, by variant and mishap."""
    lines = []
    for variant in game.variants:
        case = case_of(game, variant)
        for mishap in game.remedies:
            lines.append(f"# {mishap}" if variant is None else f"# {variant}: {mishap}")
            for facts, remedy in rulings(game, mishap, case, {}):
                said = ", ".join(f"{name} {_word(value)}" for name, value in facts.items())
                lines.append(f"{said} = {told(case, remedy)}")
            lines.append("")
    return "\n".join(lines)


def _word(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if type(value) is bool else str(value)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_rulings_are_what_is_written(game: Game) -> None:
    assert written(game) == (FOLDER / f"{game.slug}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_ruling_is_definite_and_cited(game: Game) -> None:
    for variant in game.variants:
        case = case_of(game, variant)
        for mishap in game.remedies:
            for facts, remedy in rulings(game, mishap, case, {}):
                text = Voice(NAMES, case.sides).alone(remedy.ruling)
                assert remedy.rule in rulebook.anchors(game), (mishap, facts)
                assert text.endswith("."), text
                assert not any(hedge in text for hedge in HEDGES), text
                assert len(facts) <= MOST_QUESTIONS * (1 + (mishap == "revokes")), facts
                assert not facts.keys() & OF_THE_PAGE, facts
                assert sum(remedy.tricks.values()) == 0, facts


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_ruling_holds_for_any_rules_and_deal(game: Game) -> None:
    for case in cases(game):
        for mishap in game.remedies:
            for facts, remedy in rulings(game, mishap, case, {}):
                assert remedy.rule in rulebook.anchors(game), (mishap, facts)
                assert sum(remedy.tricks.values()) == 0, facts
                assert set(remedy.points) <= {*range(len(case.sides))}, facts


def cases(game: Game) -> Iterator[Case]:
    """A case with each value of each house rule, and with each kind of deal of the game's vectors,
    whole, as far as its first fields, and with one field left out."""
    for variant, usual in game.variants.items():
        deals = kinds_of_deal(game, variant)
        for option in game.options:
            for key in option.keys_shown():
                house = game.house_rules({**usual, option.name: key.value})
                plain = case_of(game, variant)
                yield Case(house, game.sides(house, len(plain.filled)), plain.filled)
        for entry in deals:
            for known in range(1, len(entry) + 1):
                yield case_of(game, variant, **dict([*entry.items()][:known]))
            for left_out in entry:
                fields = {name: value for name, value in entry.items() if name != left_out}
                yield case_of(game, variant, **fields)


def kinds_of_deal(game: Game, variant: str | None) -> list[Mapping[str, Any]]:
    """Deals of the game's vectors for the usual number of players, those of a kind once: with the
    same fields and the same words in them."""
    sheets = [
        vector["sheet"]
        for vector in load()
        if vector["sheet"].get("game") == game.slug
        and "errors" not in vector["expect"]
        and vector["sheet"].get("variant", next(iter(game.variants))) == variant
        and len(vector["sheet"]["players"]) == players_of(game)
    ]
    deals = [one for sheet in sheets for one in sheet["entries"] if isinstance(one, dict)]
    played = [one for one in deals if not game.special_keys & one.keys()]
    kinds = {(*one, *filter(_is_word, one.values())): one for one in played}
    return list(kinds.values())


def _is_word(value: Any) -> bool:
    return isinstance(value, str)


@pytest.mark.parametrize(
    ("question", "at", "message"),
    [
        ({"facts": {"who": 9}}, "facts.who", "There is no seat 9 at this table"),
        ({"facts": {"who": 1, "late": False, "weather": 1}}, "facts.weather", "Nothing here"),
        ({"facts": []}, "facts", "is an object"),
        ({"entry": {"side_tricks": [9, 9]}}, "entry.side_tricks", "add up to 18"),
        ({"mishap": "quarrel"}, "mishap", "`mishap` is revoke, "),
        ({"mishap": 1}, "mishap", "`mishap` is revoke, "),
        ({"game": "tally"}, "game", "no referee"),
        ({"dealer": 4}, "dealer", "`dealer` is a seat, 0 to 3."),
    ],
)
def test_what_cannot_be_asked_is_refused(question: Any, at: str, message: str) -> None:
    answer = questions.remedy({"game": "whist", "mishap": "revoke", **question})

    (error,) = answer["errors"]
    assert error["at"] == at
    assert message in error["message"]


def test_the_question_that_is_open_is_asked() -> None:
    answer = questions.remedy({"game": "whist", "mishap": "revoke", "facts": {"who": 1}})

    assert answer["ask"]["name"] == "late"
    assert answer["ask"]["answers"] == [(True, "Yes"), (False, "Not yet")]
    assert answer["ruling"] is None


@pytest.mark.parametrize("dealer", range(4))
def test_who_deals_at_skat_for_four_is_not_asked_about(dealer: int) -> None:
    question = {"game": "skat", "mishap": "revoke", "context": {"players": 4}, "dealer": dealer}
    declarer = (dealer + 1) % 4
    entry = {"declarer": declarer, "game": "grand"}

    answer = questions.remedy({**question, "entry": entry})

    assert answer["ask"]["name"] == "who"
    assert [seat for seat, _ in answer["ask"]["answers"]] == [
        seat for seat in range(4) if seat != dealer
    ]


def test_the_mishaps_of_a_game_are_known() -> None:
    assert all(set(game.remedies) <= set(MISHAPS) for game in GAMES)


@given(data=st.data())
def test_any_answers_lead_to_a_ruling(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(GAMES))
    mishap: Mishap = data.draw(st.sampled_from(list(game.remedies)))
    case = case_of(game, data.draw(st.sampled_from(list(game.variants))))
    facts: dict[str, Any] = {}
    while (question := put(game, mishap, facts, case).open) is not None:
        facts[question.name] = data.draw(_any_answer(question))

    again = put(game, mishap, facts, case)
    assert again.found is not None
    assert [question.name for question, _ in again.answered] == list(facts)


def _any_answer(question: Question) -> st.SearchStrategy[Any]:
    if isinstance(question, YesNo):
        return st.booleans()
    return st.sampled_from([key.value for key in question.keys_shown()])


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for one in GAMES:
        (FOLDER / f"{one.slug}.txt").write_text(written(one), encoding="utf-8")
