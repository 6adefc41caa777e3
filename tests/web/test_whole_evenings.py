"""The evenings that `tests/browser/test_games.py` plays in a browser, key by key without one: every
game to its end, with the totals that were worked out by hand after each deal."""

import json
from typing import Any

import pytest

from scorekeeper.engine.replay import after, kind_of
from scorekeeper.sheet import read_head
from scorekeeper.web.interview.values import NONE
from tests import vectors
from tests.requirements import few
from tests.web.phones import Phone
from tests.web.test_put_right import _Inputs, filled, meaning, sent, tapped

pytestmark = pytest.mark.long

SEALED = ("evening-sharp-nullo", "evening-skull-king")
"""Whose bids are sealed, one phone after the other; `make test` plays it in a browser."""

ALL = [vector for vector in vectors.load() if vector["id"].startswith("evening-")]
EVENINGS = [vector for vector in ALL if vector["id"] not in SEALED]


FEW = ("spades-nil", "tally", "five-hundred-45", "trex", "oh-hell-3", "whist")
"""What `make test` plays; the build plays all."""
KEPT = [vector for vector in EVENINGS if vector["id"].removeprefix("evening-") in FEW]


@pytest.mark.parametrize("evening", few(EVENINGS, KEPT), ids=lambda evening: str(evening["id"]))
def test_an_evening_ends_as_worked_by_hand(phone: Phone, evening: dict[str, Any]) -> None:
    sheet, expect = evening["sheet"], evening["expect"]
    head = {name: value for name, value in sheet.items() if name not in ("format", "game")}
    table = phone.starts(sheet["game"], **{**head, "entries": []})
    pad = read_head({**sheet, "entries": []}).blank()

    for entry, scored in zip(sheet["entries"], expect["entries"], strict=True):
        kind = kind_of(pad.game, entry)
        if kind == "deal":
            page = tapped(phone, table, phone.get(table), meaning(filled(pad, entry), {}))
            phone.follow(phone.post(table, {**sent(_Inputs(page.html).found), "do": "save"}))
        else:
            said = entry[kind].items()
            typed = {f"{kind}.{name}": NONE if value is None else value for name, value in said}
            phone.do(f"{table}/write/{kind}", typed)
        pad = after(pad, entry)
        assert phone.get(table).totals == scored["totals"]

    assert json.loads(phone.get(f"{table}/sheet.json").html)["entries"] == sheet["entries"]
    assert pad.outcome is not None
    assert [*pad.outcome.winners] == expect["winners"]
    assert f"{pad.deals} deals" in phone.get(table).text
