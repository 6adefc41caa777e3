"""Three phones with one table, each writing whether it has a network or not: in the end all have
the records of the server, in one order, none lost and none twice."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from flask import Flask
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from scorekeeper.store.table.records import Record, TableState, fold
from tests.requirements import rounds
from tests.web.chains import Answer, ask, link, names_of, record
from tests.web.phones import Phone

PHONES: Final = 3
THEIRS, MINE_TOO = "leave it", "add it"


class OwnChain:
    """What one phone has: records, how many of them the server is known to have, and its own
    entries that another phone was quicker than."""

    def __init__(self, records: list[dict[str, Any]]) -> None:
        self.records = [*records]
        self.sent = len(records)
        self.held: list[dict[str, Any]] = []
        self.dropped: list[str] = []

    def state(self) -> TableState:
        """Return what the records come to."""
        rows = [
            Record(
                one["seq"],
                one["kind"],
                one.get("about"),
                one.get("before"),
                one.get("payload"),
                one["at"],
                "",
            )
            for one in self.records
        ]
        return fold(rows)

    def write(self, kind: str, payload: Any = None, key: str = "", **about: int) -> dict[str, Any]:
        """Write one more record."""
        made = record(len(self.records), kind, payload, key, **about)
        self.records.append(made)
        return made

    def post(self) -> dict[str, Any]:
        """Return what is sent to the server."""
        last = self.records[self.sent - 1]
        names = names_of(self.records[: self.sent])
        base = {"version": last["seq"], "key": last["key"], "names": names}
        return {"base": base, "records": self.records[self.sent :]}

    def hear(self, answer: Answer) -> None:
        """Take over what the server says."""
        assert answer.status in (200, 409)
        told = answer.told["records"]
        first = told[0]["seq"] if told else len(self.records)
        own = self.records[first:]
        self.held += [one for one in own if one["kind"] == "entry" and "before" not in one]
        self.dropped += [one["key"] for one in own if one not in self.held]
        self.records = [*self.records[:first], *told]
        self.sent = len(self.records)


class ThreePhones(RuleBasedStateMachine):
    """The phones, and the server between them."""

    app: Flask
    begin: Callable[[], str]

    @initialize()
    def take_along(self) -> None:
        self.table = self.begin()
        self.secret = link(self.app, self.table)
        there = ask(self.app, self.table, self.secret).told["records"]
        self.phones = [OwnChain(there) for _ in range(PHONES)]
        self.written: list[str] = []
        self.left_out: list[str] = []
        self.points = 0

    # --- what people do -------------------------------------------------------------------------

    @rule(who=st.integers(0, PHONES - 1))
    def enter_a_deal(self, who: int) -> None:
        self.points += 1
        made = self.phones[who].write("entry", {"points": [self.points, who, 0, 0]})
        self.written.append(made["key"])

    @rule(who=st.integers(0, PHONES - 1), place=st.integers(0, 50), left=st.booleans())
    def edit_or_strike(self, who: int, place: int, left: bool) -> None:
        phone = self.phones[who]
        entries = [one.seq for one in phone.state().written]
        if entries:
            about = entries[place % len(entries)]
            kind, payload = ("strike", None) if left else ("amend", {"points": [who, place, 0, 0]})
            phone.write(kind, payload, about=about)

    @rule(who=st.integers(0, PHONES - 1))
    def undo(self, who: int) -> None:
        phone = self.phones[who]
        if (about := phone.state().undoable) is not None:
            phone.write("undo", about=about)

    @rule(who=st.integers(0, PHONES - 1))
    def redo(self, who: int) -> None:
        phone = self.phones[who]
        if (about := phone.state().redoable) is not None:
            phone.write("restore", about=about)

    # --- the network ----------------------------------------------------------------------------

    @rule(who=st.integers(0, PHONES - 1), how=st.sampled_from(["heard", "lost", "twice"]))
    def send(self, who: int, how: str) -> None:
        """Now and then the answer is lost, or the browser sends a request twice."""
        phone = self.phones[who]
        post = phone.post()
        answer = ask(self.app, self.table, self.secret, post)
        if how == "twice":
            again = ask(self.app, self.table, self.secret, post)
            assert (again.status, again.told) == (answer.status, answer.told)
        if how != "lost":
            phone.hear(answer)

    @precondition(lambda self: any(one.held for one in self.phones))
    @rule(decided=st.sampled_from([THEIRS, MINE_TOO]))
    def decide(self, decided: str) -> None:
        """Somebody says what becomes of an entry that another phone was quicker than."""
        phone = next(one for one in self.phones if one.held)
        held = phone.held.pop(0)
        if decided == MINE_TOO:
            phone.write("entry", held["payload"], held["key"])
        else:
            self.left_out.append(held["key"])

    # --- in the end -----------------------------------------------------------------------------

    def teardown(self) -> None:
        for _ in range(2 * PHONES):
            for phone in self.phones:
                phone.hear(ask(self.app, self.table, self.secret, phone.post()))
                while phone.held:
                    held = phone.held.pop(0)
                    phone.write("entry", held["payload"], held["key"])
        there = ask(self.app, self.table, self.secret).told["records"]
        keys = [one["key"] for one in there]
        for phone in self.phones:
            assert phone.records == there
        assert len(keys) == len({*keys})
        assert {*self.written} - {*self.left_out} == {*self.written} & {*keys}


@pytest.mark.hard
@pytest.mark.long
def test_three_phones_come_to_the_same_records(app: Flask, phone: Phone) -> None:
    class Here(ThreePhones):
        pass

    Here.app = app
    Here.begin = staticmethod(
        lambda: phone.starts("tally", {"points": [0, 0, 0, 0]}).removeprefix("/t/")
    )
    run_state_machine_as_test(
        Here, settings=settings(max_examples=rounds(30, quick=5, hard=500), stateful_step_count=30)
    )
