"""A step of the pad looks like what was refused there and who is asked."""

import re

from flask import Flask
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from scorekeeper.engine.replay import interview
from scorekeeper.sentences import Voice
from scorekeeper.sheet import read_head
from scorekeeper.sheet.documents import FORMAT
from scorekeeper.web.interview import form, keys
from scorekeeper.web.interview.steps import FormStep, of_seats
from scorekeeper.web.shared.templating import macro


def bids(typed: dict[str, str]) -> tuple[FormStep, Voice]:
    """The bids of a deal of Spades as a form has them, and the table's voice."""
    names = ["Ann", "Ben", "Cat", "Dan"]
    pad = read_head({"format": FORMAT, "game": "spades", "players": names, "entries": []}).blank()
    voice = Voice(pad.seats, pad.sides)
    interview_form = form.InterviewForm(interview(pad), voice, MultiDict(typed))
    return next(ask for ask in interview_form.questions if ask.fields[0].name == "bids.0"), voice


def html(step: FormStep, voice: Voice) -> Markup:
    return macro("interview/_fields.html", "step")(step, voice, voice)


def test_fault_is_shown_only_where_it_came_up(app: Flask) -> None:
    with app.app_context():
        ask, voice = bids({"bids.0": "4"})
        assert "Not so." not in html(ask, voice)

        ask.fields[0].errors = ["Not so."]

        assert "Not so." in html(ask, voice)


def test_each_seat_is_asked_for_its_own(app: Flask) -> None:
    with app.app_context():
        ask, voice = bids({})
        of_each = [of_seats([ask], frozenset({seat})) for seat in range(4)]

        shown = [html(step, voice) for (step,) in of_each if isinstance(step, FormStep)]

    assert len(shown) == 4
    assert all(f'"bids.{seat}"' in html for seat, html in enumerate(shown))


def test_cached_keys_show_what_is_pressed(app: Flask) -> None:
    with app.app_context():
        for bid in ("4", "5", ""):
            ask, voice = bids({"bids.0": bid})

            pressed = re.findall(r'value="(\d*)" checked', keys.keys_html(ask.fields[0], voice))

            assert pressed == [bid] * bool(bid)
