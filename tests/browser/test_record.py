"""Correcting an entry that makes a later one invalid."""

from datetime import datetime, timedelta

import pytest

from tests.browser.phone import NewPhone, Phone

pytestmark = pytest.mark.browser


@pytest.mark.hard
def test_conflicting_entries_are_deleted_there(phone: Phone) -> None:
    deals = [{"points": [score, 0, 0, 0]} for score in (1, 1, 1)]
    phone.bring("tally", *deals, options={"target": 5})
    phone.edit(1)
    phone.write("points.0", "5")
    phone.save()
    assert "Deal 2 no longer works" in phone.page.locator(".ask.bad").inner_text()

    phone.page.locator("label.card:has([name=also])").tap()
    phone.save()

    assert phone.totals() == [5, 0, 0, 0]
    assert phone.end() == "Ann won with 5"


@pytest.mark.parametrize(("script", "ahead"), [(True, 2), (False, 0)])
def test_the_history_shows_local_times(new_phone: NewPhone, script: bool, ahead: int) -> None:
    phone = new_phone(script=script, zone="Africa/Maputo")
    phone.bring("tally", {"points": [1, 2, 3, 4]})
    phone.go(f"{phone.table}/history")

    moment = phone.page.locator("time").first
    at = datetime.fromisoformat(str(moment.get_attribute("datetime")))
    here = at + timedelta(hours=ahead)
    assert moment.inner_text() == f"{here:%d %b %Y, %H:%M}{'' if script else ' UTC'}"
