"""Properties of every game, tested with random sheets."""

import re
from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper import rulebook
from scorekeeper.engine.deals import Row
from scorekeeper.engine.game import FACTS, Game, Pad, deal_headline, facts_of
from scorekeeper.engine.pad import voice_of
from scorekeeper.engine.replay import Refused, after, after_with_warnings, interview
from scorekeeper.games import games
from scorekeeper.interview.reading import Reading, walk
from scorekeeper.interview.steps import Fault, Question, Step, Warn
from scorekeeper.sentences import Sentence
from scorekeeper.sheet import dump, read_head, score
from scorekeeper.sheet.documents import Document
from scorekeeper.sheet.entries import fields_of
from tests.games.each import each_game
from tests.games.strategies import deals, sheets
from tests.requirements import fewer

KINDS = {"deal", "adjust", "seat", "finish"}


def every_game(test: Callable[..., None]) -> Callable[..., None]:
    """A test of every game; of each it draws a quarter of what others do, as whole games are
    slow."""
    tried: Callable[..., None] = each_game(fewer(4)(test))
    return tried


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)


# --- sums ---------------------------------------------------------------------------------------


@every_game
@given(data=st.data())
def test_lines_add_up_to_scores_and_totals(game: Game, data: st.DataObject) -> None:
    played = data.draw(sheets(game))

    for before, now in pairwise(played.pads):
        row, width = now.rows[-1], len(now.sides)
        sums = {column: _widened(before.sums[column], width) for column in now.sums}
        scores = [0] * width
        for line in row.lines:
            sums[line.column][line.side] += line.points
            scores[line.side] += line.points if line.column in game.columns else 0
        assert list(row.scores) == scores
        assert {column: list(points) for column, points in now.sums.items()} == sums
        assert list(now.totals) == [
            sum(row.scores[side] for row in now.rows if side < len(row.scores))
            for side in range(width)
        ]
        assert list(now.totals) == [
            sum(sums[column][side] for column in game.columns) for side in range(width)
        ]


def _widened(points: tuple[int, ...], width: int) -> list[int]:
    return [*points, *[0] * (width - len(points))]


@every_game
@given(data=st.data())
def test_a_result_adds_up_as_it_stands(game: Game, data: st.DataObject) -> None:
    document = score(data.draw(sheets(game)).document)

    totals: list[int] = []
    for entry in document["entries"]:
        scores = list(entry["scores"])
        totals = [a + b for a, b in zip(_widened(tuple(totals), len(scores)), scores, strict=True)]
        assert list(entry["totals"]) == totals
        assert _by_side(entry["lines"], len(scores)) == scores
        if len(game.columns) > 1:
            columns = [entry[column] for column in game.columns]
            assert list(map(sum, zip(*columns, strict=True))) == scores
            for column, points in zip(game.columns, columns, strict=True):
                lines = [line for line in entry["lines"] if line["column"] == column]
                assert _by_side(lines, len(scores)) == points
    assert document["totals"] == (totals or [0] * len(document["sides"]))


def _by_side(lines: Iterable[Document], sides: int) -> list[int]:
    sums = [0] * sides
    for line in lines:
        sums[line["side"]] += line["points"]
    return sums


for_counters = pytest.mark.parametrize(
    "game", [game for game in games().values() if game.counters], ids=lambda game: game.slug
)


@for_counters
@fewer(4)
@given(data=st.data())
def test_payments_among_players_sum_to_nought(game: Game, data: st.DataObject) -> None:
    played = data.draw(sheets(game))
    assert game.counters

    if game.counters(played.head.options):
        assert not any(sum(row.scores) for row in played.pads[-1].rows if row.kind == "deal")


@every_game
@given(data=st.data())
def test_every_line_cites_the_rules_page(game: Game, data: st.DataObject) -> None:
    document = score(data.draw(sheets(game)).document)
    known = rulebook.anchors(game).keys()

    for entry in document["entries"]:
        assert {line["rule"] for line in entry["lines"]} <= known
        if entry["kind"] == "deal":
            named = {line["side"] for line in entry["lines"]}
            assert named == set(range(len(entry["scores"]))), "a side is told nothing"
    if document["outcome"]:
        assert document["outcome"]["rule"] in known


# --- replay -------------------------------------------------------------------------------------


