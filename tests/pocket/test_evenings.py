"""Whole games played in the browser alone, by the same steps as on the server: two of them, as the
beginnings of more are by `test_games_of_each_kind_survive_loss_of_network`."""

import pytest

from tests.browser.evenings import FEW
from tests.browser.test_games import test_an_evening_ends_as_worked_by_hand as play_an_evening
from tests.pocket.phone import PocketPhone

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("name", FEW)
def test_offline_evening_ends_as_worked_by_hand(pocket: PocketPhone, name: str) -> None:
    play_an_evening(pocket, name)
