"""The pad of every game in each of its states: readable, in the frame, keys for thumbs."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.browser.evenings import EVENINGS, bring, enter, keys
from tests.browser.looks import faults
from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

WRITTEN = 3
"""How many deals stand on the pad before the state is made."""


def table(phone: Phone, name: str, deals: int | None) -> tuple[str, Any]:
    """A table with this many entries of an evening (None: all) on it; its game, the next entry."""
    sheet: Mapping[str, Any] = EVENINGS[name]["sheet"]
    bring(phone, name, deals)
    return sheet["game"], sheet["entries"][deals or -1]


def next_deal(phone: Phone, name: str) -> None:
    """Nothing entered yet."""
    table(phone, name, WRITTEN)


def half_entered(phone: Phone, name: str) -> None:
    """Half of the answers are in."""
    game, entry = table(phone, name, WRITTEN)
    if game == "tally":
        phone.write("points.0", "30")
    else:
        answers = keys(game, entry, WRITTEN)
        phone.tap(*answers[: len(answers) // 2])


def entered(phone: Phone, name: str) -> None:
    """Ready to be saved, with its preview."""
    game, entry = table(phone, name, WRITTEN)
    enter(phone, game, entry, WRITTEN)


def refused(phone: Phone, name: str) -> None:
    """Saved too early."""
    game, entry = table(phone, name, WRITTEN)
    if game == "tally":
        phone.write("points.0", "thirty")
    else:
        phone.tap(*keys(game, entry, WRITTEN)[:-1])
    phone.save()
    assert phone.faults()


def explained(phone: Phone, name: str) -> None:
    """All that folds opened: every deal, the chart, what is rarely asked."""
    table(phone, name, WRITTEN)
    phone.page.evaluate("document.querySelectorAll('main details').forEach(one => one.open = true)")


def finished(phone: Phone, name: str) -> None:
    """The end is told."""
    table(phone, name, None)
    assert phone.end()


STATES: tuple[Callable[[Phone, str], None], ...] = (
    next_deal,
    half_entered,
    entered,
    refused,
    explained,
    finished,
)


@pytest.mark.parametrize("name", EVENINGS)
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_a_pad_is_for_every_eye_and_every_thumb(
    phone: Phone, name: str, state: Callable[[Phone, str], None]
) -> None:
    state(phone, name)

    assert faults(phone.page) == []
