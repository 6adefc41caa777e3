"""A step that is drawn once still looks like what is answered, refused and called at a table."""

import pytest
from flask import Flask
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from scorekeeper.engine.replay import interview
from scorekeeper.sentences import Voice
from scorekeeper.sheet import read_head
from scorekeeper.sheet.documents import FORMAT
from scorekeeper.web.interview import form
from scorekeeper.web.interview.steps import FormStep, of_seats
from scorekeeper.web.shared import templating

NAMES = ("Ann", "Ben", "Cat", "Dan")


def bids(typed: dict[str, str], names: tuple[str, ...] = NAMES) -> tuple[FormStep, Voice]:
    """The bids of a deal of Spades as a form has them, and the table's voice."""
    head = {"format": FORMAT, "game": "spades", "players": [*names], "entries": []}
    pad = read_head(head).blank()
    voice = Voice(pad.seats, pad.sides)
    interview_form = form.InterviewForm(interview(pad), voice, MultiDict(typed))
    return next(ask for ask in interview_form.questions if ask.fields[0].name == "bids.0"), voice


def html(typed: dict[str, str], names: tuple[str, ...] = NAMES) -> Markup:
    ask, voice = bids(typed, names)
    return templating.step_html(ask, voice, voice)


def test_a_step_that_is_as_it_was_is_not_drawn_again(app: Flask) -> None:
    with app.app_context():
        assert html({"bids.0": "4"}) is html({"bids.0": "4"})


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ({}, NAMES),
        ({"bids.0": "5"}, NAMES),
        ({"bids.1": "4"}, NAMES),
        ({"bids.0": "4", "derived.bids.0": "4"}, NAMES),
        ({"bids.0": "fourteen"}, NAMES),
        ({"bids.0": "4"}, ("Ann", "Ben", "Cat", "Eve")),
    ],
)
def test_what_differs_is_drawn_anew(
    app: Flask, typed: dict[str, str], names: tuple[str, ...]
) -> None:
    with app.app_context():
        html({"bids.0": "4"})
        ask, voice = bids(typed, names)

        shown = templating.step_html(ask, voice, voice)

        templating._drawn_steps.clear()
        assert shown == templating.step_html(ask, voice, voice)


def test_a_fault_is_shown_where_it_came_up_and_only_there(app: Flask) -> None:
    with app.app_context():
        html({"bids.0": "4"})
        ask, voice = bids({"bids.0": "4"})
        ask.fields[0].errors = ["Not so."]

        assert "Not so." in templating.step_html(ask, voice, voice)
        assert "Not so." not in html({"bids.0": "4"})


def test_each_seat_is_asked_for_its_own(app: Flask) -> None:
    with app.app_context():
        ask, voice = bids({})
        of_each = [of_seats([ask], frozenset({seat})) for seat in range(4)]

        shown = [templating.step_html(step, voice, voice) for (step,) in of_each]

    assert [html.count("bids.") > 0 for html in shown] == [True] * 4
    assert all(f'"bids.{seat}"' in html for seat, html in enumerate(shown))


def test_only_so_many_are_kept(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(templating, "_MOST_DRAWN", 3)
    with app.app_context():
        for bid in range(1, 9):
            assert f'value="{bid}" checked' in html({"bids.0": str(bid)})

    assert len(templating._drawn_steps) <= 3
