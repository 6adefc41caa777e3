"""Two phones, two servers, one table, at the same moment: one of two writes that cannot both stand
is refused in words, and no answer is the server's own failure."""

import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import pytest

from tests.reliability.servers import Distant, Server
from tests.reliability.test_at_once import at_once
from tests.requirements import rounds
from tests.web.phones import Page, each, let_in, points

pytestmark = [pytest.mark.long, pytest.mark.hard]

ROUNDS = rounds(20, quick=4, hard=100)
DEALS = {"points": [1, 2, 3, 4]}, {"points": [4, 3, 2, 1]}
OVERTAKEN = "no longer exists|has changed|already saved"
"""What is said to a phone that came second."""
RULING = {"adjust.side": 0, "adjust.points": 7, "adjust.reason": "agreed"}


class Sent(NamedTuple):
    """A write: the page it is sent from, what is typed there, the key that is pressed."""

    where: str
    typed: dict[str, Any]
    do: str


UNDO = Sent("", {}, "undo")
SAVE, ANOTHER = Sent("", points(9, 9, 9, 9), "save"), Sent("", points(8, 8, 8, 8), "save")
EDIT, OTHERWISE = Sent("/e/2", {"points.0": 50}, "save"), Sent("/e/2", {"points.0": 60}, "save")
STRIKE = Sent("/e/2", {}, "strike")
INSERT = Sent("/write/deal?before=2", points(7, 7, 7, 7), "save")
ADJUST = Sent("/write/adjust", RULING, "save")
END = Sent("/write/finish", {}, "save")
REDO = Sent("", {}, "redo")
HEAD = Sent("/head", {"name": ["Eve", "Ben", "Cat", "Dan"]}, "save")

PAIRS = {
    "undo against edit": (UNDO, EDIT),
    "undo against strike": (UNDO, STRIKE),
    "undo against insert": (UNDO, INSERT),
    "undo against save": (UNDO, SAVE),
    "undo against undo": (UNDO, UNDO),
    "undo against end": (UNDO, END),
    "edit against edit": (EDIT, OTHERWISE),
    "edit against save": (EDIT, SAVE),
    "strike against edit": (STRIKE, EDIT),
    "save against save": (SAVE, ANOTHER),
    "save against end": (SAVE, END),
    "adjust against undo": (ADJUST, UNDO),
    "names against edit": (HEAD, EDIT),
    "redo against save": (REDO, SAVE),
    "redo against undo": (REDO, UNDO),
    "redo against redo": (REDO, REDO),
}


@pytest.fixture(scope="module")
def two(
    tmp_path_factory: pytest.TempPathFactory, database: str, new_server: Callable[..., Server]
) -> tuple[Server, Server]:
    """Two servers on one database."""
    data = tmp_path_factory.mktemp("races") / "data"
    return new_server(data, database), new_server(data, database)


@pytest.fixture(scope="module")
def scorers(two: tuple[Server, Server]) -> tuple[Distant, Distant]:
    """Two phones that may write at the same tables, each at a server of its own."""
    first = Distant(two[0].port)
    first.fill("/settings")
    first.starts("tally")
    return first, Distant(two[1].port).like(first)


@pytest.mark.parametrize("pair", PAIRS)
def test_simultaneous_writes_queue_or_refuse_one(
    scorers: tuple[Distant, Distant], pair: str
) -> None:
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(ROUNDS):
        table = scorers[0].starts("tally", *DEALS)
        if REDO in PAIRS[pair]:
            scorers[0].do(table, do="undo")
        before = int(scorers[0].version(table))
        forms = [
            who.get(table + one.where).form(one.do)
            for who, one in zip(scorers, PAIRS[pair], strict=True)
        ]

        answers: list[Page] = at_once(
            partial(who.send, table + one.where, form, one.typed, one.do)
            for who, one, form in zip(scorers, PAIRS[pair], forms, strict=True)
        )

        statuses = [answer.status for answer in answers]
        assert set(statuses) <= {303, 409}, [answer.text for answer in answers]
        refused = [answer for answer in answers if answer.status == 409]
        assert all(re.search(OVERTAKEN, one.text) for one in refused)
        assert statuses.count(303) == 1
        assert {int(who.version(table)) for who in scorers} == {before + 1}
        seen[tuple(statuses)] += 1
    print(f"\n{pair}: {dict(seen)}", end=" ")


BIDS, TRICKS = each("bids", [4, 3, 2, 3]), each("side_tricks", [7, 6])
DRAFTED = {"to it": {"bids.0": 5}, "about the tricks": {"side_tricks.0": 8}, "nothing new": {}}


@pytest.mark.parametrize("what", DRAFTED)
def test_answer_racing_the_save_is_not_lost(scorers: tuple[Distant, Distant], what: str) -> None:
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(ROUNDS):
        table = scorers[0].starts("spades", variant="bags")
        scorers[0].do(table, BIDS, "keep")
        forms = [who.get(table).form("save") for who in scorers]

        saved, kept = at_once(
            partial(who.send, table, form, typed, do)
            for who, form, typed, do in zip(
                scorers, forms, (TRICKS, DRAFTED[what]), ("save", ""), strict=True
            )
        )

        assert saved.status == 303, saved.text
        assert kept.status in (303, 409), kept.text
        assert kept.status == 303 or re.search(OVERTAKEN, kept.message)
        page = scorers[0].get(table)
        assert (page.form()["version"], page.totals) == ("1", [61, 60])
        seen[saved.status, kept.status] += 1
    print(f"\nanswer {what} against save: {dict(seen)}", end=" ")


def test_two_answering_phones_see_the_stored_one(
    two: tuple[Server, Server], scorers: tuple[Distant, Distant]
) -> None:
    for _ in range(ROUNDS):
        table = scorers[0].starts("spades", variant="bags")
        phones = scorers[0], let_in(scorers[0], Distant(two[1].port), table, "scorer")
        forms = [who.get(table).form() for who in phones]

        answers = at_once(
            partial(who.send, table, form, {"bids.0": bid}, "keep")
            for who, form, bid in zip(phones, forms, ("4", "5"), strict=True)
        )

        assert sorted(answer.status for answer in answers) == [303, 409]
        stands = "4" if answers[0].status == 303 else "5"
        late = next(answer for answer in answers if answer.status == 409)
        assert "Another phone changed" in late.message
        assert {who.get(table).form()["bids.0"] for who in phones} == {stands}
