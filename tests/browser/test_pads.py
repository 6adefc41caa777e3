"""The pad of every game in each of its states: readable, in the frame, keys for thumbs."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.browser.evenings import EVENINGS, FEW, bring, enter, keys
from tests.browser.looks import faults
from tests.browser.phone import Phone
from tests.requirements import few

pytestmark = pytest.mark.browser

WRITTEN = 3
"""How many deals stand on the pad before one is entered."""


def as_it_goes(phone: Phone, name: str) -> Iterator[str]:
    """The states of a pad while a deal is entered, one after the other, by name."""
    sheet: Mapping[str, Any] = EVENINGS[name]["sheet"]
    game, entry = sheet["game"], sheet["entries"][WRITTEN]
    bring(phone, name, WRITTEN)
    yield "nothing entered yet"
    if game == "tally":
        phone.write("points.0", "thirty")
        phone.write("points.1", "30")
    else:
        *answers, last = keys(game, entry, WRITTEN)
        half = (len(answers) + 1) // 2
        phone.tap(*answers[:half])
        yield "half of the answers"
        phone.tap(*answers[half:])
    phone.save()
    assert phone.faults()
    yield "saved too early"
    if game == "tally":
        enter(phone, game, entry, WRITTEN)
    else:
        phone.tap(last)
    yield "ready to be saved"
    phone.page.evaluate("document.querySelectorAll('main details').forEach(one => one.open = true)")
    yield "all that folds opened"


@pytest.mark.parametrize("name", few(EVENINGS, FEW[:1]))
def test_a_pad_is_accessible(phone: Phone, name: str) -> None:
    found = {state: faults(phone.page) for state in as_it_goes(phone, name)}

    assert len(found) >= 4
    assert {state: wrong for state, wrong in found.items() if wrong} == {}


@pytest.mark.hard
@pytest.mark.parametrize("name", EVENINGS)
def test_a_finished_pad_is_accessible(phone: Phone, name: str) -> None:
    bring(phone, name, None)
    assert phone.end()

    assert faults(phone.page) == []


@pytest.mark.hard
def test_chart_of_two_sides_is_drawn_in_lines(phone: Phone) -> None:
    bring(phone, "spades-nil", WRITTEN)
    phone.touch(phone.page.locator("summary", has_text="Score chart"))
    line = phone.page.locator(".chart polyline").first
    line.wait_for()

    assert line.evaluate("line => getComputedStyle(line).fill") == "none"
    assert line.evaluate("line => getComputedStyle(line).stroke") != "none"
