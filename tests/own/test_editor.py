"""The editor's forms: each recipe scores as a table would, and what is read and written again is
the same document."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.own import game_of
from scorekeeper.own.editor import (
    contracts,
    draft,
    ends,
    head,
    house,
    parts,
    recipes,
    said,
    things,
    worths,
)
from scorekeeper.own.editor.draft import Document
from scorekeeper.own.editor.renaming import renamed, resided
from scorekeeper.own.page import rules_page
from scorekeeper.own.wording import condition_in_words, conditions, line_in_words
from scorekeeper.sheet import score, score_example
from scorekeeper.sheet.documents import FORMAT, OWN
from tests.own.documents import DOCUMENTS

FOUR = ["Ann", "Ben", "Cat", "Dan"]


def made(*names: str, sides: str = head.EACH) -> Document:
    """A game in which these things are written down, for four."""
    document = draft.blank()
    answers = head.read_head(document)._replace(players=(4,), together=sides)
    return things.with_ticks(head.write_head(document, answers), names)


def put(document: Document, recipe: str, **answers: str) -> Document:
    """The game with other answers in its only sentence of a recipe, or with a sentence of it."""
    for card in recipes.cards(document):
        if card.recipe == recipe:
            return recipes.write_card(document, card, recipe, answers)
    usual = recipes.starting_answers(document, recipe, {})
    assert usual is not None
    return recipes.add_card(document, recipe, {**usual, **answers})


def totals(document: Document, *entries: Any) -> list[int]:
    """What each side has after these deals."""
    sheet = {"format": FORMAT, "game": OWN, OWN: document, "players": FOUR, "entries": [*entries]}
    result = score(sheet)
    assert "errors" not in result, result
    return [*result["totals"]]


def test_a_blank_game_is_a_game() -> None:
    document = draft.blank()

    assert draft.faults_of(document) == ()
    assert totals(document, {"scored": [5, 0, 12, 1]}) == [5, 0, 12, 1]


BID = {"made_plus": "20", "made_each": "10", "extra_each": "0", "missed_each": "0"}


@pytest.mark.parametrize(
    ("things_", "sides", "recipe", "answers", "entry", "expected"),
    [
        (["scored"], "each", "each", {"worth": "−3"}, {"scored": [1, 0, 2, 0]}, [-3, 0, -6, 0]),
        (
            ["scored"],
            "each",
            "others",
            {"what": "scored", "only": "scored = 0"},
            {"scored": [0, 4, 5, 6]},
            [15, 4, 5, 6],
        ),
        (
            ["event"],
            "each",
            "fixed",
            {"points": "50"},
            {"event": [True, False, False, False]},
            [50, 0, 0, 0],
        ),
        (["scored"], "pairs", "each", {"worth": "0"}, {"scored": [1, 0]}, [0, 0]),
        (["winner"], "each", "fixed", {"points": "7"}, {"winner": 2}, [0, 0, 7, 0]),
        (["winner"], "pairs", "fixed", {"points": "7"}, {"winner": 1}, [0, 7]),
        (
            ["bid", "tricks"],
            "each",
            "bid",
            {},
            {"bid": [4, 3, 5, 0], "tricks": [5, 3, 4, 1]},
            [41, 30, -50, 1],
        ),
        (
            ["bid", "tricks"],
            "each",
            "bid",
            {"exact": "yes", **BID, "missed_off": "-10"},
            {"bid": [4, 3, 5, 0], "tricks": [5, 3, 4, 1]},
            [-10, 50, -10, -10],
        ),
        (
            ["bid", "tricks"],
            "pairs",
            "bid",
            {},
            {"bid": [7, 7], "tricks": [8, 5]},
            [71, -70],
        ),
        (
            ["declarer"],
            "each",
            "contract",
            {"pays": "share", "won": "10", "lost": "-20"},
            {"declarer": 1, "made": True},
            [-10, 30, -10, -10],
        ),
        (
            ["declarer"],
            "each",
            "contract",
            {"pays": "share", "won": "10", "lost": "-20"},
            {"declarer": 1, "made": False},
            [20, -60, 20, 20],
        ),
        (
            ["declarer"],
            "each",
            "contract",
            {"pays": "against", "won": "3", "lost": "2"},
            {"declarer": 0, "made": False},
            [0, 2, 2, 2],
        ),
        (
            ["declarer"],
            "pairs",
            "contract",
            {"pays": "alone", "won": "3", "lost": "-2"},
            {"declarer": 1, "made": False},
            [0, -2],
        ),
        (
            ["scored"],
            "each",
            "bags",
            {"what": "scored", "every": "5", "cost": "-50"},
            {"scored": [5, 4, 11, 0]},
            [-45, 4, -89, 0],
        ),
        (
            ["scored"],
            "each",
            "formula",
            {"points": "if scored > 9 then 100 else 0"},
            {"scored": [10, 1, 2, 3]},
            [110, 1, 2, 3],
        ),
        (
            ["scored"],
            "each",
            "table",
            {"table": "from scored\n5: 10\n10: 30\notherwise: 0"},
            {"scored": [4, 5, 12, 0]},
            [4, 15, 42, 0],
        ),
    ],
)
def test_recipe_scores_as_a_table_would(
    things_: list[str],
    sides: str,
    recipe: str,
    answers: dict[str, str],
    entry: Any,
    expected: list[int],
) -> None:
    document = put(made(*things_, sides=sides), recipe, **answers)

    assert draft.faults_of(document) == ()
    assert totals(document, entry) == expected
    again = [card for card in recipes.cards(document) if card.recipe == recipe]
    assert len(again) == 1
    assert {**again[0].answers, **answers, "worth": ""} == {**again[0].answers, "worth": ""}


def test_bags_are_carried_from_deal_to_deal() -> None:
    document = put(made("bid", "tricks"), "bags", every="5")

    deal = {"bid": [0, 3, 3, 3], "tricks": [4, 3, 3, 3]}
    assert draft.faults_of(document) == ()
    assert totals(document, deal, deal) == [8 - 100, 60, 60, 60]


def test_a_number_of_the_deal_is_a_limit_by_its_label() -> None:
    document, cards = things.added(made("bid", "tricks"), "scored")
    document = things.write_thing(document, cards, {"label": "Cards dealt", "whom": "deal"})
    for what in ("bid", "tricks"):
        limits = {"most": "cards dealt", **({"total": "Cards dealt"} if what == "tricks" else {})}
        document = things.write_thing(document, what, limits)

    assert draft.faults_of(document) == ()
    assert [*draft.fields(document)] == [cards, "bid", "tricks"]
    assert things.read_thing(document, "tricks")["total"] == "Cards dealt"
    assert things.write_thing(document, "tricks", {}) == document

    after = things.write_thing(document, "bid", {"when": "after"})
    assert [*draft.fields(things.write_thing(after, cards, {"when": "before"}))] == [
        *(cards, "bid", "tricks")
    ]


def test_where_nobody_is_named_there_are_no_others() -> None:
    moon = things.write_thing(made("event"), "event", {"label": "Moon", "whom": "one"})
    others = next(one for one, words in conditions(moon) if "others" in words)
    moon = recipes.add_card(moon, "fixed", {"points": "26", "only": others})
    passed = {"none": "All passed"}
    shared = things.write_thing(put(made("declarer"), "contract", pays="share"), "declarer", passed)
    against = things.write_thing(made("declarer"), "declarer", passed)
    against = put(against, "contract", pays="against", lost="5")

    assert moon["lines"][-1]["text"] == "Moon: {event}"
    assert [totals(moon, {"event": who}) for who in (1, None)] == [[26, 10, 26, 26], [0, 0, 0, 0]]
    for document, expected in ((shared, [10, -30, 10, 10]), (against, [5, 0, 5, 5])):
        assert [card.recipe for card in recipes.cards(document)][-1] == "contract"
        assert totals(document, {"declarer": 1, "made": False}) == expected
        assert totals(document, {"declarer": None, "made": False}) == [0, 0, 0, 0]


def test_a_sentence_tells_what_was_answered_where_it_was_no() -> None:
    document = recipes.add_card(made("event"), "fixed", {"points": "-5", "only": "not event"})

    assert document["lines"][-1]["text"] == "Something special: {event}"


@pytest.mark.parametrize(
    ("pays", "lost", "expected"),
    [
        ("share", "-1", [6, -18, 6, 6]),
        ("alone", "−2", [0, -12, 0, 0]),
        ("against", "1", [6, 0, 6, 6]),
    ],
)
def test_a_contract_is_worth_what_was_chosen_of_a_list(
    pays: str, lost: str, expected: list[int]
) -> None:
    values = {"values": "2 Solo\n4 Misère\n6 Open"}
    document = things.write_thing(made("declarer", "choice"), "choice", values)
    document = put(document, "contract", won="1", lost=lost, pays=pays, times="choice")
    deal = {"declarer": 1, "choice": 6, "made": False}

    assert [card.recipe for card in recipes.cards(document)] == ["contract"]
    assert document["lines"][0]["text"] == "contract made · {choice}"
    assert totals(document, deal) == expected


def test_who_ends_a_deal_and_is_not_lowest_counts_double() -> None:
    document = made("scored", "winner")
    known = dict(conditions(document))
    only = recipes.joined("me = winner", next(one for one in known if "> min" in one))
    document = recipes.without(document, "winner")
    document = recipes.add_card(document, "each", {"what": "scored", "worth": "1", "only": only})
    card = recipes.cards(document)[-1]

    assert card.answers["text"] == "Points: {scored} · Who won"
    assert recipes.bound_to(document, card)["also"] == "scored > min(all(scored))"
    said = "For the player named at “Who won” · If “Points” is not the lowest"
    assert condition_in_words(document, only) == said
    assert totals(document, {"scored": [3, 7, 3, 9], "winner": 1}) == [3, 14, 3, 9]
    assert totals(document, {"scored": [3, 7, 3, 9], "winner": 2}) == [3, 7, 3, 9]


def test_what_is_carried_over_goes_by_its_label() -> None:
    pot = {"name": "carried", "label": "The pot", "of": "deal", "start": 5, "next": "carried + 5"}
    document = draft.changed(made("winner"), carries=[pot])

    assert recipes.is_number(document, "fixed", {"points": "10"}, "−the pot")
    assert recipes.as_named(document, "−the pot") == "-carried"
    assert recipes.as_labelled(document, "-carried") == "-The pot"
    paid = put(document, "fixed", points=recipes.as_named(document, "The pot"))
    assert totals(paid, {"winner": 1}, {"winner": 2}) == [0, 5, 10, 0]


def _said(document: Document) -> list[str]:
    return [line_in_words(document, line) for line in document["lines"]]


def test_rules_say_in_words_what_the_sentences_wrote() -> None:
    missed = {"made_plus": "10", "made_each": "1", "missed_each": "0", "missed_off": "-1"}
    exact = put(made("bid", "tricks"), "bid", exact="yes", **missed)
    bags = put(put(made("bid", "tricks"), "bid", missed_plus="-5"), "bags")
    named = {"won": "1", "lost": "-2", "times": "choice"}
    contract = made("declarer", "choice")
    shared, alone = (put(contract, "contract", pays=how, **named) for how in ("share", "alone"))

    assert _said(exact) == [
        "If “Tricks” and “Bid” are the same: 10 points and 1 point for each of “Bid”",
        "Otherwise: −1 point for each one by which “Bid” and “Tricks” differ",
    ]
    assert _said(bags)[1:] == [
        "Otherwise: −5 points and −10 points for each of “Bid”",
        "If “Tricks” is more than “Bid”: 1 point for each one by which “Tricks” is above “Bid”",
        "If “Bags” and those of this deal come to 10 or more: −100 points for every 10 of them",
    ]
    who = "the player named at “Who declared”"
    assert _said(shared) == [
        f"If “Contract made” is yes: {who} gets as many points as “Contract” says from each of"
        " the others",
        f"Otherwise: {who} pays 2 times as many points as “Contract” says to each of the others",
    ]
    assert _said(alone)[1] == (
        "For the player named at “Who declared” · If “Contract made” is no: −2 times as many"
        " points as “Contract” says"
    )
    assert _said(put(made("scored"), "others")) == [
        "1 point for each of “Points”",
        "If “Points” is 0: what the others have at “Points”",
    ]


def test_rules_say_who_wins_and_what_a_deal_is_refused_for() -> None:
    document = things.write_thing(made("scored"), "scored", {"zeros": "one"})
    least = ends.read_ends(document)._replace(wins="least", tie="play_on")
    page = rules_page(ends.write_ends(document, least))

    assert "Someone reaches 500\\. The lowest total wins\\; if two have it\\, play goes on" in page
    assert "Points\\: Exactly one has 0" in page


def test_the_dealer_pays_a_forfeit() -> None:
    document = things.write_thing(made("event"), "event", {"label": "Misdeal", "whom": "deal"})
    only = recipes.joined("event", "me = dealer")
    document = recipes.add_card(document, "fixed", {"points": "-5", "only": only})

    assert document["lines"][-1]["text"] == "Misdeal · Dealer"
    said = condition_in_words(document, only)
    assert said == "For the dealer · If “Misdeal” is yes"
    assert totals(document, {"event": False}, {"event": True}) == [0, -5, 0, 0]


@pytest.mark.parametrize(
    ("only", "also", "both"),
    [
        ("", "", ""),
        ("made", "", "made"),
        ("else", "a or b", "else a or b"),
        ("not made", "me = dealer", "not made and me = dealer"),
        ("a or b", "made", "(a or b) and made"),
        ("made", "if a then b else c", "made and (if a then b else c)"),
        ("sort = 1", "order", "sort = 1 and order"),
    ],
)
def test_two_conditions_hold_together(only: str, also: str, both: str) -> None:
    assert recipes.joined(only, also) == both


def test_a_list_takes_what_its_keys_say() -> None:
    typed = "Solo\nMisère\nOpen misère\nnull Null game"
    document = things.write_thing(made("choice", "scored"), "choice", {"values": typed})

    values = [["solo", "Solo"], ["misere", "Misère"], ["open-misere", "Open misère"]]
    assert draft.fields(document)["choice"]["values"] == [*values, ["null", "Null game"]]
    assert draft.faults_of(document) == ()


def test_a_list_keeps_what_formulas_call_its_items() -> None:
    suits = [["C", "♣"], ["NT", "no trumps"]]
    document = made("choice", "scored")
    at = [*draft.fields(document)].index("choice")
    document = draft.with_item(document, "fields", at, {**document["fields"][at], "values": suits})
    document = things.write_thing(document, "choice", {"values": "C ♣\nNT no trumps\nd diamonds"})

    assert draft.fields(document)["choice"]["values"] == [*suits, ["d", "diamonds"]]


def test_what_happens_to_a_partner_is_ticked_only_then_and_told_of_them() -> None:
    document = made("event", sides=head.OPPOSITE)
    document = things.write_thing(document, "event", {"label": "Nil", "whom": "player"})

    assert totals(document, {"event": [True, False, False, False]}, {}) == [10, 0]
    assert document["lines"][-1]["text"] == "{me}: Nil"


def test_a_sentence_tells_why_points_count_again() -> None:
    document = things.write_thing(made("scored", "event"), "event", {"whom": "deal"})
    answers = {"what": "scored", "worth": "1"}
    for only in ("event", "scored > 0"):
        document = recipes.add_card(document, "each", {**answers, "only": only})

    texts = [line["text"] for line in document["lines"][-2:]]
    assert texts == ["Points: {scored} · Something special", "Points: {scored}"]


def test_partners_bids_are_added_up() -> None:
    document = made("bid", "tricks", sides=head.OPPOSITE)
    document = things.write_thing(document, "bid", {"whom": "player"})

    assert draft.faults_of(document) == ()
    assert "bid" in [card.recipe for card in recipes.cards(document)]
    assert totals(document, {"bid": [4, 2, 3, 3], "tricks": [8, 5]}) == [71, 50]


ON = "if {what} then carried + 1 else carried"
SAID = [
    ("carries", "count", {"what": "tricks"}, 0, "carried + tricks", "player"),
    ("carries", "on", {"what": "made"}, 1, ON.format(what="made"), "deal"),
    ("carries", "on", {"what": "tricks > 0"}, 1, ON.format(what="tricks > 0"), "player"),
    ("carries", "remember", {"what": "me = declarer"}, False, "me = declarer", "player"),
    ("end", "has", {"what": "wins", "limit": "3"}, None, "max(all(wins)) >= 3", None),
    ("end", "left", {"what": "total", "limit": "−5"}, None, "count(all(total > -5)) <= 1", None),
    ("end", "left", {"what": "wins", "limit": "0"}, None, "count(all(wins > 0)) <= 1", None),
]


@pytest.mark.parametrize(("section", "how", "answers", "start", "formula", "of"), SAID)
def test_a_sentence_says_what_is_carried_and_when_it_is_over(
    section: str, how: str, answers: dict[str, str], start: Any, formula: str, of: str | None
) -> None:
    wins = {"name": "wins", "label": "Wins", "of": "player", "start": 0, "next": "wins"}
    document = draft.changed(made("tricks", "declarer"), carries=[wins])
    document = parts.new_part(document, section)
    at = len(document[section]) - 1
    part = said.with_sentence(document, section, at, how)
    document = parts.write_part(draft.with_item(document, section, at, part), section, at, answers)

    part = document[section][at]
    assert part[said.FORMULAS[section]] == formula
    assert (part.get("of"), part.get("start")) == (of, start)
    assert draft.faults_of(document) == ()
    signs = {key: one.replace("−", "-") for key, one in answers.items()}
    assert said.read_said(document, section, at) == (how, signs)
    free = said.with_sentence(document, section, at, said.FORMULA)
    document = draft.with_item(document, section, at, free)
    assert said.read_said(document, section, at) == (said.FORMULA, {})
    assert draft.faults_of(document) == ()


def test_only_formulas_change_with_who_plays_together() -> None:
    """The words of a choice, its labels and what is quoted were changed like names."""
    values = [["me", "only me"], ["us", "all of us"]]
    who = {"name": "who", "label": "Who", "of": "deal", "kind": "choice", "values": values}
    lines: list[dict[str, Any]] = [
        {"text": "{me}", "points": {"by": "who", "rows": [["me", 1], ["us", 2]]}},
        {"text": "{us} too", "points": 3, "if": "who = 'me' and me != me"},
    ]
    document = {**made("scored"), "fields": [who], "lines": lines}

    turned = resided(document, alone=False)

    assert turned["fields"] == [who]
    assert turned["lines"] == [
        {**lines[0], "text": "{us}"},
        {**lines[1], "if": "who = 'me' and us != us"},
    ]


# --- nothing changes what is not touched ----------------------------------------------------------


@pytest.mark.parametrize("slug", DOCUMENTS)
def test_what_is_read_and_written_is_the_same(slug: str) -> None:
    document = json.loads(json.dumps(DOCUMENTS[slug]))
    before = json.dumps(document)

    same = head.write_head(document, head.read_head(document))
    same = ends.write_ends(same, ends.read_ends(same))
    same = things.with_ticks(same, things.ticked(same))
    for name in draft.fields(same):
        same = things.write_thing(same, name, things.read_thing(same, name))
    for card in recipes.cards(same):
        same = recipes.write_card(same, card, card.recipe, card.answers)
    for section in parts.SECTIONS:
        for at in range(len(same.get(section, ()))):
            same = parts.write_part(same, section, at, parts.read_part(same, section, at))

    assert json.dumps(same) == before


@pytest.mark.parametrize("slug", DOCUMENTS)
def test_worths_are_read_as_they_are_typed(slug: str) -> None:
    lines = DOCUMENTS[slug]["lines"]

    assert [worths.read_worth(worths.text_of(one["points"])) for one in lines] == [
        one["points"] for one in lines
    ]


def test_a_number_in_a_sentence_changes_nothing_else() -> None:
    document: Any = json.loads(json.dumps(DOCUMENTS["uno"]))
    card = recipes.cards(document)[1]
    changed = recipes.write_card(document, card, card.recipe, {"points": "5"})

    assert changed["lines"][1] == {**document["lines"][1], "points": 5}
    assert {**changed, "lines": document["lines"]} == document


# --- whatever is answered -------------------------------------------------------------------------

numbers = st.integers(-999, 999).map(str)
chosen = st.lists(st.sampled_from([*things.THINGS]), unique=True, min_size=1)
ways = st.sampled_from([head.EACH, head.OPPOSITE, head.HALVES])
gaps = ("points", "worth", *contracts.BID, "won", "lost", "cost")


@settings(max_examples=150, deadline=None)
@given(names=chosen, sides=ways, later=ways, data=st.data())
def test_what_the_forms_accept_is_a_game(
    names: list[str], sides: str, later: str, data: st.DataObject
) -> None:
    document = made(*names, sides=sides)
    for name in draft.fields(document):
        whom = data.draw(
            st.sampled_from([*things.whom_choices(document, draft.fields(document)[name])])
        )
        document = things.write_thing(document, name, {"whom": whom})
    for recipe in data.draw(st.lists(st.sampled_from([*recipes.RECIPES]), max_size=2)):
        answers = recipes.starting_answers(document, recipe, {})
        if answers is not None:
            document = recipes.add_card(document, recipe, answers)
    for number in range(len(recipes.cards(document))):
        card = recipes.cards(document)[number]
        answers = {key: data.draw(numbers) for key in card.answers if key in gaps}
        if card.recipe != recipes.FORMULA:
            document = recipes.write_card(document, card, card.recipe, answers)
    other = head.read_head(document)._replace(together=later)
    document = head.write_head(document, other)
    limits = data.draw(st.tuples(*[st.one_of(st.just(""), numbers)] * 3))
    tie = data.draw(st.sampled_from([ends.PLAY_ON, ends.SHARED]))
    reach, deals, falls = limits
    asked = ends.Ends(reach, deals, falls, "least", tie)
    document = ends.write_ends(document, asked)

    # a condition alone is worth nothing, which the step itself says
    nothing = [] if document["lines"] else [("lines",)]
    assert [fault.path for fault in draft.faults_of(document)] == nothing
    read = ends.read_ends(document)
    assert read[:4] == asked[:4]
    assert read.tie == (tie if any(limits) else ends.SHARED)


CALLED = ("bid", "tricks", "b", "tricks_2", "share", "bags", "extras", "otherwise", "of_side",
          "bid_of_side", "z" * 24, f"{'z' * 23}y")  # fmt: skip
BOXES = st.sampled_from(["0", "1", "-1", "10", "-10", "rule", "-rule"]) | numbers


@settings(max_examples=300, deadline=None)
@given(
    called=st.lists(st.sampled_from(CALLED), min_size=4, max_size=4, unique=True),
    sides=ways,
    whom=st.tuples(*[st.sampled_from(["player", "side"])] * 2),
    recipe=st.sampled_from(["fixed", "each", *contracts.COMPOSED]),
    data=st.data(),
)
def test_what_is_typed_in_a_recipe_is_what_it_says_again(
    called: list[str], sides: str, whom: tuple[str, str], recipe: str, data: st.DataObject
) -> None:
    document = made("bid", "tricks", "declarer", sides=sides)
    rule = {"name": "rule", "label": "Rule", "kind": "number", "least": 1, "usually": 10}
    document = {**document, "options": [rule]}
    for name, one in zip(("bid", "tricks"), whom, strict=True):
        if one in things.whom_choices(document, draft.fields(document)[name]):
            document = things.write_thing(document, name, {"whom": one, "total": ""})
    for number, old in enumerate(("bid", "tricks", "declarer", "made")):
        document = renamed(document, old, f"new_{number}")
    for number, new in enumerate(called):
        document = renamed(document, f"new_{number}", draft.fresh(document, new))
    usual = recipes.starting_answers(document, recipe, {})
    assert usual is not None
    document = recipes.add_card(document, recipe, usual)
    card = recipes.cards(document)[-1]
    answers = {key: data.draw(BOXES) for key in card.answers if key in gaps}
    if recipe == "bid":
        answers["exact"] = data.draw(st.sampled_from(["", "yes"]))
        answers["extra_each"] = "0" if answers["exact"] else answers["extra_each"]
    elif recipe == "contract":
        answers["pays"] = data.draw(st.sampled_from([*contracts.ways(document)]))
    elif recipe == "bags":
        answers["every"] = data.draw(st.sampled_from(["1", "7", "rule"]))
        answers["what"] = data.draw(st.sampled_from([*contracts.counted(document)]))

    document = recipes.write_card(document, card, recipe, answers)

    again = recipes.cards(document)[-1]
    assert (again.recipe, again.at) == (recipe, card.at)
    assert {key: again.answers[key] for key in answers} == answers
    assert draft.faults_of(document) == ()


@pytest.mark.parametrize("formula", ["tricks * tricks", "bid + tricks", "tricks", "-tricks"])
def test_what_counts_something_is_no_number(formula: str) -> None:
    document = made("bid", "tricks")
    card = recipes.cards(document)[0]
    assert not recipes.is_number(document, card.recipe, card.answers, formula)
    document = recipes.add_card(document, "formula", {"points": formula, "for": ""})

    assert recipes.cards(document)[-1].recipe == ("formula" if " " in formula else "each")


def ended(target: str, *options: dict[str, Any]) -> dict[str, Any]:
    return {
        **draft.blank(),
        "options": [*options],
        "end": [{"when": f"max(all(total)) >= {target}"}],
    }


def test_what_equal_totals_mean_is_said_of_every_end() -> None:
    """Of an end of another kind it was not taken, and what it had was not shown."""
    document = {**draft.blank(), "end": [{"when": "deal >= 5 and deal < 9"}]}
    answers = ends.read_ends(document)
    document = ends.write_ends(document, answers._replace(tie=ends.PLAY_ON))

    assert ends.read_ends(document).tie == ends.PLAY_ON
    assert ends.write_ends(document, answers)["end"] == [{"when": "deal >= 5 and deal < 9"}]


@pytest.mark.parametrize(
    ("number", "least", "span"),
    [("500", 1, (1, 5000)), ("10", 0, (0, 100)), ("-10", 0, (-100, 0)), ("0", 0, (0, 100))],
)
def test_a_number_becomes_a_house_rule(number: str, least: int, span: tuple[int, int]) -> None:
    how: Any = {"chosen": True, "key": "target", "label": "W" * 60, "least": least}
    document, name = house.with_number(ended("500"), "500", number, **how)
    [rule] = document["options"]

    assert name == "target"
    assert (rule["least"], rule["most"]) == span
    assert rule["usually"] == int(number)
    assert draft.faults_of({**document, "end": ended(name)["end"]}) == ()
    assert house.with_number(ended("500"), "500", "many", **how)[1] == "many"


def test_a_house_rule_follows_its_number_and_goes() -> None:
    rule = {"name": "target", "label": "Target", "kind": "number", "least": 1, "most": 600}
    old = ended("target", {**rule, "usually": 500})
    how: Any = {"chosen": True, "key": "target", "label": "Target"}

    assert house.number_of(old, "target") == "500"
    assert house.number_of(old, "-target") == "-500"
    assert house.number_of(old, "20") == "20"
    assert house.with_number(old, "target", "500", **how) == (old, "target")
    for typed, usual, span in (("800", 800, (1, 800)), ("0", 0, (0, 600))):
        new, name = house.with_number(old, "target", typed, **how)
        [rule] = new["options"]
        assert (name, rule["usually"]) == ("target", usual)
        assert (rule["least"], rule["most"]) == span
    example = {"players": ["Ann"], "options": {"target": 5}, "entries": [], "totals": []}
    plain = {**old, "end": ended("500")["end"], "examples": [example]}
    tidied = house.tidied(old, plain)
    assert "options" not in tidied
    assert "options" not in tidied["examples"][0]
    assert house.tidied(old, old) == old


@pytest.mark.parametrize("slug", DOCUMENTS)
def test_a_game_with_other_names_scores_the_same(slug: str) -> None:
    document: Any = DOCUMENTS[slug]
    for name in draft.fields(document):
        document = renamed(document, name, f"x_{name}"[:24])

    assert draft.faults_of(document) == ()
    assert all(one.startswith("x_") for one in draft.fields(document))
    for example in document["examples"]:
        assert score_example(game_of(document), example)["totals"] == example["totals"]
