"""Many at once, through two processes on one database: nothing is lost, done twice or locked."""

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.reliability.servers import Distant, Server, command
from tests.requirements import rounds
from tests.web.phones import HTMX, Form, Page, points

pytestmark = [pytest.mark.long, pytest.mark.hard]

CLIENTS, DEALS = 16, rounds(8, quick=2, hard=40)
EDITS = rounds(50, quick=10, hard=1000)
REPEATS = rounds(4, quick=1, hard=850)  # of twelve kinds: 10 000 writes


def at_once(tasks: Iterable[Callable[[], Any]]) -> list[Any]:
    """Do these at the same moment; what each gave. What one raises is raised."""
    tasks = [*tasks]
    together = threading.Barrier(len(tasks))
    answers: list[Any] = [None] * len(tasks)

    def do(place: int, task: Callable[[], Any]) -> None:
        together.wait()
        try:
            answers[place] = task()
        except Exception as error:  # a thread's end is not the test's
            answers[place] = error

    threads = [threading.Thread(target=do, args=(n, task)) for n, task in enumerate(tasks)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for answer in answers:
        if isinstance(answer, Exception):
            raise answer
    return answers


@pytest.fixture(scope="module")
def scorers(servers: tuple[Server, Server]) -> tuple[Distant, Distant]:
    """One phone, as it is known to each of the servers."""
    first = Distant(servers[0].port)
    first.fill("/settings")
    first.starts("tally")
    return first, Distant(servers[1].port).like(first)


# --- many clients -------------------------------------------------------------------------------


def test_sixteen_writing_clients_lock_nothing(servers: tuple[Server, Server], data: Path) -> None:
    """Each has a table of his own; all write to one more besides, where others are quicker."""
    scorer = Distant(servers[0].port)
    shared = scorer.starts("tally", players=["Ann", "Ben"])

    def write(client: int) -> tuple[str, int]:
        phone = Distant(servers[client % 2].port).like(scorer)
        own = phone.starts("tally", players=["Ann", "Ben"])
        for deal in range(DEALS):
            assert phone.play(own, points(deal, 1)).totals[1] == deal + 1
        return own, written(phone, shared, client)

    answers = at_once([partial(write, client) for client in range(CLIENTS)])

    for own, _ in answers:
        sheet = json.loads(scorer.get(f"{own}/sheet.json").html)
        assert [entry["points"][0] for entry in sheet["entries"]] == [*range(DEALS)]
    sheet = json.loads(scorer.get(f"{shared}/sheet.json").html)
    assert Counter(entry["points"][0] for entry in sheet["entries"]) == Counter(range(CLIENTS))
    assert command(data, "rebuild") == "No differences.\n"


def written(phone: Distant, table: str, number: int) -> int:
    """Return how often a deal was sent to a table until nobody was quicker."""
    for tries in range(1, 1000):
        answer = phone.send(table, phone.get(table).form("save"), points(number, 0), "save")
        assert answer.status in (303, 409), answer.text
        if answer.status == 303:
            return tries
    raise AssertionError("others were always quicker")


# --- two scorers, one deal ----------------------------------------------------------------------


def test_two_scorers_edits_of_a_deal_all_stay(scorers: tuple[Distant, Distant]) -> None:
    table = scorers[0].starts("tally", {"points": [0, 0]}, players=["Ann", "Ben"])
    address = f"{table}/e/1"
    forms = [scorer.get(address).form("save") for scorer in scorers]

    for turn in range(1, EDITS + 1):
        numbers = (10 * turn, 10 * turn + 1)
        sent = [
            partial(who.send, address, form, {"points.0": number}, "save")
            for who, form, number in zip(scorers, forms, numbers, strict=True)
        ]
        answers = at_once(sent)

        assert sorted(answer.status for answer in answers) == [303, 409]
        winner = 0 if answers[0].status == 303 else 1
        loser = answers[1 - winner]
        assert loser.form("save")["points.0"] == str(numbers[1 - winner])
        assert f">+{numbers[winner]}<" in loser.html
        forms = [scorer.get(address).form("save") for scorer in scorers]
        assert forms[0]["points.0"] == forms[1]["points.0"] == str(numbers[winner])
        assert forms[0]["version"] == str(turn + 1)
    history = scorers[0].get(f"{table}/history").html
    assert history.count("<li><time") == EDITS + 2


# --- every write three times --------------------------------------------------------------------

TABLE = {"points": [1, 2, 3, 4]}, {"points": [4, 3, 2, 1]}
RULING = {"adjust.side": 0, "adjust.points": 7, "adjust.reason": "agreed"}
WRITES: dict[str, tuple[str, dict[str, object], str]] = {
    "a deal": ("", points(9, 9, 9, 9), "save"),
    "undo": ("", {}, "undo"),
    "an edit": ("/e/1", {"points.0": 9}, "save"),
    "a strike": ("/e/1", {}, "strike"),
    "an adjustment": ("/write/adjust", RULING, "save"),
    "a substitute": ("/write/seat", {"seat.number": 1, "seat.name": "Eve"}, "save"),
    "the end": ("/write/finish", {}, "save"),
    "a forgotten deal": ("/write/deal?before=1", points(9, 9, 9, 9), "save"),
    "the head": ("/head", {"name": ["Eve", "Ben", "Cat", "Dan"]}, "save"),
}


def thrice(scorers: tuple[Distant, Distant], address: str, form: Form, **sent: Any) -> list[Page]:
    """Send a form twice at once, to both servers, and a third time after a lost answer."""
    typed, do, headers = sent.get("typed"), sent.get("do"), sent.get("headers")
    answers = at_once([partial(who.send, address, form, typed, do, headers) for who in scorers])
    return [*answers, scorers[0].send(address, form, typed, do, headers)]


@pytest.mark.parametrize("what", WRITES)
def test_a_write_sent_three_times_has_one_effect(
    scorers: tuple[Distant, Distant], what: str
) -> None:
    where, typed, do = WRITES[what]
    for _ in range(REPEATS):
        table = scorers[0].starts("tally", *TABLE)
        form = scorers[0].get(table + where).form(do)

        answers = thrice(scorers, table + where, form, typed=typed, do=do)

        assert [answer.status for answer in answers] == [303, 303, 303]
        assert {scorer.version(table) for scorer in scorers} == {"3"}


def test_deal_sent_thrice_is_answered_alike(scorers: tuple[Distant, Distant]) -> None:
    table = scorers[0].starts("tally", *TABLE)
    form = scorers[0].get(table).form("save")

    answers = thrice(scorers, table, form, typed=points(1, 1, 1, 1), do="save", headers=HTMX)

    assert [answer.message for answer in answers] == ["Deal 3 saved."] * 3
    assert [answer.totals for answer in answers] == [[6, 6, 6, 6]] * 3


@pytest.mark.parametrize("how", ["set up", "imported", "again"])
def test_a_table_begun_three_times_is_one(scorers: tuple[Distant, Distant], how: str) -> None:
    for _ in range(REPEATS):
        before = scorers[0].get("/tables").html.count('href="/t/')
        if how == "again":
            table = scorers[0].starts("tally", *TABLE, {"finish": {}})
            page, before = scorers[0].get(table), before + 1
            answers = thrice(scorers, table, page.form("again"), do="again")
        elif how == "set up":
            form = scorers[0].get("/new/tally").form("start")
            answers = thrice(scorers, "/new/tally", form, do="start")
        else:
            text = '{"format": "scorekeeper/1", "game": "tally", "players": ["A"], "entries": []}'
            form = scorers[0].get("/import").form()
            answers = thrice(scorers, "/import", form, typed={"text": text})

        assert {answer.status for answer in answers} == {303}
        assert len({answer.location for answer in answers}) == 1
        after = scorers[0].get("/tables").html.count('href="/t/')
        assert after in (before + 1, 100)  # the list has an end
