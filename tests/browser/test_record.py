"""What was written put right, where a later entry no longer fits."""

import pytest

from tests.browser.phone import Phone

pytestmark = pytest.mark.browser


def test_what_no_longer_fits_is_struck_on_the_same_page(phone: Phone) -> None:
    deals = [{"points": [score, 0, 0, 0]} for score in (1, 1, 1)]
    phone.bring("tally", *deals, options={"target": 5})
    phone.edit(1)
    phone.write("points.0", "5")
    phone.save()
    assert "Deal 2 would no longer fit" in phone.page.locator(".ask.bad").inner_text()

    phone.page.locator("label.card:has([name=also])").tap()
    phone.save()

    assert phone.totals() == [5, 0, 0, 0]
    assert phone.end() == "Ann won with 5"
