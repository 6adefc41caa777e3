"""Every game played in the browser alone, by the same steps as on the server."""

import pytest

from tests.browser.evenings import EVENINGS
from tests.browser.test_games import test_an_evening_ends_as_worked_by_hand as play_an_evening
from tests.pocket.phone import PocketPhone

pytestmark = pytest.mark.browser


IN_EVERY_TEST = {"bridge"}


@pytest.mark.parametrize(
    "name",
    [pytest.param(one, marks=() if one in IN_EVERY_TEST else pytest.mark.hard) for one in EVENINGS],
)
def test_offline_evening_ends_as_worked_by_hand(pocket: PocketPhone, name: str) -> None:
    play_an_evening(pocket, name)
