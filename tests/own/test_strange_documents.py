"""Whatever stands in a formula or a document, it is read or refused in its own words."""

import copy
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.engine.replay import blank
from scorekeeper.own import DocumentRefused, game_of
from scorekeeper.own.formulas import read_formula
from scorekeeper.own.terms import (
    DEAL,
    FUNCTIONS,
    NUMBER,
    PLAYER,
    SEAT_KIND,
    SIDE,
    TRUTH,
    WORD,
    FormulaFault,
    Name,
)
from scorekeeper.sheet import score, score_example
from scorekeeper.sheet.documents import FORMAT, OWN
from tests.own.documents import DOCUMENTS
from tests.requirements import rounds

SCOPE = {
    "n": Name(NUMBER, PLAYER),
    "total": Name(NUMBER, SIDE),
    "t": Name(TRUTH, DEAL),
    "w": Name(WORD, DEAL, labels={"a": "A", "b": "B"}),
    "who": Name(SEAT_KIND, DEAL),
    "me": Name(SEAT_KIND, PLAYER),
    "players": Name(NUMBER, DEAL, divisor=True),
}
WORDS = ["if", "then", "else", "or", "and", "not", "in", "yes", "nobody", "(", ")", ",", "+", "−"]
SIGNS = ["×", "÷", "=", "≠", "<=", "0", "1", "99999999999", '"a"', "'", "2x", "{", "\x00", "\u202e"]
FORMULAS = st.one_of(
    st.lists(st.sampled_from([*WORDS, *SIGNS, *SCOPE, *FUNCTIONS]), max_size=30).map(" ".join),
    st.builds(str.__mul__, st.sampled_from(["(", "not ", "-", "all(", "1+"]), st.integers(0, 400)),
    st.text(max_size=60),
)
VALUES: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from([None, True, 0, -1, 10**12, 1.5, "", "{x}", "{n:a|b}", [], [[]], {}, "1/0"]),
    st.sampled_from(["deal", "player", "number", "choice", "max(all(total)) >= 3", [1, 2], ["a"]]),
    FORMULAS,
)

SMALL: dict[str, Any] = {
    "format": "scorekeeper-game/1",
    "name": "Small",
    "players": [2, 4],
    "sides": "each",
    "wins": "most",
    "fields": [{"name": "n", "label": "Points", "of": "player", "kind": "number", "usually": 1}],
    "lines": [{"text": "points", "points": "n"}],
    "end": [],
}
WHO: dict[str, Any] = {"name": "who", "label": "Who", "of": "deal"}


def scored(entries: list[Any], **changed: Any) -> Any:
    """What three players get in the small game, changed."""
    head = {"format": FORMAT, "game": OWN, "players": ["Ann", "Ben", "Cat"]}
    return score({**head, "own": {**SMALL, **changed}, "entries": entries})


def at_fault(entries: list[Any], **changed: Any) -> list[str]:
    return [error["at"] for error in scored(entries, **changed).get("errors", ())]


@settings(max_examples=rounds(300, quick=50, hard=100_000))
@given(FORMULAS, st.sampled_from([DEAL, SIDE, PLAYER]))
def test_any_text_is_a_formula_or_refused(text: str, level: int) -> None:
    with suppress(FormulaFault):
        assert read_formula(text, SCOPE, level, (), 12).weight > 0


@settings(max_examples=rounds(100, quick=20, hard=10_000))
@given(st.data())
def test_any_document_is_a_game_or_refused(data: st.DataObject) -> None:
    document: Any = copy.deepcopy(data.draw(st.sampled_from([*DOCUMENTS.values()])))
    for _ in range(data.draw(st.integers(1, 3))):
        *path, key = data.draw(st.sampled_from([*places(document)]))
        within = document
        for one in path:
            within = within[one]
        if data.draw(st.booleans()):
            # a copy: what is drawn again must be as it was
            within[key] = copy.deepcopy(data.draw(VALUES))
        else:
            del within[key]

    try:
        game = game_of(document)
    except DocumentRefused:
        return
    for example in document.get("examples", ()):
        score_example(game, example)


