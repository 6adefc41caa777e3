"""A deal in which the wrong thing was tapped is put right by tapping, in every game, whatever was
meant; nobody has to know how to get rid of it."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import chain
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.engine.deals import Entry
from scorekeeper.engine.game import Game, Pad
from scorekeeper.engine.replay import interview
from scorekeeper.games import games
from scorekeeper.interview.lists import Ticked
from scorekeeper.interview.steps import Pair
from scorekeeper.sheet import read_head
from scorekeeper.web.interview.form import InterviewForm
from scorekeeper.web.interview.steps import AnswerField, BranchStep
from scorekeeper.web.interview.values import encode
from scorekeeper.web.table.summary import voices
from tests.games.strategies import Draw, draw_entry, heads
from tests.requirements import rounds
from tests.web.phones import HTMX, Page, Phone

Input = dict[str, str | None]
Meant = dict[str, list[str]]
"""What each field is to say, as its keys send it; nothing in a field that is to be left out."""

MOST_TAPS = 100


class _Inputs(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[Input] = []
        form = re.search(r'<form class="pad" id="pad".*?</form>', html, re.DOTALL)
        assert form
        self.feed(form[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "input":
            self.found.append({"type": "text", "value": "", **dict(attrs)})


def sent(inputs: list[Input]) -> dict[str, list[str]]:
    """Return what the form sends as it stands."""
    fields: dict[str, list[str]] = {}
    for one in inputs:
        if one["type"] not in ("radio", "checkbox") or "checked" in one:
            fields.setdefault(str(one["name"]), []).append(str(one["value"]))
    return fields


def differing(inputs: list[Input], meant: Meant) -> Iterator[tuple[str, list[str]]]:
    """The fields that do not say what is meant, in the order in which the page asks."""
    says = sent(inputs)
    for name in dict.fromkeys(str(one["name"]) for one in inputs if is_open(one)):
        if name.startswith("by.") and name not in meant:
            continue
        if [*filter(None, says.get(name, ()))] != meant.get(name, []):
            yield name, meant.get(name, [])


def is_open(field: Input) -> bool:
    """Return whether a player can change it: on the form, or in the menu where it is a way of
    entering."""
    return field["type"] != "hidden" or str(field["name"]).startswith("by.")


def refused(page: Page) -> Iterator[tuple[str, list[str]]]:
    """The fields with a fault; what they say may have no key any more."""
    for ask in page.html.split("<legend")[1:]:
        named = re.search('name="([^"]+)"', ask)
        if named and 'class="fault"' in ask:
            yield named[1], []


def tap(inputs: list[Input], name: str, meant: list[str]) -> bool:
    """One tap that brings the field nearer to what is meant; whether there is such a key."""
    keys = [one for one in inputs if one["name"] == name and is_open(one)]
    if keys[0]["type"] in ("text", "hidden"):
        keys[0]["value"] = "".join(meant)
        return True
    for key in keys:
        if key["type"] == "checkbox" and ("checked" in key) != (key["value"] in meant):
            key.pop("checked") if "checked" in key else key.update(checked="")
            return True
    chosen = [key for key in keys if key["type"] == "radio" and key["value"] in (meant or [""])]
    if not chosen or "disabled" in chosen[0]:
        return False
    for key in keys:
        key.pop("checked", None)
    chosen[0]["checked"] = ""
    return True


def tapped(phone: Phone, table: str, page: Page, meant: Meant, most: int = MOST_TAPS) -> Page:
    """The page after tapping what is meant, so far as it has keys for that. Nothing is tapped nine
    times: the last of several numbers with a fixed sum is only shown, and sent empty, and of an
    order eight names may have to go before the right one comes first."""
    done = Counter[tuple[str, ...]]()
    for _ in range(most):
        inputs = _Inputs(page.html).found
        left = chain(differing(inputs, meant), refused(page))
        again = ((name, *says) for name, says in left if done[name, *says] < 8)
        one = next((one for one in again if tap(inputs, one[0], [*one[1:]])), None)
        if one is None:
            return page
        done[one] += 1
        page = phone.post(table, sent(inputs), HTMX)
    return page


def raw(field: AnswerField) -> Iterator[tuple[str, list[str]]]:
    """Yield what the keys of a field send for its answer."""
    name = str(field.name)
    if isinstance(field.question, Pair):
        yield from ((f"{name}.{half}", [value]) for half, value in enumerate(field.halves))
    elif isinstance(field.question, Ticked):
        yield name, [encode(one) for one in field.data or ()]
    else:
        yield name, [field.raw]


def filled(pad: Pad, entry: Entry) -> InterviewForm:
    """The deal's form with this entry in it."""
    return InterviewForm(interview(pad), voices(pad).plain, stored=entry)


def meaning(interview_form: InterviewForm, usual: Entry) -> Meant:
    """Return what is to be tapped for it; `usual` holds where it says nothing."""
    ways = {one.name: [one.chosen] for one in interview_form.steps if isinstance(one, BranchStep)}
    told = dict(pair for field in interview_form if field.given for pair in raw(field))
    left = {
        str(field.name): [encode(usual[name])]
        for field in interview_form
        if (name := str(field.question.path[0])) in usual
    }
    return ways | left | told


