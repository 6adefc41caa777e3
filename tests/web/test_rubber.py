"""The pad of rubber bridge: its sheet, WE and THEY, is the totals."""

import re

from tests.web.phones import Phone

PART = {"contract": "2S", "doubled": 0, "declarer": 0, "tricks": 9}
GAME = {"contract": "3NT", "doubled": 0, "declarer": 1, "tricks": 9}


def sheet(html: str) -> list[list[str]]:
    """The rows of the sheet in the totals, the cells of WE and THEY as text."""
    totals = html.partition('class="totals rubber"')[2].partition("</section>")[0]
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", totals, re.S)
    cells = [re.findall(r"<td>(.*?)</td>", row, re.S) for row in rows[1:]]
    return [[re.sub(r"<[^>]+>", "", cell).strip() for cell in row] for row in cells]


def test_points_stand_above_and_below_the_line(phone: Phone) -> None:
    table = phone.starts("bridge", PART, GAME)

    assert sheet(phone.get(table).html) == [
        ["", ""],
        ["30", ""],
        ["60", "100"],
        ["", ""],
        ["90", "100vulnerable"],
    ]


def test_deal_being_entered_stands_in_pencil(phone: Phone) -> None:
    table = phone.starts("bridge", PART)

    contract = {"contract.0": "2", "contract.1": "S", "declarer": "0", "doubled": "0"}
    phone.do(table, contract, do="")
    page = phone.do(table, {"tricks": "9"}, do="")

    assert sheet(page.html)[:3] == [["30", ""], ["30", ""], ["60 60", ""]]
    assert page.html.count('<i class="then">60</i>') == 1
    assert "→&nbsp;180" in page.html
