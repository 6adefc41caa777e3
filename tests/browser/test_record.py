"""The history of a game."""

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

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


def test_saving_the_setup_rests_until_changed(new_phone: NewPhone) -> None:
    phone = new_phone()
    table = phone.bring("spades")
    phone.go(f"{table}/head")
    key, told = phone.page.locator("button.main"), phone.page.locator(".preview li")
    assert key.get_attribute("data-wait") is not None
    phone.field("name-0").fill("Zoe")
    phone.field("name-0").blur()
    expect(told).to_have_count(1)
    assert [word in told.inner_text() for word in ("Ann", "Zoe")] == [True, True]
    expect(phone.page.locator("button.main[data-wait]")).to_have_count(0)
    phone.field("target").fill("300")
    phone.field("target").blur()
    expect(told).to_have_count(2)
    assert [word in told.last.inner_text() for word in ("500", "300")] == [True, True]
    phone.field("name-0").fill("Ann")
    phone.field("name-0").blur()
    expect(told).to_have_count(1)
    phone.touch(phone.page.locator(".as-list"))
    phone.touch(phone.button("down.0"))
    expect(told).to_have_count(3)
    phone.press("save")
    assert phone.sheet(table)["players"][:2] == ["Ben", "Ann"]
    assert not phone.complaints