def is_tapped(field: AnswerField) -> bool:
    """Return whether a page has a key for the answer; a sheet may call a nil 0, or hold an empty
    list."""
    keys = [encode(key.value) for key in field.question.keys_shown()]
    known = not keys or field.raw in ("none", *keys) or isinstance(field.data, list)
    return known and field.data != [] and not field.question.sealed


def usual_in(game: Game) -> Entry:
    """The usual answers of an own game, which an entry may say or leave out."""
    fields = game.own.document["fields"] if game.own else ()
    return {field["name"]: field["usually"] for field in fields if "usually" in field}


def has_no_sum(field: AnswerField, usual: Entry) -> bool:
    """Return whether it belongs to numbers with a fixed sum that a sheet left out, which nobody
    could tap: the first of them brings the others."""
    asks = field.question
    return (
        not field.given and str(asks.path[0]) in usual and len(asks.path) > 1 and asks.blank is None
    )


def unusual(entry: Entry, usual: Entry) -> Entry:
    """The entry without what is usual."""
    return {
        name: value
        for name, value in entry.items()
        if name not in usual
        or any(one != usual[name] for one in (value if isinstance(value, list) else [value]))
    }


@st.composite
def two_deals(draw: Draw, game: Game) -> tuple[dict[str, Any], Meant, InterviewForm]:
    """A table, what is tapped by mistake, and what is meant."""
    document = draw(heads(game))
    pad = read_head(document).blank()
    wrong, right = (draw_entry(draw, pad, "deal") for _ in range(2))
    interview_form = filled(pad, right or {})
    mended = wrong is not None and interview_form.complete
    usual = usual_in(game)
    if any(has_no_sum(field, usual) for field in interview_form):
        mended = False
    if not (mended and all(is_tapped(field) for field in interview_form if field.given)):
        return document, {}, filled(pad, {})
    return document, meaning(filled(pad, wrong or {}), usual), interview_form


@pytest.mark.hard
@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.slug)
@settings(
    max_examples=rounds(5, quick=1, hard=100),
    suppress_health_check=[HealthCheck.function_scoped_fixture, *settings().suppress_health_check],
)
@given(data=st.data())
def test_any_taps_can_become_the_deal_meant(phone: Phone, game: Game, data: st.DataObject) -> None:
    document, wrong, interview_form = data.draw(two_deals(game))
    usual = usual_in(game)
    head = {name: document[name] for name in document if name not in ("format", "game", "entries")}
    table = phone.starts(game.slug, **head)
    page = tapped(phone, table, phone.get(table), wrong, data.draw(st.integers(1, 12)))

    page = tapped(phone, table, page, meaning(interview_form, usual))

    if interview_form.complete:
        phone.follow(phone.post(table, {**sent(_Inputs(page.html).found), "do": "save"}))
        (saved,) = json.loads(phone.get(f"{table}/sheet.json").html)["entries"]
        assert unusual(saved, usual) == unusual(interview_form.entry, usual)


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize(
    ("game", "wrong"),
    [
        ("bridge", {"contract.0": "4", "contract.1": "S", "declarer": 0}),
        ("euchre", {"maker": 1}),
        ("five-hundred", {"bid": "7S", "declarer": 2}),
        ("nap", {"declarer": 0, "bid": "three"}),
        ("solo-whist", {"contract": "solo"}),
    ],
)
def test_deal_is_passed_out_after_a_tapped_bid(
    phone: Phone, game: str, wrong: dict[str, object], headers: dict[str, str]
) -> None:
    table = phone.starts(game)
    phone.fill(table, wrong, "keep", headers)

    phone.fill(table, {"passed_out": "yes"}, headers=headers)
    page = phone.do(table)

    assert page.message == "Deal 1 saved."


@pytest.mark.parametrize(
    ("game", "meant", "wrong"),
    [
        (
            "twenty-eight",
            {"declarer": ["0"], "bid": ["20"], "made": ["yes"], "by.made": ["made"]},
            {"trump": ["S"]},
        ),
        ("noms", {"declarer": ["0"], "bid": ["8"]}, {"nominated.0": ["K"], "nominated.1": ["H"]}),
        ("euchre", {"maker": ["0"], "alone": ["no"]}, {"trump": ["S"]}),
        (
            "sharp-nullo",
            {"declarer": ["1"], "bid": ["4"], "by.short": ["short"], "by.tricks": ["tricks"]},
            {"contract": ["UR"]},
        ),
    ],
)
def test_optional_answer_can_be_taken_back(
    phone: Phone, game: str, meant: Meant, wrong: Meant
) -> None:
    table = phone.starts(game)
    tapped(phone, table, phone.get(table), meant | wrong)
    assert not [*differing(_Inputs(phone.get(table).html).found, meant | wrong)]

    tapped(phone, table, phone.get(table), meant)

    assert not [*differing(_Inputs(phone.get(table).html).found, meant)]


def test_declarations_at_belote_are_saved(phone: Phone) -> None:
    """A draft's "declared.1" was taken for the moment of a bid, and 10 points were lost."""
    table = phone.starts("belote", options={"declarations": True})
    phone.fill(table, {"takers": 0}, "keep")

    page = phone.do(table, {"cards.0": 0, "declared.1": 10})

    assert page.totals == [0, 172]