@every_game
@given(data=st.data())
def test_a_prefix_replays_to_the_prefix(game: Game, data: st.DataObject) -> None:
    played = data.draw(sheets(game))
    length = data.draw(st.integers(0, len(played.entries)))
    whole = score(played.document)

    cut = score({**played.document, "entries": played.entries[:length]})

    assert cut["entries"] == whole["entries"][:length]


@every_game
@given(data=st.data())
def test_another_way_on_leaves_the_pad_as_it_is(game: Game, data: st.DataObject) -> None:
    played = data.draw(sheets(game))
    pad = data.draw(st.sampled_from([pad for pad in played.pads if pad.outcome is None]))
    rows = [list(pad.rows) for pad in played.pads]

    elsewhere = after(pad, data.draw(deals(pad)))

    assert [list(pad.rows) for pad in played.pads] == rows
    assert list(elsewhere.rows)[:-1] == list(pad.rows)


@every_game
@given(data=st.data())
def test_a_sheet_comes_back_as_it_went(game: Game, data: st.DataObject) -> None:
    played = data.draw(sheets(game))

    exported = msgspec.json.encode(dump(played.head, played.entries))
    document = msgspec.json.decode(exported)
    head = read_head(document)

    assert head == played.head
    assert msgspec.json.encode(dump(head, document["entries"])) == exported
    assert score(document) == score(played.document)


# --- the result ---------------------------------------------------------------------------------


@every_game
@given(data=st.data())
def test_result_says_what_is_next_or_the_end(game: Game, data: st.DataObject) -> None:
    played = data.draw(sheets(game))
    document = msgspec.json.decode(msgspec.json.encode(score(played.document)))
    deals_played = sum(entry["kind"] == "deal" for entry in document["entries"])
    sides = range(len(document["sides"]))

    assert {entry["kind"] for entry in document["entries"]} <= KINDS | set(game.extras)
    assert document["finished"] == (document["outcome"] is not None)
    assert document["finished"] == (document["next"] is None)
    if document["finished"]:
        winners = document["outcome"]["winners"]
        assert sorted(set(winners)) == winners
        assert set(winners) <= set(sides)
        assert not (winners and document["outcome"]["drawn"])
    else:
        assert document["next"]["deal"] == deals_played + 1
        assert document["next"]["dealer"] in played.pads[-1].filled


@every_game
@given(data=st.data())
def test_nothing_follows_the_end(game: Game, data: st.DataObject) -> None:
    played = data.draw(sheets(game))
    pad = played.pads[-1]
    ended = pad if pad.outcome else after(pad, {"finish": {}})

    for entry in (*played.entries[:1], {"finish": {}}):
        with pytest.raises(Refused) as refused:
            after(ended, entry)
        (fault,) = refused.value.faults
        assert fault.path == ()
        _said(ended, fault.sentence)


# --- junk ---------------------------------------------------------------------------------------


@given(document=JSON)
def test_any_json_is_answered_with_errors(document: Any) -> None:
    assert "errors" in answered(document)


@every_game
@given(data=st.data())
def test_junk_in_place_of_an_entry_is_answered(game: Game, data: st.DataObject) -> None:
    played = data.draw(sheets(game, most=4))
    keys = st.sampled_from(vocabulary(game))
    junk = st.recursive(JSON, lambda inner: st.dictionaries(keys, inner, max_size=4), max_leaves=8)

    answered({**played.document, "entries": [*played.entries, data.draw(junk)]})


@every_game
@given(data=st.data())
def test_a_junk_value_in_a_sheet_is_answered(game: Game, data: st.DataObject) -> None:
    document = data.draw(sheets(game, most=4)).document
    spot = data.draw(st.sampled_from(list(spots(document))))

    answered(replaced(document, spot, data.draw(JSON)))


@every_game
@given(data=st.data())
def test_spoilt_value_makes_nothing_else_strange(game: Game, data: st.DataObject) -> None:
    played = data.draw(sheets(game, most=4))
    assume(played.entries)
    *before, last = played.entries
    spoilt: tuple[Any, ...] = data.draw(st.sampled_from(list(spots(last))))
    entry = replaced(last, spoilt, data.draw(st.sampled_from([10**7, "?"])))

    answer = answered({**played.document, "entries": [*before, entry]})

    strange = [one for one in answer.get("errors", ()) if "Unexpected field" in one["message"]]
    assert all(one["at"].endswith(f".{spoilt[-1]}") for one in strange)


