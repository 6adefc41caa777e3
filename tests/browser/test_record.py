"""The history of a game."""

from datetime import datetime, timedelta

import pytest

from tests.browser.phone import NewPhone

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("script", "ahead"), [(True, 2), (False, 0)])
def test_the_history_shows_local_times(new_phone: NewPhone, script: bool, ahead: int) -> None:
    phone = new_phone(script=script, zone="Africa/Maputo")
    phone.bring("tally", {"points": [1, 2, 3, 4]})
    phone.go(f"{phone.table}/history")

    moment = phone.page.locator("time").first
    at = datetime.fromisoformat(str(moment.get_attribute("datetime")))
    here = at + timedelta(hours=ahead)
    assert moment.inner_text() == f"{here:%d %b %Y, %H:%M}{'' if script else ' UTC'}"