def places(within: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all parts of a document but itself."""
    items = within.items() if isinstance(within, dict) else enumerate(within)
    for key, value in items:
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from places(value, (*path, key))


@pytest.mark.parametrize("key", ["format", "name", "players", "sides", "wins", "fields", "end"])
def test_what_is_missing_is_named(key: str) -> None:
    document = {name: value for name, value in DOCUMENTS["belote"].items() if name != key}

    with pytest.raises(DocumentRefused) as refused:
        game_of(document)

    assert (key,) in [fault.path for fault in refused.value.faults]


def test_yes_and_no_stand_in_texts() -> None:
    """A value that was a yes or no could not be said: the sheet was not scored."""
    first = {"name": "first", "label": "First", "of": "deal", "is": "deal = 1"}
    lines = [{"text": "{first}", "points": 1}]

    result = scored([{}, {}], values=[first], lines=lines)

    assert [entry["lines"][0]["text"] for entry in result["entries"]] == ["yes", "no"]


@pytest.mark.parametrize("kind", ["seat", "side"])
def test_nobody_is_an_answer_where_somebody_is_usual(kind: str) -> None:
    """Nobody was scored as the one who is usual."""
    who = {**WHO, "kind": kind, "usually": 1, "none": "no one"}
    lines = [{"text": "{who}", "points": 1}]

    result = scored([{"who": None}, {}, {"who": 2}], fields=[who], lines=lines)

    texts = [entry["lines"][0]["text"] for entry in result["entries"]]
    assert texts == ["no one", "Ben", "Cat"]


@pytest.mark.parametrize("kind", ["seat", "side"])
@pytest.mark.parametrize("usually", [1, 3])
def test_who_is_usual_may_not_be_there(kind: str, usually: int) -> None:
    """It was an IndexError at a table of three, and a TypeError at a seat that was emptied."""
    fields = [*SMALL["fields"], {**WHO, "kind": kind, "usually": usually}]
    lines = [{"text": "{who}", "points": "5 + at(n, who)"}]
    emptied = {"seat": {"number": 1, "name": None}}

    assert scored([emptied, {}], fields=fields, lines=lines)["totals"] == [5, 0, 5]

    game = game_of({**SMALL, "fields": fields})
    question: Any = [*game.form(blank(game, {}, ["Ann"]))][1]
    assert question.suggest is None


def test_emptied_side_is_no_answer() -> None:
    """A formula asked for the points of those who had left: a TypeError."""
    fields = [*SMALL["fields"], {**WHO, "kind": "side"}]
    lines = [{"text": "{who}", "points": "at(n, who)"}]
    emptied = {"seat": {"number": 1, "name": None}}

    assert at_fault([emptied, {"who": 1}], fields=fields, lines=lines) == ["entries[1].who"]
    assert at_fault([emptied, {"who": 2}], fields=fields, lines=lines) == []


def test_side_that_there_never_is_cannot_be_usual() -> None:
    four = {"players": [4, 4], "sides": "partners", "lines": [{"text": "points", "points": 1}]}
    wrong, right = ({**WHO, "kind": "side", "usually": side} for side in (2, 1))

    assert at_fault([], fields=[wrong], **four) == ["own.fields[0].usually"]
    assert at_fault([], fields=[right], **four) == ["players"]


def test_nobody_joins_to_a_number_that_the_sides_leave_out() -> None:
    sides = {"3": "each", "5": "each"}
    joins = {"seat": {"number": 3, "name": "Dan"}}

    assert at_fault([joins], players=[2, 5], sides=sides) == ["entries[0].seat.number"]
    assert at_fault([joins], players=[2, 5], sides={**sides, "4": "each"}) == []


def test_quoted_word_is_a_text() -> None:
    """A word of a formula turned the direction of the lines that it stood in."""
    word = {"name": "word", "label": "Word", "of": "deal", "is": "'\u202ea'"}

    assert at_fault([], values=[word]) == ["own.values[0].is"]


def test_choice_takes_numbers_up_to_the_limit() -> None:
    values = [[1_000_000_000, "all"], [-1_000_000_001, "less"]]
    field = {"name": "c", "label": "C", "of": "deal", "kind": "choice", "values": values}
    lines = [{"text": "points", "points": 1}]

    assert at_fault([], fields=[field], lines=lines) == ["own.fields[0].values[1][0]"]


def test_quoted_word_is_no_name() -> None:
    """An end that compares a word with “deal” was passed by after an adjustment."""
    values = [["deal", "Deals"], ["points", "Points"]]
    rule = {"name": "to", "label": "To", "kind": "choice", "values": values, "usually": "points"}
    end = {"when": "max(all(total)) >= 5 and to != 'deal'"}
    adjust = {"adjust": {"side": 0, "points": 5, "reason": "agreed"}}

    assert scored([adjust], options=[rule], end=[end])["outcome"]


def test_row_of_a_table_may_be_nobody() -> None:
    table = {"by": "deal", "rows": [[1, "nobody"]], "else": "dealer"}
    who = {"name": "who", "label": "Who", "of": "deal", "is": table}
    lines = [{"text": "{who}", "points": 1}]

    result = scored([{}, {}], values=[who], lines=lines)

    assert [entry["lines"][0]["text"] for entry in result["entries"]] == ["nobody", "Ben"]


def test_items_that_are_the_same_are_named_beside_other_faults() -> None:
    field = {**SMALL["fields"][0], "different": True, "total": "6", "most": 9}

    assert at_fault([{"n": [1, 1, 10]}], fields=[field]) == ["entries[0].n[2]", "entries[0].n[1]"]
    assert at_fault([{"n": [1, 1, 5]}], fields=[field]) == ["entries[0].n", "entries[0].n[1]"]
    assert at_fault([{"n": [2, 2, 2]}], fields=[field]) == ["entries[0].n[1]", "entries[0].n[2]"]


@pytest.mark.parametrize(("goal", "to"), [("10", 10), ("to", 20), ("k", None), ("deal", None)])
def test_goal_is_a_number_or_a_house_rule(goal: str, to: int | None) -> None:
    """A total that had to reach a carried value, or the number of deals, ended in a KeyError."""
    rule = {"name": "to", "label": "To", "kind": "number", "usually": 20}
    carry = {"name": "k", "label": "K", "of": "deal", "start": 9, "next": 9}
    end = [{"when": f"max(all(total)) >= {goal}"}]
    game = game_of({**SMALL, "options": [rule], "carries": [carry], "end": end})
    pad = blank(game, {}, ["Ann", "Ben"])

    assert game.played_to(pad.options) == to
    assert len([*game.needs(pad)] if game.needs else []) == (2 if to else 0)


def test_each_side_uses_up_its_own_values() -> None:
    """A list that was left out had an item for each seat: a ValueError with the next."""
    values = [["a", "A"], ["b", "B"], ["c", "C"]]
    field = {"name": "box", "label": "Box", "of": "side", "kind": "choice", "values": values}
    four: dict[str, Any] = {"players": [4, 4], "sides": "partners", "wins": "most", "end": []}
    fields = [{**field, "once": "player", "usually": "a"}]
    own = {**SMALL, **four, "fields": fields, "lines": [{"text": "points", "points": 1}]}
    sheet = {"format": FORMAT, "game": OWN, "own": own, "players": ["Ann", "Ben", "Cat", "Dan"]}
    entries = [{}, {"box": ["b", "c"]}, {"box": ["c", "c"]}]

    errors = score({**sheet, "entries": entries})["errors"]

    assert [error["at"] for error in errors] == ["entries[2].box[1]"]