@every_game
@given(data=st.data())
def test_behind_a_refused_entry_plain_ones_stand(game: Game, data: st.DataObject) -> None:
    played = data.draw(sheets(game))
    place = data.draw(st.integers(0, len(played.entries)))
    entries = [*played.entries]
    entries.insert(place, {"nonsense": 1})

    errors = answered({**played.document, "entries": entries})["errors"]

    at = f"entries[{place}]"
    assert all(re.split(r"(?<=])", error["at"])[0] == at for error in errors)


def answered(document: Any) -> Document:
    """Return what comes back for the document: errors with a place and a sentence, or a result."""
    answer: Document = msgspec.json.decode(msgspec.json.encode(score(document)))
    if "errors" in answer:
        assert answer["errors"]
        for error in answer["errors"]:
            assert set(error) == {"at", "message"}
            assert error["message"]
    else:
        assert answer["format"] == "scorekeeper-result/1"
    return answer


@cache
def vocabulary(game: Game) -> list[str]:
    """Every key that an entry of the game may have, at any depth."""
    fields = fields_of(game, game.defaults(None), game.players[0])
    keys = {str(step) for paths in fields.values() for path in paths for step in path}
    return sorted(keys | {"passed_out", "draw"})


def spots(value: Any, path: tuple[Any, ...] = ()) -> Iterable[tuple[Any, ...]]:
    """Yield where each value stands in a document, the document itself left out."""
    inner = value.items() if isinstance(value, dict) else ()
    for key, item in enumerate(value) if isinstance(value, list) else inner:
        yield (*path, key)
        yield from spots(item, (*path, key))


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """The document with another value at one place."""
    if not path:
        return new
    changed = list(value) if isinstance(value, list) else dict(value)
    changed[path[0]] = replaced(value[path[0]], path[1:], new)
    return changed


# --- words --------------------------------------------------------------------------------------


@every_game
@given(data=st.data())
def test_what_a_game_says_can_be_read(game: Game, data: st.DataObject) -> None:
    played = data.draw(sheets(game))

    for before, row in zip(played.pads, played.pads[-1].rows, strict=False):
        _, warnings = after_with_warnings(before, row.entry)
        assert all(_said(before, warning.sentence) for warning in warnings)
        if row.kind == "deal":
            assert game.headline is None or _said(before, deal_headline(before, row.entry))
            _check_facts(before, row)
    for pad in played.pads:
        for tell in filter(None, (game.needs, game.carried)):
            for side, sentence, *cited in tell(pad):
                assert {*cited} <= rulebook.anchors(game).keys()
                assert side in range(len(pad.sides))
                assert _said(pad, sentence)


def _check_facts(pad: Pad, row: Row) -> None:
    for seat, name, amount in facts_of(pad, row):
        assert seat in pad.filled
        assert name in FACTS
        assert type(amount) is int


def _said(pad: Pad, sentence: Sentence | None) -> str:
    assert sentence is not None
    words = voice_of(pad).text(sentence)
    assert words
    assert "{" not in words.translate({ord(c): None for name in pad.seats for c in name or ""})
    return words


@every_game
@given(data=st.data())
def test_half_filled_deal_can_be_drawn_and_named(game: Game, data: st.DataObject) -> None:
    played = data.draw(sheets(game))
    pad = data.draw(st.sampled_from([pad for pad in played.pads if pad.outcome is None]))
    entry = data.draw(halves(data.draw(deals(pad))))

    if headline := deal_headline(pad, entry):
        _said(pad, headline)
    for question in _asked(pad, entry):
        _said(pad, question.label)
        for key in question.keys_shown():
            _said(pad, key.label)
            assert key.badge is None or _said(pad, key.badge)


def _asked(pad: Pad, entry: Document) -> list[Question]:
    """The questions put about a half-filled deal; what is missing is a fault with words."""
    questions = []
    reading = Reading(entry, {**entry})

    def reply(step: Step) -> Any:
        if isinstance(step, Question):
            questions.append(step)
        elif isinstance(step, Fault | Warn):
            _said(pad, step.sentence)
        return reading.reply(step)

    walk(interview(pad), reply)
    for fault in reading.faults:
        _said(pad, fault.sentence)
    return questions


@st.composite
def halves(draw: Any, value: Any) -> Any:
    """The value with some of it not yet entered: keys left out, items of lists null."""
    if isinstance(value, dict):
        return {key: draw(halves(inner)) for key, inner in value.items() if draw(st.booleans())}
    if isinstance(value, list):
        return [draw(halves(inner)) if draw(st.booleans()) else None for inner in value]
    return value
