"""Undo and redo: a deal's answers stand in the form again, so that one slip is one correction."""

from collections.abc import Iterator

import pytest

from scorekeeper.engine.deals import Entry
from scorekeeper.engine.game import Pad
from scorekeeper.engine.replay import after, interview, kind_of
from scorekeeper.sheet import read_head
from scorekeeper.tables import write
from scorekeeper.web.interview.form import InterviewForm
from scorekeeper.web.interview.steps import entry_of
from scorekeeper.web.table.deal_in_progress import answers_of
from scorekeeper.web.table.summary import voices
from tests import vectors
from tests.requirements import rounds
from tests.web.phones import HTMX, NewPhone, Phone, each, keys, let_in
from tests.web.test_seats import table_of_numbers

BIDS = each("bids", [4, 3, 2, 3])
DEAL = {**BIDS, **each("side_tricks", [7, 6])}


@pytest.fixture
def spades(phone: Phone) -> str:
    """A table of Spades with one deal."""
    table = phone.starts("spades", variant="bags")
    phone.play(table, DEAL)
    return table


def test_an_undone_deal_stands_in_the_form_again(phone: Phone, spades: str) -> None:
    page = phone.do(spades, do="undo")

    assert page.message == "Undone: deal 1."
    assert page.totals == [0, 0]
    form = page.form("save")
    assert [form[f"bids.{seat}"] for seat in range(4)] == ["4", "3", "2", "3"]
    assert (form["side_tricks.0"], form["side_tricks.1"]) == ("7", "6")


def test_wrong_digit_is_one_answer_and_a_save(phone: Phone, spades: str) -> None:
    phone.do(spades, do="undo")

    assert phone.do(spades, {"side_tricks.0": 6}).totals == [60, 61]
    phone.do(spades, do="undo")
    assert phone.do(spades, {"bids.0": 5}).totals == [0, 61]


def test_derived_answers_follow_corrected_ones(phone: Phone) -> None:
    table = phone.starts("oh-hell", options={"hook": "none", "hand_sizes": [5, 5]})
    phone.play(table, {**each("bids", [1, 1, 1, 0]), **each("tricks", [2, 1, 2, 0])})

    phone.do(table, do="undo")
    page = phone.do(table, {"tricks.0": 3, "tricks.2": 1})

    assert page.totals == [-20, 10, 10, 10]


def test_redo_restores_deal_and_leaves_no_draft(phone: Phone, spades: str) -> None:
    page = phone.do(spades, do="undo")
    assert {"undo", "redo"} & set(keys(page)) == {"redo"}
    phone.fill(spades, {"bids.0": 5}, headers=HTMX)

    page = phone.do(spades, do="redo")

    assert page.message == "Deal 1 restored."
    assert page.totals == [61, 60]
    assert "redo" not in keys(page)
    assert "bids.0" not in page.form("keep").fields
    steps = phone.get(f"{spades}/history").text
    assert "undid" in steps


def test_redo_restores_draft_of_the_next_deal(phone: Phone, spades: str) -> None:
    phone.do(spades, {"bids.2": 6}, "keep")

    assert phone.do(spades, do="undo").form("save")["bids.2"] == "2"

    assert phone.do(spades, do="redo").form("keep")["bids.2"] == "6"


def test_two_deals_undone_come_back_one_by_one(phone: Phone, spades: str) -> None:
    phone.play(spades, {**DEAL, "bids.0": 5})
    phone.do(spades, do="undo")
    page = phone.do(spades, do="undo")
    assert page.message == "Undone: deal 1."
    assert page.form("save")["bids.0"] == "4"

    page = phone.do(spades, {"bids.1": 2})

    assert "redo" not in keys(page)  # something newer is written
    assert page.form("save")["bids.0"] == "5"  # what was undone of deal 2 is still there


def test_newer_writing_removes_the_redo(phone: Phone, spades: str) -> None:
    form = phone.do(spades, do="undo").form("redo")
    phone.do(spades, {"bids.0": 5})

    page = phone.send(spades, form, do="redo")

    assert page.status == 409
    assert phone.get(spades).totals == [70, 60]


def test_redo_sent_twice_is_one(phone: Phone, spades: str) -> None:
    form = phone.do(spades, do="undo").form("redo")

    pages = [phone.follow(phone.send(spades, form, do="redo")) for _ in range(2)]

    assert [page.totals for page in pages] == [[61, 60]] * 2


@pytest.mark.parametrize("act", ["edit", "strike", "adjust"])
def test_undo_of_no_deal_leaves_the_form_alone(phone: Phone, spades: str, act: str) -> None:
    if act == "edit":
        phone.do(f"{spades}/e/1", {"bids.0": 5})
    elif act == "strike":
        phone.do(f"{spades}/e/1", do="strike")
    else:
        ruling = {"adjust.side": 0, "adjust.points": 9, "adjust.reason": "agreed"}
        phone.do(f"{spades}/write/adjust", ruling)

    page = phone.do(spades, do="undo")

    assert page.totals == [61, 60]
    assert "bids.0" not in page.form("keep").fields
    assert phone.do(spades, do="redo").status == 200


def test_overtaken_undo_fills_nothing_in(phone: Phone, new_phone: NewPhone, spades: str) -> None:
    form = phone.get(spades).form("undo")
    other = let_in(phone, new_phone(), spades, "scorer")
    other.do(f"{spades}/e/1", {"bids.0": 5})

    page = phone.send(spades, form, do="undo")

    assert page.status == 409
    assert "bids.0" not in phone.get(spades).form("keep").fields


def test_other_phone_sees_and_continues_reopened(
    phone: Phone, new_phone: NewPhone, spades: str
) -> None:
    other = let_in(phone, new_phone(), spades, "scorer")
    phone.do(spades, do="undo")

    page = other.do(spades, {"bids.3": 2})

    assert page.totals == [61, 51]


def test_sealed_numbers_of_undone_deal_lie_open(phone: Phone, new_phone: NewPhone) -> None:
    table = table_of_numbers(phone)
    cat = let_in(phone, new_phone(), table, "seat.2")

    page = phone.do(table, do="undo")

    assert page.form("save")["bids.left.UR"] == "4"
    assert keys(cat.get(table)) == []  # only who keeps the score puts a slip right now
    assert phone.do(table, {"bids.left.UR": 3}).totals == [0, 1]


def test_htmx_opens_the_form_of_an_undone_deal(phone: Phone, spades: str) -> None:
    page = phone.fill(spades, do="undo", headers=HTMX)

    assert "data-reopened" in page.html
    assert "data-reopened" not in phone.get(spades).html


# --- below the pages ----------------------------------------------------------------------------


def test_undo_and_its_draft_are_one_write(
    phone: Phone, spades: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as now:
        now.setattr(write, "put_answers", killed)
        with pytest.raises(RuntimeError):
            phone.fill(spades, do="undo")

    assert phone.get(spades).totals == [61, 60]
    assert "bids.0" in phone.do(spades, do="undo").form("save").fields


@pytest.mark.long
def test_answers_of_any_deal_make_it_again() -> None:
    differing = [
        entry for pad, entry in deals() if scores(pad, entry) != scores(pad, again(pad, entry))
    ]

    assert differing == []


def deals() -> Iterator[tuple[Pad, Entry]]:
    """Every deal of the vectors that stands, with the pad it was written on."""
    for vector in vectors.load()[:: rounds(1, quick=5, hard=1)]:
        if vector["expect"]["valid"]:
            pad = read_head({**vector["sheet"], "entries": []}).blank()
            for entry in vector["sheet"]["entries"]:
                if kind_of(pad.game, entry) == "deal":
                    yield pad, entry
                pad = after(pad, entry)


def again(pad: Pad, entry: Entry) -> Entry:
    """The deal as the form has it that was filled in with its answers."""
    stored = entry_of(answers_of(pad, entry))
    interview_form = InterviewForm(interview(pad), voices(pad)[0], stored=stored)
    assert interview_form.complete, entry
    return interview_form.entry


def scores(pad: Pad, entry: Entry) -> tuple[int, ...]:
    """Return what the deal is worth there."""
    totals: tuple[int, ...] = after(pad, entry).totals
    return totals
